#include "study/question.h"

#include <math.h>

/* ---- the questions ---- */

/* The heaviest words in the order of the sentence: all of them where they are few. */
static void choose_sources(const Trace *trace, Question *question)
{
    const float *weights = trace->steps[question->step].step.weights;
    bool taken[TRACE_LIMIT_WORDS + 1] = {0};
    int n = trace->n < TRACE_LIMIT_WORDS + 1 ? trace->n : TRACE_LIMIT_WORDS + 1, heaviest = 0;
    for (int k = 0; k < PREDICT_CHOICES && k < n; k++) {
        int best = -1;
        for (int j = 0; j < n; j++)
            if (!taken[j] && (best < 0 || weights[j] > weights[best]))
                best = j;
        taken[best] = true;
        heaviest = k == 0 ? best : heaviest;
    }
    for (int j = 0; j < n; j++)
        if (taken[j]) {
            question->right = j == heaviest ? question->count : question->right;
            question->choices[question->count++] = j;
        }
}

/* The likeliest words that may be written, and the one that is; by their number in the vocabulary, which tells nothing. */
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

/* ---- what may be seen ---- */

const Trace *predict_hide(const Trace *trace, const Question *question, Arena *arena)
{
    int t = question->step;
    Trace *seen = ARENA_NEW(arena, Trace);
    *seen = *trace;
    seen->step_count = t + 1;
    seen->word_count = t + 1; /* whether this one is a word is not told */
    seen->steps = ARENA_ARRAY(arena, TraceStep, (size_t)t + 1);
    for (int i = 0; i <= t; i++)
        seen->steps[i] = trace->steps[i];
    seen->truncated = seen->forced_cut = false;
    seen->log_probability = 0;
    TraceStep *asked = &seen->steps[t];
    asked->token = "?";
    asked->id = VOCAB_UNKNOWN;
    asked->top_count = 0;
    asked->p = 0;
    asked->how = CHOSEN_GREEDY;
    asked->step.logits = asked->step.probabilities = NULL;
    if (question->kind == QUESTION_WEIGHT) {
        asked->step.scores = asked->step.weights = asked->step.context = asked->step.attentional = NULL;
        asked->replaced = NULL;
        if (trace->config.attention != ATTENTION_LUONG) /* it is made from the context */
            asked->step.state = asked->step.cell = NULL;
    }
    return seen;
}

/* ---- words ---- */

const char *predict_ask(const Question *question, Language language, Arena *arena)
{
    const char *text =
        question->kind == QUESTION_WEIGHT
            ? said(language, "Step %d: which word will get the most weight?", "第 %d 步：哪个词会得到最大的权重？")
            : said(language, "Step %d: which word comes next?", "第 %d 步：接下来会写哪个词？");
    return arena_printf(arena, text, question->step + 1);
}

const char *predict_choice(const Trace *trace, const Model *model, const Question *question, int choice)
{
    int what = question->choices[choice];
    return question->kind == QUESTION_WEIGHT ? trace->source[what] : vocab_word(&model->target, what);
}

static const char *number(Arena *arena, double value)
{
    return number_text(arena, value, 2, false);
}

static const char *times(Arena *arena, double ratio, Language language)
{
    if (ratio > 1e6)
        return said(language, "more than a million", "一百多万");
    return arena_printf(arena, ratio < 10 ? "%.1f" : "%.0f", ratio);
}

static const char *pair(Arena *arena, char letter, int t, int j)
{
    return arena_printf(arena, letter == 'e' ? "e%d,%d" : "α%d,%d", t + 1, j + 1);
}

static const char *explain_weight(const Trace *trace, const Question *question, int choice, Language language,
                                  Arena *arena)
{
    int t = question->step, best = question->choices[question->right], chosen = question->choices[choice];
    const TraceStep *step = &trace->steps[t];
    const float *weights = step->step.weights, *scores = step->step.scores;
    const char *right = trace->source[best], *wrong = trace->source[chosen];
    bool same = predict_right(trace, question, choice);
    if (step->replaced)
        return arena_printf(arena,
                            said(language,
                                 "The weights of this step were set by hand: %s = %s for “%s”, %s = %s for “%s”.",
                                 "这一步的权重是手动设定的：%s = %s（“%s”），%s = %s（“%s”）。"),
                            pair(arena, 'a', t, best), number(arena, weights[best]), right, pair(arena, 'a', t, chosen),
                            number(arena, weights[chosen]), wrong);
    if (same)
        return arena_printf(arena,
                            said(language, "“%s” has the score %s = %s; the softmax makes it %s of the attention.",
                                 "“%s”的得分 %s = %s，经 softmax 得到 %s 的注意力。"),
                            wrong, pair(arena, 'e', t, chosen), number(arena, scores[chosen]),
                            number(arena, weights[chosen]));
    int first = step->step.first, last = first + step->step.count;
    if (chosen < first || chosen >= last)
        return arena_printf(arena,
                            said(language,
                                 "“%s” lies outside of the window, words %d to %d, so its weight is 0; “%s” gets %s.",
                                 "“%s”在窗口（第 %d 到第 %d 个词）之外，权重为 0；“%s”得到 %s。"),
                            wrong, first + 1, last, right, number(arena, weights[best]));
    if (trace->config.local == LOCAL_P)
        return arena_printf(
            arena,
            said(language,
                 "“%s”: %s = %s, weight %s. “%s”: %s = %s, weight %s; the distance from the centre %s counts too.",
                 "“%s”：%s = %s，权重 %s。“%s”：%s = %s，权重 %s；离中心 %s 的距离也起作用。"),
            wrong, pair(arena, 'e', t, chosen), number(arena, scores[chosen]), number(arena, weights[chosen]), right,
            pair(arena, 'e', t, best), number(arena, scores[best]), number(arena, weights[best]),
            number(arena, step->step.centre[0]));
    double temperature = trace->config.temperature, gap = ((double)scores[best] - (double)scores[chosen]) / temperature;
    const char *open = temperature == 1 ? "" : "(";
    const char *close = temperature == 1 ? "" : arena_printf(arena, ") / %s", number(arena, temperature));
    return arena_printf(
        arena,
        said(language, "“%s” has %s = %s, weight %s. “%s” has %s = %s: exp(%s%s − %s%s) = %s times as much, weight %s.",
             "“%s”：%s = %s，权重 %s。“%s”：%s = %s，exp(%s%s − %s%s) = %s 倍，权重 %s。"),
        wrong, pair(arena, 'e', t, chosen), number(arena, scores[chosen]), number(arena, weights[chosen]), right,
        pair(arena, 'e', t, best), number(arena, scores[best]), open, number(arena, scores[best]),
        number(arena, scores[chosen]), close, times(arena, exp(gap), language), number(arena, weights[best]));
}

/* Where the step looked, which is often why. */
static const char *looked_at(const Trace *trace, int t, Language language, Arena *arena)
{
    const float *weights = trace->steps[t].step.weights;
    if (!weights || !config_scores(&trace->config))
        return "";
    int best = 0;
    for (int j = 1; j < trace->n; j++)
        best = weights[j] > weights[best] ? j : best;
    return arena_printf(arena, said(language, " The step looked at “%s” (%s = %s).", "这一步看着“%s”（%s = %s）。"),
                        trace->source[best], pair(arena, 'a', t, best), number(arena, weights[best]));
}

static const char *explain_word(const Trace *trace, const Model *model, const Question *question, int choice,
                                Language language, Arena *arena)
{
    const TraceStep *step = &trace->steps[question->step];
    int chosen = question->choices[choice], right = step->id;
    const char *wrong_word = vocab_word(&model->target, chosen), *word = vocab_word(&model->target, right);
    const float *p = step->step.probabilities, *z = step->step.logits;
    const char *looked = looked_at(trace, question->step, language, arena);
    if (step->how == CHOSEN_FORCED) {
        int own = model_best(model, p);
        return arena_printf(arena,
                            said(language, "“%s” was forced here (p = %s). The model's own word is “%s” (p = %s).%s",
                                 "“%s”在这里是指定的（p = %s）。模型自己会写“%s”（p = %s）。%s"),
                            word, number(arena, p[right]), vocab_word(&model->target, own), number(arena, p[own]),
                            looked);
    }
    if (chosen == right)
        return arena_printf(arena, said(language, "“%s” has p = %s.%s", "“%s”的概率 p = %s。%s"), word,
                            number(arena, p[right]), looked);
    return arena_printf(arena,
                        said(language, "“%s” has z = %s, p = %s. “%s” has z = %s, p = %s: %s times as likely.%s",
                             "“%s”：z = %s，p = %s。“%s”：z = %s，p = %s，可能性是它的 %s 倍。%s"),
                        wrong_word, number(arena, z[chosen]), number(arena, p[chosen]), word, number(arena, z[right]),
                        number(arena, p[right]), times(arena, exp((double)z[right] - (double)z[chosen]), language),
                        looked);
}

const char *predict_explain(const Trace *trace, const Model *model, const Question *question, int choice,
                            Language language, Arena *arena)
{
    return question->kind == QUESTION_WEIGHT ? explain_weight(trace, question, choice, language, arena)
                                             : explain_word(trace, model, question, choice, language, arena);
}
