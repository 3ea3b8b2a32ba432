/* Gold links of the sentence on the stage, from the data of its lesson. */
#include "app/open.h"

#include <strings.h>

static bool same_word(const char *word, Slice token, bool fold)
{
    Slice text = slice_of(word);
    return slice_equal(text, token)
           || (fold && text.length == token.length && strncasecmp(word, token.text, token.length) == 0);
}

/* Is the pair this very sentence with this very translation? Only then do its links belong to these rows. */
static bool pair_is(const Pair *pair, const Trace *trace)
{
    if (pair->link_count == 0 || pair->source.count != trace->n || pair->target.count != trace->word_count)
        return false;
    for (int j = 0; j < trace->n; j++)
        if (!same_word(trace->source[j], pair->source.tokens[j], trace->config.lowercase))
            return false;
    for (int t = 0; t < trace->word_count; t++)
        if (!same_word(trace->steps[t].token, pair->target.tokens[t], false))
            return false;
    return true;
}

void gold_find(App *app)
{
    app->view.heat.gold = NULL;
    app->view.heat.gold_count = 0;
    for (int which = SENTENCES_DATA; which >= SENTENCES_HELDOUT && !app->view.heat.gold; which--) {
        const Corpus *corpus =
            sentences_read(&app->open.sentences, &app->open.lesson->models[app->open.model], NULL, (SentenceKind)which);
        for (int i = 0; corpus && i < corpus->count && !app->view.heat.gold; i++)
            if (pair_is(&corpus->pairs[i], app->open.trace)) {
                app->view.heat.gold = corpus->pairs[i].links;
                app->view.heat.gold_count = corpus->pairs[i].link_count;
            }
    }
}

void gold_forget(App *app)
{
    app->view.heat.gold = NULL;
    app->view.heat.gold_count = 0;
    sentences_finish(&app->open.sentences);
}
