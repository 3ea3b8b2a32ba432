/* Every value of every shipped model has one name that no other value has; every formula line uses such names, and its
 * printed operands give its printed result to the last digit. */
#include "derive/line.h"
#include "derive/plain.h"
#include "support.h"

#include <ctype.h>
#include <math.h>

/* ---- names ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

enum { NAMES_MOST = 20000 };

static void check_names(const Maths *maths)
{
    static char *names[NAMES_MOST];
    int count = 0, most = maths->trace->n + maths->trace->step_count;
    for (int kind = VALUE_NONE + 1; kind < VALUE_KINDS; kind++)
        for (int run = RUN_LOWER; run < 4; run++)
            for (int part = 0; part < (kind == VALUE_PARAM ? maths->model->table.count : 4); part++)
                for (int place = -1; place < most; place++)
                    for (int index = 0; index < 2; index++) {
                        Value value = {(ValueKind)kind, run, place, index, part};
                        bool runs = kind == VALUE_STATE || kind == VALUE_CELL || kind == VALUE_GATE
                                    || kind == VALUE_FROM_INPUT || kind == VALUE_FROM_STATE || kind == VALUE_SELF_SCORE
                                    || kind == VALUE_SELF_WEIGHT || kind == VALUE_SELF_SHARE;
                        bool parts = kind == VALUE_GATE || kind == VALUE_LENGTH || kind == VALUE_PARAM
                                     || kind >= VALUE_SELF_INPUT;
                        if ((!runs && run != 0)
                            || part > (kind == VALUE_LENGTH ? 1
                                       : parts              ? PARAMS_LIMIT
                                                            : 0)
                            || !value_valid(maths, value))
                            continue;
                        assert_true(count < NAMES_MOST);
                        names[count++] = markup_plain(value_name(maths, value), maths->arena);
                    }
    qsort(names, (size_t)count, sizeof *names, by_text);
    for (int i = 1; i < count; i++)
        if (strcmp(names[i - 1], names[i]) == 0)
            fail_msg("two values are called %s", names[i]);
}

/* ---- numbers ---- */

static double read_sum(const char **text);

static bool take(const char **text, const char *sign)
{
    while (**text == ' ')
        (*text)++;
    size_t length = strlen(sign);
    if (strncmp(*text, sign, length) != 0)
        return false;
    *text += length;
    return true;
}

/* Of addends that are one number: "(4 more = 0.0012)", "（其余 4 项 = 0.0012）". */
static bool take_rest(const char **text)
{
    const char *at = *text;
    bool english = take(&at, "("), chinese = !english && take(&at, "（其余 ");
    at += strspn(at, "0123456789");
    if (!(english && take(&at, "more =")) && !(chinese && take(&at, "项 =")))
        return false;
    *text = at + 1;
    return true;
}

static double read_factor(const char **text)
{
    bool minus = take(text, "−");
    double number;
    if (take(text, "exp("))
        number = exp(read_sum(text)), take(text, ")");
    else if (take(text, "tanh("))
        number = tanh(read_sum(text)), take(text, ")");
    else if (take(text, "ReLU("))
        number = fmax(0, read_sum(text)), take(text, ")");
    else if (take(text, "σ("))
        number = 1 / (1 + exp(-read_sum(text))), take(text, ")");
    else if (take(text, "√"))
        number = sqrt(read_factor(text));
    else if (take_rest(text))
        number = read_sum(text), take(text, ")"), take(text, "）");
    else if (take(text, "("))
        number = read_sum(text), take(text, ")");
    else {
        char *end;
        if (!isdigit((unsigned char)**text))
            fail_msg("no number: %s", *text);
        number = strtod(*text, &end);
        *text = end;
    }
    return minus ? -number : number;
}

static double read_product(const char **text)
{
    double number = read_factor(text);
    for (;;)
        if (take(text, "·"))
            number *= read_factor(text);
        else if (take(text, "/"))
            number /= read_factor(text);
        else
            return number;
}

static double read_sum(const char **text)
{
    double number = read_product(text);
    for (;;)
        if (take(text, "+"))
            number += read_product(text);
        else if (take(text, "−"))
            number -= read_product(text);
        else
            return number;
}

static long closed, open_lines;

/* "= 14.25 / 18.82 = " and "= 0.76": each expression between two signs gives the result. */
static void check_numbers(const char *numbers, const char *result)
{
    double said = fabs(strtod(result + strcspn(result, "0123456789"), NULL));
    for (const char *at = strstr(numbers, "= "); at; at = strstr(at, "= ")) {
        at += 2;
        const char *end = at;
        if (at - numbers > 7 && (strncmp(at - 7, "more = ", 7) == 0 || strncmp(at - 6, "项 = ", 6) == 0))
            continue;
        double made = fabs(read_sum(&end));
        if (strncmp(result, "≈", strlen("≈")) == 0) {
            open_lines++;
            continue;
        }
        bool fits = result[0] == '>' ? made >= 0.995 : result[0] == '<' ? made < 0.005 : fabs(made - said) < 0.00500001;
        if (!fits)
            fail_msg("%s gives %g, not %s", numbers, made, result);
        closed++;
    }
}

/* "top and bottom divided by exp(e₃₃)" of "543.8 / 632.1": the score is named, for its digits elsewhere
 * give another power. */
static void check_note(const char *note)
{
    const char *power = note ? strstr(note, "divided by exp(") : NULL;
    if (power)
        assert_true(strchr("eS", power[strlen("divided by exp(")]) && !strchr(power, '.'));
}

static void check_lines(const Maths *maths)
{
    for (int i = 0; i < moment_count(maths->trace); i++) {
        Moment moment = moment_at(maths->trace, i);
        EquationLine line = line_of_moment(maths, moment);
        assert_non_null(line.symbols);
        assert_true(strlen(line_text(&line, maths->arena)) > 3);
        if (line.numbers && moment.kind != MOMENT_CONTEXT) /* those are of vectors */
            check_numbers(markup_plain(line.numbers, maths->arena), markup_plain(line.result, maths->arena));
        check_note(line.note);
    }
}

/* ---- while it happens ---- */

static long listed;

/* "3.14 − 6.30 = −3.16", or without its result. */
static void check_part(const char *part, bool made)
{
    static const char *const signs[] = {" = ", " < ", " > ", " ≈ "};
    const char *equals = NULL, *end = part;
    size_t sign = 0;
    for (size_t i = 0; i < LENGTH(signs); i++) { /* the first of them, within this part */
        const char *at = strstr(part, signs[i]);
        if (at && (!equals || at < equals))
            equals = at, sign = i;
    }
    assert_true((equals != NULL) == made);
    if (!equals || sign == 3 || part[0] == '<') /* too small to be printed */
        return;
    const char *result = equals + strlen(signs[sign]);
    double number = read_sum(&end), given = read_sum(&result);
    if (sign == 1 || sign == 2) {
        assert_true(sign == 1 ? number < given : number > given);
        listed++;
        return;
    }
    const char *point = strchr(equals, '.');
    double last = point && point < result ? pow(10, -(double)strspn(point + 1, "0123456789")) : 1;
    if (fabs(number - given) > 0.500001 * last)
        fail_msg("%s gives %g", part, number);
    listed++;
}

/* "e_{3,j} − max:   3.14 − 6.30 = −3.16,   4.18 − 6.30 = −2.12". */
static void check_list(const char *line, bool made)
{
    for (const char *at = strstr(line, ":   "); at; at = strstr(at, ",   ")) {
        at += strlen(":   ");
        if (strncmp(at, "…", strlen("…")) != 0)
            check_part(at, made);
    }
}

/* The result of a beat stands in its line when it is there, and the line speaks of nothing that comes later. */
static void check_beat(const Maths *maths, int index, int beat, BeatKind kind)
{
    Moment moment = moment_at(maths->trace, index);
    double end = beat_end(maths->trace, index, beat + 1);
    double start = beat ? beat_end(maths->trace, index, beat) : index - 1;
    for (int part = 1; part <= 2; part++) {
        bool made = part == 2;
        Instant at = {.cursor = start + (end - start) * (made ? 0.99 : 0.5), .moment = moment, .word = 1, .met = made};
        EquationLine line = line_of_instant(maths, &at);
        const char *symbols = markup_plain(line.symbols, maths->arena);
        if (moment.kind == MOMENT_SCORES)
            assert_true((line.result != NULL) == made && (made || !line.numbers)
                        && (maths->trace->n < 2 || strstr(symbols, "₂ = ")));
        bool list = kind == BEAT_TEMPER || kind == BEAT_SHIFT || kind == BEAT_EXP
                    || (kind == BEAT_SHARE && maths->trace->config.local != LOCAL_P
                        && maths->trace->config.fault != FAULT_NOT_NORMALISED);
        if (list)
            check_list(symbols, made);
        if (!list && (kind == BEAT_SUM || kind == BEAT_SHARE || kind == BEAT_STACK)) {
            assert_true((line.result != NULL) == made);
            if (made && !strchr(line.numbers, '<')) /* of what is too small to be printed */
                check_numbers(markup_plain(line.numbers, maths->arena), markup_plain(line.result, maths->arena));
        }
        if (kind == BEAT_LIFT || kind == BEAT_WEIGH)
            assert_null(line.result);
    }
}

static void check_instants(const Maths *maths)
{
    const Trace *trace = maths->trace;
    bool made = config_scores(&trace->config) && !config_mixes_heads(&trace->config);
    for (int i = 1; i < moment_count(trace) && made; i++) {
        BeatKind beats[BEATS_MOST];
        int count = beats_of(trace, i, beats);
        for (int beat = 0; beat < count; beat++)
            if (moment_at(trace, i).kind == MOMENT_SCORES || (beats[beat] >= BEAT_TEMPER && beats[beat] <= BEAT_PRESS))
                check_beat(maths, i, beat, beats[beat]);
    }
}

/* ---- all models ---- */

static int models;

/* A word that the model knows; of few words one again. */
static const char *known(const Model *model, int k)
{
    return vocab_word(&model->source, VOCAB_SPECIAL + k % (model->source.count - VOCAB_SPECIAL));
}

static void check_model(const char *path)
{
    Model model;
    Error error = {0};
    Arena arena = {0};
    expect_ok(model_load(path, &model, &error), &error);
    const char *sentence = arena_printf(&arena, "%s %s zzz %s", known(&model, 1), known(&model, 2), known(&model, 0));
    Trace *trace = trace_decode(&model, slice_of(sentence), NULL, &error);
    expect_ok(trace != NULL, &error);
    for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
        Maths maths = {trace, &model, language, &arena};
        check_names(&maths);
        check_lines(&maths);
        if (trace->n == trace->words) /* with fault no_mask there are too many places to be told */
            check_instants(&maths);
    }
    trace_destroy(trace);
    model_finish(&model);
    arena_finish(&arena);
    models++;
}

static int visit(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info;
    (void)place;
    size_t length = strlen(path), ending = strlen(".safetensors");
    if (kind == FTW_F && length > ending && strcmp(path + length - ending, ".safetensors") == 0)
        check_model(path);
    return 0;
}

static void every_shipped_model(void **state)
{
    (void)state;
    char path[512];
    snprintf(path, sizeof path, "%s/lessons", getenv("ATTEND_DATA"));
    assert_int_equal(nftw(path, visit, 16, FTW_PHYS), 0);
    assert_true(models >= 40);
    assert_true(closed > 1000 && listed > 1000);
    assert_true(open_lines * 50 < closed); /* ≈ is the exception */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_shipped_model)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
