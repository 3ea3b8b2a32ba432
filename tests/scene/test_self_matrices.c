/* The matrices of one head and the lenses of all: products stand where row and column cross, sums close as printed, and
 * what is pointed at is what is told. */
#include "ink.h"
#include "one_lesson.h"
#include "random_model.h"

#include "derive/addends.h"
#include "derive/context_sum.h"
#include "scene/views/self/view_self.h"
#include "trace/head_row.h"

#include <math.h>

static const char *const LESSONS[] = {"lessons/20-self-attention", "lessons/21-many-heads",
                                      "lessons/28-beyond-translation", "lessons/22-towards-the-transformer"};

/* The last mark of a matrix of the head, without its frame; w = 0: there is none. */
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

static void assert_near(float a, float b)
{
    if (fabsf(a - b) > 0.02f)
        fail_msg("%.2f is not %.2f", (double)a, (double)b);
}

/* W_Q stands on Q, K on S, V on Z; X, Q, S, A and Z have their rows at one height. */
static void a_product_stands_where_row_and_column_cross(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1024, 640}, {1440, 900}, {2560, 1440}, {390, 844}};
    static const char *const sentences[] = {"old", "the old man", LONG_WORDS " that the girl reads near the old house"};
    for (size_t l = 0; l < 2; l++) {
        Course course;
        course_open(&course, LESSONS[l]);
        for (size_t s = 0; s < LENGTH(sentences); s++)
            course_add(&course, 0, sentences[s]);
        for (int s = 0; s < course.count; s++)
            for (size_t i = 0; i < LENGTH(sizes); i++) {
                View view = course_view(&course, s, VIEW_SELF_ATTENTION, LOOK_WHOLE, sizes[i][0], sizes[i][1]);
                int head = view.pick = view.trace->config.heads - 1;
                view.cursor = moment_find(view.trace, MOMENT_SELF, -1, 0);
                moving_draw(&course.moving, &view);
                const DrawList *list = &course.moving.list;
                Box x = box_of(list, SELF_INPUTS, head), q = box_of(list, SELF_QUERIES, head);
                Box k = box_of(list, SELF_KEYS, head), v = box_of(list, SELF_VALUES, head);
                Box scores = box_of(list, SELF_SCORES, head), a = box_of(list, SELF_WEIGHTS, head);
                Box z = box_of(list, SELF_MIXED, head), w = box_of(list, SELF_QUERY_W, head);
                const Box rows[] = {x, q, a, z};
                assert_true(scores.w > 0 && w.w > 0);
                for (size_t r = 0; r < LENGTH(rows); r++)
                    assert_near(rows[r].y, scores.y), assert_near(rows[r].h, scores.h);
                assert_near(k.x, scores.x), assert_near(k.w, scores.w);
                assert_near(v.x, z.x), assert_near(v.w, z.w);
                assert_near(w.x, q.x), assert_near(w.w, q.w);
                assert_near(k.y + k.h, v.y + v.h), assert_near(k.y + k.h, w.y + w.h);
                assert_true(x.x + x.w < q.x && q.x + q.w < scores.x && scores.x + scores.w < a.x && a.x + a.w < z.x);
                assert_true(k.y + k.h < scores.y);
            }
        course_close(&course);
    }
}

/* ---- sums ---- */

/* The number behind `text`, with the program's own minus. */
static double number_at(const char *text)
{
    const char *minus = "−";
    bool below = strncmp(text, minus, strlen(minus)) == 0;
    return (below ? -1 : 1) * strtod(text + (below ? strlen(minus) : 0), NULL);
}

/* Of "1.86 + 6.24 − 0.21 + @m{"(3 more = −0.10)"} = 7.79 ..." the addends added up, and what stands behind the sign. */
static double added_up(const char *text, double *whole, bool *closes)
{
    const char *rest = strstr(text, "more = "), *end = strstr(rest ? rest + 7 : text, " = ");
    *closes = !strstr(text, "≈");
    *whole = number_at(end + 3);
    double sum = number_at(text);
    for (const char *c = text; c < end; c++) {
        bool plus = strncmp(c, " + ", 3) == 0, minus = strncmp(c, " − ", strlen(" − ")) == 0;
        if (plus && c[3] == '@')
            sum += number_at(rest + 7);
        else if (plus || minus)
            sum += (minus ? -1 : 1) * number_at(c + (minus ? strlen(" − ") : 3));
    }
    return sum;
}

/* Every score, every cell that the matrices show at rest, and every share of a head: what is printed adds up. */
static void printed_sums_close(void **state)
{
    (void)state;
    int scores = 0, nearly = 0, cells = 0, open = 0;
    for (size_t l = 0; l < LENGTH(LESSONS); l++) {
        Course course;
        course_open(&course, LESSONS[l]);
        course_add_cards(&course);
        for (int s = 0; s < course.count; s++) {
            const Trace *trace = course.traces[s];
            Arena arena = {0};
            Maths maths = {.trace = trace, .model = &course.models[course.owners[s]], .arena = &arena};
            int heads = trace->config.heads, n = trace->n, E = trace->config.embed;
            if (trace->config.cell != CELL_SELF)
                continue;
            for (int head = 0; head < heads; head++)
                for (int i = 0; i < n * n; i++, scores++) {
                    Value score = {VALUE_SELF_SCORE, .run = head, .place = i / n, .index = i % n};
                    double whole;
                    bool closes;
                    double sum = added_up(addends_of_score(&maths, score, i % 2 ? 5 : 8), &whole, &closes);
                    nearly += !closes;
                    if (fabs(sum - whole) > 1e-7)
                        fail_msg("%s", addends_of_score(&maths, score, i % 2 ? 5 : 8));
                }
            for (int i = 0; i < n * E; i++) {
                double shares[64], sum = 0, output = (double)trace_self(trace)->output[i];
                for (int head = 0; head < heads; head++)
                    sum += shares[head] = value_number(&maths, (Value){VALUE_SELF_SHARE, head, i / E, i % E, 0});
                assert_true(fabs(sum - output) < 1e-4);
                cells++, open += addends_decimals(shares, heads, output) == 0;
            }
            for (int i = 0; i < n * heads; i++) {
                Maths row = maths;
                ContextSum sum;
                row.trace = trace_of_row(trace, i % heads, i / heads, &arena);
                int cell = context_telling_cell(&row, 0, E / heads);
                assert_true(context_sum(&row, context_value(&row, 0, cell), &sum));
                cells++, open += strncmp(sum.result, "=", 1) != 0;
            }
            arena_finish(&arena);
        }
        course_close(&course);
    }
    assert_true(scores > 500 && nearly * 100 < scores);
    assert_true(cells > 50 && open * 20 < cells);
}

/* ---- on its way ---- */

static bool says_with(const Moving *moving, const char *part)
{
    char said[SAID_BYTES];
    for (int i = 0; i < moving->list.count; i++)
        if (strstr(command_text(&moving->list.commands[i], said), part))
            return true;
    return false;
}

/* Row 2 comes cell by cell: first scores, then weights, then the sum, and the line below is about the newest. */
static void a_row_is_made_from_left_to_right(void **state)
{
    (void)state;
    Course course;
    course_open(&course, LESSONS[0]);
    course_add(&course, 0, "the old man wears this old coat");
    View view = course_view(&course, 0, VIEW_SELF_ATTENTION, LOOK_WHOLE, 1440, 900);
    view.pointer = (Point){-1, -1};
    int moment = moment_find(view.trace, MOMENT_SELF, -1, 1), before = 0;
    for (double part = 0.05; part < 0.42; part += 0.05) {
        view.cursor = moment - 1 + part;
        moving_draw(&course.moving, &view);
        int scores = 0;
        for (int j = 0; j < view.trace->n; j++) {
            float score = trace_self(view.trace)->scores[view.trace->n + j];
            scores += moving_says(&course.moving, number_text(&course.moving.arena, (double)score, 2, false));
        }
        assert_true(scores >= before && !moving_says(&course.moving, "0.03"));
        before = scores;
        assert_true(says_with(&course.moving, "answers:"));
    }
    assert_true(before >= 3);
    view.cursor = moment;
    moving_draw(&course.moving, &view);
    assert_true(says_with(&course.moving, "of the values:") && moving_says(&course.moving, "6.81"));
    assert_false(moving_says(&course.moving, "11.7")); /* of row 3 */
    course_close(&course);
}

/* Pointing at a score adds it up; at a number of O or of W_O it says what each head gives. */
static void what_is_pointed_at_is_added_up(void **state)
{
    (void)state;
    Course course;
    Arena arena = {0};
    course_open(&course, LESSONS[1]);
    course_add(&course, 0, "yesterday the boy plays the small drum");
    View view = course_view(&course, 0, VIEW_SELF_ATTENTION, LOOK_WHOLE, 1440, 900);
    int n = view.trace->n, E = view.trace->config.embed, d = E / view.trace->config.heads;
    view.cursor = moment_find(view.trace, MOMENT_SELF, -1, 3);
    view.hover = target_at(TARGET_VALUE, SELF_SCORES, 3 * n + 6, 0);
    moving_draw(&course.moving, &view);
    assert_true(moving_says(&course.moving, "drum") && says_with(&course.moving, "answers:"));
    view.hover = target_at(TARGET_VALUE, SELF_MIXED, 3 * d + 2, 0);
    moving_draw(&course.moving, &view);
    assert_true(says_with(&course.moving, "takes cell 3 of the values:"));
    view.look = LOOK_HEADS;
    view.hover = target_at(TARGET_VALUE, SELF_OUTPUT, 10, 3);
    moving_draw(&course.moving, &view);
    assert_true(moving_says(&course.moving, "row 11:") && moving_says(&course.moving, "−2.33"));
    view.hover = target_at(TARGET_VALUE, SELF_OUTPUT_W, 7 * d + 1, 1);
    moving_draw(&course.moving, &view);
    assert_true(moving_says(&course.moving, "row 8:"));
    Value value = scene_cell(&view, view.hover).value;
    assert_true(value_equal(value, (Value){VALUE_SELF_SHARE, .run = 1, .place = 3, .index = 7}));
    assert_non_null(strstr(scene_describe(&view, view.hover, &arena), "[12, 12]"));
    value = scene_cell(&view, target_at(TARGET_VALUE, SELF_QUERY_W, 2 * d + 4, 1)).value;
    assert_true(value.kind == VALUE_PARAM && value.place == d + 4 && value.index == 2);
    arena_finish(&arena);
    course_close(&course);
}

/* Behind a mask there is no arc and no weight. */
static void a_lens_ends_at_the_mask(void **state)
{
    (void)state;
    Course course;
    course_open(&course, LESSONS[3]);
    for (int model = 0; model < course.moving.lesson->model_count; model++)
        if (course.models[model].config.causal)
            course_add(&course, model, "the old man wears this old coat");
    View view = course_view(&course, 0, VIEW_SELF_ATTENTION, LOOK_HEADS, 1440, 900);
    for (int word = 0; word < view.trace->n; word++) {
        view.cursor = moment_find(view.trace, MOMENT_SELF, -1, word);
        moving_draw(&course.moving, &view);
        int arcs = 0;
        for (int i = 0; i < course.moving.list.count; i++) {
            const DrawCommand *command = &course.moving.list.commands[i];
            arcs += command->kind == DRAW_PATH && command->path.verb_count == 2 && command->path.verbs[1] == PATH_CUBIC;
        }
        assert_int_equal(arcs, word + 1);
        assert_true(says_with(&course.moving, arena_printf(&course.moving.arena, "%d weight(s), together 1", arcs)));
    }
    course_close(&course);
}

/* The last word's in that head's lens. */
static Box chip_of(const DrawList *list, int head)
{
    Box box = {0};
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind == DRAW_MARK && command->mark.focusable && command->mark.target.kind == TARGET_VALUE
            && command->mark.target.a == SELF_WEIGHTS && command->mark.target.c == head)
            box = command->bounds;
    }
    return box;
}

/* Eight heads: arcs alone, and the one that is pointed at has room for its words. */
static void of_many_heads_one_grows(void **state)
{
    (void)state;
    Config config = config_default();
    config.cell = CELL_SELF, config.heads = 8, config.hidden = config.embed = 16;
    const char *sentence = "cat chase mouse and the small dog";
    Model model = random_model(config, sentence, "猫 老鼠", 3);
    Trace *trace = decode_text(&model, sentence, NULL);
    Moving moving;
    moving_open(&moving, "tests/data/tiny.safetensors");
    ink_findings = 0;
    static const float sizes[][2] = {{1024, 640}, {1440, 900}, {390, 844}};
    for (size_t i = 0; i < LENGTH(sizes); i++)
        for (int head = 0; head < 8; head += 3) {
            View view = view_default(theme_get(THEME_LIGHT), sizes[i][0], sizes[i][1]);
            view.kind = VIEW_SELF_ATTENTION, view.look = LOOK_HEADS, view.trace = trace, view.model = &model;
            view.field.text = sentence;
            view.cursor = moment_find(trace, MOMENT_SELF, -1, 2);
            view.pick = head;
            ink_check(&moving, &view);
            view.hover = target_at(TARGET_VALUE, SELF_WEIGHTS, 2 * trace->n, head);
            moving_draw(&moving, &view);
            Box large = chip_of(&moving.list, head), small = chip_of(&moving.list, (head + 1) % 8);
            assert_true(large.w > 2 * small.w);
        }
    assert_int_equal(ink_findings, 0);
    moving_close(&moving);
    trace_destroy(trace);
    model_finish(&model);
}

/* px between the lines of two turned words, of their type. */
static float lines_apart(const DrawCommand *a, const DrawCommand *b)
{
    float away = fabsf((b->text.origin.x - a->text.origin.x) * sinf(a->text.angle));
    return away / fmaxf(a->text.size, b->text.size);
}

static void turned_words_lie_apart(void **state)
{
    (void)state;
    static const char *const sentences[] = {"the old man wears this old coat", LONG_WORDS,
                                            "today the old man wears this old coat near the old house and the girl"};
    static const float sizes[][2] = {{1024, 640}, {1138, 711}, {1440, 900}, {1600, 900}};
    Course course;
    int turned = 0;
    course_open(&course, LESSONS[0]);
    for (size_t s = 0; s < LENGTH(sentences); s++)
        course_add(&course, 0, sentences[s]);
    for (int s = 0; s < course.count; s++)
        for (size_t i = 0; i < LENGTH(sizes); i++) {
            View view = course_view(&course, s, VIEW_SELF_ATTENTION, LOOK_WHOLE, sizes[i][0], sizes[i][1]);
            view.cursor = moment_find(view.trace, MOMENT_SELF, -1, 0);
            moving_draw(&course.moving, &view);
            const DrawCommand *before = NULL, *all = course.moving.list.commands;
            for (const DrawCommand *at = all; at < all + course.moving.list.count; at++) {
                if (at->kind != DRAW_TEXT || at->text.angle == 0)
                    continue;
                if (before && before->text.origin.y == at->text.origin.y && lines_apart(before, at) < 1.1f)
                    fail_msg("%.0fx%.0f: turned words lie %.2f of their type apart", (double)sizes[i][0],
                             (double)sizes[i][1], (double)lines_apart(before, at));
                before = at;
                turned++;
            }
        }
    course_close(&course);
    assert_true(turned > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_product_stands_where_row_and_column_cross),
        cmocka_unit_test(printed_sums_close),
        cmocka_unit_test(a_row_is_made_from_left_to_right),
        cmocka_unit_test(what_is_pointed_at_is_added_up),
        cmocka_unit_test(a_lens_ends_at_the_mask),
        cmocka_unit_test(of_many_heads_one_grows),
        cmocka_unit_test(turned_words_lie_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
