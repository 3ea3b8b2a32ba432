/* The beam view: the sentence, the size of the beam, the tree, the alignment of one hypothesis, a foot that steps. */
#include "scene/views/beam/view_beam.h"
#include "derive/name.h"
#include "derive/plain.h"
#include "scene/views/beam/beam_words.h"
#include "scene/views/variant_bar.h"
#include "words/common_words.h"

#include <math.h>

enum { MARGIN = 26, BUTTON = 30, HEADING_H = 20 };

#define KEYS         "[  ]"
#define SIZES_BESIDE 430.0f /* px: the heading stands beside the sizes */

/* ---- words about a hypothesis ---- */

/* Joined; the arena's. */
static const char *words_of(const View *view, int node, Arena *arena)
{
    const Beam *beam = view->search->trace->beam;
    int count = node < 0 ? 0 : beam->nodes[node].step + 1;
    const char **words = ARENA_ARRAY(arena, const char *, (size_t)count + 1);
    for (int at = node; at >= 0; at = beam->nodes[at].parent)
        words[beam->nodes[at].step] = beam->nodes[at].token;
    const char *text = "";
    for (int i = 0; i < count; i++)
        text = arena_printf(arena, "%s%s%s", text, i ? " " : "", words[i]);
    return text;
}

/* What has become of it by now: finished, died, goes on. The arena's. */
static const char *fate_of(const View *view, int node, Arena *arena)
{
    const BeamSearch *search = view->search;
    const Beam *beam = search->trace->beam;
    const BeamNode *last = &beam->nodes[node];
    int done = (int)floor(search->step + 0.5);
    if (last->died >= 0 && last->died < done)
        return arena_printf(arena, said(view->language, W_DIED_AT_STEP_OTHERS_WERE), last->died + 1);
    if (done >= search->steps && node == beam->best)
        return said(view->language, W_THE_TRANSLATION_THE_BEST_SCORE);
    if (last->id == VOCAB_END)
        return said(view->language, W_FINISHED);
    if (done >= search->steps && last->step == search->steps - 1)
        return said(view->language, W_NOT_FINISHED_WHEN_THE_SEARCH);
    return said(view->language, W_KEPT_IT_GOES_ON);
}

static const char *sum_line(const View *view, const BeamNode *node, DrawList *list)
{
    Arena *arena = &list->arena;
    int words = node->step + 1;
    return arena_printf(arena, said(view->language, W_LOG_P_WORDS_SCORE),
                        kit_number(list, node->log_probability, 2, false), words,
                        kit_number(list, node->score, 2, false));
}

/* ---- panels ---- */

/* A figure shows what is chosen, not what could be, and of a trace there is one search. Returns the height: where there
 * is little room the heading stands over the sizes. */
static float draw_sizes(const Painter *painter, Point at, float room)
{
    int chosen = painter->view->search->trace->beam->size;
    bool one = painter->passive || !view_decodes(painter->view);
    int first = one ? chosen : 1, last = one ? chosen : BEAM_SIZES;
    MenuOption options[BEAM_SIZES];
    for (int size = first; size <= last; size++)
        options[size - first] = (MenuOption){arena_printf(&painter->list->arena, "%d", size),
                                             target_at(TARGET_CONTROL, BEAM_SIZE, size, 0), size == chosen};
    Choice sizes = {CHOICE_FRAMES, 4, options, last + 1 - first};
    TextStyle small = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    float width = kit_choice_width(painter, &sizes), y = at.y;
    bool over = !one && room < SIZES_BESIDE;
    float x = at.x + 14
              + kit_heading(painter, (Point){at.x, over ? y + 10 : y + BUTTON / 2.0f + 4}, ROLE_MUTED, 1,
                            kit_said(painter, W_BEAM_SIZE));
    x = over ? at.x : x;
    y += over ? HEADING_H : 0;
    kit_choice(painter, (Box){x, y, width, BUTTON}, &sizes);
    if (!one && x + width + 12 + kit_width(painter, small, KEYS) <= at.x + room)
        kit_text_at(painter, small, (Point){x + width + 12, y + BUTTON / 2.0f + 5}, ALIGN_LEFT, KEYS);
    return y + BUTTON - at.y;
}

static float draw_stage(const Painter *painter, const WindowLayout *window)
{
    Box area = window->stage, field = wide_field(window);
    bool low = area.h < 480;
    field_draw(painter, field);
    float y = field.y + field.h + (low ? 8 : 14);
    y += draw_sizes(painter, (Point){field.x, y}, field.w) + (low ? 2 : 6);
    const char *legend = beam_shows_scores(field.w) ? kit_said(painter, W_A_CHIP_WORD_ITS_PROBABILITY)
                                                    : kit_said(painter, W_A_CHIP_WORD_SHORT);
    kit_text(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), (Box){field.x, y, field.w, 20}, ALIGN_LEFT,
             legend);
    y += low ? 24 : 32;
    return beam_tree_draw(painter, (Box){field.x, y, field.w, area.y + area.h - y - (low ? 12 : 18)});
}

static float draw_paragraph(const Painter *painter, TextStyle style, Box box, int most, const char *text)
{
    Paragraph lines = {style, {box.x, box.y + style.size * 1.06f}, box.w, style.size * 1.42f, most, true};
    return kit_paragraph(painter, &lines, text);
}

/* What the one that is looked at says, and what became of it. Returns its height. */
static float draw_hypothesis(const Painter *painter, Box in, int lines)
{
    const View *view = painter->view;
    const BeamSearch *search = view->search;
    DrawList *list = painter->list;
    const Theme *theme = painter->theme;
    kit_heading(painter, (Point){in.x, in.y + 10}, ROLE_MUTED, 1, kit_said(painter, W_HYPOTHESIS));
    float y = in.y + 22;
    if (search->node < 0) {
        draw_paragraph(painter, style_plain(theme, TYPE_BODY, ROLE_MUTED), (Box){in.x, y, in.w, 0}, 4,
                       kit_said(painter, W_NOTHING_IS_WRITTEN_YET_STEP_ON));
        return in.h;
    }
    const BeamNode *node = &search->trace->beam->nodes[search->node];
    y += draw_paragraph(painter, style_bold(theme, TYPE_BODY, ROLE_INK), (Box){in.x, y, in.w, 0}, lines,
                        words_of(view, search->node, &list->arena));
    y += 4;
    y += draw_paragraph(painter, style_plain(theme, TYPE_SMALL, ROLE_DECODER), (Box){in.x, y, in.w, 0}, 2,
                        sum_line(view, node, list));
    y += draw_paragraph(painter, style_plain(theme, TYPE_SMALL, ROLE_MUTED), (Box){in.x, y, in.w, 0}, 2,
                        fate_of(view, search->node, &list->arena));
    return y - in.y;
}

static void draw_alignment(const Painter *painter, Box in)
{
    const BeamSearch *search = painter->view->search;
    float y = in.y + 22;
    if (search->node < 0)
        return;
    kit_heading(painter, (Point){in.x, in.y + 10}, ROLE_MUTED, 1, kit_said(painter, W_ITS_ALIGNMENT));
    if (!config_weighs(&search->shown->config)) {
        draw_paragraph(painter, style_plain(painter->theme, TYPE_BODY, ROLE_MUTED), (Box){in.x, y, in.w, 0}, 5,
                       kit_said(painter, W_NO_WEIGHTS));
        return;
    }
    MatrixPicture picture = matrix_whole(search->shown, painter->view->map);
    picture.scrolls = window_upright(painter->view);
    Box heat = {in.x, y, in.w, in.y + in.h - y - (picture.scrolls ? 0 : 40)};
    Box cells = matrix_picture(painter, &picture, heat).sight;
    float bottom = fminf(cells.y + cells.h + 12, in.y + in.h - 28);
    if (!picture.scrolls)
        color_bar(painter, painter->view->map, 0, (Box){cells.x, bottom, cells.w, 30});
}

static void draw_side(const Painter *painter, Box box)
{
    bool low = box.h < 480;
    if (window_upright(painter->view)) { /* below the tree: beside one another */
        kit_edge(painter, box, EDGE_TOP);
        Box in = box_inset(box, MARGIN, 12), left = in, right = in;
        left.w = fminf(150, in.w * 0.45f);
        right.w -= left.w + 16;
        right.x += left.w + 16;
        draw_hypothesis(painter, left, 2);
        draw_alignment(painter, right);
        return;
    }
    kit_edge(painter, box, EDGE_LEFT);
    Box in = {box.x + 24, box.y + 24, box.w - 48, box.h - 40};
    float used = draw_hypothesis(painter, in, low ? 2 : 3) + (low ? 12 : 24);
    draw_alignment(painter, (Box){in.x, in.y + used, in.w, in.h - used});
}

static void count_nodes(const BeamSearch *search, int done, int *living, int *finished, int *died)
{
    const Beam *beam = search->trace->beam;
    *living = *finished = *died = 0;
    for (int i = 0; i < beam->count; i++) {
        const BeamNode *node = &beam->nodes[i];
        *finished += node->id == VOCAB_END && node->step < done;
        *living += node->id != VOCAB_END && node->step == done - 1;
        bool leaf = node->died == node->step + 1; /* nothing came of it */
        *died += leaf && node->died < done;
    }
}

static void draw_steps(const Painter *painter, Box box)
{
    const View *view = painter->view;
    const BeamSearch *search = view->search;
    Arena *arena = &painter->list->arena;
    int done = (int)floor(search->step + 0.5), living, finished, died;
    count_nodes(search, done, &living, &finished, &died);
    const char **names = ARENA_ARRAY(arena, const char *, (size_t)search->steps);
    for (int t = 0; t < search->steps; t++)
        names[t] = arena_printf(arena, "%d", t + 1);
    StepsFoot foot = {.count = search->steps,
                      .names = names,
                      .progress = (float)search->step,
                      .playing = search->playing,
                      .control = BEAM_STEP,
                      .first = 1};
    foot.title = arena_printf(arena, kit_said(painter, W_SEARCH_STEP), done, search->steps);
    foot.notes = arena_printf(arena, kit_said(painter, W_KEPT_FINISHED_DIED_SO_FAR), living, finished, died);
    steps_draw(painter, &foot, box);
}

static void draw_caption(const Painter *painter, Box box)
{
    const View *view = painter->view;
    const BeamSearch *search = view->search;
    const Beam *beam = search->trace->beam;
    DrawList *list = painter->list;
    int done = (int)floor(search->step + 0.5), living, finished, died, before = 0, was = 0;
    count_nodes(search, done, &living, &finished, &died);
    count_nodes(search, done - 1, &before, &was, &died);
    if (done <= 1)
        before = 1;
    int leader = beam_leader(beam, done);
    const char *caption = kit_said(painter, W_NOTHING_IS_WRITTEN_YET_AT_EACH);
    if (leader >= 0)
        caption = arena_printf(&list->arena, kit_said(painter, W_STEP_EACH_OF_HYPOTHESES_WAS), done, before, living,
                               finished - was, words_of(view, leader, &list->arena),
                               kit_number(list, beam->nodes[leader].score, 2, false));
    caption_draw(painter, box, caption);
}

static float draw(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    (void)scope;
    float limit = draw_stage(painter, layout);
    if (layout->side.w > 0)
        draw_side(painter, layout->side);
    return limit;
}

static void foot(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    (void)scope;
    draw_steps(painter, layout->foot);
    if (layout->caption.h > 0)
        draw_caption(painter, layout->caption);
}

static char *describe(const View *view, Target target, Arena *arena)
{
    const BeamSearch *search = view->search;
    if (target.kind == TARGET_CONTROL && target.a == BEAM_NODE) {
        if (target.b >= search->trace->beam->count)
            return NULL;
        const BeamNode *node = &search->trace->beam->nodes[target.b];
        Maths maths = {search->trace, view->model, view->language, arena};
        const char *name = value_name(&maths, (Value){VALUE_PROBABILITY, .place = node->step, .index = node->id});
        return arena_printf(arena, said(view->language, W_P_LOG_P_WORDS_SCORE), fate_of(view, target.b, arena),
                            markup_plain(name, arena), number_text(arena, (double)node->p, 3, false),
                            number_text(arena, node->log_probability, 2, false), node->step + 1,
                            number_text(arena, node->score, 2, false));
    }
    if (target.kind > TARGET_LAST_VALUE)
        return NULL;
    View own = *view; /* as if that hypothesis stood alone */
    own.kind = VIEW_DECODE;
    own.trace = search->shown;
    return describe_value(&own, target, arena);
}

/* A hypothesis that the one shown goes on from: its last word is a row of the alignment. */
static Brush brush(const View *view, Target target)
{
    const BeamSearch *search = view->search;
    const Beam *beam = search->trace->beam;
    bool node = target.kind == TARGET_CONTROL && target.a == BEAM_NODE && target.b < beam->count;
    if (!node || search->node < 0 || !beam_descends(beam, search->node, target.b))
        return (Brush){0};
    return (Brush){target, beam->nodes[target.b].step, -1};
}

const Picture view_beam = {draw, foot, describe, NULL, brush, .least = {0, 378}};
