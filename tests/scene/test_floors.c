/* The tower of floors: heights close to the pixel at every instant, the hero of each moment has its share, no edge
 * jumps, what a model lacks has no floor, and each hero asks a question. */
#include "moving_lesson.h"
#include "random_model.h"

#include "scene/stage/floors.h"
#include "scene/stage/stage_layout.h"
#include "scene/view/window_layout.h"
#include "trace/beats.h"
#include "trace/head_row.h"

#include <math.h>

enum { KINDS = 6 }; /* of traces, each of a short and of a long sentence */

static const char *const KIND_NAMES[KINDS] = {"bahdanau", "luong", "none", "fixed", "uniform", "a head's row"};
static const bool LACKS[KINDS][FLOOR_COUNT] = {
    [2] = {[FLOOR_SCORES] = true, [FLOOR_WEIGHTS] = true, [FLOOR_CONTEXT] = true},
    [3] = {[FLOOR_SCORES] = true, [FLOOR_WEIGHTS] = true},
    [4] = {[FLOOR_SCORES] = true},
    [5] = {[FLOOR_DECODER] = true, [FLOOR_WORDS] = true},
};
static const float HEIGHTS[] = {180, 236, 300, 364, 391, 410, 476, 560, 640, 716, 783, 900, 1080, 1400};

static Model models[KINDS];
static Trace *traces[KINDS][2];

static Trace *row_of(const Trace *trace)
{
    Trace *row = trace_of_row(trace, 1, trace->n - 1, &moving.arena);
    assert_true(row && row->row);
    return row;
}

static int set_up(void **state)
{
    static const AttentionKind attentions[KINDS] = {ATTENTION_BAHDANAU, ATTENTION_LUONG,   ATTENTION_NONE,
                                                    ATTENTION_FIXED,    ATTENTION_UNIFORM, ATTENTION_BAHDANAU};
    moving_set_up(state);
    for (int kind = 0; kind < KINDS; kind++) {
        Config config = config_default();
        config.attention = attentions[kind];
        config.hidden = config.embed = 8;
        if (kind == KINDS - 1)
            config.cell = CELL_SELF, config.heads = 2;
        models[kind] = random_model(config, SENTENCE_TEXTS[SENTENCE_LONG], "猫 老鼠 追", 3);
        traces[kind][0] = decode_text(&models[kind], SENTENCE_TEXTS[SENTENCE_SHORT], NULL);
        traces[kind][1] = decode_text(&models[kind], SENTENCE_TEXTS[SENTENCE_LONG], NULL);
    }
    return 0;
}

static int tear_down(void **state)
{
    for (int kind = 0; kind < KINDS; kind++) {
        trace_destroy(traces[kind][0]);
        trace_destroy(traces[kind][1]);
        model_finish(&models[kind]);
    }
    return moving_tear_down(state);
}

/* The lesson's own traces stand in for the first kind. */
static const Trace *trace_of(int kind, int is_long)
{
    if (kind == 0)
        return moving.traces[is_long ? SENTENCE_LONG : SENTENCE_SHORT];
    return kind == KINDS - 1 ? row_of(traces[kind][is_long]) : traces[kind][is_long];
}

static int floor_count(int kind)
{
    int count = 0;
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++)
        count += !LACKS[kind][floor];
    return count;
}

/* Stubs beside one hero and two neighbours would have less than 30 px. */
static bool is_low(int kind, float height)
{
    return 0.54f * height / (2 * 1.9f + (float)(floor_count(kind) - 3)) < 30;
}

static const FloorLook BY_MOMENT = {0};

/* ---- heights ---- */

static void expect_closed(int kind, const Box *boxes, Box area, double cursor)
{
    float up = area.y + area.h;
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++) {
        Box box = boxes[floor];
        bool gap = box.y + box.h != up || box.x != area.x || box.w != area.w || box.h != floorf(box.h) || box.h < 0;
        if (gap || (box.h > 0) == LACKS[kind][floor])
            fail_msg("%s: floor %d from %.3f to %.3f, the one below ends at %.3f, height %.0f, cursor %.2f",
                     KIND_NAMES[kind], floor, (double)box.y, (double)(box.y + box.h), (double)up, (double)area.h,
                     cursor);
        up = box.y;
    }
    if (up != area.y)
        fail_msg("%s: the floors end %.3f px from the top of %.0f, cursor %.2f", KIND_NAMES[kind],
                 (double)(up - area.y), (double)area.h, cursor);
}

/* At every instant, with and without turned words, which need room for the source: one floor on the other, in whole
 * pixels, from the bottom of the area to its top. */
static void heights_add_up(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++)
        for (int is_long = 0; is_long < 2; is_long++) {
            const Trace *trace = trace_of(kind, is_long);
            int count = 20 * (moment_count(trace) - 1);
            for (int i = 0; i <= count; i++) {
                Floors floors = floors_at(&BY_MOMENT, trace, i / 20.0);
                for (size_t h = 0; h < LENGTH(HEIGHTS); h++) {
                    Box area = {12, 52, 785, HEIGHTS[h]}, boxes[FLOOR_COUNT];
                    floors_place(&floors, area, 0, boxes);
                    expect_closed(kind, boxes, area, i / 20.0);
                    floors_place(&floors, area, 54, boxes);
                    expect_closed(kind, boxes, area, i / 20.0);
                }
            }
        }
}

/* ---- the hero ---- */

#define A(floor) (1u << FLOOR_##floor)

/* A head's row stands at the words, or from the query to the context: trace_row_cursor. */
static bool is_seen(const Trace *trace, MomentKind kind)
{
    return !trace->row || kind <= MOMENT_EMBED || (kind >= MOMENT_QUERY && kind <= MOMENT_CONTEXT);
}

/* docs/design.md says it. */
static unsigned heroes_of(const Trace *trace, MomentKind kind)
{
    bool anew = trace->config.attention == ATTENTION_LUONG;
    switch (kind) {
    case MOMENT_START:
        return A(SOURCE);
    case MOMENT_EMBED:
    case MOMENT_FORWARD:
    case MOMENT_BACKWARD:
    case MOMENT_SELF:
        return A(STATES);
    case MOMENT_BRIDGE:
    case MOMENT_PREVIOUS:
    case MOMENT_COMBINE:
        return A(DECODER);
    case MOMENT_QUERY:
    case MOMENT_SCORES:
        return A(SCORES);
    case MOMENT_SOFTMAX:
        return A(WEIGHTS);
    case MOMENT_CONTEXT:
        return A(CONTEXT);
    case MOMENT_STATE:
        return anew ? A(DECODER) : A(DECODER) | A(WORDS);
    default:
        return A(DECODER) | A(WORDS);
    }
}

/* At its moment: 0.46 of the height, of two 0.26 each; where the stage is low not less. What feeds it has 1.9 stubs. */
static void heroes_have_their_share(void **state)
{
    (void)state;
    int low = 0, high = 0, pairs = 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (int is_long = 0; is_long < 2; is_long++) {
            const Trace *trace = trace_of(kind, is_long);
            for (int i = 0; i < moment_count(trace); i++) {
                Moment moment = moment_at(trace, i);
                unsigned wanted = heroes_of(trace, moment.kind);
                if (!is_seen(trace, moment.kind))
                    continue;
                Floors floors = floors_at(&BY_MOMENT, trace, i);
                bool two = (wanted & (wanted - 1)) != 0;
                pairs += two;
                if (!(wanted >> floors_hero(&floors) & 1))
                    fail_msg("%s: floor %d is the hero of %s", KIND_NAMES[kind], floors_hero(&floors),
                             MOMENT_NAMES[moment.kind]);
                for (size_t h = 0; h < LENGTH(HEIGHTS); h++) {
                    Box boxes[FLOOR_COUNT];
                    bool lines = is_low(kind, HEIGHTS[h]);
                    float stub = INFINITY;
                    floors_place(&floors, (Box){0, 0, 785, HEIGHTS[h]}, 0, boxes);
                    for (Floor floor = 0; floor < FLOOR_COUNT; floor++)
                        stub = boxes[floor].h > 0 ? fminf(stub, boxes[floor].h) : stub;
                    low += lines, high += !lines;
                    for (Floor floor = 0; floor < FLOOR_COUNT; floor++) {
                        float share = boxes[floor].h / HEIGHTS[h], hero = two ? 0.26f : 0.46f;
                        bool is_hero = wanted >> floor & 1, is_near = floors.near[floor] == 1;
                        if ((floors.hero[floor] == 1) != is_hero || (!is_hero && floors.hero[floor] != 0))
                            fail_msg("%s: floor %d is %.2f of a hero at %s", KIND_NAMES[kind], floor,
                                     (double)floors.hero[floor], MOMENT_NAMES[moment.kind]);
                        bool fits = is_hero ? share >= hero - 0.006f && (lines || share <= hero + 0.006f)
                                    : lines ? boxes[floor].h <= 75
                                            : fabsf(boxes[floor].h - stub * (is_near ? 1.9f : 1)) < 3;
                        if (!fits && !LACKS[kind][floor])
                            fail_msg("%s: floor %d has %.0f of %.0f px at %s, a stub %.0f", KIND_NAMES[kind], floor,
                                     (double)boxes[floor].h, (double)HEIGHTS[h], MOMENT_NAMES[moment.kind],
                                     (double)stub);
                    }
                }
            }
        }
    assert_true(low > 0 && high > 0 && pairs > 0);
}

/* A stub is never smaller than what its name needs, where the stage is one that the window can have. */
static void stubs_have_room_for_a_name(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < moment_count(trace_of(kind, 0)); i++) {
            Floors floors = floors_at(&BY_MOMENT, trace_of(kind, 0), i);
            for (size_t h = 0; h < LENGTH(HEIGHTS); h++) {
                Box boxes[FLOOR_COUNT];
                floors_place(&floors, (Box){0, 0, 785, HEIGHTS[h]}, 0, boxes);
                for (Floor floor = 0; floor < FLOOR_COUNT && HEIGHTS[h] >= 364; floor++)
                    assert_true(LACKS[kind][floor] || boxes[floor].h >= 20);
            }
        }
}

/* Nor do they within a movement: at every thousandth of a moment, in the smallest stages too. */
static void edges_go_over(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        const Trace *trace = trace_of(kind, 0);
        int count = 1000 * (moment_count(trace) - 1);
        for (size_t h = 0; h < LENGTH(HEIGHTS); h += 4) {
            Box last[FLOOR_COUNT], boxes[FLOOR_COUNT];
            for (int i = 0; i <= count; i++) {
                Floors floors = floors_at(&BY_MOMENT, trace, i / 1000.0);
                floors_place(&floors, (Box){0, 0, 785, HEIGHTS[h]}, 0, boxes);
                for (Floor floor = 0; floor < FLOOR_COUNT && i > 0; floor++)
                    if (fabsf(boxes[floor].y - last[floor].y) > 2 + 0.03f * HEIGHTS[h])
                        fail_msg("%s: floor %d jumps by %.0f of %.0f px to cursor %.3f", KIND_NAMES[kind], floor,
                                 (double)fabsf(boxes[floor].y - last[floor].y), (double)HEIGHTS[h], i / 1000.0);
                memcpy(last, boxes, sizeof last);
            }
        }
    }
}

/* From one cursor to the next no edge goes further than a quarter of the height; and floors are at rest from 0.3 s
 * on. */
static void no_edge_jumps(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++)
        for (int is_long = 0; is_long < 2; is_long++) {
            const Trace *trace = trace_of(kind, is_long);
            int count = 100 * (moment_count(trace) - 1), moved = 0;
            for (size_t h = 0; h < LENGTH(HEIGHTS); h += 3) {
                Box last[FLOOR_COUNT], boxes[FLOOR_COUNT];
                for (int i = 0; i <= count; i++) {
                    double cursor = i / 100.0;
                    Floors floors = floors_at(&BY_MOMENT, trace, cursor);
                    floors_place(&floors, (Box){0, 0, 785, HEIGHTS[h]}, 0, boxes);
                    bool rests = i > 0 && i % 100 != 1 && floor(cursor) < cursor
                                 && pacing_seconds(trace, floor(cursor), cursor - 0.01) > FLOORS_SECONDS;
                    for (Floor floor = 0; floor < FLOOR_COUNT && i > 0; floor++) {
                        float by = fabsf(boxes[floor].y - last[floor].y);
                        moved += by > 0;
                        if (by > 0.25f * HEIGHTS[h] || (rests && by > 0))
                            fail_msg("%s: floor %d moves by %.0f of %.0f px to cursor %.2f%s", KIND_NAMES[kind], floor,
                                     (double)by, (double)HEIGHTS[h], cursor, rests ? ", where it rests" : "");
                    }
                    memcpy(last, boxes, sizeof last);
                }
            }
            assert_true(moved > 100);
        }
}

/* ---- by hand ---- */

static bool same_floors(const Floors *a, const Floors *b)
{
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++)
        if (a->hero[floor] != b->hero[floor] || a->near[floor] != b->near[floor] || a->kept[floor] != b->kept[floor])
            return false;
    return true;
}

/* The one that is opened is the only hero, with a neighbour, wherever the cursor is; one that the model lacks
 * changes nothing. */
static void an_opened_floor_is_the_hero(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        const Trace *trace = trace_of(kind, 0);
        for (Floor open = 0; open < FLOOR_COUNT; open++) {
            FloorLook look = {.opened = (int)open + 1};
            Floors first = floors_at(&look, trace, 0);
            for (double cursor = 0; cursor < moment_count(trace); cursor += 0.25) {
                Floors floors = floors_at(&look, trace, cursor), free = floors_at(&BY_MOMENT, trace, cursor);
                assert_true(same_floors(&floors, LACKS[kind][open] ? &free : &first));
            }
            float near = 0;
            for (Floor floor = 0; floor < FLOOR_COUNT && !LACKS[kind][open]; floor++) {
                near += first.near[floor];
                assert_true(first.hero[floor] == (floor == open) && !(first.near[floor] > 0 && floor == open));
            }
            if (LACKS[kind][open])
                continue;
            Box area = {0, 0, 785, 716}, boxes[FLOOR_COUNT];
            floors_place(&first, area, 0, boxes);
            expect_closed(kind, boxes, area, 0);
            assert_true(near >= 1 || (kind == 4 && open == FLOOR_WEIGHTS)); /* equal weights are made of nothing */
            assert_true(fabsf(boxes[open].h - 0.46f * 716) < 2);
        }
    }
}

static void even_floors_are_even(void **state)
{
    (void)state;
    const FloorLook look = {.even = true};
    for (int kind = 0; kind < KINDS; kind++)
        for (size_t h = 0; h < LENGTH(HEIGHTS); h++) {
            const Trace *trace = trace_of(kind, 0);
            Floors floors = floors_at(&look, trace, moment_count(trace) - 1.5);
            Box area = {0, 0, 785, HEIGHTS[h]}, boxes[FLOOR_COUNT];
            floors_place(&floors, area, 0, boxes);
            expect_closed(kind, boxes, area, 0);
            for (Floor floor = 0; floor < FLOOR_COUNT; floor++) {
                float each = HEIGHTS[h] / (float)floor_count(kind);
                if (!LACKS[kind][floor] && fabsf(boxes[floor].h - each) > 1)
                    fail_msg("%s: floor %d has %.0f of %.0f px, not %.1f", KIND_NAMES[kind], floor,
                             (double)boxes[floor].h, (double)HEIGHTS[h], (double)each);
            }
        }
}

/* A jump begins at the sizes that were seen last, never goes back, and is over after 0.3 s. */
static void a_jump_goes_over(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        const Trace *trace = trace_of(kind, 0);
        FloorLook look = {.opened = FLOOR_STATES + 1, .jumps = true};
        Floors seen = floors_at(&BY_MOMENT, trace, 0), to = floors_at(&(FloorLook){.opened = look.opened}, trace, 0);
        memcpy(look.hero, seen.hero, sizeof look.hero);
        memcpy(look.near, seen.near, sizeof look.near);
        memcpy(look.kept, seen.kept, sizeof look.kept);
        Box area = {0, 0, 785, 716}, before[FLOOR_COUNT], boxes[FLOOR_COUNT], end[FLOOR_COUNT];
        floors_place(&seen, area, 0, before);
        floors_place(&to, area, 0, end);
        for (int i = 0; i <= 32; i++) {
            look.seconds = FLOORS_SECONDS * i / 30;
            Floors floors = floors_at(&look, trace, 0);
            floors_place(&floors, area, 0, boxes);
            expect_closed(kind, boxes, area, 0);
            float states = boxes[FLOOR_STATES].h;
            assert_true(states >= before[FLOOR_STATES].h && states <= end[FLOOR_STATES].h);
            assert_true(i > 0 || memcmp(boxes, before, sizeof boxes) == 0);
            assert_true(i < 30 || memcmp(boxes, end, sizeof boxes) == 0);
            before[FLOOR_STATES] = boxes[FLOOR_STATES];
        }
        assert_true(end[FLOOR_STATES].h > 0.4f * area.h);
    }
}

/* A score that is held still opens its floor; while weights are steered, floors stay as they are. */
static void what_is_held_keeps_its_floor(void **state)
{
    (void)state;
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    view.cursor = moment_find(view.trace, MOMENT_SOFTMAX, 1, -1);
    Floors floors = floors_of_view(&view, view.trace, view.cursor);
    assert_int_equal(floors_hero(&floors), FLOOR_WEIGHTS);
    view.stage.steered = 2;
    floors = floors_of_view(&view, view.trace, moment_find(view.trace, MOMENT_WORD, 1, -1));
    assert_int_equal(floors_hero(&floors), FLOOR_WEIGHTS);
    view.stage.steered = 0;
    view.pair = (FrozenPair){.open = true, .step = 1, .word = 0};
    floors = floors_of_view(&view, view.trace, view.cursor);
    assert_true(scene_pair_open(&view));
    assert_int_equal(floors_hero(&floors), FLOOR_SCORES);
    view.pair.open = false;
    view.stage.floors.opened = FLOOR_SOURCE + 1;
    floors = floors_of_view(&view, view.trace, view.cursor);
    assert_int_equal(floors_hero(&floors), FLOOR_SOURCE);
}

/* ---- questions ---- */

/* Every floor that may be a hero at a moment, opened by hand or not, asks something, in both languages, that fits the
 * language; and the moments of one floor that do other things ask other things. */
static void each_hero_asks(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        const Trace *trace = trace_of(kind, 0);
        for (int i = 0; i < moment_count(trace); i++)
            for (Floor floor = 0; floor < FLOOR_COUNT; floor++) {
                View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
                view.trace = trace;
                const char *english = floor_question(&view, trace, moment_at(trace, i), floor);
                view.language = LANGUAGE_CHINESE;
                const char *chinese = floor_question(&view, trace, moment_at(trace, i), floor);
                if (LACKS[kind][floor])
                    continue;
                assert_true(english && chinese && strchr(english, '?') && strstr(chinese, "？"));
                assert_true(strlen(english) > 10 && strlen(english) < 60 && strcmp(english, chinese) != 0);
            }
    }
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    static const MomentKind asked[] = {MOMENT_START,   MOMENT_EMBED,    MOMENT_FORWARD, MOMENT_BACKWARD,
                                       MOMENT_BRIDGE,  MOMENT_PREVIOUS, MOMENT_QUERY,   MOMENT_SCORES,
                                       MOMENT_SOFTMAX, MOMENT_CONTEXT,  MOMENT_STATE};
    const char *questions[LENGTH(asked)];
    for (size_t i = 0; i < LENGTH(asked); i++) {
        Moment moment = {asked[i], 1, 0};
        int index = moment_find(view.trace, asked[i], asked[i] >= MOMENT_PREVIOUS ? 1 : -1, -1);
        Floors floors = floors_at(&BY_MOMENT, view.trace, index < 0 ? 0 : index);
        if (index >= 0)
            moment = moment_at(view.trace, index);
        else
            floors.hero[FLOOR_STATES] = 1, floors.hero[FLOOR_SOURCE] = 0; /* one of each word */
        questions[i] = floor_question(&view, view.trace, moment, floors_hero(&floors));
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(questions[i], questions[k]);
    }
    Trace windowed = *view.trace; /* a Gaussian comes after exp: the weights are no longer in proportion to it */
    windowed.config.local = LOCAL_P;
    Moment softmax = {MOMENT_SOFTMAX, 1, 0};
    assert_string_not_equal(floor_question(&view, &windowed, softmax, FLOOR_WEIGHTS),
                            floor_question(&view, view.trace, softmax, FLOOR_WEIGHTS));
}

/* What is said in a floor's head. */
static const char *said_in(Box head, char all[SAID_BYTES])
{
    all[0] = 0; /* hanzi and letters are runs of their own */
    for (int k = 0; k < moving.list.count; k++) {
        const DrawCommand *command = &moving.list.commands[k];
        char text[SAID_BYTES];
        if (command->kind == DRAW_TEXT && command->text.color.a == 0xff
            && box_contains(head, box_middle(command->bounds)))
            strncat(all, command_text(command, text), SAID_BYTES - strlen(all) - 1);
    }
    return all;
}

/* In the picture the question stands whole in the head of its floor, at every size of a computer's window, and no other
 * floor asks one: of decoder and words, both heroes, the one that the moment is about. */
static void the_question_is_in_the_picture(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1440, 900}, {1024, 640}, {870, 560}, {2560, 1440}};
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
            for (int i = 0; i < moment_count(moving.traces[SENTENCE_SHORT]); i++) {
                View view = moving_view(&moving, SENTENCE_SHORT, sizes[s][0], sizes[s][1]);
                view.language = language;
                view.cursor = i;
                Scope scope = scope_at(view.trace, i);
                StageLayout stage = stage_layout(&view, moving.type, &scope, window_layout(&view).stage);
                Floor asked = floors_asked(&stage.floors, scope.moment);
                char all[SAID_BYTES];
                moving_draw(&moving, &view);
                for (Floor floor = 0; floor < FLOOR_COUNT; floor++) {
                    const char *question = floor_question(&view, view.trace, scope.moment, floor);
                    Box head = stage.floor[floor];
                    head.h = fminf(head.h, stage.head);
                    if ((strstr(said_in(head, all), question) != NULL) != (floor == asked))
                        fail_msg("the head of floor %d at %.0f x %.0f, moment %d, says \"%s\"", floor,
                                 (double)view.width, (double)view.height, i, all);
                }
                bool words = scope.moment.kind == MOMENT_OUTPUT || scope.moment.kind == MOMENT_WORD;
                assert_true(words == (asked == FLOOR_WORDS));
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_add_up),
        cmocka_unit_test(heroes_have_their_share),
        cmocka_unit_test(stubs_have_room_for_a_name),
        cmocka_unit_test(no_edge_jumps),
        cmocka_unit_test(edges_go_over),
        cmocka_unit_test(an_opened_floor_is_the_hero),
        cmocka_unit_test(even_floors_are_even),
        cmocka_unit_test(a_jump_goes_over),
        cmocka_unit_test(what_is_held_keeps_its_floor),
        cmocka_unit_test(each_hero_asks),
        cmocka_unit_test(the_question_is_in_the_picture),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
