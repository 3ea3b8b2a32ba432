/* The view of a training's log. */
#include "scene/views/curves/view_curves.h"

#include "scene/kit/widget.h"
#include "scene/views/picture.h"
#include "scene/views/train/train_words.h"
#include "words/common_words.h"
#include "words/figures_words.h"

#include <math.h>

#define MARGIN 24.0f
#define STEPS  400 /* rows, of which more have no timeline */

/* Of a row, from 1. */
static int curves_epoch(const CurvesPage *page, int row)
{
    return (int)page->log.rows[row - 1].values[EPOCH_NUMBER];
}

/* ---- in words and numbers ---- */

const char *curves_size(const View *view, Arena *arena)
{
    const CurvesPage *page = view->curves;
    int last = page->log.count > 0 ? curves_epoch(page, page->log.count) : 0;
    return arena_printf(arena, said(view->language, W_CURVES_EPOCHS), last);
}

/* "loss 1.34 · ...", of what was measured after that epoch. */
static const char *numbers_text(const View *view, int row, Arena *arena)
{
    static const struct {
        EpochColumn column;
        Word name;
        double scale;
        int digits;
    } of[] = {{EPOCH_LOSS, W_LOSS, 1, 4},           {EPOCH_HELDOUT, W_HELD_OUT_LOSS, 1, 4},
              {EPOCH_EXACT, W_EXACT_MATCH, 1, 3},   {EPOCH_BLEU, W_CURVES_BLEU, 0.01, 3},
              {EPOCH_AER, W_ALIGNMENT_ERROR, 1, 3}, {EPOCH_SPEED, W_CURVES_SPEED, 1, 0}};
    const char *text = "";
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        double value = view->curves->log.rows[row - 1].values[of[i].column];
        if (isfinite(value))
            text = arena_printf(arena, "%s%s%s %.*f", text, *text ? " · " : "", said(view->language, of[i].name),
                                of[i].digits, value * of[i].scale);
    }
    return text;
}

static const char *row_name(const View *view, int row, Arena *arena)
{
    return arena_printf(arena, said(view->language, W_CURVES_ROW), curves_epoch(view->curves, row));
}

const char *curves_row_told(const View *view, int row, Arena *arena)
{
    return arena_printf(arena, "%s: %s", row_name(view, row, arena), numbers_text(view, row, arena));
}

static char *describe(const View *view, Target target, Arena *arena)
{
    bool row =
        target.kind == TARGET_CONTROL && target.a == CURVES_ROW && target.b >= 0 && target.b < view->curves->log.count;
    return row ? arena_string(arena, curves_row_told(view, target.b + 1, arena)) : NULL;
}

/* ---- the picture ---- */

static float draw(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    (void)scope;
    Box in = box_inset(layout->stage, MARGIN, 12);
    const CurvesPage *page = painter->view->curves;
    MenuOption exported = {kit_said(painter, W_EXPORT), {TARGET_EXPORT, 0, 0, 0}, false};
    Choice choice = {CHOICE_FRAMES, 6, &exported, page->log.count > 0};
    float high = kit_choice_height(painter, in.w, &choice);
    Box head = {in.x, in.y, in.w, high}, room = {in.x, in.y + high + 10, in.w, in.h - high - 10};
    if (page->log.count > 0)
        curves_draw(painter, room);
    else
        kit_text(painter, style_plain(painter->theme, TYPE_LARGE, ROLE_MUTED), room, ALIGN_CENTER,
                 kit_said(painter, W_CURVES_NONE_YET));
    kit_choice(painter, head, &choice);
    float left = kit_choice_width(painter, &choice) + MARGIN;
    kit_text(painter, style_bold(painter->theme, TYPE_BODY, ROLE_INK), (Box){in.x + left, in.y, in.w - left, high},
             ALIGN_RIGHT, page->name);
    return 0;
}

static void foot(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    (void)scope;
    const View *view = painter->view;
    const CurvesPage *page = view->curves;
    Arena *arena = &painter->list->arena;
    int rows = page->log.count <= STEPS ? page->log.count : 0, chosen = curves_row(page);
    const char **names = ARENA_ARRAY(arena, const char *, (size_t)rows + 1);
    for (int i = 0; i < rows; i++)
        names[i] = arena_printf(arena, "%d", curves_epoch(page, i + 1));
    const char *notes = chosen > 0            ? numbers_text(view, chosen, arena)
                        : page->log.count > 0 ? kit_said(painter, W_CURVES_HINT)
                                              : NULL;
    bool under = window_upright(view);
    StepsFoot steps = {.title = chosen > 0 ? row_name(view, chosen, arena) : curves_size(view, arena),
                       .notes = under ? NULL : notes,
                       .count = rows,
                       .names = names,
                       .progress = (float)chosen,
                       .control = CURVES_ROW};
    steps_draw(painter, &steps, layout->foot);
    Paragraph below = {style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED),
                       {layout->foot.x + 28, layout->foot.y + 58},
                       layout->foot.w - 56,
                       18,
                       2,
                       true};
    if (under && notes)
        kit_paragraph(painter, &below, notes);
    if (layout->caption.h > 0)
        caption_draw(painter, layout->caption, view->window.caption);
}

const Picture view_curves = {.draw = draw, .foot = foot, .describe = describe, .least = {0, 360}};
