/* The word that is chosen in the window of weights: its row in words and numbers, and the band with which one goes from
 * word to word.
 *
 *   char *text = weights_row_text(&window, 7, STACK_LARGEST, &arena);
 *   weights_row_band(&window, &list, (Box){0, 780, 1440, weights_row_height(&window)});
 */
#ifndef SCENE_WEIGHTS_ROW_H
#define SCENE_WEIGHTS_ROW_H

#include "scene/figures/weights_window.h"

int weights_row(const WeightsWindow *view); /* view->row; 0 where the stack has no such row */

/* "Word 3 of 7, “gejagt”: “chase” 0.81, “cat” 0.12, 5 others 0.07; sum 1.00, entropy 0.62 bits", of one matrix, with so
 * many of its largest numbers, from 1 to STACK_LARGEST. A row is chosen. The arena's. */
char *weights_row_text(const WeightsWindow *view, int matrix, int terms, Arena *arena);

/* What the band says of the row, as long as it gets; of no row what could be done. */
const char *weights_row_told(const WeightsWindow *view, Arena *arena);

float weights_row_height(const WeightsWindow *view); /* px of the band, the same for every row */
/* Returns where there is room for another line. Marks: TARGET_CONTROL (a: WEIGHTS_WORD_BACK, _PLAY, _WORD_ON,
 * _ALL_ROWS). */
Box weights_row_band(const WeightsWindow *view, DrawList *list, Box band);

#endif
