/* The view of another program's weights: every map has its mark, one alone says its numbers and leads to both words,
 * and all texts stay in the window at every size. */
#include "ink.h"
#include "moving_lesson.h"

#include "scene/view/window_layout.h"
#include "scene/views/weights/view_weights.h"

#include <math.h>

#define LAYERS  3
#define HEADS   4
#define ROWS    5
#define COLUMNS 6

static Arena arena;
static MatrixStack stacks[30];
static StackPair tabs[30] = {{{&stacks[0]}}};
static int tab_count = 1;
static float values[LAYERS * HEADS * ROWS * COLUMNS];
static WeightsFigures figures;
static WeightsPage page;
static DrawList parts[2], figure;

static int set_up(void **state)
{
    static int numbers[] = {0, 1, 2, 3};
    static const char *source[COLUMNS] = {"Gestern", "habe", "ich", "das", "Donaudampfschifffahrtsbuch", "gelesen"},
                      *target[ROWS] = {"昨天", "我", "读", "了", "书"};
    for (int i = 0; i < LAYERS * HEADS * ROWS * COLUMNS; i++)
        values[i] = (float)(i % COLUMNS == i / COLUMNS % ROWS);
    stacks[0] = (MatrixStack){.layers = LAYERS,
                              .heads = HEADS,
                              .rows = ROWS,
                              .columns = COLUMNS,
                              .layered = true,
                              .headed = true,
                              .layer_names = numbers,
                              .head_names = numbers,
                              .values = values,
                              .source = source,
                              .target = target};
    return moving_set_up(state);
}

static int tear_down(void **state)
{
    weights_figures_finish(&figures);
    for (int i = 0; i < 2; i++)
        drawlist_finish(&parts[i]);
    drawlist_finish(&figure);
    arena_finish(&arena);
    return moving_tear_down(state);
}

static View view_of(float width, float height, int matrix)
{
    View view = moving_view(&moving, SENTENCE_SHORT, width, height);
    page = (WeightsPage){.tabs = tabs,
                         .tab_count = tab_count,
                         .stack = stacks,
                         .names = {"heads.npz"},
                         .most = 1,
                         .matrix = matrix,
                         .figures = &figures};
    view.theme = theme_get(THEME_DARK);
    view.kind = VIEW_WEIGHTS;
    view.weights = &page;
    return view;
}

/* How far it scrolls. What is kept of the last picture is laid out anew: tests change numbers that lie where others
 * lay. */
static float draw(const View *view)
{
    figures.theme = NULL;
    return scene_window(view, moving.type, &moving.list).stage_scroll;
}

static const DrawCommand *marked(Target target)
{
    return drawlist_marked(&moving.list, target);
}

static void test_all_are_marked(void **state)
{
    (void)state;
    View view = view_of(1440, 900, -1);
    assert_true(draw(&view) == 0);
    for (int i = 0; i < LAYERS * HEADS; i++) {
        const DrawCommand *mark = marked((Target){TARGET_HEAT, -1, -1, (int16_t)i});
        assert_non_null(mark);
        assert_string_equal(mark->mark.name, arena_printf(&arena, "layer %d, head %d", i / HEADS, i % HEADS));
        assert_true(drawlist_hit(&moving.list, (Point){mark->bounds.x + 5, mark->bounds.y + 5}).c == i);
    }
}

static void test_one_says_its_numbers(void **state)
{
    (void)state;
    View view = view_of(1440, 900, 7);
    values[7 * ROWS * COLUMNS + 2 * COLUMNS + 1] = 0.125f;
    view.hover = (Target){TARGET_HEAT, 2, 1, 0};
    assert_true(draw(&view) == 0);
    const DrawCommand *cell = marked(view.hover);
    assert_non_null(cell);
    assert_string_equal(cell->mark.name, "habe → 读: 0.125");
    int lines = 0; /* its row, its column, and itself */
    for (int i = 0; i < moving.list.count; i++)
        lines += moving.list.commands[i].kind == DRAW_BOX && moving.list.commands[i].box.paint.stroke.a > 0
                 && box_contains(moving.list.commands[i].bounds, box_middle(cell->bounds));
    assert_int_equal(lines, 3);
    values[7 * ROWS * COLUMNS + 2 * COLUMNS + 1] = 0;
}

/* Of arcs a word says all its weights; no cell is there to be framed. */
static void test_arcs_say_their_numbers(void **state)
{
    (void)state;
    View view = view_of(1440, 900, 7);
    page.arcs = true;
    view.hover = (Target){TARGET_HEAT, 2, -1, 0};
    assert_true(draw(&view) == 0);
    const DrawCommand *word = marked(view.hover);
    assert_non_null(word);
    assert_non_null(strstr(word->mark.name, "ich → 读: 1, das → 读: 0, "));
    int written = 0; /* the foot */
    for (int i = 0; i < moving.list.count; i++)
        written += moving.list.commands[i].kind == DRAW_TEXT && moving.list.commands[i].bounds.y > view.height - 48;
    assert_true(written > 0);
}

/* Of very many cells the largest. */
static void test_many_cells_say_the_largest(void **state)
{
    (void)state;
    enum { SIDE = 160 };
    static float many[SIDE * SIDE];
    static int name;
    many[3 * SIDE + 5] = 0.75f;
    MatrixStack large = {.layers = 1,
                         .heads = 1,
                         .rows = SIDE,
                         .columns = SIDE,
                         .layer_names = &name,
                         .head_names = &name,
                         .values = many};
    View view = view_of(1440, 900, 0);
    StackPair only = {{&large}};
    page.tabs = &only;
    page.stack = &large;
    view.hover = (Target){TARGET_HEAT, -1, -1, 0};
    assert_true(draw(&view) == 0);
    const DrawCommand *map = marked(view.hover);
    assert_non_null(map);
    assert_string_equal(map->mark.name, "160 × 160, the largest: 6 → 4: 0.75");
}

/* They have no timeline, which would be too fine to be pointed at. */
static void test_very_many_rows(void **state)
{
    (void)state;
    enum { MANY = 500 };
    static float many[MANY * 2];
    static int name;
    MatrixStack tall = {
        .layers = 1, .heads = 1, .rows = MANY, .columns = 2, .layer_names = &name, .head_names = &name, .values = many};
    View view = view_of(1440, 900, 0);
    StackPair only = {{&tall}};
    page.tabs = &only;
    page.stack = &tall;
    page.row = MANY;
    (void)draw(&view);
    ink_check_list(&view, &moving.list);
    assert_int_equal(ink_findings, 0);
    assert_null(marked(target_at(TARGET_CONTROL, WEIGHTS_ROW, 0, 0)));
    assert_true(moving_says(&moving, weights_row_told(&view, STACK_LARGEST, &arena)));
}

/* What is signed has no width. */
static void test_signed_numbers_have_no_arcs(void **state)
{
    (void)state;
    View view = view_of(1440, 900, 0);
    (void)draw(&view);
    assert_non_null(marked(target_at(TARGET_CONTROL, WEIGHTS_ARCS, 0, 0)));
    page.is_signed = true;
    (void)draw(&view);
    assert_null(marked(target_at(TARGET_CONTROL, WEIGHTS_ARCS, 0, 0)));
    page.is_signed = false;
}

/* As in the program's figures. */
static void test_signed_numbers_have_their_sign(void **state)
{
    (void)state;
    static float against[] = {0.5f, -0.25f};
    static int name;
    MatrixStack two = {
        .layers = 1, .heads = 1, .rows = 1, .columns = 2, .layer_names = &name, .head_names = &name, .values = against};
    View view = view_of(1440, 900, 0);
    StackPair only = {{&two}};
    page.tabs = &only;
    page.stack = &two;
    page.is_signed = true;
    (void)draw(&view);
    assert_true(moving_says(&moving, "+0.50") && moving_says(&moving, "−0.25"));
    page.is_signed = false;
}

/* What is painted last under the middle of a cell. */
static Color color_at(Box cell)
{
    Color found = {0};
    for (int i = 0; i < moving.list.count; i++)
        if (moving.list.commands[i].kind == DRAW_BOX && moving.list.commands[i].box.paint.fill.a > 0
            && box_contains(moving.list.commands[i].box.box, box_middle(cell)))
            found = moving.list.commands[i].box.paint.fill;
    return found;
}

static int frames_in(const DrawList *list)
{
    Color blue = theme_get(THEME_DARK)->fill[ROLE_QUERY];
    int count = 0;
    for (int i = 0; i < list->count; i++)
        count +=
            list->commands[i].kind == DRAW_BOX && memcmp(&list->commands[i].box.paint.stroke, &blue, sizeof blue) == 0;
    return count;
}

static int frames(void)
{
    return frames_in(&moving.list);
}

/* How often. */
static int shows_in(const DrawList *list, const char *text)
{
    Bytes printed = {0};
    drawlist_print(list, &printed);
    int found = 0;
    for (const char *at = printed.data; at && (at = strstr(at, text)); at++)
        found++;
    bytes_finish(&printed);
    return found;
}

static bool shows(const char *text)
{
    return shows_in(&moving.list, text) > 0;
}

/* In a frame, and the other rows have less of their colour; the word of each row can be pressed. */
static void test_a_row_stands_out(void **state)
{
    (void)state;
    View view = view_of(1440, 900, 0);
    assert_true(draw(&view) == 0);
    assert_int_equal(frames(), 0);
    Target on = {TARGET_HEAT, 2, 2, 0}, off = {TARGET_HEAT, 1, 1, 0}; /* each has a weight of 1 */
    Color full = color_at(marked(on)->bounds), other = color_at(marked(off)->bounds);
    assert_memory_equal(&full, &other, sizeof full);
    page.row = 3;
    assert_true(draw(&view) == 0);
    assert_int_equal(frames(), 1);
    Color still = color_at(marked(on)->bounds), faded = color_at(marked(off)->bounds);
    assert_memory_equal(&full, &still, sizeof full);
    assert_memory_not_equal(&full, &faded, sizeof full);
    for (int t = 0; t < ROWS; t++) {
        const DrawCommand *word = marked(target_at(TARGET_WORD, t, 0, 0));
        const DrawCommand *cell = marked(target_at(TARGET_HEAT, t, 0, 0));
        assert_non_null(word);
        assert_true(word->bounds.y == cell->bounds.y && word->bounds.x + word->bounds.w <= cell->bounds.x);
    }
    page.matrix = -1; /* and in every head */
    assert_true(draw(&view) == 0);
    assert_int_equal(frames(), LAYERS * HEADS);
    page.row = ROWS + 1; /* another file has fewer words */
    assert_true(draw(&view) == 0);
    assert_int_equal(frames(), 0);
}

static void test_a_row_in_words_and_numbers(void **state)
{
    (void)state;
    static const float shares[COLUMNS] = {0.004f, 0.25f, 0.5f, 0.125f, 0.12f, 0.001f}, signed_row[COLUMNS] = {-3, 0, 1};
    float *row = values + 2 * ROWS * COLUMNS + COLUMNS, kept[COLUMNS];
    memcpy(kept, row, sizeof kept);
    memcpy(row, shares, sizeof shares);
    View view = view_of(1440, 900, 2);
    page.row = 2;
    assert_string_equal(
        weights_row_text(&view, 2, STACK_LARGEST, &arena),
        "Word 2 of 5, “我”: “ich” 0.50, “habe” 0.25, “das” 0.12, “Donaudampfschifffahrtsbuch” 0.12, “Gestern” "
        "<0.01, 1 other <0.01; sum 1.00, entropy 1.78 bits");
    assert_string_equal(weights_row_text(&view, 2, 1, &arena),
                        "Word 2 of 5, “我”: “ich” 0.50, 5 others 0.50; sum 1.00, entropy 1.78 bits");
    view.language = LANGUAGE_CHINESE;
    assert_string_equal(weights_row_text(&view, 2, 1, &arena),
                        "第 2 个词（共 5 个）“我”：“ich” 0.50、其余 5 个 0.50；和 1.00，熵 1.78 比特");
    view.language = LANGUAGE_ENGLISH;
    page.least = -3;
    memcpy(row, signed_row, sizeof signed_row); /* no shares: no entropy */
    assert_string_equal(weights_row_text(&view, 2, 2, &arena),
                        "Word 2 of 5, “我”: “Gestern” −3, “ich” 1, 4 others 0; sum −2");
    memcpy(row, kept, sizeof kept);
}

/* Of a sentence over itself: a cell behind the mask has no number, and is none of the others of its row. */
static void test_cells_behind_a_mask(void **state)
{
    (void)state;
    static const char *words[] = {"a", "b", "c", "d"};
    static float numbers[16] = {1, 0, 0, 0, 0.5f, 0.5f, 0, 0, 0.25f, 0.25f, 0.5f, 0, 0.125f, 0.125f, 0.25f, 0.5f};
    MatrixStack self = stacks[0];
    self.layers = self.heads = 1;
    self.rows = self.columns = 4;
    self.source = self.target = words;
    self.values = numbers;
    self.kind = STACK_DECODER;
    StackPair only = {{&self}};
    for (int causal = 0; causal < 2; causal++) {
        View view = view_of(1440, 900, 0);
        self.causal = causal;
        page.tabs = &only;
        page.stack = &self;
        page.row = 2;
        assert_true(draw(&view) == 0);
        assert_string_equal(marked(target_at(TARGET_HEAT, 1, 0, 0))->mark.name, "a → b: 0.5");
        assert_string_equal(marked(target_at(TARGET_HEAT, 1, 2, 0))->mark.name,
                            causal ? "c → b: behind the causal mask" : "c → b: 0");
        assert_int_equal(shows("\"0.00\""), !causal);
        assert_string_equal(weights_row_text(&view, 0, 2, &arena),
                            causal
                                ? "Word 2 of 4, “b”: “a” 0.50, “b” 0.50; sum 1.00, entropy 1.00 bits"
                                : "Word 2 of 4, “b”: “a” 0.50, “b” 0.50, 2 others 0.00; sum 1.00, entropy 1.00 bits");
    }
}

/* Over the timeline, which has its own words. */
static bool written(const View *view, const char *text)
{
    for (int i = 0; i < moving.list.count; i++)
        if (command_says(&moving.list.commands[i], text)
            && moving.list.commands[i].bounds.y < window_layout(view).foot.y)
            return true;
    return false;
}

/* Where there is no room for every word, its own is there. */
static void test_a_row_among_many(void **state)
{
    (void)state;
    enum { MANY = 40 };
    MatrixStack many = stacks[0];
    const char *words[MANY];
    for (int t = 0; t < MANY; t++)
        words[t] = arena_printf(&arena, "w%d", t + 1);
    many.layers = many.heads = 1;
    many.rows = MANY;
    many.target = words;
    View view = view_of(1024, 640, 0);
    StackPair only = {{&many}};
    page.tabs = &only;
    page.stack = &many;
    int seen[2] = {0};
    for (int t = 0; t < MANY; t++)
        for (int chosen = 0; chosen < 2; chosen++) {
            page.row = chosen ? t + 1 : 0;
            assert_true(draw(&view) == 0);
            seen[chosen] += written(&view, words[t]);
        }
    assert_true(seen[0] < MANY && seen[1] == MANY);
}

/* Each source word has its number. */
static void test_arcs_of_a_row(void **state)
{
    (void)state;
    View view = view_of(1440, 900, 0);
    float *row = values + 3 * COLUMNS, kept[COLUMNS];
    memcpy(kept, row, sizeof kept);
    for (int j = 0; j < COLUMNS; j++)
        row[j] = (float)(j + 1) / 21;
    page.arcs = true;
    assert_true(draw(&view) == 0);
    assert_false(shows("\"0.29\""));
    assert_non_null(marked(target_at(TARGET_HEAT, 3, -1, 0)));
    page.row = 4;
    assert_true(draw(&view) == 0);
    for (int j = 0; j < COLUMNS; j++)
        assert_true(shows(arena_printf(&arena, "\"%.2f\"", (double)(j + 1) / 21)));
    memcpy(row, kept, sizeof kept);
}

/* All of it is in sight, but on a telephone; all heads on an upright one too. */
static void test_every_size(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1440, 900}, {2560, 1440}, {1024, 640}, PHONES};
    for (int k = 0; k < (int)LENGTH(sizes); k++)
        for (int matrix = -1; matrix < 2; matrix++)
            for (int language = 0; language < 2; language++)
                for (int look = 0; look < 16; look++) {
                    View view = view_of(sizes[k][0], sizes[k][1], matrix);
                    view.language = (Language)language;
                    page.arcs = look & 1;
                    page.row = look & 2 ? 4 : 0;
                    view.window.present = look & 4;
                    view.window.by_finger = look & 8;
                    assert_true(draw(&view) == 0 || k > 2 + (matrix < 0));
                    ink_check_list(&view, &moving.list);
                }
    assert_int_equal(ink_findings, 0);
}

/* On an upright telephone a layer has two lines, or its maps would be tiny. */
static void test_columns_use_the_room(void **state)
{
    (void)state;
    static const struct {
        float w, h, map;
        int across;
    } cases[] = {{390, 844, 36, 2}, {1024, 640, 48, HEADS}, {1440, 900, 60, HEADS}};
    for (size_t k = 0; k < LENGTH(cases); k++) {
        View view = view_of(cases[k].w, cases[k].h, -1);
        assert_true(draw(&view) == 0);
        for (int i = 0; i < LAYERS * HEADS; i++) {
            Box map = marked(target_at(TARGET_HEAT, -1, -1, i))->bounds;
            Box first = marked(target_at(TARGET_HEAT, -1, -1, i - i % cases[k].across))->bounds;
            assert_true(map.w >= cases[k].map && map.y == first.y && (map.x > first.x) == (i % cases[k].across > 0));
        }
    }
}

static void test_figure(void **state)
{
    (void)state;
    Error error = {0};
    View view = view_of(1024, 640, -1);
    expect_ok(weights_file_figure(&view, moving.type, parts, &figure, &error), &error);
    assert_true(figure.width > 200 && figure.height > 150 && figure.count > LAYERS * HEADS);
    page.matrix = 4;
    page.row = 2;
    expect_ok(weights_file_figure(&view, moving.type, parts, &figure, &error), &error);
    assert_int_equal(frames_in(&figure), 1);
    assert_true(shows_in(&figure, "Word 2 of 5"));
}

static const DrawCommand *tab(int i)
{
    return marked(target_at(TARGET_CONTROL, WEIGHTS_ARRAY, i, 0));
}

static void open_tab(int i)
{
    page.tab = i;
    page.stack = page.tabs[i].of[0];
}

static void test_a_tab_for_each_array(void **state)
{
    (void)state;
    static const char *const names[][3] = {{"Cross-attention", "Encoder self-attention", "Decoder self-attention"},
                                           {"交叉注意力", "编码器自注意力", "解码器自注意力"}};
    View view = view_of(1024, 640, -1);
    (void)draw(&view);
    assert_null(tab(0));
    for (int i = 0; i < 3; i++) {
        stacks[i] = stacks[0];
        stacks[i].kind = (StackKind)(STACK_CROSS + i);
        tabs[i].of[0] = &stacks[i];
    }
    page.tab_count = 3;
    for (int language = 0; language < 2; language++)
        for (int i = 0; i < 3; i++) {
            view.language = (Language)language;
            open_tab(i);
            (void)draw(&view);
            for (int k = 0; k < 3; k++) {
                assert_string_equal(tab(k)->mark.name, names[language][k]);
                assert_true(tab(k)->mark.focusable);
            }
            ink_check_list(&view, &moving.list);
        }
    assert_int_equal(ink_findings, 0);
    stacks[0].kind = STACK_OTHER;
}

static void test_many_arrays_are_gone_to_one_by_one(void **state)
{
    (void)state;
    View view = view_of(1024, 640, 0);
    for (int i = 0; i < 30; i++) {
        stacks[i] = stacks[0];
        stacks[i].array = arena_printf(&arena, "array_%d%s", i, i == 9 ? "_of_a_name_that_goes_on_and_on_and_on" : "");
        tabs[i].of[0] = &stacks[i];
    }
    page.tab_count = 30;
    for (int i = 0; i < 30; i++) {
        open_tab(i);
        (void)draw(&view);
        assert_string_equal(tab(i)->mark.name, i == 9 ? tab(9)->mark.name : stacks[i].array);
        for (int k = 0; k < 30; k++)
            assert_true(!tab(k) || (tab(k)->bounds.x >= 0 && tab(k)->bounds.x + tab(k)->bounds.w <= 1024));
        assert_true((i == 0 || tab(i - 1)) && (i == 29 || tab(i + 1)));
    }
    stacks[0].array = NULL;
}

/* ---- two files ---- */

static float others[LAYERS * HEADS * ROWS * COLUMNS];
static MatrixStack other;
static StackPair pair;

static View two_of(float width, float height, int matrix)
{
    View view = view_of(width, height, matrix);
    memcpy(others, values, sizeof others);
    other = stacks[0];
    other.values = others;
    pair = (StackPair){{&stacks[0], &other}};
    page.tabs = &pair;
    page.tab_count = 1;
    page.names[1] = "others.npz";
    return view;
}

/* What is said of what is pointed at, or else of both. */
static const char *said_of(const View *view)
{
    (void)draw(view);
    const char *told = scene_describe(view, view->hover, &arena);
    return told ? told : weights_unlike(view, &arena);
}

static void test_two_files_stand_side_by_side(void **state)
{
    (void)state;
    View view = two_of(1440, 900, -1);
    (void)draw(&view);
    for (int i = 0; i < LAYERS * HEADS; i++) {
        const DrawCommand *left = marked(target_at(TARGET_HEAT, -1, -1, i));
        const DrawCommand *right = marked(target_at(TARGET_HEAT, -1, -1, i + LAYERS * HEADS));
        assert_true(left && right && left->bounds.x < 720 && right->bounds.x > 720);
        assert_true(left->bounds.w == right->bounds.w && left->bounds.y == right->bounds.y);
        assert_int_equal(weights_matrix(&view, left->mark.target), i);
        assert_int_equal(weights_matrix(&view, right->mark.target), i);
    }
    assert_non_null(marked(target_at(TARGET_CONTROL, WEIGHTS_DIFFERENCE, 0, 0)));
}

/* One scale has one bar; so it is where one file lacks the head. */
static void test_two_files_share_a_bar(void **state)
{
    (void)state;
    Error error = {0};
    for (int i = 0; i < 3; i++) {
        View view = two_of(1440, 900, i == 0 ? -1 : LAYERS * HEADS - 1);
        page.most = 0.875f;
        other.layers -= i == 2;
        (void)draw(&view);
        assert_int_equal(shows_in(&moving.list, "0.875"), 1);
        expect_ok(weights_file_figure(&view, moving.type, parts, &figure, &error), &error);
        assert_int_equal(shows_in(&figure, "0.875"), 1);
    }
}

static void test_a_cell_says_both_numbers(void **state)
{
    (void)state;
    View view = two_of(1440, 900, 7);
    others[7 * ROWS * COLUMNS + 2 * COLUMNS + 1] = 0.25f;
    for (int file = 0; file < 2; file++) {
        view.hover = target_at(TARGET_HEAT, 2, 1, file);
        assert_string_equal(said_of(&view), "habe → 读: heads.npz 0 · others.npz 0.25 · difference +0.25");
    }
    MatrixStack difference;
    stack_difference(&pair, &difference);
    page.difference = &difference;
    page.is_signed = true;
    page.least = -0.25f, page.most = 0.25f;
    view.hover.c = 0;
    assert_string_equal(said_of(&view), "habe → 读: heads.npz 0 · others.npz 0.25 · difference +0.25");
    assert_null(marked(target_at(TARGET_HEAT, 2, 1, 1)));
    stack_finish(&difference);
}

static void test_what_cannot_be_compared_is_said(void **state)
{
    (void)state;
    static const char *target[ROWS] = {"昨天", "我", "看", "了", "书"};
    static const char *source[COLUMNS] = {"Heute", "habe", "ich", "das", "Donaudampfschifffahrtsbuch", "gelesen"};
    View view = two_of(1440, 900, -1);
    other.target = target;
    assert_string_equal(said_of(&view), "Only the first 2 rows have the same words in both files and can be compared.");
    assert_true(weights_compare(&page));
    other.source = source;
    assert_string_equal(
        said_of(&view),
        "The files cannot be compared cell by cell: where heads.npz has “Gestern”, others.npz has “Heute”.");
    assert_false(weights_compare(&page));
    assert_null(marked(target_at(TARGET_CONTROL, WEIGHTS_DIFFERENCE, 0, 0)));
    other.columns--;
    other.source = NULL;
    assert_string_equal(
        said_of(&view),
        "The files cannot be compared cell by cell: heads.npz has 5 × 6 weights, others.npz has 5 × 5.");
    view = two_of(1440, 900, -1);
    other.layers--;
    assert_string_equal(
        said_of(&view),
        "heads.npz has 3 × 4 heads, others.npz has 2 × 4. Open a head that both have alone to compare it.");
    page.matrix = 3;
    assert_true(weights_compare(&page));
    page.matrix = 2 * HEADS;
    assert_false(weights_compare(&page));
    (void)draw(&view);
    assert_null(marked(target_at(TARGET_HEAT, 0, 0, 1)));
    pair.of[1] = NULL;
    stacks[0].kind = STACK_ENCODER;
    assert_string_equal(said_of(&view), "There is nothing to compare: “Encoder self-attention” is in heads.npz alone.");
    stacks[0].kind = STACK_OTHER;
}

static void test_two_at_every_size(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1024, 640}, {1440, 900}, {2560, 1440}, {390, 844}};
    Error error = {0};
    MatrixStack difference;
    for (int i = 0; i < 4 * 2 * 3 * 2; i++) {
        View view = two_of(sizes[i % 4][0], sizes[i % 4][1], i / 4 % 2 ? 5 : -1);
        view.language = (Language)(i / 24);
        page.arcs = i / 8 % 3 == 1;
        stack_difference(&pair, &difference);
        page.difference = i / 8 % 3 == 2 ? &difference : NULL;
        (void)draw(&view);
        ink_check_list(&view, &moving.list);
        expect_ok(weights_file_figure(&view, moving.type, parts, &figure, &error), &error);
        assert_true(figure.width > 200 && figure.height > 100);
        assert_int_equal(shows_in(&figure, "(b) others.npz"), !page.difference);
        stack_finish(&difference);
    }
    assert_int_equal(ink_findings, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_are_marked),
        cmocka_unit_test(test_one_says_its_numbers),
        cmocka_unit_test(test_arcs_say_their_numbers),
        cmocka_unit_test(test_many_cells_say_the_largest),
        cmocka_unit_test(test_very_many_rows),
        cmocka_unit_test(test_signed_numbers_have_no_arcs),
        cmocka_unit_test(test_signed_numbers_have_their_sign),
        cmocka_unit_test(test_a_row_stands_out),
        cmocka_unit_test(test_a_row_in_words_and_numbers),
        cmocka_unit_test(test_cells_behind_a_mask),
        cmocka_unit_test(test_a_row_among_many),
        cmocka_unit_test(test_arcs_of_a_row),
        cmocka_unit_test(test_every_size),
        cmocka_unit_test(test_columns_use_the_room),
        cmocka_unit_test(test_figure),
        cmocka_unit_test(test_a_tab_for_each_array),
        cmocka_unit_test(test_many_arrays_are_gone_to_one_by_one),
        cmocka_unit_test(test_two_files_stand_side_by_side),
        cmocka_unit_test(test_two_files_share_a_bar),
        cmocka_unit_test(test_a_cell_says_both_numbers),
        cmocka_unit_test(test_what_cannot_be_compared_is_said),
        cmocka_unit_test(test_two_at_every_size),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
