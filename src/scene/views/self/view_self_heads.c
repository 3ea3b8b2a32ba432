/* All heads of one self-attention: each is a lens on the sentence, with the arcs of the word that asks; below, what
 * they hand over stands side by side, and W_O mixes it. */
#include "scene/views/self/view_self.h"

#include "derive/addends.h"
#include "derive/remainder.h"
#include "draw/ease.h"
#include "scene/kit/glossed.h"
#include "scene/views/self/self_words.h"
#include "words/common_words.h"
#include "words/norm_words.h"
#include "words/stage_words.h"

#include <math.h>

enum {
    GAP = 22,
    LENS_LEAST = 122,
    LENS_MOST = 280,
    SENTENCE_H = 74,
    CHIP_H = 24,
    GLOSS_DOWN = 13,
    MARGIN = 16,
    WHOLE_HEADS = 4
};
enum { STRIP_H = 22, NAMES_H = 20, LINE_H = 34, CAPTION_H = 18, ROW_MOST = 24, COLUMN_MOST = 52, LETTERS = 4 };

#define THIN         1.5f
#define CELL_MOST    36.0f
#define HEADED       80.0f /* px of a lens that has room for its name */
#define NUMBER_PITCH 34.0f /* px from word to word that leave room for their weights */
#define DOT_PITCH    30.0f /* with less a word is a dot */

typedef struct Heads {
    const Painter *painter;
    SelfPlace place;
    int row;     /* the word that asks; -1: none */
    float grown; /* of its arcs */
} Heads;

/* ---- arcs ---- */

typedef struct Arcs {
    float x, pitch, y; /* of the first word's middle; from word to word; of the chips' upper edge */
    float high, full;  /* px: of the highest arc; of a weight of 1 */
} Arcs;

static float word_x(const Arcs *layout, int j)
{
    return layout->x + layout->pitch * (float)j;
}

static void draw_arc(const Painter *painter, const Arcs *layout, float root, int i, int j, float weight, float alpha)
{
    float from = root, to = word_x(layout, j), width = fmaxf(THIN, weight * layout->full);
    float away = fabsf(word_x(layout, i) - to) / (layout->pitch * (float)(painter->view->trace->n - 1) + 1);
    float low = layout->high * 0.3f;
    float high = i == j ? fminf(44, layout->high) : low + (layout->high * 1.3f - low) * away;
    Point arc[4] = {{from, layout->y}, {from, layout->y - high}, {to, layout->y - high}, {to, layout->y}};
    if (i == j) { /* a loop beside the others */
        arc[3].x = word_x(layout, i) + fminf(38, layout->pitch / 2) - 3 - width / 2;
        arc[0].x = arc[3].x - 10 - width;
        arc[1].x = arc[0].x - 8, arc[2].x = arc[3].x + 8;
    }
    drawlist_move(painter->list, arc[0].x, arc[0].y);
    drawlist_cubic(painter->list, arc[1].x, arc[1].y, arc[2].x, arc[2].y, arc[3].x, arc[3].y);
    drawlist_path_end(painter->list, paint_stroke(color_fade(painter->theme->fill[ROLE_CONTEXT], alpha), width));
}

/* How many words it can look at. */
static int seen_from(const Painter *painter, int i)
{
    return config_reach(&painter->view->trace->config, i, painter->view->trace->n);
}

/* At the word that asks its arcs stand side by side, all of them together one full width. */
static void draw_row(const Painter *painter, const Arcs *layout, const float *weights, int i, float alpha)
{
    float root = word_x(layout, i) - layout->full / 2;
    for (int j = 0; j < seen_from(painter, i); root += weights[j] * layout->full, j++)
        draw_arc(painter, layout, root + weights[j] * layout->full / 2, i, j, weights[j], alpha);
}

/* ---- a lens ---- */

static const float *weights_of(const Heads *all, int head, int j)
{
    size_t n = (size_t)all->painter->view->trace->n;
    return trace_self(all->painter->view->trace)->weights + ((size_t)head * n + (size_t)j) * n;
}

/* Whole, or as many of its first letters as have room. */
static const char *chip_text(const Heads *all, int j, float room)
{
    const Painter *painter = all->painter;
    const char *word = painter->view->trace->source[j], *cut = word;
    TextStyle style = style_bold(painter->theme, TYPE_TINY, ROLE_INK);
    if (kit_width(painter, style, word) <= room)
        return word;
    Slice rest = slice_of(word);
    for (int i = 0; i < LETTERS && rest.length > 0; i++) {
        utf8_next(&rest);
        const char *longer = arena_printf(&painter->list->arena, "%.*s", (int)(rest.text - word), word);
        cut = i == 0 || kit_width(painter, style, longer) <= room ? longer : cut;
    }
    return cut;
}

/* A press makes it the word that asks. */
static void draw_word(const Heads *all, Box box, int head, int j, Role role)
{
    const Painter *painter = all->painter;
    const Trace *trace = painter->view->trace;
    float lit = role == ROLE_INK ? 0 : 1;
    if (!self_is_there(trace, j)) { /* a place for what is not written yet */
        drawlist_box(painter->list, box_inset(box, 1, 1), 7, paint_dashed(painter->theme->hairline, 1.2f, 3, 3));
    } else if (box.w + 4 >= DOT_PITCH) {
        TextStyle style =
            style_bold(painter->theme, fminf(TYPE_LARGE, box.h * 0.5f + 2), lit > 0 ? ROLE_INK : ROLE_MUTED);
        kit_chip_styled(painter, box, chip_text(all, j, box.w - 8), lit > 0 ? role : ROLE_MUTED, lit, 1, style);
        if (trace->unknown[j])
            grid_unknown_chip(painter, box, 1);
    } else {
        Point at = box_middle(box);
        float r = fminf(5, box.w / 2);
        Color color = lit > 0 ? painter->theme->fill[role] : painter->theme->hairline;
        drawlist_box(painter->list, (Box){at.x - r, at.y - r, 2 * r, 2 * r}, r, paint_fill(color));
    }
    int most = values_largest(weights_of(all, head, j), trace->n);
    if (self_is_there(trace, j))
        kit_press(painter, box, 6, target_at(TARGET_VALUE, SELF_WEIGHTS, j * trace->n + most, head),
                  trace->of_written ? kit_word_name(painter, trace->source[j]) : trace->source[j]);
}

static void draw_numbers(const Heads *all, const Arcs *arcs, int head, float y, const float *weights, int best)
{
    const Painter *painter = all->painter;
    for (int j = 0; j < seen_from(painter, all->row); j++) {
        TextStyle style = style_of(painter->theme, j == best, arcs->pitch >= 44 ? TYPE_SMALL : TYPE_TINY,
                                   j == best ? ROLE_INK : ROLE_MUTED);
        if (j != best && arcs->pitch < NUMBER_PITCH)
            continue;
        Point at = {arcs->x + arcs->pitch * (float)j, y};
        float width = kit_text_at(painter, style, at, ALIGN_CENTER, kit_share(painter->list, (double)weights[j]));
        kit_area(painter, (Box){at.x - width / 2, at.y - 11, width, 14},
                 target_at(TARGET_VALUE, SELF_WEIGHTS, all->row * painter->view->trace->n + j, head), NULL);
    }
}

/* "HEAD 1  looks at yesterday". */
static void draw_finding(const Heads *all, Box lens, int head, int best)
{
    const Painter *painter = all->painter;
    Arena *arena = &painter->list->arena;
    Point at = {lens.x + MARGIN, lens.y + 20};
    const char *name = lens.w < HEADED ? arena_printf(arena, "%d", head + 1) : kit_head_title(painter, head);
    float used = kit_heading(painter, at, ROLE_QUERY, 1, name) + 10;
    if (best < 0)
        return;
    bool most = weights_of(all, head, all->row)[best] < 0.5f;
    const char *found =
        arena_printf(arena, kit_said(painter, most ? W_LOOKS_MOST_AT : W_LOOKS_AT), painter->view->trace->source[best]);
    float room = lens.w - used - 2 * MARGIN;
    TextStyle style = kit_shrunk(painter, style_plain(painter->theme, TYPE_BODY, ROLE_INK), room, found);
    if (kit_width(painter, style, found) <= room) /* else the chip says it */
        kit_text_at(painter, style, (Point){at.x + used, at.y}, ALIGN_LEFT, found);
}

static void draw_lens(const Heads *all, Box lens, int head)
{
    const Painter *painter = all->painter;
    const Trace *trace = painter->view->trace;
    int n = trace->n, best = all->grown > 0 ? values_largest(weights_of(all, head, all->row), n) : -1;
    bool picked = head == self_head(painter->view), total = lens.h >= 150 && lens.w >= 3 * HEADED;
    drawlist_box(painter->list, lens, 14,
                 paint_fill_stroke(painter->theme->panel, painter->theme->fill[ROLE_QUERY], picked ? 2.5f : 1.2f));
    Arcs arcs = {.pitch = (lens.w - 2 * MARGIN) / (float)n};
    float chip_w = fminf(96, arcs.pitch - 4), chip_h = arcs.pitch < DOT_PITCH ? 14 : CHIP_H;
    arcs.x = lens.x + MARGIN + arcs.pitch / 2;
    arcs.y = lens.y + lens.h - chip_h - 20 - (total ? 18 : 4);
    arcs.high = arcs.y - lens.y - 30;
    arcs.full = fminf(20, arcs.pitch * 0.4f);
    if (best >= 0)
        draw_row(painter, &arcs, weights_of(all, head, all->row), all->row, 0.9f * all->grown);
    for (int j = 0; j < n; j++) {
        Role role = j == all->row ? ROLE_QUERY : j == best ? ROLE_CONTEXT : ROLE_INK;
        draw_word(all, (Box){arcs.x + arcs.pitch * (float)j - chip_w / 2, arcs.y, chip_w, chip_h}, head, j, role);
    }
    draw_finding(all, lens, head, best);
    if (best < 0)
        return;
    const float *weights = weights_of(all, head, all->row);
    draw_numbers(all, &arcs, head, arcs.y + chip_h + 15, weights, best);
    Arena *arena = &painter->list->arena;
    const char *sum = number_text(arena, shares_total(weights, n), 0, false);
    sum = arena_printf(arena, kit_said(painter, W_WEIGHTS_TOGETHER), seen_from(painter, all->row), sum);
    if (!shares_add_up(weights, n, arena))
        sum = arena_printf(arena, "%s  ·  %s", sum, kit_said(painter, W_NUMBERS_ROUNDED));
    const char *more = arena_printf(arena, "%s  ·  %s", sum, kit_said(painter, W_DASHED_NOT_WRITTEN));
    TextStyle small = style_plain(painter->theme, TYPE_TINY, ROLE_MUTED);
    if (!self_is_there(trace, n - 1) && kit_width(painter, small, more) <= lens.w - 2 * MARGIN)
        sum = more;
    if (total)
        kit_text_at(painter, small, (Point){lens.x + MARGIN, lens.y + lens.h - 8}, ALIGN_LEFT, sum);
}

/* Of many heads the one that is pointed at, or looked at, has room for its words. */
static void draw_lenses(const Heads *all, Box box, float sentence_y)
{
    const View *view = all->painter->view;
    int heads = view->trace->config.heads;
    bool pointed = view->hover.kind == TARGET_VALUE && view->hover.a == SELF_WEIGHTS;
    int large = heads > WHOLE_HEADS ? (pointed ? view->hover.c : self_head(view)) : -1;
    float gap = heads > WHOLE_HEADS ? 8 : GAP, room = box.w - gap * (float)(heads - 1);
    float more = large >= 0 ? fminf(room * 0.5f, 44 * (float)view->trace->n + 2 * MARGIN) : 0;
    float w = large >= 0 ? (room - more) / (float)(heads - 1) : room / (float)heads, x = box.x;
    for (int head = 0; head < heads; head++) {
        Box lens = {x, box.y, head == large ? more : w, box.h};
        if (sentence_y > 0) { /* what it looks at */
            drawlist_move(all->painter->list, lens.x + 20, lens.y + lens.h);
            drawlist_line(all->painter->list, lens.x + lens.w - 20, lens.y + lens.h);
            drawlist_line(all->painter->list, box.x + box.w * 0.92f, sentence_y);
            drawlist_line(all->painter->list, box.x + box.w * 0.08f, sentence_y);
            drawlist_close(all->painter->list);
            drawlist_path_end(all->painter->list, paint_fill(color_fade(all->painter->theme->fill[ROLE_QUERY], 0.06f)));
        }
        draw_lens(all, lens, head);
        x += lens.w + gap;
    }
}

/* What its place says that is not written yet, where it has room. */
static bool draw_not_there(const Painter *painter, Box chip)
{
    TextStyle style = style_plain(painter->theme, TYPE_TINY, ROLE_MUTED);
    const char *text = kit_said(painter, W_NOT_WRITTEN_YET);
    bool fits = kit_width(painter, style, text) <= chip.w - 8;
    if (fits)
        kit_text(painter, style, chip, ALIGN_CENTER, text);
    return fits;
}

static void draw_sentence(const Heads *all, Box box)
{
    const Trace *trace = all->painter->view->trace;
    int n = trace->n;
    float pitch = fminf(126, box.w / (float)n), left = box.x + (box.w - pitch * (float)n) / 2;
    bool told = false;
    for (int j = 0; j < n; j++) {
        Box chip = {left + pitch * (float)j + pitch * 0.08f, box.y, pitch * 0.84f, box.h};
        draw_word(all, chip, self_head(all->painter->view), j, j == all->row ? ROLE_QUERY : ROLE_INK);
        if (!self_is_there(trace, j))
            told = told || draw_not_there(all->painter, chip);
        else if (trace->of_written && kit_gloss_width(all->painter, TYPE_BODY, trace->source[j]) <= pitch - 6)
            kit_gloss(all->painter, TYPE_BODY, 1, (Point){chip.x + chip.w / 2, chip.y + chip.h + GLOSS_DOWN},
                      ALIGN_CENTER, trace->source[j]);
    }
}

/* ---- the mix ---- */

typedef struct Mix {
    const Heads *all;
    Maths maths;
    Box w;         /* of W_O */
    int word, lit; /* whose state it becomes; the number of O that is added up below */
    float cell, pitch, columns_x, right;
    float strips, rows, state; /* 0 .. 1: what is there */
    bool captions;
} Mix;

/* The number that is pointed at, itself or in W_O; else the largest. */
static int lit_number(const Heads *all, const float *output)
{
    const View *view = all->painter->view;
    const Target *at = &view->hover;
    int best = 0, E = view->trace->config.embed, d = self_width(view->trace);
    for (int i = 1; i < E; i++)
        best = fabsf(output[i]) > fabsf(output[best]) ? i : best;
    bool here = !all->painter->passive && at->kind == TARGET_VALUE && at->b >= 0;
    return here && at->a == SELF_OUTPUT ? at->b % E : here && at->a == SELF_OUTPUT_W ? at->b / d : best;
}

/* What the heads hand over, side by side, and under each its columns of W_O. */
static void draw_parts(const Mix *mix)
{
    const Painter *painter = mix->all->painter;
    const Trace *trace = painter->view->trace;
    int heads = trace->config.heads, E = trace->config.embed, d = self_width(trace);
    const float *mixed = trace_self(trace)->mixed, *learned = self_learned(painter->view, SELF_OUTPUT_W);
    float extent = values_extent(mixed, trace->n * E);
    for (int head = 0; head < heads; head++) {
        float w = mix->cell * (float)d, x = mix->w.x + (w + 6) * (float)head;
        GridMatrix z = grid_matrix((Box){x, mix->w.y - STRIP_H - 12, w, STRIP_H}, mixed + (size_t)head * (size_t)d, 1,
                                   d, E, extent, ROLE_CONTEXT, target_at(TARGET_VALUE, SELF_MIXED, -1, head));
        z.first = mix->word, z.shown = (float)mix->word + mix->strips;
        matrix_draw(painter, &z);
        if (w >= 56)
            kit_heading(painter, (Point){x, z.box.y - 8}, ROLE_QUERY, 1,
                        arena_printf(mix->maths.arena, kit_said(painter, W_HEAD_TITLE), head + 1));
        if (!learned)
            continue;
        GridMatrix half =
            grid_matrix((Box){x, mix->w.y, w, mix->w.h}, learned + (size_t)head * (size_t)d, E, d, E,
                        values_extent(learned, E * E), ROLE_MUTED, target_at(TARGET_VALUE, SELF_OUTPUT_W, -1, head));
        half.row = mix->rows > 0 ? mix->lit : -1, half.quiet = mix->rows > 0 ? 0.45f : 0, half.plain = true;
        matrix_draw(painter, &half);
    }
    float y = mix->w.y - 12 - STRIP_H / 2 + 6, x = mix->w.x - 14;
    kit_math(painter, TYPE_LARGE, ROLE_CONTEXT, 1, (Point){x, y}, ALIGN_RIGHT,
             vector_name(&mix->maths, (Value){VALUE_SELF_MIXED, .place = mix->word, .part = self_part(painter->view)}));
    if (learned)
        kit_math(painter, TYPE_LARGE, ROLE_MUTED, 1, (Point){x, box_middle(mix->w).y + 6}, ALIGN_RIGHT,
                 self_learned_symbol(painter, SELF_OUTPUT_W));
}

/* Between two vectors that are added and normalized: pressed, it shows how. */
static void press_norm(const Mix *mix, Point at, ValueKind made)
{
    const Painter *painter = mix->all->painter;
    bool block = made == VALUE_ANNOTATION && self_has_block(painter->view);
    Value sum = {block ? VALUE_FORWARD_SUM : VALUE_SELF_SUM, .place = mix->word, .part = self_part(painter->view)};
    if (mix->state > 0.5f && scene_norm_there(painter->view, sum))
        kit_press(painter, (Box){at.x - 14, at.y - 18, 28, 26}, 6, norm_target(sum), kit_said(painter, W_NORM_OPEN));
}

/* The `at`-th vector of the word, upright, its numbers as high as the rows of W_O; `sign` stands before it. */
static void draw_vector(const Mix *mix, int at, const float *values, int count, ValueKind kind, int what, Role role,
                        float shown, const char *sign, Word caption)
{
    const Painter *painter = mix->all->painter;
    float w = fminf(COLUMN_MOST, mix->pitch * 0.56f), x = mix->columns_x + mix->pitch * (float)at,
          y = box_middle(mix->w).y;
    GridMatrix column = grid_matrix((Box){x, mix->w.y, w, mix->w.h}, values + (size_t)mix->word * (size_t)count, count,
                                    1, 1, values_extent(values, painter->view->trace->n * count), role,
                                    target_at(TARGET_VALUE, what, -1, mix->word));
    column.shown = shown * (float)count, column.row = what == SELF_OUTPUT && mix->rows > 0 ? mix->lit : -1;
    matrix_draw(painter, &column);
    kit_math(painter, TYPE_LARGE, role, 1, (Point){x + w / 2, mix->w.y - 12}, ALIGN_CENTER,
             vector_name(&mix->maths, (Value){kind, .place = mix->word, .part = self_part(painter->view)}));
    if (mix->captions)
        kit_text_at(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED),
                    (Point){x + w / 2, mix->w.y + mix->w.h + 20}, ALIGN_CENTER, kit_said(painter, caption));
    float from = x - mix->pitch + w, middle = (from + x) / 2;
    TextStyle style = style_plain(painter->theme, sign[0] == '+' && !sign[1] ? TYPE_LARGE : TYPE_TINY, ROLE_MUTED);
    if (at > 0 && kit_width(painter, style, sign) <= x - from - 8)
        kit_text_at(painter, style, (Point){middle, y + (style.size > TYPE_SMALL ? 6 : -8)}, ALIGN_CENTER, sign);
    if (at > 0 && (kind == VALUE_SELF_INPUT || kind == VALUE_SELF_MIDDLE || what == SELF_STATE))
        press_norm(mix, (Point){middle, y}, kind);
    if (at > 0 && style.size < TYPE_LARGE)
        drawlist_arrow(painter->list, (Point){from + 7, y}, (Point){x - 7, y}, 6, painter->theme->text[ROLE_MUTED],
                       1.3f);
}

static void draw_vectors(const Mix *mix)
{
    const Trace *trace = mix->all->painter->view->trace;
    const SelfRun *self = trace_self(trace);
    int E = trace->config.embed, j = mix->word;
    bool block = self_has_block(mix->all->painter->view), written = trace->of_written;
    float read = fminf(1, fmaxf(0, mix->all->place.read - (float)j));
    draw_vector(mix, 0, self->output, E, VALUE_SELF_OUTPUT, SELF_OUTPUT, ROLE_CONTEXT, mix->rows, "", W_THE_MIX);
    draw_vector(mix, 1, self->inputs, E, VALUE_SELF_INPUT, SELF_INPUT, ROLE_MUTED, read, "+", W_THE_WORD_ITSELF);
    if (block) {
        draw_vector(mix, 2, self->middle, E, VALUE_SELF_MIDDLE, SELF_MIDDLE, ROLE_ENCODER, mix->state, "norm", W_WORDS);
        draw_vector(mix, 3, self->inner, trace->config.feed_forward, VALUE_FORWARD_INNER, SELF_INNER, ROLE_MUTED,
                    mix->state, "ReLU", W_WORDS);
        draw_vector(mix, 4, self->outer, E, VALUE_FORWARD_OUTER, SELF_OUTER, ROLE_ENCODER, mix->state, "", W_WORDS);
    }
    draw_vector(mix, block ? 5 : 2, trace->encoding.annotations, E, written ? VALUE_ASKED : VALUE_ANNOTATION,
                SELF_STATE, written ? ROLE_DECODER : ROLE_ENCODER, mix->state, "norm",
                written ? W_ASKS_THE_SOURCE : W_ITS_NEW_VECTOR);
    static const char *const carried[][3] = {[NORM_POST] = {"+ M"}, [NORM_PRE] = {"+ X", "+ O"}};
    const char *const *what = carried[trace->config.norm];
    for (int i = 0; block && what[i]; i++)
        kit_text_at(mix->all->painter, style_plain(mix->all->painter->theme, TYPE_TINY, ROLE_MUTED),
                    (Point){mix->columns_x + 4.78f * mix->pitch, box_middle(mix->w).y + 16 + 14 * (float)i},
                    ALIGN_CENTER, what[i]);
}

/* "row 11: head 1 gives −0.89, head 2 gives −2.33, together −3.22": what is printed adds up. */
static void draw_line(const Mix *mix)
{
    const Painter *painter = mix->all->painter;
    const Trace *trace = painter->view->trace;
    Arena *arena = mix->maths.arena;
    int heads = trace->config.heads, E = trace->config.embed;
    if (mix->rows * (float)E < (float)mix->lit + 0.5f || !self_learned(painter->view, SELF_OUTPUT_W))
        return;
    double *given = ARENA_ARRAY(arena, double, (size_t)heads);
    double sum = (double)trace_self(trace)->output[mix->word * E + mix->lit];
    for (int head = 0; head < heads; head++)
        given[head] =
            value_number(&mix->maths, (Value){VALUE_SELF_SHARE, head, mix->word, mix->lit, self_part(painter->view)});
    int closes = addends_decimals(given, heads, sum), decimals = closes ? closes : 2;
    const char *text = arena_printf(arena, kit_said(painter, W_ROW_OF_MIX), mix->lit + 1);
    for (int head = 0; head < heads; head++)
        text = arena_printf(arena, "%s   %s", text,
                            arena_printf(arena, kit_said(painter, W_HEAD_GIVES), head + 1,
                                         number_text(arena, given[head], decimals, false)));
    text = arena_printf(arena, "%s   %s", text,
                        arena_printf(arena, kit_said(painter, W_TOGETHER), closes ? "" : "≈ ",
                                     number_text(arena, sum, decimals, false)));
    MathStyle style = {painter->theme, TYPE_BODY, painter->theme->text[ROLE_INK]};
    Point at = {mix->w.x, mix->w.y + mix->w.h + (mix->captions ? 44 : 26)};
    math_fit(painter->list, style, at, mix->right - at.x, 0.62f, text);
}

static void draw_mix(const Heads *all, Box box)
{
    const Painter *painter = all->painter;
    const Trace *trace = painter->view->trace;
    int E = trace->config.embed, columns = self_has_block(painter->view) ? 6 : 3;
    Mix mix = {.all = all, .maths = kit_maths(painter, trace), .word = all->row < 0 ? 0 : all->row};
    float done = fminf(1, fmaxf(0, all->place.summed - (float)mix.word)), left = box.w >= 800 ? 90 : 44;
    mix.strips = ease_phase(done, 0, 0.3f), mix.rows = ease_phase(done, 0.3f, 0.8f),
    mix.state = ease_phase(done, 0.8f, 1);
    float joints = 6 * (float)(trace->config.heads - 1), arrow = 44;
    mix.cell = fminf(CELL_MOST, ((box.w - left) * (columns > 3 ? 0.42f : 0.5f) - joints) / (float)E);
    mix.w.w = mix.cell * (float)E + joints;
    mix.pitch = fminf(112, (box.w - left - mix.w.w - arrow) / (float)columns);
    mix.captions = mix.pitch >= 84 && columns == 3 && box.h >= 200;
    float top = NAMES_H + STRIP_H + 14, foot = LINE_H + (mix.captions ? CAPTION_H : 0),
          used = left + mix.w.w + arrow + mix.pitch * (float)columns;
    mix.w.h = fminf(ROW_MOST * (float)E, box.h - top - foot);
    mix.w.x = box.x + left + fmaxf(0, (box.w - used) / 2);
    mix.w.y = box.y + top + fmaxf(0, (box.h - top - foot - mix.w.h) * 0.25f);
    mix.columns_x = mix.w.x + mix.w.w + arrow;
    mix.right = box.x + box.w;
    mix.lit = lit_number(all, trace_self(trace)->output + (size_t)mix.word * (size_t)E);
    if (mix.rows > 0 && mix.rows < 1)
        mix.lit = (int)fminf((float)E - 1, mix.rows * (float)E);
    draw_parts(&mix);
    float y = mix.w.y + mix.w.h * ((float)mix.lit + 0.5f) / (float)E;
    drawlist_arrow(painter->list, (Point){mix.w.x + mix.w.w + 8, y}, (Point){mix.columns_x - 8, y}, 6,
                   painter->theme->text[ROLE_CONTEXT], 1.8f);
    draw_vectors(&mix);
    draw_line(&mix);
}

void self_draw_heads(const Painter *painter, const Scope *scope, Box box)
{
    Heads all = {painter, self_place(painter->view, scope), -1, 0};
    all.row = self_lit_row(painter, all.place);
    all.grown = all.row < 0 ? 0 : fminf(1, fmaxf(0, all.place.weighed - (float)all.row));
    float sentence = box.h >= 520 ? SENTENCE_H : 0,
          lens = fmaxf(LENS_LEAST, fminf(LENS_MOST, (box.h - sentence) * 0.42f));
    Box lenses = {box.x, box.y, box.w, lens};
    draw_lenses(&all, lenses, sentence > 0 ? box.y + lens + 34 : 0);
    if (sentence > 0)
        draw_sentence(&all, (Box){box.x, box.y + lens + 34, box.w, SENTENCE_H - 34});
    float y = box.y + lens + sentence + 18;
    draw_mix(&all, (Box){box.x, y, box.w, box.y + box.h - y});
}
