/* The look `step`: its four panels, and in the first one the wanted words, the chances of all words, and p - y. */
#include "scene/views/train/view_train_step.h"

#include "scene/kit/glossed.h"
#include "scene/kit/pan.h"
#include "scene/views/train/train_words.h"
#include "scene/views/train/view_train.h"
#include "scene/views/variant_bar.h"
#include "scene/window/panels.h"
#include "words/explain_words.h"

#include <math.h>

enum {
    PANEL_GAP = 16,
    GLOSSED_LEAST = 30,
    TITLE_H = 34,
    PANEL_PAD = 16,
    PANEL_LEAST = 276,
    PANEL_TALL = 300,
    TWO_COLUMNS = 640,
    ROWS_MOST = 6
};

static double wanted_chance(const OneStep *step)
{
    return (double)step->fed->steps[step->step].step.probabilities[step->wanted[step->step]];
}

/* ---- the words of both sides ---- */

/* In one line, or where chips would be too narrow in two; w: of a chip. */
typedef struct WordRows {
    float w, gap, arrow;
    bool two;
} WordRows;

enum { CHIP_H = 30, CHIP_LEAST = 38, ARROW_W = 24 };

static WordRows lay_words(const OneStep *step, float width)
{
    int count = step->n + step->steps;
    WordRows rows = {.gap = count > 12 ? 3 : 6};
    rows.w = (width - ARROW_W - rows.gap * (float)count) / (float)count;
    rows.two = rows.w < CHIP_LEAST;
    count = step->n > step->steps ? step->n : step->steps;
    if (rows.two)
        rows.w = (width - ARROW_W - rows.gap * (float)count) / (float)count;
    rows.w = fminf(rows.w, 76);
    return rows;
}

static float words_height(const OneStep *step, float width)
{
    return CHIP_H + 22 + (lay_words(step, width).two ? CHIP_H + 6 : 0);
}

static void draw_wanted(const Painter *painter, const OneStep *step, int t, Box box)
{
    const Theme *theme = painter->theme;
    bool looked = t == step->step;
    const char *word = step_wanted_word(step, t), *what = kit_said(painter, looked ? W_STEP_WANTED : W_STEP_FED);
    Target target = target_at(TARGET_CONTROL, STEP_WORD, t, 0);
    kit_chip(painter, box, word, ROLE_OUTPUT, looked || kit_pointed(painter, target), 1, 1, looked);
    kit_press(painter, box, 8, target, kit_word_name(painter, word));
    TextStyle under = looked ? style_bold(theme, TYPE_SMALL, ROLE_OUTPUT) : style_plain(theme, TYPE_SMALL, ROLE_MUTED);
    if (looked || (t < step->step && kit_width(painter, under, what) <= box.w))
        kit_text(painter, kit_shrunk(painter, under, box.w, what), (Box){box.x, box.y + box.h + 3, box.w, 16},
                 ALIGN_CENTER, what);
}

static void draw_words(const Painter *painter, const OneStep *step, Box box)
{
    WordRows rows = lay_words(step, box.w);
    float x = box.x, y = box.y;
    for (int j = 0; j < step->n; j++, x += rows.w + rows.gap)
        kit_chip(painter, (Box){x, y, rows.w, CHIP_H}, step->fed->source[j], ROLE_ENCODER, 0, 1, 1, false);
    if (rows.two) {
        x = box.x;
        y += CHIP_H + 6;
    }
    drawlist_arrow(painter->list, (Point){x, y + CHIP_H / 2.0f}, (Point){x + ARROW_W - 6, y + CHIP_H / 2.0f}, 6,
                   painter->theme->text[ROLE_MUTED], 1.5f);
    x += ARROW_W;
    for (int t = 0; t < step->steps; t++, x += rows.w + rows.gap)
        draw_wanted(painter, step, t, (Box){x, y, rows.w, CHIP_H});
}

/* ---- chances and errors ---- */

typedef struct ErrorRows {
    Box box;
    float pitch, word, gloss, bar, number, axis, unit; /* px: columns from the left of the box; of an error of 1 */
} ErrorRows;

static ErrorRows lay_rows(Box box, int rows)
{
    ErrorRows layout = {.box = box, .pitch = fminf(30, box.h / (float)rows)};
    layout.word = box.w * 0.24f;
    layout.bar = layout.word + 10;
    layout.number = box.w * 0.43f;
    layout.unit = box.w * 0.12f;
    layout.axis = box.w * 0.72f;
    return layout;
}

/* `id`: the word, -1: it stands for several. */
static void draw_row(const Painter *painter, const ErrorRows *rows, int row, int id, const char *word, double p,
                     double error, bool wanted)
{
    const Theme *theme = painter->theme;
    float y = rows->box.y + rows->pitch * (float)row, x = rows->box.x, high = fminf(18, rows->pitch - 6);
    float top = y + (rows->pitch - high) / 2, room = rows->number - rows->bar;
    TextStyle style = wanted ? style_bold(theme, TYPE_BODY, ROLE_INK) : style_plain(theme, TYPE_BODY, ROLE_INK);
    if (wanted)
        drawlist_box(painter->list, (Box){x - 6, y, rows->box.w + 12, rows->pitch}, 5,
                     paint_fill(theme->tint[ROLE_OUTPUT]));
    kit_text(painter, kit_shrunk(painter, style, rows->word, word), (Box){x, y, rows->word, rows->pitch}, ALIGN_RIGHT,
             word);
    if (rows->gloss > 0)
        kit_gloss(painter, TYPE_BODY, 1, (Point){x + rows->word + 7, y + rows->pitch / 2 + 4}, ALIGN_LEFT, word);
    drawlist_box(painter->list, (Box){x + rows->bar, top, room, high}, 4, kit_well(theme));
    if (p > 0.001)
        drawlist_box(painter->list, (Box){x + rows->bar, top, fmaxf(2, room * (float)p), high}, 4,
                     paint_fill(theme->fill[ROLE_OUTPUT]));
    Box number = {x + rows->number + 8, y, 48, rows->pitch};
    if (id >= 0)
        step_opens(painter, (Box){number.x - 3, y + 3, 44, rows->pitch - 6}, VALUE_PROBABILITY, id);
    kit_text(painter, style, number, ALIGN_LEFT, step_number(painter, p, 3, false));
    float axis = x + rows->axis, length = rows->unit * fabsf((float)error);
    drawlist_box(painter->list, (Box){error < 0 ? axis - length : axis, top, fmaxf(1, length), high}, 2,
                 paint_fill(color_signed(theme, (float)error, 1)));
    number = (Box){axis + (error > 0 ? length : 0) + 7, y, 62, rows->pitch};
    if (id >= 0)
        step_opens(painter, (Box){number.x - 3, y + 3, 52, rows->pitch - 6}, VALUE_D_LOGIT, id);
    kit_text(painter, style, number, ALIGN_LEFT, step_number(painter, error, 3, true));
}

/* The likeliest words, the wanted one among them; returns how many. */
static int list_rows(const OneStep *step, int words[ROWS_MOST])
{
    int wanted = step->wanted[step->step];
    int count = values_top(step->fed->steps[step->step].step.probabilities, step->words, ROWS_MOST, words);
    bool there = false;
    for (int i = 0; i < count; i++)
        there = there || words[i] == wanted;
    if (!there)
        words[count - 1] = wanted;
    return count;
}

static void draw_errors(const Painter *painter, const OneStep *step, Box box)
{
    const Theme *theme = painter->theme;
    const Real *p = step->fed->steps[step->step].step.probabilities,
               *errors = step->errors + area(step->step, step->words);
    int words[ROWS_MOST], count = list_rows(step, words);
    ErrorRows rows = lay_rows((Box){box.x, box.y + 20, box.w, box.h - 20}, count + 1);
    for (int i = 0; i < count; i++)
        rows.gloss = fmaxf(rows.gloss, kit_gloss_width(painter, TYPE_BODY, vocab_word(&step->model->target, words[i])));
    if (rows.gloss + 7 + GLOSSED_LEAST > rows.word) /* no room for what words mean */
        rows.gloss = 0;
    rows.word -= rows.gloss > 0 ? rows.gloss + 7 : 0;
    double rest_p = 1, rest_error = 0;
    TextStyle small = style_plain(theme, TYPE_SMALL, ROLE_MUTED), pink = style_plain(theme, TYPE_SMALL, ROLE_OUTPUT);
    float used = kit_math(painter, TYPE_BODY, ROLE_MUTED, 1, (Point){box.x + rows.bar, box.y + 12}, ALIGN_LEFT, "p");
    kit_text_at(painter, small, (Point){box.x + rows.bar + used + 6, box.y + 12}, ALIGN_LEFT,
                kit_said(painter, W_STEP_ITS_CHANCE));
    used = kit_text_at(painter, pink, (Point){box.x + rows.axis - rows.unit, box.y + 12}, ALIGN_LEFT,
                       kit_said(painter, W_STEP_ERROR));
    kit_math(painter, TYPE_BODY, ROLE_OUTPUT, 1, (Point){box.x + rows.axis - rows.unit + used + 6, box.y + 12},
             ALIGN_LEFT, "p − y");
    for (int i = 0; i < count; i++) {
        draw_row(painter, &rows, i, words[i], vocab_word(&step->model->target, words[i]), (double)p[words[i]],
                 (double)errors[words[i]], words[i] == step->wanted[step->step]);
        rest_p -= (double)p[words[i]];
        rest_error -= (double)errors[words[i]];
    }
    draw_row(painter, &rows, count, -1, kit_said(painter, W_STEP_OTHERS), fmax(rest_p, 0), rest_error, false);
    float axis = box.x + rows.axis;
    kit_line(painter, (Point){axis, rows.box.y}, (Point){axis, rows.box.y + rows.pitch * (float)(count + 1)},
             theme->text[ROLE_MUTED], 1);
}

/* "1.1 + 3.0 + 1.8 + 0.2 = 6.1" */
static const char *sum_of_losses(const Painter *painter, const OneStep *step)
{
    Arena *arena = &painter->list->arena;
    const char *text = "";
    for (int t = 0; t < step->steps; t++)
        text = arena_printf(arena, "%s%s%s", text, t ? " + " : "",
                            step_number(painter, (double)step->losses[t], 2, false));
    return arena_printf(arena, "%s = %s", text, step_number(painter, step->loss, 2, false));
}

static void draw_loss(const Painter *painter, const OneStep *step, Point at, float width)
{
    Arena *arena = &painter->list->arena;
    TextStyle style = style_plain(painter->theme, TYPE_BODY, ROLE_INK),
              small = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    const char *own =
        arena_printf(arena, kit_said(painter, W_STEP_LOSS_OF_WORD), step_number(painter, wanted_chance(step), 3, false),
                     step_number(painter, (double)step->losses[step->step], 2, false));
    const char *all =
        arena_printf(arena, kit_said(painter, W_STEP_LOSS_OF_ALL), step->steps, sum_of_losses(painter, step));
    if (kit_width(painter, style, all) > width)
        all = arena_printf(arena, kit_said(painter, W_STEP_LOSS_OF_ALL), step->steps,
                           step_number(painter, step->loss, 2, false));
    const char *sum = kit_said(painter, W_STEP_SUM_TO_0);
    TextStyle fitted = kit_shrunk(painter, style, width, own);
    step_opens(painter, (Box){at.x - 4, at.y - 16, fminf(width, kit_width(painter, fitted, own)) + 8, 21}, VALUE_LOSS,
               0);
    float used = kit_text_at(painter, fitted, at, ALIGN_LEFT, own);
    if (used + 24 + kit_width(painter, small, sum) < width)
        kit_text_at(painter, small, (Point){at.x + width, at.y}, ALIGN_RIGHT, sum);
    kit_text_at(painter, style, (Point){at.x, at.y + 22}, ALIGN_LEFT, all);
}

static void draw_first(const Painter *painter, const OneStep *step, Box box)
{
    draw_words(painter, step, box);
    float top = box.y + words_height(step, box.w) + 4, under = box.y + box.h - 28;
    draw_errors(painter, step, (Box){box.x, top, box.w, under - 20 - top});
    draw_loss(painter, step, (Point){box.x, under}, box.w);
}

/* ---- the panels ---- */

static const char *title_of(const Painter *painter, const OneStep *step, int panel)
{
    Arena *arena = &painter->list->arena;
    size_t weights = 0;
    for (int i = 0; i < step->model->table.count; i++)
        weights += param_size(&step->model->table.items[i]);
    if (panel == 0)
        return arena_printf(arena, kit_said(painter, W_STEP_TITLE_1), step_wanted_word(step, step->step),
                            step_number(painter, wanted_chance(step), 3, false));
    if (panel == 2)
        return arena_printf(arena, kit_said(painter, W_STEP_TITLE_3), arena_printf(arena, "%zu", weights));
    return kit_said(painter, panel == 1 ? W_STEP_TITLE_2 : W_STEP_TITLE_4);
}

/* The ground, and its sentence under it with its number; returns what is inside. */
static Box draw_panel(const Painter *painter, const OneStep *step, int panel, Box box)
{
    const Theme *theme = painter->theme;
    Box ground = {box.x, box.y, box.w, box.h - TITLE_H};
    drawlist_box(painter->list, ground, 12, paint_fill_stroke(theme->panel, theme->hairline, 1.5f));
    Point at = {box.x + 22, box.y + box.h - TITLE_H / 2 + 1};
    drawlist_box(painter->list, (Box){at.x - 11, at.y - 11, 22, 22}, 11, paint_fill(theme->text[ROLE_INK]));
    TextStyle number = style_bold(theme, TYPE_SMALL, ROLE_INK), style = style_plain(theme, TYPE_BODY, ROLE_INK);
    number.color = theme->panel;
    kit_text(painter, number, (Box){at.x - 11, at.y - 11, 22, 22}, ALIGN_CENTER,
             arena_printf(&painter->list->arena, "%d", panel + 1));
    const char *title = title_of(painter, step, panel);
    float width = box.w - 48;
    kit_text(painter, kit_shrunk(painter, style, width, title), (Box){at.x + 20, at.y - 12, width, 24}, ALIGN_LEFT,
             title);
    return box_inset(ground, PANEL_PAD, PANEL_PAD);
}

/* Everything in it is `scale` times as large. */
static void draw_scaled(const Painter *painter, const OneStep *step, int panel, Box box, float scale)
{
    static void (*const draws[])(const Painter *, const OneStep *, Box) = {draw_first, step_pulls_draw,
                                                                           step_weight_draw, step_rates_draw};
    if (scale == 1) {
        draws[panel](painter, step, draw_panel(painter, step, panel, box));
        return;
    }
    DrawList list = {0};
    Painter own = *painter;
    own.list = &list;
    drawlist_reset(&list, painter->list->type, box.w / scale, box.h / scale, painter->list->ground);
    drawlist_be_readable(&list, painter->theme);
    draws[panel](&own, step, draw_panel(&own, step, panel, (Box){0, 0, list.width, list.height}));
    drawlist_append_scaled(painter->list, &list, (Point){box.x, box.y}, scale);
    drawlist_finish(&list);
}

/* The panel that the card is about, from 0. */
static int panel_meant(const View *view)
{
    const StageSetting *stage = &lesson_card(view->lesson, view->card)->stage;
    return stage->present && stage->panel > 0 ? stage->panel - 1 : 0;
}

/* What has no room is dragged, from the panel that is meant. In front of people that one has all the room, and the
 * others are dragged into it. */
static void draw_panels(const Painter *painter, const OneStep *step, Box area)
{
    bool alone = window_presents(painter->view) && !painter->passive;
    int columns = area.w >= TWO_COLUMNS && !alone ? 2 : 1, rows = STAGE_PANELS / columns;
    float scale = alone ? fmaxf(1, fminf(area.h / (PANEL_LEAST + TITLE_H + CHIP_H), area.w / TWO_COLUMNS)) : 1;
    float width = (area.w - PANEL_GAP * (float)(columns - 1)) / (float)columns;
    float panel_least = (columns == 1 && !alone ? PANEL_TALL : PANEL_LEAST)
                        + words_height(step, width / scale - 2 * PANEL_PAD) - CHIP_H + TITLE_H - 16;
    float high = fmaxf(alone ? area.h : 0, panel_least * scale), least = (float)rows * high;
    Pan pan =
        pan_begin(painter, area, (Point){0, least}, (Point){0, high * (float)(panel_meant(painter->view) / columns)});
    float h = fmaxf(pan.whole.h, least) / (float)rows;
    for (int panel = 0; panel < STAGE_PANELS; panel++) {
        Box box = {pan.whole.x + (width + PANEL_GAP) * (float)(panel % columns),
                   pan.whole.y + h * (float)(panel / columns) + (alone ? 2 : 0), width, h - 6};
        draw_scaled(painter, step, panel, box, scale);
    }
    pan_end(painter, &pan);
}

void step_draw(const Painter *painter, Box stage)
{
    const View *view = painter->view;
    Box side = stage;
    side.w = scene_origin_open(view) && !window_upright(view) ? window_side(view) : 0;
    stage.w -= side.w;
    side.x += stage.w;
    Box rest = look_bar(painter, stage);
    if (view->step) {
        draw_panels(painter, view->step, rest);
        if (scene_origin_open(view))
            origin_draw(painter, side);
        return;
    }
    const char *problem = view->step_problem ? view->step_problem : kit_said(painter, W_STEP_NO_MODEL);
    look_paragraph(painter, style_plain(painter->theme, TYPE_BODY, ROLE_MUTED), rest,
                   arena_printf(&painter->list->arena, kit_said(painter, W_STEP_NONE), problem));
}

/* ---- the foot ---- */

void step_foot_draw(const Painter *painter, Box box)
{
    static const Word sources[] = {
        [WANTED_DATA] = W_STEP_FROM_DATA, [WANTED_LEARNED] = W_STEP_FROM_LEARNED, [WANTED_OWN] = W_STEP_FROM_OWN};
    const OneStep *step = painter->view->step;
    float pad = box.w < 1000 ? 16 : 26, x = box.x + pad, right = box.x + box.w - pad;
    kit_panel(painter, box, EDGE_TOP);
    if (!step)
        return;
    Arena *arena = &painter->list->arena;
    bool narrow = box.w < 600;
    kit_button(painter, (Box){x, box.y + 12, 150, 40}, kit_said(painter, W_STEP_TAKE),
               target_at(TARGET_CONTROL, STEP_TAKE, 0, 0), true);
    if (step->taken > 0)
        kit_button(painter, (Box){x + 162, box.y + 12, 130, 40}, kit_said(painter, W_STEP_RESTORE),
                   target_at(TARGET_CONTROL, STEP_RESTORE, 0, 0), false);
    const char *taken = step->taken > 0 ? arena_printf(arena, kit_said(painter, W_STEP_TAKEN), step->taken,
                                                       step_number(painter, step->at_first, 2, false),
                                                       step_number(painter, step->loss, 2, false))
                                        : "";
    const char *epoch = painter->view->step_look > 0 && painter->view->training
                            ? arena_printf(arena, kit_said(painter, W_STEP_OF_EPOCH),
                                           train_epoch(painter, painter->view->training, painter->view->step_look - 1))
                            : "";
    Point at = narrow ? (Point){x, box.y + 74} : (Point){x + 312, box.y + 28};
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    Paragraph lines = {style, at, right - at.x, 18, narrow ? 5 : 4, true};
    kit_paragraph(painter, &lines,
                  arena_printf(arena, "%s%s%s%s%s", taken, epoch, kit_said(painter, sources[step->from]),
                               kit_said(painter, W_PIECE_GAP), kit_said(painter, W_STEP_NOT_ADAM)));
}

const char *step_caption(const Painter *painter)
{
    const OneStep *step = painter->view->step;
    if (!step)
        return "";
    return arena_printf(&painter->list->arena, kit_said(painter, W_STEP_CAPTION), step_wanted_word(step, step->step),
                        step->step + 1, step_number(painter, wanted_chance(step), 3, false),
                        step_number(painter, step->loss, 2, false), step_number(painter, step->after.loss, 2, false),
                        step_rate_text(painter, step->after.rate));
}

char *step_describe(const View *view, Target target, Arena *arena)
{
    const OneStep *step = view->step;
    if (!step || target.kind != TARGET_CONTROL)
        return NULL;
    if (target.a == STEP_WORD && target.b < step->steps)
        return arena_printf(arena, said(view->language, W_STEP_HINT_WORD), target.b + 1,
                            step_wanted_word(step, target.b),
                            number_text(arena, (double)step->losses[target.b], 2, false));
    if (target.a == STEP_SOURCE && target.b < step->n && step->pulls) {
        size_t at = one_step_row(step) + (size_t)target.b;
        return arena_printf(arena, said(view->language, W_STEP_HINT_SOURCE), step->fed->source[target.b],
                            number_text(arena, (double)step->slopes[at], 3, true),
                            number_text(arena, (double)step->pulls[at], 3, true));
    }
    const StepCell *cell = &step->cell;
    Value number;
    if (scene_step_value(view, target, &number))
        return describe_at(view, number, arena);
    if (target.a == STEP_CELL && cell->read >= 0 && target.b < cell->reads.outputs && target.c >= cell->first
        && target.c < cell->first + cell->reads.inputs) {
        const GradientRead *read = &cell->reads.list[cell->read];
        double value = (double)read->errors[target.b] * (double)read->inputs[target.c - cell->first];
        return arena_printf(arena, said(view->language, W_STEP_HINT_CELL), target.b + 1, target.c + 1,
                            number_text(arena, value, step_decimals(fabs(value)), true));
    }
    return target.a == STEP_RATE ? arena_printf(arena, "%s", said(view->language, W_STEP_HINT_RATE)) : NULL;
}
