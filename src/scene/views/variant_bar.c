#include "scene/views/variant_bar.h"

#include <math.h>

enum { MARGIN = 28, FIELD_H = 38, FIELD_LEAST = 220, FIELD_MOST = 560, BUTTON_H = 30, GAP = 6 };

typedef struct Button {
    const char *text;
    Target target;
    bool on;
} Button;

int look_choices(const View *view, LookChoice *out)
{
    Language language = view->language;
    int count = 0;
    if (view->kind == VIEW_UNROLLED) {
        out[count++] = (LookChoice){LOOK_WHOLE, said(language, W_UNROLLED_U)};
        out[count++] = (LookChoice){LOOK_FOLDED, said(language, W_FOLDED_F)};
        out[count++] = (LookChoice){LOOK_ONE_STEP, said(language, W_ONE_STEP_S)};
    } else if (view->kind == VIEW_SELF_ATTENTION) {
        out[count++] = (LookChoice){LOOK_WHOLE, said(language, W_MATRICES_X)};
        out[count++] = (LookChoice){LOOK_HEADS, said(language, W_ALL_HEADS_H)};
    }
    return count;
}

enum { BUTTONS_MOST = 20 };

static int list_buttons(const Painter *painter, const LookChoice *choices, int count, int heads, Button *out)
{
    const View *view = painter->view;
    int made = 0;
    for (int i = 0; i < count; i++)
        out[made++] =
            (Button){choices[i].name,
                     {TARGET_CONTROL, CONTROL_LOOK, (int16_t)choices[i].look, 0},
                     view->look == choices[i].look
                         || (i == 0 && view->look != LOOK_WHOLE && choices[0].look == LOOK_WHOLE && count == 1)};
    for (int h = 0; h < heads && heads > 1 && made < BUTTONS_MOST; h++)
        out[made++] = (Button){arena_printf(&painter->list->arena, said(view->language, W_HEAD_BUTTON), h + 1),
                               {TARGET_CONTROL, CONTROL_HEAD, (int16_t)h, 0},
                               view->pick == h};
    return made;
}

static float button_width(const Painter *painter, const Button *button)
{
    TextStyle widest = {FACE_SANS_BOLD, TYPE_SMALL, {0}, 0};
    return kit_width(painter, widest, button->text) + 22;
}

static void draw_button(const Painter *painter, const Button *button, Box place)
{
    const Theme *theme = painter->theme;
    bool pointed = kit_pointed(painter, button->target);
    Color outline = button->on ? theme->fill[ROLE_CONTEXT] : pointed ? theme->text[ROLE_MUTED] : theme->hairline;
    drawlist_box(painter->list, place, 8,
                 paint_fill_stroke(button->on ? theme->tint[ROLE_CONTEXT] : theme->panel, outline, 1.5f));
    TextStyle style = {button->on ? FACE_SANS_BOLD : FACE_SANS, TYPE_SMALL,
                       theme->text[button->on ? ROLE_CONTEXT
                                   : pointed  ? ROLE_INK
                                              : ROLE_MUTED],
                       0};
    kit_text(painter, style, place, ALIGN_CENTER, button->text);
    kit_press(painter, place, 8, button->target, button->text);
}

LookBar look_bar(const Painter *painter, Box stage, const LookChoice *choices, int count, int heads, bool draw)
{
    LookBar bar = {.rest = {stage.x + MARGIN, stage.y + 16, stage.w - 2 * MARGIN, stage.h - 28}};
    if (painter->passive)
        return bar;
    Button buttons[BUTTONS_MOST + LOOK_CHOICES];
    int made = list_buttons(painter, choices, count, heads, buttons);
    float width = 0, room = stage.w - 2 * MARGIN;
    for (int i = 0; i < made; i++)
        width += button_width(painter, &buttons[i]) + (i ? GAP : 0);
    bool beside = room - width - 2 * GAP >= FIELD_LEAST;
    bar.field =
        (Box){stage.x + MARGIN, stage.y + 14, fminf(FIELD_MOST, beside && made ? room - width - 14 : room), FIELD_H};
    float x = beside ? stage.x + MARGIN + room - width : stage.x + MARGIN;
    float y = beside ? bar.field.y + (FIELD_H - BUTTON_H) / 2 : bar.field.y + FIELD_H + GAP + 2;
    float left = x;
    for (int i = 0; i < made; i++) {
        float w = button_width(painter, &buttons[i]);
        if (!beside && x > left && x + w > stage.x + MARGIN + room) {
            x = left;
            y += BUTTON_H + GAP;
        }
        if (draw)
            draw_button(painter, &buttons[i], (Box){x, y, w, BUTTON_H});
        x += w + GAP;
    }
    if (draw)
        field_draw(painter, bar.field);
    float top = (beside || !made ? bar.field.y + FIELD_H : y + BUTTON_H) + 12;
    bar.rest.y = top;
    bar.rest.h = stage.y + stage.h - top - 12;
    return bar;
}

Box variant_field(const Painter *painter, const WindowLayout *layout)
{
    LookChoice choices[LOOK_CHOICES];
    int count = look_choices(painter->view, choices);
    int heads = painter->view->kind == VIEW_SELF_ATTENTION ? painter->view->trace->config.heads : 0;
    return look_bar(painter, layout->stage, choices, count, heads, false).field;
}

float look_paragraph(const Painter *painter, TextStyle style, Box box, const char *text)
{
    TextLines lines = text_break(&painter->list->arena, painter->list->type, style, slice_of(text), box.w);
    int drawn = 0;
    for (; drawn < lines.count; drawn++) {
        float y = box.y + style.size * (1.1f + 1.45f * (float)drawn);
        if (y > box.y + box.h)
            break;
        drawlist_text_at(painter->list, style, (Point){box.x, y}, ALIGN_LEFT, lines.lines[drawn]);
    }
    return style.size * 1.45f * (float)drawn;
}
