/* In front of people what would be small stands alone: the panel of one step of training that the card is about, and of
 * two models on a long sentence one at a time. What is in sight can be read from the back row, the rest is dragged. */
#include "every_view.h"
#include "ink.h"

#define BACK_ROW 61.0f /* of the picture's height: a text at least */

static const float SIZES[][2] = {{896, 560}, {1067, 667}, {1185, 667}}; /* in windows of 1024, 1440 and 2560 px */

static SceneLayout draw(const View *view)
{
    return scene_window(view, every.moving.type, &every.moving.list);
}

static View presented(ViewKind kind, int size, int mode)
{
    View view = every_view(kind);
    view.width = SIZES[size][0], view.height = SIZES[size][1];
    view.language = mode & 1 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
    view.theme = theme_get(mode & 2 ? THEME_DARK : THEME_LIGHT);
    view.window.present = true;
    view.panel.open = false;
    return view;
}

static bool is_formula(const DrawCommand *text)
{
    return text->text.face == FACE_MATH || text->text.face == FACE_MATH_ITALIC || text->text.face == FACE_MATH_BOLD;
}

/* px of the smallest text inside the box, formulas aside. */
static float smallest(Box inside)
{
    float least = 1e9f;
    const DrawList *list = &every.moving.list;
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind == DRAW_TEXT && !is_formula(command) && box_contains(inside, box_middle(command->bounds)))
            least = command->text.size < least ? command->text.size : least;
    }
    return least;
}

/* How many texts of that face inside the box say that. */
static int says(Box inside, Face face, const char *wanted)
{
    int count = 0;
    const DrawList *list = &every.moving.list;
    for (int i = 0; i < list->count; i++)
        count += command_says(&list->commands[i], wanted) && list->commands[i].text.face == face
                 && box_contains(inside, box_middle(list->commands[i].bounds));
    return count;
}

static void the_panel_of_the_card_has_the_stage(void **state)
{
    (void)state;
    Lesson *lesson = every.lesson;
    StageSetting *stage = &lesson->cards[0].stage, before = *stage;
    ink_findings = 0;
    for (size_t size = 0; size < LENGTH(SIZES); size++)
        for (int mode = 0; mode < 4; mode++)
            for (int panel = 0; panel <= STAGE_PANELS; panel++) {
                View view = presented(VIEW_TRAIN, (int)size, mode);
                view.look = LOOK_STEP;
                view.step = every.step;
                view.lesson = lesson;
                *stage = (StageSetting){.present = true, .look = LOOK_STEP, .panel = panel};
                SceneLayout layout = draw(&view);
                ink_check_list(&view, &every.moving.list);
                for (int other = 1; other <= STAGE_PANELS; other++) /* the number under each */
                    assert_int_equal(
                        says(layout.panned, FACE_SANS_BOLD, arena_printf(&every.moving.arena, "%d", other)),
                        other == (panel ? panel : 1));
                assert_true(smallest(layout.panned) >= view.height / BACK_ROW);
            }
    *stage = before;
    assert_int_equal(ink_findings, 0);
}

static void of_a_long_sentence_one_model_stands_alone(void **state)
{
    (void)state;
    Pairs pairs;
    pairs_open(&pairs, &every.moving, ATTENTION_LUONG, CELL_GRU, 1);
    pairs_compare(&pairs, &every.moving, SENTENCE_LONG, PAIR_MODELS);
    ink_findings = 0;
    for (size_t size = 0; size < LENGTH(SIZES); size++)
        for (int mode = 0; mode < 4; mode++) {
            View view = presented(VIEW_COMPARE, (int)size, mode);
            view.compare = &pairs.comparison;
            view.trace = every.moving.traces[SENTENCE_LONG];
            const char *word = view.trace->source[5];
            SceneLayout layout = draw(&view);
            ink_check_list(&view, &every.moving.list);
            int times = says(layout.panned, FACE_SANS, word);
            assert_true(times > 0 && smallest(layout.panned) >= view.height / BACK_ROW);
            view.stage.pan.y = layout.panned.h; /* the other one follows, as large */
            layout = draw(&view);
            ink_check_list(&view, &every.moving.list);
            assert_int_equal(says(layout.panned, FACE_SANS, word), times);
            assert_true(smallest(layout.panned) >= view.height / BACK_ROW);
            view.compare = &every.pairs.comparison; /* short ones stand beside one another */
            view.trace = every.moving.traces[SENTENCE_SHORT];
            assert_true(draw(&view).panned.w == 0);
        }
    pairs_close(&pairs);
    assert_int_equal(ink_findings, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_panel_of_the_card_has_the_stage),
        cmocka_unit_test(of_a_long_sentence_one_model_stands_alone),
    };
    return cmocka_run_group_tests(tests, every_view_set_up, every_view_tear_down);
}
