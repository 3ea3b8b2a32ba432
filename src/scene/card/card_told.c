#include "scene/card/card_told.h"

#include "words/common_words.h"
#include "words/stage_words.h"

static const Quiz *quiz_of(const View *view, int quiz)
{
    return &lesson_card(view->lesson, view->card)->quizzes[quiz];
}

bool card_exam_open(const View *view)
{
    return view->panel.exam && !view->panel.exam->over;
}

const char *card_why(const Quiz *quiz, Language language, Arena *arena)
{
    const char *why = quiz->why[language], *again = quiz_again(quiz, arena);
    if (!again)
        return why;
    again = arena_printf(arena, said(language, W_READ_AGAIN), again);
    return why ? arena_printf(arena, said(language, W_LEAD_AND_TEXT), why, again) : again;
}

Verdict card_verdict(const View *view, int quiz)
{
    const QuizAnswer *answer = &view->panel.quizzes[quiz];
    if (!answer->answered || card_exam_open(view))
        return VERDICT_OPEN;
    return quiz_answered_right(quiz_of(view, quiz), answer, view_whole(view)) ? VERDICT_RIGHT : VERDICT_WRONG;
}

/* Why the choice that was taken is not it; NULL: the lesson does not say. */
static const char *reason(const View *view, int quiz)
{
    const Quiz *asked = quiz_of(view, quiz);
    const char **wrong = asked->wrong[view->language];
    int choice = view->panel.quizzes[quiz].choice;
    bool chosen = card_verdict(view, quiz) == VERDICT_WRONG && choice >= 0 && choice < asked->choice_count;
    return wrong && chosen ? wrong[choice] : NULL;
}

/* Words filled in from that trace, behind a lead. */
static const char *led(const View *view, const char *lead, const char *words, const Trace *trace, Arena *arena)
{
    return words ? arena_printf(arena, said(view->language, W_LEAD_AND_TEXT), lead, live_fill(words, trace, arena))
                 : lead;
}

const char *card_told(const View *view, int quiz, bool measured, Arena *arena)
{
    const Quiz *asked = quiz_of(view, quiz);
    const Trace *trace = measured ? view->trace : scene_quiz_trace(view, quiz);
    const QuizAnswer *answer = &view->panel.quizzes[quiz];
    Language language = view->language;
    Verdict verdict = card_verdict(view, quiz);
    const char *why = card_why(asked, language, arena), *hint = asked->hint[language], *own = reason(view, quiz);
    if (card_exam_open(view))
        return answer->answered ? said(language, W_EXAM_KEPT) : NULL;
    if (view->panel.exam && verdict == VERDICT_WRONG) /* no second try: what is wrong with it, and what is right */
        return led(view, own ? own : said(language, W_WRONG), why, trace, arena);
    if (verdict == VERDICT_RIGHT)
        return led(view, said(language, W_RIGHT), why, trace, arena);
    if (answer->shown && !own)
        return led(view,
                   arena_printf(arena, said(language, W_THE_ANSWER_IS),
                                view_gloss_name(view, quiz_answer(asked, trace, language, arena), arena)),
                   why, trace, arena);
    bool wrong = verdict == VERDICT_WRONG;
    if (own && answer->hint && hint)
        own = arena_printf(arena, said(language, W_LEAD_AND_TEXT), own, hint);
    if (!wrong && !(answer->hint && hint))
        return NULL;
    return led(view, said(language, wrong ? W_WRONG : W_HINT_LEAD), own ? own : hint, view->trace, arena);
}

CardHelp card_help(const View *view, int quiz)
{
    const QuizAnswer *answer = &view->panel.quizzes[quiz];
    Verdict verdict = card_verdict(view, quiz);
    if (verdict == VERDICT_RIGHT || answer->shown || view->panel.exam)
        return HELP_NONE;
    bool told = answer->hint || (verdict == VERDICT_WRONG && !reason(view, quiz));
    return told || !quiz_of(view, quiz)->hint[view->language] ? HELP_ANSWER : HELP_HINT;
}

bool card_choice_told(const View *view, int quiz, int choice)
{
    return view->panel.quizzes[quiz].shown && quiz_right(quiz_of(view, quiz), scene_quiz_trace(view, quiz), choice, 0);
}
