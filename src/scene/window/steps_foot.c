/* A foot whose timeline has one dash for every step: of two models together, of a search. */
#include "scene/window/panels.h"

#include <math.h>

typedef struct Dashes {
    Box box;
    float pitch, gap;
    int current;
} Dashes;

typedef struct Taken { /* px along the line of names */
    float from, to;
} Taken;

static Dashes lay_dashes(const StepsFoot *foot, Box box)
{
    float pitch = fminf(78, box.w / (float)foot->count);
    float spare = box.w - pitch * (float)foot->count;
    Dashes dashes = {.box = {box.x + spare / 2, box.y, pitch * (float)foot->count, box.h}, .pitch = pitch};
    dashes.gap = pitch > 30 ? 6 : pitch > 10 ? 2 : 0;
    dashes.current = (int)ceilf(foot->progress - 1e-4f) - 1;
    return dashes;
}

static void draw_dash(const Painter *painter, const StepsFoot *foot, const Dashes *dashes, int i)
{
    const Theme *theme = painter->theme;
    Box box = {dashes->box.x + dashes->pitch * (float)i + dashes->gap / 2, dashes->box.y, dashes->pitch - dashes->gap,
               7};
    float radius = dashes->pitch > 10 ? 3.5f : 0, done = fminf(fmaxf(foot->progress - (float)i, 0), 1);
    Role role = i == dashes->current ? ROLE_CONTEXT : foot->encodes && i == 0 ? ROLE_ENCODER : ROLE_DECODER;
    drawlist_box(painter->list, box, radius, kit_track(theme));
    if (done > 0) {
        Box filled = {box.x, box.y, fmaxf(box.w * done, fminf(box.w, 7)), box.h};
        drawlist_box(painter->list, filled, radius, paint_fill(theme->fill[role]));
    }
    Target target = target_at(TARGET_CONTROL, foot->control, foot->first + i, 0);
    Box mark = {box.x - dashes->gap / 2, box.y - 12, dashes->pitch, 42};
    if (kit_pointed(painter, target))
        drawlist_box(painter->list, box_inset(box, 0, -2), radius + 2,
                     paint_stroke(color_fade(theme->text[ROLE_INK], 0.5f), 1.2f));
    kit_press_ring(painter, mark, box_inset(box, 0, -3), 5, target, dashes->pitch >= 16, foot->names[i]);
}

/* Where there is not room for all names, the one of the current step has precedence, then the first, the last, and as
 * many between as there is room for. */
static void draw_names(const Painter *painter, const StepsFoot *foot, const Dashes *dashes)
{
    TextStyle plain = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    TextStyle bold = style_bold(painter->theme, TYPE_SMALL, ROLE_INK);
    float widest = 8;
    for (int i = 1; i + 1 < foot->count; i++)
        widest = fmaxf(widest, kit_width(painter, bold, foot->names[i]));
    int stride = (int)ceilf((widest + 8) / dashes->pitch);
    Taken taken[3] = {{1, 0}, {1, 0}, {1, 0}};
    int first[3] = {dashes->current, 0, foot->count - 1};
    for (int pass = 0; pass < 3 + foot->count; pass++) {
        int i = pass < 3 ? first[pass] : pass - 3;
        bool again = pass >= 3 && (i == first[0] || i == 0 || i == foot->count - 1);
        if (i < 0 || i >= foot->count || again || (pass >= 3 && i % stride != 0)
            || (pass > 0 && pass < 3 && i == first[0]))
            continue;
        TextStyle style = i == dashes->current ? bold : plain;
        float half = kit_width(painter, style, foot->names[i]) / 2;
        float x = dashes->box.x + dashes->pitch * ((float)i + 0.5f);
        bool free = true;
        for (int k = 0; k < 3; k++)
            free = free && (x + half + 4 < taken[k].from || x - half - 4 > taken[k].to || taken[k].from > taken[k].to);
        if (!free)
            continue;
        if (pass < 3)
            taken[pass] = (Taken){x - half, x + half};
        kit_text_at(painter, style, (Point){x, dashes->box.y + 25}, ALIGN_CENTER, foot->names[i]);
    }
}

void steps_draw(const Painter *painter, const StepsFoot *foot, Box box)
{
    const Theme *theme = painter->theme;
    kit_panel(painter, box, EDGE_TOP);
    bool low = box.h < WINDOW_FOOT_LOW;
    float left = transport_draw(painter, box, foot->playing), y = box.y + box.h - (low ? 30 : 48);
    Box title = {box.x + 28, box.y + 18, box.w - 56, 24};
    if (low)
        title = (Box){left, box.y + 1, box.x + box.w - 28 - left, 20};
    float width = kit_text(painter, style_bold(theme, TYPE_BODY + 0.5f, ROLE_INK), title, ALIGN_LEFT, foot->title);
    if (foot->notes && title.w - width > 60)
        kit_text(painter, style_plain(theme, TYPE_SMALL, ROLE_MUTED),
                 (Box){title.x + width + 16, title.y, title.w - width - 16, title.h}, ALIGN_LEFT, foot->notes);
    Dashes dashes = lay_dashes(foot, (Box){left, y - 3, box.x + box.w - 28 - left, 7});
    for (int i = 0; i < foot->count; i++)
        draw_dash(painter, foot, &dashes, i);
    draw_names(painter, foot, &dashes);
}
