/* The sentence field: text, selection, caret, and what an input method is composing. */
#include "scene/window/panels.h"

#include <math.h>

static void draw_field_text(const Painter *painter, Box text)
{
    const Field *field = &painter->view->field;
    const Theme *theme = painter->theme;
    DrawList *list = painter->list;
    TextStyle style = style_plain(theme, TYPE_BODY + 0.5f, ROLE_INK);
    Slice all = slice_of(field->text);
    float caret = text_width(list->type, style, (Slice){field->text, (size_t)field->caret});
    float composed = field->composition ? text_width(list->type, style, slice_of(field->composition)) : 0;
    float scroll = field->active ? fmaxf(0, caret + composed - text.w + 4) : 0;
    float x = text.x - scroll, baseline = text.y + text.h / 2 + 5;
    drawlist_clip(list, (Box){text.x - 2, text.y, text.w + 4, text.h});
    if (field->active && field->anchor != field->caret) {
        float anchor = text_width(list->type, style, (Slice){field->text, (size_t)field->anchor});
        Box selected = {x + fminf(caret, anchor), text.y + 7, fabsf(caret - anchor), text.h - 14};
        drawlist_box(list, selected, 2, paint_fill(theme->tint[ROLE_QUERY]));
    }
    Slice before = {field->text, (size_t)field->caret},
          behind = {field->text + field->caret, all.length - (size_t)field->caret};
    drawlist_text_at(list, style, (Point){x, baseline}, ALIGN_LEFT, before);
    if (field->composition) {
        TextStyle draft = style_plain(theme, style.size, ROLE_QUERY);
        drawlist_text_at(list, draft, (Point){x + caret, baseline}, ALIGN_LEFT, slice_of(field->composition));
        drawlist_segment(list, (Point){x + caret, baseline + 4}, (Point){x + caret + composed, baseline + 4},
                         paint_stroke(draft.color, 1));
    }
    drawlist_text_at(list, style, (Point){x + caret + composed, baseline}, ALIGN_LEFT, behind);
    if (field->active && field->caret_on)
        drawlist_box(list, (Box){x + caret + composed, text.y + 8, 1.5f, text.h - 16}, 0,
                     paint_fill(theme->text[ROLE_INK]));
    if (all.length == 0 && !field->composition)
        drawlist_text_at(list, style_plain(theme, style.size, ROLE_MUTED), (Point){x + 4, baseline}, ALIGN_LEFT,
                         slice_of(said(painter->view->language, W_TYPE_HERE)));
    drawlist_unclip(list);
}

/* The return key's sign, drawn: no font of ours is sure to have it. */
static void return_sign(const Painter *painter, Point at, bool pointed)
{
    Color color = painter->theme->text[pointed ? ROLE_INK : ROLE_MUTED];
    drawlist_move(painter->list, at.x + 6, at.y - 5);
    drawlist_line(painter->list, at.x + 6, at.y + 2);
    drawlist_line(painter->list, at.x - 6, at.y + 2);
    drawlist_path_end(painter->list, paint_stroke(color, 1.4f));
    drawlist_move(painter->list, at.x - 2.5f, at.y - 2);
    drawlist_line(painter->list, at.x - 6.5f, at.y + 2);
    drawlist_line(painter->list, at.x - 2.5f, at.y + 6);
    drawlist_path_end(painter->list, paint_stroke(color, 1.4f));
}

void field_draw(const Painter *painter, Box box)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    Target target = {TARGET_FIELD, 0, 0, 0}, go = {TARGET_FIELD_GO, 0, 0, 0};
    Color outline = view->field.active             ? theme->fill[ROLE_QUERY]
                    : kit_pointed(painter, target) ? theme->text[ROLE_MUTED]
                                                   : theme->hairline;
    drawlist_box(painter->list, box, 8, paint_fill_stroke(theme->panel, outline, 1.5f));
    draw_field_text(painter, (Box){box.x + 14, box.y, box.w - 52, box.h});
    Box sign = {box.x + box.w - 38, box.y + 2, 36, box.h - 4};
    return_sign(painter, (Point){box.x + box.w - 20, box.y + box.h / 2}, kit_pointed(painter, go));
    kit_mark(painter, box, target, true, said(view->language, W_SENTENCE));
    kit_focus(painter, box, 8, view->field.active ? (Target){0} : target);
    kit_mark(painter, sign, go, true, said(view->language, W_PLAY));
    kit_focus(painter, sign, 6, go);
}
