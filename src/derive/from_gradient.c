/* Where gradients come from: each is what all that reads the value sends back to it, the gradient of what was read
 * there times the slope of its formula. The formulas are those of the way forward; slope.h turns them. */
#include "derive/name.h"
#include "derive/sent_back.h"
#include "derive/slope.h"

#include "words/derive_words.h"

static const Config *config_of(const Maths *maths)
{
    return &maths->trace->config;
}

/* D_KIND of a step or a word. */
static Value sent(ValueKind kind, int place, int index)
{
    return (Value){kind, .place = place, .index = index};
}

static Value param(const Maths *maths, const char *name, int row, int column)
{
    return param_value(maths, name, row, column);
}

/* Adds what `from` sends back: its gradient times the slope of what it is made of; nothing where that is 0. */
static void send(const Maths *maths, Term *sum, Value from, Term *slope)
{
    if (slope)
        sum_add(sum, term_times(maths, term_value(maths, from), slope));
}

/* By the formulas of the way forward. */
static Term *slope_of(const Maths *maths, Value made, Value by)
{
    Derivation forward = {0};
    if (made.kind == VALUE_SCORE)
        derive_score(maths, made, &forward);
    else if (made.kind == VALUE_GATE)
        derive_gate(maths, made, &forward);
    else
        derive_state(maths, made, &forward);
    return forward.term ? term_slope(maths, forward.term, by) : NULL;
}

/* "∂L/∂s_3[5] =~ ..." of the sum in `out`. */
static void tell(const Maths *maths, Value value, Term *term, const char *formula, Derivation *out)
{
    out->term = term;
    if (term->kind == TERM_SUM)
        out->sum = term;
    out->symbols = arena_printf(maths->arena, "%s =~ %s", value_name(maths, value), formula);
    out->vectors = NULL;
}

/* ---- the output ---- */

void derive_loss(const Maths *maths, Value value, Derivation *out)
{
    int wanted = maths->gradient->decoder.targets[value.place];
    Value p = {VALUE_PROBABILITY, .place = value.place, .index = wanted};
    Term *log = term_make(maths, TERM_LOG, term_value(maths, p), NULL);
    tell(maths, value, term_times(maths, term_constant(maths, -1), log),
         arena_printf(maths->arena, "−ln %s", value_name(maths, p)), out);
    out->told = said(maths->language, W_LOSS_IS_OF_THE_WANTED_WORD);
}

void derive_d_logit(const Maths *maths, Value value, Derivation *out)
{
    int wanted = maths->gradient->decoder.targets[value.place];
    bool is_wanted = value.index == wanted;
    Value p = {VALUE_PROBABILITY, .place = value.place, .index = value.index};
    tell(maths, value, term_make(maths, TERM_LESS, term_value(maths, p), term_constant(maths, is_wanted)),
         arena_printf(maths->arena, "%s −~ %s", value_name(maths, p), "y"), out);
    out->told = arena_printf(maths->arena, said(maths->language, W_Y_IS_1_FOR_THE_WANTED_WORD),
                             vocab_word(&maths->model->target, wanted));
}

/* What the output layer sends back to entry i of what it reads. */
static void send_output(const Maths *maths, Term *sum, int step, int i)
{
    for (int word = 0; word < maths->model->target.count; word++)
        send(maths, sum, sent(VALUE_D_LOGIT, step, word), term_value(maths, param(maths, "output.weight", word, i)));
}

void derive_d_attentional(const Maths *maths, Value value, Derivation *out)
{
    Term *sum = term_sum(maths, maths->model->target.count);
    send_output(maths, sum, value.place, value.index);
    const char *logits = vector_name(maths, sent(VALUE_D_LOGIT, value.place, 0));
    tell(maths, value, sum, arena_printf(maths->arena, "Σ_w %s(w) · W_o[w, %d]", logits, value.index + 1), out);
}

void derive_d_combined(const Maths *maths, Value value, Derivation *out)
{
    Value made = sent(VALUE_ATTENTIONAL, value.place, value.index),
          gradient = sent(VALUE_D_ATTENTIONAL, value.place, value.index);
    Term *slope = term_one_less(maths, term_square(maths, term_value(maths, made)));
    tell(maths, value, term_times(maths, term_value(maths, gradient), slope),
         arena_printf(maths->arena, "%s ·~ (1 − %s^{2})", value_name(maths, gradient), value_name(maths, made)), out);
    out->told = said(maths->language, W_BACK_THROUGH_TANH);
}

/* What W_c sends back to column `column` of [c; s]. */
static void send_combined(const Maths *maths, Term *sum, int step, int column)
{
    for (int row = 0; row < config_of(maths)->hidden; row++)
        send(maths, sum, sent(VALUE_D_COMBINED, step, row),
             term_value(maths, param(maths, "combine.weight", row, column)));
}

/* ---- the decoder's cell ---- */

static int rows_of(const Maths *maths)
{
    return value_entries(maths, (Value){VALUE_D_INPUT, .run = RUN_DECODER});
}

/* What the rows of W_ih or W_hh of the decoder's cell at `step` send back to entry `column` of what they read. */
static void send_rows(const Maths *maths, Term *sum, ValueKind kind, int step, int column)
{
    const char *name = kind == VALUE_D_INPUT ? "decoder.weight_ih" : "decoder.weight_hh";
    for (int row = 0; row < rows_of(maths); row++)
        send(maths, sum, (Value){kind, RUN_DECODER, step, row}, term_value(maths, param(maths, name, row, column)));
}

/* What the scores, and where the window is, send back to entry i of the state that asks at `step`. */
static void send_questions(const Maths *maths, Term *sum, int step, int i)
{
    const Config *config = config_of(maths);
    if (!config_scores(config) || step >= maths->trace->step_count)
        return;
    int A = config->attention_size;
    bool weighed = score_of_kind(config->score)->query;
    for (int a = 0; weighed && config->fault != FAULT_NO_QUERY && a < A; a++)
        send(maths, sum, sent(VALUE_D_QUERY, step, a), term_value(maths, param(maths, "attention.query.weight", a, i)));
    if (!weighed)
        sum_add(sum, term_value(maths, sent(VALUE_D_QUERY, step, i)));
    for (int a = 0; config->local == LOCAL_P && a < A; a++)
        send(maths, sum, sent(VALUE_D_POSITION, step, a),
             term_value(maths, param(maths, "attention.position.weight", a, i)));
}

/* What the next step sends back to entry i of the state of `step`, from -1: its cell, and what it asks with it. */
static void send_next(const Maths *maths, Term *sum, int step, int i)
{
    bool anew = config_of(maths)->attention == ATTENTION_LUONG;
    int next = step + 1;
    if (!anew)
        send_questions(maths, sum, next, i);
    if (next >= maths->trace->step_count)
        return;
    send_rows(maths, sum, VALUE_D_RECURRENT, next, i);
    Value made = {VALUE_STATE, RUN_DECODER, next, i}, before = {VALUE_STATE, RUN_DECODER, step, i};
    if (cell_of_run(maths, RUN_DECODER)->gate_count > 0) /* else the rows of W_hh are all that reads it */
        send(maths, sum, sent(VALUE_D_STATE, next, i), slope_of(maths, made, before));
}

static int readers_most(const Maths *maths)
{
    const Config *config = config_of(maths);
    return maths->model->target.count + rows_of(maths) + config->hidden + 2 * config->attention_size + 2;
}

void derive_d_state(const Maths *maths, Value value, Derivation *out)
{
    const Config *config = config_of(maths);
    Term *sum = term_sum(maths, readers_most(maths));
    int t = value.place, i = value.index;
    bool combined = config->attention == ATTENTION_LUONG;
    if (combined)
        send_combined(maths, sum, t, config_annotation(config) + i);
    else
        send_output(maths, sum, t, i);
    if (combined)
        send_questions(maths, sum, t, i);
    send_next(maths, sum, t, i);
    const char *name = vector_name(maths, (Value){VALUE_STATE, RUN_DECODER, t});
    tell(maths, value, sum, arena_printf(maths->arena, "Σ_r ∂L/∂r ·~ ∂r/∂%s[%d]", name, i + 1), out);
    out->told = said(maths->language, W_ALL_THAT_READS_THE_STATE);
}

/* Of what the bridge gives, before its tanh: the decoder's start reads it. */
void derive_d_initial(const Maths *maths, Value value, Derivation *out)
{
    Term *sum = term_sum(maths, readers_most(maths)), *term = sum;
    Value start = {VALUE_STATE, RUN_DECODER, -1, value.index};
    send_next(maths, sum, -1, value.index);
    const char *name = value_name(maths, start), *formula = arena_printf(maths->arena, "Σ_r ∂L/∂r ·~ ∂r/∂%s", name);
    if (config_of(maths)->bridge == BRIDGE_TANH) {
        term = term_times(maths, sum, term_one_less(maths, term_square(maths, term_value(maths, start))));
        formula = arena_printf(maths->arena, "(%s) ·~ (1 − %s^{2})", formula, name);
    }
    tell(maths, value, term, formula, out);
    out->sum = sum;
    out->told = said(maths->language, W_ALL_THAT_READS_THE_STATE);
}

void derive_d_cell(const Maths *maths, Value value, Derivation *out)
{
    int t = value.place, i = value.index;
    Term *sum = term_sum(maths, 2);
    Value memory = {VALUE_CELL, RUN_DECODER, t, i};
    send(maths, sum, sent(VALUE_D_STATE, t, i), slope_of(maths, (Value){VALUE_STATE, RUN_DECODER, t, i}, memory));
    if (t + 1 < maths->trace->step_count)
        send(maths, sum, sent(VALUE_D_CELL, t + 1, i),
             slope_of(maths, (Value){VALUE_CELL, RUN_DECODER, t + 1, i}, memory));
    tell(maths, value, sum, arena_printf(maths->arena, "Σ_r ∂L/∂r ·~ ∂r/∂%s", value_name(maths, memory)), out);
    out->told = said(maths->language, W_STATE_AND_NEXT_MEMORY);
}

/* A gate is read by the state, by the memory, and by a gate whose own formula names it. */
void derive_d_gate(const Maths *maths, Value value, Derivation *out)
{
    const RecurrentCell *cell = cell_of_run(maths, RUN_DECODER);
    int t = value.place, i = value.index;
    Value gate = sent_of(value);
    Term *sum = term_sum(maths, 2 + CELL_GATES);
    send(maths, sum, sent(VALUE_D_STATE, t, i), slope_of(maths, (Value){VALUE_STATE, RUN_DECODER, t, i}, gate));
    if (cell->memory)
        send(maths, sum, sent(VALUE_D_CELL, t, i), slope_of(maths, (Value){VALUE_CELL, RUN_DECODER, t, i}, gate));
    for (int other = 0; other < cell->gate_count; other++)
        if (other != value.part && cell->gate[other].equation.text)
            send(maths, sum, (Value){VALUE_D_GATE, .place = t, .index = i, .part = other},
                 slope_of(maths, (Value){VALUE_GATE, RUN_DECODER, t, i, other}, gate));
    tell(maths, value, sum, arena_printf(maths->arena, "Σ_r ∂L/∂r ·~ ∂r/∂%s", value_name(maths, gate)), out);
}

void derive_d_unopened(const Maths *maths, Value value, Derivation *out)
{
    (void)value;
    out->told = said(maths->language,
                     config_is_transformer(config_of(maths)) ? W_SENT_BACK_BY_LAYERS : W_SENT_BACK_BY_WHAT_FOLLOWS);
}

/* A row of W_ih x + b_ih or of W_hh h + b_hh: of its gate, through the gate's function. */
void derive_d_sum(const Maths *maths, Value value, Derivation *out)
{
    if (value.run != RUN_DECODER) {
        derive_d_unopened(maths, value, out);
        return;
    }
    const RecurrentCell *cell = cell_of_run(maths, RUN_DECODER);
    int H = config_of(maths)->hidden, block = value.index / H, i = value.index % H, t = value.place;
    bool gates = cell->gate_count > 0;
    Value made = {gates ? VALUE_GATE : VALUE_STATE, RUN_DECODER, t, i, gates ? block : 0};
    Value gradient = {gates ? VALUE_D_GATE : VALUE_D_STATE, .place = t, .index = i, .part = gates ? block : 0};
    Term *own = term_value(maths, made), *slope;
    ValueKind half = value.kind == VALUE_D_INPUT ? VALUE_FROM_INPUT : VALUE_FROM_STATE;
    if (gates && cell->gate[block].equation.text)
        slope = slope_of(maths, made, (Value){half, RUN_DECODER, t, i});
    else if (cell->gate[block].tanh)
        slope = term_one_less(maths, term_square(maths, own));
    else
        slope = term_times(maths, own, term_one_less(maths, own));
    tell(maths, value, term_times(maths, term_value(maths, gradient), slope),
         arena_printf(maths->arena, "%s ·~ ∂%s/∂%s", value_name(maths, gradient), value_name(maths, made),
                      value_name(maths, sent_of(value))),
         out);
    out->told = said(maths->language, W_BACK_THROUGH_THE_GATE);
}

/* ---- attention ---- */

void derive_d_context(const Maths *maths, Value value, Derivation *out)
{
    const Config *config = config_of(maths);
    int reader = value.place + (config->fault == FAULT_SHIFTED), d = value.index;
    bool combined = config->attention == ATTENTION_LUONG;
    if (config_is_transformer(config)) {
        derive_d_unopened(maths, value, out);
        return;
    }
    Term *sum = term_sum(maths, rows_of(maths) + config->hidden);
    if (reader < maths->trace->step_count && combined)
        send_combined(maths, sum, reader, d);
    else if (reader < maths->trace->step_count)
        send_rows(maths, sum, VALUE_D_INPUT, reader, config->embed + d);
    Value first = combined ? sent(VALUE_D_COMBINED, reader, 0) : (Value){VALUE_D_INPUT, RUN_DECODER, reader, 0};
    const char *weight = param_symbol(maths, combined ? "combine.weight" : "decoder.weight_ih");
    tell(maths, value, sum,
         arena_printf(maths->arena, "Σ_i %s[i] ·~ %s[i, %d]", vector_name(maths, first), weight,
                      (combined ? 0 : config->embed) + d + 1),
         out);
}

/* Are the weights of a step those of some words alone, and this is none of them? Then nothing comes back. */
static bool tell_outside(const Maths *maths, Value value, Derivation *out)
{
    const Step *step = value_step(maths, value);
    bool outside =
        config_scores(config_of(maths)) && (value.index < step->first || value.index >= step->first + step->count);
    if (outside) {
        tell(maths, value, term_constant(maths, 0), "0", out);
        out->told = said(maths->language, W_OUTSIDE_NOTHING_COMES_BACK);
    }
    return outside;
}

void derive_d_weight(const Maths *maths, Value value, Derivation *out)
{
    if (tell_outside(maths, value, out))
        return;
    int D = config_annotation(config_of(maths)), t = value.place, j = value.index;
    int width = value.run > 0 ? D / config_of(maths)->cross_heads : D,
        from = value.run > 0 ? (value.run - 1) * width : 0;
    Term *sum = term_sum(maths, width);
    for (int d = from; d < from + width; d++)
        sum_add_product(maths, sum, sent(VALUE_D_CONTEXT, t, d), summand_value(maths, j, d));
    tell(
        maths, value, sum,
        arena_printf(maths->arena, "%s ·~ %s", vector_name(maths, sent(VALUE_D_CONTEXT, t, 0)), summand_name(maths, j)),
        out);
    out->told = said(maths->language, W_MORE_OF_THE_WORD);
}

/* Through the softmax: its share times how far its gradient lies from their mean by the weights. */
void derive_d_score(const Maths *maths, Value value, Derivation *out)
{
    const Config *config = config_of(maths);
    if (tell_outside(maths, value, out))
        return;
    if (config->fault == FAULT_NOT_NORMALISED) {
        derive_d_unopened(maths, value, out);
        return;
    }
    const Step *step = value_step(maths, value);
    bool all = config_is_transformer(config);
    int t = value.place, first = all ? 0 : step->first, last = all ? maths->trace->n : first + step->count;
    Value weight = value, slope = value;
    weight.kind = VALUE_WEIGHT;
    slope.kind = VALUE_D_WEIGHT;
    Term *own = term_value(maths, slope), *share = term_value(maths, weight), *mean = term_sum(maths, last - first);
    const char *gradient = value_name(maths, slope), *name = value_name(maths, weight);
    if (config->local == LOCAL_P) { /* the weight is a share times what falls off */
        Derivation made = {0};
        derive_weight(maths, weight, &made);
        share = made.term->parts[0];
        own = term_times(maths, made.term->parts[1], own);
    }
    for (slope.index = weight.index = first; slope.index < last; weight.index = ++slope.index)
        sum_add_product(maths, mean, weight, slope);
    Term *term = term_times(maths, share, term_make(maths, TERM_LESS, own, mean));
    double temperature = step_temperature(maths->trace, t);
    if (temperature != 1)
        term = term_make(maths, TERM_QUOTIENT, term, term_constant(maths, temperature));
    weight.index = 0;
    const char *weights = running_name(maths, weight, "i");
    tell(maths, value, term,
         arena_printf(maths->arena, "%s ·~ (%s −~ Σ_i %s · ∂L/∂%s)%s", name, gradient, weights, weights,
                      temperature == 1 ? "" : " / T"),
         out);
    out->sum = mean;
    out->told = said(maths->language, W_BACK_THROUGH_THE_SOFTMAX);
}

void derive_d_query(const Maths *maths, Value value, Derivation *out)
{
    int n = maths->trace->n, t = value.place;
    Value by = query_value(maths, t, value.index);
    Term *sum = term_sum(maths, n);
    bool none = config_of(maths)->fault == FAULT_NO_QUERY;
    for (int j = 0; j < n && !none; j++)
        send(maths, sum, sent(VALUE_D_SCORE, t, j), slope_of(maths, score_value(maths, t, j), by));
    const char *scores = running_name(maths, score_value(maths, t, 0), "j");
    tell(maths, value, sum, arena_printf(maths->arena, "Σ_j ∂L/∂%s ·~ ∂%s/∂%s", scores, scores, value_name(maths, by)),
         out);
}

/* What the scores of all steps send back to entry a of the key of word j. */
static void send_scores(const Maths *maths, Term *sum, int j, Value key)
{
    for (int t = 0; t < maths->trace->step_count; t++)
        send(maths, sum, sent(VALUE_D_SCORE, t, j), slope_of(maths, score_value(maths, t, j), key));
}

void derive_d_key(const Maths *maths, Value value, Derivation *out)
{
    Value key = key_value(maths, value.place, value.index);
    Term *sum = term_sum(maths, maths->trace->step_count);
    send_scores(maths, sum, value.place, key);
    const char *score = arena_printf(maths->arena, "@b{e_{t,%d}}", value.place + 1);
    tell(maths, value, sum, arena_printf(maths->arena, "Σ_t ∂L/∂%s ·~ ∂%s/∂%s", score, score, value_name(maths, key)),
         out);
}

/* What starts the decoder is made of the last states of both directions; or of the mean of all. */
static void send_final(const Maths *maths, Term *sum, int j, int d)
{
    const Config *config = config_of(maths);
    if (config->bridge == BRIDGE_NONE || config->fault == FAULT_EMBEDDINGS)
        return;
    Term *final = term_value(maths, sent(VALUE_D_FINAL, 0, d));
    if (config_final_is_mean(config) || final_value(maths, 0, d).place == j)
        sum_add(sum, final);
}

void derive_d_annotation(const Maths *maths, Value value, Derivation *out)
{
    const Config *config = config_of(maths);
    int j = value.place, d = value.index, T = maths->trace->step_count;
    Term *sum = term_sum(maths, 2 * T + config->attention_size + 1);
    for (int t = 0; t < T; t++)
        sum_add_product(maths, sum, weight_value(maths, t, j), sent(VALUE_D_CONTEXT, t, d));
    for (int a = 0; config_scores(config) && config_makes_keys(config) && a < config->attention_size; a++)
        sum_add_product(maths, sum, sent(VALUE_D_KEY, j, a), param(maths, key_weight(maths), a, d));
    if (config_scores(config) && !config_makes_keys(config))
        send_scores(maths, sum, j, annotation_value(maths, j, d));
    send_final(maths, sum, j, d);
    const char *name = arena_printf(maths->arena, "%s[%d]", annotation_name(maths, j), d + 1);
    tell(maths, value, sum, arena_printf(maths->arena, "Σ_r ∂L/∂r ·~ ∂r/∂%s", name), out);
    out->told = said(maths->language, W_ALL_THAT_READS_THE_ANNOTATION);
}

void derive_d_final(const Maths *maths, Value value, Derivation *out)
{
    const Config *config = config_of(maths);
    bool fixed = config->attention == ATTENTION_FIXED;
    int T = fixed ? maths->trace->step_count : 0;
    Term *sum = term_sum(maths, config->hidden + T);
    for (int t = 0; t < T; t++)
        sum_add(sum, term_value(maths, sent(VALUE_D_CONTEXT, t, value.index)));
    if (config->bridge == BRIDGE_COPY)
        sum_add(sum, term_value(maths, sent(VALUE_D_INITIAL, 0, value.index)));
    for (int row = 0; config->bridge == BRIDGE_TANH && row < config->hidden; row++)
        sum_add_product(maths, sum, sent(VALUE_D_INITIAL, 0, row),
                        param(maths, "bridge.hidden.weight", row, value.index));
    bool mean = config_final_is_mean(config); /* then it is what each of the n states gets */
    Term *count = term_constant(maths, maths->trace->n);
    tell(maths, value, mean ? term_make(maths, TERM_QUOTIENT, sum, count) : sum,
         mean ? "(Σ_r ∂L/∂r ·~ ∂r/∂h) / n" : "Σ_r ∂L/∂r ·~ ∂r/∂h", out);
    out->sum = sum;
    out->told = said(maths->language, W_THE_BRIDGE_SENDS_BACK);
}
