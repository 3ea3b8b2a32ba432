/* A trace from the JSON that trace_json.c writes. What its configuration has must be there, in the shapes that it gives; the
 * file is untrusted. E embedding, H hidden, A attention, D annotation, n source words, V target words. */
#include "trace/trace_reader.h"

#include "base/names.h"

#include <math.h>

enum { VALUES_MOST = 8000000, PLACES_MOST = 2 * TRACE_LIMIT_WORDS, WORDS_MOST = 1000000, BYTES_MOST = 256 << 20 };

/* ---- the source ---- */

static bool read_flags(const TraceReader *reader, const cJSON *array, const char *key, bool *out)
{
    int n = reader->trace->n, i = 0;
    for (const cJSON *item = cJSON_IsArray(array) ? array->child : NULL; item; item = item->next, i++)
        if (!cJSON_IsBool(item))
            return told_fail(reader, "\"%s\" must be true or false for each word", key);
        else if (i < n)
            out[i] = cJSON_IsTrue(item);
    return i == n || told_fail(reader, "\"%s\" has %d entr(y|ies); expected %d", key, i, n);
}

/* The words that were typed: </s> and <pad> stand behind them. */
static bool count_words(TraceReader *reader)
{
    Trace *trace = reader->trace;
    while (trace->words < trace->n && trace->encoding.ids[trace->words] != VOCAB_END
           && trace->encoding.ids[trace->words] != VOCAB_PAD)
        trace->words++;
    return trace->words > 0 || told_fail(reader, "\"source\" has no words");
}

static bool read_source(TraceReader *reader, const cJSON *source)
{
    Trace *trace = reader->trace;
    const cJSON *tokens = told_member(source, "tokens"), *ids = told_member(source, "ids"),
                *muted = told_member(source, "muted");
    int n = cJSON_IsArray(tokens) ? cJSON_GetArraySize(tokens) : 0, j = 0;
    if (n < 1 || n > PLACES_MOST)
        return told_fail(reader, "\"source.tokens\" has %d word(s); expected 1 to %d", n, PLACES_MOST);
    trace->n = trace->encoding.n = n;
    trace->source = ARENA_ARRAY(&reader->trace->arena, const char *, (size_t)n);
    trace->unknown = ARENA_ARRAY(&reader->trace->arena, bool, (size_t)n);
    trace->encoding.ids = ARENA_ARRAY(&reader->trace->arena, int, (size_t)n);
    if (!cJSON_IsArray(ids) || cJSON_GetArraySize(ids) != n)
        return told_fail(reader, "\"source.ids\" must be %d number(s), as many as there are words", n);
    const cJSON *id = ids->child;
    for (const cJSON *token = tokens->child; token; token = token->next, id = id->next, j++) {
        if (!(trace->source[j] = told_word(reader, token, "source.tokens", j + 1))
            || !told_whole(reader, id, "source.ids", 0, WORDS_MOST, &trace->encoding.ids[j]))
            return false;
        trace->unknown[j] = trace->encoding.ids[j] == VOCAB_UNKNOWN;
    }
    bool *flags = ARENA_ARRAY(&reader->trace->arena, bool, (size_t)n);
    trace->muted = muted ? flags : NULL;
    return (!muted || read_flags(reader, muted, "source.muted", flags)) && count_words(reader);
}

/* ---- the model, as far as it is told ---- */

static bool read_target(const TraceReader *reader, const cJSON *array, Vocab *out)
{
    int id = 0;
    for (const cJSON *item = cJSON_IsArray(array) ? array->child : NULL; item; item = item->next, id++) {
        const char *word = told_word(reader, item, "vocabulary", id + 1);
        if (!word)
            return false;
        if (id >= WORDS_MOST || vocab_add(out, slice_of(word)) != id)
            return told_fail(reader, "word %d of \"vocabulary\", '%s', stands there twice or in a wrong place", id + 1,
                             word);
    }
    return id > VOCAB_SPECIAL || told_fail(reader, "has no \"vocabulary\": the words that its probabilities belong to");
}

/* As the model has it, which may fold the case of what was typed. */
static const char *source_word(const Trace *trace, int id, Arena *arena)
{
    int j = 0;
    while (j < trace->n && trace->encoding.ids[j] != id)
        j++;
    if (j == trace->n)
        return arena_printf(arena, "<%d>", id);
    Bytes word = {0};
    for (Slice rest = slice_of(trace->source[j]); rest.length > 0;) {
        char letter[4];
        uint32_t code = utf8_next(&rest);
        bytes_add(&word, letter, utf8_put(letter, trace->config.lowercase ? utf8_lower(code) : code));
    }
    return bytes_take(&word, arena);
}

/* Of the source only the words of the sentence are known; the others are nameless. */
static void name_source(const Trace *trace, Vocab *out)
{
    int last = VOCAB_UNKNOWN;
    for (int j = 0; j < trace->n; j++)
        last = trace->encoding.ids[j] > last ? trace->encoding.ids[j] : last;
    vocab_add(out, slice_of("<unk>"));
    Arena arena = {0};
    for (int id = VOCAB_SPECIAL; id <= last; id++)
        for (const char *word = source_word(trace, id, &arena); out->count == id;
             word = arena_printf(&arena, "<%s>", word))
            vocab_add(out, slice_of(word)); /* each has a name of its own */
    arena_finish(&arena);
}

static float *read_param(const TraceReader *reader, const cJSON *object, const Param *param)
{
    if (!param->cols)
        return told_row(reader, object, param->name, param->rows);
    float *numbers = ARENA_ARRAY(&reader->trace->arena, float, param_size(param));
    const cJSON *rows = told_member(object, param->name);
    return told_rows(reader, rows, param->name, param->rows, param->cols, param->cols, numbers) ? numbers : NULL;
}

/* All of them, or none, as of traces of before. */
static bool read_params(const TraceReader *reader, const cJSON *object)
{
    Model *model = reader->model;
    for (int i = 0; object && i < model->table.count; i++) {
        if (!trace_tells_param(model, i))
            continue;
        const float *numbers = read_param(reader, object, &model->table.items[i]);
        if (!numbers)
            return false;
        model_tell(model, i, numbers);
    }
    return true;
}

static bool read_model(TraceReader *reader, const cJSON *root)
{
    Vocab source = {0}, target = {0};
    if (!read_target(reader, told_member(root, "vocabulary"), &target)) {
        vocab_finish(&target);
        return false;
    }
    name_source(reader->trace, &source);
    model_create_absent(reader->model, &reader->trace->config, &source, &target);
    int energy = params_find(&reader->model->table, "attention.energy");
    float *told = energy < 0 ? NULL : told_row(reader, root, "energy", reader->trace->config.attention_size);
    if (told)
        model_tell(reader->model, energy, told);
    return (told || energy < 0) && read_params(reader, told_member(root, "parameters"));
}

static bool read_config(TraceReader *reader, const cJSON *root)
{
    const cJSON *config = told_member(root, "model");
    Error inner = {0};
    if (!cJSON_IsObject(config))
        return told_fail(reader, "has no \"model\", and so none of what attend computes on the way to the weights");
    char *text = cJSON_PrintUnformatted(config);
    bool ok = config_parse(slice_of(text), &reader->trace->config, &inner);
    cJSON_free(text);
    return ok || told_fail(reader, "\"model\": %s", inner.message);
}

/* ---- the whole ---- */

static bool read_end(const TraceReader *reader, const cJSON *root)
{
    Trace *trace = reader->trace;
    const cJSON *sum = told_member(root, "log_probability");
    bool ended = trace->steps[trace->step_count - 1].id == VOCAB_END;
    if (!cJSON_IsNumber(sum) || !isfinite((float)sum->valuedouble))
        return told_fail(reader, "\"log_probability\" must be a number");
    trace->log_probability = (float)sum->valuedouble;
    trace->word_count = trace->step_count - ended;
    trace->truncated = !ended && cJSON_IsTrue(told_member(root, "truncated"));
    trace->forced_cut = !ended && !trace->truncated;
    return true;
}

static bool read(TraceReader *reader, const cJSON *root)
{
    return read_config(reader, root) && read_source(reader, told_member(root, "source")) && read_model(reader, root)
           && told_encoder(reader, root) && told_steps(reader, told_member(root, "steps")) && read_end(reader, root)
           && told_beam(reader, told_member(root, "beam"));
}

Trace *trace_parse(Slice json, const char *name, Model *model, Error *error)
{
    Error inner = {0};
    *model = (Model){0};
    cJSON *root = json_parse(json, VALUES_MOST, &inner);
    if (!root) {
        error_at(error, ERROR_FORMAT, name, 0, "%s", inner.message);
        return NULL;
    }
    Trace *trace = NULL;
    if (cJSON_IsObject(told_member(root, "source")) && told_member(root, "steps")) {
        trace = heap_alloc(1, sizeof *trace);
        if (!read(&(TraceReader){trace, model, name, "", error}, root)) {
            trace_destroy(trace);
            model_finish(model);
            trace = NULL;
        }
    }
    cJSON_Delete(root);
    return trace;
}

const char *const TRACE_ENDINGS[] = {".json", NULL};

Trace *trace_load(const char *path, Model *model, Error *error)
{
    Bytes bytes;
    *model = (Model){0};
    if (!file_read(path, BYTES_MOST, &bytes, error))
        return NULL;
    Trace *trace = trace_parse(bytes_slice(&bytes), path, model, error);
    bytes_finish(&bytes);
    return trace;
}

Trace *trace_need(const char *path, Model *model, Error *error)
{
    Error inner = {0};
    Trace *trace = trace_load(path, model, &inner);
    if (!trace && inner.code == ERROR_NONE)
        error_at(&inner, ERROR_FORMAT, path, 0, "is no trace of attend");
    if (!trace && error)
        *error = inner;
    return trace;
}

bool trace_is_whole(const char *path, Error *lacks)
{
    Model model = {0};
    Trace *trace = path_check_ending(path, TRACE_ENDINGS, NULL) ? trace_load(path, &model, lacks) : NULL;
    model_finish(&model);
    trace_destroy(trace);
    return trace != NULL;
}
