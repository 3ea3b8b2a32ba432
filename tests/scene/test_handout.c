/* Every page of every lesson's handout and answers, and every slide: words have room, nothing runs off the paper or is
 * cut, every question has its answer, and none stands on the handout that the window hides while it asks. */
#include "ink.h"
#include "moving_course.h"

#include "scene/card/card_show.h"
#include "scene/figures/handout.h"
#include "scene/figures/slides.h"
#include "scene/figures/teacher_page.h"
#include "scene/figures/ticket_page.h"
#include "scene/figures/worksheet.h"
#include "scene/view/window_layout.h"
#include "words/figures_words.h"
#include "words/stage_words.h"

#include <math.h>

/* On paper nothing can be pressed: what a card says to try stays on the screen. */
static bool asks_for_hands(const DrawList *list)
{
    for (int i = 0; i < list->count; i++) {
        char text[SAID_BYTES];
        command_text(&list->commands[i], text);
        if (strcasestr(text, "try it") || strstr(text, "试一试"))
            return true;
    }
    return false;
}

/* All texts of the picture, in their order; words stand with a space between. */
static const char *words_of(const DrawList *list)
{
    Bytes out = {0};
    for (int i = 0; i < list->count; i++) {
        char text[SAID_BYTES];
        if (list->commands[i].kind == DRAW_TEXT)
            bytes_printf(&out, "%s ", command_text(&list->commands[i], text));
    }
    return bytes_take(&out, &moving.arena);
}

static int count_in(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

static int texts_with(const DrawList *list, const char *part)
{
    return count_in(words_of(list), part);
}

/* The arrows before right answers, which are bold; those of keys are not. */
static int answer_arrows(const DrawList *list)
{
    int count = 0;
    for (int i = 0; i < list->count; i++) {
        char text[SAID_BYTES];
        const DrawCommand *command = &list->commands[i];
        count += command->kind == DRAW_TEXT && command->text.face == FACE_SANS_BOLD
                 && strcmp(command_text(command, text), "→") == 0;
    }
    return count;
}

/* ---- a lesson, opened ---- */

enum { CARDS_MOST = 32 };

typedef struct Opened {
    Lesson *lesson;
    Model models[LESSON_MODELS];
    ShownLesson *shown;
    View views[CARDS_MOST];
    ShownCard cards[CARDS_MOST];
} Opened;

static void open_cards(Lesson *lesson, Opened *out)
{
    Error error = {0};
    *out = (Opened){.lesson = lesson};
    assert_true(lesson->card_count <= CARDS_MOST);
    for (int m = 0; m < lesson->model_count; m++)
        expect_ok(model_load(lesson->models[m].path, &out->models[m], &error), &error);
    out->shown = shown_open(lesson, out->models, 0);
    for (int c = 0; c < lesson->card_count; c++) {
        out->views[c] = moving_view(&moving, SENTENCE_SHORT, 0, 0);
        expect_ok(shown_card(out->shown, c, &out->views[c], &out->cards[c], &error), &error);
    }
}

static void close_cards(Opened *opened)
{
    for (int c = 0; c < opened->lesson->card_count; c++)
        shown_card_finish(&opened->cards[c]);
    shown_close(opened->shown);
    for (int m = 0; m < opened->lesson->model_count; m++)
        model_finish(&opened->models[m]);
    lesson_destroy(opened->lesson);
}

static void with_each_lesson(void (*check)(const Opened *opened))
{
    static Opened opened;
    for (int l = 0; l < lessons.count; l++) {
        Error error = {0};
        Lesson *lesson = lesson_load(lessons.folders[l], &error);
        expect_ok(lesson != NULL, &error);
        open_cards(lesson, &opened);
        check(&opened);
        close_cards(&opened);
    }
}

/* ---- ink ---- */

static void check_ink(const Opened *opened, Language language, int page, const char *paper)
{
    View view = moving_view(&moving, SENTENCE_SHORT, moving.list.width, moving.list.height); /* told with a finding */
    int before = ink_findings;
    view.language = language;
    ink_check_list(&view, &moving.list);
    ink_check_whole(&view, &moving.list);
    assert_false(asks_for_hands(&moving.list));
    if (ink_findings > before)
        print_error("lesson %d, %s, page %d: %d texts cut short\n", opened->lesson->order, paper, page + 1,
                    moving.list.cut);
}

/* Is the worksheet about words that look at each other? */
static bool is_inside(const View *view)
{
    const Config *config = &view->trace->config;
    return config->cell == CELL_SELF && !config_is_transformer(config)
           && (config_looks_inside(config) || lesson_offers_view(view->lesson, VIEW_SELF_ATTENTION));
}

/* Then its strips are one word's look, from its query to the sum; no word is written in it. */
static void check_look(Language language)
{
    static const char *const beats[] = {"matrices", "query", "key", "exp", "Added up"};
    for (size_t i = 0; language == LANGUAGE_ENGLISH && i < sizeof beats / sizeof *beats; i++)
        assert_true(texts_with(&moving.list, beats[i]) > 0);
    assert_int_equal(texts_with(&moving.list, "decoder") + texts_with(&moving.list, "解码器"), 0);
}

/* Where words look at each other, that is what is asked, and answered; not which word the decoder is told. */
static void check_inside(const View *view, bool asks, bool answers)
{
    const Trace *trace = view->trace;
    Arena arena = {0};
    if (asks && view->language == LANGUAGE_ENGLISH)
        assert_true(texts_with(&moving.list, "itself") == 1 && texts_with(&moving.list, "decoder") == 0);
    for (int t = 0; t < trace->n && answers; t++) {
        const float *row = trace_self(trace)->weights + (size_t)t * (size_t)trace->n;
        float largest = row[values_largest(row, trace->n)];
        assert_true(texts_with(&moving.list, share_text(&arena, (double)largest, 2)) > 0);
    }
    for (int j = 0; j < trace->n && (asks || answers); j++) /* a row and a column of every head */
        assert_true(texts_with(&moving.list, trace->source[j]) >= 2);
    arena_finish(&arena);
}

/* The maps that are to be filled tell nothing; the page with the answers does, and names every strip. */
static void check_worksheet(const Opened *opened, Language language)
{
    View view = opened->views[0];
    Worksheet sheet = {&view, 1};
    view.course.number = opened->lesson->order;
    view.language = language;
    bool maps = config_weighs(&view.trace->config);
    int pages = worksheet_pages(&sheet);
    assert_int_equal(pages, maps ? 2 : 1);
    for (int page = 0; page < pages; page++) {
        worksheet_draw(&sheet, page, moving.type, &moving.list);
        check_ink(opened, language, page, "worksheet");
        if (maps && page == 0)
            assert_int_equal(texts_with(&moving.list, "0."), 0);
        if (is_inside(&view) && page == 1)
            check_look(language);
        else if (is_inside(&view))
            check_inside(&view, true, false);
        assert_int_equal(texts_with(&moving.list, said(language, W_ANSWERS)), 0);
    }
    worksheet_answers_draw(&sheet, moving.type, &moving.list);
    check_ink(opened, language, 0, "worksheet's answers");
    assert_true(!maps || texts_with(&moving.list, "0.") > 0);
    if (is_inside(&view))
        check_inside(&view, false, true);
    assert_int_equal(texts_with(&moving.list, said(language, W_ANSWERS)), 1);
}

static void check_teacher(const Opened *opened, const Handout *handout)
{
    int count = teacher_pages(handout, moving.type);
    assert_in_range(count, 1, opened->lesson->card_count > 10 ? 3 : 1);
    for (int page = 0; page < count; page++) {
        teacher_draw(handout, page, moving.type, &moving.list);
        check_ink(opened, handout->language, page, "teacher's page");
        if (page == 0)
            assert_true(texts_with(&moving.list, said(handout->language, W_TEACHER_AIM)) > 0);
    }
}

/* A page a card; with the answers every card that asks. */
static void check_handout(const Opened *opened, const Handout *handout)
{
    int arrows = 0, asking = 0;
    assert_int_equal(handout_pages(handout), opened->lesson->card_count);
    for (int page = 0; page < handout_pages(handout); page++) {
        handout_draw(handout, page, moving.type, &moving.list);
        check_ink(opened, handout->language, page, "handout");
        asking += opened->lesson->cards[page].quiz_count > 0;
    }
    int count = answers_pages(handout, moving.type);
    for (int page = 0; page < count; page++) {
        answers_draw(handout, page, moving.type, &moving.list);
        check_ink(opened, handout->language, page, "answers");
        arrows += answer_arrows(&moving.list);
    }
    assert_true(arrows >= asking);
}

/* px of the smallest text above the foot, and y of the highest one. */
static float smallest_type(const DrawList *list, float *top)
{
    float least = *top = list->height;
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind != DRAW_TEXT || command->text.origin.y > SLIDE_H - 48)
            continue;
        least = fminf(least, command->text.size);
        *top = fminf(*top, command->text.origin.y);
    }
    return least;
}

/* A slide a card with its title, behind it every question alone, readable from the last row, then the answers. */
static void check_slides(const Opened *opened, const Handout *handout)
{
    int count = slides_count(handout, moving.type), cards = opened->lesson->card_count, questions = 0, arrows = 0,
        asked = 0;
    for (int c = 0; c < cards; c++)
        asked += opened->lesson->cards[c].quiz_count;
    for (int page = 0; page < count; page++) {
        float top;
        slides_draw(handout, page, moving.type, &moving.list);
        check_ink(opened, handout->language, page, "slides");
        bool answers = answer_arrows(&moving.list) > 0;
        float least = smallest_type(&moving.list, &top);
        if (top > 100) { /* there is no title: the question is alone */
            assert_false(answers);
            assert_true(least >= 0.72f * 24); /* 18 pt, but for what stands below a name */
            assert_true(texts_with(&moving.list, said(handout->language, W_QUESTION_TITLE)) > 0);
            questions++;
        }
        arrows += answers;
    }
    assert_int_equal(questions, asked);
    assert_in_range(arrows, asked, 2 * asked);
    assert_in_range(count - questions, asked ? cards + 1 : cards, 3 * cards + 2 * asked);
}

/* The figures of the site. */
static void check_figures(const Opened *opened, const Handout *handout)
{
    for (int c = 0; c < opened->lesson->card_count; c++)
        for (int answered = 0; answered < 2; answered++) {
            View view = handout_view(handout, c, answered, &moving.arena);
            handout_figure(&view, 960, 540, moving.type, &moving.list);
            if (!scene_mask(&view).covered)
                check_ink(opened, handout->language, c, answered ? "figure with the answer" : "figure");
        }
}

static void check_lesson(const Opened *opened)
{
    for (int c = 0; c < opened->lesson->card_count; c++) /* the answers show what is held against an exhibit */
        if (opened->views[c].kind == VIEW_EXHIBIT)
            assert_int_equal(opened->views[c].exhibit->pair.sides[1].model->config.fault, FAULT_NONE);
    for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
        Handout handout = {opened->lesson, opened->views, language};
        check_handout(opened, &handout);
        check_slides(opened, &handout);
        check_figures(opened, &handout);
        check_worksheet(opened, language);
        check_teacher(opened, &handout);
    }
}

static void every_lesson_fits_on_paper(void **state)
{
    (void)state;
    ink_findings = 0;
    with_each_lesson(check_lesson);
    assert_int_equal(ink_findings, 0);
}

/* ---- answers ---- */

static bool of_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '/';
}

/* Does the text have the answer as words of their own? */
static bool says(const char *text, const char *answer)
{
    size_t length = strlen(answer);
    for (const char *at = text; (at = strstr(at, answer)); at++)
        if ((at == text || !of_word(at[-1])) && !of_word(at[length]))
            return true;
    return false;
}

static bool list_says(const DrawList *list, const char *answer, Box inside)
{
    for (int i = 0; i < list->count; i++) {
        char text[SAID_BYTES];
        const DrawCommand *command = &list->commands[i];
        if (command->kind == DRAW_TEXT && box_contains(inside, box_middle(command->bounds))
            && says(command_text(command, text), answer))
            return true;
    }
    return false;
}

/* The window while it asks, but for its card. */
static bool window_says(const Opened *opened, const Handout *handout, int card, const char *answer)
{
    View view = opened->views[card];
    view.width = 1440;
    view.height = 900;
    view.language = handout->language;
    view.panel.asking = true;
    moving_draw(&moving, &view);
    Box beside = {window_layout(&view).stage.x, 0, 1440, 900};
    return list_says(&moving.list, answer, beside);
}

static bool figure_says(const View *shown, const char *answer)
{
    const Box all = {0, 0, 2000, 2000};
    handout_figure(shown, 960, 540, moving.type, &moving.list);
    bool site = list_says(&moving.list, answer, all);
    handout_figure(shown, 722, 580, moving.type, &moving.list);
    return site || list_says(&moving.list, answer, all);
}

static int asked_of, told_of; /* questions; those whose answer the complete figure says */

static void check_answers(const Opened *opened)
{
    for (int c = 0; c < opened->lesson->card_count; c++)
        for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
            Handout handout = {opened->lesson, opened->views, language};
            View asked = handout_view(&handout, c, false, &moving.arena), whole = handout_view(&handout, c, true, NULL);
            for (int q = 0; q < opened->lesson->cards[c].quiz_count; q++, asked_of++) {
                const char *answer =
                    quiz_answer(&opened->lesson->cards[c].quizzes[q], whole.trace, language, &moving.arena);
                told_of += figure_says(&whole, answer);
                if (figure_says(&asked, answer) && !window_says(opened, &handout, c, answer))
                    fail_msg("%d.%d, %s: the figure says \"%s\"", opened->lesson->order, c + 1,
                             LANGUAGE_NAMES[language], answer);
            }
        }
}

static void no_figure_says_the_answer(void **state)
{
    (void)state;
    with_each_lesson(check_answers);
    assert_true(asked_of > 300 && told_of > 40);
}

/* ---- slides ---- */

/* Which of the slides has that text; -1: none, or more than one. */
static int slide_with(const Handout *handout, const char *text)
{
    int found = -1, times = 0;
    for (int page = 0; page < slides_count(handout, moving.type); page++) {
        slides_draw(handout, page, moving.type, &moving.list);
        if (texts_with(&moving.list, text) > 0) {
            found = page;
            times++;
        }
    }
    return times == 1 ? found : -1;
}

static const char TALKING[] =
    "---\ntitle: t\norder: 1\nsentence: cat chase mouse\nmodels:\n  - seed: 1\n---\n"
    "# One\nFirst.\n\n%s\n\nMiddle.\n\n%s\n\nLast.\n\n"
    "```attend\nstep: 3\nmoment: scores\n```\n"
    "```quiz\nkind: weight\nstep: 3\nask: first\nquestion: Which one?\nwhy: Because.\n```\nBehind it.\n\n"
    "# Two\nNothing is asked.\n";

/* What has no room beside the figure stands on the next slide, in the same order; what waits, with the answer. */
static void long_text_goes_on(void **state)
{
    (void)state;
    Error error = {0};
    char many[1600] = "", text[8000];
    while (strlen(many) < 900)
        strcat(many, "All of these words stand here. ");
    snprintf(text, sizeof text, TALKING, many, many);
    Lesson *lesson = lesson_parse(slice_of(text), (Slice){0}, "L", &error);
    expect_ok(lesson != NULL, &error);
    View views[2];
    Handout handout = {lesson, views, LANGUAGE_ENGLISH};
    for (int c = 0; c < 2; c++) {
        views[c] = moving_view(&moving, SENTENCE_SHORT, 0, 0);
        views[c].lesson = lesson;
        views[c].card = c;
        views[c].kind = card_view(lesson, &lesson->cards[c]);
        views[c].cursor = moment_find(views[c].trace, MOMENT_SCORES, 2, -1);
    }
    assert_int_equal(slide_with(&handout, "First."), 0);
    int middle = slide_with(&handout, "Middle."), last = slide_with(&handout, "Last.");
    assert_true(middle >= 1 && last >= middle);
    slides_draw(&handout, last + 1, moving.type, &moving.list);
    assert_true(texts_with(&moving.list, "Which one?") == 1 && texts_with(&moving.list, "Because.") == 0);
    assert_int_equal(slide_with(&handout, "Because."), last + 2);
    assert_int_equal(slide_with(&handout, "Behind it."), last + 2);
    assert_int_equal(slide_with(&handout, "Nothing is asked."), last + 3);
    assert_int_equal(slides_count(&handout, moving.type), last + 4);
    lesson_destroy(lesson);
}

/* ---- what waits ---- */

static const char WAITING[] =
    "---\ntitle: t\norder: 1\nsentence: cat chase mouse\nmodels:\n  - seed: 1\n---\n"
    "# One\nNothing hidden. {alpha_11} here, then {alpha_32}.\n\n| a | {y_3} |\n|---|---|\n| b | c |\n\n"
    "```attend\nstep: 3\nmoment: scores\n```\n"
    "```quiz\nkind: weight\nstep: 3\nask: first\nquestion: Which one?\nwhy: It has {alpha_33}.\n```\nBehind it.\n\n"
    "> **Try it.** Press.\n\n"
    "# Two\nNothing is asked.\n\n"
    "# Three\n```attend\nview: train\n```\n"
    "```quiz\nkind: choice\nhide: stage\nquestion: Q?\nchoices: [yes, no]\nanswer: yes\n```\n";

static void the_rest_of_a_card_stands_with_the_answers(void **state)
{
    (void)state;
    Error error = {0};
    Lesson *lesson = lesson_parse(slice_of(WAITING), (Slice){0}, "L", &error);
    expect_ok(lesson != NULL, &error);
    View views[3];
    Handout handout = {lesson, views, LANGUAGE_ENGLISH};
    for (int c = 0; c < 3; c++) {
        views[c] = moving_view(&moving, SENTENCE_SHORT, 0, 0);
        views[c].lesson = lesson;
        views[c].card = c;
        views[c].kind = card_view(lesson, &lesson->cards[c]);
        views[c].cursor = moment_find(views[c].trace, MOMENT_SCORES, 2, -1);
    }
    const DrawList *list = &moving.list;
    const char *weight = live_fill("{alpha_33}", views[0].trace, &moving.arena);
    handout_draw(&handout, 0, moving.type, &moving.list);
    assert_true(texts_with(list, "?") > 1 && texts_with(list, "Which one?"));
    assert_int_equal(texts_with(list, "Behind it.") + texts_with(list, weight), 0);
    assert_int_equal(texts_with(list, said(LANGUAGE_ENGLISH, W_THE_REST_COMES_WITH_THE_ANSWER)), 1);
    handout_draw(&handout, 2, moving.type, &moving.list);
    assert_int_equal(texts_with(list, said(LANGUAGE_ENGLISH, W_THE_PICTURE_COMES_WITH_THE_ANSWER)), 1);
    assert_int_equal(texts_with(list, said(LANGUAGE_ENGLISH, W_THE_REST_COMES_WITH_THE_ANSWER)), 0);
    assert_false(handout_reveals(&handout, 1, moving.type));
    assert_int_equal(answers_pages(&handout, moving.type), 2);
    answers_draw(&handout, 0, moving.type, &moving.list);
    assert_true(texts_with(list, "Which one?") && texts_with(list, "Behind it.") && texts_with(list, weight) > 1);
    assert_true(texts_with(list, "here, then") && texts_with(list, "→ mouse"));
    assert_int_equal(texts_with(list, "Press") + texts_with(list, "Two"), 0);
    lesson->cards[0].quiz_count = lesson->cards[2].quiz_count = 0;
    assert_int_equal(answers_pages(&handout, moving.type), 0);
    lesson_destroy(lesson);
}

/* ---- tickets ---- */

static float bottom_of(const DrawList *list)
{
    float bottom = 0;
    for (int i = 0; i < list->count; i++)
        if (list->commands[i].bounds.y < 1070) /* the page's number stands lower */
            bottom = fmaxf(bottom, list->commands[i].bounds.y + list->commands[i].bounds.h);
    return bottom;
}

static void check_ticket(const TicketPage *page)
{
    View view = moving_view(&moving, SENTENCE_SHORT, 794, 1123);
    view.language = page->language;
    ticket_draw(page, moving.type, &moving.list);
    ink_check_list(&view, &moving.list);
    assert_true(bottom_of(&moving.list) < 1065);
    int lines = 0;
    for (int i = 0; i < moving.list.count; i++)
        lines += moving.list.commands[i].kind != DRAW_TEXT && moving.list.commands[i].bounds.w > 600;
    assert_true(lines >= 1 + page->tickets.count); /* one to write on each, at least, and that of the head */
    ticket_answers_draw(page, moving.type, &moving.list);
    ink_check_list(&view, &moving.list);
    assert_true(bottom_of(&moving.list) < 1065);
}

/* Those of the course, and the longest that a file may have. */
static void tickets_fit_on_a_page(void **state)
{
    (void)state;
    Error error = {0};
    char english[201] = "", chinese[361] = "";
    ink_findings = 0;
    while (strlen(english) < 198)
        strcat(english, "it ");
    while (strlen(chinese) < 360)
        strcat(chinese, "词");
    TicketQuestion longest[TICKET_QUESTIONS];
    for (int i = 0; i < TICKET_QUESTIONS; i++)
        longest[i] = (TicketQuestion){"45", 2, {english, chinese}, {english, chinese}};
    for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
        TicketPage page = {{longest, TICKET_QUESTIONS}, language};
        check_ticket(&page);
        for (int i = 0; i < 2; i++) {
            expect_ok(tickets_open(i ? "90" : "45", &moving.arena, &page.tickets, &error), &error);
            check_ticket(&page);
        }
    }
    assert_int_equal(ink_findings, 0);
}

/* ---- versions ---- */

/* The texts of the first card's question, from it on. */
static const char *question_of(const Handout *handout)
{
    handout_draw(handout, 0, moving.type, &moving.list);
    const char *text = strstr(words_of(&moving.list), "Which one?");
    assert_non_null(text);
    return text;
}

/* In no two of them a choice has the same place, and paper and answers say which one they are. */
static void versions_differ(void **state)
{
    (void)state;
    static const char *const choices[] = {"cat chase mouse ", "cat chase mouse ", "chase mouse cat ",
                                          "mouse cat chase "};
    Error error = {0};
    Lesson *lesson = lesson_parse(slice_of(WAITING), (Slice){0}, "L", &error);
    expect_ok(lesson != NULL, &error);
    View views[3];
    for (int version = 0; version < 4; version++) {
        Handout handout = {lesson, views, LANGUAGE_ENGLISH, version};
        for (int c = 0; c < 3; c++) {
            views[c] = moving_view(&moving, SENTENCE_SHORT, 0, 0);
            views[c].lesson = lesson;
            views[c].card = c;
            views[c].kind = card_view(lesson, &lesson->cards[c]);
        }
        static const char *const names[] = {"Version", "Version A", "Version B", "Version C"};
        const char *text = question_of(&handout);
        assert_ptr_equal(strstr(text, choices[version]), strstr(text, "? ") + 2);
        assert_int_equal(texts_with(&moving.list, names[version]), version > 0);
        answers_draw(&handout, 0, moving.type, &moving.list);
        assert_int_equal(texts_with(&moving.list, names[version]), version > 0);
        assert_true(texts_with(&moving.list, "→ mouse") > 0);
    }
    lesson_destroy(lesson);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_lesson_fits_on_paper),
                                       cmocka_unit_test(no_figure_says_the_answer),
                                       cmocka_unit_test(long_text_goes_on),
                                       cmocka_unit_test(the_rest_of_a_card_stands_with_the_answers),
                                       cmocka_unit_test(versions_differ),
                                       cmocka_unit_test(tickets_fit_on_a_page)};
    return cmocka_run_group_tests_name("scene handout", tests, course_set_up, moving_tear_down);
}
