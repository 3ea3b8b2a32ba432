/* What the two halves of the model file agree on (docs/design.md#model-files), and files that hold more than a model;
 * everybody else includes model.h. */
#ifndef MODEL_MODEL_FILE_H
#define MODEL_MODEL_FILE_H

#include "model/model.h"
#include "model/settings.h"

#define MODEL_FILE_VERSION "1" /* of the form of the file, not of the program: a new release must not change models */

#define MODEL_KEYS              "attend." /* of `__metadata__`: a file without any is no model */
#define MODEL_KEY_VERSION       MODEL_KEYS "version"
#define MODEL_KEY_CONFIG        MODEL_KEYS "config"
#define MODEL_KEY_SOURCE        MODEL_KEYS "source_vocab"
#define MODEL_KEY_TARGET        MODEL_KEYS "target_vocab"
#define MODEL_KEY_SOURCE_MERGES MODEL_KEYS "source_merges" /* with tokens bpe alone */
#define MODEL_KEY_TARGET_MERGES MODEL_KEYS "target_merges"
#define MODEL_KEY_TRAINING      MODEL_KEYS "training"

#define MODEL_HEADER_LIMIT ((size_t)64 << 20) /* bytes */
#define MODEL_WORD_LIMIT   1000000            /* of one vocabulary */
#define MODEL_VALUE_LIMIT  8192               /* JSON values in the header: a tensor needs eight */

extern const Settings MODEL_NOTE; /* of a TrainingNote */

enum { FILE_PARTS = 5, FILE_TENSORS = FILE_PARTS * PARAMS_LIMIT };

/* Tensors under the names of a table behind a prefix: "adam.m." and so on. */
typedef struct FilePart {
    const char *prefix;
    const ParamTable *table;
    Real *block; /* [table->total]; the caller's */
} FilePart;

/* What a file holds besides a model. */
typedef struct FileExtra {
    const char *key; /* of one more string of `__metadata__` */
    Slice text;      /* that string, for writing */
    FilePart parts[FILE_PARTS - 1];
    int part_count;
    /* of reading: called with the string once the model's config and words are known, before any tensor is looked at */
    bool (*check)(void *context, const Model *model, Slice text, Error *error);
    void *context;
} FileExtra;

/* As model_save and model_load. Reading wants parts with a table and a block to fill. */
MUST_USE bool model_file_write(const Model *model, const FileExtra *extra, const char *path, Error *error);
MUST_USE bool model_file_load(const char *path, Model *out, FileExtra *extra, Error *error);

#endif
