/* `attend` blocks: what the stage shows on a card. */
#include "lesson/live.h"
#include "lesson/parts.h"
#include "lesson/tree.h"

const char *const TOUCH_NAMES[] = {"sentence", "weights", "temperature", "word", NULL};
const char *const GOAL_NAMES[] = {"none",        "answer", "play",  "sentence", "weights",
                                  "temperature", "word",   "train", NULL};

const char *const LOOK_NAMES[] = {"whole", "folded", "one-step", "heads", NULL};

static bool read_look(const Reader *reader, const Node *map, LookKind *out)
{
    const char *name = NULL;
    if (!tree_text(reader, map, "look", false, &name))
        return false;
    int look = name ? reader_find(LOOK_NAMES, name) : LOOK_WHOLE;
    if (look < 0)
        return reader_fail(reader, tree_get(map, "look")->line, "unknown look %s; expected one of: %s",
                           reader_quote(reader, slice_of(name)), reader_names(reader, LOOK_NAMES));
    *out = (LookKind)look;
    return true;
}

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

static bool read_touch(const Reader *reader, const Node *map, int *touch)
{
    const char **names = NULL;
    int count = 0;
    if (!tree_texts(reader, map, "touch", false, &names, &count))
        return false;
    for (int i = 0; i < count; i++) {
        int bit = reader_find(TOUCH_NAMES, names[i]);
        if (bit < 0)
            return reader_fail(reader, tree_get(map, "touch")->items[i].line,
                               "%s is not something that can be touched; expected one of: %s",
                               reader_quote(reader, slice_of(names[i])), reader_names(reader, TOUCH_NAMES));
        *touch |= 1 << bit;
    }
    return true;
}

static bool read_goal(const Reader *reader, const Node *map, GoalKind *out)
{
    const char *name = NULL;
    if (!tree_text(reader, map, "goal", false, &name))
        return false;
    int goal = name ? reader_find(GOAL_NAMES, name) : GOAL_NONE;
    if (goal < 0)
        return reader_fail(reader, tree_get(map, "goal")->line, "unknown goal %s; expected one of: %s",
                           reader_quote(reader, slice_of(name)), reader_names(reader, GOAL_NAMES));
    *out = (GoalKind)goal;
    return true;
}

static bool of_encoder(MomentKind moment)
{
    return moment <= MOMENT_BRIDGE;
}

/* `step` and `moment` together name one place. */
static bool read_place(const Reader *reader, const Node *map, StageSetting *out)
{
    const char *name = NULL;
    if (!tree_whole(reader, map, "step", false, 1, 999, &out->step) || !tree_text(reader, map, "moment", false, &name))
        return false;
    if (!name) {
        out->moment = out->step ? MOMENT_WORD : MOMENT_START;
        return true;
    }
    int line = tree_get(map, "moment")->line;
    bool known;
    out->moment = moment_kind(name, &known);
    if (!known)
        return reader_fail(reader, line, "unknown moment %s; expected one of: %s", reader_quote(reader, slice_of(name)),
                           reader_names(reader, MOMENT_NAMES));
    if (of_encoder(out->moment) && out->step)
        return reader_fail(reader, line, "the moment %s comes before the first step; leave `step` out", name);
    if (!of_encoder(out->moment) && !out->step)
        return reader_fail(reader, line, "the moment %s belongs to a decode step; expected `step` beside it", name);
    return true;
}

bool stage_read(const Reader *reader, const Piece *piece, const Lesson *lesson, StageSetting *out)
{
    static const char *const keys[] = {"view",  "look",        "model",     "against", "step",  "moment", "sentence",
                                       "force", "temperature", "highlight", "dim",     "touch", "goal",   NULL};
    Node map;
    *out = (StageSetting){.present = true, .view = lesson->view, .against = -1, .line = piece->line};
    const char *view = NULL;
    if (!tree_parse(reader, piece->text, piece->line, &map) || !tree_keys(reader, &map, "an attend block", keys)
        || !tree_text(reader, &map, "view", false, &view) || !sentence_read(reader, &map, false, &out->sentence)
        || !read_look(reader, &map, &out->look) || !model_read(reader, &map, "model", lesson, &out->model)
        || !model_read(reader, &map, "against", lesson, &out->against)
        || !tree_text(reader, &map, "force", false, &out->force)
        || !tree_number(reader, &map, "temperature", false, 0.05, 20, &out->temperature)
        || !read_goal(reader, &map, &out->goal) || !read_place(reader, &map, out)
        || !read_lights(reader, &map, "highlight", out->highlight, &out->highlight_count)
        || !read_lights(reader, &map, "dim", out->dim, &out->dim_count) || !read_touch(reader, &map, &out->touch))
        return false;
    return !view || view_read(reader, tree_get(&map, "view")->line, view, &out->view);
}

int stage_moment(const StageSetting *stage, const Trace *trace)
{
    int step = stage->step - 1;
    if (step >= trace->step_count)
        return -1;
    if (!of_encoder(stage->moment))
        return moment_find(trace, stage->moment, step, -1);
    bool of_word = stage->moment != MOMENT_START && stage->moment != MOMENT_BRIDGE;
    int position = stage->moment == MOMENT_BACKWARD ? 0 : of_word ? trace->n - 1 : -1; /* the word read last */
    return moment_find(trace, stage->moment, -1, position);
}
