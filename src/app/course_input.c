/* The course page: made when it is first opened, kept until the program ends. */
#include "app/course_input.h"
#include "app/open.h"
#include "app/path_input.h"
#include "app/typing.h"
#include "base/arrival.h"
#include "lesson/lesson_list.h"
#include "scene/window/course_page.h"

#include <math.h>
#include <stdlib.h>

struct CoursePage {
    Arena arena;
    Course course;
    CourseEntry *entries;
    const char ***titles; /* [lessons][cards]: what progress knows the cards by */
    const char **awaited; /* [lessons]: the model of a picture that is still to come; NULL: there is none */
};

enum { STATE_ROWS = 8, HEADS_MOST = 4 };

/* The self-attention of a sentence: the heads side by side, an empty column between them. */
static void take_heads(const Trace *trace, CourseEntry *entry, Arena *arena)
{
    int n = trace->n, heads = trace->config.heads < HEADS_MOST ? trace->config.heads : HEADS_MOST, wide = n + 1;
    entry->rows = n;
    entry->cols = heads * wide - 1;
    float *values = ARENA_ARRAY(arena, float, (size_t)entry->rows *(size_t)entry->cols);
    for (int r = 0; r < n; r++)
        for (int c = 0; c < entry->cols; c++) {
            bool cell = c % wide < n;
            values[r * entry->cols + c] =
                cell ? trace_self(trace)->weights[(c / wide * n + r) * n + c % wide] : COURSE_NOTHING;
        }
    entry->values = values;
}

/* The weights of the lesson's first sentence, or some of its encoder's states: numbers of the model, as everywhere. */
static void take_weights(const Trace *trace, CourseEntry *entry, Arena *arena)
{
    int n = trace->n, D = config_annotation(&trace->config);
    entry->cols = n;
    entry->rows = entry->weights ? trace->step_count : D < STATE_ROWS ? D : STATE_ROWS;
    float *values = ARENA_ARRAY(arena, float, (size_t)entry->rows *(size_t)entry->cols);
    for (int r = 0; r < entry->rows; r++)
        for (int j = 0; j < n; j++)
            values[r * n + j] =
                entry->weights ? trace->steps[r].step.weights[j] : trace->encoding.annotations[j * D + r];
    entry->values = values;
}

/* False: the model is still to come, and is not asked for: many are, in the order in which somebody wants them. */
static bool take_picture(const Lesson *lesson, CourseEntry *entry, Arena *arena)
{
    Model model;
    Error error = {0};
    if (file_arrival(lesson->models[0].path) != FILE_IS_THERE)
        return false;
    if (!model_load(lesson->models[0].path, &model, &error))
        return true;
    Trace *trace = trace_decode(&model, slice_of(lesson->sentence), NULL, &error);
    if (trace) {
        entry->weights = config_weighs(&model.config);
        (config_looks_inside(&model.config) ? take_heads : take_weights)(trace, entry, arena);
    }
    trace_destroy(trace);
    model_finish(&model);
    return true;
}

static const char **card_titles(const Lesson *lesson, Arena *arena)
{
    const char **titles = ARENA_ARRAY(arena, const char *, (size_t)lesson->card_count);
    for (int i = 0; i < lesson->card_count; i++) {
        const char *title = lesson->cards[i].title[LANGUAGE_ENGLISH];
        titles[i] = arena_string(arena, title);
    }
    return titles;
}

static void read_entry(const char *folder, struct CoursePage *page, int i)
{
    CourseEntry *entry = &page->entries[i];
    Arena *arena = &page->arena;
    Error error = {0};
    Lesson *lesson = lesson_load(folder, &error);
    entry->folder = arena_string(arena, folder);
    entry->broken = !lesson;
    for (int language = 0; language < LESSON_LANGUAGES; language++) {
        const char *title = lesson ? lesson->title[language] : path_name(folder);
        entry->title[language] = arena_string(arena, title);
    }
    if (!lesson)
        return;
    entry->order = lesson->order;
    entry->group = lesson->group;
    entry->minutes = lesson->minutes;
    entry->cards = lesson->card_count;
    page->titles[i] = card_titles(lesson, arena);
    if (!take_picture(lesson, entry, arena))
        page->awaited[i] = arena_string(arena, lesson->models[0].path);
    lesson_destroy(lesson);
}

/* By group, within it by number. Lessons without a group come first. */
static void sort_course(struct CoursePage *page)
{
    for (int i = 1; i < page->course.shipped; i++) { /* each to its place among those before it */
        CourseEntry entry = page->entries[i];
        const char **titles = page->titles[i];
        const char *awaited = page->awaited[i];
        int at = i;
        for (; at > 0 && page->entries[at - 1].group > entry.group; at--) {
            page->entries[at] = page->entries[at - 1];
            page->titles[at] = page->titles[at - 1];
            page->awaited[at] = page->awaited[at - 1];
        }
        page->entries[at] = entry;
        page->titles[at] = titles;
        page->awaited[at] = awaited;
    }
}

static struct CoursePage *make_page(App *app)
{
    struct CoursePage *page = heap_alloc(1, sizeof *page);
    LessonList list = lesson_list(app->options.lessons, &page->arena, NULL), own = lesson_list_own(&page->arena);
    int count = list.count + own.count;
    page->entries = ARENA_ARRAY(&page->arena, CourseEntry, (size_t)count + 1);
    page->titles = ARENA_ARRAY(&page->arena, const char **, (size_t)count + 1);
    page->awaited = ARENA_ARRAY(&page->arena, const char *, (size_t)count + 1);
    page->course = (Course){.entries = page->entries, .count = count, .shipped = list.count};
    for (int i = 0; i < count; i++)
        read_entry(i < list.count ? list.folders[i] : own.folders[i - list.count], page, i);
    sort_course(page);
    return page;
}

void course_update(App *app)
{
    struct CoursePage *page = app->course;
    for (int i = 0; course_is_open(app) && i < page->course.count; i++) {
        Error error = {0};
        bool come = page->awaited[i] && file_arrival(page->awaited[i]) == FILE_IS_THERE;
        Lesson *lesson = come ? lesson_load(page->entries[i].folder, &error) : NULL;
        if (!lesson)
            continue;
        (void)take_picture(lesson, &page->entries[i], &page->arena);
        page->awaited[i] = NULL;
        app->dirty = true;
        lesson_destroy(lesson);
    }
}

static bool is_open(const App *app, const CourseEntry *entry)
{
    return file_same(entry->folder, app->open.lesson->folder);
}

static int count_done(const App *app, const CourseEntry *entry, const char *const *titles)
{
    int done = 0;
    for (int i = 0; i < entry->cards; i++)
        done += progress_done(&app->progress.all, path_name(entry->folder), i, titles[i]);
    return done;
}

/* The cards of a path stand by the numbers of their lessons. */
static int count_path_done(const App *app, const CoursePath *path)
{
    int done = 0;
    for (int k = 0; k < path->count; k++)
        for (int i = 0; i < app->course->course.shipped; i++) {
            const CourseEntry *entry = &app->course->entries[i];
            int card = path->stops[k].card - 1;
            if (entry->order == path->stops[k].lesson && card < entry->cards)
                done += progress_done(&app->progress.all, path_name(entry->folder), card, app->course->titles[i][card]);
        }
    return done;
}

/* A damaged table is told; the lessons are there all the same. */
static void take_paths(App *app)
{
    Error error = {0};
    Course *course = &app->course->course;
    course->paths = app_paths(app, &error);
    bool any = false;
    for (int kind = PATH_NONE + 1; course->paths && kind < PATH_KINDS; kind++) {
        course->paths_done[kind] = count_path_done(app, &course->paths[kind]);
        any = any || course->paths[kind].count > 0;
    }
    if (!course->paths)
        app_fail(app, &error);
    if (!any)
        course->paths = NULL;
}

void course_reveal(App *app)
{
    app_lay_out(app);
    const DrawCommand *mark = drawlist_marked(&app->list, app->view.focus);
    Box sight = app->layout.course;
    if (!mark || (app->view.focus.kind != TARGET_LESSON && app->view.focus.kind != TARGET_PATH))
        return;
    float below = mark->bounds.y + mark->bounds.h - sight.y - sight.h, above = sight.y - mark->bounds.y;
    app->view.course.scroll += below > 0 ? below : above > 0 ? -above : 0;
}

static void open_page(App *app)
{
    if (!app->course)
        app->course = make_page(app);
    app->view.course.page = &app->course->course;
    app->view.overlay = OVERLAY_COURSE;
    app->view.focus = app->view.hover = (Target){0};
    app->view.play.on = false;
    typing_end(app);
    take_paths(app);
    for (int i = 0; i < app->course->course.count; i++) {
        CourseEntry *entry = &app->course->entries[i];
        entry->current = is_open(app, entry);
        entry->done = count_done(app, entry, app->course->titles[i]);
        if (entry->current)
            app->view.focus = (Target){TARGET_LESSON, (int16_t)i, 0, 0};
    }
    app->view.course.scroll = 0;
    course_reveal(app);
}

void course_press(App *app, Target target)
{
    int index = target.a;
    if (target.kind == TARGET_COURSE) {
        open_page(app);
        return;
    }
    if (!app->course || index < 0 || index >= app->course->course.count)
        return;
    const CourseEntry *entry = &app->course->entries[index];
    app->view.overlay = OVERLAY_NONE;
    path_leave(app, false);
    app->view.focus = (Target){0};
    if (!is_open(app, entry))
        (void)app_visit_lesson(app, entry->folder);
}

/* The one behind the lesson that is open; false where it is the last, or none of the course. */
bool app_next_lesson(App *app)
{
    LessonList list = lesson_list(app->options.lessons, &app->scratch, NULL);
    for (int i = 0; i + 1 < list.count; i++) {
        if (!file_same(list.folders[i], app->open.lesson->folder))
            continue;
        (void)app_visit_lesson(app, list.folders[i + 1]);
        return true;
    }
    return false;
}

/* Arrows go from lesson to lesson. */
void course_move(App *app, int key)
{
    static const int across[] = {-1, 1, 0, 0}, down[] = {0, 0, -1, 1}; /* left, right, up, down */
    bool on = app->view.focus.kind == TARGET_LESSON;
    int columns = app_layout(app)->columns, to = 0;
    if (on)
        to = course_neighbour(app->view.course.page, columns, app->view.focus.a, across[key - KEY_LEFT],
                              down[key - KEY_LEFT]);
    app->view.focus = (Target){TARGET_LESSON, (int16_t)to, 0, 0};
    course_reveal(app);
}

void course_wheel(App *app, float lines)
{
    float most = app_layout(app)->course_scroll, scroll = app->view.course.scroll - lines * 40;
    app->view.course.scroll = fminf(fmaxf(scroll, 0), most);
}

bool course_is_open(const App *app)
{
    return app->view.overlay == OVERLAY_COURSE;
}

void app_close_course(App *app)
{
    if (!app->course)
        return;
    arena_finish(&app->course->arena);
    free(app->course);
    app->course = NULL;
    app->view.course.page = NULL;
}
