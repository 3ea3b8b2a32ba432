/* The memory of a cell, or where it has none its state, after each word: a column a word, the rows of the cell. */
#include "scene/views/unrolled/view_unrolled_cell.h"

#include "scene/views/unrolled/unrolled_words.h"

#include <math.h>

enum { HEAD_H = 24, WORD_H = 20, TURNED_H = 54, LEGEND_W = 60 };

#define COLUMN_MOST  46.0f /* px of a word */
#define COLUMN_LEAST 7.0f
#define TURN         (-0.9f)
#define MADE         0.5f /* of the instant that makes it: it is in its place */

/* Words that are in sight, with the one of the moment among them. */
typedef struct History {
    const CellLayout *lay;
    int run, now, first, count, all;
    float pitch;
    bool turned;
    float size; /* px of the words' type */
} History;

Box rows_box(const CellLayout *lay, float x, float y, float w)
{
    int count = lay->rows + (lay->into > 0.5f && lay->first + lay->rows < lay->place->math.hidden);
    return (Box){x, y - lay->into, w, lay->row_h * (float)count};
}

static float pitch_of(const Painter *painter, const CellPlace *place, float room)
{
    float fit = room / (float)cell_places(painter->view, place->state.run);
    return fminf(COLUMN_MOST, fmaxf(COLUMN_LEAST, fit));
}

float history_width(const Painter *painter, const CellPlace *place, float room)
{
    float pitch = pitch_of(painter, place, room);
    int all = cell_places(painter->view, place->state.run), fit = (int)fmaxf(1, floorf(room / pitch + 1e-3f));
    return pitch * (float)(fit < all ? fit : all);
}

static bool words_turn(const Painter *painter, int run, float pitch, float *size)
{
    *size = TYPE_SMALL;
    return grid_words_turn(painter->list->type, painter->view->trace, run_decodes(run), size, pitch - 4);
}

float history_over(const Painter *painter, const CellPlace *place, float room)
{
    float size;
    bool turned = words_turn(painter, place->state.run, pitch_of(painter, place, room), &size);
    return HEAD_H + (turned ? TURNED_H : WORD_H) + 8;
}

static History history_of(const CellLayout *lay)
{
    const View *view = lay->painter->view;
    History history = {.lay = lay, .run = lay->place->state.run, .now = lay->place->state.place};
    history.all = cell_places(view, history.run);
    history.count = (int)roundf(lay->table.w / pitch_of(lay->painter, lay->place, lay->table.w));
    history.count = history.count < history.all ? history.count : history.all;
    history.pitch = lay->table.w / (float)history.count;
    int first = history.now - history.count / 2;
    history.first = first < 0 ? 0 : first > history.all - history.count ? history.all - history.count : first;
    history.turned = words_turn(lay->painter, history.run, history.pitch, &history.size);
    return history;
}

static Box word_box(const History *history, int at, float y, float h)
{
    return (Box){history->lay->table.x + history->pitch * (float)(at - history->first), y, history->pitch, h};
}

/* ---- the words ---- */

static void draw_word(const History *history, int at)
{
    const Painter *painter = history->lay->painter;
    const View *view = painter->view;
    bool now = at == history->now;
    float over = history->turned ? TURNED_H : WORD_H;
    Box box = word_box(history, at, history->lay->table.y - over - 4, over);
    Value state = history->lay->place->state;
    state.place = at;
    Target target = target_at(TARGET_MOMENT, cell_moment(view->trace, state), 0, 0);
    bool written = !run_decodes(history->run) || at <= history->now; /* else it is not told yet */
    const char *word = written ? cell_word(view, history->run, at) : "…";
    TextStyle style =
        style_of(painter->theme, now, history->size, now || kit_pointed(painter, target) ? ROLE_INK : ROLE_MUTED);
    if (!history->turned)
        kit_text(painter, style, box, ALIGN_CENTER, word);
    else if (grid_word_shown(at, history->now, history->pitch, 14, 14)) {
        Point foot = {box.x + box.w / 2 + 2, box.y + box.h - 3};
        float room = fminf((over - 10) / sinf(-TURN), (history->lay->right - foot.x) / cosf(TURN) - TYPE_TINY);
        Slice shown = drawlist_shorten(painter->list, style, slice_of(word), room);
        drawlist_text_turned(painter->list, style, foot, TURN, ALIGN_LEFT, shown);
    }
    kit_press(painter, box, 4, target, word);
}

/* ---- the scale ---- */

static void draw_head(const History *history)
{
    const Painter *painter = history->lay->painter;
    const CellPlace *place = history->lay->place;
    Arena *arena = &painter->list->arena;
    Box table = history->lay->table;
    float y = table.y - (history->turned ? TURNED_H : WORD_H) - HEAD_H, extent = history->lay->extent;
    const char *letter = place->math.memory ? "m" : run_decodes(history->run) ? "s" : "h";
    float x = table.x
              + kit_heading(
                  painter, (Point){table.x, y + 10}, ROLE_INK, 1,
                  arena_printf(arena, kit_said(painter, place->math.memory ? W_CELL_MEMORY_AFTER : W_CELL_STATE_AFTER),
                               letter));
    TextStyle small = style_plain(painter->theme, TYPE_TINY, ROLE_MUTED);
    const char *most = number_text(arena, (double)extent, 0, false),
               *least = number_text(arena, -(double)extent, 0, false);
    float end = kit_width(painter, small, most), begin = kit_width(painter, small, least);
    x += 16;
    if (x + begin + end + LEGEND_W + 12 > history->lay->right)
        return;
    kit_text_at(painter, small, (Point){x, y + 10}, ALIGN_LEFT, least);
    x += begin + 5;
    enum { STEPS = 12 };
    for (int i = 0; i < STEPS; i++)
        drawlist_box(painter->list, (Box){x + (float)(LEGEND_W * i / STEPS), y + 1, LEGEND_W / (float)STEPS, 10}, 0,
                     paint_fill(color_signed(painter->theme, ((float)i / (STEPS - 1) * 2 - 1) * extent, extent)));
    kit_text_at(painter, small, (Point){x + LEGEND_W + 5, y + 10}, ALIGN_LEFT, most);
}

/* ---- the table ---- */

/* How much of what was read at that place is there. */
static bool is_made(const History *history, const Scope *scope, int at)
{
    const CellPlace *place = history->lay->place;
    if (at == history->now)
        return cell_instant(place, 1) > MADE;
    Value state = place->state;
    state.place = at;
    return scope->cursor >= cell_moment(scope->trace, state);
}

/* [words, H] of those that are made, one after the other. */
static const float *values_of(const History *history, int from, int count)
{
    const View *view = history->lay->painter->view;
    Maths maths = kit_maths(history->lay->painter, view->trace);
    size_t H = (size_t)history->lay->place->math.hidden;
    float *values = ARENA_ARRAY(maths.arena, float, count *(int)H);
    for (int i = 0; i < count; i++) {
        const Real *from_trace = value_recorded(&maths, cell_kept(history->lay->place, from + i));
        for (size_t k = 0; k < H; k++)
            values[(size_t)i * H + k] = from_trace[k];
    }
    return values;
}

/* Ink is the memory's alone. */
static Role role_of(const History *history)
{
    bool memory = history->lay->place->math.memory;
    return memory ? ROLE_INK : run_decodes(history->run) ? ROLE_DECODER : ROLE_ENCODER;
}

static void draw_cells(const History *history, const Scope *scope)
{
    const CellLayout *lay = history->lay;
    int H = lay->place->math.hidden, from = history->first, to = history->first + history->count;
    Box box = rows_box(lay, lay->table.x, lay->table.y, lay->table.w);
    GridMatrix cells = grid_matrix(box, NULL, (int)roundf(box.h / lay->row_h), history->count, H, lay->extent,
                                   role_of(history), (Target){0});
    cells.first = lay->first, cells.turned = true, cells.shown = 0;
    cells.values = values_of(history, from, history->count);
    matrix_draw(lay->painter, &cells); /* the places of all of them */
    while (from < to && !is_made(history, scope, from))
        from++;
    while (from < to && !is_made(history, scope, to - 1))
        to--;
    if (from == to)
        return;
    Box made = word_box(history, from, box.y, box.h);
    made.w *= (float)(to - from);
    cells.box = made, cells.columns = to - from, cells.shown = (float)(to - from);
    cells.values = values_of(history, from, to - from);
    cells.target = target_at(TARGET_VALUE, CELL_HISTORY + to - from, -1, from);
    matrix_draw(lay->painter, &cells);
}

void history_draw(const CellLayout *lay, const Scope *scope)
{
    const Painter *painter = lay->painter;
    History history = history_of(lay);
    Box table = lay->table;
    draw_head(&history);
    for (int i = 0; i < history.count; i++)
        draw_word(&history, history.first + i);
    drawlist_clip(painter->list, box_inset(table, -6, -6));
    draw_cells(&history, scope);
    Box row = {table.x, table.y - lay->into + lay->row_h * (float)(lay->place->state.index - lay->first), table.w,
               lay->row_h};
    drawlist_box(painter->list, box_inset(row, -1.5f, -0.5f), 4, paint_stroke(painter->theme->text[ROLE_CONTEXT], 2));
    drawlist_box(painter->list, box_inset(word_box(&history, history.now, table.y, table.h), -3, -3), 5,
                 paint_stroke(painter->theme->text[role_of(&history)], 2.5f));
    drawlist_unclip(painter->list);
}
