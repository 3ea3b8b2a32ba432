/* attend check: is a lesson complete and does it keep what it promises? Its text (front matter, cards, both languages),
 * its data, its models, what its cards point at, and its gates. Every finding is one line;
 * a warning fails nothing. */
#include "cli/cli.h"
#include "cli/train_run.h"
#include "cli/training_progress.h"
#include "lesson/draw.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct Check {
    Bytes text;
    const Lesson *lesson;
    int threads, failures;
    bool seeds; /* gates on models of other seeds are measured */
} Check;

static bool finding(Check *check, bool passed, const char *what, const char *format, ...) PRINTF_LIKE(4, 5);

static bool finding(Check *check, bool passed, const char *what, const char *format, ...)
{
    char words[1024];
    va_list arguments;
    va_start(arguments, format);
    utf8_vprint(words, sizeof words, format, arguments);
    va_end(arguments);
    output_line(&check->text, "  %-4s  %-8s  %s", passed ? "ok" : "FAIL", what, words);
    check->failures += !passed;
    return passed;
}

static bool failed(Check *check, const char *what, const Error *error)
{
    return finding(check, false, what, "%s", error_text(error));
}

static void warn(Check *check, const Model *models)
{
    Arena arena = {0};
    Warnings warnings = lesson_warnings(check->lesson, models, &arena);
    for (int i = 0; i < warnings.count; i++)
        output_line(&check->text, "  warn  text      %s", warnings.texts[i]);
    arena_finish(&arena);
}

/* ---- data ---- */

static bool check_pairs(Check *check, const char *path, const Config *config, Corpus *out)
{
    Error error = {0};
    if (!corpus_read(path, (CorpusOptions){config->source_tokens, config->target_tokens, 0}, out, &error))
        return failed(check, "data", &error);
    return finding(check, true, "data", "%s: %d pair(s), %s", out->name, out->count,
                   out->gold ? "all with a gold alignment" : "without gold alignments for all");
}

typedef struct Sorted { /* a source sentence and where it stands */
    const TokenList *tokens;
    int line;
} Sorted;

static int compare_tokens(const void *left, const void *right)
{
    const TokenList *a = ((const Sorted *)left)->tokens, *b = ((const Sorted *)right)->tokens;
    for (int i = 0; i < a->count && i < b->count; i++) {
        Slice x = a->tokens[i], y = b->tokens[i];
        int order = memcmp(x.text, y.text, x.length < y.length ? x.length : y.length);
        if (order || x.length != y.length)
            return order ? order : x.length < y.length ? -1 : 1;
    }
    return a->count - b->count;
}

static Sorted *sorted_sources(const Corpus *corpus)
{
    Sorted *list = heap_alloc((size_t)corpus->count, sizeof *list);
    for (int i = 0; i < corpus->count; i++)
        list[i] = (Sorted){&corpus->pairs[i].source, corpus->pairs[i].line};
    qsort(list, (size_t)corpus->count, sizeof *list, compare_tokens);
    return list;
}

/* Held-out sentences must not be trained on. */
static void check_disjoint(Check *check, const Corpus *data, const Corpus *heldout)
{
    Sorted *known = sorted_sources(data);
    int shared = 0, line = 0;
    for (int i = 0; i < heldout->count; i++) {
        Sorted wanted = {&heldout->pairs[i].source, heldout->pairs[i].line};
        if (!bsearch(&wanted, known, (size_t)data->count, sizeof *known, compare_tokens))
            continue;
        line = shared++ ? line : wanted.line;
    }
    free(known);
    if (shared)
        finding(check, false, "data", "%s:%d: %d held-out sentence(s) (is|are) trained on, this is the first",
                heldout->name, line, shared);
    else
        finding(check, true, "data", "no held-out sentence is trained on");
}

/* ---- models ---- */

/* The model should have been trained with the data that lie beside it now. */
static void check_origin(Check *check, const LessonModel *wanted, const Model *model, const Corpus *data)
{
    if (!config_equal(&wanted->config, &model->config))
        finding(check, false, "model", "%s: is not of the kind that lesson.md asks for; train it again", wanted->path);
    else if (data && model->note.present && strcmp(model->note.sha256, data->sha256) != 0)
        finding(check, false, "model", "%s: was trained on another %s than the one here; train it again", wanted->path,
                path_name(wanted->data));
    else
        finding(check, true, "model", "%s: %d source and %d target words", path_name(wanted->path), model->source.count,
                model->target.count);
}

/* ---- gates ---- */

/* The cards that stand on the gate: "; holds 5.3". */
static const char *holds(const Lesson *lesson, int gate, Arena *arena)
{
    const char *held = gate_holds(lesson, gate, arena);
    return held ? arena_printf(arena, "; holds %s", held) : "";
}

static void gate_finding(Check *check, int gate, const GateResult *result)
{
    Arena arena = {0};
    const Lesson *lesson = check->lesson;
    int index = lesson->gates[gate].model;
    bool other = index > 0; /* the first needs no name */
    finding(check, result->passed, "gate", "%s%s%s%s", other ? lesson->models[index].name : "", other ? ": " : "",
            result->text, holds(lesson, gate, &arena));
    arena_finish(&arena);
}

static void check_gates(Check *check, int index, const Model *model, const Corpus *data, Corpus *heldout)
{
    const Lesson *lesson = check->lesson;
    GateResult *results = heap_alloc((size_t)lesson->gate_count + 1, sizeof *results);
    if (heldout)
        corpus_encode(heldout, &model->source, &model->target, model->config.lowercase);
    GateRun run = {lesson, index, 0, model, data, heldout, check->threads};
    (void)lesson_check_gates(&run, results);
    for (int i = 0; i < lesson->gate_count; i++)
        if (gate_runs(&lesson->gates[i], index, 0))
            gate_finding(check, i, &results[i]);
    free(results);
}

static void skip_seeds(Check *check, int index)
{
    Arena arena = {0};
    for (int i = 0; i < check->lesson->gate_count; i++) {
        const Gate *gate = &check->lesson->gates[i];
        if (gate->model == index && gate->first_seed)
            output_line(&check->text, "  skip  gate      %s: %s with seeds %d-%d; --seeds trains them%s",
                        check->lesson->models[index].name, GATE_NAMES[gate->kind], gate->first_seed, gate->last_seed,
                        holds(check->lesson, i, &arena));
    }
    arena_finish(&arena);
}

/* The next seed behind this one that a gate on this model asks for; 0: there is none. */
static int next_seed(const Lesson *lesson, int index, int seed)
{
    int next = 0;
    for (int i = 0; i < lesson->gate_count; i++) {
        const Gate *gate = &lesson->gates[i];
        int from = gate->first_seed > seed ? gate->first_seed : seed + 1;
        if (gate->model == index && gate->first_seed && from <= gate->last_seed && (next == 0 || from < next))
            next = from;
    }
    return next;
}

/* Trains the lesson's settings with another seed. The model is not written to a file. */
static void train_seed(const Check *check, const LessonModel *wanted, int seed, Corpus *data, Corpus *heldout,
                       Model *out)
{
    TrainOptions training = wanted->train;
    TrainingProgress progress;
    training.seed = (uint64_t)seed;
    training.threads = check->threads;
    run_create(&wanted->config, 1, training.seed, data, heldout, out);
    if (training.patience > 0)
        training.heldout = heldout;
    output_note("%s: seed %d", wanted->name, seed);
    progress_start(&progress, wanted->name);
    Trainer *trainer = trainer_create(out, data, &training);
    while (trainer_epoch(trainer, progress_batch, &progress)) {
    }
    trainer_destroy(trainer);
    progress_end(&progress);
}

static void check_seeds(Check *check, int index, Corpus *data, Corpus *heldout)
{
    const Lesson *lesson = check->lesson;
    GateResult *results = heap_alloc((size_t)lesson->gate_count + 1, sizeof *results);
    GateSeeds *found = heap_alloc((size_t)lesson->gate_count + 1, sizeof *found);
    for (int seed = 0; (seed = next_seed(lesson, index, seed)) > 0;) {
        Model model;
        train_seed(check, &lesson->models[index], seed, data, heldout, &model);
        GateRun run = {lesson, index, seed, &model, data, heldout, check->threads};
        (void)lesson_check_gates(&run, results);
        for (int i = 0; i < lesson->gate_count; i++)
            if (gate_runs(&lesson->gates[i], index, seed))
                gate_seeds_add(&found[i], seed, &results[i]);
        model_finish(&model);
    }
    for (int i = 0; i < lesson->gate_count; i++) {
        GateResult together = found[i].count ? gate_seeds_result(&found[i], &lesson->gates[i]) : (GateResult){0};
        if (found[i].count)
            gate_finding(check, i, &together);
    }
    free(found);
    free(results);
}

/* The pairs of a model: those of the model before it where both have the same files. */
typedef struct Pairs {
    const LessonModel *owner;
    Corpus data, heldout;
    bool data_read, heldout_read;
} Pairs;

static void pairs_finish(Pairs *pairs)
{
    if (pairs->data_read)
        corpus_finish(&pairs->data);
    if (pairs->heldout_read)
        corpus_finish(&pairs->heldout);
    *pairs = (Pairs){0};
}

static bool same_files(const LessonModel *a, const LessonModel *b)
{
    bool same_heldout = a->heldout && b->heldout ? strcmp(a->heldout, b->heldout) == 0 : a->heldout == b->heldout;
    return same_heldout && strcmp(a->data, b->data) == 0 && a->config.source_tokens == b->config.source_tokens
           && a->config.target_tokens == b->config.target_tokens;
}

static void pairs_open(Check *check, const LessonModel *model, Pairs *pairs)
{
    if (pairs->owner && same_files(pairs->owner, model))
        return;
    pairs_finish(pairs);
    pairs->owner = model;
    pairs->data_read = check_pairs(check, model->data, &model->config, &pairs->data);
    pairs->heldout_read = model->heldout && file_exists(model->heldout)
                          && check_pairs(check, model->heldout, &model->config, &pairs->heldout);
    if (pairs->data_read && pairs->heldout_read)
        check_disjoint(check, &pairs->data, &pairs->heldout);
}

/* Cards and gates are looked at where all models can be read. */
static void check_models(Check *check)
{
    int count = check->lesson->model_count;
    Model *models = heap_alloc((size_t)count, sizeof *models);
    Pairs pairs = {0};
    Error error = {0};
    int loaded = source_models(check->lesson, models, &error);
    if (loaded < count)
        failed(check, "model", &error);
    else if (lesson_check_cards(check->lesson, models, &error))
        finding(check, true, "cards", "every step, moment and value they name is there");
    else
        failed(check, "cards", &error);
    warn(check, loaded == count ? models : NULL);
    for (int i = 0; i < count; i++) {
        const LessonModel *wanted = &check->lesson->models[i];
        pairs_open(check, wanted, &pairs);
        if (i >= loaded)
            continue;
        Corpus *data = pairs.data_read ? &pairs.data : NULL;
        check_origin(check, wanted, &models[i], data);
        Corpus *heldout = pairs.heldout_read ? &pairs.heldout : NULL;
        if (loaded == count)
            check_gates(check, i, &models[i], data, heldout);
        model_finish(&models[i]);
        if (check->seeds && data)
            check_seeds(check, i, data, heldout);
        else
            skip_seeds(check, i);
    }
    pairs_finish(&pairs);
    free(models);
}

static const char *languages_of(const Lesson *lesson, Arena *arena)
{
    const char *own = lesson->language ? lesson->language : "en";
    if (lesson->translated)
        return strcmp(own, "en") == 0 ? "English and Chinese" : arena_printf(arena, "%s and Chinese", own);
    return lesson->language ? arena_printf(arena, "one language, %s", own) : "one language";
}

/* False where the report cannot be printed. `draws`: so many of it show all that can be drawn. */
static bool check_draw(const char *name, const Request *request, Arena *arena, int *failures, int *draws, Error *error)
{
    Check check = {.threads = request->threads, .seeds = request->seeds};
    Error mistake = {0};
    Lesson *lesson;
    int model;
    output_line(&check.text, "%s", name);
    if (source_lesson(name, arena, &lesson, &model, &mistake)) {
        check.lesson = lesson;
        finding(&check, true, "text", "%d card(s) in %s, %d gate(s)", lesson->card_count, languages_of(lesson, arena),
                lesson->gate_count);
        check_models(&check);
        *draws = lesson->draws;
        lesson_destroy(lesson);
    } else {
        failed(&check, "text", &mistake);
    }
    *failures += check.failures;
    return output_write(&check.text, error);
}

/* With each row of its draw blocks, or the draw whose number the name has. */
static bool check_lesson(const char *name, const Request *request, Arena *arena, int *failures, Error *error)
{
    int draws = 1, none;
    bool ok = check_draw(name, request, arena, failures, &draws, error);
    bool one = draw_cut(name, arena, &none) != name;
    for (int i = 2; ok && !one && i <= draws; i++)
        ok = check_draw(arena_printf(arena, "%s#%d", name, i), request, arena, failures, &none, error);
    return ok;
}

bool check_run(const Call *call, Error *error)
{
    int failures = 0;
    for (int i = 0; i < call->count; i++)
        if (!check_lesson(call->arguments[i], &call->request, call->arena, &failures, error))
            return false;
    return failures == 0 || error_set(error, ERROR_FORMAT, "%d check(s) failed, see above", failures);
}
