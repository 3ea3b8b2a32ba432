#include "study/quiz_mask.h"

static int weighing(const Trace *trace, int step)
{
    return moment_find(trace, moment_weighing(trace), step, -1);
}

static QuizMask hidden_from(int gate, int reveal)
{
    return gate < 0 ? (QuizMask){-1, -1, false} : (QuizMask){gate, reveal < gate ? gate : reveal, false};
}

/* Before the scores, which would tell; before the weights alone, where the card shows the scores. */
static QuizMask of_weight(const Trace *trace, int step, int own)
{
    int scores = moment_find(trace, MOMENT_SCORES, step, -1), weights = weighing(trace, step);
    bool seen = scores >= 0 && own >= scores && own < weights;
    return hidden_from(scores < 0 || seen ? weights : scores, weights);
}

static QuizMask of_value(const Trace *trace, const Live *live)
{
    int step = live->t - 1, gate = moment_find(trace, MOMENT_SCORES, step, -1);
    return hidden_from(live->kind == LIVE_WEIGHT ? weighing(trace, step) : gate, -1);
}

/* What comes before the first decode step cannot be hidden in parts. The probabilities tell which word is written. */
static QuizMask of_moment(const Trace *trace, int moment)
{
    if (moment <= 0)
        return hidden_from(-1, -1);
    Moment at = moment_at(trace, moment);
    if (at.step < 0)
        return (QuizMask){-1, moment, true};
    return hidden_from(at.kind == MOMENT_WORD ? moment_find(trace, MOMENT_OUTPUT, at.step, -1) : moment, moment);
}

static int own_moment(const StageSetting *stage, const Trace *trace)
{
    return stage->present ? stage_moment(stage, trace) : -1;
}

QuizMask quiz_mask(const Quiz *quiz, const StageSetting *stage, const Trace *trace)
{
    int step = quiz->step - 1, own = own_moment(stage, trace);
    if (quiz->hide == HIDE_TEXT)
        return (QuizMask){-1, -1, false};
    if (quiz->hide == HIDE_STAGE)
        return (QuizMask){-1, own, true};
    if (quiz->hide >= HIDE_FROM)
        return of_moment(trace, quiz_hides_from(quiz, stage, trace));
    if (quiz->kind == QUIZ_WEIGHT)
        return of_weight(trace, step, own);
    if (quiz->kind == QUIZ_NEXT)
        return hidden_from(moment_find(trace, MOMENT_OUTPUT, step, -1), moment_find(trace, MOMENT_WORD, step, -1));
    if (quiz->kind == QUIZ_NUMBER && quiz->live.kind != LIVE_NONE)
        return of_value(trace, &quiz->live);
    return of_moment(trace, quiz->ask == ASK_FIRST ? own : -1);
}

int quiz_reveals(const Quiz *quiz, const StageSetting *stage, const Trace *trace)
{
    int reveal = quiz_mask(quiz, stage, trace).reveal, own = own_moment(stage, trace);
    return reveal >= 0 && own > reveal ? own : reveal;
}
