#include "scene/figures/moments_sheet.h"

#include "trace/beats.h"
#include "words/common_words.h"
#include "words/moments_words.h"

#include <math.h>

#define TITLE_H 44.0f /* px over a panel */

/* Of self-attention its beats have panels of their own. */
static const char *title_of(const View *view, double stop, Arena *arena)
{
    Moment moment = moment_at(view->trace, moment_of_stop(stop));
    const char *name = said(view->language, W_MOMENT_START + (Word)moment.kind);
    const char *step = said(view->language, W_STEP);
    BeatKind beat = moment.kind == MOMENT_SELF ? beat_at(view->trace, stop) : BEAT_WHOLE;
    if (beat != BEAT_WHOLE)
        return arena_printf(arena, "%s · %s", name, said(view->language, W_BEAT_ASK + (Word)(beat - BEAT_ASK)));
    return moment.step < 0 ? name : arena_printf(arena, "%s · %s", arena_printf(arena, step, moment.step + 1), name);
}

/* As few beside one another, and so as large, as keep the sheet below `tall` times its width; 0: near to a square. */
static int columns_of(const View *view, int count, float tall)
{
    if (tall <= 0)
        return (int)ceilf(sqrtf((float)count));
    int across = 1;
    while (across < count
           && (float)((count + across - 1) / across) * (view->height + TITLE_H) > tall * (float)across * view->width)
        across++;
    return across;
}

void moments_sheet(const View *view, const double *stops, int count, float tall, const Type *type, DrawList *panel,
                   DrawList *list)
{
    int across = columns_of(view, count, tall), down = (count + across - 1) / across;
    float w = view->width, h = view->height + TITLE_H;
    drawlist_reset(list, type, (float)across * w, (float)down * h, view->theme->paper);
    TextStyle style = {FACE_SANS_BOLD, 18, view->theme->text[ROLE_INK], 0};
    for (int i = 0; i < count; i++) {
        View one = *view;
        Point at = {(float)(i % across) * w, (float)(i / across) * h};
        one.cursor = stops[i];
        scene_stage_figure(&one, type, panel);
        drawlist_text(list, style, (Box){at.x + 24, at.y + 8, w - 48, TITLE_H - 8}, ALIGN_LEFT,
                      slice_of(title_of(view, stops[i], &list->arena)));
        drawlist_append(list, panel, (Point){at.x, at.y + TITLE_H});
    }
}
