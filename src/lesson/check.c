/* What can only be said with the model at hand: whether the cards' places exist, and whether the gates are kept. */
#include "lesson/lesson.h"
#include "lesson/live.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* ---- cards ---- */

static bool check_stage(const Reader *reader, const StageSetting *stage, const Trace *trace, const char *sentence)
{
    if (stage->step > trace->step_count)
        return reader_fail(reader, stage->line, "step %d is beyond the end: %s is decoded in %d steps", stage->step,
                           reader_quote(reader, slice_of(sentence)), trace->step_count);
    if (stage_moment(stage, trace) < 0)
        return reader_fail(reader, stage->line, "this model has no moment %s", MOMENT_NAMES[stage->moment]);
    for (int side = 0; side < 2; side++) {
        int count = side ? stage->dim_count : stage->highlight_count;
        for (int i = 0; i < count; i++)
            if (!live_present(side ? &stage->dim[i] : &stage->highlight[i], trace))
                return reader_fail(reader, stage->line, "entry %d of `%s` names nothing of %s with this model", i + 1,
                                   side ? "dim" : "highlight", reader_quote(reader, slice_of(sentence)));
    }
    return true;
}

static bool check_text(const Reader *reader, const Card *card, Language language, const Trace *trace,
                       const char *sentence)
{
    for (int i = 0; i < card->block_count[language]; i++) {
        const TextBlock *block = &card->blocks[language][i];
        for (int k = 0; k < block->span_count; k++) {
            const Span *span = &block->spans[k];
            if (span->style & SPAN_LIVE && !live_present(&span->live, trace))
                return reader_fail(reader, span->line, "{%s} names nothing of %s with this model", span->text,
                                   reader_quote(reader, slice_of(sentence)));
        }
    }
    return true;
}

/* The live names inside the words of a quiz, which were checked to be well written when they were read. */
static bool check_words(const Reader *reader, int line, const char *text, const Trace *trace)
{
    Slice rest = slice_of(text), plain, name;
    Live live;
    while (live_take(&rest, &plain, &name)) {
        if (plain.length)
            continue;
        if (!live_parse(reader, line, name, &live))
            return false;
        if (!live_present(&live, trace))
            return reader_fail(reader, line, "{%.*s} in this quiz names nothing that the model makes of the sentence",
                               (int)name.length, name.text);
    }
    return true;
}

static bool check_quiz(const Reader *reader, const Quiz *quiz, const Trace *trace, const char *sentence)
{
    if (quiz->step > trace->step_count)
        return reader_fail(reader, quiz->line, "step %d is beyond the end: %s is decoded in %d steps", quiz->step,
                           reader_quote(reader, slice_of(sentence)), trace->step_count);
    if (quiz->kind == QUIZ_WEIGHT && !trace->steps[quiz->step - 1].step.weights)
        return reader_fail(reader, quiz->line, "a weight quiz needs weights, and this model has none");
    if (quiz->kind == QUIZ_NUMBER && quiz->live.kind != LIVE_NONE && !live_present(&quiz->live, trace))
        return reader_fail(reader, quiz->line,
                           "the answer of this quiz names nothing that the model makes of the sentence");
    return true;
}

static bool check_card(const Lesson *lesson, const Card *card, const Model *model, Arena *arena, Error *error)
{
    const char *sentence = card->stage.sentence ? card->stage.sentence : lesson->sentence;
    Reader reader = {arena, lesson->path, error};
    Error inner = {0};
    Trace *trace = trace_decode(model, slice_of(sentence), NULL, &inner);
    if (!trace)
        return reader_fail(&reader, card->stage.present ? card->stage.line : card->line,
                           "the sentence %s cannot be decoded: %s", reader_quote(&reader, slice_of(sentence)),
                           inner.message[0] ? inner.message : "it has no words");
    bool ok = !card->stage.present || check_stage(&reader, &card->stage, trace, sentence);
    for (int i = 0; ok && i < card->quiz_count; i++)
        ok = check_quiz(&reader, &card->quizzes[i], trace, sentence);
    for (int language = 0; ok && language < LESSON_LANGUAGES; language++) {
        bool english = language == LANGUAGE_ENGLISH;
        reader.file = english ? lesson->path : path_join(arena, lesson->folder, "lesson.zh.md");
        ok = check_text(&reader, card, (Language)language, trace, sentence);
        for (int i = 0; ok && i < card->quiz_count; i++) {
            const Quiz *quiz = &card->quizzes[i];
            int line = english ? quiz->line : quiz->translated_line;
            ok = check_words(&reader, line, quiz->question[language], trace)
                 && check_words(&reader, line, quiz->hint[language], trace)
                 && check_words(&reader, line, quiz->why[language], trace);
        }
    }
    trace_destroy(trace);
    return ok;
}

bool lesson_check_cards_of(const Lesson *lesson, int index, const Model *model, Error *error)
{
    Arena arena = {0};
    bool ok = true;
    for (int i = 0; ok && i < lesson->card_count; i++)
        if (index < 0 || lesson->cards[i].stage.model == index)
            ok = check_card(lesson, &lesson->cards[i], model, &arena, error);
    arena_finish(&arena);
    return ok;
}

bool lesson_check_cards(const Lesson *lesson, const Model *model, Error *error)
{
    return lesson_check_cards_of(lesson, -1, model, error);
}

/* ---- gates ---- */

static void result(GateResult *out, bool passed, const char *format, ...) PRINTF_LIKE(3, 4);

static void result(GateResult *out, bool passed, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    out->passed = passed;
    vsnprintf(out->text, sizeof out->text, format, arguments);
    va_end(arguments);
}

static void gate_measured(const Gate *gate, const Evaluation *measured, GateResult *out)
{
    bool exact = gate->kind == GATE_EXACT_MATCH;
    const char *name = exact ? "exact match" : "alignment error";
    double value = measured ? exact ? measured->exact_match : measured->aer : NAN;
    if (!measured)
        result(out, false, "%s: not measured, there is no heldout.tsv", name);
    else if (isnan(value))
        result(out, false, "%s: not measured, there are no gold alignments or no weights", name);
    else
        result(out, exact ? value >= gate->bound : value <= gate->bound,
               "%s %.4f on %d held-out sentences, %s %.4g asked", name, value, measured->pairs,
               exact ? "at least" : "at most", gate->bound);
}

/* The source position with the largest weight, from 1, the lowest on ties. */
static int peak_of(const Real *weights, int n)
{
    int peak = 0;
    for (int j = 1; j < n; j++)
        if (weights[j] > weights[peak])
            peak = j;
    return peak + 1;
}

static void gate_weight(const Gate *gate, const Trace *trace, GateResult *out)
{
    double least = 1;
    for (int t = 1; t <= gate->peak_count; t++) {
        if (t > trace->step_count) {
            result(out, false, "weights of \"%s\": decoded in %d steps, %d peaks asked", gate->sentence,
                   trace->step_count, gate->peak_count);
            return;
        }
        const Real *weights = trace->steps[t - 1].step.weights;
        if (!weights) {
            result(out, false, "weights of \"%s\": this model has none", gate->sentence);
            return;
        }
        int peak = peak_of(weights, trace->n), wanted = gate->peaks[t - 1];
        double weight = weights[peak - 1];
        if (peak != wanted || !(weight > gate->bound)) {
            result(out, false,
                   "weights of \"%s\": step %d peaks on word %d with %.3f, word %d with more than %.4g asked",
                   gate->sentence, t, peak, weight, wanted, gate->bound);
            return;
        }
        least = weight < least ? weight : least;
    }
    result(out, true, "weights of \"%s\": %d peaks where they belong, the lowest %.3f, more than %.4g asked",
           gate->sentence, gate->peak_count, least, gate->bound);
}

static void gate_translation(const Gate *gate, const Trace *trace, GateResult *out)
{
    Arena arena = {0};
    TokenList wanted = text_tokens(&arena, slice_of(gate->expected), trace->config.target_tokens);
    bool same = wanted.count == trace->word_count && !trace->truncated;
    for (int t = 0; same && t < wanted.count; t++)
        same = slice_is(wanted.tokens[t], trace->steps[t].token);
    result(out, same, "\"%s\" -> %s, %s%s asked", gate->sentence, trace_translation(trace, &arena),
           same ? "as" : gate->expected, same ? "" : " was");
    arena_finish(&arena);
}

bool lesson_check_gates(const Lesson *lesson, const Model *model, const Corpus *heldout, int threads,
                        GateResult *results)
{
    bool all = true, measured = false;
    Evaluation evaluation = {0};
    for (int i = 0; i < lesson->gate_count; i++) {
        const Gate *gate = &lesson->gates[i];
        if (gate->kind == GATE_EXACT_MATCH || gate->kind == GATE_AER) {
            if (heldout && !measured)
                evaluation = model_evaluate(model, heldout, threads);
            measured = true;
            gate_measured(gate, heldout ? &evaluation : NULL, &results[i]);
        } else {
            Error error = {0};
            Trace *trace = trace_decode(model, slice_of(gate->sentence), NULL, &error);
            if (!trace)
                result(&results[i], false, "\"%s\" cannot be decoded: %s", gate->sentence,
                       error.message[0] ? error.message : "it has no words");
            else if (gate->kind == GATE_WEIGHT)
                gate_weight(gate, trace, &results[i]);
            else
                gate_translation(gate, trace, &results[i]);
            trace_destroy(trace);
        }
        all = all && results[i].passed;
    }
    return all;
}
