/* The font of attend heatmap's words. */
#include "base/resource.h"
#include "cli/heatmap.h"
#include "words/figures_words.h"

typedef enum FontName { FONT_SANS, FONT_BOLD, FONT_SERIF, FONT_TIMES } FontName;
const char *const FONT_NAMES[] = {
    [FONT_SANS] = "sans", [FONT_BOLD] = "bold", [FONT_SERIF] = "serif", [FONT_TIMES] = "times", NULL};

/* Not one of the fonts that are open anyway: few figures want it. */
static const char *roman_path(Arena *arena, Error *error)
{
    const char *folder = resource_need("assets/fonts", arena, error);
    return folder ? path_join(arena, folder, "attend-roman-regular.otf") : NULL;
}

bool heatmap_face(const Call *call, Type *type, Face *out, Error *error)
{
    static const Face faces[] = {[FONT_SANS] = FACE_SANS, [FONT_BOLD] = FACE_SANS_BOLD, [FONT_SERIF] = FACE_MATH};
    const Request *request = &call->request;
    const char *path = request->font_file;
    if (path && request->font != FONT_SANS)
        return error_set(error, ERROR_USAGE, "--font-file F is the font of all words: leave --font %s out",
                         FONT_NAMES[request->font]);
    if (!path && request->font != FONT_TIMES) {
        *out = faces[request->font];
        return true;
    }
    path = path ? path : roman_path(call->arena, error);
    return path && type_add(type, path, out, error);
}

/* Adds it where it is a new one. */
static int note_letter(uint32_t *found, int count, int most, uint32_t letter)
{
    for (int i = 0; i < count; i++)
        if (found[i] == letter)
            return count;
    if (count < most)
        found[count++] = letter;
    return count;
}

static int letters_beside(const DrawList *list, Face face, uint32_t *found, int most)
{
    int count = 0;
    for (const DrawCommand *command = list->commands; command < list->commands + list->count; command++)
        for (int i = 0; command->kind == DRAW_TEXT && command->text.face != face && i < command->text.count; i++)
            if (command->text.letters[i].codepoint > ' ')
                count = note_letter(found, count, most, command->text.letters[i].codepoint);
    return count;
}

void heatmap_tell_face(const Call *call, const DrawList *list, Face face, Language language)
{
    enum { MOST = 64 };
    const Request *request = &call->request;
    uint32_t found[MOST];
    if (export_format(request->output) == EXPORT_TIKZ) {
        if (request->font_file || request->font != FONT_SANS)
            output_note("%s", said(language, W_NOTE_TEX_FONT));
        return;
    }
    int count = request->font_file ? letters_beside(list, face, found, MOST) : 0;
    Bytes names = {0};
    if (count > 0) {
        picture_name_letters(found, count, &names);
        output_note(said(language, W_NOTE_FONT_LACKS), request->font_file, names.data);
    }
    bytes_finish(&names);
}
