#include "derive/telling.h"

#include "derive/meaning.h"
#include "derive/name.h"
#include "derive/plain.h"
#include "words/explain_words.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- sentences ---- */

const char *telling_piece(const Telling *telling, Word word)
{
    return said(telling->maths->language, word);
}

const char *telling_counted(const Telling *telling, Word word, int count)
{
    return arena_printf(telling->arena, telling_piece(telling, word), count);
}

void telling_put(Telling *telling, const char *name, const char *text)
{
    assert(telling->count < FILLS_LIMIT);
    telling->fills[telling->count].name = name;
    telling->fills[telling->count++].text = text;
}

static const char *fill_named(const Telling *telling, Slice name)
{
    for (int i = 0; i < telling->count; i++)
        if (slice_is(name, telling->fills[i].name))
            return telling->fills[i].text;
    assert(!"a sentence names something that was not filled in");
    return "";
}

/* Texts are put in as they are: what a person typed may hold braces. */
void telling_say(Telling *telling, Word sentence)
{
    Bytes *text = &telling->text;
    bytes_add_text(text, text->length ? telling_piece(telling, W_PIECE_GAP) : "");
    for (const char *from = telling_piece(telling, sentence); *from;) {
        size_t plain = strcspn(from, "{");
        bytes_add(text, from, plain);
        from += plain;
        if (*from == '{') {
            Slice name = {from + 1, strcspn(from + 1, "}")};
            bytes_add_text(text, fill_named(telling, name));
            from += name.length + 2;
        }
    }
}

void telling_say_where(Telling *telling, bool holds, Word sentence)
{
    if (holds)
        telling_say(telling, sentence);
}

void telling_put_count(Telling *telling, const char *name, int count)
{
    telling_put(telling, name, arena_printf(telling->arena, "%d", count));
}

void telling_put_numbers(Telling *telling, const char *name, int count)
{
    telling_put(telling, name, telling_counted(telling, W_PIECE_NUMBERS, count));
}

const char *telling_number(const Telling *telling, double number)
{
    return number_text(telling->arena, number, 2, false);
}

const char *telling_share(const Telling *telling, float number)
{
    return share_text(telling->arena, (double)number, 2);
}

/* "c₂" */
void telling_put_symbol(Telling *telling, const char *name, Value value)
{
    telling_put(telling, name, markup_plain(vector_name(telling->maths, value), telling->arena));
}

static void put_range(Telling *telling, const float *values, int count)
{
    float low = INFINITY, high = -INFINITY;
    for (int i = 0; i < count; i++) {
        low = fminf(low, values[i]);
        high = fmaxf(high, values[i]);
    }
    telling_put(telling, "low", telling_number(telling, (double)low));
    telling_put(telling, "high", telling_number(telling, (double)high));
}

const char *telling_item(const Telling *telling, Item item, int j, float value)
{
    bool score = item <= ITEM_WORD_SCORE, word_first = item != ITEM_WEIGHT_WORD;
    const char *word = telling->trace->source[j];
    const char *number = score ? number_text(telling->arena, (double)value, 2, true) : telling_share(telling, value);
    return item == ITEM_SCORE
               ? number
               : arena_printf(telling->arena, "%s %s", word_first ? word : number, word_first ? number : word);
}

void telling_add_item(const Telling *telling, Bytes *list, const char *item)
{
    bytes_printf(list, "%s%s", list->length ? telling_piece(telling, W_PIECE_BETWEEN) : "", item);
}

char *telling_texts(const Telling *telling, const char *const *texts, const float *values, const char *between)
{
    int n = telling->trace->n, largest[LIST_LARGEST], others = 0;
    bool all = n <= LIST_ALL;
    if (!all)
        values_top(values, n, LIST_LARGEST, largest);
    Bytes list = {0};
    for (int i = 0; i < (all ? n : LIST_LARGEST); i++) {
        const char *text = texts[all ? i : largest[i]];
        if (text)
            bytes_printf(&list, "%s%s", list.length ? between ? between : telling_piece(telling, W_PIECE_BETWEEN) : "",
                         text);
    }
    for (int j = 0; j < n; j++)
        others += texts[j] != NULL;
    if (others > LIST_LARGEST && !all)
        bytes_add_text(&list, telling_counted(telling, W_PIECE_OTHERS, others - LIST_LARGEST));
    return bytes_take(&list, telling->arena);
}

char *telling_list(const Telling *telling, const float *values, Item item, const char *between)
{
    int n = telling->trace->n;
    const char **texts = ARENA_ARRAY(telling->arena, const char *, n);
    for (int j = 0; j < n; j++)
        texts[j] = telling_item(telling, item, j, values[j]);
    return telling_texts(telling, texts, values, between);
}

char *telling_window(const Telling *telling)
{
    const Step *step = telling->step;
    int n = telling->trace->n;
    if (step->count == n)
        return NULL;
    const char **texts = ARENA_ARRAY(telling->arena, const char *, n);
    for (int j = step->first; j < step->first + step->count; j++)
        texts[j] = telling->trace->source[j];
    return telling_texts(telling, texts, step->weights, NULL);
}

/* ---- what all moments may name ---- */

const char *telling_word_read(const Telling *telling, int j)
{
    const Trace *trace = telling->trace;
    bool reads = telling->at.kind == MOMENT_FORWARD || telling->at.kind == MOMENT_BACKWARD;
    return trace->source[reads ? config_word_read(&trace->config, j, trace->n) : j];
}

/* The word that the moment is about. */
static const char *word_of(const Telling *telling)
{
    const Trace *trace = telling->trace;
    int t = telling->at.step;
    if (t < 0)
        return telling->at.position < 0 ? "" : telling_word_read(telling, telling->at.position);
    switch (telling->at.kind) {
    case MOMENT_PREVIOUS:
    case MOMENT_SELF:
        return trace->steps[t].input_token;
    case MOMENT_QUERY:
        return t ? trace->steps[t - 1].token : "";
    case MOMENT_SCORES:
    case MOMENT_CONTEXT:
        return trace->source[telling->best];
    default:
        return trace->steps[t].token;
    }
}

static void put_all(Telling *telling)
{
    const Maths *maths = telling->maths;
    const Config *config = &telling->trace->config;
    int t = telling->at.step, j = telling->at.position;
    bool mean = config_final_is_mean(config), query = telling->at.kind == MOMENT_QUERY;
    const float *looks = !telling->step                      ? NULL
                         : telling->at.kind == MOMENT_SCORES ? telling->step->scores
                                                             : telling->step->weights;
    telling->best = looks ? values_largest(looks, telling->trace->n) : 0;
    telling_put(telling, "word", word_of(telling));
    telling_put_numbers(telling, "D", config_annotation(config));
    const char *layer = layer_meaning(maths, 2 * telling->at.layer);
    telling_put(telling, "reader", layer ? layer : telling_piece(telling, W_PIECE_ENCODER));
    telling_put(telling, "final", telling_piece(telling, mean ? W_PIECE_FINAL_MEAN : W_PIECE_FINAL));
    telling_put(telling, "annotation", markup_plain(annotation_name(maths, j < 0 ? telling->best : j), telling->arena));
    telling_put_symbol(telling, "context", context_value(maths, t, 0));
    telling_put_symbol(telling, "state", (Value){VALUE_STATE, RUN_DECODER, .place = t});
    if (telling->made.kind == VALUE_NONE)
        return;
    bool word = telling->at.kind == MOMENT_WORD;
    const char *value = word ? word_name(maths, t) : vector_name(maths, telling->made);
    telling_put(telling, "value", markup_plain(value, telling->arena));
    int size = value_entries(maths, telling->made);
    telling_put_numbers(telling, "size", size);
    const Real *row = value_recorded(maths, query ? asking_state(maths, t, 0) : telling->made);
    if (row && !word)
        put_range(telling, row, query ? config->hidden : size);
}

Telling telling_of(const Maths *maths, int moment)
{
    Moment at = moment_at(maths->trace, moment);
    Telling telling = {.maths = maths, .trace = maths->trace, .arena = maths->arena, .at = at};
    telling.step = at.step < 0 ? NULL : &maths->trace->steps[at.step].step;
    telling.made = moment_value(maths, at);
    put_all(&telling);
    return telling;
}
