/* Letters: e embeddings, n source words, T steps, V target words. One sentence alone: B is 1, so row (t,b) is row t. */
#include "model/cause.h"

#include "model/decoder.h"
#include "model/decoder_self.h"
#include "model/encoder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const ERASER_NAMES[] = {"unk", "zero", NULL};

struct Cause {
    const CauseText *text;
    Arena arena;
    Weights weights;
    Real *panels;
    Space space;
    EncoderPass encoder;
    DecoderPass decoder;
    Real *before;  /* [T] ln p(y_t | x) */
    Real *starts;  /* [T,H] d ln p(y_t) / d what the output layer reads at t */
    Real *d_words; /* [n,E] */
    bool is_whole; /* the passes hold the run of the whole sentence, nothing erased */
};

static int *numbers(Arena *arena, int count, int value)
{
    int *out = ARENA_ARRAY(arena, int, (size_t)count);
    for (int i = 0; i < count; i++)
        out[i] = value;
    return out;
}

/* Rows of the word table: source words in the order of the sentence, decoder inputs in the order of the steps. */
static void describe(Cause *cause, const Config *config)
{
    const CauseText *text = cause->text;
    Arena *arena = &cause->arena;
    int *read = numbers(arena, text->n, 0), *step = numbers(arena, text->steps, 0),
        *lengths = numbers(arena, 1, text->n);
    double temperature = text->temperature > 0 ? text->temperature : config->temperature;
    for (int j = 0; j < text->n; j++)
        read[j] = config_word_read(config, j, text->n);
    for (int t = 0; t < text->steps; t++)
        step[t] = t;
    cause->encoder = (EncoderPass){.weights = &cause->weights,
                                   .rows = 1,
                                   .steps = text->n,
                                   .lengths = lengths,
                                   .active = numbers(arena, text->n, 1),
                                   .words = text->n,
                                   .word = read};
    cause->decoder = (DecoderPass){.weights = &cause->weights,
                                   .rows = 1,
                                   .steps = text->steps,
                                   .source_steps = text->n,
                                   .lengths = lengths,
                                   .active = numbers(arena, text->steps, 1),
                                   .words = text->steps,
                                   .word = step,
                                   .targets = text->written,
                                   .sharpness = (Real)(1 / temperature),
                                   .scale = -1}; /* of -ln p: the gradient of ln p */
}

static void layout(Cause *cause, Space *space)
{
    const CauseText *text = cause->text;
    encoder_layout(&cause->encoder, space, true);
    decoder_layout(&cause->decoder, space, true);
    cause->before = space_take(space, area(text->steps, 1));
    cause->starts = space_take(space, area(text->steps, cause->weights.H));
    cause->d_words = space_take(space, area(text->n, cause->weights.E));
}

static void connect(Cause *cause)
{
    DecoderPass *decoder = &cause->decoder;
    decoder->annotations = encoder_annotations(&cause->encoder);
    decoder->final = cause->encoder.final;
    decoder->keys = cause->encoder.keys;
    for (int layer = 0; layer < MODEL_LAYERS; layer++) {
        decoder->initial[layer] = cause->encoder.initial[layer];
        decoder->initial_cell[layer] = cause->encoder.initial_cell[layer];
    }
    if (config_is_transformer(cause->weights.config))
        written_connect(decoder, &cause->encoder);
}

static void embed(const Cause *cause, const Real *table, int id, Real *out)
{
    size_t E = (size_t)cause->weights.E;
    memcpy(out, table + (size_t)id * E, sizeof *out * E);
}

/* Word `erased` has no embedding of its own; -1: every word has. */
static void run(Cause *cause, int erased, Eraser eraser)
{
    const Weights *w = &cause->weights;
    const CauseText *text = cause->text;
    EncoderPass *encoder = &cause->encoder;
    DecoderPass *decoder = &cause->decoder;
    for (int j = 0; j < text->n; j++)
        embed(cause, w->source_embedding, j == erased ? VOCAB_UNKNOWN : text->ids[j],
              encoder->embeddings + area(j, w->E));
    if (erased >= 0 && eraser == ERASE_ZERO)
        memset(encoder->embeddings + area(erased, w->E), 0, sizeof(Real) * (size_t)w->E);
    for (int t = 0; t < text->steps; t++)
        embed(cause, w->target_embedding, text->inputs[t], decoder->embeddings + area(t, w->E));
    encoder_project(encoder, 0, text->n);
    encoder_forward(encoder, 0, 1);
    decoder_project(decoder, 0, text->steps);
    decoder_begin(decoder, 0, 1);
    for (int t = 0; t < text->steps; t++)
        decoder_step(decoder, t, 0, 1);
    cause->is_whole = erased < 0;
    decoder_loss(decoder, 0, 1, cause->is_whole);
}

static void run_whole(Cause *cause)
{
    int T = cause->text->steps;
    run(cause, -1, ERASE_ZERO);
    for (int t = 0; t < T; t++)
        cause->before[t] = -cause->decoder.losses[t];
    memcpy(cause->starts, cause->decoder.d_readout, sizeof(Real) * area(T, cause->weights.H));
}

Cause *cause_create(const Model *model, const CauseText *text)
{
    Cause *cause = heap_alloc(1, sizeof *cause);
    Space size = {0};
    cause->text = text;
    weights_view(model, kernels(), &cause->weights);
    cause->panels = weights_pack(&cause->weights);
    describe(cause, &model->config);
    layout(cause, &size);
    cause->space = (Space){.base = space_block(size.used)};
    layout(cause, &cause->space);
    connect(cause);
    run_whole(cause);
    return cause;
}

const Real *cause_before(const Cause *cause)
{
    return cause->before;
}

const Real *cause_weights(const Cause *cause)
{
    return cause->decoder.alphas;
}

void cause_erase(Cause *cause, int j, Eraser eraser, Real *falls)
{
    run(cause, j, eraser);
    for (int t = 0; t < cause->text->steps; t++)
        falls[t] = cause->before[t] + cause->decoder.losses[t];
}

/* d ln p(y_t) / d e of every place into d_words. Steps behind t have no part in y_t; those before it have no word of
 * their own to answer for. */
static void run_back(Cause *cause, int t)
{
    DecoderPass part = cause->decoder;
    size_t H = (size_t)cause->weights.H;
    part.steps = t + 1;
    memset(part.d_readout, 0, sizeof(Real) * area(cause->text->steps, cause->weights.H)); /* a Transformer's layers go
                                                                                           * through all steps */
    memcpy(part.d_readout + (size_t)t * H, cause->starts + (size_t)t * H, sizeof(Real) * H);
    encoder_clear(&cause->encoder, 0, 1);
    decoder_backward(&part, &cause->encoder, 0, 1);
    encoder_backward(&cause->encoder, 0, 1);
    encoder_backward_words(&cause->encoder, cause->d_words);
}

/* For every place the product of d ln p(y_t) / d e with the embedding, or where there is none with itself. */
static void gradient_products(Cause *cause, int t, bool with_embedding, Real *out)
{
    int n = cause->text->n, E = cause->weights.E;
    if (!cause->is_whole)
        run_whole(cause);
    run_back(cause, t);
    for (int j = 0; j < n; j++) {
        int word = cause->encoder.word[j];
        const Real *d_word = cause->d_words + area(j, E);
        const Real *other = with_embedding ? cause->encoder.embeddings + area(word, E) : d_word;
        double sum = 0;
        for (int d = 0; d < E; d++)
            sum += (double)d_word[d] * (double)other[d];
        out[word] = (Real)(with_embedding ? sum : sqrt(sum));
    }
}

void cause_gradient(Cause *cause, int t, Real *slopes)
{
    gradient_products(cause, t, true, slopes);
}

void cause_gradient_lengths(Cause *cause, int t, Real *lengths)
{
    gradient_products(cause, t, false, lengths);
}

void cause_destroy(Cause *cause)
{
    if (!cause)
        return;
    arena_finish(&cause->arena);
    free(cause->panels);
    free(cause->space.base);
    free(cause);
}
