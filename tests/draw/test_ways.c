/* Letters that run to the left. Their order needs no font that has them: the boxes that stand for them have it too. */
#include "support.h"

#include "draw/drawlist.h"

#include <math.h>

static Type *type;
static const TextStyle STYLE = {FACE_SANS, 20, {0, 0, 0, 255}, 0};

static int set_up(void **state)
{
    (void)state;
    Error error = {0};
    type = type_open(FONTS, &error);
    return type ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    type_close(type);
    return 0;
}

typedef struct Seen {
    float x;
    uint32_t codepoint;
} Seen;

static int by_x(const void *a, const void *b)
{
    const Seen *one = a, *other = b;
    return (one->x > other->x) - (one->x < other->x);
}

/* The letters of all runs, from left to right, without spaces. */
static char *seen(const DrawList *list, Arena *arena)
{
    Seen letters[200];
    size_t count = 0;
    Bytes text = {0};
    for (int i = 0; i < list->count; i++)
        for (int k = 0; k < list->commands[i].text.count; k++) {
            const Letter *letter = &list->commands[i].text.letters[k];
            if (letter->codepoint == ' ')
                continue;
            letters[count++] = (Seen){list->commands[i].text.origin.x + letter->x, letter->codepoint};
        }
    qsort(letters, count, sizeof *letters, by_x);
    for (size_t i = 0; i < count; i++)
        bytes_add_letter(&text, letters[i].codepoint);
    return bytes_take(&text, arena);
}

static void draw(DrawList *list, const char *text)
{
    drawlist_reset(list, type, 1000, 100, (Color){255, 255, 255, 255});
    drawlist_text_at(list, STYLE, (Point){10, 50}, ALIGN_LEFT, slice_of(text));
}

/* As they are read, and as they stand: in both columns the first letter of a line is the leftmost that an editor
 * without Unicode's algorithm would show. */
static void lines_are_ordered_as_unicode_says(void **state)
{
    (void)state;
    static const struct {
        const char *read, *stands;
    } cases[] = {
        {"\u05d0\u05d1\u05d2", "\u05d2\u05d1\u05d0"},
        {"\u0627\u0628\u062a", "\u062a\u0628\u0627"},
        {"abc \u05d0\u05d1\u05d2 def", "abc\u05d2\u05d1\u05d0def"},
        {"\u05d0\u05d1 \u05d2\u05d3", "\u05d3\u05d2\u05d1\u05d0"},
        {"\u05d0\u05d1 12 \u05d2", "\u05d212\u05d1\u05d0"}, /* figures run to the right */
        {"\u05d0\u05d1.", ".\u05d1\u05d0"},                 /* the whole line runs to the left */
        {"a \u05d0\u05d1.", "a\u05d1\u05d0."},
        {"\u05d0\u05d1 \u2192 \u05d2\u05d3", "\u05d1\u05d0\u2192\u05d3\u05d2"}, /* a formula does not */
        {"\u05d0 = 1", "\u05d0=1"},
        {"at \u201c\u05d0\u05d1\u201d 0.5, \u201c\u05d2\u05d3\u201d 0.4",
         "at\u201c\u05d1\u05d0\u201d0.5,\u201c\u05d3\u05d2\u201d0.4"},
        {"are \u05d0\u05d1 0.5, \u05d2 0, (\u05d3\u05d4) \u22121",
         "are\u05d1\u05d00.5,\u05d20,(\u05d4\u05d3)\u22121"},  /* each number beside its word */
        {"at \u05e6\u05d4\"\u05dc", "at\u05dc\"\u05d4\u05e6"}, /* a quotation mark that abbreviates */
        {"\u732b \u05d0\u05d1", "\u732b\u05d1\u05d0"},
    };
    Arena arena = {0};
    DrawList list = {0};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        draw(&list, cases[i].read);
        assert_string_equal(seen(&list, &arena), cases[i].stands);
        float end = 10 + text_width(type, STYLE, slice_of(cases[i].read));
        for (int k = 0; k < list.count; k++)
            assert_true(list.commands[k].text.origin.x > 9.99f
                        && list.commands[k].text.origin.x + list.commands[k].text.width < end + 0.01f);
    }
    drawlist_finish(&list);
    arena_finish(&arena);
}

static void brackets_are_turned_about(void **state)
{
    (void)state;
    DrawList list = {0};
    Face face;
    float advance;
    draw(&list, "(\u05d0)");
    uint32_t closing = type_glyph(type, FACE_SANS, ')', &face, &advance), found = 0;
    for (int i = 0; i < list.count; i++)
        for (int k = 0; k < list.commands[i].text.count; k++)
            if (list.commands[i].text.letters[k].codepoint == '(')
                found = list.commands[i].text.letters[k].glyph;
    assert_int_equal(found, closing);
    drawlist_finish(&list);
}

/* Who sets the text himself is told; a letter by itself would have another shape. */
static void runs_say_how_they_are_set(void **state)
{
    (void)state;
    DrawList list = {0};
    draw(&list, "abc");
    assert_true(!list.commands->text.whole && !list.commands->text.left);
    draw(&list, "\u05d0\u05d1");
    assert_true(list.commands->text.whole && list.commands->text.left);
    draw(&list, "\u0915\u094d\u0937");
    assert_true(list.commands->text.whole && !list.commands->text.left);
    drawlist_reset(&list, type, 1000, 100, (Color){255, 255, 255, 255});
    TextStyle spaced = STYLE;
    spaced.tracking = 3;
    assert_true(fabsf(drawlist_text_at(&list, spaced, (Point){10, 50}, ALIGN_LEFT, slice_of("\u05d0\u05d1"))
                      - text_width(type, STYLE, slice_of("\u05d0\u05d1")))
                < 0.01f);
    assert_false(list.commands->text.tracked);
    drawlist_finish(&list);
}

static bool is_one_of(const size_t *places, size_t count, size_t place)
{
    for (size_t i = 0; i < count; i++)
        if (places[i] == place)
            return true;
    return false;
}

/* Arrows come past every place once, in the order in which they stand, and back. */
static void carets_go_from_end_to_end(void **state)
{
    (void)state;
    static const char *const texts[] = {"\u05d0\u05d1\u05d2",
                                        "ab \u05d0\u05d1\u05d2",
                                        "ab \u05d0\u05d1\u05d2 cd",
                                        "\u05d0\u05d1 12 \u05d2",
                                        "a\u05d0",
                                        "\u05d0\u05d1 ab \u05d2"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        Slice text = slice_of(texts[i]);
        size_t places[40], count = 0, at = text_at(type, STYLE, text, -100);
        assert_true(text_goes_left(type, STYLE, text));
        for (float before = -1; count < LENGTH(places); count++) {
            float x = text_caret(type, STYLE, text, at);
            assert_true(x > before);
            assert_false(is_one_of(places, count, at));
            assert_true(fabsf(text_caret(type, STYLE, text, text_at(type, STYLE, text, x)) - x) < 0.01f);
            before = x;
            places[count] = at;
            size_t next = text_beside(type, STYLE, text, at, 1);
            if (next == at)
                break;
            at = next;
        }
        assert_true(count + 1 >= utf8_count(text)); /* two places may be one on the screen */
        for (; count > 0; count--) {
            float from = text_caret(type, STYLE, text, at);
            at = text_beside(type, STYLE, text, at, -1);
            assert_true(text_caret(type, STYLE, text, at) < from);
        }
        assert_int_equal(text_beside(type, STYLE, text, at, -1), at);
    }
    assert_false(text_goes_left(type, STYLE, slice_of("abc \u732b \u0915")));
}

/* What is selected from within a word of one way to within one of the other lies apart. */
static void selections_cover_their_letters(void **state)
{
    (void)state;
    TextSpan spans[4];
    Slice text = slice_of("ab \u05d0\u05d1\u05d2");
    float letter = text_width(type, STYLE, slice_of("\u05d0")), word = text_width(type, STYLE, slice_of("ab "));
    assert_int_equal(text_cover(type, STYLE, text, 1, 5, spans, 4), 2); /* "b ", and the first Hebrew letter */
    assert_true(fabsf(spans[0].right - word) < 0.1f && fabsf(spans[1].right - (word + 3 * letter)) < 0.1f);
    assert_true(fabsf(spans[1].left - (word + 2 * letter)) < 0.1f);
    assert_int_equal(text_cover(type, STYLE, text, 0, text.length, spans, 4), 1);
    assert_true(fabsf(spans[0].right - spans[0].left - text_width(type, STYLE, text)) < 0.1f);
    assert_int_equal(text_cover(type, STYLE, text, 1, 5, spans, 1), 1);
    assert_int_equal(text_cover(type, STYLE, text, 4, 4, spans, 4), 0);
}

/* A paragraph of thousands of letters without a space takes as long as its lines, not as its letters
 * times its lines. */
static void long_words_break_as_short_ones(void **state)
{
    (void)state;
    Arena arena = {0};
    Bytes text = {0};
    for (int i = 0; i < 30000; i++)
        bytes_add(&text, "x", 1);
    TextLines lines = text_break(&arena, type, STYLE, bytes_slice(&text), 300);
    size_t fits = lines.lines[0].length, length = 0;
    for (int i = 0; i < lines.count; i++) {
        assert_true(lines.lines[i].length == fits || i == lines.count - 1);
        length += lines.lines[i].length;
    }
    assert_int_equal(length, 30000);
    bytes_finish(&text);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_ordered_as_unicode_says), cmocka_unit_test(brackets_are_turned_about),
        cmocka_unit_test(runs_say_how_they_are_set),         cmocka_unit_test(carets_go_from_end_to_end),
        cmocka_unit_test(selections_cover_their_letters),    cmocka_unit_test(long_words_break_as_short_ones),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
