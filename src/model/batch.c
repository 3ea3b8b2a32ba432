#include "model/batch.h"

#include <stdlib.h>

struct BatchMaker {
    Arena arena;
    Batch batch;
    int *known; /* [words of the larger vocabulary] row of the table + 1, 0 where there is none yet */
};

BatchMaker *batch_maker_create(int source_words, int target_words)
{
    BatchMaker *maker = heap_alloc(1, sizeof *maker);
    maker->known = heap_alloc((size_t)(source_words > target_words ? source_words : target_words), sizeof(int));
    return maker;
}

void batch_maker_destroy(BatchMaker *maker)
{
    if (!maker)
        return;
    arena_finish(&maker->arena);
    free(maker->known);
    free(maker);
}

static int *ints(BatchMaker *maker, int count)
{
    return ARENA_ARRAY(&maker->arena, int, (size_t)count);
}

/* Insertion sort: stable, and batches are small. */
static void order_rows(Batch *batch, const Pair *const *pairs)
{
    for (int i = 0; i < batch->rows; i++) {
        int at = i;
        for (; at > 0 && pairs[batch->pairs[at - 1]]->target.count < pairs[i]->target.count; at--)
            batch->pairs[at] = batch->pairs[at - 1];
        batch->pairs[at] = i;
    }
}

static void fill_words(BatchMaker *maker, const Pair *const *pairs, const BatchOptions *options, Random *random)
{
    Batch *batch = &maker->batch;
    int B = batch->rows;
    bool fed = options->config->fault == FAULT_ANSWER_FED;
    for (int b = 0; b < B; b++) {
        const Pair *pair = pairs[batch->pairs[b]];
        int words = pair->source.count, places = batch->source_lengths[b];
        int *read = ARENA_ARRAY(&maker->arena, int, (size_t)places);
        config_source(options->config, pair->source_ids, words, read);
        for (int j = 0; j < words && options->unknown > 0; j++)
            read[j] = random_unit(random) < options->unknown ? VOCAB_UNKNOWN : read[j];
        for (int j = 0; j < places; j++)
            batch->source[j * B + b] = read[config_word_read(options->config, j, places)];
        for (int t = 0; t < batch->target_lengths[b]; t++) {
            int answer = t < pair->target.count ? pair->target_ids[t] : VOCAB_END;
            batch->input[t * B + b] = fed ? answer : t ? pair->target_ids[t - 1] : VOCAB_START;
            batch->target[t * B + b] = answer;
        }
    }
}

/* Which rows have a step, and the places of them all. Returns how many places there are. */
static int list_places(int rows, int steps, const int *lengths, int *active, int *places)
{
    int count = 0;
    for (int t = 0; t < steps; t++)
        for (int b = 0; b < rows; b++)
            if (t < lengths[b]) {
                active[t] = b + 1;
                places[count++] = t * rows + b;
            }
    return count;
}

static void make_table(BatchMaker *maker, const int *words, const int *places, int count, int all, bool separate,
                       WordTable *table)
{
    *table = (WordTable){.ids = ints(maker, count), .row = ints(maker, all), .places = ints(maker, count)};
    for (int i = 0; i < count; i++) {
        int id = words[places[i]];
        if (separate || !maker->known[id]) {
            table->ids[table->count++] = id;
            maker->known[id] = table->count;
        }
        table->row[places[i]] = maker->known[id] - 1;
    }
    for (int row = 0; row < table->count; row++)
        maker->known[table->ids[row]] = 0;
    table->starts = ints(maker, table->count + 2);
    int *next = table->starts + 1; /* counted one further, so that filling leaves them right */
    for (int i = 0; i < count; i++)
        next[table->row[places[i]] + 1]++;
    for (int row = 0; row < table->count; row++)
        next[row + 1] += next[row];
    for (int i = 0; i < count; i++)
        table->places[next[table->row[places[i]]]++] = places[i];
}

const Batch *batch_make(BatchMaker *maker, const Pair *const *pairs, int count, const BatchOptions *options,
                        Random *random)
{
    arena_reset(&maker->arena);
    Batch *batch = &maker->batch;
    *batch = (Batch){.rows = count};
    batch->pairs = ints(maker, count);
    batch->source_lengths = ints(maker, count);
    batch->target_lengths = ints(maker, count);
    order_rows(batch, pairs);
    for (int b = 0; b < count; b++) {
        const Pair *pair = pairs[batch->pairs[b]];
        int source = config_places(options->config, pair->source.count), target = pair->target.count + 1;
        batch->source_lengths[b] = source;
        batch->target_lengths[b] = target;
        batch->source_steps = source > batch->source_steps ? source : batch->source_steps;
        batch->target_steps = target > batch->target_steps ? target : batch->target_steps;
        batch->tokens += target;
        batch->words += pair->source.count + pair->target.count;
    }
    int sources = batch->source_steps * count, targets = batch->target_steps * count;
    batch->source = ints(maker, sources);
    batch->input = ints(maker, targets);
    batch->target = ints(maker, targets);
    fill_words(maker, pairs, options, random);
    batch->source_active = ints(maker, batch->source_steps);
    batch->target_active = ints(maker, batch->target_steps);
    batch->source_places = ints(maker, sources);
    batch->target_places = ints(maker, targets);
    batch->source_count =
        list_places(count, batch->source_steps, batch->source_lengths, batch->source_active, batch->source_places);
    batch->target_count =
        list_places(count, batch->target_steps, batch->target_lengths, batch->target_active, batch->target_places);
    make_table(maker, batch->source, batch->source_places, batch->source_count, sources, options->separate,
               &batch->source_table);
    make_table(maker, batch->input, batch->target_places, batch->target_count, targets, options->separate,
               &batch->target_table);
    return batch;
}
