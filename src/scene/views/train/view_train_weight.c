/* The look `step`: one weight of any matrix, where its gradient comes from, and where the step moves it. */
#include "derive/name.h"
#include "derive/sent_back.h"
#include "scene/views/train/train_words.h"
#include "scene/views/train/view_train_step.h"

#include <math.h>

enum { NARROW = 320, CELLS_MOST = 7, TURN_W = 22 };

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
            Target target = target_at(TARGET_CONTROL, STEP_CELL, row, cell->first + column);
            draw_cell(painter, box, read->errors[row] * read->inputs[column], extent);
            if (row == cell->reads.row && column == cell->reads.column)
                drawlist_box(painter->list, box, 4, paint_stroke(theme->text[ROLE_INK], 2.5f));
            kit_press(painter, box, 4, target,
                      arena_printf(&painter->list->arena, "%d, %d", row + 1, cell->first + column + 1));
        }
}

/* "input s_1": the vector that the read multiplies. */
static void draw_input_name(const Painter *painter, const StepCell *cell, Box box)
{
    Maths maths = origin_maths(painter->view, &painter->list->arena);
    Value weight = {VALUE_PARAM, .place = cell->row, .index = cell->column, .part = cell->param}, error, input;
    bool there = sent_factors(&maths, weight, cell->read, cell->reads.list[cell->read].place, &error, &input)
                 && input.kind != VALUE_ROW_INPUT;
    TextStyle style = style_bold(painter->theme, TYPE_SMALL, ROLE_DECODER);
    const char *what = kit_said(painter, W_STEP_INPUT), *name = there ? vector_name(&maths, input) : "";
    MathStyle math = {painter->theme, TYPE_BODY, painter->theme->text[ROLE_DECODER]};
    float text = kit_width(painter, style, what), both = text + 7 + math_width(painter->list->type, math, name);
    there = there && both <= box.w;
    Point at = {box.x + (box.w - (there ? both : text)) / 2, box.y + 12};
    kit_text_at(painter, style, at, ALIGN_LEFT, what);
    if (there)
        math_draw(painter->list, math, (Point){at.x + text + 7, at.y}, ALIGN_LEFT, name);
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
    draw_input_name(painter, cell, (Box){top.x - 6, top.y - 22, wide + 12, 16});
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

/* "step 3", or what the source word is. */
static const char *read_name(const Painter *painter, const OneStep *step, int read)
{
    const StepCell *cell = &step->cell;
    int place = cell->reads.list[read].place;
    if (cell->of_words && place < step->fed->n && cell->reads.count > 1)
        return arena_printf(&painter->list->arena, kit_said(painter, W_STEP_AT_WORD), step->fed->source[place]);
    return cell->of_words || cell->reads.count > 1
               ? arena_printf(&painter->list->arena, kit_said(painter, W_STEP_NUMBER), place + 1)
               : kit_said(painter, W_STEP_ONCE);
}

/* The reads but for the one that is looked at. */
static void add_reads(Ledger *ledger, const OneStep *step, const double *values, int count, int decimals)
{
    const Painter *painter = ledger->painter;
    const StepCell *cell = &step->cell;
    for (int i = 1, k = 0; i < count; i++, k++) {
        k += k == cell->read;
        bool rest = i == READS_MOST && cell->reads.count > READS_MOST + 1;
        const char *name = rest ? kit_said(painter, cell->of_words ? W_STEP_OTHER_WORDS : W_STEP_OTHER_STEPS)
                                : read_name(painter, step, k);
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
    add_line(&ledger, kit_said(painter, W_STEP_ROWS_ERROR),
             step_number(painter, error, step_decimals(fabs(error)), true), ROLE_INK, false, VALUE_ROW_ERROR);
    add_line(&ledger, kit_said(painter, W_STEP_TIMES_INPUT), step_number(painter, input, 4, true), ROLE_INK, false,
             VALUE_ROW_INPUT);
    add_rule(&ledger);
    add_line(&ledger, read_name(painter, step, cell->read), step_number(painter, reads[0], decimals, true), ROLE_INK,
             true, VALUE_D_PARAM);
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

/* Which matrix it is, and what of it is shown; before it what goes to the others. */
static void draw_matrix(const Painter *painter, const OneStep *step, Point at, float width, const Crop *crop)
{
    const StepCell *cell = &step->cell;
    Maths maths = origin_maths(painter->view, &painter->list->arena);
    Box turn = {at.x - 2 * TURN_W - 4, at.y - 16, TURN_W, 22};
    step_turn(painter, turn, target_at(TARGET_CONTROL, STEP_MATRIX, -1, 0), -1, W_STEP_MATRIX_BEFORE);
    turn.x += TURN_W;
    step_turn(painter, turn, target_at(TARGET_CONTROL, STEP_MATRIX, 1, 0), 1, W_STEP_MATRIX_NEXT);
    const char *what = arena_printf(&painter->list->arena, kit_said(painter, W_STEP_CROP), crop->rows, crop->columns,
                                    cell->reads.outputs, cell->reads.inputs);
    const char *symbol = param_symbol(&maths, step->model->table.items[cell->param].name);
    TextStyle small = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    float used = kit_math(painter, TYPE_BODY, ROLE_MUTED, 1, at, ALIGN_LEFT, symbol) + 8;
    small = kit_shrunk(painter, small, width - used, what);
    if (kit_width(painter, small, what) <= width - used)
        kit_text_at(painter, small, (Point){at.x + used, at.y}, ALIGN_LEFT, what);
}

void step_weight_draw(const Painter *painter, const OneStep *step, Box box)
{
    const StepCell *cell = &step->cell;
    if (cell->read < 0)
        return;
    const GradientRead *read = &cell->reads.list[cell->read];
    Box left = {box.x, box.y, box.w * (box.w < NARROW ? 0.45f : 0.56f), box.h};
    Crop crop = lay_crop(cell, left);
    draw_product(painter, cell, &crop, read);
    draw_sides(painter, cell, &crop, read);
    draw_matrix(painter, step, (Point){crop.at.x, crop.at.y + crop.cell * (float)crop.rows + 18},
                left.x + left.w - crop.at.x, &crop);
    if (cell->sent)
        draw_sent(painter, step, (Point){box.x, box.y + box.h}, box.w);
    draw_ledger(painter, step, (Box){left.x + left.w + 14, box.y, box.w - left.w - 14, box.h});
}
