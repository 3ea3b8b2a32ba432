#include "sample.h"

#include "draw/ease.h"

#include <math.h>

static void draw_words(DrawList *list, const Theme *theme)
{
    static const float sizes[] = {TYPE_TINY, TYPE_SMALL, TYPE_BODY, TYPE_LARGE, TYPE_TITLE, TYPE_DISPLAY};
    float y = 40;
    for (int i = 0; i < 6; i++) {
        TextStyle style = {i > 3 ? FACE_SANS_BOLD : FACE_SANS, sizes[i], theme->text[ROLE_INK], 0};
        y += sizes[i] * 0.9f + 9;
        drawlist_text_at(list, style, (Point){32, y}, ALIGN_LEFT,
                         slice_of("Looking back, one word at a time 0.93 \xE2\x88\x92"
                                  "1.31"));
    }
    TextStyle chinese = {FACE_SANS, TYPE_LARGE, theme->text[ROLE_INK], 0}, bold = chinese;
    bold.face = FACE_SANS_BOLD;
    bold.size = TYPE_TITLE;
    drawlist_text_at(list, bold, (Point){32, y + 36}, ALIGN_LEFT, slice_of("猫捉老鼠：解码器回头看 attention"));
    drawlist_text_at(
        list, chinese, (Point){32, y + 64}, ALIGN_LEFT,
        slice_of("它问：“哪个词最有用？”——然后写下“mouse”。ŷ ✓ → ⌘ 🙂"));
    TextStyle heading = {FACE_SANS_BOLD, TYPE_TINY, theme->text[ROLE_CONTEXT], 0.9f};
    drawlist_text_at(list, heading, (Point){32, 40}, ALIGN_LEFT, slice_of("CONTEXT"));
    heading.color = theme->text[ROLE_ENCODER];
    drawlist_text_at(list, heading, (Point){120, 40}, ALIGN_LEFT, slice_of("ENCODER"));
    heading.color = theme->text[ROLE_DECODER];
    drawlist_text_at(list, heading, (Point){208, 40}, ALIGN_LEFT, slice_of("DECODER"));
    heading.color = theme->text[ROLE_QUERY];
    drawlist_text_at(list, heading, (Point){296, 40}, ALIGN_LEFT, slice_of("SCORES"));
    heading.color = theme->text[ROLE_OUTPUT];
    drawlist_text_at(list, heading, (Point){372, 40}, ALIGN_LEFT, slice_of("OUTPUT & <unk>"));
    heading.color = theme->text[ROLE_MUTED];
    drawlist_text_at(list, heading, (Point){496, 40}, ALIGN_LEFT, slice_of("MUTED"));
}

static void draw_formula(DrawList *list, const Theme *theme, Point at)
{
    static const struct {
        Face face;
        float size, rise;
        const char *text;
        bool lit;
    } parts[] = {
        {FACE_MATH_ITALIC, 22, 0, "α", true},
        {FACE_MATH_ITALIC, 15, -5, "33", false},
        {FACE_MATH, 22, 0, " = softmax(", false},
        {FACE_MATH_ITALIC, 22, 0, "e", false},
        {FACE_MATH, 15, -5, "3", false},
        {FACE_MATH, 22, 0, ")", false},
        {FACE_MATH, 15, -5, "3", false},
        {FACE_MATH, 22, 0, " = exp(2.52) / Σ exp(−1.31) = ", false},
        {FACE_MATH_BOLD, 22, 0, "0.93", true},
        {FACE_MATH, 22, 0, "    tanh(", false},
        {FACE_MATH_ITALIC, 22, 0, "W h\xCC\x83 + x\xCC\x82 + ŷ", false},
        {FACE_MATH, 22, 0, ") ∈ ℝ √∂≤", false},
    };
    float x = at.x;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        Color color = parts[i].lit ? theme->text[ROLE_CONTEXT] : theme->text[ROLE_INK];
        TextStyle style = {parts[i].face, parts[i].size, color, 0};
        x += drawlist_text_at(list, style, (Point){x, at.y - parts[i].rise}, ALIGN_LEFT, slice_of(parts[i].text));
    }
}

static void draw_shapes(DrawList *list, const Theme *theme)
{
    for (int role = ROLE_ENCODER; role < ROLE_COUNT; role++) {
        Box box = {32 + 120 * (float)(role - ROLE_ENCODER), 330, 104, 44};
        drawlist_box(list, box, 8, paint_fill_stroke(theme->tint[role], theme->fill[role], 1.5f));
        TextStyle style = {FACE_SANS_BOLD, TYPE_LARGE, theme->text[role], 0};
        drawlist_text(list, style, box_inset(box, 8, 0), ALIGN_CENTER, slice_of(role % 2 ? "老鼠 GRU" : "a long word"));
        drawlist_arrow(list, (Point){box.x + 52, 416}, (Point){box.x + 52, 382}, 6, theme->fill[role], 1.5f);
    }
    for (int i = 0; i < 3; i++) {
        Point from = {80 + 110 * (float)i, 540}, to = {190, 450};
        Point ribbon[4] = {from, {from.x, 490}, {to.x, 500}, to};
        static const float weights[] = {0.02f, 0.3f, 0.68f};
        drawlist_ribbon(list, ribbon, fmaxf(1.5f, weights[i] * 26), color_fade(theme->fill[ROLE_CONTEXT], 0.55f));
    }
    Point curve[4] = {{380, 450}, {440, 460}, {420, 540}, {500, 540}};
    drawlist_arrow_cubic(list, curve, 8, theme->fill[ROLE_CONTEXT], 2, 0, 0);
    Point asks[4] = {{540, 540}, {500, 460}, {600, 440}, {640, 460}};
    drawlist_arrow_cubic(list, asks, 7, theme->fill[ROLE_QUERY], 1.5f, 5, 5);
    drawlist_box(list, (Box){540, 480, 40, 40}, 99, paint_stroke(theme->fill[ROLE_CONTEXT], 4));
    Paint dashed = paint_stroke(theme->fill[ROLE_DECODER], 1.5f);
    dashed.dash = 4, dashed.gap = 4;
    drawlist_box(list, (Box){600, 490, 60, 50}, 8, dashed);
    drawlist_clip(list, (Box){300, 470, 60, 60});
    drawlist_box(list, (Box){290, 500, 60, 60}, 8, paint_fill(theme->fill[ROLE_OUTPUT]));
    drawlist_text_at(list, (TextStyle){FACE_SANS, 20, theme->text[ROLE_INK], 0}, (Point){296, 490}, ALIGN_LEFT,
                     slice_of("clipped"));
    drawlist_unclip(list);
}

static void draw_maps(DrawList *list, const Theme *theme)
{
    for (int map = 0; map <= MAP_COUNT; map++)
        for (int i = 0; i < 20; i++) {
            float t = (float)i / 19;
            Color color = map < MAP_COUNT ? color_weight(theme, (ColorMap)map, t) : color_signed(theme, 2 * t - 1, 1);
            Box box = {32 + 44 * (float)i, 620 + 22 * (float)map, 42, 20};
            drawlist_box(list, box, 3, paint_fill(color));
            char digits[] = "0.00";
            digits[0] = (char)('0' + (int)(t + 0.001f));
            digits[2] = (char)('0' + (int)(t * 10 + 0.001f) % 10);
            digits[3] = (char)('0' + (int)(t * 100 + 0.001f) % 10);
            drawlist_text(list, (TextStyle){FACE_SANS, TYPE_TINY, color_on(color), 0}, box, ALIGN_CENTER,
                          slice_of(digits));
        }
}

void sample_draw(DrawList *list, const Type *type, ThemeKind kind)
{
    const Theme *theme = theme_get(kind);
    drawlist_reset(list, type, SAMPLE_W, SAMPLE_H, theme->paper);
    drawlist_box(list, (Box){16, 16, 928, 296}, 8, paint_fill_stroke(theme->panel, theme->hairline, 1.5f));
    draw_words(list, theme);
    draw_shapes(list, theme);
    draw_formula(list, theme, (Point){32, 592});
    draw_maps(list, theme);
    static const char *const labels[] = {"mouse", "yesterday", "老鼠", "apple"};
    for (int i = 0; i < 4; i++)
        drawlist_text_turned(list, (TextStyle){FACE_SANS, TYPE_BODY, theme->text[ROLE_INK], 0},
                             (Point){720 + 48 * (float)i, 440}, -0.96f, ALIGN_LEFT, slice_of(labels[i]));
    drawlist_mark(list, (Box){720, 400, 200, 40}, (Target){1, 2, 3, 0}, true, "labels");
}

/* cairo 1.16 itself forgets 384 bytes for every CID-keyed font in a PDF: nothing that we could free. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libcairo.so";
}
