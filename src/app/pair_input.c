/* A score that is held still, cell by cell. */
#include "app/cursor.h"
#include "app/decode_input.h"
#include "words/keys_words.h"

void pair_close(App *app)
{
    app->view.pair.open = false;
}

bool pair_open(App *app, Target score)
{
    Value value;
    Addends all;
    const View *stage = scene_stage_view(&app->view, &app->scratch);
    if (score.kind != TARGET_SCORE || !scene_value_at(stage, score, &value))
        return false;
    Maths maths = view_maths(stage, &app->scratch);
    if (!addends_of(&maths, value, &all))
        return false;
    app_play(app, false);
    FrozenPair *pair = &app->view.pair;
    *pair = (FrozenPair){true, score.a, score.b, pair->cell < all.count ? pair->cell : 0, pair->all};
    app->view.focus = score;
    return true;
}

static Target score_of(const App *app)
{
    return target_at(TARGET_SCORE, app->view.pair.step, app->view.pair.word, 0);
}

bool pair_press(App *app, Target target)
{
    FrozenPair *pair = &app->view.pair;
    if (!scene_pair_open(&app->view))
        return pair_open(app, target);
    bool here = target.kind == TARGET_CONTROL && target.a >= PAIR_CELL && target.a <= PAIR_PANEL;
    if (here && target.a == PAIR_CELL)
        pair->cell = target.b;
    else if (here && target.a == PAIR_ALL)
        pair->all = !pair->all;
    else if (here && target.a == PAIR_ORIGIN)
        origin_open(app, score_of(app));
    else if ((here && target.a == PAIR_CLOSE) || target_equal(target, score_of(app))
             || target.kind == TARGET_STAGE) /* or beside it */
        pair_close(app);
    else
        return pair_open(app, target);
    return true;
}

/* The cells of a group beside the one that is looked at; at the ends it stays. */
static void next_group(App *app, int by)
{
    FrozenPair *pair = &app->view.pair;
    int cells = scene_stage_view(&app->view, &app->scratch)->trace->config.attention_size,
        groups = app_layout(app)->pair_groups, group = part_of(pair->cell, groups, cells);
    group += group + by < 0 || group + by >= groups ? 0 : by;
    pair->cell = part_first(group, groups, cells);
}

static void let_go(App *app, int by)
{
    (void)by;
    pair_close(app);
}

static bool is_open(const App *app)
{
    return scene_pair_open(&app->view);
}

void pair_update(App *app)
{
    if (!scene_pair_open(&app->view))
        pair_close(app);
}

const KeyRow pair_keys[] = {
    {KEY_ESCAPE, 0, let_go, 0, 0, is_open},
    {KEY_LEFT, 0, next_group, -1, W_KEY_PAIR, is_open},
    {KEY_RIGHT, 0, next_group, 1, W_KEY_PAIR, is_open},
    {0},
};
