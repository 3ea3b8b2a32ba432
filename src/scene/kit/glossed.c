#include "scene/kit/glossed.h"

#include "draw/ease.h"

#include <math.h>

#define GLOSS_SHARE 0.58f /* of the word's size */
#define CHIP_LEAST  33.0f /* px: so high is a chip with a gloss */

float kit_gloss_size(const Painter *painter, float size)
{
    return fmaxf(view_type_least(painter->view), size * GLOSS_SHARE);
}

float kit_gloss_below(const Painter *painter, float size)
{
    return kit_gloss_size(painter, size) * GLOSS_PITCH + GLOSS_UNDER;
}

static TextStyle style_of_gloss(const Painter *painter, float size, float alpha)
{
    return style_faded(style_plain(painter->theme, kit_gloss_size(painter, size), ROLE_MUTED), alpha);
}

float kit_gloss(const Painter *painter, float size, float alpha, Point at, Align align, const char *word)
{
    const char *gloss = view_gloss(painter->view, word);
    return gloss && alpha > 0 ? kit_text_at(painter, style_of_gloss(painter, size, alpha), at, align, gloss) : 0;
}

float kit_gloss_width(const Painter *painter, float size, const char *word)
{
    const char *gloss = view_gloss_room(painter->view, word);
    return gloss ? kit_width(painter, style_of_gloss(painter, size, 1), gloss) : 0;
}

static float chip_room(Box chip)
{
    return chip.h >= CHIP_LEAST;
}

/* In a `room` of 1 the gloss is under the word, in less it comes or goes. */
static bool draw_glossed(const Painter *painter, Box box, const char *word, TextStyle style, float lit, float alpha,
                         float ink, float room)
{
    float size = style.size, wide = kit_gloss_width(painter, size, word), below = kit_gloss_below(painter, size),
          up = room * below / 2;
    if (wide == 0 || wide > box.w || room <= 0)
        return false;
    kit_chip(painter, box, "", ROLE_OUTPUT, lit, alpha, 0, true);
    style = kit_shrunk(painter, style_faded(style, ink), box.w - 8, word);
    kit_text(painter, style, (Box){box.x + 3, box.y - up, box.w - 6, box.h}, ALIGN_CENTER, word);
    Point at = {box.x + box.w / 2, box.y + box.h / 2 + size * 0.36f - up + below};
    kit_gloss(painter, size, ink * room, at, ALIGN_CENTER, word);
    return true;
}

void kit_word_chip(const Painter *painter, Box box, const char *word, float lit, float alpha, float ink)
{
    TextStyle style = style_bold(painter->theme, kit_chip_size(box.h), ROLE_INK);
    if (!draw_glossed(painter, box, word, style, lit, alpha, ink, chip_room(box)))
        kit_chip(painter, box, word, ROLE_OUTPUT, lit, alpha, ink, true);
}

void kit_word_moves(const Painter *painter, Point at, Box from, Box to, const float sizes[2], float share,
                    const char *word)
{
    float w = lerp(from.w, to.w, share), h = lerp(from.h, to.h, share),
          room = lerp(chip_room(from), chip_room(to), share);
    Box box = {at.x - w / 2, at.y - h / 2, w, h};
    TextStyle style = style_bold(painter->theme, lerp(sizes[0], sizes[1], share), ROLE_INK);
    if (!draw_glossed(painter, box, word, style, 1, 1, 1, room))
        kit_chip_styled(painter, box, word, ROLE_OUTPUT, 1, 1, kit_shrunk(painter, style, w - 8, word));
}

const char *kit_word_name(const Painter *painter, const char *words)
{
    return view_gloss_name(painter->view, words, &painter->list->arena);
}

const char *kit_words_room(const Painter *painter, const char *words)
{
    const char *gloss = view_gloss_text_room(painter->view, words, &painter->list->arena);
    return gloss ? arena_printf(&painter->list->arena, "%s  %s", words, gloss) : words;
}
