/* The JSON of a trace, a row a field: its key, its shape, where it is kept. The rows print a trace and read one, and
 * docs/trace.schema.json is held to them. Inside trace/ only.
 *
 *   for (const TraceField *field = TRACE_FIELDS; field->key; field++)
 *       puts(field->key);
 */
#ifndef TRACE_TRACE_FIELDS_H
#define TRACE_TRACE_FIELDS_H

#include "matrix/trace_keys.h"
#include "trace/trace.h"

#include <string.h>

enum { STEPS_MOST = 1000 };
#define PARAM_ENERGY "attention.energy"

typedef enum FieldShape {
    /* one value */
    SHAPE_NUMBER,      /* float */
    SHAPE_DOUBLE,      /* double */
    SHAPE_WHOLE,       /* int */
    SHAPE_TRUTH,       /* bool */
    SHAPE_WORD,        /* const char * */
    SHAPE_HOW,         /* ChosenHow, by its name */
    SHAPE_INDEX,       /* the place in its list, kept nowhere */
    SHAPE_TEMPERATURE, /* of a step, where it was set for it */
    /* a pointer to floats, or to what `of` says; where it is NULL, nothing is printed */
    SHAPE_ROW,       /* [size] */
    SHAPE_MATRIX,    /* [n][size] */
    SHAPE_SIDES,     /* [heads][n][size / heads], kept as [n, size] */
    SHAPE_SQUARES,   /* [heads][n][size] */
    SHAPE_PARTS,     /* [heads][size / heads], kept as [size] */
    SHAPE_PAIRS,     /* [heads][size] */
    SHAPE_GATES,     /* of each gate of the cell a matrix, by its name */
    SHAPE_GATE_ROWS, /* or a row */
    /* the rest */
    SHAPE_OBJECT, /* of `fields` */
    SHAPE_LIST,   /* of such objects */
    SHAPE_CONFIG,
    SHAPE_PROJECTED,  /* of a step, [size] doubles that trace_query makes */
    SHAPE_WRITTEN,    /* the words of the steps */
    SHAPE_VOCABULARY, /* [size] words of the model */
    SHAPE_ENERGY,     /* [size] numbers of it */
    SHAPE_PARAMETERS, /* those that trace_tells_param names */
} FieldShape;

typedef enum FieldSize { SIZE_NONE, SIZE_E, SIZE_H, SIZE_A, SIZE_D, SIZE_F, SIZE_N, SIZE_V, SIZE_T } FieldSize;

typedef enum FieldWhen { /* which traces have a field */
                         WHEN_ALWAYS,
                         WHEN_SCORES,
                         WHEN_KEYS, /* of all layers the same */
                         WHEN_PROJECTS,
                         WHEN_WEIGHS,
                         WHEN_LOCAL,
                         WHEN_ATTENDS,
                         WHEN_COMBINES,
                         WHEN_REMEMBERS,
                         WHEN_RECURRENT,
                         WHEN_BOTH_WAYS,
                         WHEN_SELF,
                         WHEN_CELL, /* the decoder is recurrent */
                         WHEN_TRANSFORMER,
                         WHEN_BLOCK,
                         WHEN_NORM_BEFORE,  /* with norm pre; */
                         WHEN_LAST_WRITTEN, /* of a Transformer */
                         WHEN_LOWER         /* the decoder has two recurrent layers */
} FieldWhen;

typedef enum FieldRange {               /* of a whole number */
                          RANGE_FIXED,  /* from `least` to `most` */
                          RANGE_WORDS,  /* from `least` to the last of the vocabulary */
                          RANGE_PLACES, /* of the source words, from 1 */
                          RANGE_LEFT,   /* of those from the first on */
                          RANGE_INDEX,  /* the place in the list */
                          RANGE_NODES,  /* of the nodes read so far */
                          RANGE_STEP,   /* that of the node before, or the next */
                          RANGE_DEATH   /* of the steps behind the node's */
} FieldRange;

enum {
    FIELD_LINE = 1,     /* begins a line of the file; */
    FIELD_LINES = 2,    /* so does each item of a list */
    FIELD_UNREAD = 4,   /* follows from others */
    FIELD_OPTIONAL = 8, /* absent: a whole number is -1, a truth false, a pointer NULL */
    FIELD_SHARES = 16,  /* from 0 to 1, */
    FIELD_SUM = 32,     /* which add up to 1 */
    FIELD_INSIDE = 64,  /* the items of a list lie where it is, not behind a pointer */
    FIELD_CROSS = 128,  /* its heads are those of the attention to the source */
    FIELD_SO_FAR = 256, /* its rows are the steps so far, not the source words; */
    FIELD_STEPS = 512,  /* or all steps */
};

typedef struct TraceField {
    const char *key; /* NULL behind the last */
    FieldShape shape;
    size_t at; /* bytes, in the struct of its object */
    FieldSize size;
    FieldWhen when;
    int turn; /* of reading: what others of the object need is read before them */
    unsigned flags;
    FieldShape of; /* of an array: its values */
    const struct TraceField *fields;
    size_t count_at, item; /* of a list: where its int is, and bytes of an item */
    size_t behind, room;   /* the field is in a struct of so many bytes, which the pointer here points at */
    FieldRange range;
    int least, most, plus; /* plus: is added to what is kept; of a list: the number of the first item in `where` */
    const char *where;     /* "step %d: ", for errors inside; of an object in a list the key comes behind the number */
} TraceField;

/* The pointer that is kept there, whatever it points at. */
static inline void *pointer_at(const void *at)
{
    void *pointer;
    memcpy(&pointer, at, sizeof pointer);
    return pointer;
}

extern const TraceField TRACE_FIELDS[], SOURCE_FIELDS[], STEP_FIELDS[], WRITTEN_FIELDS[], BEAM_FIELDS[], NODE_FIELDS[];
enum { BEAM_NODES = 3, NODE_P = 6 }; /* places in them */

bool field_due(const TraceField *field, const Config *config);

/* Values: [heads][rows][width], or with less depth without what comes first. They are kept so far apart. */
typedef struct Layout {
    int depth, heads, rows, width;
    size_t stride, ahead; /* of rows, of heads */
} Layout;
/* `step`, from 0: of what a step has */
Layout field_layout(const TraceField *field, const Trace *trace, const Model *model, int step);
Layout param_layout(const Param *param);

/* Gates: a field for each of the cell. */
const TraceField *field_gates(const TraceField *field, const Config *config, TraceField out[MODEL_GATES + 1]);

/* Does a trace have the numbers of this parameter? Of a plain RNN those of its cells, where they are few: it has no
 * gates, and its formula is of nothing else. */
bool trace_tells_param(const Model *model, int param);

#endif
