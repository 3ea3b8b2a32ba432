/* A model file, taken apart and put together again:
 *
 *   Bytes file = small_file();
 *   Parts parts = parts_of(&file);
 *   Bytes again = file_of(&parts);
 */
#ifndef TESTS_MODEL_PARTS_H
#define TESTS_MODEL_PARTS_H

#include "support.h"

#include "small.h"

typedef struct Parts {
    Bytes header, data;
} Parts;

static inline Parts parts_of(const Bytes *file)
{
    Parts parts = {0};
    uint64_t length = 0;
    for (int i = 7; i >= 0; i--)
        length = length << 8 | (unsigned char)file->data[i];
    bytes_add(&parts.header, file->data + 8, (size_t)length);
    bytes_add(&parts.data, file->data + 8 + length, file->length - 8 - (size_t)length);
    return parts;
}

static inline Bytes file_of(const Parts *parts)
{
    Bytes file = {0};
    for (int i = 0; i < 8; i++) {
        char byte = (char)((uint64_t)parts->header.length >> (8 * i));
        bytes_add(&file, &byte, 1);
    }
    bytes_add(&file, parts->header.data, parts->header.length);
    bytes_add(&file, parts->data.data, parts->data.length);
    return file;
}

static inline void parts_finish(Parts *parts)
{
    bytes_finish(&parts->header);
    bytes_finish(&parts->data);
}

static inline Bytes small_file(void)
{
    Model model = small_model();
    Bytes file = {0};
    model_print(&model, &file);
    model_finish(&model);
    return file;
}

/* What is written is read, and written again the same. */
static inline void expect_round_trip(const Model *model)
{
    Error error = {0};
    Bytes first = {0}, second = {0};
    Model again;
    model_print(model, &first);
    expect_ok(model_parse(bytes_slice(&first), "M", &again, &error), &error);
    assert_int_equal(again.table.total, model->table.total);
    assert_memory_equal(again.params, model->params, model->table.total * sizeof(Real));
    assert_int_equal(again.source.count, model->source.count);
    for (int id = 0; id < model->target.count; id++)
        assert_string_equal(vocab_word(&again.target, id), vocab_word(&model->target, id));
    model_print(&again, &second);
    assert_int_equal(first.length, second.length);
    assert_memory_equal(first.data, second.data, first.length);
    bytes_finish(&first);
    bytes_finish(&second);
    model_finish(&again);
}

#endif
