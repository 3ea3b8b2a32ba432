/* Broken lessons: each is refused with the file, the line and what was expected. */
#include "lesson/lessons.h"

/* ---- no memory ---- */

/* A title of `title` bytes, and `prose` bytes of marks. */
static bool parse_large(int title, int prose)
{
    Bytes text = {0};
    Error error = {0};
    bytes_printf(&text, "---\ntitle: %0*d\n%s# One\n", title, 1, strchr(&FRONT[4], '\n') + 1);
    for (int i = 0; i < prose; i += 4)
        bytes_add_text(&text, "\\*a ");
    Lesson *lesson = parse(text.data, FRONT_ZH CARD_ZH, &error);
    if (!lesson)
        fprintf(stderr, "%s\n", error_text(&error));
    lesson_destroy(lesson);
    bytes_finish(&text);
    return lesson != NULL;
}

static bool parse_large_title(void)
{
    return parse_large(60 << 10, 4);
}

static bool parse_large_prose(void)
{
    return parse_large(1, 31 << 10);
}

static void no_memory_is_no_mistake_of_the_lesson(void **state)
{
    (void)state;
    expect_memory_is_blamed(parse_large_title, 1 << 20);
    expect_memory_is_blamed(parse_large_prose, 4 << 20);
}

/* ---- the file as a whole ---- */

static void files(void **state)
{
    (void)state;
    static const struct {
        Slice text;
        const char *message;
    } cases[] = {
        {BYTES(""), "L/lesson.md:1: expected `---`: a lesson begins with its front matter"},
        {BYTES("# One\n"), "L/lesson.md:1: expected `---`"},
        {BYTES("\n---\n"), "L/lesson.md:1: expected `---`"},
        {BYTES("---\ntitle: x\n"), "L/lesson.md:1: the front matter that begins here never ends"},
        {BYTES(FRONT), "L/lesson.md:7: has no card: expected at least one line `# Title`"},
        {BYTES(FRONT "text\n"), "L/lesson.md:8: expected the first card, a line `# Title`, before any text"},
        {BYTES(FRONT "#\n"), "L/lesson.md:8: a card needs a title"},
        {BYTES(FRONT "# #\n"), "L/lesson.md:8: a card needs a title"},
        {BYTES(FRONT "# One\n"), "L/lesson.md:8: the card \"One\" has no text"},
        {BYTES(FRONT "# One\n\n```\nx\n"), "L/lesson.md:10: the fence that opens here is never closed"},
        {BYTES(FRONT "# One\n````\n```\n"), "L/lesson.md:9: the fence that opens here is never closed"},
        {BYTES(FRONT "# One\n- ```\n  x\n  ```\n"), "L/lesson.md:9: a fence cannot begin inside a list item"},
        {BYTES(FRONT "# One\n1. ~~~\n"), "L/lesson.md:9: a fence cannot begin inside a list item"},
        {BYTES(FRONT "# One\na\nb\xFF\n"), "L/lesson.md:10: is not UTF-8 here"},
        {BYTES(FRONT "# One\na\r\nb\xED\xA0\x80\n"), "L/lesson.md:10: is not UTF-8 here"},
        {BYTES(FRONT "# One\na\0b\n"), "L/lesson.md:9: holds the control character U+0000"},
        {BYTES(FRONT "# One\na\x1B[1mb\n"), "L/lesson.md:9: holds the control character U+001B"},
        {BYTES(FRONT "# One\na\nb \xC2\x9B"
                     "1m\n"),
         "L/lesson.md:10: holds the control character U+009B"},
        {BYTES(FRONT "# One\na \u2067b\n"), "L/lesson.md:9: holds the control character U+2067"},
        {BYTES(FRONT "# One\na\nb&#27;c\n"), "L/lesson.md:10: holds the control character U+001B"},
        {BYTES(FRONT "# One\na&#x202e;b\n"), "L/lesson.md:9: holds the control character U+202E"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        expect_no_lesson(lesson_parse(cases[i].text, slice_of(FRONT_ZH CARD_ZH), "L", &error), &error,
                         cases[i].message);
    }
}

static char *sentence_of(size_t bytes)
{
    static char text[3 * SENTENCE_BYTES];
    memset(text, 'a', bytes);
    text[bytes] = '\0';
    return text;
}

static void long_sentences(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++)
        for (size_t bytes = SENTENCE_BYTES - 1; bytes <= SENTENCE_BYTES; bytes++) {
            Arena arena = {0};
            Error error = {0};
            const char *set =
                arena_printf(&arena, i ? "sentence: b\nsuggestions:\n  - %s\n" : "sentence: %s\n", sentence_of(bytes));
            const char *text = arena_printf(&arena, "---\ntitle: T\norder: 3\n%smodels:\n  - hidden: 8\n---\n%s", set,
                                            "# One\ntext\n");
            Lesson *lesson = lesson_parse(slice_of(text), slice_of(FRONT_ZH CARD_ZH), "L", &error);
            if (bytes < SENTENCE_BYTES)
                expect_ok(lesson != NULL, &error);
            else
                expect_no_lesson(lesson, &error,
                                 i ? "L/lesson.md:6: the sentence \"" : "L/lesson.md:4: the sentence \"");
            lesson_destroy(lesson);
            arena_finish(&arena);
        }
}

/* ---- front matter: what follows the line `---` ---- */

#define HEAD   "title: T\norder: 3\nsentence: cat\n"
#define MODELS "models:\n  - hidden: 8\n"

static void front_matter(void **state)
{
    (void)state;
    static const struct {
        const char *front, *message;
    } cases[] = {
        {"order: 3\nsentence: a\n" MODELS, "L/lesson.md:2: `title` is missing"},
        {"title:\norder: 3\n", "L/lesson.md:2: `title` is empty; expected text"},
        {"title: [a]\n", "L/lesson.md:2: `title` is a list; expected text"},
        {"title: a\ntitle: b\n", "L/lesson.md:3: the key \"title\" is here twice, first on line 2"},
        {"title: a\norder: five\n", "L/lesson.md:3: `order` is \"five\"; expected a whole number from 1 to 999"},
        {"title: a\norder: 0\n", "L/lesson.md:3: `order` is \"0\"; expected a whole number"},
        {"title: a\norder: 1e2\n", "L/lesson.md:3: `order` is \"1e2\"; expected a whole number"},
        {"title: a\norder: 99999999999999999999\n",
         "L/lesson.md:3: `order` is \"99999999999999999999\"; expected a whole"},
        {"title: a\norder: {b: c}\n", "L/lesson.md:3: `order` is a map; expected a whole number"},
        {"title: a\norder: 1\nsentence: \"\"\n", "L/lesson.md:4: `sentence` is empty; expected text"},
        {HEAD "minutes: 0\n" MODELS, "L/lesson.md:5: `minutes` is \"0\"; expected a whole number from 1 to 999"},
        {"titel: a\n", "L/lesson.md:2: unknown key \"titel\" in the front matter; expected one of: title, order, aim, "
                       "meets, group, language, view, "},
        {HEAD "view: hologram\n" MODELS,
         "L/lesson.md:5: \"hologram\" is not a view of this version; expected one of: decode"},
        {HEAD "suggestions: a\n" MODELS, "L/lesson.md:5: `suggestions` is \"a\"; expected a list such as [one, two]"},
        {HEAD "suggestions: []\n" MODELS, "L/lesson.md:5: `suggestions` is a list; expected a list such as"},
        {HEAD "suggestions:\n  - a\n  - [b]\n" MODELS,
         "L/lesson.md:7: an entry of `suggestions` is a list; expected text"},
        {HEAD, "L/lesson.md:2: `models` is missing"},
        {HEAD "models: a\n", "L/lesson.md:5: `models` is \"a\"; expected a list of 1 to 16 models"},
        {HEAD "models: []\n", "L/lesson.md:5: `models` is a list of another length; expected a list of 1 to 16"},
        {HEAD "models:\n  - a\n", "L/lesson.md:6: a model is \"a\"; expected `key: value` lines"},
        {HEAD "models:\n  - hidden: -1\n", "L/lesson.md:6: hidden "},
        {HEAD "models:\n  - hidden: [1]\n", "L/lesson.md:6: `hidden` is a list; expected one value"},
        {HEAD "models:\n  - lr: fast\n", "L/lesson.md:6: lr "},
        {HEAD "models:\n  - threads: 2\n", "L/lesson.md:6: unknown key \"threads\" in a model; expected one of: name,"},
        {HEAD "models:\n  - hiden: 2\n", "L/lesson.md:6: unknown key \"hiden\" in a model; expected one of: name,"},
        {HEAD "models:\n  - attention: none\n    bridge: none\n", "L/lesson.md:6: with bridge none and attention none"},
        {HEAD "models:\n  - name: other\n", "L/lesson.md:6: the first model is called \"other\"; expected `model`"},
        {HEAD MODELS "  - hidden: 8\n", "L/lesson.md:7: `name` is missing"},
        {HEAD MODELS "  - name: model\n", "L/lesson.md:7: two models are called \"model\""},
        {HEAD MODELS "  - name: ../x\n",
         "L/lesson.md:7: the model's name is \"../x\"; expected letters, digits, - and _"},
        {HEAD MODELS "  - name: /etc/passwd\n", "L/lesson.md:7: the model's name is \"/etc/passwd\"; expected letters"},
        {HEAD MODELS "gates: 1\n", "L/lesson.md:7: `gates` is \"1\"; expected a list of at most 128 gates"},
        {HEAD MODELS "gates:\n", "L/lesson.md:7: `gates` is empty; expected a list of at most 128 gates"},
        {HEAD MODELS "gates:\n  - chrf: 1\n",
         "L/lesson.md:8: unknown key \"chrf\" in a gate; expected one of: exact_match"},
        {HEAD MODELS "gates:\n  - exact_match: 1\n",
         "L/lesson.md:8: the gate exact_match is \"1\"; expected `key: value`"},
        {HEAD MODELS "gates:\n  - exact_match: {above: 1}\n",
         "L/lesson.md:8: unknown key \"above\" in the gate exact_match"},
        {HEAD MODELS "gates:\n  - exact_match: {model: model}\n",
         "L/lesson.md:8: neither `at_least` nor `at_most` is here"},
        {HEAD MODELS "gates:\n  - exact_match: {at_least: 1, length: [5]}\n", "L/lesson.md:8: `length` is not a pair"},
        {HEAD MODELS "gates:\n  - exact_match: {at_least: 1, length: [5, 4]}\n",
         "L/lesson.md:8: `length` is not a pair"},
        {HEAD MODELS "gates:\n  - exact_match: {at_least: 1, model: b}\n",
         "L/lesson.md:8: the lesson has no model called \"b\""},
        {HEAD MODELS "gates:\n  - value: {name: h_1, sentence: a, at_least: 1}\n",
         "L/lesson.md:8: \"h_1\" is no number"},
        {HEAD MODELS "gates:\n  - exact_match: {at_least: 99}\n",
         "L/lesson.md:8: `at_least` is \"99\"; expected a number from 0 to 1"},
        {HEAD MODELS "gates:\n  - exact_match: {at_least: nan}\n",
         "L/lesson.md:8: `at_least` is \"nan\"; expected a number"},
        {HEAD MODELS "gates:\n  - {}\n", "L/lesson.md:8: a gate has 0 keys; expected one of"},
        {HEAD MODELS "gates:\n  - loss: {id: a b, at_most: 1}\n",
         "L/lesson.md:8: a gate's id is \"a b\"; expected letters, digits, - and _"},
        {HEAD MODELS "gates:\n  - loss: {id: a, at_most: 1}\n  - pairs: {id: a, at_most: 1}\n",
         "L/lesson.md:9: two gates have the id \"a\""},
        {HEAD MODELS "gates:\n  - weight: {sentence: a, peaks: 1, above: 0.5}\n",
         "L/lesson.md:8: `peaks` is \"1\"; expected a list"},
        {HEAD MODELS "gates:\n  - weight: {sentence: a, peaks: [0], above: 0.5}\n",
         "L/lesson.md:8: an entry of `peaks` is \"0\"; expected a source position from 1 to 200"},
        {HEAD MODELS "gates:\n  - translation: {sentence: a, expect: b, drag: [1]}\n",
         "L/lesson.md:8: `drag` is not a pair such as [3, 2]"},
        {HEAD MODELS "gates:\n  - translation: {sentence: a, expect: b, learn: [0.1]}\n",
         "L/lesson.md:8: `learn` is not a pair such as [0.05, 猫 捉 老鼠], the learning rate and the wanted words"},
        {HEAD MODELS "gates:\n  - translation: {sentence: a, expect: b, learn: [0, b]}\n",
         "L/lesson.md:8: `learn` is not a pair"},
        {HEAD MODELS "gates:\n  - translation: {sentence: a, expect: b, drag: [0, 1]}\n",
         "L/lesson.md:8: `drag` is not a pair such as [3, 2]"},
        {HEAD MODELS "gates:\n  - translation: {sentence: a, expect: b, replace: [1]}\n",
         "L/lesson.md:8: `replace` is not a pair such as [2, bird]"},
        {HEAD MODELS "gates:\n  - translation: {sentence: a, expect: b, replace: [b, 1]}\n",
         "L/lesson.md:8: `replace` is not a pair such as [2, bird]"},
        {HEAD MODELS "gates:\n  - translation: {sentence: a c, expect: b, replace: [3, d]}\n",
         "L/lesson.md:8: `replace` names word 3, and \"a c\" has 2"},
        {HEAD MODELS "gates:\n  - difference: {sentence: a, other: b, names: [h_1], replace: [1, d], at_least: 0}\n",
         "L/lesson.md:8: `other` and `replace` both say what the second vector comes from"},
        {HEAD MODELS "gates:\n  - translation: {sentence: a, expect: b, seeds: some}\n",
         "L/lesson.md:8: `seeds` is \"some\"; expected one, or the first and the last such as 2-6, at most 32 of them"},
        {HEAD MODELS "gates:\n  - translation: {sentence: a, expect: b, seeds: 0-3}\n",
         "L/lesson.md:8: `seeds` is \"0-3\""},
        {HEAD MODELS "gates:\n  - translation: {sentence: a, expect: b, seeds: 3-2}\n",
         "L/lesson.md:8: `seeds` is \"3-2\""},
        {HEAD MODELS "gates:\n  - translation: {sentence: a, expect: b, seeds: 1-33}\n",
         "L/lesson.md:8: `seeds` is \"1-33\""},
        {HEAD MODELS "gates:\n  - loss: {at_most: 1, of: mean}\n", "L/lesson.md:8: `of` goes with `seeds`"},
        {HEAD MODELS "gates:\n  - loss: {at_most: 1, seeds: 1-2, of: median}\n",
         "L/lesson.md:8: \"median\" is not what a gate can be of; expected one of: each, mean"},
        {HEAD MODELS "gates:\n  - parameters: {at_most: 1, seeds: 1-2}\n",
         "L/lesson.md:8: unknown key \"seeds\" in the gate parameters"},
        {HEAD MODELS "gates:\n  - probability: {sentence: a, word: b, at_least: 1}\n",
         "L/lesson.md:8: `step` is missing"},
        {HEAD MODELS "gates:\n  - value: {name: \"h_1[0]\", sentence: a, at_least: 1}\n",
         "L/lesson.md:8: \"h_1[0]\" is no number; expected a score, a weight, or an entry such as h_3[2]"},
        {HEAD MODELS "gates:\n  - value: {name: \"e_11[1]\", sentence: a, at_least: 1}\n",
         "L/lesson.md:8: \"e_11[1]\" is no number"},
        {HEAD MODELS "gates:\n  - difference: {names: [h_1], sentence: a, at_least: 1}\n",
         "L/lesson.md:8: `names` has 1 entry; expected two, or with `other` or `replace` one"},
        {HEAD MODELS "gates:\n  - difference: {names: [h_1, x_1], sentence: a, at_least: 1}\n",
         "L/lesson.md:8: \"x_1\" is no vector; expected h_1, m_1, c_1 or s_1"},
        {HEAD MODELS "gates:\n  - pairs: {source: a}\n", "L/lesson.md:8: neither `at_least` nor `at_most` is here"},
        {HEAD MODELS "gates:\n  - translation: {sentence: a}\n", "L/lesson.md:8: `expect` is missing"},
        {"title: &a b\n", "L/lesson.md:2: anchors such as &name are not read in lessons"},
        {"title: a\norder: *a\n", "L/lesson.md:3: aliases such as *name are not read in lessons"},
        {"title: !!str a\n", "L/lesson.md:2: tags such as !name are not read in lessons"},
        {"&k title: a\n", "L/lesson.md:2: anchors and tags are not read in lessons"},
        {"? [a]\n: b\n", "L/lesson.md:2: a key must be a plain word"},
        {HEAD MODELS "meets: 3\n", "L/lesson.md:7: `meets` is \"3\"; expected a list"},
        {HEAD MODELS "meets: [3, 3]\n",
         "L/lesson.md:7: `meets` has \"3\"; expected misconceptions of docs/course.md, 1 to 20, rising"},
        {HEAD MODELS "meets: [0]\n", "L/lesson.md:7: `meets` has \"0\""},
        {HEAD MODELS "meets: [20, 21]\n", "L/lesson.md:7: `meets` has \"21\""},
        {HEAD MODELS "language: French\n", "L/lesson.md:7: `language` is \"French\"; expected a code such as en, zh"},
        {HEAD MODELS "language: f\n", "L/lesson.md:7: `language` is \"f\"; expected a code"},
        {HEAD MODELS "language: fr/../x\n", "L/lesson.md:7: `language` is \"fr/../x\"; expected a code"},
        {"title: a\n...\n", "L/lesson.md:2: `order` is missing"},
        {"title: a\n...\n%YAML 1.1\n--- x\n", "L/lesson.md:4: a second YAML document begins here"},
        {"title: a\n  order: b\n", "L/lesson.md:3: is not YAML here: mapping values are not allowed in this context"},
        {"title: a\n\torder: 1\n", "L/lesson.md:3: is not YAML here: "},
        {"title: \"a\n", "L/lesson.md:3: is not YAML here: found unexpected end of stream"},
        {"title: [a\n", "L/lesson.md:3: is not YAML here: did not find expected ',' or ']'"},
        {"title: \"a\\0b\"\n", "L/lesson.md:2: holds the control character U+0000"},
        {"title: a\norder: 1\nsentence: \"a \\e[31mb\"\n", "L/lesson.md:4: holds the control character U+001B"},
        {"\"a\\x07b\": 1\n", "L/lesson.md:2: holds the control character U+0007"},
        {"title: \"a\\rb\"\n", "L/lesson.md:2: holds the control character U+000D"},
        {"title: \"a\\x9Bb\"\n", "L/lesson.md:2: holds the control character U+009B"},
        {"title: \"a\\u202Eb\"\n", "L/lesson.md:2: holds the control character U+202E"},
        {"title: [[[[[[[[a]]]]]]]]\n", "L/lesson.md:2: is nested more than 6 deep"},
        {"- a\n", "L/lesson.md:2: the front matter is a list; expected `key: value` lines with the keys title"},
        {"text\n", "L/lesson.md:2: the front matter is \"text\"; expected `key: value` lines"},
        {"", "L/lesson.md:2: `title` is missing"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        Bytes text = {0};
        bytes_printf(&text, "---\n%s---\n%s", cases[i].front, CARD);
        expect_no_lesson(parse(text.data, FRONT_ZH CARD_ZH, &error), &error, cases[i].message);
        bytes_finish(&text);
    }
}

/* ---- the translation ---- */

#define QUIZ "```quiz\nkind: choice\nquestion: q\nchoices: [a, b]\nanswer: 1\nwhy: w\n```\n"

static void translations(void **state)
{
    (void)state;
    static const struct {
        const char *english, *chinese, *message;
    } cases[] = {
        {CARD, "", "L/lesson.zh.md:1: expected `---`"},
        {CARD, "---\norder: 3\n---\n" CARD_ZH,
         "L/lesson.zh.md:2: unknown key \"order\" in the front matter of a translation (the rest stands in lesson.md)"},
        {CARD, "---\n---\n" CARD_ZH, "L/lesson.zh.md:2: `title` is missing"},
        {CARD CARD, FRONT_ZH CARD_ZH, "L/lesson.zh.md:6: 1 card here, 2 in lesson.md: \"One\" (line 11 there) has no"},
        {CARD, FRONT_ZH CARD_ZH "# 二\n\n字\n",
         "L/lesson.zh.md:7: 2 cards here, 1 in lesson.md: \"二\" has no counterpart"},
        {CARD, FRONT_ZH "# 一\n字\n```attend\nstep: 1\n```\n",
         "L/lesson.zh.md:7: an attend block stands in lesson.md alone"},
        {CARD, FRONT_ZH "# 一\n字\n```quiz\nquestion: 问\n```\n",
         "L/lesson.zh.md:7: this quiz has no counterpart: the card of lesson.md (line 8) has 0"},
        {CARD QUIZ, FRONT_ZH CARD_ZH,
         "L/lesson.zh.md:4: this card has 0 quizzes; its counterpart in lesson.md (line 8) has 1"},
        {CARD QUIZ, FRONT_ZH "# 一\n```quiz\nkind: choice\n```\n",
         "L/lesson.zh.md:6: unknown key \"kind\" in a translated quiz"},
        {CARD QUIZ, FRONT_ZH "# 一\n```quiz\nquestion: 问\nchoices: [a, b, c]\nwhy: w\n```\n",
         "L/lesson.zh.md:7: 3 choices here, 2 in lesson.md (line 12)"},
        {CARD QUIZ, FRONT_ZH "# 一\n```quiz\nquestion: 问\nchoices: [a, b]\n```\n",
         "L/lesson.zh.md:6: this quiz has no `why`, that of lesson.md (line 12) has one"},
        {CARD QUIZ, FRONT_ZH "# 一\n```quiz\nquestion: 问\nchoices: [a, b]\nwhy: w\nhint: h\n```\n",
         "L/lesson.zh.md:6: this quiz has a `hint`, that of lesson.md (line 12) has none"},
        {CARD QUIZ, FRONT_ZH "# 一\n```quiz\nquestion: 问\nchoices: [a, b]\nwhy: w\nwrong: [c]\n```\n",
         "L/lesson.zh.md:6: this quiz has a `wrong`, that of lesson.md (line 12) has none"},
        {CARD QUIZ, FRONT_ZH "# 一\n```quiz\nquestion: 问\nwhy: w\n```\n", "L/lesson.zh.md:6: `choices` is missing"},
        {CARD QUIZ, FRONT_ZH "# 一\n\n```quiz\nwhy: w\nchoices: [a, b]\n```\n",
         "L/lesson.zh.md:7: `question` is missing"},
        {CARD, FRONT_ZH "# 一\n{h_x}\n", "L/lesson.zh.md:5: \"h_x\" is not a live value"},
        {CARD, FRONT_ZH "# 一\n", "L/lesson.zh.md:4: the card \"一\" has no text"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        Bytes text = {0};
        bytes_printf(&text, "%s%s", FRONT, cases[i].english);
        expect_no_lesson(parse(text.data, cases[i].chinese, &error), &error, cases[i].message);
        bytes_finish(&text);
    }
}

static void a_chinese_lesson_has_no_translation(void **state)
{
    (void)state;
    Error error = {0};
    expect_no_lesson(parse("---\nlanguage: zh\ntitle: 小\norder: 3\nsentence: cat\nmodels:\n  - hidden: 8\n---\n" CARD,
                           FRONT_ZH CARD_ZH, &error),
                     &error, "L/lesson.zh.md: is one text too many: lesson.md is in Chinese itself (`language: zh`)");
}

/* ---- too much of everything ---- */

static void repeat(Bytes *text, const char *piece, int count)
{
    for (int i = 0; i < count; i++)
        bytes_add_text(text, piece);
}

static void sizes(void **state)
{
    (void)state;
    static const struct {
        const char *before, *piece;
        int count;
        const char *after, *message;
    } cases[] = {
        {FRONT CARD, "x", 1 << 20, "", "L/lesson.md: is larger than 1 MB"},
        {FRONT "# One\n", "x", 40 << 10, "\n", "L/lesson.md:9: the text that begins here is longer than 32 KB"},
        {FRONT "# One\n```quiz\n", "x", 20 << 10, "\n```\n", "L/lesson.md:10: the block here is longer than 16 KB"},
        {"---\ntitle: ", "x", 70 << 10, "\n---\n" CARD, "L/lesson.md:2: the front matter is longer than 64 KB"},
        {FRONT, "# A\n\ntext\n", 101, "", "L/lesson.md:308: a lesson has at most 100 cards"},
        {FRONT "# One\n", "a\n\n", 201, "", "L/lesson.md:407: a card has more than 200 paragraphs"},
        {FRONT "# One\n", "*a* ", 500, "\n", "L/lesson.md:9: a paragraph has more than 400 changes of style"},
        {FRONT "# One\n", "{h_1}", 500, "\n", "L/lesson.md:9: a paragraph has more than 400 changes of style"},
        {FRONT "# One\n", "```quiz\nkind: next\nstep: 1\nquestion: q\n```\n", 9, "\n",
         "L/lesson.md:50: a card has at most 8 quizzes"},
        {FRONT "# One\n", "text\n```attend\n```\n", 70, "\n", "L/lesson.md:"},
        {"---\ntitle: ", "[", 30000, "\n---\n" CARD, "L/lesson.md:2: is nested more than 6 deep"},
        {"---\n", "{a: ", 10000, "\n---\n" CARD, "L/lesson.md:2: is nested more than 6 deep"},
        {"---\n- a", "\n- a", 1100, "\n---\n" CARD, "L/lesson.md:1002: has more than 1000 entries"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        Bytes text = {0};
        bytes_add_text(&text, cases[i].before);
        repeat(&text, cases[i].piece, cases[i].count);
        bytes_add_text(&text, cases[i].after);
        expect_no_lesson(parse(text.data, FRONT_ZH CARD_ZH, &error), &error, cases[i].message);
        bytes_finish(&text);
    }
}

/* What makes careless readers slow: it is answered, whichever way, before the test's time is up. */
static void hostile_markdown(void **state)
{
    (void)state;
    static const char *const pieces[] = {
        "[",    "](", "![",    "*",   "_",   "**a",     "*a_",      "`",        "`a``",  "<",   "<a", "&",  "\\",
        ">",    "> ", "- ",    "1. ", "|",   "|-",      "a|\n-|\n", "[a]: b\n", "[a]",   "#",   "# ", "\t", "{",
        "{h_1", "~",  "```\n", "\n",  " \n", "*a **b ", "[a](b",    "&#1;",     "a  \n", "=\n", "-\n"};
    for (size_t i = 0; i < LENGTH(pieces); i++) {
        Error error = {0};
        Bytes text = {0};
        repeat(&text, pieces[i], (int)((32 << 10) / strlen(pieces[i])) - 1);
        Lesson *lesson = parse_prose(text.data, &error);
        assert_true(lesson || error.message[0]);
        lesson_destroy(lesson);
        bytes_finish(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* first: later it could take what earlier ones left */
        cmocka_unit_test(no_memory_is_no_mistake_of_the_lesson),
        cmocka_unit_test(files),
        cmocka_unit_test(long_sentences),
        cmocka_unit_test(front_matter),
        cmocka_unit_test(translations),
        cmocka_unit_test(a_chinese_lesson_has_no_translation),
        cmocka_unit_test(sizes),
        cmocka_unit_test(hostile_markdown),
    };
    return cmocka_run_group_tests_name("lesson broken", tests, NULL, NULL);
}
