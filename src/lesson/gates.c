/* The gates of the front matter: what the models must keep. */
#include "lesson/live.h"
#include "lesson/parts.h"
#include "lesson/tree.h"

#include <math.h>
#include <string.h>

enum { GATE_LIMIT = 64, PEAK_LIMIT = 64 };

/* `at_least`, `at_most` or both; `low`, `high`: what the value can be. */
static bool read_bounds(const Reader *reader, const Node *node, double low, double high, Gate *gate)
{
    gate->least = -INFINITY;
    gate->most = INFINITY;
    if (!tree_get(node, "at_least") && !tree_get(node, "at_most"))
        return reader_fail(reader, node->line,
                           "neither `at_least` nor `at_most` is here; expected one of them or both");
    return tree_number(reader, node, "at_least", false, low, high, &gate->least)
           && tree_number(reader, node, "at_most", false, low, high, &gate->most);
}

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

static bool read_exact_match(const Reader *reader, const Node *node, Gate *gate)
{
    static const char *const keys[] = {"at_least", "at_most", "length", "model", NULL};
    gate->kind = GATE_EXACT_MATCH;
    return tree_keys(reader, node, "the gate exact_match", keys) && read_bounds(reader, node, 0, 1, gate)
           && read_length(reader, node, gate);
}

static bool read_alignment_error(const Reader *reader, const Node *node, Gate *gate)
{
    static const char *const keys[] = {"at_least", "at_most", "length", "model", NULL};
    gate->kind = GATE_AER;
    return tree_keys(reader, node, "the gate alignment_error", keys) && read_bounds(reader, node, 0, 1, gate)
           && read_length(reader, node, gate);
}

static bool read_weight(const Reader *reader, const Node *node, Gate *gate)
{
    static const char *const keys[] = {"sentence", "peaks", "above", "model", NULL};
    gate->kind = GATE_WEIGHT;
    const char **peaks = NULL;
    if (!tree_keys(reader, node, "the gate weight", keys) || !sentence_read(reader, node, true, &gate->sentence)
        || !tree_number(reader, node, "above", true, 0, 1, &gate->least)
        || !tree_texts(reader, node, "peaks", true, &peaks, &gate->peak_count))
        return false;
    if (gate->peak_count > PEAK_LIMIT)
        return reader_fail(reader, node->line, "`peaks` has more than %d entries", PEAK_LIMIT);
    gate->peaks = ARENA_ARRAY(reader->arena, int, (size_t)gate->peak_count);
    for (int i = 0; i < gate->peak_count; i++) {
        double value;
        bool whole = strspn(peaks[i], "0123456789") == strlen(peaks[i]) && number_parse(peaks[i], &value);
        if (!whole || value < 1 || value > TRACE_LIMIT_WORDS)
            return reader_fail(reader, tree_get(node, "peaks")->items[i].line,
                               "an entry of `peaks` is %s; expected a source position from 1 to %d",
                               reader_quote(reader, slice_of(peaks[i])), TRACE_LIMIT_WORDS);
        gate->peaks[i] = (int)value;
    }
    return true;
}

static bool read_translation(const Reader *reader, const Node *node, Gate *gate)
{
    static const char *const keys[] = {"sentence", "expect", "model", NULL};
    gate->kind = GATE_TRANSLATION;
    return tree_keys(reader, node, "the gate translation", keys) && sentence_read(reader, node, true, &gate->sentence)
           && tree_text(reader, node, "expect", true, &gate->expected);
}

static bool read_value(const Reader *reader, const Node *node, Gate *gate)
{
    static const char *const keys[] = {"name", "sentence", "at_least", "at_most", "model", NULL};
    gate->kind = GATE_VALUE;
    if (!tree_keys(reader, node, "the gate value", keys) || !sentence_read(reader, node, true, &gate->sentence)
        || !tree_text(reader, node, "name", true, &gate->expected)
        || !live_parse(reader, tree_get(node, "name")->line, slice_of(gate->expected), &gate->live)
        || !read_bounds(reader, node, -1e9, 1e9, gate))
        return false;
    bool number = gate->live.kind == LIVE_SCORE || gate->live.kind == LIVE_WEIGHT;
    return number
           || reader_fail(reader, tree_get(node, "name")->line, "%s is no number; expected a score or a weight",
                          reader_quote(reader, slice_of(gate->expected)));
}

static bool read_self(const Reader *reader, const Node *node, Gate *gate)
{
    static const char *const keys[] = {"sentence", "head", "from", "to", "at_least", "at_most", "model", NULL};
    gate->kind = GATE_SELF;
    return tree_keys(reader, node, "the gate self_weight", keys) && sentence_read(reader, node, true, &gate->sentence)
           && tree_whole(reader, node, "head", true, 1, 64, &gate->head)
           && tree_whole(reader, node, "from", true, 1, TRACE_LIMIT_WORDS, &gate->from)
           && tree_whole(reader, node, "to", true, 1, TRACE_LIMIT_WORDS, &gate->to)
           && read_bounds(reader, node, 0, 1, gate);
}

static bool read_gate(const Reader *reader, const Node *node, const Lesson *lesson, Gate *gate)
{
    static const char *const keys[] = {"exact_match", "alignment_error", "weight", "translation",
                                       "value",       "self_weight",     NULL};
    static bool (*const readers[])(const Reader *, const Node *, Gate *) = {
        read_exact_match, read_alignment_error, read_weight, read_translation, read_value, read_self};
    if (!tree_keys(reader, node, "a gate", keys))
        return false;
    if (node->count != 1)
        return reader_fail(reader, node->line, "a gate has %d keys; expected one of: %s", node->count,
                           reader_names(reader, keys));
    gate->line = node->key_lines[0];
    return readers[reader_find(keys, node->keys[0])](reader, &node->items[0], gate)
           && model_read(reader, &node->items[0], "model", lesson, &gate->model);
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
    if (!tree_text(reader, map, key, false, &name))
        return false;
    if (!name)
        return true;
    int model = lesson_model(lesson, name);
    if (model < 0)
        return reader_fail(reader, tree_get(map, key)->line, "the lesson has no model called %s",
                           reader_quote(reader, slice_of(name)));
    *out = model;
    return true;
}
