/* What a compared model is called, in one line what it is, and how well it did on this sentence. */
#include "scene/views/compare/view_compare.h"

#include "scene/views/compare/compare_words.h"
#include "words/common_words.h"

#define NARROW 240.0f /* px of a side that has no room for a name and a verdict beside one another */

static const Word TITLES[ATTENTION_KINDS] = {
    [ATTENTION_NONE] = W_NO_CONTEXT,         [ATTENTION_FIXED] = W_FIXED_CONTEXT, [ATTENTION_UNIFORM] = W_EQUAL_WEIGHTS,
    [ATTENTION_BAHDANAU] = W_BAHDANAU_STYLE, [ATTENTION_LUONG] = W_LUONG_STYLE,
};

/* Of the kinds that score, with the score's name. */
static const Word LINES[ATTENTION_KINDS] = {
    [ATTENTION_NONE] = W_THE_LAST_STATE_ONLY_STARTS,        [ATTENTION_FIXED] = W_DECODER_SEES_C_AT_EVERY_STEP,
    [ATTENTION_UNIFORM] = W_EVERY_STATE_HAS_THE_WEIGHT_1_N, [ATTENTION_BAHDANAU] = W_THE_PREVIOUS_STATE_ASKS_ALL,
    [ATTENTION_LUONG] = W_THE_NEW_STATE_ASKS_ALL_STATES,
};

Color compare_wrong(const Theme *theme)
{
    return color_hex(theme->kind == THEME_DARK ? 0xff9a90 : theme->strong ? 0x8f1410 : 0xb3201a);
}

Color compare_curve(const Theme *theme, int side)
{
    return side == 0 ? theme->text[ROLE_MUTED] : theme->fill[ROLE_CONTEXT];
}

/* The first thing by which two models of one kind differ. */
static const char *difference(Language language, const CompareSide *own, const CompareSide *other, Arena *arena)
{
    const Config *a = &own->model->config, *b = &other->model->config;
    if (own->model == other->model)
        return NULL;
    if (config_scores(a) && a->score != b->score)
        return score_title(language, a->score);
    if (a->local != b->local)
        return a->local == LOCAL_NONE ? said(language, W_GLOBAL) : LOCAL_NAMES[a->local];
    if (a->cell != b->cell || a->bidirectional != b->bidirectional)
        return arena_printf(arena, "%s%s", a->bidirectional ? "Bi" : "", cell_title(language, a->cell));
    if (a->hidden != b->hidden)
        return arena_printf(arena, "H %d", a->hidden);
    return own->name;
}

static Word title_of(const Config *config)
{
    return config_is_transformer(config) ? W_TRANSFORMER : TITLES[config->attention];
}

const char *compare_title(const View *view, int side, Arena *arena)
{
    const CompareSide *own = &view->compare->sides[side], *other = &view->compare->sides[1 - side];
    Word kind = title_of(&own->trace->config);
    bool in_step = config_in_step(&own->trace->config);
    const char *title = said(view->language, in_step ? W_WORD_BY_WORD_STYLE : kind);
    const char *more = kind == title_of(&other->trace->config) ? difference(view->language, own, other, arena) : NULL;
    if (!view_decodes(view))
        more = own->name;
    else if (own->forced)
        more = said(view->language, W_TEACHER_FORCING);
    else if (own->model == other->model)
        more = said(view->language, W_ITS_OWN_WORDS);
    return more ? arena_printf(arena, "%s · %s", title, more) : title;
}

static const char *line_of(const View *view, int side, Arena *arena)
{
    const CompareSide *own = &view->compare->sides[side];
    if (own->forced && view->compare->reference)
        return said(view->language, W_EACH_STEP_IS_FED_THE_REFERENCE);
    if (own->forced)
        return said(view->language, W_NO_REFERENCE_FOR_THIS_SENTENCE);
    if (own->model == view->compare->sides[1 - side].model)
        return said(view->language, W_EACH_STEP_IS_FED_THE_WORD_THAT);
    const Config *config = &own->trace->config;
    Word asks = config_is_transformer(config) ? W_THE_NEWEST_WORD_ASKS_ALL : LINES[config->attention];
    const char *line = said(view->language, asks);
    if (config_in_step(config))
        return said(view->language, W_EACH_STEP_SEES_ITS_WORD);
    if (config->local != LOCAL_NONE)
        line = said(view->language, W_THE_NEW_STATE_ASKS_A_WINDOW);
    return config_scores(config) ? arena_printf(arena, line, score_title(view->language, config->score)) : line;
}

static const char *count_words(Arena *arena, const View *view, int count, Word format)
{
    return arena_printf(arena, said(view->language, format), count);
}

static const char *verdict(const View *view, int side, Arena *arena)
{
    const CompareSide *own = &view->compare->sides[side];
    const Comparison *compare = view->compare;
    if (!compare->reference) {
        if (own->wrong == 0 && own->missing == 0)
            return said(view->language, W_SAME_WORDS);
        return count_words(arena, view, own->wrong, W_WORDS_DIFFER);
    }
    if (own->wrong == 0 && own->missing == 0)
        return said(view->language, W_AS_THE_REFERENCE);
    const char *wrong = own->wrong ? count_words(arena, view, own->wrong, W_WRONG_COUNT) : NULL;
    const char *missing = own->missing ? count_words(arena, view, own->missing, W_MISSING_COUNT) : NULL;
    return wrong && missing ? arena_printf(arena, "%s · %s", wrong, missing) : wrong ? wrong : missing;
}

/* Up and down: more to choose from. Returns its width. */
static float draw_chevrons(const Painter *painter, Point at, Color color)
{
    for (int way = -1; way <= 1; way += 2) {
        drawlist_move(painter->list, at.x, at.y + 3 * (float)way);
        drawlist_line(painter->list, at.x + 4, at.y + 7 * (float)way);
        drawlist_line(painter->list, at.x + 8, at.y + 3 * (float)way);
        drawlist_path_end(painter->list, paint_stroke(color, 1.6f));
    }
    return 8;
}

/* A tick or a cross, drawn: not by colour alone. */
static void draw_sign(const Painter *painter, Point at, bool right, Color color)
{
    if (right) {
        drawlist_move(painter->list, at.x, at.y);
        drawlist_line(painter->list, at.x + 3.5f, at.y + 4);
        drawlist_line(painter->list, at.x + 10, at.y - 4.5f);
    } else {
        drawlist_move(painter->list, at.x + 1, at.y - 4);
        drawlist_line(painter->list, at.x + 9, at.y + 4);
        drawlist_move(painter->list, at.x + 9, at.y - 4);
        drawlist_line(painter->list, at.x + 1, at.y + 4);
    }
    drawlist_path_end(painter->list, paint_stroke(color, 1.8f));
}

/* At the right end of a line that is `box.w` wide, 17 px above its baseline; `left`: at the left one. Returns
 * where it begins. */
static float draw_verdict(const Painter *painter, int side, Box box, bool left)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    const CompareSide *own = &view->compare->sides[side];
    bool right = own->wrong == 0 && own->missing == 0;
    const char *text = verdict(view, side, &painter->list->arena);
    Color color = right                      ? theme->text[ROLE_ENCODER]
                  : view->compare->reference ? compare_wrong(theme)
                                             : theme->text[ROLE_QUERY];
    TextStyle style = {FACE_SANS_BOLD, TYPE_SMALL, color, 0};
    float width = fminf(kit_width(painter, style, text), box.w - 16), x = left ? box.x : box.x + box.w - width - 16;
    if (left)
        kit_text(painter, kit_shrunk(painter, style, width, text), (Box){x + 16, box.y + 3, width, 19}, ALIGN_LEFT,
                 text);
    else
        kit_text_at(painter, style, (Point){box.x + box.w, box.y + 17}, ALIGN_RIGHT, text);
    if (right || view->compare->reference)
        draw_sign(painter, (Point){x, box.y + 12.5f}, right, color);
    return x;
}

void compare_head_draw(const Painter *painter, int side, Box box)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    DrawList *list = painter->list;
    const CompareSide *own = &view->compare->sides[side];
    Target target = target_at(TARGET_CONTROL, COMPARE_NAME, side, 0);
    bool narrow = box.w < NARROW; /* the verdict stands below, in place of what the model is in one line */
    Box below = {box.x, box.y + 23, box.w, 20};
    float right = narrow ? box.x + box.w : draw_verdict(painter, side, box, false), x = box.x;
    bool pointed = own->more && kit_pointed(painter, target);
    drawlist_box(list, (Box){x, box.y + 7, 10, 10}, side == 0 ? 5 : 2, paint_fill(compare_curve(theme, side)));
    x += 17;
    const char *title = compare_title(view, side, &list->arena);
    TextStyle style = style_bold(theme, TYPE_LARGE, pointed ? ROLE_QUERY : ROLE_INK);
    float room = right - x - 26;
    while (style.size > TYPE_SMALL && kit_width(painter, style, title) > room)
        style.size -= 0.5f;
    x += kit_text(painter, style, (Box){x, box.y, room, 25}, ALIGN_LEFT, title);
    if (own->more && !painter->passive) {
        x += 8 + draw_chevrons(painter, (Point){x + 8, box.y + 12.5f}, theme->text[pointed ? ROLE_QUERY : ROLE_MUTED]);
        Box mark = {box.x - 6, box.y - 2, x - box.x + 12, 29};
        kit_press_ring(painter, mark, box_inset(mark, 2, 2), 6, target, true, title);
    }
    if (narrow)
        draw_verdict(painter, side, below, true);
    else
        kit_text(painter, style_plain(theme, TYPE_SMALL, ROLE_MUTED), (Box){box.x, box.y + 25, box.w, 20}, ALIGN_LEFT,
                 line_of(view, side, &list->arena));
}
