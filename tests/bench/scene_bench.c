/* What a frame of the real window costs: processor time of the scene and of the raster together, while the film of a
 * lesson sentence plays at 60 frames a second, and while one view becomes another one.
 *
 *   scene_bench ROOT        ROOT: the source tree (lessons/, assets/) */
#include "raster/raster.h"
#include "scene/scene.h"
#include "sdl/typeset.h"
#include "study/changes.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { FRAMES_LIMIT = 4000 };

static double milliseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Frame by frame: the film of a sentence, or a map that is zoomed and panned all the time. */
typedef void Advance(View *view, int frame);

static void film(View *view, int frame)
{
    view->cursor = frame / (0.9 * 60);
}

static void roam(View *view, int frame)
{
    view->heat.zoom = 1 + 0.01f * (float)(frame % 300);
    view->heat.middle = (Point){(float)(frame % 97) * 0.6f, (float)(frame % 71) * 0.8f};
    view->cursor = frame / (0.9 * 60);
}

/* One word of a self-attention, through all its beats. */
static void ask(View *view, int frame)
{
    int first = moment_find(view->trace, MOMENT_SELF, -1, 0), word = view->trace->n / 2;
    double cursor = first + word - 1 + frame / (13.0 * 60);
    view->cursor = cursor < first + word ? cursor : moment_count(view->trace) - 1;
}

static Comparison comparison;
static BeamSearch search;

static void walk(View *view, int frame)
{
    comparison.beat = frame / (0.9 * 60);
    bool over = comparison.beat >= comparison.lockstep.count - 1;
    comparison.beat = over ? comparison.lockstep.count - 1 : comparison.beat;
    view->cursor = over ? moment_count(view->trace) - 1 : 0;
}

static void look(View *view, int frame)
{
    search.step = frame / (1.4 * 60);
    bool over = search.step >= search.steps;
    search.step = over ? search.steps : search.step;
    view->cursor = over ? moment_count(view->trace) - 1 : 0;
}

/* The model against itself: what is drawn is as much as with another one. */
static void compare(const Trace *trace, const Model *model, Arena *arena)
{
    const Trace *traces[2] = {trace, trace};
    comparison = (Comparison){.lockstep = lockstep_make(traces, arena), .problem = "not measured"};
    for (int side = 0; side < 2; side++) {
        CompareSide *own = &comparison.sides[side];
        *own = (CompareSide){.trace = trace, .model = model, .name = "model"};
        own->words = ARENA_ARRAY(arena, const char *, (size_t)trace->step_count);
        own->marked = ARENA_ARRAY(arena, bool, (size_t)trace->step_count);
        own->gaps = ARENA_ARRAY(arena, int, (size_t)trace->step_count + 1);
        for (int t = 0; t < trace->step_count; t++)
            own->words[t] = trace->steps[t].token;
    }
}

/* Returns the median. */
static double play(const char *name, View view, const Type *type, float scale, Advance *advance)
{
    int w = (int)(view.width * scale), h = (int)(view.height * scale), frames = 0;
    Canvas canvas = {malloc((size_t)w * (size_t)h * 4), w, h, w};
    Typesetter *typesetter = typesetter_create(type);
    Raster *raster = raster_create(typesetter_source(typesetter));
    DrawList list = {0};
    PixelRect damaged[64];
    static double scene[FRAMES_LIMIT], whole[FRAMES_LIMIT];
    double last = moment_count(view.trace) - 1;
    for (advance(&view, 0); view.cursor < last && frames < FRAMES_LIMIT; advance(&view, ++frames)) {
        double start = milliseconds();
        scene_window(&view, type, &list);
        scene[frames] = milliseconds() - start;
        raster_paint(raster, &list, scale, canvas, damaged, 64);
        whole[frames] = milliseconds() - start;
    }
    qsort(scene, (size_t)frames, sizeof *scene, ascending);
    qsort(whole, (size_t)frames, sizeof *whole, ascending);
    printf("%-28s %5dx%-5d %5d frames  median %6.2f ms  99 %% %6.2f ms  (scene alone %5.2f ms)\n", name, w, h, frames,
           whole[frames / 2], whole[frames * 99 / 100], scene[frames / 2]);
    drawlist_finish(&list);
    raster_destroy(raster);
    typesetter_destroy(typesetter);
    free(canvas.pixels);
    return whole[frames / 2];
}

/* To the other view and back, again and again; the first frame of each way, which looks as the one before, lays the new
 * view out. `still`: the median of a frame of the film in this run, which the ratio is to. */
static void turn(const char *name, const View views[2], const Type *type, double still)
{
    enum { TURNS = 20, WAY = 25 };
    int w = (int)views[0].width, h = (int)views[0].height, frames = 0;
    Canvas canvas = {malloc((size_t)w * (size_t)h * 4), w, h, w};
    Typesetter *typesetter = typesetter_create(type);
    Raster *raster = raster_create(typesetter_source(typesetter));
    DrawList lists[2] = {0}, list = {0};
    PixelRect damaged[64];
    static double between[TURNS * WAY], whole[TURNS * WAY];
    scene_window(&views[0], type, &lists[0]);
    for (int i = 0; i < TURNS; i++)
        for (int k = 1; k <= WAY; k++, frames++) {
            double start = milliseconds();
            int to = (i + 1) % 2;
            if (k == 1)
                scene_window(&views[to], type, &lists[to]);
            double drawn = milliseconds();
            bool moves = drawlist_between(&list, &lists[!to], &lists[to], k == 1 ? 0.0001f : (float)k / WAY);
            between[frames] = milliseconds() - drawn;
            raster_paint(raster, moves ? &list : &lists[to], 1, canvas, damaged, 64);
            whole[frames] = milliseconds() - start;
        }
    qsort(between, (size_t)frames, sizeof *between, ascending);
    qsort(whole, (size_t)frames, sizeof *whole, ascending);
    printf("%-28s %5dx%-5d %5d frames  median %6.2f ms  99 %% %6.2f ms  (between alone %5.2f ms, %.1f of the film's)\n",
           name, w, h, frames, whole[frames / 2], whole[frames * 99 / 100], between[frames / 2],
           whole[frames / 2] / still);
    for (int i = 0; i < 2; i++)
        drawlist_finish(&lists[i]);
    drawlist_finish(&list);
    raster_destroy(raster);
    typesetter_destroy(typesetter);
    free(canvas.pixels);
}

/* From the stage to the views that share numbers with it, and to arcs. */
static void turns(const char *name, View stage, const Type *type, double still, Arena *arena)
{
    stage.cursor = moment_find(stage.trace, MOMENT_SOFTMAX, stage.trace->step_count / 2, -1);
    View map = stage, arcs = stage, beside = stage, tree = stage;
    map.kind = arcs.kind = VIEW_HEATMAP, beside.kind = VIEW_COMPARE, tree.kind = VIEW_BEAM;
    arcs.heat.arcs = true;
    comparison.beat = comparison.lockstep.count - 1;
    search.step = search.steps;
    turn(arena_printf(arena, "%s, stage to map", name), (View[]){stage, map}, type, still);
    turn(arena_printf(arena, "%s, map to arcs", name), (View[]){map, arcs}, type, still);
    turn(arena_printf(arena, "%s, stage to compare", name), (View[]){stage, beside}, type, still);
    turn(arena_printf(arena, "%s, stage to beam", name), (View[]){stage, tree}, type, still);
}

/* A bar is dragged: every frame decodes the sentence again, draws it beside the model's own run and paints it.
 * `origin`: with the panel of a score beside it, the value with the most numbers in its formula. */
static void drag(const char *name, View view, const char *sentence, const Type *type, bool origin)
{
    enum { FRAMES = 200 };
    int w = (int)view.width, h = (int)view.height;
    Canvas canvas = {malloc((size_t)w * (size_t)h * 4), w, h, w};
    Typesetter *typesetter = typesetter_create(type);
    Raster *raster = raster_create(typesetter_source(typesetter));
    DrawList list = {0};
    PixelRect damaged[64];
    Changes changes = {0};
    static double decode[FRAMES], whole[FRAMES];
    Trace *trace = changes_decode(&changes, view.model, sentence, NULL);
    Trace *own = changes_decode(&changes, view.model, sentence, NULL);
    view.own = own;
    view.cursor = moment_find(trace, MOMENT_WORD, trace->step_count / 2, -1);
    if (origin) {
        view.origin.trail[0] = (Value){VALUE_SCORE, .place = trace->step_count / 2};
        view.origin.depth = 1;
    }
    for (int i = 0; i < FRAMES; i++) {
        double start = milliseconds();
        changes_weight(&changes, view.model, trace, trace->step_count / 2, 0, (float)(i % 100) / 100);
        trace_destroy(trace);
        view.trace = trace = changes_decode(&changes, view.model, sentence, NULL);
        view.cursor = view.cursor < moment_count(trace) ? view.cursor : moment_count(trace) - 1;
        decode[i] = milliseconds() - start;
        tippings_find(&view.stage.tippings, view.model, trace, trace->step_count / 2, 0);
        scene_window(&view, type, &list);
        raster_paint(raster, &list, 1, canvas, damaged, 64);
        whole[i] = milliseconds() - start;
    }
    qsort(decode, FRAMES, sizeof *decode, ascending);
    qsort(whole, FRAMES, sizeof *whole, ascending);
    printf("%-28s %5dx%-5d %5d frames  median %6.2f ms  99 %% %6.2f ms  (decode alone %5.2f ms)\n", name, w, h, FRAMES,
           whole[FRAMES / 2], whole[FRAMES * 99 / 100], decode[FRAMES / 2]);
    changes_finish(&changes);
    trace_destroy(trace);
    trace_destroy(own);
    drawlist_finish(&list);
    raster_destroy(raster);
    typesetter_destroy(typesetter);
    free(canvas.pixels);
}

enum { LARGE = 60 };

/* A map of 60 x 60: a sentence of 60 words, and 60 words that its decoder is made to say. */
static Trace *large_map(const Model *model, Error *error)
{
    Bytes sentence = {0};
    Slice forced[LARGE - 1]; /* one more step says what comes next */
    for (int j = 0; j < LARGE; j++)
        bytes_printf(&sentence, "%s%s", j ? " " : "", model->source.words[VOCAB_SPECIAL + j]);
    for (int t = 0; t < LARGE - 1; t++)
        forced[t] = slice_of(model->target.words[VOCAB_SPECIAL + t % (model->target.count - VOCAB_SPECIAL)]);
    DecodeOptions options = {.forced = forced, .forced_count = LARGE - 1, .forced_only = true};
    Trace *trace = trace_decode(model, bytes_slice(&sentence), &options, error);
    bytes_finish(&sentence);
    return trace;
}

static bool self_attention(const char *root, const Type *type, Arena *arena, Error *error)
{
    static const char *const sentences[] = {
        "the old man",
        "the old man wears this old coat near the good woman that plays the old piano near the small boy "
        "that reads the old book"};
    Model model;
    if (!model_load(path_join(arena, root, "lessons/21-many-heads/model.safetensors"), &model, error))
        return false;
    for (int i = 0; i < 2; i++) {
        Trace *trace = trace_decode(&model, slice_of(sentences[i]), NULL, error);
        View view = view_default(theme_get(THEME_LIGHT), 1440, 900);
        view.kind = VIEW_SELF_ATTENTION;
        view.look = LOOK_ONE_WORD;
        view.trace = trace;
        view.model = &model;
        view.field.text = sentences[i];
        trace->head_told = 1;
        play(arena_printf(arena, "%d words, one word asks", trace->n), view, type, 1, ask);
        trace_destroy(trace);
    }
    model_finish(&model);
    return true;
}

int main(int argc, char **argv)
{
    Error error = {0};
    Arena arena = {0};
    const char *root = argc > 1 ? argv[1] : ".";
    Type *type = type_open(path_join(&arena, root, "assets/fonts"), &error);
    Lesson *lesson = type ? lesson_load(path_join(&arena, root, "lessons/05-cat-chase-mouse"), &error) : NULL;
    Model model;
    if (!lesson || !model_load(lesson->models[0].path, &model, &error)) {
        fprintf(stderr, "scene_bench: %s\n", error_text(&error));
        return 1;
    }
    static const struct {
        const char *name, *sentence;
    } cases[] = {
        {"3 words", "cat chase mouse"},
        {"25 words", "the small cat that chased the big mouse in the garden yesterday saw the black dog and the "
                     "teacher that drew two books "
                     "on the table today"},
    };
    static const struct {
        float w, h, scale;
    } sizes[] = {{1440, 900, 1}, {1440, 810, 1920.0f / 1440}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Trace *trace = trace_decode(&model, slice_of(cases[i].sentence), NULL, &error);
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            View view = view_default(theme_get(THEME_LIGHT), sizes[k].w, sizes[k].h);
            view.trace = trace;
            view.model = &model;
            view.lesson = lesson;
            view.course.number = view.course.count = lesson->order;
            view.field.text = cases[i].sentence;
            double still = play(cases[i].name, view, type, sizes[k].scale, film);
            if (k == 0) {
                drag(arena_printf(&arena, "%s, a bar dragged", cases[i].name), view, cases[i].sentence, type, false);
                drag(arena_printf(&arena, "%s, and the panel", cases[i].name), view, cases[i].sentence, type, true);
            }
            view.kind = VIEW_HEATMAP;
            play(arena_printf(&arena, "%s, heatmap view", cases[i].name), view, type, sizes[k].scale, roam);
            compare(trace, &model, &arena);
            view.kind = VIEW_COMPARE;
            view.compare = &comparison;
            play(arena_printf(&arena, "%s, compare view", cases[i].name), view, type, sizes[k].scale, walk);
            DecodeOptions options = {.beam = BEAM_SIZES};
            Trace *tree = trace_decode(&model, slice_of(cases[i].sentence), &options, &error);
            search = (BeamSearch){.trace = tree, .shown = tree, .node = tree->beam->best, .chosen = -1};
            search.steps = beam_steps(tree->beam);
            view.kind = VIEW_BEAM;
            view.search = &search;
            play(arena_printf(&arena, "%s, beam view", cases[i].name), view, type, sizes[k].scale, look);
            view.kind = VIEW_DECODE;
            if (k == 0)
                turns(cases[i].name, view, type, still, &arena);
            trace_destroy(tree);
        }
        trace_destroy(trace);
    }
    if (!self_attention(root, type, &arena, &error)) {
        fprintf(stderr, "scene_bench: %s\n", error_text(&error));
        return 1;
    }
    Trace *large = large_map(&model, &error);
    if (!large) {
        fprintf(stderr, "scene_bench: %s\n", error_text(&error));
        return 1;
    }
    View view = view_default(theme_get(THEME_LIGHT), 1440, 900);
    view.kind = VIEW_HEATMAP;
    view.trace = large;
    view.model = &model;
    view.field.text = "";
    play("60 x 60, heatmap view", view, type, 1, roam);
    trace_destroy(large);
    model_finish(&model);
    lesson_destroy(lesson);
    type_close(type);
    arena_finish(&arena);
    return 0;
}
