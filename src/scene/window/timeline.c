/* The foot of the window: formula, transport and the timeline with every moment. */
#include "scene/kit/widget.h"
#include "scene/stage/stage.h"
#include "scene/window/panels.h"

#include "draw/ease.h"
#include "words/common_words.h"
#include "words/moments_words.h"
#include "words/opening_words.h"

#include <math.h>
#include <string.h>

#define OPEN_MOST     0.28f /* of the room of a folded timeline: the group whose moments are shown */
#define SMALL_PITCH   32.0f /* px from group to group, below which names are set small */
#define NAME_LEAST    24.0f /* px from name to name: two small letters of Chinese */
#define APART         3.0f  /* px between two names */
#define ENCODER_APART 8.0f  /* from the encoder's, which is no word, to the words */
#define TRACK_LEAST   96.0f /* px of a timeline beside other things */

/* A run of moments that belong together: the encoder, or one decode step. */
typedef struct Group {
    int first, count;
    float x, w;
    const char *name;
} Group;

typedef struct Timeline {
    Box box;
    Group *groups;
    int group_count;
    bool folded;           /* too many moments: only one group shows each of its own */
    float pitch, gap;      /* px from one folded group to the next, between two groups */
    int current, unfolded; /* group: of the cursor; that shows its moments, the same but while the knob is dragged */
    float *moments;        /* x of each */
    int count;
} Timeline;

float timeline_x(const float *moments, int count, double cursor)
{
    int before = (int)fmin(fmax(floor(cursor), 0), count - 1), after = before + 1 < count ? before + 1 : before;
    return lerp(moments[before], moments[after], (float)(cursor - before));
}

double timeline_cursor(const float *moments, int count, float x)
{
    int after = 1;
    while (after + 1 < count && moments[after] < x)
        after++;
    if (after >= count)
        return 0;
    double from = (double)moments[after - 1], way = (double)moments[after] - from;
    double part = way > 0 ? ((double)x - from) / way : 1;
    return after - 1 + fmin(fmax(part, 0), 1);
}

static bool step_brushed(const Painter *painter, int step)
{
    return !painter->brush.words && kit_brushed(painter, step, -1);
}

static TextStyle name_style(const Painter *painter, const Timeline *line, int g)
{
    bool current = g == line->current, lit = step_brushed(painter, g - 1);
    bool small = line->folded && g != line->unfolded && line->pitch < SMALL_PITCH;
    return style_of(painter->theme, current || lit, small ? TYPE_TINY : TYPE_SMALL,
                    lit       ? ROLE_OUTPUT
                    : current ? ROLE_INK
                              : ROLE_MUTED);
}

/* Folded groups are as wide as one another; the open one has room for its moments, the encoder's for its name. */
static void share_width(const Painter *painter, Timeline *line)
{
    int count = line->group_count;
    float gap = 8, room = line->box.w - gap * (float)(count - 1), each = room / (float)(line->count - 1);
    float open = 0, encoder = 0;
    line->folded = each < 7;
    if (line->folded) {
        bool named = line->unfolded > 0 && count > 3;
        gap = fminf(gap, line->box.w / (float)count * 0.3f);
        room = line->box.w - gap * (float)(count - 1);
        open = fminf(room * OPEN_MOST, 26 * (float)line->groups[line->unfolded].count);
        float name = kit_width(painter, style_bold(painter->theme, TYPE_SMALL, ROLE_INK), line->groups[0].name);
        encoder = named ? fminf(name + ENCODER_APART, room * 0.16f) : 0;
        each = (room - open - encoder) / (float)(count - (named ? 2 : 1));
        encoder = named ? encoder : each;
    }
    float x = line->box.x;
    for (int g = 0; g < count; g++) {
        Group *group = &line->groups[g];
        group->x = x;
        group->w = !line->folded ? each * (float)group->count : g == line->unfolded ? open : g == 0 ? encoder : each;
        x += group->w + gap;
    }
    line->gap = gap;
    line->pitch = each + gap;
}

static Timeline lay_out(const Painter *painter, const Scope *scope, Box box)
{
    const Trace *trace = scope->trace;
    Arena *arena = &painter->list->arena;
    Timeline line = {.box = box, .group_count = trace->step_count + 1};
    line.groups = ARENA_ARRAY(arena, Group, line.group_count);
    int count = moment_count(trace);
    for (int g = 0; g < line.group_count; g++) {
        Group *group = &line.groups[g];
        group->first = g == 0 ? 1 : moment_find(trace, MOMENT_PREVIOUS, g - 1, -1);
        int next = g + 1 < line.group_count ? moment_find(trace, MOMENT_PREVIOUS, g, -1) : count;
        group->count = next - group->first;
        group->name = g == 0                                         ? kit_said(painter, W_ENCODE)
                      : scope_written(scope, g - 1, MOMENT_WORD) > 0 ? trace->steps[g - 1].token
                                                                     : "…";
    }
    line.count = count;
    line.current = scope->step + 1;
    int held = painter->view->stage.scrubbed;
    line.unfolded = held > 0 && held <= line.group_count ? held - 1 : line.current;
    share_width(painter, &line);
    line.moments = ARENA_ARRAY(arena, float, count);
    line.moments[0] = box.x;
    for (int g = 0; g < line.group_count; g++)
        for (int i = 0; i < line.groups[g].count; i++) {
            const Group *group = &line.groups[g];
            line.moments[group->first + i] = group->x + group->w * ((float)i + 0.5f) / (float)group->count;
        }
    return line;
}

static Role group_role(int group)
{
    return group == 0 ? ROLE_ENCODER : ROLE_DECODER;
}

static void draw_group(const Painter *painter, const Scope *scope, const Timeline *line, int g)
{
    const Group *group = &line->groups[g];
    const Theme *theme = painter->theme;
    bool single = line->folded && g != line->unfolded;
    int parts = single ? 1 : group->count;
    float w = group->w / (float)parts, gap = w > 14 ? 3 : w > 8 ? 2 : w > 4 ? 1 : 0;
    if (step_brushed(painter, g - 1))
        drawlist_box(painter->list, (Box){group->x - 2, line->box.y - 4, group->w + 4, 15}, 7.5f,
                     paint_stroke(theme->fill[ROLE_OUTPUT], 1.5f));
    for (int i = 0; i < parts; i++) {
        int index = group->first + (single ? group->count - 1 : i);
        bool done = index <= scope->cursor + 1e-6;
        Paint paint = done ? paint_fill(theme->fill[group_role(g)]) : kit_track(theme);
        Box dash = {group->x + w * (float)i + gap / 2, line->box.y, w - gap, 7};
        drawlist_box(painter->list, dash, 3.5f, paint);
        Target target = target_at(TARGET_MOMENT, index, 0, 0);
        kit_area(painter, (Box){group->x + w * (float)i, line->box.y - 10, w, 26}, target, NULL);
        if (kit_pointed(painter, target))
            drawlist_box(painter->list, box_inset(dash, 0, -2), 5,
                         paint_fill(color_mix(paint.fill, theme->fill[ROLE_CONTEXT], 0.6f)));
    }
}

#define NOTCH_LEAST 4.0f /* px from one to the next */

/* Where one can stop on the way to the moment that is made now: over the knob, or under it where the
 * formula stands there. */
static void draw_notches(const Painter *painter, const Scope *scope, const Timeline *line, bool under)
{
    float top = line->box.y + (under ? 9 : -13);
    BeatKind beats[BEATS_MOST];
    int index = moment_of_stop(scope->cursor), count = beats_of(scope->trace, index, beats);
    float way = index > 0 ? line->moments[index] - line->moments[index - 1] : 0;
    for (int beat = 1; beat < count && way >= NOTCH_LEAST * (float)count; beat++) {
        double end = beat_end(scope->trace, index, beat);
        float x = timeline_x(line->moments, line->count, end);
        Color color = painter->theme->text[end <= scope->cursor + 1e-6 ? ROLE_CONTEXT : ROLE_MUTED];
        kit_line(painter, (Point){x, top}, (Point){x, top + 4}, color, 1.2f);
    }
}

typedef struct Names { /* set so far, along their line */
    float *from, *to;
    int count;
} Names;

/* `whole`: it is not shortened for the room. */
static void put_name(const Painter *painter, const Timeline *line, int g, float room, bool whole, Names *names)
{
    const Group *group = &line->groups[g];
    TextStyle style = name_style(painter, line, g);
    Slice text = drawlist_shorten(painter->list, style, slice_of(group->name), room);
    if (whole && text.length < strlen(group->name))
        return;
    float middle = group->x + group->w / 2, width = text_width(painter->list->type, style, text);
    float from = middle - width / 2, to = middle + width / 2;
    for (int i = 0; i < names->count; i++)
        if (from < names->to[i] + APART && to + APART > names->from[i])
            return;
    names->from[names->count] = from;
    names->to[names->count++] = to;
    drawlist_text_at(painter->list, style, (Point){middle, line->box.y + 25}, ALIGN_CENTER, text);
}

/* Each in the room of its group, with an ellipsis where it is longer. Where not even two letters have room, the current
 * one, the encoder's and every second or third have precedence, and others stand between them where they have room. */
static void draw_names(const Painter *painter, const Timeline *line)
{
    int stride = line->folded ? (int)ceilf(NAME_LEAST / line->pitch) : 1;
    Arena *arena = &painter->list->arena;
    Names names = {ARENA_ARRAY(arena, float, line->group_count), ARENA_ARRAY(arena, float, line->group_count), 0};
    for (int rank = 0; rank < 3; rank++)
        for (int g = 0; g < line->group_count; g++) {
            int own = g == line->current || g == line->unfolded || g == 0 ? 0 : g % stride == 0 ? 1 : 2;
            float room = line->groups[g].w + line->gap - APART;
            if (own == rank)
                put_name(painter, line, g, own < 2 ? room + line->pitch * (float)(stride - 1) : room, own == 2, &names);
        }
}

_Static_assert(W_BEAT_SHOW - W_BEAT_ASK == BEAT_SHOW - BEAT_ASK, "every beat has its name");

/* Over the knob; in a low foot it stays at the left end. Returns its width. */
static float draw_bubble(const Painter *painter, const Scope *scope, float x, float y, Box within)
{
    const Theme *theme = painter->theme;
    Moment moment = scope->moment;
    BeatKind beat = beat_at(scope->trace, scope->cursor);
    Arena *arena = &painter->list->arena;
    bool named = !view_leaves_out(painter->view, moment.kind);
    const char *name = named ? kit_said(painter, W_MOMENT_START + (Word)moment.kind)
                             : arena_printf(arena, kit_said(painter, W_STEP), moment.step + 1);
    const char *text = name;
    if (named && beat != BEAT_WHOLE && scope->cursor < moment_of_stop(scope->cursor))
        text = arena_printf(arena, "%s · %s", name, kit_said(painter, W_BEAT_ASK + (Word)(beat - BEAT_ASK)));
    else if (moment.kind != MOMENT_START)
        text = arena_printf(arena, "%s · %d/%d", name, moment.index + 1, moment.of);
    TextStyle style = {FACE_SANS_BOLD, TYPE_TINY, theme->button_text, 0};
    float width = kit_width(painter, style, text) + 22;
    float left = fminf(fmaxf(x - width / 2, within.x), within.x + within.w - width);
    Box bubble = {left, y - 39, width, 21};
    drawlist_box(painter->list, bubble, 5, paint_fill(theme->button));
    kit_text(painter, style, bubble, ALIGN_CENTER, text);
    return width;
}

static void draw_play(const Painter *painter, Point at, bool plays)
{
    const Theme *theme = painter->theme;
    Target target = {TARGET_PLAY, 0, 0, 0};
    Box disc = {at.x - 17, at.y - 17, 34, 34};
    drawlist_box(painter->list, disc, 17, paint_fill(kit_button_fill(painter, target)));
    if (plays) {
        drawlist_box(painter->list, (Box){at.x - 6, at.y - 7, 4, 14}, 1, paint_fill(theme->button_text));
        drawlist_box(painter->list, (Box){at.x + 2, at.y - 7, 4, 14}, 1, paint_fill(theme->button_text));
    } else
        kit_triangle(painter, (Point){at.x - 5, at.y - 8}, (Point){at.x + 9, at.y}, (Point){at.x - 5, at.y + 8},
                     theme->button_text);
    kit_press(painter, disc, 17, target, kit_said(painter, plays ? W_PAUSE : W_PLAY));
}

/* A triangle against a bar: the previous or the next decode step. */
static void draw_skip(const Painter *painter, Point at, float way, Target target)
{
    Color color = kit_ink(painter, target);
    kit_triangle(painter, (Point){at.x - 5 * way, at.y - 6}, (Point){at.x + 4 * way, at.y},
                 (Point){at.x - 5 * way, at.y + 6}, color);
    drawlist_box(painter->list, (Box){at.x + 5 * way - 1, at.y - 6, 2, 12}, 1, paint_fill(color));
    kit_press(painter, (Box){at.x - 12, at.y - 12, 24, 24}, 6, target, NULL);
}

static void draw_speed(const Painter *painter, Box box)
{
    Target target = {TARGET_SPEED, 0, 0, 0};
    float speed = painter->view->play.speed;
    const char *text = arena_printf(&painter->list->arena,
                                    speed == 0.25f  ? "¼×"
                                    : speed == 0.5f ? "½×"
                                                    : "%.0f×",
                                    (double)speed);
    TextStyle style = style_bold(painter->theme, TYPE_SMALL, kit_pointed(painter, target) ? ROLE_INK : ROLE_MUTED);
    kit_text(painter, style, box, ALIGN_CENTER, text);
    kit_press(painter, box, 6, target, kit_said(painter, W_SPEED));
}

bool gloss_option(const Painter *painter, MenuOption *option)
{
    GlossState glosses = view_glosses(painter->view);
    *option = (MenuOption){kit_said(painter, W_GLOSSES), {TARGET_GLOSS, 0, 0, 0}, glosses == GLOSSES_SHOWN, NULL};
    return glosses != GLOSSES_MISSING;
}

bool foot_has_pace(Box foot)
{
    return foot.w > 760 && foot.h >= WINDOW_FOOT_LOW;
}

/* Seconds between two moments, whether a step goes from beat to beat, and where there are any the glosses. Returns the
 * width of all. */
static float draw_pace(const Painter *painter, float right, float y)
{
    const View *view = painter->view;
    MenuOption options[2] = {{kit_said(painter, W_FINE_STEPS), {TARGET_FINE, 0, 0, 0}, view->play.fine, NULL}};
    Choice choice = {CHOICE_FRAMES, 6, options, gloss_option(painter, &options[1]) ? 2 : 1};
    float width = kit_choice_width(painter, &choice);
    kit_choice(painter, (Box){right - width, y - 14, width, 28}, &choice);
    Arena *arena = &painter->list->arena;
    const char *seconds = view->play.pause == 0.5f ? "½" : arena_printf(arena, "%.0f", (double)view->play.pause);
    const char *text = arena_printf(arena, kit_said(painter, W_PAUSE_BETWEEN), seconds);
    LinkLook look = {style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), ROLE_MUTED, {-6, -16, 12, 24}, 0, 6};
    float link = kit_link(painter, &look, (Point){right - width - 16, y + 4.5f}, ALIGN_RIGHT, text,
                          (Target){TARGET_PAUSE, 0, 0, 0});
    return width + 16 + link;
}

/* Over the foot's lower edge: the line of buttons, and of the timeline where it has none of its own. */
static float line_y(const Painter *painter, Box foot)
{
    return foot.y + foot.h - (foot.h < WINDOW_FOOT_LOW ? 30 : window_upright(painter->view) ? 28 : 48);
}

float transport_draw(const Painter *painter, Box foot, bool plays)
{
    float y = line_y(painter, foot);
    draw_play(painter, (Point){foot.x + 45, y}, plays);
    draw_skip(painter, (Point){foot.x + 83, y}, -1, (Target){TARGET_STEP_BACK, 0, 0, 0});
    draw_skip(painter, (Point){foot.x + 109, y}, 1, (Target){TARGET_STEP_ON, 0, 0, 0});
    draw_speed(painter, (Box){foot.x + 122, y - 12, 30, 24});
    return foot.x + 168;
}

static void draw_track(const Painter *painter, const Scope *scope, const Timeline *line, bool low)
{
    Box track = line->box;
    float x = timeline_x(line->moments, line->count, scope->cursor), y = track.y + 3;
    kit_area(painter, (Box){track.x - 14, track.y - 10, 14, 26}, (Target){TARGET_MOMENT, 0, 0, 0}, NULL);
    for (int g = 0; g < line->group_count; g++)
        draw_group(painter, scope, line, g);
    draw_names(painter, line);
    draw_notches(painter, scope, line, low);
    Target knob = target_at(TARGET_MOMENT, moment_of_stop(scope->cursor), 1, 0);
    float radius = kit_pointed(painter, knob) ? 10 : 9;
    Color orange = painter->theme->fill[ROLE_CONTEXT];
    kit_slider(painter, &(Slider){.at = {x, y + 0.5f}, .radius = radius, .line = 3, .color = orange}, (Target){0});
    if (scope->cursor != floor(scope->cursor)) /* else it stands on its moment's dash */
        kit_area(painter, (Box){x - 10, y - 10, 20, 20}, knob, NULL);
    if (painter->layout) {
        painter->layout->timeline = (Box){track.x - 14, y - 13, track.w + 28, 26};
        painter->layout->moments = line->moments;
    }
}

void foot_draw(const Painter *painter, const Scope *scope, Box box)
{
    const View *view = painter->view;
    if (predict_draw(painter, box))
        return;
    kit_panel(painter, box, EDGE_TOP);
    bool upright = window_upright(view); /* the timeline has a line of its own */
    bool low = box.h < WINDOW_FOOT_LOW;  /* the formula stands beside what the moment is called */
    bool bare = view_has(view->kind, HAS_STAGE) && !stage_has_labels(view, window_layout(view).stage.w);
    Scope there = scope_at(scope->trace, view->cursor); /* its moment, though the stage may show on to the word */
    float y = line_y(painter, box), left = transport_draw(painter, box, view->play.on), right = box.x + box.w - 28;
    if (foot_has_pace(box))
        right -= draw_pace(painter, box.x + box.w - 24, y) + 18;
    float width = predict_button_width(painter), track_w = upright ? 0 : TRACK_LEAST;
    if (view_has(view->kind, HAS_STAGE) && view_decodes(view) && right - left - width >= track_w) {
        predict_button(painter, (Box){right + 4 - width, low ? y - 8 : y - 14, width, low ? 26 : 28});
        right -= width + 18;
    }
    if (bare)
        left += stage_draw_tempering(painter, scope, (Point){left - 8, y}, right - left - track_w);
    Box track = {left, y - 3, right - left, 7};
    if (upright)
        track = (Box){box.x + 24, y - 46 - 3, box.w - 48, 7};
    Timeline line = lay_out(painter, &there, track);
    draw_track(painter, &there, &line, low);
    if (!low) {
        float x = timeline_x(line.moments, line.count, there.cursor);
        draw_bubble(painter, &there, x, track.y + 3, box_inset(track, -8, 0));
        return;
    }
    draw_bubble(painter, &there, track.x, track.y + 11, track);
}

void caption_draw(const Painter *painter, Box box, const char *caption)
{
    const View *view = painter->view;
    const char *text = view_glossed(view, caption ? caption : "", &painter->list->arena);
    Paragraph lines = {.style = style_plain(painter->theme, view->window.present ? TYPE_LARGE : TYPE_BODY, ROLE_INK),
                       .width = box.w - 48};
    if ((float)kit_paragraph_lines(painter, &lines, text) * lines.style.size * 1.4f > box.h - 8)
        lines.style.size = TYPE_SMALL; /* long sentences are set smaller */
    drawlist_box(painter->list, box, 0, paint_fill(painter->theme->tint[ROLE_CONTEXT]));
    lines.pitch = lines.style.size * 1.4f, lines.most = (int)((box.h - 6) / lines.pitch);
    int count = kit_paragraph_lines(painter, &lines, text);
    lines.at = (Point){box.x + 24, box.y + (box.h - (float)count * lines.pitch) / 2 + lines.style.size * 1.05f};
    kit_paragraph(painter, &lines, text);
}
