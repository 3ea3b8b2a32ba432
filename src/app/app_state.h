/* What the window remembers between two events. Internal to app/. */
#ifndef APP_APP_STATE_H
#define APP_APP_STATE_H

#include "app/app.h"
#include "app/pace.h"
#include "base/event.h"
#include "lesson/progress.h"
#include "scene/scene.h"
#include "sdl/window.h"
#include "study/changes.h"
#include "study/compare_models.h"
#include "words/words.h"

#define APP_MODELS 16 /* a lesson has no more */

/* Sentences with gold links: the lesson's data and its held-out data; and where a drag over the map began. */
typedef struct Gold {
    Sentences sentences;
    Point pan_from, pan_middle;
} Gold;

/* A bar of the stage, or the temperature, under the mouse. */
typedef struct StageDrag {
    Point from, at;
    bool moving;  /* far enough to be more than a click */
    bool pending; /* `at` is not yet in the trace */
} StageDrag;

struct App {
    AppOptions options;
    const struct ViewInput *const *inputs; /* [VIEW_KINDS], of view_input.h */
    Window *window;
    Type *type;
    Lesson *lesson;
    int lesson_number, lesson_count;
    Model models[APP_MODELS]; /* of the lesson, in its order; read when they are first asked for */
    bool loaded[APP_MODELS];
    int model; /* the one on the stage */
    Trace *trace;
    Changes changes; /* what is in it that is not the model's own */
    StageDrag pull;
    bool resume; /* plays on when the question is answered */
    DrawList list;
    Arena scratch; /* of one event */

    View view;
    float zoom;      /* what a person chose; times the automatic scale */
    int target;      /* the moment that the cursor moves to */
    double now;      /* of the event or the frame, seconds */
    double moved_at; /* when the cursor last moved by time */
    Gold gold;
    struct CoursePage *course;   /* course_input.c; NULL: not opened yet */
    struct Comparing *comparing; /* compare_input.c; NULL until that view is opened */
    struct Beaming *beaming;     /* beam_input.c */
    struct LiveTraining *live;   /* of the train view, train_input.c; NULL: never opened */
    char field[SENTENCE_BYTES];
    char decoded[SENTENCE_BYTES]; /* the sentence of the trace; the field may be empty, or ahead of it */
    char composition[64];
    Arena caption;      /* the words of one moment */
    int caption_moment; /* which, in which language and trace */
    Language caption_language;
    const Trace *caption_trace;
    double caret_since;
    Target held;    /* what the mouse went down on and still holds */
    bool selecting; /* the mouse drags in the field */
    char message[512];
    double message_until;               /* 0: its time begins with the next frame */
    bool fonts_told;                    /* that one is damaged */
    Progress progress;                  /* of all lessons */
    bool progress_known, progress_kept; /* kept: it may be written */
    bool progress_lost;                 /* the last writing failed */
    bool *completed;                    /* [card_count] of the lesson */
    bool before_last, trained;          /* at the frame before: not yet at the last moment; a training was done */
    int played_card;
    const Trace *played_trace;
    struct Watching *watching; /* watch.c */
    bool dirty;                /* the picture has to be drawn again */
    bool quit;
    SceneExtent extent;
    bool extent_known;
};

/* app_state.c */
void app_say(App *app, Word word, ...);  /* a line over the stage; the word may be a format */
void app_warn(App *app, Word word, ...); /* the same, marked as bad news */
void app_tell(App *app, bool bad, const char *format, ...) PRINTF_LIKE(3, 4); /* what is no word of ours */
void app_fail(App *app, const Error *error);
void app_lay_out(App *app);                   /* things have another place or size: measured and drawn again */
void app_focus_on(App *app, Target target);   /* by a key: the pointer counts for nothing until it moves */
const Card *app_card(const App *app);         /* the open one */
QuizAnswer *app_answer(App *app, int quiz);   /* to a question of it; NULL: it has no such question */
bool app_may_touch(App *app, TouchKind kind); /* false after a message: the card wants it as it is */
void predict_begin_again(App *app);           /* all questions are asked again */
void origin_close(App *app);

/* open_lesson.c: all of the new lesson that can fail is made before anything of the old one goes; on failure all is as it was.
 * `model`: a name, NULL: the lesson's first. */
bool app_open_lesson(App *app, const char *folder, const char *model, Error *error);
bool app_change_lesson(App *app, const char *folder,
                       Error *error); /* from the open one to another, at its first card */
void app_close_lesson(App *app);
void app_set_title(App *app); /* of the window */

/* open_model.c */
void app_take_trace(App *app, Trace *trace);         /* on the stage instead of the old one; now the app's */
Model *app_model(App *app, int index, Error *error); /* NULL on failure */
bool app_choose_model(App *app, int index);          /* puts it on the stage; false after a message */
bool app_decode(App *app, const char *sentence);     /* nothing changed by hand; false: no word in it */
bool app_decode_changed(App *app, Error *error);     /* the same sentence with app->changes; the place is kept */
Trace *app_decode_again(const App *app);             /* what is on the stage, from nothing; the caller's */
void app_show_card(App *app, int card);
void app_show_card_with(App *app, int card, int model); /* -1: the card's own model */

/* decode_input.c: what is changed by hand */
void app_undo(App *app, int again); /* or redo; a key */

/* cursor.c: the cursor */
void app_go(App *app, int moment);      /* moves there */
void app_jump(App *app, int moment);    /* is there at once */
void app_stop_at(App *app, int moment); /* the same, and plays no more */
void cursor_move(App *app, Move move);
void app_play(App *app, bool play);
void app_advance(App *app); /* moves the cursor up to `now` */
bool app_moving(const App *app);

/* typing.c: who takes what is typed */
bool app_types(const App *app); /* somebody takes it */
bool app_types_not(const App *app);
void typing_end(App *app);
void caret_show(App *app); /* it blinks anew */
void field_set(App *app, const char *text);
void field_enter(App *app, bool active);
void quiz_enter(App *app, int quiz); /* types its number from now on; -1: none */

/* field_input.c: the sentence field */
void field_go(App *app);                      /* leaves it and plays the sentence from its start */
bool field_key(App *app, const Event *event); /* true: it was for the field */
void field_type(App *app, const char *text);
void field_point(App *app, Point point, bool extend);

/* card_progress.c */
void app_reached(App *app, GoalKind goal); /* completes the card, if that is its goal */
void app_answered_right(App *app);         /* one of its quizzes; perhaps all of them */
void app_tried_sentence(App *app);         /* the person is done with choosing one */
void app_left_card(App *app);              /* with Next */
char *progress_path(Arena *arena);         /* NULL: the person has no folder to keep it in */
void progress_open(App *app);              /* of the lesson that is open now */
void progress_close(App *app);
void progress_look(App *app); /* before every frame: what is reached by time */

/* reload.c */
void reload_look(App *app); /* about once a second at the files; reads the lesson again where they changed */

void app_open_link(App *app, Target link); /* card_link.c: of the open card */

/* quiz_input.c: the card's quizzes, by index */
void quiz_choose(App *app, Target choice);
void quiz_hint(App *app, Target hint);
void quiz_press_number(App *app, Target number); /* types there, or grades what is typed */
void quiz_focus(App *app, int by);               /* to the card's question, or from it to the next one */
void quiz_move(App *app, int by);                /* from choice to choice */
bool quiz_has_focus(const App *app);             /* a choice of it */
void quiz_typed(App *app, const char *text);
bool quiz_key(App *app, const Event *event); /* true: it was for the number */

void card_reveal(App *app, Target target); /* scrolls the card until it is in sight; nothing for what is not on it */

/* focus.c */
void app_focus(App *app, int by); /* to the next thing that takes it */
void app_forget_gone(App *app,
                     const DrawList *list); /* nothing that has left the picture keeps the focus or is dragged */
void app_settle_focus(App *app);            /* the same where the cursor comes to rest */

void app_press(App *app, Target target); /* press.c */

/* keyboard.c and pointer.c */
void app_key(App *app, const Event *event);
void app_pointer(App *app, const Event *event);
void app_update_hover(App *app);

void gold_find(App *app);   /* gold.c: of the sentence on the stage, into the view */
void gold_forget(App *app); /* another lesson comes */

/* course_input.c */
void app_open_course(App *app);
void course_press(App *app, Target target); /* its button, or a lesson on the page */
void course_move(App *app, int key);        /* an arrow */
bool course_is_open(const App *app);
bool app_next_lesson(App *app); /* behind the last card of this one */
void app_close_course(App *app);

/* here.c */
void app_share(App *app, int by); /* a key */
bool app_go_to(App *app, const char *place, Error *error);
void app_resume(App *app, const char *text, bool look_only);
void app_remember(App *app);
void app_check_home(App *app); /* where nothing can be kept there, says so once, and nothing is */

/* train_input.c: the training that runs outlives its lesson's being read again, where `next` trains that model in the same way. NULL:
 * there is none, or it does not. */
struct LiveTraining *training_take(App *app, const Lesson *next);
void training_give(App *app, struct LiveTraining *live); /* NULL allowed */

/* export_files.c */
void app_export(App *app, Target format);

#endif
