/* The alignment as a figure, as a frame of a film and in the window: labels are whole or end in an ellipsis, and stay
 * inside. */
#include "ink.h"
#include "moving_lesson.h"

#include "scene/window/panels.h"

/* Words of `length` letters, the last and the first shorter. */
static const char **make_words(Arena *arena, int count, int length)
{
    const char **words = ARENA_ARRAY(arena, const char *, (size_t)count);
    for (int i = 0; i < count; i++) {
        int letters = i == 0 ? 2 : length - i % 3;
        char *word = arena_alloc(arena, (size_t)letters + 1, 1);
        for (int k = 0; k < letters; k++)
            word[k] = (char)('a' + (i + k) % 26);
        words[i] = word;
    }
    return words;
}

/* Weights that are all different, of no model: the trace has them and words alone. */
static Trace *foreign(int n, int m, int length)
{
    Trace *trace = heap_alloc(1, sizeof *trace);
    trace->config = config_default();
    trace->n = trace->words = trace->encoding.n = n;
    trace->step_count = trace->word_count = m;
    trace->source = make_words(&trace->arena, n, length);
    trace->unknown = ARENA_ARRAY(&trace->arena, bool, (size_t)n);
    trace->steps = ARENA_ARRAY(&trace->arena, TraceStep, (size_t)m);
    const char **target = make_words(&trace->arena, m, length);
    float *weights = ARENA_ARRAY(&trace->arena, float, (size_t)n *(size_t)m);
    for (int i = 0; i < n * m; i++)
        weights[i] = (float)i / (float)(n * m);
    for (int t = 0; t < m; t++) {
        trace->steps[t].token = target[t];
        trace->steps[t].id = VOCAB_UNKNOWN;
        trace->steps[t].step.weights = weights + (size_t)t * (size_t)n;
        trace->steps[t].step.count = n;
    }
    return trace;
}

static bool is_label(const Trace *trace, const char *text)
{
    for (int i = 0; i < trace->n; i++)
        if (strcmp(text, trace->source[i]) == 0)
            return true;
    for (int i = 0; i < trace->step_count; i++)
        if (strcmp(text, trace->steps[i].token) == 0)
            return true;
    return false;
}

/* Returns how many labels are whole. */
static int check_labels(const Trace *trace, const DrawList *list)
{
    int whole = 0;
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        char text[512];
        size_t length = 0;
        if (command->kind != DRAW_TEXT)
            continue;
        for (int k = 0; k < command->text.count && length < sizeof text - 5; k++)
            length += utf8_put(text + length, command->text.letters[k].codepoint);
        text[length] = '\0';
        bool number = strchr("0123456789<>", text[0]) != NULL, cut = length > 3 && strcmp(text + length - 3, "…") == 0;
        if (!number && !cut && !is_label(trace, text))
            fail_msg("\"%s\" is neither a label nor ends in an ellipsis", text);
        whole += !number && !cut;
    }
    return whole;
}

static const int SHAPES[][3] = {{1, 1, 40},  {2, 1, 40},  {5, 4, 40},  {25, 25, 40},
                                {3, 25, 12}, {25, 3, 90}, {60, 50, 40}};

static void labels_of_a_figure_are_whole(void **state)
{
    (void)state;
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(SHAPES); s++)
        for (int plain = 0; plain < 2; plain++) {
            int n = SHAPES[s][0], m = SHAPES[s][1];
            Trace *trace = foreign(n, m, SHAPES[s][2]);
            View view = moving_view(&moving, SENTENCE_SHORT, 0, 0);
            view.kind = VIEW_HEATMAP;
            view.heat.plain = plain;
            view.trace = trace;
            scene_alignment_figure(&view, moving.type, &moving.list);
            view.width = moving.list.width;
            view.height = moving.list.height;
            ink_check_list(&view, &moving.list);
            int whole = check_labels(trace, &moving.list);
            if (SHAPES[s][2] <= 40)
                assert_int_equal(whole, n + m);
            trace_destroy(trace);
        }
    assert_int_equal(ink_findings, 0);
}

static void labels_of_a_frame_end_in_an_ellipsis(void **state)
{
    (void)state;
    static const float sizes[][2] = {{320, 240}, {640, 400}, {960, 720}};
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(SHAPES); s++)
        for (size_t k = 0; k < LENGTH(sizes); k++) {
            Trace *trace = foreign(SHAPES[s][0], SHAPES[s][1], SHAPES[s][2]);
            View view = moving_view(&moving, SENTENCE_SHORT, sizes[k][0], sizes[k][1]);
            MatrixPicture picture = matrix_whole(trace, MAP_PAPER);
            drawlist_reset(&moving.list, moving.type, view.width, view.height, view.theme->paper);
            Painter painter = {&view, view.theme, &moving.list, true};
            matrix_picture(&painter, &picture, box_inset((Box){0, 0, view.width, view.height}, 16, 16));
            if (moving.list.count > 8)
                ink_check_list(&view, &moving.list);
            check_labels(trace, &moving.list);
            trace_destroy(trace);
        }
    assert_int_equal(ink_findings, 0);
}

/* Over the map, level or turned. */
static void unknown_words_are_underlined(void **state)
{
    (void)state;
    for (int turned = 0; turned < 2; turned++) {
        Trace *trace = foreign(4, 4, turned ? 30 : 3);
        View view = moving_view(&moving, SENTENCE_SHORT, 480, 480);
        int lines = 0;
        view.trace = trace;
        view.cursor = moment_count(trace) - 1;
        trace->unknown[1] = trace->unknown[2] = true;
        scene_heatmap_frame(&view, moving.type, &moving.list);
        for (int i = 0; i < moving.list.count; i++) {
            const DrawCommand *command = &moving.list.commands[i];
            lines += command->kind == DRAW_PATH && command->path.point_count == 2
                     && turned == (command->path.points[0].y > command->path.points[1].y);
        }
        assert_int_equal(lines, 2);
        trace_destroy(trace);
    }
}

/* Of the largest weight of the first row, beside the stage. */
static Color beside_stage(View *view, MomentKind kind, int step)
{
    view->cursor = moment_find(view->trace, kind, step, -1);
    moving_draw(&moving, view);
    Target target = target_at(TARGET_HEAT, 0, values_largest(view->trace->steps[0].step.weights, view->trace->n), 0);
    for (int i = 1; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        if (command->kind == DRAW_MARK && memcmp(&command->mark.target, &target, sizeof target) == 0)
            for (int k = i - 1; k >= 0; k--)
                if (moving.list.commands[k].kind == DRAW_BOX)
                    return moving.list.commands[k].box.paint.fill;
    }
    return (Color){0};
}

/* Beside the hero the rows that are there are pale, until the last one has come. */
static void beside_the_hero_it_is_pale(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    const Theme *theme = view.theme;
    const float *weights = view.trace->steps[0].step.weights;
    Color whole = color_weight(theme, view.map, weights[values_largest(weights, view.trace->n)]);
    Color pale = color_mix(whole, theme->panel, 0.6f), seen = beside_stage(&view, MOMENT_SCORES, 1);
    assert_memory_equal(&seen, &pale, sizeof seen);
    seen = beside_stage(&view, MOMENT_WORD, 1);
    assert_memory_equal(&seen, &pale, sizeof seen);
    seen = beside_stage(&view, MOMENT_WORD, view.trace->step_count - 1);
    assert_memory_equal(&seen, &whole, sizeof seen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_of_a_figure_are_whole),
        cmocka_unit_test(labels_of_a_frame_end_in_an_ellipsis),
        cmocka_unit_test(unknown_words_are_underlined),
        cmocka_unit_test(beside_the_hero_it_is_pale),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
