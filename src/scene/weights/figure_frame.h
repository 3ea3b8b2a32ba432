/* Inside the figure of weights: where everything stands. */
#ifndef SCENE_FIGURE_FRAME_H
#define SCENE_FIGURE_FRAME_H

#include "scene/weights/weights_figure.h"

typedef struct FigureSpan { /* of a column of panels, or of a line of them */
    int cells;              /* the most that one of them has */
    float words;            /* px of the words in front of them */
} FigureSpan;

typedef struct FigureFrame {
    const FigurePart *parts;  /* [part_count] */
    int part_count, panels;   /* panels: the matrices of all parts */
    size_t cells;             /* of all of them */
    const FigurePart *part;   /* the one that is looked at, */
    const MatrixStack *stack; /* and its matrices */
    const FigureLook *look;
    DrawList *list;
    FigureReport *report;
    float size, margin;          /* px of type; around the whole */
    int across, down;            /* panels beside one another, and lines of them */
    FigureSpan *columns, *lines; /* [across], [down] */
    bool axes;                   /* of layers and heads: lines and columns say which, and panels have no titles */
    int angle;                   /* degrees of the words over the columns */
    float w, h;                  /* of a cell */
    float gap, row_gap;          /* between matrices */
    float left, top;             /* of the first matrix's cells */
    float side_w;                /* of the words beside the rows of the part */
    float title_h;               /* of what stands over the panels, where there are several */
    float right, bottom;         /* of the cells of all */
    float bar_w;                 /* of the bar on the right */
} FigureFrame;

static inline TextStyle frame_style(const FigureFrame *frame, bool strong)
{
    Face face = strong && frame->look->face == FACE_SANS ? FACE_SANS_BOLD : frame->look->face;
    return (TextStyle){face, frame->size, frame->look->theme->text[ROLE_INK], 0};
}

static inline float frame_width(const FigureFrame *frame, const char *text)
{
    return text_width(frame->list->type, frame_style(frame, false), slice_of(text));
}

/* ---- panels ---- */

void frame_begin(FigureFrame *frame); /* of its parts */
/* The frame for panel `place`, from 0: its part is the one that is looked at. */
FigureFrame frame_panel(const FigureFrame *frame, int place);
Box frame_matrix(const FigureFrame *frame, int place); /* its cells */
/* Has it words of its own over its columns, beside its rows? One set serves all matrices of a part. */
bool frame_has_heads(const FigureFrame *frame, int place);
bool frame_has_sides(const FigureFrame *frame, int place);
/* They stand in lines of `across`; the words beside them are measured, and then those over them. */
void frame_arrange(FigureFrame *frame, int across);
void frame_measure_heads(FigureFrame *frame);
/* px from the first cell of the first span to the first of span `to` */
float frame_along(const FigureSpan *spans, int to, float cell, float gap);
int frame_cells(const FigureSpan *spans, int count); /* of all these spans together */
void frame_ends(FigureFrame *frame);                 /* its right and its bottom */
bool frame_titles_fit(const FigureFrame *frame, bool brief);
bool frame_may_have_axes(const FigureFrame *frame);
float frame_axes_width(const FigureFrame *frame); /* px that they take on the left */
/* Over the middle of the cells of the panel that is looked at, where it has room there. */
void frame_draw_title(const FigureFrame *panel, Box cells, int place, bool brief);
void frame_draw_axes(const FigureFrame *frame);

#define FRAME_LINE 1.4f                                        /* em from line to line */
int frame_caption(const FigureFrame *frame, TextLines *lines); /* its lines, and how many they are */
float frame_foot(const FigureFrame *frame); /* px below the cells: the bar, the caption, the margin */
#define FRAME_FADED 0.26f                   /* of the colour that what stands back keeps */
static inline bool frame_stands_back(const FigureFrame *frame, int row) /* because another row stands out */
{
    return frame->look->row > 0 && row != frame->look->row - 1;
}

/* ---- words ---- */

/* Numbers stand `pitch` px apart and need so many: which go by, each 1st, 2nd, 5th, 10th, ... */
int frame_stride(float pitch, float needed);
/* Of the panel `place` that is looked at: "layer 0, head 3", in brief "0.3"; or what its part says. */
const char *frame_title(const FigureFrame *frame, int place, bool brief);
char *frame_told(const FigureFrame *frame, int t, int j, float value); /* "chase → 捉: 0.7055", behind the mask that */
/* px, of those that are shown, no more than they may take */
float frame_longest(const FigureFrame *frame, bool target);
float frame_reach(const FigureFrame *frame, int column); /* px from a column's middle to the right end of its word */
bool frame_words_fit(const FigureFrame *frame, int angle, float w); /* over columns of this width */
float frame_head(const FigureFrame *frame);                         /* px that those of the part are high */
void frame_draw_columns(const FigureFrame *frame, Box cells);
void frame_draw_rows(const FigureFrame *frame, Box cells);
TextStyle frame_row_style(const FigureFrame *frame, int row); /* of its word */
/* The word of row or column i, underlined where it is an unknown one of the source. */
void frame_side_word(const FigureFrame *frame, TextStyle style, Point at, float width, Align align, float angle,
                     bool row, int i);
/* One line that is cut where it is too long, and then the report says so. */
void frame_text(const FigureFrame *frame, TextStyle style, Point at, float width, Align align, float angle,
                const char *text);

/* ---- cells ---- */

void frame_draw_cells(const FigureFrame *frame, const float *values, Box cells);
/* Matrix `place` says which one it is, where there are several, and every cell its words and its number. */
void frame_mark_matrix(const FigureFrame *frame, const float *values, Box cells, int place);
void frame_draw_bar(const FigureFrame *frame);
const char *frame_bar_number(const FigureFrame *frame, double value); /* beside the bar */

/* ---- arcs ---- */

bool frame_arcs(FigureFrame *frame, Error *error);

#endif
