/* A Translator writes the very words of a trace, whatever the model is made of, and asks for no memory after its start. */
#include "models.h"

#include "model/translator.h"
#include "text/corpus.h"

/* ---- every request for memory is counted: the linker leads them here ---- */

static long requests;
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **memory, size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size);

void *__wrap_malloc(size_t size)
{
    requests++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    requests++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    requests++;
    return __real_realloc(memory, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    requests++;
    return __real_aligned_alloc(alignment, size);
}

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size)
{
    requests++;
    return __real_posix_memalign(memory, alignment, size);
}

/* ---- models of every kind ---- */

enum { WORDS = 40, LONGEST = 12, SENTENCES = 30 };

static Vocab words_of(const char *letter)
{
    Vocab vocab = {0};
    char word[16];
    for (int i = 0; i < WORDS; i++) {
        snprintf(word, sizeof word, "%s%d", letter, i);
        vocab_add(&vocab, slice_of(word));
    }
    return vocab;
}

static bool set_all(Config *config, const char *settings)
{
    Slice rest = slice_of(settings), part;
    Error error = {0};
    while (slice_cut(&rest, ' ', &part) && part.length) {
        char text[64];
        snprintf(text, sizeof text, "%.*s", (int)part.length, part.text);
        char *value = strchr(text, '=');
        *value++ = '\0';
        expect_ok(config_set(config, text, value, &error), &error);
    }
    return config_check(config, &error);
}

/* Weights three times as large as fresh ones, so that the words depend on the sentence. */
static Model model_of(const Config *config, uint64_t seed)
{
    Model model;
    Vocab source = words_of("s"), target = words_of("t");
    model_create(&model, config, &source, &target, seed);
    for (size_t i = 0; i < model.table.total; i++)
        model.params[i] *= 3;
    return model;
}

static int expect_same(const Model *model, Translator *translator, const char *sentence, int words[])
{
    Trace *trace = decode_text(model, sentence, NULL);
    int count = translator_run(translator, 0, trace->encoding.ids, trace->n, words);
    assert_int_equal(count, trace->step_count);
    for (int t = 0; t < count; t++)
        if (words[t] != trace->steps[t].id)
            fail_msg("word %d of \"%s\" is %d and not %d", t + 1, sentence, words[t], trace->steps[t].id);
    trace_destroy(trace);
    return count;
}

/* Gives back how many sentences went the slow way. */
static long check_model(const Model *model, uint64_t seed)
{
    Translator *translator = translator_create(model, LONGEST + 1, 1);
    Random random = random_seeded(seed);
    int words[100];
    for (int i = 0; i < SENTENCES; i++) {
        char sentence[200] = "";
        int n = 1 + (int)random_below(&random, LONGEST);
        for (int j = 0; j < n; j++)
            snprintf(sentence + strlen(sentence), 16, "%ss%d", j ? " " : "", (int)random_below(&random, WORDS + 2));
        expect_same(model, translator, sentence, words);
    }
    long slow = translator_slow(translator, 0);
    translator_destroy(translator);
    return slow;
}

/* Sizes that are no multiple of a vector's, and one that is larger than a group of them. */
static void every_kind(void **state)
{
    (void)state;
    static const char *const cells[] = {"cell=rnn", "cell=gru", "cell=lstm", "cell=self heads=2"};
    static const char *const attentions[] = {"attention=none",
                                             "attention=fixed",
                                             "attention=uniform",
                                             "attention=bahdanau score=dot",
                                             "attention=bahdanau score=scaled_dot",
                                             "attention=bahdanau score=cosine",
                                             "attention=bahdanau score=bilinear",
                                             "attention=bahdanau score=additive attention_size=21",
                                             "attention=luong score=dot temperature=0.5",
                                             "attention=luong score=cosine",
                                             "attention=luong score=bilinear",
                                             "attention=luong score=additive",
                                             "attention=luong score=scaled_dot local=local_m window=1",
                                             "attention=luong score=bilinear local=local_p window=2"};
    static const char *const shapes[] = {"bidirectional=true layers=1", "bidirectional=false layers=1 bridge=copy",
                                         "bidirectional=true layers=2 source_end=true",
                                         "bidirectional=false layers=2 bridge=none"};
    int tried = 0;
    long slow = 0, fast = 0;
    for (size_t c = 0; c < LENGTH(cells); c++)
        for (size_t a = 0; a < LENGTH(attentions); a++)
            for (size_t s = 0; s < LENGTH(shapes); s++) {
                Config config = config_default();
                char settings[256];
                config.embed = c == 3 ? 18 : 9;
                config.hidden = c == 3 ? 18 : s == 0 ? 37 : 18;
                config.attention_size = 0;
                snprintf(settings, sizeof settings, "%s %s %s", shapes[s], cells[c], attentions[a]);
                if (!set_all(&config, settings)) /* not everything goes together */
                    continue;
                Model model = model_of(&config, 11 * a + s);
                long went = check_model(&model, s);
                bool slowly = config.cell == CELL_SELF || config.local != LOCAL_NONE;
                if (slowly)
                    assert_int_equal(went, SENTENCES);
                slow += slowly ? 0 : went;
                fast += slowly ? 0 : SENTENCES - went;
                tried++;
                model_finish(&model);
            }
    assert_true(tried > 150);
    assert_true(fast > 10 * slow); /* or the fast way is not what was tested */
}

/* Two words with the same weights: a tie at every step, which the lower id wins in both. */
static void ties(void **state)
{
    (void)state;
    Config config = config_default();
    config.embed = config.hidden = config.attention_size = 16;
    Model model = model_of(&config, 3);
    const Param *weight = &model.table.items[params_find(&model.table, "output.weight")];
    const Param *bias = &model.table.items[params_find(&model.table, "output.bias")];
    for (int id = VOCAB_SPECIAL; id + 1 < model.target.count; id += 2) {
        memcpy(model.params + weight->offset + (id + 1) * 16, model.params + weight->offset + id * 16,
               sizeof *model.params * 16);
        model.params[bias->offset + (size_t)id + 1] = model.params[bias->offset + (size_t)id];
    }
    assert_true(check_model(&model, 5) > SENTENCES / 2);
    model_finish(&model);
}

/* A word that may not be written takes all the probability, and the others' become zeros that are all alike. */
static void vanished(void **state)
{
    (void)state;
    Config config = config_default();
    config.embed = config.hidden = config.attention_size = 16;
    Model model = model_of(&config, 3);
    model.params[model.table.items[params_find(&model.table, "output.bias")].offset + VOCAB_UNKNOWN] = 300;
    assert_int_equal(check_model(&model, 5), SENTENCES);
    model_finish(&model);
}

/* ---- the shipped model of lesson 5, the sentences it never saw ---- */

static void held_out(void **state)
{
    (void)state;
    char path[600];
    Model model;
    Corpus corpus;
    Error error = {0};
    snprintf(path, sizeof path, "%s/05-cat-chase-mouse/model.safetensors", getenv("LESSONS"));
    expect_ok(model_load(path, &model, &error), &error);
    snprintf(path, sizeof path, "%s/05-cat-chase-mouse/heldout.tsv", getenv("LESSONS"));
    expect_ok(corpus_read(path, (CorpusOptions){0}, &corpus, &error), &error);
    Translator *translator = translator_create(&model, TRACE_LIMIT_WORDS, 1);
    int words[500];
    for (int i = 0; i < corpus.count; i++) {
        const TokenList *source = &corpus.pairs[i].source;
        Bytes sentence = {0};
        for (int j = 0; j < source->count; j++)
            bytes_printf(&sentence, "%s%.*s", j ? " " : "", (int)source->tokens[j].length, source->tokens[j].text);
        expect_same(&model, translator, sentence.data, words);
        bytes_finish(&sentence);
    }
    assert_true(corpus.count >= 100);
    assert_true(translator_slow(translator, 0) < corpus.count / 20);
    translator_destroy(translator);
    corpus_finish(&corpus);
    model_finish(&model);
}

/* ---- memory ---- */

static void no_memory(void **state)
{
    (void)state;
    static const char *const settings[] = {"", "cell=lstm attention=luong layers=2", "attention=fixed", "cell=self"};
    for (size_t i = 0; i < LENGTH(settings); i++) {
        Config config = config_default();
        config.embed = config.hidden = 20;
        config.attention_size = 0;
        assert_true(set_all(&config, settings[i]));
        Model model = model_of(&config, i);
        long before = requests;
        Translator *translator = translator_create(&model, LONGEST, 1);
        assert_true(requests > before); /* they are counted */
        before = requests;
        int words[100], ids[LONGEST];
        for (int n = 1; n <= LONGEST; n++)
            for (int k = 0; k < 5; k++) {
                for (int j = 0; j < n; j++)
                    ids[j] = VOCAB_SPECIAL + (j * 7 + k * 3) % WORDS;
                assert_true(translator_run(translator, 0, ids, n, words) > 0);
            }
        assert_int_equal(requests, before);
        translator_destroy(translator);
        model_finish(&model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_kind), cmocka_unit_test(ties), cmocka_unit_test(vanished),
                                       cmocka_unit_test(held_out), cmocka_unit_test(no_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
