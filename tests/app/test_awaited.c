/* Files that are still to come, as in a page: the test says which, in place of base/arrival.c. */
#include "fixture.h"

#include "app/app_place.h"
#include "app/awaited.h"
#include "app/course_input.h"
#include "app/input.h"
#include "app/open.h"
#include "app/train_input.h"
#include "app/view_input.h"
#include "base/arrival.h"
#include "scene/window/course_page.h"

enum { PENDING_MOST = 64 };

typedef struct Pending {
    const char *part; /* of the path */
    Arrival arrival;
    int asked;
} Pending;

static Pending pending[PENDING_MOST];
static int pending_count;
static AppOptions options;

/* One that is there, else the first that is to come. */
static Pending *find(const char *path)
{
    Pending *found = NULL;
    for (int i = pending_count - 1; i >= 0; i--)
        if (strstr(path, pending[i].part) && (!found || found->arrival != FILE_IS_THERE))
            found = &pending[i];
    return found;
}

Arrival file_arrival(const char *path)
{
    const Pending *found = find(path);
    return found ? found->arrival : FILE_IS_THERE;
}

void file_ask(const char *path)
{
    Pending *found = find(path);
    if (!found || found->arrival == FILE_IS_THERE)
        return;
    found->asked++;
    found->arrival = FILE_IS_COMING;
}

static Pending *promise(const char *part)
{
    pending[pending_count] = (Pending){part, FILE_IS_COMING, 0};
    return &pending[pending_count++];
}

static int set_up(void **state)
{
    (void)state;
    pending_count = 0;
    options = home_create();
    options.lesson = path_join(&arena, options.lessons, "05-cat-chase-mouse");
    return 0;
}

static void begin(const char *lesson)
{
    options.lesson = path_join(&arena, options.lessons, lesson);
    start(&options);
    frame();
}

static bool is_open(const char *lesson)
{
    return strcmp(path_name(app->open.lesson->folder), lesson) == 0;
}

static bool shows(AwaitedPress press)
{
    app->dirty = true;
    frame();
    return drawlist_marked(&app->list, target_at(TARGET_AWAITED, press, 0, 0)) != NULL;
}

static void press_awaited(AwaitedPress press)
{
    press_at(middle_of(target_at(TARGET_AWAITED, press, 0, 0)));
}

/* ---- a lesson ---- */

static void a_lesson_opens_when_it_has_come(void **state)
{
    (void)state;
    Pending *model = promise("06-tom-chase-jerry/model.safetensors"), *data = promise("06-tom-chase-jerry/data.tsv");
    begin("05-cat-chase-mouse");
    assert_false(app->view.awaited.on);
    assert_true(app_next_lesson(app));
    frame();
    assert_true(is_open("05-cat-chase-mouse") && app->view.awaited.on && app->view.awaited.lesson == 6);
    assert_true(model->asked == 1 && data->asked == 1); /* together */
    assert_null(drawlist_marked(&app->list, (Target){TARGET_STAGE, 0, 0, 0}));
    assert_null(app->view.message.text);
    model->arrival = FILE_IS_THERE;
    frame();
    assert_true(is_open("05-cat-chase-mouse") && app->view.awaited.on); /* its sentences are not there yet */
    data->arrival = FILE_IS_THERE;
    frame();
    assert_true(is_open("06-tom-chase-jerry") && !app->view.awaited.on);
    assert_non_null(drawlist_marked(&app->list, (Target){TARGET_STAGE, 0, 0, 0}));
}

static void cards_are_read_meanwhile(void **state)
{
    (void)state;
    Pending *model = promise("06-tom-chase-jerry/model.safetensors");
    begin("05-cat-chase-mouse");
    app_next_lesson(app);
    frame();
    assert_non_null(drawlist_marked(&app->list, (Target){TARGET_CARD_NEXT, 0, 0, 0}));
    app_press(app, (Target){TARGET_COURSE, 0, 0, 0});
    model->arrival = FILE_IS_THERE;
    frame();
    assert_true(is_open("05-cat-chase-mouse")); /* nothing changes under the course page */
    app_press(app, (Target){TARGET_CLOSE, 0, 0, 0});
    frame();
    assert_true(is_open("06-tom-chase-jerry"));
}

static void another_card_ends_the_waiting(void **state)
{
    (void)state;
    Pending *model = promise("06-tom-chase-jerry/model.safetensors");
    begin("05-cat-chase-mouse");
    app_next_lesson(app);
    frame();
    app_show_card(app, 2);
    frame();
    assert_false(app->view.awaited.on);
    app_next_lesson(app);
    press_awaited(AWAITED_STAY);
    assert_false(app->view.awaited.on);
    model->arrival = FILE_IS_THERE;
    frame();
    assert_true(is_open("05-cat-chase-mouse") && app->view.card == 2);
}

static void what_is_lost_is_said_and_tried_again(void **state)
{
    (void)state;
    Pending *model = promise("06-tom-chase-jerry/model.safetensors");
    begin("05-cat-chase-mouse");
    app_next_lesson(app);
    assert_false(shows(AWAITED_AGAIN));
    model->arrival = FILE_IS_LOST;
    assert_true(shows(AWAITED_AGAIN) && shows(AWAITED_STAY));
    assert_string_equal(app->view.awaited.file, "model.safetensors");
    assert_true(app->view.awaited.lost && !app->view.awaited.refused && model->asked == 1);
    press_awaited(AWAITED_AGAIN);
    assert_true(model->asked == 2 && app->view.awaited.on && !shows(AWAITED_AGAIN));
    model->arrival = FILE_IS_REFUSED;
    frame();
    assert_true(app->view.awaited.refused);
    press_awaited(AWAITED_AGAIN);
    model->arrival = FILE_IS_THERE;
    frame();
    assert_true(is_open("06-tom-chase-jerry"));
}

/* ---- within a lesson ---- */

static int card_with(int model)
{
    const Lesson *lesson = app->open.lesson;
    for (int i = 0; i < lesson->card_count; i++)
        if (lesson->cards[i].stage.present && lesson->cards[i].stage.model == model)
            return i;
    fail_msg("no card of %s has model %d", lesson->folder, model);
    return -1;
}

static void a_card_waits_for_its_model(void **state)
{
    (void)state;
    Pending *trap = promise("12-reading-alignments/trap.safetensors");
    begin("12-reading-alignments");
    int card = card_with(1);
    app_show_card(app, card);
    frame();
    assert_true(app->view.awaited.on && app->view.awaited.lesson == 0 && app->view.card == card);
    assert_int_equal(app->open.model, 0);
    assert_false(shows(AWAITED_STAY));
    if (app_card(app)->quiz_count > 0) { /* it would be graded by another model */
        app_press(app, (Target){TARGET_HINT, 0, 1, 0});
        assert_false(app->view.panel.quizzes[0].shown);
    }
    trap->arrival = FILE_IS_THERE;
    frame();
    assert_true(!app->view.awaited.on && app->open.model == 1 && app->view.card == card);
    assert_string_equal(app->open.decoded, card_sentence(app->open.lesson, app_card(app)));
}

/* As Back and Forward ask for one: its card's model is still to come, after its lesson's. */
static void a_place_is_gone_to_when_all_of_it_has_come(void **state)
{
    (void)state;
    Pending *model = promise("12-reading-alignments/model.safetensors"),
            *trap = promise("12-reading-alignments/trap.safetensors");
    begin("05-cat-chase-mouse");
    Lesson *lesson = lesson_load(path_join(&arena, options.lessons, "12-reading-alignments"), NULL);
    int card = 0;
    while (!lesson->cards[card].stage.present || lesson->cards[card].stage.model != 1)
        card++;
    lesson_destroy(lesson);
    const char *place =
        arena_printf(&arena, "lesson=12;card=%d;sentence=Tom ate an apple;step=2;moment=word", card + 1);
    assert_false(app_visit(app, place));
    frame();
    assert_true(app->view.awaited.on && app->view.awaited.lesson == 12);
    model->arrival = FILE_IS_THERE;
    frame();
    assert_true(is_open("12-reading-alignments") && app->view.awaited.on && app->view.awaited.lesson == 0);
    trap->arrival = FILE_IS_THERE;
    frame();
    assert_true(!app->view.awaited.on && app->open.model == 1 && app->view.card == card);
    assert_string_equal(app->open.decoded, "Tom ate an apple");
    Moment moment = moment_at(app->open.trace, (int)app->cursor.target);
    assert_true(moment.step == 1 && moment.kind == MOMENT_WORD);
    assert_null(app->view.message.text);
}

static void a_comparison_waits_for_its_second_model(void **state)
{
    (void)state;
    Pending *attention = promise("04-the-bottleneck/attention.safetensors");
    begin("04-the-bottleneck");
    app_show_view(app, VIEW_COMPARE);
    frame();
    assert_true(app->view.awaited.on && attention->asked > 0);
    assert_true(app->view.kind == VIEW_DECODE && view_marked(&app->view) == VIEW_COMPARE);
    attention->arrival = FILE_IS_THERE;
    frame();
    assert_false(app->view.awaited.on);
    assert_true(app->view.compare->sides[1].model == &app->open.models[1]);
    assert_true(view_marked(&app->view) == VIEW_COMPARE);
}

/* Of a lesson with one model: another lesson's. */
static void a_guest_is_waited_for(void **state)
{
    (void)state;
    begin("05-cat-chase-mouse");
    app_show_view(app, VIEW_COMPARE);
    frame();
    const char *name = arena_string(&arena, app->view.compare->sides[1].name);
    int guest = app->view.compare->guest;
    assert_true(guest > 0);
    Pending *models[] = {promise("03-one-context/model.safetensors"), promise("04-the-bottleneck/model.safetensors"),
                         promise("03-one-context/fixed.safetensors"), promise("06-tom-chase-jerry/model.safetensors")};
    begin("05-cat-chase-mouse");
    app_show_view(app, VIEW_COMPARE);
    frame();
    assert_true(app->view.awaited.on);
    for (int i = 0; i < 4; i++)
        models[i]->arrival = FILE_IS_THERE;
    frame();
    assert_true(!app->view.awaited.on && app->view.compare->guest == guest);
    assert_string_equal(app->view.compare->sides[1].name, name);
}

/* The first press asks for the model, the redone one shows it: nothing of the pair moves meanwhile. */
static void a_press_is_done_when_it_can(void **state)
{
    (void)state;
    begin("08-five-scores");
    Pending *third = promise(arena_string(&arena, app->open.lesson->models[2].path));
    app_show_view(app, VIEW_COMPARE);
    frame();
    while (!app->view.awaited.on) {
        app_press(app, control(COMPARE_NAME, 1, 0));
        frame();
    }
    const Model *before = app->view.compare->sides[1].model;
    assert_true(third->asked > 0);
    frame();
    assert_ptr_equal(app->view.compare->sides[1].model, before);
    third->arrival = FILE_IS_THERE;
    frame();
    assert_true(!app->view.awaited.on && app->view.compare->sides[1].model != before);
}

/* ---- late or at once ---- */

/* All that is open and where it stands. What is measured beside comes when it comes. */
static char *standing(void)
{
    View *view = &app->view;
    char *line = arena_printf(&arena, "%s, at %g of %g, row %d, own %d", app_here(app, &arena), view->cursor,
                              app->cursor.target, view->self.at, view->own != NULL);
    if (view->kind == VIEW_COMPARE) {
        const Comparison *pair = view->compare;
        line = arena_printf(&arena, "%s, %s with %s, beat %g of %d, sentence %d, guest %d, %s", line,
                            pair->sides[0].name, pair->sides[1].name, pair->beat, pair->lockstep.count, pair->chosen,
                            pair->guest, pair->reference ? pair->reference : "no reference");
    }
    if (view->kind == VIEW_EXHIBIT)
        line = arena_printf(&arena, "%s, sound %d", line, view->exhibit->sound);
    if (view->kind == VIEW_TRAIN)
        line = arena_printf(&arena, "%s, fed %s", line, app->live->translation);
    return line;
}

static char *opened_at(const char *lesson, const char *place)
{
    options.at = place;
    begin(lesson);
    while (app->view.awaited.on) { /* file by file */
        pending[pending_count++] = (Pending){arena_string(&arena, app->awaited.file), FILE_IS_THERE, 0};
        assert_true(pending_count < PENDING_MOST);
        frame();
    }
    frame();
    options.at = NULL;
    return standing();
}

/* With no more of the lesson there than a page has of it before it begins. */
static void check_late(const char *lesson, const char *place)
{
    pending_count = 0;
    char *at_once = opened_at(lesson, place);
    const LessonModel *first = &app->open.lesson->models[0];
    const char *there[] = {first->path, first->data, first->heldout};
    for (int i = 0; i < 3; i++)
        if (there[i])
            pending[pending_count++] = (Pending){arena_string(&arena, there[i]), FILE_IS_THERE, 0};
    promise(".safetensors");
    promise(".tsv");
    promise("glossary.tsv")->arrival = FILE_IS_THERE; /* with the lessons' texts, at once */
    char *late = opened_at(lesson, place);
    if (strcmp(late, at_once) != 0)
        fail_msg("%s, %s\nlate:    %s\nat once: %s", lesson, place, late, at_once);
}

static void what_comes_late_opens_as_at_once(void **state)
{
    (void)state;
    static const char *const LESSONS[] = {"04-the-bottleneck", "05-cat-chase-mouse", "30-bug-museum"};
    check_late("05-cat-chase-mouse", "view=compare;sentence=dog chase cat;temperature=2:3;step=2;moment=softmax");
    for (size_t l = 0; l < LENGTH(LESSONS); l++) {
        for (int kind = 0; kind < VIEW_KINDS; kind++) {
            check_late(LESSONS[l], arena_printf(&arena, "view=%s", VIEW_NAMES[kind]));
            if (app->inputs[kind]->waits)
                check_late(LESSONS[l], arena_printf(&arena, "view=%s;card=2;step=1;moment=word", VIEW_NAMES[kind]));
        }
        int cards = app->open.lesson->card_count;
        for (int card = 1; card <= cards; card++)
            check_late(LESSONS[l], arena_printf(&arena, "card=%d", card));
    }
}

/* ---- what else opens models ---- */

static void pictures_of_the_course_come_behind_it(void **state)
{
    (void)state;
    Pending *model = promise("06-tom-chase-jerry/model.safetensors");
    begin("05-cat-chase-mouse");
    app_press(app, (Target){TARGET_COURSE, 0, 0, 0});
    frame();
    const Course *course = app->view.course.page;
    int at = 0;
    while (strcmp(path_name(course->entries[at].folder), "06-tom-chase-jerry") != 0)
        at++;
    assert_true(!course->entries[at].broken && !course->entries[at].values && model->asked == 0);
    model->arrival = FILE_IS_THERE;
    frame();
    assert_non_null(course->entries[at].values);
}

/* Of lesson 20 how its words look at each other, of 21 two heads with a gap; not which word the decoder is told. */
static void pictures_of_the_course_are_of_what_is_taught(void **state)
{
    (void)state;
    begin("20-self-attention");
    app_press(app, (Target){TARGET_COURSE, 0, 0, 0});
    frame();
    const Course *course = app->view.course.page;
    for (int at = 0; at < course->shipped; at++) {
        const CourseEntry *entry = &course->entries[at];
        if (entry->order != 20 && entry->order != 21)
            continue;
        Error error = {0};
        Lesson *lesson = lesson_load(entry->folder, &error);
        Model model;
        expect_ok(lesson && model_load(lesson->models[0].path, &model, &error), &error);
        Trace *trace = trace_decode(&model, slice_of(lesson->sentence), NULL, &error);
        expect_ok(trace != NULL, &error);
        int n = trace->n, heads = trace->config.heads;
        assert_int_equal(entry->rows, n);
        assert_int_equal(entry->cols, heads * (n + 1) - 1);
        for (int r = 0; r < n; r++)
            for (int c = 0; c < entry->cols; c++) {
                int head = c / (n + 1), j = c % (n + 1);
                float weight = j < n ? trace_self(trace)->weights[(head * n + r) * n + j] : COURSE_NOTHING;
                assert_true(entry->values[r * entry->cols + c] == weight);
            }
        trace_destroy(trace);
        model_finish(&model);
        lesson_destroy(lesson);
    }
}

static void the_first_minute_begins_when_its_lesson_has_come(void **state)
{
    (void)state;
    Pending *model = promise("05-cat-chase-mouse/model.safetensors");
    options.opening = true;
    begin("01-sequences-in-and-out");
    assert_true(app->view.opening.stage == OPENING_NONE && app->view.awaited.on);
    model->arrival = FILE_IS_THERE;
    frame();
    assert_true(app->view.opening.stage == OPENING_PROMISE && is_open("05-cat-chase-mouse"));
    assert_false(app->view.awaited.on);
}

static void the_terms_are_waited_for(void **state)
{
    (void)state;
    Pending *terms = promise("lessons/terms.tsv");
    begin("05-cat-chase-mouse");
    app_press(app, (Target){TARGET_HELP, 0, 0, 0});
    app_press(app, target_at(TARGET_WORDS, 1, 0, 0));
    frame();
    assert_true(app->view.awaited.on && app->view.overlay == OVERLAY_NONE && terms->asked > 0);
    terms->arrival = FILE_IS_THERE;
    frame();
    assert_true(!app->view.awaited.on && app->view.overlay == OVERLAY_WORDS && app->view.words.terms);
    assert_true(is_open("05-cat-chase-mouse"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_lesson_opens_when_it_has_come, set_up, home_remove),
        cmocka_unit_test_setup_teardown(cards_are_read_meanwhile, set_up, home_remove),
        cmocka_unit_test_setup_teardown(another_card_ends_the_waiting, set_up, home_remove),
        cmocka_unit_test_setup_teardown(what_is_lost_is_said_and_tried_again, set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_card_waits_for_its_model, set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_place_is_gone_to_when_all_of_it_has_come, set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_comparison_waits_for_its_second_model, set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_guest_is_waited_for, set_up, home_remove),
        cmocka_unit_test_setup_teardown(a_press_is_done_when_it_can, set_up, home_remove),
        cmocka_unit_test_setup_teardown(what_comes_late_opens_as_at_once, set_up, home_remove),
        cmocka_unit_test_setup_teardown(pictures_of_the_course_come_behind_it, set_up, home_remove),
        cmocka_unit_test_setup_teardown(pictures_of_the_course_are_of_what_is_taught, set_up, home_remove),
        cmocka_unit_test_setup_teardown(the_terms_are_waited_for, set_up, home_remove),
        cmocka_unit_test_setup_teardown(the_first_minute_begins_when_its_lesson_has_come, set_up, home_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
