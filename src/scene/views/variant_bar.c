#include "scene/views/variant_bar.h"

#include <math.h>

enum { MARGIN = 28, WIDE_MARGIN = 26, FIELD_H = 38, FIELD_LEAST = 220, FIELD_MOST = 560, BUTTON_H = 30, GAP = 6 };

typedef struct Button {
    const char *text;
    Target target;
    bool on;
} Button;

static const struct {
    ViewKind view;
    LookKind look;
    Word name;
} VARIANTS[] = {{VIEW_UNROLLED, LOOK_WHOLE, W_UNROLLED_U},
                {VIEW_UNROLLED, LOOK_FOLDED, W_FOLDED_F},
                {VIEW_UNROLLED, LOOK_ONE_STEP, W_ONE_STEP_S},
                {VIEW_SELF_ATTENTION, LOOK_WHOLE, W_MATRICES_X},
                {VIEW_SELF_ATTENTION, LOOK_HEADS, W_ALL_HEADS_H}};

enum { BUTTONS_MOST = 24 };

static int list_buttons(const Painter *painter, Button *out)
{
    const View *view = painter->view;
    const Config *config = &view->trace->config;
    int made = 0, heads = view->kind == VIEW_SELF_ATTENTION && config->cell == CELL_SELF ? config->heads : 0;
    for (size_t i = 0; i < sizeof VARIANTS / sizeof *VARIANTS; i++)
        if (VARIANTS[i].view == view->kind)
            out[made++] =
                (Button){said(view->language, VARIANTS[i].name),
                         target_at(TARGET_CONTROL, CONTROL_LOOK, VARIANTS[i].look, 0), view->look == VARIANTS[i].look};
    for (int h = 0; h < heads && heads > 1 && made < BUTTONS_MOST; h++)
        out[made++] = (Button){arena_printf(&painter->list->arena, said(view->language, W_HEAD_BUTTON), h + 1),
                               target_at(TARGET_CONTROL, CONTROL_HEAD, h, 0), view->pick == h};
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

LookBar look_bar(const Painter *painter, Box stage, bool draw)
{
    LookBar bar = {.rest = {stage.x + MARGIN, stage.y + 16, stage.w - 2 * MARGIN, stage.h - 28}};
    if (painter->passive)
        return bar;
    Button buttons[BUTTONS_MOST];
    int made = list_buttons(painter, buttons);
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

Box wide_field(const Painter *painter, const WindowLayout *layout)
{
    (void)painter;
    Box area = layout->stage;
    return (Box){area.x + WIDE_MARGIN, area.y + (area.h < 480 ? 10 : 19), area.w - 2 * WIDE_MARGIN, FIELD_H};
}

Box variant_field(const Painter *painter, const WindowLayout *layout)
{
    return look_bar(painter, layout->stage, false).field;
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
