#include "export/svg_fonts.h"

#include <hb-subset.h>
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

static bool put_rule(const FontFile *file, const hb_set_t *characters, Bytes *out)
{
    hb_face_t *font = type_hb_face(file);
    hb_subset_input_t *input = hb_subset_input_create_or_fail();
    hb_face_t *subset = NULL;
    if (input) {
        hb_set_union(hb_subset_input_unicode_set(input), characters);
        hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NO_HINTING);
        subset = hb_subset_or_fail(font, input);
    }
    if (subset) {
        hb_blob_t *blob = hb_face_reference_blob(subset);
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
    }
    hb_face_destroy(subset);
    hb_subset_input_destroy(input);
    hb_face_destroy(font);
    return subset != NULL;
}

bool svg_embed_fonts(const DrawList *list, Bytes *out, Error *error)
{
    hb_set_t *used[FACE_COUNT];
    for (int face = 0; face < FACE_COUNT; face++)
        used[face] = hb_set_create();
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        for (int j = 0; command->kind == DRAW_TEXT && j < command->text.count; j++)
            hb_set_add(used[command->text.face], command->text.letters[j].codepoint);
    }
    bool ok = true;
    for (int face = 0; face < FACE_COUNT; face++) {
        if (ok && !hb_set_is_empty(used[face]))
            ok = put_rule(type_font(list->type, (Face)face), used[face], out);
        hb_set_destroy(used[face]);
    }
    return ok || error_set(error, ERROR_SYSTEM, "the fonts cannot be cut down for embedding: leave --embed-fonts out");
}
