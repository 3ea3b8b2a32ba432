/* Stops of a decode side by side, each with its name over it: for a page, a poster, a worksheet.
 *
 *   DrawList panel = {0}, list = {0};
 *   const double stops[] = {12, 13, 14};
 *   moments_sheet(&view, stops, 3, 1.45f, type, &panel, &list); // moments 12 to 14, on an upright page
 */
#ifndef SCENE_MOMENTS_SHEET_H
#define SCENE_MOMENTS_SHEET_H

#include "scene/scene.h"

/* Panels of view->width x view->height at these cursors; count >= 1. `tall`: how many times its width the sheet may be
 * high, 0: rows near to a square. `panel` is a list that keeps its memory: images of the sheet are in it. */
void moments_sheet(const View *view, const double *stops, int count, float tall, const Type *type, DrawList *panel,
                   DrawList *list);

#endif
