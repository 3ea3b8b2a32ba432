/* Windows as small as a page gets when it is enlarged four times: every view, with type of at least 9 px on the screen;
 * what has no room is left out or dragged, and nothing lies over a text. Numbers do not touch their cells. */
#include "every_view.h"
#include "ink.h"

#include "scene/kit/grid.h"
#include "scene/view/window_layout.h"

#include <math.h>

#define TYPE_SEEN 9.0f /* px on the screen */

static const Point WINDOWS[] = {{390, 464}, {320, 256}};

/* Of every text but in formulas, whose indices are as small beside their letters in every window. */
static void expect_type(const View *view, const DrawList *list, float scale)
{
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        Face face = command->kind == DRAW_TEXT ? command->text.face : FACE_MATH;
        bool formula = face >= FACE_MATH && face <= FACE_MATH_BOLD;
        char text[SAID_BYTES];
        if (!formula && command->text.size * scale < TYPE_SEEN)
            fail_msg("%s, %.0fx%.0f: \"%s\" has %.1f px", VIEW_NAMES[view->kind], (double)view->width,
                     (double)view->height, command_text(command, text), (double)(command->text.size * scale));
    }
}

/* An open card lies over the stage. */
static void check(const View *view, float scale)
{
    if (!view->panel.open)
        ink_check(&every.moving, view);
    moving_draw(&every.moving, view);
    expect_type(view, &every.moving.list, scale);
}

static void every_view_can_be_read(void **state)
{
    (void)state;
    ink_findings = 0;
    for (size_t w = 0; w < LENGTH(WINDOWS); w++)
        for (ViewKind kind = 0; kind < VIEW_KINDS; kind++)
            for (int mode = 0; mode < 8; mode++) {
                View view = every_view(kind);
                view.window.captions = mode == 1;
                view.theme = theme_with(mode & 1 ? THEME_DARK : THEME_LIGHT, mode == 3);
                view.language = (Language)(mode & 1);
                Point picture = window_picture(WINDOWS[w], 0.9f, view.window.captions);
                float scale = WINDOWS[w].x / picture.x;
                view.width = picture.x, view.height = picture.y;
                assert_true(window_lying(&view) && scale * TYPE_TINY >= TYPE_SEEN);
                view.panel.open = mode == 4;
                view.window.present = mode == 5;
                view.window.embedded = mode == 6;
                view.stage.pan = mode == 7 ? (Point){1e4f, 1e4f} : (Point){0, 0}; /* to the other end */
                check(&view, scale);
            }
    assert_int_equal(ink_findings, 0);
}

/* Moment by moment, of sentences of every length. */
static void every_moment_can_be_read(void **state)
{
    (void)state;
    ink_findings = 0;
    for (size_t w = 0; w < LENGTH(WINDOWS); w++) {
        Point picture = window_picture(WINDOWS[w], 0.9f, false);
        for (Sentence sentence = SENTENCE_SHORT; sentence < SENTENCES; sentence++) {
            View view = moving_view(&every.moving, sentence, picture.x, picture.y);
            double last = moment_count(view.trace) - 1, step = sentence == SENTENCE_SHORT ? 1 : 5;
            for (view.cursor = 0; view.cursor <= last; view.cursor += step)
                check(&view, WINDOWS[w].x / picture.x);
        }
    }
    assert_int_equal(ink_findings, 0);
}

/* px that the narrowest text of a row of numbers leaves at the sides of its cell. */
static float free_beside(const View *view, float w)
{
    static const float values[] = {-0.27f, -0.93f, -0.88f};
    enum { COUNT = 3 };
    DrawList *list = &every.moving.list;
    Painter painter = {view, view->theme, list, true};
    drawlist_reset(list, every.moving.type, view->width, view->height, view->theme->paper);
    GridMatrix matrix =
        grid_matrix((Box){10, 10, COUNT * w, 27}, values, 1, COUNT, COUNT, 1, ROLE_ENCODER, (Target){0});
    matrix_draw(&painter, &matrix);
    float least = w;
    int numbers = 0;
    for (int i = 0; i < list->count; i++) {
        if (list->commands[i].kind != DRAW_TEXT)
            continue;
        Box ink = box_inset(list->commands[i].bounds, TEXT_EDGE, TEXT_EDGE), cell = matrix_cell(&matrix, 0, numbers++);
        least = fminf(least, fminf(ink.x - cell.x, cell.x + cell.w - ink.x - ink.w));
    }
    assert_int_equal(numbers, COUNT);
    return least;
}

static void numbers_stand_free_of_their_cells(void **state)
{
    (void)state;
    View view = every_view(VIEW_DECODE);
    for (float w = 33; w < 80; w += 0.5f)
        assert_true(free_beside(&view, w) >= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_view_can_be_read),
        cmocka_unit_test(every_moment_can_be_read),
        cmocka_unit_test(numbers_stand_free_of_their_cells),
    };
    return cmocka_run_group_tests(tests, every_view_set_up, every_view_tear_down);
}
