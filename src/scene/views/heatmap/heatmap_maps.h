/* The maps of the heatmap view beside that of the weights: what a word was needed for, what would tip it
 * (trace/cause_map.h), one by one or side by side, as the view's look says.
 *
 *   if (!heat_refusal(&view))
 *       puts(said(LANGUAGE_ENGLISH, heat_title(heat_kind(&view))));
 */
#ifndef SCENE_HEATMAP_MAPS_H
#define SCENE_HEATMAP_MAPS_H

#include "scene/stage/matrix_picture.h"
#include "trace/cause_map.h"
#include "words/words.h"

bool heat_offers(const View *view);     /* has the view other maps than the weights'? */
bool heat_several(const View *view);    /* does it show several maps side by side? */
bool heat_has_layers(const View *view); /* those of a Transformer's layers and heads (model/cross_map.h): several? */
/* In these looks a press on a source word puts <unk> in its place, or it back where it stood, and decodes anew. */
bool heat_strikes(const View *view, Target target);
CauseKind heat_kind(const View *view);             /* the look's, of several the first; without others the weights */
bool heat_needs(const View *view, CauseKind kind); /* is it among those that the look shows, and no weights? */
Word heat_refusal(const View *view);               /* why the look cannot be shown; 0: it can */

/* A picture with those numbers and their scale; of the weights as it is. */
void heat_take(const View *view, CauseKind kind, MatrixPicture *picture, Arena *arena);

Word heat_title(CauseKind kind);   /* "NEEDED · <unk>" */
Word heat_meaning(CauseKind kind); /* what each of its numbers is */

/* How many linked rows are largest at a link, "2 of 3 ..."; NULL: none of the rows there is linked. The arena's. */
const char *heat_gold(const View *view, const MatrixPicture *picture, Arena *arena);

/* All of them, each with its title, from a picture of the weights. */
void heat_draw_maps(const Painter *painter, const MatrixPicture *picture, Box in);

/* What a cell of such a map says, TARGET_HEAT with the map's kind as c; NULL: it is one of the weights. */
char *heat_describe(const View *view, Target target, Arena *arena);

#endif
