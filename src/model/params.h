/* The parameter table: one list of names and shapes that lays out the block of parameters, its gradients and Adam's
 * moments, that names the tensors of model files, of tests and of error messages (docs/design.md#model-files), and that
 * says how formulas write them and what a fresh model has.
 *
 *   ParamTable table;
 *   params_layout(&config, 100, 200, &table);    // with so many source and target words
 *   size_t energy = table.items[params_find(&table, "attention.energy")].offset;
 */
#ifndef MODEL_PARAMS_H
#define MODEL_PARAMS_H

#include "model/config.h"

#include <stddef.h>

#define PARAMS_LIMIT 96
#define PARAM_NAME   48 /* bytes of a name, the last one included */

typedef enum ParamStart {                /* what a fresh model has */
                          START_UNIFORM, /* +-1 / sqrt(H) */
                          START_NORMAL,  /* mean 0, variance 1 */
                          START_SCALED,  /* mean 0, variance 1 / cols */
                          START_XAVIER,  /* +-sqrt(6 / (rows + cols)): Glorot and Bengio 2010 */
                          START_ZERO,
                          START_ONE,
                          START_SINUSOID /* row j, columns 2 i and 2 i + 1: sine and cosine of j / 10000^(2 i / cols);
                                            training leaves it as it is */
} ParamStart;

typedef struct Param {
    char name[PARAM_NAME];
    const char *symbol; /* in formulas: "W_q" */
    int rows, cols;     /* a vector has rows = its length and cols = 0 */
    ParamStart start;
    bool absent;   /* nobody told its numbers: of a model that only a trace is known of */
    size_t offset; /* into the block, in numbers; a multiple of 16 so that every tensor starts on a cache line */
} Param;

typedef struct ParamTable {
    Param items[PARAMS_LIMIT];
    int count;
    size_t total; /* numbers in a block, gaps included; the gaps stay zero */
} ParamTable;

void params_layout(const Config *config, int source_words, int target_words, ParamTable *out);
int params_find(const ParamTable *table, const char *name); /* -1 if there is none */
size_t param_size(const Param *param);

/* The name of a tensor of layer `layer`, from 0, of the encoder or the decoder: "encoder.self.query.weight" of the
 * first, "encoder.layers.1.self.query.weight" of the second. */
void param_of_layer(const char *side, int layer, const char *part, const char *what, char out[PARAM_NAME]);

/* Behind the name of a tensor of layer `layer`, from 0, of a recurrent decoder: nothing, and "_l1" of the second. */
const char *param_above(int layer);

#endif
