/* Checks that need the models: whether the places that cards name exist. */
#include "lesson/lesson.h"
#include "lesson/live.h"
#include "trace/beats.h"

static bool check_stage(const Reader *reader, const StageSetting *stage, const Trace *trace, const char *sentence)
{
    if (stage->step > trace->step_count)
        return reader_fail(reader, stage->line, "step %d is beyond the end: %s is decoded in %d step(s)", stage->step,
                           reader_quote(reader, slice_of(sentence)), trace->step_count);
    if (stage->position > trace->n)
        return reader_fail(reader, stage->line, "position %d is beyond the end: %s has %d word(s)", stage->position,
                           reader_quote(reader, slice_of(sentence)), trace->n);
    if (stage_moment(stage, trace) < 0)
        return reader_fail(reader, stage->line, "this model has no moment %s", MOMENT_NAMES[stage->moment]);
    BeatKind beats[BEATS_MOST];
    int beat_count = beats_of(trace, stage_moment(stage, trace), beats);
    if (stage->beat > beat_count)
        return reader_fail(reader, stage->line, "beat %d is beyond the end: the moment %s has %d beat(s) here",
                           stage->beat, MOMENT_NAMES[stage->moment], beat_count);
    if (stage->decode.temperature != 0 && !config_scores(&trace->config))
        return reader_fail(
            reader, stage->line,
            "the sentence %s cannot be decoded: a model with attention %s has no scores for a temperature to divide",
            reader_quote(reader, slice_of(sentence)), ATTENTION_NAMES[trace->config.attention]);
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

static bool check_quiz(const Reader *reader, const Quiz *quiz, const StageSetting *stage, const Trace *trace,
                       const char *sentence)
{
    if (quiz->step > trace->step_count)
        return reader_fail(reader, quiz->line, "step %d is beyond the end: %s is decoded in %d step(s)", quiz->step,
                           reader_quote(reader, slice_of(sentence)), trace->step_count);
    if (quiz->kind == QUIZ_WEIGHT && !trace->steps[quiz->step - 1].step.weights)
        return reader_fail(reader, quiz->line, "a weight quiz needs weights, and this model has none");
    if (quiz->hide >= HIDE_FROM && quiz_hides_from(quiz, stage, trace) < 0)
        return reader_fail(reader, quiz->line, "there is no moment %s of step %d to be hidden",
                           MOMENT_NAMES[MOMENT_PREVIOUS + quiz->hide - HIDE_FROM],
                           quiz->step ? quiz->step : stage->step);
    if (quiz->kind == QUIZ_NUMBER && quiz->live.kind != LIVE_NONE && !live_present(&quiz->live, trace))
        return reader_fail(reader, quiz->line,
                           "the answer of this quiz names nothing that the model makes of the sentence");
    return true;
}

static bool check_card(const Lesson *lesson, const Card *card, const Model *models, Arena *arena, Error *error)
{
    const char *sentence = card_sentence(lesson, card);
    Reader reader = {arena, lesson->path, error};
    Error inner = {0};
    const StageSetting *stage = &card->stage;
    Trace *trace = card_decode(&models[stage->model], sentence, &stage->decode, NULL, &inner);
    if (!trace)
        return reader_fail(&reader, card->stage.present ? card->stage.line : card->line,
                           "the sentence %s cannot be decoded: %s", reader_quote(&reader, slice_of(sentence)),
                           inner.message[0] ? inner.message : "it has no words");
    stage_tell(stage, trace);
    bool ok = !card->stage.present || check_stage(&reader, &card->stage, trace, sentence);
    for (int i = 0; ok && i < card->quiz_count; i++)
        ok = check_quiz(&reader, &card->quizzes[i], stage, trace, sentence);
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
            for (int k = 0; ok && quiz->wrong[language] && k < quiz->choice_count; k++)
                ok = check_words(&reader, line, quiz->wrong[language][k], trace);
        }
    }
    trace_destroy(trace);
    return ok;
}

bool lesson_check_cards(const Lesson *lesson, const Model *models, Error *error)
{
    Arena arena = {0};
    bool ok = true;
    for (int i = 0; ok && i < lesson->card_count; i++)
        ok = check_card(lesson, &lesson->cards[i], models, &arena, error);
    arena_finish(&arena);
    return ok;
}
