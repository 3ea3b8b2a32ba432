/* From view to view: no name stands twice in a window, few pieces move, none crosses another one, and whatever two
 * views become one another, texts that move stay in the window. */
#include "every_view.h"

#include <math.h>

enum { FLY_MOST = 12, STEPS = 10 };

/* One window of a view. */
typedef struct Case {
    ViewKind kind;
    LookKind look;
    bool arcs;
    Sentence sentence;
    double part; /* of all moments that are over */
} Case;

static View view_of(const Case *from)
{
    View view = every_view(from->kind);
    bool decode = view.trace == every.moving.traces[SENTENCE_SHORT];
    if (decode && (view_has(from->kind, HAS_STAGE) || view_has(from->kind, HAS_MAP)))
        view.trace = every.moving.traces[from->sentence];
    view.width = 1440, view.height = 900;
    view.look = from->look;
    view.heat.arcs = from->arcs;
    view.cursor = floor(from->part * (moment_count(view.trace) - 1));
    every.search.step = every.search.steps;
    every.pairs.comparison.beat = every.pairs.comparison.lockstep.count - 1;
    return view;
}

static void draw(const Case *of, DrawList *list)
{
    View view = view_of(of);
    bool row = of->kind == VIEW_SELF_ATTENTION && of->look == LOOK_ONE_WORD;
    every.self_trace->head_told = row ? 1 : 0;
    scene_window(&view, every.moving.type, list);
    every.self_trace->head_told = 0;
}

/* The object that a piece shows: its box, its number and its word have one. */
static uint64_t object_of(uint64_t name)
{
    return name & ~(UINT64_C(0xff) << 48);
}

/* A piece holds what paints, ends, and has its name alone. Returns how many there are. */
static int check_names(const DrawList *list, const Case *of)
{
    int count = 0;
    bool open = false;
    for (int i = 0; i < list->count; i++) {
        DrawKind kind = list->commands[i].kind;
        assert_false(open && kind > DRAW_IMAGE && kind != DRAW_PIECE_END);
        open = kind == DRAW_PIECE || (open && kind != DRAW_PIECE_END);
        if (kind != DRAW_PIECE)
            continue;
        count++;
        assert_true(list->commands[i].piece != 0);
        for (int k = 0; k < i; k++)
            if (list->commands[k].kind == DRAW_PIECE && list->commands[k].piece == list->commands[i].piece)
                fail_msg("%s, look %d, arcs %d, at %.2f: %llx stands twice", VIEW_NAMES[of->kind], (int)of->look,
                         of->arcs, of->part, (unsigned long long)list->commands[i].piece);
    }
    assert_false(open);
    return count;
}

static void no_name_stands_twice(void **state)
{
    (void)state;
    int named = 0;
    for (ViewKind kind = 0; kind < VIEW_KINDS; kind++)
        for (LookKind look = 0; look < LOOK_KINDS; look++)
            for (int i = 0; i < 12 && (look == LOOK_WHOLE || view_has_look(kind, look)); i++) {
                Case of = {kind, look, i % 2, i % 4 < 2 ? SENTENCE_SHORT : SENTENCE_LONG, i / 11.0};
                draw(&of, &every.moving.list);
                named += check_names(&every.moving.list, &of) > 0;
            }
    assert_true(named > 20);
}

/* The whole window at every moment of a step, on its way too. */
static void nor_at_any_moment_of_the_stage(void **state)
{
    (void)state;
    for (int s = 0; s < 2; s++) {
        Case of = {VIEW_DECODE, LOOK_WHOLE, false, s ? SENTENCE_MIDDLE : SENTENCE_SHORT, 0};
        View view = view_of(&of);
        for (view.cursor = 0; view.cursor < moment_count(view.trace) - 1; view.cursor += 0.3) {
            moving_draw(&every.moving, &view);
            of.part = view.cursor;
            check_names(&every.moving.list, &of);
        }
    }
}

/* ---- on the way ---- */

static Box piece_box(const DrawList *list, int piece)
{
    Box all = {0};
    for (int i = piece + 1; list->commands[i].kind != DRAW_PIECE_END; i++) {
        Box box = list->commands[i].bounds;
        float right = fmaxf(all.x + all.w, box.x + box.w), bottom = fmaxf(all.y + all.h, box.y + box.h);
        float left = fminf(all.x, box.x), top = fminf(all.y, box.y);
        all = i == piece + 1 ? box : (Box){left, top, right - left, bottom - top};
    }
    return all;
}

enum { PIECES = 64 };
typedef struct Flight {
    uint64_t names[PIECES];
    Box boxes[PIECES];
    int count;
} Flight;

static Flight flight_of(const DrawList *list, const Flight *only)
{
    Flight flight = {.count = 0};
    for (int i = 0; i < list->count; i++) {
        uint64_t name = list->commands[i].kind == DRAW_PIECE ? list->commands[i].piece : 0;
        bool wanted = name && !only;
        for (int k = 0; only && k < only->count; k++)
            wanted = wanted || (name && only->names[k] == name);
        if (!wanted)
            continue;
        assert_true(flight.count < PIECES);
        flight.names[flight.count] = name;
        flight.boxes[flight.count++] = piece_box(list, i);
    }
    return flight;
}

static int objects(const Flight *flight)
{
    int count = 0;
    for (int i = 0; i < flight->count; i++) {
        bool again = false;
        for (int k = 0; k < i; k++)
            again = again || object_of(flight->names[k]) == object_of(flight->names[i]);
        count += !again;
    }
    return count;
}

static bool meet(const Flight *flight, uint64_t a, uint64_t b)
{
    Box boxes[2] = {0};
    for (int i = 0; i < flight->count; i++)
        if (flight->names[i] == a || flight->names[i] == b)
            boxes[flight->names[i] == b] = box_inset(flight->boxes[i], 3, 3);
    return boxes[0].w > 0 && boxes[0].h > 0 && boxes[1].w > 0 && boxes[1].h > 0 && box_touches(boxes[0], boxes[1]);
}

/* Boxes that are apart in both pictures stay apart. */
static void check_apart(const Flight *flight, const Flight *from, const Flight *to)
{
    for (int i = 0; i < flight->count; i++)
        for (int k = 0; k < i; k++) {
            uint64_t a = flight->names[i], b = flight->names[k];
            bool boxes = a == object_of(a) && b == object_of(b);
            if (boxes && meet(flight, a, b) && !meet(from, a, b) && !meet(to, a, b))
                fail_msg("%llx crosses %llx", (unsigned long long)a, (unsigned long long)b);
        }
}

static void check_texts(const DrawList *list)
{
    bool open = false;
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        open = command->kind == DRAW_PIECE || (open && command->kind != DRAW_PIECE_END);
        Box box = box_inset(command->bounds, TEXT_EDGE, TEXT_EDGE);
        if (open && command->kind == DRAW_TEXT)
            assert_true(box.x >= 0 && box.y >= 0 && box.x + box.w <= list->width && box.y + box.h <= list->height);
    }
}

/* Returns how many objects move. */
static int check_way(const DrawList *from, const DrawList *to, DrawList *list)
{
    int most = 0;
    for (int i = 0; i <= STEPS; i++) {
        bool on = drawlist_between(list, from, to, (float)i / STEPS);
        assert_true(i > 0 ? on || i >= STEPS / 2 : on);
        if (!on || i == 0)
            continue;
        Flight flight = flight_of(list, NULL), start = flight_of(from, &flight), end = flight_of(to, &flight);
        assert_int_equal(flight.count, start.count);
        assert_int_equal(flight.count, end.count);
        assert_true(objects(&flight) <= FLY_MOST);
        most = objects(&flight) > most ? objects(&flight) : most;
        check_apart(&flight, &start, &end);
        check_texts(list);
    }
    return most;
}

static void any_view_becomes_any_other(void **state)
{
    (void)state;
    enum { MOST = 64 };
    DrawList from = {0}, to = {0};
    Case cases[MOST];
    int count = 0;
    for (ViewKind kind = 0; kind < VIEW_KINDS; kind++)
        for (LookKind look = 0; look < LOOK_KINDS; look++)
            for (int arcs = 0; arcs < 2; arcs++)
                if ((look == LOOK_WHOLE && !arcs) || (look && !arcs && view_has_look(kind, look))
                    || (look == LOOK_WHOLE && (kind == VIEW_HEATMAP || kind == VIEW_COMPARE))) {
                    assert_true(count < MOST);
                    cases[count++] = (Case){kind, look, arcs, SENTENCE_SHORT, 0.7};
                }
    for (int s = 0; s < 2; s++)
        for (int a = 0; a < count; a++)
            for (int b = 0; b < count; b++) {
                cases[a].sentence = cases[b].sentence = s ? SENTENCE_LONG : SENTENCE_SHORT;
                draw(&cases[a], &from);
                draw(&cases[b], &to);
                check_way(&from, &to, &every.moving.list);
            }
    drawlist_finish(&from);
    drawlist_finish(&to);
}

/* What the boards show: how many objects move, in a short and a long sentence. */
static void these_pairs_share_numbers(void **state)
{
    (void)state;
    static const struct {
        Case from, to;
        int objects, of_long;
    } pairs[] = {
        {{VIEW_DECODE, 0, false, 0, 0}, {VIEW_HEATMAP, 0, false, 0, 0}, 3, 12},
        {{VIEW_HEATMAP, 0, false, 0, 0}, {VIEW_HEATMAP, 0, true, 0, 0}, 3, 12},
        {{VIEW_SELF_ATTENTION, 0, false, 0, 0}, {VIEW_SELF_ATTENTION, LOOK_ONE_WORD, false, 0, 0}, 3, 3},
        {{VIEW_DECODE, 0, false, 0, 0}, {VIEW_COMPARE, 0, false, 0, 0}, 3, 0},
        {{VIEW_DECODE, 0, false, 0, 0}, {VIEW_TRAIN, 0, false, 0, 0}, 0, 0},
    };
    DrawList from = {0}, to = {0};
    for (size_t i = 0; i < LENGTH(pairs); i++)
        for (int s = 0; s < 2; s++) {
            Case a = pairs[i].from, b = pairs[i].to;
            a.sentence = b.sentence = s ? SENTENCE_LONG : SENTENCE_SHORT;
            View view = view_of(&a);
            bool self = a.kind == VIEW_SELF_ATTENTION;
            int moment =
                self ? moment_find(view.trace, MOMENT_SELF, -1, 1) : moment_find(view.trace, MOMENT_SOFTMAX, 1, -1);
            a.part = b.part = (moment + 0.5) / (moment_count(view.trace) - 1);
            draw(&a, &from);
            draw(&b, &to);
            int moved = check_way(&from, &to, &every.moving.list);
            if (moved < (s ? pairs[i].of_long : pairs[i].objects))
                fail_msg("pair %zu, %s: %d objects", i, s ? "long" : "short", moved);
        }
    drawlist_finish(&from);
    drawlist_finish(&to);
}

/* The list of the step becomes the words of the tree behind the same beginning. */
static void the_list_becomes_nodes(void **state)
{
    (void)state;
    DrawList from = {0}, to = {0};
    Case decode = {VIEW_DECODE, 0, false, SENTENCE_SHORT, 0}, beam = {VIEW_BEAM, 0, false, SENTENCE_SHORT, 0};
    View view = view_of(&decode);
    decode.part = (moment_find(view.trace, MOMENT_OUTPUT, 0, -1) + 0.5) / (moment_count(view.trace) - 1);
    draw(&decode, &from);
    draw(&beam, &to);
    assert_true(check_way(&from, &to, &every.moving.list) >= 2);
    drawlist_finish(&from);
    drawlist_finish(&to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_name_stands_twice),       cmocka_unit_test(nor_at_any_moment_of_the_stage),
        cmocka_unit_test(any_view_becomes_any_other), cmocka_unit_test(these_pairs_share_numbers),
        cmocka_unit_test(the_list_becomes_nodes),
    };
    return cmocka_run_group_tests(tests, every_view_set_up, every_view_tear_down);
}
