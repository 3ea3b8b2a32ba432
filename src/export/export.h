/* Pictures and numbers into files. The ending of the name says which format; the file is written whole or not at all.
 *
 *   ExportOptions options = {.scale = 2, .title = "cat chase mouse"};
 *   if (!export_picture(&list, "alignment.svg", &options, &error)) return false;
 *
 * Nothing is written where a font has turned out to be damaged (type_sound). The same input gives the same bytes. One
 * export at a time in a process: fonts are opened for the export and closed. */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include "base/error.h"
#include "base/file.h"
#include "draw/drawlist.h"
#include "matrix/matrix_stack.h"
#include "trace/trace.h"

typedef struct ExportOptions {
    float scale;       /* PNG: pixels per px of the list; 0 means 1 */
    bool embed_fonts;  /* SVG: put the glyphs it needs into the file, to look the same everywhere; HTML always does */
    const char *title; /* SVG and PDF: what the picture is called; may be NULL */
    const char *state; /* what the picture carries, so that it can be opened again (carry.h); may be NULL */
} ExportOptions;

/* .png, .svg (live text), .pdf (fonts embedded, text selectable), .eps, .html, .tex; upper case is as good. Any other
 * ending is an error that lists these. 96 px are an inch. `options` may be NULL. */
MUST_USE bool export_picture(const DrawList *list, const char *path, const ExportOptions *options, Error *error);

MUST_USE bool export_png(const DrawList *list, const ExportOptions *options, const char *path, Error *error);
MUST_USE bool export_pdf(const DrawList *list, const ExportOptions *options, const char *path, Error *error);
/* One page for each list, as large as the list, into fresh `out`, which is to be finished in any case; all lists have
 * the same Type. count >= 1; `path` is what the file will be called. */
MUST_USE bool export_pdf_pages(const DrawList *pages, int count, const char *title, const char *path, Bytes *out,
                               Error *error);
/* Encapsulated PostScript, fonts embedded; ERROR_USAGE in a build whose cairo writes none. */
MUST_USE bool export_eps(const DrawList *list, const ExportOptions *options, const char *path, Error *error);
/* TikZ for \input into a paper, whose font its words take; pictures of pixels cannot be in it (ERROR_USAGE). */
MUST_USE bool export_tikz(const DrawList *list, const ExportOptions *options, const char *path, Error *error);
/* A page of one file: what has a mark with a name says it when it is pointed at. Of several pictures the first is
 * shown, and a list of their `names` [count] chooses, as does a press on what has such a name in the first. count >= 1;
 * of one picture names may be NULL; all have the same Type. */
MUST_USE bool export_html(const DrawList *pages, int count, const char *const *names, const ExportOptions *options,
                          const char *path, Error *error);
/* The same into fresh `out`, which is to be finished in any case. */
MUST_USE bool export_svg_text(const DrawList *list, const ExportOptions *options, Bytes *out, Error *error);
MUST_USE bool export_svg(const DrawList *list, const ExportOptions *options, const char *path, Error *error);

/* .csv (RFC 4180, UTF-8, source words in the first row, target words in the first column), .json
 * ({"source":[],"target":[],"weights":[[]]}) or .npy (float32, without the words). Weights keep all their digits; blank
 * cells are empty, null or NaN. Of several matrices .npy is [head][row][column], with layers in front
 * [layer][head][row][column]; .json nests the same, with the numbers of "layers" and "heads"; .csv has a table for each
 * behind a row with its name, "head 3" or "layer 0 head 3". stack_parse reads all of them. */
MUST_USE bool export_alignment(const MatrixStack *stack, const char *path, Error *error);

/* The .json without its brackets. */
void export_matrix(const MatrixStack *stack, Bytes *out);

/* The table of the .csv, or with tabs for a spreadsheet to paste. */
void export_table(const MatrixStack *stack, char separator, Bytes *out);

/* What a file of this name would be, so that the command line can choose before it computes anything. */
typedef enum ExportFormat {
    EXPORT_PNG,
    EXPORT_SVG,
    EXPORT_PDF,
    EXPORT_EPS,
    EXPORT_HTML,
    EXPORT_TIKZ,
    EXPORT_CSV,
    EXPORT_JSON,
    EXPORT_NPY,
    EXPORT_OTHER,
} ExportFormat;
extern const char *const EXPORT_ENDINGS[];  /* ".png" and so on, indexed by ExportFormat, NULL behind the last */
extern const char *const PICTURE_ENDINGS[]; /* those of export_picture alone */
ExportFormat export_format(const char *path);
bool export_is_numbers(ExportFormat format); /* of export_alignment, not of export_picture */

#endif
