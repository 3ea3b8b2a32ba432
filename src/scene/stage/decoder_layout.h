/* Where the parts of a recurrent decoder stand on its floor: old state, cell and new state in a row, the word before
 * under the old state; of two layers a row for each.
 *
 *   StageLayout own = *layout;
 *   decoder_lay(&own, &trace->config, 125, 400);
 */
#ifndef SCENE_DECODER_LAYOUT_H
#define SCENE_DECODER_LAYOUT_H

#include "scene/stage/stage_layout.h"

/* `names`: px of the floors' names at the left; `middle`: of the columns, over which the state stands where the decoder
 * is no hero. */
void decoder_lay(StageLayout *layout, const Config *config, float names, float middle);

#endif
