/* The stage as a picture: stage.c draws floors, names and questions; floor_*.c and event_*.c what stands on each floor
 * and moves between them. */
#ifndef SCENE_STAGE_H
#define SCENE_STAGE_H

#include "scene/stage/event_softmax.h"
#include "scene/stage/floor_parts.h"

#define WEIGHT_W 40.0f /* px of a weight with a sign: ">0.99" */

/* What the moment makes, of its largest weight: its formula opens by a press on the hero's question. VALUE_NONE:
 * nothing that is a number. */
Value stage_made(const Maths *maths, const Scope *scope);
void stage_draw(const Painter *painter, const Scope *scope, const StageLayout *layout);

/* floor_states.c: the source words, and above them the encoder's states */
void stage_draw_words(const Painter *painter, const Scope *scope, const StageLayout *layout);
void stage_draw_states(const Painter *painter, const Scope *scope, const StageLayout *layout);

/* word_rows.c: what is found of view->words, in columns of `column_w` px at least; and on the floor of the source */
void word_rows_draw(const Painter *painter, Box in, float row_h, float column_w);
void stage_draw_offers(const Painter *painter, const StageLayout *layout);
/* The head of that floor: where the words are from, if there is room; where one types, its right edge in the middle
 * there: returns its width. */
void stage_tell_offers(const Painter *painter, Point at, float room);
float stage_draw_search(const Painter *painter, Point right, float room);

/* word_pieces.c: of words in pieces the whole ones, under the source and under what is written, of which words[first]
 * to words[count - 1] are seen */
void stage_draw_source_pieces(const Painter *painter, const Scope *scope, const StageLayout *layout);
void stage_draw_written_pieces(const Painter *painter, const Scope *scope, const StageLayout *layout, const Box *words,
                               int first, int count);

/* score_bars.c: each score outside of its sum; and whose sum stands there, where there is one for all */
void stage_draw_scores(const Painter *painter, const Scope *scope, const StageLayout *layout);
int stage_sum_word(const Painter *painter, const Scope *scope, const StageLayout *layout);

/* floor_scores.c: the sums, while that floor is the hero */
void stage_draw_sums(const Painter *painter, const Scope *scope, const StageLayout *layout);
void stage_draw_query_way(const Painter *painter, const Scope *scope, const StageLayout *layout);

/* floor_weights.c */
void stage_draw_wells(const Painter *painter, const Scope *scope, const StageLayout *layout, const SoftmaxEvent *event);
/* Over the soft edges of columns that scroll. */
void stage_draw_weight_numbers(const Painter *painter, const Scope *scope, const StageLayout *layout);
float stage_weights_end(const Painter *painter, const Scope *scope, const StageLayout *layout); /* x where they end */
Box stage_weight_number(const Painter *painter, const Scope *scope, const StageLayout *layout, int j); /* w 0: none */
void stage_draw_temperature(const Painter *painter, const Scope *scope, const StageLayout *layout);
/* The temperature's slider from that point on, its middle, where the floors have no names that it could stand among; as
 * far as there is `room` for it. Returns the px that it takes. */
float stage_draw_tempering(const Painter *painter, const Scope *scope, Point at, float room);

/* view->norm, in that box */
void norm_draw(const Painter *painter, Box box);

/* view->pair */
bool pair_fits(const StageLayout *layout); /* on the floor of the scores */
void pair_draw(const Painter *painter, const StageLayout *layout);

void stage_draw_decoder(const Painter *painter, const Scope *scope, const StageLayout *layout); /* floor_decoder.c */
void stage_draw_output(const Painter *painter, const Scope *scope, const StageLayout *layout);  /* floor_words.c */

#endif
