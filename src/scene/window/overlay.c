/* What opens over the window: the export chooser, messages; and the note beside the pointer. */
#include "scene/kit/pan.h"
#include "scene/window/class_page.h"
#include "scene/window/course_page.h"
#include "words/common_words.h"
#include "words/course_words.h"
#include "words/opening_words.h"
#include "words/window_words.h"

#include <math.h>

static void draw_veil(const Painter *painter)
{
    const View *view = painter->view;
    Box all = {0, 0, view->width, view->height};
    Color dark = color_hex(0x0b0c10);
    drawlist_box(painter->list, all, 0, paint_fill(color_fade(dark, 0.42f)));
    kit_area(painter, all, (Target){TARGET_CLOSE, 0, 0, 0}, NULL);
}

#define BESIDE_W 454.0f /* px of a sheet whose buttons stand beside what they are of, else below it */

/* Returns its height. */
static float format_row(const Painter *painter, Box row, Word title, const ExportChoice *choices, int count)
{
    static const char *const names[EXPORT_CHOICES] = {"PNG", "SVG", "PDF", "PNG", "SVG", "PDF", "CSV", "JSON"};
    bool beside = row.w >= BESIDE_W;
    float x = beside ? row.x + 150 : row.x, y = beside ? row.y : row.y + 30;
    kit_text_at(painter, style_plain(painter->theme, TYPE_BODY, ROLE_INK), (Point){row.x, row.y + 22}, ALIGN_LEFT,
                kit_said(painter, title));
    for (int i = 0; i < count; i++) {
        Box button = {x + 74 * (float)i, y, 66, beside ? 34 : 40};
        kit_button(painter, button, names[choices[i]], (Target){TARGET_FORMAT, (int16_t)choices[i], 0, 0}, false);
    }
    return beside ? 50 : 84;
}

/* Returns its height. */
static float share_row(const Painter *painter, Box row)
{
    bool beside = row.w >= BESIDE_W;
    kit_text_at(painter, style_plain(painter->theme, TYPE_BODY, ROLE_INK), (Point){row.x, row.y + 22}, ALIGN_LEFT,
                kit_said(painter, W_SHARE_PLACE));
    for (int i = SHARE_LINK; i <= SHARE_FRAME; i++) {
        Box button = {row.x + 150 + 122 * (float)i, row.y, i == SHARE_LINK ? 114 : 166, 34};
        if (!beside)
            button = (Box){row.x + 122 * (float)i, row.y + 30, i == SHARE_LINK ? 114 : 166, 40};
        kit_button(painter, button, kit_said(painter, (Word)(W_SHARE_LINK + i)), target_at(TARGET_SHARE, i, 0, 0),
                   false);
    }
    return beside ? 50 : 84;
}

static void draw_export(const Painter *painter)
{
    bool weighs = config_weighs(&painter->view->trace->config);
    static const ExportChoice stage[] = {EXPORT_STAGE_PNG, EXPORT_STAGE_SVG, EXPORT_STAGE_PDF};
    static const ExportChoice heat[] = {EXPORT_HEATMAP_PNG, EXPORT_HEATMAP_SVG, EXPORT_HEATMAP_PDF, EXPORT_HEATMAP_CSV};
    static const ExportChoice numbers[] = {EXPORT_TRACE_JSON};
    const View *view = painter->view;
    bool beside = view->width >= 510 + 24;
    float folders = 26 + 30 * (float)view->exports.count + (view->window.in_page ? beside ? 50 : 84 : 0);
    float height = beside ? (weighs ? 250 : 204) : weighs ? 382 : 298;
    Box sheet = kit_sheet(painter, 510, height + folders, kit_said(painter, W_EXPORT_TITLE));
    Box window = {sheet.x + 16, sheet.y + 66, sheet.w - 32, sheet.h - 78};
    Pan pan = pan_begin(painter, window, (Point){0, height + folders - 78}, (Point){0, 0});
    Box row = {sheet.x + 28, pan.whole.y + 10, sheet.w - 56, 0};
    row.y += format_row(painter, row, W_STAGE_PICTURE, stage, 3);
    if (weighs)
        row.y += format_row(painter, row, W_HEATMAP_PICTURE, heat, 4);
    row.y += format_row(painter, row, W_NUMBERS, numbers, 1);
    if (view->window.in_page)
        row.y += share_row(painter, row);
    MenuOption options[EXPORT_FOLDERS];
    for (int i = 0; i < view->exports.count; i++)
        options[i] =
            (MenuOption){view->exports.folders[i], {TARGET_FOLDER, (int16_t)i, 0, 0}, i == view->exports.at, NULL};
    kit_text_at(painter, style_plain(painter->theme, TYPE_BODY, ROLE_INK), (Point){row.x, row.y + 30}, ALIGN_LEFT,
                kit_said(painter, W_EXPORT_INTO));
    Box list = {row.x, row.y + (beside ? 10 : 40), row.w, 30 * (float)view->exports.count};
    list.x += beside ? 150 : 0;
    list.w -= beside ? 150 : 0;
    kit_choice(painter, list, &(Choice){CHOICE_LIST, 0, options, view->exports.count});
    pan_end(painter, &pan);
}

#define VIEWS_W     300.0f
#define VIEWS_PITCH 40.0f

/* Those that have no tab; all, where none lacks one: the window may have grown, or its bar be gone. */
static void draw_views(const Painter *painter)
{
    MenuOption options[VIEW_KINDS];
    unsigned listed = painter->layout->listed;
    Choice views = {CHOICE_LIST, VIEWS_PITCH - 30, options, bar_views(painter->view, listed ? listed : ~0u, options)};
    float height = VIEWS_PITCH * (float)views.count;
    Box sheet = kit_sheet(painter, VIEWS_W, height + 88, kit_said(painter, W_MORE_VIEWS));
    Box window = {sheet.x + 16, sheet.y + 66, sheet.w - 32, sheet.h - 78};
    Pan pan = pan_begin(painter, window, (Point){0, height + 10}, (Point){0, 0});
    kit_choice(painter, (Box){window.x + 6, pan.whole.y + 10, window.w - 12, 0}, &views);
    pan_end(painter, &pan);
}

static void draw_message(const Painter *painter)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    TextStyle style = {FACE_SANS, TYPE_BODY, theme->button_text, 0};
    float most = view->width - 80, width = fminf(most, kit_width(painter, style, view->message.text) + 40);
    Box box = {(view->width - width) / 2, view->height - 190, width, 38};
    drawlist_box(painter->list, box, 8, paint_fill(theme->button));
    if (view->message.bad)
        drawlist_box(painter->list, (Box){box.x, box.y, 5, box.h}, 2, paint_fill(theme->fill[ROLE_OUTPUT]));
    kit_text(painter, style, box_inset(box, 18, 0), ALIGN_CENTER, view->message.text);
}

/* In front of people the pointer must be seen from the back row. */
static void draw_pointer(const Painter *painter)
{
    const View *view = painter->view;
    if (!view->window.present || view->pointer.x < 0 || view->overlay != OVERLAY_NONE)
        return;
    Color color = painter->theme->fill[ROLE_CONTEXT];
    Box ring = {view->pointer.x - 17, view->pointer.y - 17, 34, 34};
    drawlist_box(painter->list, ring, 17, paint_fill_stroke(color_fade(color, 0.16f), color, 3));
}

void overlay_draw(const Painter *painter)
{
    const View *view = painter->view;
    draw_pointer(painter);
    if (view->overlay == OVERLAY_COURSE)
        course_draw(painter);
    else if (view->overlay == OVERLAY_CLASS)
        class_draw(painter);
    else if (view->overlay != OVERLAY_NONE) {
        draw_veil(painter);
        if (painter->layout)
            painter->layout->panned = (Box){0, 0, 0, 0}; /* what is under it stays where it is */
        if (view->overlay == OVERLAY_HELP)
            keys_draw(painter);
        else if (view->overlay == OVERLAY_WORDS)
            words_draw(painter,
                       kit_sheet(painter, 692, 560, kit_said(painter, view->words.terms ? W_TERMS : W_WORDS_TITLE)));
        else if (view->overlay == OVERLAY_VIEWS)
            draw_views(painter);
        else
            draw_export(painter);
    }
    if (view->message.text)
        draw_message(painter);
}

/* The note stands beside the pointer, or under what has the focus. */
static bool hint_by_focus(const View *view)
{
    return view->hover.kind == TARGET_NONE || (view->hover.kind > TARGET_LIVE && view->hover.kind != TARGET_CONTROL);
}

Target hint_target(const View *view)
{
    if (view->overlay != OVERLAY_NONE || view->stage.dragged.kind != TARGET_NONE)
        return (Target){0};
    if (!hint_by_focus(view))
        return view->hover;
    return view->pointer.x >= 0 ? (Target){0} : view->focus; /* what was dragged keeps the focus, but no note stays */
}

/* It covers nothing of what it is about, unless that is tall. */
void hint_draw(const Painter *painter, const char *text)
{
    const View *view = painter->view;
    bool by_focus = hint_by_focus(view);
    const DrawCommand *mark =
        by_focus ? drawlist_marked(painter->list, view->focus) : drawlist_mark_at(painter->list, view->pointer);
    if (!text || (by_focus && !mark))
        return;
    bool all = mark && (by_focus || mark->bounds.h < view->height * 0.35f);
    Box about = all ? mark->bounds : (Box){view->pointer.x, view->pointer.y, 0, 0};
    kit_tooltip(painter, by_focus ? about.x : view->pointer.x, about, text);
}
