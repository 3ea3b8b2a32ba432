/* Written words say what they mean where there is room, and turning that over moves nothing. */
#include "ink.h"
#include "moving_lesson.h"

#include "scene/view/opening_script.h"

static const float SIZES[][2] = {{870, 560}, {1024, 640}, {1440, 900}, {2560, 1440}, PHONES};

/* The next text or mark; those of the switch itself are left out. */
static const DrawCommand *next(const DrawList *list, int *at)
{
    for (; *at < list->count; (*at)++) {
        const DrawCommand *command = &list->commands[*at];
        bool of_switch =
            command->kind == DRAW_TEXT && (command_says(command, "glosses") || command_says(command, "词义"));
        if ((command->kind == DRAW_TEXT && !of_switch) || command->kind == DRAW_MARK)
            return command;
    }
    return NULL;
}

static bool same(const DrawCommand *a, const DrawCommand *b)
{
    char left[SAID_BYTES], right[SAID_BYTES];
    if (a->kind != b->kind)
        return false;
    if (a->kind == DRAW_MARK)
        return memcmp(&a->bounds, &b->bounds, sizeof a->bounds) == 0
               && memcmp(&a->mark.target, &b->mark.target, sizeof a->mark.target) == 0;
    return strcmp(command_text(a, left), command_text(b, right)) == 0 && a->text.size == b->text.size
           && memcmp(&a->text.origin, &b->text.origin, sizeof a->text.origin) == 0;
}

/* All texts and marks of `hidden` stand in `shown`, in the same places and in order. Returns how many more there are.
 */
static int expect_within(const DrawList *hidden, const DrawList *shown)
{
    char text[SAID_BYTES];
    int more = 0, at = 0, there = 0;
    for (const DrawCommand *wanted; (wanted = next(hidden, &at)); at++, there++) {
        const DrawCommand *found = next(shown, &there);
        for (; found && !same(wanted, found); found = next(shown, &there))
            there++, more++;
        if (!found)
            print_error("\"%s\" has moved\n", command_text(wanted, text));
        assert_non_null(found);
    }
    return more;
}

static void expect_still(View view)
{
    view.gloss = GLOSS_HIDDEN;
    moving_draw(&moving, &view);
    DrawList hidden = moving.list;
    moving.list = (DrawList){0};
    view.gloss = GLOSS_SHOWN;
    moving_draw(&moving, &view);
    expect_within(&hidden, &moving.list);
    drawlist_finish(&hidden);
}

static void turning_it_over_moves_no_word(void **state)
{
    (void)state;
    for (Sentence sentence = 0; sentence < SENTENCES; sentence++)
        for (size_t size = 0; size < LENGTH(SIZES); size++)
            for (int language = 0; language < LESSON_LANGUAGES; language++) {
                View view = moving_view(&moving, sentence, SIZES[size][0], SIZES[size][1]);
                view.language = (Language)language;
                int last = moment_count(view.trace) - 1;
                for (int k = 0; k <= 12; k++) {
                    view.kind = k == 12 ? VIEW_HEATMAP : VIEW_DECODE;
                    view.cursor = k == 12 ? last : last * (k + 0.3) / 12;
                    expect_still(view);
                }
            }
}

/* What lies over a text in the pictures of a decode and of its map. */
static int find_ink(GlossLook look)
{
    ink_findings = 0;
    for (Sentence sentence = 0; sentence < SENTENCES; sentence++)
        for (size_t size = 0; size < LENGTH(SIZES); size++)
            for (int mode = 0; mode < 2; mode++) {
                View view = moving_view(&moving, sentence, SIZES[size][0], SIZES[size][1]);
                view.gloss = look;
                view.window.present = mode;
                for (int step = 0; step < view.trace->step_count; step++)
                    for (MomentKind kind = MOMENT_PREVIOUS; kind <= MOMENT_WORD; kind++) {
                        int moment = moment_find(view.trace, kind, step, -1);
                        view.cursor = moment;
                        if (moment >= 0 && (step < 4 || kind == MOMENT_WORD))
                            ink_check(&moving, &view);
                    }
                view.kind = VIEW_HEATMAP;
                ink_check(&moving, &view);
            }
    return ink_findings;
}

/* Nothing that does not lie there without them. */
static void every_window_has_one_switch(void **state)
{
    (void)state;
    static const Point small[] = {{390, 464}, {429, 510}};
    for (size_t i = 0; i < LENGTH(SIZES) + LENGTH(small); i++) {
        float width = i < LENGTH(SIZES) ? SIZES[i][0] : small[i - LENGTH(SIZES)].x;
        float height = i < LENGTH(SIZES) ? SIZES[i][1] : small[i - LENGTH(SIZES)].y;
        View view = moving_view(&moving, SENTENCE_SHORT, width, height);
        view.gloss = GLOSS_SHOWN;
        moving_draw(&moving, &view);
        int switches = 0;
        for (int c = 0; c < moving.list.count; c++) {
            const DrawCommand *command = &moving.list.commands[c];
            switches += command->kind == DRAW_MARK && command->mark.target.kind == TARGET_GLOSS;
        }
        if (switches != 1)
            print_error("%.0f x %.0f: %d switches\n", (double)width, (double)height, switches);
        assert_int_equal(switches, 1);
    }
}

static void glosses_lie_over_nothing(void **state)
{
    (void)state;
    int without = find_ink(GLOSS_NONE), with = find_ink(GLOSS_SHOWN);
    assert_true(with <= without);
}

static View opening_view(float width, float height, GlossLook look)
{
    OpeningScene scenes[OPENING_SCENES];
    View view = moving_view(&moving, SENTENCE_SHORT, width, height);
    int count = opening_script(view.trace, scenes);
    view.opening = (Opening){.stage = OPENING_DRAG, .scene = count - 1, .step = 2, .bar = 0, .wrote = "老鼠"};
    view.cursor = scenes[count - 1].end;
    view.gloss = look;
    return view;
}

static void the_first_minute_has_them_too(void **state)
{
    (void)state;
    for (size_t size = 0; size < LENGTH(SIZES); size++) {
        float width = SIZES[size][0], height = SIZES[size][1];
        int findings[2];
        for (int with = 0; with < 2; with++) {
            View view = opening_view(width, height, with ? GLOSS_SHOWN : GLOSS_NONE);
            ink_findings = 0;
            ink_check(&moving, &view);
            findings[with] = ink_findings;
        }
        assert_true(findings[1] <= findings[0]);
        assert_true(moving_says(&moving, "mouse"));
    }
}

static void a_picture_has_none_unless_asked(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    Glossary kept = moving.lesson->glossaries[LANGUAGE_ENGLISH];
    view.cursor = moment_count(view.trace) - 3;
    Bytes with = moving_text(&moving, &view);
    moving.lesson->glossaries[LANGUAGE_ENGLISH] = (Glossary){0};
    Bytes without = moving_text(&moving, &view);
    view.gloss = GLOSS_SHOWN;
    Bytes asked = moving_text(&moving, &view);
    moving.lesson->glossaries[LANGUAGE_ENGLISH] = kept;
    assert_string_equal(with.data, without.data);
    assert_string_equal(asked.data, without.data);
    bytes_finish(&with);
    bytes_finish(&without);
    bytes_finish(&asked);
}

static bool shows(View view, GlossLook look, Language language)
{
    view.gloss = look;
    view.language = language;
    const char *gloss = view_gloss(&view, "猫");
    assert_true(!gloss || strcmp(gloss, "cat") == 0);
    assert_int_equal(view_glosses(&view), gloss                ? GLOSSES_SHOWN
                                          : look == GLOSS_NONE ? GLOSSES_MISSING
                                                               : GLOSSES_HIDDEN);
    return gloss != NULL;
}

static void the_reader_decides(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    assert_true(shows(view, GLOSS_USUAL, LANGUAGE_ENGLISH));
    assert_false(shows(view, GLOSS_USUAL, LANGUAGE_CHINESE)); /* who reads it needs none */
    assert_true(shows(view, GLOSS_SHOWN, LANGUAGE_CHINESE));
    assert_false(shows(view, GLOSS_HIDDEN, LANGUAGE_ENGLISH));
    assert_false(shows(view, GLOSS_NONE, LANGUAGE_ENGLISH));
    view.gloss = GLOSS_SHOWN;
    assert_null(view_gloss(&view, "?")); /* of what a question hides */
    assert_null(view_gloss(&view, NULL));
}

static void a_question_about_meaning_gets_no_answer(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    Quiz *quiz = moving.lesson->cards[view.card].quizzes;
    assert_true(moving.lesson->cards[view.card].quiz_count > 0);
    view.gloss = GLOSS_SHOWN;
    view.panel.asking = true;
    quiz->unglossed = true;
    assert_null(view_gloss(&view, "猫"));
    assert_string_equal(view_gloss_room(&view, "猫"), "cat");
    view.panel.quizzes[0].shown = true;
    assert_non_null(view_gloss(&view, "猫"));
    quiz->unglossed = false;
}

static bool has_name(const DrawList *list, const char *name)
{
    for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(list, mark));)
        if (mark->mark.name && strcmp(mark->mark.name, name) == 0)
            return true;
    return false;
}

static void it_is_read_aloud_with_its_word(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    view.cursor = moment_find(view.trace, MOMENT_WORD, 0, -1);
    view.gloss = GLOSS_SHOWN;
    moving_draw(&moving, &view);
    assert_true(has_name(&moving.list, "猫, meaning cat"));
    assert_false(has_name(&moving.list, "猫"));
    view.gloss = GLOSS_HIDDEN;
    moving_draw(&moving, &view);
    assert_true(has_name(&moving.list, "猫"));
    assert_false(has_name(&moving.list, "猫, meaning cat"));
}

static void sentences_have_it_behind_the_word(void **state)
{
    (void)state;
    static const struct {
        const char *text, *glossed;
    } cases[] = {
        {"It writes “老鼠”.", "It writes “老鼠” (mouse)."},
        {"“猫” and “了”, “cat” too", "“猫” (cat) and “了” (done), “cat” too"},
        {"no word", "no word"},
        {"“猫", "“猫"},
        {"", ""},
    };
    Arena arena = {0};
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    view.gloss = GLOSS_SHOWN;
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_string_equal(view_glossed(&view, cases[i].text, &arena), cases[i].glossed);
    view.gloss = GLOSS_HIDDEN;
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_string_equal(view_glossed(&view, cases[i].text, &arena), cases[i].text);
    assert_null(view_glossed(&view, NULL, &arena));
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turning_it_over_moves_no_word),
        cmocka_unit_test(every_window_has_one_switch),
        cmocka_unit_test(glosses_lie_over_nothing),
        cmocka_unit_test(the_first_minute_has_them_too),
        cmocka_unit_test(a_picture_has_none_unless_asked),
        cmocka_unit_test(the_reader_decides),
        cmocka_unit_test(a_question_about_meaning_gets_no_answer),
        cmocka_unit_test(it_is_read_aloud_with_its_word),
        cmocka_unit_test(sentences_have_it_behind_the_word),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
