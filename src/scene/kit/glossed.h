/* A written word with what it means under it, in small muted letters: no part of what can be pressed.
 *
 *   Box box = {20, 20, 90, 56};
 *   Target target = target_at(TARGET_WORD, 2, 0, 0);
 *   kit_word_chip(painter, box, "老鼠", 1, 1, 1);
 *   kit_press(painter, box, 8, target, kit_word_name(painter, "老鼠"));   // "老鼠, meaning mouse"
 *
 * Where the lesson has a gloss, its room is there whether it is shown or not: turning it over moves nothing. */
#ifndef SCENE_GLOSSED_H
#define SCENE_GLOSSED_H

#include "scene/kit/strokes.h"

#define GLOSS_PITCH 1.05f /* of its type: from the baseline of a word to that of its gloss, beside GLOSS_UNDER px */
#define GLOSS_UNDER 3.0f

float kit_gloss_size(const Painter *painter, float size); /* px of its type, under a word of that size */
/* With the baseline `at`. Returns the width; 0: the word has none, or it is off. */
float kit_gloss(const Painter *painter, float size, float alpha, Point at, Align align, const char *word);
/* px that the gloss of the word needs, on or off; 0: it has none. */
float kit_gloss_width(const Painter *painter, float size, const char *word);
float kit_gloss_below(const Painter *painter, float size); /* px from the word's baseline to the gloss's */

/* The word in bold on a chip of the output; where that is high enough its gloss is under it. */
void kit_word_chip(const Painter *painter, Box box, const char *word, float lit, float alpha, float ink);
/* On its way from chip to chip, around `at`: their size, the type, in px, and the gloss go over with it. */
void kit_word_moves(const Painter *painter, Point at, Box from, Box to, const float sizes[2], float share,
                    const char *word);

const char *kit_word_name(const Painter *painter, const char *words); /* view_gloss_name */
/* The words and what they mean, shown or not, as one text: for the room that they take. */
const char *kit_words_room(const Painter *painter, const char *words);

#endif
