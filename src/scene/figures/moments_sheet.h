/* Moments of a decode side by side, each with its name over it: for a page, a poster, a worksheet.
 *
 *   DrawList panel = {0}, list = {0};
 *   moments_sheet(&view, 12, 19, type, &panel, &list); // from moment 12 to moment 19
 */
#ifndef SCENE_MOMENTS_SHEET_H
#define SCENE_MOMENTS_SHEET_H

#include "scene/scene.h"

/* Panels of view->width x view->height, in rows near to a square; 0 <= first <= last < moment_count. `panel` is a list that keeps
 * its memory: images of the sheet are in it. */
void moments_sheet(const View *view, int first, int last, const Type *type, DrawList *panel, DrawList *list);

#endif
