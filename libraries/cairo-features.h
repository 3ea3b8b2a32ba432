/* What cairo's configure script writes: pictures in memory, PDF, fonts of FreeType. */
#ifndef CAIRO_FEATURES_H
#define CAIRO_FEATURES_H
#define CAIRO_HAS_FT_FONT           1
#define CAIRO_HAS_IMAGE_SURFACE     1
#define CAIRO_HAS_MIME_SURFACE      1
#define CAIRO_HAS_OBSERVER_SURFACE  1
#define CAIRO_HAS_PDF_SURFACE       1
#define CAIRO_HAS_RECORDING_SURFACE 1
#define CAIRO_HAS_USER_FONT         1
#endif
