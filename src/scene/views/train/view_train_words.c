/* What the model wrote: at the handle, and at the epochs of the film. */
#include "scene/kit/widget.h"
#include "scene/views/train/train_words.h"
#include "scene/views/train/view_train.h"

#include <math.h>
#include <string.h>

#define WORD_GAP 0.42f /* of the type's size */

const char *train_said(const Painter *painter, const Trace *probe)
{
    return probe->word_count > 0 ? trace_translation(probe, &painter->list->arena)
                                 : kit_said(painter, W_WRITES_NO_WORD);
}

/* Right words are green and bold, others plain, with a line under them: not only a colour. */
static TextStyle word_style(const Painter *painter, const TrainingLook *look, int t, float size)
{
    if (!look->right)
        return style_plain(painter->theme, size, ROLE_INK);
    return style_of(painter->theme, look->right[t], size, look->right[t] ? ROLE_ENCODER : ROLE_MUTED);
}

static float words_width(const Painter *painter, const TrainingLook *look, float size)
{
    const Trace *probe = look->probe;
    if (probe->word_count == 0)
        return kit_width(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), train_said(painter, probe));
    float width = -size * WORD_GAP;
    for (int t = 0; t < probe->word_count; t++)
        width += kit_width(painter, word_style(painter, look, t, size), probe->steps[t].token) + size * WORD_GAP;
    return width;
}

static void draw_word(const Painter *painter, const TrainingLook *look, int t, TextStyle style, Point at)
{
    float width = kit_text_at(painter, style, at, ALIGN_LEFT, look->probe->steps[t].token);
    float y = at.y + style.size * 0.24f;
    if (look->right && !look->right[t])
        kit_line(painter, (Point){at.x, y}, (Point){at.x + width, y}, painter->theme->fill[ROLE_OUTPUT], 1.2f);
}

const char *train_epoch(const Painter *painter, const Training *training, int look)
{
    double at = training_at(training, look);
    return arena_printf(&painter->list->arena, "%g", at < 1 ? round(at * 20) / 20 : at);
}

void train_words(const Painter *painter, const TrainingLook *look, float size, Point at, float width)
{
    const Trace *probe = look->probe;
    float x = 0, dots = kit_width(painter, style_plain(painter->theme, size, ROLE_MUTED), "…");
    if (probe->word_count == 0) {
        TextStyle small = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
        kit_text(painter, small, (Box){at.x, at.y - 14, width, 19}, ALIGN_LEFT, train_said(painter, probe));
    }
    for (int t = 0; t < probe->word_count; t++) {
        TextStyle style = word_style(painter, look, t, size);
        float word = kit_width(painter, style, probe->steps[t].token);
        bool last = t + 1 == probe->word_count;
        if (x + word + (last ? 0 : size * WORD_GAP + dots) > width + 0.5f) {
            if (x + dots <= width + 0.5f)
                kit_text_at(painter, style_plain(painter->theme, size, ROLE_MUTED), (Point){at.x + x, at.y}, ALIGN_LEFT,
                            "…");
            break;
        }
        draw_word(painter, look, t, style, (Point){at.x + x, at.y});
        x += word + size * WORD_GAP;
    }
}

/* ---- the epochs of the film ---- */

#define SAYINGS_MOST 16
#define SAYING_GAP   22.0f

typedef struct Saying {
    const TrainingLook *look;
    const char *epoch, *words;
    float lead, width; /* of the epoch; of both */
    bool shown, left_out;
} Saying;

/* What is said twice in a row is told once. */
static int collect_sayings(const Painter *painter, const Training *training, const int *film, int count, Saying *out)
{
    Arena *arena = &painter->list->arena;
    int found = 0;
    for (int i = 0; i < count && found < SAYINGS_MOST; i++) {
        const TrainingLook *look = film[i] < training->count ? &training->list[film[i]] : NULL;
        if (!look || !look->probe)
            continue;
        Saying saying = {
            .look = look,
            .epoch = arena_printf(arena, kit_said(painter, W_EPOCH_LEAD), train_epoch(painter, training, film[i])),
            .words = train_said(painter, look->probe),
            .shown = film[i] == training->shown};
        if (found > 0 && strcmp(out[found - 1].words, saying.words) == 0 && !saying.shown)
            continue;
        Role role = saying.shown ? ROLE_INK : ROLE_MUTED;
        saying.lead = kit_width(painter, style_of(painter->theme, saying.shown, TYPE_SMALL, role), saying.epoch);
        saying.width = saying.lead + words_width(painter, look, TYPE_SMALL);
        out[found++] = saying;
    }
    return found;
}

static int saying_lines(const Saying *sayings, int count, float width)
{
    float x = 0;
    int lines = 1;
    for (int i = 0; i < count; i++) {
        if (sayings[i].left_out)
            continue;
        if (x > 0 && x + sayings[i].width > width) {
            x = 0;
            lines++;
        }
        x += sayings[i].width + SAYING_GAP;
    }
    return lines;
}

static void draw_saying(const Painter *painter, const Saying *saying, Point at, float width)
{
    Role role = saying->shown ? ROLE_INK : ROLE_MUTED;
    kit_text_at(painter, style_of(painter->theme, saying->shown, TYPE_SMALL, role), at, ALIGN_LEFT, saying->epoch);
    train_words(painter, saying->look, TYPE_SMALL, (Point){at.x + saying->lead, at.y}, width - saying->lead);
}

/* First and shown are always told; of the others as many as there is room for, the earliest go first. */
void train_sayings_draw(const Painter *painter, const Training *training, const int *film, int frames, Box box)
{
    Saying sayings[SAYINGS_MOST];
    int count = collect_sayings(painter, training, film, frames, sayings);
    float pitch = 21, x = 0, y = box.y + 15;
    int most = (int)fmaxf(1, floorf((box.h + 4) / pitch));
    for (int i = 1; i < count && saying_lines(sayings, count, box.w) > most; i++)
        sayings[i].left_out = !sayings[i].shown;
    if (count > 1 && !sayings[0].shown)
        sayings[0].left_out = saying_lines(sayings, count, box.w) > most;
    for (int i = 0; i < count; i++) {
        if (sayings[i].left_out)
            continue;
        if (x > 0 && x + sayings[i].width > box.w) {
            x = 0;
            y += pitch;
        }
        draw_saying(painter, &sayings[i], (Point){box.x + x, y}, box.w - x);
        x += sayings[i].width + SAYING_GAP;
    }
}
