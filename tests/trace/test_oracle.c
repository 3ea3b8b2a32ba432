/* Greedy and beam translations against PyTorch's: `decode` of the files of ../shared/oracle that lie in
 * tests/gradient/oracle.
 *   test_oracle FOLDER
 *
 * PyTorch's search may write any word, <pad>, <s> and <unk> included, ours may not. So their word w becomes word 4 + w
 * of our vocabulary (</s> stays 2), and our own 0, 1 and 3 get a bias that makes their probability 0. */
#include "models.h"
#include "oracle_file.h"

#include <dirent.h>

enum { FILES = 54, IMPOSSIBLE = -10000 };

static const char *folder;
static int compared, different;

static void add_numbered(Vocab *vocab, int first, int last)
{
    for (int i = first; i < last; i++) {
        char word[16];
        snprintf(word, sizeof word, "w%d", i);
        vocab_add(vocab, slice_of(word));
    }
}

static int our_word(int theirs)
{
    return theirs == VOCAB_END ? VOCAB_END : VOCAB_SPECIAL + theirs;
}

/* Their rows of a table of target words at our places. */
static void move_rows(const Model *model, const Param *param, const double *values, int words)
{
    int width = param->cols ? param->cols : 1;
    for (int word = 0; word < words; word++)
        for (int k = 0; k < width; k++) {
            size_t from = (size_t)(word * width + k), to = param->offset + (size_t)(our_word(word) * width + k);
            model->params[to] = (float)values[from];
            if (word == VOCAB_START && strncmp(param->name, "target", 6) == 0)
                model->params[param->offset + (size_t)(word * width + k)] = (float)values[from];
        }
}

static void read_weights(Model *model, const cJSON *weights, int target_words)
{
    static double values[ORACLE_ROOM];
    for (int i = 0; i < model->table.count; i++) {
        const Param *param = &model->table.items[i];
        int count = oracle_numbers(oracle_tensor(weights, param->name), values, ORACLE_ROOM);
        bool target = strncmp(param->name, "target_", 7) == 0 || strncmp(param->name, "output", 6) == 0;
        if (!target) {
            assert_int_equal(count, param_size(param));
            for (int k = 0; k < count; k++)
                model->params[param->offset + (size_t)k] = (float)values[k];
            continue;
        }
        memset(model->params + param->offset, 0, param_size(param) * sizeof *model->params);
        move_rows(model, param, values, target_words);
        if (strcmp(param->name, "output.bias") == 0)
            for (int id = 0; id < model->target.count; id++)
                if (id < VOCAB_SPECIAL ? id != VOCAB_END : id == VOCAB_SPECIAL + VOCAB_END)
                    model->params[param->offset + (size_t)id] = IMPOSSIBLE;
    }
}

static void expect_words(const char *name, const char *what, const Trace *trace, const cJSON *theirs)
{
    int count = cJSON_GetArraySize(theirs);
    bool same = trace->word_count == count;
    for (int t = 0; same && t < count; t++)
        same = trace->steps[t].id == our_word(cJSON_GetArrayItem(theirs, t)->valueint);
    if (same)
        return;
    for (int t = 0; t < trace->word_count; t++)
        print_error("%d ", trace->steps[t].id - VOCAB_SPECIAL);
    char *wanted = cJSON_PrintUnformatted(theirs);
    print_error("is our %s translation in %s, theirs is %s\n", what, name, wanted);
    free(wanted);
    different++;
}

static void compare(const char *name, const cJSON *root, const Model *model)
{
    static const char *const sentences[] = {"unknown w5 w6 w4", "w4 w5 w4"};
    const cJSON *decode = cJSON_GetObjectItem(root, "decode");
    DecodeOptions beam = {.beam = oracle_at(decode, "beam_size")->valueint};
    for (int i = 0; i < 2; i++) {
        Trace *trace = decode_text(model, sentences[i], NULL);
        expect_words(name, "greedy", trace, cJSON_GetArrayItem(cJSON_GetObjectItem(decode, "greedy"), i));
        trace_destroy(trace);
        trace = decode_text(model, sentences[i], &beam);
        expect_words(name, "beam", trace, cJSON_GetArrayItem(cJSON_GetObjectItem(decode, "beam"), i));
        trace_destroy(trace);
    }
    compared++;
}

static void compare_file(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    cJSON *root = oracle_open(path);
    if (cJSON_GetObjectItem(root, "decode")) {
        Model model;
        Vocab source = {0}, target = {0};
        Error error;
        Config config = oracle_config(root);
        config.limit_factor = 0;
        config.limit_extra = 8;
        expect_ok(config_check(&config, &error), &error);
        int words = oracle_whole(root, "vocab_tgt");
        add_numbered(&source, VOCAB_SPECIAL, oracle_whole(root, "vocab_src"));
        add_numbered(&target, 0, words);
        model_create(&model, &config, &source, &target, 1);
        read_weights(&model, cJSON_GetObjectItem(root, "weights"), words);
        compare(name, root, &model);
        model_finish(&model);
    }
    cJSON_Delete(root);
}

static void translations_agree_with_pytorch(void **state)
{
    (void)state;
    DIR *files = opendir(folder);
    assert_non_null(files);
    for (struct dirent *file; (file = readdir(files));)
        if (strcmp(path_ending(file->d_name), ".json") == 0)
            compare_file(file->d_name);
    closedir(files);
    print_message("%d models compared\n", compared);
    assert_int_equal(different, 0);
    assert_int_equal(compared, FILES);
}

int main(int argc, char **argv)
{
    folder = argc > 1 ? argv[1] : ".";
    const struct CMUnitTest tests[] = {cmocka_unit_test(translations_agree_with_pytorch)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
