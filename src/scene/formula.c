/* The line under the stage: the equation of the moment with the real numbers in it. */
#include "derive/equation.h"
#include "scene/window/panels.h"

#include <math.h>

typedef struct Writer {
    const Painter *painter;
    const Scope *scope;
    const Trace *trace;
    const TraceStep *step;
    Arena *arena;
    int t, j; /* counted from 1; j: the source word it is about */
} Writer;

static const char *number(const Writer *w, double value)
{
    return kit_number(w->painter->list, value, 2, false);
}

/* "3" or "3,12": two indices as the design writes them. */
static const char *indices(const Writer *w, int t, int j)
{
    return arena_printf(w->arena, t > 9 || j > 9 ? "%d,%d" : "%d%d", t, j);
}

/* "[0.12, −0.55, 0.31, …]": the first components of a vector. */
static const char *vector(const Writer *w, const float *values, int count)
{
    int shown = count < 4 ? count : 4;
    const char *text = "[";
    for (int i = 0; i < shown; i++)
        text = arena_printf(w->arena, "%s%s%s", text, i ? ", " : "", number(w, values[i]));
    return arena_printf(w->arena, count > shown ? "%s, …]" : "%s]", text);
}

static int heaviest(const Writer *w)
{
    const float *weights = w->step->step.weights;
    int best = 0;
    for (int j = 1; weights && j < w->trace->n; j++)
        if (weights[j] > weights[best])
            best = j;
    return best;
}

static const char *final_formula(const Writer *w)
{
    const Config *config = &w->trace->config;
    if (config->cell == CELL_SELF)
        return arena_printf(w->arena, "(@g{h_1} + … + @g{h_{%d}}) / %d", w->trace->n, w->trace->n);
    return arena_printf(w->arena, config->bidirectional ? "[@g{h_{%d}^{→}}; @g{h_1^{←}}]" : "@g{h_{%d}}", w->trace->n);
}

static const char *bridge_formula(const Writer *w)
{
    const Config *config = &w->trace->config;
    const char *state = vector(w, w->trace->encoding.initial_state, config->hidden), *final = final_formula(w);
    if (config->bridge == BRIDGE_NONE)
        return arena_printf(w->arena, "@p{s_0} = 0");
    return arena_printf(w->arena, config->bridge == BRIDGE_COPY ? "@p{s_0} = %s = %s" : "@p{s_0} = tanh(W %s + b) = %s",
                        final, state);
}

static const char *encoding_formula(const Writer *w, Moment moment)
{
    const Encoding *encoding = &w->trace->encoding;
    int j = moment.position, H = w->trace->config.hidden, E = w->trace->config.embed;
    const char *cell = kit_cell_name(w->trace->config.cell);
    switch (moment.kind) {
    case MOMENT_EMBED:
        return arena_printf(w->arena, "x_{%d} = E[\"%s\"] = %s", j + 1, w->trace->source[j],
                            vector(w, encoding->embeddings + (size_t)j * (size_t)E, E));
    case MOMENT_FORWARD: {
        int top = w->trace->config.layers - 1;
        const float *state = encoding->forward[top].states + (size_t)j * (size_t)H;
        return arena_printf(w->arena, "@g{h_{%d}^{→}} = %s(x_{%d}, h_{%d}^{→}) = %s", j + 1, cell, j + 1, j,
                            vector(w, state, H));
    }
    case MOMENT_BACKWARD: {
        int top = w->trace->config.layers - 1;
        const float *state = encoding->backward[top].states + (size_t)j * (size_t)H;
        return arena_printf(w->arena, "@g{h_{%d}^{←}} = %s(x_{%d}, h_{%d}^{←}) = %s", j + 1, cell, j + 1, j + 2,
                            vector(w, state, H));
    }
    case MOMENT_SELF:
        return arena_printf(w->arena, "@g{h_{%d}} = norm(x_{%d} + W_o softmax(q_{%d} K^{⊤} / √d) V) = %s", j + 1, j + 1,
                            j + 1, vector(w, encoding->annotations + (size_t)j * (size_t)E, E));
    case MOMENT_BRIDGE:
        return bridge_formula(w);
    default: {
        const char *words = "";
        for (int i = 0; i < w->trace->n; i++)
            words = arena_printf(w->arena, "%s%s\"%s\"", words, i ? ",  " : "", w->trace->source[i]);
        return arena_printf(w->arena, "x_1 … x_{%d} = %s", w->trace->n, words);
    }
    }
}

/* The number of the state that is the query. */
static int asking(const Writer *w)
{
    return w->trace->config.attention == ATTENTION_LUONG ? w->t : w->t - 1;
}

static const char *score_formula(const Writer *w)
{
    int j = heaviest(w) + 1;
    Maths maths = {w->trace, w->painter->view->model, w->painter->view->language, w->arena};
    const char *product = equation_text(&maths, w->t - 1, j - 1);
    return arena_printf(w->arena, "@b{e_{%s}} = %s = @b{@B{%s}}", indices(w, w->t, j), product,
                        kit_number(w->painter->list, w->step->step.scores[j - 1], 2, true));
}

#define PLAIN_EXPONENT 7.0 /* above it the exponentials are too long to read */

/* What a local window's bell leaves of the weight of word j (local_p). */
static double bell(const Writer *w, int j)
{
    const Step *step = &w->step->step;
    double off = j + 1 - (double)step->centre[0], sigma = w->trace->config.window / 2.0;
    return exp(-off * off / (2 * sigma * sigma));
}

/* Weights that were set by hand, beside what the softmax would have made of the scores. */
static const char *replaced_formula(const Writer *w)
{
    const float *scores = w->step->step.scores;
    int n = w->trace->n, j = heaviest(w);
    double temperature = w->trace->config.temperature, sum = 0;
    for (int i = 0; i < n; i++)
        sum += exp((scores[i] - scores[j]) / temperature);
    Language language = w->painter->view->language;
    const char *hand = said(language, "set by hand", "手动设定"), *instead = said(language, "instead of", "而不是");
    bool whole = w->trace->config.local == LOCAL_NONE; /* a window's softmax would be another one */
    const char *own = whole ? arena_printf(w->arena, "   @m{\"%s\"} softmax(@b{e_{%d}})_{%d} = %s", instead, w->t,
                                           j + 1, number(w, 1 / sum))
                            : "";
    return arena_printf(w->arena, "@o{α_{%s}} = @o{@B{%s}}   @m{\"%s\"}%s", indices(w, w->t, j + 1),
                        number(w, w->step->step.weights[j]), hand, own);
}

/* The words whose scores are compared: all, or those of a local window. All terms of the sum where they are few, else
 * its own. Large scores are shown as softmax computes them: less the largest, which changes no weight. */
static const char *softmax_formula(const Writer *w)
{
    const Step *step = &w->step->step;
    int first = step->first, last = step->first + step->count, j = heaviest(w);
    bool bells = w->trace->config.local == LOCAL_P && step->centre;
    double temperature = w->trace->config.temperature, sum = 0, largest = step->scores[first] / temperature, off;
    const char *alpha = arena_printf(w->arena, "@o{α_{%s}}", indices(w, w->t, j + 1));
    const char *weight = number(w, step->weights[j]);
    if (w->step->replaced)
        return replaced_formula(w);
    for (int i = first; i < last; i++)
        largest = fmax(largest, step->scores[i] / temperature);
    off = largest > PLAIN_EXPONENT ? largest : 0;
    const char *terms = "";
    for (int i = first; i < last; i++) {
        double score = step->scores[i] / temperature - off;
        sum += exp(score);
        terms = arena_printf(w->arena, "%s%sexp(%s)", terms, i > first ? " + " : "", number(w, score));
    }
    double own = step->scores[j] / temperature - off;
    if (step->count > 4) /* its own term stands for all */
        terms = arena_printf(w->arena, "exp(%s) + …", number(w, own));
    const char *softened = temperature != 1 ? arena_printf(w->arena, " / %s", number(w, temperature)) : "";
    const char *text = arena_printf(w->arena, "%s = softmax(@b{e_{%d}}%s)_{%d}%s = exp(%s) / (%s)", alpha, w->t,
                                    softened, j + 1, bells ? " g" : "", number(w, own), terms);
    if (bells)
        text = arena_printf(w->arena, "%s · %s = @o{@B{%s}}", text, number(w, bell(w, j)), weight);
    else
        text = arena_printf(w->arena, "%s = %s / %s = @o{@B{%s}}", text, number(w, exp(own)), number(w, sum), weight);
    if (off == 0)
        return text;
    const char *note = arena_printf(w->arena, word(w->painter->view->language, W_LESS_LARGEST), number(w, off));
    return arena_printf(w->arena, "%s   @m{\"%s\"}", text, note);
}

static const char *context_formula(const Writer *w)
{
    const char *c = w->t > 0 ? arena_printf(w->arena, "@o{c_{%d}}", w->t) : "";
    const char *value = vector(w, w->step->step.context, config_annotation(&w->trace->config));
    if (w->trace->config.attention == ATTENTION_FIXED)
        return arena_printf(w->arena, "@o{c} = %s = %s", final_formula(w), value);
    const char *terms = kit_weighted_sum(w->painter->list, w->step->step.weights, w->trace->n);
    return arena_printf(w->arena, "%s = Σ_j α_{%d,j} h_j = %s = %s", c, w->t, terms, value);
}

/* The GRU's last line in its first component: real numbers that a person can check with a pocket calculator. */
static const char *state_formula(const Writer *w)
{
    const Step *step = &w->step->step;
    const float *before = w->t == 1 ? w->trace->encoding.initial_state : w->trace->steps[w->t - 2].step.state;
    const char *input = !config_feeds_context(&w->trace->config)
                            ? arena_printf(w->arena, "y_{%d}", w->t - 1)
                            : arena_printf(w->arena, "[y_{%d}; @o{c_{%d}}]", w->t - 1, w->t);
    CellKind cell = config_decoder_cell(&w->trace->config);
    if (cell != CELL_GRU)
        return arena_printf(w->arena, "@p{s_{%d}} = %s(%s, @p{s_{%d}}) = %s", w->t, kit_cell_name(cell), input,
                            w->t - 1, vector(w, step->state, w->trace->config.hidden));
    return arena_printf(
        w->arena,
        "@p{s_{%d}} = GRU(%s, @p{s_{%d}}) :  (1 − z) g + z s = (1 − %s) · %s + %s · %s = @p{@B{%s}} @m{\"(1)\"}", w->t,
        input, w->t - 1, number(w, step->gates[1][0]), number(w, step->gates[2][0]), number(w, step->gates[1][0]),
        number(w, before[0]), number(w, step->state[0]));
}

static const char *output_formula(const Writer *w)
{
    const Step *step = &w->step->step;
    Candidate first = w->step->top[0];
    const char *from = step->attentional ? "@h" : "s";
    return arena_printf(w->arena, "p(\"%s\") = softmax(W_o @p{%s_{%d}} + b) = exp(%s) / Σ exp = @k{@B{%s}}",
                        first.token, from, w->t, number(w, step->logits[first.id]), number(w, first.p));
}

static const char *combine_formula(const Writer *w)
{
    return arena_printf(w->arena, "@p{@h_{%d}} = tanh(W_c [@o{c_{%d}}; @p{s_{%d}}]) = %s", w->t, w->t, w->t,
                        vector(w, w->step->step.attentional, w->trace->config.hidden));
}

static const char *word_formula(const Writer *w)
{
    if (w->step->how == CHOSEN_FORCED)
        return arena_printf(w->arena, "y_{%d} = @k{@B{%s}}   p = %s", w->t, w->step->token, number(w, w->step->p));
    return arena_printf(w->arena, "y_{%d} = argmax p = @k{@B{%s}}   p = %s", w->t, w->step->token,
                        number(w, w->step->p));
}

static const char *decoding_formula(const Writer *w, Moment moment)
{
    int E = w->trace->config.embed, H = w->trace->config.hidden;
    switch (moment.kind) {
    case MOMENT_PREVIOUS:
        return arena_printf(w->arena, "y_{%d} = E[\"%s\"] = %s", w->t - 1, w->step->input_token,
                            vector(w, w->step->step.embedding, E));
    case MOMENT_QUERY:
        return arena_printf(w->arena, "@b{q_{%d}} = @p{s_{%d}} = %s", w->t, asking(w),
                            vector(w, w->step->step.query, H));
    case MOMENT_SCORES:
        return score_formula(w);
    case MOMENT_SOFTMAX:
        return softmax_formula(w);
    case MOMENT_CONTEXT:
        return context_formula(w);
    case MOMENT_STATE:
        return state_formula(w);
    case MOMENT_COMBINE:
        return combine_formula(w);
    case MOMENT_OUTPUT:
        return output_formula(w);
    default:
        return word_formula(w);
    }
}

void formula_draw(const Painter *painter, const Scope *scope, Point origin, float width, float size)
{
    Moment moment = scope->moment;
    Writer writer = {painter, scope, scope->trace, NULL, &painter->list->arena, moment.step + 1, 0};
    if (moment.step >= 0)
        writer.step = &scope->trace->steps[moment.step];
    const char *markup = moment.step < 0 ? encoding_formula(&writer, moment) : decoding_formula(&writer, moment);
    MathStyle style = {painter->theme, size, painter->theme->text[ROLE_INK]};
    math_fit(painter->list, style, origin, width, 0.62f, markup);
}
