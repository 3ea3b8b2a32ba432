/* The words that one of the two models writes. */
#include "scene/views/exhibit/view_exhibit.h"

#include "scene/views/exhibit/exhibit_words.h"
#include "words/common_words.h"

#include <math.h>

enum { CHIP_GAP = 8, VERDICTS_MOST = 8 }; /* more words have their verdict as a sign */

typedef struct Chips {
    Box *boxes;
    int shown; /* of the words: the others have no room */
    float height;
    bool small;
} Chips;

static Chips lay_chips(const Painter *painter, const CompareSide *side, float room, int most)
{
    const Trace *trace = side->trace;
    Chips chips = {.small = trace->word_count > VERDICTS_MOST};
    chips.boxes = ARENA_ARRAY(&painter->list->arena, Box, (size_t)trace->word_count + 1);
    float high = chips.small ? 24 : 34, pitch = high + (chips.small ? 6 : 24), x = 0, y = 0;
    TextStyle style = style_bold(painter->theme, chips.small ? TYPE_SMALL : TYPE_LARGE, ROLE_INK);
    int lines = 1;
    for (int t = 0; t < trace->word_count; t++) {
        float width = fminf(room, kit_width(painter, style, trace->steps[t].token) + (chips.small ? 14 : 26));
        if (x > 0 && x + width > room) {
            if (++lines > (chips.small ? most + 1 : most))
                break;
            x = 0;
            y += pitch;
        }
        chips.boxes[chips.shown++] = (Box){x, y, width, high};
        x += width + (chips.small ? 5 : CHIP_GAP);
    }
    chips.height = chips.shown ? y + pitch - 6 : 34;
    return chips;
}

/* Right or wrong in a word below it, or where there are many as a line through the wrong ones. */
static void draw_verdict(const Painter *painter, const Chips *chips, Box box, bool wrong)
{
    Role role = wrong ? ROLE_OUTPUT : ROLE_ENCODER;
    if (!chips->small)
        kit_text(painter,
                 kit_shrunk(painter, style_bold(painter->theme, TYPE_TINY, role), box.w + CHIP_GAP - 2,
                            kit_said(painter, wrong ? W_WORD_WRONG : W_WORD_RIGHT)),
                 (Box){box.x - 3, box.y + box.h + 2, box.w + 6, 14}, ALIGN_CENTER,
                 kit_said(painter, wrong ? W_WORD_WRONG : W_WORD_RIGHT));
    else if (wrong)
        kit_line(painter, (Point){box.x + 3, box.y + box.h / 2}, (Point){box.x + box.w - 3, box.y + box.h / 2},
                 painter->theme->text[role], 1.8f);
}

float exhibit_words(const Painter *painter, int side, Box box, int most)
{
    const Exhibit *exhibit = painter->view->exhibit;
    const CompareSide *shown = &exhibit->pair.sides[side];
    const Theme *theme = painter->theme;
    if (shown->trace->word_count == 0) {
        kit_text(painter, style_plain(theme, TYPE_BODY, ROLE_MUTED), (Box){box.x, box.y, box.w, 34}, ALIGN_LEFT,
                 kit_said(painter, W_EMPTY));
        return 34;
    }
    Chips chips = lay_chips(painter, shown, box.w, most);
    bool judged = exhibit->pair.reference != NULL;
    for (int t = 0; t < chips.shown; t++) {
        Box chip = chips.boxes[t];
        chip.x += box.x;
        chip.y += box.y;
        Target target = target_at(TARGET_WORD, t, 0, side);
        bool lit = side == 0 && exhibit->step == t;
        float size = chips.small ? TYPE_SMALL : TYPE_LARGE;
        kit_chip_styled(painter, chip, t + 1 == chips.shown && t + 1 < shown->trace->word_count ? "…" : shown->words[t],
                        ROLE_OUTPUT, lit || kit_pointed(painter, target) ? 1 : 0.5f, 1,
                        style_bold(theme, size, ROLE_INK));
        if (judged)
            draw_verdict(painter, &chips, chip, shown->marked[t]);
        kit_press(painter, chip, 8, target, shown->words[t]);
    }
    return chips.height;
}
