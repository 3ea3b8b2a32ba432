/* The page of keys against the tables of keys: every line of the page is what some key does, and every key that names a
 * line is printed in it, in both languages. */
#include "support.h"

#include "app/view_input.h"
#include "words/keys_words.h"

static const char *name_of(Key key)
{
    static const char *const names[KEY_COUNT] = {
        [KEY_LEFT] = "←",     [KEY_RIGHT] = "→",    [KEY_UP] = "↑",           [KEY_DOWN] = "↓",
        [KEY_HOME] = "Home",  [KEY_END] = "End",    [KEY_SPACE] = "Space",    [KEY_ENTER] = "Enter",
        [KEY_ESCAPE] = "Esc", [KEY_TAB] = "Tab",    [KEY_BACKSPACE] = "⌫",    [KEY_PLUS] = "+",
        [KEY_MINUS] = "−",    [KEY_QUESTION] = "?", [KEY_LEFT_BRACKET] = "[", [KEY_RIGHT_BRACKET] = "]",
        [KEY_F1] = "F1",      [KEY_F11] = "F11",    [KEY_SLASH] = "/",
    };
    static char letter[2];
    letter[0] = (char)(key <= KEY_9 ? '0' + (int)(key - KEY_0) : 'A' + (int)(key - KEY_A));
    return key <= KEY_Z ? letter : names[key];
}

static void check_row(const KeyRow *row, bool *seen)
{
    if (!row->line)
        return;
    assert_in_range(row->line, W_KEYS_OF_TIME, W_KEY_QUIT);
    seen[row->line] = true;
    for (int language = 0; language < 2; language++) {
        const char *line = said((Language)language, row->line), *end = strchr(line, '\t');
        const char *name = language == LANGUAGE_CHINESE && row->key == KEY_SPACE ? "空格" : name_of(row->key);
        assert_non_null(name);
        assert_non_null(end);
        const char *at = strstr(line, name);
        if (!at || at >= end)
            fail_msg("the page's line \"%s\" does not show %s", line, name);
        bool control = row->with & WITH_CONTROL, shift = row->with & WITH_SHIFT;
        assert_true(!control || strstr(line, "Ctrl+"));
        assert_true(!shift || strstr(line, "Shift+") || strstr(line, "⇧"));
    }
}

static void the_page_says_what_the_keys_do(void **state)
{
    (void)state;
    bool seen[W_COUNT] = {false};
    for (int i = 0; i < 3; i++)
        for (const KeyRow *row = WINDOW_KEYS[i]; row->act; row++)
            check_row(row, seen);
    for (int kind = 0; kind < VIEW_KINDS; kind++)
        for (int i = 0; i < VIEW_KEY_TABLES; i++)
            for (const KeyRow *row = VIEW_INPUTS[kind]->keys[i]; row && row->act; row++)
                check_row(row, seen);
    for (int line = W_KEYS_OF_TIME; line <= W_KEY_QUIT; line++)
        if (!seen[line] && strchr(said(LANGUAGE_ENGLISH, (Word)line), '\t'))
            fail_msg("no key does \"%s\"", said(LANGUAGE_ENGLISH, (Word)line));
}

/* The digits of lesson/views.def: a view has one where its tab is always there, and the page says up to which. */
static void the_page_says_the_keys_of_the_views(void **state)
{
    (void)state;
    int count = 0, always = 0;
    char keys[32];
    while (view_of_key(count + 1) < VIEW_KINDS)
        count++;
    for (int kind = 0; kind < VIEW_KINDS; kind++) {
        assert_int_equal(VIEW_INFO[kind].key > 0, VIEW_INFO[kind].tab == TAB_ALWAYS);
        always += VIEW_INFO[kind].tab == TAB_ALWAYS;
    }
    assert_int_equal(always, count);
    snprintf(keys, sizeof keys, "1 … %d\t", count);
    for (int language = 0; language < 2; language++)
        assert_memory_equal(said((Language)language, W_KEY_THE_VIEWS), keys, strlen(keys));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_page_says_what_the_keys_do),
                                       cmocka_unit_test(the_page_says_the_keys_of_the_views)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
