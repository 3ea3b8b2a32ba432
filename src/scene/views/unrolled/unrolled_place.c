/* Where the cursor is in the chain, and what kind of chain it is. */
#include "scene/views/unrolled/view_unrolled.h"

#include "scene/views/unrolled/unrolled_words.h"

UnrolledPlace unrolled_place(const Scope *scope)
{
    Moment moment = scope->moment;
    if (moment.step >= 0)
        return (UnrolledPlace){scope->trace->n - 1, moment.step};
    if (moment.kind == MOMENT_START)
        return (UnrolledPlace){-1, -1};
    return (UnrolledPlace){moment.position >= 0 ? moment.position : scope->trace->n - 1, -1};
}

/* Of the whole chain, though its end be hidden while a word is asked for. */
const char *unrolled_shape(const View *view)
{
    const Trace *trace = view_whole(view);
    bool one_in = trace->n == 1, one_out = trace->word_count == 1;
    if (config_in_step(&trace->config))
        return said(view->language, W_IN_STEP);
    if (one_in)
        return one_out ? said(view->language, W_ONE_TO_ONE) : said(view->language, W_ONE_TO_MANY);
    return one_out ? said(view->language, W_MANY_TO_ONE) : said(view->language, W_MANY_TO_MANY);
}

const char *unrolled_counts(const View *view, Arena *arena)
{
    bool asks = view_whole(view) != view->trace; /* and its last step may write no word */
    int n = view->trace->n, m = asks ? view->trace->step_count - 1 : view->trace->word_count;
    Word format = config_in_step(&view->trace->config) ? W_READS_AND_WRITES_IN_STEP : W_READS_AND_WRITES;
    return arena_printf(arena, said(view->language, format), n, m);
}

bool unrolled_is_inside(const View *view)
{
    return view->look == LOOK_CELL || view->trace->config.cell == CELL_SELF;
}
