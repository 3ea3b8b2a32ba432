/* What a person has open: everything a picture depends on, as plain data. The app keeps one View and changes it; the
 * scene only reads it.
 *
 *   View view = view_default(theme_get(THEME_LIGHT), 1440, 900);
 *   view.trace = trace;
 *   bool free = view_changes(&view);
 */
#ifndef SCENE_VIEW_H
#define SCENE_VIEW_H

#include "derive/derive.h"
#include "draw/drawlist.h"
#include "lesson/course_path.h"
#include "lesson/exam.h"
#include "lesson/lesson.h"
#include "scene/view/control.h"
#include "scene/view/target.h"
#include "study/beam_search.h"
#include "study/comparison.h"
#include "study/exhibit.h"
#include "study/offered.h"
#include "study/question.h"
#include "study/quiz_mask.h"
#include "study/tipping.h"
#include "study/training.h"
#include "text/corpus.h"
#include "trace/trace.h"

/* `all` things in `parts` groups, as even as can be: the first one of a group, and the group that one is in. */
static inline int part_first(int part, int parts, int all)
{
    return (int)((int64_t)part * all / parts);
}

static inline int part_of(int index, int parts, int all)
{
    return (int)((((int64_t)index + 1) * parts - 1) / all);
}

typedef enum Overlay {
    OVERLAY_NONE,
    OVERLAY_HELP,
    OVERLAY_EXPORT,
    OVERLAY_VIEWS, /* those that have no tab in the bar */
    OVERLAY_COURSE,
    OVERLAY_WORDS,
    OVERLAY_CLASS
} Overlay;

#define EXPORT_FOLDERS 3

/* What Ctrl+E offers; both pictures are of what is in view now. */
typedef enum ExportChoice {
    EXPORT_STAGE_PNG,
    EXPORT_STAGE_SVG,
    EXPORT_STAGE_PDF,
    EXPORT_HEATMAP_PNG,
    EXPORT_HEATMAP_SVG,
    EXPORT_HEATMAP_PDF,
    EXPORT_HEATMAP_CSV,
    EXPORT_TRACE_JSON,
    EXPORT_CHOICES
} ExportChoice;

/* What of the place is copied, in a page. */
typedef enum ShareKind { SHARE_LINK, SHARE_FRAME } ShareKind;

typedef struct Field { /* the sentence field */
    const char *text;
    int caret, anchor;       /* bytes; the selection lies between them */
    const char *composition; /* what an input method is composing, or NULL */
    bool active;
    bool caret_on; /* the blinking half in which it shows */
} Field;

/* What the model writes with another word in the place of a source word. */
typedef struct OfferedLine {
    const char *sentence; /* NULL: it is not decoded yet */
    const char **words;   /* [count]; 0: it cannot be put there */
    const bool *other;    /* [count] what was written there before is another word */
    int count;
} OfferedLine;

/* The words that the model reads, or the field's terms, while OVERLAY_WORDS is open; or on the floor of the source
 * words to be put in the place of one of its own. */
typedef struct WordList {
    Field search;
    const Vocab *vocab;            /* of the model that it was opened with */
    const struct FieldTerm *terms; /* lesson/terms.h, [all]; NULL: it has words */
    const int *found; /* [count] ids of the words, or numbers of the terms, that hold what is typed; of none typed those
                       * that are offered */
    int count, all;   /* all: that the model knows, or that there are */
    int at;           /* which of `found` Enter takes; -1: none */
    int first;        /* row on top */
    int place;        /* of the source word, from 1; 0: OVERLAY_WORDS */
    const Offered *offered;
    const OfferedLine *lines; /* by id */
    bool tries;               /* the stage shows one that is pointed at, and nothing else that is changed by hand */
} WordList;

#define HEAT_ZOOM_MOST 12.0f

/* How the alignment is looked at in its own view. */
typedef struct HeatLook {
    float zoom;   /* 1: the whole map fits; 0 counts as 1 */
    Point middle; /* of what is in sight: source words and target words from the map's corner; where zoom > 1 */
    bool columns; /* each number as a share of its column, instead of the weight */
    bool arcs;    /* between the sentences, instead of cells: in decode and compare too */
    bool plain;   /* no numbers in the cells */
    bool path;    /* joins the largest weight of every row */
    bool hide_gold;
    const Link *gold; /* of this sentence, where its words are the reference's; NULL: there is none */
    int gold_count;
} HeatLook;

#define ORIGIN_DEPTH 40

/* Predict, then reveal. */
typedef struct Predict {
    bool on;
    int open; /* the last moment whose question is answered; what lies behind is asked. -1: none is */
    int asked, right;
    bool telling; /* why the last answer was right or wrong */
    bool shown;   /* which nobody gave: it was asked for */
    int answered; /* the gate of that question */
    int choice;
} Predict;

/* What the stage shows is still to come, in a page. */
typedef enum AwaitedPress {
    AWAITED_AGAIN, /* what could not be fetched */
    AWAITED_STAY,  /* in the lesson that is open */
} AwaitedPress;
typedef struct AwaitedState {
    bool on;
    int lesson;         /* its number, where a lesson is opened; 0: something of this one */
    bool lost, refused; /* it did not come; because the server does not have it */
    const char *file;   /* its name */
    bool changes;       /* another view is opened: */
    ViewKind kind;
} AwaitedState;

/* The panel that says where a number comes from. */
typedef struct Origin {
    Value trail[ORIGIN_DEPTH]; /* the last one is shown */
    int depth;                 /* 0: closed */
    int first;                 /* row of the list that is on top */
} Origin;

/* A score that is held still: query and key of step and word, cell by cell, with their terms and the sum. */
typedef struct FrozenPair {
    bool open;
    int step, word;
    int cell; /* that is looked at, with its group */
    bool all; /* every cell by itself */
} FrozenPair;

/* What is added to a word's vector and normalized, in the instants of derive/residual.h: in place of the stage. */
typedef struct NormLook {
    Value sum;  /* VALUE_NONE: it is closed */
    int moment; /* where it was opened, and stays open */
    float at;   /* instants that are over: 2.4 is two and 40 % of the third */
    int to;     /* so many it goes on to by itself, or back */
} NormLook;

/* The first minute: in place of the window's panels. */
typedef enum OpeningStage {
    OPENING_NONE,
    OPENING_PROMISE, /* a sentence and a button */
    OPENING_PLAYS,   /* the script of opening_script.h */
    OPENING_DRAG,    /* it has stopped: one bar asks to be dragged */
    OPENING_STEERED  /* another word is written now */
} OpeningStage;
typedef enum OpeningPress {
    OPENING_ON,    /* to the next stage */
    OPENING_AGAIN, /* all of it once more, from the help page */
    OPENING_SKIP   /* past what is shown now */
} OpeningPress;
typedef struct Opening {
    OpeningStage stage;
    int scene;         /* of the script, while it plays */
    int step, bar;     /* where it stops; the word that had the largest weight then */
    const char *wrote; /* and what was written */
    float pulse;       /* seconds since; negative: the bar was touched and rests */
    float rested;      /* seconds since the hand let go, after the word had become another */
    bool again;        /* it was asked for: behind it lies what was open before */
} Opening;

/* How the cursor goes on by itself, and by a step. */
typedef struct PlayState {
    bool on, fine; /* fine: a step goes to the next beat of a moment */
    float speed;
    float pause; /* seconds that playing rests at each moment of a decode step */
} PlayState;

/* What the picture is drawn into, and who reads it. */
typedef struct WindowState {
    bool present, captions, blank, reduced_motion;
    bool embedded;       /* in a frame of another page: stage and timeline alone, the card where K asks for it */
    bool in_page;        /* a browser's: its place is an address */
    bool by_finger;      /* on a touch screen: no text names a key */
    bool outlines;       /* frames around texts and around what can be pointed at: docs/debugging.md */
    bool told;           /* a figure has marks, and each says its number: for a page that tells what is pointed at */
    const char *caption; /* what explain_beat says of the cursor, shown where `captions` is set; may be NULL */
} WindowState;

/* On the card behind an exam's questions. */
typedef enum ExamPress { EXAM_END, EXAM_SAVE, EXAM_ANOTHER, EXAM_AGAIN, EXAM_CLASS } ExamPress;

/* A class's count-down, while presenting. */
typedef struct TimerState {
    bool on, paused;
    int seconds; /* left; 0: it is over */
} TimerState;

/* The card as it is read and answered. */
typedef struct PanelState {
    bool open; /* where it is folded to its tab: it lies over the stage */
    float scroll;
    bool asking;                   /* the card's questions hide their answers as long as they are open */
    QuizAnswer quizzes[QUIZ_MOST]; /* of the card */
    const Exam *exam;              /* NULL: the lesson is none. Until it is over nothing is told of what is right */
    int typing;            /* the quiz, from 1, whose number is being typed; 0: none. The caret blinks as field's */
    const bool *completed; /* [card_count] of the lesson; NULL: nobody knows */
    /* of the lesson's models: how far a person moved the map, every word as before; 0: none */
    double records[LESSON_MODELS];
    const Error *problem; /* why the lesson as it was saved last cannot be shown; NULL: it is shown */
} PanelState;

/* The stage's floors, from the ground up: scene/stage/floors.h. */
typedef enum Floor {
    FLOOR_SOURCE,
    FLOOR_STATES,
    FLOOR_SCORES,
    FLOOR_WEIGHTS,
    FLOOR_CONTEXT,
    FLOOR_DECODER,
    FLOOR_WORDS,
    FLOOR_COUNT
} Floor;

/* What of the floors a person asks for, beside the moment. */
typedef struct FloorLook {
    int opened;     /* the floor, from 1, that was opened by hand; 0: none is */
    bool even;      /* all of them have the same height */
    bool jumps;     /* they go over from these sizes, */
    double seconds; /* since */
    float hero[FLOOR_COUNT], near[FLOOR_COUNT], kept[FLOOR_COUNT]; /* as in Floors */
} FloorLook;

/* What a person's hand does on the stage and its timeline. */
typedef struct StageState {
    FloorLook floors;
    float scroll;
    Point pan;   /* px that a person has dragged a picture to the left and up which has not enough room: kit/pan.h */
    int steered; /* the step, from 1, whose chain shows up to its word while its weights are set; 0: none */
    Tippings tippings; /* of the weight that has the focus */
    /* a value that the pointer changes, or has just changed: no note over it until it points elsewhere */
    Target dragged;
    /* the step, from 2 (1: the encoder), that stays unfolded on a timeline whose knob is dragged; 0: none */
    int scrubbed;
    double waits; /* the cursor at the first change by hand: there the lesson waits */
} StageState;

/* Of self-attention: a word that was pressed, as long as the cursor is at that moment. */
typedef struct SelfState {
    int row, at;
    bool written; /* the decoder's own is wished for: view_written */
} SelfState;

/* Where Ctrl+E can write, and where it does. */
typedef struct ExportState {
    const char *folders[EXPORT_FOLDERS];
    int count, at;
} ExportState;

/* The course that the lesson is of, and its page. */
typedef struct CourseState {
    int number, count;                 /* of its lessons the open one; count = 0: it is none of a course's */
    const CoursePath *path;            /* that N goes along; NULL: it goes through the lessons */
    bool more;                         /* of its lessons one stands behind the open one */
    const struct Course *page;         /* scene/window/course_page.h; what OVERLAY_COURSE shows */
    const struct ExamResults *results; /* of a class, dropped by its teacher; NULL: none */
    float scroll;
} CourseState;

/* A line that says what just happened. */
typedef struct MessageState {
    const char *text; /* NULL: there is none */
    bool bad;         /* it tells of an error */
} MessageState;

/* Do written words say what they mean? */
typedef enum GlossLook {
    GLOSS_NONE,  /* in a picture that is not asked to: there is no room for it either */
    GLOSS_USUAL, /* as the language of the reader wants it */
    GLOSS_SHOWN,
    GLOSS_HIDDEN
} GlossLook;

/* Whether any word of the model does now. */
typedef enum GlossState { GLOSSES_MISSING, GLOSSES_HIDDEN, GLOSSES_SHOWN } GlossState;

typedef struct View {
    /* what all of the window shows */
    ViewKind kind;
    float width, height; /* logical px of the whole picture */
    const Theme *theme;
    Language language;
    GlossLook gloss;
    ColorMap map;
    const Trace *trace; /* never NULL */
    const Trace *own;   /* the same without what is changed by hand; NULL: nothing is */
    const Trace *whole; /* inside the scene alone: where `trace` hides an answer, the one with it */
    const Model *model;
    const Lesson *lesson; /* NULL: a bare model */
    int card;
    double cursor;  /* 0 .. moment_count - 1 */
    bool all_cells; /* of the vectors, instead of some chosen ones */
    Target hover, focus;
    Point pointer; /* outside of everything: negative */
    PlayState play;
    WindowState window;
    TimerState timer;
    PanelState panel;
    StageState stage;
    Field field;
    Origin origin;
    Predict predict;

    /* of one view, or some */
    LookKind look; /* of the open view's pictures */
    int pick;      /* of self-attention the head, of one step the row, that is looked at */
    HeatLook heat;
    FrozenPair pair;
    NormLook norm;
    SelfState self;
    int brush;                         /* of the patches view: which colour paints */
    const Comparison *compare;         /* of the compare view, never NULL while it is open; its side 0 is `trace` */
    const BeamSearch *search;          /* of the beam view, likewise */
    const Exhibit *exhibit;            /* of the exhibit view, likewise; its side 0 is `trace` */
    const Training *training;          /* of the train view; NULL: there is none */
    const struct OneStep *step;        /* study/one_step.h: of its look `step`; NULL: there is none, */
    const char *step_problem;          /* and why; NULL: nobody knows */
    int step_look;                     /* from 1: of the training, whose model it is of; 0: of the model on the stage */
    const struct WeightsPage *weights; /* scene/views/weights/view_weights.h; NULL: none are open */
    const struct CurvesPage *curves;   /* scene/views/curves/view_curves.h; NULL: no log is open */

    /* over the views, or in their place */
    Overlay overlay;
    WordList words;
    ExportState exports;
    CourseState course;
    const struct ClassPage *class_page; /* scene/window/class_page.h; what OVERLAY_CLASS shows */
    MessageState message;
    Opening opening;
    AwaitedState awaited;
} View;

/* The trace with all answers, inside the scene too. */
static inline const Trace *view_whole(const View *view)
{
    return view->whole ? view->whole : view->trace;
}

View view_default(const Theme *theme, float width, float height);
const char *view_said(const View *view, Word word); /* in its language, without keys where there may be none */

/* Whose tab is marked: of the view that is open, or waited for. */
ViewKind view_marked(const View *view);
/* gloss.c: what a word of the target means, where it is shown; NULL: nothing is. Every picture asks here. The other one
 * answers where it is turned off too: so much room it has. */
const char *view_gloss(const View *view, const char *word);
const char *view_gloss_room(const View *view, const char *word);
/* The same of a text that is nothing but such words, as a choice is: "cat catch mouse". */
const char *view_gloss_text(const View *view, const char *text, Arena *arena);
const char *view_gloss_text_room(const View *view, const char *text, Arena *arena);
/* For who cannot see it: "猫, meaning cat". The arena's, or `words` where nothing is shown. */
const char *view_gloss_name(const View *view, const char *words, Arena *arena);
GlossState view_glosses(const View *view);
/* The text with what its “words” in quotation marks mean behind them. The arena's, or `text`. */
const char *view_glossed(const View *view, const char *text, Arena *arena);

/* px of the smallest type; presented, all is larger, so it is as large there */
float view_type_least(const View *view);

/* False where a trace alone is open: then nothing can be decoded anew, so nothing is changed, compared or trained. */
bool view_decodes(const View *view);
bool view_offers(const View *view, ViewKind kind); /* a tab, and a key where it has one */
/* Is nothing said of such a moment? Of a chain whose steps each see the word at their own place, not what attention
 * would do: nothing is chosen by it, and lessons show such chains before they tell of it. */
bool view_leaves_out(const View *view, MomentKind kind);

/* Does the view self-attention show that of a Transformer's decoder among its written words? Else the encoder's. */
bool view_written(const View *view);

/* Words, states and the temperature can be changed by hand; in the first minute only weights can. */
bool view_changes(const View *view);
/* Something is changed by hand on a card that did not ask for it: the lesson waits until all is put back. */
bool view_plays(const View *view);
/* The decode of the sentence as it was before words of it were changed by hand, as long as this one; NULL: none were.
 */
const Trace *view_other_words(const View *view);

/* asking.c: where the stage stands: the cursor, or the word of the step whose weights are being set. */
double scene_cursor(const View *view);

/* predicting.c. Questions of view->predict: the next one; the one that stands on the screen; the one whose
 * answer is told. */
bool scene_question(const View *view, Question *out);
bool scene_asks(const View *view, Question *out);
bool scene_answered(const View *view, Question *out);
/* asking.c: what the card's open questions hide together; is one of them open, neither answered right nor given up? */
QuizMask scene_mask(const View *view);
bool scene_quiz_open(const View *view, int quiz);
bool scene_quiz_waits(const View *view, int quiz); /* what is written behind it waits for its answer */
bool scene_exhibit_asks(const View *view); /* what is wrong with the card's model is asked: nothing may name it */
Maths view_maths(const View *view, Arena *arena); /* for the names and derivations of what is in view */
/* What its own words and choices are taken from: all of it, but for what Predict asks before it. */
const Trace *scene_quiz_trace(const View *view, int quiz);
const Trace *scene_live_trace(const View *view, const Live *live); /* of a value in the card's text */
/* Does a value of the card's block, a row standing for its whole table, stand there as "?"? */
bool scene_text_waits(const View *view, int block, Arena *arena);
/* what is behind the card: the next one, another lesson, the beginning of this one or of the path */
Word scene_next_card(const View *view);
bool scene_has_back(const View *view); /* there is a card before it */
/* Of the card on the open path: "5 of 10", in a week of its day; NULL: it is beside it. `minutes`: with what it takes.
 * The arena's. */
const char *scene_path_at(const View *view, bool minutes, Arena *arena);
const char *scene_path_name(const View *view, Arena *arena); /* "45 minutes", "Day 2" */
/* The moment that must not be reached before an answer, of Predict's or the card's questions; -1: there is none. */
int scene_gate(const View *view);
const Trace *scene_seen_trace(const View *view, Arena *arena); /* what may be shown and told */

/* origin_value.c: the panel of view->origin is drawn while the trace has its value. */
bool scene_origin_open(const View *view);
const Value *origin_shown(const View *view); /* NULL: the panel is closed */
bool scene_pair_open(const View *view);      /* view->pair is drawn from its scores on up to the word of its step */
bool scene_norm_open(const View *view);      /* view->norm is drawn */
/* The last sum behind what the moment at the cursor makes is 1, the one before it 2; false: there are not so many. */
bool scene_norm_sum(const View *view, Arena *arena, int which, Value *out);
void scene_norm_show(View *view, Arena *arena, int instant); /* opens the last one there, with so many instants over */
bool scene_norm_there(const View *view, Value sum);          /* it can be: sum and what is made of it are to be seen */
Target norm_target(Value sum);                               /* that opens it; and the sum of such a target */
Value norm_sum(Target open);
Target value_target(const View *view, Value value); /* where the stage marks it; TARGET_NONE: nowhere */
/* In the panel of view->origin: the number behind an ORIGIN_NUMBER. */
bool scene_origin_value(const View *view, Target number, Arena *arena, Value *out);
bool scene_value_at(const View *view, Target target, Value *out); /* what a value of the stage is; false: nothing */
int scene_value_entries(const View *view, Value value);

/* step_value.c: the numbers of one training step, of its own decode, in which the wanted words are fed. */
bool scene_steps(const View *view);                                 /* it is drawn */
bool scene_step_value(const View *view, Target target, Value *out); /* what a STEP_NUMBER is; false: nothing */
Maths origin_maths(const View *view, Arena *arena); /* of what view->origin tells: of that decode, or as view_maths */

#endif
