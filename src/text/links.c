#include "text/links.h"

#include <string.h>

const char *const LINK_FORMATS[] = {"pharaoh", "pharaoh1", NULL};

/* Digits at the front; -1 where there are none, or their number is too large. */
static int take_number(Slice *text)
{
    int64_t value = -1;
    for (; text->length && *text->text >= '0' && *text->text <= '9'; text->text++, text->length--) {
        value = (value < 0 ? 0 : value * 10) + (*text->text - '0');
        if (value > INT32_MAX)
            return -1;
    }
    return (int)value;
}

bool link_parse(Slice text, LinkFormat format, Link *out)
{
    int first = format == LINKS_PHARAOH1;
    out->source = take_number(&text) - first;
    if (!text.length || !memchr("-?p", *text.text, 3))
        return false;
    out->possible = *text.text != '-';
    text.text++, text.length--;
    out->target = take_number(&text) - first;
    return out->source >= 0 && out->target >= 0 && text.length == 0;
}
