#include "scene/figures/moments_sheet.h"

#include <math.h>

#define TITLE_H 44.0f /* px over a panel */

static const char *title_of(const View *view, Moment moment, Arena *arena)
{
    const char *name = said(view->language, W_MOMENT_START + (Word)moment.kind);
    const char *step = said(view->language, W_STEP);
    return moment.step < 0 ? name : arena_printf(arena, "%s · %s", arena_printf(arena, step, moment.step + 1), name);
}

void moments_sheet(const View *view, int first, int last, const Type *type, DrawList *panel, DrawList *list)
{
    int count = last - first + 1, across = (int)ceilf(sqrtf((float)count)), down = (count + across - 1) / across;
    float w = view->width, h = view->height + TITLE_H;
    drawlist_reset(list, type, (float)across * w, (float)down * h, view->theme->paper);
    TextStyle style = {FACE_SANS_BOLD, 18, view->theme->text[ROLE_INK], 0};
    for (int i = 0; i < count; i++) {
        View one = *view;
        Point at = {(float)(i % across) * w, (float)(i / across) * h};
        one.cursor = first + i;
        scene_stage_figure(&one, type, panel);
        drawlist_text(list, style, (Box){at.x + 24, at.y + 8, w - 48, TITLE_H - 8}, ALIGN_LEFT,
                      slice_of(title_of(view, moment_at(view->trace, first + i), &list->arena)));
        drawlist_append(list, panel, (Point){at.x, at.y + TITLE_H});
    }
}
