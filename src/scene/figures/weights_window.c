#include "scene/figures/weights_window.h"

#include "scene/figures/weights_panels.h"
#include "scene/figures/weights_row.h"
#include "scene/kit/widget.h"
#include "words/common_words.h"
#include "words/course_words.h"
#include "words/explain_words.h"
#include "words/window_words.h"

#include <math.h>
#include <string.h>

#define BAR_H    56.0f
#define TABS_H   40.0f
#define TAB_MOST 240.0f /* px of the name of an array */
#define MARGIN   24.0f

/* ---- around it ---- */

/* Esc gives the rows back first. */
static const char *all_heads(const WeightsWindow *view, Arena *arena)
{
    const char *name = said(view->language, W_ALL_HEADS), *esc = strstr(name, "  ");
    return esc && weights_row(view) ? arena_printf(arena, "%.*s", (int)(esc - name), name) : name;
}

static float button(const WeightsWindow *view, DrawList *list, float right, WeightsButton which, const char *name,
                    bool on)
{
    const Theme *theme = view->theme;
    Target target = {TARGET_CONTROL, (int16_t)which, 0, 0};
    TextStyle style = {FACE_SANS, 15, theme->text[on ? ROLE_QUERY : ROLE_INK], 0};
    float w = text_width(list->type, style, slice_of(name)) + 28;
    Box box = {right - w, (BAR_H - 36) / 2, w, 36};
    bool lit = target_equal(view->hover, target) || target_equal(view->focus, target);
    if (lit || on)
        drawlist_box(list, box, 8, paint_fill(on ? theme->tint[ROLE_QUERY] : theme->faint));
    if (target_equal(view->focus, target))
        drawlist_box(list, box, 8, kit_ring(theme));
    drawlist_text(list, style, box, ALIGN_CENTER, slice_of(name));
    drawlist_mark(list, box, target, true, name);
    return box.x - 6;
}

static char *tab_name(const WeightsWindow *view, int i, DrawList *list)
{
    TextStyle style = {FACE_SANS_BOLD, TYPE_BODY, view->theme->text[ROLE_INK], 0};
    Slice shown = drawlist_shorten(list, style, slice_of(weights_array_name(view, i)), TAB_MOST);
    return arena_copy(&list->arena, shown.text, shown.length);
}

static Option tab_of(const WeightsWindow *view, int i, const char *format, DrawList *list)
{
    return (Option){.text = arena_printf(&list->arena, format, tab_name(view, i, list)),
                    .target = target_at(TARGET_CONTROL, WEIGHTS_ARRAY, i, 0),
                    .on = i == view->tab};
}

/* From `first` on, as many as fit; the arrays before and behind them are gone to one by one. True: the open
 * one is there. */
static bool list_tabs(const WeightsWindow *view, const Painter *painter, int first, float room, Choice *tabs)
{
    DrawList *list = painter->list;
    int count = view->tab_count;
    Option *options = ARENA_ARRAY(&list->arena, Option, (size_t)count + 2);
    bool open = false;
    *tabs = (Choice){CHOICE_TABS, 6, options, 0};
    if (first > 0)
        options[tabs->count++] = tab_of(view, first - 1, "‹ %s", list);
    for (int i = first; i < count; i++) {
        options[tabs->count++] = tab_of(view, i, "%s", list);
        bool more = i + 1 < count;
        if (more)
            options[tabs->count] = tab_of(view, i + 1, "%s ›", list);
        tabs->count += more;
        if (kit_choice_width(painter, tabs) > room && i > first) {
            options[tabs->count - more - 1] = tab_of(view, i, "%s ›", list);
            tabs->count -= more;
            break;
        }
        tabs->count -= more;
        open |= options[tabs->count - 1].on;
    }
    return open;
}

static void draw_tabs(const WeightsWindow *view, DrawList *list)
{
    View seen = view_default(view->theme, view->width, view->height);
    seen.language = view->language, seen.hover = view->hover, seen.focus = view->focus;
    Painter painter = {.view = &seen, .theme = view->theme, .list = list};
    Box box = {0, BAR_H, view->width, TABS_H};
    Choice tabs;
    drawlist_box(list, box, 0, paint_fill(view->theme->panel));
    drawlist_box(list, (Box){0, box.y + box.h - 1, box.w, 1}, 0, paint_fill(view->theme->hairline));
    box = (Box){MARGIN - 8, box.y, box.w - 2 * MARGIN + 16, box.h};
    for (int first = 0; !list_tabs(view, &painter, first, box.w, &tabs) && first + 1 < view->tab_count;)
        first++;
    kit_choice(&painter, box, &tabs);
}

static void draw_bar(const WeightsWindow *view, DrawList *list)
{
    const Theme *theme = view->theme;
    const MatrixStack *stack = view->stack;
    Language language = view->language;
    int count = stack->layers * stack->heads;
    drawlist_box(list, (Box){0, 0, view->width, BAR_H}, 0, paint_fill(theme->panel));
    drawlist_box(list, (Box){0, BAR_H - 1, view->width, 1}, 0, paint_fill(theme->hairline));
    bool dark = theme->kind == THEME_DARK;
    float right = button(view, list, view->width - 12, WEIGHTS_THEME, said(language, dark ? W_LIGHT : W_DARK), false);
    right = button(view, list, right, WEIGHTS_LANGUAGE, language == LANGUAGE_ENGLISH ? "中文" : "English", false);
    right = button(view, list, right, WEIGHTS_EXPORT, said(language, W_EXPORT), false);
    if (view->difference || weights_window_compares(view))
        right = button(view, list, right, WEIGHTS_DIFFERENCE, said(language, W_DIFFERENCE_D), view->difference != NULL);
    if (view->matrix >= 0)
        right = button(view, list, right, WEIGHTS_ARCS, said(language, W_ARCS_O), view->arcs);
    if (view->matrix >= 0 && count > 1)
        right = button(view, list, right, WEIGHTS_ALL, all_heads(view, &list->arena), false);
    if (view->over)
        right = button(view, list, right, WEIGHTS_BACK, said(language, W_BACK_TO_THE_LESSON), false);
    const char *size = view->matrix >= 0 && count > 1
                           ? figure_matrix_name(stack, view->matrix, language, &list->arena)
                           : arena_printf(&list->arena, said(language, W_WEIGHTS_SIZE), stack->layers, stack->heads,
                                          stack->rows, stack->columns);
    const char *name =
        view->names[1] ? arena_printf(&list->arena, "%s, %s", view->names[0], view->names[1]) : view->names[0];
    Box left = {MARGIN, 0, fmaxf(0, right - MARGIN - 12), BAR_H};
    TextStyle bold = {FACE_SANS_BOLD, 17, theme->text[ROLE_INK], 0},
              plain = {FACE_SANS, 15, theme->text[ROLE_MUTED], 0};
    float taken = drawlist_text(list, bold, left, ALIGN_LEFT, slice_of(name)) + 16;
    bool one_size = !view->names[1] || view->matrix >= 0 || weights_window_compares(view);
    if (taken < left.w && one_size)
        drawlist_text(list, plain, (Box){left.x + taken, 0, left.w - taken, BAR_H}, ALIGN_LEFT, slice_of(size));
}

/* What can be done, as many sentences of it as there is room for. */
static const char *hint(const WeightsWindow *view, DrawList *list, TextStyle style, float room)
{
    Language language = view->language;
    bool one = view->matrix >= 0;
    const char *sentences[] = {
        said(language, !one         ? W_WEIGHTS_HINT_ALL
                       : view->arcs ? W_WEIGHTS_HINT_ARCS
                                    : W_WEIGHTS_HINT_ONE),
        view->tab_count > 1 ? said(language, W_WEIGHTS_HINT_ARRAYS) : NULL,
        one && view->stack->layers * view->stack->heads > 1 ? said(language, W_WEIGHTS_HINT_HEADS) : NULL,
        weights_window_compares(view) ? said(language, W_WEIGHTS_HINT_DIFFERENCE) : NULL,
        said(language, W_WEIGHTS_HINT_NO_MODEL)};
    const char *text = sentences[0];
    for (size_t i = 1; i < sizeof sentences / sizeof *sentences; i++) {
        if (!sentences[i])
            continue;
        const char *longer = arena_printf(&list->arena, "%s%s%s", text, said(language, W_PIECE_GAP), sentences[i]);
        text = text_width(list->type, style, slice_of(longer)) <= room ? longer : text;
    }
    return text;
}

/* Under the row: what is pointed at, or what can be done. */
static void draw_foot(const WeightsWindow *view, DrawList *list, Box line)
{
    bool sign =
        view->hover.kind == TARGET_CONTROL && view->hover.a >= WEIGHTS_WORD_BACK && view->hover.a <= WEIGHTS_WORD_ON;
    bool map =
        view->hover.kind == TARGET_HEAT && view->matrix < 0 && weights_row(view) > 0; /* the line above names it */
    const DrawCommand *button_on = sign ? drawlist_marked(list, view->hover) : NULL;
    const char *text = view->message ? view->message
                       : button_on   ? button_on->mark.name
                       : map         ? NULL
                                     : weights_panels_told(view, list);
    text = text ? text : weights_panels_unlike(view, &list->arena);
    TextStyle style = {FACE_SANS, 15, view->theme->text[text ? ROLE_INK : ROLE_MUTED], 0};
    text = text ? text : hint(view, list, style, line.w);
    drawlist_text(list, style, line, ALIGN_LEFT, slice_of(text));
}

/* A map of the second file is that of the same head in the stack. */
static Target in_stack(const WeightsWindow *view, Target target)
{
    if (target.kind != TARGET_HEAT || view->matrix >= 0)
        return target;
    int matrix = weights_window_matrix(view, target);
    return matrix >= 0 ? target_at(TARGET_HEAT, target.a, target.b, matrix) : (Target){0};
}

float weights_window(const WeightsWindow *view, const Type *type, DrawList *figures, DrawList *list)
{
    bool tabs = view->tab_count > 1;
    float top = BAR_H + (tabs ? TABS_H : 0);
    Box foot = {0, view->height - weights_row_height(view), view->width, weights_row_height(view)};
    Box room = {MARGIN, top + 8, view->width - 2 * MARGIN, foot.y - top - 16};
    drawlist_reset(list, type, view->width, view->height, view->theme->paper);
    drawlist_be_readable(list, view->theme);
    drawlist_clip(list, (Box){0, top, view->width, foot.y - top});
    float beyond = weights_panels(view, room, type, figures, list);
    drawlist_unclip(list);
    if (view->matrix < 0 && view->focus.kind == TARGET_HEAT && drawlist_marked(list, view->focus))
        drawlist_box(list, drawlist_marked(list, view->focus)->bounds, 4, kit_ring(view->theme));
    draw_bar(view, list);
    if (tabs)
        draw_tabs(view, list);
    WeightsWindow told = *view;
    told.hover = in_stack(view, view->hover), told.focus = in_stack(view, view->focus);
    draw_foot(view, list, weights_row_band(&told, list, foot));
    return beyond;
}
