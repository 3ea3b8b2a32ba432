/* A trace from the JSON that trace_json.c writes. What its configuration has must be there, in the shapes that it gives; the
 * file is untrusted. E embedding, H hidden, A attention, D annotation, n source words, V target words. */
#include "base/json.h"
#include "trace/steps.h"

#include <math.h>
#include <string.h>

enum {
    VALUES_MOST = 8000000,
    PLACES_MOST = 2 * TRACE_LIMIT_WORDS,
    STEPS_MOST = 1000,
    WORDS_MOST = 1000000,
    BYTES_MOST = 256 << 20
};

typedef struct Reader {
    Trace *trace;
    Model *model;
    const char *name;  /* of the file */
    const char *where; /* "" or "step 3: " */
    Error *error;
} Reader;

static bool fail(const Reader *reader, const char *format, ...) PRINTF_LIKE(2, 3);
static bool fail(const Reader *reader, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_at(reader->error, ERROR_FORMAT, reader->name, 0, "%s%s", reader->where, text);
}

static const cJSON *member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static Arena *arena_of(const Reader *reader)
{
    return &reader->trace->arena;
}

/* ---- words and numbers ---- */

static bool read_whole(const Reader *reader, const cJSON *item, const char *key, int least, int most, int *out)
{
    double value = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    if (!(value >= least && value <= most) || value != floor(value))
        return fail(reader, "\"%s\" must be a whole number from %d to %d", key, least, most);
    *out = (int)value;
    return true;
}

/* The arena's; NULL with an error. */
static const char *read_word(const Reader *reader, const cJSON *item, const char *key)
{
    if (cJSON_IsString(item) && item->valuestring[0] && utf8_is_printable(slice_of(item->valuestring)))
        return arena_string(arena_of(reader), item->valuestring);
    fail(reader, "\"%s\" must be a word in quotation marks", key);
    return NULL;
}

static bool read_numbers(const Reader *reader, const cJSON *array, const char *key, int count, float *out)
{
    int i = 0;
    for (const cJSON *item = cJSON_IsArray(array) ? array->child : NULL; item; item = item->next, i++) {
        if (!cJSON_IsNumber(item) || !isfinite((float)item->valuedouble))
            return fail(reader, "number %d of \"%s\" is none", i + 1, key);
        if (i < count)
            out[i] = (float)item->valuedouble;
    }
    return i == count || fail(reader, "\"%s\" has %d numbers; expected %d", key, i, count);
}

/* [count] of the key; NULL with an error. */
static float *read_row(const Reader *reader, const cJSON *object, const char *key, int count)
{
    const cJSON *array = member(object, key);
    float *row = ARENA_ARRAY(arena_of(reader), float, (size_t)count);
    if (!cJSON_IsArray(array))
        fail(reader, "has no \"%s\"", key);
    else if (read_numbers(reader, array, key, count, row))
        return row;
    return NULL;
}

/* Rows of `count` numbers, `stride` apart. */
static bool read_rows(const Reader *reader, const cJSON *array, const char *key, int rows, int count, int stride,
                      float *out)
{
    int i = 0;
    for (const cJSON *item = cJSON_IsArray(array) ? array->child : NULL; item && i < rows; item = item->next, i++)
        if (!read_numbers(reader, item, key, count, out + (size_t)i * (size_t)stride))
            return false;
    int found = cJSON_IsArray(array) ? cJSON_GetArraySize(array) : 0;
    return found == rows || fail(reader, "\"%s\" has %d rows; expected %d", key, found, rows);
}

/* [n][count] of the key; NULL with an error. */
static float *read_matrix(const Reader *reader, const cJSON *object, const char *key, int count)
{
    int n = reader->trace->n;
    const cJSON *array = member(object, key);
    float *matrix = ARENA_ARRAY(arena_of(reader), float, (size_t)n *(size_t)count);
    if (!array)
        fail(reader, "has no \"%s\"", key);
    else if (read_rows(reader, array, key, n, count, count, matrix))
        return matrix;
    return NULL;
}

static bool are_shares(const Reader *reader, const char *key, const float *values, int count)
{
    for (int i = 0; i < count; i++)
        if (values[i] < 0 || values[i] > 1.0001f)
            return fail(reader, "number %d of \"%s\" is %g; expected one from 0 to 1", i + 1, key, (double)values[i]);
    return true;
}

/* ---- the source ---- */

static bool read_flags(const Reader *reader, const cJSON *array, const char *key, bool *out)
{
    int n = reader->trace->n, i = 0;
    for (const cJSON *item = cJSON_IsArray(array) ? array->child : NULL; item; item = item->next, i++)
        if (!cJSON_IsBool(item))
            return fail(reader, "\"%s\" must be true or false for each word", key);
        else if (i < n)
            out[i] = cJSON_IsTrue(item);
    return i == n || fail(reader, "\"%s\" has %d entries; expected %d", key, i, n);
}

/* The words that were typed: </s> and <pad> stand behind them. */
static bool count_words(Reader *reader)
{
    Trace *trace = reader->trace;
    while (trace->words < trace->n && trace->encoding.ids[trace->words] != VOCAB_END
           && trace->encoding.ids[trace->words] != VOCAB_PAD)
        trace->words++;
    return trace->words > 0 || fail(reader, "\"source\" has no words");
}

static bool read_source(Reader *reader, const cJSON *source)
{
    Trace *trace = reader->trace;
    const cJSON *tokens = member(source, "tokens"), *ids = member(source, "ids"), *muted = member(source, "muted");
    int n = cJSON_IsArray(tokens) ? cJSON_GetArraySize(tokens) : 0, j = 0;
    if (n < 1 || n > PLACES_MOST)
        return fail(reader, "\"source.tokens\" has %d words; expected 1 to %d", n, PLACES_MOST);
    trace->n = trace->encoding.n = n;
    trace->source = ARENA_ARRAY(arena_of(reader), const char *, (size_t)n);
    trace->unknown = ARENA_ARRAY(arena_of(reader), bool, (size_t)n);
    trace->encoding.ids = ARENA_ARRAY(arena_of(reader), int, (size_t)n);
    if (!cJSON_IsArray(ids) || cJSON_GetArraySize(ids) != n)
        return fail(reader, "\"source.ids\" must be %d numbers, as many as there are words", n);
    const cJSON *id = ids->child;
    for (const cJSON *token = tokens->child; token; token = token->next, id = id->next, j++) {
        if (!(trace->source[j] = read_word(reader, token, "source.tokens"))
            || !read_whole(reader, id, "source.ids", 0, WORDS_MOST, &trace->encoding.ids[j]))
            return false;
        trace->unknown[j] = trace->encoding.ids[j] == VOCAB_UNKNOWN;
    }
    bool *flags = ARENA_ARRAY(arena_of(reader), bool, (size_t)n);
    trace->muted = muted ? flags : NULL;
    return (!muted || read_flags(reader, muted, "source.muted", flags)) && count_words(reader);
}

/* ---- the encoder ---- */

static bool read_gates(const Reader *reader, const cJSON *gates, CellKind cell, bool matrices, Real **out)
{
    int H = reader->trace->config.hidden;
    for (int gate = 0; gate < MODEL_GATES; gate++) {
        const char *name = cell_gate_name(cell, gate);
        if (!name)
            break;
        out[gate] = matrices ? read_matrix(reader, gates, name, H) : read_row(reader, gates, name, H);
        if (!out[gate])
            return false;
    }
    return true;
}

static bool read_run(const Reader *reader, const cJSON *layer, const char *direction, EncoderRun *out)
{
    CellKind cell = reader->trace->config.cell;
    int H = reader->trace->config.hidden;
    const cJSON *run = member(layer, direction);
    bool remembers = cell_of_kind(cell)->memory != NULL;
    return (out->states = read_matrix(reader, run, "states", H)) != NULL
           && (!remembers || (out->cells = read_matrix(reader, run, "cells", H)) != NULL)
           && read_gates(reader, member(run, "gates"), cell, true, out->gates);
}

/* [heads][n][count] into rows `stride` apart, the heads `ahead` apart; NULL with an error. */
static float *read_heads(const Reader *reader, const cJSON *self, const char *key, int count, int stride, size_t ahead)
{
    int n = reader->trace->n, heads = reader->trace->config.heads, head = 0;
    const cJSON *array = member(self, key);
    float *out = ARENA_ARRAY(arena_of(reader), float, (size_t)heads *(size_t)n *(size_t)count);
    for (const cJSON *item = cJSON_IsArray(array) ? array->child : NULL; item && head < heads;
         item = item->next, head++)
        if (!read_rows(reader, item, key, n, count, stride, out + (size_t)head * ahead))
            return NULL;
    if (head == heads && cJSON_GetArraySize(array) == heads)
        return out;
    fail(reader, "\"%s\" must have %d heads", key, heads);
    return NULL;
}

static float *read_sides(const Reader *reader, const cJSON *self, const char *key)
{
    const Config *config = &reader->trace->config;
    int width = config->embed / config->heads;
    return read_heads(reader, self, key, width, config->embed, (size_t)width);
}

static float *read_squares(const Reader *reader, const cJSON *self, const char *key)
{
    int n = reader->trace->n;
    return read_heads(reader, self, key, n, n, (size_t)n * (size_t)n);
}

static bool read_block(const Reader *reader, const cJSON *self, SelfRun *out)
{
    int E = reader->trace->config.embed, F = reader->trace->config.feed_forward;
    return F == 0
           || ((out->middle = read_matrix(reader, self, "middle", E))
               && (out->inner = read_matrix(reader, self, "inner", F))
               && (out->outer = read_matrix(reader, self, "outer", E))
               && (out->forward_normed = read_matrix(reader, self, "forward_normed", E)));
}

static bool read_self(const Reader *reader, const cJSON *self, SelfRun *out)
{
    int n = reader->trace->n, E = reader->trace->config.embed, heads = reader->trace->config.heads;
    return (out->inputs = read_matrix(reader, self, "inputs", E))
           && (out->queries = read_sides(reader, self, "queries")) && (out->keys = read_sides(reader, self, "keys"))
           && (out->values = read_sides(reader, self, "values")) && (out->scores = read_squares(reader, self, "scores"))
           && (out->weights = read_squares(reader, self, "weights"))
           && are_shares(reader, "weights", out->weights, heads * n * n)
           && (out->mixed = read_matrix(reader, self, "mixed", E))
           && (out->output = read_matrix(reader, self, "output", E))
           && (out->normed = read_matrix(reader, self, "normed", E)) && read_block(reader, self, out);
}

static bool read_layers(const Reader *reader, const cJSON *layers)
{
    const Config *config = &reader->trace->config;
    Encoding *encoding = &reader->trace->encoding;
    if (!cJSON_IsArray(layers) || cJSON_GetArraySize(layers) != config->layers)
        return fail(reader, "\"encoder.layers\" must be %d of them", config->layers);
    if (config->cell == CELL_SELF)
        return read_self(reader, member(layers->child, "self"), &encoding->self);
    int i = 0;
    for (const cJSON *layer = layers->child; layer; layer = layer->next, i++)
        if (!read_run(reader, layer, "forward", &encoding->forward[i])
            || (config->bidirectional && !read_run(reader, layer, "backward", &encoding->backward[i])))
            return false;
    return true;
}

static bool read_encoder(const Reader *reader, const cJSON *root)
{
    const Config *config = &reader->trace->config;
    Encoding *encoding = &reader->trace->encoding;
    const cJSON *encoder = member(root, "encoder"), *initial = member(root, "initial");
    int D = config_annotation(config), H = config->hidden;
    bool remembers = cell_of_kind(config_decoder_cell(config))->memory != NULL;
    return (encoding->embeddings = read_matrix(reader, encoder, "embeddings", config->embed))
           && (encoding->annotations = read_matrix(reader, encoder, "states", D))
           && (encoding->final = read_row(reader, encoder, "final", D))
           && read_layers(reader, member(encoder, "layers"))
           && (encoding->initial_state = read_row(reader, initial, "state", H))
           && (!remembers || (encoding->initial_cell = read_row(reader, initial, "cell", H)))
           && (!config_scores(config) || (encoding->keys = read_matrix(reader, root, "keys", config->attention_size)));
}

/* ---- the model, as far as it is told ---- */

static bool read_target(const Reader *reader, const cJSON *array, Vocab *out)
{
    int id = 0;
    for (const cJSON *item = cJSON_IsArray(array) ? array->child : NULL; item; item = item->next, id++) {
        const char *word = read_word(reader, item, "vocabulary");
        if (!word)
            return false;
        if (id >= WORDS_MOST || vocab_add(out, slice_of(word)) != id)
            return fail(reader, "word %d of \"vocabulary\", '%s', stands there twice or in a wrong place", id + 1,
                        word);
    }
    return id > VOCAB_SPECIAL || fail(reader, "has no \"vocabulary\": the words that its probabilities belong to");
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

static bool read_model(Reader *reader, const cJSON *root)
{
    Vocab source = {0}, target = {0};
    if (!read_target(reader, member(root, "vocabulary"), &target)) {
        vocab_finish(&target);
        return false;
    }
    name_source(reader->trace, &source);
    model_create_absent(reader->model, &reader->trace->config, &source, &target);
    int energy = params_find(&reader->model->table, "attention.energy");
    float *told = energy < 0 ? NULL : read_row(reader, root, "energy", reader->trace->config.attention_size);
    if (told)
        model_tell(reader->model, energy, told);
    return told || energy < 0;
}

static bool read_config(Reader *reader, const cJSON *root)
{
    const cJSON *config = member(root, "model");
    Error inner = {0};
    if (!cJSON_IsObject(config))
        return fail(reader, "has no \"model\", and so none of what attend computes on the way to the weights");
    char *text = cJSON_PrintUnformatted(config);
    bool ok = config_parse(slice_of(text), &reader->trace->config, &inner);
    cJSON_free(text);
    return ok || fail(reader, "\"model\": %s", inner.message);
}

/* ---- the steps ---- */

static bool read_input(const Reader *reader, const cJSON *input, TraceStep *step)
{
    const Vocab *words = &reader->model->target;
    if (!read_whole(reader, member(input, "id"), "input.id", 0, words->count - 1, &step->step.input))
        return false;
    step->input_token = vocab_word(words, step->step.input);
    return (step->step.embedding = read_row(reader, input, "embedding", reader->trace->config.embed)) != NULL;
}

static bool read_projected(const Reader *reader, const cJSON *object, TraceStep *step)
{
    int A = reader->trace->config.attention_size, i = 0;
    const cJSON *array = member(object, "projected");
    double *asked = ARENA_ARRAY(arena_of(reader), double, (size_t)A);
    if (!read_row(reader, object, "projected", A))
        return false;
    for (const cJSON *item = array->child; item; item = item->next)
        asked[i++] = item->valuedouble;
    step->asked = asked;
    return true;
}

static bool read_window(const Reader *reader, const cJSON *window, Step *step)
{
    int n = reader->trace->n;
    const cJSON *centre = member(window, "centre");
    step->centre = ARENA_NEW(arena_of(reader), Real);
    if (!cJSON_IsNumber(centre) || !isfinite((float)centre->valuedouble))
        return fail(reader, "\"window.centre\" must be a number");
    *step->centre = (float)centre->valuedouble;
    if (!read_whole(reader, member(window, "first"), "window.first", 1, n, &step->first)
        || !read_whole(reader, member(window, "count"), "window.count", 1, n - step->first + 1, &step->count))
        return false;
    step->first--;
    return true;
}

static bool read_attention(const Reader *reader, const cJSON *object, TraceStep *step)
{
    const Config *config = &reader->trace->config;
    Step *numbers = &step->step;
    int n = reader->trace->n;
    bool scores = config_scores(config);
    numbers->count = n;
    return (!scores
            || ((numbers->query = read_row(reader, object, "query", config->hidden))
                && (numbers->scores = read_row(reader, object, "scores", n))))
           && (!scores || !score_of_kind(config->score)->query || read_projected(reader, object, step))
           && (!config_weighs(config)
               || ((numbers->weights = read_row(reader, object, "weights", n))
                   && are_shares(reader, "weights", numbers->weights, n)))
           && (!scores || config->local == LOCAL_NONE || read_window(reader, member(object, "window"), numbers))
           && (config->attention == ATTENTION_NONE
               || (numbers->context = read_row(reader, object, "context", config_annotation(config))));
}

static bool read_state(const Reader *reader, const cJSON *object, Step *step)
{
    const Config *config = &reader->trace->config;
    CellKind cell = config_decoder_cell(config);
    int H = config->hidden, V = reader->model->target.count;
    return read_gates(reader, member(object, "gates"), cell, false, step->gates)
           && (step->state = read_row(reader, object, "state", H))
           && (!cell_of_kind(cell)->memory || (step->cell = read_row(reader, object, "cell", H)))
           && (config->attention != ATTENTION_LUONG || (step->attentional = read_row(reader, object, "attentional", H)))
           && (step->logits = read_row(reader, object, "logits", V))
           && (step->probabilities = read_row(reader, object, "probabilities", V))
           && are_shares(reader, "probabilities", step->probabilities, V);
}

static bool read_output(const Reader *reader, const cJSON *output, TraceStep *step)
{
    const Vocab *words = &reader->model->target;
    const cJSON *how = member(output, "how");
    int id, found = -1;
    for (int i = 0; CHOSEN_NAMES[i]; i++)
        if (cJSON_IsString(how) && strcmp(how->valuestring, CHOSEN_NAMES[i]) == 0)
            found = i;
    if (found < 0)
        return fail(reader, "\"output.how\" must be one of greedy, forced, changed, beam and sampled");
    if (!read_whole(reader, member(output, "id"), "output.id", VOCAB_END, words->count - 1, &id))
        return false;
    step_write(step, reader->model, id, (ChosenHow)found);
    return true;
}

/* A temperature holds up to the next that is given. */
static bool read_temperature(const Reader *reader, const cJSON *item, double before, TraceStep *step)
{
    step->tempered = item != NULL;
    step->temperature = item ? item->valuedouble : before;
    return !item || (cJSON_IsNumber(item) && item->valuedouble >= 1e-3 && item->valuedouble <= 1e3)
           || fail(reader, "\"temperature\" must lie between 0.001 and 1000");
}

static bool read_step(const Reader *reader, const cJSON *object, double before, TraceStep *step)
{
    if (!read_input(reader, member(object, "input"), step) || !read_attention(reader, object, step)
        || !read_temperature(reader, member(object, "temperature"), before, step)
        || !read_state(reader, object, &step->step))
        return false;
    step->replaced = cJSON_IsTrue(member(object, "replaced")) ? step->step.weights : NULL;
    step_find_top(step, reader->model);
    return read_output(reader, member(object, "output"), step);
}

static bool read_steps(Reader *reader, const cJSON *steps)
{
    Trace *trace = reader->trace;
    int count = cJSON_IsArray(steps) ? cJSON_GetArraySize(steps) : 0;
    if (count < 1 || count > STEPS_MOST)
        return fail(reader, "has %d steps; expected 1 to %d", count, STEPS_MOST);
    trace->steps = ARENA_ARRAY(arena_of(reader), TraceStep, (size_t)count);
    for (const cJSON *item = steps->child; item; item = item->next) {
        TraceStep *step = &trace->steps[trace->step_count];
        char where[32];
        snprintf(where, sizeof where, "step %d: ", trace->step_count + 1);
        reader->where = where;
        if (!read_step(reader, item, trace->step_count ? step[-1].temperature : 0, step))
            return false;
        reader->where = "";
        if (step->id == VOCAB_END && item->next)
            return fail(reader, "step %d writes the end mark, and others follow", trace->step_count + 1);
        trace->step_count++;
    }
    return true;
}

static bool read_end(const Reader *reader, const cJSON *root)
{
    Trace *trace = reader->trace;
    const cJSON *sum = member(root, "log_probability");
    bool ended = trace->steps[trace->step_count - 1].id == VOCAB_END;
    if (!cJSON_IsNumber(sum) || !isfinite((float)sum->valuedouble))
        return fail(reader, "\"log_probability\" must be a number");
    trace->log_probability = (float)sum->valuedouble;
    trace->word_count = trace->step_count - ended;
    trace->truncated = !ended && cJSON_IsTrue(member(root, "truncated"));
    trace->forced_cut = !ended && !trace->truncated;
    return true;
}

/* ---- the whole ---- */

static bool read(Reader *reader, const cJSON *root)
{
    return read_config(reader, root) && read_source(reader, member(root, "source")) && read_model(reader, root)
           && read_encoder(reader, root) && read_steps(reader, member(root, "steps")) && read_end(reader, root);
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
    if (cJSON_IsObject(member(root, "source")) && member(root, "steps")) {
        trace = heap_alloc(1, sizeof *trace);
        if (!read(&(Reader){trace, model, name, "", error}, root)) {
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
