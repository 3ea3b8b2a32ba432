/* A sentence of twenty-six words, whose columns scroll: what it must still say, in every size of the window. */
#include "ink.h"
#include "moving_lesson.h"
#include "random_model.h"

#include "scene/stage/stage_layout.h"
#include "scene/view/window_layout.h"
#include "words/common_words.h"

#include <math.h>

static const float SIZES[][2] = {{1440, 900}, {1138, 711}, {1456, 819}, {870, 560}, {1000, 562}, {1600, 900}};

typedef struct Stand { /* a view, and where things stand on its stage */
    View view;
    StageLayout stage;
    const Step *step;
} Stand;

static Stand stand_at(size_t size, MomentKind kind, int step)
{
    Stand stand = {.view = moving_view(&moving, SENTENCE_LONG, SIZES[size][0], SIZES[size][1])};
    stand.view.cursor = moment_find(stand.view.trace, kind, step, -1);
    Scope scope = scope_at(stand.view.trace, stand.view.cursor);
    stand.stage = stage_layout(&stand.view, moving.type, &scope, window_layout(&stand.view).stage);
    stand.step = &stand.view.trace->steps[step].step;
    return stand;
}

/* The text on that baseline which stands at column j, moved inwards at most as much as its own half. */
static const DrawCommand *number_at(const StageLayout *stage, float baseline, int j)
{
    float x = stage_column_x(stage, j);
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        Box ink = box_inset(command->bounds, TEXT_EDGE, TEXT_EDGE);
        if (command->kind == DRAW_TEXT && fabsf(command->text.origin.y - baseline) < 0.5f && ink.x - 3 <= x
            && ink.x + ink.w + 3 >= x)
            return command;
    }
    return NULL;
}

/* Nothing is painted over it, and it lies between the ends of the columns. */
static bool is_whole(const StageLayout *stage, const DrawCommand *number)
{
    Box ink = box_inset(number->bounds, TEXT_EDGE + 1, TEXT_EDGE + 1), columns = stage->columns;
    for (const DrawCommand *later = number + 1; later < moving.list.commands + moving.list.count; later++)
        if (later->kind == DRAW_BOX && later->box.paint.fill.a > 0 && box_intersect(later->box.box, ink).w > 0
            && box_intersect(later->box.box, ink).h > 0)
            return false;
    return ink.x >= columns.x - 1 && ink.x + ink.w <= columns.x + columns.w + 1;
}

static void expect_number(const Stand *stand, float baseline, int j, const char *wanted, bool over_all)
{
    const DrawCommand *number = number_at(&stand->stage, baseline, j);
    if (!number || !command_says(number, wanted) || (over_all && !is_whole(&stand->stage, number)))
        fail_msg("%s of word %d at %.0f x %.0f, moment %.0f: %s", wanted, j + 1, (double)stand->view.width,
                 (double)stand->view.height, stand->view.cursor, number ? "is not whole" : "is missing");
}

/* The largest weight and the largest score have their numbers wherever their column is. */
static void the_largest_are_printed(void **state)
{
    (void)state;
    int n = moving.traces[SENTENCE_LONG]->n, first = 0;
    static const MomentKind kinds[] = {MOMENT_SCORES, MOMENT_SOFTMAX, MOMENT_CONTEXT, MOMENT_WORD};
    for (size_t size = 0; size < LENGTH(SIZES); size++)
        for (int step = 0; step < moving.traces[SENTENCE_LONG]->step_count; step++)
            for (size_t k = 0; k < LENGTH(kinds); k++) {
                Stand stand = stand_at(size, kinds[k], step);
                int weight = values_largest(stand.step->weights, n), score = values_largest(stand.step->scores, n);
                first += stage_column_x(&stand.stage, weight) - stand.stage.columns.x < 14;
                moving_draw(&moving, &stand.view);
                expect_number(&stand, stage_score_baseline(&stand.stage, score), score,
                              number_text(&moving.arena, (double)stand.step->scores[score], 2, true), true);
                if (kinds[k] != MOMENT_SCORES)
                    expect_number(&stand, stand.stage.number_y, weight,
                                  share_text(&moving.arena, (double)stand.step->weights[weight], 2), true);
            }
    assert_true(first > 0); /* one of them is at the edge, where its number has to be moved */
}

/* So have the ones that are pointed at. */
static void the_one_pointed_at_is_printed(void **state)
{
    (void)state;
    int n = moving.traces[SENTENCE_LONG]->n, seen = 0;
    for (size_t size = 0; size < LENGTH(SIZES); size++)
        for (int j = 0; j < n; j++) {
            Stand stand = stand_at(size, MOMENT_SOFTMAX, 2);
            float x = stage_column_x(&stand.stage, j) - stand.stage.columns.x;
            if (x < 0 || x > stand.stage.columns.w)
                continue;
            seen++;
            stand.view.hover = target_at(TARGET_WEIGHT, 2, j, 0);
            moving_draw(&moving, &stand.view);
            expect_number(&stand, stand.stage.number_y, j, share_text(&moving.arena, (double)stand.step->weights[j], 2),
                          false);
            stand.view.hover = target_at(TARGET_SCORE, 2, j, 0);
            moving_draw(&moving, &stand.view);
            expect_number(&stand, stage_score_baseline(&stand.stage, j), j,
                          number_text(&moving.arena, (double)stand.step->scores[j], 2, true), false);
        }
    assert_true(seen > 12 * (int)LENGTH(SIZES) / 2);
}

/* Every score whose column is not at the edge has its number, also where they stand in two rows. */
static void every_score_is_printed(void **state)
{
    (void)state;
    int n = moving.traces[SENTENCE_LONG]->n, upper = 0;
    for (size_t size = 0; size < LENGTH(SIZES); size++) {
        Stand stand = stand_at(size, MOMENT_SCORES, 2);
        moving_draw(&moving, &stand.view);
        Box inner = box_inset(stand.stage.columns, SCORE_NUMBER_W, 0);
        for (int j = 0; j < n; j++) {
            float x = stage_column_x(&stand.stage, j);
            if (x < inner.x || x > inner.x + inner.w)
                continue;
            expect_number(&stand, stage_score_baseline(&stand.stage, j), j,
                          number_text(&moving.arena, (double)stand.step->scores[j], 2, true), true);
            upper += stage_score_baseline(&stand.stage, j) < stand.stage.score_number_y;
        }
    }
    assert_true(upper > (int)LENGTH(SIZES));
}

/* Under every dash of the timeline stands its word, or the front of it and an ellipsis; none comes near the next. */
static void every_step_has_its_name(void **state)
{
    (void)state;
    const Trace *trace = moving.traces[SENTENCE_LONG];
    for (size_t size = 0; size < LENGTH(SIZES); size++)
        for (int step = 0; step < trace->step_count; step += 3)
            for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
                Stand stand = stand_at(size, MOMENT_WORD, step);
                stand.view.language = language;
                moving_draw(&moving, &stand.view);
                Box foot = window_layout(&stand.view).foot;
                int named = 0, encoder = 0, whole = 0;
                float from[64], to[64];
                for (int i = 0; i < moving.list.count; i++) {
                    const DrawCommand *command = &moving.list.commands[i];
                    if (command->kind != DRAW_TEXT || fabsf(command->text.origin.y - (foot.y + foot.h - 26)) > 0.5f)
                        continue;
                    assert_true(command->text.size >= TYPE_TINY);
                    from[named] = command->text.origin.x;
                    to[named] = command->text.origin.x + command->text.width;
                    for (int k = 0; k < named; k++)
                        assert_true(from[named] > to[k] + 2 || from[k] > to[named] + 2);
                    encoder += command_says(command, said(language, W_ENCODE));
                    for (int t = 0; t < trace->step_count; t++)
                        if (command_says(command, t > step ? "…" : trace->steps[t].token)) {
                            whole++;
                            break;
                        }
                    named++;
                }
                bool small = stand.view.width < 1100; /* there every second */
                if (named != trace->step_count + 1 && !small)
                    fail_msg("%d names of %d steps at %.0f", named, trace->step_count, (double)stand.view.width);
                assert_true(small || (encoder == 1 && whole == trace->step_count));
                assert_true(named > trace->step_count / 3);
            }
}

static int row_of_label(const Stand *stand, const DrawCommand *command)
{
    for (int t = 0; t < stand->view.trace->step_count; t++)
        if (command_says(command, stand->view.trace->steps[t].token))
            return t;
    return -1;
}

/* Every row of the map beside the stage that is in sight has its word, the current one is among them, and where there
 * are more, a line says which these are. What is pointed at comes into sight. */
static void rows_beside_the_stage_have_words(void **state)
{
    (void)state;
    const Trace *trace = moving.traces[SENTENCE_LONG];
    int scrolled = 0;
    for (size_t size = 0; size < LENGTH(SIZES); size++)
        for (int step = 0; step < trace->step_count; step++)
            for (int pointed = -1; pointed <= step; pointed += step + 1) {
                Stand stand = stand_at(size, MOMENT_WORD, step);
                if (pointed >= 0)
                    stand.view.hover = target_at(TARGET_WORD, pointed, 0, 0);
                moving_draw(&moving, &stand.view);
                int first = -1, rows = 0, labels = 0;
                bool here = false, tiny = stand.view.height < 600; /* there the line has no room, nor have words */
                for (int t = 0; t < trace->step_count; t++) {
                    const DrawCommand *cell = drawlist_marked(&moving.list, target_at(TARGET_HEAT, t, 0, 0));
                    if (!cell)
                        continue;
                    rows++;
                    first = first < 0 ? t : first;
                    here = here || t == (pointed < 0 ? step : pointed);
                    Box row = cell->bounds;
                    assert_true(row.h > 12.9f || tiny);
                    for (int i = 0; i < moving.list.count; i++) {
                        const DrawCommand *label = &moving.list.commands[i];
                        float middle = box_middle(label->bounds).y;
                        labels += label->kind == DRAW_TEXT && label->bounds.x < row.x
                                  && label->bounds.x > window_layout(&stand.view).side.x
                                  && fabsf(middle - box_middle(row).y) < 4 && row_of_label(&stand, label) >= 0
                                  && label->text.size >= TYPE_TINY;
                    }
                }
                if (!here || labels < (rows < step + 1 - first ? rows : step + 1 - first))
                    fail_msg("%d words of %d rows from %d at %.0f, step %d", labels, rows, first + 1,
                             (double)stand.view.width, step + 1);
                int from = 1, to = trace->step_count, all;
                for (int i = 0; i < moving.list.count; i++) {
                    char text[SAID_BYTES];
                    scrolled +=
                        sscanf(command_text(&moving.list.commands[i], text), "rows %d to %d of %d", &from, &to, &all)
                        == 3;
                }
                assert_true(tiny || (first == from - 1 && first + rows <= to));
                assert_true(to <= step || rows == step + 1 - first);
            }
    assert_true(scrolled > 0);
}

/* Columns scroll only where they are as narrow as they get: never by what rounding leaves. */
static void columns_that_fit_do_not_scroll(void **state)
{
    (void)state;
    int scrolled = 0, still = 0;
    Trace part = *moving.traces[SENTENCE_LONG];
    for (part.n = 1; part.n <= moving.traces[SENTENCE_LONG]->n; part.n++)
        for (float width = 870; width < 1800; width += 7) {
            View view = moving_view(&moving, SENTENCE_LONG, width, 900);
            view.trace = &part;
            Scope scope = scope_at(view.trace, 0);
            StageLayout stage = stage_layout(&view, moving.type, &scope, window_layout(&view).stage);
            bool fits = stage.spacing > 24;
            assert_true(!fits || stage.scroll_limit == 0);
            scrolled += stage.scroll_limit > 0, still += fits;
        }
    assert_true(scrolled > 0 && still > 0);
}

/* The states are named where they stand: beside them, or below them where columns are narrow. A formula writes its
 * h_7 in runs. */
static void states_have_their_names(void **state)
{
    (void)state;
    for (size_t size = 0; size < LENGTH(SIZES); size++)
        for (Sentence sentence = SENTENCE_SHORT; sentence <= SENTENCE_LONG; sentence++)
            for (int open = 0; open < 2;
                 open++) { /* the card over the stage: it moves nothing, or leaves narrow columns */
                View view = moving_view(&moving, sentence, SIZES[size][0], SIZES[size][1]);
                view.panel.open = open;
                view.cursor = moment_find(view.trace, MOMENT_CONTEXT, 0, -1);
                Scope scope = scope_at(view.trace, view.cursor);
                StageLayout stage = stage_layout(&view, moving.type, &scope, window_layout(&view).stage);
                moving_draw(&moving, &view);
                int seen = 0, named = 0;
                for (int j = 0; j < view.trace->n; j++) {
                    float x = stage_column_x(&stage, j);
                    float half = stage.scroll_limit > 0 ? stage.spacing / 2 : 0; /* all of its column is in sight */
                    if (x - half < stage.columns.x || x + half > stage.columns.x + stage.columns.w)
                        continue;
                    Box around = {x - stage.spacing / 2, stage.state_y, 1.5f * stage.spacing,
                                  stage.embed_y - stage.state_y};
                    seen++;
                    for (int i = 0; i < moving.list.count; i++) {
                        const DrawCommand *name = &moving.list.commands[i];
                        if (command_says(name, "h") && box_contains(around, name->text.origin)) {
                            named++;
                            break;
                        }
                    }
                }
                if (named < seen && stage.flex > 0.3f)
                    fail_msg("%d names of %d states at %.0f, \"%.20s\"", named, seen, (double)view.width,
                             SENTENCE_TEXTS[sentence]);
            }
}

/* What the state before is for is said in the narrowest stage, of both kinds of score. */
static void the_query_is_called_so(void **state)
{
    (void)state;
    Config config = config_default();
    config.hidden = config.embed = 24;
    config.score = SCORE_DOT;
    config.bidirectional = false;
    Model dot = random_model(config, "the small cat", "猫 小", 3);
    Trace *trace = decode_text(&dot, SENTENCE_TEXTS[SENTENCE_LONG], NULL);
    for (size_t size = 0; size < LENGTH(SIZES); size++)
        for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
            for (int plain = 0; plain < 2; plain++) {
                View view = moving_view(&moving, SENTENCE_LONG, SIZES[size][0], SIZES[size][1]);
                view.language = language;
                if (plain)
                    view.trace = trace, view.model = &dot;
                view.cursor = moment_find(view.trace, MOMENT_SCORES, 1, -1);
                Scope scope = scope_at(view.trace, view.cursor);
                Box strip = stage_layout(&view, moving.type, &scope, window_layout(&view).stage).strip_query;
                Box below = {strip.x - 4, strip.y + strip.h, strip.w + 8, 20};
                bool called = false;
                moving_draw(&moving, &view);
                for (int i = 0; i < moving.list.count; i++) {
                    char text[SAID_BYTES];
                    const char *name = language == LANGUAGE_ENGLISH ? "query" : "查询";
                    called = called
                             || (strstr(command_text(&moving.list.commands[i], text), name)
                                 && box_contains(below, box_middle(moving.list.commands[i].bounds)));
                }
                if (!called)
                    fail_msg("the query has no name at %.0f, language %d", (double)view.width, language);
            }
    trace_destroy(trace);
    model_finish(&dot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_are_printed),          cmocka_unit_test(every_score_is_printed),
        cmocka_unit_test(the_one_pointed_at_is_printed),    cmocka_unit_test(every_step_has_its_name),
        cmocka_unit_test(rows_beside_the_stage_have_words), cmocka_unit_test(states_have_their_names),
        cmocka_unit_test(columns_that_fit_do_not_scroll),   cmocka_unit_test(the_query_is_called_so),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
