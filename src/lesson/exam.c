#include "lesson/exam.h"

#include "lesson/draw.h"
#include "lesson/lesson_list.h"

#include <math.h>
#include <string.h>

static const Quiz *question_of(const Lesson *lesson, int card)
{
    return lesson->cards[card].quiz_count ? &lesson->cards[card].quizzes[0] : NULL;
}

Exam exam_begin(void)
{
    Exam exam = {.over = false};
    for (int i = 0; i < EXAM_CARDS; i++)
        exam.chosen[i] = EXAM_OPEN;
    return exam;
}

int exam_questions(const Lesson *lesson)
{
    int count = 0;
    for (int i = 0; i < lesson->card_count; i++)
        count += question_of(lesson, i) != NULL;
    return count;
}

int exam_answered(const Lesson *lesson, const Exam *exam)
{
    int count = 0;
    for (int i = 0; i < lesson->card_count; i++)
        count += question_of(lesson, i) && exam->chosen[i] != EXAM_OPEN;
    return count;
}

bool exam_card_right(const Lesson *lesson, const Exam *exam, int card)
{
    const Quiz *quiz = question_of(lesson, card);
    return quiz && exam->chosen[card] == quiz->answer;
}

int exam_right(const Lesson *lesson, const Exam *exam)
{
    int count = 0;
    for (int i = 0; i < lesson->card_count; i++)
        count += exam_card_right(lesson, exam, i);
    return count;
}

const char *exam_key(const Lesson *lesson, Arena *arena)
{
    return arena_printf(arena, "%s#%d", lesson_slug(path_name(lesson->folder)), lesson->draw);
}

/* ---- as JSON ---- */

static void hash_of(const Lesson *lesson, char out[EXAM_HASH + 1])
{
    char all[65];
    Bytes text = {0};
    for (int i = 0; i < lesson->card_count; i++) {
        const Quiz *quiz = question_of(lesson, i);
        bytes_printf(&text, "%s\n", quiz ? quiz->question[LANGUAGE_ENGLISH] : "");
        for (int k = 0; quiz && k < quiz->choice_count; k++)
            bytes_printf(&text, "%s\n", quiz->choices[LANGUAGE_ENGLISH][k]);
    }
    sha256_hex(text.data, text.length, all);
    bytes_finish(&text);
    memcpy(out, all, EXAM_HASH);
    out[EXAM_HASH] = '\0';
}

void exam_print(const Lesson *lesson, const Exam *exam, Bytes *out)
{
    char hash[EXAM_HASH + 1];
    hash_of(lesson, hash);
    bytes_add_text(out, EXAM_BEGINS "1,\"lesson\":");
    json_print_string(out, slice_of(lesson_slug(path_name(lesson->folder))));
    bytes_printf(out, ",\"draw\":%d,\"of\":\"%s\",\"over\":%s,\"chosen\":[", lesson->draw, hash,
                 exam->over ? "true" : "false");
    for (int i = 0; i < lesson->card_count; i++)
        bytes_printf(out, "%s%d", i ? "," : "", exam->chosen[i]);
    bytes_add_text(out, "]}");
}

static bool whole_of(const cJSON *number, int least, int most, int *out)
{
    if (!cJSON_IsNumber(number) || number->valuedouble < least || number->valuedouble > most
        || number->valuedouble != floor(number->valuedouble))
        return false;
    *out = (int)number->valuedouble;
    return true;
}

static bool read_chosen(const cJSON *list, ExamFile *out)
{
    const cJSON *item;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > EXAM_CARDS)
        return false;
    cJSON_ArrayForEach(item, list)
    {
        if (!whole_of(item, EXAM_OPEN, INT16_MAX, &out->exam.chosen[out->count++]))
            return false;
    }
    return true;
}

bool exam_parse(const cJSON *object, const char *where, ExamFile *out, Error *error)
{
    int version = 0;
    const char *lesson = cJSON_GetStringValue(json_member(object, "lesson")),
               *hash = cJSON_GetStringValue(json_member(object, "of"));
    const cJSON *over = json_member(object, "over");
    *out = (ExamFile){.exam = exam_begin()};
    if (!whole_of(json_member(object, "attend_exam"), 1, 1, &version))
        return error_at(error, ERROR_FORMAT, where, 0, "is no result of an exam: expected \"attend_exam\":1");
    if (!lesson || !*lesson || strlen(lesson) >= sizeof out->lesson || strchr(lesson, '/'))
        return error_at(error, ERROR_FORMAT, where, 0, "`lesson` was expected: the name of the exam");
    if (!hash || strlen(hash) != EXAM_HASH)
        return error_at(error, ERROR_FORMAT, where, 0, "`of` was expected: %d digits", EXAM_HASH);
    if (!whole_of(json_member(object, "draw"), 1, DRAW_MOST, &out->draw))
        return error_at(error, ERROR_FORMAT, where, 0, "`draw` was expected: a whole number from 1 to %d", DRAW_MOST);
    if (!cJSON_IsBool(over) || !read_chosen(json_member(object, "chosen"), out))
        return error_at(
            error, ERROR_FORMAT, where, 0,
            "`over` and `chosen` were expected: true or false, and a list of at most %d choices, -1 for none",
            EXAM_CARDS);
    out->exam.over = cJSON_IsTrue(over);
    memcpy(out->lesson, lesson, strlen(lesson) + 1);
    memcpy(out->hash, hash, EXAM_HASH + 1);
    return true;
}

bool exam_fits(const ExamFile *file, const Lesson *lesson)
{
    char hash[EXAM_HASH + 1];
    hash_of(lesson, hash);
    bool fits = lesson->exam && file->draw == lesson->draw && file->count == lesson->card_count
                && strcmp(file->lesson, lesson_slug(path_name(lesson->folder))) == 0 && strcmp(file->hash, hash) == 0;
    for (int i = 0; fits && i < lesson->card_count; i++) {
        const Quiz *quiz = question_of(lesson, i);
        fits = file->exam.chosen[i] < (quiz ? quiz->choice_count : 0);
    }
    return fits;
}
