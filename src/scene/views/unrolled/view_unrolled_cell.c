/* The inside of a recurrent cell, one row for each entry of its state: what the gates keep of the old, what is added
 * of the new, what is shown. RNN, GRU and LSTM have the same columns in the same places. */
#include "scene/views/unrolled/view_unrolled_cell.h"

#include "base/clamp.h"
#include "derive/line.h"
#include "draw/ease.h"
#include "scene/views/unrolled/unrolled_words.h"

#include <math.h>
#include <string.h>

enum { TITLE_H = 34, NAMES_H = 40, LINE_H = 27, FOOT = 14, NUMBER_W = 30, BESIDE_GAP = 44, BESIDE_LEAST = 200 };

#define ROW_MOST   34.0f
#define ROW_WISH   24.0f /* px of a row where not all have room */
#define ROW_LEAST  17.0f
#define QUIET      0.45f /* colour that the columns lose which wait */
#define STAGGER    3.0f  /* rows that are on their way at once */
#define WIDE       58.0f
#define NARROW     40.0f /* px of a cell */
#define COPY_MOVES 0.4f  /* of the last instant: the copy of the memory is in its column */

/* ---- layout ---- */

/* Which columns come last, from 0. */
static int last_slot(const CellPlace *place)
{
    int last = CELL_SLOTS - 1;
    while (CELL_COLUMNS[place->math.cell][last].part == CELL_NOTHING)
        last--;
    return last;
}

static float gap_before(float cell_w, int slot)
{
    return slot == 0 ? 0 : slot == CELL_SLOTS - 3 ? cell_w + 4 : cell_w * (slot == CELL_SLOTS - 4 ? 0.66f : 0.4f);
}

static float columns_width(const CellPlace *place, float cell_w)
{
    float width = NUMBER_W + cell_w * 0.3f;
    for (int slot = 0; slot <= last_slot(place); slot++)
        width += gap_before(cell_w, slot) + cell_w;
    return width;
}

/* Lines under the rows: of the memory and of the state. */
static int line_count(const CellPlace *place)
{
    return place->math.memory ? 2 : 1;
}

/* px around the rows, up and down. */
static float around(const CellPlace *place)
{
    return TITLE_H + NAMES_H + 2 * FOOT + LINE_H * (float)line_count(place);
}

/* The memory over the sentence stands beside the columns where there is room, else under them, or is left out. */
static void place_history(CellLayout *lay, const CellPlace *place, Box box)
{
    float H = (float)place->math.hidden, used = columns_width(place, WIDE) + BESIDE_GAP;
    float over = history_over(lay->painter, place, box.w), rows = box.h - around(place);
    lay->cell_w = WIDE;
    lay->row_h = fminf(ROW_MOST, fmaxf(ROW_WISH, rows / H));
    lay->history = HISTORY_BESIDE;
    if (box.w - used >= BESIDE_LEAST)
        return;
    lay->cell_w = fminf(WIDE, fmaxf(NARROW, WIDE * box.w / columns_width(place, WIDE)));
    float both = (rows - over) / 2;
    lay->history = both >= ROW_LEAST * fminf(H, 6) ? HISTORY_BELOW : HISTORY_NONE;
    if (lay->history == HISTORY_BELOW)
        rows = both;
    lay->row_h = fminf(ROW_MOST, fmaxf(H * ROW_LEAST <= rows ? ROW_LEAST : ROW_WISH, rows / H));
    if (lay->history == HISTORY_BELOW)
        lay->row_h = fminf(lay->row_h, ROW_WISH);
}

static CellLayout lay_out(const Painter *painter, const CellPlace *place, Box box)
{
    CellLayout lay = {.painter = painter, .place = place};
    place_history(&lay, place, box);
    bool below = lay.history == HISTORY_BELOW;
    float over = below ? history_over(painter, place, box.w) : 0, room = box.h - around(place) - over;
    int fit = (int)fmaxf(1, floorf(room / (below ? 2 : 1) / lay.row_h));
    lay.rows = fit < place->math.hidden ? fit : place->math.hidden;
    float rows_h = lay.row_h * (float)lay.rows, spare = fmaxf(0, room - rows_h * (below ? 2 : 1));
    float width = columns_width(place, lay.cell_w), beside = box.w - width - BESIDE_GAP;
    float used = width, wide = history_width(painter, place, lay.history == HISTORY_BESIDE ? beside : box.w);
    if (lay.history == HISTORY_BESIDE)
        used += BESIDE_GAP + fminf(beside, fmaxf(wide, BESIDE_LEAST));
    if (below)
        used = fmaxf(width, wide);
    float left = box.x + fmaxf(0, (box.w - used) / 2), top = box.y + spare * 0.3f;
    lay.right = box.x + box.w;
    lay.title = (Box){left, top, fmaxf(box.w - (left - box.x), 1), TITLE_H};
    lay.window = (Box){left, top + TITLE_H, fminf(width, box.w), NAMES_H + rows_h + 6};
    lay.line =
        (Box){left, lay.window.y + lay.window.h + FOOT - 6, box.x + box.w - left, LINE_H * (float)line_count(place)};
    if (lay.history == HISTORY_BESIDE)
        lay.table = (Box){left + width + BESIDE_GAP, lay.window.y + NAMES_H, wide, rows_h};
    if (below)
        lay.table = (Box){left, lay.line.y + lay.line.h + over, wide, rows_h};
    return lay;
}

/* Rows are turned over like pages, so that the picked one is in sight and none moves while one looks at a page; by
 * hand they are dragged. */
static void begin_rows(CellLayout *lay)
{
    const Painter *painter = lay->painter;
    int H = lay->place->math.hidden, picked = lay->place->state.index;
    int first = picked / lay->rows * lay->rows;
    first = first > H - lay->rows ? H - lay->rows : first;
    float hidden = lay->row_h * (float)(H - lay->rows);
    Point least = {columns_width(lay->place, lay->cell_w), lay->window.h + hidden};
    bool still = window_lying(painter->view); /* the whole stage is dragged there */
    lay->pan = pan_begin(painter, lay->window, still ? (Point){0, 0} : least, (Point){0, lay->row_h * (float)first});
    lay->first = first;
    lay->into = 0;
    if (lay->pan.most.y > 0) {
        lay->first = (int)floorf(lay->pan.at.y / lay->row_h + 1e-3f);
        lay->into = lay->pan.at.y - lay->row_h * (float)lay->first;
    }
    float x = lay->pan.whole.x + NUMBER_W;
    for (int slot = 0; slot < CELL_SLOTS; slot++, x += lay->cell_w)
        lay->x[slot] = x += gap_before(lay->cell_w, slot);
    lay->rows_y = lay->window.y + NAMES_H;
}

/* ---- what moves ---- */

/* How far a row has come in an instant: they follow each other. */
static float row_progress(const CellLayout *lay, float instant, int row)
{
    float behind = (float)(row - lay->first);
    return clamp_unit((instant * ((float)lay->rows + STAGGER) - behind) / STAGGER);
}

/* Rows that are there, for GridMatrix.shown. */
static float rows_shown(const CellLayout *lay, float instant)
{
    return (float)lay->first + instant * (float)(lay->rows + 1);
}

static float extent_of(const CellLayout *lay, const CellColumn *column, const float *values)
{
    bool memory = column->part == CELL_OLD || column->part == CELL_MADE;
    bool half = column->part == CELL_INPUT || column->part == CELL_PAST;
    return memory ? lay->extent : half ? fmaxf(1, ceilf(values_extent(values, lay->place->math.hidden))) : 1;
}

static bool is_valve(const CellPlace *place, const CellColumn *column)
{
    return column->part == CELL_REST
           || (column->part == CELL_GATE && !cell_of_kind(place->math.cell)->gate[column->gate].tanh);
}

/* How much of the width of each row is left, of a valve what fills it; NULL: all. */
static const float *kept_of(const CellLayout *lay, const CellColumn *column, const float *values)
{
    const CellPlace *place = lay->place;
    Arena *arena = &lay->painter->list->arena;
    if (is_valve(place, column))
        return values;
    if (column->cut == 0)
        return NULL;
    const float *by = column_numbers(place, &CELL_COLUMNS[place->math.cell][column->cut - 1], arena);
    float instant = cell_instant(place, column->cuts);
    if (column->part == CELL_SQUEEZED)
        instant = ease_phase(instant, COPY_MOVES, 1);
    float *kept = ARENA_ARRAY(arena, float, place->math.hidden);
    for (int i = 0; i < place->math.hidden; i++)
        kept[i] = lerp(1, by[i], ease_in_out(row_progress(lay, instant, i)));
    return kept;
}

/* How many rows of it are there, and how far it is from its place. */
static float shown_of(const CellLayout *lay, const CellColumn *column)
{
    const CellPlace *place = lay->place;
    float instant = cell_instant(place, column->instant);
    switch (column->part) {
    case CELL_OLD:
        return place->begins && place->read <= 0 ? 0 : rows_shown(lay, 1);
    case CELL_MADE:
        return rows_shown(lay, ease_phase(instant, 0.25f, 1));
    case CELL_SQUEEZED:
        return instant > 0 ? rows_shown(lay, 1) : 0;
    case CELL_SHOWN:
        return rows_shown(lay, ease_phase(instant, COPY_MOVES + 0.2f, 1));
    default:
        return rows_shown(lay, ease_phase(instant, 0, 0.8f));
    }
}

static Role role_of(const CellPlace *place, const CellColumn *column)
{
    Role own = run_decodes(place->state.run) ? ROLE_DECODER : ROLE_ENCODER;
    bool memory = place->math.memory && (column->part == CELL_OLD || column->part == CELL_MADE);
    return memory                       ? ROLE_INK
           : column->part == CELL_OLD   ? own
           : column->part == CELL_MADE  ? own
           : column->part == CELL_SHOWN ? own
                                        : ROLE_MUTED;
}

/* ---- drawing ---- */

/* The columns of an instant are lit while it goes on. */
static float quiet_of(const CellLayout *lay, int slot)
{
    const CellPlace *place = lay->place;
    const CellColumn *column = &CELL_COLUMNS[place->math.cell][slot];
    if (place->done <= 0 || place->done >= 1)
        return 0;
    int now = (int)ceilf(place->done * (float)cell_instants(place->math.cell) - 1e-3f) - 1;
    bool mixes = now == 1 && slot < CELL_SLOTS - 3, shows = now == 2 && slot >= CELL_SLOTS - 4;
    return now == 0 ? (column->instant == 0 ? 0 : QUIET) : mixes || shows ? 0 : QUIET;
}

static void draw_column(const CellLayout *lay, int slot)
{
    const Painter *painter = lay->painter;
    const CellPlace *place = lay->place;
    const CellColumn *column = &CELL_COLUMNS[place->math.cell][slot];
    Arena *arena = &painter->list->arena;
    const float *values = column_numbers(place, column, arena);
    float extent = extent_of(lay, column, values), x = lay->x[slot];
    if (column->part == CELL_SQUEEZED) {
        float moved = ease_phase(cell_instant(place, 2), 0, COPY_MOVES);
        values = column_squeezed(place, moved, arena);
        extent = lerp(lay->extent, 1, moved);
        x = lerp(lay->x[slot - 1], x, moved);
    }
    Box box = rows_box(lay, x, lay->rows_y, lay->cell_w);
    int rows = (int)roundf(box.h / lay->row_h);
    GridMatrix matrix =
        grid_matrix(box, values, rows, 1, 1, extent, role_of(place, column), target_at(TARGET_VALUE, slot, -1, 0));
    matrix.first = lay->first;
    matrix.shown = shown_of(lay, column);
    matrix.row = place->state.index;
    matrix.gates = is_valve(place, column);
    matrix.kept = kept_of(lay, column, values);
    matrix.quiet = quiet_of(lay, slot);
    if (column->part == CELL_SQUEEZED && matrix.shown <= 0)
        matrix.box.x = lay->x[slot];
    matrix_draw(painter, &matrix);
    if (role_of(place, column) == ROLE_INK && column->part == CELL_MADE)
        drawlist_box(painter->list, box_inset(matrix.box, -4, -4), 6,
                     paint_stroke(painter->theme->text[ROLE_INK], 2.5f));
}

static const char *name_of(const CellLayout *lay, const CellColumn *column)
{
    const CellPlace *place = lay->place;
    Maths maths = kit_maths(lay->painter, lay->painter->view->trace);
    if (column->part == CELL_SQUEEZED)
        return "tanh";
    if (column->part == CELL_REST) {
        CellColumn gate = *column;
        gate.part = CELL_GATE;
        return arena_printf(maths.arena, "1 − %s", vector_name(&maths, column_value(place, &gate, 0)));
    }
    return vector_name(&maths, column_value(place, column, 0));
}

static const char *meaning_of(const CellLayout *lay, const CellColumn *column)
{
    const CellPlace *place = lay->place;
    static const Word words[] = {
        [CELL_REST] = W_CELL_REPLACE, [CELL_SQUEEZED] = W_CELL_SQUEEZED, [CELL_SHOWN] = W_CELL_SHOWN,
        [CELL_INPUT] = W_CELL_WORD,   [CELL_PAST] = W_CELL_PAST,         [CELL_GATE] = W_CELL_SHOWN};
    if (column->part == CELL_GATE)
        return cell_of_kind(place->math.cell)->gate[column->gate].meaning[lay->painter->view->language];
    if (column->part == CELL_OLD)
        return kit_said(lay->painter, place->math.memory ? W_CELL_OLD_MEMORY : W_CELL_OLD_STATE);
    if (column->part == CELL_MADE)
        return kit_said(lay->painter, place->math.memory ? W_CELL_NEW_MEMORY : W_CELL_NEW_STATE);
    return kit_said(lay->painter, words[column->part]);
}

static void draw_names(const CellLayout *lay)
{
    const Painter *painter = lay->painter;
    for (int slot = 0; slot < CELL_SLOTS; slot++) {
        const CellColumn *column = &CELL_COLUMNS[lay->place->math.cell][slot];
        if (column->part == CELL_NOTHING)
            continue;
        float x = lay->x[slot] + lay->cell_w / 2, room = fmaxf(64, lay->cell_w + gap_before(lay->cell_w, 1));
        Role role = role_of(lay->place, column);
        kit_math(painter, lay->cell_w >= 50 ? TYPE_LARGE : TYPE_BODY, role == ROLE_MUTED ? ROLE_INK : role, 1,
                 (Point){x, lay->window.y + 14}, ALIGN_CENTER, name_of(lay, column));
        const char *meaning = meaning_of(lay, column);
        TextStyle style = kit_shrunk(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), room, meaning);
        kit_text(painter, style, (Box){x - room / 2, lay->window.y + 18, room, 16}, ALIGN_CENTER, meaning);
    }
}

/* Of what the new content is made stands right of it all, with its name before it. */
static void draw_content_name(const CellLayout *lay)
{
    const CellPlace *place = lay->place;
    int slot = CELL_SLOTS - 3;
    if (CELL_COLUMNS[place->math.cell][slot].part != CELL_INPUT)
        return;
    Maths maths = kit_maths(lay->painter, lay->painter->view->trace);
    Value content = column_value(place, &CELL_COLUMNS[place->math.cell][3], 0);
    kit_math(lay->painter, TYPE_BODY, ROLE_INK, 1, (Point){lay->x[slot] - 6, lay->window.y + 14}, ALIGN_RIGHT,
             arena_printf(maths.arena, "%s =", vector_name(&maths, content)));
}

static void sign_at(const Painter *painter, Point at, Align align, const char *text)
{
    kit_text_at(painter, style_plain(painter->theme, TYPE_BODY, ROLE_MUTED), (Point){at.x, at.y + 5}, align, text);
}

/* Between the columns, in every row in sight. */
static void draw_signs(const CellLayout *lay)
{
    const Painter *painter = lay->painter;
    int last = last_slot(lay->place);
    Box rows = rows_box(lay, 0, lay->rows_y, 0);
    for (float y = rows.y + lay->row_h / 2; y < rows.y + rows.h; y += lay->row_h)
        for (int slot = 0; slot <= last; slot++) {
            const CellColumn *column = &CELL_COLUMNS[lay->place->math.cell][slot];
            float gap = gap_before(lay->cell_w, slot), x = lay->x[slot] - gap / 2;
            bool opens = column->sign && strchr(column->sign, '('); /* "tanh(" */
            if (slot > 1 && column[-1].part == CELL_NOTHING)        /* in the middle of what is absent too */
                x = (lay->x[slot - 2] + lay->cell_w + lay->x[slot]) / 2;
            if (column->part == CELL_SQUEEZED)
                drawlist_arrow(painter->list, (Point){x - gap / 2 + 8, y}, (Point){x + gap / 2 - 6, y}, 6,
                               painter->theme->text[ROLE_MUTED], 1.2f);
            else if (column->sign && !opens)
                sign_at(painter, (Point){x, y}, ALIGN_CENTER, column->sign);
            else if (column->sign)
                sign_at(painter, (Point){lay->x[slot] - 6, y}, ALIGN_RIGHT, column->sign);
        }
    bool closes = CELL_COLUMNS[lay->place->math.cell][last].part == CELL_PAST;
    for (float y = rows.y + lay->row_h / 2; closes && y < rows.y + rows.h; y += lay->row_h)
        sign_at(painter, (Point){lay->x[last] + lay->cell_w + 6, y}, ALIGN_LEFT, ")");
}

/* The picked row from side to side, and which entry each row is. */
static void draw_row_numbers(const CellLayout *lay)
{
    const Painter *painter = lay->painter;
    Box rows = rows_box(lay, lay->pan.whole.x, lay->rows_y, lay->pan.whole.w);
    int count = (int)roundf(rows.h / lay->row_h);
    for (int i = 0; i < count; i++) {
        int row = lay->first + i;
        bool picked = row == lay->place->state.index;
        Box band = {rows.x, rows.y + lay->row_h * (float)i, columns_width(lay->place, lay->cell_w), lay->row_h};
        if (picked)
            drawlist_box(painter->list, band, 4, paint_fill(painter->theme->tint[ROLE_CONTEXT]));
        TextStyle style = style_of(painter->theme, picked, TYPE_SMALL, picked ? ROLE_CONTEXT : ROLE_MUTED);
        band.w = NUMBER_W - 8;
        kit_text(painter, style, band, ALIGN_RIGHT, arena_printf(&painter->list->arena, "%d", row + 1));
    }
}

/* The cell, its layer and direction, and what has just come in. */
static void draw_title(const CellLayout *lay)
{
    const Painter *painter = lay->painter;
    const View *view = painter->view;
    const CellPlace *place = lay->place;
    Arena *arena = &painter->list->arena;
    Maths maths = kit_maths(painter, view->trace);
    bool decoding = run_decodes(place->state.run);
    Box box = lay->title;
    const char *name = arena_printf(arena, kit_said(painter, decoding ? W_CELL_OF_DECODER : W_CELL_OF_ENCODER),
                                    cell_of_kind(place->math.cell)->title);
    float x = box.x + kit_heading(painter, (Point){box.x, box.y + 15}, decoding ? ROLE_DECODER : ROLE_ENCODER, 1, name);
    TextStyle small = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    const char *where = cell_where(view, place, arena);
    if (*where)
        x += 12 + kit_text(painter, small, (Box){x + 12, box.y + 2, box.x + box.w - x - 12, 18}, ALIGN_LEFT, where);
    const char *word = cell_word(view, place->state.run, place->state.place);
    TextStyle bold = style_bold(painter->theme, TYPE_BODY, ROLE_INK);
    float width = kit_width(painter, bold, word) + 20, room = box.x + box.w - x - 24;
    if (place->read <= 0 || width + 90 > room)
        return;
    kit_chip(painter, (Box){x + 16, box.y - 2, width, 26}, word, decoding ? ROLE_DECODER : ROLE_ENCODER, 1, place->read,
             fmaxf(place->read, INK_DIMMED), true);
    Value before = place->state;
    before.place = place->before;
    kit_math(painter, TYPE_BODY, ROLE_MUTED, 1, (Point){x + 16 + width + 8, box.y + 16}, ALIGN_LEFT,
             arena_printf(arena, "\"%s\" %s", kit_said(painter, W_CELL_AND), vector_name(&maths, before)));
}

/* The picked row's arithmetic, as far as it has happened. */
static void draw_lines(const CellLayout *lay)
{
    const Painter *painter = lay->painter;
    const CellPlace *place = lay->place;
    Maths maths = kit_maths(painter, painter->view->trace);
    MathStyle style = {painter->theme, TYPE_LARGE, painter->theme->text[ROLE_INK]};
    float y = lay->line.y + 18;
    for (int i = 0; i < line_count(place); i++, y += LINE_H) {
        bool memory = place->math.memory && i == 0;
        Value value = memory ? cell_kept(place, place->state.place) : place->state;
        value.index = place->state.index;
        EquationLine line = line_of_value(&maths, value);
        float mixed = cell_instant(place, cell_instants(place->math.cell) - line_count(place) + i);
        if (mixed <= 0)
            line.numbers = line.result = NULL;
        else if (mixed < 0.8f)
            line.result = "= …";
        math_fit(painter->list, style, (Point){lay->line.x, y}, lay->line.w, 0.62f, line_text(&line, maths.arena));
    }
}

void unrolled_draw_cell(const Painter *painter, const Scope *scope, Box box)
{
    CellPlace place;
    if (!cell_place(painter->view, scope, &painter->list->arena, &place))
        return;
    CellLayout lay = lay_out(painter, &place, box);
    lay.extent = cell_extent(painter->view, &place);
    draw_title(&lay);
    begin_rows(&lay);
    draw_names(&lay);
    draw_content_name(&lay);
    Box clip = {lay.window.x, lay.rows_y - 6, lay.window.w, lay.row_h * (float)lay.rows + 12};
    drawlist_clip(painter->list, clip);
    draw_row_numbers(&lay);
    draw_signs(&lay);
    for (int slot = last_slot(&place); slot >= 0; slot--) /* the copy of the memory comes from under it */
        if (CELL_COLUMNS[place.math.cell][slot].part != CELL_NOTHING)
            draw_column(&lay, slot);
    drawlist_unclip(painter->list);
    pan_end(painter, &lay.pan);
    draw_lines(&lay);
    if (lay.history != HISTORY_NONE)
        history_draw(&lay, scope);
}
