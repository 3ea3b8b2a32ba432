#include "scene/figures/worksheet.h"

#include "base/hash.h"
#include "base/random.h"
#include "derive/explain.h"
#include "scene/figures/page.h"
#include "scene/stage/matrix_picture.h"
#include "trace/beats.h"
#include "trace/head_row.h"
#include "words/common_words.h"
#include "words/explain_words.h"
#include "words/figures_words.h"

#include <string.h>

#define MAP_GAP     28.0f
#define TITLE_H     18.0f
#define BEAT_INSIDE 1e-6 /* before its end, where its sentence stands */
enum { STRIPS_MOST = 16, HEADS_MOST = 2 };

static bool has_maps(const Worksheet *sheet)
{
    return config_weighs(&sheet->views[0].trace->config);
}

/* ---- maps ---- */

/* The same decode, of which no weight is known. */
static const Trace *without_weights(const Trace *trace, Arena *arena)
{
    Trace *blank = ARENA_NEW(arena, Trace);
    *blank = *trace;
    blank->steps = ARENA_ARRAY(arena, TraceStep, (size_t)trace->step_count);
    for (int t = 0; t < trace->step_count; t++) {
        blank->steps[t] = trace->steps[t];
        blank->steps[t].step.weights = ARENA_ARRAY(arena, Real, (size_t)trace->n);
    }
    return blank;
}

static void draw_map(const Painter *painter, const Trace *trace, bool filled, Box box)
{
    Arena *arena = &painter->list->arena;
    MatrixPicture picture = matrix_whole(filled ? trace : without_weights(trace, arena), painter->view->map);
    picture.values = filled;
    MatrixLayout map = matrix_picture(painter, &picture, box);
    Box cells = map.sight;
    if (!filled)
        drawlist_box(painter->list, cells, 0, paint_fill(color_hex(0xffffff)));
    float w = map.grid.w, h = map.grid.h;
    for (int t = 0; t <= trace->step_count && !filled; t++)
        kit_line(painter, (Point){cells.x, cells.y + h * (float)t}, (Point){cells.x + cells.w, cells.y + h * (float)t},
                 painter->theme->text[ROLE_MUTED], 1);
    for (int j = 0; j <= trace->n && !filled; j++)
        kit_line(painter, (Point){cells.x + w * (float)j, cells.y}, (Point){cells.x + w * (float)j, cells.y + cells.h},
                 painter->theme->text[ROLE_MUTED], 1);
}

/* Where the lesson is about the encoder's words that look at each other, these are asked, not the decoder. */
static bool looks_inside(const View *view)
{
    const Config *config = &view->trace->config;
    return config_looks_inside(config)
           || (config->cell == CELL_SELF && !config_is_transformer(config)
               && lesson_offers_view(view->lesson, VIEW_SELF_ATTENTION));
}

/* Of a sentence: the decode, or of self-attention a map a head. */
static int maps_of(const View *view)
{
    int heads = looks_inside(view) ? view->trace->config.heads : 1;
    return heads < HEADS_MOST ? heads : HEADS_MOST;
}

static const Trace *map_of(const View *view, int head, Arena *arena)
{
    return looks_inside(view) ? trace_of_head(view->trace, head, arena) : view->trace;
}

/* Are there rows whose numbers do not quite add up to 1? */
static bool maps_round(const Worksheet *sheet, Arena *arena)
{
    for (int i = 0; i < sheet->count; i++)
        for (int head = 0; head < maps_of(&sheet->views[i]); head++) {
            const Trace *map = map_of(&sheet->views[i], head, arena);
            MatrixPicture whole = matrix_whole(map, sheet->views[i].map);
            if (matrix_rounds(&whole, arena))
                return true;
        }
    return false;
}

/* The heads of a sentence side by side, each under its name. */
static void draw_heads(const Painter *painter, const View *view, bool filled, Box box)
{
    Arena *arena = &painter->list->arena;
    int heads = maps_of(view);
    float w = (box.w - MAP_GAP * (float)(heads - 1)) / (float)heads, title = heads > 1 ? TITLE_H : 0;
    for (int head = 0; head < heads; head++, box.x += w + MAP_GAP) {
        if (heads > 1)
            kit_heading(painter, (Point){box.x, box.y + 10}, ROLE_MUTED, 1,
                        arena_printf(arena, kit_said(painter, W_HEAD_TITLE), head + 1));
        draw_map(painter, map_of(view, head, arena), filled, (Box){box.x, box.y + title, w, box.h - title});
    }
}

/* One below the other, from `y` on. */
static void draw_maps(const Painter *painter, const Worksheet *sheet, bool filled, float y, float bottom)
{
    float high = (bottom - y - MAP_GAP * (float)(sheet->count - 1)) / (float)sheet->count;
    for (int i = 0; i < sheet->count; i++, y += high + MAP_GAP)
        draw_heads(painter, &sheet->views[i], filled, (Box){PAGE_MARGIN, y, PAGE_W - 2 * PAGE_MARGIN, high});
}

/* ---- strips ---- */

/* What happens in a step, in an order that tells nothing: strip i says texts[order[i]]. */
typedef struct Strips {
    const char *title; /* what one does with them */
    int count;
    const char *texts[STRIPS_MOST];
    int order[STRIPS_MOST];
} Strips;

static void add_strip(Strips *strips, const char *text)
{
    if (strips->count < STRIPS_MOST)
        strips->texts[strips->count++] = text;
}

/* The moments of a step in the middle, where a word stands before it. */
static void strip_step(Strips *strips, const View *view, Arena *arena)
{
    const Trace *trace = view->trace;
    int step = trace->step_count > 1 ? 1 : 0;
    Maths maths = view_maths(view, arena);
    strips->title = arena_printf(arena, said(view->language, W_WORKSHEET_STRIPS), step + 1);
    for (int i = moment_find(trace, MOMENT_PREVIOUS, step, -1); i < moment_count(trace); i++)
        if (moment_at(trace, i).step == step)
            add_strip(strips, view_glossed(view, explain_moment(&maths, i), arena));
}

/* The same of one word's look in the first head: its beats, two of them on a strip where the second goes on with what
 * the first has begun. */
static void strip_look(Strips *strips, const View *view, Arena *arena)
{
    static const BeatKind begins[] = {BEAT_ASK, BEAT_MEET, BEAT_TEMPER, BEAT_SHIFT, BEAT_SUM, BEAT_LIFT, BEAT_PRESS};
    int word = view->trace->n > 1 ? 1 : 0;
    Maths maths = view_maths(view, arena);
    maths.trace = trace_of_row(view->trace, 0, word, arena);
    strips->title = arena_printf(arena, said(view->language, W_WORKSHEET_LOOK), view->trace->source[word]);
    add_strip(strips, arena_printf(arena, said(view->language, W_WORKSHEET_THREE_ROLES), view->trace->source[word]));
    for (int i = moment_find(maths.trace, MOMENT_SCORES, 0, -1); i <= moment_find(maths.trace, MOMENT_CONTEXT, 0, -1);
         i++) {
        BeatKind beats[BEATS_MOST];
        for (int beat = 0, count = beats_of(maths.trace, i, beats); beat < count; beat++) {
            const char *text = explain_beat(&maths, beat_end(maths.trace, i, beat + 1) - BEAT_INSIDE);
            bool first = strips->count == 1;
            for (size_t k = 0; k < sizeof begins / sizeof *begins; k++)
                first = first || begins[k] == beats[beat];
            const char **last = &strips->texts[strips->count - 1];
            if (first)
                add_strip(strips, text);
            else if (beats[beat] != BEAT_STACK) /* it is to be seen alone */
                *last = arena_printf(arena, "%s%s%s", *last, said(view->language, W_PIECE_GAP), text);
        }
    }
}

static Strips strips_of(const Worksheet *sheet, Arena *arena)
{
    const View *view = &sheet->views[0];
    Strips strips = {0};
    (looks_inside(view) ? strip_look : strip_step)(&strips, view, arena);
    for (int i = 0; i < strips.count; i++)
        strips.order[i] = i;
    const char *name = path_name(view->lesson->folder);
    Random random = random_seeded(hash_bytes(sheet->version > 1 ? (uint64_t)sheet->version : 0, name, strlen(name)));
    random_shuffle(&random, strips.order, strips.count);
    return strips;
}

static const char *letter(Arena *arena, int strip)
{
    return arena_printf(arena, "%c", 'A' + strip);
}

static void draw_strips(const Painter *painter, const Worksheet *sheet)
{
    Arena *arena = &painter->list->arena;
    Strips strips = strips_of(sheet, arena);
    Flow flow = page_flow(painter, NULL, PAGE_TOP);
    flow_text(&flow, strips.title, style_plain(painter->theme, TYPE_BODY, ROLE_INK), flow.x, flow.width);
    flow.y += 22;
    Paint cut = paint_stroke(painter->theme->text[ROLE_MUTED], 1);
    cut.dash = 6, cut.gap = 5;
    for (int i = 0; i < strips.count; i++) {
        float top = flow.y;
        int place = flow_ground(&flow, 0, cut);
        flow.y += 14;
        kit_text_at(painter, style_bold(painter->theme, TYPE_LARGE, ROLE_MUTED), (Point){flow.x + 16, flow.y + 16},
                    ALIGN_LEFT, letter(arena, i));
        flow_text(&flow, strips.texts[strips.order[i]], style_plain(painter->theme, TYPE_BODY, ROLE_INK), flow.x + 46,
                  flow.width - 46 - 60);
        flow.y += 14;
        Box strip = flow_fit(&flow, place, flow.x, top, flow.width);
        drawlist_box(painter->list, (Box){strip.x + strip.w - 46, strip.y + strip.h / 2 - 15, 30, 30}, 3,
                     paint_stroke(painter->theme->hairline, 1));
        flow.y += 10;
    }
}

/* ---- pages ---- */

static void draw_answers(const Painter *painter, const Worksheet *sheet)
{
    Arena *arena = &painter->list->arena;
    Strips strips = strips_of(sheet, arena);
    const char *letters = "";
    for (int k = 0; k < strips.count; k++)
        for (int i = 0; i < strips.count; i++)
            if (strips.order[i] == k)
                letters = arena_printf(arena, "%s%s%s", letters, k ? "  " : "", letter(arena, i));
    Flow flow = page_flow(painter, NULL, PAGE_TOP);
    flow_text(&flow, arena_printf(arena, kit_said(painter, W_WORKSHEET_ORDER), letters),
              style_bold(painter->theme, TYPE_BODY, ROLE_INK), flow.x, flow.width);
    if (has_maps(sheet) && maps_round(sheet, arena))
        flow_text(&flow, kit_said(painter, W_THE_NUMBERS_ARE_ROUNDED),
                  style_plain(painter->theme, TYPE_BODY, ROLE_MUTED), flow.x, flow.width);
    if (has_maps(sheet))
        draw_maps(painter, sheet, true, flow.y + 20, PAGE_FOOT_Y - 40);
}

int worksheet_pages(const Worksheet *sheet)
{
    return has_maps(sheet) ? 2 : 1;
}

void worksheet_answers_draw(const Worksheet *sheet, const Type *type, DrawList *list)
{
    const View *view = &sheet->views[0];
    Painter painter = {view, view->theme, list, true};
    drawlist_reset(list, type, PAGE_W, PAGE_H, color_hex(0xffffff));
    page_frame(&painter, 0, sheet->version);
    page_title(&painter, kit_said(&painter, W_ANSWERS));
    draw_answers(&painter, sheet);
    drawlist_crop(list);
}

void worksheet_draw(const Worksheet *sheet, int page, const Type *type, DrawList *list)
{
    const View *view = &sheet->views[0];
    Painter painter = {view, view->theme, list, true};
    drawlist_reset(list, type, PAGE_W, PAGE_H, color_hex(0xffffff));
    page_frame(&painter, page, sheet->version);
    if (page == worksheet_pages(sheet) - 1) {
        page_title(&painter, kit_said(&painter, W_WORKSHEET_ONE_STEP));
        draw_strips(&painter, sheet);
    } else {
        page_title(&painter, kit_said(&painter, W_WORKSHEET_MAPS));
        Flow flow = page_flow(&painter, NULL, PAGE_TOP);
        flow_text(&flow, kit_said(&painter, looks_inside(view) ? W_WORKSHEET_FILL_INSIDE : W_WORKSHEET_FILL),
                  style_plain(painter.theme, TYPE_BODY, ROLE_INK), flow.x, flow.width);
        draw_maps(&painter, sheet, false, flow.y + 20, PAGE_FOOT_Y - 40);
    }
    drawlist_crop(list);
}
