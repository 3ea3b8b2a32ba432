/* Text: runs of one face, whose coverage a TextSource gives and which is kept here by face, size and text.
 *
 * A source renders level runs from a whole pixel. To show them where they belong:
 * - Level runs are rendered with four samples to the right a pixel. A painted pixel is the mean of the four that lie in
 *   it: a run moves by quarters of a pixel and stays as sharp as one rendered at its place. Baselines are on whole
 *   rows.
 * - Turned runs are rendered with four samples in both directions; a painted pixel is the mean of the sixteen that it
 *   covers, by quarters of a pixel in both directions. The turned coverage is kept too, by angle and quarters.
 * - Tracked runs, which a source cannot space, are painted letter by letter, and so are very large ones; word
 * by word where
 *   letters take their shapes from each other. */
#ifndef RASTER_RUNS_H
#define RASTER_RUNS_H

#include "raster/sheet.h"
#include "raster/text_source.h"

#define RUNS_SIZE_MAX 1024 /* px of an em; larger text is not painted */

typedef struct Runs Runs;

Runs *runs_create(TextSource source);
void runs_destroy(Runs *runs); /* NULL allowed */

void runs_paint(Runs *runs, const Sheet *sheet, const DrawCommand *command);

#endif
