/* A model file alone, or a trace, as a lesson without cards: the window opens them in one way. */
#include "lesson/chosen.h"

#include <math.h>
#include <string.h>

enum { WORDS_TRIED = 12, WORDS_MOST = 3, WORD_BYTES = 100 };

/* A sentence of the data that the model translates as they do; NULL: there is none, or there are no data. */
static const char *sentence_of_data(const char *path, const Model *model, Arena *arena)
{
    Corpus corpus;
    CorpusOptions options = {.source_tokens = model->config.source_tokens,
                             .target_tokens = model->config.target_tokens};
    if (!corpus_read(path, options, &corpus, NULL))
        return NULL;
    const char *found = chosen_sentence(&corpus, model, 0.5, NULL, 0, arena);
    corpus_finish(&corpus);
    return found;
}

/* How sure the model is of what it writes: the mean log-probability of a step. One that never ends says nothing. */
static double sureness(const Model *model, const char *sentence)
{
    Trace *trace = trace_decode(model, slice_of(sentence), NULL, NULL);
    double sure = -INFINITY;
    if (trace && trace->word_count > 0)
        sure = (double)trace->log_probability / trace->step_count - (trace->truncated ? 1e3 : 0);
    trace_destroy(trace);
    return sure;
}

/* Word by word, each time the one of the first of the vocabulary whose translation the model is most sure of. */
static const char *sentence_of_vocabulary(const Model *model, Arena *arena)
{
    const Vocab *vocab = &model->source;
    int last = vocab->count < VOCAB_SPECIAL + WORDS_TRIED ? vocab->count : VOCAB_SPECIAL + WORDS_TRIED;
    bool taken[VOCAB_SPECIAL + WORDS_TRIED] = {0};
    const char *sentence = "";
    for (int length = 0; length < WORDS_MOST; length++) {
        const char *longer = NULL;
        double best = -INFINITY;
        int chosen = -1;
        for (int id = VOCAB_SPECIAL; id < last; id++) {
            const char *word = vocab_word(vocab, id);
            if (taken[id] || strlen(word) > WORD_BYTES)
                continue;
            const char *text = arena_printf(arena, "%s%s%s", sentence, length ? " " : "", word);
            double sure = sureness(model, text);
            if (chosen < 0 || sure > best)
                best = sure, chosen = id, longer = text;
        }
        if (chosen < 0)
            break;
        taken[chosen] = true;
        sentence = longer;
    }
    return *sentence ? sentence : "?"; /* a model without words reads it as unknown */
}

static void add_model(Lesson *lesson, const char *file, const Config *config)
{
    lesson->models[lesson->model_count++] =
        (LessonModel){.name = path_name(file), .path = file, .config = *config, .train = train_default()};
}

/* The file is the lesson's folder and its model. */
static Lesson *lesson_of_file(const char *path, const Config *config)
{
    Lesson *lesson = heap_alloc(1, sizeof *lesson);
    const char *file = arena_string(&lesson->arena, path), *name = path_name(file);
    lesson->folder = lesson->path = file;
    lesson->title[LANGUAGE_ENGLISH] = lesson->title[LANGUAGE_CHINESE] = name;
    lesson->models = ARENA_ARRAY(&lesson->arena, LessonModel, LESSON_MODELS);
    add_model(lesson, file, config);
    return lesson;
}

Lesson *lesson_of_model(const char *path, const Model *model)
{
    Lesson *lesson = lesson_of_file(path, &model->config);
    Arena *arena = &lesson->arena;
    const char *file = lesson->path, *name = path_name(file);
    const char *data = model->note.present && model->note.data[0] ? path_name(model->note.data) : "data.tsv";
    lesson->data = name == file ? arena_string(arena, data)
                                : path_join(arena, arena_copy(arena, file, (size_t)(name - file)), data);
    lesson->models[0].data = lesson->data;
    if (model->note.present && model->note.sentence[0])
        lesson->sentence = arena_string(arena, model->note.sentence);
    if (!lesson->sentence)
        lesson->sentence = sentence_of_data(lesson->data, model, arena);
    if (!lesson->sentence)
        lesson->sentence = sentence_of_vocabulary(model, arena);
    return lesson;
}

Lesson *lesson_of_trace(const char *path, const Trace *trace)
{
    Lesson *lesson = lesson_of_file(path, &trace->config);
    lesson->sentence = text_join(&lesson->arena, trace->source, trace->words, trace->config.source_tokens);
    return lesson;
}

void lesson_add_trace(Lesson *lesson, const char *path, const Trace *trace)
{
    add_model(lesson, arena_string(&lesson->arena, path), &trace->config);
    const char *both = arena_printf(&lesson->arena, "%s · %s", lesson->models[0].name, lesson->models[1].name);
    lesson->title[LANGUAGE_ENGLISH] = lesson->title[LANGUAGE_CHINESE] = both;
}
