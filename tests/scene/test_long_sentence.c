/* A sentence of twenty-six words, whose columns scroll: what it must still say, in every size of the window. */
#include "ink.h"
#include "moving_lesson.h"
#include "random_model.h"

#include "scene/stage/stage_layout.h"
#include "scene/view/window_layout.h"
#include "words/common_words.h"

#include <math.h>

static const float SIZES[][2] = {{1440, 900}, {1138, 711}, {1456, 819}, {870, 560},
                                 {1000, 562}, {1600, 900}, {870, 610}};

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

/* Nothing is painted over it, and it lies between the ends of the columns; of those that do not scroll, on the stage.
 */
static bool is_whole(const StageLayout *stage, const DrawCommand *number)
{
    Box ink = box_inset(number->bounds, TEXT_EDGE + 1, TEXT_EDGE + 1);
    Box columns = stage->scroll_limit > 0 ? stage->columns : stage->area;
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

/* The largest weight and the largest score have their numbers wherever their column is: of the floor that makes them
 * and while it hands them over; no other prints any. Where there is one sum for all, the largest score stands at its
 * end. */
static void the_largest_are_printed(void **state)
{
    (void)state;
    int n = moving.traces[SENTENCE_LONG]->n, first = 0;
    static const MomentKind kinds[] = {MOMENT_SCORES, MOMENT_SOFTMAX, MOMENT_CONTEXT};
    for (size_t size = 0; size < LENGTH(SIZES); size++)
        for (int step = 0; step < moving.traces[SENTENCE_LONG]->step_count; step++)
            for (size_t k = 0; k < LENGTH(kinds); k++) {
                Stand stand = stand_at(size, kinds[k], step);
                int weight = values_largest(stand.step->weights, n), score = values_largest(stand.step->scores, n);
                first += stage_column_x(&stand.stage, weight) - stand.stage.columns.x < 14;
                moving_draw(&moving, &stand.view);
                if (kinds[k] == MOMENT_SOFTMAX || (kinds[k] == MOMENT_SCORES && stand.stage.sums_each))
                    expect_number(&stand, stand.stage.score_number_y, score,
                                  number_text(&moving.arena, (double)stand.step->scores[score], 2, true), true);
                if (kinds[k] != MOMENT_SCORES)
                    expect_number(&stand, stand.stage.number_y, weight,
                                  share_text(&moving.arena, (double)stand.step->weights[weight], 2), true);
            }
    assert_true(first > 0); /* one of them is at the edge, where its number has to be moved */
}

/* A floor that is neither the hero nor feeds it has no numbers in its columns. */
static void stubs_print_no_numbers(void **state)
{
    (void)state;
    int stubs = 0;
    static const Floor floors[] = {FLOOR_SCORES, FLOOR_WEIGHTS};
    for (size_t size = 0; size < LENGTH(SIZES); size++)
        for (MomentKind kind = MOMENT_QUERY; kind <= MOMENT_WORD; kind++)
            for (size_t f = 0; f < LENGTH(floors) && kind != MOMENT_COMBINE; f++) {
                Stand stand = stand_at(size, kind, 2);
                Box floor = stand.stage.floor[floors[f]];
                if (stand.stage.floors.hero[floors[f]] > 0 || stand.stage.floors.near[floors[f]] > 0)
                    continue;
                floor.x = stand.stage.columns.x, floor.w = stand.stage.columns.w;
                moving_draw(&moving, &stand.view);
                stubs++;
                for (int i = 0; i < moving.list.count; i++) {
                    const DrawCommand *command = &moving.list.commands[i];
                    assert_false(command->kind == DRAW_TEXT && command->text.color.a > 0
                                 && box_contains(floor, box_middle(command->bounds)));
                }
            }
    assert_true(stubs > 0);
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
            expect_number(&stand, stand.stage.score_number_y, j,
                          number_text(&moving.arena, (double)stand.step->scores[j], 2, true), false);
        }
    assert_true(seen > 12 * (int)LENGTH(SIZES) / 2);
}

/* A score has no number only where that of a larger one stands in its place. */
static void scores_are_printed_as_they_fit(void **state)
{
    (void)state;
    int n = moving.traces[SENTENCE_LONG]->n, printed = 0;
    static const MomentKind kinds[] = {MOMENT_SCORES, MOMENT_SOFTMAX};
    for (size_t size = 0; size < LENGTH(SIZES); size++)
        for (size_t k = 0; k < LENGTH(kinds); k++) {
            Stand stand = stand_at(size, kinds[k], 2);
            const float *scores = stand.step->scores;
            const StageLayout *stage = &stand.stage;
            bool has[TRACE_LIMIT_WORDS] = {false};
            float widest = 0;
            moving_draw(&moving, &stand.view);
            for (int j = 0; j < n; j++) {
                const DrawCommand *number = number_at(stage, stage->score_number_y, j);
                has[j] = number && command_says(number, number_text(&moving.arena, (double)scores[j], 2, true));
                widest = has[j] ? fmaxf(widest, number->text.width) : widest;
                printed += has[j];
            }
            if (kinds[k] == MOMENT_SCORES && !stage->sums_each)
                has[values_largest(scores, n)] = true; /* at the end of its sum */
            for (int j = 0; j < n; j++) {
                float x = stage_column_x(stage, j), left = stage->columns.x + widest;
                bool covered = has[j] || x < left || x > stage->columns.x + stage->columns.w - widest;
                for (int i = 0; i < n && !covered; i++)
                    covered =
                        has[i] && scores[i] >= scores[j] && fabsf(stage_text_x(stage, i, widest) - x) < widest + 8;
                if (!covered)
                    fail_msg("score %d is not printed at %.0f x %.0f, moment %d", j + 1, (double)stand.view.width,
                             (double)stand.view.height, (int)kinds[k]);
            }
        }
    assert_true(printed > 8 * (int)LENGTH(SIZES));
}

/* Of the weights in narrow columns the three largest have numbers, and a remark says what the others are in all: with
 * it the numbers add up to 1. */
static void the_other_weights_are_told(void **state)
{
    (void)state;
    int n = moving.traces[SENTENCE_LONG]->n, narrow = 0;
    for (size_t size = 0; size < LENGTH(SIZES); size++)
        for (int step = 0; step < moving.traces[SENTENCE_LONG]->step_count; step += 4) {
            Stand stand = stand_at(size, MOMENT_SOFTMAX, step);
            const float *weights = stand.step->weights;
            int top[3], count = 0, others = 0, told = 0;
            double left = 0, share = -1, sum = 0;
            values_top(weights, n, 3, top);
            moving_draw(&moving, &stand.view);
            for (int j = 0; j < n; j++) {
                const DrawCommand *number = number_at(&stand.stage, stand.stage.number_y, j);
                const char *text = share_text(&moving.arena, (double)weights[j], 2);
                bool has = number && command_says(number, text);
                count += has;
                left += has ? 0 : (double)weights[j];
                sum += has ? strtod(text, NULL) : 0;
            }
            if (stand.stage.spacing < 28) {
                narrow++;
                assert_true(count <= 3);
                for (int k = 0; k < 3; k++) /* left out only where it lies beside a larger one, or says "<0.01" */
                    assert_true(k > 0 || number_at(&stand.stage, stand.stage.number_y, top[k]));
            }
            for (int i = 0; i < moving.list.count; i++) {
                char text[SAID_BYTES];
                int count_told;
                double share_told;
                if (sscanf(command_text(&moving.list.commands[i], text), "%d other%*[s,] in all %lf", &count_told,
                           &share_told)
                    == 2)
                    told++, others = count_told, share = share_told;
            }
            if (told != (count < n) || (told && (others != n - count || fabs(share - left) > 0.0051)))
                fail_msg("%d weights of %d are printed, %d others are told with %.2f, not %.4f", count, n, others,
                         share, left);
            assert_true(!told || fabs(sum + share - 1) < 0.0101 * (count + 1));
        }
    assert_true(narrow > 0);
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
            bool fits = stage.spacing > 18;
            assert_true(!fits || stage.scroll_limit == 0);
            scrolled += stage.scroll_limit > 0, still += fits;
        }
    assert_true(scrolled > 0 && still > 0);
}

/* The states are named beside their strips where columns are wide: all that are in sight, or none. A formula writes its
 * h_7 in runs. */
static void states_have_their_names(void **state)
{
    (void)state;
    int wide = 0;
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
                int named = 0;
                for (int j = 0; j < view.trace->n; j++) {
                    float x = stage_column_x(&stage, j);
                    Box around = {x - stage.spacing / 2, stage.lying_y - 14, stage.spacing / 2, 28};
                    for (int i = 0; i < moving.list.count; i++) {
                        const DrawCommand *name = &moving.list.commands[i];
                        if (command_says(name, "h") && box_contains(around, name->text.origin)) {
                            named++;
                            break;
                        }
                    }
                }
                wide += stage.spacing >= 90;
                if (stage.spacing >= 90 ? named < view.trace->n : named > 0 && named < view.trace->n)
                    fail_msg("%d names of %d states at %.0f, \"%.20s\", %.0f px apart", named, view.trace->n,
                             (double)view.width, SENTENCE_TEXTS[sentence], (double)stage.spacing);
            }
    assert_true(wide > 0);
}

/* What the state before is for is said in the narrowest stage, of both kinds of score: at its strip, or where it meets
 * the keys. */
static void the_query_is_called_so(void **state)
{
    (void)state;
    Config config = config_default();
    config.hidden = config.embed = 24;
    config.score = SCORE_DOT;
    config.bidirectional = false;
    Model dot = random_model(config, "the small cat", "猫 小", 3);
    Trace *trace = decode_text(&dot, SENTENCE_TEXTS[SENTENCE_LONG], NULL);
    int strips = 0;
    for (size_t size = 0; size < LENGTH(SIZES); size++)
        for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
            for (int plain = 0; plain < 2; plain++) {
                View view = moving_view(&moving, SENTENCE_LONG, SIZES[size][0], SIZES[size][1]);
                view.language = language;
                if (plain)
                    view.trace = trace, view.model = &dot;
                view.cursor = moment_find(view.trace, MOMENT_SCORES, 1, -1);
                Scope scope = scope_at(view.trace, view.cursor);
                StageLayout stage = stage_layout(&view, moving.type, &scope, window_layout(&view).stage);
                Box strip = stage.strip_query, row = stage_sum(&stage, 0);
                Box over = {strip.x - 40, strip.y - 24, strip.w + 80, 24};
                row = (Box){stage.area.x, row.y, row.x - stage.area.x, row.h};
                bool called = false;
                moving_draw(&moving, &view);
                for (int i = 0; i < moving.list.count; i++) {
                    char text[SAID_BYTES];
                    const char *name = language == LANGUAGE_ENGLISH ? "query" : "查询";
                    Point middle = box_middle(moving.list.commands[i].bounds);
                    bool says = strstr(command_text(&moving.list.commands[i], text), name) != NULL;
                    called = called || (says && (box_contains(over, middle) || box_contains(row, middle)));
                    strips += says && box_contains(over, middle);
                }
                if (!called)
                    fail_msg("the query has no name at %.0f, language %d", (double)view.width, language);
            }
    assert_true(strips > 0);
    trace_destroy(trace);
    model_finish(&dot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_are_printed),          cmocka_unit_test(stubs_print_no_numbers),
        cmocka_unit_test(the_one_pointed_at_is_printed),    cmocka_unit_test(scores_are_printed_as_they_fit),
        cmocka_unit_test(the_other_weights_are_told),       cmocka_unit_test(every_step_has_its_name),
        cmocka_unit_test(rows_beside_the_stage_have_words), cmocka_unit_test(states_have_their_names),
        cmocka_unit_test(columns_that_fit_do_not_scroll),   cmocka_unit_test(the_query_is_called_so),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
