/* The view of self-attention on a Transformer's decoder: rows are the words it has read, <s> first, behind the mask
 * there is nothing, every number is the step's and opens. */
#include "ink.h"
#include "one_lesson.h"
#include "random_model.h"

#include "derive/derive.h"
#include "derive/name.h"
#include "scene/view/window_layout.h"
#include "scene/views/self/view_self.h"
#include "trace/beats.h"
#include "trace/head_row.h"

#include <math.h>

static const float SIZES[][2] = {{1440, 900}, {1024, 640}, {870, 560}, {1920, 1080}, PHONES};
static const LookKind LOOKS[] = {LOOK_WHOLE, LOOK_HEADS, LOOK_ONE_WORD};

/* Lesson 23's model, and two of random numbers with two layers of four heads, their norms behind and before. */
enum { LESSON, POST, PRE, MODELS };
static Course course;
static Model models[MODELS];
static Trace *traces[MODELS];

static const WrittenRun *run_of(const Trace *trace, int t)
{
    return &trace->steps[t].step.layers[trace->config.layers - 1];
}

static int open_all(void **state)
{
    (void)state;
    static const Slice words[] = {{"猫", 3}, {"捉", 3}, {"老鼠", 6}, {"猫", 3}};
    DecodeOptions options = {.forced = words, .forced_count = LENGTH(words)};
    Error error = {0};
    course_open(&course, "lessons/23-a-transformer-writes");
    course_add(&course, 1, "cat chase mouse");
    traces[LESSON] = course.traces[0];
    for (int i = POST; i < MODELS; i++) {
        Config config = random_transformer(2, 1);
        config.heads = 4;
        config.norm = i == PRE ? NORM_PRE : NORM_POST;
        models[i] = random_model(config, "cat chase mouse", "猫 捉 老鼠", 3);
        traces[i] = trace_decode(&models[i], slice_of("cat chase mouse"), &options, &error);
        expect_ok(traces[i] != NULL, &error);
        assert_true(traces[i]->step_count >= 5);
    }
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    for (int i = POST; i < MODELS; i++) {
        trace_destroy(traces[i]);
        model_finish(&models[i]);
    }
    course_close(&course);
    return 0;
}

static View written_view(int which, LookKind look, const float size[2])
{
    View view = course_view(&course, 0, VIEW_SELF_ATTENTION, look, size[0], size[1]);
    Trace *trace = traces[which];
    view.trace = trace;
    view.model = which == LESSON ? &course.models[1] : &models[which];
    view.self.written = true;
    trace->head_told = look == LOOK_ONE_WORD;
    trace->written_told = look == LOOK_ONE_WORD;
    view.cursor = moment_count(trace) - 1;
    return view;
}

/* ---- numbers ---- */

static void check_pairs(const Trace *trace, const Trace *own, int head, int t)
{
    const WrittenRun *run = run_of(trace, t);
    int n = own->n;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        int at = (head * n + t) * n + i, from = head * (t + 1) + i;
        assert_true(trace_self(own)->weights[at] == (i <= t ? run->weights[from] : 0));
        assert_true(trace_self(own)->scores[at] == (i <= t ? run->scores[from] : 0));
        sum += (double)trace_self(own)->weights[at];
    }
    assert_true(fabs(sum - 1) < 1e-6);
}

/* As an encoder's they are the numbers of the steps; each row adds up to 1, and behind the mask there is 0. */
static void numbers_are_the_steps(void **state)
{
    (void)state;
    Arena arena = {0};
    for (int which = 0; which < MODELS; which++) {
        const Trace *trace = traces[which], *own = trace_of_written(trace, trace->step_count, &arena);
        size_t E = (size_t)trace->config.embed, bytes = E * sizeof(Real);
        const SelfRun *self = trace_self(own);
        assert_int_equal(own->n, trace->step_count);
        assert_string_equal(own->source[0], "<s>");
        for (int t = 0; t < own->n; t++) {
            const WrittenRun *run = run_of(trace, t), *last = run_of(trace, own->n - 1);
            size_t at = (size_t)t * E;
            for (int head = 0; head < trace->config.heads; head++)
                check_pairs(trace, own, head, t);
            assert_string_equal(own->source[t], t ? trace->steps[t - 1].token : "<s>");
            assert_memory_equal(self->inputs + at, run->inputs, bytes);
            assert_memory_equal(self->queries + at, run->queries, bytes);
            assert_memory_equal(self->keys + at, last->keys + at, bytes);
            assert_memory_equal(self->values + at, last->values + at, bytes);
            assert_memory_equal(self->mixed + at, run->mixed, bytes);
            assert_memory_equal(self->output + at, run->output, bytes);
            assert_memory_equal(own->encoding.annotations + at, run->asked, bytes);
            assert_true((self->evened != NULL) == (which == PRE));
            if (self->evened)
                assert_memory_equal(self->evened + at, run->evened, bytes);
        }
    }
    arena_finish(&arena);
}

/* One word's row is told by the names and the numbers of its step. */
static void a_row_is_the_steps(void **state)
{
    (void)state;
    Arena arena = {0};
    for (int which = 0; which < MODELS; which++) {
        const Trace *trace = traces[which];
        const Model *model = which == LESSON ? &course.models[1] : &models[which];
        int d = trace->config.embed / trace->config.heads;
        for (int t = 0; t < trace->step_count; t++)
            for (int head = 0; head < trace->config.heads; head++) {
                const Trace *row = trace_of_row(trace_of_written(trace, t + 1, &arena), head, t, &arena);
                Maths of_row = {row, model, LANGUAGE_ENGLISH, &arena}, whole = {trace, model, LANGUAGE_ENGLISH, &arena};
                assert_int_equal(row->n, t + 1);
                for (int i = 0; i <= t; i++) {
                    Value score = score_value(&of_row, 0, i), weight = weight_value(&of_row, 0, i);
                    Value of_head = {VALUE_SELF_WEIGHT, head, t, i, PART_WRITTEN};
                    assert_true(value_valid(&of_row, score) && value_valid(&of_row, weight));
                    assert_true(value_number(&of_row, weight) == value_number(&whole, of_head));
                    assert_string_equal(value_name(&of_row, weight), value_name(&whole, of_head));
                    assert_non_null(strstr(running_name(&of_row, weight, "i"), ",i}^{s("));
                    of_head.kind = VALUE_SELF_SCORE;
                    assert_true(value_number(&of_row, score) == value_number(&whole, of_head));
                    Derivation made = value_derive(&of_row, score);
                    assert_true(fabs(term_number(&of_row, made.term) - made.number) < 1e-4);
                }
                for (int i = 0; i < d; i++) {
                    Value cell = context_value(&of_row, 0, i);
                    Derivation made = value_derive(&of_row, cell);
                    assert_true(made.number == (double)run_of(trace, t)->mixed[head * d + i]);
                    assert_true(fabs(term_number(&of_row, made.term) - made.number) < 1e-4);
                }
                assert_false(value_valid(&of_row, weight_value(&of_row, 0, t + 1)));
            }
    }
    arena_finish(&arena);
}

/* ---- the picture ---- */

static Box box_of(const DrawList *list, int what, int head)
{
    Box box = {0};
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        const Target *target = &command->mark.target;
        if (command->kind == DRAW_MARK && target->kind == TARGET_VALUE && target->a == what && target->c == head)
            box = box_inset(command->bounds, 3, 3);
    }
    return box;
}

/* In a square of weights at the end of a step: the words so far have a number, what is behind the mask has none, and
 * says why. */
static void behind_the_mask_is_no_number(void **state)
{
    (void)state;
    Arena arena = {0};
    for (int which = 0; which < MODELS; which++) {
        View view = written_view(which, LOOK_WHOLE, SIZES[0]);
        const Trace *trace = view.trace;
        int n = trace->step_count, asked = 2, numbers = 0;
        for (view.pick = 0; view.pick < trace->config.heads; view.pick++) {
            view.cursor = moment_find(trace, MOMENT_SELF, asked, -1);
            moving_draw(&course.moving, &view);
            Box square = box_of(&course.moving.list, SELF_WEIGHTS, view.pick);
            numbers = 0;
            for (int i = 0; i < course.moving.list.count; i++) {
                const DrawCommand *command = &course.moving.list.commands[i];
                Point at = box_middle(command->bounds);
                if (command->kind != DRAW_TEXT || !box_contains(square, at))
                    continue;
                numbers++;
                int row = (int)((at.y - square.y) / square.h * (float)n),
                    column = (int)((at.x - square.x) / square.w * (float)n);
                assert_true(column <= row && row <= asked);
            }
            assert_true(which != LESSON || numbers == (asked + 1) * (asked + 2) / 2);
            for (int cell = 0; cell < n * n; cell++) {
                int t = cell / n, i = cell % n;
                Target target = target_at(TARGET_VALUE, SELF_WEIGHTS, cell, view.pick);
                const char *said = scene_describe(&view, target, &arena);
                assert_non_null(said);
                float weight = i <= t ? run_of(trace, t)->weights[view.pick * (t + 1) + i] : 0;
                if (t > asked)
                    assert_non_null(strstr(said, "not made yet"));
                else if (i > t)
                    assert_true(strstr(said, "causal mask") && !strpbrk(said, "=0123456789"));
                else
                    assert_true(strstr(said, share_equals(&arena, (double)weight, 3))
                                && strstr(said, trace->steps[t].input_token)
                                && strstr(said, trace->steps[i].input_token));
                assert_int_equal(scene_cell(&view, target).moment, moment_find(trace, MOMENT_SELF, t, -1));
            }
        }
    }
    arena_finish(&arena);
}

static bool says_in(const DrawList *list, Box box, const char *text)
{
    char said[SAID_BYTES];
    for (int i = 0; i < list->count; i++)
        if (list->commands[i].kind == DRAW_TEXT && box_contains(box, box_middle(list->commands[i].bounds))
            && strcmp(command_text(&list->commands[i], said), text) == 0)
            return true;
    return false;
}

/* A word that is not written yet has no name in any look, and a mark says so in two of them. */
static void words_come_as_they_are_written(void **state)
{
    (void)state;
    for (size_t look = 0; look < LENGTH(LOOKS); look++) {
        View view = written_view(LESSON, LOOKS[look], SIZES[0]);
        const Trace *trace = view.trace;
        assert_string_equal(trace->steps[3].input_token, "老鼠");
        for (int t = 0; t < trace->step_count; t++) {
            view.cursor = moment_find(trace, MOMENT_SELF, t, -1);
            moving_draw(&course.moving, &view);
            Box stage = window_layout(&view).stage;
            for (int i = 0; i < trace->step_count; i++)
                assert_true(says_in(&course.moving.list, stage, trace->steps[i].input_token) == (i <= t));
            assert_true(LOOKS[look] != LOOK_HEADS
                        || says_in(&course.moving.list, stage, "not written yet") == (t + 1 < trace->step_count));
            assert_true((LOOKS[look] != LOOK_WHOLE)
                        || says_in(&course.moving.list, stage,
                                   "crossed out, the causal mask: words not written yet are not there"));
            assert_true((LOOKS[look] != LOOK_ONE_WORD) || says_in(&course.moving.list, stage, "WRITTEN"));
            assert_false(says_in(&course.moving.list, stage, "SOURCE"));
        }
    }
}

/* What the words mean stands with them where it has room, and only there where it is asked for. */
static void written_words_have_their_gloss(void **state)
{
    (void)state;
    for (size_t look = 0; look < LENGTH(LOOKS); look++)
        for (GlossLook gloss = GLOSS_SHOWN; gloss <= GLOSS_HIDDEN; gloss++) {
            View view = written_view(LESSON, LOOKS[look], SIZES[0]);
            view.gloss = gloss;
            view.cursor = moment_find(view.trace, MOMENT_SELF, 2, -1);
            moving_draw(&course.moving, &view);
            Box stage = window_layout(&view).stage;
            assert_true(says_in(&course.moving.list, stage, "cat") == (gloss == GLOSS_SHOWN));
            assert_false(says_in(&course.moving.list, stage, "mouse")); /* 老鼠 is not written yet */
        }
}

/* In every size, language and look, at every moment and in every head nothing covers anything. */
static void everything_has_room(void **state)
{
    (void)state;
    ink_findings = 0;
    for (int which = 0; which < MODELS; which++)
        for (size_t size = 0; size < LENGTH(SIZES); size++)
            for (size_t look = 0; look < LENGTH(LOOKS); look++)
                for (int mode = 0; mode < 4; mode++) {
                    View view = written_view(which, LOOKS[look], SIZES[size]);
                    int count = moment_count(view.trace);
                    view.language = mode & 1 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
                    view.theme = theme_get(mode & 2 ? THEME_DARK : THEME_LIGHT);
                    moving_captions(&view, mode == 3);
                    view.pick = mode % view.trace->config.heads;
                    view.gloss = mode == 2 ? GLOSS_SHOWN : GLOSS_USUAL;
                    if (view.trace->head_told)
                        traces[which]->head_told = view.pick + 1;
                    for (int at = mode; at < count; at += 3) {
                        view.cursor = at;
                        ink_check(&course.moving, &view);
                    }
                    for (int beat = 0; beat <= 10; beat++) {
                        view.cursor =
                            beat_end(view.trace, moment_find(view.trace, MOMENT_SELF, 2, -1), beat ? beat : 1);
                        view.cursor -= beat ? 0 : 0.05;
                        ink_check(&course.moving, &view);
                    }
                }
    assert_int_equal(ink_findings, 0);
}

/* What can be reached with Tab has a name; the choice of the side is there, and of a recurrent decoder it is not. */
static void every_stop_has_a_name(void **state)
{
    (void)state;
    Arena arena = {0};
    for (int which = 0; which < MODELS; which++)
        for (size_t look = 0; look < LENGTH(LOOKS); look++) {
            View view = written_view(which, LOOKS[look], SIZES[0]);
            view.cursor = moment_find(view.trace, MOMENT_SELF, 2, -1);
            moving_draw(&course.moving, &view);
            for (int side = 0; side < 2; side++)
                assert_non_null(drawlist_marked(&course.moving.list, target_at(TARGET_CONTROL, CONTROL_SIDE, side, 0)));
            for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(&course.moving.list, mark));) {
                const char *said = scene_describe(&view, mark->mark.target, &arena);
                TargetKind kind = mark->mark.target.kind;
                bool of_view = kind <= TARGET_VALUE || kind == TARGET_CONTROL;
                if (of_view && mark->mark.focusable && !(mark->mark.name && *mark->mark.name) && !(said && *said))
                    fail_msg("target %d %d %d %d has no name in look %d", mark->mark.target.kind, mark->mark.target.a,
                             mark->mark.target.b, mark->mark.target.c, LOOKS[look]);
            }
        }
    arena_finish(&arena);
}

/* What a press opens is the step's number, and what it is made of gives it again. */
static void every_number_opens(void **state)
{
    (void)state;
    static const int parts[] = {SELF_OUTPUT, SELF_INPUT, SELF_STATE};
    Arena arena = {0};
    for (int which = 0; which < MODELS; which++) {
        View view = written_view(which, LOOK_HEADS, SIZES[0]);
        Maths maths = view_maths(&view, &arena);
        int E = view.trace->config.embed, d = E / view.trace->config.heads;
        for (int t = 0; t < view.trace->step_count; t++) {
            const WrittenRun *run = run_of(view.trace, t);
            const Real *numbers[] = {run->output, run->inputs, run->asked};
            view.cursor = moment_find(view.trace, MOMENT_SELF, t, -1);
            for (int i = 0; i < E; i++)
                for (size_t what = 0; what < LENGTH(parts); what++) {
                    Value value = scene_cell(&view, target_at(TARGET_VALUE, parts[what], i, t)).value;
                    assert_true(value_valid(&maths, value));
                    Derivation made = value_derive(&maths, value);
                    assert_true(made.number == (double)numbers[what][i]);
                    assert_true(fabs(term_number(&maths, made.term) - made.number) < 1e-4);
                }
            for (int head = 0; head < view.trace->config.heads; head++) { /* a row of W_O gives its share */
                Value share = scene_cell(&view, target_at(TARGET_VALUE, SELF_OUTPUT_W, 3 * d, head)).value;
                assert_true(value_equal(share, (Value){VALUE_SELF_SHARE, head, t, 3, PART_WRITTEN}));
            }
            Value weight = scene_cell(&view, target_at(TARGET_VALUE, SELF_QUERY_W, 1, 0)).value;
            assert_int_equal(strncmp(maths.model->table.items[weight.part].name, "decoder.", 8), 0);
        }
    }
    arena_finish(&arena);
}

/* The same view, when the decoder has no self-attention, shows the encoder's whatever is wished for. */
static void a_recurrent_decoder_has_none(void **state)
{
    (void)state;
    Course other;
    course_open(&other, "lessons/21-many-heads");
    course_add(&other, 0, "the old man");
    View view = course_view(&other, 0, VIEW_SELF_ATTENTION, LOOK_WHOLE, 1440, 900);
    view.self.written = true;
    view.cursor = moment_find(view.trace, MOMENT_SELF, -1, 2);
    moving_draw(&other.moving, &view);
    assert_false(view_written(&view));
    assert_true(moving_says(&other.moving, "man"));
    assert_null(drawlist_marked(&other.moving.list, target_at(TARGET_CONTROL, CONTROL_SIDE, 1, 0)));
    course_close(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_the_steps),          cmocka_unit_test(a_row_is_the_steps),
        cmocka_unit_test(behind_the_mask_is_no_number),   cmocka_unit_test(words_come_as_they_are_written),
        cmocka_unit_test(written_words_have_their_gloss), cmocka_unit_test(everything_has_room),
        cmocka_unit_test(every_stop_has_a_name),          cmocka_unit_test(every_number_opens),
        cmocka_unit_test(a_recurrent_decoder_has_none),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
