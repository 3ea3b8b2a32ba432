/* Letters as in docs/design.md#equations. */
#include "model/translator_work.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The words are only certain where rounding cannot have changed them: logits that differ by less than MARGIN are asked
 * again, and so is everything once a word that may not be written is so likely that the others' probabilities vanish. */
static const Real MARGIN = (Real)1e-3, VANISHING = 60;

static size_t area(int rows, int columns)
{
    return (size_t)rows * (size_t)columns;
}

/* ---- one sentence: the encoder ---- */

static const Real *word_row(const Translator *translator, const WordRows *rows, int id, Real *room)
{
    if (rows->table)
        return rows->table + area(id, rows->width);
    packed_apply(translator, &rows->layer, rows->embedding + area(id, rows->layer.inputs), false, room);
    return room;
}

static void read_side(const Translator *translator, Room *room, int layer, int reverse, const int *ids, int n)
{
    const Weights *w = &translator->weights;
    int H = w->H, D = w->D;
    const Linear *input = &translator->input[layer][reverse];
    Real *states = room->states[layer] + reverse * H;
    if (layer > 0)
        linear_apply(w->kernels, input, n, room->states[layer - 1], D, false, room->projected, w->gates);
    const Real *before = room->nothing, *cell = room->nothing, *recurrent = w->recurrent[layer][reverse].bias;
    for (int i = 0; i < n; i++) {
        int j = reverse ? n - 1 - i : i;
        const Real *x = layer > 0 ? room->projected + area(j, w->gates)
                                  : word_row(translator, &translator->source[reverse], ids[j], room->word);
        if (i > 0) {
            packed_apply(translator, &translator->recurrent[layer][reverse], before, i % 2 == 0, room->asked);
            recurrent = room->asked;
        }
        Real *next_cell = room->cells + area(j, H);
        w->cell->forward(H, x, recurrent, before, cell, room->saved, states + area(j, D), next_cell);
        before = states + area(j, D);
        cell = next_cell;
    }
    if (w->cell->memory && layer == w->config->layers - 1)
        memcpy(room->final_cell + reverse * H, cell, sizeof *cell * (size_t)H);
}

static void cross(const Translator *translator, const Room *room, const Packed *bridge, const Real *final,
                  Real *initial)
{
    const Weights *w = &translator->weights;
    if (w->config->bridge == BRIDGE_TANH) {
        packed_apply(translator, bridge, final, false, initial);
        w->kernels->tanh_row(w->H, initial);
    } else {
        const Real *from = w->config->bridge == BRIDGE_COPY ? final : room->nothing;
        memcpy(initial, from, sizeof *initial * (size_t)w->H);
    }
}

static Real *annotations_of(const Translator *translator, const Room *room)
{
    return room->states[translator->weights.config->layers - 1];
}

/* Where the context is the same at every step, what it gives the cell is made once. */
static void make_base(const Translator *translator, Room *room, int n)
{
    const Weights *w = &translator->weights;
    if (!translator->context.outputs)
        return;
    for (int j = 0; j < n; j++)
        room->alphas[j] = 1 / (Real)n;
    if (w->config->attention == ATTENTION_UNIFORM)
        w->kernels->context(w->D, n, room->alphas, annotations_of(translator, room), w->D, room->context);
    packed_apply(translator, &translator->context, room->context, false, room->base);
}

static void read_sentence(const Translator *translator, Room *room, const int *ids, int n)
{
    const Weights *w = &translator->weights;
    for (int layer = 0; layer < w->config->layers; layer++)
        for (int reverse = 0; reverse <= w->config->bidirectional; reverse++)
            read_side(translator, room, layer, reverse, ids, n);
    Real *annotations = annotations_of(translator, room), *final = room->context;
    size_t size = sizeof *final * (size_t)w->H;
    memcpy(final, annotations + area(n - 1, w->D), size);
    if (w->config->bidirectional)
        memcpy(final + w->H, annotations + w->H, size);
    cross(translator, room, &translator->bridge, final, room->state[0]);
    if (w->cell->memory)
        cross(translator, room, &translator->bridge_cell, room->final_cell, room->cell[0]);
    make_base(translator, room, n);
    if (translator->seen.outputs)
        linear_apply(w->kernels, &translator->seen, n, annotations, w->D, false, room->seen, translator->width);
}

/* ---- and the decoder ---- */

/* [to]: the weighted sum of what each annotation gives. */
static void attend(const Translator *translator, Room *room, const Real *state, int n, Real *to)
{
    const Weights *w = &translator->weights;
    const Real *query = w->query.outputs ? room->asked + translator->query_at : state;
    const Real *keys = translator->keys ? room->seen : annotations_of(translator, room);
    Scoring scoring = {.size = w->A,
                       .n = n,
                       .stride = translator->keys ? translator->width : w->D,
                       .query = query,
                       .keys = keys,
                       .energy = w->energy,
                       .saved = room->kept,
                       .scores = room->scores};
    w->score->forward(&scoring);
    w->kernels->softmax(n, room->scores, (Real)(1 / w->config->temperature), room->alphas);
    w->kernels->context(translator->seen.outputs - translator->keys, n, room->alphas, room->seen + translator->keys,
                        translator->width, to);
}

/* What word and context give the cell. */
static const Real *cell_input(const Translator *translator, Room *room, const Real *state, int word, int n)
{
    const Weights *w = &translator->weights;
    const Real *row = word_row(translator, &translator->target, word, room->word);
    if (!w->decoder_context.outputs)
        return row;
    if (w->score)
        attend(translator, room, state, n, room->from_input);
    else
        memcpy(room->from_input, room->base, sizeof *row * (size_t)w->gates);
    w->kernels->add_row(w->gates, row, room->from_input);
    return room->from_input;
}

/* Luong's attentional vector. */
static const Real *answer(const Translator *translator, Room *room, const Real *state, int n)
{
    const Weights *w = &translator->weights;
    attend(translator, room, state, n, room->answer);
    w->kernels->add_row(w->H, room->asked + translator->answer_at, room->answer);
    w->kernels->tanh_row(w->H, room->answer);
    return room->answer;
}

/* The likeliest word that may be written, or -1 where that is not certain; what is not a number is not certain. The words
 * that may be are </s> and those from VOCAB_SPECIAL on. */
static int choose(const Translator *translator, const Real *logits)
{
    Real best[2], end = logits[VOCAB_END], other = logits[VOCAB_PAD];
    int V = translator->weights.V, id = VOCAB_SPECIAL;
    for (int special = 1; special < VOCAB_SPECIAL; special++)
        other = logits[special] > other ? logits[special] : other;
    translator->weights.kernels->two_largest(V - VOCAB_SPECIAL, logits + VOCAB_SPECIAL, best);
    Real largest = best[0] > end ? best[0] : end, less = best[0] > end ? end : best[0];
    Real second = best[1] > less ? best[1] : less;
    bool apart = largest - second > MARGIN * (1 + (largest < 0 ? -largest : largest));
    if (!apart || !(other - largest < VANISHING))
        return -1;
    if (largest == end)
        return VOCAB_END;
    while (logits[id] != largest)
        id++;
    return id;
}

/* The number of words, or -1 where one of them is not certain. */
static int write_words(const Translator *translator, Room *room, int n, int limit, int *words)
{
    const Weights *w = &translator->weights;
    bool combines = w->combine_state.outputs > 0;
    int word = VOCAB_START, count = 0;
    packed_apply(translator, &translator->asked, room->state[0], true, room->asked);
    while (count < limit && word != VOCAB_END) {
        const Real *before = room->state[count % 2];
        Real *state = room->state[(count + 1) % 2];
        w->cell->forward(w->H, cell_input(translator, room, before, word, n), room->asked, before,
                         room->cell[count % 2], room->saved, state, room->cell[(count + 1) % 2]);
        if (combines)
            packed_apply(translator, &translator->asked, state, count % 2, room->asked);
        packed_apply(translator, &translator->output, combines ? answer(translator, room, state, n) : state, false,
                     room->logits);
        word = choose(translator, room->logits);
        if (word < 0)
            return -1;
        words[count++] = word;
        if (!combines && word != VOCAB_END && count < limit)
            packed_apply(translator, &translator->asked, state, count % 2 == 0, room->asked);
    }
    return count;
}

/* ---- the slow way: as a trace does it ---- */

static int write_slowly(const Translator *translator, Room *room, const int *ids, int n, int limit, int *words)
{
    const Model *model = translator->model;
    arena_reset(&room->sentence);
    Encoding encoding = model_encode(model, ids, n, &room->sentence);
    const Real *state = encoding.initial_state, *cell = encoding.initial_cell;
    int word = VOCAB_START, count = 0;
    while (count < limit && word != VOCAB_END) {
        Arena *arena = &room->step[count % 2]; /* the other one has the state before */
        arena_reset(arena);
        Step step = model_step(model, &encoding, count, state, cell, word, NULL, arena);
        words[count++] = word = model_best(model, step.probabilities);
        state = step.state;
        cell = step.cell;
    }
    return count;
}

int translator_run(Translator *translator, int room_index, const int *ids, int n, int *words)
{
    Room *room = &translator->room[room_index];
    int limit = model_limit(translator->model, n);
    assert(n >= 1 && n <= translator->longest && room_index >= 0 && room_index < translator->rooms);
    int count = -1;
    if (translator->fast) {
        read_sentence(translator, room, ids, n);
        count = write_words(translator, room, n, limit, words);
    }
    if (count >= 0)
        return count;
    room->slow++;
    return write_slowly(translator, room, ids, n, limit, words);
}

long translator_slow(const Translator *translator, int room)
{
    return translator->room[room].slow;
}

/* ---- created and destroyed ---- */

/* The longest sentence there may be, so that the arenas have all they ever need. */
static void warm_up(Translator *translator, Room *room)
{
    int *ids = heap_alloc((size_t)translator->longest, sizeof *ids), words[2];
    for (int j = 0; j < translator->longest; j++)
        ids[j] = VOCAB_UNKNOWN;
    write_slowly(translator, room, ids, translator->longest, 2, words);
    free(ids);
}

Translator *translator_create(const Model *model, int longest, int rooms)
{
    Translator *translator = heap_alloc(1, sizeof *translator);
    translator->model = model;
    translator->longest = longest;
    translator->rooms = rooms;
    translator->room = heap_alloc((size_t)rooms, sizeof *translator->room);
    translator->fast = model->config.cell != CELL_SELF && model->config.local == LOCAL_NONE;
    weights_view(model, &translator->weights);
    if (translator->fast)
        translator_layout(translator);
    for (int i = 0; i < rooms; i++)
        warm_up(translator, &translator->room[i]);
    return translator;
}

void translator_destroy(Translator *translator)
{
    if (!translator)
        return;
    for (int i = 0; i < translator->rooms; i++) {
        arena_finish(&translator->room[i].sentence);
        arena_finish(&translator->room[i].step[0]);
        arena_finish(&translator->room[i].step[1]);
    }
    free(translator->room);
    free(translator->block);
    free(translator);
}
