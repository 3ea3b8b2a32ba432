/* The panel on the right: alignment, translation so far, the sentence field with suggestions. */
#include "draw/ease.h"
#include "scene/kit/grid.h"
#include "scene/stage/arcs.h"
#include "scene/window/panels.h"
#include "words/common_words.h"
#include "words/course_words.h"
#include "words/opening_words.h"

#include <math.h>
#include <string.h>

enum { MARGIN = 24, MARGIN_LESS = 16 };

/* Presented, all is larger and the edges need less of it; a lying window has little room. */
static float margin_of(const Painter *painter)
{
    return painter->view->window.present || window_lying(painter->view) ? MARGIN_LESS : MARGIN;
}

static Box inner(const Painter *painter, Box box)
{
    return box_inset(box, margin_of(painter), margin_of(painter));
}

/* In a low window the alignment needs the height more than suggestions and large chips do. */
static bool is_low(const Painter *painter)
{
    const View *view = painter->view;
    return view->height < 760 || window_upright(view);
}

static int suggestion_lines(const Painter *painter)
{
    return is_low(painter) ? 1 : 3;
}

static float sentence_height(const Painter *painter)
{
    bool suggests = painter->view->lesson && painter->view->lesson->suggestion_count > 0;
    return 24 + 38 + (suggests ? 19 * (float)suggestion_lines(painter) + 1 : 22);
}

/* Chips of the translation in lines: small ones where there are many words. */
typedef struct Chips {
    Box *boxes; /* of every word, from the origin */
    int count;
    float height, pitch; /* of all, from line to line */
} Chips;

#define LINES_MOST 4

static Chips lay_chips(const Painter *painter, const Trace *trace, float width)
{
    TextStyle style = style_bold(painter->theme, TYPE_LARGE, ROLE_INK);
    bool small = trace->word_count > (is_low(painter) ? 4 : 8);
    float height = small ? 28 : 36, gap = small ? 5 : 8, x = 0, y = 0;
    if (small)
        style.size = TYPE_BODY;
    Chips chips = {ARENA_ARRAY(&painter->list->arena, Box, trace->word_count), trace->word_count, 0, height + gap};
    for (int t = 0; t < trace->word_count; t++) {
        float word = kit_width(painter, style, trace->steps[t].token) + (small ? 16 : 26);
        word = fminf(fmaxf(small ? 30 : 56, word), width);
        if (x > 0 && x + word > width) {
            x = 0;
            y += chips.pitch;
        }
        chips.boxes[t] = (Box){x, y, word, height};
        x += word + gap;
    }
    chips.height = y + height;
    return chips;
}

/* A translation that does not end leaves the alignment no room in a low window, in a very low one a long one does. */
static int lines_most(const Painter *painter, const Chips *chips)
{
    const View *view = painter->view;
    bool one = window_upright(view) || (window_lying(view) && view->opening.stage == OPENING_NONE);
    return one || (is_low(painter) && chips->count > 30) ? 1 : view->height < 620 ? 2 : LINES_MOST;
}

static float chips_height(const Painter *painter, const Chips *chips)
{
    return fminf(chips->height, (float)lines_most(painter, chips) * chips->pitch - 4);
}

static void draw_chip(const Painter *painter, const Scope *scope, int t, Box box)
{
    const TraceStep *step = &scope->trace->steps[t];
    float sliding = t == scope->step ? scope_beat(scope, BEAT_SLIDE) : 0;
    bool own = t == scope->step, there = t < scope->step || sliding >= 1;
    Target target = {TARGET_WORD, (int16_t)t, 0, 0};
    bool pointed = kit_brushed(painter, t, -1) || scope_word_highlighted(scope, painter, t);
    const char *text = there ? step->token : own && sliding <= 0 ? "…" : "";
    float lit = pointed && (there || own) ? 1 : own ? (there ? scope->alpha : 0.35f) : 0;
    float shade = there ? 1 : own || pointed ? 0.6f : 0;
    kit_chip(painter, box, text, ROLE_OUTPUT, lit, lerp(0.45f, 1, shade), lerp(INK_DIMMED, 1, shade), true);
    if (there && step->how == CHOSEN_FORCED)
        kit_changed(painter, (Point){box.x + box.w - 6, box.y + 6}, 3.5f, 1);
    kit_press_ring(painter, box, box, 8, target, there, step->token);
}

/* px that lines are moved up so that the word of the step is in sight. */
static float scroll_of(const Painter *painter, const Chips *chips, int step)
{
    int word = step < 0 ? 0 : step < chips->count ? step : chips->count - 1;
    float above = chips->boxes[word].y - chips->pitch * (float)(lines_most(painter, chips) / 2);
    return fminf(fmaxf(0, above), chips->height - chips_height(painter, chips));
}

/* More lines than there is room for scroll while a word comes. Writes down where the words in sight stand. */
static float draw_chips(const Painter *painter, const Scope *scope, Box box, LoopHomes *homes)
{
    Chips chips = lay_chips(painter, scope->trace, box.w);
    float height = chips_height(painter, &chips), scroll = 0;
    if (height < chips.height) {
        scroll = lerp(scroll_of(painter, &chips, scope->step - 1), scroll_of(painter, &chips, scope->step),
                      scope_eased(scope, BEAT_SLIDE));
        drawlist_clip(painter->list, (Box){box.x - 2, box.y - 2, box.w + 4, height + 4});
    }
    for (int t = 0; t < chips.count; t++) {
        Box *chip = &chips.boxes[t];
        chip->x += box.x;
        chip->y += box.y - scroll;
        if (chip->y + chip->h > box.y && chip->y < box.y + height)
            draw_chip(painter, scope, t, *chip);
        chip->y = fminf(fmaxf(chip->y, box.y), box.y + height - chip->h);
    }
    if (height < chips.height)
        drawlist_unclip(painter->list);
    *homes = (LoopHomes){chips.boxes, chips.count, box.y - 22, 0};
    return height;
}

static float translation_height(const Painter *painter, const Trace *trace, float width)
{
    if (trace->word_count == 0)
        return 56;
    Chips chips = lay_chips(painter, trace, width);
    return 20 + chips_height(painter, &chips) + (trace->truncated ? 20 : 0);
}

#define LANGUAGE_LEAST 16 /* words: a model that writes one of fewer, such as labels or digits, does not translate */

LoopHomes translation_draw(const Painter *painter, const Scope *scope, Box box, float end)
{
    LoopHomes homes = {0};
    const Model *model = painter->view->model;
    bool translates = !model || model->target.count >= LANGUAGE_LEAST;
    kit_heading(painter, (Point){box.x, box.y + 9}, ROLE_MUTED, 1,
                kit_said(painter, translates ? W_TRANSLATION : W_OUTPUT));
    Box chips = {box.x, box.y + 20, box.w, box.h - 20};
    if (scope->trace->word_count == 0) {
        kit_text(painter, style_plain(painter->theme, TYPE_BODY, ROLE_MUTED), (Box){chips.x, chips.y, chips.w, 30},
                 ALIGN_LEFT, kit_said(painter, W_EMPTY));
        return homes;
    }
    float height = draw_chips(painter, scope, chips, &homes);
    bool ended = scope->step + 1 == scope->trace->step_count && scope_beat(scope, BEAT_SLIDE) >= 1;
    if (scope->trace->truncated && ended)
        kit_text_at(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_OUTPUT),
                    (Point){chips.x, chips.y + height + 17}, ALIGN_LEFT, kit_said(painter, W_TRUNCATED));
    homes.below = scope->trace->truncated ? 8 : end - (chips.y + height);
    return homes;
}

static Box side_field(const Painter *painter, Box box)
{
    Box in = inner(painter, box);
    float y = in.y + in.h - sentence_height(painter) + 18;
    return (Box){in.x, y, in.w, 38};
}

/* Does the model know at least half of its words? A lesson may have models of several tasks. */
static bool mostly_known(const Painter *painter, const char *sentence)
{
    const Model *model = painter->view->model;
    TokenList words = text_tokens(&painter->list->arena, slice_of(sentence), model->config.source_tokens);
    int unknown = 0;
    for (int i = 0; i < words.count; i++)
        unknown += vocab_find(&model->source, words.tokens[i], model->config.lowercase) == VOCAB_UNKNOWN;
    return 2 * unknown <= words.count;
}

/* "Also try: dog chase cat · Tom chase Jerry", each of them to click; not the one that stands in the field. */
static void draw_suggestions(const Painter *painter, Box box)
{
    const Lesson *lesson = painter->view->lesson;
    if (!lesson || lesson->suggestion_count == 0)
        return;
    TextStyle plain = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    LinkLook look = {plain, ROLE_QUERY, {-3, -13, 6, 18}, 0, 4};
    const char *lead =
        arena_printf(&painter->list->arena, "%s%s", kit_said(painter, W_ALSO_TRY), kit_said(painter, W_COLON));
    float x = box.x + kit_width(painter, plain, lead) + 2, y = box.y + 13;
    int lines = 1, shown = 0;
    for (int i = 0; i < lesson->suggestion_count; i++) {
        const char *text = lesson->suggestions[i];
        if (strcmp(text, painter->view->field.text) == 0 || !mostly_known(painter, text))
            continue;
        float width = kit_width(painter, plain, text), dot = shown > 0 ? 14 : 0;
        if (x + dot + width > box.x + box.w) {
            if (lines == suggestion_lines(painter) || width > box.w)
                continue; /* another may be short enough */
            lines++;
            x = box.x;
            y += 19;
            dot = 0;
        }
        if (shown++ == 0)
            kit_text_at(painter, plain, (Point){box.x, box.y + 13}, ALIGN_LEFT, lead);
        if (dot > 0)
            kit_text_at(painter, plain, (Point){x + 5, y}, ALIGN_LEFT, "·");
        x += dot
             + kit_link(painter, &look, (Point){x + dot, y}, ALIGN_LEFT, text, target_at(TARGET_SUGGESTION, i, 0, 0));
    }
}

static void draw_sentence(const Painter *painter, const Trace *trace, Box box)
{
    Box field = side_field(painter, box);
    kit_heading(painter, (Point){field.x, field.y - 10}, ROLE_MUTED, 1, kit_said(painter, W_SENTENCE));
    field_draw(painter, field);
    Box below = {field.x, field.y + field.h + 8, field.w, 60};
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_INK);
    bool upright = window_upright(painter->view);
    const char *unknown = grid_unknown(painter, trace);
    if (unknown)
        kit_paragraph(painter, &(Paragraph){style, {below.x, below.y + 13}, below.w, 18, upright ? 1 : 2, true},
                      unknown);
    else if (!view_decodes(painter->view))
        kit_paragraph(
            painter,
            &(Paragraph){
                style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), {below.x, below.y + 13}, below.w, 18, 2, true},
            kit_said(painter, W_TRACE_NOTE));
    else
        draw_suggestions(painter, below);
}

/* With its key where somebody has it, and there is room for that too. */
static float draw_export_link(const Painter *painter, Point at, float room)
{
    const char *name = kit_said(painter, W_EXPORT), *text = arena_printf(&painter->list->arena, "%s Ctrl+E", name);
    if (painter->view->window.by_finger
        || kit_width(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), text) > room)
        text = name;
    LinkLook look = {style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), ROLE_MUTED, {-6, -16, 12, 24}, 0, 5};
    return kit_link(painter, &look, at, ALIGN_RIGHT, text, (Target){TARGET_EXPORT, 0, 0, 0});
}

/* Returns its height. */
static float draw_head(const Painter *painter, bool weighs, Box in)
{
    float width = kit_heading(painter, (Point){in.x, in.y + 10}, ROLE_MUTED, 1, kit_said(painter, W_ALIGNMENT));
    bool arcs = weighs && !painter->passive;
    float link = draw_export_link(painter, (Point){in.x + in.w, in.y + 10}, in.w - width - (arcs ? 76 : 12));
    if (arcs)
        arcs_switch(painter, (Box){in.x + width + 12, in.y - 10, in.w - width - link - 22, 30}, ALIGN_LEFT);
    return 26;
}

/* Between the ends of the legend, where it has room: the bar beside the rows says the same. */
static void draw_rows_in_sight(const Painter *painter, const MatrixLayout *map, int count)
{
    Box cells = map->sight;
    int first = (int)ceilf(map->first);
    TextStyle style = style_plain(painter->theme, TYPE_TINY, ROLE_MUTED);
    const char *text = arena_printf(&painter->list->arena, kit_said(painter, W_ROWS_IN_SIGHT), first + 1,
                                    first + (int)map->seen, count);
    if (kit_width(painter, style, text) < cells.w - 32)
        kit_text_at(painter, style, (Point){cells.x + cells.w / 2, cells.y + cells.h + 36}, ALIGN_CENTER, text);
}

/* As a map with its colours, or as arcs. Returns how high it is; `most` px are there. */
static float draw_alignment(const Painter *painter, const Scope *scope, Box box, float edge, float most)
{
    const View *view = painter->view;
    MatrixPicture picture = matrix_at(scope->trace, view->map, scope->cursor);
    picture.edge = edge;
    picture.words = true;
    picture.own = view->own;
    if (view->heat.arcs) {
        box.h = fminf(box.h, arcs_height(painter, scope->trace, box.w));
        arcs_draw(painter, &picture, box);
        return box.h;
    }
    picture.scrolls = true;
    MatrixLayout map = matrix_picture(painter, &picture, box);
    Box cells = map.sight;
    float high = cells.y + cells.h - box.y;
    if (high + 40 >= most) /* the map itself takes what there is */
        return high;
    color_bar(painter, view->map, (Box){cells.x, cells.y + cells.h + 12, cells.w, 30});
    if ((int)map.seen < scope->trace->step_count)
        draw_rows_in_sight(painter, &map, scope->trace->step_count);
    return high + 46;
}

#define MAP_LEAST 80.0f  /* px: a map that is lower, of a lying window, has no legend */
#define LOW_LEAST 170.0f /* px of a panel below the stage that has room for headings and suggestions */
enum { FIELD_H = 38 };

/* Translation and field alone; between them what the model does not know. */
static LoopHomes draw_lowest(const Painter *painter, const Scope *scope, Box in)
{
    Box field = {in.x, in.y + in.h - FIELD_H, in.w, FIELD_H}, note = {in.x, field.y - 19, in.w, 18};
    LoopHomes homes = translation_draw(painter, scope, (Box){in.x, in.y, in.w, note.y - in.y}, note.y);
    const char *unknown = grid_unknown(painter, scope->trace);
    bool stopped = scope->trace->truncated && scope->step + 1 == scope->trace->step_count; /* as is said there */
    if (unknown && !stopped)
        kit_text(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_INK), note, ALIGN_LEFT, unknown);
    field_draw(painter, field);
    return homes;
}

/* Below the stage: there the alignment has a view of its own. */
static LoopHomes draw_low(const Painter *painter, const Scope *scope, Box box)
{
    kit_edge(painter, box, EDGE_TOP);
    Box in = box_inset(box, MARGIN_LESS, 12);
    draw_export_link(painter, (Point){in.x + in.w, in.y + 9}, 0);
    if (box.h < LOW_LEAST)
        return draw_lowest(painter, scope, in);
    float below = sentence_height(painter), margin = margin_of(painter);
    LoopHomes homes = translation_draw(painter, scope, (Box){in.x, in.y, in.w, in.h - below}, in.y + in.h - below);
    draw_sentence(painter, scope->trace, (Box){in.x - margin, box.y, in.w + 2 * margin, box.h + margin - 12});
    return homes;
}

LoopHomes side_draw(const Painter *painter, const Scope *scope, Box box)
{
    if (window_upright(painter->view))
        return draw_low(painter, scope, box);
    kit_edge(painter, box, EDGE_LEFT);
    Box in = inner(painter, box);
    bool weighs = config_weighs(&scope->trace->config);
    float translation = translation_height(painter, scope->trace, in.w);
    float below = sentence_height(painter), score = fool_height(painter->view);
    if (score > 0) {
        fool_draw(painter, (Box){in.x, in.y, in.w, score});
        in.y += score;
        in.h -= score;
    }
    float room = in.h - below - translation - 30 - 26 - 30;
    if (window_lying(painter->view) && room < MAP_LEAST) /* that of the colours */
        room += 42;
    float latest = in.y + in.h - below - translation - 14; /* the translation never stands in the field */
    float bottom = in.y + draw_head(painter, weighs, in);
    if (weighs)
        bottom += draw_alignment(painter, scope, (Box){in.x, bottom, in.w, room}, box.x, latest - bottom);
    else {
        TextStyle style = style_plain(painter->theme, TYPE_BODY, ROLE_MUTED);
        bottom += 46
                  + kit_paragraph(painter, &(Paragraph){style, {in.x, bottom + 22}, in.w, 22, 0, false},
                                  kit_said(painter, W_NO_WEIGHTS));
    }
    float y = fminf(bottom + 28, latest);
    LoopHomes homes = translation_draw(painter, scope, (Box){in.x, y, in.w, translation}, in.y + in.h - below);
    draw_sentence(painter, scope->trace, box);
    return homes;
}
