/* HTML, a piece at a time.
 *
 *   html_within(&bytes, "<p>", "a < b", ": "); // <p>a &lt; b:
 *   html_math(&bytes, "@g{h_2}");              // <span class="encoder"><i>h</i><sub>2</sub></span>
 *   bytes_add_text(&bytes, "</p>\n");
 */
#ifndef SITE_HTML_H
#define SITE_HTML_H

#include "base/file.h"
#include "draw/drawlist.h"

extern const char *const HTML_ROLES[ROLE_COUNT]; /* the class of what has the colour of a role */

void html_text(Bytes *out, const char *text); /* also inside of "..." */
void html_slice(Bytes *out, Slice text);
void html_within(Bytes *out, const char *before, const char *text, const char *after);
void html_element(Bytes *out, const char *name, const char *text); /* <name>text</name>, and the line ends */

/* A button for the window's own page: pressing it presses `target` there. `more`: further attributes, or "". */
void html_press(Bytes *out, Target target, const char *more, const char *name);
void html_math(Bytes *out, const char *markup); /* of scene/kit/markup.h */

#endif
