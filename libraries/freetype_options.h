/* FreeType's own options, without packed fonts, those of old systems, and tables that no font of the page has. */
#include <freetype/config/ftoption.h>
#undef FT_CONFIG_OPTION_USE_LZW
#undef FT_CONFIG_OPTION_USE_ZLIB
#undef FT_CONFIG_OPTION_SVG
#undef FT_CONFIG_OPTION_MAC_FONTS
#undef FT_CONFIG_OPTION_ADOBE_GLYPH_LIST
#undef FT_CONFIG_OPTION_ENVIRONMENT_PROPERTIES
#undef TT_CONFIG_OPTION_BDF
#undef TT_CONFIG_OPTION_COLOR_LAYERS
#undef TT_CONFIG_OPTION_EMBEDDED_BITMAPS
#undef TT_CONFIG_OPTION_GX_VAR_SUPPORT
#undef TT_SUPPORT_COLRV1
