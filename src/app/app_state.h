/* What the window remembers between two events, in groups, each kept by the file that is named with it; and what all
 * files of the floor ask for. Internal to app/. */
#ifndef APP_APP_STATE_H
#define APP_APP_STATE_H

#include "app/app.h"
#include "app/edit.h"
#include "app/measuring.h"
#include "app/pace.h"
#include "base/event.h"
#include "lesson/course_path.h"
#include "lesson/progress.h"
#include "scene/scene.h"
#include "scene/stage/floors.h"
#include "sdl/window.h"
#include "study/changes.h"
#include "study/compare_models.h"
#include "trace/beats.h"
#include "words/words.h"

/* open_lesson.c, open_model.c: what is open, and what the stage shows of it */
typedef struct OpenLesson {
    Lesson *lesson;
    Model models[LESSON_MODELS]; /* in the lesson's order; read when they are first asked for */
    bool loaded[LESSON_MODELS];
    int model;                    /* the one on the stage */
    int taken;                    /* traces so far */
    Trace *trace, *own;           /* own: without the changes by hand; NULL: there are none */
    Trace *beside;                /* of two traces that are compared, the other, of the second model; else NULL */
    Changes changes;              /* what is in the trace that is not the model's own */
    char decoded[SENTENCE_BYTES]; /* the sentence of the trace; the field may be empty, or ahead of it */
    Sentences sentences;          /* of its files */
} OpenLesson;

/* cursor.c: how the View's cursor moves */
typedef struct Playback {
    double target;   /* where it moves to: a moment, or the end of a beat */
    double moved_at; /* when it last moved by time */
    bool resume;     /* plays on when the question is answered */
    /* heatmap_input.c: where it was taken to, since no row was there yet, and from where; 0: it was not */
    double map_end, before_map;
} Playback;

/* The stage's floors as they are shown, and as they were asked for last: floors_input.c. */
typedef struct FloorsRun {
    Floors shown, asked;
    bool known;
    double since; /* the jump that is on its way */
} FloorsRun;

/* view.norm on its way: norm_input.c. */
typedef struct NormRun {
    float from; /* where it set out, */
    double since;
} NormRun;

/* A bar of the stage, or the temperature, under the mouse. */
typedef struct StageDrag {
    Point from, at;
    bool moving;  /* far enough to be more than a click */
    bool pending; /* `at` is not yet in the trace */
} StageDrag;

/* pointer.c: what the mouse holds */
typedef struct Hand {
    Target held;                /* what it went down on */
    bool selecting;             /* it drags in the field */
    Point scrub_from;           /* cursor.c: where the mouse went down */
    float scrub_by;             /* px from the pointer to the timeline's knob */
    StageDrag pull;             /* weight_input.c */
    Point pan_from, pan_middle; /* heatmap_input.c: where a drag over the map began */
} Hand;

/* typing.c, field_input.c: what is typed; the View's Field points here */
typedef struct Typing {
    char sentence[SENTENCE_BYTES];
    EditHistory history;
    char composition[64];
    double caret_since; /* it is shown since then */
} Typing;

/* app.c: the words of one moment, or of a beat on the way to it */
typedef struct Caption {
    Arena arena;
    int moment; /* which, in which language and trace */
    BeatKind beat;
    Language language;
    const Trace *trace;
} Caption;

/* app_state.c: the line over the stage */
typedef struct Message {
    char text[512];
    double until;    /* 0: its time begins with the next frame */
    bool fonts_told; /* that one is damaged */
} Message;

/* passage.c: where the view, or its look, is another one, the picture of the old one becomes the new one */
typedef struct ViewPassage {
    View shown;     /* what `list` shows */
    uint64_t words; /* a hash of the source words in it; 0: there are none */
    DrawList from, between;
    bool on;
    double since; /* 0: it begins with the next frame */
} ViewPassage;

/* path_input.c: the course's paths, once somebody asks for one */
typedef struct Paths {
    bool known;
    CoursePath all[PATH_KINDS];
} Paths;

/* timer_input.c */
typedef struct ClassTimer {
    bool runs;
    double left, since; /* so many seconds were left then */
} ClassTimer;

/* card_progress.c */
typedef struct CardProgress {
    Progress all;              /* of all lessons */
    bool known, kept;          /* read; it may be written */
    bool lost;                 /* the last writing failed */
    bool unkept;               /* a record that is not written yet */
    bool *completed;           /* [card_count] of the lesson */
    bool before_last, trained; /* at the frame before: not yet at the last moment; a training was done */
    int played_card;
    const Trace *played_trace;
    Exam exam;       /* that is open, where the lesson is one */
    bool exam_asked; /* to end it with open questions: the second press ends it */
} CardProgress;

/* opening_input.c */
typedef struct OpeningRun {
    double since;               /* when its scene, or its pulse, began */
    double let_go;              /* when the bar was, after another word had come of it */
    const char *lesson, *place; /* what is behind it; place: NULL: the beginning */
} OpeningRun;

/* awaited.c: what is done again when a file has come that it needs */
typedef enum AwaitedKind {
    AWAITED_NOTHING,
    AWAITED_VIEW,    /* a view is shown */
    AWAITED_PRESS,   /* what the open view does with a press */
    AWAITED_CARD,    /* what the open card sets, with that model */
    AWAITED_LESSON,  /* a lesson is opened */
    AWAITED_PLACE,   /* a place is gone to */
    AWAITED_OPENING, /* the first minute begins */
} AwaitedKind;
#define AWAITED_WHERE 16384
typedef struct Awaited {
    AwaitedKind kind;
    char file[FILE_NAME_SIZE];
    ViewKind view;             /* AWAITED_VIEW */
    Target target;             /* AWAITED_PRESS */
    int model;                 /* AWAITED_CARD */
    char where[AWAITED_WHERE]; /* AWAITED_LESSON: its folder; AWAITED_PLACE */
    bool again;                /* AWAITED_OPENING: from the page of keys */
    bool came;                 /* what was waited for last */
} Awaited;

/* touch.c: fingers on the screen */
typedef enum TouchStage {
    TOUCH_NONE,
    TOUCH_WAITS, /* it may become anything */
    TOUCH_RESTS, /* it points */
    TOUCH_SCROLLS,
    TOUCH_DRAGS,
    TOUCH_PINCHES,
} TouchStage;
typedef struct Fingers {
    TouchStage stage;
    int64_t ids[2];
    Point at[2];
    int count;
    Point from;   /* of the first */
    Point beside; /* px from it to what it means, where that is small */
    double since;
} Fingers;

struct App {
    AppOptions options;
    const struct ViewInput *const *inputs; /* [VIEW_KINDS], of view_input.h */
    Window *window;
    Type *type;
    View view;
    DrawList list;
    SceneLayout layout; /* of it */
    bool dirty;         /* the picture has to be drawn again */
    Arena scratch;      /* of one event */
    Arena kept;         /* as long as the window is open: the folders of the View */
    double now;         /* of the event or the frame, seconds */
    float zoom;         /* what a person chose; times the automatic scale */
    bool quit;

    OpenLesson open;
    Playback cursor;
    FloorsRun floors;
    NormRun norm;
    Hand hand;
    Fingers fingers;
    Typing typing;
    Caption caption;
    Message message;
    ViewPassage passage;
    CardProgress progress;
    Paths paths;
    ClassTimer timer;
    OpeningRun opening;
    Awaited awaited;
    Measuring measuring;
    struct ClassRoom *class_room; /* class_input.c: your class's model; NULL: not opened yet */

    struct Said *said;             /* screen_reader.c; NULL: nobody reads it */
    struct KnownWords *known;      /* words_input.c; NULL: the list was not opened yet */
    struct CoursePage *course;     /* course_input.c; NULL: not opened yet */
    struct ExamResults *results;   /* exam_input.c: of a class; NULL: none */
    struct Comparing *comparing;   /* compare_input.c; NULL until that view is opened */
    struct Beaming *beaming;       /* beam_input.c */
    struct Exhibiting *exhibiting; /* exhibit_input.c; NULL until that view is opened */
    struct LiveTraining *live;     /* of the train view, train_input.c; NULL: never opened */
    struct Watching *watching;     /* watch.c */
    struct Weighing *weighing;     /* of the weights view, weights_input.c; NULL: no weights are open */
    struct Curves *curves;         /* of the curves view, curves_input.c; NULL: no log is open */
    ViewKind behind;               /* what a file lies over: app_lesson_view */
};

void passage_begin(App *app);            /* before `list` is laid out */
const DrawList *passage_list(App *app);  /* what is shown now: `list`, or what is on its way there */
void passage_end(App *app);              /* parts of the old picture are about to go */
void app_say(App *app, Word word, ...);  /* a line over the stage; the word may be a format */
void app_warn(App *app, Word word, ...); /* the same, marked as bad news */
void app_tell(App *app, bool bad, const char *format, ...) PRINTF_LIKE(3, 4); /* what is no word of ours */
void app_fail(App *app, const Error *error); /* what is only to come is waited for, and no more: awaited.h */
void app_wake(void *window);                 /* for threads that have something new */
void app_measure(App *app);                  /* the View is as large as the window has it */
void app_lay_out(App *app);                  /* list and layout are those of the View as it is now */
const SceneLayout *app_layout(App *app);     /* where things are; laid out again where the picture is an old one */
void app_focus_on(App *app, Target target);  /* by a key: the pointer counts for nothing until it moves */
const Card *app_card(const App *app);        /* the open one */
bool class_is_open(const App *app);          /* the page of your class's model */
bool class_types(const App *app);            /* and its lines have the keys */
bool words_are_open(const App *app);         /* the list of the words that the model knows */
QuizAnswer *app_answer(App *app, int quiz);  /* to a question of it; NULL: it has no such question */
void app_first_answer(App *app);             /* a message that a question is open, and its card, where that is folded */
bool app_may_answer(App *app); /* false after a message: the card's model is still to come, and would grade it */
bool app_may_give(App *app);   /* false after a message: it would hold the answer to an open question */
bool app_may_decode(App *app); /* false after a message: a trace alone is open */

#endif
