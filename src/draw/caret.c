/* Where a caret stands in a text, and what a selection covers. Where all letters run to the right these are widths
 * of its front; where some run to the left, a letter's caret stands left of it, and neighbours on the screen are
 * none in the text. */
#include "draw/glyph.h"

#include <math.h>
#include <string.h>

#define NEAR 0.01f /* px: no other place */

typedef struct CaretPlace {
    size_t at; /* bytes of the text in front of the caret */
    float x;   /* px from its left end */
} CaretPlace;

/* [count] as the text is read, the first in front of it. */
static CaretPlace *find_places(const Shaped *shaped, float size, Arena *arena, int *count)
{
    CaretPlace *places = ARENA_ARRAY(arena, CaretPlace, (size_t)shaped->count + 1);
    *count = 0;
    for (int i = 0; i < shaped->count; i++) {
        const LetterStep *step = &shaped->steps[i];
        float left = step->at * size, right = (step->at + step->glyph.advance) * size;
        bool leftwards = step->level % 2;
        if (*count == 0)
            places[(*count)++] = (CaretPlace){0, leftwards ? right : left};
        if (step->codepoint)
            places[(*count)++] = (CaretPlace){step->end, leftwards ? left : right};
    }
    return places;
}

bool text_goes_left(const Type *type, TextStyle style, Slice text)
{
    return text_shape(type, style.face, text)->turns;
}

float text_caret(const Type *type, TextStyle style, Slice text, size_t at)
{
    const Shaped *shaped = text_shape(type, style.face, text);
    if (!shaped->turns)
        return text_width(type, style, (Slice){text.text, at});
    Arena arena = {0};
    int count, i = 0;
    const CaretPlace *places = find_places(shaped, style.size, &arena, &count);
    while (i + 1 < count && places[i].at < at)
        i++;
    float x = places[i].x;
    arena_finish(&arena);
    return x;
}

/* Of a text that turns: the place whose caret is nearest to x, of two alike the one nearer to `at`. Only places to the
 * right (way 1) or left (-1) of x count, with 0 all. */
static size_t nearest(const Shaped *shaped, float size, float x, size_t at, int way)
{
    Arena arena = {0};
    int count;
    const CaretPlace *places = find_places(shaped, size, &arena, &count), *best = NULL;
    float best_far = INFINITY;
    for (const CaretPlace *place = places; place < places + count; place++) {
        float far = fabsf(place->x - x);
        if (way && (place->x - x) * (float)way < NEAR)
            continue;
        bool closer = best && fabs((double)place->at - (double)at) < fabs((double)best->at - (double)at);
        if (far < best_far - NEAR || (far < best_far + NEAR && closer)) {
            best_far = far;
            best = place;
        }
    }
    size_t found = best ? best->at : at;
    arena_finish(&arena);
    return found;
}

size_t text_beside(const Type *type, TextStyle style, Slice text, size_t at, int way)
{
    float x = text_caret(type, style, text, at);
    return nearest(text_shape(type, style.face, text), style.size, x, at, way);
}

size_t text_at(const Type *type, TextStyle style, Slice text, float x)
{
    float here = 0, far = x < 0 ? -x : x;
    size_t at = 0;
    Walk walk = walk_start(type, style, text);
    if (walk.shaped->turns)
        return nearest(walk.shaped, style.size, x, 0, 0);
    for (LetterStep step; walk_next(&walk, &step);) {
        here += step.space + step.glyph.advance;
        float distance = fabsf(here * style.size - x);
        if (distance > far)
            break;
        far = distance; /* a mark without width comes after its letter: the later of two equals */
        at = (size_t)(walk.rest.text - text.text);
    }
    return at;
}

/* Spans that touch become one: the last with those before. */
static int join_spans(TextSpan *spans, int count)
{
    for (int i = 0; i + 1 < count; i++) {
        const TextSpan *last = &spans[count - 1];
        if (last->left > spans[i].right + NEAR || last->right < spans[i].left - NEAR)
            continue;
        TextSpan both = {fminf(last->left, spans[i].left), fmaxf(last->right, spans[i].right)};
        memmove(spans + i, spans + i + 1, (size_t)(count - 1 - i) * sizeof *spans);
        spans[count - 2] = both;
        return join_spans(spans, count - 1);
    }
    return count;
}

int text_cover(const Type *type, TextStyle style, Slice text, size_t from, size_t to, TextSpan *spans, int most)
{
    const Shaped *shaped = text_shape(type, style.face, text);
    int count = 0;
    if (!shaped->turns) {
        spans[0] = (TextSpan){text_caret(type, style, text, from), text_caret(type, style, text, to)};
        return from < to;
    }
    size_t begin = 0;
    for (int i = 0; i < shaped->count; begin = shaped->steps[i++].end) {
        const LetterStep *step = &shaped->steps[i];
        float left = step->at * style.size, right = (step->at + step->glyph.advance) * style.size;
        if (begin < from || begin >= to)
            continue;
        if (count < most)
            spans[count++] = (TextSpan){left, right};
        else
            spans[count - 1] = (TextSpan){fminf(left, spans[count - 1].left), fmaxf(right, spans[count - 1].right)};
        count = join_spans(spans, count);
    }
    return count;
}
