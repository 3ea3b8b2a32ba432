/* The inside of a Gradient: what gradient.c runs and gradient_tasks.c lists. */
#ifndef MODEL_GRADIENT_WORK_H
#define MODEL_GRADIENT_WORK_H

#include "model/gradient.h"

#include "nn/relay.h"

enum { CHUNK = 16 }; /* rows of a word table that a thread takes at once */

typedef enum TaskKind {
    TASK_PACK,      /* one panel for y = W x */
    TASK_PACK_BACK, /* one panel for d_x = W^T d_y */
    TASK_OUTER,     /* some rows of a weight's gradient */
    TASK_SUM,       /* a bias's gradient */
    TASK_WORDS,     /* gradient of some rows of a word table */
} TaskKind;

typedef struct Task {
    TaskKind kind;
    int first, last; /* panel or rows */
    union {
        const Linear *pack;
        OuterSum outer;
        struct {
            int count;
            const int *rows;
            const Real *y;
            int width;
            Real *out;
        } sum;
        struct WordSide *words;
    } of;
} Task;

typedef struct TaskList {
    Task *items;
    int count, capacity;
    atomic_int next;
} TaskList;

/* The words of one side of the batch: where their embeddings come from and their gradients go. */
typedef struct WordSide {
    const WordTable *table;
    const int *all;          /* the words' ids at their places */
    const Real *embedding;   /* [words, E] */
    size_t at;               /* of the embedding, in the block */
    int kind;                /* DROPOUT_SOURCE or _TARGET */
    Real scale;              /* of the embeddings, where they go through no layer */
    Real *x;                 /* [R, E] the passes' copy */
    Real *d_x;               /* [R, E] */
    const Linear *linear[2]; /* what x goes through; NULL behind the last */
    const Real *d_places[2]; /* [places, G H] gradients of what comes out, by place; [places, E] if through none */
    Real *d_projected[2];    /* [R, G H] the same by word */
    const Real *d_read;      /* [places, E] of embeddings that attention reads as well, by place; or NULL */
} WordSide;

typedef struct GradientWork {
    const Model *model;
    Pool *pool;
    Relay relay; /* of the batch at hand */
    Weights weights;
    Space space;
    size_t capacity;
    Real *panels;
    Real **scratch; /* [threads] */
    TaskList packing, sums;
    const Batch *batch;
    Dropout dropout;
    bool forward_only;
    WordSide source, target;
    Gradient *gradient;
} GradientWork;

/* Every panel of every layer, with the memory for them: once. */
void tasks_list_packing(GradientWork *work);

/* Each weight's gradient from all rows of the batch at hand. */
void tasks_list_sums(GradientWork *work);

/* The next task of the list, by any thread of the pool, each with a number of its own. False: all are taken. */
bool tasks_next(GradientWork *work, TaskList *list, int thread);

#endif
