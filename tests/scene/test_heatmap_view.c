/* The heatmap view: texts have room at every size and zoom, cells are found where they are drawn, shares are shares. */
#include "ink.h"
#include "moving_lesson.h"
#include "random_model.h"
#include "scene/stage/matrix_picture.h"
#include "scene/view/window_layout.h"
#include "scene/views/heatmap/heatmap_maps.h"
#include "words/figures_words.h"

#include <cglm/struct/vec2.h>
#include <math.h>

static Model transformer(int layers, int cross_heads)
{
    Config config = random_transformer(layers, cross_heads);
    config.lowercase = true;
    config.limit_factor = 1;
    return random_model(config, SENTENCE_TEXTS[SENTENCE_MIDDLE], "猫 捉 老鼠", 7);
}

static View heat_view(Sentence sentence, float width, float height)
{
    View view = moving_view(&moving, sentence, width, height);
    view.kind = VIEW_HEATMAP;
    view.cursor = moment_find(view.trace, MOMENT_SOFTMAX, view.trace->step_count / 2, -1);
    return view;
}

static float value_of(const View *view, int t, int j)
{
    MatrixPicture picture = matrix_at(view->trace, view->map, view->cursor);
    picture.heat = &view->heat;
    return matrix_value(&picture, t, j);
}

static const float SIZES[][2] = {{870, 560}, {1024, 640}, {1138, 711}, {1440, 900}, {1920, 1080}, PHONES};

static void texts_have_room(void **state)
{
    (void)state;
    static const Link gold[] = {{0, 0}, {1, 1}};
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(SIZES); s++)
        for (Sentence sentence = 0; sentence < SENTENCES; sentence++)
            for (int mode = 0; mode < 8; mode++) {
                View view = heat_view(sentence, SIZES[s][0], SIZES[s][1]);
                view.language = mode & 1 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
                view.theme = theme_get(mode & 2 ? THEME_DARK : THEME_LIGHT);
                moving_captions(&view, mode & 2);
                view.window.present = mode == 5;
                view.heat.path = mode & 4;
                view.heat.columns = mode & 4;
                if (view.trace->n > 1 && view.trace->step_count > 1) {
                    view.heat.gold = gold;
                    view.heat.gold_count = 2;
                }
                view.heat.arcs = true;
                ink_check(&moving, &view);
                view.heat.arcs = false;
                for (int zoom = 0; zoom < 3; zoom++) {
                    view.heat.zoom = 1 + 1.7f * (float)zoom;
                    view.heat.middle = (Point){(float)zoom * 2, 1};
                    ink_check(&moving, &view);
                }
            }
    assert_int_equal(ink_findings, 0);
}

/* ---- the other maps ---- */

static const LookKind CAUSE_LOOKS[] = {LOOK_ERASE, LOOK_ERASE_ZERO, LOOK_GRADIENT, LOOK_MAPS};

/* The same decode, which keeps its maps, as the window's does; its arena is the caller's to finish. */
static Trace with_maps(const View *view)
{
    Trace trace = *view->trace;
    trace.arena = (Arena){0};
    cause_keep(view->model, &trace);
    return trace;
}

static void maps_have_room(void **state)
{
    (void)state;
    static const Link gold[] = {{0, 0}, {1, 1}};
    ink_findings = 0;
    for (Sentence sentence = 0; sentence < SENTENCES; sentence++) {
        View first = heat_view(sentence, 1440, 900);
        Trace kept = with_maps(&first);
        for (size_t s = 0; s < LENGTH(SIZES); s++)
            for (size_t i = 0; i < 2 * LENGTH(CAUSE_LOOKS); i++) {
                View view = heat_view(sentence, SIZES[s][0], SIZES[s][1]);
                view.trace = &kept;
                view.language = i & 1 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
                view.theme = theme_get(i & 2 ? THEME_DARK : THEME_LIGHT);
                view.look = CAUSE_LOOKS[i / 2];
                view.cursor = moment_count(view.trace) - 1;
                if (view.trace->n > 1 && view.trace->step_count > 1)
                    view.heat.gold = gold, view.heat.gold_count = 2;
                ink_check(&moving, &view);
            }
        arena_finish(&kept.arena);
    }
    assert_int_equal(ink_findings, 0);
}

/* Each cell has its signed number, and says it with both words, of a model or of a trace alone that keeps them. */
static void maps_say_their_numbers(void **state)
{
    (void)state;
    static const CauseKind kinds[] = {CAUSE_UNKNOWN, CAUSE_ZERO, CAUSE_GRADIENT};
    for (size_t i = 0; i < LENGTH(CAUSE_LOOKS); i++)
        for (int alone = 0; alone < 2; alone++) {
            View view = heat_view(SENTENCE_SHORT, 1440, 900);
            const Trace *decoded = view.trace;
            const Model *model = view.model;
            Trace kept = with_maps(&view);
            if (alone)
                view.trace = &kept, view.model = NULL;
            view.look = CAUSE_LOOKS[i];
            view.cursor = moment_count(view.trace) - 1;
            moving_draw(&moving, &view);
            for (size_t k = 0; k < LENGTH(kinds); k++) {
                bool shown = view.look == LOOK_MAPS || i == k;
                const float *numbers = cause_map(model, decoded, kinds[k], &moving.arena);
                for (int t = 0; t < view.trace->step_count; t++)
                    for (int j = 0; j < view.trace->n; j++) {
                        Target cell = target_at(TARGET_HEAT, t, j, (int)kinds[k]);
                        char *number = number_text(&moving.arena, (double)numbers[t * view.trace->n + j], 2, true);
                        assert_true((drawlist_marked(&moving.list, cell) != NULL) == shown);
                        char *told = shown ? scene_describe(&view, cell, &moving.arena) : NULL;
                        assert_true(!shown || moving_says(&moving, number));
                        assert_true(!shown || (told && strstr(told, number) && strstr(told, view.trace->source[j])));
                    }
            }
            arena_finish(&kept.arena);
        }
}

/* Frames around the largest: one a row in each map. */
static void maps_mark_the_largest(void **state)
{
    (void)state;
    View view = heat_view(SENTENCE_SHORT, 1440, 900);
    view.cursor = moment_count(view.trace) - 1;
    view.look = LOOK_MAPS;
    moving_draw(&moving, &view);
    int frames = 0;
    Color ink = view.theme->text[ROLE_INK];
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        frames += command->kind == DRAW_BOX && command->box.paint.width == 2 && command->box.paint.dash == 0
                  && memcmp(&command->box.paint.stroke, &ink, sizeof ink) == 0;
    }
    assert_int_equal(frames, CAUSE_KINDS * view.trace->step_count);
}

/* What was changed by hand is not the model's own; of a trace alone that lacks them there is nothing to choose. */
static void maps_ask_the_model_alone(void **state)
{
    (void)state;
    View view = heat_view(SENTENCE_SHORT, 1440, 900);
    Target button = target_at(TARGET_CONTROL, CONTROL_LOOK, LOOK_ERASE, 0);
    Trace changed = *view.trace;
    TraceStep *steps = ARENA_ARRAY(&moving.arena, TraceStep, (size_t)changed.step_count);
    memcpy(steps, changed.steps, sizeof *steps * (size_t)changed.step_count);
    changed.steps = steps;
    steps[1].replaced = true;
    view.look = LOOK_ERASE;
    view.trace = &changed;
    moving_draw(&moving, &view);
    assert_null(drawlist_marked(&moving.list, target_at(TARGET_HEAT, 0, 0, CAUSE_UNKNOWN)));
    assert_true(drawlist_marked(&moving.list, button) != NULL);
    view = heat_view(SENTENCE_SHORT, 1440, 900);
    view.look = LOOK_ERASE;
    view.model = NULL;
    moving_draw(&moving, &view);
    assert_null(drawlist_marked(&moving.list, button));
}

/* ---- the maps of a Transformer's layers and heads ---- */

/* Two layers and one head across, one layer and three heads, two layers and two heads. */
static const int SHAPES[][2] = {{2, 1}, {1, 3}, {2, 2}};

static void layers_have_room(void **state)
{
    (void)state;
    static const Link gold[] = {{0, 0}, {1, 1}};
    ink_findings = 0;
    for (size_t shape = 0; shape < LENGTH(SHAPES); shape++) {
        Model model = transformer(SHAPES[shape][0], SHAPES[shape][1]);
        for (Sentence sentence = 0; sentence < SENTENCES; sentence++) {
            Trace *trace = decode_text(&model, SENTENCE_TEXTS[sentence], NULL);
            for (size_t s = 0; s < LENGTH(SIZES); s++)
                for (int mode = 0; mode < 2; mode++) {
                    View view = heat_view(sentence, SIZES[s][0], SIZES[s][1]);
                    view.trace = trace;
                    view.model = mode ? NULL : &model;
                    view.cursor = moment_count(trace) - 1;
                    view.language = mode ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
                    view.look = LOOK_LAYERS;
                    if (trace->n > 1 && trace->step_count > 1)
                        view.heat.gold = gold, view.heat.gold_count = 2;
                    ink_check(&moving, &view);
                }
            trace_destroy(trace);
        }
        model_finish(&model);
    }
    assert_int_equal(ink_findings, 0);
}

/* Every map is there with its own numbers, also where a trace alone is open; a model with one map has no such look. */
static void layers_say_their_numbers(void **state)
{
    (void)state;
    for (size_t shape = 0; shape < LENGTH(SHAPES); shape++) {
        Model model = transformer(SHAPES[shape][0], SHAPES[shape][1]);
        Trace *trace = decode_text(&model, SENTENCE_TEXTS[SENTENCE_SHORT], NULL);
        View view = heat_view(SENTENCE_SHORT, 1920, 1080);
        view.trace = trace;
        view.model = NULL;
        view.cursor = moment_count(trace) - 1;
        view.look = LOOK_LAYERS;
        moving_draw(&moving, &view);
        int maps = cross_map_count(&trace->config);
        float *room = ARENA_ARRAY(&moving.arena, float, trace->n);
        for (int map = 0; map <= maps; map++)
            for (int t = 0; t < trace->step_count; t++)
                for (int j = 0; j < trace->n; j++) {
                    Target cell = target_at(TARGET_HEAT, t, j, map);
                    assert_true((drawlist_marked(&moving.list, cell) != NULL) == (map < maps));
                    if (map == maps)
                        continue;
                    const float *row = cross_map_row(&trace->config, &trace->steps[t].step, trace->n, map, room);
                    char *number = share_text(&moving.arena, (double)row[j], 3);
                    char *told = scene_describe(&view, cell, &moving.arena);
                    assert_true(told && strstr(told, number) && strstr(told, trace->source[j]));
                }
        trace_destroy(trace);
        model_finish(&model);
    }
    View view = heat_view(SENTENCE_SHORT, 1440, 900);
    view.look = LOOK_LAYERS;
    moving_draw(&moving, &view);
    assert_null(drawlist_marked(&moving.list, target_at(TARGET_HEAT, 0, 0, 0)));
    assert_null(drawlist_marked(&moving.list, target_at(TARGET_CONTROL, CONTROL_LOOK, LOOK_LAYERS, 0)));
}

/* The figure that is exported is the map of the look, and says what its numbers are. */
static void the_figure_is_the_map_of_the_look(void **state)
{
    (void)state;
    View view = heat_view(SENTENCE_SHORT, 1440, 900);
    view.look = LOOK_ERASE_ZERO;
    const float *numbers = cause_map(view.model, view.trace, CAUSE_ZERO, &moving.arena);
    scene_alignment_figure(&view, moving.type, &moving.list);
    assert_true(moving_says(&moving, number_text(&moving.arena, (double)numbers[0], 2, true)));
    assert_true(moving_says(&moving, number_text(&moving.arena, (double)numbers[view.trace->n + 1], 2, true)));
}

/* The middle of a cell as the layout tells it is that cell, zoomed and panned or not. */
static void cells_are_where_they_are_said_to_be(void **state)
{
    (void)state;
    for (int zoom = 1; zoom < 6; zoom += 2) {
        View view = heat_view(SENTENCE_LONG, 1440, 900);
        view.heat.zoom = (float)zoom;
        view.heat.middle = (Point){9, 11};
        view.cursor = moment_count(view.trace) - 1;
        HeatPlace place = scene_window(&view, moving.type, &moving.list).map;
        int found = 0;
        for (int t = 0; t < view.trace->step_count; t++)
            for (int j = 0; j < view.trace->n; j++) {
                Point at = glms_vec2_muladd((Point){(float)j + 0.5f, (float)t + 0.5f}, place.cell, place.corner);
                if (!box_contains(place.sight, at))
                    continue;
                Target target = drawlist_hit(&moving.list, at);
                assert_int_equal(target.kind, TARGET_HEAT);
                assert_int_equal(target.a, t);
                assert_int_equal(target.b, j);
                found++;
            }
        assert_true(zoom == 1 ? found == view.trace->n * view.trace->step_count : found > 0);
    }
}

/* How many marks of that kind are on the picture, and how many texts that are the share. */
static void count_on_picture(TargetKind kind, const char *share, int *marks, int *texts)
{
    *marks = *texts = 0;
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        *marks += command->kind == DRAW_MARK && command->mark.target.kind == kind;
        *texts += command_says(command, share);
    }
}

/* The arcs say the map's numbers: those of the word that is pointed at, beside the words of the other sentence. */
static void arcs_have_the_numbers_of_the_map(void **state)
{
    (void)state;
    View view = heat_view(SENTENCE_MIDDLE, 1440, 900);
    view.cursor = moment_count(view.trace) - 1;
    view.heat.arcs = true;
    const Trace *trace = view.trace;
    int marks, texts;
    for (int j = 0; j < trace->n; j++) {
        view.hover = target_at(TARGET_SOURCE, j, 0, 0);
        moving_draw(&moving, &view);
        for (int t = 0; t < trace->step_count; t++) {
            count_on_picture(TARGET_SOURCE, share_text(&moving.arena, (double)trace->steps[t].step.weights[j], 2),
                             &marks, &texts);
            assert_int_equal(marks, trace->n);
            assert_true(texts > 0);
        }
    }
    for (int t = 0; t < trace->step_count; t++) {
        view.hover = target_at(TARGET_WORD, t, 0, 0);
        moving_draw(&moving, &view);
        for (int j = 0; j < trace->n; j++) {
            count_on_picture(TARGET_WORD, share_text(&moving.arena, (double)trace->steps[t].step.weights[j], 2), &marks,
                             &texts);
            assert_int_equal(marks, trace->step_count);
            assert_true(texts > 0);
        }
    }
    view.hover = (Target){0};
    scene_alignment_figure(&view, moving.type, &moving.list);
    ink_findings = 0;
    view.width = moving.list.width, view.height = moving.list.height;
    ink_check_list(&view, &moving.list);
    assert_int_equal(ink_findings, 0);
}

/* Where a question hides the last rows, their gold links are not drawn. */
static void gold_ends_with_the_rows(void **state)
{
    (void)state;
    static const Link gold[] = {{0, 0}, {1, 3}};
    View view = heat_view(SENTENCE_MIDDLE, 1440, 900);
    Trace cut = *view.trace;
    cut.step_count = 2;
    view.trace = &cut;
    view.cursor = moment_count(&cut) - 1;
    view.heat.path = true;
    view.heat.gold = gold;
    int drawn[2];
    for (int hidden = 0; hidden < 2; hidden++) {
        view.heat.gold_count = 1 + hidden;
        moving_draw(&moving, &view);
        drawn[hidden] = moving.list.count;
    }
    assert_int_equal(drawn[0], drawn[1]);
}

static int count_drawn(const View *view, bool dashed)
{
    int count = 0;
    scene_alignment_figure(view, moving.type, &moving.list);
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        count += command->kind == DRAW_BOX && command->box.paint.width > 0 && (command->box.paint.dash > 0) == dashed;
    }
    return count;
}

/* On paper: no row of a whole alignment stands out, one that is asked for does, and what the numbers mean
 * is right below. */
static void paper_has_no_row_of_now(void **state)
{
    (void)state;
    for (int whole = 0; whole < 2; whole++) {
        View view = heat_view(SENTENCE_SHORT, 480, 720);
        if (whole)
            view.cursor = moment_count(view.trace) - 1;
        scene_stage_figure(&view, moving.type, &moving.list);
        int bold = 0;
        float cells = 0, words = 0; /* y where cells end, and where the last line of text begins */
        for (int i = 0; i < moving.list.count; i++) {
            const DrawCommand *command = &moving.list.commands[i];
            bold += command->kind == DRAW_TEXT && command->text.face == FACE_SANS_BOLD;
            if (command->kind == DRAW_BOX && command->box.paint.fill.a)
                cells = fmaxf(cells, command->box.box.y + command->box.box.h);
            if (command->kind == DRAW_TEXT)
                words = fmaxf(words, command->bounds.y);
        }
        assert_int_equal(bold > 0, !whole);
        assert_true(words > cells && words < cells + 45);
    }
}

/* The figure that is exported shows what the view does: gold links, the largest of each row, shares of columns,
 * numbers. */
static void the_figure_has_what_the_view_shows(void **state)
{
    (void)state;
    static const Link gold[] = {{0, 0}, {1, 1}, {0, 90}};
    View view = heat_view(SENTENCE_MIDDLE, 1440, 900);
    const Trace *trace = view.trace;
    view.heat.gold = gold;
    view.heat.gold_count = 3;
    assert_int_equal(count_drawn(&view, true), 2);
    assert_int_equal(count_drawn(&view, false), 0);
    assert_true(moving_says(&moving, share_text(&moving.arena, (double)trace->steps[0].step.weights[0], 2)));
    view.heat.path = view.heat.hide_gold = true;
    assert_int_equal(count_drawn(&view, true), 0);
    assert_int_equal(count_drawn(&view, false), trace->step_count);
    view.heat.columns = true;
    scene_alignment_figure(&view, moving.type, &moving.list);
    view.cursor = moment_count(trace) - 1;
    for (int t = 0; t < trace->step_count; t++)
        assert_true(moving_says(&moving, share_text(&moving.arena, (double)value_of(&view, t, 0), 2)));
    assert_true(moving_says(&moving, said(view.language, W_FIGURE_COLUMN_SHARES)));
    view.kind = VIEW_DECODE; /* where the map has nothing of that */
    assert_int_equal(count_drawn(&view, false), 0);
}

/* How many cells have a weight, that the pointer finds; how many of the words are on the picture. */
static void count_rows(const View *view, int *cells, int *words, int *dots)
{
    *cells = *words = *dots = 0;
    Box side = window_layout(view).side, foot = window_layout(view).foot;
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        *cells += command->kind == DRAW_MARK && command->mark.target.kind == TARGET_HEAT;
        bool map =
            view->kind == VIEW_HEATMAP ? command->bounds.y < foot.y : box_contains(side, box_middle(command->bounds));
        *words +=
            map && command->kind == DRAW_MARK && command->mark.target.kind == TARGET_WORD && !command->mark.focusable;
        *dots += map && command_says(command, "…");
    }
}

/* In the view of its own a row comes with its weights, its word is "…" until it is written; beside the stage, where the
 * weights of the step stand, row and word come together. What is not weighed yet is empty. */
static void rows_are_there_as_in_decode(void **state)
{
    (void)state;
    for (Sentence sentence = SENTENCE_SHORT; sentence <= SENTENCE_MIDDLE; sentence++) {
        View view = heat_view(sentence, 1440, 900);
        const Trace *trace = view.trace;
        for (int i = 0; i < moment_count(trace); i++) {
            int counts[2][3];
            view.cursor = i;
            for (int side = 0; side < 2; side++) {
                view.kind = side ? VIEW_HEATMAP : VIEW_DECODE;
                moving_draw(&moving, &view);
                count_rows(&view, &counts[side][0], &counts[side][1], &counts[side][2]);
            }
            Moment moment = moment_at(trace, i);
            int written = moment.step < 0 ? 0 : moment.step + (moment.kind == MOMENT_WORD);
            int weighed = moment.step < 0 ? 0 : moment.step + (moment.kind >= MOMENT_SOFTMAX);
            assert_int_equal(counts[0][0], written * trace->n);
            assert_int_equal(counts[0][1], written);
            assert_int_equal(counts[0][2], 0);
            assert_int_equal(counts[1][0], weighed * trace->n);
            assert_int_equal(counts[1][1], written);
            assert_int_equal(counts[1][2], weighed - written);
        }
        view.kind = VIEW_HEATMAP;
        view.cursor = 0;
        view.hover = target_at(TARGET_HEAT, 0, 0, 0); /* before anything is weighed */
        view.pointer = (Point){400, 300};
        moving_draw(&moving, &view);
        assert_true(moving_says(&moving, "not made yet"));
    }
}

/* Where a cell has no room for its number "Numbers" is not lit, and something says why; zoomed in they can be had. */
static void numbers_are_offered_where_they_can_be(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1024, 640}, {1440, 900}, {2560, 1440}};
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (int zoom = 1; zoom < 5; zoom += 3)
            for (Sentence sentence = SENTENCE_SHORT; sentence <= SENTENCE_LONG; sentence++) {
                View view = heat_view(sentence, sizes[s][0], sizes[s][1]);
                view.heat.zoom = (float)zoom;
                view.cursor = moment_count(view.trace) - 1;
                HeatPlace place = scene_window(&view, moving.type, &moving.list).map;
                bool room = place.cell.x >= 33 && place.cell.y >= 17, lit = false, why = false, number = false;
                for (int i = 0; i < moving.list.count; i++) {
                    const DrawCommand *command = &moving.list.commands[i];
                    char said[SAID_BYTES];
                    if (command->kind != DRAW_TEXT)
                        continue;
                    command_text(command, said);
                    lit = lit || (strcmp(said, "Numbers") == 0 && command->text.face == FACE_SANS_BOLD);
                    why = why || strstr(said, "too small for numbers");
                    number = number || (box_contains(place.sight, box_middle(command->bounds)) && strchr(said, '.'));
                }
                if (lit != room || why == room || number != room)
                    fail_msg("%.0f px wide, zoom %d, %d words: cells of %.0f x %.0f; lit %d, told %d, numbers %d",
                             (double)view.width, zoom, view.trace->n, (double)place.cell.x, (double)place.cell.y, lit,
                             why, number);
            }
}

/* What an unknown word is read as is said beside the map, and the word is underlined. */
static void unknown_words_are_named(void **state)
{
    (void)state;
    for (Sentence sentence = SENTENCE_SHORT; sentence < SENTENCES; sentence++) {
        View view = heat_view(sentence, 1440, 900);
        bool unknown = false, said = false;
        char text[SAID_BYTES];
        for (int j = 0; j < view.trace->n; j++)
            unknown = unknown || view.trace->unknown[j];
        moving_draw(&moving, &view);
        for (int i = 0; i < moving.list.count; i++)
            said = said || strstr(command_text(&moving.list.commands[i], text), "not in the vocabulary");
        assert_true(said == unknown);
    }
}

/* The whole sentence, where the window has room for it. */
static void the_field_takes_the_room(void **state)
{
    (void)state;
    View view = heat_view(SENTENCE_LONG, 1440, 900);
    moving_draw(&moving, &view);
    Box stage = window_layout(&view).stage, field = {0};
    for (int i = 0; i < moving.list.count; i++)
        if (moving.list.commands[i].kind == DRAW_MARK && moving.list.commands[i].mark.target.kind == TARGET_FIELD)
            field = moving.list.commands[i].bounds;
    assert_true(field.w > stage.w - 120);
}

static void rows_are_weights_and_columns_are_shares(void **state)
{
    (void)state;
    View view = heat_view(SENTENCE_MIDDLE, 1440, 900);
    const Trace *trace = view.trace;
    view.cursor = moment_count(trace) - 1;
    for (int t = 0; t < trace->step_count; t++)
        for (int j = 0; j < trace->n; j++)
            assert_true(value_of(&view, t, j) == trace->steps[t].step.weights[j]);
    view.heat.columns = true;
    for (int j = 0; j < trace->n; j++) {
        float sum = 0;
        for (int t = 0; t < trace->step_count; t++)
            sum += value_of(&view, t, j);
        assert_true(fabsf(sum - 1) < 1e-5f);
    }
}

static void drawing_again_takes_no_heap(void **state)
{
    (void)state;
    View view = heat_view(SENTENCE_LONG, 1440, 900);
    long before = 0;
    for (int round = 0; round < 3; round++) {
        before = heap_count();
        for (view.heat.zoom = 1; view.heat.zoom < 4; view.heat.zoom += 0.25f)
            moving_draw(&moving, &view);
    }
    assert_int_equal(heap_count() - before, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_have_room),
        cmocka_unit_test(maps_have_room),
        cmocka_unit_test(maps_say_their_numbers),
        cmocka_unit_test(maps_mark_the_largest),
        cmocka_unit_test(maps_ask_the_model_alone),
        cmocka_unit_test(layers_have_room),
        cmocka_unit_test(layers_say_their_numbers),
        cmocka_unit_test(the_figure_is_the_map_of_the_look),
        cmocka_unit_test(cells_are_where_they_are_said_to_be),
        cmocka_unit_test(arcs_have_the_numbers_of_the_map),
        cmocka_unit_test(gold_ends_with_the_rows),
        cmocka_unit_test(paper_has_no_row_of_now),
        cmocka_unit_test(the_figure_has_what_the_view_shows),
        cmocka_unit_test(rows_are_there_as_in_decode),
        cmocka_unit_test(numbers_are_offered_where_they_can_be),
        cmocka_unit_test(unknown_words_are_named),
        cmocka_unit_test(the_field_takes_the_room),
        cmocka_unit_test(rows_are_weights_and_columns_are_shares),
        cmocka_unit_test(drawing_again_takes_no_heap),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
