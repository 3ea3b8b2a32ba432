/* An exhibit of the bug museum: what the model writes, its alignment, five probes with their answers and the notes on
 * what they found; once the card's question is answered, the line that was wrong. */
#include "scene/views/exhibit/view_exhibit.h"

#include "scene/kit/pan.h"
#include "scene/views/exhibit/exhibit_words.h"
#include "words/common_words.h"

#include <math.h>

enum { MARGIN = 24, GAP = 20, LEFT_MOST = 470, PROBES_W = 232, PROBE_H = 38, NOTE_H = 21, BUTTON_W = 168 };
enum { CELL_W = 34, LABELS_W = 100, LEGEND_H = 30 }; /* of the map: a cell with its number; the labels at its sides */

enum { UPRIGHT_H = 800, MODEL_H = 310 }; /* of all, and of the model, which stands over the probes */

#define LEFT_SHARE  0.4f
#define WIDE_LEAST  510.0f /* px of the right half, from which on the probes stand beside their answer */
#define RIGHT_LEAST 290.0f
#define WORDS_LINES 3

static const Word PROBE_NAMES[PROBES] = {W_PROBE_READ, W_PROBE_SWAP, W_PROBE_MUTE, W_PROBE_DRAG, W_PROBE_COMPARE},
                  PROBE_HINTS[PROBES] = {W_PROBE_READ_HINT, W_PROBE_SWAP_HINT, W_PROBE_MUTE_HINT, W_PROBE_DRAG_HINT,
                                         W_PROBE_COMPARE_HINT};

/* ---- the left half: what the model does ---- */

static void draw_model(const Painter *painter, Box box)
{
    const View *view = painter->view;
    float y = box.y + 10;
    kit_heading(painter, (Point){box.x, y}, ROLE_MUTED, 1, kit_said(painter, W_TRANSLATION));
    y += 12;
    y += exhibit_words(painter, 0, (Box){box.x, y, box.w, 0}, WORDS_LINES) + 24;
    kit_heading(painter, (Point){box.x, y}, ROLE_MUTED, 1, kit_said(painter, W_ALIGNMENT));
    y += 12;
    if (!config_weighs(&view->trace->config)) {
        kit_text(painter, style_plain(painter->theme, TYPE_BODY, ROLE_MUTED), (Box){box.x, y, box.w, 30}, ALIGN_LEFT,
                 kit_said(painter, W_NO_WEIGHTS));
        return;
    }
    bool probed = !painter->passive; /* on paper nothing is read, and all of the map is there */
    MatrixPicture picture = matrix_whole(view->trace, view->map);
    picture.current = probed ? view->exhibit->step : -1;
    picture.words = true;
    picture.own = view->own;
    picture.scrolls = probed;
    MatrixLayout map = matrix_picture(painter, &picture, (Box){box.x, y, box.w, box.y + box.h - y - 16 - LEGEND_H});
    Box cells = map.sight;
    int row = view->exhibit->step;
    if (probed && view->exhibit->probe == PROBE_READ && row >= map.t0 && row < map.t1) /* which is read */
        drawlist_box(painter->list, box_inset(grid_cell(&map.grid, row, view->exhibit->place), 1, 1), 3,
                     paint_stroke(painter->theme->text[ROLE_INK], 2));
    Box legend = {cells.x, cells.y + cells.h + 12, cells.w, LEGEND_H};
    if (legend.y + legend.h <= box.y + box.h)
        color_bar(painter, view->map, 0, legend);
}

/* ---- the probes ---- */

static void draw_probe(const Painter *painter, Box box, ExhibitProbe probe)
{
    const Theme *theme = painter->theme;
    Target target = target_at(TARGET_CONTROL, EXHIBIT_PROBE, (int)probe, 0);
    bool on = painter->view->exhibit->probe == probe;
    Color fill = on ? theme->tint[ROLE_QUERY] : kit_pointed(painter, target) ? theme->faint : theme->panel;
    drawlist_box(painter->list, box, 8, paint_fill_stroke(fill, on ? theme->fill[ROLE_QUERY] : theme->hairline, 1.5f));
    TextStyle bold = style_bold(theme, TYPE_BODY, on ? ROLE_QUERY : ROLE_INK);
    Box in = box_inset(box, 12, 0);
    float width = kit_text(painter, bold, in, ALIGN_LEFT, kit_said(painter, PROBE_NAMES[probe]));
    const char *hint = kit_said(painter, PROBE_HINTS[probe]);
    TextStyle small = kit_shrunk(painter, style_plain(theme, TYPE_SMALL, ROLE_MUTED), in.w - width - 10, hint);
    kit_text(painter, small, (Box){in.x + width + 10, in.y, in.w - width - 10, in.h}, ALIGN_RIGHT, hint);
    kit_press(painter, box, 8, target,
              arena_printf(&painter->list->arena, "%s: %s", kit_said(painter, PROBE_NAMES[probe]), hint));
}

/* In a column with what each does, or in a row, names alone. Returns what is left for the answer. */
static Box draw_probes(const Painter *painter, Box box)
{
    float y = box.y + 10;
    float width = kit_heading(painter, (Point){box.x, y}, ROLE_QUERY, 1, kit_said(painter, W_PROBES));
    bool wide = box.w >= WIDE_LEAST;
    TextStyle small = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    kit_text_at(painter, kit_shrunk(painter, small, box.w - width - 14, kit_said(painter, W_PROBES_NOTE)),
                (Point){box.x + width + 14, y}, ALIGN_LEFT, kit_said(painter, W_PROBES_NOTE));
    y += 14;
    if (wide) {
        for (int probe = 0; probe < PROBES; probe++)
            draw_probe(painter, (Box){box.x, y + (float)probe * (PROBE_H + 7), PROBES_W, PROBE_H}, (ExhibitProbe)probe);
        return (Box){box.x + PROBES_W + GAP, y, box.w - PROBES_W - GAP, box.y + box.h - y};
    }
    MenuOption options[PROBES];
    for (int probe = 0; probe < PROBES; probe++)
        options[probe] =
            (MenuOption){kit_said(painter, PROBE_NAMES[probe]), target_at(TARGET_CONTROL, EXHIBIT_PROBE, probe, 0),
                         painter->view->exhibit->probe == (ExhibitProbe)probe};
    y += kit_choice(painter, (Box){box.x, y, box.w, 0}, &(Choice){CHOICE_FRAMES, 6, options, PROBES}) + 12;
    return (Box){box.x, y, box.w, box.y + box.h - y};
}

/* Of the left half: more for a map of many columns, as far as the probes can spare it. */
static float left_width(const Painter *painter, float width)
{
    float left = fminf(LEFT_MOST, width * LEFT_SHARE), right = width - left - 2 * GAP;
    float most = width - 2 * GAP - (right >= WIDE_LEAST ? WIDE_LEAST : RIGHT_LEAST);
    return fmaxf(left, fminf(most, (float)(CELL_W * painter->view->trace->n + LABELS_W)));
}

static void draw_probing(const Painter *painter, Box box)
{
    if (window_upright(painter->view)) { /* one below the other */
        draw_model(painter, (Box){box.x, box.y, box.w, MODEL_H});
        float y = box.y + MODEL_H + GAP / 2.0f;
        kit_line(painter, (Point){box.x, y}, (Point){box.x + box.w, y}, painter->theme->hairline, 1.5f);
        y += GAP / 2.0f;
        exhibit_answer(painter, draw_probes(painter, (Box){box.x, y, box.w, box.y + box.h - y}));
        return;
    }
    float left = left_width(painter, box.w), line = box.x + left + GAP;
    draw_model(painter, (Box){box.x, box.y, left, box.h});
    kit_line(painter, (Point){line, box.y}, (Point){line, box.y + box.h}, painter->theme->hairline, 1.5f);
    Box right = {line + GAP, box.y, box.x + box.w - line - GAP, box.h};
    exhibit_answer(painter, draw_probes(painter, right));
}

/* ---- the view ---- */

static float draw(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    (void)scope;
    Box box = box_inset(layout->stage, MARGIN, 16);
    bool solved = exhibit_is_solved(painter->view) && !painter->view->exhibit->again;
    if (painter->passive) { /* on paper nothing is probed: the symptom alone, and the answer */
        (solved ? exhibit_reveal : draw_model)(painter, box);
        return 0;
    }
    Pan pan = pan_begin(painter, box, (Point){0, window_upright(painter->view) ? UPRIGHT_H : 0}, (Point){0, 0});
    (solved ? exhibit_reveal : draw_probing)(painter, pan.whole);
    pan_end(painter, &pan);
    return 0;
}

/* The latest notes that there is room for, the last one at the foot. */
static void draw_notes(const Painter *painter, Box box)
{
    const Notes *notes = painter->view->exhibit->notes;
    const Theme *theme = painter->theme;
    kit_heading(painter, (Point){box.x, box.y + 10}, ROLE_MUTED, 1, kit_said(painter, W_YOUR_NOTES));
    int lines = (int)((box.h - 18) / NOTE_H), first = notes->count > lines ? notes->count - lines : 0;
    TextStyle style = style_plain(theme, TYPE_BODY, ROLE_INK);
    if (notes->count == 0)
        kit_text(painter, style_plain(theme, TYPE_SMALL, ROLE_MUTED), (Box){box.x, box.y + 18, box.w, NOTE_H},
                 ALIGN_LEFT, kit_said(painter, W_NO_NOTES));
    for (int i = first; i < notes->count; i++) {
        const char *text = finding_text(&notes->list[i], painter->view->language, &painter->list->arena);
        kit_text(painter, kit_shrunk(painter, style, box.w, text),
                 (Box){box.x, box.y + 18 + (float)(i - first) * NOTE_H, box.w, NOTE_H}, ALIGN_LEFT, text);
    }
}

static void foot(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    (void)scope;
    kit_panel(painter, layout->foot, EDGE_TOP);
    Box box = box_inset(layout->foot, MARGIN, 12);
    if (exhibit_is_solved(painter->view)) {
        Box button = {box.x + box.w - BUTTON_W, box.y, BUTTON_W, 36};
        kit_button(painter, button, kit_said(painter, W_NEXT_EXHIBIT), target_at(TARGET_CARD_NEXT, 0, 0, 0), true);
        bool low = layout->foot.h < WINDOW_FOOT_LOW; /* beside one another */
        button.x -= low ? BUTTON_W + 8 : 0;
        button.y += low ? 0 : 44;
        kit_button(painter, button, kit_said(painter, painter->view->exhibit->again ? W_WHAT_WAS_WRONG : W_PROBE_AGAIN),
                   target_at(TARGET_CONTROL, EXHIBIT_AGAIN, 0, 0), false);
        box.w = button.x - GAP - box.x;
    }
    draw_notes(painter, box);
    const Notes *notes = painter->view->exhibit->notes;
    if (layout->caption.h > 0)
        caption_draw(painter, layout->caption,
                     notes->count
                         ? finding_text(&notes->list[notes->count - 1], painter->view->language, &painter->list->arena)
                         : kit_said(painter, W_NO_NOTES));
}

/* Of the sound model's map, as if that one stood alone on the stage. */
static char *describe(const View *view, Target target, Arena *arena)
{
    if (target.kind > TARGET_LAST_VALUE)
        return NULL;
    View side = *view;
    int number = target.c == 1;
    side.trace = view->exhibit->pair.sides[number].trace;
    side.model = view->exhibit->pair.sides[number].model;
    side.own = number ? NULL : view->own;
    target.c = 0;
    return describe_value(&side, target, arena);
}

const Picture view_exhibit = {draw, foot, describe, NULL, .least = {735, 378}};
