#include "trace/trace_reader.h"

enum { WORDS_MOST = 1000000 };

bool told_config(const TraceReader *reader, const cJSON *config, const char *key)
{
    Error inner = {0};
    if (!cJSON_IsObject(config))
        return told_fail(reader, "has no \"%s\", and so none of what attend computes on the way to the weights", key);
    char *text = cJSON_PrintUnformatted(config);
    bool ok = config_parse(slice_of(text), &reader->trace->config, &inner);
    cJSON_free(text);
    return ok || told_fail(reader, "\"%s\": %s", key, inner.message);
}

static bool read_target(const TraceReader *reader, const cJSON *array, const char *key, Vocab *out)
{
    int id = 0;
    for (const cJSON *item = cJSON_IsArray(array) ? array->child : NULL; item; item = item->next, id++) {
        const char *word = told_word(reader, item, key, id + 1);
        if (!word)
            return false;
        if (id >= WORDS_MOST || vocab_add(out, slice_of(word)) != id)
            return told_fail(reader, "word %d of \"%s\", '%s', stands there twice or in a wrong place", id + 1, key,
                             word);
    }
    return id > VOCAB_SPECIAL || told_fail(reader, "has no \"%s\": the words that its probabilities belong to", key);
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

bool told_vocabulary(const TraceReader *reader, const cJSON *array, const char *key)
{
    Vocab source = {0}, target = {0};
    if (!read_target(reader, array, key, &target)) {
        vocab_finish(&target);
        return false;
    }
    name_source(reader->trace, &source);
    model_create_absent(reader->model, &reader->trace->config, &source, &target);
    return true;
}

bool told_param(const TraceReader *reader, const cJSON *array, const char *key, int param, Layout layout)
{
    const float *numbers = param < 0 ? NULL : told_numbers(reader, array, key, layout);
    if (numbers)
        model_tell(reader->model, param, numbers);
    return numbers || param < 0;
}

/* All of them, or none, as of traces of before. Of a matrix that is not there it is said that it has no rows. */
bool told_params(const TraceReader *reader, const cJSON *object)
{
    static const cJSON NO_ROWS = {0};
    for (int i = 0; object && i < reader->model->table.count; i++) {
        const Param *param = &reader->model->table.items[i];
        const cJSON *array = json_member(object, param->name);
        if (trace_tells_param(reader->model, i)
            && !told_param(reader, array || !param->cols ? array : &NO_ROWS, param->name, i, param_layout(param)))
            return false;
    }
    return true;
}
