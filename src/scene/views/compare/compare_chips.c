/* The words that one of two compared models writes, as chips; wrong ones are marked. */
#include "scene/views/compare/view_compare.h"

#include "draw/ease.h"
#include "scene/kit/glossed.h"
#include "words/common_words.h"

#include <math.h>

typedef struct Chips {
    Box *boxes; /* [count + 1], the last one where a word is missing at the end */
    int count;
    const int *gaps; /* words that are missing before each chip, a slot each */
    float height;    /* of a line */
    int lines;
} Chips;

#define CHIP_GAP   5.0f
#define CHIP_SMALL 25.0f
#define CHIP_H     34.0f
#define GLOSSED_H  46.0f /* of a chip with room for what its word means */
#define SLOT_W     14.0f
#define LINES_MOST 2

static float slots_width(const Chips *chips, int t)
{
    return (SLOT_W + CHIP_GAP) * (float)chips->gaps[t];
}

/* In a low window they stand in one line, however long: it follows the word that is written. Paper shows all lines. */
static bool in_one_line(const Painter *painter, bool low)
{
    return low && !painter->passive;
}

static int lines_in_sight(const Painter *painter, const Chips *chips)
{
    return chips->lines > LINES_MOST && !painter->passive ? LINES_MOST : chips->lines;
}

/* Both sides have chips of one size. */
static Chips lay_chips(const Painter *painter, const CompareSide *compared, float width, bool low)
{
    const Trace *trace = compared->trace;
    const CompareSide *sides = painter->view->compare->sides;
    bool small = low || sides[0].trace->word_count > 9 || sides[1].trace->word_count > 9;
    float height = small ? CHIP_SMALL : view_glosses(painter->view) == GLOSSES_MISSING ? CHIP_H : GLOSSED_H;
    Chips chips = {.count = trace->word_count, .height = height, .lines = 1, .gaps = compared->gaps};
    chips.boxes = ARENA_ARRAY(&painter->list->arena, Box, (size_t)trace->word_count + 1);
    TextStyle style = style_bold(painter->theme, small ? TYPE_BODY : TYPE_LARGE, ROLE_INK);
    float x = 0, pitch = chips.height + CHIP_GAP;
    for (int t = 0; t <= trace->word_count; t++) {
        bool end = t == trace->word_count;
        float gloss = end || small ? 0 : kit_gloss_width(painter, style.size, compared->words[t]);
        float word = end ? 0 : fmaxf(kit_width(painter, style, compared->words[t]), gloss) + (small ? 15 : 22);
        float lead = slots_width(&chips, t);
        word = fminf(word, width - lead);
        if (x > 0 && x + lead + word > width && !in_one_line(painter, low) && (!end || lead > 0)) {
            x = 0;
            chips.lines++;
        }
        chips.boxes[t] = (Box){x + lead, pitch * (float)(chips.lines - 1), word, chips.height};
        x += lead + word + CHIP_GAP;
    }
    return chips;
}

float compare_chips_height(const Painter *painter, int side, float width, bool low)
{
    Chips chips = lay_chips(painter, &painter->view->compare->sides[side], width, low);
    return (float)lines_in_sight(painter, &chips) * (chips.height + CHIP_GAP) - CHIP_GAP;
}

/* Underlined, and in the corner a cross, or where nobody knows which one is wrong the sign for "unequal": not
 * only a colour. */
static void mark_wrong(const Painter *painter, Box box, float text_w, Color color)
{
    DrawList *list = painter->list;
    bool wrong = painter->view->compare->reference != NULL;
    float x = box.x + box.w / 2, y = box.y + box.h - (box.h > 30 ? 7 : 4), half = text_w / 2;
    kit_line(painter, (Point){x - half, y}, (Point){x + half, y}, color, 1.8f);
    Point c = {box.x + box.w - 2, box.y + 2};
    drawlist_box(list, (Box){c.x - 6, c.y - 6, 12, 12}, 6, paint_fill(color));
    Paint sign = paint_stroke(painter->theme->panel, wrong ? 1.5f : 1.2f);
    drawlist_segment(list, (Point){c.x + 2.3f, c.y - 2.3f}, (Point){c.x - 2.3f, c.y + 2.3f}, sign);
    if (wrong)
        drawlist_segment(list, (Point){c.x - 2.3f, c.y - 2.3f}, (Point){c.x + 2.3f, c.y + 2.3f}, sign);
    for (int way = -1; way <= 1 && !wrong; way += 2)
        drawlist_segment(list, (Point){c.x - 3, c.y + 1.3f * (float)way}, (Point){c.x + 3, c.y + 1.3f * (float)way},
                         sign);
}

static void draw_chip(const Painter *painter, const Scope *scope, int side, int t, Box box)
{
    const Comparison *compare = painter->view->compare;
    const CompareSide *compared = &compare->sides[side];
    const Theme *theme = painter->theme;
    float written = scope->step < 0 ? 0 : (float)scope->step + scope->shown[MOMENT_WORD];
    float there = fminf(fmaxf(written - (float)t, 0), 1), alpha = lerp(0.42f, 1, there);
    bool current = t == scope->step, marked = compared->marked[t];
    Target target = target_at(TARGET_WORD, t, 0, side);
    bool pointed = painter->brush.at.c == side && kit_brushed(painter, t, -1);
    Color edge = !marked              ? theme->fill[ROLE_OUTPUT]
                 : compare->reference ? compare_wrong(theme)
                                      : theme->text[ROLE_QUERY];
    Paint paint = paint_fill_stroke(color_mix(theme->panel, theme->tint[ROLE_OUTPUT], lerp(0.5f, 1, there)), edge,
                                    current || pointed ? 2.4f : 1.5f);
    drawlist_box(painter->list, box, 8, paint_faded(paint, alpha));
    TextStyle style = style_bold(theme, box.h > 30 ? TYPE_LARGE : TYPE_BODY, ROLE_INK);
    if (marked)
        style.color = edge;
    Slice text = slice_of(compared->words[t]);
    while (style.size > TYPE_TINY && text_width(painter->list->type, style, text) > box.w - 8)
        style.size -= 0.5f;
    Box line = box_inset(box, 3, 0);
    if (box.h >= GLOSSED_H) {
        line.h -= 16;
        kit_gloss(painter, style.size, fmaxf(alpha, 0.55f), (Point){box.x + box.w / 2, box.y + box.h - 9}, ALIGN_CENTER,
                  compared->words[t]);
    }
    float width = drawlist_text(painter->list, style_faded(style, fmaxf(alpha, marked ? 0.62f : 0.55f)), line,
                                ALIGN_CENTER, text);
    if (marked)
        mark_wrong(painter, (Box){box.x, box.y, box.w, line.h}, width, color_fade(edge, fmaxf(alpha, 0.6f)));
    kit_press(painter, box, 8, target, kit_word_name(painter, compared->words[t]));
}

/* Before a chip, or behind the last one, where a word of the reference is missing: nothing, between dashes, with the
 * sign of one who corrects a text. */
static void draw_slots(const Painter *painter, const Scope *scope, const Chips *chips, int t, Box before)
{
    float written = scope->step < 0 ? 0 : (float)scope->step + scope->shown[MOMENT_WORD];
    float there = fminf(fmaxf(written - (float)t + 1, 0), 1);
    Color color = color_fade(compare_wrong(painter->theme), lerp(0.42f, 1, there));
    Box slot = {before.x - slots_width(chips, t), before.y, SLOT_W, before.h};
    for (int i = 0; i < chips->gaps[t]; i++, slot.x += SLOT_W + CHIP_GAP) {
        Point tip = {slot.x + SLOT_W / 2, slot.y + slot.h / 2 - 3};
        drawlist_box(painter->list, slot, 5, paint_dashed(color, 1.5f, 3, 3));
        kit_line(painter, (Point){tip.x - 3.5f, tip.y + 6}, tip, color, 1.6f);
        kit_line(painter, tip, (Point){tip.x + 3.5f, tip.y + 6}, color, 1.6f);
    }
}

void compare_chips_draw(const Painter *painter, const Scope *scope, int side, const SideLayout *layout)
{
    const CompareSide *compared = &painter->view->compare->sides[side];
    if (compared->trace->word_count == 0) {
        kit_text(painter, style_plain(painter->theme, TYPE_BODY, ROLE_MUTED),
                 (Box){layout->area.x, layout->chips_y, layout->area.w, 25}, ALIGN_LEFT, kit_said(painter, W_EMPTY));
        return;
    }
    bool line = in_one_line(painter, layout->low);
    Chips chips = lay_chips(painter, compared, layout->area.w, layout->low);
    int current = scope->step < 0 ? 0 : scope->step < chips.count ? scope->step : chips.count - 1;
    Box word = chips.boxes[current], before = chips.boxes[current > 0 ? current - 1 : 0];
    Box last = chips.boxes[chips.gaps[chips.count] ? chips.count : chips.count - 1];
    float pitch = chips.height + CHIP_GAP; /* the word being written is in sight */
    float up = fmaxf(0, word.y - pitch * (float)(lines_in_sight(painter, &chips) - 1));
    float over = fmaxf(0, last.x + last.w - layout->area.w);
    float middle =
        lerp(before.x + before.w / 2, word.x + word.w / 2, current == scope->step ? scope->shown[MOMENT_WORD] : 1);
    float along = line ? fminf(fmaxf(middle - layout->area.w / 2, 0), over) : 0;
    Box clip = {layout->area.x - (along > 0 ? 2 : 8), layout->chips_y - 5, 0, layout->chips_h + 8};
    clip.w = layout->area.x + layout->area.w + (along < over && line ? 2 : 8) - clip.x;
    drawlist_clip(painter->list, clip);
    for (int t = 0; t <= chips.count; t++) {
        Box box = chips.boxes[t];
        box.x += layout->area.x - along;
        box.y += layout->chips_y - up;
        bool seen = box.y > layout->chips_y - 1 && box.y < layout->chips_y + layout->chips_h - 1;
        if (seen && t < chips.count && box.x < clip.x + clip.w && box.x + box.w > clip.x)
            draw_chip(painter, scope, side, t, box);
        if (seen)
            draw_slots(painter, scope, &chips, t, box);
    }
    drawlist_unclip(painter->list);
}
