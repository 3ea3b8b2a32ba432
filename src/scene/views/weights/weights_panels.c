/* What is open as one figure, or of two files side by side, and what is pointed at in them. */
#include "base/digits.h"
#include "scene/views/weights/view_weights.h"
#include "words/course_words.h"

#include <math.h>

#define PROBE         20.0f /* px of a cell, to measure what is around cells */
#define CELL_LEAST    0.5f
#define ARCS_SMALLEST 11.0f /* px of type */
#define MAP_LEAST     36.0f /* px of the longer side of a map; where they do not fit so the window scrolls, */
#define MAP_SCROLLED  60.0f /* and they have these */
#define ACROSS_MOST   48    /* maps side by side that are tried */
#define WHOLE         4.0f  /* times as good are maps that are all in sight, and large enough */
#define ACROSS_GAIN   1.25f /* by which other columns must enlarge what is seen */
#define GAP           24.0f /* px between two figures */
#define HEAD_H        28.0f /* of the name of a file over its figure */
#define LACKS_H       84.0f /* of what is said instead of a figure */
#define PANELS        2

typedef struct Panel {
    const MatrixStack *stack; /* all of the array */
    MatrixStack shown;        /* what is seen of it */
    const char *name;         /* over it; NULL: none */
    const char *lacks; /* instead of it: the one that is alone in the other file is not in this; NULL: it is seen */
    /* which file; the one that is alone, -1: all; in the marks the number of the first matrix */
    int file, matrix, first;
    bool last; /* of those that are seen: the bar of colours, which serves all, is under it */
    Box room;
} Panel;

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

static bool are_two(const View *view)
{
    return view->weights->names[1] != NULL;
}

const char *weights_array_name(const View *view, int tab)
{
    static const Word words[] = {[STACK_CROSS] = W_CROSS_ATTENTION,
                                 [STACK_ENCODER] = W_ENCODER_SELF_ATTENTION,
                                 [STACK_DECODER] = W_DECODER_SELF_ATTENTION};
    const char *name = "";
    for (int i = PANELS - 1; i >= 0; i--) {
        const MatrixStack *stack = view->weights->tabs[tab].of[i];
        if (stack && stack->kind != STACK_OTHER)
            return said(view->language, words[stack->kind]);
        name = stack && stack->array ? stack->array : name;
    }
    return name;
}

/* Of the one that is alone the same layer and head in a file; -1: it has none. */
static int matrix_of(const View *view, int file)
{
    const MatrixStack *stack = view->weights->tabs[view->weights->tab].of[file];
    return stack ? stack_partner(view->weights->stack, view->weights->matrix, stack) : -1;
}

static void fill(const View *view, Panel *panel, Arena *arena)
{
    const char *const *names = view->weights->names;
    bool differ = view->weights->difference != NULL;
    panel->stack = differ ? view->weights->difference : view->weights->tabs[view->weights->tab].of[panel->file];
    panel->name = !are_two(view) ? NULL
                  : differ       ? arena_printf(arena, "%s − %s", names[1], names[0])
                                 : names[panel->file];
    int matrix = view->weights->matrix < 0 || differ ? view->weights->matrix : matrix_of(view, panel->file);
    panel->matrix = matrix;
    panel->shown = matrix >= 0 ? alone(panel->stack, matrix) : *panel->stack;
    if (view->weights->matrix >= 0 && matrix < 0)
        panel->lacks =
            arena_printf(arena, said(view->language, W_WEIGHTS_LACKS), names[panel->file],
                         figure_matrix_name(view->weights->stack, view->weights->matrix, view->language, arena));
}

/* Two stand one below the other in a room that is higher than wide. */
static int list_panels(const View *view, Box room, Arena *arena, Panel *panels)
{
    const StackPair *pair = &view->weights->tabs[view->weights->tab];
    int count = pair->of[0] && pair->of[1] && !view->weights->difference ? PANELS : 1;
    bool below = room.h > room.w;
    float parts = (float)count, gaps = GAP * (parts - 1), head = are_two(view) ? HEAD_H : 0;
    float w = below ? room.w : (room.w - gaps) / parts, h = below ? (room.h - gaps) / parts : room.h;
    Point by = {below ? 0 : w + GAP, below ? h + GAP : 0};
    Panel *last = panels;
    for (int i = 0; i < count; i++) {
        Panel *panel = &panels[i];
        *panel = (Panel){.file = count == PANELS ? i : !pair->of[0]};
        panel->room = (Box){room.x + by.x * (float)i, room.y + by.y * (float)i + head, w, h - head};
        panel->first = i > 0 ? stack_matrices(&panels[i - 1].shown) : 0;
        fill(view, panel, arena);
        last = panel->lacks ? last : panel;
    }
    last->last = true;
    return count;
}

/* The one that a mark of TARGET_HEAT is in. */
static const Panel *panel_of(const Panel *panels, int count, Target target)
{
    return count == PANELS && target.c >= panels[1].first ? &panels[1] : &panels[0];
}

/* ---- figures, as large as there is room ---- */

static bool lay(const MatrixStack *stack, FigureLook *look, float cell, const Type *type, DrawList *list, Error *error)
{
    FigureReport report;
    look->cell = cell;
    return weights_figure(stack, look, type, list, &report, error);
}

static FigureLook look_of(const View *view, const Panel *panel)
{
    bool one = view->weights->matrix >= 0;
    return (FigureLook){.theme = view->theme,
                        .ground = view->theme->paper,
                        .language = view->language,
                        .map = view->weights->is_signed ? MAP_DIVERGING : MAP_PAPER,
                        .signs = view->weights->is_signed,
                        .least = view->weights->least,
                        .most = view->weights->most,
                        .digits = one ? DIGITS_FIT : DIGITS_NONE,
                        .size = one ? 15 : 12,
                        .angle = -1,
                        .bar = panel->last ? BAR_BELOW : BAR_NONE,
                        .arcs = view->weights->arcs && one && !view->weights->is_signed,
                        .told = one,
                        .apart = !one,
                        .first = panel->first,
                        .row = view->weights->row <= panel->stack->rows ? weights_row(view->weights) : 0,
                        .chooses = true};
}

static float longer_side(const MatrixStack *stack)
{
    return (float)(stack->rows > stack->columns ? stack->rows : stack->columns);
}

/* Cells take what titles and words leave of `room`; the words may turn as cells grow, so it is looked at again. Until
 * the size is found, no cell is drawn. */
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
    float longer = longer_side(stack);
    bool scrolls = by_height < MAP_LEAST / longer; /* or nothing could be made out */
    float cell = fmaxf(fminf(by_width, scrolls ? MAP_SCROLLED / longer : by_height), CELL_LEAST);
    for (int tries = 0; tries < 20; tries++, cell = fmaxf(0.94f * cell, CELL_LEAST)) {
        (void)lay(stack, &look, cell, type, list, &ignored);
        if (list->width <= room.w && (scrolls || list->height <= room.h))
            break;
    }
    return cell;
}

static void fit(const Panel *panel, FigureLook look, float cell, const Type *type, DrawList *list)
{
    Error ignored = {0}; /* a figure of free width has room for anything */
    look.width = look.arcs ? fminf(panel->room.w, 1100) : 0;
    bool fits = !panel->lacks && lay(&panel->shown, &look, look.arcs ? 0 : cell, type, list, &ignored);
    for (look.size--; look.arcs && (!fits || list->height > panel->room.h) && look.size >= ARCS_SMALLEST; look.size--)
        fits = lay(&panel->shown, &look, 0, type, list, &ignored);
    if (!fits)
        drawlist_reset(list, type, panel->room.w, 0, look.ground);
}

/* As many side by side, where a panel can have that; 0: as layers and heads ask for. */
static FigureLook look_across(const View *view, const Panel *panel, int across)
{
    FigureLook look = look_of(view, panel);
    look.across = across > 0 && figure_across(&panel->shown, across) ? across : 0;
    return look;
}

/* Cells of one size in all. Returns how good it is: their size, of which less counts as less is in sight. */
static float try_across(const View *view, const Panel *panels, int count, int across, const Type *type,
                        DrawList *figures, float *cell)
{
    float seen = 1, map = INFINITY;
    *cell = INFINITY;
    for (int i = 0; i < count; i++) {
        FigureLook look = look_across(view, &panels[i], across);
        if (look.arcs || panels[i].lacks)
            continue;
        *cell = fminf(*cell, cell_that_fits(&panels[i].shown, look, panels[i].room, type, &figures[i]));
        seen = fminf(seen, panels[i].room.h / figures[i].height);
        map = fminf(map, *cell * longer_side(&panels[i].shown));
    }
    return *cell * (seen >= 1 && map >= MAP_LEAST ? WHOLE : sqrtf(seen));
}

/* In the columns that use the room: those that layers and heads ask for, unless others are clearly better. */
static void fit_all(const View *view, const Panel *panels, int count, const Type *type, DrawList *figures)
{
    float cell = 0, natural = try_across(view, panels, count, 0, type, figures, &cell), best = natural * ACROSS_GAIN;
    int across = 0, most = stack_matrices(&panels[0].shown);
    for (int i = most < ACROSS_MOST ? most : ACROSS_MOST; i > 0 && most > 1; i--) {
        float size = 0, good = 0;
        if (figure_across(&panels[0].shown, i))
            good = try_across(view, panels, count, i, type, figures, &size);
        if (good > best)
            best = good, cell = size, across = i;
    }
    for (int i = 0; i < count; i++)
        fit(&panels[i], look_across(view, &panels[i], across), cell, type, &figures[i]);
}

/* ---- where they stand ---- */

static TextStyle name_style(const View *view)
{
    return (TextStyle){FACE_SANS_BOLD, 15, view->theme->text[ROLE_INK], 0};
}

/* Its left upper corner is that of its name. */
static void draw_panel(const View *view, const Panel *panel, const DrawList *figure, Point at, float width,
                       DrawList *list)
{
    Box head = {at.x, at.y, width, HEAD_H};
    if (panel->name)
        drawlist_text(list, name_style(view), head, ALIGN_CENTER, slice_of(panel->name));
    if (panel->lacks) {
        TextStyle style = {FACE_SANS, 15, view->theme->text[ROLE_MUTED], 0};
        drawlist_text(list, style, (Box){at.x, at.y + HEAD_H, width, LACKS_H}, ALIGN_CENTER, slice_of(panel->lacks));
        return;
    }
    float x = at.x + fmaxf(0, width - figure->width) / 2, y = at.y + (panel->name ? HEAD_H : 0);
    drawlist_append(list, figure, (Point){floorf(x), floorf(y)});
}

/* ---- what is pointed at ---- */

static const DrawCommand *marked(const DrawList *list, const Panel *panel, int row, int column)
{
    return drawlist_marked(list, target_at(TARGET_HEAT, row, column, panel->first));
}

/* From the cell that is pointed at to both of its words. */
static void draw_ends(const View *view, const Panel *panel, DrawList *list)
{
    int row = view->hover.a, column = view->hover.b;
    const DrawCommand *cell = marked(list, panel, row, column);
    if (!cell)
        return;
    Box first = marked(list, panel, row, 0)->bounds, last = marked(list, panel, row, panel->shown.columns - 1)->bounds;
    Box top = marked(list, panel, 0, column)->bounds, low = marked(list, panel, panel->shown.rows - 1, column)->bounds;
    Paint line = paint_stroke(view->theme->fill[ROLE_QUERY], 1.5f), faint = line;
    faint.stroke.a = 0x80;
    drawlist_box(list, (Box){first.x, first.y, last.x + last.w - first.x, first.h}, 3, faint);
    drawlist_box(list, (Box){top.x, top.y, top.w, low.y + low.h - top.y}, 3, faint);
    line.width = 2.5f;
    drawlist_box(list, cell->bounds, 3, line);
}

/* The cell has the same words in both files. */
static bool is_shared(const View *view, Target cell)
{
    const WeightsPage *page = view->weights;
    StackMatch match = stack_match(&page->tabs[page->tab]);
    return page->matrix >= 0 && matrix_of(view, 0) >= 0 && matrix_of(view, 1) >= 0 && cell.a >= 0 && cell.b >= 0
           && cell.a < match.rows && cell.b < match.columns;
}

/* Of all heads the same one in both. */
static void draw_heads(const View *view, const Panel *panels, DrawList *list)
{
    const Panel *from = panel_of(panels, PANELS, view->hover);
    for (int i = 0; i < PANELS; i++) {
        int there = stack_partner(from->stack, view->hover.c - from->first, panels[i].stack);
        const DrawCommand *mark =
            there < 0 ? NULL : drawlist_marked(list, target_at(TARGET_HEAT, -1, -1, panels[i].first + there));
        if (mark)
            drawlist_box(list, mark->bounds, 4, paint_stroke(view->theme->fill[ROLE_QUERY], 1.5f));
    }
}

static void draw_pointed(const View *view, const Panel *panels, int count, DrawList *list)
{
    Target hover = view->hover;
    if (hover.kind != TARGET_HEAT || !drawlist_marked(list, hover))
        return;
    bool cell = view->weights->matrix >= 0 && hover.a >= 0 && hover.b >= 0,
         shared = count == PANELS && is_shared(view, hover);
    for (int i = 0; cell && i < count; i++)
        if (shared || &panels[i] == panel_of(panels, count, hover))
            draw_ends(view, &panels[i], list);
    if (view->weights->matrix < 0 && count == PANELS)
        draw_heads(view, panels, list);
}

/* So that what is around them can change alone. */
static bool are_laid(const View *view, Box room)
{
    const WeightsFigures *laid = view->weights->figures;
    const WeightsPage *old = &laid->of, *now = view->weights;
    return old->stack == now->stack && old->difference == now->difference && old->matrix == now->matrix
           && old->arcs == now->arcs && old->row == now->row && laid->theme == view->theme
           && laid->language == view->language && box_same(laid->room, room);
}

float weights_panels(const Painter *painter, Box room)
{
    const View *view = painter->view;
    DrawList *list = painter->list;
    WeightsFigures *figures = view->weights->figures;
    Panel panels[PANELS];
    int count = list_panels(view, room, &list->arena, panels);
    if (!are_laid(view, room)) {
        fit_all(view, panels, count, list->type, figures->lists);
        figures->of = *view->weights;
        figures->theme = view->theme, figures->language = view->language, figures->room = room;
    }
    bool below = count == PANELS && panels[1].room.y > panels[0].room.y;
    float high = 0, at[PANELS];
    for (int i = 0; i < count; i++) {
        float own = (panels[0].room.y - room.y) + (below && panels[i].lacks ? LACKS_H : figures->lists[i].height);
        at[i] = below && i > 0 ? high + GAP : 0;
        high = fmaxf(high, at[i] + own);
    }
    float beyond = fmaxf(0, high - room.h), scroll = fminf(fmaxf(0, view->stage.scroll), beyond);
    float y = room.y + fmaxf(0, room.h - high) / 2 - scroll;
    for (int i = 0; i < count; i++)
        draw_panel(view, &panels[i], &figures->lists[i], (Point){panels[i].room.x, y + at[i]}, panels[i].room.w, list);
    draw_pointed(view, panels, count, list);
    const DrawCommand *focus = view->weights->matrix < 0 ? drawlist_marked(list, view->focus) : NULL;
    if (focus && view->focus.kind == TARGET_HEAT)
        kit_focus(painter, focus->bounds, 4, view->focus);
    return beyond;
}

void weights_figures_finish(WeightsFigures *figures)
{
    for (int i = 0; i < PANELS; i++)
        drawlist_finish(&figures->lists[i]);
}

int weights_matrix(const View *view, Target target)
{
    const WeightsPage *page = view->weights;
    Arena arena = {0};
    Panel panels[PANELS];
    int count = list_panels(view, (Box){0, 0, 0, 0}, &arena, panels);
    const Panel *panel = panel_of(panels, count, target);
    int matrix = target.c - panel->first;
    bool one = target.kind == TARGET_HEAT && target.a < 0 && matrix >= 0 && matrix < stack_matrices(panel->stack);
    arena_finish(&arena);
    return page->matrix >= 0  ? page->matrix
           : !one             ? -1
           : page->difference ? matrix
                              : stack_partner(panel->stack, matrix, page->stack);
}

/* ---- in words ---- */

static double value_of(const View *view, int file, Target cell)
{
    const MatrixStack *stack = view->weights->tabs[view->weights->tab].of[file];
    int matrix = matrix_of(view, file);
    const float *values = stack_matrix(stack, matrix / stack->heads, matrix % stack->heads);
    return (double)values[(size_t)cell.a * (size_t)stack->columns + (size_t)cell.b];
}

char *weights_told(const View *view, Target target, Arena *arena)
{
    const WeightsPage *page = view->weights;
    Panel panels[PANELS];
    int count = target.kind == TARGET_HEAT ? list_panels(view, (Box){0, 0, 0, 0}, arena, panels) : 0;
    const Panel *panel = panel_of(panels, count, target);
    const DrawCommand *mark = count > 0 ? drawlist_marked(&page->figures->lists[panel - panels], target) : NULL;
    if (!mark || !mark->mark.name)
        return NULL;
    if (!are_two(view) || (page->difference && page->matrix < 0))
        return arena_string(arena, mark->mark.name);
    if (!is_shared(view, target))
        return arena_printf(arena, "%s · %s", panel->name, mark->mark.name);
    double first = value_of(view, 0, target), second = value_of(view, 1, target), less = second - first;
    char shown[3][DIGITS_SIZE];
    const char *sign = less < 0 ? "−" : less > 0 ? "+" : "";
    return arena_printf(arena, said(view->language, W_WEIGHTS_BOTH), stack_word(panel->stack, false, target.b, arena),
                        stack_word(panel->stack, true, target.a, arena), page->names[0],
                        digits_print(shown[0], first, 4), page->names[1], digits_print(shown[1], second, 4), sign,
                        digits_print(shown[2], fabs(less), 4));
}

/* Two sizes, or a word of each. */
static const char *unlike_words(const View *view, StackMatch match, Arena *arena)
{
    const MatrixStack *one = view->weights->tabs[view->weights->tab].of[0],
                      *two = view->weights->tabs[view->weights->tab].of[1];
    const char *const *names = view->weights->names;
    if (match.unlike < 0)
        return arena_printf(arena, said(view->language, W_WEIGHTS_OTHER_SIZE), names[0], one->rows, one->columns,
                            names[1], two->rows, two->columns);
    return arena_printf(arena, said(view->language, W_WEIGHTS_OTHER_WORD), names[0],
                        stack_word(one, match.unlike_target, match.unlike, arena), names[1],
                        stack_word(two, match.unlike_target, match.unlike, arena));
}

const char *weights_unlike(const View *view, Arena *arena)
{
    const StackPair *pair = &view->weights->tabs[view->weights->tab];
    Language language = view->language;
    if (!are_two(view))
        return NULL;
    if (!pair->of[0] || !pair->of[1])
        return arena_printf(arena, said(language, W_WEIGHTS_IN_ONE_FILE), weights_array_name(view, view->weights->tab),
                            view->weights->names[!pair->of[0]]);
    StackMatch match = stack_match(pair);
    if (match.rows == 0)
        return unlike_words(view, match, arena);
    if (!stack_has_partners(pair) && view->weights->matrix < 0)
        return arena_printf(arena, said(language, W_WEIGHTS_OTHER_HEADS), view->weights->names[0], pair->of[0]->layers,
                            pair->of[0]->heads, view->weights->names[1], pair->of[1]->layers, pair->of[1]->heads);
    return match.whole ? NULL : arena_printf(arena, said(language, W_WEIGHTS_FIRST_ROWS), match.rows);
}

bool weights_compare(const WeightsPage *page)
{
    const StackPair *pair = &page->tabs[page->tab];
    bool there = stack_has_partners(pair);
    if (page->matrix >= 0)
        there = pair->of[0] && pair->of[1] && stack_partner(page->stack, page->matrix, pair->of[0]) >= 0
                && stack_partner(page->stack, page->matrix, pair->of[1]) >= 0;
    return page->names[1] && there && stack_match(pair).rows > 0;
}

/* ---- for a file ---- */

static bool lay_for_file(const View *view, const Panel *panel, const Type *type, DrawList *list, Error *error)
{
    FigureLook look = look_of(view, panel);
    WeightsPage page = *view->weights; /* the row is that of this panel */
    View of = *view;
    Arena caption = {0};
    page.stack = panel->stack;
    of.weights = &page;
    look.told = look.apart = look.chooses = false;
    if (look.row > 0)
        look.caption = panel->matrix >= 0 ? weights_row_text(&of, panel->matrix, STACK_LARGEST, &caption)
                                          : figure_row_name(panel->stack, look.row, view->language, &caption);
    if (look.arcs)
        look.width = 1000;
    float cell = panel->matrix < 0 ? 14 : look.signs ? 52 : 44; /* numbers with a sign are wider */
    bool ok = lay(&panel->shown, &look, look.arcs ? 0 : cell, type, list, error);
    arena_finish(&caption);
    return ok;
}

bool weights_file_figure(const View *view, const Type *type, DrawList *parts, DrawList *list, Error *error)
{
    Arena arena = {0};
    Panel panels[PANELS];
    int count = list_panels(view, (Box){0, 0, 0, 0}, &arena, panels);
    float widths[PANELS], wide = 0, high = 0;
    bool ok = true;
    for (int i = 0; ok && i < count; i++) {
        if (count > 1) /* a caption speaks of it */
            panels[i].name = arena_printf(&arena, "%s %s", figure_letter(i, &arena), panels[i].name);
        const char *name = panels[i].lacks ? panels[i].lacks : panels[i].name ? panels[i].name : "";
        drawlist_reset(&parts[i], type, 0, 0, view->theme->paper);
        ok = panels[i].lacks || lay_for_file(view, &panels[i], type, &parts[i], error);
        widths[i] = fmaxf(parts[i].width, text_width(type, name_style(view), slice_of(name)) + 2 * GAP);
        wide += widths[i];
        high = fmaxf(high, parts[i].height);
    }
    drawlist_reset(list, type, wide, high + (are_two(view) ? HEAD_H + GAP / 2 : 0), view->theme->paper);
    drawlist_be_readable(list, view->theme);
    for (int i = 0; ok && i < count; i++)
        draw_panel(view, &panels[i], &parts[i], (Point){i ? widths[0] : 0, are_two(view) ? GAP / 2 : 0}, widths[i],
                   list);
    arena_finish(&arena);
    return ok;
}

int weights_file_stacks(const View *view, MatrixStack stacks[2], const char *names[2], Arena *arena)
{
    Panel panels[PANELS];
    int found = 0, count = list_panels(view, (Box){0, 0, 0, 0}, arena, panels);
    for (int i = 0; i < count; i++)
        if (!panels[i].lacks) {
            stacks[found] = panels[i].shown;
            names[found++] = panels[i].name;
        }
    return found;
}
