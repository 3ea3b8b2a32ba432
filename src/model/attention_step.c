/* Letters: q query, k keys, e scores, alpha weights, c context, p centre of a window, w half its width
 * (docs/design.md#equations). Row `at` = t B + b. Global attention: Bahdanau et al. 2014, section 3.1, and Luong et al.
 * 2015, section 3.1; local attention: Luong et al. 2015, section 3.2. */
#include "model/attention_step.h"
#include "model/model.h"

#include <string.h>

void attend_layout(DecoderPass *pass, Space *space, bool training)
{
    const Weights *w = pass->weights;
    const Config *config = w->config;
    int B = pass->rows, places = pass->steps * B, n = pass->source_steps;
    bool local = config->local != LOCAL_NONE, predicts = config->local == LOCAL_P;
    pass->query_states = decoder_top(pass)->states;
    if (config->attention == ATTENTION_LUONG && pass->query_states)
        pass->query_states += area(B, w->H);
    pass->queries = w->query.outputs ? space_take(space, area(places, w->A)) : pass->query_states;
    pass->saved_scores = w->score && w->score->saves ? space_take(space, area(places, n) * (size_t)w->A) : NULL;
    pass->scores = w->score ? space_take(space, area(places, n)) : NULL;
    pass->alphas = config_weighs(config) ? space_take(space, area(places, n)) : NULL;
    bool shifted = config->fault == FAULT_SHIFTED;
    pass->contexts_read =
        config->attention != ATTENTION_NONE ? space_take(space, area(places + shifted * B, w->D)) : NULL;
    pass->contexts = pass->contexts_read && shifted ? pass->contexts_read + area(B, w->D) : pass->contexts_read;
    pass->centres = local ? space_take(space, area(places, 1)) : NULL;
    pass->positions = predicts ? space_take(space, area(places, w->A)) : NULL;
    bool by_count = config->fault == FAULT_NOT_NORMALISED;
    pass->softmaxed = predicts || by_count ? space_take(space, area(places, n)) : NULL;
    pass->falloff = predicts ? space_take(space, area(places, n)) : NULL;
    if (!training)
        return;
    pass->d_queries = w->score ? space_take(space, area(places, w->A)) : NULL;
    pass->d_energy = w->energy ? space_take(space, area(B, w->A)) : NULL;
    pass->d_context = config->attention != ATTENTION_NONE ? space_take(space, area(B, w->D)) : NULL;
    pass->d_context_read = shifted ? space_take(space, area(B, w->D)) : pass->d_context;
    pass->d_alphas = config_weighs(config) ? space_take(space, area(B, n)) : NULL;
    pass->kept_alphas = pass->keeps && config_weighs(config) ? space_take(space, area(places, n)) : NULL;
    pass->kept_scores = pass->keeps && w->score ? space_take(space, area(places, n)) : NULL;
    pass->kept_contexts =
        pass->keeps && config->attention != ATTENTION_NONE ? space_take(space, area(places, w->D)) : NULL;
    pass->d_centres = predicts ? space_take(space, area(places, 1)) : NULL;
    pass->d_positions = predicts ? space_take(space, area(places, w->A)) : NULL;
}

/* ---- local attention: where the window is ---- */

/* local_m: p = min(t, n). local_p: p = n sigmoid(v_p^T tanh(W_p s)). Both count from 1. */
static void find_centres(DecoderPass *pass, int t, int b0, int rows)
{
    const Weights *w = pass->weights;
    int at = t * pass->rows + b0, step = pass->first_step + t + 1;
    Real *centres = pass->centres + at;
    if (pass->positions) {
        Real *positions = pass->positions + area(at, w->A);
        linear_apply(&w->position, rows, pass->query_states + area(at, w->H), false, positions);
        w->kernels->tanh_row(rows * w->A, positions);
        linear_apply(&w->position_energy, rows, positions, false, centres);
        w->kernels->sigmoid_row(rows, centres);
    }
    for (int row = 0; row < rows; row++) {
        int n = pass->lengths[b0 + row];
        centres[row] = pass->positions ? (Real)n * centres[row] : (Real)(step < n ? step : n);
    }
}

/* The j with |j - p| <= w. As w >= 1 and 0 <= p <= n there is always one: the nearest. (Whatever p is, even not a
 * number, at least one position is left.) */
AttentionWindow attend_window(const DecoderPass *pass, int at, int n)
{
    if (!pass->centres || pass->forced)
        return (AttentionWindow){0, n};
    Real low = pass->centres[at] - (Real)pass->weights->config->window;
    Real high = pass->centres[at] + (Real)pass->weights->config->window;
    int first = 0, last = n - 1;
    while (first < n - 1 && (Real)(first + 1) < low)
        first++;
    while (last > first && (Real)(last + 1) > high)
        last--;
    return (AttentionWindow){first, last - first + 1};
}

static Real variance(const DecoderPass *pass) /* sigma = w/2 */
{
    Real sigma = (Real)pass->weights->config->window / 2;
    return sigma * sigma;
}

/* alpha_j = softmax_j exp(-(j - p)^2 / (2 sigma^2)), not renormalised. */
static void fall_off(DecoderPass *pass, int at, AttentionWindow window)
{
    size_t from = area(at, pass->source_steps) + (size_t)window.first;
    Real *falloff = pass->falloff + from, *alphas = pass->alphas + from, half = -1 / (2 * variance(pass));
    for (int j = 0; j < window.count; j++) {
        Real off = (Real)(window.first + j + 1) - pass->centres[at];
        falloff[j] = off * off * half;
    }
    pass->weights->kernels->exp_row(window.count, falloff);
    for (int j = 0; j < window.count; j++)
        alphas[j] = pass->softmaxed[from + (size_t)j] * falloff[j];
}

/* From d_alphas to what the softmax gets, in their place, and to the gradient of v_p^T tanh(W_p s). */
static void fall_off_back(DecoderPass *pass, int at, int n, AttentionWindow window, Real *d_alphas)
{
    size_t from = area(at, pass->source_steps) + (size_t)window.first;
    Real d_centre = 0, p = pass->centres[at];
    for (int j = 0; j < window.count; j++) {
        Real off = (Real)(window.first + j + 1) - p;
        d_centre += d_alphas[j] * pass->alphas[from + (size_t)j] * off;
        d_alphas[j] *= pass->falloff[from + (size_t)j];
    }
    pass->d_centres[at] = d_centre / variance(pass) * p * (1 - p / (Real)n);
}

static void find_centres_back(DecoderPass *pass, int t, Real *d_states, int b0, int rows)
{
    const Weights *w = pass->weights;
    int at = t * pass->rows + b0;
    Real *d_positions = pass->d_positions + area(at, w->A);
    linear_back(&w->position_energy, rows, pass->d_centres + at, false, d_positions);
    w->kernels->tanh_backward(rows * w->A, pass->positions + area(at, w->A), d_positions, d_positions);
    linear_back(&w->position, rows, d_positions, true, d_states);
}

/* ---- fault not_normalised: alpha_j = exp((e_j - max) / T) / n, the powers divided by their number, not by
 * their sum ---- */

static void divide_by_count(int n, const Real *softmaxed, Real *alphas)
{
    Real largest = softmaxed[values_largest(softmaxed, n)] * (Real)n;
    for (int j = 0; j < n; j++)
        alphas[j] = softmaxed[j] / largest;
}

/* From d_alphas to what the softmax gets, in their place. */
static void divide_by_count_back(int n, const Real *softmaxed, Real *d_alphas)
{
    int at = values_largest(softmaxed, n);
    Real largest = softmaxed[at], sum = 0;
    for (int j = 0; j < n; j++) {
        d_alphas[j] /= largest * (Real)n;
        sum += d_alphas[j] * softmaxed[j];
    }
    d_alphas[at] -= sum / largest;
}

/* ---- one row: weights by the score, by 1/n, or given from outside ---- */

/* Of row `at`, against `count` keys from word `first` of sentence b. */
static Scoring scoring_of(const DecoderPass *pass, int at, int b, int first, int count)
{
    const Weights *w = pass->weights;
    size_t from = area(at, pass->source_steps) + (size_t)first;
    return (Scoring){.size = w->A,
                     .n = count,
                     .stride = pass->rows * w->A,
                     .query = pass->queries + area(at, w->A),
                     .keys = pass->keys + area(first * pass->rows + b, w->A),
                     .energy = w->energy,
                     .saved = pass->saved_scores ? pass->saved_scores + from * (size_t)w->A : NULL,
                     .scores = pass->scores + from};
}

static void weigh(DecoderPass *pass, int at, int b)
{
    const Weights *w = pass->weights;
    int n = pass->lengths[b];
    AttentionWindow window = attend_window(pass, at, n);
    size_t from = area(at, pass->source_steps), inside = from + (size_t)window.first;
    Real *alphas = pass->alphas + from;
    if (window.count < n)
        memset(alphas, 0, sizeof *alphas * (size_t)n);
    if (w->score) {
        Scoring scoring = scoring_of(pass, at, b, 0, n);
        w->score->forward(&scoring);
        w->kernels->softmax(window.count, pass->scores + inside, pass->sharpness,
                            (pass->softmaxed ? pass->softmaxed : pass->alphas) + inside);
    } else {
        for (int j = 0; j < n; j++)
            alphas[j] = 1 / (Real)n;
    }
    if (pass->forced)
        memcpy(alphas, pass->forced, sizeof *alphas * (size_t)n);
    else if (pass->falloff)
        fall_off(pass, at, window);
    else if (pass->softmaxed)
        divide_by_count(n, pass->softmaxed + from, alphas);
    w->kernels->context(w->D, window.count, pass->alphas + inside,
                        pass->annotations + area(window.first * pass->rows + b, w->D), pass->rows * w->D,
                        pass->contexts + area(at, w->D));
}

/* The loss holds - lambda H with the entropy H = - sum_j alpha_j ln alpha_j of the softmax. As ln alpha_j is e_j
 * / T less what is the same for all j, and the softmax's gradient takes the mean off, lambda e_j / T is all that
 * d alpha_j gets. */
static void soften(const DecoderPass *pass, const Real *scores, int count, Real *d_alphas)
{
    Real factor = pass->attention_entropy * pass->scale * pass->sharpness;
    for (int j = 0; j < count; j++)
        d_alphas[j] += factor * scores[j];
}

/* What a step sends back to the words of its window, the others get 0. */
static void keep(const DecoderPass *pass, int at, AttentionWindow window, const Real *gradient, Real *kept)
{
    if (!kept)
        return;
    Real *row = kept + area(at, pass->source_steps);
    memset(row, 0, sizeof *row * (size_t)pass->source_steps);
    memcpy(row + window.first, gradient, sizeof *row * (size_t)window.count);
}

static void weigh_back(DecoderPass *pass, EncoderPass *encoder, int at, int b)
{
    const Weights *w = pass->weights;
    int n = pass->lengths[b];
    AttentionWindow window = attend_window(pass, at, n);
    size_t inside = area(at, pass->source_steps) + (size_t)window.first;
    int word = window.first * pass->rows + b;
    Real *d_alphas = pass->d_alphas + area(b, pass->source_steps);
    w->kernels->context_backward(w->D, window.count, pass->alphas + inside, pass->annotations + area(word, w->D),
                                 pass->rows * w->D, pass->d_context + area(b, w->D),
                                 encoder->d_annotations + area(word, w->D), d_alphas);
    keep(pass, at, window, d_alphas, pass->kept_alphas);
    if (!w->score)
        return;
    if (pass->falloff)
        fall_off_back(pass, at, n, window, d_alphas);
    else if (pass->softmaxed)
        divide_by_count_back(n, pass->softmaxed + inside, d_alphas);
    if (pass->attention_entropy > 0)
        soften(pass, pass->scores + inside, window.count, d_alphas);
    w->kernels->softmax_backward(window.count, (pass->softmaxed ? pass->softmaxed : pass->alphas) + inside, d_alphas,
                                 pass->sharpness, d_alphas);
    keep(pass, at, window, d_alphas, pass->kept_scores);
    Scoring scoring = scoring_of(pass, at, b, window.first, window.count);
    scoring.d_scores = d_alphas;
    scoring.d_query = pass->d_queries + area(at, w->A);
    scoring.d_keys = encoder->d_keys + area(word, w->A);
    scoring.d_energy = pass->d_energy ? pass->d_energy + area(b, w->A) : NULL;
    w->score->backward(&scoring);
}

/* ---- all rows of a step ---- */

void attend_step(DecoderPass *pass, int t, int b0, int rows)
{
    const Weights *w = pass->weights;
    int first = t * pass->rows + b0;
    if (w->config->fault == FAULT_NO_QUERY)
        memset(pass->queries + area(first, w->A), 0, sizeof(Real) * area(rows, w->A));
    else if (w->query.outputs)
        linear_apply(&w->query, rows, pass->query_states + area(first, w->H), false, pass->queries + area(first, w->A));
    if (pass->centres)
        find_centres(pass, t, b0, rows);
    for (int row = 0; row < rows; row++) {
        if (pass->alphas)
            weigh(pass, first + row, b0 + row);
        else /* fixed */
            memcpy(pass->contexts + area(first + row, w->D), pass->final + area(b0 + row, w->D),
                   sizeof(Real) * (size_t)w->D);
    }
}

void attend_back(DecoderPass *pass, EncoderPass *encoder, int t, Real *d_states, int b0, int rows)
{
    const Weights *w = pass->weights;
    int first = t * pass->rows + b0;
    if (pass->kept_contexts)
        memcpy(pass->kept_contexts + area(first, w->D), pass->d_context + area(b0, w->D),
               sizeof(Real) * area(rows, w->D));
    for (int row = 0; row < rows; row++) {
        if (pass->alphas)
            weigh_back(pass, encoder, first + row, b0 + row);
        else /* fixed */
            w->kernels->add_row(w->D, pass->d_context + area(b0 + row, w->D), encoder->d_final + area(b0 + row, w->D));
    }
    if (w->config->fault == FAULT_NO_QUERY)
        memset(pass->d_queries + area(first, w->A), 0, sizeof(Real) * area(rows, w->A));
    else if (w->query.outputs)
        linear_back(&w->query, rows, pass->d_queries + area(first, w->A), true, d_states);
    else if (w->score)
        w->kernels->add_row(rows * w->H, pass->d_queries + area(first, w->H), d_states);
    if (pass->positions)
        find_centres_back(pass, t, d_states, b0, rows);
}

void attend_sent(const DecoderPass *pass, int t, int j, Real *d_query, Real *room)
{
    int A = pass->weights->A;
    Scoring scoring = scoring_of(pass, t, 0, j, 1);
    scoring.d_scores = pass->kept_scores + area(t, pass->source_steps) + (size_t)j;
    scoring.d_query = d_query;
    scoring.d_keys = room;
    scoring.d_energy = pass->d_energy ? room + A : NULL;
    pass->weights->score->backward(&scoring);
}
