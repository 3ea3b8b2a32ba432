/* Where the cursor is in the chain, and what kind of chain it is. */
#include "scene/views/unrolled/view_unrolled.h"

bool unrolled_in_step(const Trace *trace)
{
    return trace->config.local == LOCAL_M && trace->config.window == 0;
}

float unrolled_shown(const Scope *scope, int step, MomentKind kind)
{
    return step < scope->step ? 1 : step > scope->step ? 0 : scope->shown[kind];
}

UnrolledPlace unrolled_place(const Scope *scope)
{
    Moment moment = scope->moment;
    if (moment.step >= 0)
        return (UnrolledPlace){scope->trace->n - 1, moment.step};
    if (moment.kind == MOMENT_START)
        return (UnrolledPlace){-1, -1};
    return (UnrolledPlace){moment.position >= 0 ? moment.position : scope->trace->n - 1, -1};
}

const char *unrolled_shape(const View *view)
{
    const Trace *trace = view->trace;
    bool one_in = trace->n == 1, one_out = trace->word_count == 1;
    if (unrolled_in_step(trace))
        return said(view->language, "IN STEP", "同步");
    if (one_in)
        return one_out ? said(view->language, "ONE TO ONE", "一对一") : said(view->language, "ONE TO MANY", "一对多");
    return one_out ? said(view->language, "MANY TO ONE", "多对一") : said(view->language, "MANY TO MANY", "多对多");
}

const char *unrolled_counts(const View *view, Arena *arena)
{
    int n = view->trace->n, m = view->trace->word_count;
    if (view->language == LANGUAGE_CHINESE)
        return arena_printf(arena,
                            unrolled_in_step(view->trace) ? "读 %d 个词，写 %d 个：第 t 步只看第 t 个词"
                                                          : "读 %d 个词，写 %d 个",
                            n, m);
    if (unrolled_in_step(view->trace))
        return arena_printf(arena, "%d read, %d written: step t sees word t", n, m);
    return arena_printf(arena, "%d %s read, %d written", n, n == 1 ? "word" : "words", m);
}
