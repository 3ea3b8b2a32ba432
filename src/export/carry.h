/* A text that a picture carries, so that what it shows can be opened again: in PNG an iTXt chunk "attend", in SVG
 * <metadata id="attend">, in PDF an attached file attend.json, in EPS and TeX lines of comment behind "%attend: ".
 *
 *   Bytes carried = {0};
 *   if (carry_is_picture(text) && !carry_read(text, "softmax.pdf", &carried, &error)) return false;
 *   bytes_finish(&carried);
 */
#ifndef EXPORT_CARRY_H
#define EXPORT_CARRY_H

#include "base/error.h"
#include "base/file.h"

#define CARRY_NAME "attend" /* of the chunk and of the element */

/* By its first bytes: a PNG, SVG, PDF, EPS or TikZ. */
bool carry_is_picture(Slice file);

/* Appends the text that the picture carries to `out`. An error (ERROR_FORMAT) where it carries none, or
 * is damaged there. */
MUST_USE bool carry_read(Slice file, const char *path, Bytes *out, Error *error);

/* Attaches the text to a PDF as cairo 1.16 writes it, with one table of objects, by a further part behind its end; a
 * PDF of another form stays as it is. */
void carry_attach(Bytes *pdf, const char *text);

/* Adds the same for EPS and TeX, behind the end of a line. The text is JSON: what is not ASCII in it is escaped. */
void carry_comment(const char *json, Bytes *out);

#endif
