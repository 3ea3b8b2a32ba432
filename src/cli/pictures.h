/* What the commands that draw share: fonts, themes, the file. */
#ifndef CLI_PICTURES_H
#define CLI_PICTURES_H

#include "cli/cli.h"
#include "export/export.h"
#include "lesson/place.h"
#include "scene/scene.h"

extern const char *const THEME_NAMES[]; /* "light", "dark", NULL: indexed by ThemeKind */

/* A sentence, decoded, and what it is drawn with. */
typedef struct SentencePicture {
    OpenFile source;
    Trace *trace;
    Type *type;
    View view; /* when everything has happened, the sentence in its field */
    DrawList list;
} SentencePicture;

/* Decodes `sentence`, or where it is NULL the lesson's, by the model that the first argument names; `needed` is what a
 * model file needs. A trace is the decode itself. `out` is empty, or its source opened already. picture_close takes it
 * away, after a failure too. */
MUST_USE bool picture_open(const Call *call, const char *sentence, const char *needed, SentencePicture *out,
                           Error *error);

/* Before picture_begin: the picture shows what one word's self-attention in that head is made of (0: the first). */
MUST_USE bool picture_tell_head(SentencePicture *picture, int head, Error *error);

/* Opens the fonts, and looks at the trace as the options say. */
MUST_USE bool picture_begin(const Call *call, SentencePicture *picture, int width, int height, Error *error);
void picture_close(SentencePicture *picture);

/* For --gloss: the view shows what words mean. False, with a sentence, where its lesson says it of none. */
MUST_USE bool picture_gloss(View *view, const char *given, Error *error);

/* What the picture's file carries (export/carry.h); `place` says where in the lesson, the rest of it is
 * filled in here. */
char *picture_state(const SentencePicture *picture, Place place, Arena *arena);
/* The same of any view, at that place: a trace has no model that could be named. */
char *picture_carries(const View *view, const Place *place, Arena *arena);

/* As --language says, else as the lesson does (NULL: there is none). */
Language picture_language(const Request *request, const Lesson *lesson);

/* The fonts that come with the program; NULL with a sentence. */
Type *picture_fonts(Arena *arena, Error *error);

/* "é (U+00E9), ✓ (U+2713) and 3 more" */
void picture_name_letters(const uint32_t *codepoints, int count, Bytes *out);

/* Says which characters no font has, in one line. NULL allowed. */
void picture_fonts_close(Type *type);

/* False, with a sentence, where the model has no weights. */
MUST_USE bool picture_weighs(const Trace *trace, Error *error);

#endif
