/* attend heatmap in parts: heatmap_data.c finds the weights of a model or a file, heatmap_files.c those of one figure,
 * heatmap_look.c what it looks like, heatmap_face.c the font of its words. */
#ifndef CLI_HEATMAP_H
#define CLI_HEATMAP_H

#include "cli/pictures.h"
#include "matrix/matrix_stack.h"
#include "scene/weights/weights_figure.h"
#include "trace/cause_map.h"

typedef struct HeatmapData {
    MatrixStack stack;
    StackLink *gold; /* [gold_count] cells of what is shown */
    int gold_count;
    bool turned;             /* the source words are those of the rows */
    const bool *unknown;     /* of each source word: the model does not know it; NULL: of none, or nobody can say */
    const char *title;       /* of the file that is made */
    const char *name;        /* of several files: over its matrix */
    Language language;       /* of the caption, the titles of heads and the notes */
    Bytes caption;           /* what was done to the weights; empty: nothing */
    SentencePicture picture; /* the model, its trace, the fonts */
} HeatmapData;

extern const char *const HEATMAP_FORMS[],
    *const BAR_NAMES[], *const ANGLE_NAMES[], *const FONT_NAMES[], *const NORMALIZE_NAMES[], *const MASK_NAMES[];

/* What is shown, by all options that choose. `file` is that of --from, empty where it is not open yet. heatmap_close
 * takes what is shown away, after a failure too. */
MUST_USE bool heatmap_open(const Call *call, OpenFile *file, HeatmapData *out, Error *error);
void heatmap_close(HeatmapData *data);

/* All that is in one figure: the files of --from, or the model's sentence. */
typedef struct HeatmapFiles {
    HeatmapData *of;  /* [count] */
    OpenFile *opened; /* [count] */
    int count;
    int shown;           /* those of them that are panels: 1 of two whose difference it is, which is its stack then */
    MatrixStack first;   /* what that was made of: it has the words */
    bool letters;        /* the panels have letters */
    const char *title;   /* of the file that is made */
    const char *caption; /* what was done to the weights; NULL: nothing */
    FigurePart *parts;   /* [shown] */
} HeatmapFiles;

/* Each as heatmap_open has it: what --array, --source, --target and --gold say is said of all, or of each. */
MUST_USE bool heatmap_files_open(const Call *call, HeatmapFiles *out, Error *error);
void heatmap_files_close(HeatmapFiles *files);

/* How it looks; `scale`: pixels of a PNG for a px. */
MUST_USE bool heatmap_look(const Call *call, const HeatmapFiles *files, FigureLook *out, double *scale, Error *error);

/* The face of all words, once the fonts are open: --font-file, --font. */
MUST_USE bool heatmap_face(const Call *call, Type *type, Face *out, Error *error);
/* Says which letters of what is drawn are in another one than --font-file, and that TeX has fonts of its own. */
void heatmap_tell_face(const Call *call, const DrawList *list, Face face, Language language);

/* Are the numbers shares, from 0 to 1? Else colours say what they are. */
bool heatmap_shares(const Request *request, const MatrixStack *stack);
ColorMap heatmap_map(const Request *request, const MatrixStack *stack); /* signed numbers have that of signed numbers */

#endif
