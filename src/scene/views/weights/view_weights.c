#include "scene/views/weights/view_weights.h"
#include "scene/kit/widget.h"
#include "words/common_words.h"
#include "words/course_words.h"
#include "words/explain_words.h"
#include "words/window_words.h"

#define MARGIN   24.0f
#define TABS_H   40.0f
#define TAB_MOST 240.0f /* px of the name of an array */
#define STEPS    400    /* rows, of which more have no timeline */

const char *weights_title(const View *view, Arena *arena)
{
    const char *const *names = view->weights->names;
    return names[1] ? arena_printf(arena, "%s, %s", names[0], names[1]) : names[0];
}

const char *weights_size(const View *view, Arena *arena)
{
    const MatrixStack *stack = view->weights->stack;
    if (view->weights->matrix >= 0 && stack_matrices(stack) > 1)
        return figure_matrix_name(stack, view->weights->matrix, view->language, arena);
    return arena_printf(arena, said(view->language, W_WEIGHTS_SIZE), stack->layers, stack->heads, stack->rows,
                        stack->columns);
}

/* Of the matrix that is alone, or else that is pointed at. */
static int matrix_told(const View *view)
{
    Target target = view->hover.kind == TARGET_HEAT ? view->hover : view->focus;
    return target.kind == TARGET_HEAT || view->weights->matrix >= 0 ? weights_matrix(view, target) : -1;
}

const char *weights_row_told(const View *view, int terms, Arena *arena)
{
    const WeightsPage *page = view->weights;
    int row = weights_row(page), matrix = row > 0 ? matrix_told(view) : -1;
    if (row == 0)
        return NULL;
    if (matrix < 0)
        return arena_printf(arena, said(view->language, W_WEIGHTS_ROW_OF_ALL),
                            figure_row_name(page->stack, row, view->language, arena));
    const char *text = weights_row_text(view, matrix, terms, arena);
    if (page->names[1]) /* of one file, so that there is room for it */
        text = arena_printf(arena, "%s · %s", page->names[page->stack == page->tabs[page->tab].of[1]], text);
    return page->matrix >= 0
               ? text
               : arena_printf(arena, "%s · %s", figure_matrix_name(page->stack, matrix, view->language, arena), text);
}

/* ---- over them ---- */

static char *tab_name(const Painter *painter, int i)
{
    TextStyle style = style_bold(painter->theme, TYPE_BODY, ROLE_INK);
    Slice shown = drawlist_shorten(painter->list, style, slice_of(weights_array_name(painter->view, i)), TAB_MOST);
    return arena_copy(&painter->list->arena, shown.text, shown.length);
}

static MenuOption tab_of(const Painter *painter, int i, const char *format)
{
    return (MenuOption){.text = arena_printf(&painter->list->arena, format, tab_name(painter, i)),
                        .target = target_at(TARGET_CONTROL, WEIGHTS_ARRAY, i, 0),
                        .on = i == painter->view->weights->tab};
}

/* From `first` on, as many as fit; the arrays before and behind them are gone to one by one. True: the open one is
 * there. */
static bool list_tabs(const Painter *painter, int first, float room, Choice *tabs)
{
    int count = painter->view->weights->tab_count;
    MenuOption *options = ARENA_ARRAY(&painter->list->arena, MenuOption, (size_t)count + 2);
    bool open = false;
    *tabs = (Choice){CHOICE_TABS, 6, options, 0};
    if (first > 0)
        options[tabs->count++] = tab_of(painter, first - 1, "‹ %s");
    for (int i = first; i < count; i++) {
        options[tabs->count++] = tab_of(painter, i, "%s");
        bool more = i + 1 < count;
        if (more)
            options[tabs->count] = tab_of(painter, i + 1, "%s ›");
        tabs->count += more;
        bool over = kit_choice_width(painter, tabs) > room && i > first;
        tabs->count -= more;
        if (over) {
            options[tabs->count - 1] = tab_of(painter, i, "%s ›");
            break;
        }
        open |= options[tabs->count - 1].on;
    }
    return open;
}

static void draw_tabs(const Painter *painter, Box box)
{
    Choice tabs;
    for (int first = 0; !list_tabs(painter, first, box.w, &tabs) && first + 1 < painter->view->weights->tab_count;)
        first++;
    kit_choice(painter, box, &tabs);
}

static MenuOption control(const Painter *painter, Word text, int control, int which, bool on)
{
    return (MenuOption){kit_said(painter, text), target_at(TARGET_CONTROL, control, which, 0), on};
}

enum { CONTROLS = 5 };

/* Returns how many there are. */
static int list_controls(const Painter *painter, MenuOption options[CONTROLS])
{
    const WeightsPage *page = painter->view->weights;
    int count = 0;
    if (page->matrix >= 0 && stack_matrices(page->stack) > 1) {
        options[count] = control(painter, W_ALL_HEADS, WEIGHTS_ALL, 0, false);
        if (weights_row(page) > 0) /* Esc gives the rows back first */
            options[count].text = said_without_keys(painter->view->language, W_ALL_HEADS);
        count++;
    }
    if (weights_row(page) > 0)
        options[count++] = control(painter, W_WEIGHTS_ALL_ROWS, WEIGHTS_ROW, -1, false);
    if (page->matrix >= 0 && (page->difference || !page->is_signed)) /* instead of the difference, too */
        options[count++] = control(painter, W_ARCS_O, WEIGHTS_ARCS, 0, page->arcs);
    if (page->difference || weights_compare(page))
        options[count++] = control(painter, W_DIFFERENCE_D, WEIGHTS_DIFFERENCE, 0, page->difference != NULL);
    options[count++] = (MenuOption){kit_said(painter, W_EXPORT), {TARGET_EXPORT, 0, 0, 0}, false};
    return count;
}

/* What is drawn first is what Tab comes to first: the weights. */
static float draw(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    (void)scope;
    Box in = box_inset(layout->stage, MARGIN, 12), tabs = in;
    MenuOption options[CONTROLS];
    Choice choice = {CHOICE_FRAMES, 6, options, list_controls(painter, options)};
    tabs.h = painter->view->weights->tab_count > 1 ? TABS_H : 0;
    float above = tabs.h > 0 ? tabs.h + 6 : 0, high = kit_choice_height(painter, in.w, &choice);
    Box head = {in.x, in.y + above, in.w, high}, room = in;
    room.y += above + high + 8, room.h -= above + high + 8;
    drawlist_clip(painter->list, (Box){layout->stage.x, room.y, layout->stage.w, room.h + 12});
    float beyond = weights_panels(painter, room);
    drawlist_unclip(painter->list);
    if (tabs.h > 0)
        draw_tabs(painter, tabs);
    kit_choice(painter, head, &choice);
    head.x += kit_choice_width(painter, &choice) + MARGIN, head.w = in.x + in.w - head.x;
    if (head.w > 60)
        kit_text(painter, style_bold(painter->theme, TYPE_BODY, ROLE_INK), head, ALIGN_RIGHT,
                 weights_title(painter->view, &painter->list->arena));
    return beyond;
}

/* ---- under them ---- */

/* What can be done, as many sentences of it as there is room for. */
static const char *hint(const Painter *painter, const Paragraph *room)
{
    const WeightsPage *page = painter->view->weights;
    bool one = page->matrix >= 0;
    const Word words[] = {!one         ? W_WEIGHTS_HINT_ALL
                          : page->arcs ? W_WEIGHTS_HINT_ARCS
                                       : W_WEIGHTS_HINT_ONE,
                          W_WEIGHTS_ROW_HINT,
                          page->tab_count > 1 ? W_WEIGHTS_HINT_ARRAYS : 0,
                          one && stack_matrices(page->stack) > 1 ? W_WEIGHTS_HINT_HEADS : 0,
                          weights_compare(page) ? W_WEIGHTS_HINT_DIFFERENCE : 0,
                          W_WEIGHTS_HINT_NO_MODEL};
    const char *text = "";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *next = words[i] ? kit_said(painter, words[i]) : "";
        const char *longer =
            arena_printf(&painter->list->arena, "%s%s%s", text, *text ? kit_said(painter, W_PIECE_GAP) : "", next);
        int lines =
            text_break(&painter->list->arena, painter->list->type, room->style, slice_of(longer), room->width).count;
        if (*next && (!*text || lines <= room->most))
            text = longer;
    }
    return text;
}

/* The row, with as many of its numbers as there is room for in `most` lines; NULL: none is chosen. */
static const char *row_title(const Painter *painter, TextStyle style, float room, int most, TextLines *lines)
{
    Arena *arena = &painter->list->arena;
    const char *text = NULL;
    for (int terms = STACK_LARGEST; terms > 0; terms--) {
        text = weights_row_told(painter->view, terms, arena);
        if (!text || (*lines = text_break(arena, painter->list->type, style, slice_of(text), room)).count <= most)
            break;
    }
    return text;
}

static void foot(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    (void)scope;
    const View *view = painter->view;
    const WeightsPage *page = view->weights;
    Arena *arena = &painter->list->arena;
    int rows = page->stack->rows <= STEPS ? page->stack->rows : 0;
    const char **names = ARENA_ARRAY(arena, const char *, (size_t)rows + 1);
    for (int t = 0; t < rows; t++)
        names[t] = stack_word(page->stack, true, t, arena);
    bool low = layout->foot.h < WINDOW_FOOT_LOW;
    float room = layout->foot.w - (low ? 196 : 56);
    int most = window_upright(view) ? 2 : 1;
    TextStyle bold = style_bold(painter->theme, TYPE_BODY + 0.5f, ROLE_INK);
    TextLines lines = {0};
    StepsFoot steps = {.title = row_title(painter, bold, room, most, &lines),
                       .count = rows,
                       .names = names,
                       .progress = rows > 0 ? (float)weights_row(page) : 0,
                       .playing = page->playing,
                       .control = WEIGHTS_ROW};
    bool broken = steps.title && lines.count == 2 && most == 2;
    if (broken)
        steps.title = arena_copy(arena, lines.lines[0].text, lines.lines[0].length);
    Paragraph under = {style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED),
                       {layout->foot.x + 28, layout->foot.y + 58},
                       room,
                       18,
                       most,
                       true};
    const char *notes = NULL;
    if (!steps.title) {
        steps.title = weights_size(view, arena);
        under.width -= most == 1 ? kit_width(painter, bold, steps.title) + 16 : 0; /* beside it */
        notes = weights_unlike(view, arena);
        notes = notes ? notes : hint(painter, &under);
        steps.notes = most == 1 ? notes : NULL;
    }
    steps_draw(painter, &steps, layout->foot);
    if (notes && most == 2)
        kit_paragraph(painter, &under, notes);
    if (broken)
        drawlist_text(painter->list, bold, (Box){layout->foot.x + 28, layout->foot.y + 42, room, 24}, ALIGN_LEFT,
                      lines.lines[1]);
    if (layout->caption.h > 0)
        caption_draw(painter, layout->caption, view->window.caption);
}

const Picture view_weights = {draw, foot, weights_told, .least = {0, 300}};
