/* The draw list: a picture as plain data. Scenes write it, back ends (window, PNG, SVG, PDF) and tests read it.
 *
 *   DrawList list = {0};
 *   drawlist_reset(&list, type, 1440, 900, theme->paper);
 *   drawlist_box(&list, (Box){10, 10, 80, 32}, 8, paint_fill_stroke(theme->panel, theme->hairline, 1.5f));
 *   drawlist_text(&list, style, (Box){10, 10, 80, 32}, ALIGN_CENTER, slice_of("mouse"));
 *   drawlist_finish(&list);
 *
 * Units: px at scale 1, y down, right and bottom edges exclusive. Colours are sRGB, not premultiplied. Commands paint
 * in order. Everything a command points to lives in the list's arena until the next reset. */
#ifndef DRAW_DRAWLIST_H
#define DRAW_DRAWLIST_H

#include "base/arena.h"
#include "base/file.h"
#include "base/image.h"
#include "draw/color.h"
#include "draw/type.h"

#include <cglm/types-struct.h>

typedef vec2s Point; /* x and y; cglm/struct/vec2.h has its glms_vec2_... */

typedef struct Box {
    float x, y, w, h;
} Box;

typedef struct Paint {
    Color fill, stroke; /* alpha 0: not painted */
    float width;        /* of the stroke, centred on the outline */
    float dash, gap;    /* of the stroke; 0: solid */
} Paint;

typedef enum PathVerb { PATH_MOVE, PATH_LINE, PATH_CUBIC, PATH_CLOSE } PathVerb;
extern const int PATH_POINTS[]; /* of each verb: 1, 1, 3, 0 */

typedef enum Align { ALIGN_LEFT, ALIGN_CENTER, ALIGN_RIGHT } Align;

#define TEXT_EDGE 2.0f /* px that a text's bounds reach beyond its ink: hinting moves edges, and they are soft */

/* What lies under the pointer or holds the focus. Kinds are the scene's; 0 is nothing. */
typedef struct Target {
    uint16_t kind;
    int16_t a, b, c;
} Target;

typedef struct Letter {
    uint32_t glyph;     /* in the face's own numbers */
    uint32_t codepoint; /* for those who copy the text; 0: one glyph more of the letter before */
    uint32_t shown; /* for a back end that sets the text itself: what the face is asked for; 0: see the one before */
    float x, y;     /* from the origin of the text, y downwards (of marks alone), before turning */
} Letter;

typedef enum DrawKind {
    DRAW_BOX,
    DRAW_PATH,
    DRAW_TEXT,
    DRAW_IMAGE,
    /* these paint nothing */
    DRAW_CLIP,
    DRAW_UNCLIP,
    DRAW_MARK,
    DRAW_PIECE,
    DRAW_PIECE_END
} DrawKind;

typedef struct DrawCommand {
    DrawKind kind;
    Box bounds; /* nothing is painted outside of it (stroke and soft edge included); DRAW_CLIP: the clip itself */
    union {
        struct {
            Box box;
            float radius; /* of the corners, at most half of the smaller side */
            Paint paint;
        } box;
        struct {
            const PathVerb *verbs;
            const Point *points;
            int verb_count, point_count;
            Paint paint; /* filled by the non-zero rule; strokes have round caps and joins */
        } path;
        struct {
            Face face;
            float size; /* px of an em */
            Color color;
            Point origin; /* of the leftmost glyph, on the baseline */
            float angle;  /* radians, turning about the origin; negative rises to the right */
            const Letter *letters;
            int count;
            bool tracked; /* spaced by the letters' x: who sets the text himself does so letter by letter */
            bool whole;   /* letters take their shapes from each other: who sets the text himself does so in one */
            /* they run to the left; `letters` are as they are read, the origin is the left end all the same */
            bool left;
            float width; /* advance of the whole run */
            /* which point of it was placed, for who sets it in a face of his own; a part of a text: left */
            Align align;
            /* on the first of the commands that are one text: how many they are, and the same of all together */
            int parts;
            Align whole_align;
            Box limit; /* where the author of the text wants it to stay; w = 0: said nothing */
        } text;
        struct {
            Box box;            /* that it fills; edges go by whole pixels in the window */
            const Image *image; /* who adds it keeps it: longer than the list */
        } image;
        struct {
            Target target;
            bool focusable;   /* Tab stops here, Enter presses it */
            const char *name; /* what it is called, for hover and for tests; may be NULL */
        } mark;               /* its box is `bounds` */
        uint64_t piece;       /* its name */
    };
} DrawCommand;

typedef struct DrawList {
    Arena arena;
    const Type *type;
    float width, height; /* of the whole picture */
    Color ground;        /* behind everything */
    DrawCommand *commands;
    int count, capacity;
    /* path under construction */
    PathVerb *verbs;
    Point *points;
    int verb_count, verb_capacity, point_count, point_capacity;
    bool in_piece;  /* one is open */
    Box limit;      /* of the text that drawlist_text puts into a box; w = 0: there is none */
    int cut;        /* texts that are not whole: drawlist_shorten has shortened them, or a paragraph has more lines */
    float readable; /* contrast that the texts that follow have at least; 0: as they are given */
} DrawList;

void drawlist_reset(DrawList *list, const Type *type, float width, float height, Color ground);
void drawlist_finish(DrawList *list);

/* strong.c: from here to the next reset texts have the contrast that the theme says (7:1), where it is a strong one; on
 * what has been drawn with boxes. What is half faded is there whole, thin lines too; what cannot be read on its ground
 * stands black or white, on a plate where neither can. */
void drawlist_be_readable(DrawList *list, const Theme *theme);

Paint paint_fill(Color fill);
Paint paint_stroke(Color stroke, float width);
Paint paint_fill_stroke(Color fill, Color stroke, float width);

/* Boxes. A radius above half the side is cut down to it, so a large one makes a pill or a circle. */
void drawlist_box(DrawList *list, Box box, float radius, Paint paint);

/* Paths: begin with a move, end with drawlist_path_end, which adds the command. */
void drawlist_move(DrawList *list, float x, float y);
void drawlist_line(DrawList *list, float x, float y);
void drawlist_cubic(DrawList *list, float x1, float y1, float x2, float y2, float x, float y);
void drawlist_close(DrawList *list);
void drawlist_path_end(DrawList *list, Paint paint);

void drawlist_segment(DrawList *list, Point from, Point to, Paint paint);
/* A line with an open arrow head of `head` px at its end, as in the pictures. */
void drawlist_arrow(DrawList *list, Point from, Point to, float head, Color color, float width);
/* The same along a cubic from..to with two control points. */
void drawlist_arrow_cubic(DrawList *list, const Point points[4], float head, Color color, float width, float dash,
                          float gap);
/* A band along a cubic, with soft edges: the ribbons of the weights. */
void drawlist_ribbon(DrawList *list, const Point points[4], float width, Color color);

/* One line of text inside `box`, centred vertically on the cap height, cut with an ellipsis where it is too long.
 * Returns the width it took. Runs of different faces become several commands. */
float drawlist_text(DrawList *list, TextStyle style, Box box, Align align, Slice text);
/* The text where it fits into `width` px, else its front with an ellipsis; empty where not even that fits. */
Slice drawlist_shorten(DrawList *list, TextStyle style, Slice text, float width);
/* One line from a baseline; `align` says what of the text lies at `origin`. Not cut. Returns its width. */
float drawlist_text_at(DrawList *list, TextStyle style, Point origin, Align align, Slice text);
/* The same, turned about the origin by `angle` radians. */
float drawlist_text_turned(DrawList *list, TextStyle style, Point origin, float angle, Align align, Slice text);

/* Pixels that fill a box; of one without size nothing. */
void drawlist_image(DrawList *list, Box box, const Image *image);

/* Clips nest: what is painted up to the matching unclip stays inside all of them. */
void drawlist_clip(DrawList *list, Box box);
void drawlist_unclip(DrawList *list);

/* One object with a name, which no other piece of the picture has: what is painted up to drawlist_piece_end belongs to
 * it. It holds what paints alone: no clip, mark or piece. Name 0: no piece begins, and none ends. */
void drawlist_piece(DrawList *list, uint64_t name);
void drawlist_piece_end(DrawList *list);

/* The picture at `t`, 0 .. 1, on the way from one to another: all of `from` at 0, all of `to` at 1. What both have in
 * the same place stays. Pieces with a name in both move and are resized, over all else; what is in one alone fades.
 * Where they share no name, all is there at half the time. A piece that a clip cuts, or a panel hides, counts as not
 * named. Marks are those of `to`. Returns false where the picture is `to`, and will be. */
bool drawlist_between(DrawList *list, const DrawList *from, const DrawList *to, float t);
#define BETWEEN_SECONDS 0.4 /* that t takes from 0 to 1 */

/* All of another picture, its left upper corner at `at`. Images stay the other one's. */
void drawlist_append(DrawList *list, const DrawList *other, Point at);
/* The same with everything in it `scale` times as large. */
void drawlist_append_scaled(DrawList *list, const DrawList *other, Point at, float scale);

/* Leaves out what lies outside of the picture. */
void drawlist_crop(DrawList *list);
/* What holds all that is painted, inside of clips and of the picture; w and h 0: nothing is. */
Box drawlist_painted(const DrawList *list);

/* Something that can be pointed at; the last mark over a point wins. The name is copied, NULL allowed. */
void drawlist_mark(DrawList *list, Box box, Target target, bool focusable, const char *name);
const DrawCommand *drawlist_mark_at(const DrawList *list, Point point); /* inside all clips around the mark, or NULL */
Target drawlist_hit(const DrawList *list, Point point);                 /* its target */
const DrawCommand *drawlist_next_mark(const DrawList *list, const DrawCommand *after); /* NULL: the first; or none */
/* The last mark of the target, one where Tab stops before others; NULL: there is none. */
const DrawCommand *drawlist_marked(const DrawList *list, Target target);
bool target_equal(Target a, Target b);

/* The list as text, one command a line, numbers to 1/100 px, without pieces: for golden tests and for looking. */
void drawlist_print(const DrawList *list, Bytes *out);

/* A hash of what one command paints and where: equal hash, equal pixels. 0 for marks and pieces, which paint nothing.
 */
uint64_t drawlist_hash(const DrawCommand *command);

bool box_contains(Box box, Point point); /* left and top edges inside, right and bottom outside */
bool box_touches(Box a, Box b);
bool box_same(Box a, Box b);
Point box_middle(Box box);
Box box_intersect(Box a, Box b); /* w and h never negative */

static inline Box box_inset(Box box, float x, float y)
{
    return (Box){box.x + x, box.y + y, box.w - 2 * x, box.h - 2 * y};
}

#endif
