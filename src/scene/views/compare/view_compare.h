/* The parts of the compare view. view_compare.c lays them out. */
#ifndef SCENE_VIEW_COMPARE_H
#define SCENE_VIEW_COMPARE_H

#include "scene/views/picture.h"

#define COMPARE_HEAD 46.0f /* px of a model's name and line */

/* One model on the sentence: heights come from view_compare.c, so that both sides stand level. */
typedef struct SideLayout {
    Box area;
    float head_y, chips_y, chips_h;
    float label_y; /* baseline over the boxes */
    float box_y, box_h;
    float ask_y;
    float state_y, state_h;
    float word_y; /* where the words begin */
    float note_y; /* baseline of what the underlining of unknown words says, under them */
    bool turned;  /* words, for want of width */
    bool low;     /* the words written stand in one line */
} SideLayout;

void compare_head_draw(const Painter *painter, int side, Box box);
void compare_side_draw(const Painter *painter, int number, const SideLayout *layout);
void compare_chips_draw(const Painter *painter, const Scope *scope, int side, const SideLayout *layout);
float compare_chips_height(const Painter *painter, int side, float width, bool low);
bool compare_words_turned(const Painter *painter, int side, float width);
int compare_unknown_lines(const Painter *painter, int side, float width); /* which say of unknown words what they are */
/* All is measured, and at no length the two are 2 points apart, or there is one curve, as the right model is a guest:
 * there is little to see in the chart. Lengths with few sentences do not count. */
bool compare_is_level(const Comparison *compare);
void compare_chart_draw(const Painter *painter, Box box);

/* What tells a model from the other one in a picture: "Fixed context", "Attention · dot". The arena's. */
const char *compare_title(const View *view, int side, Arena *arena);

Color compare_wrong(const Theme *theme); /* of wrong words: strokes and words, 4.5:1 on panel and tints */
Color compare_curve(const Theme *theme, int side);

#endif
