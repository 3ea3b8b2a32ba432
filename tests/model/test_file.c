/* Model files: what is written is read, to the bit; on the disk the old one stays until the new one is whole. */
#include "parts.h"

/* ---- what is written is read ---- */

static void no_bit_changes(void **state)
{
    (void)state;
    for (int attention = 0; attention < ATTENTION_KINDS; attention++)
        for (int shape = 0; shape < 8; shape++) {
            Model model = small_model();
            model.config.attention = (AttentionKind)attention;
            model.config.bidirectional = shape & 1;
            model.config.layers = shape & 2 ? 2 : 1;
            model.config.decoder_layers = shape & 4 ? 2 : 1;
            model.config.hidden = 3;
            model.config.embed = 5;
            model.note.present = shape != 3;
            small_words(&model.source, "\"quoted\" back\\slash caf\u00E9 \u732B <x> \U0001F431");
            small_layout(&model);
            model.params[0] = -0.0f;
            model.params[1] = 1e-45f; /* denormal */
            model.params[2] = 3.4028235e38f;
            expect_round_trip(&model);
            model_finish(&model);
        }
}

static void merges_survive(void **state)
{
    (void)state;
    Error error = {0};
    Bytes file = {0};
    Model model = small_pieces(), again;
    expect_round_trip(&model);
    model_print(&model, &file);
    expect_ok(model_parse(bytes_slice(&file), "M", &again, &error), &error);
    assert_true(again.source.pieces && !again.target.pieces);
    assert_int_equal(again.source.merges.count, model.source.merges.count);
    assert_memory_equal(again.source.merges.made, model.source.merges.made, 3 * sizeof *model.source.merges.made);
    model_finish(&again);
    model_finish(&model);
    bytes_finish(&file);
}

static void the_note_survives(void **state)
{
    (void)state;
    Error error = {0};
    Bytes file = small_file();
    Model model;
    expect_ok(model_parse(bytes_slice(&file), "M", &model, &error), &error);
    assert_true(model.note.present);
    assert_string_equal(model.note.data, "data.tsv");
    assert_int_equal(model.note.seed, 5);
    assert_int_equal(model.note.epochs, 3);
    assert_true(model.note.loss == 0.1 && model.note.exact_match == 1.0 / 3 && isnan(model.note.aer));
    assert_null(strstr(file.data + 8, "aer"));
    model_finish(&model);
    bytes_finish(&file);
}

static void the_form_of_the_header(void **state)
{
    (void)state;
    Bytes file = small_file();
    Parts parts = parts_of(&file);
    static const char start[] =
        "{\"__metadata__\":{\"attend.version\":\"1\",\"attend.config\":\"{\\\"cell\\\":\\\"gru\\\",";
    static const char middle[] =
        "\"attend.source_vocab\":\"[\\\"<pad>\\\",\\\"<s>\\\",\\\"</s>\\\",\\\"<unk>\\\",\\\"cat\\\",\\\"chase\\\"]\","
        "\"attend.target_vocab\":\"[\\\"<pad>\\\",\\\"<s>\\\",\\\"</s>\\\",\\\"<unk>\\\",\\\"\u732B\\\"]\","
        "\"attend.training\":\"{\\\"data\\\":\\\"data.tsv\\\",\\\"sha256\\\":\\\"\\\",\\\"seed\\\":5,\\\"epochs\\\":3,"
        "\\\"loss\\\":0.1,\\\"exact_match\\\":0.3333333333333333}\"},"
        "\"source_embedding.weight\":{\"dtype\":\"F32\",\"shape\":[6,1],\"data_offsets\":[0,24]},"
        "\"target_embedding.weight\":{\"dtype\":\"F32\",\"shape\":[5,1],\"data_offsets\":[24,44]},"
        "\"encoder.weight_ih_l0\":{\"dtype\":\"F32\",\"shape\":[3,1],\"data_offsets\":[44,56]},";
    static const char end[] = "\"output.bias\":{\"dtype\":\"F32\",\"shape\":[5],\"data_offsets\":[";
    assert_memory_equal(parts.header.data, start, sizeof start - 1);
    assert_non_null(strstr(parts.header.data, middle));
    assert_non_null(strstr(parts.header.data, end));
    assert_int_equal(parts.header.length % 8, 0);
    parts_finish(&parts);
    bytes_finish(&file);
}

static void numbers_are_little_endian(void **state)
{
    (void)state;
    Model model = small_model();
    model.params[model.table.items[0].offset] = 1.0f;
    Bytes file = {0};
    model_print(&model, &file);
    Parts parts = parts_of(&file);
    assert_memory_equal(parts.data.data, "\x00\x00\x80\x3F", 4);
    parts_finish(&parts);
    bytes_finish(&file);
    model_finish(&model);
}

/* Another program may write spaces, another order of tensors and of their data, __metadata__ last and more of it. */
static void any_legal_order(void **state)
{
    (void)state;
    Model model = small_model();
    Bytes file = {0}, again = {0};
    model_print(&model, &file);
    Parts parts = parts_of(&file), other = {0};
    const char *metadata = strstr(parts.header.data, "\"__metadata__\"");
    const char *behind = strstr(metadata, "},\"source_embedding");
    bytes_add_text(&other.header, "{ ");
    for (int i = model.table.count - 1; i >= 0; i--) {
        const Param *param = &model.table.items[i];
        size_t from = 0;
        for (int j = 0; j < i; j++)
            from += param_size(&model.table.items[j]) * 4;
        bytes_printf(&other.header, "\"%s\" : {\"data_offsets\":[%zu, %zu], \"shape\":[%d", param->name,
                     other.data.length, other.data.length + param_size(param) * 4, param->rows);
        if (param->cols)
            bytes_printf(&other.header, ",%d", param->cols);
        bytes_add_text(&other.header, "],\n \"dtype\":\"F32\"},");
        bytes_add(&other.data, parts.data.data + from, param_size(param) * 4);
    }
    bytes_add(&other.header, metadata, (size_t)(behind - metadata));
    bytes_add_text(&other.header, ",\"format\":\"pt\"}}  ");
    Bytes shuffled = file_of(&other);
    Error error = {0};
    Model loaded;
    expect_ok(model_parse(bytes_slice(&shuffled), "M", &loaded, &error), &error);
    model_print(&loaded, &again);
    assert_int_equal(again.length, file.length);
    assert_memory_equal(again.data, file.data, file.length);
    parts_finish(&parts);
    parts_finish(&other);
    bytes_finish(&file);
    bytes_finish(&again);
    bytes_finish(&shuffled);
    model_finish(&model);
    model_finish(&loaded);
}

/* ---- on the disk ---- */

static void saved_and_loaded(void **state)
{
    (void)state;
    char folder[64], path[128];
    folder_create(folder);
    snprintf(path, sizeof path, "%s/M.safetensors", folder);
    Error error = {0};
    Model model = small_model(), again;
    expect_ok(model_save(&model, path, &error), &error);
    expect_ok(model_load(path, &again, &error), &error);
    assert_memory_equal(again.params, model.params, model.table.total * sizeof(Real));
    assert_int_equal(folder_count(folder), 1);
    model_finish(&again);
    model_finish(&model);

    snprintf(path, sizeof path, "%s/absent.safetensors", folder);
    assert_false(model_load(path, &again, &error));
    expect_error(&error, "absent.safetensors: cannot be opened: No such file");
    Slice renamed = LITERAL("PK\x03\x04 what else people rename");
    expect_ok(file_write(path, renamed.text, renamed.length, &error), &error);
    assert_false(model_load(path, &again, &error));
    expect_error(&error, "absent.safetensors: is no whole safetensors file");
    folder_remove(folder);
}

static void what_is_not_saved_leaves_the_old_file(void **state)
{
    (void)state;
    char folder[64], path[128];
    folder_create(folder);
    snprintf(path, sizeof path, "%s/M.safetensors", folder);
    Error error = {0};
    expect_ok(file_write(path, "old", 3, &error), &error);
    Model model = small_model();
    model.params[model.table.items[2].offset] = NAN;
    assert_false(model_save(&model, path, &error));
    expect_error(&error, "M.safetensors: is not written: encoder.weight_ih_l0 holds numbers that are not finite");
    model.params[model.table.items[2].offset] = 0;
    assert_false(model_save(&model, "/dev/full", &error));
    expect_error(&error, "/dev/full: cannot be written");
    vocab_add(&model.source, slice_of("a\x1B word"));
    small_layout(&model);
    assert_false(model_save(&model, path, &error));
    expect_error(&error, "is not a word");
    Bytes bytes;
    expect_ok(file_read(path, 100, &bytes, &error), &error);
    assert_string_equal(bytes.data, "old");
    assert_int_equal(folder_count(folder), 1);
    bytes_finish(&bytes);
    model_finish(&model);
    folder_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_bit_changes),
        cmocka_unit_test(merges_survive),
        cmocka_unit_test(the_note_survives),
        cmocka_unit_test(the_form_of_the_header),
        cmocka_unit_test(numbers_are_little_endian),
        cmocka_unit_test(any_legal_order),
        cmocka_unit_test(saved_and_loaded),
        cmocka_unit_test(what_is_not_saved_leaves_the_old_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
