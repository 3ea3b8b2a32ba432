/* `quiz` blocks: reading them, what they offer, and whether an answer is right. */
#include "base/hash.h"
#include "lesson/live.h"
#include "lesson/parts.h"
#include "lesson/tree.h"

#include <math.h>
#include <string.h>

enum { CHOICES_LEAST = 2, CHOICES_MOST = 6, NEXT_CHOICES = 4 };

static const char *const KIND_NAMES[] = {
    [QUIZ_CHOICE] = "choice", [QUIZ_WEIGHT] = "weight", [QUIZ_NEXT] = "next", [QUIZ_NUMBER] = "number", NULL};

/* ---- reading ---- */

static bool check_words(const Reader *reader, const Node *map, Language language, const Quiz *quiz)
{
    const char *const words[] = {quiz->question[language], quiz->hint[language], quiz->why[language]};
    static const char *const keys[] = {"question", "hint", "why"};
    for (int i = 0; i < 3; i++)
        if (words[i] && !live_check_text(reader, tree_line(map, keys[i]), words[i]))
            return false;
    return true;
}

static bool read_choices(const Reader *reader, const Node *map, Language language, Quiz *out, int *count)
{
    if (!tree_texts(reader, map, "choices", true, &out->choices[language], count))
        return false;
    const Node *node = tree_get(map, "choices");
    const char **choices = out->choices[language];
    if (*count < CHOICES_LEAST || *count > CHOICES_MOST)
        return reader_fail(reader, node->line, "`choices` has %d entr(y|ies); expected %d to %d", *count, CHOICES_LEAST,
                           CHOICES_MOST);
    for (int i = 0; i < *count; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(choices[i], choices[k]) == 0)
                return reader_fail(reader, node->items[i].line, "the choice %s is there twice",
                                   reader_quote(reader, slice_of(choices[i])));
    return true;
}

/* Why each wrong choice is not it, in the order of the choices. */
static bool read_wrong(const Reader *reader, const Node *map, Language language, Quiz *out)
{
    const char **reasons = NULL, **placed = ARENA_ARRAY(reader->arena, const char *, (size_t)out->choice_count);
    int count = 0, used = 0;
    const Node *node = tree_get(map, "wrong");
    if (!tree_texts(reader, map, "wrong", false, &reasons, &count))
        return false;
    if (node && count != out->choice_count - 1)
        return reader_fail(reader, node->line,
                           "`wrong` has %d entr(y|ies); expected %d: a reason for each wrong choice", count,
                           out->choice_count - 1);
    for (int i = 0; node && i < out->choice_count; i++) {
        placed[i] = i == out->answer ? NULL : reasons[used++];
        if (placed[i] && !live_check_text(reader, node->items[used - 1].line, placed[i]))
            return false;
    }
    out->wrong[language] = node ? placed : NULL;
    return true;
}

/* The text of the right choice, or its number from 1 where no choice has that text. */
static bool read_choice(const Reader *reader, const Node *map, Quiz *out)
{
    const char *answer = NULL;
    if (!read_choices(reader, map, LANGUAGE_ENGLISH, out, &out->choice_count)
        || !tree_text(reader, map, "answer", true, &answer))
        return false;
    for (int i = 0; i < out->choice_count; i++)
        if (strcmp(out->choices[LANGUAGE_ENGLISH][i], answer) == 0) {
            out->answer = i;
            return read_wrong(reader, map, LANGUAGE_ENGLISH, out);
        }
    if (!whole_parse(answer, 1, out->choice_count, &out->answer))
        return reader_fail(reader, tree_get(map, "answer")->line,
                           "`answer` is %s; expected the text of one of the choices, or its number from 1 to %d",
                           reader_quote(reader, slice_of(answer)), out->choice_count);
    out->answer--;
    return read_wrong(reader, map, LANGUAGE_ENGLISH, out);
}

/* A number, or a score or weight of the trace such as alpha_32, which is printed with two decimals. */
static bool read_number(const Reader *reader, const Node *map, Quiz *out)
{
    const char *answer = NULL;
    if (!tree_text(reader, map, "answer", true, &answer))
        return false;
    if (number_parse(answer, &out->number))
        return true;
    const Reader quiet = {reader->arena, reader->file, NULL};
    int line = tree_line(map, "answer");
    bool known = live_parse(&quiet, line, slice_of(answer), &out->live);
    if (!known || (out->live.kind != LIVE_SCORE && out->live.kind != LIVE_WEIGHT))
        return reader_fail(reader, line, "`answer` is %s; expected a number, or a weight or score such as alpha_32",
                           reader_quote(reader, slice_of(answer)));
    if (!tree_get(map, "tolerance"))
        out->tolerance = 0.01;
    return true;
}

/* Cards of the course, by lesson and place: "9.3". */
static bool read_again(const Reader *reader, const Node *map, Quiz *out)
{
    if (!tree_texts(reader, map, "again", false, &out->again, &out->again_count))
        return false;
    for (int i = 0, lesson, card; i < out->again_count; i++)
        if (!reader_card(reader, tree_get(map, "again")->items[i].line, slice_of(out->again[i]), &lesson, &card))
            return false;
    return true;
}

static const char *const ASK_NAMES[] = {"beside", "first", NULL};
static const char *const HIDE_NAMES[] = {"answer", "text", "stage", STEP_MOMENT_NAMES, NULL};

static const char *const GLOSS_NAMES[] = {"on", "off", NULL};

#define KIND      "kind", FIELD_NAME, offsetof(Quiz, kind), true, 0, 0, KIND_NAMES, "unknown kind of quiz %s"
#define STEP      "step", FIELD_WHOLE, offsetof(Quiz, step)
#define TOLERANCE "tolerance", FIELD_NUMBER, offsetof(Quiz, tolerance), false, 0, 1e9
#define QUESTION  "question", FIELD_TEXT, offsetof(Quiz, question), true /* of the first language, as these two */
#define ASK       "ask", FIELD_NAME, offsetof(Quiz, ask), false, 0, 0, ASK_NAMES, "a question cannot be asked %s"
#define HIDE      "hide", FIELD_NAME, offsetof(Quiz, hide), false, 0, 0, HIDE_NAMES, "%s cannot be hidden"
#define GLOSS     "gloss", FIELD_NAME, offsetof(Quiz, unglossed), false, 0, 0, GLOSS_NAMES, "glosses cannot be %s"
#define HINT      "hint", FIELD_TEXT, offsetof(Quiz, hint)
#define WHY       "why", FIELD_TEXT, offsetof(Quiz, why)

static const TreeField ANY[] = {{KIND},  {"step"},  {"question"}, {"choices"}, {"answer"}, {"tolerance"}, {"hint"},
                                {"why"}, {"wrong"}, {"ask"},      {"hide"},    {"gloss"},  {"again"},     {0}};
static const TreeField CHOICE[] = {{"kind"},  {QUESTION}, {"choices"}, {"answer"}, {HINT},    {WHY},
                                   {"wrong"}, {ASK},      {HIDE},      {GLOSS},    {"again"}, {0}};
static const TreeField PREDICT[] = {
    {"kind"}, {STEP, true, 1, 999}, {QUESTION}, {HINT}, {WHY}, {ASK}, {HIDE}, {GLOSS}, {"again"}, {0}};
static const TreeField NUMBER[] = {{"kind"},    {STEP, false, 1, 999},
                                   {QUESTION},  {"answer"},
                                   {TOLERANCE}, {HINT},
                                   {WHY},       {ASK},
                                   {HIDE},      {GLOSS},
                                   {"again"},   {0}};
static const TreeField TRANSLATED[] = {{QUESTION}, {HINT}, {WHY}, {0}};
static const TreeField TRANSLATED_CHOICE[] = {{QUESTION}, {"choices"}, {HINT}, {WHY}, {"wrong"}, {0}};

bool quiz_read(const Reader *reader, const CardPiece *piece, Quiz *out)
{
    static const struct {
        const char *name;
        const TreeField *fields;
        bool (*read)(const Reader *, const Node *, Quiz *);
    } kinds[] = {[QUIZ_CHOICE] = {"a choice quiz", CHOICE, read_choice},
                 [QUIZ_WEIGHT] = {"a weight quiz", PREDICT, NULL},
                 [QUIZ_NEXT] = {"a next quiz", PREDICT, NULL},
                 [QUIZ_NUMBER] = {"a number quiz", NUMBER, read_number}};
    Node map;
    *out = (Quiz){.line = piece->line};
    return tree_parse(reader, piece->text, piece->line, TEXTS_ALONE, &map)
           && tree_read(reader, &map, "a quiz block", ANY, out)
           && tree_read(reader, &map, kinds[out->kind].name, kinds[out->kind].fields, out)
           && check_words(reader, &map, LANGUAGE_ENGLISH, out) && read_again(reader, &map, out)
           && (!kinds[out->kind].read || kinds[out->kind].read(reader, &map, out));
}

/* A part that one language has the other must have too. */
static bool same_words(const Reader *reader, const Quiz *quiz, const char *key, bool english, bool chinese)
{
    if (english == chinese)
        return true;
    return reader_fail(reader, quiz->translated_line, "this quiz has %s `%s`, that of lesson.md (line %d) has %s",
                       chinese ? "a" : "no", key, quiz->line, english ? "one" : "none");
}

bool quiz_read_translated(const Reader *reader, const CardPiece *piece, Quiz *out)
{
    Node map;
    out->translated_line = piece->line;
    bool chosen = out->kind == QUIZ_CHOICE;
    if (!tree_parse(reader, piece->text, piece->line, TEXTS_ALONE, &map)
        || !tree_read(reader, &map, "a translated quiz (the rest stands in lesson.md)",
                      chosen ? TRANSLATED_CHOICE : TRANSLATED, (const char **)out + LANGUAGE_CHINESE)
        || !check_words(reader, &map, LANGUAGE_CHINESE, out)
        || !same_words(reader, out, "hint", out->hint[0], out->hint[1])
        || !same_words(reader, out, "why", out->why[0], out->why[1]))
        return false;
    int count = 0;
    if (!chosen)
        return true;
    if (!read_choices(reader, &map, LANGUAGE_CHINESE, out, &count))
        return false;
    if (count != out->choice_count)
        return reader_fail(reader, tree_get(&map, "choices")->line, "%d choice(s) here, %d in lesson.md (line %d)",
                           count, out->choice_count, out->line);
    return read_wrong(reader, &map, LANGUAGE_CHINESE, out)
           && same_words(reader, out, "wrong", out->wrong[0], out->wrong[1]);
}

/* ---- the order of the choices ---- */

static void permute(const char **texts, const int *order, int count)
{
    const char *before[CHOICES_MOST];
    for (int i = 0; texts && i < count; i++)
        before[i] = texts[i];
    for (int i = 0; texts && i < count; i++)
        texts[i] = before[order[i]];
}

static void shuffle(Quiz *quiz)
{
    int order[CHOICES_MOST], right = 0;
    for (int i = 0; i < quiz->choice_count; i++)
        order[i] = i;
    Random random = random_seeded(quiz->seed);
    random_shuffle(&random, order, quiz->choice_count);
    for (int language = 0; language < LESSON_LANGUAGES; language++) {
        permute(quiz->choices[language], order, quiz->choice_count);
        permute(quiz->wrong[language], order, quiz->choice_count);
    }
    while (order[right] != quiz->answer)
        right++;
    quiz->answer = right;
}

void quizzes_shuffle(Lesson *lesson)
{
    const char *name = path_name(lesson->folder);
    uint64_t seed = hash_bytes(0, name, strlen(name));
    if (lesson->draw > 1)
        seed = hash_mix(seed, (uint64_t)lesson->draw);
    for (int i = 0; i < lesson->card_count; i++)
        for (int k = 0; k < lesson->cards[i].quiz_count; k++) {
            Quiz *quiz = &lesson->cards[i].quizzes[k];
            quiz->seed = hash_mix(seed, (uint64_t)i * QUIZ_MOST + (uint64_t)k);
            if (quiz->kind == QUIZ_CHOICE)
                shuffle(quiz);
        }
}

/* ---- asking ---- */

static const TraceStep *step_of(const Quiz *quiz, const Trace *trace)
{
    return trace && quiz->step >= 1 && quiz->step <= trace->step_count ? &trace->steps[quiz->step - 1] : NULL;
}

/* The likeliest words of a step that could be written, what was written among them, in an order that gives nothing
 * away and is the same every time. */
static int next_candidates(const Quiz *quiz, const TraceStep *step, Candidate *out)
{
    int order[NEXT_CHOICES], count = 0;
    bool written = false;
    Candidate found[NEXT_CHOICES];
    for (int i = 0; i < step->top_count && count < NEXT_CHOICES; i++) {
        int id = step->top[i].id;
        if (id == VOCAB_PAD || id == VOCAB_START || id == VOCAB_UNKNOWN) /* is never written */
            continue;
        written |= id == step->id;
        found[count++] = step->top[i];
    }
    if (!written) /* a forced word can be an unlikely one */
        found[count < NEXT_CHOICES ? count++ : count - 1] = (Candidate){step->id, step->token, step->p};
    for (int k = 1; k < count; k++) /* by their numbers: their probabilities take no part */
        for (int i = k; i > 0 && found[i].id < found[i - 1].id; i--) {
            Candidate other = found[i];
            found[i] = found[i - 1];
            found[i - 1] = other;
        }
    for (int i = 0; i < count; i++)
        order[i] = i;
    Random random = random_seeded(hash_mix(quiz->seed, (uint64_t)quiz->step));
    random_shuffle(&random, order, count);
    for (int i = 0; i < count; i++)
        out[i] = found[order[i]];
    return count;
}

/* "the (4)", where another word of the sentence is the same. */
static const char *told_apart(const Trace *trace, int j, Arena *arena)
{
    for (int i = 0; i < trace->n; i++)
        if (i != j && strcmp(trace->source[i], trace->source[j]) == 0)
            return arena_printf(arena, "%s (%d)", trace->source[j], j + 1);
    return trace->source[j];
}

int quiz_choices(const Quiz *quiz, const Trace *trace, Language language, Arena *arena, const char ***out)
{
    *out = NULL;
    if (quiz->kind == QUIZ_CHOICE) {
        *out = quiz->choices[language];
        return quiz->choice_count;
    }
    const TraceStep *step = step_of(quiz, trace);
    bool told = step && (quiz->kind == QUIZ_WEIGHT ? step->step.weights != NULL : step->top_count > 0);
    if (!told || quiz->kind == QUIZ_NUMBER)
        return 0;
    if (quiz->kind == QUIZ_WEIGHT) {
        *out = ARENA_ARRAY(arena, const char *, (size_t)trace->n);
        for (int j = 0; j < trace->n; j++)
            (*out)[j] = told_apart(trace, j, arena);
        return trace->n;
    }
    Candidate found[NEXT_CHOICES];
    int count = next_candidates(quiz, step, found);
    *out = ARENA_ARRAY(arena, const char *, (size_t)count);
    for (int i = 0; i < count; i++)
        (*out)[i] = found[i].token;
    return count;
}

bool quiz_right(const Quiz *quiz, const Trace *trace, int choice, double number)
{
    const TraceStep *step = step_of(quiz, trace);
    Candidate found[NEXT_CHOICES];
    double target = quiz->number;
    switch (quiz->kind) {
    case QUIZ_CHOICE:
        return choice == quiz->answer;
    case QUIZ_WEIGHT:
        return step && step->step.weights && choice >= 0 && choice < trace->n
               && step->step.weights[choice] == step->step.weights[values_largest(step->step.weights, trace->n)];
    case QUIZ_NEXT:
        return step && step->top_count > 0 && choice >= 0 && choice < next_candidates(quiz, step, found)
               && found[choice].id == step->id;
    case QUIZ_NUMBER:
        if (quiz->live.kind != LIVE_NONE && (!trace || !live_number(&quiz->live, trace, &target)))
            return false;
        return fabs(number - target) <= quiz->tolerance + 1e-9;
    }
    return false;
}

const char *quiz_again(const Quiz *quiz, Arena *arena)
{
    const char *all = quiz->again_count ? quiz->again[0] : NULL;
    for (int i = 1; i < quiz->again_count; i++)
        all = arena_printf(arena, "%s, %s", all, quiz->again[i]);
    return all;
}

const char *quiz_answer(const Quiz *quiz, const Trace *trace, Language language, Arena *arena)
{
    if (quiz->kind == QUIZ_NUMBER) {
        char *live = quiz->live.kind != LIVE_NONE ? live_text(&quiz->live, trace, arena) : NULL;
        int decimals = 0;
        for (double scaled = quiz->number; decimals < 3 && fabs(scaled - round(scaled)) > 1e-9; scaled *= 10)
            decimals++;
        return live ? live : number_text(arena, quiz->number, decimals, false);
    }
    const char **choices;
    int count = quiz_choices(quiz, trace, language, arena, &choices);
    for (int i = 0; i < count; i++)
        if (quiz_right(quiz, trace, i, 0))
            return choices[i];
    return "–";
}

int quiz_hides_from(const Quiz *quiz, const StageSetting *stage, const Trace *trace)
{
    int step = quiz->step ? quiz->step : stage->step;
    return moment_find(trace, (MomentKind)(MOMENT_PREVIOUS + quiz->hide - HIDE_FROM), step - 1, -1);
}
