#include "site/card_html.h"

#include "scene/card/card_told.h"

#include <string.h>

enum { LIST_DEPTH = 8 };

/* What is being written, and which lists are open. */
typedef struct Writer {
    Bytes *out;
    const CardPage *page;
    const Card *card;
    bool numbered[LIST_DEPTH];
    unsigned depth;
    bool waits; /* what comes now waits for an answer */
} Writer;

static const char *say(const Writer *writer, Word word)
{
    return said(writer->page->language, word);
}

/* ---- text ---- */

static void put_live(const Writer *writer, const Span *span)
{
    const View *view = writer->page->view;
    const char *text = live_text(&span->live, scene_live_trace(view, &span->live), writer->page->arena);
    bytes_add_text(writer->out, "<b class=\"live\">");
    html_text(writer->out, text ? text : view_whole(view) != view->trace ? "?" : "–");
    bytes_add_text(writer->out, "</b>");
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
        bytes_add_text(out, "<a href=\"");
        html_text(out, span->link);
        bytes_add_text(out, "\">");
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

static void put_text(const Writer *writer, const char *tag, const char *text)
{
    bytes_printf(writer->out, "<%s>", tag);
    put_lines(writer->out, live_fill(text, writer->page->view->trace, writer->page->arena));
    bytes_printf(writer->out, "</%s>\n", tag);
}

/* ---- questions ---- */

static void put_question(const Writer *writer, const Quiz *quiz)
{
    const CardPage *page = writer->page;
    const char **choices;
    int count = quiz_choices(quiz, page->view->trace, page->language, page->arena, &choices);
    bytes_add_text(writer->out, "<div class=\"question\">\n");
    put_text(writer, "p", quiz->question[page->language]);
    bytes_add_text(writer->out, count ? "<ul>\n" : "");
    for (int i = 0; i < count; i++)
        put_text(writer, "li", choices[i]);
    bytes_add_text(writer->out, count ? "</ul>\n" : "");
    if (quiz->hint[page->language] && page->asks == CARD_FOLDS) {
        bytes_add_text(writer->out, "<details><summary>");
        html_text(writer->out, say(writer, W_HINT));
        bytes_add_text(writer->out, "</summary>\n");
        put_text(writer, "p", quiz->hint[page->language]);
        bytes_add_text(writer->out, "</details>\n");
    }
    bytes_add_text(writer->out, "</div>\n");
}

/* ---- questions that are answered there ---- */

static void put_choice(const Writer *writer, int quiz, int choice, const char *text)
{
    const View *view = writer->page->view;
    const QuizAnswer *answer = &view->quizzes[quiz];
    bool taken = answer->answered && answer->choice == choice;
    Verdict verdict = card_choice_told(view, quiz, choice) ? VERDICT_RIGHT
                      : taken                              ? card_verdict(view, quiz)
                                                           : VERDICT_OPEN;
    bytes_add_text(writer->out, "<li>");
    html_press(writer->out, target_at(TARGET_CHOICE, quiz, choice, 0),
               taken ? " aria-pressed=\"true\"" : " aria-pressed=\"false\"", text);
    if (verdict != VERDICT_OPEN)
        html_text(writer->out, say(writer, verdict == VERDICT_RIGHT ? W_RIGHT : W_WRONG));
    bytes_add_text(writer->out, "</li>\n");
}

static void put_number(const Writer *writer, int quiz)
{
    const CardPage *page = writer->page;
    const char *typed = page->view->quizzes[quiz].typed, *name = say(writer, W_TYPE_A_NUMBER);
    html_press(writer->out, target_at(TARGET_NUMBER, quiz, 0, 0), "",
               typed[0] ? arena_printf(page->arena, "%s%s%s", name, say(writer, W_COLON), typed) : name);
    html_press(writer->out, target_at(TARGET_NUMBER_GO, quiz, 0, 0), "", say(writer, W_CHECK_ANSWER));
}

static void put_asked(const Writer *writer, int quiz)
{
    const CardPage *page = writer->page;
    const View *view = page->view;
    const Quiz *asked = &writer->card->quizzes[quiz];
    const char **choices, *told = card_told(view, quiz, false, page->arena);
    const Trace *trace = scene_quiz_trace(view, quiz);
    int count = quiz_choices(asked, trace, page->language, page->arena, &choices);
    CardHelp help = card_help(view, quiz);
    bytes_add_text(writer->out, "<div class=\"question\">\n<h3>");
    html_text(writer->out, say(writer, W_CHECK_YOURSELF));
    bytes_add_text(writer->out, "</h3>\n<p>");
    put_lines(writer->out, live_fill(asked->question[page->language], trace, page->arena));
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

static void fold_answer(const Writer *writer)
{
    bytes_add_text(writer->out, "<details class=\"answer\"><summary>");
    html_text(writer->out, say(writer, W_SHOW_THE_ANSWER));
    bytes_add_text(writer->out, "</summary>\n");
}

static void put_answer(const Writer *writer, const Quiz *quiz)
{
    const CardPage *page = writer->page;
    const char **wrong = quiz->wrong[page->language];
    put_text(writer, "b", quiz_answer(quiz, page->view->trace, page->language, page->arena));
    if (quiz->why[page->language])
        put_text(writer, "p", quiz->why[page->language]);
    bytes_add_text(writer->out, wrong ? "<ul>\n" : "");
    for (int i = 0; wrong && i < quiz->choice_count; i++)
        if (wrong[i])
            put_text(
                writer, "li",
                arena_printf(page->arena, "%s%s%s", quiz->choices[page->language][i], say(writer, W_COLON), wrong[i]));
    bytes_add_text(writer->out, wrong ? "</ul>\n" : "");
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

static int put_table(const Writer *writer, const TextBlock *rows, int count)
{
    int row = 0;
    bytes_add_text(writer->out, "<table>\n");
    for (; row < count && rows[row].kind == BLOCK_TABLE_ROW; row++) {
        bytes_add_text(writer->out, "<tr>");
        for (int c = 0; c < rows[row].cell_count; c++) {
            int first = rows[row].cells[c],
                last = c + 1 < rows[row].cell_count ? rows[row].cells[c + 1] : rows[row].span_count;
            put_spans(writer, rows[row].header ? "th" : "td", rows[row].spans + first, last - first);
        }
        bytes_add_text(writer->out, "</tr>\n");
    }
    bytes_add_text(writer->out, "</table>\n");
    return row;
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
    bytes_add_text(writer->out, "<img class=\"own\" src=\"");
    html_text(writer->out, path_name(block->file));
    bytes_add_text(writer->out, "\" alt=\"");
    html_text(writer->out, block->span_count ? block->spans[0].text : "");
    bytes_add_text(writer->out, "\">\n");
}

static void put_quiz(Writer *writer, int index)
{
    const Quiz *quiz = &writer->card->quizzes[index];
    if (writer->page->asks == CARD_PRESSES) {
        put_asked(writer, index);
        writer->waits = scene_quiz_waits(writer->page->view, index);
    } else if (writer->page->asks == CARD_PRINTS)
        put_question(writer, quiz);
    else if (quiz->ask != ASK_FIRST) { /* else it has stood first */
        put_question(writer, quiz);
        fold_answer(writer);
        put_answer(writer, quiz);
        bytes_add_text(writer->out, "</details>\n");
    }
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
        bytes_add_text(writer->out, "<pre>");
        html_text(writer->out, block->span_count ? block->spans[0].text : "");
        bytes_add_text(writer->out, "</pre>\n");
        break;
    case BLOCK_PICTURE:
        put_picture(writer, block);
        break;
    case BLOCK_QUIZ:
        put_quiz(writer, block->quiz);
        break;
    case BLOCK_TABLE_ROW: /* of put_table */
        break;
    }
}

static void put_blocks(Writer *writer)
{
    const Card *card = writer->card;
    Language language = writer->page->language;
    for (int i = 0; i < card->block_count[language] && !writer->waits;) {
        const TextBlock *block = &card->blocks[language][i];
        bool listed = block->kind == BLOCK_ITEM || (block->level > 0 && block->kind != BLOCK_HEADING);
        put_depth(writer, listed ? (unsigned)block->level : 0, block->number > 0);
        if (block->kind == BLOCK_TABLE_ROW)
            i += put_table(writer, block, card->block_count[language] - i);
        else {
            put_block(writer, block);
            i++;
        }
    }
    put_depth(writer, 0, false);
    if (writer->waits)
        put_text(writer, "p", say(writer, W_THE_REST_COMES_WITH_YOUR_ANSWER));
}

/* ---- the card ---- */

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
    bytes_add_text(out, "\" src=\"");
    html_text(out, writer->page->frame);
    bytes_add_text(out, "\"></iframe></details>\n");
}

static void put_figure(const Writer *writer)
{
    const CardPage *page = writer->page;
    const char *title = writer->card->title[page->language];
    if (page->drawing) {
        bytes_add_text(writer->out, "<figure>");
        bytes_add_text(writer->out, page->drawing);
        if (page->caption)
            put_text(writer, "figcaption", page->caption);
        bytes_add_text(writer->out, "</figure>\n");
    }
    if (!page->figure)
        return;
    bytes_printf(writer->out,
                 "<figure><a href=\"%s\"><img src=\"%s\" width=\"%d\" height=\"%d\" loading=\"lazy\" alt=\"",
                 page->figure, page->figure, FIGURE_W, FIGURE_H);
    html_text(writer->out, page->caption ? page->caption : title);
    bytes_add_text(writer->out, "\"></a>");
    if (page->caption)
        put_text(writer, "figcaption", page->caption);
    if (page->live) {
        bytes_add_text(writer->out, "<p><a class=\"button\" href=\"");
        html_text(writer->out, page->live);
        bytes_add_text(writer->out, "\">");
        html_text(writer->out, say(writer, W_SITE_OPEN_HERE));
        bytes_add_text(writer->out, "</a></p>\n");
    }
    if (page->frame)
        put_frame(writer, title);
    bytes_add_text(writer->out, "</figure>\n");
}

/* The question before all else, which is folded away with its answer. Is there one? */
static bool put_first(const Writer *writer)
{
    const Card *card = writer->card;
    bool first = false;
    for (int i = 0; i < card->quiz_count; i++)
        if (card->quizzes[i].ask == ASK_FIRST) {
            put_question(writer, &card->quizzes[i]);
            first = true;
        }
    if (first)
        fold_answer(writer);
    for (int i = 0; first && i < card->quiz_count; i++)
        if (card->quizzes[i].ask == ASK_FIRST)
            put_answer(writer, &card->quizzes[i]);
    return first;
}

void card_html(Bytes *out, const CardPage *page)
{
    Writer writer = {.out = out, .page = page, .card = &page->view->lesson->cards[page->view->card]};
    bool folded = page->asks == CARD_FOLDS && put_first(&writer);
    put_figure(&writer);
    put_blocks(&writer);
    bytes_add_text(out, folded ? "</details>\n" : "");
}

void card_answers_html(Bytes *out, const CardPage *page)
{
    const Card *card = &page->view->lesson->cards[page->view->card];
    Writer writer = {.out = out, .page = page, .card = card};
    if (card->quiz_count == 0)
        return;
    bytes_printf(out, "<h3>%d. ", page->view->card + 1);
    html_text(out, card->title[page->language]);
    bytes_add_text(out, "</h3>\n");
    for (int i = 0; i < card->quiz_count; i++) {
        bytes_add_text(out, "<div class=\"answer\">\n");
        put_answer(&writer, &card->quizzes[i]);
        bytes_add_text(out, "</div>\n");
    }
}
