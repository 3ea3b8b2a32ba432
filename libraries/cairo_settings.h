/* What cairo's configure script finds out, for WebAssembly and Windows. */
#include "cairo-features.h"
#define CAIRO_HAS_PTHREAD            1
#define CAIRO_HAS_REAL_PTHREAD       1
#define HAVE_CTIME_R                 1
#define HAVE_CXX11_ATOMIC_PRIMITIVES 1
#define HAVE_FT_GLYPHSLOT_EMBOLDEN   1
#define HAVE_FT_LIBRARY_SETLCDFILTER 1
#define HAVE_FT_LOAD_SFNT_TABLE      1
#define HAVE_INTTYPES_H              1
#define HAVE_STDINT_H                1
#define HAVE_STRNDUP                 1
#define HAVE_SYS_TYPES_H             1
#define HAVE_UINT64_T                1
#define PACKAGE_VERSION              "1.16.0"
#define SIZEOF_INT                   4
#define SIZEOF_LONG                  4
#define SIZEOF_LONG_LONG             8
#define SIZEOF_SIZE_T                __SIZEOF_SIZE_T__
#define SIZEOF_VOID_P                __SIZEOF_POINTER__
