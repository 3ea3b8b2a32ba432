/* Weights as a figure for a page: its width and its type are what was asked for, to the hundredth of a px; no word lies
 * over another or outside of the page; and where that cannot be, the width that the error names is enough. */
#include "ink.h"
#include "moving_lesson.h"

#include "scene/figures/weights_film.h"
#include "scene/weights/weights_figure.h"

#include <math.h>

#define PX_PER_MM (96 / 25.4f)

typedef struct Shape {
    int columns, rows, heads, letters;
} Shape;

static const char **make_words(Arena *arena, int count, int letters)
{
    const char **words = ARENA_ARRAY(arena, const char *, (size_t)count);
    for (int i = 0; i < count; i++) {
        int length = i % 4 == 1 ? 2 : letters - i % 3;
        char *word = arena_alloc(arena, (size_t)length + 1, 1);
        for (int k = 0; k < length; k++)
            word[k] = (char)('a' + (i + k) % 26);
        words[i] = word;
    }
    return words;
}

/* Weights that are all different, through the nested arrays of a file. */
static MatrixStack make_stack(const Shape *shape)
{
    Bytes text = {0};
    Error error = {0};
    MatrixStack stack;
    int count = shape->heads * shape->rows * shape->columns, i = 0;
    bytes_add_text(&text, "[");
    for (int h = 0; h < shape->heads; h++) {
        bytes_add_text(&text, h ? ",[" : "[");
        for (int t = 0; t < shape->rows; t++) {
            bytes_add_text(&text, t ? ",[" : "[");
            for (int j = 0; j < shape->columns; j++)
                bytes_printf(&text, "%s%.6f", j ? "," : "", (double)i++ / count);
            bytes_add_text(&text, "]");
        }
        bytes_add_text(&text, "]");
    }
    bytes_add_text(&text, "]");
    if (!stack_parse(&(StackInput){"test", text, NULL}, NULL, LINKS_PHARAOH, &stack, &error))
        fail_msg("%s", error_text(&error));
    if (shape->letters) {
        stack.source = make_words(&stack.arena, shape->columns, shape->letters);
        stack.target = make_words(&stack.arena, shape->rows, shape->letters);
    }
    return stack;
}

static FigureLook look_of(float mm, float points)
{
    return (FigureLook){.theme = theme_get(THEME_LIGHT),
                        .ground = theme_get(THEME_LIGHT)->paper,
                        .most = 1,
                        .digits = DIGITS_FIT,
                        .width = mm * PX_PER_MM,
                        .size = points / 0.75f,
                        .angle = -1,
                        .face = FACE_SANS};
}

/* Of what has been drawn. */
static void check_page(const FigureLook *look, const FigureReport *report)
{
    const DrawList *list = &moving.list;
    View view = moving_view(&moving, SENTENCE_SHORT, list->width, list->height);
    if (list->count > 8)
        ink_check_list(&view, list);
    if (look->width <= 0)
        return;
    assert_true(list->width == look->width);
    if (look->size > 0)
        assert_true(report->size == look->size);
    for (int i = 0; i < list->count; i++)
        if (list->commands[i].kind == DRAW_TEXT && list->commands[i].text.size != report->size)
            fail_msg("type of %.3f px, not %.3f", (double)list->commands[i].text.size, (double)report->size);
}

static const Shape SHAPES[] = {{1, 1, 1, 6},   {2, 5, 1, 9},   {8, 7, 1, 9}, {20, 20, 1, 8},
                               {25, 3, 1, 12}, {40, 40, 1, 6}, {5, 4, 8, 7}, {6, 6, 12, 5},
                               {12, 9, 2, 9},  {30, 30, 1, 0}, {9, 9, 6, 0}};
static const float WIDTHS[] = {50, 77, 84, 160};

static void pages_are_as_wide_as_they_are_asked_for(void **state)
{
    (void)state;
    int drawn = 0, refused = 0;
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(SHAPES); s++) {
        MatrixStack stack = make_stack(&SHAPES[s]);
        for (int k = 0; k < (int)LENGTH(WIDTHS) * 8; k++) {
            FigureLook look = look_of(WIDTHS[k / 8], k % 2 ? 8 : 0);
            FigureReport report;
            Error error = {0};
            look.angle = k % 8 < 2 ? 90 : -1;
            look.bar = k % 8 < 4 ? BAR_BELOW : BAR_RIGHT;
            look.title = k % 8 > 5 ? "A title" : NULL;
            look.xlabel = look.ylabel = k % 8 == 7 ? "axis" : NULL;
            if (!weights_figure(&stack, &look, moving.type, &moving.list, &report, &error)) {
                const char *takes = strstr(error.message, "it takes ");
                assert_non_null(takes);
                look.width = strtof(takes + strlen("it takes "), NULL) * PX_PER_MM;
                assert_true(weights_figure(&stack, &look, moving.type, &moving.list, &report, &error));
                refused++;
            }
            check_page(&look, &report);
            assert_true(look.size > 0 || report.size >= 5 / 0.75f - 0.01f);
            drawn++;
        }
        stack_finish(&stack);
    }
    assert_true(refused > 5 && refused < drawn / 2);
    assert_int_equal(ink_findings, 0);
}

static void pages_are_as_high_as_they_are_asked_for(void **state)
{
    (void)state;
    int drawn = 0, refused = 0;
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(SHAPES); s++) {
        MatrixStack stack = make_stack(&SHAPES[s]);
        for (int k = 0; k < 12; k++) {
            FigureLook look = look_of(160, 8);
            FigureReport report;
            Error error = {0};
            look.height = (float)(20 << k % 4) * PX_PER_MM;
            look.bar = k % 3 == 0 ? BAR_BELOW : BAR_RIGHT;
            look.title = look.caption = k % 3 == 1 ? "A title" : NULL;
            look.arcs = k >= 8 && SHAPES[s].heads == 1;
            bool fits = weights_figure(&stack, &look, moving.type, &moving.list, &report, &error);
            const char *takes = strstr(error.message, "too low");
            if (!fits && takes) {
                look.height = strtof(strstr(takes, "it takes ") + strlen("it takes "), NULL) * PX_PER_MM;
                assert_true(weights_figure(&stack, &look, moving.type, &moving.list, &report, &error));
                refused++;
            } else if (!fits)
                continue; /* not into the width */
            assert_true(moving.list.height == look.height);
            Box ink = drawlist_painted(&moving.list);
            assert_true(ink.y + ink.h <= look.height + 0.01f);
            check_page(&look, &report);
            drawn++;
        }
        stack_finish(&stack);
    }
    assert_true(drawn > 80 && refused > 10 && ink_findings == 0);
}

/* The words of a narrow page's arcs may be longer than those beside rows could be. */
static void upright_words_of_arcs_stay_on_the_page(void **state)
{
    (void)state;
    Shape shape = {3, 3, 1, 9};
    MatrixStack stack = make_stack(&shape);
    for (int mm = 20; mm < 60; mm += 5) {
        FigureLook look = look_of((float)mm, 8);
        FigureReport report;
        Error error = {0};
        look.arcs = true;
        assert_true(weights_figure(&stack, &look, moving.type, &moving.list, &report, &error));
        Box ink = drawlist_painted(&moving.list);
        assert_true(ink.y + ink.h <= moving.list.height + TEXT_EDGE);
    }
    stack_finish(&stack);
}

static void figures_of_free_width_keep_their_words_apart(void **state)
{
    (void)state;
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(SHAPES); s++) {
        MatrixStack stack = make_stack(&SHAPES[s]);
        for (int arcs = 0; arcs <= (SHAPES[s].heads == 1); arcs++) {
            FigureLook look = look_of(0, 0);
            FigureReport report;
            Error error = {0};
            look.arcs = arcs;
            if (!weights_figure(&stack, &look, moving.type, &moving.list, &report, &error))
                fail_msg("%s", error_text(&error));
            check_page(&look, &report);
        }
        stack_finish(&stack);
    }
    assert_int_equal(ink_findings, 0);
}

/* The ink of numbers lies inside of the dashes around their cells. Returns how many numbers have such dashes. */
static int check_gold(const DrawList *list)
{
    int around = 0;
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *frame = &list->commands[i];
        if (frame->kind != DRAW_BOX || frame->box.paint.dash <= 0)
            continue;
        Box inside = box_inset(frame->box.box, frame->box.paint.width / 2, frame->box.paint.width / 2);
        for (int k = 0; k < list->count; k++) {
            const DrawCommand *text = &list->commands[k];
            if (text->kind != DRAW_TEXT || !box_contains(frame->box.box, box_middle(text->bounds)))
                continue;
            Box ink = box_inset(text->bounds, TEXT_EDGE, TEXT_EDGE), both = box_intersect(ink, inside);
            if (both.w < ink.w - 0.01f || both.h < ink.h - 0.01f)
                fail_msg("dashes of %.1f px touch a number of %.1f px", (double)frame->box.box.w,
                         (double)text->text.size);
            around++;
        }
    }
    return around;
}

static void gold_touches_no_number(void **state)
{
    (void)state;
    Shape shape = {8, 7, 1, 9};
    MatrixStack stack = make_stack(&shape);
    StackLink gold[8];
    for (int i = 0; i < 8; i++)
        gold[i] = (StackLink){i, i % 7, i % 2};
    int around = 0;
    for (int cell = 12; cell <= 72; cell++) {
        FigureLook look = look_of(cell % 2 ? 0 : (float)(cell * 2), 0);
        FigureReport report;
        Error error = {0};
        look.cell = cell % 2 ? (float)cell : 0;
        look.digits = cell % 3 ? 2 : DIGITS_FIT;
        look.maxima = cell % 4 == 0;
        if (weights_figures(&(FigurePart){&stack, NULL, gold, 8}, 1, &look, moving.type, &moving.list, &report, &error))
            around += check_gold(&moving.list);
    }
    assert_true(around > 100);
    stack_finish(&stack);
}

/* ---- films ---- */

static float smallest_type(const DrawList *list)
{
    float smallest = INFINITY;
    for (int i = 0; i < list->count; i++)
        if (list->commands[i].kind == DRAW_TEXT)
            smallest = fminf(smallest, list->commands[i].text.size);
    return smallest;
}

static void films_use_their_frame(void **state)
{
    (void)state;
    static const struct {
        Shape shape;
        bool readable, arcs; /* words leave room for type of 1/45 of the height, and for arcs in it */
    } CASES[] = {
        {{3, 3, 1, 6}, true, true},     {{25, 25, 1, 7}, true, true},  {{8, 7, 1, 9}, true, true},
        {{6, 6, 8, 0}, true, false},    {{30, 12, 1, 8}, true, false}, {{2, 20, 1, 5}, true, true},
        {{90, 90, 1, 5}, false, false},
    };
    static const Point SIZES[] = {{1280, 720}, {960, 720}, {720, 1280}, {320, 240}};
    ink_findings = 0;
    for (size_t i = 0; i < LENGTH(CASES) * LENGTH(SIZES); i++) {
        size_t shape = i / LENGTH(SIZES), size = i % LENGTH(SIZES);
        MatrixStack stack = make_stack(&CASES[shape].shape);
        WeightsFilm film = {.stack = &stack,
                            .theme = theme_get(THEME_LIGHT),
                            .most = 1,
                            .width = SIZES[size].x,
                            .height = SIZES[size].y};
        Error error = {0};
        assert_true(weights_film_open(&film, moving.type, &error));
        weights_film_frame(&film, stack.rows, &moving.list);
        View view = moving_view(&moving, SENTENCE_SHORT, film.width, film.height);
        ink_check_list(&view, &moving.list);
        if (ink_findings)
            fail_msg("shape %zu at size %zu; map of %.1f px, arcs of %.1f px", shape, size, (double)film.map_type,
                     (double)film.arcs_type);
        Box ink = drawlist_painted(&moving.list);
        float side = fminf(film.width, film.height);
        if (ink.w < 0.85f * film.width && ink.h < 0.8f * film.height)
            fail_msg("shape %zu: %.0fx%.0f of %.0fx%.0f", shape, (double)ink.w, (double)ink.h, (double)film.width,
                     (double)film.height);
        bool readable = smallest_type(&moving.list) >= side / 45;
        if (size == 0 && (film.has_arcs != CASES[shape].arcs || readable != CASES[shape].readable))
            fail_msg("shape %zu: %s arcs, type of %.1f px", shape, film.has_arcs ? "with" : "without",
                     (double)smallest_type(&moving.list));
        weights_film_frame(&film, 0.5, &moving.list);
        assert_true(moving.list.width == film.width && moving.list.height == film.height);
        weights_film_close(&film);
        stack_finish(&stack);
    }
    assert_int_equal(ink_findings, 0);
}

static bool says(const DrawCommand *command, const char *text)
{
    char utf8[256];
    size_t length = 0;
    for (int i = 0; i < command->text.count && length < sizeof utf8 - 4; i++)
        if (command->text.letters[i].codepoint)
            length += utf8_put(utf8 + length, command->text.letters[i].codepoint);
    return slice_is((Slice){utf8, length}, text);
}

/* Texts of the list that are this one. */
static int count_texts(const char *text)
{
    int count = 0;
    for (int i = 0; i < moving.list.count; i++)
        if (moving.list.commands[i].kind == DRAW_TEXT)
            count += says(&moving.list.commands[i], text);
    return count;
}

/* All of another shape and with words of their own, but the first and the last. */
static void files_stand_side_by_side(void **state)
{
    (void)state;
    static const Shape shapes[] = {{5, 4, 1, 6}, {3, 6, 1, 9}, {8, 7, 1, 5}, {1, 1, 1, 4}, {12, 9, 1, 0}, {5, 4, 1, 6}};
    static const char *const titles[] = {"base", "ours", "a-rather-long-name-of-a-file", "d", "", "base"};
    static const float widths[] = {0, 77, 160};
    MatrixStack stacks[LENGTH(shapes)];
    FigurePart parts[LENGTH(shapes)];
    ink_findings = 0;
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        stacks[i] = make_stack(&shapes[i]);
        parts[i] = (FigurePart){.stack = &stacks[i], .titles = &titles[i]};
    }
    for (int count = 2; count <= (int)LENGTH(shapes); count++)
        for (int k = 0; k < (int)LENGTH(widths) * 2; k++) {
            FigureLook look = look_of(widths[k / 2], 0);
            FigureReport report;
            Error error = {0};
            look.letters = true;
            look.told = true;
            look.bare = k % 2;
            look.bar = count % 2 ? BAR_BELOW : BAR_RIGHT;
            if (!weights_figures(parts, count, &look, moving.type, &moving.list, &report, &error))
                fail_msg("%s", error_text(&error));
            check_page(&look, &report);
            assert_true(count_texts("(a) base") == 1 || (look.width == 77 * PX_PER_MM && count > 4));
            assert_int_equal(count_texts("(e)"), count > 4);
            assert_int_equal(count_texts("0"), 1); /* one bar */
        }
    for (size_t i = 0; i < LENGTH(shapes); i++)
        stack_finish(&stacks[i]);
    assert_int_equal(ink_findings, 0);
}

/* Their cells have one size, and each file has its words. */
static void files_have_one_scale(void **state)
{
    (void)state;
    MatrixStack stacks[] = {make_stack(&(Shape){5, 4, 1, 6}), make_stack(&(Shape){3, 2, 1, 6})};
    static const char *const titles[] = {"base", "ours"};
    const StackLink gold = {2, 1, false};
    const FigurePart parts[] = {{&stacks[0], &titles[0], NULL, 0}, {&stacks[1], &titles[1], &gold, 1}};
    FigureLook look = look_of(160, 8);
    FigureReport report;
    Error error = {0};
    Box first = {0}, second = {0};
    look.told = true;
    assert_true(weights_figures(parts, 2, &look, moving.type, &moving.list, &report, &error));
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        if (command->kind == DRAW_MARK && command->mark.target.a == 1 && command->mark.target.b == 2)
            *(command->mark.target.c ? &second : &first) = command->bounds;
    }
    assert_true(first.w > 0 && first.w == second.w && first.h == second.h);
    assert_true(fabsf(first.y - second.y) < 0.01f && second.x > first.x + 4 * first.w);
    for (int i = 0; i < 3; i++)
        assert_int_equal(count_texts(stacks[0].source[i]), 3 + (i < 2)); /* over both, beside one or both */
    stack_finish(&stacks[0]);
    stack_finish(&stacks[1]);
}

/* 16 layers of 16 heads: no title touches another, and none is cut. */
static void layers_and_heads_are_said_apart(void **state)
{
    (void)state;
    static const float widths[] = {0, 77, 160, 300, 700};
    MatrixStack stack = make_stack(&(Shape){8, 8, 256, 0});
    stack.layers = stack.heads = 16;
    stack.layered = true;
    stack.layer_names = stack.head_names;
    ink_findings = 0;
    for (size_t k = 0; k < LENGTH(widths); k++) {
        FigureLook look = look_of(widths[k], 0);
        FigureReport report;
        Error error = {0};
        bool axes = k > 0 && k < 4;
        assert_true(weights_figure(&stack, &look, moving.type, &moving.list, &report, &error));
        check_page(&look, &report);
        assert_false(report.cut);
        assert_int_equal(count_texts("head"), axes);
        assert_int_equal(count_texts("layer"), axes);
        assert_int_equal(count_texts("10"), axes ? 2 : 0);
        assert_int_equal(count_texts("15"), !axes ? 0 : k == 1 ? 1 : 2);
        assert_int_equal(count_texts("layer 15, head 15"), !axes);
    }
    stack_finish(&stack);
    assert_int_equal(ink_findings, 0);
}

static void very_many_cells_are_one_picture(void **state)
{
    (void)state;
    Shape shape = {300, 200, 1, 0};
    MatrixStack stack = make_stack(&shape);
    FigureLook look = look_of(84, 8);
    FigureReport report;
    Error error = {0};
    int images = 0;
    assert_true(weights_figure(&stack, &look, moving.type, &moving.list, &report, &error));
    for (int i = 0; i < moving.list.count; i++)
        images += moving.list.commands[i].kind == DRAW_IMAGE;
    assert_int_equal(images, 1);
    assert_int_equal(report.pooled, 0);
    assert_true(moving.list.count < 300);
    stack_finish(&stack);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_are_as_wide_as_they_are_asked_for),
        cmocka_unit_test(pages_are_as_high_as_they_are_asked_for),
        cmocka_unit_test(figures_of_free_width_keep_their_words_apart),
        cmocka_unit_test(upright_words_of_arcs_stay_on_the_page),
        cmocka_unit_test(gold_touches_no_number),
        cmocka_unit_test(films_use_their_frame),
        cmocka_unit_test(files_stand_side_by_side),
        cmocka_unit_test(files_have_one_scale),
        cmocka_unit_test(layers_and_heads_are_said_apart),
        cmocka_unit_test(very_many_cells_are_one_picture),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
