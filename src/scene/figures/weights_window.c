#include "scene/figures/weights_window.h"

#include "scene/figures/weights_row.h"
#include "scene/kit/widget.h"

#include <math.h>
#include <string.h>

#define BAR_H         56.0f
#define TABS_H        40.0f
#define TAB_MOST      240.0f /* px of the name of an array */
#define MARGIN        24.0f
#define PROBE         20.0f /* px of a cell, to measure what is around cells */
#define CELL_LEAST    0.5f
#define ARCS_SMALLEST 11.0f /* px of type */
#define MAP_LEAST     60.0f /* px of the longer side of a map; where they do not fit so the window scrolls */

/* One matrix of the stack as a stack. */
static MatrixStack alone(const MatrixStack *stack, int matrix)
{
    MatrixStack one = *stack;
    int layer = matrix / stack->heads, head = matrix % stack->heads;
    one.layers = one.heads = 1;
    one.values = stack_matrix(stack, layer, head);
    one.layer_names = stack->layer_names + layer;
    one.head_names = stack->head_names + head;
    return one;
}

/* ---- the figure, as large as there is room ---- */

static bool lay(const MatrixStack *stack, FigureLook *look, float cell, const Type *type, DrawList *list, Error *error)
{
    FigureReport report;
    look->cell = cell;
    return weights_figure(stack, look, type, list, &report, error);
}

static FigureLook look_of(const WeightsWindow *view)
{
    bool one = view->matrix >= 0;
    return (FigureLook){.theme = view->theme,
                        .language = view->language,
                        .least = view->least,
                        .most = view->most,
                        .digits = one ? DIGITS_FIT : DIGITS_NONE,
                        .size = one ? 15 : 12,
                        .angle = -1,
                        .bar = BAR_BELOW,
                        .arcs = view->arcs && one,
                        .told = one,
                        .apart = !one,
                        .row = weights_row(view),
                        .chooses = true};
}

/* Cells take what titles and words leave of `room`; the words may turn as cells grow, so it is looked at again. Until the size
 * is found, no cell is drawn. */
static float cell_that_fits(const MatrixStack *stack, FigureLook look, Box room, const Type *type, DrawList *list)
{
    Error ignored = {0}; /* a figure of free width has room for anything */
    float w[2], h[2];
    look.blank = true;
    for (int i = 0; i < 2; i++) {
        (void)lay(stack, &look, PROBE + (float)i, type, list, &ignored);
        w[i] = list->width, h[i] = list->height;
    }
    float across = fmaxf(1, w[1] - w[0]), down = fmaxf(1, h[1] - h[0]);
    float by_width = (room.w - w[0]) / across + PROBE, by_height = (room.h - h[0]) / down + PROBE;
    float least = MAP_LEAST / (float)(stack->rows > stack->columns ? stack->rows : stack->columns);
    bool scrolls = by_height < least; /* or nothing could be made out */
    float cell = fmaxf(scrolls ? fminf(least, by_width) : fminf(by_width, by_height), CELL_LEAST);
    for (int tries = 0; tries < 20; tries++, cell = fmaxf(0.94f * cell, CELL_LEAST)) {
        (void)lay(stack, &look, cell, type, list, &ignored);
        if (list->width <= room.w && (scrolls || list->height <= room.h))
            break;
    }
    return cell;
}

static void fit(const MatrixStack *stack, FigureLook *look, Box room, const Type *type, DrawList *list)
{
    Error ignored = {0}; /* a figure of free width has room for anything */
    if (look->arcs) {
        look->width = fminf(room.w, 1100);
        bool fits = lay(stack, look, 0, type, list, &ignored);
        for (look->size--; (!fits || list->height > room.h) && look->size >= ARCS_SMALLEST; look->size--)
            fits = lay(stack, look, 0, type, list, &ignored);
        if (!fits)
            drawlist_reset(list, type, room.w, room.h, look->ground);
        return;
    }
    (void)lay(stack, look, cell_that_fits(stack, *look, room, type, list), type, list, &ignored);
}

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

static char *array_name(const WeightsWindow *view, int i, DrawList *list)
{
    static const Word words[] = {[STACK_CROSS] = W_CROSS_ATTENTION,
                                 [STACK_ENCODER] = W_ENCODER_SELF_ATTENTION,
                                 [STACK_DECODER] = W_DECODER_SELF_ATTENTION};
    const MatrixStack *stack = &view->set->stacks[i];
    TextStyle style = {FACE_SANS_BOLD, TYPE_BODY, view->theme->text[ROLE_INK], 0};
    const char *name = stack->kind != STACK_OTHER ? said(view->language, words[stack->kind]) : stack->array;
    Slice shown = drawlist_shorten(list, style, slice_of(name), TAB_MOST);
    return arena_copy(&list->arena, shown.text, shown.length);
}

static Option tab_of(const WeightsWindow *view, int i, const char *format, DrawList *list)
{
    return (Option){.text = arena_printf(&list->arena, format, array_name(view, i, list)),
                    .target = target_at(TARGET_CONTROL, WEIGHTS_ARRAY, i, 0),
                    .on = view->stack == &view->set->stacks[i]};
}

/* From `first` on, as many as fit; the arrays before and behind them are gone to one by one. True: the open one is there. */
static bool list_tabs(const WeightsWindow *view, const Painter *painter, int first, float room, Choice *tabs)
{
    DrawList *list = painter->list;
    int count = view->set->count;
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
    for (int first = 0; !list_tabs(view, &painter, first, box.w, &tabs) && first + 1 < view->set->count;)
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
    if (view->matrix >= 0)
        right = button(view, list, right, WEIGHTS_ARCS, said(language, W_ARCS_O), view->arcs);
    if (view->matrix >= 0 && count > 1)
        right = button(view, list, right, WEIGHTS_ALL, all_heads(view, &list->arena), false);
    if (view->over)
        right = button(view, list, right, WEIGHTS_BACK, said(language, W_BACK_TO_THE_LESSON), false);
    char *size = view->matrix >= 0 && count > 1
                     ? figure_matrix_name(stack, view->matrix, language, &list->arena)
                     : arena_printf(&list->arena, said(language, W_WEIGHTS_SIZE), stack->layers, stack->heads,
                                    stack->rows, stack->columns);
    Box left = {MARGIN, 0, fmaxf(0, right - MARGIN - 12), BAR_H};
    TextStyle bold = {FACE_SANS_BOLD, 17, theme->text[ROLE_INK], 0},
              plain = {FACE_SANS, 15, theme->text[ROLE_MUTED], 0};
    float taken = drawlist_text(list, bold, left, ALIGN_LEFT, slice_of(view->name)) + 16;
    if (taken < left.w)
        drawlist_text(list, plain, (Box){left.x + taken, 0, left.w - taken, BAR_H}, ALIGN_LEFT, slice_of(size));
}

static const DrawCommand *marked(const DrawList *list, int row, int column)
{
    return drawlist_marked(list, (Target){TARGET_HEAT, (int16_t)row, (int16_t)column, 0});
}

/* From the cell that is pointed at to both of its words. */
static void draw_ends(const WeightsWindow *view, DrawList *list)
{
    const MatrixStack *stack = view->stack;
    const DrawCommand *cell = view->matrix >= 0 ? drawlist_marked(list, view->hover) : NULL;
    if (!cell || view->hover.kind != TARGET_HEAT || view->hover.a < 0 || view->hover.b < 0)
        return;
    Box first = marked(list, view->hover.a, 0)->bounds, last = marked(list, view->hover.a, stack->columns - 1)->bounds;
    Box top = marked(list, 0, view->hover.b)->bounds, low = marked(list, stack->rows - 1, view->hover.b)->bounds;
    Paint line = paint_stroke(view->theme->fill[ROLE_QUERY], 1.5f), faint = line;
    faint.stroke.a = 0x80;
    drawlist_box(list, (Box){first.x, first.y, last.x + last.w - first.x, first.h}, 3, faint);
    drawlist_box(list, (Box){top.x, top.y, top.w, low.y + low.h - top.y}, 3, faint);
    line.width = 2.5f;
    drawlist_box(list, cell->bounds, 3, line);
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
        view->set->count > 1 ? said(language, W_WEIGHTS_HINT_ARRAYS) : NULL,
        one && view->stack->layers * view->stack->heads > 1 ? said(language, W_WEIGHTS_HINT_HEADS) : NULL,
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
    bool told = (view->hover.kind == TARGET_HEAT && !map) || view->hover.kind == TARGET_WORD || sign;
    const DrawCommand *hover = told ? drawlist_marked(list, view->hover) : NULL;
    TextStyle style = {FACE_SANS, 15, view->theme->text[hover || view->message ? ROLE_INK : ROLE_MUTED], 0};
    const char *text = view->message               ? view->message
                       : hover && hover->mark.name ? hover->mark.name
                                                   : hint(view, list, style, line.w);
    drawlist_text(list, style, line, ALIGN_LEFT, slice_of(text));
}

float weights_window(const WeightsWindow *view, const Type *type, DrawList *figure, DrawList *list)
{
    bool tabs = view->set->count > 1;
    float top = BAR_H + (tabs ? TABS_H : 0);
    Box foot = {0, view->height - weights_row_height(view), view->width, weights_row_height(view)};
    Box room = {MARGIN, top + 8, view->width - 2 * MARGIN, foot.y - top - 16};
    FigureLook look = look_of(view);
    MatrixStack one = view->matrix >= 0 ? alone(view->stack, view->matrix) : *view->stack;
    if (!view->laid)
        fit(&one, &look, room, type, figure);
    float beyond = fmaxf(0, figure->height - room.h), scroll = fminf(view->scroll, beyond);
    drawlist_reset(list, type, view->width, view->height, view->theme->paper);
    drawlist_be_readable(list, view->theme);
    drawlist_clip(list, (Box){0, top, view->width, foot.y - top});
    Point at = {room.x + fmaxf(0, room.w - figure->width) / 2, room.y + fmaxf(0, room.h - figure->height) / 2 - scroll};
    drawlist_append(list, figure, (Point){floorf(at.x), floorf(at.y)});
    draw_ends(view, list);
    drawlist_unclip(list);
    if (view->matrix < 0 && view->focus.kind == TARGET_HEAT && drawlist_marked(list, view->focus))
        drawlist_box(list, drawlist_marked(list, view->focus)->bounds, 4, kit_ring(view->theme));
    draw_bar(view, list);
    if (tabs)
        draw_tabs(view, list);
    draw_foot(view, list, weights_row_band(view, list, foot));
    return beyond;
}

bool weights_window_figure(const WeightsWindow *view, const Type *type, DrawList *list, Error *error)
{
    FigureLook look = look_of(view);
    look.ground = view->theme->paper;
    look.chooses = false;
    MatrixStack one = view->matrix >= 0 ? alone(view->stack, view->matrix) : *view->stack;
    Arena caption = {0};
    if (look.row > 0)
        look.caption = view->matrix >= 0 ? weights_row_text(view, view->matrix, STACK_LARGEST, &caption)
                                         : figure_row_name(view->stack, look.row, view->language, &caption);
    if (look.arcs)
        look.width = 1000;
    bool ok = lay(&one, &look, look.arcs ? 0 : view->matrix >= 0 ? 44 : 14, type, list, error);
    arena_finish(&caption);
    return ok;
}
