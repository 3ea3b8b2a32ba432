/* The page of keys. The words from W_KEYS_OF_TIME to W_KEY_QUIT are its lines: a heading, or a key, a tab and what the
 * key does. A group, which a heading begins, stands whole in one column. */
#include "scene/kit/pan.h"
#include "scene/window/panels.h"
#include "words/common_words.h"
#include "words/course_words.h"
#include "words/keys_words.h"
#include "words/opening_words.h"

#include <math.h>
#include <string.h>

#define COLUMN_W  388.0f /* px that a column takes where there is room */
#define COLUMN_L  250.0f /* and the least that it takes */
#define GAP       26.0f  /* between columns */
#define HEADING_H 34.0f
#define LINE_H    16.0f /* of a text of several lines */
#define CAP_H     24.0f
#define CAP_PITCH 30.0f

enum { GROUPS_MOST = 8, COLUMNS_MOST = 3, TEXT_LINES = 3 };

typedef struct KeysPage {
    const Painter *painter;
    float column, caps; /* px of a column; of the keys in it, with what lies between them and the text */
    float height;       /* of the tallest column */
    Word groups[GROUPS_MOST + 1];
    int group_count, columns, first[COLUMNS_MOST + 1]; /* the groups that begin the columns */
} KeysPage;

static bool is_heading(const char *line)
{
    return !strchr(line, '\t');
}

static TextStyle cap_style(const KeysPage *page)
{
    return style_bold(page->painter->theme, TYPE_SMALL, ROLE_INK);
}

static Slice cap_text(const char *line)
{
    return (Slice){line, strcspn(line, "\t")};
}

static Paragraph text_of_line(const KeysPage *page, Point at)
{
    return (Paragraph){style_plain(page->painter->theme, TYPE_BODY, ROLE_INK),
                       {at.x + page->caps, at.y + 17},
                       page->column - page->caps,
                       LINE_H,
                       TEXT_LINES,
                       true};
}

static float line_height(const KeysPage *page, const char *line)
{
    if (is_heading(line))
        return HEADING_H;
    Paragraph text = text_of_line(page, (Point){0, 0});
    int lines = kit_paragraph_lines(page->painter, &text, strchr(line, '\t') + 1);
    return CAP_PITCH + LINE_H * (float)(lines - 1);
}

static float group_height(const KeysPage *page, int group)
{
    float height = 0;
    for (Word word = page->groups[group]; word < page->groups[group + 1]; word++)
        height += line_height(page, kit_said(page->painter, word));
    return height;
}

/* How many columns the groups take that are no taller than that, and what begins each. */
static int columns_within(KeysPage *page, float height)
{
    int columns = 0;
    float left = 0;
    page->height = 0;
    for (int group = 0; group < page->group_count; group++) {
        float needed = group_height(page, group);
        if (columns == 0 || needed > left) {
            if (columns == page->columns || needed > height)
                return COLUMNS_MOST + 1;
            page->first[columns++] = group;
            left = height;
        }
        left -= needed;
        page->height = fmaxf(page->height, height - left);
    }
    page->first[columns] = page->group_count;
    return columns;
}

static KeysPage page_of(const Painter *painter, float width)
{
    KeysPage page = {.painter = painter};
    for (Word word = W_KEYS_OF_TIME; word <= W_KEY_QUIT; word++) {
        const char *line = kit_said(painter, word);
        if (is_heading(line))
            page.groups[page.group_count++] = word;
        else
            page.caps = fmaxf(page.caps, text_width(painter->list->type, cap_style(&page), cap_text(line)) + 28);
    }
    page.groups[page.group_count] = W_KEY_QUIT + 1;
    page.columns = (int)fminf(fmaxf(floorf(width / COLUMN_L), 1), COLUMNS_MOST);
    page.column = fminf(COLUMN_W, width / (float)page.columns) - GAP;
    float least = 0;
    for (int group = 0; group < page.group_count; group++)
        least += group_height(&page, group) / (float)page.columns;
    while (columns_within(&page, least) > page.columns)
        least += CAP_PITCH / 2;
    return page;
}

static void draw_line(const KeysPage *page, Point at, const char *line)
{
    const Painter *painter = page->painter;
    if (is_heading(line)) {
        kit_heading(painter, (Point){at.x, at.y + HEADING_H - 12}, ROLE_CONTEXT, 1, line);
        return;
    }
    Slice cap = cap_text(line);
    Box box = {at.x, at.y, text_width(painter->list->type, cap_style(page), cap) + 18, CAP_H};
    drawlist_box(painter->list, box, 5, paint_fill_stroke(painter->theme->faint, painter->theme->hairline, 1));
    drawlist_text(painter->list, cap_style(page), box, ALIGN_CENTER, cap);
    Paragraph text = text_of_line(page, at);
    kit_paragraph(painter, &text, line + cap.length + 1);
}

void keys_draw(const Painter *painter)
{
    float margin = window_upright(painter->view) ? 18 : 28, room = painter->view->width - 24 - 2 * margin;
    KeysPage page = page_of(painter, room);
    float width = (page.column + GAP) * (float)page.columns + 2 * margin;
    Box sheet = kit_sheet(painter, width, 88 + page.height, kit_said(painter, W_HELP));
    LinkLook again = {style_plain(painter->theme, TYPE_BODY, ROLE_MUTED), ROLE_MUTED, {-6, -17, 12, 26}, 0, 5};
    Point right = {sheet.x + sheet.w - 68, sheet.y + 40};
    right.x -= kit_link(painter, &again, right, ALIGN_RIGHT, kit_said(painter, W_OPENING_AGAIN),
                        (Target){TARGET_OPENING, OPENING_AGAIN, 0, 0})
               + 20;
    kit_link(painter, &again, right, ALIGN_RIGHT, kit_said(painter, W_TERMS_SHORT), (Target){TARGET_WORDS, 1, 0, 0});
    Box window = {sheet.x + margin, sheet.y + 60, sheet.w - 2 * margin, sheet.h - 72};
    Pan pan = pan_begin(painter, window, (Point){0, page.height}, (Point){0, 0});
    for (int column = 0; column < page.columns; column++) {
        Point at = {pan.whole.x + (page.column + GAP) * (float)column, pan.whole.y};
        for (Word word = page.groups[page.first[column]]; word < page.groups[page.first[column + 1]]; word++) {
            const char *line = kit_said(painter, word);
            draw_line(&page, at, line);
            at.y += line_height(&page, line);
        }
    }
    pan_end(painter, &pan);
}
