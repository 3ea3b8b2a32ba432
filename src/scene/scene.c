/* The window, the stage as a figure, and what is under the pointer: all of it by asking the open view's Picture. */
#include "scene/scene.h"

#include "scene/kit/pan.h"
#include "scene/stage/stage.h"
#include "scene/views/picture.h"
#include "trace/before.h"
#include "words/app_words.h"

#include <ctype.h>
#include <math.h>

View scene_seen(const View *view, Arena *arena)
{
    View seen = *view;
    int gate = scene_gate(view);
    seen.trace = scene_seen_trace(view, arena);
    seen.whole = view->trace;
    if (gate >= 0) {
        bool there = view->own && gate < moment_count(view->own);
        seen.own = there ? trace_before(view->own, gate, arena) : view->own;
        if (moment_find(view->trace, MOMENT_WORD, view->stage.tippings.step, -1) >= gate)
            seen.stage.tippings.count = 0; /* its words are among what is asked */
        seen.heat.gold_count = 0;          /* people's links are what a right answer would be */
        seen.cursor = fmin(view->cursor, gate - 1);
    }
    return seen;
}

static void draw_foot(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    foot_draw(painter, scope, layout->foot);
    if (layout->caption.h > 0)
        caption_draw(painter, layout->caption,
                     view_leaves_out(painter->view, scope->moment.kind) ? NULL : painter->view->window.caption);
}

/* Stage and side; where a lying window has not the room for them, behind a window of their own. */
static float draw_stage(const Painter *painter, const Picture *picture, const Scope *scope, const WindowLayout *layout)
{
    if (!window_lying(painter->view))
        return picture->draw(painter, scope, layout);
    WindowLayout whole = *layout;
    Box window = layout->stage;
    window.w += layout->side.w;
    Point least = picture->least;
    if (window.w < WINDOW_LYING_W)
        least = (Point){layout->side.w > 0 ? WINDOW_LYING_W : least.x, fmaxf(least.y, WINDOW_LYING_H)};
    Pan pan = pan_begin(painter, window, least, (Point){0, 0});
    whole.stage.x -= pan.at.x, whole.stage.y -= pan.at.y;
    whole.stage.w += pan.most.x, whole.stage.h += pan.most.y;
    whole.side.x = whole.stage.x + whole.stage.w;
    float strip = layout->side.y - layout->stage.y;
    whole.side.y = whole.stage.y + strip, whole.side.h = whole.stage.h - strip;
    float scroll = picture->draw(painter, scope, &whole);
    pan_end(painter, &pan);
    return scroll;
}

static float draw_picture(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    const Picture *picture = PICTURES[painter->view->kind];
    if (painter->view->awaited.on) {
        awaited_draw(painter, layout->stage, layout->foot);
        return 0;
    }
    if (scene_mask(painter->view).covered) {
        kit_panel(painter, layout->foot, EDGE_TOP);
        covered_draw(painter, (Box){layout->stage.x, layout->stage.y, layout->foot.w, layout->stage.h});
        return 0;
    }
    kit_area(painter, layout->stage, (Target){TARGET_STAGE, 0, 0, 0}, NULL);
    float scroll = draw_stage(painter, picture, scope, layout);
    (picture->foot ? picture->foot : draw_foot)(painter, scope, layout);
    return scroll;
}

/* The note on what is pointed at; what is not made yet has no number. */
static void draw_hint(const Painter *painter, const Scope *scope)
{
    Arena *arena = &painter->list->arena;
    Target hint = hint_target(painter->view);
    Painter own = *painter;
    own.view = scene_stage_view(painter->view, arena);
    Scope seen = own.view == painter->view ? *scope : scope_at(own.view->trace, own.view->cursor);
    bool growing = view_has(own.view->kind, HAS_STAGE | HAS_MAP);
    if (growing && !scope_made(&seen, hint)) {
        hint_draw(painter, kit_said(painter, W_NOT_MADE_YET));
        return;
    }
    char *text = scene_describe(painter->view, hint, arena);
    if (!vector_note_draw(&own, hint, text))
        hint_draw(painter, text);
}

/* While something is tried or played it is about the model by itself. */
static float draw_card(const Painter *painter, const View *whole, Box box)
{
    bool plays = view_plays(whole);
    if (!whole->own || (!plays && !whole->words.tries))
        return card_draw(painter, box);
    View own = *whole;
    own.trace = whole->own; /* which may be shorter */
    own.cursor = fmin(own.cursor, moment_count(own.trace) - 1);
    own.own = NULL;
    own = scene_seen(&own, &painter->list->arena);
    Painter still = *painter;
    still.view = &own;
    return plays ? card_draw_waiting(painter, &own, box) : card_draw(&still, box);
}

static SceneLayout draw_panels(const View *view, const Type *type, DrawList *list)
{
    SceneLayout found = {0};
    drawlist_reset(list, type, view->width, view->height, view->theme->paper);
    drawlist_be_readable(list, view->theme);
    const View *whole = view;
    View seen = scene_seen(view, &list->arena);
    view = &seen;
    Brush brush = brush_find(view, PICTURES[view->kind]->brush, &list->arena);
    Painter painter = {view, view->theme, list, false, &found, brush};
    if (scene_origin_open(view))
        painter.traced = value_target(view, *origin_shown(view));
    WindowLayout layout = window_layout(view);
    Scope scope = scope_at(view->trace, scene_cursor(view));
    scope_dim(&scope, &painter);
    scope_point(&scope, &painter.brush);
    if (view->opening.stage != OPENING_NONE) {
        opening_draw(&painter);
        return found;
    }
    if (view->overlay == OVERLAY_COURSE
        || view->overlay == OVERLAY_CLASS) { /* a page of its own: nothing lies under it */
        overlay_draw(&painter);
        return found;
    }
    found.stage_scroll = draw_picture(&painter, &scope, &layout);
    if (layout.field.h > 0)
        kit_panel(&painter, layout.field, EDGE_TOP), field_draw(&painter, box_inset(layout.field, 24, 12));
    if (layout.strip.h > 0)
        playing_draw(&painter, layout.strip);
    if (layout.card.w > 0)
        found.card_scroll = draw_card(&painter, whole, layout.card);
    if (layout.tab.w > 0)
        card_tab_draw(&painter, layout.tab);
    if (layout.bar.h > 0)
        bar_draw(&painter, layout.bar);
    if (layout.timer.w > 0)
        timer_draw(&painter, layout.timer);
    draw_hint(&painter, &scope);
    overlay_draw(&painter);
    return found;
}

/* Texts, where they have to stay, and marks; those that Tab reaches are bolder. */
static void draw_outlines(const Theme *theme, DrawList *list)
{
    for (int i = 0, count = list->count; i < count; i++) {
        DrawCommand command = list->commands[i]; /* a copy: what is added can move the rest */
        if (command.kind == DRAW_MARK)
            drawlist_box(list, command.bounds, 0,
                         paint_stroke(theme->fill[ROLE_QUERY], command.mark.focusable ? 1.5f : 0.5f));
        if (command.kind != DRAW_TEXT)
            continue;
        drawlist_box(list, command.bounds, 0, paint_stroke(theme->fill[ROLE_OUTPUT], 0.5f));
        if (command.text.limit.w > 0)
            drawlist_box(list, command.text.limit, 0, paint_stroke(theme->fill[ROLE_CONTEXT], 0.5f));
    }
}

SceneLayout scene_window(const View *view, const Type *type, DrawList *list)
{
    if (view->window.blank) {
        drawlist_reset(list, type, view->width, view->height, color_hex(0x000000));
        return (SceneLayout){0};
    }
    SceneLayout found = draw_panels(view, type, list);
    if (view->window.outlines)
        draw_outlines(view->theme, list);
    return found;
}

void scene_icon(const Theme *theme, const Type *type, DrawList *list)
{
    Painter painter = {NULL, theme, list, true};
    drawlist_reset(list, type, 64, 64, theme->panel);
    logo_draw(&painter, (Point){32, 32}, 2.6f);
}

static float draw_decode_figure(const Painter *painter, const Scope *scope, Box box)
{
    StageLayout layout = stage_layout(painter->view, painter->list->type, scope, box);
    stage_draw(painter, scope, &layout);
    return layout.scroll_limit;
}

/* Every mark says its number, or nothing. */
static void tell_marks(const View *view, DrawList *list)
{
    for (int i = 0; i < list->count; i++)
        if (list->commands[i].kind == DRAW_MARK)
            list->commands[i].mark.name = scene_describe(view, list->commands[i].mark.target, &list->arena);
}

/* The decode view and a row of self-attention: beat by beat. */
static float draw_beats(const Painter *painter, const Scope *scope)
{
    const View *view = painter->view;
    float bottom = view->height - (view->window.captions ? WINDOW_CAPTION_H : 0);
    Box above = {0, 0, view->width, bottom};
    float more = view_has(view->kind, HAS_STAGE)
                     ? draw_decode_figure(painter, scope, above)
                     : PICTURES[view->kind]->draw(painter, scope, &(WindowLayout){.stage = above});
    if (view->window.captions)
        caption_draw(painter, (Box){0, bottom, view->width, WINDOW_CAPTION_H}, view->window.caption);
    return more;
}

float scene_stage_figure(const View *view, const Type *type, DrawList *list)
{
    drawlist_reset(list, type, view->width, view->height, view->theme->paper);
    drawlist_be_readable(list, view->theme);
    View seen = scene_seen(view, &list->arena);
    view = &seen;
    Painter painter = {view, view->theme, list, true};
    Scope scope = scope_at(view->trace, scene_cursor(view));
    float more = 0;
    if (view_has(view->kind, HAS_STAGE) || view->trace->head_told > 0)
        more = draw_beats(&painter, &scope);
    else {
        more =
            PICTURES[view->kind]->draw(&painter, &scope, &(WindowLayout){.stage = {0, 0, view->width, view->height}});
        drawlist_crop(list);
    }
    if (view->window.told)
        tell_marks(view, list);
    return more;
}

const View *scene_stage_view(const View *view, Arena *arena)
{
    const Picture *picture = PICTURES[view->kind];
    const View *step = picture->step ? picture->step(view, arena) : NULL;
    return step ? step : view;
}

char *scene_describe(const View *view, Target target, Arena *arena)
{
    const Picture *picture = PICTURES[view->kind];
    return (picture->describe ? picture->describe : describe_value)(view, target, arena);
}

SceneCell scene_cell(const View *view, Target target)
{
    const Picture *picture = PICTURES[view->kind];
    return target.kind == TARGET_VALUE && picture->cell ? picture->cell(view, target) : (SceneCell){-1, -1, -1, {0}};
}

char *scene_file_name(const View *view, bool heatmap, Arena *arena)
{
    char name[64];
    size_t length = 0;
    bool dash = false;
    for (int j = 0; j<view->trace->n; j++, dash = length> 0)
        for (const char *c = view->trace->source[j]; *c && length + 2 < sizeof name; c++) {
            if (!isalnum((unsigned char)*c))
                continue; /* names that every file system takes */
            if (dash)
                name[length++] = '-';
            dash = false;
            name[length++] = (char)tolower((unsigned char)*c);
        }
    name[length] = '\0';
    const char *sentence = length ? name : "sentence";
    if (heatmap)
        return arena_printf(arena, "attend-%s", sentence);
    if (!view_has(view->kind, HAS_STAGE))
        return arena_printf(arena, "attend-%s-%s", sentence, VIEW_NAMES[view->kind]);
    Moment moment = moment_at(view->trace, (int)floor(view->cursor + 0.5));
    if (moment.step < 0)
        return arena_printf(arena, "attend-%s-%s", sentence, MOMENT_NAMES[moment.kind]);
    return arena_printf(arena, "attend-%s-step%d-%s", sentence, moment.step + 1, MOMENT_NAMES[moment.kind]);
}
