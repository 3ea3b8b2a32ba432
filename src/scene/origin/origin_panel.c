/* The panel that says where a number comes from: trail, formula, the real operands, and what they are made of. */
#include "derive/printed.h"
#include "derive/residual.h"
#include "derive/sent_back.h"
#include "scene/window/panels.h"
#include "words/norm_words.h"
#include "words/stage_words.h"

#include <math.h>
#include <string.h>

enum { MARGIN = 22, ROW_H = 23, DECIMALS = 4 };

typedef struct Panel {
    const Painter *painter;
    Maths maths;
    Value value;
    Derivation made;
    int decimals; /* of the number and of the sum */
    Box in;       /* inside the margins */
    float y;
} Panel;

static MathStyle math_style(const Panel *panel, float size, Role role)
{
    return (MathStyle){panel->painter->theme, size, panel->painter->theme->text[role]};
}

/* One operand: its role's colour, a line below that says it can be pressed, the focus. */
static void draw_operand(const Panel *panel, Point at, float size, const PrintedPiece *piece, Target target)
{
    const Painter *painter = panel->painter;
    const Theme *theme = painter->theme;
    Role role = markup_role(value_name(&panel->maths, piece->operand->value));
    MathStyle style = math_style(panel, size, role);
    float width = math_width(painter->list->type, style, piece->markup);
    Box box = {at.x - 2, at.y - size, width + 4, size * 1.4f};
    if (kit_pointed(painter, target))
        drawlist_box(painter->list, box, 3, paint_fill(role == ROLE_INK ? theme->faint : theme->tint[role]));
    math_draw(painter->list, style, at, ALIGN_LEFT, piece->markup);
    Paint line = paint_stroke(color_fade(theme->text[role], 0.5f), 1);
    line.dash = 1.5f;
    line.gap = 2.5f;
    drawlist_segment(painter->list, (Point){at.x, at.y + 3.5f}, (Point){at.x + width, at.y + 3.5f}, line);
    kit_press_ring(painter, box, box_inset(box, 2, 2), 3, target, true, NULL);
}

/* A sign and a bracket that opens stay with what follows, and a bracket that closes with what it ends. */
static bool stays_with(const PrintedPiece *before, const PrintedPiece *piece)
{
    return strcmp(piece->markup, ")") == 0 || (!before->operand && strcmp(before->markup, ")") != 0);
}

/* Lays pieces out from x, breaking lines before signs; returns the baseline of the last line. Formulas: kit_paragraph
 * knows words alone. */
static float flow_pieces(const Panel *panel, const PrintedPieces *pieces, float size, Point at, int row)
{
    DrawList *list = panel->painter->list;
    float left = at.x, right = panel->in.x + panel->in.w;
    int operand = 0;
    for (int i = 0; i < pieces->count; i++) {
        const PrintedPiece *piece = &pieces->items[i];
        MathStyle style = math_style(panel, size, ROLE_INK);
        float width = math_width(list->type, style, piece->markup), ahead = width;
        for (int j = i + 1; j < pieces->count && stays_with(&pieces->items[j - 1], &pieces->items[j]); j++)
            ahead += math_width(list->type, style, pieces->items[j].markup);
        bool joined = i > 0 && stays_with(&pieces->items[i - 1], piece);
        if (at.x > left && !joined && at.x + (row < 0 ? ahead : 0) > right) {
            at.x = left;
            at.y += size * 1.65f;
        }
        if (piece->operand) {
            Target target = {TARGET_CONTROL, ORIGIN_NUMBER, (int16_t)row, (int16_t)operand++};
            draw_operand(panel, at, size, piece, target);
        } else
            math_draw(list, style, at, ALIGN_LEFT, piece->markup);
        at.x += width;
    }
    return at.y;
}

/* Markup with ~ where a line may break; kit_paragraph would read it as words. */
static void flow_markup(Panel *panel, MathStyle style, const char *markup, float pitch)
{
    DrawList *list = panel->painter->list;
    float x = panel->in.x;
    for (Slice rest = slice_of(markup), part; rest.length;) {
        slice_cut(&rest, '~', &part);
        const char *text = arena_printf(&list->arena, "%.*s", (int)part.length, part.text);
        float width = math_width(list->type, style, text);
        if (x > panel->in.x && x + width > panel->in.x + panel->in.w) {
            x = panel->in.x + 14;
            panel->y += pitch;
            while (*text == ' ')
                text++;
        }
        MathStyle fitted = style;
        float room = panel->in.x + panel->in.w - x;
        if (width > room)
            fitted.size *= fmaxf(0.7f, room / width);
        x += math_draw(list, fitted, (Point){x, panel->y}, ALIGN_LEFT, text);
    }
    panel->y += pitch;
}

/* The list needs the height more than words do. */
static bool is_low(const Panel *panel)
{
    return panel->in.h < 440;
}

static void draw_title(Panel *panel)
{
    const Painter *painter = panel->painter;
    Box in = panel->in;
    kit_heading(painter, (Point){in.x, in.y + 10}, ROLE_MUTED, 1, kit_said(painter, W_WHERE_IT_COMES_FROM));
    kit_cross(painter, (Box){in.x + in.w - 22, in.y - 8, 26, 26}, (Target){TARGET_CONTROL, ORIGIN_CLOSE, 0, 0});
    panel->y = in.y + (is_low(panel) ? 34 : 40);
}

/* The way here, as much of its end as one line holds; each of them leads back. */
static void draw_trail(Panel *panel)
{
    const Painter *painter = panel->painter;
    const Origin *origin = &painter->view->origin;
    DrawList *list = painter->list;
    MathStyle style = math_style(panel, TYPE_BODY, ROLE_MUTED);
    const char *joint = "  ›  ";
    float joint_w = math_width(list->type, style, joint), room = panel->in.w - 20;
    int first = origin->depth - 1;
    for (; first > 0; first--) {
        room -= math_width(list->type, style, value_name(&panel->maths, origin->trail[first - 1])) + joint_w;
        if (room < 60)
            break;
    }
    float x = panel->in.x;
    if (origin->depth < 2)
        return;
    if (first > 0)
        x += math_draw(list, style, (Point){x, panel->y}, ALIGN_LEFT, "…  ›  ");
    for (int i = first; i + 1 < origin->depth; i++) {
        const char *name = value_name(&panel->maths, origin->trail[i]);
        Target target = {TARGET_CONTROL, ORIGIN_TRAIL, (int16_t)(i + 1), 0};
        Box box = {x - 3, panel->y - 15, math_width(list->type, style, name) + 6, 22};
        if (kit_pointed(painter, target))
            drawlist_box(list, box, 4, paint_fill(painter->theme->faint));
        x += math_draw(list, style, (Point){x, panel->y}, ALIGN_LEFT, name);
        kit_press_ring(painter, box, box_inset(box, 2, 2), 4, target, true, kit_said(painter, W_BACK_IN_PANEL));
        x += math_draw(list, style, (Point){x, panel->y}, ALIGN_LEFT, i + 2 < origin->depth ? joint : "  ›");
    }
    panel->y += is_low(panel) ? 25 : 30;
}

/* A press goes one entry, or one page, on or back. */
static void draw_turn(const Panel *panel, Box box, int control, int way, Word name, bool there)
{
    const Painter *painter = panel->painter;
    Target target = target_at(TARGET_CONTROL, control, way, 0);
    Color color = there ? kit_ink(painter, target) : color_fade(painter->theme->text[ROLE_MUTED], 0.3f);
    bool along = control == ORIGIN_NEXT;
    kit_chevron(painter, box_middle(box), along ? (float)way : 0, along ? 0 : (float)way, color);
    if (there)
        kit_press_ring(painter, box, box_inset(box, 2, 2), 4, target, true, kit_said(painter, name));
}

/* What a layer norm made, or makes something of, can be seen instant by instant. */
static void draw_norm_link(const Panel *panel, Point right, float room)
{
    const Painter *painter = panel->painter;
    Value sum = residual_before(&panel->maths, panel->value);
    LinkLook look = {style_plain(painter->theme, TYPE_SMALL, ROLE_CONTEXT), ROLE_CONTEXT, {-4, -15, 8, 22}, 0, 5};
    const char *text = kit_said(painter, W_NORM_STEPS);
    if (sum.kind != VALUE_NONE && scene_norm_there(painter->view, sum) && kit_width(painter, look.style, text) <= room)
        kit_link(painter, &look, right, ALIGN_RIGHT, text, norm_target(sum));
}

/* Name, number, and the vector it stands in. */
static void draw_value(Panel *panel)
{
    const Painter *painter = panel->painter;
    DrawList *list = painter->list;
    MathStyle style = math_style(panel, 22, ROLE_INK);
    const char *text =
        arena_printf(&list->arena, "%s %s", value_name(&panel->maths, panel->value),
                     printed_equals(&panel->maths, panel->value, panel->made.number, panel->decimals, true));
    bool several = value_entries(&panel->maths, panel->value) > 1;
    float room = panel->in.w - (several ? 50 : 0), width = math_width(list->type, style, text);
    if (width > room)
        style.size *= fmaxf(0.6f, room / width);
    math_draw(list, style, (Point){panel->in.x, panel->y + 6}, ALIGN_LEFT, text);
    if (several) {
        float right = panel->in.x + panel->in.w, y = panel->y - 12;
        draw_turn(panel, (Box){right - 45, y, 22, 24}, ORIGIN_NEXT, -1, W_ENTRY_BEFORE, true);
        draw_turn(panel, (Box){right - 21, y, 22, 24}, ORIGIN_NEXT, 1, W_NEXT_ENTRY, true);
    }
    const char *shape = value_shape(&panel->maths, panel->value);
    const char *line = shape ? arena_printf(&list->arena, kit_said(painter, W_ONE_ENTRY_OF_SHAPE), shape)
                             : kit_said(painter, W_A_SINGLE_NUMBER);
    float used = kit_text_at(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED),
                             (Point){panel->in.x, panel->y + 28}, ALIGN_LEFT, line);
    draw_norm_link(panel, (Point){panel->in.x + panel->in.w, panel->y + 28}, panel->in.w - used - 14);
    panel->y += is_low(panel) ? 52 : 58;
}

static void draw_told(Panel *panel)
{
    if (!panel->made.told || (is_low(panel) && panel->made.sum))
        return;
    TextStyle style = style_plain(panel->painter->theme, TYPE_SMALL, panel->made.term ? ROLE_MUTED : ROLE_INK);
    Paragraph lines = {style, {panel->in.x, panel->y}, panel->in.w, 19, 0, false};
    panel->y += kit_paragraph(panel->painter, &lines, panel->made.told) + 8;
}

static void draw_formula(Panel *panel)
{
    const Derivation *made = &panel->made;
    DrawList *list = panel->painter->list;
    if (made->symbols)
        flow_markup(panel, math_style(panel, TYPE_LARGE, ROLE_INK), made->symbols, 25);
    if (made->shapes)
        flow_markup(panel, math_style(panel, TYPE_BODY, ROLE_INK), made->shapes, 21);
    panel->y += 6;
    draw_told(panel);
    if (!made->term)
        return;
    bool listed = made->sum && made->sum == made->term; /* the list says it all */
    if (!listed) {
        Printing printing = {.maths = &panel->maths, .decimals = panel->decimals, .scaled = true, .total = made->sum};
        bool closes = printed_close(&printing, made->term, made->number, panel->decimals, panel->decimals + 2);
        PrintedPieces *pieces = ARENA_NEW(&list->arena, PrintedPieces);
        pieces_add(pieces, "=  ", NULL);
        printed_put(&printing, pieces, made->term);
        pieces_add(pieces,
                   arena_printf(&list->arena, "  %s",
                                printed_equals(&panel->maths, panel->value, made->number, panel->decimals, closes)),
                   NULL);
        panel->y = flow_pieces(panel, pieces, TYPE_LARGE, (Point){panel->in.x, panel->y + 6}, -1) + 30;
    }
}

/* ---- the list of a sum ---- */

typedef struct Rows {
    float top;
    int count, shown, first;
} Rows;

static Rows lay_rows(const Panel *panel)
{
    Rows rows = {.top = panel->y + 28, .count = panel->made.sum ? panel->made.sum->count : 0};
    float room = panel->in.y + panel->in.h + 6 - rows.top;
    int most = room < ROW_H ? 1 : (int)(room / ROW_H);
    rows.shown = rows.count < most ? rows.count : most;
    int last = rows.count - rows.shown;
    rows.first = panel->painter->view->origin.first;
    rows.first = rows.first > last ? last : rows.first < 0 ? 0 : rows.first;
    return rows;
}

/* What a term is about: the last number in it ("s_3[17]", a bias), as its first is the weight that multiplies it. */
static const char *row_name(const Panel *panel, const Term *term)
{
    const Term *last = NULL, *next;
    if (term->kind == TERM_EXP) /* its first: the largest that is taken off is the same in all */
        last = term_operand(term, NULL, 0);
    for (int i = 0; term->kind != TERM_EXP && (next = term_operand(term, NULL, i)); i++)
        last = next;
    return last ? value_name(&panel->maths, last->value) : "";
}

/* The columns of the list. */
typedef struct Columns {
    float names, results; /* widths */
    int decimals;         /* of the operands, the same in all rows */
    bool whole;           /* slopes stand there as one number, for want of room */
} Columns;

static bool is_plain(const Term *term)
{
    return term->kind == TERM_VALUE;
}

static Printing row_printing(const Panel *panel, const Term *term, const Columns *columns)
{
    return (Printing){.maths = &panel->maths,
                      .decimals = is_plain(term) ? panel->decimals : columns->decimals,
                      .scaled = true,
                      .whole_slopes = columns->whole};
}

static float pieces_width(const Panel *panel, const PrintedPieces *pieces)
{
    MathStyle style = math_style(panel, TYPE_BODY, ROLE_INK);
    float width = 0;
    for (int i = 0; i < pieces->count; i++)
        width += math_width(panel->painter->list->type, style, pieces->items[i].markup);
    return width;
}

static float row_width(const Panel *panel, PrintedPieces *pieces, const Term *term, const Columns *columns)
{
    Printing printing = row_printing(panel, term, columns);
    pieces->count = 0;
    printed_put(&printing, pieces, term);
    return pieces_width(panel, pieces);
}

/* Decimals of what a row gives: one less than its operands have, so that they give it; tiny ones have a
 * power of ten. */
static int result_decimals(const Panel *panel, double number, const Columns *columns)
{
    return fabs(number) < 0.0005 && panel->decimals == DECIMALS ? DECIMALS
           : columns->decimals < 3                              ? 2
                                                                : columns->decimals - 1;
}

/* What a row gives, as it stands at its right end. */
static const char *row_result(const Panel *panel, const Term *term, const Columns *columns)
{
    Arena *arena = &panel->painter->list->arena;
    Printing printing = row_printing(panel, term, columns);
    double number = term_number(&panel->maths, term);
    int decimals = result_decimals(panel, number, columns);
    bool closes = numbers_agree(printed_number(&printing, term), number, decimals, true);
    return arena_printf(arena, "%s%s", closes ? "" : "≈ ", number_markup(arena, number, decimals));
}

static Columns lay_columns(const Panel *panel, const Rows *rows, const int *order)
{
    const Term *sum = panel->made.sum;
    const Type *type = panel->painter->list->type;
    MathStyle style = math_style(panel, TYPE_BODY, ROLE_MUTED);
    bool gradient = value_is_gradient(panel->value.kind);
    Columns columns = {30, 66, panel->decimals + gradient, false};
    for (int i = 0; i < rows->shown; i++) {
        const char *name = row_name(panel, sum->parts[order[rows->first + i]]);
        columns.names = fmaxf(columns.names, math_width(type, style, name) + 12);
    }
    columns.names = fminf(columns.names, panel->in.w * 0.32f);
    PrintedPieces *pieces = ARENA_NEW(&panel->painter->list->arena, PrintedPieces);
    float room = panel->in.w - columns.names - columns.results - 6, widest = 0;
    for (int i = 0; i < rows->shown; i++) {
        const Term *term = sum->parts[order[rows->first + i]];
        while (!is_plain(term) && columns.decimals > 2 && row_width(panel, pieces, term, &columns) > room) {
            columns.decimals -= columns.whole || !gradient;
            columns.whole = gradient;
        }
    }
    for (int i = 0; i < rows->shown; i++) {
        const Term *term = sum->parts[order[rows->first + i]];
        if (!is_plain(term))
            widest = fmaxf(widest, math_width(type, style, row_result(panel, term, &columns)));
    }
    columns.results = fmaxf(columns.results, widest + 4);
    return columns;
}

static void draw_row(const Panel *panel, float y, int place, const Columns *columns)
{
    const Painter *painter = panel->painter;
    DrawList *list = painter->list;
    const Term *term = panel->made.sum->parts[place];
    Box in = panel->in;
    math_fit(list, math_style(panel, TYPE_BODY, ROLE_MUTED), (Point){in.x, y}, columns->names - 6, 0.6f,
             row_name(panel, term));
    bool plain = is_plain(term);
    float results = plain ? 0 : columns->results, room = in.w - columns->names - results - 6;
    if (!plain)
        math_draw(list, math_style(panel, TYPE_BODY, ROLE_INK), (Point){in.x + in.w, y}, ALIGN_RIGHT,
                  row_result(panel, term, columns));
    PrintedPieces *pieces = ARENA_NEW(&list->arena, PrintedPieces);
    float width = row_width(panel, pieces, term, columns);
    float size = width > room ? TYPE_BODY * fmaxf(0.66f, room / width) : TYPE_BODY;
    float left = plain ? in.x + in.w - width : in.x + columns->names;
    drawlist_clip(list, (Box){left - 6, y - 20, in.x + in.w - results - left + 12, ROW_H + 8});
    flow_pieces(panel, pieces, size, (Point){left, y}, place);
    drawlist_unclip(list);
}

/* The sum of the rows as they are printed. */
static double sum_of_rows(const Panel *panel, const Columns *columns)
{
    const Term *sum = panel->made.sum;
    double whole = 0;
    for (int i = 0; i < sum->count; i++) {
        double number = term_number(&panel->maths, sum->parts[i]);
        int decimals = is_plain(sum->parts[i]) ? panel->decimals : result_decimals(panel, number, columns);
        whole += number_rounded(number, decimals, true);
    }
    return whole;
}

static void draw_rows(Panel *panel)
{
    const Painter *painter = panel->painter;
    const Term *sum = panel->made.sum;
    if (!sum)
        return;
    DrawList *list = painter->list;
    Rows rows = lay_rows(panel);
    if (painter->layout)
        painter->layout->rows = rows.count, painter->layout->rows_shown = rows.shown;
    const int *order = sum_order(&panel->maths, sum);
    drawlist_segment(list, (Point){panel->in.x, panel->y - 12}, (Point){panel->in.x + panel->in.w, panel->y - 12},
                     paint_stroke(painter->theme->hairline, 1.5f));
    Columns columns = lay_columns(panel, &rows, order);
    double total = term_number(&panel->maths, sum);
    const char *powers = panel->made.powers ? panel->made.powers : "";
    const char *title =
        arena_printf(&list->arena, kit_said(painter, W_SUM_OF_TERMS), powers, sum->count,
                     numbers_agree(sum_of_rows(panel, &columns), total, panel->decimals, true) ? "=" : "≈",
                     number_markup(&list->arena, total, panel->decimals));
    float room = panel->in.w - (rows.shown < rows.count ? 56 : 0); /* beside what turns the pages */
    math_fit(list, math_style(panel, TYPE_BODY, ROLE_INK), (Point){panel->in.x, panel->y + 6}, room, 0.66f, title);
    for (int i = 0; i < rows.shown; i++)
        draw_row(panel, rows.top + ROW_H * (float)i, order[rows.first + i], &columns);
    if (rows.shown == rows.count)
        return;
    float right = panel->in.x + panel->in.w, y = panel->y - 10;
    bool more = rows.first + rows.shown < rows.count;
    draw_turn(panel, (Box){right - 50, y, 24, 22}, ORIGIN_PAGE, -1, W_LARGER_TERMS, rows.first > 0);
    draw_turn(panel, (Box){right - 22, y, 24, 22}, ORIGIN_PAGE, 1, W_SMALLER_TERMS, more);
    Box track = {right + 9, rows.top - 14, 4, ROW_H * (float)rows.shown - 4}, thumb = track;
    thumb.h = fmaxf(12, track.h * (float)rows.shown / (float)rows.count);
    thumb.y += (track.h - thumb.h) * (float)rows.first / (float)(rows.count - rows.shown);
    drawlist_box(list, track, 2, paint_fill(painter->theme->faint));
    drawlist_box(list, thumb, 2, paint_fill(color_fade(painter->theme->text[ROLE_MUTED], 0.6f)));
}

static double sum_as_printed(const Panel *panel, const Term *sum, int decimals)
{
    double whole = 0;
    for (int i = 0; i < sum->count; i++)
        whole += number_rounded(term_number(&panel->maths, sum->parts[i]), decimals, true);
    return whole;
}

/* Gradients are small: three digits of one count, and of a sum so many more that its terms add up as printed. */
static int find_decimals(const Panel *panel)
{
    enum { MORE = 3 };
    if (!value_is_gradient(panel->value.kind))
        return DECIMALS;
    double size = fabs(panel->made.number);
    int least = size > 0 ? 2 - (int)floor(log10(size)) : DECIMALS;
    least = least < DECIMALS ? DECIMALS : least > 7 ? 7 : least;
    const Term *sum = panel->made.sum;
    double whole = sum ? term_number(&panel->maths, sum) : 0;
    for (int decimals = least; sum && decimals <= least + MORE; decimals++)
        if (numbers_agree(sum_as_printed(panel, sum, decimals), whole, decimals, true))
            return decimals;
    return least;
}

/* Everything above the list; `list` may be thrown away, only to measure. */
static Panel draw_head(const Painter *painter, Box box)
{
    const View *view = painter->view;
    Panel panel = {
        .painter = painter, .maths = origin_maths(view, &painter->list->arena), .value = *origin_shown(view)};
    panel.in = (Box){box.x + MARGIN, box.y + 24, box.w - 2 * MARGIN, box.h - 44};
    panel.made = value_derive(&panel.maths, panel.value);
    panel.decimals = find_decimals(&panel);
    draw_title(&panel);
    draw_trail(&panel);
    draw_value(&panel);
    draw_formula(&panel);
    return panel;
}

#define SHEET_H       400.0f
#define LYING_SHEET_W 330.0f

void origin_draw(const Painter *painter, Box box)
{
    bool upright = window_upright(painter->view);
    if (upright) { /* a sheet over stage and side panel */
        WindowLayout window = window_layout(painter->view);
        float bottom = window.stage.y + window.stage.h + window.side.h, h = fminf(SHEET_H, bottom - window.stage.y);
        box = (Box){0, bottom - h, painter->view->width, h};
    }
    if (window_lying(painter->view)) { /* over the stage, as wide as it has to be */
        float w = fmaxf(box.w, LYING_SHEET_W);
        box = (Box){box.x + box.w - w, box.y, w, box.h};
    }
    kit_panel(painter, box, upright ? EDGE_TOP : EDGE_LEFT);
    kit_area(painter, box, (Target){TARGET_CONTROL, ORIGIN_PAGE, 0, 0}, NULL);
    Panel panel = draw_head(painter, box);
    draw_rows(&panel);
}
