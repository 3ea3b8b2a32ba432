/* Writes a model as safetensors: the length of the header in 8 bytes, the header in JSON, the numbers as little-endian
 * float32. Nothing of the moment goes in (no time, no machine), so the same model is the same bytes. */
#include "base/json.h"
#include "model/model.h"
#include "model/model_file.h"

#include <math.h>
#include <string.h>

static void print_vocab(const Vocab *vocab, Bytes *out)
{
    for (int id = 0; id < vocab->count; id++) {
        bytes_add_text(out, id ? "," : "[");
        json_print_string(out, slice_of(vocab_word(vocab, id)));
    }
    bytes_add_text(out, "]");
}

/* "un@@ able", in the order in which they were learned. */
static void print_merges(const Vocab *vocab, Bytes *out)
{
    Bytes both = {0};
    for (int i = 0; i < vocab->merges.count; i++) {
        const Merge *merge = &vocab->merges.made[i];
        both.length = 0;
        bytes_printf(&both, "%s %s", vocab_word(vocab, merge->left), vocab_word(vocab, merge->right));
        bytes_add_text(out, i ? "," : "[");
        json_print_string(out, bytes_slice(&both));
    }
    bytes_add_text(out, vocab->merges.count ? "]" : "[]");
    bytes_finish(&both);
}

/* One string of `__metadata__`: JSON inside a JSON string. */
static void print_text(const char *key, Bytes *value, Bytes *out)
{
    bytes_printf(out, "\"%s\":", key);
    json_print_string(out, bytes_slice(value));
    bytes_finish(value);
}

static void print_words(const Vocab *vocab, const char *key, const char *merges_key, Bytes *out)
{
    Bytes value = {0};
    bytes_add_text(out, ",");
    print_vocab(vocab, &value);
    print_text(key, &value, out);
    if (!vocab->pieces)
        return;
    bytes_add_text(out, ",");
    print_merges(vocab, &value);
    print_text(merges_key, &value, out);
}

static void print_metadata(const Model *model, const FileExtra *extra, Bytes *out)
{
    Bytes value = {0};
    bytes_printf(out, "\"__metadata__\":{\"" MODEL_KEY_VERSION "\":\"" MODEL_FILE_VERSION "\",");
    config_print(&model->config, &value);
    print_text(MODEL_KEY_CONFIG, &value, out);
    print_words(&model->source, MODEL_KEY_SOURCE, MODEL_KEY_SOURCE_MERGES, out);
    print_words(&model->target, MODEL_KEY_TARGET, MODEL_KEY_TARGET_MERGES, out);
    if (model->note.present) {
        bytes_add_text(out, ",");
        settings_print(&MODEL_NOTE, &model->note, &value);
        print_text(MODEL_KEY_TRAINING, &value, out);
    }
    if (extra) {
        bytes_add_text(out, ",");
        bytes_add(&value, extra->text.text, extra->text.length);
        print_text(extra->key, &value, out);
    }
    bytes_add_text(out, "}");
}

/* The model's own tensors, then the others'; returns how many parts that are. */
static int list_parts(const Model *model, const FileExtra *extra, FilePart parts[FILE_PARTS])
{
    int count = 0;
    parts[count++] = (FilePart){"", &model->table, model->params};
    for (int i = 0; extra && i < extra->part_count; i++)
        parts[count++] = extra->parts[i];
    return count;
}

static size_t print_tensors(const FilePart *part, size_t at, Bytes *out)
{
    for (int i = 0; i < part->table->count; i++) {
        const Param *param = &part->table->items[i];
        size_t end = at + param_size(param) * 4;
        bytes_printf(out, ",\"%s%s\":{\"dtype\":\"F32\",\"shape\":[%d", part->prefix, param->name, param->rows);
        if (param->cols)
            bytes_printf(out, ",%d", param->cols);
        bytes_printf(out, "],\"data_offsets\":[%zu,%zu]}", at, end);
        at = end;
    }
    return at;
}

static void print_header(const Model *model, const FileExtra *extra, Bytes *out)
{
    FilePart parts[FILE_PARTS];
    int count = list_parts(model, extra, parts);
    size_t at = 0;
    bytes_add_text(out, "{");
    print_metadata(model, extra, out);
    for (int i = 0; i < count; i++)
        at = print_tensors(&parts[i], at, out);
    bytes_add_text(out, "}");
    while (out->length % 8)
        bytes_add(out, " ", 1);
}

static void add_number(Bytes *out, Real value)
{
    float number = (float)value;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    unsigned char bytes[4] = {bits & 0xFF, bits >> 8 & 0xFF, bits >> 16 & 0xFF, bits >> 24};
    bytes_add(out, bytes, sizeof bytes);
}

static void add_numbers(const FilePart *part, Bytes *out)
{
    for (int i = 0; i < part->table->count; i++) {
        const Param *param = &part->table->items[i];
        for (size_t j = 0; j < param_size(param); j++)
            add_number(out, part->block[param->offset + j]);
    }
}

static void print_file(const Model *model, const FileExtra *extra, Bytes *out)
{
    Bytes header = {0};
    print_header(model, extra, &header);
    unsigned char length[8];
    for (int i = 0; i < 8; i++)
        length[i] = (unsigned char)((uint64_t)header.length >> (8 * i));
    bytes_add(out, length, sizeof length);
    bytes_add(out, header.data, header.length);
    bytes_finish(&header);
    FilePart parts[FILE_PARTS];
    int count = list_parts(model, extra, parts);
    for (int i = 0; i < count; i++)
        add_numbers(&parts[i], out);
}

void model_print(const Model *model, Bytes *out)
{
    print_file(model, NULL, out);
}

void model_checksum(const Model *model, char out[65])
{
    Bytes bytes = {0};
    model_print(model, &bytes);
    sha256_hex(bytes.data, bytes.length, out);
    bytes_finish(&bytes);
}

static bool check_part(const FilePart *part, const char *path, Error *error)
{
    for (int i = 0; i < part->table->count; i++) {
        const Param *param = &part->table->items[i];
        for (size_t j = 0; j < param_size(param); j++)
            if (!isfinite(part->block[param->offset + j]))
                return error_at(error, ERROR_FORMAT, path, 0,
                                "is not written: %s%s holds numbers that are not finite, so the training ran away; "
                                "a smaller learning rate or --clip may help",
                                part->prefix, param->name);
    }
    return true;
}

static bool check_numbers(const Model *model, const FileExtra *extra, const char *path, Error *error)
{
    FilePart parts[FILE_PARTS];
    int count = list_parts(model, extra, parts);
    for (int i = 0; i < count; i++)
        if (!check_part(&parts[i], path, error))
            return false;
    return true;
}

bool model_file_write(const Model *model, const FileExtra *extra, const char *path, Error *error)
{
    if (!check_numbers(model, extra, path, error))
        return false;
    Bytes bytes = {0};
    print_file(model, extra, &bytes);
    bool ok = file_write(path, bytes.data, bytes.length, error);
    bytes_finish(&bytes);
    return ok;
}

/* What could not be read again is not written: the old file is worth more. */
bool model_save(const Model *model, const char *path, Error *error)
{
    if (!check_numbers(model, NULL, path, error))
        return false;
    Bytes bytes = {0};
    Model again;
    model_print(model, &bytes);
    bool ok = model_parse(bytes_slice(&bytes), path, &again, error);
    if (ok) {
        model_finish(&again);
        ok = file_write(path, bytes.data, bytes.length, error);
    }
    bytes_finish(&bytes);
    return ok;
}
