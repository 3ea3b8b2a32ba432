#include "scene/kit/widget.h"

#include <math.h>

Color kit_button_fill(const Painter *painter, Target target)
{
    return color_mix(painter->theme->button, painter->theme->panel, kit_pointed(painter, target) ? 0.15f : 0);
}

void kit_button(const Painter *painter, Box box, const char *text, Target target, bool dark)
{
    const Theme *theme = painter->theme;
    Color plain = kit_pointed(painter, target) ? theme->faint : theme->panel;
    drawlist_box(painter->list, box, 8,
                 dark ? paint_fill(kit_button_fill(painter, target)) : paint_fill_stroke(plain, theme->hairline, 1.5f));
    TextStyle style = style_bold(theme, TYPE_BODY, ROLE_INK);
    if (dark)
        style.color = theme->button_text;
    kit_text(painter, style, box_inset(box, 6, 0), ALIGN_CENTER, text);
    kit_press(painter, box, 8, target, text);
}

float kit_toggle_width(const Painter *painter, const char *text)
{
    return kit_width(painter, (TextStyle){FACE_SANS_BOLD, TYPE_SMALL, {0}, 0}, text) + 22;
}

void kit_toggle(const Painter *painter, Box box, const Toggle *toggle)
{
    const Theme *theme = painter->theme;
    bool on = toggle->on, pointed = kit_pointed(painter, toggle->target);
    Color outline = on ? theme->fill[ROLE_CONTEXT] : pointed ? theme->text[ROLE_MUTED] : theme->hairline;
    drawlist_box(painter->list, box, 8,
                 paint_fill_stroke(on ? theme->tint[ROLE_CONTEXT] : theme->panel, outline, 1.5f));
    Role role = on ? ROLE_CONTEXT : pointed ? ROLE_INK : ROLE_MUTED;
    TextStyle style = on ? style_bold(theme, TYPE_SMALL, role) : style_plain(theme, TYPE_SMALL, role);
    kit_text(painter, style, box, ALIGN_CENTER, toggle->text);
    kit_press(painter, box, 8, toggle->target, toggle->text);
}

float kit_link(const Painter *painter, const LinkLook *look, Point at, Align align, const char *text, Target target)
{
    TextStyle style = look->style;
    style.color = painter->theme->text[kit_pointed(painter, target) ? ROLE_INK : look->rest];
    float width = kit_text_at(painter, style, at, align, text);
    float x = at.x - (align == ALIGN_RIGHT ? width : align == ALIGN_CENTER ? width / 2 : 0);
    Box box = {x + look->around.x, at.y + look->around.y, width + look->around.w, look->around.h};
    kit_press_ring(painter, box, box_inset(box, look->inset, look->inset), look->radius, target, true, text);
    return width;
}

void kit_cross(const Painter *painter, Box box, Target target)
{
    Color color = kit_ink(painter, target);
    Point c = {box.x + box.w / 2, box.y + box.h / 2};
    kit_line(painter, (Point){c.x - 5, c.y - 5}, (Point){c.x + 5, c.y + 5}, color, 1.8f);
    kit_line(painter, (Point){c.x + 5, c.y - 5}, (Point){c.x - 5, c.y + 5}, color, 1.8f);
    kit_press(painter, box, 6, target, kit_said(painter, W_CLOSE));
}

static void set_typed(const Painter *painter, const FieldLook *look, const Field *field, Box text)
{
    const Theme *theme = painter->theme;
    DrawList *list = painter->list;
    TextStyle style = style_plain(theme, look->size, ROLE_INK);
    Slice all = slice_of(field->text), before = {field->text, (size_t)field->caret};
    Slice behind = {field->text + field->caret, all.length - before.length};
    const char *composition = field->composition ? field->composition : "";
    float caret = text_width(list->type, style, before), composed = kit_width(painter, style, composition);
    float scroll = field->active ? fmaxf(0, caret + composed - text.w + 2 + look->edge) : 0;
    float x = text.x - scroll, y = text.y + text.h / 2 + 5, end = x + caret + composed, inset = 6 + look->edge;
    drawlist_clip(list, box_inset(text, -look->edge, 0));
    if (field->active && field->anchor != field->caret) {
        float anchor = text_width(list->type, style, (Slice){field->text, (size_t)field->anchor});
        Box selected = {x + fminf(caret, anchor), text.y + 7, fabsf(caret - anchor), text.h - 14};
        drawlist_box(list, selected, 2, paint_fill(theme->tint[ROLE_QUERY]));
    }
    drawlist_text_at(list, style, (Point){x, y}, ALIGN_LEFT, before);
    if (field->composition) {
        TextStyle draft = style_plain(theme, look->size, ROLE_QUERY);
        kit_text_at(painter, draft, (Point){x + caret, y}, ALIGN_LEFT, composition);
        kit_line(painter, (Point){x + caret, y + 4}, (Point){end, y + 4}, draft.color, 1);
    }
    drawlist_text_at(list, style, (Point){end, y}, ALIGN_LEFT, behind);
    if (field->active && field->caret_on)
        drawlist_box(list, (Box){end, text.y + inset, 1.5f, text.h - 2 * inset}, 0, paint_fill(theme->text[ROLE_INK]));
    if (all.length == 0 && !field->composition)
        kit_text_at(painter, style_plain(theme, look->size, ROLE_MUTED), (Point){x + 2 * look->edge, y}, ALIGN_LEFT,
                    look->prompt);
    drawlist_unclip(list);
}

/* The return key's sign, drawn: no font of ours is sure to have it. */
static void return_sign(const Painter *painter, Point at, Color color)
{
    drawlist_move(painter->list, at.x + 6, at.y - 5);
    drawlist_line(painter->list, at.x + 6, at.y + 2);
    drawlist_line(painter->list, at.x - 6, at.y + 2);
    drawlist_path_end(painter->list, paint_stroke(color, 1.4f));
    drawlist_move(painter->list, at.x - 2.5f, at.y - 2);
    drawlist_line(painter->list, at.x - 6.5f, at.y + 2);
    drawlist_line(painter->list, at.x - 2.5f, at.y + 6);
    drawlist_path_end(painter->list, paint_stroke(color, 1.4f));
}

void kit_field(const Painter *painter, Box box, const FieldLook *look, const Field *field, Target target)
{
    drawlist_box(painter->list, box, look->radius, paint_fill_stroke(look->fill, look->outline, 1.5f));
    set_typed(painter, look, field, (Box){box.x + look->left, box.y, box.w - look->left - look->right, box.h});
    if (look->go.kind != TARGET_NONE)
        return_sign(painter, (Point){box.x + box.w - 20, box.y + box.h / 2}, kit_ink(painter, look->go));
    kit_mark(painter, box, target, true, look->name);
    if (!field->active)
        kit_focus(painter, box, look->radius, target);
    if (look->go.kind != TARGET_NONE)
        kit_press(painter, (Box){box.x + box.w - 38, box.y + 2, 36, box.h - 4}, 6, look->go, look->go_name);
}

void kit_tooltip(const Painter *painter, Point at, const char *text)
{
    const View *view = painter->view;
    TextStyle style = {FACE_SANS, TYPE_SMALL, painter->theme->button_text, 0};
    TextLines lines = text_break(&painter->list->arena, painter->list->type, style, slice_of(text), 320);
    float width = 0;
    for (int i = 0; i < lines.count; i++)
        width = fmaxf(width, text_width(painter->list->type, style, lines.lines[i]));
    Box box = {at.x + 14, at.y + 16, width + 22, 19 * (float)lines.count + 13};
    if (box.x + box.w > view->width - 8)
        box.x = fmaxf(8, at.x - box.w - 10);
    if (box.y + box.h > view->height - 8)
        box.y = fmaxf(8, at.y - box.h - 12);
    drawlist_box(painter->list, box, 6, paint_fill(painter->theme->button));
    kit_paragraph(painter, &(Paragraph){style, {box.x + 11, box.y + 20}, 320, 19, 0, false}, text);
}
