/* Attention of one decode step, for rows of a batch: from the states that ask to the contexts, and back. Modes, scores
 * and windows meet here and nowhere else. decoder.c alone calls this. */
#ifndef MODEL_ATTENTION_STEP_H
#define MODEL_ATTENTION_STEP_H

#include "model/decoder_pass.h"

void attend_layout(DecoderPass *pass, Space *space, bool training);

/* Of rows b0 .. b0+rows-1: from query_states to queries, scores, alphas and contexts. */
void attend_step(DecoderPass *pass, int t, int b0, int rows);

/* From d_context to the annotations' and keys' gradients in `encoder` and, by adding, to d_states [rows, H], the
 * gradient of the states that asked. */
void attend_back(DecoderPass *pass, EncoderPass *encoder, int t, Real *d_states, int b0, int rows);

/* What the score of word j alone sends back to the query of step t, [A], of a pass of one sentence that keeps
 * (kept_scores), after attend_back; over all words that is d_queries. room: [2 A]. */
void attend_sent(const DecoderPass *pass, int t, int j, Real *d_query, Real *room);

/* The positions that have weights at row `at`: a whole sentence of n words but for local attention. */
typedef struct AttentionWindow {
    int first, count;
} AttentionWindow;

AttentionWindow attend_window(const DecoderPass *pass, int at, int n);

#endif
