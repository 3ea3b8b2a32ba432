/* What a number inside a cell is, in words, and what a press on it asks for. */
#include "scene/views/unrolled/view_unrolled_cell.h"

#include "derive/meaning.h"
#include "derive/name.h"
#include "derive/plain.h"
#include "scene/views/unrolled/unrolled_words.h"

const char *cell_where(const View *view, const CellPlace *place, Arena *arena)
{
    const Config *config = &view->trace->config;
    int run = place->state.run;
    Maths maths = view_maths(view, arena);
    const char *layer = layer_meaning(&maths, run);
    if (run_decodes(run) && config->cell == CELL_SELF && place->read <= 0)
        return said(view->language, W_THIS_ENCODER_HAS_NO_STATES);
    if (run_decodes(run))
        return layer ? layer : "";
    bool right = config_from_right(config, run % 2);
    const char *way = config->bidirectional ? said(view->language, right ? W_CELL_FROM_RIGHT : W_CELL_FROM_LEFT) : "";
    return arena_printf(arena, "%s%s%s", layer ? layer : "", layer && *way ? "  ·  " : "", way);
}

/* Which cell of the table, or of a column: a word of the sentence and a row. */
typedef struct CellAt {
    const CellColumn *column; /* NULL: of the table */
    int at, row;
} CellAt;

static bool cell_at(const CellPlace *place, Target target, CellAt *out)
{
    if (target.b < 0)
        return false;
    int shown = target.a - CELL_HISTORY;
    *out = shown > 0 ? (CellAt){NULL, target.c + target.b % shown, target.b / shown}
                     : (CellAt){&CELL_COLUMNS[place->math.cell][target.a], place->state.place, target.b};
    return out->row < place->math.hidden;
}

static Value value_of(const CellPlace *place, CellAt at)
{
    if (at.column)
        return column_value(place, at.column, at.row);
    Value kept = cell_kept(place, at.at);
    kept.index = at.row;
    return kept;
}

/* Numbers that have no name of their own are told by those that they are made of. */
static char *describe_unnamed(const Maths *maths, const CellPlace *place, CellAt at)
{
    double number = (double)column_numbers(place, at.column, maths->arena)[at.row];
    const char *text = number_text(maths->arena, number, 3, false);
    if (at.column->part == CELL_OLD)
        return arena_printf(maths->arena, said(maths->language, W_CELL_IS_ZERO),
                            markup_plain(value_name(maths, value_of(place, at)), maths->arena));
    CellColumn of = *at.column;
    of.part = of.part == CELL_REST ? CELL_GATE : CELL_MADE;
    const char *name = markup_plain(value_name(maths, column_value(place, &of, at.row)), maths->arena);
    return arena_printf(maths->arena,
                        said(maths->language, at.column->part == CELL_REST ? W_CELL_IS_REST : W_CELL_IS_SQUEEZED), name,
                        text);
}

char *unrolled_describe_cell(const View *view, Target target, Arena *arena)
{
    Scope scope = scope_at(view->trace, view->cursor);
    Maths maths = view_maths(view, arena);
    CellPlace place;
    CellAt at;
    if (!cell_place(view, &scope, arena, &place))
        return NULL;
    if (!cell_at(&place, target, &at)) {
        if (target.a >= CELL_HISTORY)
            return arena_printf(
                arena, "%s",
                said(view->language, place.math.memory ? W_CELL_THE_MEMORY_AFTER : W_CELL_THE_STATE_AFTER));
        const CellColumn *column = &CELL_COLUMNS[place.math.cell][target.a];
        Value first = column_value(&place, column, 0);
        bool named = first.kind != VALUE_NONE && value_valid(&maths, first);
        at = (CellAt){column, place.state.place, 0};
        return named ? arena_printf(arena, "%s  ·  %s  ·  [%d]", markup_plain(vector_name(&maths, first), arena),
                                    value_meaning(&maths, first), place.math.hidden)
                     : describe_unnamed(&maths, &place, at);
    }
    Value value = value_of(&place, at);
    return value.kind != VALUE_NONE && value_valid(&maths, value) ? describe_at(view, value, arena)
                                                                  : describe_unnamed(&maths, &place, at);
}

SceneCell unrolled_cell_asks(const View *view, Target target)
{
    Arena arena = {0};
    Scope scope = scope_at(view->trace, view->cursor);
    Maths maths = view_maths(view, &arena);
    SceneCell asks = {-1, -1, -1, {0}};
    CellPlace place;
    CellAt at;
    if (cell_place(view, &scope, &arena, &place) && cell_at(&place, target, &at)) {
        asks.pick = at.row;
        Value value = value_of(&place, at);
        if (value.kind == VALUE_NONE) { /* of what it is made of, or of what it makes */
            CellColumn of = *at.column;
            of.part = of.part == CELL_REST ? CELL_GATE : CELL_SHOWN;
            value = column_value(&place, &of, at.row);
        }
        if (value_valid(&maths, value))
            asks.value = value;
    }
    arena_finish(&arena);
    return asks;
}
