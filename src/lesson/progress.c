#include "lesson/progress.h"

#include "base/json.h"
#include "lesson/lesson_list.h"

#include <string.h>

enum { VERSION = 1, HASH_DIGITS = 16, VALUES = 200000, RECORD_KEY = 2 * PROGRESS_NAME + 2 };

static void hash_title(const char *title, char out[HASH_DIGITS + 1])
{
    char all[65];
    sha256_hex(title, strlen(title), all);
    memcpy(out, all, HASH_DIGITS);
    out[HASH_DIGITS] = '\0';
}

static void card_key(int card, char out[16])
{
    snprintf(out, 16, "%d", card + 1);
}

static cJSON *find_card(const Progress *progress, const char *lesson, int card)
{
    char key[16];
    card_key(card, key);
    return json_member(json_member(progress->lessons, lesson_slug(lesson)), key);
}

static bool name_fits(const char *name)
{
    return *name && strlen(name) <= PROGRESS_NAME;
}

static cJSON *need_lesson(Progress *progress, const char *name)
{
    if (!progress->lessons)
        progress->lessons = json_object();
    cJSON *found = json_member(progress->lessons, name);
    if (found || !name_fits(name) || cJSON_GetArraySize(progress->lessons) >= PROGRESS_LESSONS)
        return found;
    return cJSON_AddObjectToObject(progress->lessons, name);
}

void progress_finish(Progress *progress)
{
    cJSON_Delete(progress->lessons);
    cJSON_Delete(progress->records);
    cJSON_Delete(progress->exams);
    *progress = (Progress){0};
}

bool progress_empty(const Progress *progress)
{
    return cJSON_GetArraySize(progress->lessons) == 0 && cJSON_GetArraySize(progress->records) == 0
           && cJSON_GetArraySize(progress->exams) == 0;
}

bool progress_done(const Progress *progress, const char *lesson, int card, const char *title)
{
    char hash[HASH_DIGITS + 1];
    const cJSON *known = find_card(progress, lesson, card);
    if (!known)
        return false;
    hash_title(title, hash);
    return strcmp(known->valuestring, hash) == 0;
}

bool progress_complete(Progress *progress, const char *lesson, int card, const char *title)
{
    char hash[HASH_DIGITS + 1], key[16];
    if (card < 0 || card >= PROGRESS_CARDS || progress_done(progress, lesson, card, title))
        return false;
    hash_title(title, hash);
    card_key(card, key);
    cJSON *known = find_card(progress, lesson, card), *cards = need_lesson(progress, lesson_slug(lesson));
    if (known)
        cJSON_SetValuestring(known, hash);
    else if (cards)
        cJSON_AddStringToObject(cards, key, hash);
    return cards != NULL;
}

/* ---- records ---- */

static cJSON *find_record(const Progress *progress, const char *lesson, const char *model, char key[RECORD_KEY])
{
    snprintf(key, RECORD_KEY, "%s:%s", lesson_slug(lesson), model);
    return json_member(progress->records, key);
}

double progress_record(const Progress *progress, const char *lesson, const char *model)
{
    char key[RECORD_KEY];
    const cJSON *known = find_record(progress, lesson, model, key);
    return known ? known->valuedouble : 0;
}

static bool break_record(Progress *progress, const char *key, double moved)
{
    cJSON *known = json_member(progress->records, key);
    if (!(moved > (known ? known->valuedouble : 0)) || moved > 1)
        return false;
    if (!progress->records)
        progress->records = json_object();
    if (known)
        cJSON_SetNumberValue(known, moved);
    else if (cJSON_GetArraySize(progress->records) < PROGRESS_LESSONS)
        cJSON_AddNumberToObject(progress->records, key, moved);
    return true;
}

bool progress_break(Progress *progress, const char *lesson, const char *model, double moved)
{
    char key[RECORD_KEY];
    find_record(progress, lesson, model, key);
    return name_fits(lesson) && break_record(progress, key, moved);
}

/* ---- exams ---- */

bool progress_exam(const Progress *progress, const Lesson *lesson, Exam *out)
{
    Arena arena = {0};
    ExamFile file;
    const cJSON *known = json_member(progress->exams, exam_key(lesson, &arena));
    bool fits = known && exam_parse(known, "", &file, NULL) && exam_fits(&file, lesson);
    *out = fits ? file.exam : exam_begin();
    arena_finish(&arena);
    return fits;
}

static void put_exam(Progress *progress, const char *key, cJSON *object)
{
    if (!progress->exams)
        progress->exams = json_object();
    cJSON_DeleteItemFromObjectCaseSensitive(progress->exams, key);
    if (object && cJSON_GetArraySize(progress->exams) < PROGRESS_LESSONS)
        cJSON_AddItemToObject(progress->exams, key, object);
    else
        cJSON_Delete(object);
}

void progress_keep_exam(Progress *progress, const Lesson *lesson, const Exam *exam)
{
    Arena arena = {0};
    Bytes text = {0};
    exam_print(lesson, exam, &text);
    put_exam(progress, exam_key(lesson, &arena), json_parse(bytes_slice(&text), VALUES, NULL));
    bytes_finish(&text);
    arena_finish(&arena);
}

/* Each question has one try and an end is final: of the same questions both windows' answers hold. */
static void merge_exam(cJSON *ours, const cJSON *theirs)
{
    ExamFile one, other;
    if (!exam_parse(ours, "", &one, NULL) || !exam_parse(theirs, "", &other, NULL) || strcmp(one.hash, other.hash) != 0)
        return;
    cJSON *chosen = json_member(ours, "chosen")->child;
    for (int i = 0; i < one.count && i < other.count; i++, chosen = chosen->next)
        if (one.exam.chosen[i] == EXAM_OPEN)
            cJSON_SetNumberValue(chosen, other.exam.chosen[i]);
    if (other.exam.over)
        cJSON_ReplaceItemInObjectCaseSensitive(ours, "over", cJSON_CreateTrue());
}

/* In a file lessons may have a number before their name, even one that they no longer have. */
static void merge(Progress *progress, const Progress *other, bool file)
{
    const cJSON *exam;
    cJSON_ArrayForEach(exam, other->exams)
    {
        cJSON *ours = json_member(progress->exams, exam->string);
        if (ours)
            merge_exam(ours, exam);
        else
            put_exam(progress, exam->string, cJSON_Duplicate(exam, true));
    }
    const cJSON *record;
    cJSON_ArrayForEach(record, other->records)
    {
        break_record(progress, file ? lesson_slug(record->string) : record->string, record->valuedouble);
    }
    const cJSON *theirs, *card;
    cJSON_ArrayForEach(theirs, other->lessons)
    {
        cJSON *ours = need_lesson(progress, file ? lesson_slug(theirs->string) : theirs->string);
        cJSON_ArrayForEach(card, theirs)
        {
            if (ours && !json_member(ours, card->string))
                cJSON_AddStringToObject(ours, card->string, card->valuestring);
        }
    }
}

void progress_merge(Progress *progress, const Progress *other)
{
    merge(progress, other, false);
}

/* ---- the file ---- */

static void print_exams(const Progress *progress, Bytes *out)
{
    const cJSON *exam;
    cJSON_ArrayForEach(exam, progress->exams)
    {
        char *text = cJSON_PrintUnformatted(exam);
        bytes_add_text(out, exam->prev->next ? ",\n" : ",\"exams\":{\n");
        json_print_string(out, slice_of(exam->string));
        bytes_printf(out, ":%s", text);
        cJSON_free(text);
    }
    bytes_add_text(out, progress->exams && progress->exams->child ? "\n}" : "");
}

/* A slug such as "3-words" would lose its own number in reading: it gets one more. */
static void print_name(const char *slug, Bytes *out)
{
    Arena arena = {0};
    json_print_string(out, slice_of(lesson_slug(slug) == slug ? slug : arena_printf(&arena, "0-%s", slug)));
    arena_finish(&arena);
}

void progress_print(const Progress *progress, Bytes *out)
{
    const cJSON *lesson, *card, *record;
    bytes_printf(out, "{\"version\":%d,\"lessons\":{", VERSION);
    cJSON_ArrayForEach(lesson, progress->lessons)
    {
        bytes_add_text(out, lesson->prev->next ? ",\n" : "\n"); /* the first one's `prev` is the last */
        print_name(lesson->string, out);
        bytes_add_text(out, ":{");
        cJSON_ArrayForEach(card, lesson)
        {
            bytes_printf(out, "%s\"%s\":\"%s\"", card->prev->next ? "," : "", card->string, card->valuestring);
        }
        bytes_add_text(out, "}");
    }
    bytes_add_text(out, "\n}");
    cJSON_ArrayForEach(record, progress->records)
    {
        bytes_add_text(out, record->prev->next ? ",\n" : ",\"records\":{\n");
        print_name(record->string, out);
        bytes_add_text(out, ":");
        json_print_number(out, record->valuedouble);
    }
    if (progress->records && progress->records->child) /* else nothing was opened */
        bytes_add_text(out, "\n}");
    print_exams(progress, out);
    bytes_add_text(out, "}\n");
}

/* 1 to PROGRESS_CARDS in plain digits? */
static bool is_card_number(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return digits >= 1 && digits <= 3 && !text[digits] && text[0] != '0';
}

static bool is_repeated(const cJSON *object, const cJSON *item)
{
    return json_member(object, item->string) != item;
}

static bool check_cards(const cJSON *cards, const char *file, Error *error)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, cards)
    {
        char name[EXCERPT_SIZE];
        if (!is_card_number(item->string))
            return error_at(error, ERROR_FORMAT, file, 0, "%s is not the number of a card",
                            slice_excerpt(slice_of(item->string), name));
        const char *hash = cJSON_IsString(item) ? item->valuestring : "";
        if (strlen(hash) != HASH_DIGITS || strspn(hash, "0123456789abcdef") != HASH_DIGITS)
            return error_at(error, ERROR_FORMAT, file, 0, "card %s has no hash of its title: %d digits were expected",
                            item->string, HASH_DIGITS);
        if (is_repeated(cards, item))
            return error_at(error, ERROR_FORMAT, file, 0, "card %s stands twice in one lesson", item->string);
    }
    return true;
}

static bool check_lessons(const cJSON *lessons, const char *file, Error *error)
{
    const cJSON *item;
    int count = 0;
    cJSON_ArrayForEach(item, lessons)
    {
        char name[EXCERPT_SIZE];
        if (is_repeated(lessons, item))
            return error_at(error, ERROR_FORMAT, file, 0, "the lesson %s stands twice",
                            slice_excerpt(slice_of(item->string), name));
        if (++count > PROGRESS_LESSONS || !name_fits(item->string) || !cJSON_IsObject(item))
            return error_at(error, ERROR_FORMAT, file, 0, "%s is not a lesson with its cards",
                            slice_excerpt(slice_of(item->string), name));
        if (!check_cards(item, file, error))
            return false;
    }
    return true;
}

static bool check_records(const cJSON *records, const char *file, Error *error)
{
    const cJSON *item;
    int count = 0;
    cJSON_ArrayForEach(item, records)
    {
        bool fits = cJSON_IsNumber(item) && item->valuedouble > 0 && item->valuedouble <= 1;
        if (!fits || ++count > PROGRESS_LESSONS || strlen(item->string) >= RECORD_KEY || is_repeated(records, item)) {
            char name[EXCERPT_SIZE];
            return error_at(error, ERROR_FORMAT, file, 0, "%s is not a record: one number from 0 to 1 was expected",
                            slice_excerpt(slice_of(item->string), name));
        }
    }
    return true;
}

static bool check_exams(const cJSON *exams, const char *file, Error *error)
{
    const cJSON *item;
    int count = 0;
    cJSON_ArrayForEach(item, exams)
    {
        ExamFile exam;
        char name[EXCERPT_SIZE];
        if (++count > PROGRESS_LESSONS || strlen(item->string) > PROGRESS_NAME || is_repeated(exams, item))
            return error_at(error, ERROR_FORMAT, file, 0, "the exam %s is one too many",
                            slice_excerpt(slice_of(item->string), name));
        if (!exam_parse(item, file, &exam, error))
            return false;
    }
    return true;
}

static bool check_file(const cJSON *root, const char *file, Error *error)
{
    if (!cJSON_IsObject(root))
        return error_at(error, ERROR_FORMAT, file, 0, "an object was expected");
    const cJSON *version = json_member(root, "version");
    const cJSON *lessons = json_member(root, "lessons");
    const cJSON *exams = json_member(root, "exams");
    if (!cJSON_IsNumber(version) || version->valuedouble != VERSION)
        return error_at(error, ERROR_FORMAT, file, 0, "version %d was expected", VERSION);
    const cJSON *records = json_member(root, "records");
    if (!cJSON_IsObject(lessons) || (records && !cJSON_IsObject(records)) || (exams && !cJSON_IsObject(exams))
        || cJSON_GetArraySize(root) != 2 + (records != NULL) + (exams != NULL))
        return error_at(error, ERROR_FORMAT, file, 0,
                        "`version`, `lessons` and perhaps `records` and `exams` were expected and nothing else");
    return check_lessons(lessons, file, error) && check_records(records, file, error)
           && check_exams(exams, file, error);
}

bool progress_parse(Slice text, const char *file, Progress *out, Error *error)
{
    *out = (Progress){0};
    Error problem = {0};
    cJSON *root = json_parse(text, VALUES, &problem);
    if (!root)
        return error_at(error, ERROR_FORMAT, file, problem.line, "%s", problem.message);
    bool ok = check_file(root, file, error);
    if (ok)
        merge(out, &(Progress){json_member(root, "lessons"), json_member(root, "records"), json_member(root, "exams")},
              true);
    cJSON_Delete(root);
    return ok;
}

/* ---- what completes a card ---- */

GoalKind card_goal(const Card *card)
{
    if (card->stage.goal != GOAL_NONE)
        return card->stage.goal;
    return card->quiz_count > 0 ? GOAL_ANSWER : GOAL_NONE;
}

static bool text_asks_change(const char *text)
{
    static const char *const STEMS[] = {"drag", "Drag", "mute", "Mute", "pink"};
    for (size_t i = 0; i < sizeof STEMS / sizeof *STEMS; i++)
        if (strstr(text, STEMS[i]))
            return true;
    return false;
}

bool card_asks_change(const Card *card)
{
    const StageSetting *stage = &card->stage;
    bool asks = (stage->goal >= GOAL_SENTENCE && stage->goal <= GOAL_WORD) || stage->goal >= GOAL_MUTE
                || stage->decode.force || stage->decode.mute || stage->decode.temperature > 0
                || (stage->present && stage->view == VIEW_EXHIBIT);
    for (int i = 0; !asks && i < card->block_count[LANGUAGE_ENGLISH]; i++) {
        const TextBlock *block = &card->blocks[LANGUAGE_ENGLISH][i];
        for (int k = 0; block->kind == BLOCK_NOTE && k < block->span_count; k++)
            asks = asks || text_asks_change(block->spans[k].text);
    }
    return asks;
}

bool card_answered_right(const Card *card, const QuizAnswer *answers, const Trace *trace)
{
    for (int i = 0; i < card->quiz_count; i++)
        if (!quiz_answered_right(&card->quizzes[i], &answers[i], trace))
            return false;
    return card->quiz_count > 0;
}
