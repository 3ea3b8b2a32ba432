/* The words of view->words that are found, as far as they are in sight: in the list of all that the model knows, and on
 * the floor of the source, where each has what the model writes with it in the place of a source word. */
#include "lesson/terms.h"
#include "scene/kit/glossed.h"
#include "scene/kit/widget.h"
#include "scene/stage/stage.h"
#include "words/common_words.h"
#include "words/stage_words.h"

#include <math.h>

enum { OFFER_H = 44, OFFER_W = 250, OFFER_WORD = 92, TOKEN_GAP = 10, SEARCH_W = 148 };

/* ---- rows ---- */

static float token_width(const Painter *painter, const OfferedLine *line, int t)
{
    TextStyle style = style_bold(painter->theme, TYPE_BODY + 1, ROLE_INK);
    return fmaxf(kit_width(painter, style, line->words[t]), kit_gloss_width(painter, style.size, line->words[t]));
}

/* From the first word that is another one on, where not all of them have room. */
static void draw_line(const Painter *painter, Box box, const OfferedLine *line)
{
    const Theme *theme = painter->theme;
    TextStyle muted = style_plain(theme, TYPE_BODY + 1, ROLE_MUTED);
    float whole = 0, x = box.x, below = kit_gloss_below(painter, muted.size);
    int t = 0;
    for (int k = 0; k < line->count; k++)
        whole += token_width(painter, line, k) + TOKEN_GAP;
    while (whole > box.w && t + 1 < line->count && !line->other[t])
        t++;
    bool glossed = line->count > 0 && view_gloss_room(painter->view, line->words[t]);
    float y = box.y + box.h / 2 + (glossed ? -1 : 5);
    if (!line->sentence || t > 0)
        x += kit_text_at(painter, muted, (Point){x, y}, ALIGN_LEFT, "…") + 6;
    for (; t < line->count; t++) {
        float width = token_width(painter, line, t);
        if (x + width > box.x + box.w - (t + 1 < line->count ? 14 : 0)) {
            kit_text_at(painter, muted, (Point){x, y}, ALIGN_LEFT, "…");
            break;
        }
        TextStyle style = line->other[t] ? style_bold(theme, muted.size, ROLE_OUTPUT) : muted;
        kit_text_at(painter, style, (Point){x, y}, ALIGN_LEFT, line->words[t]);
        kit_gloss(painter, style.size, 1, (Point){x, y + below}, ALIGN_LEFT, line->words[t]);
        x += width + TOKEN_GAP;
    }
}

static void draw_word(const Painter *painter, Box box, int index)
{
    const WordList *words = &painter->view->words;
    const OfferedLine *line = words->place ? &words->lines[words->found[index]] : NULL;
    const Theme *theme = painter->theme;
    Target target = word_target(index);
    const char *word = vocab_word(words->vocab, words->found[index]), *name = word;
    bool at = index == words->at;
    if (line)
        drawlist_box(painter->list, box, 6, paint_fill(theme->faint));
    if (at || kit_pointed(painter, target))
        drawlist_box(painter->list, box, 6,
                     at ? paint_fill_stroke(theme->tint[ROLE_QUERY], theme->fill[ROLE_QUERY], 1.5f)
                        : paint_fill(theme->faint));
    TextStyle style = style_of(theme, at || line, TYPE_BODY, ROLE_INK);
    Box left = {box.x + 10, box.y, box.w - 20, box.h};
    if (line) {
        left.w = OFFER_WORD;
        draw_line(painter, (Box){left.x + left.w + 8, box.y, box.w - left.w - 28, box.h}, line);
        const char *written =
            text_join(&painter->list->arena, line->words, line->count, painter->view->trace->config.target_tokens);
        name = arena_printf(&painter->list->arena, "%s: %s", word, kit_word_name(painter, written));
    }
    kit_text(painter, line ? kit_shrunk(painter, style, left.w, word) : style, left, ALIGN_LEFT, word);
    kit_press(painter, box, 6, target, name);
}

/* What it is called, what else, and what it is; at the right the card that shows it. */
static void draw_term(const Painter *painter, Box box, int index)
{
    const WordList *words = &painter->view->words;
    const FieldTerm *term = &words->terms[words->found[index]];
    const Theme *theme = painter->theme;
    Arena *arena = &painter->list->arena;
    Language language = painter->view->language,
             other = language == LANGUAGE_ENGLISH ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
    Target target = word_target(index);
    bool at = index == words->at;
    if (at || kit_pointed(painter, target))
        drawlist_box(painter->list, box, 6,
                     at ? paint_fill_stroke(theme->tint[ROLE_QUERY], theme->fill[ROLE_QUERY], 1.5f)
                        : paint_fill(theme->faint));
    TextStyle bold = style_bold(theme, TYPE_BODY, ROLE_INK), muted = style_plain(theme, TYPE_SMALL, ROLE_MUTED);
    Point line = {box.x + 10, box.y + 20};
    const char *card = arena_printf(arena, "%d.%d", term->lesson, term->card);
    float right = box.x + box.w - 10;
    right -= kit_text_at(painter, style_plain(theme, TYPE_BODY, ROLE_QUERY), (Point){right, line.y}, ALIGN_RIGHT, card);
    const char *also = term->name[other];
    for (int i = 0; i < 2; i++) {
        const char *more = term->also[i ? other : language];
        also = *more ? arena_printf(arena, "%s  ·  %s", also, more) : also;
    }
    float x = line.x + kit_text_at(painter, bold, line, ALIGN_LEFT, term->name[language]) + 12;
    drawlist_text_at(painter->list, muted, (Point){x, line.y}, ALIGN_LEFT,
                     drawlist_shorten(painter->list, muted, slice_of(also), right - 12 - x));
    TextStyle told = style_plain(theme, TYPE_BODY, ROLE_INK);
    kit_paragraph(painter, &(Paragraph){told, {line.x, line.y + 20}, box.w - 20, 17, (int)((box.h - 24) / 17), true},
                  term->told[language]);
    kit_press(painter, box, 6, target, arena_printf(arena, "%s: %s", term->name[language], term->told[language]));
}

/* Where one is in a list that does not fit. */
static void draw_thumb(const Painter *painter, Box track, int rows, int shown, int first)
{
    float height = fmaxf(24, track.h * (float)shown / (float)rows);
    float y = track.y + (track.h - height) * (float)first / (float)(rows - shown);
    drawlist_box(painter->list, track, 2, paint_fill(painter->theme->faint));
    drawlist_box(painter->list, (Box){track.x, y, track.w, height}, 2, paint_fill(painter->theme->text[ROLE_MUTED]));
}

void word_rows_draw(const Painter *painter, Box in, float row_h, float column_w)
{
    const WordList *words = &painter->view->words;
    int columns = (int)fmaxf(1, (in.w - 12) / column_w), shown = (int)fmaxf(1, in.h / row_h);
    int rows = (words->count + columns - 1) / columns, first = words->first;
    float gap = words->place ? 6 : 4, under = words->place ? 5 : 2;
    first = first > rows - shown ? rows - shown : first;
    first = first < 0 ? 0 : first;
    if (painter->layout) {
        painter->layout->columns = columns;
        painter->layout->rows = rows;
        painter->layout->rows_shown = shown;
    }
    float width = (in.w - 12) / (float)columns;
    for (int row = first; row < rows && row < first + shown; row++)
        for (int column = 0; column < columns && row * columns + column < words->count; column++)
            (words->terms ? draw_term : draw_word)(
                painter,
                (Box){in.x + width * (float)column, in.y + row_h * (float)(row - first), width - gap, row_h - under},
                row * columns + column);
    if (rows > shown)
        draw_thumb(painter, (Box){in.x + in.w - 5, in.y, 5, row_h * (float)shown}, rows, shown, first);
    if (words->count == 0)
        kit_text(painter, style_plain(painter->theme, TYPE_BODY, ROLE_MUTED), (Box){in.x, in.y, in.w, 28}, ALIGN_LEFT,
                 kit_said(painter, words->terms ? W_NO_SUCH_TERM : W_NO_SUCH_WORD));
}

/* ---- on the floor of the source ---- */

void stage_draw_offers(const Painter *painter, const StageLayout *layout)
{
    if (layout->offers.h <= 0 || stage_is_hero(layout, FLOOR_SOURCE) < 1)
        return;
    const Trace *trace = painter->view->trace;
    float line = OFFER_W * fmaxf(1, (float)trace->word_count / 4);
    word_rows_draw(painter, layout->offers, OFFER_H, fminf(line, layout->offers.w - 12));
}

void stage_tell_offers(const Painter *painter, Point at, float room)
{
    const Offered *offered = painter->view->words.offered;
    const char *text = kit_said(painter, W_OFFERED_BEFORE + (Word)offered->by);
    if (offered->beside)
        text = arena_printf(&painter->list->arena, text, offered->beside);
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    if ((offered->beside || offered->by == OFFERED_ANY) && kit_width(painter, style, text) <= room)
        kit_text_at(painter, style, at, ALIGN_LEFT, text);
}

float stage_draw_search(const Painter *painter, Point right, float room)
{
    const Theme *theme = painter->theme;
    const char *name = kit_said(painter, W_SEARCH_WORDS);
    float width = fminf(SEARCH_W, room);
    FieldLook look = {name, name, TYPE_SMALL, 2, 10, 10, 7, theme->panel, theme->fill[ROLE_QUERY], {0}, NULL};
    Field search = painter->view->words.search;
    search.caret_on = painter->view->field.caret_on;
    kit_field(painter, (Box){right.x - width, right.y - 13, width, 26}, &look, &search,
              (Target){TARGET_SEARCH, 0, 0, 0});
    return width;
}
