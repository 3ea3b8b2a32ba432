/* Text measured: everything here is a sum of shaped advances. */
#include "draw/glyph.h"

float text_width(const Type *type, TextStyle style, Slice text)
{
    float width = 0;
    Walk walk = walk_start(type, style, text);
    for (LetterStep step; walk_next(&walk, &step);)
        width += step.space + step.glyph.advance;
    return width * style.size;
}

size_t text_fit(const Type *type, TextStyle style, Slice text, float width)
{
    float x = 0;
    size_t fits = 0;
    Walk walk = walk_start(type, style, text);
    for (LetterStep step; walk_next(&walk, &step);) {
        x += step.space + step.glyph.advance;
        if (x * style.size > width + 0.01f)
            break;
        fits = (size_t)(walk.rest.text - text.text);
    }
    return fits;
}
