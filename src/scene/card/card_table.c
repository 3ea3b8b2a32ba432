/* Tables and code in cards. */
#include "scene/card/flow.h"

#include <math.h>

enum { COLUMNS_MOST = 16, COLUMN_GAP = 10 };

typedef struct Columns {
    float natural[COLUMNS_MOST], least[COLUMNS_MOST], width[COLUMNS_MOST];
    int count;
} Columns;

static void measure_row(Flow *flow, const TextBlock *row, Columns *columns)
{
    for (int c = 0; c < row->cell_count && c < COLUMNS_MOST; c++) {
        int count;
        const Span *spans = row_cell(row, c, &count);
        float least, natural = flow_width(flow, spans, count, TYPE_SMALL, &least);
        columns->natural[c] = fmaxf(columns->natural[c], natural);
        columns->least[c] = fmaxf(columns->least[c], least);
        columns->count = c + 1 > columns->count ? c + 1 : columns->count;
    }
}

/* What is too wide gives way in proportion to what it has above its longest word; what is to spare goes
 * to all alike. */
static void share_width(Columns *columns, float width)
{
    float natural = 0, least = 0, room = width - COLUMN_GAP * (float)(columns->count - 1);
    for (int c = 0; c < columns->count; c++) {
        natural += columns->natural[c];
        least += columns->least[c];
    }
    for (int c = 0; c < columns->count; c++) {
        float share = natural > least ? fmaxf(0, room - least) / (natural - least) : 0;
        columns->width[c] = natural <= room ? columns->natural[c] + (room - natural) / (float)columns->count
                            : least > room  ? room * columns->least[c] / least
                                            : columns->least[c] + share * (columns->natural[c] - columns->least[c]);
    }
}

static void set_row(Flow *flow, const TextBlock *row, const Columns *columns)
{
    float top = flow->y, bottom = top, x = flow->x;
    for (int c = 0; c < row->cell_count && c < columns->count; c++) {
        int count;
        const Span *spans = row_cell(row, c, &count);
        flow->y = top;
        flow_spans(flow, spans, count, x, columns->width[c], TYPE_SMALL);
        bottom = fmaxf(bottom, flow->y);
        x += columns->width[c] + COLUMN_GAP;
    }
    const Theme *theme = flow->painter->theme;
    flow->y = bottom + 3;
    drawlist_segment(flow->painter->list, (Point){flow->x, flow->y}, (Point){flow->x + flow->width, flow->y},
                     paint_stroke(row->header ? theme->text[ROLE_MUTED] : theme->hairline, row->header ? 1.5f : 1));
    flow_skip(flow, 5);
}

int card_table_draw(Flow *flow, const TextBlock *blocks, int count)
{
    int rows = 1;
    while (rows < count && blocks[rows].kind == BLOCK_TABLE_ROW && !blocks[rows].header)
        rows++;
    Columns columns = {0};
    for (int r = 0; r < rows; r++)
        measure_row(flow, &blocks[r], &columns);
    if (columns.count == 0)
        return rows;
    share_width(&columns, flow->width);
    for (int r = 0; r < rows; r++) {
        flow->block = (int)(blocks + r - flow->card->blocks[flow->language]);
        set_row(flow, &blocks[r], &columns);
    }
    flow_skip(flow, 8);
    return rows;
}

/* Line by line as written, on a tinted ground; what is too long goes on below, indented as its line. */
void card_code_draw(Flow *flow, const TextBlock *block)
{
    DrawList *list = flow->painter->list;
    const Theme *theme = flow->painter->theme;
    TextStyle style = style_code(theme, flow_size(flow, TYPE_SMALL), ROLE_INK);
    float indent = 18 * (float)block->level, column = text_width(list->type, style, slice_of("0"));
    float x = flow->x + indent, width = flow->width - indent, top = flow->y;
    int place = flow_ground(flow, 6, paint_fill(theme->faint));
    flow->y += 7;
    for (int i = 0; i < block->span_count; i++) {
        Slice rest = slice_of(block->spans[i].text), line;
        while (slice_cut(&rest, '\n', &line)) {
            size_t blanks = 0;
            while (blanks < line.length && line.text[blanks] == ' ')
                blanks++;
            float in = fminf(column * (float)blanks, width / 2);
            const char *text = arena_copy(&list->arena, line.text + blanks, line.length - blanks);
            if (*text)
                flow_text(flow, text, style, x + 12 + in, width - 24 - in);
            else
                flow->y += roundf(style.size * 0.8f);
        }
    }
    flow->y += 5;
    flow_fit(flow, place, x, top, width);
    flow_skip(flow, 12);
}
