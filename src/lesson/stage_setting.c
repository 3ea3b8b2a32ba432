/* `attend` blocks: what the stage shows on a card. */
#include "derive/residual.h"
#include "lesson/live.h"
#include "lesson/parts.h"
#include "lesson/tree.h"
#include "trace/beats.h"

const char *const GOAL_NAMES[] = {"none", "answer", "play", "sentence", "weights", "temperature",
                                  "word", "train",  "mute", "fool",     NULL};

static bool read_lights(const Reader *reader, const Node *map, const char *key, Live *out, int *count)
{
    const char **names = NULL;
    if (!tree_texts(reader, map, key, false, &names, count))
        return false;
    const Node *list = tree_get(map, key);
    if (*count > STAGE_LIGHTS)
        return reader_fail(reader, list->line, "`%s` has %d entries; expected at most %d", key, *count, STAGE_LIGHTS);
    for (int i = 0; i < *count; i++)
        if (!live_parse_group(reader, list->items[i].line, slice_of(names[i]), &out[i]))
            return false;
    return true;
}

/* "no-mouse, no-cat", for a message. */
static const char *gate_ids(const Lesson *lesson, Arena *arena)
{
    const char *ids = NULL;
    for (int i = 0; i < lesson->gate_count; i++)
        if (lesson->gates[i].id)
            ids = ids ? arena_printf(arena, "%s, %s", ids, lesson->gates[i].id) : lesson->gates[i].id;
    return ids ? ids : "none, as no gate of the front matter has an `id`";
}

/* `because: [no-mouse]`: gates of the front matter, by their ids. */
static bool read_causes(const Reader *reader, const Node *map, const Lesson *lesson, StageSetting *out)
{
    const char **ids = NULL;
    int count = 0;
    if (!tree_texts(reader, map, "because", false, &ids, &count))
        return false;
    const Node *list = tree_get(map, "because");
    if (count > STAGE_CAUSES)
        return reader_fail(reader, list->line, "`because` has %d entries; expected at most %d", count, STAGE_CAUSES);
    for (int i = 0; i < count; i++) {
        int gate = lesson_gate(lesson, ids[i]);
        if (gate < 0)
            return reader_fail(reader, list->items[i].line, "no gate has the id %s; expected one of: %s",
                               reader_quote(reader, slice_of(ids[i])), gate_ids(lesson, reader->arena));
        out->causes[out->cause_count++] = gate;
    }
    return true;
}

static bool of_encoder(MomentKind moment)
{
    return moment <= MOMENT_BRIDGE;
}

static bool of_position(MomentKind moment)
{
    return of_encoder(moment) && moment != MOMENT_START && moment != MOMENT_BRIDGE;
}

/* `step` and `moment` together name one place. */
static bool check_place(const Reader *reader, const Node *map, StageSetting *stage)
{
    const Node *node = tree_get(map, "moment");
    if (!node)
        stage->moment = stage->step ? MOMENT_WORD : MOMENT_START;
    else if (of_encoder(stage->moment) && stage->step
             && stage->moment != MOMENT_SELF) /* which a Transformer's step has */
        return reader_fail(reader, node->line, "the moment %s comes before the first step; leave `step` out",
                           node->text);
    else if (!of_encoder(stage->moment) && !stage->step)
        return reader_fail(reader, node->line, "the moment %s belongs to a decode step; expected `step` beside it",
                           node->text);
    if (stage->position && !of_position(stage->moment))
        return reader_fail(reader, tree_get(map, "position")->line,
                           "`position` goes with embedding, forward, backward and self-attention, not with %s",
                           MOMENT_NAMES[stage->moment]);
    if (stage->position && stage->step)
        return reader_fail(reader, tree_get(map, "position")->line, "`position` is of the encoder; leave `step` out");
    return true;
}

/* Add and norm are a Transformer's. */
static bool check_instant(const Reader *reader, const Node *map, const Lesson *lesson, const StageSetting *stage)
{
    const Node *node = tree_get(map, "instant");
    const Config *config = &lesson->models[stage->model].config;
    if (!node)
        return true;
    if (!config_is_transformer(config))
        return reader_fail(reader, node->line, "`instant` is of a Transformer's sums; model %s has none",
                           lesson->models[stage->model].name);
    return stage->step > 0
           || reader_fail(reader, node->line, "`instant` belongs to a decode step; expected `step` beside it");
}

/* One step of training has four panels. */
static bool check_panel(const Reader *reader, const Node *map, const StageSetting *stage)
{
    return !stage->panel || (stage->view == VIEW_TRAIN && stage->look == LOOK_STEP)
           || reader_fail(reader, tree_get(map, "panel")->line,
                          "`panel` is of one step of training; expected `view: train` and `look: step` beside it");
}

static const TreeField FIELDS[] = {
    {"view", FIELD_NAME, offsetof(StageSetting, view), .names = VIEW_NAMES, .unknown = VIEW_UNKNOWN},
    {"look", FIELD_NAME, offsetof(StageSetting, look), .names = LOOK_NAMES, .unknown = "unknown look %s"},
    {"model"},
    {"against"},
    {"step", FIELD_WHOLE, offsetof(StageSetting, step), .low = 1, .high = 999},
    {"position", FIELD_WHOLE, offsetof(StageSetting, position), .low = 1, .high = TRACE_LIMIT_WORDS},
    {"layer", FIELD_WHOLE, offsetof(StageSetting, layer), .low = 1, .high = MODEL_LAYERS},
    {"moment", FIELD_NAME, offsetof(StageSetting, moment), .names = MOMENT_NAMES, .unknown = "unknown moment %s"},
    {"sentence", FIELD_SENTENCE, offsetof(StageSetting, sentence)},
    {"force", FIELD_TEXT, offsetof(StageSetting, decode.force)},
    {"mute", FIELD_TEXT, offsetof(StageSetting, decode.mute)},
    {"temperature", FIELD_NUMBER, offsetof(StageSetting, decode.temperature), .low = 0.05, .high = 20},
    {"beam", FIELD_WHOLE, offsetof(StageSetting, beam), .low = 1, .high = BEAM_SIZES},
    {"beat", FIELD_WHOLE, offsetof(StageSetting, beat), .low = 1, .high = BEATS_MOST},
    {"instant", FIELD_WHOLE, offsetof(StageSetting, instant), .low = 1, .high = RESIDUAL_INSTANTS},
    {"panel", FIELD_WHOLE, offsetof(StageSetting, panel), .low = 1, .high = STAGE_PANELS},
    {"highlight"},
    {"dim"},
    {"because"},
    {"goal", FIELD_NAME, offsetof(StageSetting, goal), .names = GOAL_NAMES, .unknown = "unknown goal %s"},
    {0},
};

bool stage_read(const Reader *reader, const CardPiece *piece, const Lesson *lesson, StageSetting *out)
{
    Node map;
    *out = (StageSetting){.present = true, .view = lesson->view, .against = -1, .line = piece->line};
    return tree_parse(reader, piece->text, piece->line, TEXTS_ALONE, &map)
           && tree_read(reader, &map, "an attend block", FIELDS, out)
           && model_read(reader, &map, "model", lesson, &out->model)
           && model_read(reader, &map, "against", lesson, &out->against) && check_place(reader, &map, out)
           && mute_check(reader, &map, &out->decode) && check_instant(reader, &map, lesson, out)
           && check_panel(reader, &map, out)
           && read_lights(reader, &map, "highlight", out->highlight, &out->highlight_count)
           && read_lights(reader, &map, "dim", out->dim, &out->dim_count) && read_causes(reader, &map, lesson, out);
}

int stage_moment(const StageSetting *stage, const Trace *trace)
{
    int step = stage->step - 1;
    if (step >= trace->step_count)
        return -1;
    if (!of_encoder(stage->moment) || stage->step)
        return moment_named(trace, stage->moment, step, -1, stage->moment == MOMENT_STATE ? stage->layer : 0);
    int last = stage->moment == MOMENT_BACKWARD ? 0 : trace->n - 1; /* the word read last */
    int position = !of_position(stage->moment) ? -1 : stage->position ? stage->position - 1 : last;
    return moment_named(trace, stage->moment, -1, position, stage->layer);
}

bool look_tells_cell(ViewKind view, LookKind look)
{
    return view == VIEW_UNROLLED && look == LOOK_CELL;
}

bool look_tells_head(LookKind look, const Config *config)
{
    return look == LOOK_ONE_WORD && config->cell == CELL_SELF;
}

void stage_tell(const StageSetting *stage, Trace *trace)
{
    trace->cell_told = look_tells_cell(stage->view, stage->look);
    trace->head_told = look_tells_head(stage->look, &trace->config);
}

double stage_cursor(const StageSetting *stage, const Trace *trace)
{
    int moment = stage_moment(stage, trace);
    return moment < 0 ? 0 : stage->beat > 0 ? beat_end(trace, moment, stage->beat) : moment;
}
