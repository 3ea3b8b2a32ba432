/* What the tests of the pictures share: the lesson, a model, sentences, and views of them.
 *
 *   Moving moving;
 *   moving_open(&moving, "lessons/05-cat-chase-mouse/model.safetensors");
 *   View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
 *   moving_draw(&moving, &view);                  // moving.list
 *   moving_close(&moving);
 *
 * ATTEND_DATA names the source tree. */
#ifndef TESTS_SCENE_MOVING_H
#define TESTS_SCENE_MOVING_H

#include "support.h"

#include "scene/scene.h"

typedef enum Sentence {
    SENTENCE_SHORT,   /* cat chase mouse */
    SENTENCE_MIDDLE,  /* seven words */
    SENTENCE_LONG,    /* twenty-five words, all known */
    SENTENCE_UNKNOWN, /* words that no vocabulary has, one of them long */
    SENTENCE_ONE,
    SENTENCES
} Sentence;
extern const char *const SENTENCE_TEXTS[SENTENCES];

/* The last rows of a list of sizes: telephones, held upright; the second is the picture in a window of 360 x 640. Then
 * lying ones: the pictures in windows of 844 x 390, 667 x 375, 740 x 360 and 932 x 430. */
#define PHONES                                                                                                         \
    {390, 844}, {437, 778}, {380, 800}, {927, 428}, {733, 412}, {814, 396},                                            \
    {                                                                                                                  \
        1024, 472                                                                                                      \
    }

typedef struct Moving {
    Arena arena;
    Type *type;
    Lesson *lesson;
    Model model;
    Trace *traces[SENTENCES];
    DrawList list;
} Moving;

void moving_open(Moving *moving, const char *model); /* fails the test where something is missing */
void moving_close(Moving *moving);
View moving_view(const Moving *moving, Sentence sentence, float width, float height);
void moving_captions(View *view, bool on); /* for which the window sees to it that a low picture is higher */
void moving_draw(Moving *moving, const View *view);
/* What a text of a picture says, as UTF-8, cut at the end of `out`; "" where the command is no text. */
enum { SAID_BYTES = 512 };
const char *command_text(const DrawCommand *command, char out[SAID_BYTES]);
/* px of its type, to hold against the smallest: a number may be a tenth smaller, as it is in a narrow cell. */
float command_type(const DrawCommand *command);
bool command_says(const DrawCommand *command, const char *wanted); /* that text, all of it */
bool moving_says(const Moving *moving, const char *wanted);        /* one of the picture's texts does */

Bytes moving_text(Moving *moving, const View *view); /* the picture's draw list in words; the caller's */

/* How often the program (libraries aside) has taken memory from the heap. */
long heap_count(void);

#endif
