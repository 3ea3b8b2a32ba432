/* The gates of the front matter: what the models must keep. */
#include "lesson/live.h"
#include "lesson/parts.h"
#include "lesson/tree.h"
#include "model/cross_map.h"
#include "trace/cause_map.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum { GATE_LIMIT = 128, PEAK_LIMIT = 64, ENTRY_LIMIT = 1 << 16 };

const char *const GATE_NAMES[] = {[GATE_EXACT_MATCH] = "exact_match",
                                  [GATE_LOSS] = "loss",
                                  [GATE_BLEU] = "bleu",
                                  [GATE_AER] = "alignment_error",
                                  [GATE_AER_BEST] = "alignment_best",
                                  [GATE_AGREEMENT] = "agreement",
                                  [GATE_WEIGHT] = "weight",
                                  [GATE_TRANSLATION] = "translation",
                                  [GATE_VALUE] = "value",
                                  [GATE_PROBABILITY] = "probability",
                                  [GATE_DIFFERENCE] = "difference",
                                  [GATE_SELF] = "self_weight",
                                  [GATE_FOOL] = "fool",
                                  [GATE_FIRST_WORD] = "first_word",
                                  [GATE_GRADIENT] = "gradient",
                                  [GATE_PAIRS] = "pairs",
                                  [GATE_PARAMETERS] = "parameters",
                                  [GATE_KINDS] = NULL};
static const char *const SEEDS_NAMES[] = {[SEEDS_EACH] = "each", [SEEDS_MEAN] = "mean", NULL};

#define AT_LEAST "at_least", FIELD_NUMBER, offsetof(Gate, least), false
#define AT_MOST  "at_most", FIELD_NUMBER, offsetof(Gate, most), false
#define ABOVE    "above", FIELD_NUMBER, offsetof(Gate, least), true
#define EXPECT   "expect", FIELD_TEXT, offsetof(Gate, expected), true
#define NAME     "name", FIELD_TEXT, offsetof(Gate, expected), true
#define OTHER    "other", FIELD_SENTENCE, offsetof(Gate, other)
#define WORD     "word", FIELD_TEXT, offsetof(Gate, expected), true
#define STEP     "step", FIELD_WHOLE, offsetof(Gate, step)
#define HEAD     "head", FIELD_WHOLE, offsetof(Gate, head), true
#define FROM     "from", FIELD_WHOLE, offsetof(Gate, from), true
#define TO       "to", FIELD_WHOLE, offsetof(Gate, to), true
#define AFTER    "after", FIELD_WHOLE, offsetof(Gate, after), true
#define TENSOR   "tensor", FIELD_TEXT, offsetof(Gate, expected)
#define SOURCE   "source", FIELD_TEXT, offsetof(Gate, source)
#define TARGET   "target", FIELD_TEXT, offsetof(Gate, target)

#define ID "id", FIELD_TEXT, offsetof(Gate, id)

#define OF "of", FIELD_NAME, offsetof(Gate, of), false, 0, 0, SEEDS_NAMES, "%s is not what a gate can be of"

#define MAP "map", FIELD_NAME, offsetof(Gate, map), true, 0, 0, CAUSE_NAMES, "%s is none of the maps"

#define BEAM "beam", FIELD_WHOLE, offsetof(Gate, beam), false, 1, TRACE_BEAM_LIMIT

/* Of a trained model, and of what is measured in numbers. */
#define TRAINED                                                                                                        \
    {ID}, {"model"},                                                                                                   \
    {                                                                                                                  \
        "seeds"                                                                                                        \
    }
#define BOUNDED                                                                                                        \
    {AT_LEAST, 0, 1}, {AT_MOST, 0, 1},                                                                                 \
    {                                                                                                                  \
        OF                                                                                                             \
    }

/* A sentence and how it is decoded. */
#define DECODED                                                                                                        \
    {"sentence", FIELD_SENTENCE, offsetof(Gate, sentence), true}, {"force", FIELD_TEXT, offsetof(Gate, decode.force)}, \
        {"mute", FIELD_TEXT, offsetof(Gate, decode.mute)},                                                             \
        {"temperature", FIELD_NUMBER, offsetof(Gate, decode.temperature), false, 0.05, 20}, {BEAM}, {"drag"},          \
        {"replace"}, {"learn"}, TRAINED

static const TreeField EXACT[] = {BOUNDED, {"length"}, {BEAM}, TRAINED, {0}};
static const TreeField MEASURED[] = {BOUNDED, {"length"}, TRAINED, {0}};
static const TreeField ALIGNED[] = {BOUNDED,
                                    {"length"},
                                    {"layer", FIELD_WHOLE, offsetof(Gate, layer), false, 1, MODEL_LAYERS},
                                    {"head", FIELD_WHOLE, offsetof(Gate, head), false, 1, CROSS_HEADS_MOST},
                                    TRAINED,
                                    {0}};
static const TreeField AGREEMENT[] = {{MAP}, BOUNDED, {"length"}, TRAINED, {0}};
static const TreeField BLEU[] = {{AT_LEAST, 0, 100}, {AT_MOST, 0, 100}, {OF}, {"length"}, TRAINED, {0}};
static const TreeField LOSS[] = {{AT_LEAST, 0, 1e9}, {AT_MOST, 0, 1e9}, {OF}, {"length"}, TRAINED, {0}};
static const TreeField WEIGHT[] = {DECODED, {"peaks"}, {ABOVE, 0, 1}, {STEP, false, 1, TRACE_LIMIT_WORDS}, {0}};
static const TreeField TRANSLATION[] = {DECODED, {EXPECT}, {0}};
static const TreeField VALUE[] = {DECODED, {NAME}, {AT_LEAST, -1e9, 1e9}, {AT_MOST, -1e9, 1e9}, {OF}, {0}};
static const TreeField PROBABILITY[] = {DECODED, {WORD}, {STEP, true, 1, TRACE_LIMIT_WORDS}, BOUNDED, {0}};
static const TreeField DIFFERENCE[] = {DECODED, {"names"}, {OTHER}, {AT_LEAST, 0, 1e9}, {AT_MOST, 0, 1e9}, {OF}, {0}};
static const TreeField SELF[] = {
    DECODED, {HEAD, 1, 64}, {FROM, 1, TRACE_LIMIT_WORDS}, {TO, 1, TRACE_LIMIT_WORDS}, BOUNDED, {0}};
static const TreeField FOOL[] = {{"sentence", FIELD_SENTENCE, offsetof(Gate, sentence), true}, BOUNDED, TRAINED, {0}};
static const TreeField FIRST_WORD[] = {{AFTER, 1, TRACE_LIMIT_WORDS}, BOUNDED, {"length"}, TRAINED, {0}};
static const TreeField GRADIENT[] = {{AT_LEAST, 0, 1e9}, {AT_MOST, 0, 1e9}, {OF}, {"length"}, TRAINED, {0}};
static const TreeField PARAMETERS[] = {{TENSOR}, {AT_LEAST, 0, 1e12}, {AT_MOST, 0, 1e12}, {ID}, {"model"}, {0}};
static const TreeField PAIRS[] = {{SOURCE},   {TARGET}, {AT_LEAST, 0, 1e9}, {AT_MOST, 0, 1e9},
                                  {"length"}, {ID},     {"model"},          {0}};

/* `drag: [step, word]`: two whole numbers. */
static bool read_drag(const Reader *reader, const Node *node, Gate *gate)
{
    const char **texts = NULL;
    int count = 0;
    if (!tree_texts(reader, node, "drag", false, &texts, &count))
        return false;
    return count == 0
           || (count == 2 && whole_parse(texts[0], 1, TRACE_LIMIT_WORDS, &gate->drag_step)
               && whole_parse(texts[1], 1, TRACE_LIMIT_WORDS, &gate->drag_to))
           || reader_fail(reader, tree_get(node, "drag")->line,
                          "`drag` is not a pair such as [3, 2], the step and the source word that gets all its weight");
}

/* `learn: [rate, words]`: the model behind one step of training on the sentence, with these words wanted. */
static bool read_learn(const Reader *reader, const Node *node, Gate *gate)
{
    const char **texts = NULL;
    int count = 0;
    if (!tree_texts(reader, node, "learn", false, &texts, &count))
        return false;
    if (count == 0)
        return true;
    gate->wanted = count == 2 ? texts[1] : NULL;
    return (count == 2 && number_parse(texts[0], &gate->rate) && gate->rate > 0)
           || reader_fail(reader, tree_get(node, "learn")->line,
                          "`learn` is not a pair such as [0.05, 猫 捉 老鼠], the learning rate and the wanted words");
}

/* `replace: [place, word]`: the sentence with that word in this place is decoded; of a difference of one vector the
 * second comes from it, and the first from the sentence as it is. */
static bool read_replace(const Reader *reader, const Node *node, const Lesson *lesson, Gate *gate)
{
    const char **texts = NULL;
    int count = 0, place = 0;
    if (!tree_texts(reader, node, "replace", false, &texts, &count) || count == 0)
        return !tree_get(node, "replace");
    int line = tree_line(node, "replace");
    if (count != 2 || !whole_parse(texts[0], 1, TRACE_LIMIT_WORDS, &place))
        return reader_fail(reader, line,
                           "`replace` is not a pair such as [2, bird], the source word and what stands in its place");
    TokenKind kind = lesson->models[gate->model].config.source_tokens;
    TokenList words = text_tokens(reader->arena, slice_of(gate->sentence), kind);
    if (place > words.count)
        return reader_fail(reader, line, "`replace` names word %d, and %s has %d", place,
                           reader_quote(reader, slice_of(gate->sentence)), words.count);
    words.tokens[place - 1] = slice_of(texts[1]);
    const char *sentence = text_join(reader->arena, text_words(reader->arena, &words), words.count, kind);
    const Node *names = tree_get(node, "names");
    if (!names || names->count != 1)
        gate->sentence = sentence;
    else if (gate->other)
        return reader_fail(reader, line,
                           "`other` and `replace` both say what the second vector comes from; expected one");
    else
        gate->other = sentence;
    return tree_sentence(reader, line, sentence);
}

/* `seeds: 2-6`, or one: what is claimed is claimed of the models that they make. */
static bool read_seeds(const Reader *reader, const Node *node, Gate *gate)
{
    const char *text = NULL;
    if (!tree_text(reader, node, "seeds", false, &text))
        return false;
    if (!text)
        return !tree_get(node, "of")
               || reader_fail(reader, tree_line(node, "of"), "`of` goes with `seeds`, and there are none");
    const char *dash = strchr(text, '-');
    const char *first = dash ? arena_copy(reader->arena, text, (size_t)(dash - text)) : text;
    return (whole_parse(first, 1, INT_MAX, &gate->first_seed)
            && whole_parse(dash ? dash + 1 : text, gate->first_seed, INT_MAX, &gate->last_seed)
            && gate->last_seed - gate->first_seed < GATE_SEEDS)
           || reader_fail(reader, tree_line(node, "seeds"),
                          "`seeds` is %s; expected one, or the first and the last such as 2-6, at most %d of them",
                          reader_quote(reader, slice_of(text)), GATE_SEEDS);
}

/* `id: no-mouse`: what a card's `because` calls it. The gate is the lesson's last so far. */
static bool check_id(const Reader *reader, const Node *node, const Lesson *lesson, const Gate *gate)
{
    if (!gate->id)
        return true;
    if (!name_is_plain(gate->id))
        return reader_fail(reader, tree_line(node, "id"), "a gate's id is %s; expected letters, digits, - and _",
                           reader_quote(reader, slice_of(gate->id)));
    return &lesson->gates[lesson_gate(lesson, gate->id)] == gate
           || reader_fail(reader, tree_line(node, "id"), "two gates have the id %s",
                          reader_quote(reader, slice_of(gate->id)));
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

static bool is_vector(const Live *live)
{
    return live->kind == LIVE_ANNOTATION || live->kind == LIVE_CONTEXT || live->kind == LIVE_STATE
           || live->kind == LIVE_MEMORY || live->kind == LIVE_GATE || live->kind == LIVE_ASKED;
}

/* A score, a weight, or an entry of a vector, such as h_3[2]. */
static bool read_live(const Reader *reader, const Node *node, Gate *gate)
{
    int line = tree_line(node, "name");
    const char *bracket = strchr(gate->expected, '['), *close = bracket ? strchr(bracket, ']') : NULL;
    Slice name = {gate->expected, bracket ? (size_t)(bracket - gate->expected) : strlen(gate->expected)};
    bool entry = close && close[1] == '\0'
                 && whole_parse(arena_copy(reader->arena, bracket + 1, (size_t)(close - bracket) - 1), 1, ENTRY_LIMIT,
                                &gate->entry);
    if (!live_parse(reader, line, name, &gate->live[0]))
        return false;
    bool number = gate->live[0].kind == LIVE_SCORE || gate->live[0].kind == LIVE_WEIGHT;
    return (bracket ? entry && is_vector(&gate->live[0]) : number)
           || reader_fail(reader, line, "%s is no number; expected a score, a weight, or an entry such as h_3[2]",
                          reader_quote(reader, slice_of(gate->expected)));
}

/* `names: [c_1, c_2]`, or one name with `other`: two vectors. */
static bool read_vectors(const Reader *reader, const Node *node, Gate *gate)
{
    const char **names = NULL;
    int count = 0, line = tree_line(node, "names");
    if (!tree_texts(reader, node, "names", true, &names, &count))
        return false;
    if (count != (gate->other ? 1 : 2))
        return reader_fail(reader, line, "`names` has %d entr(y|ies); expected two, or with `other` or `replace` one",
                           count);
    for (int i = 0; i < 2; i++) {
        gate->names[i] = names[i < count ? i : 0];
        if (!live_parse(reader, line, slice_of(gate->names[i]), &gate->live[i]))
            return false;
        if (!is_vector(&gate->live[i]))
            return reader_fail(reader, line, "%s is no vector; expected h_1, m_1, c_1 or s_1",
                               reader_quote(reader, slice_of(gate->names[i])));
    }
    return true;
}

static const struct {
    const TreeField *fields;
    bool bounds; /* one of them is needed */
    bool (*read)(const Reader *, const Node *, Gate *);
} KINDS[] = {
    [GATE_EXACT_MATCH] = {EXACT, true, read_length},
    [GATE_LOSS] = {LOSS, true, read_length},
    [GATE_BLEU] = {BLEU, true, read_length},
    [GATE_AER] = {ALIGNED, true, read_length},
    [GATE_AER_BEST] = {MEASURED, true, read_length},
    [GATE_AGREEMENT] = {AGREEMENT, true, read_length},
    [GATE_WEIGHT] = {WEIGHT, false, read_peaks},
    [GATE_TRANSLATION] = {TRANSLATION, false, NULL},
    [GATE_VALUE] = {VALUE, true, read_live},
    [GATE_PROBABILITY] = {PROBABILITY, true, NULL},
    [GATE_DIFFERENCE] = {DIFFERENCE, true, read_vectors},
    [GATE_SELF] = {SELF, true, NULL},
    [GATE_FOOL] = {FOOL, true, NULL},
    [GATE_FIRST_WORD] = {FIRST_WORD, true, read_length},
    [GATE_GRADIENT] = {GRADIENT, true, read_length},
    [GATE_PAIRS] = {PAIRS, true, read_length},
    [GATE_PARAMETERS] = {PARAMETERS, true, NULL},
};

static bool read_gate(const Reader *reader, const Node *list, const Lesson *lesson, Gate *gate)
{
    TreeField keys[GATE_KINDS + 1] = {0};
    for (int i = 0; i < GATE_KINDS; i++)
        keys[i].key = GATE_NAMES[i];
    if (!tree_read(reader, list, "a gate", keys, NULL))
        return false;
    if (list->count != 1)
        return reader_fail(reader, list->line, "a gate has %d key(s); expected one of: %s", list->count,
                           tree_keys(reader, keys));
    *gate = (Gate){.least = -INFINITY, .most = INFINITY, .step = 1, .line = list->key_lines[0]};
    while (strcmp(GATE_NAMES[gate->kind], list->keys[0]) != 0)
        gate->kind++;
    const Node *node = &list->items[0];
    if (!tree_read(reader, node, arena_printf(reader->arena, "the gate %s", list->keys[0]), KINDS[gate->kind].fields,
                   gate))
        return false;
    if (KINDS[gate->kind].bounds && !tree_get(node, "at_least") && !tree_get(node, "at_most"))
        return reader_fail(reader, node->line,
                           "neither `at_least` nor `at_most` is here; expected one of them or both");
    return check_id(reader, node, lesson, gate) && model_read(reader, node, "model", lesson, &gate->model)
           && read_seeds(reader, node, gate) && read_drag(reader, node, gate) && read_learn(reader, node, gate)
           && mute_check(reader, node, &gate->decode) && read_replace(reader, node, lesson, gate)
           && (!KINDS[gate->kind].read || KINDS[gate->kind].read(reader, node, gate));
}

static bool add_gates(const Reader *reader, const Node *list, Lesson *lesson)
{
    for (int i = 0; i < list->count; i++) {
        lesson->gates = arena_room(reader->arena, lesson->gates, lesson->gate_count, sizeof *lesson->gates);
        if (!read_gate(reader, &list->items[i], lesson, &lesson->gates[lesson->gate_count++]))
            return false;
    }
    return true;
}

bool gates_read(const Reader *reader, const Node *front, Lesson *lesson)
{
    const Node *gates = tree_get(front, "gates");
    if (!gates)
        return true;
    if (gates->kind != NODE_LIST || gates->count > GATE_LIMIT)
        return reader_fail(reader, gates->line, "`gates` is %s; expected a list of at most %d gates, `[]` for none",
                           gates->kind == NODE_LIST ? "a longer list" : tree_describe(reader, gates), GATE_LIMIT);
    return add_gates(reader, gates, lesson);
}

bool gates_read_card(const Reader *reader, const CardPiece *piece, Lesson *lesson)
{
    Node list;
    if (!tree_parse(reader, piece->text, piece->line, MAPS_TOO, &list))
        return false;
    if (list.kind != NODE_LIST || lesson->gate_count + list.count > GATE_LIMIT)
        return reader_fail(reader, piece->line,
                           "the gates block is %s; expected a list, and at most %d gates in a lesson",
                           list.kind == NODE_LIST ? "one list too many" : tree_describe(reader, &list), GATE_LIMIT);
    return add_gates(reader, &list, lesson);
}

bool mute_check(const Reader *reader, const Node *map, const DecodeSetting *setting)
{
    DecodeOptions options;
    Error error = {0};
    return trace_mute(&options, setting->mute, reader->arena, &error)
           || reader_fail(reader, tree_line(map, "mute"), "%s", error.message);
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
