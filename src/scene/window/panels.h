/* The window's panels, each drawn into the box it is given. */
#ifndef SCENE_PANELS_H
#define SCENE_PANELS_H

#include "scene/kit/widget.h"
#include "scene/stage/event_loop.h"
#include "scene/stage/matrix_picture.h"
#include "scene/view/window_layout.h"

void bar_draw(const Painter *painter, Box box); /* top_bar.c */
/* top_bar.c: of those kinds, a bit each, the views that are offered, as options; returns how many. */
int bar_views(const View *view, unsigned kinds, MenuOption options[VIEW_KINDS]);
void logo_draw(const Painter *painter, Point at, float scale);
float card_draw(const Painter *painter, Box box); /* card/card.c: returns how far it can scroll */
/* While a person plays: dim, about the model by itself (`own`), without answers, with the way back to it. */
float card_draw_waiting(const Painter *painter, const View *own, Box box);
void card_tab_draw(const Painter *painter, Box box); /* card_tab.c: what is left of it where it is folded */
void side_draw(const Painter *painter, const Scope *scope, Box box); /* side_panel.c */
void playing_draw(const Painter *painter, Box strip); /* playing_strip.c: where the lesson waits, and the way back */
/* awaited_stage.c: in their place, while view->awaited is on; and what it says */
void awaited_draw(const Painter *painter, Box stage, Box foot);
const char *awaited_told(const View *view, Arena *arena);
/* awaited_stage.c: in place of a picture that would tell the answer: of what it would be. */
void covered_draw(const Painter *painter, Box box);
void opening_draw(const Painter *painter);          /* opening.c: all of the window, while view->opening has a stage */
void origin_draw(const Painter *painter, Box box);  /* origin_panel.c: in the side panel's place */
bool predict_draw(const Painter *painter, Box box); /* question_foot.c; false: nothing is asked */
float predict_button_width(const Painter *painter);
void predict_button(const Painter *painter, Box box);
void foot_draw(const Painter *painter, const Scope *scope, Box box); /* timeline.c, with the formula on top */
/* The switch of glosses; false: nothing here has one. */
bool gloss_option(const Painter *painter, MenuOption *option);
bool foot_has_pace(Box foot); /* room for pauses, fine steps and glosses; else glosses stand at the sentence */
/* Play, back, on and speed at the left end of a foot; returns where its timeline may begin. */
float transport_draw(const Painter *painter, Box foot, bool plays);
void caption_draw(const Painter *painter, Box box, const char *caption); /* NULL: none */
/* formula_line.c */
void formula_draw(const Painter *painter, const Scope *scope, Point origin, float width, float size);
#define WHOLE_MARGIN 32
float whole_page_draw(const Painter *painter, Word title); /* whole_page.c: its ground and head; the title's width */
void overlay_draw(const Painter *painter);                 /* overlay.c */
void keys_draw(const Painter *painter);                    /* keys_page.c */
/* overlay.c: the note beside the pointer or the focus; NULL: there is none. What it is about: TARGET_NONE: nothing. */
void hint_draw(const Painter *painter, const char *text);
Target hint_target(const View *view);
/* vector_note.c: the same for a vector of a decode's stage, with all of its cells; false: it is none. */
bool vector_note_draw(const Painter *painter, Target target, const char *text);
/* sentence_field.c: the sentence field, 38 px high, and the button of the list of words. */
void field_draw(const Painter *painter, Box box);
void timer_draw(const Painter *painter, Box box);   /* class_timer.c: of a class, at the edge of the foot */
void words_draw(const Painter *painter, Box sheet); /* word_list.c */
float fool_height(const View *view);                /* fool_score.c; 0: the card is no such game */
void fool_draw(const Painter *painter, Box box);

char *describe_value(const View *view, Target target, Arena *arena); /* describe.c: as in decode */
char *describe_at(const View *view, Value value, Arena *arena);      /* one number; NULL: the trace does not have it */
/* steps_foot.c: a foot whose timeline has one dash for every step. */
typedef struct StepsFoot {
    const char *title; /* in the sans face */
    const char *notes; /* behind it, muted; may be NULL */
    int count;
    const char *const *names; /* [count], under the dashes */
    float progress;           /* 2.4: two are done and 40 % of the third */
    bool encodes;             /* the first dash is the encoder's */
    bool playing;
    int control, first; /* a press on dash i is TARGET_CONTROL {a: control, b: first + i} */
} StepsFoot;
void steps_draw(const Painter *painter, const StepsFoot *foot, Box box);

#endif
