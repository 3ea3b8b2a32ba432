/* Words that the model reads or writes in pieces: under the pieces of one word a bracket, and the word itself. */
#include "scene/stage/stage.h"
#include "text/pieces.h"

#include <math.h>

#define TICK  4.0f  /* px of a bracket's ends */
#define WIDE  56.0f /* from the middle of a column to the end of a bracket, at most */
#define UNDER 13.0f /* from the bracket to the baseline of the word */

/* The last piece of the word that piece `from` begins. */
static int last_piece(const char *const *pieces, int from, int count)
{
    int last = from;
    while (last + 1 < count && piece_goes_on(slice_of(pieces[last])))
        last++;
    return last;
}

/* Joined; "…" for what is not written yet. */
static const char *whole(const Painter *painter, const char *const *pieces, int count)
{
    Arena *arena = &painter->list->arena;
    const char *text = text_join(arena, pieces, count, TOKENS_BPE);
    return piece_goes_on(slice_of(pieces[count - 1])) ? arena_printf(arena, "%s…", text) : text;
}

/* From the left to the right end of `span`, whose height is what there is room for. */
static void draw_bracket(const Painter *painter, Box span, float ink, const char *word)
{
    Color color = color_fade(painter->theme->fill[ROLE_MUTED], ink);
    float right = span.x + span.w, foot = span.y + TICK;
    if (span.h < TICK + 2)
        return;
    kit_line(painter, (Point){span.x, span.y}, (Point){span.x, foot}, color, 1.5f);
    kit_line(painter, (Point){span.x, foot}, (Point){right, foot}, color, 1.5f);
    kit_line(painter, (Point){right, foot}, (Point){right, span.y}, color, 1.5f);
    TextStyle style = kit_shrunk(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), span.w, word);
    if (span.h < TICK + UNDER + 4)
        return;
    drawlist_text_at(painter->list, style_faded(style, ink), (Point){span.x + span.w / 2, foot + UNDER}, ALIGN_CENTER,
                     drawlist_shorten(painter->list, style, slice_of(word), span.w + 8));
}

/* Where the words end below: turned ones as far as the longest of them hangs down. */
static float end_below(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    float end = layout->word_y + layout->word_h;
    if (!layout->turned)
        return end;
    TextStyle style = style_bold(painter->theme, layout->spacing < 34 ? TYPE_SMALL : TYPE_BODY, ROLE_INK);
    end = layout->word_y;
    for (int j = 0; j < scope->trace->words; j++) {
        float width = fminf(layout->word_most, kit_width(painter, style, scope->trace->source[j]));
        end = fmaxf(end, layout->word_y + 12 - sinf(layout->word_turn) * width);
    }
    return end;
}

void stage_draw_source_pieces(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const Trace *trace = scope->trace;
    bool pieces = trace->config.source_tokens == TOKENS_BPE && layout->offers.h <= 0;
    float ink = scope_ink(scope, PART_SOURCE), half = fminf(layout->spacing / 2 - 4, WIDE);
    float y = pieces ? end_below(painter, scope, layout) + 5 : 0;
    for (int j = 0, last; pieces && j < trace->words; j = last + 1) {
        last = last_piece(trace->source, j, trace->words);
        int first = j, end = last;
        while (first < end && !stage_sees_column(layout, first))
            first++;
        while (first < end && !stage_sees_column(layout, end))
            end--;
        float left = stage_column_x(layout, first) - half, right = stage_column_x(layout, end) + half;
        if (j < last && stage_sees_column(layout, first))
            draw_bracket(painter, (Box){left, y, right - left, layout->word_foot - y}, ink,
                         whole(painter, trace->source + j, last - j + 1));
    }
}

void stage_draw_written_pieces(const Painter *painter, const Scope *scope, const StageLayout *layout, const Box *words,
                               int first, int count)
{
    const Trace *trace = scope->trace;
    Box floor = layout->floor[FLOOR_WORDS];
    float y = layout->line_y + layout->line_size * 0.28f;
    const char **pieces = ARENA_ARRAY(&painter->list->arena, const char *, (size_t)count + 1);
    bool drawn = trace->config.target_tokens == TOKENS_BPE;
    for (int t = 0; t < count; t++)
        pieces[t] = trace->steps[t].token;
    for (int t = 0, last; drawn && t < count; t = last + 1) {
        last = last_piece(pieces, t, count);
        int shown = t < first ? first : t;
        if (shown < last)
            draw_bracket(
                painter,
                (Box){words[shown].x, y, words[last].x + words[last].w - words[shown].x, floor.y + floor.h - y}, 1,
                whole(painter, pieces + t, last - t + 1));
    }
}
