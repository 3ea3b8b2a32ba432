#include "scene/kit/widget.h"

#include "words/common_words.h"

#include <math.h>
#include <string.h>

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

/* ---- a choice ---- */

static const struct {
    float size, beside, high, radius; /* of the type; px beside the words; 0: as the box; of the ring */
    Point ring;                       /* how far it lies inside */
} CHOICES[] = {[CHOICE_FRAMES] = {TYPE_SMALL, 11, 30, 8, {0, 0}},
               [CHOICE_TABS] = {TYPE_BODY + 0.5f, 8, 0, 5, {2, 13}},
               [CHOICE_WORDS] = {TYPE_BODY, 3, 30, 5, {0, 3}},
               [CHOICE_LIST] = {TYPE_BODY, 10, 30, 5, {3, 3}}};

static float type_size(const Choice *choice)
{
    return choice->size > 0 ? choice->size : CHOICES[choice->look].size;
}

static float option_width(const Painter *painter, const Choice *choice, int i)
{
    TextStyle style = style_bold(painter->theme, type_size(choice), ROLE_INK);
    return kit_width(painter, style, choice->options[i].text) + 2 * CHOICES[choice->look].beside;
}

/* A frame, a line at the foot, or a tint: what says which one is on besides its letters. */
static void draw_option_ground(const Painter *painter, ChoiceLook look, Box box, bool on, bool pointed, bool off)
{
    const Theme *theme = painter->theme;
    Color lit = theme->fill[ROLE_CONTEXT], tint = theme->tint[ROLE_CONTEXT];
    Color outline = on ? lit : pointed ? theme->text[ROLE_MUTED] : theme->hairline;
    if (look == CHOICE_FRAMES)
        drawlist_box(painter->list, box, 8,
                     off ? paint_dashed(outline, 1.5f, 4, 3)
                         : paint_fill_stroke(on ? tint : theme->panel, outline, 1.5f));
    else if (look == CHOICE_LIST && (on || pointed))
        drawlist_box(painter->list, box, 5, paint_fill(on ? tint : theme->faint));
    else if (look == CHOICE_TABS && on)
        drawlist_box(painter->list, (Box){box.x + 8, box.y + box.h - 2.5f, box.w - 16, 3}, 1.5f, paint_fill(lit));
}

static void draw_option(const Painter *painter, const Choice *choice, Box box, const MenuOption *option)
{
    ChoiceLook look = choice->look;
    const Theme *theme = painter->theme;
    bool on = option->on && !option->off, listed = look == CHOICE_LIST;
    bool pointed = kit_pointed(painter, option->target) && !option->off;
    Role role = look == CHOICE_FRAMES && on ? ROLE_CONTEXT : on || pointed || listed ? ROLE_INK : ROLE_MUTED;
    draw_option_ground(painter, look, box, on, pointed, option->off);
    Box in = box_inset(box, CHOICES[look].beside - 1, 0);
    float width = kit_text(painter, style_of(theme, on, type_size(choice), role), in,
                           listed ? ALIGN_LEFT : ALIGN_CENTER, option->text);
    if (option->note)
        kit_text(painter, style_plain(theme, TYPE_SMALL, ROLE_MUTED), (Box){in.x + width, in.y, in.w - width, in.h},
                 ALIGN_RIGHT, option->note);
    Point ring = CHOICES[look].ring;
    kit_press_ring(painter, box, box_inset(box, ring.x, ring.y), CHOICES[look].radius, option->target, true,
                   option->text);
}

float kit_choice_width(const Painter *painter, const Choice *choice)
{
    float width = choice->gap * (float)(choice->count - 1);
    for (int i = 0; i < choice->count; i++)
        width += option_width(painter, choice, i);
    return width;
}

/* Where each of them stands; returns the height of all. */
static float place_options(const Painter *painter, Box box, const Choice *choice, bool drawn)
{
    float x = box.x, y = box.y, high = CHOICES[choice->look].high > 0 ? CHOICES[choice->look].high : box.h;
    for (int i = 0; i < choice->count; i++) {
        float width = choice->look == CHOICE_LIST ? box.w : option_width(painter, choice, i);
        if (x > box.x && x + width > box.x + box.w + 0.1f) {
            x = box.x;
            y += high + choice->gap;
        }
        if (drawn)
            draw_option(painter, choice, (Box){x, y, width, high}, &choice->options[i]);
        x += width + choice->gap;
    }
    return y + high - box.y;
}

float kit_choice_height(const Painter *painter, float width, const Choice *choice)
{
    return place_options(painter, (Box){0, 0, width, 0}, choice, false);
}

float kit_choice(const Painter *painter, Box box, const Choice *choice)
{
    return place_options(painter, box, choice, true);
}

/* ---- an answer ---- */

Role verdict_role(Verdict verdict)
{
    return verdict == VERDICT_OPEN ? ROLE_MUTED : verdict == VERDICT_RIGHT ? ROLE_QUERY : ROLE_OUTPUT;
}

Paint kit_answer_paint(const Painter *painter, Target target, Verdict verdict)
{
    const Theme *theme = painter->theme;
    Role role = verdict_role(verdict);
    if (verdict != VERDICT_OPEN)
        return paint_fill_stroke(theme->tint[role], theme->fill[role], 1.5f);
    Color fill = kit_pointed(painter, target) ? theme->hairline : theme->faint;
    if (theme->strong)
        return paint_fill_stroke(theme->faint, kit_ink(painter, target), kit_pointed(painter, target) ? 3 : 1.5f);
    return paint_fill_stroke(fill, color_fade(fill, 0), 1.5f);
}

void kit_answer_sign(const Painter *painter, Box answer, Verdict verdict)
{
    if (verdict != VERDICT_OPEN)
        kit_text(painter, style_bold(painter->theme, TYPE_BODY, verdict_role(verdict)),
                 (Box){answer.x + answer.w - 32, answer.y, 20, answer.h}, ALIGN_CENTER,
                 verdict == VERDICT_RIGHT ? "✓" : "✗");
}

/* ---- a slider ---- */

void kit_slider(const Painter *painter, const Slider *slider, Target target)
{
    float r = slider->radius + (kit_pointed(painter, target) ? 1 : 0);
    drawlist_box(painter->list, (Box){slider->at.x - r, slider->at.y - r, 2 * r, 2 * r}, r,
                 paint_fill_stroke(painter->theme->panel, slider->color, slider->line));
    if (target.kind != TARGET_NONE)
        kit_press_ring(painter, slider->place, slider->ring, slider->corner, target, true, slider->name);
}

/* ---- words ---- */

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
    Point c = box_middle(box);
    kit_line(painter, (Point){c.x - 5, c.y - 5}, (Point){c.x + 5, c.y + 5}, color, 1.8f);
    kit_line(painter, (Point){c.x + 5, c.y - 5}, (Point){c.x - 5, c.y + 5}, color, 1.8f);
    kit_press(painter, box, 6, target, kit_said(painter, W_CLOSE));
}

void kit_caret(const Painter *painter, Point at, float height, bool on)
{
    if (on)
        drawlist_box(painter->list, (Box){at.x, at.y, 1.5f, height}, 0, paint_fill(painter->theme->text[ROLE_INK]));
    kit_area(painter, (Box){at.x, at.y, 0, height}, (Target){TARGET_CARET, 0, 0, 0}, NULL);
}

/* Nobody types: it is set smaller, and what is cut even so says so. */
static void set_idle(const Painter *painter, TextStyle style, const Field *field, Box text)
{
    TextStyle smaller = kit_shrunk(painter, style, text.w, field->text);
    style = kit_width(painter, smaller, field->text) <= text.w ? smaller : style;
    drawlist_text_at(painter->list, style, (Point){text.x, text.y + text.h / 2 + 5}, ALIGN_LEFT,
                     drawlist_shorten(painter->list, style, slice_of(field->text), text.w));
}

/* A text while it is typed: `text`, with what is being composed (from..to) in it. */
typedef struct Typed {
    TextStyle style;
    Slice text;
    size_t from, to;
    float x, caret; /* of its left end; of the caret from there */
    bool turns;
} Typed;

static void tint_selection(const Painter *painter, const Typed *typed, const Field *field, Box text)
{
    enum { SPANS = 8 };
    TextSpan spans[SPANS];
    size_t caret = (size_t)field->caret, anchor = (size_t)field->anchor;
    int count = text_cover(painter->list->type, typed->style, slice_of(field->text), caret < anchor ? caret : anchor,
                           caret < anchor ? anchor : caret, spans, SPANS);
    for (int i = 0; i < count; i++)
        drawlist_box(painter->list,
                     (Box){typed->x + spans[i].left, text.y + 7, spans[i].right - spans[i].left, text.h - 14}, 2,
                     paint_fill(painter->theme->tint[ROLE_QUERY]));
}

/* What is composed is of another colour; where letters run to the left it is part of a word, and underlined alone. */
static void set_letters(const Painter *painter, const Typed *typed, float y)
{
    DrawList *list = painter->list;
    TextStyle draft = typed->style;
    draft.color = painter->theme->text[ROLE_QUERY];
    TextSpan span = {0};
    Slice before = {typed->text.text, typed->from},
          composed = {typed->text.text + typed->from, typed->to - typed->from},
          behind = {typed->text.text + typed->to, typed->text.length - typed->to};
    if (typed->turns) {
        drawlist_text_at(list, typed->style, (Point){typed->x, y}, ALIGN_LEFT, typed->text);
        text_cover(list->type, typed->style, typed->text, typed->from, typed->to, &span, 1);
    } else {
        float from = typed->caret - text_width(list->type, draft, composed);
        span = (TextSpan){from, typed->caret};
        drawlist_text_at(list, typed->style, (Point){typed->x, y}, ALIGN_LEFT, before);
        drawlist_text_at(list, draft, (Point){typed->x + from, y}, ALIGN_LEFT, composed);
    }
    if (composed.length)
        kit_line(painter, (Point){typed->x + span.left, y + 4}, (Point){typed->x + span.right, y + 4}, draft.color, 1);
    if (!typed->turns)
        drawlist_text_at(list, typed->style, (Point){typed->x + typed->caret, y}, ALIGN_LEFT, behind);
}

static void set_active(const Painter *painter, const FieldLook *look, TextStyle style, const Field *field, Box text)
{
    const char *composition = field->composition ? field->composition : "";
    char *all = arena_printf(&painter->list->arena, "%.*s%s%s", field->caret, field->text, composition,
                             field->text + field->caret);
    Typed typed = {style, slice_of(all), (size_t)field->caret, (size_t)field->caret + strlen(composition)};
    const Type *type = painter->list->type;
    typed.turns = text_goes_left(type, style, typed.text);
    typed.caret = typed.turns ? text_caret(type, style, typed.text, typed.to)
                              : text_width(type, style, (Slice){field->text, typed.from})
                                    + kit_width(painter, style, composition);
    typed.x = text.x - fmaxf(0, typed.caret - text.w + 2 + look->edge);
    float inset = 6 + look->edge;
    if (field->anchor != field->caret)
        tint_selection(painter, &typed, field, text);
    set_letters(painter, &typed, text.y + text.h / 2 + 5);
    kit_caret(painter, (Point){typed.x + typed.caret, text.y + inset}, text.h - 2 * inset, field->caret_on);
}

static void set_typed(const Painter *painter, const FieldLook *look, const Field *field, Box text)
{
    TextStyle style = style_plain(painter->theme, look->size, ROLE_INK);
    drawlist_clip(painter->list, box_inset(text, -look->edge, 0));
    if (field->active)
        set_active(painter, look, style, field, text);
    else
        set_idle(painter, style, field, text);
    if (!*field->text && !field->composition)
        kit_text_at(painter, style_plain(painter->theme, look->size, ROLE_MUTED),
                    (Point){text.x + 2 * look->edge, text.y + text.h / 2 + 5}, ALIGN_LEFT, look->prompt);
    drawlist_unclip(painter->list);
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

void kit_tooltip(const Painter *painter, float x, Box about, const char *text)
{
    const View *view = painter->view;
    TextStyle style = {FACE_SANS, TYPE_SMALL, painter->theme->button_text, 0};
    TextLines lines = text_break(&painter->list->arena, painter->list->type, style, slice_of(text), 320);
    float width = 0;
    for (int i = 0; i < lines.count; i++)
        width = fmaxf(width, text_width(painter->list->type, style, lines.lines[i]));
    Box box = {x + 14, about.y + about.h + 16, width + 22, 19 * (float)lines.count + 13};
    if (box.x + box.w > view->width - 8)
        box.x = fmaxf(8, x - box.w - 10);
    if (box.y + box.h > view->height - 8)
        box.y = fmaxf(8, about.y - box.h - 12);
    drawlist_box(painter->list, box, 6, paint_fill(painter->theme->button));
    kit_paragraph(painter, &(Paragraph){style, {box.x + 11, box.y + 20}, 320, 19, 0, false}, text);
}

/* ---- a sheet ---- */

Box kit_sheet(const Painter *painter, float width, float height, const char *title)
{
    const View *view = painter->view;
    width = fminf(width, view->width - 24);
    height = fminf(height, view->height - 24);
    Box sheet = {roundf((view->width - width) / 2), roundf((view->height - height) / 2), width, height};
    drawlist_box(painter->list, sheet, 12, paint_fill_stroke(painter->theme->panel, painter->theme->hairline, 1.5f));
    kit_area(painter, sheet, (Target){TARGET_PANEL, 0, 0, 0}, NULL);
    kit_text_at(painter, style_bold(painter->theme, TYPE_TITLE, ROLE_INK), (Point){sheet.x + 28, sheet.y + 42},
                ALIGN_LEFT, title);
    kit_cross(painter, (Box){sheet.x + sheet.w - 48, sheet.y + 20, 28, 28}, (Target){TARGET_CLOSE, 0, 0, 0});
    return sheet;
}
