/* The panel on the right: alignment, the sentence field with suggestions. */
#include "scene/kit/grid.h"
#include "scene/stage/arcs.h"
#include "scene/window/panels.h"
#include "text/pieces.h"
#include "words/common_words.h"
#include "words/course_words.h"

#include <math.h>
#include <string.h>

#define MAP_QUIET 0.6f
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
    bool lowercase = model->config.lowercase;
    TokenList words =
        pieces_of(&painter->list->arena, &model->source, slice_of(sentence), model->config.source_tokens, lowercase);
    int unknown = 0;
    for (int i = 0; i < words.count; i++)
        unknown += vocab_find(&model->source, words.tokens[i], lowercase) == VOCAB_UNKNOWN;
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

/* Where the foot has no room for it: what written words mean, on or off. */
static void draw_gloss_switch(const Painter *painter, float right, float y)
{
    MenuOption option;
    bool there =
        !painter->passive && !foot_has_pace(window_layout(painter->view).foot) && gloss_option(painter, &option);
    if (!there)
        return;
    Choice choice = {CHOICE_WORDS, 0, &option, 1};
    float width = kit_choice_width(painter, &choice);
    kit_choice(painter, (Box){right - width, y - 19, width, 30}, &choice);
}

static void draw_sentence(const Painter *painter, const Trace *trace, Box box)
{
    Box field = side_field(painter, box);
    kit_heading(painter, (Point){field.x, field.y - 10}, ROLE_MUTED, 1, kit_said(painter, W_SENTENCE));
    if (!window_upright(painter->view))
        draw_gloss_switch(painter, field.x + field.w, field.y - 10);
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

/* Beside the stage the map is paler than the hero until its last row has come. */
static float map_quiet(const Painter *painter, const Scope *scope)
{
    const View *view = painter->view;
    bool stage = view_has(view->kind, HAS_STAGE) && !painter->theme->strong;
    bool last = scope->step == scope->trace->step_count - 1;
    float comes = last ? scope_eased(scope, BEAT_SLIDE) * scope->alpha : 0;
    return stage ? MAP_QUIET * (1 - comes) : 0;
}

/* As a map with its colours, or as arcs. Returns how high it is; `most` px are there. */
static float draw_alignment(const Painter *window, const Scope *scope, Box box, float edge, float most)
{
    Theme theme = *window->theme;
    Painter quiet = *window, *painter = &quiet;
    theme.quiet = map_quiet(window, scope);
    quiet.theme = &theme;
    const View *view = painter->view;
    MatrixPicture picture = matrix_at(scope->trace, view->map, scope->cursor);
    picture.edge = edge;
    picture.words = true;
    picture.own = view->own;
    if (view_has(view->kind, HAS_STAGE)) /* the step's weights stand on the stage: their row comes with its word */
        picture.given = 0;
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
    color_bar(painter, view->map, 0, (Box){cells.x, cells.y + cells.h + 12, cells.w, 30});
    if ((int)map.seen < scope->trace->step_count)
        draw_rows_in_sight(painter, &map, scope->trace->step_count);
    return high + 46;
}

#define MAP_LEAST 80.0f  /* px: a map that is lower, of a lying window, has no legend */
#define LOW_LEAST 100.0f /* px of a panel below the stage that has room for headings and suggestions */
enum { FIELD_H = 38 };

/* The field alone, and what the model does not know. */
static void draw_lowest(const Painter *painter, const Scope *scope, Box in)
{
    Box field = {in.x, in.y + in.h - FIELD_H, in.w, FIELD_H}, note = {in.x, field.y - 19, in.w, 18};
    const char *unknown = grid_unknown(painter, scope->trace);
    if (unknown)
        kit_text(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_INK), note, ALIGN_LEFT, unknown);
    field_draw(painter, field);
}

/* Below the stage: there the alignment has a view of its own. */
static void draw_low(const Painter *painter, const Scope *scope, Box box)
{
    kit_edge(painter, box, EDGE_TOP);
    Box in = box_inset(box, MARGIN_LESS, 12);
    float link = draw_export_link(painter, (Point){in.x + in.w, in.y + 9}, 0);
    draw_gloss_switch(painter, in.x + in.w - link - 18, in.y + 9);
    if (box.h < LOW_LEAST) {
        draw_lowest(painter, scope, in);
        return;
    }
    float margin = margin_of(painter);
    draw_sentence(painter, scope->trace, (Box){in.x - margin, box.y, in.w + 2 * margin, box.h + margin - 12});
}

void side_draw(const Painter *painter, const Scope *scope, Box box)
{
    if (window_upright(painter->view)) {
        draw_low(painter, scope, box);
        return;
    }
    kit_edge(painter, box, EDGE_LEFT);
    Box in = inner(painter, box);
    bool weighs = config_weighs(&scope->trace->config);
    float below = sentence_height(painter), score = fool_height(painter->view);
    if (score > 0) {
        fool_draw(painter, (Box){in.x, in.y, in.w, score});
        in.y += score;
        in.h -= score;
    }
    float room = in.h - below - 26 - 58;                 /* of them the legend has 46 */
    if (window_lying(painter->view) && room < MAP_LEAST) /* that of the colours */
        room += 42;
    float latest = in.y + in.h - below - 14;
    float bottom = in.y + draw_head(painter, weighs, in);
    if (weighs)
        draw_alignment(painter, scope, (Box){in.x, bottom, in.w, room}, box.x, latest - bottom);
    else {
        TextStyle style = style_plain(painter->theme, TYPE_BODY, ROLE_MUTED);
        kit_paragraph(painter, &(Paragraph){style, {in.x, bottom + 22}, in.w, 22, 0, false},
                      kit_said(painter, W_NO_WEIGHTS));
    }
    draw_sentence(painter, scope->trace, box);
}
