/* The stage as a picture (decode.png): stage_columns.c draws what belongs to source words, stage_strip.c the strip
 * of all attention, stage_attention.c (stage_carried.c where there is none) what runs up to the context,
 * stage_decoder.c the rest. */
#ifndef SCENE_STAGE_H
#define SCENE_STAGE_H

#include "scene/stage/event_softmax.h"

#define WEIGHT_W 40.0f /* px of a weight with a sign: ">0.99" */

void stage_draw(const Painter *painter, const Scope *scope, const StageLayout *layout);
/* What the colour of a cell says: from -extent to +extent, with the numbers under the box. */
void stage_draw_legend(const Painter *painter, Box box, float extent, float alpha);
void stage_draw_words(const Painter *painter, const Scope *scope, const StageLayout *layout);
void stage_draw_columns(const Painter *painter, const Scope *scope, const StageLayout *layout,
                        const SoftmaxEvent *event);
/* Over the soft edges of columns that scroll; those of the scores over what runs from the states to the wells, too. */
void stage_draw_weight_numbers(const Painter *painter, const Scope *scope, const StageLayout *layout);
void stage_draw_score_numbers(const Painter *painter, const Scope *scope, const StageLayout *layout,
                              const SoftmaxEvent *event);
/* Which weights of the step on the stage, which has some, have their number over the well. [n], the list's arena. */
const bool *stage_numbered_weights(const Painter *painter, const Scope *scope, const StageLayout *layout);
/* The states' names once more, over copies that rise past them. */
void stage_draw_lifted_names(const Painter *painter, const Scope *scope, const StageLayout *layout);
void stage_draw_attention(const Painter *painter, const Scope *scope, const StageLayout *layout,
                          const SoftmaxEvent *event);
void stage_draw_strip(const Painter *painter, const Scope *scope, const StageLayout *layout);
/* view->pair over the rows above the scores, or over all where these are low. */
Box pair_box(const StageLayout *layout);
void pair_draw(const Painter *painter, const StageLayout *layout);
/* The temperature's slider from that point on, its middle, where the rows have no names that it could stand among; as
 * far as there is `room` for it. Returns the px that it takes. */
float stage_draw_tempering(const Painter *painter, const Scope *scope, Point at, float room);
void stage_draw_carried(const Painter *painter, const Scope *scope, const StageLayout *layout); /* without attention */
void stage_draw_decoder(const Painter *painter, const Scope *scope, const StageLayout *layout);

#endif
