#include "scene/stage/decoder_layout.h"

#include "draw/ease.h"

#include <math.h>

#define STRIP_MOST 138.0f
#define STATE_NAME 30.0f  /* px of a state's name between the floor's and its strip */
#define TWO_LEAST  400.0f /* px of a stage whose decoder has room for two rows */

/* Two layers: the lower one's row stands under the other's, with the word that it reads; all parts are flatter. */
static void lay_lower(StageLayout *layout, Box *old, Box *new, float y, float scale, bool combines)
{
    float upper = y + (combines ? -14 : -34) * scale, lower = y + (combines ? 26 : 14) * scale;
    float thick = fminf(new->h, (combines ? 26 : 34) * scale), high = (combines ? 34 : 42) * scale;
    old->h = new->h = thick;
    old->y = new->y = upper - thick / 2;
    layout->cell.y = upper - high / 2;
    layout->cell.h = high;
    layout->lower_cell = (Box){layout->cell.x, lower - high / 2, layout->cell.w, high};
    layout->lower_query = (Box){old->x, lower - thick / 2, old->w, thick};
    layout->lower_state = (Box){new->x, lower - thick / 2, new->w, thick};
}

static void lay_word(StageLayout *layout, Box old, float y, float scale, bool two)
{
    Box floor = layout->floor[FLOOR_DECODER];
    float high = fmaxf(18, (two ? 26 : 36) * scale), middle = y + (two ? 60 : 42) * scale,
          top = fminf(middle - high / 2, floor.y + floor.h - high - 4);
    layout->chip_previous = (Box){old.x, top, fminf(64 * fmaxf(1, scale), old.w * 0.48f), high};
    layout->strip_previous = (Box){old.x + old.w * 0.54f, top + high / 2 - 9, old.w * 0.46f, 18};
}

/* Where the state stands that the decoder has while it is no hero. */
static Box at_rest(const StageLayout *layout, float left, float room, float middle, Box hero)
{
    Box floor = layout->floor[FLOOR_DECODER];
    float near = layout->floors.near[FLOOR_DECODER], shown = layout->floors.hero[FLOOR_DECODER];
    float high = lerp(lerp(fminf(16, floor.h - 6), fminf(26, floor.h - 4), near), hero.h, shown);
    float wide = lerp(lerp(fminf(160, room * 0.4f), fminf(200, room * 0.46f), near), hero.w, shown);
    float drop = floor.h >= 70 ? 10 * near : 0;
    return (Box){fmaxf(middle - wide / 2, left + STATE_NAME), floor.y + (floor.h - high) / 2 + drop, wide, high};
}

void decoder_lay(StageLayout *layout, const Config *config, float names, float middle)
{
    Box floor = layout->floor[FLOOR_DECODER];
    bool combines = config->attention == ATTENTION_LUONG,
         two = config->decoder_layers > 1 && layout->area.h >= TWO_LEAST;
    float left = layout->area.x + names, room = layout->area.x + layout->area.w - left - 24;
    float extra = fmaxf(0, room - 680 * layout->large) / 2; /* a wide stage keeps it together */
    layout->decoder = (Box){left, floor.y + layout->head, room, floor.h - layout->head - 6};
    left += extra, room -= 2 * extra;
    float scale = fminf(fminf(1.5f * layout->large, fmaxf(1, room / 480)), (floor.h - layout->head) / 140),
          y = floor.y + layout->head + (floor.h - layout->head) * 0.46f;
    float grown = fmaxf(1, scale), w = fminf(STRIP_MOST * grown, room * 0.235f), h = 26 * grown,
          hero = layout->floors.hero[FLOOR_DECODER];
    layout->decoder_x = left + room * 0.42f;
    Box old = {left + room * 0.15f - w / 2, y - 26 * scale - h / 2, w, h};
    Box new = {left + room * 0.78f - w / 2, y - h / 2 + (combines ? 24 * scale : 0), w, h};
    layout->cell = (Box){layout->decoder_x - fminf(66 * grown, room * 0.12f), y - 42 * scale,
                         fminf(132 * grown, room * 0.24f), 84 * scale};
    Box rest = at_rest(layout, left, room, middle, old);
    if (two)
        lay_lower(layout, &old, &new, y, scale, combines);
    lay_word(layout, old, y, scale, two);
    layout->strip_query = box_lerp(rest, old, hero);
    layout->strip_state = box_lerp(rest, new, hero);
    layout->strip_attentional = (Box){0};
    if (combines)
        layout->strip_attentional =
            box_lerp(rest, (Box){new.x, y - (two ? 52 : 40) * scale - new.h / 2 + 4, w, new.h}, hero);
}
