#include "lesson/progress.h"

#include "base/json.h"

#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, HASH_DIGITS = 16, VALUES = 200000 };

static void hash_title(const char *title, char out[HASH_DIGITS + 1])
{
    char all[65];
    sha256_hex(title, strlen(title), all);
    memcpy(out, all, HASH_DIGITS);
    out[HASH_DIGITS] = '\0';
}

static ProgressLesson *find_lesson(const Progress *progress, const char *name)
{
    for (int i = 0; i < progress->count; i++)
        if (strcmp(progress->lessons[i].name, name) == 0)
            return &progress->lessons[i];
    return NULL;
}

static ProgressCard *find_card(const ProgressLesson *lesson, int card)
{
    for (int i = 0; lesson && i < lesson->count; i++)
        if (lesson->cards[i].card == card)
            return &lesson->cards[i];
    return NULL;
}

static ProgressLesson *need_lesson(Progress *progress, const char *name)
{
    ProgressLesson *found = find_lesson(progress, name);
    size_t length = strlen(name);
    if (found || progress->count == PROGRESS_LESSONS || length == 0 || length > PROGRESS_NAME)
        return found;
    ProgressLesson *lessons = heap_alloc((size_t)progress->count + 1, sizeof *lessons);
    if (progress->count)
        memcpy(lessons, progress->lessons, sizeof *lessons * (size_t)progress->count);
    free(progress->lessons);
    progress->lessons = lessons;
    char *copy = heap_alloc(length + 1, 1);
    memcpy(copy, name, length + 1);
    lessons[progress->count] = (ProgressLesson){.name = copy};
    return &lessons[progress->count++];
}

/* A card that is known already takes the new hash. */
static bool put_card(ProgressLesson *lesson, int number, const char *hash)
{
    ProgressCard *card = find_card(lesson, number);
    if (!card && (number < 0 || number >= PROGRESS_CARDS))
        return false;
    if (!card) {
        ProgressCard *cards = heap_alloc((size_t)lesson->count + 1, sizeof *cards);
        if (lesson->count)
            memcpy(cards, lesson->cards, sizeof *cards * (size_t)lesson->count);
        free(lesson->cards);
        lesson->cards = cards;
        card = &cards[lesson->count++];
    }
    card->card = number;
    memcpy(card->hash, hash, sizeof card->hash);
    return true;
}

void progress_finish(Progress *progress)
{
    for (int i = 0; i < progress->count; i++) {
        free(progress->lessons[i].name);
        free(progress->lessons[i].cards);
    }
    free(progress->lessons);
    *progress = (Progress){0};
}

bool progress_done(const Progress *progress, const char *lesson, int card, const char *title)
{
    char hash[HASH_DIGITS + 1];
    const ProgressCard *known = find_card(find_lesson(progress, lesson), card);
    if (!known)
        return false;
    hash_title(title, hash);
    return strcmp(known->hash, hash) == 0;
}

bool progress_complete(Progress *progress, const char *lesson, int card, const char *title)
{
    char hash[HASH_DIGITS + 1];
    if (progress_done(progress, lesson, card, title))
        return false;
    hash_title(title, hash);
    ProgressLesson *known = need_lesson(progress, lesson);
    return known && put_card(known, card, hash);
}

void progress_merge(Progress *progress, const Progress *other)
{
    for (int i = 0; i < other->count; i++) {
        const ProgressLesson *theirs = &other->lessons[i];
        ProgressLesson *ours = need_lesson(progress, theirs->name);
        for (int k = 0; ours && k < theirs->count; k++)
            if (!find_card(ours, theirs->cards[k].card))
                put_card(ours, theirs->cards[k].card, theirs->cards[k].hash);
    }
}

/* ---- the file ---- */

void progress_print(const Progress *progress, Bytes *out)
{
    bytes_printf(out, "{\"version\":%d,\"lessons\":{", VERSION);
    for (int i = 0; i < progress->count; i++) {
        const ProgressLesson *lesson = &progress->lessons[i];
        bytes_add_text(out, i ? ",\n" : "\n");
        json_print_string(out, slice_of(lesson->name));
        bytes_add_text(out, ":{");
        for (int k = 0; k < lesson->count; k++)
            bytes_printf(out, "%s\"%d\":\"%s\"", k ? "," : "", lesson->cards[k].card + 1, lesson->cards[k].hash);
        bytes_add_text(out, "}");
    }
    bytes_add_text(out, "\n}}\n");
}

/* 1 to PROGRESS_CARDS in plain digits; 0: it is something else. */
static int card_number(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 3 || text[digits] || text[0] == '0')
        return 0;
    return (int)strtol(text, NULL, 10);
}

static bool read_cards(const cJSON *object, ProgressLesson *lesson, const char *file, Error *error)
{
    for (const cJSON *item = object->child; item; item = item->next) {
        int number = card_number(item->string);
        char name[EXCERPT_SIZE];
        if (number == 0)
            return error_at(error, ERROR_FORMAT, file, 0, "%s is not the number of a card",
                            slice_excerpt(slice_of(item->string), name));
        const char *hash = cJSON_IsString(item) ? item->valuestring : "";
        if (strlen(hash) != HASH_DIGITS || strspn(hash, "0123456789abcdef") != HASH_DIGITS)
            return error_at(error, ERROR_FORMAT, file, 0, "card %d has no hash of its title: %d digits were expected",
                            number, HASH_DIGITS);
        if (find_card(lesson, number - 1))
            return error_at(error, ERROR_FORMAT, file, 0, "card %d stands twice in one lesson", number);
        put_card(lesson, number - 1, hash);
    }
    return true;
}

static bool read_lessons(const cJSON *object, Progress *out, const char *file, Error *error)
{
    for (const cJSON *item = object->child; item; item = item->next) {
        char name[EXCERPT_SIZE];
        if (find_lesson(out, item->string))
            return error_at(error, ERROR_FORMAT, file, 0, "the lesson %s stands twice",
                            slice_excerpt(slice_of(item->string), name));
        ProgressLesson *lesson = need_lesson(out, item->string);
        if (!lesson || !cJSON_IsObject(item))
            return error_at(error, ERROR_FORMAT, file, 0, "%s is not a lesson with its cards",
                            slice_excerpt(slice_of(item->string), name));
        if (!read_cards(item, lesson, file, error))
            return false;
    }
    return true;
}

static bool read_file(const cJSON *root, Progress *out, const char *file, Error *error)
{
    if (!cJSON_IsObject(root))
        return error_at(error, ERROR_FORMAT, file, 0, "an object was expected");
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(root, "version");
    const cJSON *lessons = cJSON_GetObjectItemCaseSensitive(root, "lessons");
    if (!cJSON_IsNumber(version) || version->valuedouble != VERSION)
        return error_at(error, ERROR_FORMAT, file, 0, "version %d was expected", VERSION);
    if (!cJSON_IsObject(lessons) || cJSON_GetArraySize(root) != 2)
        return error_at(error, ERROR_FORMAT, file, 0, "`version` and `lessons` were expected and nothing else");
    return read_lessons(lessons, out, file, error);
}

bool progress_parse(Slice text, const char *file, Progress *out, Error *error)
{
    *out = (Progress){0};
    Error problem = {0};
    cJSON *root = json_parse(text, VALUES, &problem);
    if (!root)
        return error_at(error, ERROR_FORMAT, file, problem.line, "%s", problem.message);
    bool ok = read_file(root, out, file, error);
    cJSON_Delete(root);
    if (!ok)
        progress_finish(out);
    return ok;
}

/* ---- what completes a card ---- */

GoalKind card_goal(const Card *card)
{
    if (card->stage.goal != GOAL_NONE)
        return card->stage.goal;
    return card->quiz_count > 0 ? GOAL_ANSWER : GOAL_NONE;
}

bool card_answered_right(const Card *card, const QuizAnswer *answers, const Trace *trace)
{
    for (int i = 0; i < card->quiz_count; i++)
        if (!quiz_answered_right(&card->quizzes[i], &answers[i], trace))
            return false;
    return card->quiz_count > 0;
}
