/* A small picture as the source: patches lit by their weight, and for every word that was written what it looked at. */
#include "scene/kit/pan.h"
#include "scene/views/patches/patches.h"
#include "scene/views/patches/patches_words.h"
#include "scene/views/variant_bar.h"
#include "words/common_words.h"

#include <math.h>
#include <string.h>

const PatchColor PATCH_COLORS[PATCH_COLOR_COUNT] = {{W_WHITE, 0xF1EEE6},  {W_GREY, 0x9A9FA8},   {W_BLACK, 0x2B2F38},
                                                    {W_RED, 0xD6453D},    {W_ORANGE, 0xE8892B}, {W_YELLOW, 0xEBC83A},
                                                    {W_GREEN, 0x4C9F46},  {W_CYAN, 0x3FB8C4},   {W_BLUE, 0x3C6FD1},
                                                    {W_PURPLE, 0x8A55C0}, {W_PINK, 0xE58BB0},   {W_BROWN, 0x8B5E3C}};

enum { PATCH }; /* TARGET_VALUE, a; c: source position */
enum {
    TITLE_H = 28,
    BRUSH = 30,
    BRUSH_GAP = 8,
    SPLIT = 44,
    UPRIGHT_PICTURE = 210,
    UPRIGHT_BRUSHES = 116,
    UPRIGHT_WRITTEN = 190
};

int patches_find(const char *name)
{
    for (int i = 0; i < PATCH_COLOR_COUNT; i++)
        if (strcmp(said(LANGUAGE_ENGLISH, PATCH_COLORS[i].name), name) == 0)
            return i;
    return -1;
}

bool patches_known(const Model *model, int color)
{
    return vocab_find(&model->source, slice_of(said(LANGUAGE_ENGLISH, PATCH_COLORS[color].name)),
                      model->config.lowercase)
           != VOCAB_UNKNOWN;
}

bool patches_is_picture(const View *view, int *rows, int *columns)
{
    const Trace *trace = view->trace;
    *rows = view->lesson ? view->lesson->grid_rows : 0;
    *columns = view->lesson ? view->lesson->grid_columns : 0;
    bool picture = *rows > 0 && *rows * *columns == trace->n;
    for (int j = 0; j < trace->n && picture; j++)
        picture = patches_find(trace->source[j]) >= 0;
    return picture;
}

/* ---- layout ---- */

typedef struct PatchLayout {
    Box rest; /* under the field */
    Box picture, brushes, written;
    int rows, columns;
    float patch;
    Pan pan; /* of an upright picture */
} PatchLayout;

/* One below the other; what does not fit is dragged. */
static void lay_upright(const Painter *painter, PatchLayout *lay)
{
    float below = TITLE_H + UPRIGHT_PICTURE + UPRIGHT_BRUSHES;
    lay->pan = pan_begin(painter, lay->rest, (Point){0, below + UPRIGHT_WRITTEN}, (Point){0, 0});
    Box in = lay->pan.whole;
    lay->patch = fminf(110, fminf(UPRIGHT_PICTURE / (float)lay->rows, in.w / (float)lay->columns));
    lay->picture = (Box){in.x, in.y + TITLE_H, lay->patch * (float)lay->columns, lay->patch * (float)lay->rows};
    lay->brushes = (Box){in.x, lay->picture.y + lay->picture.h + 12, in.w, BRUSH};
    lay->written = (Box){in.x, in.y + below, in.w, in.h - below};
}

static PatchLayout lay_out(const Painter *painter, Box stage, bool picture, int rows, int columns)
{
    PatchLayout lay = {.rest = look_bar(painter, stage), .rows = rows, .columns = columns};
    Box in = lay.rest;
    if (picture && !painter->passive && window_upright(painter->view)) {
        lay_upright(painter, &lay);
        return lay;
    }
    float high = in.h - TITLE_H - BRUSH - 34, wide = in.w * 0.44f;
    lay.patch = fminf(110, fminf(high / (float)rows, wide / (float)columns));
    float w = lay.patch * (float)columns, h = lay.patch * (float)rows;
    float top = in.y + TITLE_H + fmaxf(0, (high - h) * 0.35f);
    lay.picture = (Box){in.x + fmaxf(0, (wide - w) / 2), top, w, h};
    lay.brushes = (Box){lay.picture.x, top + h + 14, w, BRUSH};
    float x = fmaxf(lay.picture.x + w, in.x + wide) + SPLIT;
    lay.written = (Box){x, top - TITLE_H, in.x + in.w - x, in.y + in.h - top + TITLE_H};
    return lay;
}

static Box patch_box(Box picture, int columns, float size, int j)
{
    return (Box){picture.x + size * (float)(j % columns), picture.y + size * (float)(j / columns), size, size};
}

/* A veil over what gets little of the attention; the heaviest patch has none. */
static void draw_patches(const Painter *painter, const Trace *trace, Box picture, int columns, float size,
                         const float *weights, float shown)
{
    const Theme *theme = painter->theme;
    float most = weights ? values_extent(weights, trace->n) : 1, gap = size >= 40 ? 3 : size >= 14 ? 1.5f : 0.8f;
    for (int j = 0; j < trace->n; j++) {
        Box box = box_inset(patch_box(picture, columns, size, j), gap / 2, gap / 2);
        float radius = size >= 40 ? 6 : 2;
        Color color = color_hex(PATCH_COLORS[patches_find(trace->source[j])].rgb);
        drawlist_box(painter->list, box, radius, paint_fill_stroke(color, theme->hairline, size >= 14 ? 1 : 0.5f));
        if (!weights || shown <= 0)
            continue;
        float share = weights[j] / most;
        drawlist_box(painter->list, box, radius,
                     paint_fill_stroke(color_fade(theme->paper, 0.82f * shown * (1 - share)),
                                       color_mix(theme->hairline, theme->text[ROLE_MUTED], 0.25f),
                                       size >= 14 ? 1 : 0.5f));
        if (share > 0.25f)
            drawlist_box(painter->list, box, radius,
                         paint_stroke(color_fade(theme->fill[ROLE_CONTEXT], shown * share), fmaxf(1.5f, size * 0.05f)));
    }
}

static void draw_number(const Painter *painter, Box box, float weight, float shown)
{
    if (box.w < 40 || weight < 0.005f || shown < 0.3f)
        return;
    const Theme *theme = painter->theme;
    TextStyle style = style_bold(theme, box.w >= 70 ? TYPE_BODY : TYPE_TINY, ROLE_INK);
    const char *text = kit_share(painter->list, (double)weight);
    float width = kit_width(painter, style, text) + 10, high = style.size + 6;
    Box tag = {box.x + box.w - width - 4, box.y + box.h - high - 4, width, high};
    drawlist_box(painter->list, tag, 4, paint_fill(color_fade(theme->panel, 0.92f * shown)));
    kit_text(painter, style_faded(style, shown), tag, ALIGN_CENTER, text);
}

static const float *weights_of(const Scope *scope, float *shown)
{
    if (scope->step < 0)
        return NULL;
    *shown = scope_written(scope, scope->step, moment_weighing(scope->trace)) * scope->alpha;
    return scope->trace->steps[scope->step].step.weights;
}

/* ---- the picture ---- */

static void draw_picture(const Painter *painter, const Scope *scope, const PatchLayout *lay)
{
    const Trace *trace = scope->trace;
    const Theme *theme = painter->theme;
    float shown = 0;
    const float *weights = weights_of(scope, &shown);
    const char *text = scope->step < 0 || !weights
                           ? kit_said(painter, W_PICTURE_THE_PATCHES_ARE_READ)
                           : arena_printf(&painter->list->arena, kit_said(painter, W_WEIGHTS_OF_STEP), scope->step + 1);
    kit_heading(painter, (Point){lay->picture.x, lay->picture.y - 12}, scope->step < 0 ? ROLE_MUTED : ROLE_CONTEXT, 1,
                text);
    draw_patches(painter, trace, lay->picture, lay->columns, lay->patch, weights, shown);
    for (int j = 0; j < trace->n; j++) {
        Box box = box_inset(patch_box(lay->picture, lay->columns, lay->patch, j), 1.5f, 1.5f);
        Target target = target_at(TARGET_VALUE, PATCH, -1, j);
        if (weights)
            draw_number(painter, box, weights[j], shown);
        bool read = scope->moment.step < 0 && scope->moment.position == j && scope->moment.kind != MOMENT_START;
        if (read || kit_pointed(painter, target))
            drawlist_box(painter->list, box, 6,
                         paint_stroke(read ? theme->fill[ROLE_ENCODER] : theme->text[ROLE_INK], 3));
        kit_press(painter, box, 6, target, trace->source[j]);
    }
}

static void draw_brushes(const Painter *painter, const PatchLayout *lay)
{
    const View *view = painter->view;
    if (painter->passive)
        return;
    float x = lay->brushes.x, y = lay->brushes.y;
    bool upright = window_upright(view);
    for (int i = 0; i < PATCH_COLOR_COUNT; i++) {
        bool fits = x + BRUSH <= lay->brushes.x + fmaxf(lay->brushes.w, 220);
        if (!patches_known(view->model, i) || (!fits && !upright))
            continue;
        if (!fits) {
            x = lay->brushes.x;
            y += BRUSH + BRUSH_GAP;
        }
        Target target = target_at(TARGET_CONTROL, CONTROL_BRUSH, i, 0);
        Box box = {x, y, BRUSH, BRUSH};
        bool on = view->brush == i;
        drawlist_box(painter->list, box_inset(box, 3, 3), 6,
                     paint_fill_stroke(color_hex(PATCH_COLORS[i].rgb), painter->theme->hairline, 1));
        if (on || kit_pointed(painter, target))
            drawlist_box(painter->list, box, 8, paint_stroke(painter->theme->text[on ? ROLE_INK : ROLE_MUTED], 2));
        kit_press(painter, box, 8, target, kit_said(painter, PATCH_COLORS[i].name));
        x += BRUSH + BRUSH_GAP;
    }
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    const char *hint = kit_said(painter, W_PAINTS_PRESS_A_PATCH);
    Box beside = {x + 6, y, lay->written.x - x - 12, BRUSH};
    if (upright)
        beside = (Box){lay->brushes.x, y + BRUSH + 2, lay->brushes.w, 20};
    kit_text(painter, style, beside, ALIGN_LEFT, hint);
}

/* ---- what each word looked at ---- */

static void draw_small(const Painter *painter, const Scope *scope, const PatchLayout *lay, int t, Box box, float patch)
{
    const TraceStep *step = &scope->trace->steps[t];
    float there = scope_written(scope, t, moment_weighing(scope->trace));
    float word = scope_written(scope, t, MOMENT_WORD);
    Target target = target_at(TARGET_WORD, t, 0, 0);
    bool current = t == scope->step;
    Box frame = box_inset(box, -6, -6);
    if (current || kit_pointed(painter, target))
        drawlist_box(painter->list, frame, 8,
                     paint_fill_stroke(painter->theme->tint[ROLE_CONTEXT],
                                       painter->theme->fill[current ? ROLE_CONTEXT : ROLE_MUTED], 1.5f));
    Box picture = {box.x + (box.w - patch * (float)lay->columns) / 2, box.y, patch * (float)lay->columns,
                   patch * (float)lay->rows};
    if (there > 0.02f)
        draw_patches(painter, scope->trace, picture, lay->columns, patch, step->step.weights, there);
    else
        drawlist_box(painter->list, picture, 6, paint_stroke(painter->theme->hairline, 1.5f));
    Box name = {box.x, picture.y + picture.h + 4, box.w, 20};
    if (word > 0.02f)
        kit_text(painter, style_faded(style_bold(painter->theme, TYPE_BODY, ROLE_OUTPUT), word), name, ALIGN_CENTER,
                 step->token);
    kit_press(painter, frame, 8, target, step->token);
}

static void draw_written(const Painter *painter, const Scope *scope, const PatchLayout *lay)
{
    Box box = lay->written;
    int count = scope->trace->step_count;
    kit_heading(painter, (Point){box.x, box.y + 16}, ROLE_OUTPUT, 1, kit_said(painter, W_WHAT_EACH_WORD_LOOKED));
    float best = 0;
    int columns = 1;
    for (int c = 1; c <= count; c++) { /* as many in a line as makes them largest */
        float w = (box.w - 22 * (float)(c - 1) - 12) / (float)c - 8;
        int lines = (count + c - 1) / c;
        float h = (box.h - TITLE_H - 16 - 24 * (float)lines - 18 * (float)(lines - 1)) / (float)lines;
        float patch = fminf(42, fminf(w / (float)lay->columns, h / (float)lay->rows));
        if (patch > best + 0.01f) {
            best = patch;
            columns = c;
        }
    }
    if (best < 3)
        return;
    float w = fmaxf(best * (float)lay->columns, 52), h = best * (float)lay->rows + 24;
    columns = (int)fmaxf((float)columns, floorf((box.w + 10) / (w + 22)));
    for (int t = 0; t < count; t++) {
        Box small = {box.x + 6 + (w + 22) * (float)(t % columns), box.y + TITLE_H + 6 + (h + 18) * (float)(t / columns),
                     w, h};
        draw_small(painter, scope, lay, t, small, best);
    }
}

static float draw(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    const View *view = painter->view;
    int rows, columns;
    bool picture = patches_is_picture(view, &rows, &columns);
    PatchLayout lay = lay_out(painter, layout->stage, picture, rows > 0 ? rows : 1, columns > 0 ? columns : 1);
    if (picture) {
        draw_picture(painter, scope, &lay);
        draw_brushes(painter, &lay);
        draw_written(painter, scope, &lay);
        pan_end(painter, &lay.pan);
    } else
        look_paragraph(painter, style_plain(painter->theme, TYPE_LARGE, ROLE_MUTED), lay.rest,
                       rows > 0 ? arena_printf(&painter->list->arena, kit_said(painter, W_THIS_SENTENCE_IS_NO_PICTURE),
                                               rows, columns)
                                : kit_said(painter, W_THIS_LESSON_HAS_NO_PICTURES));
    return 0;
}

static char *describe(const View *view, Target target, Arena *arena)
{
    const Trace *trace = view->trace;
    if (target.kind == TARGET_CONTROL && target.a == CONTROL_BRUSH)
        return arena_printf(arena, "%s", said(view->language, PATCH_COLORS[target.b].name));
    if (target.kind != TARGET_VALUE)
        return describe_value(view, target, arena);
    int j = target.c, rows, columns;
    if (j < 0 || j >= trace->n || !patches_is_picture(view, &rows, &columns))
        return NULL;
    const char *name = said(view->language, PATCH_COLORS[patches_find(trace->source[j])].name);
    const char *where =
        arena_printf(arena, said(view->language, W_ROW_COLUMN_COLOUR), j / columns + 1, j % columns + 1, name);
    Scope scope = scope_at(trace, view->cursor);
    const float *weights = scope.step >= 0 ? trace->steps[scope.step].step.weights : NULL;
    if (!weights)
        return arena_printf(arena, "%s", where);
    return arena_printf(arena, "%s  ·  %s", where,
                        describe_at(view, (Value){VALUE_WEIGHT, .place = scope.step, .index = j}, arena));
}

const Picture view_patches = {draw, NULL, describe, NULL, .least = {735, 378}};
