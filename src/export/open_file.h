/* A file that a person gives, or drops: what it is, and what is in it, read once.
 *
 *   OpenFile file;
 *   open_file("model.safetensors", &file);
 *   if (file.kind == OPEN_MODEL && !file.wrong.code) printf("%d words\n", file.model.target.count);
 *   opened_finish(&file);
 *
 * What is in it may be taken: who takes it leaves zeros there. */
#ifndef EXPORT_OPEN_FILE_H
#define EXPORT_OPEN_FILE_H

#include "export/figure_state.h"
#include "lesson/lesson.h"
#include "matrix/stack_set.h"
#include "model/epoch_log.h"

typedef enum OpenKind {
    OPEN_MODEL,  /* also what is nothing of all this: reading it says so */
    OPEN_LESSON, /* a folder */
    OPEN_PACK,   /* a packed one, which is not unpacked yet */
    OPEN_TRACE,  /* with all that the decode view draws */
    OPEN_WEIGHTS,
    OPEN_PAIRS, /* not read */
    OPEN_LOG,   /* of a training, not read */
    OPEN_FIGURE,
    OPEN_RESULT /* of an exam, not read */
} OpenKind;

typedef struct OpenFile {
    OpenKind kind;
    const char *path; /* the caller's */
    Arena arena;
    Lesson *lesson;
    const LessonModel *chosen; /* of the lesson, where one is named with it */
    Model model;               /* of a trace what it tells of its model */
    Trace *trace;
    FigureState figure;
    StackInput weights; /* read when they are asked for, or where they could have been a trace */
    bool masked;        /* the caller's: as in StackInput, for opened_stack */
    Error wrong;        /* with what it is: the rest is empty then; of weights what they lack to be a trace */
} OpenFile;

/* By the first bytes, and by the ending where they say nothing. A .safetensors file without the description of a model
 * of ours holds weights, a table of words sentence pairs. */
void open_file(const char *path, OpenFile *out);
void opened_finish(OpenFile *file);
MUST_USE bool opened_well(const OpenFile *file, Error *error); /* false: `wrong` */

/* The lesson of it, which stays the file's: of a model or a trace alone one without cards. False: `wrong`, or that it
 * is no trace. */
MUST_USE bool opened_lesson(OpenFile *file, Error *error);
/* Of weights that are a trace but for something what that is; NULL: they are none. */
const char *opened_lacks(const OpenFile *file);
MUST_USE bool opened_need_trace(const OpenFile *file, Error *error);
MUST_USE bool opened_unpack(OpenFile *file, Error *error); /* a pack becomes its lesson, among the person's own */

/* The weights of any file, of a figure those that it carries: once, `array` and `links` as in stack_parse and
 * stack_set_parse, and what is parsed is the caller's. The path alone says enough. */
MUST_USE bool opened_stack(OpenFile *file, const char *array, LinkFormat links, MatrixStack *out, Error *error);
MUST_USE bool opened_set(OpenFile *file, const char *array, LinkFormat links, StackSet *out, Error *error);

/* The rows of a training's log, which stay the file's. */
MUST_USE bool opened_log(OpenFile *file, EpochRows *out, Error *error);
/* A sentence about it, which follows its name: "is the log of a training of 30 epochs; ...". */
MUST_USE bool opened_tell_log(OpenFile *file, Bytes *out, Error *error);

/* Files of weights by their ending; .safetensors files are models first. */
extern const char *const WEIGHTS_ENDINGS[];
extern const char *const TABLE_ENDINGS[]; /* those of them that may hold sentence pairs as well */

#endif
