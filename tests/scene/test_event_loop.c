/* The loop: the word that is written goes into the translation and back to the decoder. Its chip never jumps, arrives
 * in one frame with its name in the map, whose row is there before, and changes the embedding when it is back; the arc
 * is there from step 2 on. */
#include "moving_lesson.h"
#include "random_model.h"

#include "trace/beats.h"

#include <math.h>

#define FRAMES   160    /* of a beat */
#define STEP     24.0f  /* px that a chip moves from one of them to the next, at most */
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

/* The arc: where it begins and ends. False: there is none, or only its first part. */
static bool find_arc(const Shown *shown, Point *from, Point *to)
{
    const Theme *theme = shown->view.theme;
    Color color = color_mix(theme->paper, theme->fill[ROLE_OUTPUT], 0.45f);
    int heads = 0;
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *path = &moving.list.commands[i];
        if (path->kind != DRAW_PATH || !same_color(path->path.paint.stroke, color))
            continue;
        const Point *points = path->path.points;
        int count = path->path.point_count;
        if (count <= 7) { /* a cubic and the three points of a head */
            heads += count == 7;
            *to = points[3];
        } else
            *from = points[0];
    }
    assert_true(heads <= 1);
    return heads == 1;
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
    float size = 0, before = 0;
    for (int i = 1; i <= FRAMES; i++) {
        draw_at(shown, i == FRAMES ? to : from + (to - from) * i / FRAMES);
        Box box = chip_of(shown, word, true, &size);
        if (box.w <= 0)
            fail_msg("%s: the chip of %s is gone at cursor %.3f", SHOWN[way].name, word, shown->view.cursor);
        Point at = box_middle(box), old = box_middle(last);
        float moved = hypotf(at.x - old.x, at.y - old.y);
        if (i > 1 && (moved > STEP || fabsf(box.w - last.w) > STEP / 4 || fabsf(size - before) > TYPE_JOG))
            fail_msg("%s: the chip of %s jumps by %.1f px at cursor %.3f, its width by %.1f, its type by %.2f",
                     SHOWN[way].name, word, moved, shown->view.cursor, box.w - last.w, size - before);
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
                assert_true(SHOWN[way].figure || SHOWN[way].width < 760);
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

/* From the softmax on, behind dots; what slides in with the word of the translation is its name. */
static void its_row_waits_for_it(void **state)
{
    (void)state;
    int named = 0;
    for (int way = 0; way < WAYS; way++) {
        Shown shown;
        show(&shown, way);
        for (int t = 0; t < 3 && config_weighs(&shown.trace->config) && !shown.figure; t++) {
            const char *word = shown.trace->steps[t].token;
            double at = moment_find(shown.trace, MOMENT_WORD, t, -1);
            MomentKind kind = config_scores(&shown.trace->config) ? MOMENT_SOFTMAX : MOMENT_CONTEXT;
            int given = moment_find(shown.trace, kind, t, -1);
            Target first = target_at(TARGET_HEAT, t, 0, 0);
            draw_at(&shown, given - 1);
            assert_true(mark_of(first).w <= 0);
            draw_at(&shown, at);
            Box home = mark_of(first);
            float name = label_of(home, word);
            Box stands = chip_of(&shown, word, true, NULL);
            if (home.w <= 0) {
                assert_true(SHOWN[way].width < 760);
                continue;
            }
            for (double between = given; between < at; between += 0.5) {
                draw_at(&shown, between);
                assert_true(fabsf(mark_of(first).x - home.x) < 0.01f);
                if (name > 0 && between < at - 1)
                    assert_true(label_of(home, "…") > 0 && label_of(home, word) < 0);
            }
            draw_at(&shown, just_before(at)); /* both are on their way up to the last frame */
            Box chip = chip_of(&shown, word, true, NULL);
            float comes = label_of(home, word);
            assert_true(name < 0 || (comes > 0 && comes < name && comes > name - 2));
            assert_true(hypotf(box_middle(chip).x - box_middle(stands).x, box_middle(chip).y - box_middle(stands).y)
                        > 0);
            named += name > 0;
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

static void the_arc_is_there_from_step_2_on(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        Shown shown;
        show(&shown, way);
        for (int i = 0; i < moment_count(shown.trace); i++) {
            Moment moment = moment_at(shown.trace, i);
            Point from = {0}, to = {0};
            draw_at(&shown, i);
            bool there = find_arc(&shown, &from, &to);
            if (there != (moment.step >= 1))
                fail_msg("%s, %s of step %d: %s arc", SHOWN[way].name, MOMENT_NAMES[moment.kind], moment.step + 1,
                         there ? "an" : "no");
            int last = moment.step - 1; /* what was read, also when the next one is written */
            Box word = mark_of(target_at(TARGET_WORD, last, 0, 0));
            if (there && word.w > 0 && last < shown.trace->word_count)
                assert_true(fabsf(from.x - box_middle(word).x) < 0.5f && fabsf(from.y - word.y - word.h) < 3);
        }
        hide(&shown);
    }
}

/* The arc glides on to the next word while that comes back. */
static void the_arc_does_not_jump(void **state)
{
    (void)state;
    Shown shown;
    show(&shown, 0);
    double first = moment_find(shown.trace, MOMENT_PREVIOUS, 1, -1),
           last = moment_find(shown.trace, MOMENT_PREVIOUS, 2, -1);
    Point from = {0}, old = {0}, to;
    for (double cursor = first; cursor <= last; cursor += 1.0 / 64, old = from) {
        draw_at(&shown, cursor);
        assert_true(find_arc(&shown, &from, &to));
        assert_true(cursor == first || hypotf(from.x - old.x, from.y - old.y) < 12);
    }
    Box word = mark_of(target_at(TARGET_WORD, 1, 0, 0));
    assert_true(fabsf(from.x - box_middle(word).x) < 0.5f);
    hide(&shown);
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
        cmocka_unit_test(it_comes_back_as_the_next_input), cmocka_unit_test(the_arc_is_there_from_step_2_on),
        cmocka_unit_test(the_arc_does_not_jump),           cmocka_unit_test(the_fixed_context_is_carried_on),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
