#include "site/card_html.h"

#include "scene/card/card_told.h"
#include "scene/figures/handout.h"
#include "site/exam_html.h"
#include "words/common_words.h"
#include "words/course_words.h"
#include "words/stage_words.h"

#include <string.h>

enum { LIST_DEPTH = 8 };

/* What is being written, and which lists are open. */
typedef struct Writer {
    Bytes *out;
    const CardPage *page;
    View view; /* the page's; behind an answer that folds, with what it told */
    const Card *card;
    bool numbered[LIST_DEPTH];
    unsigned depth;
    int asked, folds; /* questions that have stood there, and those of them whose answer is still unfolded */
    bool waits;       /* what comes now waits for an answer */
} Writer;

static Writer writer_of(Bytes *out, const CardPage *page)
{
    return (Writer){
        .out = out, .page = page, .view = *page->view, .card = &page->view->lesson->cards[page->view->card]};
}

static const char *say(const Writer *writer, Word word)
{
    return said(writer->view.language, word);
}

/* ---- text ---- */

static void put_live(const Writer *writer, const Span *span)
{
    const View *view = &writer->view;
    const char *text = live_text(&span->live, scene_live_trace(view, &span->live), writer->page->arena);
    html_within(writer->out, "<b class=\"live\">", text ? text : view_whole(view) != view->trace ? "?" : "–", "</b>");
}

static bool leads_out(const Span *span)
{
    return (span->style & SPAN_LINK) && strncmp(span->link, "http", 4) == 0;
}

static void put_lines(Bytes *out, const char *text)
{
    Slice rest = slice_of(text), line;
    for (bool first = true; slice_cut(&rest, '\n', &line); first = false) {
        bytes_add_text(out, first ? "" : "<br>");
        html_slice(out, line);
    }
}

static void put_span(const Writer *writer, const Span *span)
{
    static const struct {
        SpanStyle style;
        const char *open, *close;
    } tags[] = {{SPAN_BOLD, "<b>", "</b>"}, {SPAN_ITALIC, "<em>", "</em>"}, {SPAN_CODE, "<code>", "</code>"}};
    enum { TAGS = sizeof tags / sizeof *tags };
    Bytes *out = writer->out;
    if (leads_out(span)) {
        html_within(out, "<a href=\"", span->link, "\">");
    }
    for (int i = 0; i < TAGS; i++)
        bytes_add_text(out, span->style & tags[i].style ? tags[i].open : "");
    if (span->style & SPAN_LIVE)
        put_live(writer, span);
    else if (span->style & SPAN_MATH)
        html_math(out, span->text);
    else
        put_lines(out, span->text);
    for (int i = TAGS - 1; i >= 0; i--)
        bytes_add_text(out, span->style & tags[i].style ? tags[i].close : "");
    bytes_add_text(out, leads_out(span) ? "</a>" : "");
}

static void put_spans(const Writer *writer, const char *tag, const Span *spans, int count)
{
    bool item = strcmp(tag, "li") == 0; /* which ends where the next begins: it may have more in it */
    bytes_printf(writer->out, "<%s>", tag);
    for (int i = 0; i < count; i++)
        put_span(writer, &spans[i]);
    if (!item)
        bytes_printf(writer->out, "</%s>", tag);
    bytes_add_text(writer->out, "\n");
}

static void put_filled(const Writer *writer, const char *tag, const char *text, const Trace *trace)
{
    bytes_printf(writer->out, "<%s>", tag);
    put_lines(writer->out, live_fill(text, trace, writer->page->arena));
    bytes_printf(writer->out, "</%s>\n", tag);
}

static void put_text(const Writer *writer, const char *tag, const char *text)
{
    put_filled(writer, tag, text, writer->view.trace);
}

/* ---- questions ---- */

/* What its words mean, behind them. */
static void put_gloss(const Writer *writer, const char *words)
{
    const char *gloss = view_gloss_text(&writer->view, words, writer->page->arena);
    if (!gloss)
        return;
    html_within(writer->out, " <small class=\"gloss\">", gloss, "</small>");
}

static void put_choice_text(const Writer *writer, const char *choice, const Trace *trace)
{
    bytes_add_text(writer->out, "<li>");
    put_lines(writer->out, live_fill(choice, trace, writer->page->arena));
    put_gloss(writer, choice);
    bytes_add_text(writer->out, "</li>\n");
}

static void put_question(const Writer *writer, int index)
{
    const Quiz *quiz = &writer->card->quizzes[index];
    const Trace *trace = scene_quiz_trace(&writer->view, index);
    Language language = writer->view.language;
    const char **choices;
    int count = quiz_choices(quiz, trace, language, writer->page->arena, &choices);
    bytes_add_text(writer->out, "<div class=\"question\">\n");
    put_filled(writer, "p", quiz->question[language], trace);
    bytes_add_text(writer->out, count ? "<ul>\n" : "");
    for (int i = 0; i < count; i++)
        put_choice_text(writer, choices[i], trace);
    bytes_add_text(writer->out, count ? "</ul>\n" : "");
    if (quiz->hint[language] && writer->page->asks == CARD_FOLDS) {
        html_within(writer->out, "<details><summary>", say(writer, W_HINT), "</summary>\n");
        put_text(writer, "p", quiz->hint[language]);
        bytes_add_text(writer->out, "</details>\n");
    }
    bytes_add_text(writer->out, "</div>\n");
}

static void put_answer(const Writer *writer, const Quiz *quiz)
{
    const Trace *trace = view_whole(&writer->view);
    Arena *arena = writer->page->arena;
    Language language = writer->view.language;
    const char **wrong = quiz->wrong[language];
    const char *answer = quiz_answer(quiz, trace, language, arena);
    bytes_add_text(writer->out, "<b>");
    put_lines(writer->out, live_fill(answer, trace, arena));
    put_gloss(writer, answer);
    bytes_add_text(writer->out, "</b>\n");
    const char *why = card_why(quiz, language, arena);
    if (why)
        put_filled(writer, "p", why, trace);
    bytes_add_text(writer->out, wrong ? "<ul>\n" : "");
    for (int i = 0; wrong && i < quiz->choice_count; i++)
        if (wrong[i])
            put_filled(writer, "li",
                       arena_printf(arena, "%s%s%s", quiz->choices[language][i], say(writer, W_COLON), wrong[i]),
                       trace);
    bytes_add_text(writer->out, wrong ? "</ul>\n" : "");
}

/* ---- questions that are answered there ---- */

static void put_choice(const Writer *writer, int quiz, int choice, const char *text)
{
    const View *view = &writer->view;
    const QuizAnswer *answer = &view->panel.quizzes[quiz];
    bool taken = answer->answered && answer->choice == choice;
    Verdict verdict = card_choice_told(view, quiz, choice) ? VERDICT_RIGHT
                      : taken                              ? card_verdict(view, quiz)
                                                           : VERDICT_OPEN;
    bytes_add_text(writer->out, "<li>");
    html_press(writer->out, target_at(TARGET_CHOICE, quiz, choice, 0),
               taken ? " aria-pressed=\"true\"" : " aria-pressed=\"false\"",
               view_gloss_name(view, text, writer->page->arena));
    if (verdict != VERDICT_OPEN)
        html_text(writer->out, say(writer, verdict == VERDICT_RIGHT ? W_RIGHT : W_WRONG));
    bytes_add_text(writer->out, "</li>\n");
}

static void put_number(const Writer *writer, int quiz)
{
    const char *typed = writer->view.panel.quizzes[quiz].typed, *name = say(writer, W_TYPE_A_NUMBER);
    html_press(writer->out, target_at(TARGET_NUMBER, quiz, 0, 0), "",
               typed[0] ? arena_printf(writer->page->arena, "%s%s%s", name, say(writer, W_COLON), typed) : name);
    html_press(writer->out, target_at(TARGET_NUMBER_GO, quiz, 0, 0), "", say(writer, W_CHECK_ANSWER));
}

static void put_asked(const Writer *writer, int quiz)
{
    Arena *arena = writer->page->arena;
    const View *view = &writer->view;
    const Quiz *asked = &writer->card->quizzes[quiz];
    const char **choices, *told = card_told(view, quiz, false, arena);
    const Trace *trace = scene_quiz_trace(view, quiz);
    int count = quiz_choices(asked, trace, view->language, arena, &choices);
    CardHelp help = card_help(view, quiz);
    html_within(writer->out, "<div class=\"question\">\n<h3>", say(writer, W_CHECK_YOURSELF), "</h3>\n<p>");
    put_lines(writer->out, live_fill(asked->question[view->language], trace, arena));
    bytes_add_text(writer->out, count ? "</p>\n<ul>\n" : "</p>\n");
    for (int i = 0; i < count; i++)
        put_choice(writer, quiz, i, choices[i]);
    bytes_add_text(writer->out, count ? "</ul>\n" : "");
    if (asked->kind == QUIZ_NUMBER)
        put_number(writer, quiz);
    if (help != HELP_NONE)
        html_press(writer->out, target_at(TARGET_HINT, quiz, help == HELP_ANSWER, 0), "",
                   say(writer, help == HELP_ANSWER ? W_SHOW_THE_ANSWER : W_HINT));
    if (told)
        put_text(writer, "p", told);
    bytes_add_text(writer->out, "</div>\n");
}

/* ---- blocks ---- */

/* Opens and closes lists until `depth` of them are open. */
static void put_depth(Writer *writer, unsigned depth, bool numbered)
{
    while (writer->depth > depth)
        bytes_add_text(writer->out, writer->numbered[--writer->depth] ? "</ol>\n" : "</ul>\n");
    while (writer->depth < depth && writer->depth < LIST_DEPTH) {
        writer->numbered[writer->depth++] = numbered;
        bytes_add_text(writer->out, numbered ? "<ol>\n" : "<ul>\n");
    }
}

static void put_table(const Writer *writer, const TextBlock *rows, int count)
{
    bytes_add_text(writer->out, "<table>\n");
    for (int row = 0; row < count; row++) {
        bytes_add_text(writer->out, "<tr>");
        for (int c = 0; c < rows[row].cell_count; c++) {
            int span_count;
            const Span *spans = row_cell(&rows[row], c, &span_count);
            put_spans(writer, rows[row].header ? "th" : "td", spans, span_count);
        }
        bytes_add_text(writer->out, "</tr>\n");
    }
    bytes_add_text(writer->out, "</table>\n");
}

/* "Try it" is for the program: it stands here where the program can be opened. */
static void put_note(const Writer *writer, const TextBlock *block)
{
    if (block->label && !writer->page->live && writer->page->asks != CARD_PRESSES)
        return;
    bytes_add_text(writer->out, "<aside>");
    if (block->label)
        put_text(writer, "b", block->label);
    put_spans(writer, "p", block->spans, block->span_count);
    bytes_add_text(writer->out, "</aside>\n");
}

static void put_picture(const Writer *writer, const TextBlock *block)
{
    if (writer->page->asks != CARD_FOLDS) { /* the file is not there */
        put_spans(writer, "p", block->spans, block->span_count);
        return;
    }
    html_within(writer->out, "<img class=\"own\" src=\"", path_name(block->file), "\" alt=\"");
    html_text(writer->out, block->span_count ? block->spans[0].text : "");
    bytes_add_text(writer->out, "\">\n");
}

static void put_block(Writer *writer, const TextBlock *block)
{
    switch (block->kind) {
    case BLOCK_PARAGRAPH:
        put_spans(writer, "p", block->spans, block->span_count);
        break;
    case BLOCK_HEADING:
        put_spans(writer, "h3", block->spans, block->span_count);
        break;
    case BLOCK_ITEM:
        put_spans(writer, "li", block->spans, block->span_count);
        break;
    case BLOCK_NOTE:
        put_note(writer, block);
        break;
    case BLOCK_CODE:
        html_element(writer->out, "pre", block->span_count ? block->spans[0].text : "");
        break;
    case BLOCK_PICTURE:
        put_picture(writer, block);
        break;
    case BLOCK_QUIZ:      /* of put_quiz */
    case BLOCK_TABLE_ROW: /* of put_table */
        break;
    }
}

/* One block, or a table; returns the number of the one behind it. */
static int put_group(Writer *writer, int index)
{
    const TextBlock *block = &writer->card->blocks[writer->view.language][index];
    int end = index + 1, count = writer->card->block_count[writer->view.language];
    while (block->kind == BLOCK_TABLE_ROW && end < count && block[end - index].kind == BLOCK_TABLE_ROW)
        end++;
    bool listed = block->kind == BLOCK_ITEM || (block->level > 0 && block->kind != BLOCK_HEADING);
    put_depth(writer, listed ? (unsigned)block->level : 0, block->number > 0);
    if (block->kind == BLOCK_TABLE_ROW)
        put_table(writer, block, end - index);
    else
        put_block(writer, block);
    return end;
}

/* ---- figures ---- */

/* The program at this card; the browser asks for it when it is unfolded. */
static void put_frame(const Writer *writer, const char *title)
{
    Bytes *out = writer->out;
    bytes_add_text(out, "<details class=\"stage\"><summary>");
    html_text(out, say(writer, W_SITE_TRY_HERE));
    bytes_printf(out,
                 "</summary>\n<iframe loading=\"lazy\" width=\"%d\" height=\"%d\" allow=\"fullscreen; "
                 "clipboard-write\" title=\"attend: ",
                 FIGURE_W, FIGURE_H);
    html_text(out, title);
    html_within(out, "\" src=\"", writer->page->frame, "\"></iframe></details>\n");
}

/* The program can be opened beside the first figure, and is in a frame, which hides nothing, below the last. */
static void put_program(const Writer *writer, const CardFigure *figure)
{
    const CardPage *page = writer->page;
    bool last = figure == &page->complete || !page->complete.file;
    if (page->live && figure == &page->figure) {
        html_within(writer->out, "<p><a class=\"button\" href=\"", page->live, "\">");
        html_text(writer->out, say(writer, W_SITE_OPEN_HERE));
        bytes_add_text(writer->out, "</a></p>\n");
    }
    if (page->frame && last)
        put_frame(writer, writer->card->title[writer->view.language]);
}

static void put_figure(const Writer *writer, const CardFigure *figure)
{
    Bytes *out = writer->out;
    if (!figure->drawing && !figure->file)
        return;
    bytes_add_text(out, "<figure>");
    if (figure->drawing)
        bytes_add_text(out, figure->drawing);
    else {
        bytes_printf(out, "<a href=\"%s\"><img src=\"%s\" width=\"%d\" height=\"%d\" loading=\"lazy\" alt=\"",
                     figure->file, figure->file, FIGURE_W, FIGURE_H);
        html_text(out, figure->caption ? figure->caption : writer->card->title[writer->view.language]);
        bytes_add_text(out, "\"></a>");
    }
    if (figure->caption)
        put_text(writer, "figcaption", figure->caption);
    put_program(writer, figure);
    bytes_add_text(out, "</figure>\n");
}

/* ---- what an answer tells ---- */

/* The view behind a question: the last question shows all, one that is asked first shows what it hid. */
static View view_behind(const Writer *writer, int quiz, bool last)
{
    View view = writer->view;
    if (!last && !scene_quiz_waits(&view, quiz))
        return view;
    view.trace = view_whole(&view);
    view.whole = NULL;
    view.panel.asking = !last;
    view.panel.quizzes[quiz].shown = true;
    return scene_seen(&view, writer->page->arena);
}

/* Folded away: the answer, the text that has "?" in it till then, and with the last one the complete figure. What waits
 * is written behind it, in the same fold. */
static void fold_answer(Writer *writer, int index)
{
    Arena *arena = writer->page->arena;
    int quiz = writer->card->blocks[writer->view.language][index].quiz;
    bool last = ++writer->asked == writer->card->quiz_count, first = scene_quiz_waits(&writer->view, quiz);
    Writer behind = *writer;
    behind.view = view_behind(writer, quiz, last);
    html_within(writer->out, "<details class=\"answer\"><summary>", say(writer, W_SHOW_THE_ANSWER), "</summary>\n");
    put_answer(writer, &writer->card->quizzes[quiz]);
    if (last)
        put_figure(&behind, &writer->page->complete);
    for (int i = 0; i < index;)
        if (scene_text_waits(&writer->view, i, arena) && !scene_text_waits(&behind.view, i, arena))
            i = put_group(&behind, i);
        else
            i++;
    put_depth(&behind, 0, false);
    if (first) {
        writer->view = behind.view;
        writer->folds++;
    } else
        bytes_add_text(writer->out, "</details>\n");
}

/* ---- the card ---- */

static void put_quiz(Writer *writer, int index)
{
    int quiz = writer->card->blocks[writer->view.language][index].quiz;
    put_depth(writer, 0, false);
    if (writer->page->asks == CARD_PRESSES)
        put_asked(writer, quiz);
    else
        put_question(writer, quiz);
    if (writer->page->asks == CARD_FOLDS)
        fold_answer(writer, index);
    else
        writer->waits = scene_quiz_waits(&writer->view, quiz);
}

static void put_blocks(Writer *writer)
{
    const TextBlock *blocks = writer->card->blocks[writer->view.language];
    int count = writer->card->block_count[writer->view.language], i = 0;
    while (i < count && !writer->waits)
        if (blocks[i].kind == BLOCK_QUIZ)
            put_quiz(writer, i++);
        else
            i = put_group(writer, i);
    put_depth(writer, 0, false);
    if (writer->waits)
        put_text(writer, "p", say(writer, W_THE_REST_COMES_WITH_THE_ANSWER));
    while (writer->folds-- > 0)
        bytes_add_text(writer->out, "</details>\n");
}

void card_html(Bytes *out, const CardPage *page)
{
    Writer writer = writer_of(out, page);
    put_figure(&writer, &page->figure);
    put_blocks(&writer);
    const View *view = page->view;
    if (page->asks == CARD_PRESSES && view->panel.exam && writer.card->quiz_count == 0)
        exam_html(out, view, page->arena);
}

void card_answers_html(Bytes *out, const CardPage *page)
{
    Writer writer = writer_of(out, page), told = writer;
    const View *view = page->view;
    const TextBlock *blocks = writer.card->blocks[view->language];
    if (writer.card->quiz_count == 0)
        return;
    told.view = view_behind(&writer, 0, true);
    bytes_printf(out, "<h3>%d. ", view->card + 1);
    html_text(out, writer.card->title[view->language]);
    bytes_add_text(out, "</h3>\n");
    put_figure(&told, &page->complete);
    for (int i = 0; i < writer.card->block_count[view->language];) {
        if (!handout_answers(view, i, page->arena))
            i++;
        else if (blocks[i].kind != BLOCK_QUIZ)
            i = put_group(&told, i);
        else {
            const Quiz *quiz = &writer.card->quizzes[blocks[i++].quiz];
            put_depth(&told, 0, false);
            bytes_add_text(out, "<div class=\"answer\">\n");
            put_text(&told, "p", quiz->question[view->language]);
            put_answer(&told, quiz);
            bytes_add_text(out, "</div>\n");
        }
    }
    put_depth(&told, 0, false);
}
