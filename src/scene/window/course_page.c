#include "scene/window/course_page.h"

#include "lesson/exam_results.h"
#include "scene/window/class_page.h"
#include "words/app_words.h"
#include "words/common_words.h"
#include "words/window_words.h"

#include <math.h>

enum { MARGIN = WHOLE_MARGIN, HEAD = 76, FOOT = 20, GAP = 12, GAP_LEAST = 5, OWN_HEAD = 46, CLASS_W = 150 };
enum {
    TILE_W_LEAST = 250,
    TILE_H_MOST = 160,
    TILE_H_LEAST = 46,
    OWN_H_LEAST = 84,
    GROUPED_LEAST = 96,
    GROUP_H = 16,
    PATH_H = 56,
    PATHS_GAP = 8, /* below them, besides that of all rows */
    DAY_W = 28,
    NAME_LEAST = 110, /* of a path's name */
    THUMB_MOST = 140
};

static int count_columns(const View *view)
{
    int columns = (int)((view->width - 2 * MARGIN + GAP) / (TILE_W_LEAST + GAP));
    return columns < 1 ? 1 : columns > 4 ? 4 : columns;
}

/* Cells as in the heatmap or the vectors, small. */
static void draw_thumb(const Painter *painter, const CourseEntry *entry, Box box)
{
    const Theme *theme = painter->theme;
    drawlist_box(painter->list, box, 6, paint_fill_stroke(theme->paper, theme->hairline, 1));
    if (!entry->values)
        return;
    Box in = box_inset(box, 6, 6);
    float cell = fminf(in.w / (float)entry->cols, in.h / (float)entry->rows), gap = cell >= 8   ? 1.2f
                                                                                    : cell >= 4 ? 0.6f
                                                                                                : 0;
    float w = entry->weights ? cell : in.w / (float)entry->cols, h = entry->weights ? cell : in.h / (float)entry->rows;
    in.x += (in.w - w * (float)entry->cols) / 2;
    in.y += (in.h - h * (float)entry->rows) / 2;
    float extent = values_extent(entry->values, entry->rows * entry->cols);
    for (int r = 0; r < entry->rows; r++)
        for (int c = 0; c < entry->cols; c++) {
            float value = entry->values[r * entry->cols + c];
            if (entry->weights && value == COURSE_NOTHING)
                continue;
            Box place = {in.x + w * (float)c, in.y + h * (float)r, w, h};
            Color color =
                entry->weights ? color_weight(theme, painter->view->map, value) : color_signed(theme, value, extent);
            drawlist_box(painter->list, box_inset(place, gap / 2, gap / 2), gap > 1 ? 1.5f : 0, paint_fill(color));
        }
}

/* A line, and as a bar how many cards are done. */
static void draw_done(const Painter *painter, const char *text, int done, int cards, Box box)
{
    const Theme *theme = painter->theme;
    kit_text(painter, style_plain(theme, TYPE_TINY, ROLE_MUTED), (Box){box.x, box.y, box.w, 14}, ALIGN_LEFT, text);
    Box bar = {box.x, box.y + 19, box.w, 4};
    drawlist_box(painter->list, bar, 2, kit_well(theme));
    if (cards > 0 && done > 0) {
        bar.w *= fminf(1, (float)done / (float)cards);
        drawlist_box(painter->list, bar, 2, paint_fill(theme->fill[ROLE_ENCODER]));
    }
}

/* "3 of 7 cards · 14 min", and the same as a bar. */
static void draw_progress(const Painter *painter, const CourseEntry *entry, Box box)
{
    Arena *arena = &painter->list->arena;
    const char *text = entry->broken ? kit_said(painter, W_CANNOT_BE_READ)
                                     : arena_printf(arena, kit_said(painter, W_CARDS_AND_MINUTES), entry->done,
                                                    entry->cards, entry->minutes);
    draw_done(painter, text, entry->done, entry->cards, box);
}

static void draw_ground(const Painter *painter, Box box, Target target, bool current)
{
    const Theme *theme = painter->theme;
    Color outline = current                        ? theme->fill[ROLE_CONTEXT]
                    : kit_pointed(painter, target) ? theme->text[ROLE_MUTED]
                                                   : theme->hairline;
    Color fill = current ? theme->tint[ROLE_CONTEXT] : theme->panel;
    drawlist_box(painter->list, box, 8, paint_fill_stroke(fill, outline, 1.5f));
}

static void draw_tile(const Painter *painter, int index, Box box)
{
    const Theme *theme = painter->theme;
    const View *view = painter->view;
    const CourseEntry *entry = &view->course.page->entries[index];
    Target target = {TARGET_LESSON, (int16_t)index, 0, 0};
    draw_ground(painter, box, target, entry->current && !view->course.path);
    float side = fminf(THUMB_MOST, box.h - 16);
    draw_thumb(painter, entry, (Box){box.x + 8, box.y + (box.h - side) / 2, side, side});
    Box text = {box.x + side + 22, box.y + 8, box.w - side - 34, box.h - 16};
    TextStyle style = style_bold(theme, TYPE_BODY, ROLE_INK);
    const char *title = entry->title[view->language];
    if (index < view->course.page->shipped)
        title = arena_printf(&painter->list->arena, "%d · %s", entry->order, title);
    Paragraph lines = {style, {text.x, 0}, text.w, 19, box.h >= 128 ? 3 : box.h >= 84 ? 2 : 1, true};
    float group = entry->group != GROUP_NONE && box.h >= GROUPED_LEAST ? GROUP_H : 0;
    float high = 19 * (float)kit_paragraph_lines(painter, &lines, title) + 28 + group, y = box.y + (box.h - high) / 2;
    if (group > 0)
        kit_text(painter, style_bold(theme, TYPE_TINY, ROLE_CONTEXT), (Box){text.x, y - 3, text.w, GROUP_H}, ALIGN_LEFT,
                 kit_said(painter, (Word)(W_GROUP_BEFORE + entry->group - GROUP_BEFORE)));
    y += group;
    lines.at.y = y + 15;
    y += kit_paragraph(painter, &lines, title);
    draw_progress(painter, entry, (Box){text.x, y + 4, text.w, 24});
    kit_press(painter, box, 8, target, title);
}

static void draw_head(const Painter *painter, Box box, float title)
{
    const View *view = painter->view;
    const Course *course = view->course.page;
    int cards = 0, done = 0;
    for (int i = 0; i < course->shipped; i++) {
        cards += course->entries[i].cards;
        done += course->entries[i].done;
    }
    const ExamResults *results = view->course.results;
    Arena *arena = &painter->list->arena;
    const char *text =
        results ? arena_printf(arena, kit_said(painter, W_RESULTS_HERE), results->count)
                : arena_printf(arena, kit_said(painter, W_LESSONS_OF_CARDS_DONE), course->shipped, done, cards);
    Box button = {box.x + box.w - 28 - 16 - CLASS_W, box.y + 20, CLASS_W, 32};
    TextStyle style = style_plain(painter->theme, TYPE_BODY, ROLE_MUTED);
    if (box.x + title + 24 + kit_width(painter, style, text) < button.x - 12)
        kit_text_at(painter, style, (Point){box.x + title + 24, box.y + 44}, ALIGN_LEFT, text);
    if (results) /* the teacher's page of them, in the place of pairs to be typed */
        kit_button(painter, button, kit_said(painter, W_RESULTS_SAVE), target_at(TARGET_EXAM, EXAM_CLASS, 0, 0), true);
    else
        kit_button(painter, button, kit_said(painter, W_CLASS_TITLE), (Target){TARGET_CLASS, CLASS_OPEN, 0, 0}, false);
}

/* ---- the paths ---- */

static float paths_height(const View *view)
{
    return !view->course.page->paths ? 0 : (PATH_H + GAP) * (window_narrow(view) ? 2 : 1) + PATHS_GAP;
}

/* The days of a path, each with the way to its first card, at the right of the box; returns where they begin. */
static float draw_days(const Painter *painter, const CoursePath *path, Box box)
{
    Arena *arena = &painter->list->arena;
    int days = path->stops[path->count - 1].day, count;
    TextStyle style = style_plain(painter->theme, TYPE_TINY, ROLE_MUTED);
    float x = box.x + box.w - (DAY_W + 4) * (float)days;
    for (int day = 1; day <= days; day++) {
        Box button = {x + (DAY_W + 4) * (float)(day - 1), box.y + (box.h - DAY_W) / 2, DAY_W, DAY_W};
        Target target = target_at(TARGET_PATH, (int)path->kind, path_day(path, day, &count), 0);
        draw_ground(painter, button, target, false);
        kit_text(painter, style_bold(painter->theme, TYPE_SMALL, ROLE_INK), button, ALIGN_CENTER,
                 arena_printf(arena, "%d", day));
        if (day > 1) /* the first is the path's beginning, as all of its entry is */
            kit_press(painter, button, 8, target, arena_printf(arena, kit_said(painter, W_PATH_DAY), day));
    }
    const char *text = kit_said(painter, W_PATH_DAYS);
    float width = kit_width(painter, style, text) + 8;
    if (x - width - box.x < NAME_LEAST)
        return x;
    kit_text(painter, style, (Box){x - width, box.y, width - 8, box.h}, ALIGN_RIGHT, text);
    return x - width;
}

static void draw_path(const Painter *painter, PathKind kind, Box box)
{
    const View *view = painter->view;
    const Course *course = view->course.page;
    const CoursePath *path = &course->paths[kind];
    Target target = target_at(TARGET_PATH, (int)kind, 0, 0);
    if (path->count == 0)
        return;
    const char *name = kit_said(painter, (Word)(W_PATH_45 + (Word)kind - PATH_45));
    draw_ground(painter, box, target, view->course.path && view->course.path->kind == kind);
    kit_press(painter, box, 8, target, name);
    Box text = {box.x + 14, box.y + 6, box.w - 28, box.h - 12};
    if (path->stops[path->count - 1].day > 1)
        text.w = draw_days(painter, path, (Box){text.x, box.y, text.w + 4, box.h}) - text.x - 14;
    kit_text(painter, style_bold(painter->theme, TYPE_BODY, ROLE_INK), (Box){text.x, text.y, text.w, 20}, ALIGN_LEFT,
             name);
    draw_done(
        painter,
        arena_printf(&painter->list->arena, kit_said(painter, W_PATH_DONE), course->paths_done[kind], path->count),
        course->paths_done[kind], path->count, (Box){text.x, text.y + 20, text.w, 24});
}

/* Side by side, a week twice as wide; where there is no room for it, below the others. */
static void draw_paths(const Painter *painter, float y)
{
    bool narrow = window_narrow(painter->view);
    float all = painter->view->width - 2 * MARGIN, part = (all - GAP) / (narrow ? 2 : 4);
    float w = narrow ? part : part - GAP / 2.0f;
    draw_path(painter, PATH_45, (Box){MARGIN, y, w, PATH_H});
    draw_path(painter, PATH_90, (Box){MARGIN + w + GAP, y, w, PATH_H});
    if (narrow)
        draw_path(painter, PATH_WEEK, (Box){MARGIN, y + PATH_H + GAP, all, PATH_H});
    else
        draw_path(painter, PATH_WEEK, (Box){MARGIN + 2 * (w + GAP), y, all - 2 * (w + GAP), PATH_H});
}

/* ---- the lessons ---- */

static int rows_of(int count, int columns)
{
    return (count + columns - 1) / columns;
}

/* Where a lesson stands among the rows of all; the person's own begin a row. */
static int row_of(const Course *course, int columns, int index)
{
    int own = index - course->shipped;
    return own < 0 ? index / columns : rows_of(course->shipped, columns) + own / columns;
}

int course_neighbour(const Course *course, int columns, int at, int across, int down)
{
    int row = row_of(course, columns, at) + down, best = at;
    int column = (at < course->shipped ? at : at - course->shipped) % columns;
    if (down == 0)
        return at + across >= 0 && at + across < course->count ? at + across : at;
    for (int i = 0; i < course->count; i++) { /* the last one of a row that is not as long */
        int first = i < course->shipped ? i : i - course->shipped;
        if (row_of(course, columns, i) == row && first % columns <= column)
            best = i;
    }
    return best;
}

static void draw_own_head(const Painter *painter, float y)
{
    TextStyle style = style_bold(painter->theme, TYPE_LARGE, ROLE_INK);
    kit_text_at(painter, style, (Point){MARGIN, y + 28}, ALIGN_LEFT, kit_said(painter, W_YOUR_OWN_LESSONS));
}

/* The course alone is squeezed into the page as long as its tiles can be read; with more than that it scrolls. */
static void draw_lessons(const Painter *painter, Box sight)
{
    const View *view = painter->view;
    const Course *course = view->course.page;
    int columns = count_columns(view), own = course->count - course->shipped;
    int rows = rows_of(course->shipped, columns), all = rows + rows_of(own, columns);
    float head = own > 0 ? OWN_HEAD : 0, paths = paths_height(view), room = sight.h - FOOT - head - paths;
    float w = (view->width - 2 * MARGIN - GAP * (float)(columns - 1)) / (float)columns;
    bool scrolls = own > 0 || window_lying(view) || columns == 1; /* there titles are whole */
    float least = scrolls ? OWN_H_LEAST : TILE_H_LEAST;
    float row = room / fmaxf(1, (float)all), gap = own > 0 ? GAP : fminf(GAP, fmaxf(GAP_LEAST, row - least));
    float h = fminf(TILE_H_MOST, fmaxf(least, row - gap));
    float most = fmaxf(0, (h + gap) * (float)all - room), scroll = fminf(fmaxf(view->course.scroll, 0), most);
    if (painter->layout) {
        painter->layout->columns = columns;
        painter->layout->course = (Box){sight.x, sight.y, sight.w, sight.h - FOOT};
        painter->layout->course_scroll = most;
    }
    /* with the rings of the first row */
    drawlist_clip(painter->list, (Box){sight.x, sight.y - 4, sight.w, sight.h + 4});
    if (paths > 0)
        draw_paths(painter, sight.y - scroll);
    sight.y += paths;
    if (own > 0)
        draw_own_head(painter, sight.y + (h + gap) * (float)rows - scroll);
    for (int i = 0; i < course->count; i++) {
        bool mine = i >= course->shipped;
        int column = (mine ? i - course->shipped : i) % columns;
        float y = sight.y + (h + gap) * (float)row_of(course, columns, i) + (mine ? head : 0) - scroll;
        draw_tile(painter, i, (Box){MARGIN + (w + GAP) * (float)column, y, w, h});
    }
    drawlist_unclip(painter->list);
}

void course_draw(const Painter *painter)
{
    const View *view = painter->view;
    float title = whole_page_draw(painter, W_THE_COURSE);
    if (!view->course.page)
        return;
    draw_head(painter, (Box){MARGIN, 0, view->width - 2 * MARGIN, HEAD}, title);
    draw_lessons(painter, (Box){0, HEAD, view->width, view->height - HEAD});
}
