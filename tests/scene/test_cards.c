/* Every card of every lesson, in both languages, on the stage that it asks for, its questions open, answered wrong and
 * answered right, from its top and scrolled down: nothing lies over a text, nothing is cut off, and a card with open
 * questions is seen as a whole. */
#include "ink.h"
#include "moving_course.h"

#include "scene/card/card_show.h"
#include "scene/card/flow.h"

#include <math.h>

#define ANSWER_MOST 36.0f /* px that the words behind an answer may reach below: the panel scrolls to them */

typedef enum Answers { ANSWERS_OPEN, ANSWERS_HINTED, ANSWERS_WRONG, ANSWERS_RIGHT, ANSWERS } Answers;

/* The first choice that is right, or wrong; for a number what a person would type. */
static void answer(const Quiz *quiz, const Trace *trace, bool right, QuizAnswer *out)
{
    out->answered = true;
    for (int t = 0; quiz->kind == QUIZ_NUMBER && t < 40000; t++) {
        char typed[16];
        snprintf(typed, sizeof typed, "%.3f", quiz->live.kind == LIVE_NONE ? quiz->number : t * 0.005 - 100);
        *out = (QuizAnswer){0};
        quiz_type(out, right ? typed : "-12.345");
        quiz_grade(out);
        if (quiz_answered_right(quiz, out, trace) == right)
            return;
    }
    for (out->choice = 0; out->choice < TRACE_LIMIT_WORDS; out->choice++)
        if (quiz_right(quiz, trace, out->choice, 0) == right)
            return;
}

static void set_answers(View *view, const Card *card, Answers answers)
{
    memset(view->panel.quizzes, 0, sizeof view->panel.quizzes);
    view->panel.typing = 0;
    for (int i = 0; i < card->quiz_count; i++) {
        view->panel.quizzes[i].hint = answers == ANSWERS_HINTED;
        if (answers >= ANSWERS_WRONG) {
            answer(&card->quizzes[i], view->trace, answers == ANSWERS_RIGHT, &view->panel.quizzes[i]);
            assert_int_equal(quiz_answered_right(&card->quizzes[i], &view->panel.quizzes[i], view->trace),
                             answers == ANSWERS_RIGHT);
        }
    }
}

/* No text of the card comes nearer to its edges than the margin. */
static void check_margins(const View *view, const DrawList *list)
{
    const DrawCommand *panel = drawlist_marked(list, (Target){TARGET_PANEL, 0, 0, 0});
    assert_non_null(panel);
    bool inside = false;
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind == DRAW_CLIP)
            inside = inside || (command->bounds.x == panel->bounds.x && command->bounds.w == panel->bounds.w);
        if (command->kind == DRAW_UNCLIP)
            inside = false;
        if (!inside || command->kind != DRAW_TEXT)
            continue;
        float right = command->bounds.x + command->bounds.w - TEXT_EDGE, limit = panel->bounds.x + panel->bounds.w - 21;
        if (right > limit) {
            char text[256] = "";
            size_t length = 0;
            for (int k = 0; k < command->text.count && length < 250; k++)
                length += utf8_put(text + length, command->text.letters[k].codepoint);
            text[length] = '\0';
            print_error("lesson %d, card %d: \"%s\" ends at %.1f, the margin is at %.1f\n", view->course.number,
                        view->card + 1, text, (double)right, (double)limit);
            ink_findings++;
        }
    }
}

static void check_card(View *view, const Card *card)
{
    for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
        for (Answers answers = 0; answers < ANSWERS; answers++) {
            if (answers != ANSWERS_OPEN && card->quiz_count == 0)
                continue;
            int before = ink_findings;
            view->language = language;
            view->panel.scroll = 0;
            set_answers(view, card, answers);
            ink_check(&moving, view);
            ink_check_lines(view, &moving.list);
            check_margins(view, &moving.list);
            float most = scene_window(view, moving.type, &moving.list).card_scroll;
            if (most > (answers == ANSWERS_OPEN ? 0 : ANSWER_MOST)) {
                print_error("%.0f px of the card lie below\n", (double)most);
                ink_findings++;
            }
            if (most > 0) {
                view->panel.scroll = most;
                ink_check(&moving, view);
            }
            if (ink_findings > before)
                print_error("that was %s, card %d, %s, answers %d, %.0f x %.0f\n", path_name(view->lesson->folder),
                            view->card + 1, language ? "Chinese" : "English", answers, (double)view->width,
                            (double)view->height);
        }
}

static void check_lesson(const Lesson *lesson, float width, float height)
{
    Error error = {0};
    Model *models = heap_alloc((size_t)lesson->model_count, sizeof *models);
    for (int i = 0; i < lesson->model_count; i++)
        expect_ok(model_load(lesson->models[i].path, &models[i], &error), &error);
    bool *completed = heap_alloc((size_t)lesson->card_count, sizeof *completed);
    ShownLesson *shown = shown_open(lesson, models, 0);
    for (int i = 0; i < lesson->card_count; i++) {
        View view = moving_view(&moving, SENTENCE_SHORT, width, height);
        ShownCard card;
        expect_ok(shown_card(shown, i, &view, &card, &error), &error);
        view.course.number = lesson->order;
        view.course.count = lessons.count;
        view.course.more = lesson->group != GROUP_END;
        view.panel.completed = completed;
        completed[i] = i % 2;
        check_card(&view, &lesson->cards[i]);
        shown_card_finish(&card);
    }
    shown_close(shown);
    free(completed);
    for (int i = 0; i < lesson->model_count; i++)
        model_finish(&models[i]);
    free(models);
}

static void every_card(float width, float height)
{
    ink_findings = 0;
    for (int i = 0; i < lessons.count; i++) {
        Error error = {0};
        Lesson *lesson = lesson_load(lessons.folders[i], &error);
        expect_ok(lesson != NULL, &error);
        check_lesson(lesson, width, height);
        lesson_destroy(lesson);
    }
    assert_int_equal(ink_findings, 0);
}

static void in_a_small_window(void **state)
{
    (void)state;
    every_card(1138, 711); /* of 1024 x 640 pixels */
}

static void in_a_large_window(void **state)
{
    (void)state;
    every_card(1440, 900);
}

static FlowPieces cut(const char *text)
{
    drawlist_reset(&moving.list, moving.type, 1440, 900, (Color){0});
    Painter painter = {.list = &moving.list};
    Flow flow = {.painter = &painter};
    FlowPieces pieces = {0};
    bool space = false;
    flow_cut(&flow, &pieces, slice_of(text), (TextStyle){FACE_SANS, 15, {0}, 0}, (Target){0}, &space);
    return pieces;
}

/* A line may end before what opens, not behind it nor within the word that follows; and behind what closes. */
static void punctuation_stays_with_its_word(void **state)
{
    (void)state;
    FlowPieces pieces = cut("起头（Sutskever 等");
    assert_int_equal(pieces.count, 4);
    assert_true(slice_is(pieces.items[2].text, "（Sutskever"));
    pieces = cut("头……三，3，April");
    assert_int_equal(pieces.count, 4);
    assert_true(slice_is(pieces.items[0].text, "头……") && slice_is(pieces.items[2].text, "3，"));
}

/* Why the saved file is not shown: on top of the card, in a window of any size. */
static void with_an_error(void **state)
{
    (void)state;
    Error error = {0};
    error_at(&error, ERROR_FORMAT, "lessons/05-cat-chase-mouse/lesson.zh.md", 123,
             "unknown key \"stpe\" in an attend block; expected one of: view, look, model, against, step, moment, "
             "sentence, force, temperature, highlight, dim, goal");
    ink_findings = 0;
    static const float sizes[][2] = {{1138, 711}, {1440, 900}, {1024, 640}, {870, 560}, PHONES};
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
            View view = moving_view(&moving, SENTENCE_SHORT, sizes[s][0], sizes[s][1]);
            view.language = language;
            view.panel.problem = &error;
            view.card = 1;
            ink_check(&moving, &view);
        }
    assert_int_equal(ink_findings, 0);
}

/* Formulas of an author's: every sign has its glyph, and however narrow the card is, nothing is cut. */
static void with_mathematics(void **state)
{
    (void)state;
    static const char text[] =
        "---\ntitle: t\norder: 1\nsentence: cat chase mouse\nmodels:\n  - seed: 1\n---\n# One\nSo "
        "$\\alpha\\beta\\gamma\\delta\\epsilon\\zeta\\eta\\theta\\kappa\\lambda\\mu\\nu\\xi\\pi\\rho\\sigma\\tau\\phi"
        "\\chi\\psi\\omega$ and "
        "$\\Gamma\\Delta\\Theta\\Lambda\\Pi\\Sigma\\Phi\\Omega\\infty\\partial\\dots\\cdot\\times"
        "\\odot\\oplus\\pm\\le\\ge\\ne\\approx\\in\\to\\mid\\{\\}\\sqrt{x'}$,\n"
        "$e_{ti} = v_a^\\top \\tanh(W_a s_{t-1} + U_a h_i) = \\hat{y}_1\\tilde{h}_2\\mathbf{W} = \\text{a very long "
        "way to the end}$"
        " **(${x}^2$)**.\n";
    Error error = {0};
    Lesson *lesson = lesson_parse(slice_of(text), (Slice){0}, "L", &error);
    expect_ok(lesson != NULL, &error);
    const uint32_t *missing;
    int before = type_missing(moving.type, &missing);
    ink_findings = 0;
    static const float sizes[][2] = {{1138, 711}, {1440, 900}};
    for (size_t s = 0; s < LENGTH(sizes); s++) {
        View view = moving_view(&moving, SENTENCE_SHORT, sizes[s][0], sizes[s][1]);
        view.lesson = lesson;
        view.card = 0;
        ink_check(&moving, &view);
        check_margins(&view, &moving.list);
    }
    assert_int_equal(type_missing(moving.type, &missing), before);
    assert_int_equal(ink_findings, 0);
    lesson_destroy(lesson);
}

/* Between which pieces a line may end: '|' yes, '.' no; `loosened`: the piece whose run no line can hold, -1: none. */
static void expect_ties(const char *text, bool words, int loosened, const char *wanted)
{
    drawlist_reset(&moving.list, moving.type, 1440, 900, (Color){0});
    Painter painter = {.list = &moving.list};
    Flow flow = {.painter = &painter};
    FlowPieces pieces = {0};
    bool space = false;
    flow_cut(&flow, &pieces, slice_of(text), (TextStyle){FACE_SANS, 15, {0}, 0}, (Target){0}, &space);
    flow_tie(&pieces, words);
    if (loosened >= 0)
        flow_loosen(&pieces, loosened, flow_run(&pieces, loosened) - 1);
    char found[64] = "";
    assert_true(pieces.count < (int)sizeof found);
    for (int i = 1; i < pieces.count; i++)
        found[i - 1] = pieces.items[i].tie || pieces.items[i].glued ? '.' : '|';
    if (strcmp(found, wanted) != 0)
        fail_msg("\"%s\": %s, not %s", text, found, wanted);
}

static void formulas_and_words_stay_whole(void **state)
{
    (void)state;
    expect_ties("the share p(y | x) is one", false, -1, "||..||");
    expect_ties("so log p(y) = Σ log p(z) falls", false, -1, "|.....|");
    expect_ties("p(y) = p(a | b) · p(c | a, b)", false, 0, "|...|....");
    expect_ties("a word (or two words) of it", false, -1, "||||||");
    expect_ties("he wrote 老鼠 there", true, -1, "||.|");
    expect_ties("他写老鼠", false, -1, "|||");
    expect_ties("译成“老鼠”的词", false, -1, "||.||");
    expect_ties("译成“猫 捉 老鼠”的词", false, -1, "||||.||");
    expect_ties("他昨天买书了", true, -1, "|||||");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_a_small_window),
        cmocka_unit_test(in_a_large_window),
        cmocka_unit_test(punctuation_stays_with_its_word),
        cmocka_unit_test(formulas_and_words_stay_whole),
        cmocka_unit_test(with_an_error),
        cmocka_unit_test(with_mathematics),
    };
    return cmocka_run_group_tests_name("scene cards", tests, course_set_up, moving_tear_down);
}
