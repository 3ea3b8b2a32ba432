/* Nothing lies over a text, no text lies over another, no number runs into the next, and every text lies inside the
 * picture and inside its box.
 *
 *   ink_findings = 0;
 *   ink_check(&moving, &view);              // prints what it finds, once for every kind of window
 *   assert_int_equal(ink_findings, 0);
 */
#ifndef TESTS_SCENE_INK_H
#define TESTS_SCENE_INK_H

#include "moving.h"

extern int ink_findings;
void ink_check_list(const View *view, const DrawList *list); /* drawn already; `view` says how big and what of */
/* No line or arrow goes through a text: of pictures in which no panel lies over another, and no chart has a legend. */
void ink_check_lines(const View *view, const DrawList *list);
/* No text or box is cut at an edge inside of the picture, and no words are left out: of what cannot be scrolled. */
void ink_check_whole(const View *view, const DrawList *list);
void ink_check(Moving *moving, const View *view);
DrawList ink_above_veil(const DrawList *list); /* what an overlay draws: what it covers may be covered */

#endif
