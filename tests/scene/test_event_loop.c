/* The loop: the word that is written goes to the words so far and back to the decoder. Its chip never jumps, arrives in
 * one frame with its row in the map, and changes the embedding when it is back; every word that is written stands on
 * its floor, in order. */
#include "moving_lesson.h"
#include "random_model.h"

#include "scene/stage/stage_layout.h"
#include "scene/view/window_layout.h"
#include "trace/beats.h"

#include <math.h>

#define FRAMES   160   /* of a beat */
#define STEP     24.0f /* px that a chip moves from one of them to the next, at most; more only as it gets faster */
#define FASTER   1.4f
#define PANEL    200.0f /* px from a cell to the edge of its panel, at most */
#define TYPE_JOG 1.1f   /* px that its type grows, at most */

enum { WAYS = 7 }; /* to show a decode */

static const struct {
    const char *name;
    AttentionKind attention;
    float width, height;
    bool figure, present;
} SHOWN[WAYS] = {{"window", ATTENTION_BAHDANAU, 1440, 900, false, false},
                 {"small window", ATTENTION_BAHDANAU, 1024, 640, false, false},
                 {"presented", ATTENTION_LUONG, 1440, 900, false, true},
                 {"without a panel", ATTENTION_BAHDANAU, 740, 560, false, false},
                 {"figure", ATTENTION_LUONG, 960, 720, true, false},
                 {"no attention", ATTENTION_NONE, 1440, 900, false, false},
                 {"fixed context", ATTENTION_FIXED, 1440, 900, false, false}};

typedef struct Shown {
    Model model;
    Trace *trace;
    View view;
    bool figure;
} Shown;

/* Words that every model is made to write. */
static void show(Shown *shown, int way)
{
    Slice forced[3] = {slice_of("猫"), slice_of("捉"), slice_of("老鼠")};
    DecodeOptions options = {.forced = forced, .forced_count = 3, .forced_only = true};
    Config config = config_default();
    config.attention = SHOWN[way].attention;
    config.hidden = config.embed = 8;
    shown->model = random_model(config, "cat chase mouse", "猫 捉 老鼠", 7);
    shown->trace = decode_text(&shown->model, "cat chase mouse", &options);
    assert_true(shown->trace->step_count >= 3);
    shown->view = moving_view(&moving, SENTENCE_SHORT, SHOWN[way].width, SHOWN[way].height);
    shown->view.trace = shown->trace;
    shown->view.model = &shown->model;
    shown->view.lesson = NULL;
    shown->view.window.present = SHOWN[way].present;
    shown->figure = SHOWN[way].figure;
}

static void hide(Shown *shown)
{
    trace_destroy(shown->trace);
    model_finish(&shown->model);
}

static void draw_at(Shown *shown, double cursor)
{
    shown->view.cursor = cursor;
    if (shown->figure)
        scene_stage_figure(&shown->view, moving.type, &moving.list);
    else
        moving_draw(&moving, &shown->view);
}

/* ---- what is on the picture ---- */

static bool same_color(Color a, Color b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

/* The last chip with that word; `lit`: of those that are fully lit and opaque alone. w = 0: there is none. */
static Box chip_of(const Shown *shown, const char *word, bool lit, float *size)
{
    Box found = {0};
    Color tint = shown->view.theme->tint[ROLE_OUTPUT];
    for (int i = 1; i < moving.list.count; i++) {
        const DrawCommand *box = &moving.list.commands[i - 1], *text = &moving.list.commands[i];
        if (box->kind != DRAW_BOX || !command_says(text, word) || !(box->box.paint.stroke.a > 0)
            || (lit && !same_color(box->box.paint.fill, tint)))
            continue;
        found = box->box.box;
        if (size)
            *size = text->text.size;
    }
    return found;
}

static Box mark_of(Target target)
{
    const DrawCommand *mark = drawlist_marked(&moving.list, target);
    return mark ? mark->bounds : (Box){0};
}

/* ---- the way of the word ---- */

/* Follows the lit chip of step's word from just behind one cursor up to another; returns where it is at the end. */
static Box follow(Shown *shown, int way, const char *word, double from, double to)
{
    Box last = {0};
    float size = 0, before = 0, pace = 0;
    for (int i = 1; i <= FRAMES; i++) {
        draw_at(shown, i == FRAMES ? to : from + (to - from) * i / FRAMES);
        Box box = chip_of(shown, word, true, &size);
        if (box.w <= 0)
            fail_msg("%s: the chip of %s is gone at cursor %.3f", SHOWN[way].name, word, shown->view.cursor);
        Point at = box_middle(box), old = box_middle(last);
        float moved = hypotf(at.x - old.x, at.y - old.y);
        bool jumps = moved > STEP && moved > FASTER * pace;
        if (i > 1 && (jumps || fabsf(box.w - last.w) > STEP / 4 || fabsf(size - before) > TYPE_JOG))
            fail_msg("%s: the chip of %s jumps by %.1f px at cursor %.3f, its width by %.1f, its type by %.2f",
                     SHOWN[way].name, word, moved, shown->view.cursor, box.w - last.w, size - before);
        pace = moved;
        last = box;
        before = size;
    }
    return last;
}

/* Shortly before something ends: what moves has nearly arrived. */
static double just_before(double cursor)
{
    return cursor - 0.05;
}

static void the_word_slides_into_its_place(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        Shown shown;
        show(&shown, way);
        for (int t = 0; t < 3; t++) {
            const char *word = shown.trace->steps[t].token;
            double at = moment_find(shown.trace, MOMENT_WORD, t, -1);
            draw_at(&shown, at - 1 + 1e-3);
            Box start = chip_of(&shown, word, true, NULL);
            bool there = false; /* the word in the output lies in the chip that leaves */
            for (int i = 0; i < moving.list.count; i++)
                there = there
                        || (command_says(&moving.list.commands[i], word)
                            && box_contains(start, box_middle(moving.list.commands[i].bounds)));
            assert_true(there);
            Box end = follow(&shown, way, word, at - 1, at), home = mark_of(target_at(TARGET_WORD, t, 0, 0));
            if (home.w > 0)
                assert_true(fabsf(end.x - home.x) < 0.1f && fabsf(end.y - home.y) < 0.1f && end.w == home.w);
            else
                assert_true(SHOWN[way].figure);
        }
        hide(&shown);
    }
}

/* What stands at the left of a cell, in its row: -1e9: not that word. */
static float label_of(Box cell, const char *word)
{
    float found = -1e9f;
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *text = &moving.list.commands[i];
        if (text->kind != DRAW_TEXT || !command_says(text, word))
            continue;
        Box box = text->bounds;
        bool level = box.y + box.h / 2 > cell.y && box.y + box.h / 2 < cell.y + cell.h;
        if (level && box.x + box.w < cell.x && box.x > cell.x - PANEL) /* not on the stage */
            found = fmaxf(found, box.x);
    }
    return found;
}

/* Until the word is written the map has no row of the step, whose weights stand on the stage; then it has one with its
 * name. */
static void its_row_waits_for_it(void **state)
{
    (void)state;
    int named = 0;
    for (int way = 0; way < WAYS; way++) {
        Shown shown;
        show(&shown, way);
        for (int t = 0; t < 3 && config_weighs(&shown.trace->config) && !shown.figure; t++) {
            const char *word = shown.trace->steps[t].token;
            double at = moment_find(shown.trace, MOMENT_WORD, t, -1),
                   before = moment_find(shown.trace, MOMENT_PREVIOUS, t, -1);
            Target first = target_at(TARGET_HEAT, t, 0, 0);
            draw_at(&shown, at);
            Box home = mark_of(first);
            if (home.w <= 0) {
                assert_true(SHOWN[way].width < 760 || SHOWN[way].present);
                continue;
            }
            named += label_of(home, word) > 0;
            for (double cursor = before; cursor <= at - 1; cursor += 0.5) {
                draw_at(&shown, cursor);
                assert_true(mark_of(first).w <= 0);
                assert_true(label_of(home, "…") < 0 && label_of(home, word) < 0);
            }
        }
        hide(&shown);
    }
    assert_true(named > 3);
}

static int boxes_inside(Box place)
{
    int count = 0;
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        Box both = command->kind == DRAW_BOX ? box_intersect(command->box.box, place) : (Box){0};
        count += command->kind == DRAW_BOX && both.w > 0 && fabsf(both.w - command->box.box.w) < 0.1f
                 && fabsf(both.h - command->box.box.h) < 0.1f;
    }
    return count;
}

static void it_comes_back_as_the_next_input(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        Shown shown;
        show(&shown, way);
        for (int t = 1; t < shown.trace->step_count; t++) {
            const char *word = shown.trace->steps[t].input_token;
            double at = moment_find(shown.trace, MOMENT_PREVIOUS, t, -1), arrival = at - 0.2;
            Box end = follow(&shown, way, word, at - 1, just_before(arrival));
            Target target = target_at(TARGET_PREVIOUS, t, 0, 0);
            target.b = -1;
            Box strip = mark_of(target);
            int before = strip.w > 0 ? boxes_inside(strip) : 0;
            draw_at(&shown, at);
            Box home = chip_of(&shown, word, false, NULL); /* the previous word is drawn before the translation */
            bool found = false;
            for (int i = 1; i < moving.list.count; i++) {
                const DrawCommand *box = &moving.list.commands[i - 1];
                found = found
                        || (box->kind == DRAW_BOX && command_says(&moving.list.commands[i], word)
                            && hypotf(box_middle(box->box.box).x - box_middle(end).x,
                                      box_middle(box->box.box).y - box_middle(end).y)
                                   < 2);
            }
            assert_true(home.w > 0);
            if (!found)
                fail_msg("%s: %s does not end where the previous word stands", SHOWN[way].name, word);
            assert_true(strip.w <= 0 || boxes_inside(strip) > before + 4); /* the embedding comes on arrival */
        }
        hide(&shown);
    }
}

/* The text of a word on its floor, the last one of these; NULL: it is not there. */
static const DrawCommand *on_floor(Box floor, const char *word)
{
    const DrawCommand *found = NULL;
    for (int i = 0; i < moving.list.count; i++)
        if (command_says(&moving.list.commands[i], word)
            && box_contains(floor, box_middle(moving.list.commands[i].bounds)))
            found = &moving.list.commands[i];
    return found;
}

/* Of a word, there and not in the map beside. */
static Box mark_in(Box floor, int t)
{
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *mark = &moving.list.commands[i];
        if (mark->kind == DRAW_MARK && target_equal(mark->mark.target, target_at(TARGET_WORD, t, 0, 0))
            && box_contains(floor, box_middle(mark->bounds)))
            return mark->bounds;
    }
    return (Box){0};
}

/* At every moment the words that are written stand on the highest floor, from left to right in one line, and no other
 * one that is to come; at its own moment the last one stands in the chip behind them. Beside the likely words there may
 * be room for the last ones alone. */
static void the_words_so_far_stand_in_order(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        Shown shown;
        show(&shown, way);
        for (int i = 0; i < moment_count(shown.trace); i++) {
            Moment moment = moment_at(shown.trace, i);
            draw_at(&shown, i);
            Scope scope = scope_at(shown.trace, i);
            Box area = shown.figure ? (Box){0, 0, 960, 720} : window_layout(&shown.view).stage;
            StageLayout stage = stage_layout(&shown.view, moving.type, &scope, area);
            Box floor = shown.figure ? (Box){0, 0, 960, 260} : stage.floor[FLOOR_WORDS];
            int written = moment.step < 0 ? 0 : moment.step + (moment.kind == MOMENT_WORD);
            written = written < shown.trace->word_count ? written : shown.trace->word_count;
            float right = -1e9f;
            bool all = shown.figure || stage.floors.hero[FLOOR_WORDS] == 0;
            for (int t = 0; t < written; t++) {
                Box mark = shown.figure ? floor : mark_in(floor, t);
                if (!all && mark.w <= 0)
                    continue;
                all = true;
                if (!on_floor(mark, shown.trace->steps[t].token) || (!shown.figure && mark.x < right - 10))
                    fail_msg("%s, %s of step %d: word %d is not there, or not behind the one before", SHOWN[way].name,
                             MOMENT_NAMES[moment.kind], moment.step + 1, t + 1);
                right = mark.x + mark.w;
            }
            if (!shown.figure)
                for (int t = written; t < shown.trace->word_count; t++)
                    assert_true(mark_in(floor, t).w <= 0);
        }
        hide(&shown);
    }
}

/* What is the same at every step stays on the stage between two of them. */
static void the_fixed_context_is_carried_on(void **state)
{
    (void)state;
    Shown shown;
    show(&shown, WAYS - 1);
    double first = moment_find(shown.trace, MOMENT_CONTEXT, 0, -1), last = moment_find(shown.trace, MOMENT_WORD, 2, -1);
    int cells = 0;
    for (double cursor = first; cursor <= last; cursor += 0.25) {
        draw_at(&shown, cursor);
        Box strip = {0};
        for (int t = 0; t < 3 && strip.w <= 0; t++) {
            Target target = target_at(TARGET_CONTEXT, t, 0, 0);
            target.b = -1;
            strip = mark_of(target);
        }
        assert_true(strip.w > 0);
        cells = cursor == first ? boxes_inside(strip) : cells;
        assert_int_equal(boxes_inside(strip), cells);
    }
    assert_true(cells > 8);
    hide(&shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_word_slides_into_its_place),  cmocka_unit_test(its_row_waits_for_it),
        cmocka_unit_test(it_comes_back_as_the_next_input), cmocka_unit_test(the_words_so_far_stand_in_order),
        cmocka_unit_test(the_fixed_context_is_carried_on),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
