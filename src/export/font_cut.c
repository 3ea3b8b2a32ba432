#include "export/font_cut.h"

#include <hb-subset.h>
#include <hb.h>

static const hb_tag_t SHAPING[] = {HB_TAG('G', 'S', 'U', 'B'), HB_TAG('G', 'P', 'O', 'S'), HB_TAG('G', 'D', 'E', 'F')};

/* What the texts of a list draw with a face. */
static void add_used(const DrawList *list, Face face, FontCut how, hb_set_t *used)
{
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind == DRAW_TEXT && command->text.face == face)
            for (int j = 0; j < command->text.count; j++) {
                const Letter *letter = &command->text.letters[j];
                hb_set_add(used, how == CUT_GLYPHS ? letter->glyph : letter->codepoint);
                if (how == CUT_CHARACTERS && command->text.left) /* brackets, which a browser turns about */
                    hb_set_add(used, hb_unicode_mirroring(hb_unicode_funcs_get_default(), letter->codepoint));
            }
    }
}

static hb_subset_input_t *wish(const DrawList *pages, int count, Face face, FontCut how)
{
    hb_subset_input_t *input = hb_subset_input_create_or_fail();
    if (!input)
        return NULL;
    bool glyphs = how == CUT_GLYPHS;
    hb_set_t *used = glyphs ? hb_subset_input_glyph_set(input) : hb_subset_input_unicode_set(input);
    for (int i = 0; i < count; i++)
        add_used(&pages[i], face, how, used);
    unsigned flags = HB_SUBSET_FLAGS_NO_HINTING;
    if (glyphs) {
        flags |= HB_SUBSET_FLAGS_RETAIN_GIDS | HB_SUBSET_FLAGS_DESUBROUTINIZE;
        for (size_t i = 0; i < sizeof SHAPING / sizeof *SHAPING; i++)
            hb_set_add(hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG), SHAPING[i]);
    }
    hb_subset_input_set_flags(input, flags);
    return input;
}

bool font_is_cff(const FontFile *file)
{
    hb_face_t *font = type_hb_face(file);
    hb_blob_t *outlines = hb_face_reference_table(font, HB_TAG('C', 'F', 'F', ' '));
    bool is = hb_blob_get_length(outlines) > 0;
    hb_blob_destroy(outlines);
    hb_face_destroy(font);
    return is;
}

bool font_is_used(const DrawList *pages, int count, Face face)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < pages[i].count; k++)
            if (pages[i].commands[k].kind == DRAW_TEXT && pages[i].commands[k].text.face == face)
                return true;
    return false;
}

hb_blob_t *font_cut(const DrawList *pages, int count, Face face, FontCut how)
{
    hb_face_t *font = type_hb_face(type_font(pages[0].type, face));
    hb_subset_input_t *input = wish(pages, count, face, how);
    hb_face_t *cut = input ? hb_subset_or_fail(font, input) : NULL;
    hb_blob_t *blob = cut ? hb_face_reference_blob(cut) : NULL;
    hb_face_destroy(cut);
    hb_subset_input_destroy(input);
    hb_face_destroy(font);
    return blob;
}
