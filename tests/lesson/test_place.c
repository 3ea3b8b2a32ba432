/* Places as text: what is written is read again, and what cannot be read is told. */
#include "support.h"

#include "lesson/place.h"

static void what_is_written_is_read(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    static const char *const lines[] = {
        "",
        "lesson=5",
        "lesson=05-cat-chase-mouse;model=model;card=3;sentence=cat chase mouse;step=3;moment=softmax;beat=2;pair=3",
        "lesson=5;sentence=cat;mute=1,2;step=1",
        "lesson=5;weights=3:0.1,0,0.9 4:1,0,0;token=2:%3B 3:</s>;temperature=2:0.5;step=3;moment=word",
        "lesson=5;sentence=100%25 a%3Bb=c;moment=forward;position=2;view=heatmap;theme=dark;language=zh",
        "sentence=猫 捉 老鼠;view=self-attention;look=heads;theme=light;language=en",
        "lesson=15;moment=self-attention;beat=4;position=3;view=self-attention;head=2;look=one-word",
    };
    for (size_t i = 0; i < LENGTH(lines); i++) {
        Place place;
        expect_ok(place_parse(lines[i], &arena, &place, &error), &error);
        assert_string_equal(place_print(&place, &arena), lines[i]);
    }
    Place place;
    expect_ok(place_parse(";step=2;;sentence=50% a%3b%;", &arena, &place, &error), &error);
    assert_int_equal(place.step, 2);
    assert_string_equal(place.sentence, "50% a;%");
    assert_int_equal(place.view, -1);
    assert_null(place.lesson);
    expect_ok(place_parse("sentence=cat%20chase%2C%e7%8C%AB 5%", &arena, &place, &error), &error);
    assert_string_equal(place.sentence, "cat chase,猫 5%"); /* as an address has it */
    place.sentence = "two\nlines\tlong";                    /* a line all the same */
    const char *line = place_print(&place, &arena);
    assert_null(strchr(line, '\n'));
    expect_ok(place_parse(line, &arena, &place, &error), &error);
    assert_string_equal(place.sentence, "two\nlines\tlong");
    arena_finish(&arena);
}

static void what_cannot_be_read_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"lesson", "a part of the place is 'lesson'; expected key=value"},
        {"lesson=", "lesson is empty"},
        {"step=3%00x", "step holds the control character U+0000"},
        {"view=%ecode", "view is not UTF-8"},
        {"stpe=1", "a place has no key 'stpe'; expected one of: path, lesson, model, card"},
        {"step=0", "step is '0'; expected a whole number from 1 to 9999"},
        {"step=2x", "step is '2x'; expected a whole number"},
        {"card=99999999999999999999", "expected a whole number"},
        {"moment=sofmax", "moment is 'sofmax'; expected one of: start, embedding"},
        {"view=none", "view is 'none'; expected one of: decode, compare"},
        {"look=left", "look is 'left'; expected one of: whole, folded"},
        {"theme=blue", "theme is 'blue'; expected one of: light, dark"},
        {"language=fr", "language is 'fr'; expected one of: en, zh"},
        {"sentence=\xff", "not UTF-8"},
        {"sentence=a%ff", "in the place, sentence is not UTF-8"},
        {"sentence=a%00b", "in the place, sentence holds the control character U+0000"},
        {"lesson=%1b", "lesson holds the control character U+001B"},
        {"model=a\x1B[1m", "model holds the control character U+001B"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Arena arena = {0};
        Error error = {0};
        Place place;
        assert_false(place_parse(cases[i].text, &arena, &place, &error));
        expect_error(&error, cases[i].message);
        assert_int_equal(error.code, ERROR_USAGE);
        arena_finish(&arena);
    }
}

static void a_sentence_is_whole_or_refused(void **state)
{
    (void)state;
    Arena arena = {0};
    char sentence[SENTENCE_BYTES + 1] = "";
    for (int i = 0; i < (SENTENCE_BYTES - 1) / 3; i++)
        memcpy(sentence + 3 * i, "猫", 3);
    assert_int_equal(strlen(sentence), SENTENCE_BYTES - 1);
    Place place = {.sentence = sentence, .view = -1, .look = -1, .moment = -1, .language = -1, .dark = -1}, read;
    Error error = {0};
    expect_ok(place_parse(place_print(&place, &arena), &arena, &read, &error), &error);
    assert_string_equal(read.sentence, sentence);
    strcat(sentence, "a");
    assert_false(place_parse(place_print(&place, &arena), &arena, &read, &error));
    expect_error(&error, "sentence is 4096 bytes long; expected at most 4095");
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_written_is_read),
                                       cmocka_unit_test(what_cannot_be_read_is_told),
                                       cmocka_unit_test(a_sentence_is_whole_or_refused)};
    return cmocka_run_group_tests_name("lesson place", tests, NULL, NULL);
}
