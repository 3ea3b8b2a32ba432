/* Lessons: folders of Markdown and data that a teacher writes (docs/design.md#lessons).
 *
 *   Lesson *lesson = lesson_load("lessons/05-cat-chase-mouse", &error);
 *   const Card *card = &lesson->cards[0];
 *   lesson_destroy(lesson);
 */
#ifndef LESSON_LESSON_H
#define LESSON_LESSON_H

#include "base/image.h"
#include "lesson/glossary.h"
#include "lesson/listing.h"
#include "lesson/view_kind.h"
#include "model/train.h"
#include "trace/trace.h"

#define LESSON_LANGUAGES 2 /* indexed by Language */
#define LESSON_MEETS     20
/* With its NUL, whether a lesson sets it, a place carries it or a person types it: it may be all one word. */
#define SENTENCE_BYTES (WORD_BYTES_MOST + 1)

/* ---- text ---- */

typedef enum SpanStyle {
    SPAN_PLAIN = 0,
    SPAN_BOLD = 1,
    SPAN_ITALIC = 2,
    SPAN_CODE = 4,
    SPAN_LINK = 8,
    SPAN_LIVE = 16,
    SPAN_MATH = 32 /* its text is the markup of a formula: scene/kit/markup.h */
} SpanStyle;

/* A name in braces: {alpha_32}, {h_3}, {m_3}, {f_3}, {c_1}, {s_2}, {D_3}, {e_12}, {y_3}: what it names, counted from 1.
 */
typedef enum LiveKind {
    LIVE_NONE,
    LIVE_ANNOTATION,
    LIVE_SCORE,
    LIVE_WEIGHT,
    LIVE_CONTEXT,
    LIVE_STATE,
    LIVE_WORD,
    LIVE_SOURCE,
    LIVE_MEMORY, /* of the encoder's reader from left to right, as are the gates of its cell */
    LIVE_GATE,
    LIVE_ASKED /* what asks the source, of a Transformer's decoder: D */
} LiveKind;
#define LIVE_ALL (-1) /* in highlight and dim only: every position, and as `t` the step that is shown */
typedef struct Live {
    LiveKind kind;
    int t, j;  /* target step, source position; 0 where the kind has none. s_0 and y_0 have t = 0 themselves */
    char gate; /* LIVE_GATE: its letter */
} Live;

typedef struct Span {
    int style;        /* of SpanStyle, or'ed */
    const char *text; /* SPAN_LIVE: as written, without the braces; "\n" inside a text is a hard line break */
    const char *link; /* SPAN_LINK: http(s), or a path inside the lesson's folder */
    Live live;
    int line; /* SPAN_LIVE: in the file */
} Span;

typedef enum BlockKind {
    BLOCK_PARAGRAPH,
    BLOCK_HEADING,
    BLOCK_ITEM,
    BLOCK_NOTE,
    BLOCK_CODE,
    BLOCK_TABLE_ROW,
    BLOCK_QUIZ,
    BLOCK_PICTURE /* its text says what it shows, for who cannot see it */
} BlockKind;

typedef struct TextBlock {
    BlockKind kind;
    int level;  /* headings 2..6; items: depth from 1; paragraphs and code inside an item: its depth, else 0 */
    int number; /* of an ordered item, 0 else */
    Span *spans;
    int span_count;
    const char *label;      /* BLOCK_NOTE (a Markdown quote): its bold lead such as "Try it", or NULL */
    int *cells, cell_count; /* BLOCK_TABLE_ROW: first span of every cell */
    bool header;
    int quiz;           /* BLOCK_QUIZ: index into the card's quizzes */
    const char *file;   /* BLOCK_PICTURE: inside the lesson's folder */
    const Image *image; /* BLOCK_PICTURE: NULL after lesson_parse, which opens nothing */
    int line;           /* BLOCK_PICTURE: in the file */
} TextBlock;

/* ---- what the stage shows on a card ---- */

/* What a person does to complete a card. */
typedef enum GoalKind {
    GOAL_NONE, /* looking at it */
    GOAL_ANSWER,
    GOAL_PLAY, /* reach the last moment */
    GOAL_SENTENCE,
    GOAL_WEIGHTS,
    GOAL_TEMPERATURE,
    GOAL_WORD, /* force another word */
    GOAL_TRAIN,
    GOAL_MUTE, /* an encoder state */
    GOAL_FOOL  /* move a FOOL_GOAL of the map while every word stays */
} GoalKind;
extern const char *const GOAL_NAMES[];
#define FOOL_GOAL 0.3 /* map_distance of trace/dragged.h */

#define STAGE_LIGHTS 8
#define STAGE_PANELS 4 /* of one step of training */
#define STAGE_CAUSES 8

#define BEAM_SIZES 8 /* of the view beam: a person, or a card, can choose 1 to 8 */
#define BEAM_USUAL 4 /* where nobody has chosen */

/* How a card or a gate has its sentence decoded. */
typedef struct DecodeSetting {
    const char *force;  /* words fed to the decoder in turn, with spaces between; NULL: none */
    const char *mute;   /* encoder states that are 0, as trace_mute reads them; NULL: none */
    double temperature; /* of the weights' softmax; 0: the model's own */
} DecodeSetting;
bool setting_equal(const DecodeSetting *a, const DecodeSetting *b);

typedef struct StageSetting {
    bool present; /* the card has an attend block */
    ViewKind view;
    LookKind look;
    int step;     /* from 1; 0: not said */
    int position; /* of the source word, from 1, for moments of the encoder that have one; 0: the last that is read */
    int layer;    /* of several, from 1, whose state it is; 0: the top one */
    MomentKind moment;    /* MOMENT_START where not said; with a step alone MOMENT_WORD, the whole step */
    const char *sentence; /* NULL: the lesson's */
    int model;            /* index of the lesson's model on the stage */
    int against;          /* of the other one to compare it with; -1: not said */
    DecodeSetting decode;
    int beam;    /* of the view beam: hypotheses kept at each step; 0: BEAM_USUAL */
    int beat;    /* of the moment, from 1, that the stage stops behind; 0: the moment has ended */
    int instant; /* instants of add and norm that are over, of the moment's last sum; 0: it is closed */
    int panel;   /* of the four of one step of training, from 1, that the card is about; 0: not said */
    GoalKind goal;
    Live highlight[STAGE_LIGHTS], dim[STAGE_LIGHTS];
    int highlight_count, dim_count;
    int causes[STAGE_CAUSES], cause_count; /* indices of the lesson's gates that hold what the card says of causes */
    int line;
} StageSetting;

typedef enum QuizKind { QUIZ_CHOICE, QUIZ_WEIGHT, QUIZ_NEXT, QUIZ_NUMBER } QuizKind;

/* Where a question stands: where it is written, or before the rest of the card, which waits for the answer. */
typedef enum AskKind { ASK_BESIDE, ASK_FIRST } AskKind;
/* What of the stage waits with it: what tells the answer (study/quiz_mask.h), nothing, all, or from a moment of
 * the step on. */
typedef enum HideKind { HIDE_ANSWER, HIDE_TEXT, HIDE_STAGE, HIDE_FROM } HideKind;

typedef struct Quiz {
    QuizKind kind;
    AskKind ask;
    int hide;                               /* of HideKind; HIDE_FROM + k: from MOMENT_PREVIOUS + k on */
    int step;                               /* QUIZ_WEIGHT, QUIZ_NEXT, QUIZ_NUMBER: of the trace, from 1 */
    const char *question[LESSON_LANGUAGES]; /* question, hint and why may hold live names: see live_fill */
    const char **choices[LESSON_LANGUAGES]; /* QUIZ_CHOICE; QUIZ_WEIGHT and QUIZ_NEXT take theirs from the trace */
    int choice_count;
    int answer;                           /* index of the right choice, from 0 */
    const char **wrong[LESSON_LANGUAGES]; /* why a choice is not it, NULL at the answer; NULL: no choice says why */
    double number, tolerance;             /* QUIZ_NUMBER */
    Live live;                            /* QUIZ_NUMBER whose answer is a value of the trace; else LIVE_NONE */
    const char *hint[LESSON_LANGUAGES], *why[LESSON_LANGUAGES];
    int line, translated_line; /* in lesson.md, in lesson.zh.md */
    uint64_t seed;             /* of the order of its choices */
    const char **again;        /* "9.3": cards that teach what is asked, to be read again after a wrong answer */
    int again_count;
    int unglossed; /* 1: it asks for a meaning: while it is open no word says what it means */
} Quiz;

#define QUIZ_MOST   8 /* of a card */
#define QUIZ_DIGITS 16

/* What a person does with a quiz; zeroed: nothing yet. */
typedef struct QuizAnswer {
    bool answered, hint; /* hint: it was asked for */
    bool shown;          /* the answer was found or given up, and may be seen */
    int choice;          /* where answered, and the quiz has choices */
    double number;       /* where answered, QUIZ_NUMBER */
    char typed[QUIZ_DIGITS];
    int caret; /* bytes; all of `typed` is ASCII */
} QuizAnswer;

typedef struct Card {
    const char *title[LESSON_LANGUAGES];
    TextBlock *blocks[LESSON_LANGUAGES];
    int block_count[LESSON_LANGUAGES];
    Quiz *quizzes;
    int quiz_count;
    StageSetting stage;
    int line, translated_line; /* in lesson.md, in lesson.zh.md */
} Card;

/* ---- models, gates ---- */

#define LESSON_MODELS 16 /* a lesson has no more */

typedef struct LessonModel {
    const char *name;    /* "model" for the first */
    const char *path;    /* folder/NAME.safetensors */
    const char *data;    /* what it learns: the lesson's, or its own */
    const char *heldout; /* what it is measured on; NULL: it has its own data and names none */
    Config config;
    TrainOptions train;
} LessonModel;

/* A claim that a model must keep. Of a sentence: where the largest weights of its steps lie, how it is translated, a
 * score, a weight or an entry of a vector, how likely a word is at a step, by how much two vectors differ, how word
 * `from` looks at word `to` in a head of self-attention, how far the map can be moved while every word stays. Of the
 * held-out pairs: what `attend eval` measures, also with --first-word. Of the training pairs: how many have some words.
 * Of the model: how many parameters it has. */
typedef enum GateKind {
    GATE_EXACT_MATCH,
    GATE_LOSS,
    GATE_BLEU,
    GATE_AER,
    GATE_AER_BEST,  /* up to here: measured on held-out pairs by one evaluation */
    GATE_AGREEMENT, /* also on held-out pairs: trace/agreement.h */
    GATE_WEIGHT,
    GATE_TRANSLATION,
    GATE_VALUE,
    GATE_PROBABILITY,
    GATE_DIFFERENCE,
    GATE_SELF,
    GATE_FOOL,
    GATE_FIRST_WORD, /* on held-out pairs, see model/first_word.h */
    GATE_GRADIENT,   /* on held-out pairs, see model/gradient_reach.h */
    GATE_PAIRS,
    GATE_PARAMETERS,
    GATE_KINDS
} GateKind;

/* What must keep the bounds where a gate has seeds: each of the models, or what is measured of them in the mean. */
typedef enum SeedsKind { SEEDS_EACH, SEEDS_MEAN } SeedsKind;
extern const char *const GATE_NAMES[]; /* by GateKind, NULL behind the last */

typedef struct Gate {
    GateKind kind;
    const char *id;        /* by which a card's `because` names it; NULL: no card does */
    int model;             /* index of the lesson's model */
    double least, most;    /* of what is measured, both allowed (a weight must be above `least`); infinite: no bound */
    int shortest, longest; /* source words of the pairs that count; 0: all do */
    const char *sentence;  /* of the kinds that decode one, with the word that `replace` puts in, in this way: */
    DecodeSetting decode;
    int beam;                    /* hypotheses kept, also where exact match is measured; 0: greedy */
    int drag_step, drag_to;      /* all the weight of this step on this source word, from 1; 0: none */
    double rate;                 /* behind one step of training on the sentence; 0: of the model as it is */
    const char *wanted;          /* the words that this step wants */
    const char *expected;        /* translation; probability: the word; value: the name as written */
    Live live[2];                /* value: the first; difference: both */
    int entry;                   /* value of a vector: from 1 */
    const char *names[2];        /* difference: as written */
    const char *other;           /* difference: the sentence of the second vector; NULL: the same */
    int step;                    /* probability; weight: of the first peak; from 1 */
    int *peaks, peak_count;      /* weight: the source positions (from 1) of that step and the next ones */
    int head, from, to;          /* self: from 1; of an alignment error: the head across, 0: the mean of all */
    int layer;                   /* of an alignment error: of a Transformer's decoder, from 1; 0: the top one */
    int after;                   /* first word: how many words were read */
    int map;                     /* agreement: CauseKind */
    const char *source, *target; /* pairs: words that stand in a row in the pairs that count; NULL: any */
    int first_seed, last_seed; /* it is a claim on the models that these seeds make, not on the lesson's; 0: on that */
    SeedsKind of;
    int line;
} Gate;

#define GATE_SEEDS 32 /* a gate has no more */

/* Where a lesson belongs in a course; the course page goes by it, W_GROUP_STEPS and so on name it. */
typedef enum GroupKind {
    GROUP_NONE,
    GROUP_BEFORE,
    GROUP_STEPS,
    GROUP_PAPERS,
    GROUP_READING,
    GROUP_TRANSFORMER,
    GROUP_OTHER,
    GROUP_MUSEUM,
    GROUP_END,
    GROUP_KINDS
} GroupKind;
extern const char *const GROUP_NAMES[];

typedef struct Lesson {
    Arena arena;
    const char *folder, *path; /* path of lesson.md */
    int draw, draws; /* which draw it is (lesson/draw.h); so many show every row. Both 1 where nothing is drawn */
    int exam;        /* 1: one try each, and what was right is told at the end: lesson/exam.h */
    int order;
    GroupKind group;
    int minutes; /* that it takes; as said; else what reading it and trying what its notes say takes */
    const char *title[LESSON_LANGUAGES];
    const char *aim[LESSON_LANGUAGES];   /* what one learns; NULL: not said */
    int meets[LESSON_MEETS], meet_count; /* misconceptions of docs/course.md, from 1: W_MISCONCEPTION_1 and on */
    const char *language;                /* of lesson.md, such as "fr"; NULL: not said */
    bool translated;                     /* lesson.zh.md is there; else the text is the same in both languages */
    ViewKind view;
    const char *sentence; /* NULL after lesson_parse where the text names none: lesson_load chooses one */
    const char **suggestions;
    int suggestion_count;
    LessonModel *models;
    int model_count;
    Gate *gates;
    int gate_count;
    Card *cards;
    int card_count;
    const char *data, *heldout;  /* paths: data.tsv and heldout.tsv, or .csv */
    const char **neighbours;     /* folders of lessons, NULL behind the last: what is not in `folder` may lie there */
    int grid_rows, grid_columns; /* of the patches that pictures among the sources have; 0: there are none */
    Listing listings[LISTING_KINDS];
    Glossary glossaries[LESSON_LANGUAGES]; /* by the reader's language, with the lines of the course */
} Lesson;

/* Is there a tab for it: one that is always there, or the lesson's own? `lesson`: NULL: of a bare model. */
bool lesson_offers_view(const Lesson *lesson, ViewKind view);

/* Reads lesson.md and, where it is there, lesson.zh.md; without it the text is the same in both languages. A
 * sentence and suggestions that it does not name are chosen from its pairs. Errors name file, line and what was
 * expected. "FOLDER#7" is its seventh draw (lesson/draw.h). NULL on failure. */
Lesson *lesson_load(const char *folder, Error *error);
void lesson_destroy(Lesson *lesson);

/* The paths of its sentence pairs and models, whether they are there or not; some may be there twice. Returns how
 * many. */
#define LESSON_FILES (2 + 3 * LESSON_MODELS)
int lesson_files(const Lesson *lesson, const char *out[LESSON_FILES]);

/* What a written word means to a reader of that language; where its glossary has no line for it, what lesson.md's
 * readers are told. NULL: neither has one. `lesson` may be NULL. */
extern const char *const GLOSSARY_FILES[LESSON_LANGUAGES];
const Gloss *lesson_gloss(const Lesson *lesson, Language language, const char *word);

/* The language of the interface that goes with the lesson's text, where it says one that attend has. */
Language lesson_language(const Lesson *lesson, Language otherwise);

/* A model file alone: a lesson without cards, whose folder is the file itself. On the stage is a sentence of the
 * data that the file names, where they lie beside it, which the model translates as they do; else some words of its
 * vocabulary. */
Lesson *lesson_of_model(const char *path, const Model *model);
/* A trace alone, likewise: on the stage is its sentence. */
Lesson *lesson_of_trace(const char *path, const Trace *trace);
void lesson_add_trace(Lesson *lesson, const char *path, const Trace *trace); /* one, to be compared with it */

/* The same from memory: nothing is opened, and `chinese` may be (Slice){0}. `folder` gives the paths and the names in
 * errors. */
Lesson *lesson_parse(Slice english, Slice chinese, const char *folder, Error *error);

/* "5", "cat-chase-mouse", "05-cat-chase-mouse" or a folder: where it is. `lessons` is the folder of the course,
 * behind which the person's own come (lesson/lesson_list.h). NULL, and an error that lists what there is,
 * where nothing fits. With "#7" behind the name it is that draw of it, and so is what is returned. */
char *lesson_find(const char *lessons, const char *name, Arena *arena, Error *error);

/* The folders of the course, by the `order` of their front matter, then by name, behind them those of the group `end`;
 * NULL where it cannot be read. */
typedef struct LessonList {
    char **folders;
    int *orders, count;
} LessonList;
LessonList lesson_list(const char *lessons, Arena *arena, Error *error);

/* The live value of a name as text ("0.93", "mouse"; "h₃" for a vector), or NULL where the trace has no such thing. */
char *live_text(const Live *live, const Trace *trace, Arena *arena);
bool live_present(const Live *live, const Trace *trace);
/* Does a name (or a group of a highlight list) mean this thing? `t` and `j` as in Live; t = 0 is the initial state. */
bool live_covers(const Live *live, LiveKind kind, int t, int j);
/* The text of a quiz with its live names replaced by their values, a dash where there is none. The arena's. */
char *live_fill(const char *text, const Trace *trace, Arena *arena);

/* The moment of a card's stage; -1 where this trace has no such step or moment. Of the encoder's moments the last is
 * meant: every word read in that direction. */
int stage_moment(const StageSetting *stage, const Trace *trace);
/* Which moments such a picture tells beat by beat: states by their cell's instants, self-attention by a head's row. */
bool look_tells_cell(ViewKind view, LookKind look);
bool look_tells_head(LookKind look, const Config *config);
void stage_tell(const StageSetting *stage, Trace *trace); /* the trace has the beats that the stage's picture has */
double stage_cursor(const StageSetting *stage, const Trace *trace); /* 0 where there is no such moment */

/* Is the answer right? For QUIZ_WEIGHT and QUIZ_NEXT the trace decides; false where it (of another sentence, perhaps)
 * has no such step. `choice` is an index; `number` for QUIZ_NUMBER. */
/* With `hide` from HIDE_FROM on: the moment that is hidden first; -1: the trace has none. */
int quiz_hides_from(const Quiz *quiz, const StageSetting *stage, const Trace *trace);

bool quiz_right(const Quiz *quiz, const Trace *trace, int choice, double number);
bool quiz_answered_right(const Quiz *quiz, const QuizAnswer *answer, const Trace *trace);

/* answer.c: typing a number. What can stand in one is taken from `text`, a comma as a point, full-width and true minus
 * signs as plain ones; the rest is left. After a change the quiz is unanswered. */
bool quiz_type(QuizAnswer *answer, const char *text); /* false: it is full, and digits were left out */
void quiz_erase(QuizAnswer *answer, int by);          /* -1: before the caret, 1: behind it */
void quiz_grade(QuizAnswer *answer);                  /* answered, if what is typed is a number */

/* The choices shown: of the file or from the trace (source words, one that is there twice as "the (4)", or the top
 * candidates in a fixed shuffled order). Returns how many; 0 for QUIZ_NUMBER and where the trace has no such step. */
int quiz_choices(const Quiz *quiz, const Trace *trace, Language language, Arena *arena, const char ***out);

/* The cards to be read again, "9.3, 10.1"; NULL: none. */
const char *quiz_again(const Quiz *quiz, Arena *arena);

/* The right answer in words, a dash where the trace has none. */
const char *quiz_answer(const Quiz *quiz, const Trace *trace, Language language, Arena *arena);

int lesson_model(const Lesson *lesson, const char *name); /* its index, -1: there is none (nor has NULL one) */
int lesson_gate(const Lesson *lesson, const char *id);    /* likewise */
/* The cards whose `because` names the gate: "5.3, 5.4", by the lesson's order; NULL where there is none. */
const char *gate_holds(const Lesson *lesson, int gate, Arena *arena);
/* The spans of a table row's cell; NULL: it is empty. */
const Span *row_cell(const TextBlock *row, int cell, int *count);
const Card *lesson_card(const Lesson *lesson, int index); /* an empty one where there is no such card, or no lesson */
const char *card_sentence(const Lesson *lesson, const Card *card); /* its own, or the lesson's */
ViewKind card_view(const Lesson *lesson, const Card *card);        /* likewise */

/* The one way in which window, check, handout and captions decode what a card shows: a sentence with what the
 * card sets, but for a temperature where the model has no scores; and with the weights and words that a person
 * put into single steps (NULL: none), whose list of muted states wins over the card's where it is not NULL.
 * NULL as trace_decode. */
Trace *card_decode(const Model *model, const char *sentence, const DecodeSetting *setting, const DecodeOptions *by_hand,
                   Error *error);

/* Decodes the sentence of every card and checks that its step, moment, live values and quizzes are there. */
MUST_USE bool lesson_check_cards(const Lesson *lesson, const Model *models, Error *error); /* [model_count] */

/* What is allowed and seldom meant, a text each with file and line: long cards, words that the model does not know,
 * choices of uneven length or with the right one always in one place, models of other training. `models` [model_count],
 * or NULL: what the text alone tells. All of it is the arena's. */
typedef struct Warnings {
    const char **texts;
    int count;
} Warnings;
Warnings lesson_warnings(const Lesson *lesson, const Model *models, Arena *arena);

/* What a gate found. */
typedef struct GateResult {
    bool passed;
    double value; /* NAN where it is no number */
    char text[512];
} GateResult;

/* The models of a lesson, or those that other seeds make of its settings, as they are checked: one at a time. */
typedef struct GateRun {
    const Lesson *lesson;
    int index, seed; /* of the lesson's model; 0: that model itself, else one that this seed made */
    const Model *model;
    const Corpus *data, *heldout; /* what it was trained on; encoded for it, and measured once for every range of
                                     lengths. Both may be NULL where there are none. */
    int threads;
} GateRun;
bool gate_runs(const Gate *gate, int index, int seed); /* is it a claim on this one? */

/* Checks the gates that are claims on it; `results` [gate_count] gets theirs, each in words. False if one
 * of them fails. */
bool lesson_check_gates(const GateRun *run, GateResult *results);

/* The results of a gate over its seeds, added one after the other, rising; then what they say together.
 * Zeroed: none yet. */
typedef struct GateSeeds {
    int count, passed, shown_seed; /* shown: the first that failed, or else the last */
    double least, most, sum;
    GateResult shown;
} GateSeeds;
void gate_seeds_add(GateSeeds *seeds, int seed, const GateResult *result);
GateResult gate_seeds_result(const GateSeeds *seeds, const Gate *gate);

#endif
