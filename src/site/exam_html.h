/* The card behind an exam's questions, to be read and pressed without the picture. */
#ifndef SITE_EXAM_HTML_H
#define SITE_EXAM_HTML_H

#include "scene/view/view.h"

void exam_html(Bytes *out, const View *view, Arena *arena); /* as scene/card/card_exam.c draws it */

#endif
