/* A picture with one of everything: for the tests of the exports, and to be looked at (specimen.c). */
#ifndef TESTS_EXPORT_SAMPLE_H
#define TESTS_EXPORT_SAMPLE_H

#include "draw/drawlist.h"

#define SAMPLE_W 960
#define SAMPLE_H 720

void sample_draw(DrawList *list, const Type *type, ThemeKind kind);

#endif
