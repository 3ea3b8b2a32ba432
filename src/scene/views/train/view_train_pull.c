/* The look `step`: what the error of a word sends back, to the source words and their scores, and to one weight. */
#include "scene/views/train/train_words.h"
#include "scene/views/train/view_train_step.h"
#include "scene/views/variant_bar.h"

#include <math.h>

enum { NARROW = 320, WORD_H = 30, CELLS_MOST = 7, NUMBER_LEAST = 46 };

/* ---- the source words ---- */

typedef struct Pulls {
    Box plot;
    float zero, scale; /* px down from the top for 0; px for a slope of 1 */
    double mean;
    const Real *slopes, *pulls, *alphas; /* [n] of the step */
} Pulls;

static Pulls lay_pulls(const OneStep *step, Box box)
{
    size_t at = area(step->step, step->n);
    Pulls out = {{box.x + 22, box.y + 44, box.w - 22, box.h - 44 - WORD_H - 76},
                 0,
                 0,
                 one_step_pull_mean(step),
                 step->slopes + at,
                 step->pulls + at,
                 step->now.alphas + at};
    float low = fminf(0, (float)out.mean), high = fmaxf(0, (float)out.mean);
    for (int j = 0; j < step->n; j++) { /* in float: on doubles gcc 12 for ARM ends with an internal error */
        low = fminf(low, out.slopes[j]);
        high = fmaxf(high, out.slopes[j]);
    }
    float room = out.plot.h - 36; /* for a number at both ends */
    out.scale = high > low ? room / (high - low) : 1;
    out.zero = out.plot.y + 18 + out.scale * high;
    return out;
}

static void draw_pull(const Painter *painter, const OneStep *step, const Pulls *pulls, int j)
{
    const Theme *theme = painter->theme;
    float pitch = pulls->plot.w / (float)step->n, w = fmaxf(1.5f, (pitch - 6) * (float)pulls->alphas[j]);
    float middle = pulls->plot.x + pitch * ((float)j + 0.5f);
    float mean = pulls->zero - pulls->scale * (float)pulls->mean,
          end = pulls->zero - pulls->scale * (float)pulls->slopes[j];
    bool up = end < mean, picked = j == step->word;
    Box bar = {middle - w / 2, fminf(mean, end), w, fmaxf(1, fabsf(end - mean))};
    Color fill = color_signed(theme, up ? 0.6f : -0.6f, 1);
    drawlist_box(painter->list, bar, 3, paint_fill(fill));
    TextStyle style = picked ? style_bold(theme, TYPE_SMALL, ROLE_INK) : style_plain(theme, TYPE_SMALL, ROLE_INK);
    if (pitch >= NUMBER_LEAST) {
        Box slope = {middle - 27, up ? bar.y - 18 : bar.y + bar.h + 1, 54, 16};
        step_opens(painter, slope, VALUE_D_WEIGHT, j);
        kit_text(painter, style, slope, ALIGN_CENTER, step_number(painter, (double)pulls->slopes[j], 3, true));
    }
    if (w >= NUMBER_LEAST && bar.h >= 18) {
        step_opens(painter, bar, VALUE_D_SCORE, j);
        TextStyle on = style_bold(theme, TYPE_SMALL, ROLE_INK);
        on.color = color_on(fill);
        kit_text(painter, on, bar, ALIGN_CENTER, step_number(painter, (double)pulls->pulls[j], 3, true));
    }
    Box chip = {middle - fminf(pitch - 4, 96) / 2, pulls->plot.y + pulls->plot.h + 6, fminf(pitch - 4, 96), WORD_H};
    Target target = target_at(TARGET_CONTROL, STEP_SOURCE, j, 0);
    kit_chip(painter, chip, step->fed->source[j], ROLE_CONTEXT, picked || kit_pointed(painter, target), 1, 1, picked);
    kit_press(painter, chip, 8, target, step->fed->source[j]);
    if (pitch < NUMBER_LEAST)
        return;
    Box weight = {middle - 27, chip.y + WORD_H + 2, 54, 18};
    step_opens(painter, weight, VALUE_WEIGHT, j);
    kit_text(painter, style_bold(theme, TYPE_SMALL, ROLE_CONTEXT), weight, ALIGN_CENTER,
             step_number(painter, (double)pulls->alphas[j], 4, false));
}

static void draw_average(const Painter *painter, const Pulls *pulls)
{
    const Theme *theme = painter->theme;
    float mean = pulls->zero - pulls->scale * (float)pulls->mean, left = pulls->plot.x, right = left + pulls->plot.w;
    kit_line(painter, (Point){left, pulls->zero}, (Point){right, pulls->zero}, theme->hairline, 1.5f);
    kit_text(painter, style_plain(theme, TYPE_SMALL, ROLE_MUTED), (Box){left - 22, pulls->zero - 9, 16, 18},
             ALIGN_RIGHT, "0");
    drawlist_segment(painter->list, (Point){left, mean}, (Point){right, mean},
                     paint_dashed(theme->text[ROLE_INK], 1.5f, 4, 3));
}

void step_pulls_draw(const Painter *painter, const OneStep *step, Box box)
{
    const Theme *theme = painter->theme;
    Arena *arena = &painter->list->arena;
    TextStyle small = style_plain(theme, TYPE_SMALL, ROLE_MUTED);
    if (!step->pulls) {
        bool several = config_is_transformer(&painter->view->trace->config);
        look_paragraph(painter, style_plain(theme, TYPE_BODY, ROLE_MUTED), box,
                       kit_said(painter, several ? W_STEP_MANY_SCORES : W_STEP_NO_SCORES));
        return;
    }
    Pulls pulls = lay_pulls(step, box);
    const char *what = kit_said(painter, W_STEP_WIDTH_HEIGHT);
    kit_text(painter, kit_shrunk(painter, small, box.w, what), (Box){box.x, box.y - 4, box.w, 18}, ALIGN_LEFT, what);
    const char *mean =
        arena_printf(arena, kit_said(painter, W_STEP_AVERAGE), step_number(painter, pulls.mean, 3, true));
    float used =
        kit_text_at(painter, style_bold(theme, TYPE_SMALL, ROLE_INK), (Point){box.x, box.y + 30}, ALIGN_LEFT, mean);
    const char *below = kit_said(painter, W_STEP_BELOW);
    TextStyle orange = style_bold(theme, TYPE_SMALL, ROLE_CONTEXT);
    kit_text_at(painter, kit_shrunk(painter, orange, box.w - used - 16, below), (Point){box.x + box.w, box.y + 30},
                ALIGN_RIGHT, below);
    draw_average(painter, &pulls);
    for (int j = 0; j < step->n; j++)
        draw_pull(painter, step, &pulls, j);
    int j = step->word;
    const char *term = arena_printf(
        arena, kit_said(painter, W_STEP_PULL), step->fed->source[j],
        step_number(painter, (double)pulls.alphas[j], 4, false), step_number(painter, (double)pulls.slopes[j], 3, true),
        step_number(painter, pulls.mean, 3, true), step_number(painter, (double)pulls.pulls[j], 3, true));
    const char *sum = kit_said(painter, W_STEP_PULLS_SUM);
    TextStyle style = style_plain(theme, TYPE_BODY, ROLE_INK);
    style = kit_shrunk(painter, style, box.w, term);
    float wide = fminf(box.w, kit_width(painter, style, term));
    step_opens(painter, (Box){box.x - 4, box.y + box.h - 38, wide + 8, 21}, VALUE_D_SCORE, j);
    kit_text_at(painter, style, (Point){box.x, box.y + box.h - 22}, ALIGN_LEFT, term);
    small = kit_shrunk(painter, small, box.w, sum);
    if (kit_width(painter, small, sum) <= box.w)
        kit_text_at(painter, small, (Point){box.x, box.y + box.h - 2}, ALIGN_LEFT, sum);
}

/* ---- one weight ---- */

typedef struct Crop {
    Point at;   /* of its first cell */
    float cell; /* px */
    int first_row, first_column, rows, columns;
} Crop;

static int first_of(int chosen, int shown, int all)
{
    int first = chosen - shown / 2;
    return first < 0 ? 0 : first > all - shown ? all - shown : first;
}

static Crop lay_crop(const StepCell *cell, Box box)
{
    Crop crop = {.rows = cell->reads.outputs < CELLS_MOST ? cell->reads.outputs : CELLS_MOST,
                 .columns = cell->reads.inputs < CELLS_MOST ? cell->reads.inputs : CELLS_MOST};
    crop.first_row = first_of(cell->reads.row, crop.rows, cell->reads.outputs);
    crop.first_column = first_of(cell->reads.column, crop.columns, cell->reads.inputs);
    crop.cell = fminf((box.w - 52) / CELLS_MOST, (box.h - 96) / CELLS_MOST);
    crop.at = (Point){box.x + 52, box.y + 52};
    return crop;
}

static void draw_cell(const Painter *painter, Box box, float value, float extent)
{
    drawlist_box(painter->list, box_inset(box, 1, 1), 3, paint_fill(kit_cell_color(painter->theme, value, extent, 1)));
}

static void draw_product(const Painter *painter, const StepCell *cell, const Crop *crop, const GradientRead *read)
{
    const Theme *theme = painter->theme;
    float extent = values_extent(read->errors, cell->reads.outputs) * values_extent(read->inputs, cell->reads.inputs);
    for (int i = 0; i < crop->rows; i++)
        for (int k = 0; k < crop->columns; k++) {
            int row = crop->first_row + i, column = crop->first_column + k;
            Box box = {crop->at.x + crop->cell * (float)k, crop->at.y + crop->cell * (float)i, crop->cell, crop->cell};
            Target target = target_at(TARGET_CONTROL, STEP_CELL, row, column);
            draw_cell(painter, box, read->errors[row] * read->inputs[column], extent);
            if (row == cell->reads.row && column == cell->reads.column)
                drawlist_box(painter->list, box, 4, paint_stroke(theme->text[ROLE_INK], 2.5f));
            kit_press(painter, box, 4, target, arena_printf(&painter->list->arena, "%d, %d", row + 1, column + 1));
        }
}

static void draw_sides(const Painter *painter, const StepCell *cell, const Crop *crop, const GradientRead *read)
{
    const Theme *theme = painter->theme;
    float high = crop->cell * (float)crop->rows, wide = crop->cell * (float)crop->columns;
    float thick = fminf(18, crop->cell);
    Box top = {crop->at.x, crop->at.y - thick - 10, wide, thick},
        left = {crop->at.x - thick - 10, crop->at.y, thick, high};
    float inputs = values_extent(read->inputs, cell->reads.inputs),
          errors = values_extent(read->errors, cell->reads.outputs);
    for (int k = 0; k < crop->columns; k++)
        draw_cell(painter, (Box){top.x + crop->cell * (float)k, top.y, crop->cell, thick},
                  read->inputs[crop->first_column + k], inputs);
    for (int i = 0; i < crop->rows; i++)
        draw_cell(painter, (Box){left.x, left.y + crop->cell * (float)i, thick, crop->cell},
                  read->errors[crop->first_row + i], errors);
    drawlist_box(painter->list, box_inset(top, -3, -3), 5, paint_stroke(theme->fill[ROLE_DECODER], 1.5f));
    drawlist_box(painter->list, box_inset(left, -3, -3), 5, paint_stroke(theme->fill[ROLE_QUERY], 1.5f));
    kit_text(painter, style_bold(theme, TYPE_SMALL, ROLE_DECODER), (Box){top.x - 6, top.y - 22, wide + 12, 16},
             ALIGN_CENTER, kit_said(painter, W_STEP_INPUT));
    drawlist_text_turned(painter->list, style_bold(theme, TYPE_SMALL, ROLE_QUERY),
                         (Point){left.x - 10, left.y + high / 2}, -1.5708f, ALIGN_CENTER,
                         slice_of(kit_said(painter, W_STEP_ROW_ERROR)));
}

typedef struct Ledger {
    const Painter *painter;
    float x, right, y, pitch;
    int read; /* of the step that is looked at */
} Ledger;

/* `opens`: what kind of value the number is, VALUE_NONE: it is of none. */
static void add_line(Ledger *ledger, const char *name, const char *value, Role role, bool strong, ValueKind opens)
{
    const Theme *theme = ledger->painter->theme;
    TextStyle plain = style_plain(theme, TYPE_SMALL + 0.5f, strong ? ROLE_INK : ROLE_MUTED),
              bold = style_bold(theme, TYPE_SMALL + 0.5f, role);
    if (strong)
        plain = style_bold(theme, TYPE_SMALL + 0.5f, ROLE_INK);
    float valued = kit_width(ledger->painter, strong ? bold : style_plain(theme, TYPE_SMALL + 0.5f, role), value);
    Box box = {ledger->right - valued - 4, ledger->y - 13, valued + 8, fminf(18, ledger->pitch)};
    step_opens(ledger->painter, box, opens, ledger->read);
    kit_text_at(ledger->painter, kit_shrunk(ledger->painter, plain, ledger->right - ledger->x - valued - 8, name),
                (Point){ledger->x, ledger->y}, ALIGN_LEFT, name);
    kit_text_at(ledger->painter, strong ? bold : style_plain(theme, TYPE_SMALL + 0.5f, role),
                (Point){ledger->right, ledger->y}, ALIGN_RIGHT, value);
    ledger->y += ledger->pitch;
}

static void add_rule(Ledger *ledger)
{
    float y = ledger->y - ledger->pitch + 6;
    kit_line(ledger->painter, (Point){ledger->x, y}, (Point){ledger->right, y}, ledger->painter->theme->hairline, 1.5f);
    ledger->y += 3;
}

enum { READS_MOST = 4 };

static double rounded(double value, int decimals)
{
    double unit = pow(10, -decimals);
    return round(value / unit) * unit;
}

/* From `least` on so many that the printed numbers add up to the printed sum; two more at most. */
static int closing_decimals(const double *values, int count, double sum, int least)
{
    for (int decimals = least; decimals < least + 3; decimals++) {
        double printed = 0;
        for (int i = 0; i < count; i++)
            printed += rounded(values[i], decimals);
        if (fabs(printed - rounded(sum, decimals)) < 0.5 * pow(10, -decimals))
            return decimals;
    }
    return least;
}

/* What the ledger tells of the reads: that of the step, the first others, and the rest together. Returns how many. */
static int list_reads(const OneStep *step, double values[READS_MOST + 1])
{
    const StepCell *cell = &step->cell;
    int count = 0;
    values[count++] = one_step_read(step, cell->read);
    for (int k = 0; k < cell->reads.count; k++) {
        if (k == cell->read)
            continue;
        if (count <= READS_MOST)
            values[count++] = one_step_read(step, k);
        else
            values[READS_MOST] += one_step_read(step, k);
    }
    return count;
}

/* The reads but for the one that is looked at. */
static void add_reads(Ledger *ledger, const OneStep *step, const double *values, int count, int decimals)
{
    const Painter *painter = ledger->painter;
    const StepCell *cell = &step->cell;
    for (int i = 1, k = 0; i < count; i++, k++) {
        k += k == cell->read;
        bool rest = i == READS_MOST && cell->reads.count > READS_MOST + 1;
        const char *name =
            rest ? kit_said(painter, W_STEP_OTHER_STEPS)
                 : arena_printf(&painter->list->arena, kit_said(painter, W_STEP_NUMBER), cell->reads.list[k].place + 1);
        add_line(ledger, name, step_number(painter, values[i], decimals, true), ROLE_INK, false, VALUE_D_PARAM);
    }
}

static void draw_ledger(const Painter *painter, const OneStep *step, Box box)
{
    const StepCell *cell = &step->cell;
    const GradientRead *read = &cell->reads.list[cell->read];
    Arena *arena = &painter->list->arena;
    double error = (double)read->errors[cell->reads.row], input = (double)read->inputs[cell->reads.column];
    double moved = -step->after.rate * cell->gradient, reads[READS_MOST + 1];
    int count = list_reads(step, reads);
    int decimals = step_decimals(fmax(fmax(fabs(error), fabs(reads[0])), fabs(cell->gradient)));
    decimals = closing_decimals(reads, count, cell->gradient, decimals);
    int weights = step_decimals(fmin(fabs(cell->before), fabs(moved) * 10));
    weights = closing_decimals((const double[]){cell->before, moved}, 2, cell->before + moved, weights);
    int lines = 8 + count - 1;
    Ledger ledger = {painter, box.x, box.x + box.w, box.y + 12, fminf(22, (box.h - 62) / (float)lines), cell->read};
    kit_heading(painter, (Point){ledger.x, ledger.y}, ROLE_MUTED, 1, kit_said(painter, W_STEP_GRADIENT));
    ledger.y += ledger.pitch;
    add_line(&ledger, kit_said(painter, W_STEP_ROWS_ERROR), step_number(painter, error, decimals, true), ROLE_INK,
             false, VALUE_ROW_ERROR);
    add_line(&ledger, kit_said(painter, W_STEP_TIMES_INPUT), step_number(painter, input, 4, true), ROLE_INK, false,
             VALUE_ROW_INPUT);
    add_rule(&ledger);
    add_line(&ledger, arena_printf(arena, kit_said(painter, W_STEP_NUMBER), read->place + 1),
             step_number(painter, reads[0], decimals, true), ROLE_INK, true, VALUE_D_PARAM);
    add_reads(&ledger, step, reads, count, decimals);
    add_rule(&ledger);
    add_line(&ledger, kit_said(painter, W_STEP_TOGETHER), step_number(painter, cell->gradient, decimals, true),
             ROLE_CONTEXT, true, VALUE_D_PARAM);
    ledger.y += 10;
    kit_heading(painter, (Point){ledger.x, ledger.y}, ROLE_MUTED, 1, kit_said(painter, W_STEP_WEIGHT));
    ledger.y += ledger.pitch;
    add_line(&ledger, kit_said(painter, W_STEP_BEFORE), step_number(painter, cell->before, weights, true), ROLE_INK,
             false, VALUE_PARAM);
    add_line(&ledger,
             arena_printf(arena, kit_said(painter, W_STEP_TIMES_RATE), step_rate_text(painter, step->after.rate)),
             step_number(painter, moved, weights, true), ROLE_INK, false, VALUE_D_PARAM);
    add_rule(&ledger);
    add_line(&ledger, kit_said(painter, W_STEP_AFTER), step_number(painter, cell->before + moved, weights, true),
             ROLE_ENCODER, true, VALUE_NONE);
}

/* "row's error -0.0082 = +0.0011 mouse - 0.0058 chase - 0.0035 cat": who sent it back. */
static void draw_sent(const Painter *painter, const OneStep *step, Point at, float width)
{
    Arena *arena = &painter->list->arena;
    const StepCell *cell = &step->cell;
    double error = (double)cell->reads.list[cell->read].errors[cell->reads.row];
    double *sent = ARENA_ARRAY(arena, double, (size_t)step->n);
    const char *text = "";
    for (int j = 0; j < step->n; j++)
        sent[j] = (double)cell->sent[j];
    int decimals = closing_decimals(sent, step->n, error, step_decimals(fabs(error)));
    for (int j = 0; j < step->n; j++)
        text = arena_printf(arena, "%s%s%s %s", text, j ? "  " : "", step_number(painter, sent[j], decimals, true),
                            step->fed->source[j]);
    text = arena_printf(arena, kit_said(painter, W_STEP_SENT), step_number(painter, error, decimals, true), text);
    TextStyle small = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    float wide = kit_width(painter, small, text);
    if (wide > width)
        return;
    step_opens(painter, (Box){at.x - 4, at.y - 14, wide + 8, 19}, VALUE_ROW_ERROR, cell->read);
    kit_text_at(painter, small, at, ALIGN_LEFT, text);
}

void step_weight_draw(const Painter *painter, const OneStep *step, Box box)
{
    const StepCell *cell = &step->cell;
    if (cell->read < 0)
        return;
    const GradientRead *read = &cell->reads.list[cell->read];
    const Param *param = &step->model->table.items[cell->param];
    Box left = {box.x, box.y, box.w * (box.w < NARROW ? 0.45f : 0.56f), box.h};
    Crop crop = lay_crop(cell, left);
    draw_product(painter, cell, &crop, read);
    draw_sides(painter, cell, &crop, read);
    const char *what = arena_printf(&painter->list->arena, kit_said(painter, W_STEP_CROP), crop.rows, crop.columns,
                                    cell->reads.outputs, cell->reads.inputs);
    Point at = {crop.at.x, crop.at.y + crop.cell * (float)crop.rows + 18};
    TextStyle small = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    float used = kit_math(painter, TYPE_BODY, ROLE_MUTED, 1, at, ALIGN_LEFT, param->symbol) + 8;
    float room = left.x + left.w - at.x - used;
    small = kit_shrunk(painter, small, room, what);
    if (kit_width(painter, small, what) <= room)
        kit_text_at(painter, small, (Point){at.x + used, at.y}, ALIGN_LEFT, what);
    if (cell->sent)
        draw_sent(painter, step, (Point){box.x, box.y + box.h}, box.w);
    draw_ledger(painter, step, (Box){left.x + left.w + 14, box.y, box.w - left.w - 14, box.h});
}
