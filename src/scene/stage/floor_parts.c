#include "scene/stage/floor_parts.h"

#include "draw/ease.h"
#include "scene/kit/way.h"
#include "trace/beats.h"
#include "words/moments_words.h"
#include "words/stage_words.h"

#include <math.h>

/* Its parts come in the second half of its growth: in the first it has no room for them. */
float stage_is_hero(const StageLayout *layout, Floor floor)
{
    return ease_phase(layout->floors.hero[floor], 0.5f, 1);
}

float stage_readable(const StageLayout *layout, Floor floor)
{
    return fmaxf(layout->floors.near[floor], layout->floors.hero[floor]);
}

void stage_note(const Painter *painter, const StageLayout *layout, Floor floor, int line, Role role, const char *markup)
{
    float hero = stage_is_hero(layout, floor);
    Box box = layout->floor[floor];
    float y = box.y + layout->head + 10 + 19 * (float)line, room = layout->columns.x - layout->area.x - 28;
    if (hero <= 0 || !layout->labels || y > box.y + box.h - 10)
        return;
    MathStyle style = {painter->theme, TYPE_BODY, color_fade(painter->theme->text[role], hero)};
    math_fit(painter->list, style, (Point){layout->area.x + 20, y}, fmaxf(room, 100), 0.7f, markup);
}

int stage_meant_word(const Painter *painter, const Scope *scope)
{
    int j = painter->brush.position;
    return j >= 0 && j < scope->trace->n && kit_column_brushed(painter, scope->step, j) ? j : -1;
}

bool stage_sees_column(const StageLayout *layout, int j)
{
    float x = stage_column_x(layout, j);
    return x > layout->columns.x - layout->spacing && x < layout->columns.x + layout->columns.w + layout->spacing;
}

void stage_light_visit(Scope *own, const Visit *visit, int j)
{
    float apart = visit->word < 0 ? 0 : visit->here;
    own->lit[PART_ENCODER] *= visit->word == j ? 1 : 1 - apart;
    if (visit->word == j)
        own->lit[PART_SOURCE] = apart;
}

float stage_tell_still(const Painter *painter, Point right, float room)
{
    const View *view = painter->view;
    MomentKind kind = moment_near(view->trace, moment_of_stop(view->cursor)).kind;
    Floor opened = scene_pair_open(view) ? FLOOR_SCORES : (Floor)(view->stage.floors.opened - 1);
    const char *text = arena_printf(&painter->list->arena, kit_said(painter, W_STILL_AT),
                                    kit_said(painter, W_MOMENT_START + (Word)kind));
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    bool other = floors_at(&(FloorLook){0}, view->trace, view->cursor).hero[opened] < 1 && !view->trace->row;
    if (!other || kit_width(painter, style, text) > room)
        return 0;
    return kit_text_at(painter, style, right, ALIGN_RIGHT, text);
}

void stage_draw_given(const Painter *painter, const Scope *scope, const StageLayout *layout, Box state, float alpha)
{
    float shown = scope->shown[MOMENT_OUTPUT] * scope->alpha * stage_is_hero(layout, FLOOR_WORDS);
    if (shown <= 0 || scope->step < 0)
        return;
    const Theme *theme = painter->theme;
    Color pink = color_mix(theme->panel, theme->fill[ROLE_OUTPUT], scope_emphasis(scope, PART_OUTPUT) * alpha);
    Box first = stage_output_name(layout, 0), last = stage_output_name(layout, layout->output_rows);
    bool left = config_is_transformer(&scope->trace->config); /* the state's name stands there */
    float from = left ? state.x + state.w - 5 : state.x + fminf(14, state.w * 0.06f), foot = last.y + last.h;
    float side = layout->output_x + layout->output_w + 5, beside = side + LIST_BESIDE - 14, high = foot + 16;
    float middle = (first.y + foot) / 2;
    Point points[] = {{from, state.y - 5}, {from, high}, {beside, high}, {beside, middle}, {side + 1, middle}};
    Way way = way_through(points, 5, 8);
    way_draw(painter->list, &way, shown, 7, pink, 2.6f);
    kit_line(painter, (Point){side, first.y + 4}, (Point){side, foot - 4}, color_fade(pink, ease_phase(shown, 0.8f, 1)),
             2); /* it gives all of the list */
}
