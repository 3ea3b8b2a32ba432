/* The log of a training: a row an epoch, as CSV or as lines of JSON by the ending of its name.
 *
 *   EpochLog log;
 *   if (!epoch_log_begin("loss.csv", 0, &log, &error)) return false;
 *   EpochRow row = epoch_row(1);
 *   row.values[EPOCH_LOSS] = 2.31;
 *   if (!epoch_log_add(&log, &row, &error)) return false;
 *   epoch_log_end(&log);
 */
#ifndef MODEL_EPOCH_LOG_H
#define MODEL_EPOCH_LOG_H

#include "base/error.h"
#include "base/file.h"

typedef enum EpochColumn {
    EPOCH_NUMBER, /* from 1 */
    EPOCH_LOSS,
    EPOCH_HELDOUT,
    EPOCH_EXACT, /* shares of 1 */
    EPOCH_BLEU,  /* 0 to 100 */
    EPOCH_AER,
    EPOCH_SPEED,   /* tokens a second */
    EPOCH_SECONDS, /* since the training began, without the time between a stop and its resuming */
    EPOCH_COLUMNS
} EpochColumn;

extern const char *const EPOCH_COLUMN_NAMES[]; /* "epoch", "loss", ..., NULL */
extern const char *const EPOCH_LOG_ENDINGS[];  /* ".csv", ".jsonl", NULL */

typedef struct EpochRow {
    double values[EPOCH_COLUMNS]; /* NAN: not measured */
} EpochRow;

EpochRow epoch_row(int epoch); /* nothing is measured yet */

/* ---- writing ---- */

typedef struct EpochLog {
    const char *path; /* the caller's */
    int fd;
    bool json;
    double seconds; /* of the last row that was kept; 0: there is none */
} EpochLog;

/* Keeps the rows up to an epoch (0: none) of the log that is there, and goes on behind them. A file that is no such log
 * is an error, and stays as it is. */
MUST_USE bool epoch_log_begin(const char *path, int epoch, EpochLog *out, Error *error);
MUST_USE bool epoch_log_add(EpochLog *log, const EpochRow *row, Error *error); /* it is in the file then */
void epoch_log_end(EpochLog *log);                                             /* zeroed too */

/* ---- reading ---- */

bool epoch_log_is(Slice front); /* by the first bytes of a file */

typedef struct EpochRows {
    EpochRow *rows; /* epochs rise */
    int count;
    bool measured[EPOCH_COLUMNS]; /* in one row at least */
} EpochRows;

/* All rows that are complete: the last one may be in the making. The arena's. */
MUST_USE bool epoch_log_parse(Slice text, const char *path, Arena *arena, EpochRows *out, Error *error);

/* The row with the least held-out loss; without any with the least loss. NULL: there is no row. */
const EpochRow *epoch_rows_best(const EpochRows *log);

#endif
