/* What the card asks and is not answered yet, and how much may be seen meanwhile. */
#include "scene/view/window_layout.h"
#include "trace/before.h"
#include "words/common_words.h"

#include <math.h>
#include <string.h>

/* ---- the card's questions ---- */

bool scene_quiz_open(const View *view, int quiz)
{
    const QuizAnswer *answer = &view->panel.quizzes[quiz];
    if (view->panel.exam)
        return !view->panel.exam->over;
    return !answer->shown
           && !quiz_answered_right(&lesson_card(view->lesson, view->card)->quizzes[quiz], answer, view_whole(view));
}

bool scene_quiz_waits(const View *view, int quiz)
{
    bool first = lesson_card(view->lesson, view->card)->quizzes[quiz].ask == ASK_FIRST;
    return view->panel.asking && first && scene_quiz_open(view, quiz);
}

/* A vector stands there by its name, which tells nothing. */
const Trace *scene_live_trace(const View *view, const Live *live)
{
    return live->kind == LIVE_CONTEXT || live->kind == LIVE_STATE || live->kind == LIVE_ASKED ? view_whole(view)
                                                                                              : view->trace;
}

static bool value_waits(const View *view, const Live *live, Arena *arena)
{
    const char *whole = live_text(live, view_whole(view), arena);
    const char *seen = live_text(live, scene_live_trace(view, live), arena);
    return whole && !(seen && strcmp(seen, whole) == 0);
}

bool scene_text_waits(const View *view, int block, Arena *arena)
{
    const Card *card = lesson_card(view->lesson, view->card);
    const TextBlock *blocks = card->blocks[view->language];
    bool waits = false, table = blocks[block].kind == BLOCK_TABLE_ROW;
    while (table && block > 0 && blocks[block - 1].kind == BLOCK_TABLE_ROW)
        block--;
    do
        for (int i = 0; i < blocks[block].span_count; i++) {
            const Span *span = &blocks[block].spans[i];
            waits = waits || ((span->style & SPAN_LIVE) && value_waits(view, &span->live, arena));
        }
    while (table && ++block < card->block_count[view->language] && blocks[block].kind == BLOCK_TABLE_ROW);
    return waits;
}

/* ---- what is behind it, and before it ---- */

Word scene_next_card(const View *view)
{
    const CoursePath *path = view->course.path;
    if (path)
        return path_beside(path, view->course.number, view->card + 1, 1) >= 0 ? W_NEXT : W_AGAIN;
    if (view->card + 1 < view->lesson->card_count)
        return W_NEXT;
    return view->course.more ? W_NEXT_LESSON : W_AGAIN;
}

bool scene_has_back(const View *view)
{
    const CoursePath *path = view->course.path;
    return path ? path_beside(path, view->course.number, view->card + 1, -1) >= 0 : view->card > 0;
}

/* The stop that the card is, or the one of the path that was passed last; NULL: none was. */
static const PathStop *stop_of(const View *view, bool passed)
{
    const CoursePath *path = view->course.path;
    int at = path_stop(path, view->course.number, view->card + 1);
    if (at < 0 && passed)
        at = path_beside(path, view->course.number, view->card + 1, -1);
    return at >= 0 ? &path->stops[at] : NULL;
}

const char *scene_path_name(const View *view, Arena *arena)
{
    const CoursePath *path = view->course.path;
    const PathStop *stop = stop_of(view, true);
    if (path->kind == PATH_WEEK && stop)
        return arena_printf(arena, view_said(view, W_PATH_DAY), stop->day);
    return view_said(view, (Word)(W_PATH_45 + (Word)path->kind - PATH_45));
}

const char *scene_path_at(const View *view, bool minutes, Arena *arena)
{
    const CoursePath *path = view->course.path;
    const PathStop *stop = stop_of(view, false);
    int count, first = stop ? path_day(path, stop->day, &count) : 0;
    if (!stop)
        return NULL;
    int number = (int)(stop - path->stops) - first + 1;
    return minutes ? arena_printf(arena, view_said(view, W_PATH_AT), number, count, stop->minutes)
                   : arena_printf(arena, "%d/%d", number, count);
}

const Trace *scene_quiz_trace(const View *view, int quiz)
{
    Question question;
    const Card *card = lesson_card(view->lesson, view->card);
    int own = quiz_mask(&card->quizzes[quiz], &card->stage, view_whole(view)).gate;
    bool first = scene_question(view, &question) && (own < 0 || question.gate < own);
    return first ? view->trace : view_whole(view);
}

/* The other views show how a model is built, by arrows, formulas and names; of one that decodes as it
 * should, decode may. */
static bool tells_fault(const View *view)
{
    bool sound = view_has(view->kind, HAS_STAGE) && !fault_decodes(view->trace->config.fault);
    return !view_has(view->kind, HIDES_BUILD) && !sound;
}

bool scene_exhibit_asks(const View *view)
{
    const Card *card = lesson_card(view->lesson, view->card);
    bool open = false;
    if (!view->panel.asking || card->quiz_count == 0 || card_view(view->lesson, card) != VIEW_EXHIBIT)
        return false;
    for (int i = 0; i < card->quiz_count; i++)
        open = open || scene_quiz_open(view, i);
    return open;
}

QuizMask scene_mask(const View *view)
{
    QuizMask mask = {-1, -1, tells_fault(view) && scene_exhibit_asks(view)};
    const Card *card = lesson_card(view->lesson, view->card);
    WindowLayout layout = window_layout(view);
    bool reached = layout.card.w > 0 || layout.tab.w > 0; /* folded, too, it can be answered */
    if (!view->panel.asking || view->opening.stage != OPENING_NONE || card->quiz_count == 0 || !reached)
        return mask;
    for (int i = 0; i < card->quiz_count; i++) {
        if (!scene_quiz_open(view, i))
            continue;
        QuizMask own = quiz_mask(&card->quizzes[i], &card->stage, view_whole(view));
        if (own.gate >= 0 && (mask.gate < 0 || own.gate < mask.gate))
            mask.gate = own.gate;
        mask.covered = mask.covered || own.covered;
    }
    mask.covered = mask.covered || (mask.gate >= 0 && view_has(view->kind, TELLS_ALL));
    return mask;
}

/* The first step, from 1, whose word is not written where the cursor stands; 0: all are, or the view shows them all. */
static int untold_of(const View *view)
{
    for (int t = 0; t < view->trace->step_count && view_has(view->kind, HAS_STAGE); t++)
        if (view->cursor <= moment_find(view->trace, MOMENT_WORD, t, -1) - 1)
            return t + 1;
    return 0;
}

Maths view_maths(const View *view, Arena *arena)
{
    return (Maths){view->trace, view->model, view->language, arena, untold_of(view), scene_exhibit_asks(view)};
}

int scene_gate(const View *view)
{
    Question question;
    int gate = scene_mask(view).gate, asked = scene_question(view, &question) ? question.gate : -1;
    return gate < 0 || (asked >= 0 && asked < gate) ? asked : gate;
}

const Trace *scene_seen_trace(const View *view, Arena *arena)
{
    int gate = scene_gate(view);
    return gate >= 0 ? trace_before(view_whole(view), gate, arena) : view->trace;
}

double scene_cursor(const View *view)
{
    int word = view->stage.steered > 0 ? moment_find(view->trace, MOMENT_WORD, view->stage.steered - 1, -1) : -1;
    int gate = scene_gate(view), last = moment_count(view->trace) - 1;
    if (word < 0 || (gate >= 0 && word >= gate)) /* which would show an answer */
        return view->cursor;
    int here = (int)fmin(floor(view->cursor + 0.5), last);
    return moment_at(view->trace, here).step == view->stage.steered - 1 ? fmax(word, view->cursor) : view->cursor;
}
