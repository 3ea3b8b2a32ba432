#include "export/svg_fonts.h"

#include "export/font_cut.h"

#include <hb.h>

#include <string.h>

void svg_base64(Bytes *out, const unsigned char *data, size_t length)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        size_t left = length - i;
        uint32_t bits =
            (uint32_t)data[i] << 16 | (left > 1 ? (uint32_t)data[i + 1] << 8 : 0) | (left > 2 ? data[i + 2] : 0u);
        char four[4] = {digits[bits >> 18], digits[bits >> 12 & 63], '=', '='};
        if (left > 1)
            four[2] = digits[bits >> 6 & 63];
        if (left > 2)
            four[3] = digits[bits & 63];
        bytes_add(out, four, sizeof four);
    }
}

static bool put_rule(const DrawList *pages, int count, Face face, Bytes *out)
{
    hb_blob_t *blob = font_cut(pages, count, face, CUT_CHARACTERS);
    if (!blob)
        return false;
    const FontFile *file = type_font(pages->type, face);
    unsigned length = 0;
    const char *data = hb_blob_get_data(blob, &length);
    Slice names = slice_of(file->family), family;
    slice_cut(&names, ',', &family); /* the first, with its quotes */
    bytes_printf(out, "@font-face{font-family:%.*s;font-weight:%d;font-style:%s;src:url(data:font/%s;base64,",
                 (int)family.length, family.text, file->weight, file->italic ? "italic" : "normal",
                 length >= 4 && memcmp(data, "OTTO", 4) == 0 ? "otf" : "ttf");
    svg_base64(out, (const unsigned char *)data, length);
    bytes_add_text(out, ")}\n");
    hb_blob_destroy(blob);
    return true;
}

bool svg_embed_fonts(const DrawList *pages, int count, Bytes *out, Error *error)
{
    bool ok = true;
    for (int face = 0; face < FACE_COUNT && ok; face++)
        ok = !font_is_used(pages, count, (Face)face) || put_rule(pages, count, (Face)face, out);
    return ok || error_set(error, ERROR_SYSTEM, "the fonts cannot be cut down for embedding");
}
