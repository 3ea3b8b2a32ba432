/* The gates of the front matter: what the models must keep. */
#include "lesson/live.h"
#include "lesson/parts.h"
#include "lesson/tree.h"

#include <math.h>
#include <string.h>

enum { GATE_LIMIT = 64, PEAK_LIMIT = 64 };

#define SENTENCE "sentence", FIELD_SENTENCE, offsetof(Gate, sentence), true
#define AT_LEAST "at_least", FIELD_NUMBER, offsetof(Gate, least), false
#define AT_MOST  "at_most", FIELD_NUMBER, offsetof(Gate, most), false
#define ABOVE    "above", FIELD_NUMBER, offsetof(Gate, least), true
#define EXPECT   "expect", FIELD_TEXT, offsetof(Gate, expected), true
#define NAME     "name", FIELD_TEXT, offsetof(Gate, expected), true
#define HEAD     "head", FIELD_WHOLE, offsetof(Gate, head), true
#define FROM     "from", FIELD_WHOLE, offsetof(Gate, from), true
#define TO       "to", FIELD_WHOLE, offsetof(Gate, to), true

static const Field MEASURED[] = {{AT_LEAST, 0, 1}, {AT_MOST, 0, 1}, {"length"}, {"model"}, {0}};
static const Field WEIGHT[] = {{SENTENCE}, {"peaks"}, {ABOVE, 0, 1}, {"model"}, {0}};
static const Field TRANSLATION[] = {{SENTENCE}, {EXPECT}, {"model"}, {0}};
static const Field VALUE[] = {{NAME}, {SENTENCE}, {AT_LEAST, -1e9, 1e9}, {AT_MOST, -1e9, 1e9}, {"model"}, {0}};
static const Field SELF[] = {{SENTENCE},
                             {HEAD, 1, 64},
                             {FROM, 1, TRACE_LIMIT_WORDS},
                             {TO, 1, TRACE_LIMIT_WORDS},
                             {AT_LEAST, 0, 1},
                             {AT_MOST, 0, 1},
                             {"model"},
                             {0}};

/* `length: [lo, hi]`: source words of the sentences that count. */
static bool read_length(const Reader *reader, const Node *node, Gate *gate)
{
    const char **texts = NULL;
    int count = 0;
    if (!tree_texts(reader, node, "length", false, &texts, &count))
        return false;
    double ends[2] = {0, 0};
    bool fine = count == 0 || count == 2;
    for (int i = 0; fine && i < count; i++)
        fine = number_parse(texts[i], &ends[i]) && ends[i] >= 1 && ends[i] <= TRACE_LIMIT_WORDS;
    if (!fine || ends[0] > ends[1])
        return reader_fail(reader, tree_get(node, "length")->line,
                           "`length` is not a pair such as [3, 6], the fewest and the most source words");
    gate->shortest = (int)ends[0];
    gate->longest = (int)ends[1];
    return true;
}

static bool read_peaks(const Reader *reader, const Node *node, Gate *gate)
{
    const char **peaks = NULL;
    if (!tree_texts(reader, node, "peaks", true, &peaks, &gate->peak_count))
        return false;
    if (gate->peak_count > PEAK_LIMIT)
        return reader_fail(reader, node->line, "`peaks` has more than %d entries", PEAK_LIMIT);
    gate->peaks = ARENA_ARRAY(reader->arena, int, (size_t)gate->peak_count);
    for (int i = 0; i < gate->peak_count; i++)
        if (!whole_parse(peaks[i], 1, TRACE_LIMIT_WORDS, &gate->peaks[i]))
            return reader_fail(reader, tree_get(node, "peaks")->items[i].line,
                               "an entry of `peaks` is %s; expected a source position from 1 to %d",
                               reader_quote(reader, slice_of(peaks[i])), TRACE_LIMIT_WORDS);
    return true;
}

static bool read_live(const Reader *reader, const Node *node, Gate *gate)
{
    int line = tree_line(node, "name");
    return live_parse(reader, line, slice_of(gate->expected), &gate->live)
           && (gate->live.kind == LIVE_SCORE || gate->live.kind == LIVE_WEIGHT
               || reader_fail(reader, line, "%s is no number; expected a score or a weight",
                              reader_quote(reader, slice_of(gate->expected))));
}

static const struct {
    const char *name;
    const Field *fields;
    bool bounds; /* one of them is needed */
    bool (*read)(const Reader *, const Node *, Gate *);
} KINDS[] = {
    [GATE_EXACT_MATCH] = {"exact_match", MEASURED, true, read_length},
    [GATE_AER] = {"alignment_error", MEASURED, true, read_length},
    [GATE_WEIGHT] = {"weight", WEIGHT, false, read_peaks},
    [GATE_TRANSLATION] = {"translation", TRANSLATION, false, NULL},
    [GATE_VALUE] = {"value", VALUE, true, read_live},
    [GATE_SELF] = {"self_weight", SELF, true, NULL},
};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

static bool read_gate(const Reader *reader, const Node *list, const Lesson *lesson, Gate *gate)
{
    Field keys[KIND_COUNT + 1] = {0};
    for (int i = 0; i < KIND_COUNT; i++)
        keys[i].key = KINDS[i].name;
    if (!tree_read(reader, list, "a gate", keys, NULL))
        return false;
    if (list->count != 1)
        return reader_fail(reader, list->line, "a gate has %d keys; expected one of: %s", list->count,
                           tree_keys(reader, keys));
    *gate = (Gate){.least = -INFINITY, .most = INFINITY, .line = list->key_lines[0]};
    while (strcmp(KINDS[gate->kind].name, list->keys[0]) != 0)
        gate->kind++;
    const Node *node = &list->items[0];
    if (!tree_read(reader, node, arena_printf(reader->arena, "the gate %s", list->keys[0]), KINDS[gate->kind].fields,
                   gate))
        return false;
    if (KINDS[gate->kind].bounds && !tree_get(node, "at_least") && !tree_get(node, "at_most"))
        return reader_fail(reader, node->line,
                           "neither `at_least` nor `at_most` is here; expected one of them or both");
    return (!KINDS[gate->kind].read || KINDS[gate->kind].read(reader, node, gate))
           && model_read(reader, node, "model", lesson, &gate->model);
}

bool gates_read(const Reader *reader, const Node *front, Lesson *lesson)
{
    const Node *gates = tree_get(front, "gates");
    if (!gates)
        return true;
    if (gates->kind != NODE_LIST || gates->count > GATE_LIMIT)
        return reader_fail(reader, gates->line, "`gates` is %s; expected a list of at most %d gates",
                           gates->kind == NODE_LIST ? "a longer list" : tree_describe(reader, gates), GATE_LIMIT);
    lesson->gates = ARENA_ARRAY(reader->arena, Gate, (size_t)gates->count);
    for (int i = 0; i < gates->count; i++)
        if (!read_gate(reader, &gates->items[i], lesson, &lesson->gates[lesson->gate_count++]))
            return false;
    return true;
}

bool model_read(const Reader *reader, const Node *map, const char *key, const Lesson *lesson, int *out)
{
    const char *name = NULL;
    if (!tree_text(reader, map, key, false, &name) || !name)
        return !tree_get(map, key);
    int model = lesson_model(lesson, name);
    if (model < 0)
        return reader_fail(reader, tree_get(map, key)->line, "the lesson has no model called %s",
                           reader_quote(reader, slice_of(name)));
    *out = model;
    return true;
}
