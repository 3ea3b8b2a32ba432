#include "scene/stage/floors.h"

#include "draw/ease.h"
#include "trace/beats.h"
#include "words/stage_words.h"

#include <math.h>

#define BIT(floor) (1u << (floor))

/* What a moment makes a hero, and what feeds that: the neighbour that is left where there is room for one is first. */
typedef struct MomentFloors {
    unsigned hero, near;
    Floor first;
} MomentFloors;

#define UPPER (BIT(FLOOR_DECODER) | BIT(FLOOR_WORDS))

static const MomentFloors WANTED[MOMENT_KINDS] = {
    [MOMENT_START] = {BIT(FLOOR_SOURCE), BIT(FLOOR_STATES), FLOOR_STATES},
    [MOMENT_EMBED] = {BIT(FLOOR_STATES), BIT(FLOOR_SOURCE), FLOOR_SOURCE},
    [MOMENT_FORWARD] = {BIT(FLOOR_STATES), BIT(FLOOR_SOURCE), FLOOR_SOURCE},
    [MOMENT_BACKWARD] = {BIT(FLOOR_STATES), BIT(FLOOR_SOURCE), FLOOR_SOURCE},
    [MOMENT_SELF] = {BIT(FLOOR_STATES), BIT(FLOOR_SOURCE), FLOOR_SOURCE},
    [MOMENT_BRIDGE] = {BIT(FLOOR_DECODER), BIT(FLOOR_STATES), FLOOR_STATES},
    [MOMENT_PREVIOUS] = {BIT(FLOOR_DECODER), BIT(FLOOR_WORDS), FLOOR_WORDS},
    [MOMENT_QUERY] = {BIT(FLOOR_SCORES), BIT(FLOOR_DECODER) | BIT(FLOOR_STATES), FLOOR_DECODER},
    [MOMENT_SCORES] = {BIT(FLOOR_SCORES), BIT(FLOOR_DECODER) | BIT(FLOOR_STATES), FLOOR_STATES},
    [MOMENT_SOFTMAX] = {BIT(FLOOR_WEIGHTS), BIT(FLOOR_SCORES), FLOOR_SCORES},
    [MOMENT_CONTEXT] = {BIT(FLOOR_CONTEXT), BIT(FLOOR_STATES) | BIT(FLOOR_WEIGHTS), FLOOR_WEIGHTS},
    [MOMENT_STATE] = {UPPER, BIT(FLOOR_CONTEXT), FLOOR_CONTEXT},
    [MOMENT_COMBINE] = {BIT(FLOOR_DECODER), BIT(FLOOR_CONTEXT), FLOOR_CONTEXT},
    [MOMENT_OUTPUT] = {UPPER, BIT(FLOOR_CONTEXT), FLOOR_CONTEXT},
    [MOMENT_WORD] = {UPPER, BIT(FLOOR_CONTEXT), FLOOR_CONTEXT},
};

bool floor_of_model(const Trace *trace, Floor floor)
{
    const Config *config = &trace->config;
    switch (floor) {
    case FLOOR_SCORES:
        return config_scores(config);
    case FLOOR_WEIGHTS:
        return config_weighs(config);
    case FLOOR_CONTEXT:
        return config->attention != ATTENTION_NONE;
    case FLOOR_DECODER:
    case FLOOR_WORDS:
        return !trace->row;
    default:
        return true;
    }
}

/* Luong's new state is made before it asks: there the decoder is the hero alone. */
static MomentFloors wanted(const Trace *trace, Moment moment)
{
    MomentKind kind = moment.kind;
    bool before = (kind == MOMENT_STATE && trace->config.attention == ATTENTION_LUONG)
                  || (kind == MOMENT_SELF && moment.step >= 0); /* of the words so far */
    return before ? (MomentFloors){BIT(FLOOR_DECODER), BIT(FLOOR_WORDS), FLOOR_WORDS} : WANTED[kind];
}

static Floors floors_of(const Trace *trace, MomentFloors wants)
{
    Floors floors = {0};
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++) {
        floors.has[floor] = floor_of_model(trace, floor);
        floors.hero[floor] = floors.has[floor] && (wants.hero & BIT(floor));
        floors.near[floor] = floors.has[floor] && (wants.near & BIT(floor));
        floors.kept[floor] = floors.near[floor] > 0 && floor == wants.first;
    }
    return floors;
}

static Floors between(const Floors *from, const Floors *to, float t)
{
    Floors floors = *to;
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++) {
        floors.hero[floor] = lerp(from->hero[floor], to->hero[floor], t);
        floors.near[floor] = lerp(from->near[floor], to->near[floor], t);
        floors.kept[floor] = lerp(from->kept[floor], to->kept[floor], t);
    }
    return floors;
}

/* One that a person opened keeps what feeds it by itself. */
static Floors opened(const Trace *trace, Floor floor)
{
    static const unsigned FEEDS[FLOOR_COUNT] = {
        [FLOOR_SOURCE] = BIT(FLOOR_STATES),
        [FLOOR_STATES] = BIT(FLOOR_SOURCE),
        [FLOOR_SCORES] = BIT(FLOOR_STATES) | BIT(FLOOR_DECODER),
        [FLOOR_WEIGHTS] = BIT(FLOOR_SCORES),
        [FLOOR_CONTEXT] = BIT(FLOOR_STATES) | BIT(FLOOR_WEIGHTS),
        [FLOOR_DECODER] = BIT(FLOOR_CONTEXT) | BIT(FLOOR_WORDS),
        [FLOOR_WORDS] = BIT(FLOOR_DECODER),
    };
    static const Floor FIRST[FLOOR_COUNT] = {FLOOR_STATES,  FLOOR_SOURCE,  FLOOR_STATES, FLOOR_SCORES,
                                             FLOOR_WEIGHTS, FLOOR_CONTEXT, FLOOR_DECODER};
    return floors_of(trace, (MomentFloors){BIT(floor), FEEDS[floor], FIRST[floor]});
}

static Floors even(const Trace *trace)
{
    return floors_of(trace, (MomentFloors){0, BIT(FLOOR_COUNT) - 1, FLOOR_STATES});
}

/* As the moment wants it: in the first 0.3 s of the way to a moment its floors grow. */
static Floors by_moment(const Trace *trace, double cursor)
{
    int last = (int)ceil(cursor);
    Floors to = floors_of(trace, wanted(trace, moment_near(trace, last)));
    if (cursor >= last || last == 0)
        return to;
    Floors from = floors_of(trace, wanted(trace, moment_near(trace, last - 1)));
    double seconds = pacing_seconds(trace, last - 1, cursor), whole = pacing_seconds(trace, last - 1, last);
    return between(&from, &to, ease_in_out((float)(seconds / fmin(FLOORS_SECONDS, whole))));
}

static Floors asked(const FloorLook *look, const Trace *trace, double cursor)
{
    if (look->opened && floor_of_model(trace, (Floor)(look->opened - 1)))
        return opened(trace, (Floor)(look->opened - 1));
    return look->even ? even(trace) : by_moment(trace, cursor);
}

Floors floors_at(const FloorLook *look, const Trace *trace, double cursor)
{
    Floors to = asked(look, trace, cursor);
    if (!look->jumps || look->seconds >= FLOORS_SECONDS)
        return to;
    Floors from = to;
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++) {
        from.hero[floor] = to.has[floor] ? look->hero[floor] : 0;
        from.near[floor] = to.has[floor] ? look->near[floor] : 0;
        from.kept[floor] = to.has[floor] ? look->kept[floor] : 0;
    }
    return between(&from, &to, ease_in_out((float)(look->seconds / FLOORS_SECONDS)));
}

Floors floors_of_view(const View *view, const Trace *trace, double cursor)
{
    FloorLook look = view->stage.floors;
    if (scene_pair_open(view))
        look.opened = FLOOR_SCORES + 1;
    return floors_at(&look, trace, view->stage.steered ? view->cursor : cursor);
}

/* ---- heights ---- */

#define HERO_ONE   0.46f /* of the height */
#define HERO_TWO   0.52f /* of two together */
#define NEAR       1.9f  /* times a stub */
#define STUB_LEAST 30.0f /* px: with less, stubs are lines with a name */
#define STUB_LINE  22.0f
#define NEAR_LINE  74.0f

/* Of all that are no heroes, in stubs. */
static float rest_of(const Floors *floors)
{
    float rest = 0;
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++)
        if (floors->has[floor])
            rest += (1 - floors->hero[floor]) * (1 + (NEAR - 1) * floors->near[floor]);
    return rest;
}

/* Heroes are one, two, or on the way from one to two; with none all are even. */
static float heroes_share(float heroes)
{
    return heroes <= 1 ? HERO_ONE * heroes : HERO_ONE + (HERO_TWO - HERO_ONE) * fminf(heroes - 1, 1);
}

static int floors_count(const Floors *floors)
{
    int count = 0;
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++)
        count += floors->has[floor];
    return count;
}

/* Low: stubs are lines, one neighbour is there, the heroes have what is left; without one all are even. */
static void low_heights(const Floors *floors, float heroes, float height, float out[FLOOR_COUNT])
{
    float used = 0, line = fminf(STUB_LINE, height * 0.06f), near = fminf(NEAR_LINE, height * 0.2f);
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++) {
        out[floor] = floors->has[floor] ? (1 - floors->hero[floor]) * lerp(line, near, floors->kept[floor]) : 0;
        used += out[floor];
    }
    float alone = fminf(heroes, 1); /* less on the way between one hero and none */
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++) {
        float grown = out[floor] + floors->hero[floor] / fmaxf(heroes, 1e-6f) * (height - used);
        out[floor] = lerp(floors->has[floor] ? height / (float)floors_count(floors) : 0, grown, alone);
    }
}

/* With one hero and two neighbours stubs would have no room: asked of the height alone, so that no moment changes it.
 */
static bool is_low(const Floors *floors, float height)
{
    return height * (1 - HERO_ONE) / (2 * NEAR + (float)(floors_count(floors) - 3)) < STUB_LEAST;
}

static void heights(const Floors *floors, float height, float out[FLOOR_COUNT])
{
    float heroes = 0;
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++)
        heroes += floors->hero[floor];
    if (is_low(floors, height)) {
        low_heights(floors, heroes, height, out);
        return;
    }
    float whole = heroes_share(heroes), stub = (1 - whole) / fmaxf(rest_of(floors), 1);
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++) {
        float rest = (1 - floors->hero[floor]) * (1 + (NEAR - 1) * floors->near[floor]) * stub;
        out[floor] = floors->has[floor] ? height * (rest + (heroes > 0 ? floors->hero[floor] / heroes * whole : 0)) : 0;
    }
}

void floors_place(const Floors *floors, Box area, float lean, Box out[FLOOR_COUNT])
{
    float high[FLOOR_COUNT], heroes = 0, up = 0;
    heights(floors, area.h - lean, high);
    high[FLOOR_SOURCE] += lean;
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++)
        heroes += high[floor];
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++) { /* edges are rounded after adding up: floors close */
        float bottom = floorf(up + 0.5f);
        up += high[floor] * area.h / heroes;
        float top = floorf(up + 0.5f);
        out[floor] = (Box){area.x, area.y + area.h - top, area.w, top - bottom};
    }
}

Floor floors_hero(const Floors *floors)
{
    Floor best = 0;
    for (Floor floor = 0; floor < FLOOR_COUNT; floor++)
        if (floors->hero[floor] > floors->hero[best])
            best = floor;
    return best;
}

/* ---- questions ---- */

bool floor_asks(const Floors *floors, Moment moment, Floor floor)
{
    bool both = floors->hero[FLOOR_DECODER] > 0 && floors->hero[FLOOR_WORDS] > 0;
    bool words = moment.kind == MOMENT_OUTPUT || moment.kind == MOMENT_WORD;
    return !both || floor != (words ? FLOOR_DECODER : FLOOR_WORDS);
}

Floor floors_asked(const Floors *floors, Moment moment)
{
    Floor hero = floors_hero(floors);
    return floor_asks(floors, moment, hero) ? hero : FLOOR_WORDS;
}

bool floors_layered(const Trace *trace)
{
    return trace->config.layers > 1 && !trace->row;
}

/* Of the states, while the encoder reads. */
static Word reading(const View *view, Moment moment)
{
    if (floors_layered(view->trace) && view_other_words(view) && moment.kind != MOMENT_EMBED)
        return W_ASK_MOVED;
    if (moment.layer > 0 && moment.step < 0)
        return moment.kind == MOMENT_BACKWARD ? W_ASK_LAYER_BACK : W_ASK_LAYER;
    switch (moment.kind) {
    case MOMENT_EMBED:
        return W_ASK_EMBEDDING;
    case MOMENT_BACKWARD:
        return W_ASK_BACKWARD;
    case MOMENT_SELF:
        return W_ASK_SELF;
    default:
        return W_ASK_FORWARD;
    }
}

static Word weighing(const Trace *trace, Moment moment)
{
    bool given = moment.step >= 0 && moment.step < trace->step_count && trace->steps[moment.step].replaced;
    if (given || !config_scores(&trace->config))
        return given ? W_ASK_BY_HAND : W_ASK_EVENLY;
    if (config_mixes_heads(&trace->config))
        return W_ASK_HEADS;
    return trace->config.local == LOCAL_P ? W_ASK_WINDOW : W_ASK_WEIGHTS;
}

static Word of_decoder(const Trace *trace, Moment moment)
{
    MomentKind kind = moment.kind;
    if (kind == MOMENT_STATE && (moment.layer > 0 || moment_layer_told(trace, moment) > 0))
        return moment.layer > 0 ? W_ASK_LAYER_ABOVE : W_ASK_LAYER_FIRST;
    return kind == MOMENT_BRIDGE     ? W_ASK_BRIDGE
           : kind == MOMENT_PREVIOUS ? W_ASK_PREVIOUS
           : kind == MOMENT_SELF     ? W_ASK_WRITTEN
           : kind == MOMENT_COMBINE  ? W_ASK_COMBINE
                                     : W_ASK_STATE;
}

const char *floor_question(const View *view, const Trace *trace, Moment moment, Floor floor)
{
    bool fixed = trace->config.attention == ATTENTION_FIXED, values = config_is_transformer(&trace->config);
    bool heads = config_mixes_heads(&trace->config);
    switch (floor) {
    case FLOOR_SOURCE:
        return view_said(view, W_ASK_SOURCE);
    case FLOOR_STATES:
        return view_said(view, reading(view, moment));
    case FLOOR_SCORES:
        return view_said(view, moment.kind == MOMENT_QUERY ? W_ASK_QUERY : heads ? W_ASK_SCORES_HEADS : W_ASK_SCORES);
    case FLOOR_WEIGHTS:
        return view_said(view, weighing(trace, moment));
    case FLOOR_CONTEXT:
        return view_said(view, trace->row ? W_ASK_ROW
                               : heads    ? W_ASK_VALUES_HEADS
                               : values   ? W_ASK_VALUES
                               : fixed    ? W_ASK_SUMMARY
                                          : W_ASK_CONTEXT);
    case FLOOR_DECODER:
        return view_said(view, of_decoder(trace, moment));
    case FLOOR_WORDS:
        return view_said(view, W_ASK_OUTPUT);
    default:
        return NULL;
    }
}
