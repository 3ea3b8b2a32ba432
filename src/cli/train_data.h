/* The sentence pairs of one training: read, cut, and parted into those that are learned and those that are held out. */
#ifndef CLI_TRAIN_DATA_H
#define CLI_TRAIN_DATA_H

#include "model/config.h"
#include "text/corpus.h"

typedef struct DataOptions {
    const char *path, *heldout; /* heldout: a file, or NULL */
    FileKind kind, heldout_kind;
    bool plain; /* sentences from anywhere, not a lesson's: repeated pairs go, a share is held out */
    bool source_given, target_given; /* the config says how to cut them; else `plain` data are looked at */
    int max_length;
    int least; /* words seen fewer times are left out of the vocabularies; 0: see data_least */
    double share;
    uint64_t seed;
    LinkFormat links;
} DataOptions;

typedef struct TrainData {
    Corpus corpus, heldout; /* heldout.count is 0 where there are none */
    int repeated;
    int least;
} TrainData;

/* Reads both files and tells on standard error what it left out. What it finds out about tokens goes into `config`. */
MUST_USE bool data_open(const DataOptions *options, Config *config, TrainData *out, Error *error);
void data_finish(TrainData *data);

#endif
