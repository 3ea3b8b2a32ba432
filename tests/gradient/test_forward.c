/* In double, to 1e-12: what the reference models of oracle/ do not hold, computed again from
 * docs/design.md#equations by plain loops: the RNN cell, windows of local attention, temperature, self-attention. */
#include "small.h"

#include <math.h>

enum { LONGEST = 9, ROOM = 64 };

static const double CLOSE = 1e-12;

static void same(const char *what, const double *wanted, const Real *got, int count)
{
    for (int i = 0; i < count; i++)
        if (!(fabs(wanted[i] - (double)got[i]) <= CLOSE))
            fail_msg("%s %d: %.17g, %.17g was expected", what, i, (double)got[i], wanted[i]);
}

/* out [rows] (+)= W x, with W [rows, cols] the columns from `first` on of a matrix; a vector is one row. */
static void through(const Model *model, const char *name, int first, int cols, const double *x, bool add, double *out)
{
    const Param *param = &model->table.items[params_find(&model->table, name)];
    const Real *weight = model->params + param->offset;
    int rows = param->cols ? param->rows : 1, stride = param->cols ? param->cols : param->rows;
    for (int r = 0; r < rows; r++) {
        double sum = add ? out[r] : 0;
        for (int c = 0; c < cols; c++)
            sum += (double)weight[r * stride + first + c] * x[c];
        out[r] = sum;
    }
}

static void add_vector(const Model *model, const char *name, int count, double *to)
{
    for (int i = 0; i < count; i++)
        to[i] += (double)model_param(model, name)[i];
}

static void softmax(int n, const double *scores, double temperature, double *out)
{
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += out[j] = exp(scores[j] / temperature);
    for (int j = 0; j < n; j++)
        out[j] /= sum;
}

static Encoding encode(const Model *model, int n, Arena *arena)
{
    int ids[LONGEST];
    for (int j = 0; j < n; j++)
        ids[j] = VOCAB_SPECIAL + j * 2 % 3;
    return model_encode(model, ids, n, arena);
}

/* ---- the RNN cell ---- */

static void rnn(void **state)
{
    (void)state;
    Arena arena = {0};
    Model model = small_model(small_config("cell=rnn bidirectional=false", 5, 6), 7, 8, 3);
    Encoding e = encode(&model, LONGEST, &arena);
    double h[6] = {0}, next[6], x[5];
    for (int j = 0; j < LONGEST; j++) {
        for (int i = 0; i < 5; i++)
            x[i] = (double)e.embeddings[j * 5 + i];
        through(&model, "encoder.weight_ih_l0", 0, 5, x, false, next);
        through(&model, "encoder.weight_hh_l0", 0, 6, h, true, next);
        add_vector(&model, "encoder.bias_ih_l0", 6, next);
        add_vector(&model, "encoder.bias_hh_l0", 6, next);
        for (int i = 0; i < 6; i++)
            h[i] = tanh(next[i]);
        same("state", h, e.layers[0].forward.states + j * 6, 6);
    }
    model_finish(&model);
    arena_finish(&arena);
}

/* ---- local attention ---- */

static double centre_of(const Model *model, const Step *step, int t, int n)
{
    int H = model->config.hidden;
    double s[ROOM], hidden[ROOM], p;
    if (model->config.local == LOCAL_M)
        return t + 1 < n ? t + 1 : n;
    for (int i = 0; i < H; i++)
        s[i] = (double)step->state[i];
    through(model, "attention.position.weight", 0, H, s, false, hidden);
    for (int i = 0; i < model->config.attention_size; i++)
        hidden[i] = tanh(hidden[i]);
    through(model, "attention.position.energy", 0, model->config.attention_size, hidden, false, &p);
    return n / (1 + exp(-p));
}

static void local_weights(const Model *model, const Step *step, double p, int n, double *alpha)
{
    double inside[LONGEST], w = model->config.window, sum = 0;
    int count = 0;
    for (int j = 1; j <= n; j++)
        if (fabs(j - p) <= w)
            inside[count++] = (double)step->scores[j - 1];
    assert_true(count > 0 && count == step->count);
    softmax(count, inside, model->config.temperature, inside);
    count = 0;
    for (int j = 1; j <= n; j++) {
        alpha[j - 1] = fabs(j - p) <= w ? inside[count++] : 0;
        if (model->config.local == LOCAL_P)
            alpha[j - 1] *= exp(-(j - p) * (j - p) / (2 * (w / 2) * (w / 2)));
        sum += alpha[j - 1];
        assert_true((alpha[j - 1] > 0) == (j - 1 >= step->first && j - 1 < step->first + step->count));
    }
    assert_true(sum <= 1 + CLOSE && (model->config.local == LOCAL_P || sum >= 1 - CLOSE));
}

static void check_local_step(const Model *model, const Encoding *e, const Step *step, int t)
{
    int H = model->config.hidden, D = config_annotation(&model->config), n = e->n;
    double alpha[LONGEST], c[ROOM] = {0}, s[ROOM], attentional[ROOM], logits[ROOM], p = centre_of(model, step, t, n);
    same("centre", &p, step->centre, 1);
    local_weights(model, step, p, n, alpha);
    same("weight", alpha, step->weights, n);
    for (int j = 0; j < n; j++)
        for (int d = 0; d < D; d++)
            c[d] += alpha[j] * (double)e->annotations[j * D + d];
    same("context", c, step->context, D);
    for (int i = 0; i < H; i++)
        s[i] = (double)step->state[i];
    through(model, "combine.weight", 0, D, c, false, attentional);
    through(model, "combine.weight", D, H, s, true, attentional);
    for (int i = 0; i < H; i++)
        attentional[i] = tanh(attentional[i]);
    same("attentional", attentional, step->attentional, H);
    through(model, "output.weight", 0, H, attentional, false, logits);
    add_vector(model, "output.bias", model->target.count, logits);
    same("logit", logits, step->logits, model->target.count);
}

static void local(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "attention=luong local=local_m window=1", "attention=luong local=local_m window=3 score=dot temperature=0.5",
        "attention=luong local=local_p window=1 score=cosine", "attention=luong local=local_p window=2 temperature=3"};
    for (size_t i = 0; i < LENGTH(settings); i++) {
        Arena arena = {0};
        Model model = small_model(small_config(settings[i], 5, 6), 7, 8, 3);
        for (size_t k = 0; k < model.table.total; k++)
            model.params[k] *= 3; /* so that centres move about */
        for (int n = 1; n <= LONGEST; n++) {
            Encoding e = encode(&model, n, &arena);
            Step step;
            for (int t = 0; t < n + 2; t++) {
                step = model_step(&model, &e, t, t ? &step : NULL, VOCAB_SPECIAL + t % 3, NULL, &arena);
                check_local_step(&model, &e, &step, t);
            }
        }
        model_finish(&model);
        arena_finish(&arena);
    }
}

/* ---- self-attention ---- */

typedef struct Rows {
    double of[LONGEST][ROOM];
} Rows;

static void look(int n, int heads, int width, bool causal, const Rows *q, const Rows *k, const Rows *v,
                 const SelfRun *run, Rows *out)
{
    for (int j = 0; j < n; j++)
        for (int head = 0; head < heads; head++) {
            double scores[LONGEST], alpha[LONGEST];
            int from = head * width;
            for (int i = 0; i < n; i++) {
                scores[i] = 0;
                for (int d = from; d < from + width; d++)
                    scores[i] += q->of[j][d] * k->of[i][d] / sqrt(width);
            }
            int reach = causal ? j + 1 : n;
            softmax(reach, scores, 1, alpha);
            for (int i = reach; i < n; i++)
                alpha[i] = 0;
            same("score", scores, run->scores + (head * n + j) * n, n);
            same("weight", alpha, run->weights + (head * n + j) * n, n);
            for (int d = from; d < from + width; d++) {
                out->of[j][d] = 0;
                for (int i = 0; i < n; i++)
                    out->of[j][d] += alpha[i] * v->of[i][d];
            }
        }
}

/* The numbers of one parameter of a layer. */
static const char *of_layer(int layer, const char *part, const char *what)
{
    static char name[PARAM_NAME];
    param_of_layer("encoder", layer, part, what, name);
    return name;
}

static void normalise(const Model *model, int layer, const char *part, int E, double *x)
{
    double mean = 0, variance = 0;
    for (int i = 0; i < E; i++)
        mean += x[i] / E;
    for (int i = 0; i < E; i++)
        variance += (x[i] - mean) * (x[i] - mean) / E;
    for (int i = 0; i < E; i++)
        x[i] = (x[i] - mean) / sqrt(variance + 1e-5) * (double)model_param(model, of_layer(layer, part, "weight"))[i]
               + (double)model_param(model, of_layer(layer, part, "bias"))[i];
}

/* Mean 0, deviation 1, in proportion to what a norm normalizes; its weight and bias make `made` of it. */
static void check_normed(const Model *model, int layer, const char *part, const Real *normed, const Real *made, int j)
{
    int E = model->config.embed;
    double mean = 0, variance = 0, annotation[ROOM];
    normed += j * E;
    for (int i = 0; i < E; i++) {
        mean += (double)normed[i] / E;
        variance += (double)normed[i] * (double)normed[i] / E;
        annotation[i] = (double)normed[i] * (double)model_param(model, of_layer(layer, part, "weight"))[i]
                        + (double)model_param(model, of_layer(layer, part, "bias"))[i];
    }
    assert_true(fabs(mean) < 1e-5);
    assert_true(fabs(variance - 1) < 1e-3);
    same("made of normed", annotation, made + j * E, E);
}

/* What a part takes: with norm pre x normalized. */
static void take(const Model *model, int layer, const char *norm, const double *x, double *out)
{
    memcpy(out, x, sizeof *out * (size_t)model->config.embed);
    if (config_norms_before(&model->config))
        normalise(model, layer, norm, model->config.embed, out);
}

/* x with what a part adds; else that is normalized. */
static void join(const Model *model, int layer, const char *norm, const double *added, double *x)
{
    for (int i = 0; i < model->config.embed; i++)
        x[i] += added[i];
    if (!config_norms_before(&model->config))
        normalise(model, layer, norm, model->config.embed, x);
}

/* h, the middle, becomes what the layer gives. */
static void check_block(const Model *model, int layer, const SelfRun *run, int j, double *h)
{
    int E = model->config.embed, F = model->config.feed_forward;
    double inner[ROOM], outer[ROOM], middle[ROOM];
    take(model, layer, "feed_forward.norm", h, middle);
    same("middle", middle, run->middle + j * E, E);
    through(model, of_layer(layer, "feed_forward.inner", "weight"), 0, E, middle, false, inner);
    for (int i = 0; i < F; i++)
        inner[i] = fmax(0, inner[i] + (double)model_param(model, of_layer(layer, "feed_forward.inner", "bias"))[i]);
    same("inner", inner, run->inner + j * F, F);
    through(model, of_layer(layer, "feed_forward.outer", "weight"), 0, F, inner, false, outer);
    for (int i = 0; i < E; i++)
        outer[i] += (double)model_param(model, of_layer(layer, "feed_forward.outer", "bias"))[i];
    same("outer", outer, run->outer + j * E, E);
    join(model, layer, "feed_forward.norm", outer, h);
}

/* What each norm has kept, and what of it is made. */
static void check_norms(const Model *model, const Encoding *e, int layer, int j)
{
    const SelfRun *run = &e->layers[layer].self;
    bool before = config_norms_before(&model->config), block = model->config.feed_forward > 0,
         top = layer + 1 == model->config.layers;
    const Real *given = top ? e->annotations : e->layers[layer + 1].self.inputs;
    check_normed(model, layer, "norm", run->normed, before ? run->evened : block ? run->middle : given, j);
    if (block)
        check_normed(model, layer, "feed_forward.norm", run->forward_normed, before ? run->middle : given, j);
    if (before && top)
        check_normed(model, layer, "last.norm", e->normed, given, j);
    assert_true((run->evened != NULL) == before && (e->normed != NULL) == before);
}

/* From x to what the layer gives, which takes its place. */
static void check_layer(const Model *model, const Encoding *e, int layer, Rows *x)
{
    static Rows q, k, v, mixed;
    int E = model->config.embed, heads = model->config.heads, n = e->n;
    const SelfRun *run = &e->layers[layer].self;
    const Real *given = layer + 1 < model->config.layers ? e->layers[layer + 1].self.inputs : e->annotations;
    for (int j = 0; j < n; j++) {
        double read[ROOM];
        same("inputs", x->of[j], run->inputs + j * E, E);
        take(model, layer, "norm", x->of[j], read);
        through(model, of_layer(layer, "self.query", "weight"), 0, E, read, false, q.of[j]);
        through(model, of_layer(layer, "self.key", "weight"), 0, E, read, false, k.of[j]);
        through(model, of_layer(layer, "self.value", "weight"), 0, E, read, false, v.of[j]);
        same("query", q.of[j], run->queries + j * E, E);
        same("key", k.of[j], run->keys + j * E, E);
        same("value", v.of[j], run->values + j * E, E);
    }
    look(n, heads, E / heads, model->config.causal, &q, &k, &v, run, &mixed);
    for (int j = 0; j < n; j++) {
        double output[ROOM], *h = x->of[j];
        same("mixed", mixed.of[j], run->mixed + j * E, E);
        through(model, of_layer(layer, "self.output", "weight"), 0, E, mixed.of[j], false, output);
        same("output", output, run->output + j * E, E);
        join(model, layer, "norm", output, h);
        if (model->config.feed_forward)
            check_block(model, layer, run, j, h);
        if (config_norms_before(&model->config) && layer + 1 == model->config.layers)
            normalise(model, layer, "last.norm", E, h);
        same("given", h, given + j * E, E);
        check_norms(model, e, layer, j);
    }
}

static void check_self(const Model *model, int n, Arena *arena)
{
    static Rows x;
    int E = model->config.embed;
    const Real *places = model_param(model, "encoder.position.weight");
    double mean[ROOM] = {0};
    Encoding e = encode(model, n, arena);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < E; i++)
            x.of[j][i] = (double)e.embeddings[j * E + i] + (places ? (double)places[j * E + i] : 0);
    for (int layer = 0; layer < model->config.layers; layer++)
        check_layer(model, &e, layer, &x);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < E; i++)
            mean[i] += x.of[j][i] / n;
    same("final", mean, e.final, E);
}

static void sinusoids(void **state)
{
    (void)state;
    Model model = small_model(small_config("cell=self places=sinusoid", 34, 5), 7, 8, 3);
    const Real *places = model_param(&model, "encoder.position.weight");
    for (int j = 0; j < CONFIG_POSITIONS; j++)
        for (int i = 0; i < 34; i++) {
            double angle = j / pow(10000, (i - i % 2) / 34.0);
            assert_true(fabs((double)places[j * 34 + i] - (i % 2 ? cos(angle) : sin(angle))) < 1e-6);
        }
    model_finish(&model);
}

static void self_attention(void **state)
{
    (void)state;
    static const char *const settings[] = {"cell=self",
                                           "cell=self heads=2",
                                           "cell=self heads=6",
                                           "cell=self heads=2 causal=true places=none",
                                           "cell=self heads=3 places=sinusoid feed_forward=8",
                                           "cell=self layers=2 heads=2",
                                           "cell=self layers=2 heads=3 feed_forward=8 causal=true",
                                           "cell=self norm=pre heads=2",
                                           "cell=self norm=pre layers=2 heads=3 feed_forward=8"};
    for (size_t i = 0; i < LENGTH(settings); i++) {
        Arena arena = {0};
        Model model = small_model(small_config(settings[i], 6, 5), 7, 8, 3);
        Random random = random_seeded(5);
        for (size_t k = 0; k < model.table.total; k++) /* no weight of 1, no bias of 0 */
            model.params[k] += (Real)(0.2 * random_unit(&random));
        for (int n = 1; n <= LONGEST; n++)
            check_self(&model, n, &arena);
        model_finish(&model);
        arena_finish(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rnn), cmocka_unit_test(local), cmocka_unit_test(sinusoids),
                                       cmocka_unit_test(self_attention)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
