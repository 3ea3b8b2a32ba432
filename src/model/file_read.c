/* Reads a model from safetensors, believing nothing: lengths are checked before they are used, the header is measured
 * before it is parsed, and memory for the numbers is asked for when the file has been found to hold them all. */
#include "base/json.h"
#include "base/system.h"
#include "model/model.h"
#include "model/model_file.h"
#include "model/space.h"
#include "text/pieces.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct FileSpan { /* of one tensor in the data, bytes */
    size_t begin, end;
    const FilePart *part;
    const Param *param; /* NULL until seen */
} FileSpan;

typedef struct Loader {
    const char *name; /* of the file, for errors */
    int fd;           /* -1: all of it is in `bytes` */
    size_t length;    /* of the file */
    Slice bytes;      /* its beginning, as far as it has been needed */
    Bytes read;       /* from fd */
    size_t header_length, data_length;
    Model *model;
    FileExtra *extra; /* NULL: a model and nothing else */
    FilePart parts[FILE_PARTS];
    int part_count;
    FileSpan spans[FILE_TENSORS]; /* part i's from i PARAMS_LIMIT on, by their number in its table */
    Error *error;
} Loader;

static bool fail(const Loader *loader, const char *format, ...) PRINTF_LIKE(2, 3);

static bool fail(const Loader *loader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error_vat(loader->error, ERROR_FORMAT, loader->name, 0, format, arguments);
    va_end(arguments);
    return false;
}

static const char *excerpt_of(const char *text, char to[EXCERPT_SIZE])
{
    return slice_excerpt(slice_of(text), to);
}

/* ---- the frame: 8 bytes, header, data ---- */

/* Has the bytes before `end`. Nothing is read before what stands in front of it has been found good. */
static bool have(Loader *loader, size_t end)
{
    if (loader->fd < 0)
        return true;
    if (!file_read_more(loader->fd, loader->name, end - loader->read.length, &loader->read, loader->error))
        return false;
    loader->bytes = bytes_slice(&loader->read);
    return loader->bytes.length == end || fail(loader, "became shorter while it was read");
}

static bool read_frame(Loader *loader)
{
    if (loader->length < 8)
        return fail(loader, "is no safetensors file: it ends within the 8 bytes that say how long the header is");
    if (!have(loader, 8))
        return false;
    uint64_t length = 0;
    for (int i = 7; i >= 0; i--)
        length = length << 8 | (unsigned char)loader->bytes.text[i];
    size_t left = loader->length - 8;
    if (length > left || length > MODEL_HEADER_LIMIT)
        return fail(loader,
                    "is no whole safetensors file: it speaks of a header of %llu bytes, at most %zu were expected",
                    (unsigned long long)length, left < MODEL_HEADER_LIMIT ? left : MODEL_HEADER_LIMIT);
    loader->header_length = (size_t)length;
    loader->data_length = left - (size_t)length;
    if (!have(loader, 8 + loader->header_length))
        return false;
    if (length == 0 || loader->bytes.text[8] != '{')
        return fail(loader, "is no safetensors file: a header that starts with { was expected");
    return true;
}

/* ---- __metadata__ ---- */

/* Parses JSON, its errors told as this file's. */
static cJSON *parse(const Loader *loader, const char *what, Slice text, size_t values)
{
    Error inner;
    cJSON *json = json_parse(text, values, &inner);
    if (!json)
        fail(loader, "%s: %s", what, inner.message);
    return json;
}

static const char *metadata_text(const Loader *loader, const cJSON *metadata, const char *key)
{
    const cJSON *item = json_member(metadata, key);
    if (cJSON_IsString(item))
        return item->valuestring;
    fail(loader, "is no model of this program: a text \"%s\" was expected in its __metadata__", key);
    return NULL;
}

static bool read_version(const Loader *loader, const cJSON *metadata)
{
    const char *version = metadata_text(loader, metadata, MODEL_KEY_VERSION);
    char excerpt[EXCERPT_SIZE];
    if (version && strcmp(version, MODEL_FILE_VERSION) != 0)
        return fail(loader, "has " MODEL_KEY_VERSION " \"%s\", this program reads \"" MODEL_FILE_VERSION "\"",
                    excerpt_of(version, excerpt));
    return version;
}

static bool read_config(const Loader *loader, const cJSON *metadata)
{
    const char *text = metadata_text(loader, metadata, MODEL_KEY_CONFIG);
    Error inner;
    if (text && !config_parse(slice_of(text), &loader->model->config, &inner))
        return fail(loader, MODEL_KEY_CONFIG ": %s", inner.message);
    return text;
}

/* Adding puts the special words in first, so that each word must get the number of its place. */
static bool read_words(const Loader *loader, const char *key, const cJSON *array, Vocab *out)
{
    int id = 0;
    for (const cJSON *item = array->child; item; item = item->next, id++) {
        char excerpt[EXCERPT_SIZE];
        if (!cJSON_IsString(item) || !item->valuestring[0] || !utf8_is_printable(slice_of(item->valuestring)))
            return fail(loader, "%s: item %d is not a word; a text without control characters was expected", key,
                        id + 1);
        if (strlen(item->valuestring) > WORD_BYTES_MOST)
            return fail(loader, "%s: item %d has %zu bytes; expected at most %d", key, id + 1,
                        strlen(item->valuestring), WORD_BYTES_MOST);
        if (vocab_add(out, slice_of(item->valuestring)) == id)
            continue;
        if (id < VOCAB_SPECIAL)
            break;
        return fail(loader, "%s: \"%s\" is listed twice", key, excerpt_of(item->valuestring, excerpt));
    }
    if (id < VOCAB_SPECIAL)
        return fail(loader, "%s: <pad>, <s>, </s> and <unk> were expected as the first four words", key);
    return true;
}

static bool read_merges(const Loader *loader, const char *key, const cJSON *array, Vocab *out)
{
    int count = 0;
    for (const cJSON *item = array->child; item; item = item->next, count++) {
        char excerpt[EXCERPT_SIZE];
        Slice right = cJSON_IsString(item) ? slice_of(item->valuestring) : (Slice){0}, left = {0};
        if (!slice_cut(&right, ' ', &left) || !pieces_add_merge(out, left, right))
            return fail(loader,
                        "%s: item %d, \"%s\", is no merge; two pieces of the vocabulary with a space between were "
                        "expected, which together are another one, each two once, and at most %d of them",
                        key, count + 1, excerpt_of(cJSON_IsString(item) ? item->valuestring : "", excerpt),
                        PIECES_MERGES_MOST);
    }
    return true;
}

static bool read_array(const Loader *loader, const cJSON *metadata, const char *key, size_t most,
                       bool (*read)(const Loader *loader, const char *key, const cJSON *array, Vocab *out), Vocab *out)
{
    const char *text = metadata_text(loader, metadata, key);
    if (!text)
        return false;
    cJSON *array = parse(loader, key, slice_of(text), most);
    bool ok = array != NULL;
    if (ok && !cJSON_IsArray(array))
        ok = fail(loader, "%s: an array of words was expected", key);
    ok = ok && read(loader, key, array, out);
    cJSON_Delete(array);
    return ok;
}

static bool read_vocab(const Loader *loader, const cJSON *metadata, bool target, Vocab *out)
{
    const Config *config = &loader->model->config;
    out->pieces = (target ? config->target_tokens : config->source_tokens) == TOKENS_BPE;
    return read_array(loader, metadata, target ? MODEL_KEY_TARGET : MODEL_KEY_SOURCE, MODEL_WORD_LIMIT, read_words, out)
           && (!out->pieces
               || read_array(loader, metadata, target ? MODEL_KEY_TARGET_MERGES : MODEL_KEY_SOURCE_MERGES,
                             PIECES_MERGES_MOST + 1, read_merges, out));
}

/* ---- attend.training: for people, so keys we do not know are left alone ---- */

static bool read_note(const Loader *loader, const cJSON *json, TrainingNote *note)
{
    if (!cJSON_IsObject(json))
        return fail(loader, MODEL_KEY_TRAINING ": an object was expected");
    const Setting *wrong = settings_take(&MODEL_NOTE, note, json, false);
    note->present = !wrong;
    if (!wrong)
        return true;
    Bytes expected = {0};
    setting_describe(wrong, &expected);
    fail(loader, MODEL_KEY_TRAINING ": %s was expected for \"%s\"", expected.data, wrong->name);
    bytes_finish(&expected);
    return false;
}

static bool read_training(const Loader *loader, const cJSON *metadata)
{
    TrainingNote *note = &loader->model->note;
    *note = (TrainingNote){.loss = NAN, .exact_match = NAN, .aer = NAN};
    if (!json_member(metadata, MODEL_KEY_TRAINING))
        return true;
    const char *text = metadata_text(loader, metadata, MODEL_KEY_TRAINING);
    cJSON *json = text ? parse(loader, MODEL_KEY_TRAINING, slice_of(text), 200) : NULL;
    bool ok = json && read_note(loader, json, note);
    cJSON_Delete(json);
    return ok;
}

static bool read_extra(const Loader *loader, const cJSON *metadata)
{
    FileExtra *extra = loader->extra;
    const char *text = extra ? metadata_text(loader, metadata, extra->key) : NULL;
    return !extra || (text && extra->check(extra->context, loader->model, slice_of(text), loader->error));
}

static bool read_metadata(const Loader *loader, const cJSON *header)
{
    const cJSON *metadata = json_member(header, "__metadata__");
    char excerpt[EXCERPT_SIZE];
    if (!cJSON_IsObject(metadata))
        return fail(loader, "is no model of this program: it has no __metadata__");
    const char *repeated = json_repeated_key(header);
    if (!repeated)
        repeated = json_repeated_key(metadata);
    if (repeated)
        return fail(loader, "\"%s\" stands twice in its header", excerpt_of(repeated, excerpt));
    Model *model = loader->model;
    return read_version(loader, metadata) && read_config(loader, metadata)
           && read_vocab(loader, metadata, false, &model->source) && read_vocab(loader, metadata, true, &model->target)
           && read_training(loader, metadata) && read_extra(loader, metadata);
}

/* ---- tensors ---- */

static bool to_size(const cJSON *item, size_t most, size_t *out)
{
    double value = cJSON_IsNumber(item) ? item->valuedouble : -1;
    bool ok = value >= 0 && value <= (double)most && floor(value) == value;
    *out = ok ? (size_t)value : 0;
    return ok && *out <= most;
}

static bool shape_is(const cJSON *shape, const Param *param)
{
    size_t rows, cols;
    const cJSON *first = cJSON_IsArray(shape) ? shape->child : NULL;
    if (!first || !to_size(first, INT32_MAX, &rows) || rows != (size_t)param->rows)
        return false;
    if (param->cols == 0)
        return !first->next;
    return first->next && !first->next->next && to_size(first->next, INT32_MAX, &cols) && cols == (size_t)param->cols;
}

static bool read_shape(const Loader *loader, const cJSON *tensor, const Param *param)
{
    const cJSON *dtype = json_member(tensor, "dtype");
    if (!cJSON_IsString(dtype) || strcmp(dtype->valuestring, "F32") != 0)
        return fail(loader, "tensor %s: dtype F32 was expected", tensor->string);
    if (shape_is(json_member(tensor, "shape"), param))
        return true;
    if (param->cols)
        return fail(loader, "tensor %s: the shape [%d,%d] was expected, by the config and the vocabularies",
                    tensor->string, param->rows, param->cols);
    return fail(loader, "tensor %s: the shape [%d] was expected, by the config and the vocabularies", tensor->string,
                param->rows);
}

static bool read_span(const Loader *loader, const cJSON *tensor, const Param *param, FileSpan *out)
{
    const cJSON *offsets = json_member(tensor, "data_offsets");
    const cJSON *begin = cJSON_IsArray(offsets) ? offsets->child : NULL, *end = begin ? begin->next : NULL;
    size_t most = loader->data_length;
    if (!end || end->next || !to_size(begin, most, &out->begin) || !to_size(end, most, &out->end)
        || out->begin > out->end)
        return fail(loader, "tensor %s: data_offsets within the %zu byte(s) of data (was|were) expected",
                    tensor->string, most);
    if (out->end - out->begin != param_size(param) * 4)
        return fail(loader, "tensor %s: %zu byte(s) of data (was|were) expected, not %zu", tensor->string,
                    param_size(param) * 4, out->end - out->begin);
    out->param = param;
    return true;
}

/* The place of a tensor among the spans; NULL if no part has it. */
static FileSpan *find_span(Loader *loader, const char *name)
{
    for (int i = 0; i < loader->part_count; i++) {
        const FilePart *part = &loader->parts[i];
        size_t length = strlen(part->prefix);
        int at = strncmp(name, part->prefix, length) == 0 ? params_find(part->table, name + length) : -1;
        if (at >= 0)
            return &loader->spans[i * PARAMS_LIMIT + at];
    }
    return NULL;
}

static bool read_tensor(Loader *loader, const cJSON *tensor)
{
    char excerpt[EXCERPT_SIZE];
    FileSpan *span = find_span(loader, tensor->string);
    if (!span)
        return fail(loader, "tensor \"%s\" does not belong to a model of this config",
                    excerpt_of(tensor->string, excerpt));
    int index = (int)(span - loader->spans);
    span->part = &loader->parts[index / PARAMS_LIMIT];
    const Param *param = &span->part->table->items[index % PARAMS_LIMIT];
    if (!cJSON_IsObject(tensor) || cJSON_GetArraySize(tensor) != 3)
        return fail(loader, "tensor %s: an object of dtype, shape and data_offsets was expected", tensor->string);
    return read_shape(loader, tensor, param) && read_span(loader, tensor, param, span);
}

static int compare_spans(const void *a, const void *b)
{
    const FileSpan *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

/* Every byte of the data belongs to one tensor. */
static bool check_spans(const Loader *loader)
{
    FileSpan sorted[FILE_TENSORS];
    int count = 0;
    for (int i = 0; i < FILE_TENSORS; i++)
        if (loader->spans[i].param)
            sorted[count++] = loader->spans[i];
    qsort(sorted, (size_t)count, sizeof *sorted, compare_spans);
    size_t at = 0;
    for (int i = 0; i < count; i++) {
        if (sorted[i].begin != at)
            return fail(loader,
                        "tensor %s%s: its data was expected to start at byte %zu, without gap or overlap, not at %zu",
                        sorted[i].part->prefix, sorted[i].param->name, at, sorted[i].begin);
        at = sorted[i].end;
    }
    if (at != loader->data_length)
        return fail(loader, "has %zu byte(s) behind the last tensor, none were expected", loader->data_length - at);
    return true;
}

static bool find_missing(const Loader *loader)
{
    for (int i = 0; i < loader->part_count; i++)
        for (int k = 0; k < loader->parts[i].table->count; k++)
            if (!loader->spans[i * PARAMS_LIMIT + k].param)
                return fail(loader, "tensor %s%s is missing", loader->parts[i].prefix,
                            loader->parts[i].table->items[k].name);
    return true;
}

static void list_parts(Loader *loader)
{
    Model *model = loader->model;
    params_layout(&model->config, model->source.count, model->target.count, &model->table);
    loader->parts[loader->part_count++] = (FilePart){"", &model->table, NULL};
    for (int i = 0; loader->extra && i < loader->extra->part_count; i++)
        loader->parts[loader->part_count++] = loader->extra->parts[i];
}

static bool read_tensors(Loader *loader, const cJSON *header)
{
    list_parts(loader);
    for (const cJSON *item = header->child; item; item = item->next)
        if (strcmp(item->string, "__metadata__") != 0 && !read_tensor(loader, item))
            return false;
    return find_missing(loader) && check_spans(loader);
}

static float number_at(const char *bytes)
{
    const unsigned char *from = (const unsigned char *)bytes;
    uint32_t bits = from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static bool read_part(const Loader *loader, int index, Real *block)
{
    const FilePart *part = &loader->parts[index];
    for (int i = 0; i < part->table->count; i++) {
        const Param *param = &part->table->items[i];
        const char *data = loader->bytes.text + 8 + loader->header_length;
        const char *from = data + loader->spans[index * PARAMS_LIMIT + i].begin;
        for (size_t j = 0; j < param_size(param); j++) {
            float number = number_at(from + 4 * j);
            if (!isfinite(number))
                return fail(loader, "tensor %s%s holds a number that is not finite", part->prefix, param->name);
            block[param->offset + j] = number;
        }
    }
    return true;
}

static bool read_numbers(Loader *loader)
{
    if (!have(loader, loader->length))
        return false;
    loader->model->params = space_block(loader->model->table.total);
    for (int i = 0; i < loader->part_count; i++)
        if (!read_part(loader, i, i == 0 ? loader->model->params : loader->parts[i].block))
            return false;
    return true;
}

static bool read_header(Loader *loader)
{
    cJSON *header =
        parse(loader, "its header", (Slice){loader->bytes.text + 8, loader->header_length}, MODEL_VALUE_LIMIT);
    bool ok = header && read_metadata(loader, header) && read_tensors(loader, header);
    cJSON_Delete(header);
    return ok;
}

static bool load(Loader *loader)
{
    memset(loader->model, 0, sizeof *loader->model);
    bool ok = read_frame(loader) && read_header(loader) && read_numbers(loader);
    if (!ok)
        model_finish(loader->model);
    bytes_finish(&loader->read);
    return ok;
}

bool model_parse(Slice bytes, const char *name, Model *out, Error *error)
{
    Loader loader = {.name = name, .fd = -1, .length = bytes.length, .bytes = bytes, .model = out, .error = error};
    return load(&loader);
}

bool model_file_load(const char *path, Model *out, FileExtra *extra, Error *error)
{
    Loader loader = {
        .name = path, .fd = file_open(path, FILE_REGULAR, error), .model = out, .extra = extra, .error = error};
    FileAbout about;
    memset(out, 0, sizeof *out);
    if (loader.fd < 0)
        return false;
    loader.length = system_about_open(loader.fd, &about) ? (size_t)about.size : 0;
    bool ok = file_fits(path, loader.length, FILE_LIMIT_DATA, error) && load(&loader);
    close(loader.fd);
    return ok;
}

bool model_load(const char *path, Model *out, Error *error)
{
    return model_file_load(path, out, NULL, error);
}
