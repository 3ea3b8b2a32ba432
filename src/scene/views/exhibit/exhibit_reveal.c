/* What was wrong: one line of code, what it did to the states, and the map of the model without it. */
#include "scene/views/exhibit/view_exhibit.h"

#include "scene/views/exhibit/exhibit_words.h"

#include <math.h>

enum { GAP = 40, CODE_LINE = 30, MINI_MOST = 78, CHIP_H = 30, READ_H = 126 };

bool exhibit_is_solved(const View *view)
{
    int count = lesson_card(view->lesson, view->card)->quiz_count;
    bool solved = count > 0;
    for (int i = 0; i < count; i++)
        solved = solved && !scene_quiz_open(view, i);
    return solved;
}

/* ---- the line ---- */

/* Lines in other colours say in a word which they are. */
static void code_line(const Painter *painter, Box box, Slice text, const char *sign, const char *which, Role role)
{
    const Theme *theme = painter->theme;
    bool marked = *sign != '\0';
    if (marked)
        drawlist_box(painter->list, box_inset(box, 6, 1.5f), 5, paint_fill(theme->tint[role]));
    TextStyle style = style_code(theme, TYPE_SMALL, ROLE_INK), small = style_bold(theme, TYPE_SMALL, role);
    kit_text(painter, small, (Box){box.x + 14, box.y, 14, box.h}, ALIGN_LEFT, sign);
    float right = kit_width(painter, small, which);
    Box in = {box.x + 36, box.y, box.w - 36 - right - 30, box.h};
    const char *code = arena_copy(&painter->list->arena, text.text, text.length);
    kit_text(painter, kit_shrunk(painter, style, in.w, code), in, ALIGN_LEFT, code);
    kit_text(painter, small, (Box){box.x + box.w - right - 14, box.y, right + 2, box.h}, ALIGN_LEFT, which);
}

static float draw_code(const Painter *painter, Box box, const Fault *fault)
{
    kit_heading(painter, (Point){box.x, box.y + 10}, ROLE_MUTED, 1, kit_said(painter, W_ONE_LINE_OF_CODE));
    int lines = 2;
    for (const char *c = fault->before; *c; c++)
        lines += *c == '\n';
    lines += *fault->before != '\0';
    Box frame = {box.x, box.y + 22, box.w, (float)lines * CODE_LINE + 16};
    drawlist_box(painter->list, frame, 8, paint_fill_stroke(painter->theme->panel, painter->theme->hairline, 1.5f));
    Box line = {frame.x, frame.y + 8, frame.w, CODE_LINE};
    Slice rest = slice_of(fault->before), text;
    while (rest.length > 0 && slice_cut(&rest, '\n', &text)) {
        code_line(painter, line, text, "", "", ROLE_MUTED);
        line.y += CODE_LINE;
    }
    code_line(painter, line, slice_of(fault->wrong), "−", kit_said(painter, W_LINE_WAS), ROLE_OUTPUT);
    line.y += CODE_LINE;
    code_line(painter, line, slice_of(fault->right), "+", kit_said(painter, W_LINE_IS), ROLE_ENCODER);
    return frame.h + 22;
}

/* ---- the state under each word ---- */

static bool reads_elsewhere(const Trace *trace)
{
    for (int j = 0; j < trace->n; j++)
        if (config_word_read(&trace->config, j, trace->n) != j)
            return true;
    return false;
}

/* The word that the state at each place has just read, of the exhibit and of the sound model. */
static void draw_read(const Painter *painter, Box box)
{
    const Exhibit *exhibit = painter->view->exhibit;
    const Theme *theme = painter->theme;
    kit_heading(painter, (Point){box.x, box.y + 10}, ROLE_MUTED, 1, kit_said(painter, W_STATE_UNDER_EACH_WORD));
    const Trace *trace = exhibit->own;
    float names = 44, pitch = (box.w - names) / (float)trace->n;
    if (pitch < 44)
        return;
    for (int side = 0; side < 2; side++) {
        const Trace *of = exhibit->pair.sides[side].trace;
        Role role = side ? ROLE_ENCODER : ROLE_OUTPUT;
        float y = box.y + 24 + (float)side * (CHIP_H + 8);
        kit_text(painter, style_bold(theme, TYPE_SMALL, role), (Box){box.x, y, names, CHIP_H}, ALIGN_LEFT,
                 kit_said(painter, side ? W_LINE_IS : W_LINE_WAS));
        for (int j = 0; j < trace->n && j < of->n; j++) {
            Box chip = {box.x + names + pitch * (float)j, y, pitch - 6, CHIP_H};
            const char *text = arena_printf(&painter->list->arena, kit_said(painter, W_JUST_READ),
                                            trace->source[config_word_read(&of->config, j, of->n)]);
            drawlist_box(painter->list, chip, 5, paint_fill(theme->tint[role]));
            kit_text(painter, kit_shrunk(painter, style_plain(theme, TYPE_SMALL, ROLE_INK), chip.w - 6, text),
                     box_inset(chip, 3, 0), ALIGN_CENTER, text);
        }
    }
    for (int j = 0; j < trace->n; j++) {
        TextStyle style = style_plain(theme, TYPE_SMALL, ROLE_MUTED);
        kit_text(painter, kit_shrunk(painter, style, pitch - 6, trace->source[j]),
                 (Box){box.x + names + pitch * (float)j, box.y + 24 + 2 * (CHIP_H + 8), pitch - 6, 18}, ALIGN_CENTER,
                 trace->source[j]);
    }
}

/* ---- the maps ---- */

static void draw_mini(const Painter *painter, const Trace *trace, Box box)
{
    float gap = fminf(box.w / (float)trace->n, box.h / fmaxf(1, (float)trace->step_count)) > 8 ? 1.5f : 0;
    matrix_small(painter, trace, box, gap, gap);
}

static void draw_maps(const Painter *painter, Box box)
{
    const Exhibit *exhibit = painter->view->exhibit;
    const Trace *sound = exhibit->pair.sides[1].trace;
    bool wrong = exhibit->own->config.fault != FAULT_NONE; /* else there was nothing to repair */
    float mini = fminf(MINI_MOST, box.h * 0.24f), below = mini + 34;
    kit_heading(painter, (Point){box.x, box.y + 10}, ROLE_MUTED, 1,
                kit_said(painter, wrong ? W_ALIGNMENT_REPAIRED : W_SOUND_ALIGNMENT));
    if (!exhibit->sound || !config_weighs(&sound->config))
        return;
    MatrixPicture picture = matrix_whole(sound, painter->view->map);
    picture.side = 1;
    Box cells = matrix_picture(painter, &picture, (Box){box.x, box.y + 22, box.w, box.h - below - 34}).sight;
    float y = fminf(box.y + box.h - mini, cells.y + cells.h + 64), x = box.x;
    kit_heading(painter, (Point){x, y - 10}, ROLE_MUTED, 1, kit_said(painter, wrong ? W_AS_IT_WAS : W_BOTH_MODELS));
    draw_mini(painter, exhibit->own, (Box){x, y, mini, mini});
    Point from = {x + mini + 14, y + mini / 2};
    drawlist_arrow(painter->list, from, (Point){from.x + 30, from.y}, 6, painter->theme->text[ROLE_MUTED], 1.6f);
    draw_mini(painter, sound, (Box){x + mini + 58, y, mini, mini});
    int of, moved = rows_elsewhere(exhibit->own, sound, &of);
    const char *text = arena_printf(&painter->list->arena, kit_said(painter, W_ROWS_MOVED), moved, of);
    Paragraph note = {style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED),
                      {x + 2 * mini + 72, y + 16},
                      box.w - 2 * mini - 72,
                      18,
                      (int)(mini / 18),
                      true};
    if (note.width > 60)
        kit_paragraph(painter, &note, text);
}

void exhibit_reveal(const Painter *painter, Box box)
{
    const Trace *own = painter->view->exhibit->own;
    bool upright = window_upright(painter->view); /* the maps stand below */
    float left = upright ? box.w : (box.w - GAP) * 0.56f;
    FaultKind kind = own->config.fault;
    float y = box.y;
    kit_heading(painter, (Point){box.x, y + 10}, ROLE_CONTEXT, 1, kit_said(painter, W_FOUND));
    y += 22;
    const char *part = kit_said(painter, kind ? fault_of(kind)->part : W_NOTHING_IS_WRONG);
    kit_text(painter, style_bold(painter->theme, TYPE_TITLE, ROLE_INK), (Box){box.x, y, left, 28}, ALIGN_LEFT, part);
    y += 46;
    if (kind)
        y += draw_code(painter, (Box){box.x, y, left, 0}, fault_of(kind)) + 26;
    if (reads_elsewhere(own) && box.y + box.h - y > READ_H) {
        draw_read(painter, (Box){box.x, y, left, box.y + box.h - y});
        y += READ_H + 14;
    }
    if (upright) {
        draw_maps(painter, (Box){box.x, y, box.w, box.y + box.h - y});
        return;
    }
    draw_maps(painter, (Box){box.x + left + GAP, box.y, box.w - left - GAP, box.h});
}
