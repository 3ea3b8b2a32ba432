#include "scene/views/variant_bar.h"

#include "scene/kit/widget.h"
#include "words/window_words.h"

#include <math.h>

enum { MARGIN = 28, WIDE_MARGIN = 26, FIELD_H = 38, FIELD_LEAST = 220, BUTTON_H = 30, GAP = 6 };

static const struct {
    ViewKind view;
    LookKind look;
    Word name;
} VARIANTS[] = {{VIEW_UNROLLED, LOOK_WHOLE, W_UNROLLED_U},
                {VIEW_UNROLLED, LOOK_FOLDED, W_FOLDED_F},
                {VIEW_TRAIN, LOOK_WHOLE, W_TRAINING_U},
                {VIEW_TRAIN, LOOK_STEP, W_ONE_TRAINING_STEP_S},
                {VIEW_UNROLLED, LOOK_ONE_STEP, W_ONE_STEP_S},
                {VIEW_UNROLLED, LOOK_CELL, W_INSIDE_I},
                {VIEW_SELF_ATTENTION, LOOK_WHOLE, W_MATRICES_X},
                {VIEW_SELF_ATTENTION, LOOK_HEADS, W_ALL_HEADS_H},
                {VIEW_SELF_ATTENTION, LOOK_ONE_WORD, W_ONE_WORD_W}};

enum { BUTTONS_MOST = 24 };

static int list_buttons(const Painter *painter, MenuOption *out)
{
    const View *view = painter->view;
    const Config *config = &view->trace->config;
    int made = 0, heads = view->kind == VIEW_SELF_ATTENTION && config->cell == CELL_SELF ? config->heads : 0;
    for (size_t i = 0; i < sizeof VARIANTS / sizeof *VARIANTS; i++)
        if (VARIANTS[i].view == view->kind
            && (config->cell != CELL_SELF || view->kind != VIEW_UNROLLED || VARIANTS[i].look == LOOK_CELL))
            out[made++] = (MenuOption){kit_said(painter, VARIANTS[i].name),
                                       target_at(TARGET_CONTROL, CONTROL_LOOK, VARIANTS[i].look, 0),
                                       view->look == VARIANTS[i].look};
    for (int side = 0; side < 2 && heads > 0 && config_is_transformer(config); side++)
        out[made++] = (MenuOption){kit_said(painter, side ? W_DECODER_Y : W_ENCODER_Y),
                                   target_at(TARGET_CONTROL, CONTROL_SIDE, side, 0), view_written(view) == side};
    for (int h = 0; h < heads && heads > 1 && made < BUTTONS_MOST; h++)
        out[made++] = (MenuOption){arena_printf(&painter->list->arena, kit_said(painter, W_HEAD_BUTTON), h + 1),
                                   target_at(TARGET_CONTROL, CONTROL_HEAD, h, 0), view->pick == h};
    return made;
}

float look_choice(const Painter *painter, Box row)
{
    MenuOption buttons[BUTTONS_MOST];
    Choice choice = {CHOICE_FRAMES, GAP, buttons, list_buttons(painter, buttons)};
    float width = kit_choice_width(painter, &choice);
    kit_choice(painter, (Box){row.x + row.w - width, row.y, width, BUTTON_H}, &choice);
    return width;
}

Box look_bar(const Painter *painter, Box stage)
{
    Box rest = {stage.x + MARGIN, stage.y + 16, stage.w - 2 * MARGIN, stage.h - 28};
    if (painter->passive)
        return rest;
    MenuOption buttons[BUTTONS_MOST];
    Choice choice = {CHOICE_FRAMES, GAP, buttons, list_buttons(painter, buttons)};
    float width = kit_choice_width(painter, &choice), room = rest.w;
    bool any = choice.count > 0, beside = room - width - 2 * GAP >= FIELD_LEAST;
    Box field = {rest.x, stage.y + 14, beside && any ? room - width - 14 : room, FIELD_H};
    Box row = beside ? (Box){rest.x + room - width, field.y + (FIELD_H - BUTTON_H) / 2, width, BUTTON_H}
                     : (Box){rest.x, field.y + FIELD_H + GAP + 2, room, BUTTON_H};
    row.h = kit_choice(painter, row, &choice);
    field_draw(painter, field);
    float top = (beside || !any ? field.y + FIELD_H : row.y + row.h) + 12;
    rest.y = top;
    rest.h = stage.y + stage.h - top - 12;
    return rest;
}

Box wide_field(const WindowLayout *layout)
{
    Box area = layout->stage;
    return (Box){area.x + WIDE_MARGIN, area.y + (area.h < 480 ? 10 : 19), area.w - 2 * WIDE_MARGIN, FIELD_H};
}

float look_paragraph(const Painter *painter, TextStyle style, Box box, const char *text)
{
    Paragraph lines = {style, {box.x, box.y + style.size * 1.1f}, box.w, style.size * 1.45f, 0, false};
    lines.most = (int)floorf((box.h - style.size * 1.1f) / lines.pitch) + 1;
    return lines.most > 0 ? kit_paragraph(painter, &lines, text) : 0;
}
