/* The bar: name, lesson, views, model, language, theme, help. */
#include "scene/window/panels.h"

#include "words/common_words.h"
#include "words/derive_words.h"
#include "words/window_words.h"

#include <math.h>
#include <string.h>

/* "BiGRU · additive · Bahdanau" */
static const char *model_name(const Painter *painter, const Config *config)
{
    static const Word attention[ATTENTION_KINDS] = {[ATTENTION_NONE] = W_NO_ATTENTION,
                                                    [ATTENTION_FIXED] = W_FIXED_CONTEXT_SMALL,
                                                    [ATTENTION_UNIFORM] = W_EQUAL_WEIGHTS_SMALL,
                                                    [ATTENTION_BAHDANAU] = W_BAHDANAU,
                                                    [ATTENTION_LUONG] = W_LUONG};
    Arena *arena = &painter->list->arena;
    if (config_is_transformer(config))
        return kit_said(painter, W_TRANSFORMER);
    const char *cell = arena_printf(arena, "%s%s", config->bidirectional ? "Bi" : "",
                                    cell_title(painter->view->language, config->cell));
    bool in_step = config_in_step(config); /* one word a step, which no score chooses */
    const char *score = config_scores(config) && !in_step
                            ? arena_printf(arena, "%s · ", score_title(painter->view->language, config->score))
                            : "";
    const char *fault = config->fault ? arena_printf(arena, " · %s", kit_said(painter, W_WRONG_ON_PURPOSE)) : "";
    const char *told = kit_said(painter, in_step ? W_WORD_BY_WORD : attention[config->attention]);
    return arena_printf(arena, "%s · %s%s%s", cell, score, told, fault);
}

static float item(const Painter *painter, float right, float y, const char *text, Target target, bool bold)
{
    TextStyle style = {bold ? FACE_SANS_BOLD : FACE_SANS, TYPE_BODY, {0}, 0};
    LinkLook look = {style, ROLE_MUTED, {-8, -20, 16, 30}, 3, 5};
    return right - kit_link(painter, &look, (Point){right, y + 5}, ALIGN_RIGHT, text, target) - 24;
}

/* "EN 中文". Returns where it begins. */
static float language_switch(const Painter *painter, float right, float y)
{
    static const char *const names[] = {[LANGUAGE_ENGLISH] = "EN", [LANGUAGE_CHINESE] = "中文"};
    MenuOption options[2];
    for (int i = 0; i < 2; i++)
        options[i] = (MenuOption){names[i], target_at(TARGET_LANGUAGE, 1 + i, 0, 0), (int)painter->view->language == i};
    Choice choice = {CHOICE_WORDS, 0, options, 2};
    float width = kit_choice_width(painter, &choice);
    kit_choice(painter, (Box){right + 3 - width, y - 15, width, 30}, &choice);
    return right - width - 18;
}

void logo_draw(const Painter *painter, Point at, float scale)
{
    Color orange = painter->theme->fill[ROLE_CONTEXT];
    float ring = 9.5f * scale, dot = 3.5f * scale;
    drawlist_box(painter->list, (Box){at.x - ring, at.y - ring, 2 * ring, 2 * ring}, ring,
                 paint_stroke(orange, 3 * scale));
    drawlist_box(painter->list, (Box){at.x - dot, at.y - dot, 2 * dot, 2 * dot}, dot, paint_fill(orange));
}

/* ---- tabs ---- */

/* The views that are always there, then the lesson's own. */
int bar_views(const View *view, unsigned kinds, MenuOption options[VIEW_KINDS])
{
    int count = 0;
    for (ViewKind kind = 0; kind < VIEW_KINDS; kind++)
        if (kinds >> kind & 1 && view_offers(view, kind))
            options[count++] = (MenuOption){VIEW_INFO[kind].title[view->language],
                                            target_at(TARGET_VIEW, (int)kind, 0, 0), kind == view_marked(view)};
    return count;
}

/* The last of the tabs goes into the list behind "More", but the marked one stays. False: there is none that can. */
static bool list_last(const Painter *painter, MenuOption tabs[VIEW_KINDS], int *count)
{
    bool more = *count > 0 && tabs[*count - 1].target.kind == TARGET_VIEWS;
    int last = *count - 1 - more;
    last -= last >= 0 && tabs[last].on;
    if (last < 0)
        return false;
    painter->layout->listed |= 1u << tabs[last].target.a;
    memmove(tabs + last, tabs + last + 1, (size_t)(*count - last - 1) * sizeof *tabs);
    *count -= more;
    tabs[*count - 1] = (MenuOption){kit_said(painter, W_MORE), {TARGET_VIEWS, 0, 0, 0}, false};
    return true;
}

/* As many as have room side by side. Returns their width. */
static float fit_tabs(const Painter *painter, float room, MenuOption options[VIEW_KINDS], Choice *tabs)
{
    float width = kit_choice_width(painter, tabs);
    while (width > room && list_last(painter, options, &tabs->count))
        width = kit_choice_width(painter, tabs);
    return width;
}

static float draw_name(const Painter *painter, float x, float y)
{
    const Theme *theme = painter->theme;
    Target target = {TARGET_COURSE, 0, 0, 0};
    Box box = {x - 18, y - 18, 0, 36};
    logo_draw(painter, (Point){x, y}, 1);
    x += 18
         + kit_text_at(painter, style_bold(theme, TYPE_LARGE + 1, ROLE_INK), (Point){x + 18, y + 6}, ALIGN_LEFT,
                       "attend");
    box.w = x + 8 - box.x;
    kit_press_ring(painter, box, box_inset(box, 3, 3), 5, target, true, kit_said(painter, W_THE_COURSE_SMALL));
    return x;
}

#define TITLE_LEFT 31.0f /* px from the name to the title behind its hairline */

static TextStyle title_style(const Painter *painter)
{
    return style_bold(painter->theme, TYPE_BODY + 0.5f, ROLE_INK);
}

/* "5 · Cat chase mouse"; NULL: no lesson is seen. */
static const char *title_text(const Painter *painter)
{
    const View *view = painter->view;
    if (!view->lesson || !view_is_of_lesson(view->kind)) /* a file's name stands beside its weights */
        return NULL;
    const char *title = view->lesson->title[view->language];
    return view->lesson->card_count > 0 ? arena_printf(&painter->list->arena, "%d · %s", view->course.number, title)
                                        : title;
}

/* Behind a hairline, as far as there is room for it. */
static void draw_title(const Painter *painter, float x, float y, float right)
{
    const char *title = title_text(painter);
    if (!title || right - x < 120)
        return;
    drawlist_segment(painter->list, (Point){x + 15, y - 16}, (Point){x + 15, y + 16},
                     paint_stroke(painter->theme->hairline, 1.5f));
    kit_text(painter, title_style(painter), (Box){x + TITLE_LEFT, y - 15, right - x - TITLE_LEFT, 31}, ALIGN_LEFT,
             title);
}

/* Language, theme, present, help. Returns where they begin. */
static float draw_switches(const Painter *painter, float right, float y)
{
    bool dark = painter->theme->kind == THEME_DARK;
    right = item(painter, right, y, "?", (Target){TARGET_HELP, 0, 0, 0}, true);
    right = item(painter, right, y, kit_said(painter, W_PRESENT), (Target){TARGET_PRESENT, 0, 0, 0}, false);
    right = item(painter, right, y, kit_said(painter, dark ? W_LIGHT : W_DARK), (Target){TARGET_THEME, 0, 0, 0}, false);
    return language_switch(painter, right, y);
}

/* Two lines: name and switches, then the views. */
static void draw_upright(const Painter *painter, Box box)
{
    float y = box.y + 26, right = box.x + box.w - 16;
    bool dark = painter->theme->kind == THEME_DARK;
    kit_panel(painter, box, EDGE_BOTTOM);
    right = item(painter, right, y, "?", (Target){TARGET_HELP, 0, 0, 0}, true);
    right = item(painter, right, y, kit_said(painter, dark ? W_LIGHT : W_DARK), (Target){TARGET_THEME, 0, 0, 0}, false);
    right = language_switch(painter, right, y);
    draw_title(painter, draw_name(painter, 26, y), y, right);
    MenuOption options[VIEW_KINDS];
    Choice tabs = {CHOICE_TABS, 4, options, bar_views(painter->view, ~0u, options)};
    float w = fit_tabs(painter, box.w - 8, options, &tabs);
    kit_choice(painter, (Box){box.x + (box.w - w) / 2, box.y + 48, w, box.h - 48}, &tabs);
}

enum { RAIL_HEAD = 48, RAIL_FOOT = 62, RAIL_TAB_MOST = 40, RAIL_TAB_LEAST = 32 };

/* One of the switches at the rail's foot: it takes the box. */
static void rail_switch(const Painter *painter, Box box, const char *text, Target target)
{
    TextStyle style = style_bold(painter->theme, TYPE_SMALL, kit_pointed(painter, target) ? ROLE_INK : ROLE_MUTED);
    kit_text(painter, kit_shrunk(painter, style, box.w - 6, text), box_inset(box, 3, 0), ALIGN_CENTER, text);
    kit_press(painter, box_inset(box, 2, 1), 5, target, text);
}

/* In the middle of the box; a long name in two lines. */
static void rail_name(const Painter *painter, TextStyle style, Box box, const char *text)
{
    style = kit_shrunk(painter, style, box.w, text);
    TextLines lines = text_break(&painter->list->arena, painter->list->type, style, slice_of(text), box.w);
    float pitch = style.size + 2, y = box.y + (box.h - pitch * (float)lines.count) / 2;
    for (int i = 0; i < lines.count; i++, y += pitch)
        drawlist_text(painter->list, style, (Box){box.x, y, box.w, pitch}, ALIGN_CENTER, lines.lines[i]);
}

/* At the left of a lying window: the sign, the views one below the other, the switches. */
static void draw_rail(const Painter *painter, Box box)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    Target course = {TARGET_COURSE, 0, 0, 0};
    Box sign = {box.x + 8, box.y + 4, box.w - 16, RAIL_HEAD - 8};
    kit_panel(painter, box, EDGE_RIGHT);
    logo_draw(painter, box_middle(sign), 1);
    kit_press(painter, sign, 6, course, kit_said(painter, W_THE_COURSE_SMALL));
    MenuOption options[VIEW_KINDS];
    int count = bar_views(view, ~0u, options);
    float room = box.h - RAIL_HEAD - RAIL_FOOT, y = box.y + RAIL_HEAD;
    while (room < RAIL_TAB_LEAST * (float)count && list_last(painter, options, &count))
        ;
    float pitch = fminf(RAIL_TAB_MOST, room / (float)count);
    for (int i = 0; i < count; i++, y += pitch) {
        const MenuOption *tab = &options[i];
        Box row = {box.x, y, box.w - 1, pitch};
        if (tab->on) {
            drawlist_box(painter->list, row, 0, paint_fill(theme->tint[ROLE_CONTEXT]));
            drawlist_box(painter->list, (Box){row.x, row.y, 3, row.h}, 0, paint_fill(theme->fill[ROLE_CONTEXT]));
        }
        TextStyle style =
            style_of(theme, tab->on, TYPE_SMALL, tab->on || kit_pointed(painter, tab->target) ? ROLE_INK : ROLE_MUTED);
        rail_name(painter, style, box_inset(row, 4, 0), tab->text);
        kit_press(painter, box_inset(row, 3, 1), 5, tab->target, tab->text);
    }
    bool dark = theme->kind == THEME_DARK, chinese = view->language == LANGUAGE_CHINESE;
    float half = RAIL_FOOT / 2.0f, foot = box.y + box.h - RAIL_FOOT;
    rail_switch(painter, (Box){box.x, foot, box.w / 2, half}, chinese ? "EN" : "中文",
                (Target){TARGET_LANGUAGE, 0, 0, 0});
    rail_switch(painter, (Box){box.x + box.w / 2, foot, box.w / 2, half}, "?", (Target){TARGET_HELP, 0, 0, 0});
    rail_switch(painter, (Box){box.x, foot + half, box.w, half}, kit_said(painter, dark ? W_LIGHT : W_DARK),
                (Target){TARGET_THEME, 0, 0, 0});
}

#define MOVED_MOST 96.0f /* px that the tabs make way for the model's name */

void bar_draw(const Painter *painter, Box box)
{
    if (window_upright(painter->view)) {
        draw_upright(painter, box);
        return;
    }
    if (window_lying(painter->view)) {
        draw_rail(painter, box);
        return;
    }
    const Theme *theme = painter->theme;
    DrawList *list = painter->list;
    kit_panel(painter, box, EDGE_BOTTOM);
    float y = box.y + box.h / 2, x = draw_name(painter, 30, y), right = draw_switches(painter, box.x + box.w - 24, y);
    MenuOption options[VIEW_KINDS];
    Choice tabs = {CHOICE_TABS, 18, options, bar_views(painter->view, ~0u, options)};
    float tabs_w = kit_choice_width(painter, &tabs);
    if (right - x < tabs_w + 244) {
        tabs.gap = 6;
        tabs_w = fit_tabs(painter, right - x - 24, options, &tabs);
    }
    float tab_x = fminf(box.w * 0.375f - 8, right - tabs_w - 8);
    const View *view = painter->view;
    const char *model = model_name(painter, &view->trace->config);
    if (view->kind == VIEW_COMPARE)
        model = view->compare->sides[0].model == view->compare->sides[1].model
                    ? kit_said(painter, W_ONE_MODEL_TWO_WAYS)
                    : kit_said(painter,
                               view->compare->guest || !view_decodes(view) ? W_TWO_MODELS : W_TWO_MODELS_SAME_DATA);
    TextStyle small = style_plain(theme, TYPE_SMALL, view->trace->config.fault ? ROLE_OUTPUT : ROLE_MUTED);
    float width = kit_width(painter, small, model) + 36;
    Box pill = {right - width, y - 13, width, 26};
    const char *title = title_text(painter);
    float least = x + TITLE_LEFT + (title ? kit_width(painter, title_style(painter), title) : 0) + 16;
    float moved = pill.x - 16.5f - tabs_w; /* the tabs make room for it, as long as the title stays whole */
    if (moved >= fmaxf(least, tab_x - MOVED_MOST))
        tab_x = fminf(tab_x, moved);
    if (pill.x > tab_x + tabs_w + 16 && !scene_exhibit_asks(view)
        && view_is_of_lesson(view->kind)) { /* whose answer it may be */
        drawlist_box(list, pill, 13, paint_fill(theme->faint));
        kit_text(painter, small, pill, ALIGN_CENTER, model);
    }
    draw_title(painter, x, y, tab_x - 16);
    kit_choice(painter, (Box){tab_x, box.y, tabs_w, box.h}, &tabs);
}
