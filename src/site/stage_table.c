#include "site/stage_table.h"

#include "base/hash.h"
#include "derive/derive.h"
#include "derive/name.h"

enum { ROWS_MOST = 64, ENTRIES_TOLD = 8 }; /* of a long vector */

typedef struct StageTable {
    Maths maths;
    Bytes *out;
    Value rows[ROWS_MOST]; /* what stands in it already: of a vector its first entry */
    int count;
    bool headed; /* the words of the source stand over their numbers */
} StageTable;

/* The whole row that a value stands in. */
static Value row_of(Value value)
{
    if (value.kind != VALUE_PROBABILITY)
        value.index = 0;
    return value;
}

static bool is_new(StageTable *table, Value row)
{
    for (int i = 0; i < table->count; i++)
        if (value_equal(table->rows[i], row))
            return false;
    if (table->count == ROWS_MOST)
        return false;
    table->rows[table->count++] = row;
    return true;
}

static void put_numbers(StageTable *table, Value value, int count)
{
    for (; value.index < count; value.index++)
        html_element(table->out, "td", number_text(table->maths.arena, value_number(&table->maths, value), -1, false));
}

static void put_words(StageTable *table)
{
    const Trace *trace = table->maths.trace;
    bytes_add_text(table->out, "<tr><td></td>");
    for (int j = 0; j < trace->n; j++)
        html_element(table->out, "th", trace->source[j]);
    bytes_add_text(table->out, "</tr>\n");
}

static void put_row(StageTable *table, Value row)
{
    const Maths *maths = &table->maths;
    int entries = value_entries(maths, row), told = entries;
    bool pair = value_is_pair(row.kind), words = pair && entries == maths->trace->n;
    if (words && !table->headed)
        put_words(table);
    table->headed = words;
    bytes_add_text(table->out, "<tr><th>");
    if (row.kind == VALUE_PROBABILITY) {
        html_text(table->out, maths->model->target.words[row.index]);
        told = row.index + 1;
    } else
        html_math(table->out, pair ? running_name(maths, row, "j") : vector_name(maths, row));
    if (!pair && row.kind != VALUE_PROBABILITY && entries > ENTRIES_TOLD) {
        told = ENTRIES_TOLD;
        bytes_printf(table->out, " (1–%d / %d)", told, entries);
    }
    bytes_add_text(table->out, "</th>");
    put_numbers(table, row, told);
    bytes_add_text(table->out, "</tr>\n");
}

/* The value that a mark of the list is of; false: it is of none. */
static bool value_of(const View *seen, const DrawCommand *mark, Value *out)
{
    Target target = mark->mark.target;
    return target.kind != TARGET_NONE && target.kind <= TARGET_LAST_VALUE && scene_value_at(seen, target, out);
}

void stage_table(Bytes *out, const View *seen, const DrawList *list, Arena *arena)
{
    StageTable table = {.maths = view_maths(seen, arena), .out = out};
    Value value;
    for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(list, mark));) {
        if (!value_of(seen, mark, &value) || !is_new(&table, row_of(value)))
            continue;
        if (table.count == 1)
            bytes_add_text(out, "<table>\n");
        put_row(&table, row_of(value));
    }
    if (table.count)
        bytes_add_text(out, "</table>\n");
}

uint64_t stage_table_hash(const View *seen, const DrawList *list, uint64_t hash)
{
    Value value;
    for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(list, mark));)
        if (value_of(seen, mark, &value)) {
            Maths maths = view_maths(seen, NULL);
            const Real *kept = value_recorded(&maths, value);
            hash = hash_bytes(hash, &mark->mark.target, sizeof mark->mark.target);
            hash = kept ? hash_bytes(hash, kept, sizeof *kept) : hash;
        }
    return hash;
}
