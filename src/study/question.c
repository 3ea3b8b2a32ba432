#include "study/question.h"

#include "derive/meaning.h"
#include "derive/name.h"
#include "derive/plain.h"
#include "derive/printed.h"
#include "words/study_words.h"

/* ---- the questions ---- */

/* The heaviest words in the order of the sentence: all of them where they are few. */
static void choose_sources(const Trace *trace, Question *question)
{
    bool taken[TRACE_LIMIT_WORDS + 1] = {0};
    int n = trace->n < TRACE_LIMIT_WORDS + 1 ? trace->n : TRACE_LIMIT_WORDS + 1, heaviest[PREDICT_CHOICES];
    int count = values_top(trace->steps[question->step].step.weights, n, PREDICT_CHOICES, heaviest);
    for (int k = 0; k < count; k++)
        taken[heaviest[k]] = true;
    for (int j = 0; j < n; j++)
        if (taken[j]) {
            question->right = j == heaviest[0] ? question->count : question->right;
            question->choices[question->count++] = j;
        }
}

/* The likeliest words that may be written, and the one that is; by their number in the vocabulary, which tells
 * nothing. */
static void choose_words(const Trace *trace, Question *question)
{
    const TraceStep *step = &trace->steps[question->step];
    int *choices = question->choices;
    for (int k = 0; k < step->top_count && question->count < PREDICT_CHOICES; k++)
        if (step->top[k].id >= VOCAB_SPECIAL || step->top[k].id == VOCAB_END)
            choices[question->count++] = step->top[k].id;
    bool there = false;
    for (int k = 0; k < question->count; k++)
        there = there || choices[k] == step->id;
    if (!there && question->count == PREDICT_CHOICES)
        question->count--;
    if (!there)
        choices[question->count++] = step->id;
    for (int k = 1; k < question->count; k++)
        for (int i = k; i > 0 && choices[i] < choices[i - 1]; i--) {
            int other = choices[i];
            choices[i] = choices[i - 1];
            choices[i - 1] = other;
        }
    for (int k = 0; k < question->count; k++)
        question->right = choices[k] == step->id ? k : question->right;
}

static bool ask(const Trace *trace, int step, QuestionKind kind, int open, Question *out)
{
    bool weight = kind == QUESTION_WEIGHT;
    int gate = moment_find(trace, weight ? MOMENT_SCORES : MOMENT_OUTPUT, step, -1);
    if (gate < 0 || gate <= open)
        return false;
    *out = (Question){.kind = kind, .step = step, .gate = gate};
    out->reveal = moment_find(trace, weight ? MOMENT_SOFTMAX : MOMENT_WORD, step, -1);
    if (weight)
        choose_sources(trace, out);
    else
        choose_words(trace, out);
    return out->count > 1;
}

bool predict_next(const Trace *trace, int open, Question *out)
{
    for (int t = 0; t < trace->step_count; t++)
        if (ask(trace, t, QUESTION_WEIGHT, open, out) || ask(trace, t, QUESTION_WORD, open, out))
            return true;
    return false;
}

bool predict_right(const Trace *trace, const Question *question, int choice)
{
    if (choice < 0 || choice >= question->count)
        return false;
    if (question->kind == QUESTION_WORD)
        return choice == question->right;
    const float *weights = trace->steps[question->step].step.weights;
    return weights[question->choices[choice]] >= weights[question->choices[question->right]];
}

/* ---- words ---- */

const char *predict_ask(const Question *question, Language language, Arena *arena)
{
    const char *text = question->kind == QUESTION_WEIGHT ? said(language, W_STEP_WHICH_WORD_WILL_GET)
                                                         : said(language, W_STEP_WHICH_WORD_COMES_NEXT);
    return arena_printf(arena, text, question->step + 1);
}

const char *predict_choice(const Trace *trace, const Model *model, const Question *question, int choice)
{
    int what = question->choices[choice];
    return question->kind == QUESTION_WEIGHT ? trace->source[what] : vocab_word(&model->target, what);
}

/* "α₃₂ = 0.93", "ℓ₃(猫) = 8.21" */
static const char *with_number(const Maths *maths, Value value, int decimals)
{
    double number = value_number(maths, value);
    const char *name = markup_plain(value_name(maths, value), maths->arena);
    if (value_is_share(value.kind))
        return arena_printf(maths->arena, "%s %s", name, share_equals(maths->arena, number, decimals));
    return arena_printf(maths->arena, "%s = %s", name, number_text(maths->arena, number, decimals, false));
}

/* How many times as much the softmax gives to `more` as to `less`: "exp(2.523 − 1.204) = 3.7", with so many decimals
 * that this is so. */
static const char *times(const Maths *maths, Value more, Value less, double temperature, int *decimals)
{
    Term *term = term_make(maths, TERM_LESS, term_value(maths, more), term_value(maths, less));
    if (temperature != 1)
        term = term_make(maths, TERM_QUOTIENT, term, term_constant(maths, temperature));
    term = term_make(maths, TERM_EXP, term, NULL);
    double ratio = term_number(maths, term);
    Printing printing = {.maths = maths, .decimals = 2};
    int places = ratio < 10 ? 1 : 0;
    bool closes = printed_close(&printing, term, ratio, places, 5);
    *decimals = printing.decimals;
    return arena_printf(maths->arena, "%s %s %s", printed_text(&printing, term),
                        ratio > 1e6 ? ">"
                        : closes    ? "="
                                    : "≈",
                        ratio > 1e6 ? said(maths->language, W_A_MILLION)
                                    : number_text(maths->arena, ratio, places, false));
}

static const char *explain_weight(const Maths *maths, const Question *question, int choice)
{
    const Trace *trace = maths->trace;
    Language language = maths->language;
    Arena *arena = maths->arena;
    int t = question->step, best = question->choices[question->right], chosen = question->choices[choice], decimals = 2;
    const TraceStep *step = &trace->steps[t];
    const char *right = trace->source[best], *wrong = trace->source[chosen];
    const char *right_weight = with_number(maths, weight_value(maths, t, best), 2);
    const char *wrong_weight = with_number(maths, weight_value(maths, t, chosen), 2);
    if (step->replaced)
        return arena_printf(arena, said(language, W_THE_WEIGHTS_OF_THIS_STEP_WERE), right_weight, right, wrong_weight,
                            wrong);
    if (predict_right(trace, question, choice))
        return arena_printf(arena, said(language, W_HAS_THE_SCORE_THE_SOFTMAX), wrong,
                            with_number(maths, score_value(maths, t, chosen), 2), wrong_weight);
    int first = step->step.first, last = first + step->step.count;
    if (chosen < first || chosen >= last)
        return arena_printf(arena, said(language, W_LIES_OUTSIDE_OF_THE_WINDOW), wrong,
                            places_meaning(language, first, last - first, arena), wrong_weight, right, right_weight);
    if (trace->config.local == LOCAL_P)
        return arena_printf(arena, said(language, W_THE_DISTANCE_FROM_THE_CENTRE), wrong,
                            with_number(maths, score_value(maths, t, chosen), 2), wrong_weight, right,
                            with_number(maths, score_value(maths, t, best), 2), right_weight,
                            with_number(maths, (Value){VALUE_CENTRE, .place = t}, 2));
    const char *ratio =
        times(maths, score_value(maths, t, best), score_value(maths, t, chosen), step_temperature(trace, t), &decimals);
    return arena_printf(arena, said(language, W_TIMES_AS_MUCH), wrong,
                        with_number(maths, score_value(maths, t, chosen), decimals), wrong_weight, right,
                        with_number(maths, score_value(maths, t, best), decimals), ratio, right_weight);
}

/* Where the step looked, which is often why. */
static const char *looked_at(const Maths *maths, int t)
{
    const float *weights = maths->trace->steps[t].step.weights;
    if (!weights || !config_scores(&maths->trace->config))
        return "";
    int best = values_largest(weights, maths->trace->n);
    return arena_printf(maths->arena, said(maths->language, W_THE_STEP_LOOKED_AT), maths->trace->source[best],
                        with_number(maths, weight_value(maths, t, best), 2));
}

static const char *explain_word(const Maths *maths, const Question *question, int choice)
{
    const TraceStep *step = &maths->trace->steps[question->step];
    Language language = maths->language;
    Value right = {VALUE_PROBABILITY, .place = question->step, .index = step->id}, chosen = right, own = right;
    chosen.index = question->choices[choice];
    own.index = model_best(maths->model, step->step.probabilities);
    const char *looked = looked_at(maths, question->step);
    if (step->how == CHOSEN_FORCED)
        return arena_printf(maths->arena, said(language, W_WAS_FORCED_HERE_THE_MODEL_OWN), step->token,
                            with_number(maths, right, 2), vocab_word(&maths->model->target, own.index),
                            with_number(maths, own, 2), looked);
    if (chosen.index == right.index)
        return arena_printf(maths->arena, "%s%s%s", with_number(maths, right, 2), said(language, W_FULL_STOP), looked);
    Value right_logit = right, chosen_logit = chosen;
    right_logit.kind = chosen_logit.kind = VALUE_LOGIT;
    int decimals;
    const char *ratio = times(maths, right_logit, chosen_logit, 1, &decimals);
    return arena_printf(maths->arena, said(language, W_TIMES_AS_LIKELY), with_number(maths, chosen_logit, decimals),
                        with_number(maths, chosen, 2), with_number(maths, right_logit, decimals),
                        with_number(maths, right, 2), ratio, looked);
}

const char *predict_explain(const Maths *maths, const Question *question, int choice)
{
    return question->kind == QUESTION_WEIGHT ? explain_weight(maths, question, choice)
                                             : explain_word(maths, question, choice);
}
