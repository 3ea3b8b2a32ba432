/* The equation while a moment happens: of what its beat makes, and what that gives only when it is there. */
#include "derive/context_sum.h"
#include "derive/line.h"
#include "derive/name.h"
#include "derive/plain.h"
#include "derive/shares.h"

#define MADE 0.8f /* of a beat: what it gives is there */

typedef struct LineBeat {
    const Maths *maths;
    const Instant *at;
    int step;
    BeatKind kind;
    bool made;
} LineBeat;

/* ---- scores ---- */

static EquationLine line_of_pair(const LineBeat *beat)
{
    EquationLine line = line_of_score(beat->maths, score_value(beat->maths, beat->step, beat->at->word));
    if (!beat->at->met)
        line.numbers = line.result = NULL;
    return line;
}

/* ---- softmax ---- */

enum { ANY = -1 };

/* What runs over the words, as in the weights' own formulas (from_attention.c, from_self.c). */
static const char *running(const LineBeat *beat)
{
    return beat->maths->trace->row ? "i" : "j";
}

/* "e_{32}", of any word "e_{3,j}", with T "e_{3,j} / T". */
static const char *exponent(const LineBeat *beat, int j)
{
    const Maths *maths = beat->maths;
    Value score = score_value(maths, beat->step, j == ANY ? 0 : j);
    return arena_printf(maths->arena, "%s%s",
                        j == ANY ? running_name(maths, score, running(beat)) : value_name(maths, score),
                        step_temperature(maths->trace, beat->step) == 1 ? "" : " / T");
}

static const char *shifted(const LineBeat *beat, int j)
{
    return arena_printf(beat->maths->arena, "%s − @m{max}", exponent(beat, j));
}

static const char *tempered_text(const LineBeat *beat, const Shares *shares, int j)
{
    Arena *arena = beat->maths->arena;
    const char *score = number_text(arena, (double)shares->scores[j], SHARES_DECIMALS, false);
    const char *by = number_text(arena, shares->temperature, SHARES_DECIMALS, false);
    const char *result = number_text(arena, shares_tempered(shares, j), SHARES_DECIMALS, false);
    return arena_printf(arena, beat->made ? "%s / %s %s @B{%s}" : "%s / %s", score, by,
                        shares_tempered_closes(shares, j) ? "=" : "≈", result);
}

static const char *shifted_text(const LineBeat *beat, const Shares *shares, int j)
{
    Arena *arena = beat->maths->arena;
    const char *less = shares_shift_text(shares, j, arena), *result = shares_less_text(shares, j, arena);
    const char *sign = shares_less_closes(shares, j) ? "=" : "≈";
    return !beat->made ? less : arena_printf(arena, "%s %s @B{%s}", less, sign, result);
}

static const char *grown_text(const LineBeat *beat, const Shares *shares, int j)
{
    Arena *arena = beat->maths->arena;
    const char *power = arena_printf(arena, "exp(%s)", shares_less_text(shares, j, arena));
    if (!beat->made)
        return power;
    const char *text = shares_power_text(shares, j, arena);
    bool least = text[0] == '<';
    return arena_printf(arena, "%s %s @B{%s}", power, least ? "<" : shares->closes ? "=" : "≈", text + least);
}

static const char *power_text(const LineBeat *beat, const Shares *shares, int j)
{
    return shares_power_text(shares, j, beat->maths->arena);
}

typedef const char *PartText(const LineBeat *beat, const Shares *shares, int j);

/* The parts of every word, one behind the other; in a long sentence only those of the words that are told. */
static const char *parts(const LineBeat *beat, const Shares *shares, const bool *told, PartText *text,
                         const char *joint)
{
    Arena *arena = beat->maths->arena;
    const char *all = "", *between = "";
    bool left = false;
    for (int j = shares->first; j < shares->first + shares->count; j++) {
        left = left || !told[j];
        if (!told[j])
            continue;
        all = arena_printf(arena, "%s%s%s", all, between, text(beat, shares, j));
        between = joint;
    }
    return left ? arena_printf(arena, "%s%s…", all, joint) : all;
}

static EquationLine line_of_list(const LineBeat *beat, const Shares *shares, const bool *told, PartText *text,
                                 const char *name)
{
    const char *all = parts(beat, shares, told, text, ",   ");
    return (EquationLine){.symbols = arena_printf(beat->maths->arena, "%s:   %s", name, all)};
}

static EquationLine line_of_sum(const LineBeat *beat, const Shares *shares, const bool *told)
{
    Arena *arena = beat->maths->arena;
    EquationLine line = {.symbols = arena_printf(arena, "Σ_%s exp(%s)", running(beat), shifted(beat, ANY))};
    line.numbers = arena_printf(arena, "= %s", parts(beat, shares, told, power_text, " + "));
    if (beat->made)
        line.result = arena_printf(arena, "%s @B{%s}", shares->sum_closes ? "=" : "≈", shares_sum_text(shares, arena));
    return line;
}

static EquationLine line_of_share(const LineBeat *beat, const Shares *shares)
{
    const Maths *maths = beat->maths;
    Arena *arena = maths->arena;
    int j = shares->best;
    EquationLine line = {.symbols = arena_printf(arena, "%s = exp(%s) / Σ_%s exp(%s)",
                                                 value_name(maths, weight_value(maths, beat->step, j)),
                                                 shifted(beat, j), running(beat), shifted(beat, ANY))};
    line.numbers = arena_printf(arena, "= %s", shares_quotient_text(shares, arena));
    if (beat->made)
        line.result = shares_result_text(shares, arena);
    return line;
}

static const char *of_sum_text(const LineBeat *beat, const Shares *shares, int j)
{
    Arena *arena = beat->maths->arena;
    const char *quotient = shares_of_sum_text(shares, j, arena);
    return !beat->made ? quotient
                       : arena_printf(
                           arena, "%s %s", quotient,
                           shares_equals_text((double)shares->weights[j], 2, shares_of_sum_closes(shares, j), arena));
}

/* The shares of all words, which the stage does not write out; in a window that takes something off only the
 * largest. */
static EquationLine line_of_shares(const LineBeat *beat, const Shares *shares, const bool *told)
{
    const Maths *maths = beat->maths;
    Value weight = weight_value(maths, beat->step, 0);
    if (shares->windowed)
        return line_of_share(beat, shares);
    const char *name =
        arena_printf(maths->arena, "%s = exp(%s) / Σ", running_name(maths, weight, running(beat)), shifted(beat, ANY));
    return line_of_list(beat, shares, told, of_sum_text, name);
}

static EquationLine line_of_softmax_beat(const LineBeat *beat)
{
    const bool *told = shares_told(beat->maths, beat->step);
    Shares shares = shares_of(beat->maths, beat->step, told);
    switch (beat->kind) {
    case BEAT_TEMPER:
        return line_of_list(beat, &shares, told, tempered_text, exponent(beat, ANY));
    case BEAT_SHIFT:
        return line_of_list(beat, &shares, told, shifted_text, shifted(beat, ANY));
    case BEAT_EXP:
        return line_of_list(beat, &shares, told, grown_text,
                            arena_printf(beat->maths->arena, "exp(%s)", shifted(beat, ANY)));
    case BEAT_SUM:
        return line_of_sum(beat, &shares, told);
    default:
        return line_of_shares(beat, &shares, told);
    }
}

/* ---- context ---- */

/* One cell, worked out: its products, what they give, and their sum, each when it is there. */
static EquationLine line_of_cell(const LineBeat *beat)
{
    const Maths *maths = beat->maths;
    Value cell = context_value(maths, beat->step, beat->at->cell);
    EquationLine line = {.symbols = markup_joined(value_derive(maths, cell).symbols, maths->arena)};
    ContextSum sum;
    if (!context_sum(maths, cell, &sum))
        return line;
    line.numbers = arena_printf(maths->arena, "= %s", sum.factors);
    if (beat->kind != BEAT_WEIGH || beat->made)
        line.numbers = arena_printf(maths->arena, "%s = %s", line.numbers, sum.addends);
    if (beat->kind == BEAT_PRESS || (beat->kind == BEAT_STACK && beat->made))
        line.result = sum.result;
    return line;
}

static EquationLine line_of_context_beat(const LineBeat *beat)
{
    if (beat->kind != BEAT_LIFT)
        return line_of_cell(beat);
    Value context = context_value(beat->maths, beat->step, 0);
    return (EquationLine){.symbols = vector_symbols(beat->maths, context),
                          .numbers = weighted_sum(beat->maths, beat->step)};
}

/* ---- all ---- */

static Value value_of(const LineBeat *beat)
{
    const Maths *maths = beat->maths;
    if (beat->at->moment.kind == MOMENT_SCORES)
        return score_value(maths, beat->step, beat->at->word);
    if (beat->at->moment.kind == MOMENT_CONTEXT)
        return context_value(maths, beat->step, beat->kind == BEAT_LIFT ? 0 : beat->at->cell);
    const float *weights = maths->trace->steps[beat->step].step.weights;
    int best = values_largest(weights, maths->trace->n);
    return beat->kind == BEAT_SHARE ? weight_value(maths, beat->step, best) : score_value(maths, beat->step, best);
}

EquationLine line_of_instant(const Maths *maths, const Instant *at)
{
    const Trace *trace = maths->trace;
    int index = moment_of_stop(at->cursor), step = at->moment.step;
    const Step *made = step < 0 ? NULL : &trace->steps[step].step;
    LineBeat beat = {maths, at, step, beat_at(trace, at->cursor)};
    if (!made || config_mixes_heads(&trace->config) || at->cursor >= index
        || moment_at(trace, index).kind != at->moment.kind)
        return line_of_moment(maths, at->moment);
    beat.made = beat_done(trace, step, beat.kind, at->cursor) >= MADE;
    EquationLine line = {0};
    if (at->moment.kind == MOMENT_SCORES && made->scores)
        line = line_of_pair(&beat);
    else if (at->moment.kind == MOMENT_SOFTMAX && made->scores && made->weights && !trace->steps[step].replaced)
        line = line_of_softmax_beat(&beat);
    else if (at->moment.kind == MOMENT_CONTEXT && made->weights && config_scores(&trace->config))
        line = line_of_context_beat(&beat);
    else
        return line_of_moment(maths, at->moment);
    line.value = value_of(&beat);
    return line;
}
