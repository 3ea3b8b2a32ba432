/* The views of lessons with keyboard and mouse, on SDL's driver without a screen: looks, heads, rows, paint, lines. */
#define FRAME_SECONDS 5
#include "fixture.h"

#include "app/app_place.h"
#include "app/cursor.h"
#include "app/input.h"
#include "app/open.h"
#include "app/view_input.h"
#include "scene/views/patches/patches.h"
#include "scene/views/unrolled/view_unrolled_cell.h"
#include "trace/beats.h"
#include "trace/cause_map.h"

#include <math.h>

static void open_lesson(const char *lesson)
{
    AppOptions options = home_create();
    options.lesson = path_join(&arena, getenv("ATTEND_DATA"), lesson);
    options.forgetful = options.reduced_motion = true;
    start(&options);
}

static void draw(void)
{
    app->dirty = true;
    frame();
}

static void press_key(Key which, bool shift)
{
    app->dirty = true;
    key_with(which, (Modifiers){.shift = shift});
}

/* The mark of a control or a value that is on the picture. */
static Box mark_of(TargetKind kind, int a, int b, int c)
{
    draw();
    for (int i = app->list.count - 1; i >= 0; i--) {
        const DrawCommand *command = &app->list.commands[i];
        if (command->kind == DRAW_MARK && command->mark.target.kind == kind && command->mark.target.a == a
            && command->mark.target.c == c && (b < 0 || command->mark.target.b == b))
            return command->bounds;
    }
    fail_msg("there is no mark %d %d %d %d", kind, a, b, c);
    return (Box){0};
}

static Point inside(Box box, float x, float y)
{
    return (Point){box.x + box.w * x, box.y + box.h * y};
}

static void unrolled_goes_from_look_to_look(void **state)
{
    (void)state;
    open_lesson("lessons/02-one-recurrent-step");
    draw();
    assert_int_equal(app->view.kind, VIEW_UNROLLED);
    assert_int_equal(app->view.look, LOOK_WHOLE);
    press_key(KEY_F, false);
    assert_int_equal(app->view.look, LOOK_FOLDED);
    press_key(KEY_S, false);
    assert_int_equal(app->view.look, LOOK_ONE_STEP);
    press_key(KEY_RIGHT_BRACKET, false);
    assert_int_equal(app->view.pick, 1);
    press_key(KEY_LEFT_BRACKET, false);
    press_key(KEY_LEFT_BRACKET, false);
    assert_int_equal(app->view.pick, 7); /* round the end of eight rows */
    press_at(inside(mark_of(TARGET_VALUE, 1, -1, 0), 0.5f, 2.5f / 8));
    assert_int_equal(app->view.pick, 2);
    press_at(inside(mark_of(TARGET_CONTROL, CONTROL_LOOK, LOOK_WHOLE, 0), 0.5f, 0.5f));
    assert_int_equal(app->view.look, LOOK_WHOLE);
    app_show_card(app, 1); /* a card's own look */
    assert_int_equal(app->view.look, LOOK_ONE_STEP);
    home_remove(NULL);
}

/* In any lesson, by its key and by the key of its view: states come by instants, and the row that is picked with the
 * keys is in sight, while one that is pressed stays where it is. */
static void the_inside_of_a_cell_is_looked_at(void **state)
{
    (void)state;
    open_lesson("lessons/05-cat-chase-mouse");
    press_key(KEY_6, false);
    press_key(KEY_I, false);
    draw();
    assert_int_equal(app->view.look, LOOK_CELL);
    assert_true(app->open.trace->cell_told);
    for (int i = 0; i < 40; i++)
        press_key(KEY_RIGHT_BRACKET, false);
    assert_int_equal(app->view.pick, 40);
    draw();
    Box old = mark_of(TARGET_VALUE, 1, -1, 0);
    float rows = roundf(old.h / 24), at = fmodf(40, rows); /* pages of rows */
    assert_true(rows > 2 && rows < 40);
    press_at(inside(old, 0.5f, 1.5f / rows));
    assert_int_equal(app->view.pick, 40 - (int)at + 1);
    assert_true(scene_origin_open(&app->view));
    press_key(KEY_ESCAPE, false);
    app->view.pointer = box_middle(old);
    assert_true(app_pan(app, (Point){0, -60})); /* rows are dragged */
    draw();
    Point panned = app->view.stage.pan;
    assert_true(panned.y > 0);
    press_key(KEY_RIGHT_BRACKET, false);
    assert_true(app->view.stage.pan.y == 0);
    app->view.pointer = (Point){-1, -1};
    app->view.hover = app->view.focus =
        target_at(TARGET_VALUE, CELL_HISTORY + 8, -1, 0); /* none of the step's picture */
    press_key(KEY_S, false);
    draw();
    assert_int_equal(app->view.look, LOOK_ONE_STEP);
    assert_int_not_equal(app->view.hover.kind, TARGET_VALUE);
    assert_int_not_equal(app->view.focus.kind, TARGET_VALUE);
    press_key(KEY_1, false);
    assert_false(app->open.trace->cell_told);
    home_remove(NULL);
}

/* Self-attention has no states that follow each other: its decoder's cell is all there is. */
static void of_self_attention_the_decoder_is_looked_into(void **state)
{
    (void)state;
    open_lesson("lessons/20-self-attention");
    press_key(KEY_6, false);
    draw();
    assert_int_equal(app->view.kind, VIEW_UNROLLED);
    assert_int_equal(app->view.look, LOOK_CELL);
    press_key(KEY_F, false);
    assert_int_equal(app->view.look, LOOK_CELL);
    home_remove(NULL);
}

/* In the chain and in one step a number opens the panel of its formula; Esc and another view close it. */
static void a_number_tells_where_it_comes_from(void **state)
{
    (void)state;
    open_lesson("lessons/02-one-recurrent-step");
    press_key(KEY_END, false);
    press_key(KEY_U, false);
    draw();
    press_at(inside(mark_of(TARGET_ANNOTATION, 2, -1, 0), 0.5f, 0.1f));
    const Value *shown = origin_shown(&app->view);
    assert_true(scene_origin_open(&app->view));
    assert_int_equal(shown->place, 2);
    assert_int_equal(shown->index, 0);
    draw();
    assert_int_equal(app->view.focus.kind, TARGET_CONTROL); /* in the panel, on what leads further down */
    press_key(KEY_ENTER, false);
    assert_int_equal(app->view.origin.depth, 2);
    press_key(KEY_BACKSPACE, false);
    press_key(KEY_ESCAPE, false);
    assert_false(scene_origin_open(&app->view));
    press_key(KEY_S, false);
    draw();
    press_at(inside(mark_of(TARGET_VALUE, 1, -1, 0), 0.95f, 2.5f / 8)); /* the last weight of row 3 */
    shown = origin_shown(&app->view);
    assert_true(scene_origin_open(&app->view) && app->view.pick == 2);
    assert_int_equal(shown->kind, VALUE_PARAM);
    press_key(KEY_1, false);
    assert_int_equal(app->view.origin.depth, 0);
    home_remove(NULL);
}

static void heads_and_rows_are_chosen(void **state)
{
    (void)state;
    open_lesson("lessons/21-many-heads");
    app_show_card(app, 1);
    draw();
    assert_int_equal(app->view.look, LOOK_HEADS);
    press_key(KEY_END, false); /* all words have looked */
    int here = app->cursor.target, n = app->open.trace->n;
    int most = values_largest(trace_self(app->open.trace)->weights + (size_t)(n + 3) * (size_t)n, n);
    press_at(inside(mark_of(TARGET_VALUE, 5, 3 * n + most, 1), 0.5f, 0.5f)); /* the word in the lens of head 2 */
    assert_int_equal(app->view.pick, 1);
    assert_int_equal(app->view.self.row, 3);
    assert_int_equal(app->view.self.at, here);
    assert_int_equal(app->cursor.target, here); /* looking at an earlier row does not take back the later ones */
    press_key(KEY_DOWN, true);
    assert_int_equal(app->view.self.row, 4);
    press_key(KEY_UP, true);
    press_key(KEY_UP, true);
    assert_int_equal(app->view.self.row, 2);
    press_key(KEY_LEFT_BRACKET, false);
    assert_int_equal(app->view.pick, 0);
    draw();
    press_at(inside(mark_of(TARGET_VALUE, 16, -1, 1), 0.5f, 10.5f / 12)); /* row 11 of W_O, the part of head 2 */
    const Value *shown = origin_shown(&app->view);
    assert_true(scene_origin_open(&app->view) && shown->kind == VALUE_SELF_SHARE);
    assert_true(shown->run == 1 && shown->place == 2 && shown->index == 10);
    press_key(KEY_ENTER, false); /* what it is made of */
    assert_int_equal(app->view.origin.depth, 2);
    press_key(KEY_BACKSPACE, false);
    press_key(KEY_ESCAPE, false);
    assert_false(scene_origin_open(&app->view));
    press_key(KEY_HOME, false); /* nobody has looked yet: a press goes to the word's moment */
    press_key(KEY_X, false);
    assert_int_equal(app->view.look, LOOK_WHOLE);
    press_at(inside(mark_of(TARGET_VALUE, 5, -1, 0), 0.5f, 2.5f / (float)n));
    assert_int_equal(app->cursor.target, moment_find(app->open.trace, MOMENT_SELF, -1, 2));
    home_remove(NULL);
}

static double beat_of(int word, int beat)
{
    return beat_end(app->open.trace, moment_find(app->open.trace, MOMENT_SELF, -1, word), beat);
}

/* A word that is pressed asks; fine steps go from beat to beat, and every other look goes from word to word. */
static void a_word_asks_beat_by_beat(void **state)
{
    (void)state;
    open_lesson("lessons/21-many-heads");
    app_show_card(app, 1);
    press_key(KEY_W, false);
    assert_int_equal(app->view.look, LOOK_ONE_WORD);
    assert_int_equal(app->open.trace->head_told, 1);
    assert_true(app->cursor.target == beat_of(3, 1)); /* the card's word */
    press_key(KEY_RIGHT_BRACKET, false);
    assert_int_equal(app->open.trace->head_told, 2);
    press_at(inside(mark_of(TARGET_SOURCE, 2, -1, 0), 0.5f, 0.5f));
    assert_true(app->cursor.target == beat_of(2, 1));
    press_key(KEY_F, false);
    for (int beat = 2; beat <= 4; beat++) {
        press_key(KEY_RIGHT, false);
        assert_true(fabs(app->cursor.target - beat_of(2, beat)) < 1e-6);
    }
    const char *here = app_here(app, &arena);
    assert_non_null(strstr(here, "moment=self-attention;beat=4;position=3;view=self-attention;head=2;look=one-word"));
    press_key(KEY_F, false);
    press_key(KEY_RIGHT, false);
    assert_true(app->cursor.target == beat_of(2, 10));
    press_key(KEY_DOWN, false); /* the next word */
    assert_true(app->cursor.target == beat_of(3, 10));
    press_key(KEY_C, false);
    Error error = {0};
    expect_ok(app_go_to(app, here, &error), &error);
    draw();
    assert_true(fabs(app->cursor.target - beat_of(2, 4)) < 1e-6);
    assert_non_null(strstr(app->view.window.caption, "exp of each"));
    press_at(inside(mark_of(TARGET_SCORE, 0, 1, 0), 0.5f, 0.5f)); /* held still, cell by cell, until it is let go */
    assert_true(scene_pair_open(&app->view));
    assert_non_null(strstr(app_here(app, &arena), ";pair=2;"));
    mark_of(TARGET_CONTROL, PAIR_PANEL, -1, 0);
    press_key(KEY_ESCAPE, false);
    assert_false(scene_pair_open(&app->view));
    press_key(KEY_X, false); /* what was on its way is there */
    assert_int_equal(app->open.trace->head_told, 0);
    assert_int_equal(app->cursor.target, moment_find(app->open.trace, MOMENT_SELF, -1, 2));
    press_key(KEY_W, false);
    press_key(KEY_1, false);
    assert_int_equal(app->open.trace->head_told, 0);
    home_remove(NULL);
}

/* Every mark that Tab comes to, and Enter on it: the view goes on. */
static void press_every_stop(int most)
{
    for (int i = 0; i < most; i++) {
        press_key(KEY_TAB, false);
        Target focus = app->view.focus;
        bool of_view = focus.kind == TARGET_VALUE || focus.kind == TARGET_SOURCE
                       || (focus.kind == TARGET_CONTROL && focus.a != NORM_OPEN);
        if (of_view)
            press_key(KEY_ENTER, false);
        assert_int_equal(app->view.kind, VIEW_SELF_ATTENTION);
        press_key(KEY_ESCAPE, false);
    }
}

static void open_written(void)
{
    open_lesson("lessons/23-a-transformer-writes");
    app_show_card(app, 2);
    app_show_view(app, VIEW_SELF_ATTENTION);
    draw();
    assert_int_equal(app->view.kind, VIEW_SELF_ATTENTION);
    assert_true(config_is_transformer(&app->open.trace->config));
}

/* Of a Transformer the decoder's own self-attention is chosen with a button or a key; every other look, head, row and
 * beat as the encoder's, a place keeps it. */
static void the_decoders_own_is_chosen(void **state)
{
    (void)state;
    Error error = {0};
    open_written();
    const Trace *trace = app->open.trace;
    int looks = moment_find(trace, MOMENT_SELF, 2, -1);
    assert_false(view_written(&app->view));
    assert_null(strstr(app_here(app, &arena), "array"));
    press_at(inside(mark_of(TARGET_CONTROL, CONTROL_SIDE, 1, 0), 0.5f, 0.5f));
    assert_true(view_written(&app->view));
    press_key(KEY_Y, false);
    assert_false(view_written(&app->view));
    press_key(KEY_Y, false);
    app_jump(app, looks);
    press_key(KEY_X, false);
    press_at(inside(mark_of(TARGET_VALUE, 5, -1, 0), 0.3f, 0.3f)); /* the row of the second of four words */
    assert_true(app->view.self.row == 1 && app->view.self.at == looks);
    press_key(KEY_DOWN, true);
    assert_int_equal(app->view.self.row, 2);
    press_key(KEY_DOWN, true); /* the next one is not written yet */
    assert_int_equal(app->view.self.row, 2);
    press_key(KEY_UP, true);
    press_key(KEY_UP, true);
    assert_int_equal(app->view.self.row, 0);
    press_at(inside(mark_of(TARGET_VALUE, 5, -1, 0), 0.3f, 0.9f)); /* that of the last one: there it looks */
    assert_int_equal(app->cursor.target, moment_find(trace, MOMENT_SELF, 3, -1));
    app_jump(app, looks);
    press_at(inside(mark_of(TARGET_VALUE, 5, -1, 0), 0.3f, 0.1f));
    press_key(KEY_H, false);
    press_at(inside(mark_of(TARGET_VALUE, 9, -1, 0), 0.5f, 0.5f)); /* a number of D of the row that was chosen */
    assert_true(scene_origin_open(&app->view));
    assert_int_equal(origin_shown(&app->view)->kind, VALUE_ASKED);
    press_key(KEY_ESCAPE, false);
    press_key(KEY_RIGHT_BRACKET, false);
    assert_int_equal(app->view.pick, 1);
    const char *here = app_here(app, &arena);
    assert_non_null(strstr(here, "view=self-attention;head=2;array=decoder;look=heads"));
    press_key(KEY_Y, false);
    press_key(KEY_X, false);
    expect_ok(app_go_to(app, here, &error), &error);
    assert_true(view_written(&app->view) && app->view.look == LOOK_HEADS && app->view.pick == 1);
    assert_int_equal(app->cursor.target, looks);
    home_remove(NULL);
}

static void a_written_word_asks_beat_by_beat(void **state)
{
    (void)state;
    Error error = {0};
    open_written();
    const Trace *trace = app->open.trace;
    int looks = moment_find(trace, MOMENT_SELF, 2, -1), source = moment_find(trace, MOMENT_SELF, -1, 1);
    press_key(KEY_Y, false);
    press_key(KEY_W, false);
    assert_true(trace->head_told == 1 && trace->written_told);
    press_key(KEY_F, false);
    app_jump(app, looks - 1);
    BeatKind beats[BEATS_MOST];
    assert_true(beats_of(trace, looks, beats) == 10 && beats_of(trace, source, beats) == 1);
    for (int beat = 1; beat <= 10; beat++) {
        press_key(KEY_RIGHT, false);
        assert_true(fabs(app->cursor.target - beat_end(trace, looks, beat)) < 1e-6);
    }
    press_key(KEY_C, false);
    app_stop_at(app, beat_end(trace, looks, 1));
    draw();
    assert_non_null(strstr(app->view.window.caption, "the words so far"));
    const char *here = app_here(app, &arena);
    assert_non_null(strstr(here, "step=3;moment=self-attention;beat=1;"));
    press_at(inside(mark_of(TARGET_SOURCE, 1, -1, 0), 0.5f, 0.5f)); /* a written word that is pressed asks */
    assert_true(fabs(app->cursor.target - beat_end(trace, moment_find(trace, MOMENT_SELF, 1, -1), 1)) < 1e-6);
    press_key(KEY_Y, false);
    assert_true(trace->head_told == 1 && !trace->written_told && beats_of(trace, looks, beats) == 1);
    expect_ok(app_go_to(app, here, &error), &error);
    assert_true(trace->written_told && fabs(app->cursor.target - beat_end(trace, looks, 1)) < 1e-6);
    assert_true(trace->step_count > trace->n); /* of the last word's scores one has no source word */
    app_stop_at(app, beat_end(trace, moment_find(trace, MOMENT_SELF, trace->n, -1), 2));
    press_at(inside(mark_of(TARGET_SCORE, 0, trace->n, 0), 0.5f, 0.5f));
    draw();
    assert_true(scene_pair_open(&app->view));
    mark_of(TARGET_CONTROL, PAIR_PANEL, -1, 0);
    press_key(KEY_ESCAPE, false);
    press_key(KEY_1, false);
    assert_true(trace->head_told == 0 && !trace->written_told);
    home_remove(NULL);
}

/* In each look, at each step, of both sides. */
static void every_stop_of_the_view_is_pressed(void **state)
{
    (void)state;
    static const Key keys[] = {KEY_X, KEY_H, KEY_W};
    open_written();
    press_key(KEY_Y, false);
    for (size_t look = 0; look < LENGTH(keys); look++)
        for (int t = 0; t < app->open.trace->step_count; t++) {
            press_key(keys[look], false);
            app_jump(app, moment_find(app->open.trace, MOMENT_SELF, t, -1));
            press_every_stop(24);
        }
    home_remove(NULL);
}

/* The map of words that look at words: a head is chosen on it, a cell goes to its word's moment, as a
 * row's word does. */
static void a_map_of_words_is_pressed(void **state)
{
    (void)state;
    open_lesson("lessons/21-many-heads");
    app_show_card(app, 2);
    press_key(KEY_5, false);
    draw();
    const Trace *trace = app->open.trace;
    assert_int_equal(trace->config.heads, 2);
    press_at(inside(mark_of(TARGET_CONTROL, CONTROL_HEAD, 1, 0), 0.5f, 0.5f));
    assert_int_equal(app->view.pick, 1);
    press_at(inside(mark_of(TARGET_HEAT, 3, 6, 0), 0.5f, 0.5f));
    assert_int_equal(app->cursor.target, moment_find(trace, MOMENT_SELF, -1, 3));
    press_at(inside(mark_of(TARGET_WORD, 1, 0, 0), 0.5f, 0.5f));
    assert_int_equal(app->cursor.target, moment_find(trace, MOMENT_SELF, -1, 1));
    draw();
    assert_null(drawlist_marked(&app->list, target_at(TARGET_WORD, 2, 0, 0))); /* it has not looked yet */
    home_remove(NULL);
}

static void a_patch_is_painted(void **state)
{
    (void)state;
    open_lesson("lessons/28-beyond-translation");
    app_show_card(app, 5);
    draw();
    assert_int_equal(app->view.kind, VIEW_PATCHES);
    int here = app->cursor.target;
    int blue = patches_find("blue");
    press_at(inside(mark_of(TARGET_CONTROL, CONTROL_BRUSH, blue, 0), 0.5f, 0.5f));
    assert_int_equal(app->view.brush, blue);
    assert_string_equal(app->open.trace->source[15], "white");
    press_at(inside(mark_of(TARGET_VALUE, 0, -1, 15), 0.5f, 0.5f));
    assert_string_equal(app->open.trace->source[15], "blue");
    assert_string_equal(app->open.trace->steps[6].token, "bar"); /* two side by side */
    assert_int_equal(app->cursor.target, here);
    press_key(KEY_RIGHT_BRACKET, false); /* the next colour that the model knows */
    assert_int_equal(app->view.brush, patches_find("white"));
    press_key(KEY_ENTER, false); /* on the patch that has the focus */
    assert_string_equal(app->open.trace->source[15], "white");
    assert_string_equal(app->open.trace->steps[6].token, "dot");
    home_remove(NULL);
}

/* A press on a line goes to its moment, keys go from moment to moment as in Decode, ] changes the listing. */
static void a_line_of_code_is_pressed(void **state)
{
    (void)state;
    open_lesson("lessons/18-in-code");
    app_show_card(app, 2);
    draw();
    assert_int_equal(app->view.kind, VIEW_CODE);
    const Listing *listing = &app->open.lesson->listings[LISTING_PYTORCH];
    int line = 0;
    while (line < listing->count && strcmp(listing->lines[line].text, "alpha = e.softmax(0)") != 0)
        line++;
    press_at(inside(mark_of(TARGET_CONTROL, CONTROL_LINE, line, 0), 0.5f, 0.5f));
    assert_int_equal(app->cursor.target, moment_find(app->open.trace, MOMENT_SOFTMAX, 1, -1));
    press_key(KEY_RIGHT, false);
    assert_int_equal(app->cursor.target, moment_find(app->open.trace, MOMENT_CONTEXT, 1, -1));
    press_key(KEY_RIGHT_BRACKET, false);
    assert_int_equal(app->view.look, LOOK_TENSORFLOW);
    assert_non_null(strstr(app_here(app, &arena), "look=tensorflow"));
    press_at(inside(mark_of(TARGET_CONTROL, CONTROL_LOOK, LOOK_WHOLE, 0), 0.5f, 0.5f));
    assert_int_equal(app->view.look, LOOK_WHOLE);
    home_remove(NULL);
}

/* Maps of the heatmap are computed once for a decode, and again for another; one has none of what was changed by hand.
 */
static void a_map_of_another_question(void **state)
{
    (void)state;
    open_lesson("lessons/05-cat-chase-mouse");
    press_key(KEY_5, false);
    press_at(inside(mark_of(TARGET_CONTROL, CONTROL_LOOK, LOOK_ERASE, 0), 0.5f, 0.5f));
    assert_int_equal(app->view.look, LOOK_ERASE);
    draw();
    const CauseMaps *kept = app->open.trace->maps;
    assert_non_null(kept);
    draw();
    assert_ptr_equal(app->open.trace->maps, kept);
    mark_of(TARGET_HEAT, 0, 0, CAUSE_UNKNOWN);
    assert_non_null(strstr(app_here(app, &arena), "look=erase"));
    press_at(inside(mark_of(TARGET_CONTROL, CONTROL_LOOK, LOOK_MAPS, 0), 0.5f, 0.5f));
    draw();
    assert_ptr_equal(app->open.trace->maps, kept);
    press_key(KEY_RIGHT_BRACKET, false); /* several maps are not zoomed */
    assert_true(app->view.heat.zoom <= 1);
    press_at(inside(mark_of(TARGET_HEAT, 1, 1, CAUSE_ZERO), 0.5f, 0.5f));
    assert_true(app_decode(app, "dog see cat"));
    assert_null(app->open.trace->maps); /* nobody has asked */
    draw();
    assert_non_null(app->open.trace->maps);
    press_at(inside(mark_of(TARGET_CONTROL, CONTROL_LOOK, LOOK_WHOLE, 0), 0.5f, 0.5f));
    mark_of(TARGET_HEAT, 0, 0, CAUSE_ATTENTION);
    home_remove(NULL);
}

/* Of several maps the first is copied: without attention, what the words were needed for. */
static void the_first_of_several_maps_is_copied(void **state)
{
    (void)state;
    open_lesson("lessons/03-one-context");
    assert_false(config_weighs(&app->open.trace->config));
    press_key(KEY_5, false);
    press_at(inside(mark_of(TARGET_CONTROL, CONTROL_LOOK, LOOK_MAPS, 0), 0.5f, 0.5f));
    draw();
    press_at(inside(mark_of(TARGET_CONTROL, HEAT_COPY, 0, 0), 0.5f, 0.5f));
    assert_non_null(app->open.trace->maps);
    const float *first = app->open.trace->maps->of[CAUSE_UNKNOWN];
    assert_non_null(
        strstr(window_clipboard_get(app->window, &arena), arena_printf(&arena, "\t%.9g", (double)first[0])));
    home_remove(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unrolled_goes_from_look_to_look),
        cmocka_unit_test(the_inside_of_a_cell_is_looked_at),
        cmocka_unit_test(of_self_attention_the_decoder_is_looked_into),
        cmocka_unit_test(a_number_tells_where_it_comes_from),
        cmocka_unit_test(heads_and_rows_are_chosen),
        cmocka_unit_test(a_word_asks_beat_by_beat),
        cmocka_unit_test(the_decoders_own_is_chosen),
        cmocka_unit_test(a_written_word_asks_beat_by_beat),
        cmocka_unit_test(every_stop_of_the_view_is_pressed),
        cmocka_unit_test(a_map_of_words_is_pressed),
        cmocka_unit_test(a_patch_is_painted),
        cmocka_unit_test(a_line_of_code_is_pressed),
        cmocka_unit_test(a_map_of_another_question),
        cmocka_unit_test(the_first_of_several_maps_is_copied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
