/* A vector of the stage, all of its cells enlarged beside it, with the number that is pointed at; of a context what
 * that number is made of. */
#include "derive/context_sum.h"
#include "scene/window/panels.h"
#include "words/stage_words.h"

#include <math.h>

enum { COLUMNS = 16, CELL = 13, MARGIN = 12, LINE = 20, WIDEST = 460 };

static bool is_vector(TargetKind kind)
{
    return kind == TARGET_EMBEDDING || kind == TARGET_ANNOTATION || kind == TARGET_CONTEXT || kind == TARGET_QUERY
           || kind == TARGET_PREVIOUS || kind == TARGET_STATE || kind == TARGET_ATTENTIONAL;
}

typedef struct Note {
    const Painter *painter;
    Target target;
    Maths maths;
    int count; /* of its cells */
    const char *text;
    ContextSum sum;
    bool summed;
    Box box;
} Note;

static double number_at(const Note *note, int cell)
{
    Value value;
    Target target = note->target;
    target.b = (int16_t)cell;
    return scene_value_at(note->painter->view, target, &value) ? value_number(&note->maths, value) : NAN;
}

/* As many as there are entries: of both directions of a state. */
static int cells_of(const Note *note, Value value)
{
    return note->target.kind == TARGET_ANNOTATION ? config_annotation(&note->maths.trace->config)
                                                  : scene_value_entries(note->painter->view, value);
}

/* Those that the stage draws of it. */
static CellGrid stage_cells(const Note *note)
{
    return cell_grid(note->painter, (Box){0, 0, 1, 1}, NULL, note->count, false);
}

/* Beside the vector: at its right where there is room. */
static Box place_note(const Note *note, Box vector, float width, float height)
{
    const View *view = note->painter->view;
    Box box = {vector.x + vector.w + 12, vector.y, width, height};
    if (box.x + width > view->width - 8)
        box.x = fmaxf(8, vector.x - 12 - width);
    box.y = fmaxf(8, fminf(box.y, view->height - 8 - height));
    return box;
}

static MathStyle line_style(const Note *note, float size)
{
    return (MathStyle){note->painter->theme, size, note->painter->theme->text[ROLE_INK]};
}

static float widest_line(const Note *note)
{
    const Type *type = note->painter->list->type;
    TextStyle plain = style_plain(note->painter->theme, TYPE_SMALL, ROLE_INK);
    float width = fmaxf(COLUMNS * CELL, fminf(kit_width(note->painter, plain, note->text), 300));
    if (note->summed)
        width = fmaxf(width, fmaxf(math_width(type, line_style(note, TYPE_BODY), note->sum.products),
                                   math_width(type, line_style(note, TYPE_SMALL), note->sum.numbers)));
    return fminf(width, fminf(WIDEST, note->painter->view->width - 16 - 2 * MARGIN));
}

static void draw_cells(const Note *note, Point corner)
{
    const Theme *theme = note->painter->theme;
    float extent = 1e-6f;
    bool bounded =
        !note->maths.trace->row && note->target.kind != TARGET_EMBEDDING && note->target.kind != TARGET_PREVIOUS;
    for (int i = 0; i < note->count && !bounded; i++)
        extent = fmaxf(extent, fabsf((float)number_at(note, i)));
    for (int i = 0; i < note->count; i++) {
        Box cell = {corner.x + CELL * (float)(i % COLUMNS), corner.y + CELL * (float)(i / COLUMNS), CELL, CELL};
        Color color = color_signed(theme, (float)number_at(note, i), bounded ? 1 : extent);
        drawlist_box(note->painter->list, box_inset(cell, 0.75f, 0.75f), 1.5f, paint_fill(color));
        if (i == note->target.b)
            drawlist_box(note->painter->list, cell, 2, paint_stroke(theme->text[ROLE_INK], 2));
    }
    CellGrid grid = stage_cells(note);
    for (int i = 0; i < grid.count && grid.count < grid.of; i++) {
        int index = cell_value(&grid, i);
        Box cell = {corner.x + CELL * (float)(index % COLUMNS), corner.y + CELL * (float)(index / COLUMNS), CELL, CELL};
        if (index != note->target.b)
            drawlist_box(note->painter->list, box_inset(cell, 0.5f, 0.5f), 2, paint_stroke(theme->text[ROLE_INK], 1));
    }
}

/* Which of its entries it is, and which of them the stage draws. */
static const char *place_text(const Note *note)
{
    Arena *arena = note->maths.arena;
    CellGrid grid = stage_cells(note);
    const char *place = arena_printf(arena, kit_said(note->painter, W_CELL_OF), note->target.b + 1, note->count);
    const char *outlined = arena_printf(arena, kit_said(note->painter, W_CELLS_OUTLINED), grid.count);
    return grid.count < grid.of ? arena_printf(arena, "%s%s", place, outlined) : place;
}

static void draw_note(Note *note, Box vector)
{
    const Painter *painter = note->painter;
    const Theme *theme = painter->theme;
    float width = widest_line(note);
    Paragraph lines = {style_plain(theme, TYPE_SMALL, ROLE_INK), {0, 0}, width, LINE, 0, false};
    int rows = (note->count + COLUMNS - 1) / COLUMNS, texts = kit_paragraph_lines(painter, &lines, note->text);
    const char *place = place_text(note);
    int places = kit_paragraph_lines(painter, &lines, place);
    float height = LINE * (float)(texts + places + 2 * note->summed) + CELL * (float)rows + 6 + 2 * MARGIN;
    Box box = place_note(note, vector, width + 2 * MARGIN, height);
    drawlist_box(painter->list, box, 7, paint_fill_stroke(theme->panel, theme->text[ROLE_MUTED], 1.5f));
    Point at = {box.x + MARGIN, box.y + MARGIN + 12};
    lines.at = at;
    at.y += kit_paragraph(painter, &lines, note->text);
    lines.at = at;
    lines.style.color = theme->text[ROLE_MUTED];
    at.y += kit_paragraph(painter, &lines, place);
    if (note->summed) {
        math_fit(painter->list, line_style(note, TYPE_BODY), at, width, 0.6f, note->sum.products);
        math_fit(painter->list, line_style(note, TYPE_SMALL), (Point){at.x, at.y + LINE}, width, 0.6f,
                 note->sum.numbers);
        at.y += 2 * LINE;
    }
    draw_cells(note, (Point){at.x, at.y - 8});
}

bool vector_note_draw(const Painter *painter, Target target, const char *text)
{
    const View *view = painter->view;
    Note note = {.painter = painter, .target = target, .maths = view_maths(view, &painter->list->arena)};
    const DrawCommand *mark = is_vector(target.kind) ? drawlist_marked(painter->list, target) : NULL;
    if (target.b < 0 && view->hover.kind != target.kind) /* the focus is on the whole vector */
        note.target.b = 0;
    Value value;
    if (!view_has(view->kind, HAS_STAGE) || !mark || note.target.b < 0 || !scene_value_at(view, note.target, &value))
        return false;
    Box vector = mark->bounds;
    note.count = cells_of(&note, value);
    note.text = text;
    note.summed = target.kind == TARGET_CONTEXT && context_sum(&note.maths, value, &note.sum);
    draw_note(&note, vector);
    return true;
}
