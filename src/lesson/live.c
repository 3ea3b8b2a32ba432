#include "lesson/live.h"

#include "derive/name.h"
#include "derive/plain.h"

#include <string.h>

static const struct {
    const char *name;
    LiveKind kind;
    bool step, position; /* what it counts */
    int least;           /* the lowest index */
} NAMES[] = {
    {"alpha", LIVE_WEIGHT, true, true, 1}, {"e", LIVE_SCORE, true, true, 1},    {"h", LIVE_ANNOTATION, false, true, 1},
    {"x", LIVE_SOURCE, false, true, 1},    {"c", LIVE_CONTEXT, true, false, 1}, {"s", LIVE_STATE, true, false, 0},
    {"y", LIVE_WORD, true, false, 0},      {"m", LIVE_MEMORY, false, true, 1},  {"f", LIVE_GATE, false, true, 1},
    {"i", LIVE_GATE, false, true, 1},      {"g", LIVE_GATE, false, true, 1},    {"o", LIVE_GATE, false, true, 1},
    {"r", LIVE_GATE, false, true, 1},      {"z", LIVE_GATE, false, true, 1},    {"D", LIVE_ASKED, true, false, 1},
};
enum { NAME_COUNT = sizeof NAMES / sizeof *NAMES };

static const struct {
    const char *name;
    Live live;
} GROUPS[] = {
    {"source", {LIVE_SOURCE, 0, LIVE_ALL}},       {"encoder", {LIVE_ANNOTATION, 0, LIVE_ALL}},
    {"scores", {LIVE_SCORE, LIVE_ALL, LIVE_ALL}}, {"weights", {LIVE_WEIGHT, LIVE_ALL, LIVE_ALL}},
    {"context", {LIVE_CONTEXT, LIVE_ALL, 0}},     {"state", {LIVE_STATE, LIVE_ALL, 0}},
    {"output", {LIVE_WORD, LIVE_ALL, 0}},
};
enum { GROUP_COUNT = sizeof GROUPS / sizeof *GROUPS };

static bool of_cell(const Live *live)
{
    return live->kind == LIVE_MEMORY || live->kind == LIVE_GATE;
}

/* One to three digits off the front. */
static bool take_index(Slice *text, int *out)
{
    size_t digits = 0;
    *out = 0;
    for (; digits < text->length && digits < 3 && text->text[digits] >= '0' && text->text[digits] <= '9'; digits++)
        *out = *out * 10 + (text->text[digits] - '0');
    text->text += digits;
    text->length -= digits;
    return digits > 0;
}

/* "32" is t = 3, j = 2; "3,12" takes its comma. */
static bool take_pair(Slice *text, int *t, int *j)
{
    if (text->length == 2 && take_index(text, t)) {
        *j = *t % 10;
        *t /= 10;
        return text->length == 0;
    }
    if (!take_index(text, t) || text->length == 0 || text->text[0] != ',')
        return false;
    text->text++, text->length--;
    return take_index(text, j);
}

static bool parse(Slice name, Live *out)
{
    for (int i = 0; i < NAME_COUNT; i++) {
        size_t length = strlen(NAMES[i].name);
        if (name.length <= length + 1 || memcmp(name.text, NAMES[i].name, length) != 0 || name.text[length] != '_')
            continue;
        Slice rest = {name.text + length + 1, name.length - length - 1};
        Live live = {.kind = NAMES[i].kind, .gate = NAMES[i].kind == LIVE_GATE ? NAMES[i].name[0] : 0};
        bool pair = NAMES[i].step && NAMES[i].position;
        bool ok = pair ? take_pair(&rest, &live.t, &live.j) : take_index(&rest, NAMES[i].step ? &live.t : &live.j);
        ok = ok && rest.length == 0 && (!NAMES[i].step || live.t >= NAMES[i].least)
             && (!NAMES[i].position || live.j >= NAMES[i].least);
        *out = live;
        return ok;
    }
    return false;
}

bool live_parse(const Reader *reader, int line, Slice name, Live *out)
{
    if (parse(name, out))
        return true;
    return reader_fail(reader, line,
                       "%s is not a live value; expected alpha_32, e_32, h_3, x_3, c_3, s_3 or y_3, of a cell m_3 or a "
                       "gate such as f_3, of a Transformer D_3 (from 1, with a comma as in alpha_3,12 where an index "
                       "has two digits); write \\{ for a brace",
                       reader_quote(reader, name));
}

bool live_parse_group(const Reader *reader, int line, Slice name, Live *out)
{
    for (int i = 0; i < GROUP_COUNT; i++) {
        if (!slice_is(name, GROUPS[i].name))
            continue;
        *out = GROUPS[i].live;
        return true;
    }
    if (parse(name, out) && !of_cell(out))
        return true;
    return reader_fail(
        reader, line,
        "%s cannot be highlighted; expected source, encoder, scores, weights, context, state, output, or "
        "one of them such as alpha_32, h_3, c_3",
        reader_quote(reader, name));
}

/* ---- names inside text ---- */

bool live_take(Slice *rest, Slice *plain, Slice *name)
{
    *plain = *name = (Slice){0};
    if (rest->length == 0)
        return false;
    const char *text = rest->text;
    size_t length = rest->length, used = 0;
    if (length >= 2 && text[0] == '\\' && text[1] == '{') {
        *plain = (Slice){text + 1, 1};
        used = 2;
    } else if (text[0] == '{') {
        const char *close = memchr(text, '}', length);
        used = close ? (size_t)(close - text) + 1 : length;
        *name = (Slice){text + 1, used - 1 - (close != NULL)};
    } else {
        while (used < length && text[used] != '{'
               && !(text[used] == '\\' && used + 1 < length && text[used + 1] == '{'))
            used++;
        *plain = (Slice){text, used};
    }
    *rest = (Slice){text + used, length - used};
    return true;
}

bool live_check_text(const Reader *reader, int line, const char *text)
{
    Slice rest = slice_of(text), plain, name;
    Live live;
    while (live_take(&rest, &plain, &name))
        if (!plain.length && !live_parse(reader, line, name, &live))
            return false;
    return true;
}

char *live_fill(const char *text, const Trace *trace, Arena *arena)
{
    Slice rest = slice_of(text), plain, name;
    Bytes out = {0};
    Live live;
    if (!strpbrk(text, "{\\")) /* the common case, in every frame */
        return arena_copy(arena, text, rest.length);
    while (live_take(&rest, &plain, &name)) {
        const char *value = plain.length || !parse(name, &live) ? NULL : live_text(&live, trace, arena);
        bytes_add(&out, plain.text, plain.length);
        if (!plain.length)
            bytes_add_text(&out, value ? value : "–");
    }
    return bytes_take(&out, arena);
}

/* ---- values ---- */

/* Of the top layer, as the stage has it; NULL: it has none. */
static const Real *asked_of(const Step *step)
{
    return step->layers ? step->layers[step->layer_count - 1].asked : NULL;
}

/* Of the memory or a gate: [n,H] as the reader from left to right has it, in the last layer; NULL: it has none. */
static const Real *in_cell(const Live *live, const Trace *trace)
{
    const EncoderRun *run = &trace->encoding.layers[trace->config.layers - 1].forward;
    if (live->kind == LIVE_MEMORY)
        return run->cells;
    for (int gate = 0; live->kind == LIVE_GATE && cell_gate_name(trace->config.cell, gate); gate++)
        if (*cell_gate_name(trace->config.cell, gate) == live->gate)
            return run->gates[gate];
    return NULL;
}

bool live_present(const Live *live, const Trace *trace)
{
    int t = live->t, j = live->j;
    bool all_t = t == LIVE_ALL, of_word = live->kind == LIVE_ANNOTATION || live->kind == LIVE_SOURCE;
    if (of_cell(live))
        return j <= trace->n && in_cell(live, trace);
    if ((!all_t && t > trace->step_count) || (j != LIVE_ALL && j > trace->n))
        return false;
    if (of_word || live->kind == LIVE_NONE || trace->step_count == 0)
        return of_word;
    const Step *step = &trace->steps[all_t || t < 1 ? 0 : t - 1].step;
    return live->kind == LIVE_SCORE    ? step->scores != NULL
           : live->kind == LIVE_WEIGHT ? step->weights != NULL
           : live->kind == LIVE_ASKED  ? asked_of(step) != NULL
                                       : live->kind != LIVE_CONTEXT || step->context;
}

bool live_covers(const Live *live, LiveKind kind, int t, int j)
{
    bool steps = kind != LIVE_ANNOTATION && kind != LIVE_SOURCE && kind != LIVE_MEMORY && kind != LIVE_GATE;
    bool positions = kind != LIVE_CONTEXT && kind != LIVE_STATE && kind != LIVE_WORD && kind != LIVE_ASKED;
    return live->kind == kind && (!steps || live->t == LIVE_ALL || live->t == t)
           && (!positions || live->j == LIVE_ALL || live->j == j);
}

bool live_number(const Live *live, const Trace *trace, double *out)
{
    bool whole = live->t < 1 || live->j < 1;
    if ((live->kind != LIVE_SCORE && live->kind != LIVE_WEIGHT) || whole || !live_present(live, trace))
        return false;
    const Step *step = &trace->steps[live->t - 1].step;
    *out = (live->kind == LIVE_SCORE ? step->scores : step->weights)[live->j - 1];
    return true;
}

const Real *live_vector(const Live *live, const Trace *trace, int *count)
{
    const Encoding *encoding = &trace->encoding;
    bool annotation = live->kind == LIVE_ANNOTATION || live->kind == LIVE_CONTEXT;
    *count = annotation ? config_annotation(&trace->config) : trace->config.hidden;
    if (live->t == LIVE_ALL || live->j == LIVE_ALL || !live_present(live, trace))
        return NULL;
    if (live->kind == LIVE_ANNOTATION)
        return encoding->annotations + (size_t)(live->j - 1) * (size_t)*count;
    if (of_cell(live))
        return in_cell(live, trace) + (size_t)(live->j - 1) * (size_t)*count;
    if (live->kind == LIVE_STATE && live->t == 0)
        return encoding->initial_state;
    const Step *step = &trace->steps[live->t - 1].step;
    if (live->kind == LIVE_ASKED)
        return asked_of(step);
    return live->kind == LIVE_STATE ? step->state : live->kind == LIVE_CONTEXT ? step->context : NULL;
}

/* Its name is that of the value: "m₄", and of a gate "f₄". */
static Value cell_vector(const Live *live, const Trace *trace)
{
    Value value = {live->kind == LIVE_MEMORY ? VALUE_CELL : VALUE_GATE, 2 * (trace->config.layers - 1),
                   .place = live->j - 1};
    while (live->kind == LIVE_GATE && *cell_gate_name(trace->config.cell, value.part) != live->gate)
        value.part++;
    return value;
}

char *live_text(const Live *live, const Trace *trace, Arena *arena)
{
    if (live->t == LIVE_ALL || live->j == LIVE_ALL || !live_present(live, trace))
        return NULL;
    double value;
    if (live_number(live, trace, &value))
        return live->kind == LIVE_WEIGHT ? share_text(arena, value, 2) : number_text(arena, value, 2, true);
    int t = live->t - 1, j = live->j - 1;
    if (live->kind == LIVE_SOURCE)
        return arena_string(arena, trace->source[j]);
    if (live->kind == LIVE_WORD)
        return arena_string(arena, t < 0 ? trace->steps[0].input_token : trace->steps[t].token);
    /* a vector has no number of its own: its name stands for it */
    Maths maths = {trace, NULL, LANGUAGE_ENGLISH, arena};
    Value vector = {live->kind == LIVE_STATE ? VALUE_STATE : VALUE_CONTEXT, RUN_DECODER, .place = t};
    if (of_cell(live))
        vector = cell_vector(live, trace);
    if (live->kind == LIVE_ASKED)
        vector = asking_state(&maths, t, 0);
    return markup_plain(live->kind == LIVE_ANNOTATION ? annotation_name(&maths, j) : vector_name(&maths, vector),
                        arena);
}
