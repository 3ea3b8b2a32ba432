/* Which two models are compared, and what they make of the sentence. */
#include "app/compare_input.h"

#include <string.h>

/* ---- the pair ---- */

void compare_choose(App *app, Comparing *self)
{
    const StageSetting *stage = &app_card(app)->stage;
    int count = app->lesson->model_count, right = self->models[1];
    bool asked = stage->present && stage->against >= 0 && self->card != app->view.card;
    if (asked)
        right = stage->against;
    else if (self->lesson != app->lesson || right == app->model)
        right = self->forced && right == app->model ? right : (app->model + 1) % count;
    self->models[0] = app->model;
    self->models[1] = right;
    self->forced = right == app->model;
    self->card = app->view.card;
    self->lesson = app->lesson;
}

/* Left: the next model; where that is the right one's, they change places. Right: all other models, then the left one
 * with the reference's words. */
void compare_next(App *app, Comparing *self, int side)
{
    int count = app->lesson->model_count;
    if (count < 2)
        return;
    if (side == 1) {
        self->models[1] = (self->models[1] + 1) % count;
        self->forced = self->models[1] == self->models[0];
        compare_build(app, self);
        return;
    }
    int old = app->model, left = (old + 1) % count;
    if (self->forced)
        self->models[1] = left;
    else if (left == self->models[1])
        self->models[1] = old;
    if (app_choose_model(app, left)) {
        (void)app_decode(app, app->decoded);
    }
}

/* ---- the sentence ---- */

static bool pair_of(const Pair *pair, const int *ids, const Trace *trace, const Model *model)
{
    int n = trace->n - trace->config.source_end;
    if (pair->source.count != n)
        return false;
    for (int j = 0; j < n; j++) {
        if (trace->unknown[j] ? !slice_is(pair->source.tokens[j], trace->source[j])
                              : vocab_find(&model->source, pair->source.tokens[j], model->config.lowercase) != ids[j])
            return false;
    }
    return true;
}

enum { REFERENCES = 8 };

/* Translations of this very sentence in the lesson's held-out and training data. */
static int find_references(App *app, const TokenList *out[REFERENCES])
{
    int count = 0;
    for (int which = 1; which >= 0; which--) {
        const Corpus *corpus = read_gold(app, which);
        for (int i = 0; corpus && i < corpus->count && count < REFERENCES; i++)
            if (pair_of(&corpus->pairs[i], app->trace->encoding.ids, app->trace, app->view.model))
                out[count++] = &corpus->pairs[i].target;
    }
    return count;
}

static const char **words_of(const TokenList *tokens, Arena *arena)
{
    const char **words = ARENA_ARRAY(arena, const char *, (size_t)tokens->count + 1);
    for (int i = 0; i < tokens->count; i++)
        words[i] = arena_copy(arena, tokens->tokens[i].text, tokens->tokens[i].length);
    return words;
}

/* ---- marks ---- */

static int count_marks(const CompareSide *side)
{
    int count = 0;
    for (int t = 0; t < side->trace->step_count; t++)
        count += side->marked[t];
    return count;
}

static void mark_against(CompareSide *side, const char **reference, int count)
{
    side->missing = words_differ(side->words, side->trace->word_count, reference, count, side->marked);
    side->wrong = count_marks(side);
}

/* Fed the reference, every word has its place. */
static void mark_forced(CompareSide *side, const char **reference, int count)
{
    for (int t = 0; t < side->trace->step_count; t++)
        side->marked[t] = strcmp(side->words[t], t < count ? reference[t] : "</s>") != 0;
    side->wrong = count_marks(side);
}

/* One sentence may have several translations: the one that a side comes nearest to is its measure. */
static void mark_best(CompareSide *side, const TokenList **references, int count, Arena *arena)
{
    int best = 0, least = -1;
    for (int i = 0; i < count; i++) {
        const char **words = words_of(references[i], arena);
        mark_against(side, words, references[i]->count);
        int faults = side->wrong + side->missing;
        if (least < 0 || faults < least) {
            least = faults;
            best = i;
        }
    }
    mark_against(side, words_of(references[best], arena), references[best]->count);
}

static void mark(Comparing *self, const TokenList **references, int count)
{
    CompareSide *left = &self->comparison.sides[0], *right = &self->comparison.sides[1];
    if (count > 0) {
        mark_best(left, references, count, &self->arena);
        if (right->forced)
            mark_forced(right, words_of(references[0], &self->arena), references[0]->count);
        else
            mark_best(right, references, count, &self->arena);
        return;
    }
    mark_against(left, right->words, right->trace->word_count);
    mark_against(right, left->words, left->trace->word_count);
    left->missing = right->missing = 0; /* which of them is wrong nobody knows */
}

/* ---- both sides ---- */

static void set_side(Comparing *self, int number, const App *app, const Trace *trace, const Model *model)
{
    CompareSide *side = &self->comparison.sides[number];
    Accuracy accuracy = side->accuracy;
    *side = (CompareSide){.trace = trace, .model = model, .name = app->lesson->models[self->models[number]].name};
    side->accuracy = self->is_known[self->models[number]]                       ? self->known[self->models[number]]
                     : self->measure && self->measuring == self->models[number] ? accuracy
                                                                                : (Accuracy){0};
    side->forced = number == 1 && self->forced;
    side->more = app->lesson->model_count > 1;
    side->words = ARENA_ARRAY(&self->arena, const char *, (size_t)trace->step_count);
    side->marked = ARENA_ARRAY(&self->arena, bool, (size_t)trace->step_count);
    for (int t = 0; t < trace->step_count; t++)
        side->words[t] = side->forced
                             ? vocab_word(&model->target, model_best(model, trace->steps[t].step.probabilities))
                             : trace->steps[t].token;
}

static const Model *right_model(App *app, Comparing *self)
{
    Error error = {0};
    const Model *model = self->forced ? app->view.model : app_model(app, self->models[1], &error);
    if (model)
        return model;
    app_fail(app, &error);
    self->models[1] = self->models[0];
    self->forced = true;
    return app->view.model;
}

static Trace *decode_right(App *app, Comparing *self, const Model *model, const TokenList *reference)
{
    DecodeOptions options = {0};
    if (self->forced && reference) {
        options.forced = reference->tokens;
        options.forced_count = reference->count;
        options.forced_only = true;
    }
    return trace_decode(model, slice_of(app->decoded), &options, NULL);
}

void compare_build(App *app, Comparing *self)
{
    Comparison *comparison = &self->comparison;
    arena_reset(&self->arena);
    arena_reset(&self->captions);
    self->told[0] = self->told[1] = -1;
    const TokenList *references[REFERENCES];
    int count = find_references(app, references);
    const Model *model = right_model(app, self);
    trace_destroy(self->right);
    self->right = decode_right(app, self, model, count ? references[0] : NULL);
    if (!self->right) { /* the reference has words that this model does not know, or it cannot read the sentence */
        count = 0;
        self->models[1] = self->models[0];
        self->forced = true;
        model = app->view.model;
        self->right = decode_right(app, self, model, NULL);
    }
    trace_destroy(self->plain);
    self->plain = changes_any(&app->changes) ? trace_decode(app->view.model, slice_of(app->decoded), NULL, NULL) : NULL;
    self->left = app->trace;
    comparison->reference = NULL;
    if (count) {
        const char **words = words_of(references[0], &self->arena);
        comparison->reference = text_join(&self->arena, words, references[0]->count, TOKENS_SPACE);
    }
    set_side(self, 0, app, self->plain ? self->plain : app->trace, app->view.model);
    set_side(self, 1, app, self->right ? self->right : app->trace, model);
    mark(self, references, count);
    const Trace *traces[2] = {comparison->sides[0].trace, comparison->sides[1].trace};
    comparison->lockstep = lockstep_make(traces, &self->arena);
    self->pace.last = comparison->lockstep.count - 1;
}
