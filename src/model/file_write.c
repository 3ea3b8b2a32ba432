/* Writes a model as safetensors: the length of the header in 8 bytes, the header in JSON, the numbers as little-endian
 * float32. Nothing of the moment goes in (no time, no machine), so the same model is the same bytes. */
#include "base/json.h"
#include "model/file.h"
#include "model/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void print_vocab(const Vocab *vocab, Bytes *out)
{
    for (int id = 0; id < vocab->count; id++) {
        bytes_add_text(out, id ? "," : "[");
        json_print_string(out, slice_of(vocab_word(vocab, id)));
    }
    bytes_add_text(out, "]");
}

static void print_measure(const char *name, double value, Bytes *out) /* what was not measured is absent */
{
    if (!isfinite(value))
        return;
    bytes_printf(out, ",\"%s\":", name);
    json_print_number(out, value);
}

static void print_note(const TrainingNote *note, Bytes *out)
{
    bytes_add_text(out, "{\"data\":");
    json_print_string(out, slice_of(note->data));
    bytes_add_text(out, ",\"sha256\":");
    json_print_string(out, slice_of(note->sha256));
    bytes_printf(out, ",\"seed\":%llu,\"epochs\":%d", (unsigned long long)note->seed, note->epochs);
    print_measure("loss", note->loss, out);
    print_measure("exact_match", note->exact_match, out);
    print_measure("aer", note->aer, out);
    bytes_add_text(out, "}");
}

/* One string of `__metadata__`: JSON inside a JSON string. */
static void print_text(const char *key, Bytes *value, Bytes *out)
{
    bytes_printf(out, "\"%s\":", key);
    json_print_string(out, bytes_slice(value));
    bytes_finish(value);
}

static void print_metadata(const Model *model, Bytes *out)
{
    Bytes value = {0};
    bytes_printf(out, "\"__metadata__\":{\"" MODEL_KEY_VERSION "\":\"" MODEL_FILE_VERSION "\",");
    config_print(&model->config, &value);
    print_text(MODEL_KEY_CONFIG, &value, out);
    bytes_add_text(out, ",");
    print_vocab(&model->source, &value);
    print_text(MODEL_KEY_SOURCE, &value, out);
    bytes_add_text(out, ",");
    print_vocab(&model->target, &value);
    print_text(MODEL_KEY_TARGET, &value, out);
    if (model->note.present) {
        bytes_add_text(out, ",");
        print_note(&model->note, &value);
        print_text(MODEL_KEY_TRAINING, &value, out);
    }
    bytes_add_text(out, "}");
}

static void print_header(const Model *model, Bytes *out)
{
    bytes_add_text(out, "{");
    print_metadata(model, out);
    size_t at = 0;
    for (int i = 0; i < model->table.count; i++) {
        const Param *param = &model->table.items[i];
        size_t end = at + param_size(param) * 4;
        bytes_printf(out, ",\"%s\":{\"dtype\":\"F32\",\"shape\":[%d", param->name, param->rows);
        if (param->cols)
            bytes_printf(out, ",%d", param->cols);
        bytes_printf(out, "],\"data_offsets\":[%zu,%zu]}", at, end);
        at = end;
    }
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

void model_print(const Model *model, Bytes *out)
{
    Bytes header = {0};
    print_header(model, &header);
    unsigned char length[8];
    for (int i = 0; i < 8; i++)
        length[i] = (unsigned char)((uint64_t)header.length >> (8 * i));
    bytes_add(out, length, sizeof length);
    bytes_add(out, header.data, header.length);
    bytes_finish(&header);
    for (int i = 0; i < model->table.count; i++) {
        const Param *param = &model->table.items[i];
        for (size_t j = 0; j < param_size(param); j++)
            add_number(out, model->params[param->offset + j]);
    }
}

static bool check_numbers(const Model *model, const char *path, Error *error)
{
    for (int i = 0; i < model->table.count; i++) {
        const Param *param = &model->table.items[i];
        for (size_t j = 0; j < param_size(param); j++)
            if (!isfinite(model->params[param->offset + j]))
                return error_at(error, ERROR_FORMAT, path, 0,
                                "is not written: %s holds numbers that are not finite, so the training ran away; "
                                "a smaller learning rate or --clip may help",
                                param->name);
    }
    return true;
}

/* What could not be read again is not written: the old file is worth more. */
bool model_save(const Model *model, const char *path, Error *error)
{
    if (!check_numbers(model, path, error))
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
