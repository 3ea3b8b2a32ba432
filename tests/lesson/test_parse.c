/* Lessons that are well written: what comes out of them. */
#include "lesson/lessons.h"

static const Card *first_card(const char *text, Lesson **lesson)
{
    Error error = {0};
    *lesson = parse_prose(text, &error);
    expect_ok(*lesson != NULL, &error);
    return &(*lesson)->cards[0];
}

/* Blocks as one line a block: kind, level, number, label, and the spans with their styles. */
static void print_block(const TextBlock *block, Bytes *out)
{
    static const char *const kinds[] = {"p", "h", "li", "note", "code", "row", "quiz", "pic"};
    bytes_printf(out, "%s", kinds[block->kind]);
    if (block->level)
        bytes_printf(out, "%d", block->level);
    if (block->number)
        bytes_printf(out, " #%d", block->number);
    if (block->header)
        bytes_printf(out, " header");
    if (block->label)
        bytes_printf(out, " [%s]", block->label);
    if (block->kind == BLOCK_QUIZ)
        bytes_printf(out, " %d", block->quiz);
    for (int i = 0, cell = 0; i <= block->span_count; i++) {
        for (; cell < block->cell_count && block->cells[cell] == i; cell++)
            bytes_add_text(out, " |");
        if (i == block->span_count)
            break;
        const Span *span = &block->spans[i];
        bytes_printf(out, " %s%s%s%s%s\"%s\"", span->style & SPAN_BOLD ? "b" : "", span->style & SPAN_ITALIC ? "i" : "",
                     span->style & SPAN_CODE ? "c" : "", span->style & SPAN_LINK ? "a" : "",
                     span->style & SPAN_LIVE   ? "$"
                     : span->style & SPAN_MATH ? "m"
                                               : "",
                     span->text);
        if (span->style & SPAN_LINK)
            bytes_printf(out, "(%s)", span->link);
    }
    bytes_add_text(out, "\n");
}

static void prose(void **state)
{
    (void)state;
    static const struct {
        const char *text, *blocks;
    } cases[] = {
        {"One two\nthree.\n\nFour.\n", "p \"One two three.\"\np \"Four.\"\n"},
        {"## Two\n### Three ###\ntext", "h2 \"Two\"\nh3 \"Three\"\np \"text\"\n"},
        {"a **b** *c* ***d*** `e {f_1}` _g_ h_i_j\n",
         "p \"a \" b\"b\" \" \" i\"c\" \" \" bi\"d\" \" \" c\"e {f_1}\" \" \" i\"g\" \" h_i_j\"\n"},
        {"{alpha_32} is **{e_3,12}** and {h_3}{c_1}\n",
         "p $\"alpha_32\" \" is \" b$\"e_3,12\" \" and \" $\"h_3\" $\"c_1\"\n"},
        {"\\{alpha_32} and \\{ and }\n", "p \"{alpha_32} and { and }\"\n"},
        {"\\\\{h_1}\n", "p \"\\\" $\"h_1\"\n"},
        {"\\\\\\{h_1} \\*\\* \\\\*a*\n", "p \"\\{h_1} ** \\\" i\"a\"\n"},
        {"of\n{h_1}\nand\n", "p \"of \" $\"h_1\" \" and\"\n"},
        {"中文\n中文\nabc\n中\n", "p \"中文中文 abc 中\"\n"},
        {"数：\nabc，\n{h_1}。\n`x` 与\n（y）\n", "p \"数：abc，\" $\"h_1\" \"。\" c\"x\" \" 与（y）\"\n"},
        {"中**文**\n字\n", "p \"中\" b\"文\" \"字\"\n"},
        {"a *b*\nc\n", "p \"a \" i\"b\" \" c\"\n"},
        {"hard\\\nbreak  \nagain\n", "p \"hard\nbreak\nagain\"\n"},
        {"<s> &lt;b&gt; &amp; &#x732B; &#0; &unknown; <b>x</b>\n", "p \"<s> <b> & 猫 \uFFFD &unknown; <b>x</b>\"\n"},
        {"[page](https://a.b/c?d=1) [file](more.md) <https://e.f>\n",
         "p a\"page\"(https://a.b/c?d=1) \" \" a\"file\"(more.md) \" \" a\"https://e.f\"(https://e.f)\n"},
        {"- a\n- b\n  - c\n- d\n", "li1 \"a\"\nli1 \"b\"\nli2 \"c\"\nli1 \"d\"\n"},
        {"3. a\n4. b\n\n   more\n5. **c**\n", "li1 #3 \"a\"\nli1 #4 \"b\"\np1 \"more\"\nli1 #5 b\"c\"\n"},
        {"> **Try it.** Press a key.\n", "note [Try it] \"Press a key.\"\n"},
        {"> **Try it**: {h_1} **now**\n>\n> and\n> then\n", "note [Try it] $\"h_1\" \" \" b\"now\" \"\nand then\"\n"},
        {"> **试一试**：按键。\n", "note [试一试] \"按键。\"\n"},
        {"> **试一试。**\n> 按键。\n", "note [试一试] \"按键。\"\n"},
        {"> no label **here**\n", "note \"no label \" b\"here\"\n"},
        {"```c\n# not a card\n{x}\n\n**y**\n```\nafter\n", "code c\"# not a card\n{x}\n\n**y**\"\np \"after\"\n"},
        {"~~~~\n```\n~~~\n# no\n~~~~\n", "code c\"```\n~~~\n# no\"\n"},
        {"- a\n\n  ```\n  b\n  ```\n  c\n", "li1 \"a\"\ncode1 c\"b\"\np1 \"c\"\n"},
        {"| a | b |\n|---|---|\n| *c* |  |\n| {h_1} d | e |\n",
         "row header | \"a\" | \"b\"\nrow | i\"c\" |\nrow | $\"h_1\" \" d\" | \"e\"\n"},
        {"so $x_1$, **$y$**\n$a$.\n", "p \"so \" m\"x_{1}\" \", \" bm\"y\" \" \" m\"a\" \".\"\n"},
        {"$\\alpha_{ti} = \\frac{\\exp e_{ti}}{\\sum_{k=1}^n \\exp e_k}$\n",
         "p m\"α_{t_{}i} = (exp e_{t_{}i})/(Σ_{k=1}^{n} exp e_{k})\"\n"},
        {"$W_a s_{t-1} + Wx - \\mathbf{v}^\\top \\tanh(\\tilde{h}) \\cdot \\hat{y}$\n",
         "p m\"W_{a}s_{t−1} + W_{}x − @B{v}^{⊤} tanh(@h) · ŷ\"\n"},
        {"$\\sqrt{d}\\le\\sqrt{d+1}, \\{\\text{any word}\\} \\in \\mathrm{GRU}$\n",
         "p m\"√d ≤ √(d + 1), {\"any word\"} ∈ GRU\"\n"},
        {"a\n\n![what *it* shows](cells.png)\n\nb\n", "p \"a\"\npic \"what \" i\"it\" \" shows\"\np \"b\"\n"},
        {"it costs 5$ or $6, `$x$` \\$y\\$\n", "p \"it costs 5$ or $6, \" c\"$x$\" \" $y$\"\n"},
        {"#no card\n", "p \"#no card\"\n"},
        {"    # four spaces are no heading\n", "code c\"# four spaces are no heading\"\n"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Lesson *lesson;
        const Card *card = first_card(cases[i].text, &lesson);
        Bytes out = {0};
        for (int k = 0; k < card->block_count[0]; k++)
            print_block(&card->blocks[0][k], &out);
        assert_string_equal(out.data, cases[i].blocks);
        bytes_finish(&out);
        lesson_destroy(lesson);
    }
}

static const char FULL[] = "---\n"
                           "title: \"Cat: chase\"\n"
                           "order: 12\n"
                           "view: decode\n"
                           "sentence: cat chase mouse\n"
                           "suggestions: [no, Tom chase Jerry]\n"
                           "models:\n"
                           "  - {hidden: 8, embed: 4, bidirectional: false, lr: 0.01, seed: 9}\n"
                           "  - name: plain_2\n"
                           "    attention: uniform\n"
                           "    epochs: 3\n"
                           "gates:\n"
                           "  - exact_match: {at_least: 0.99}\n"
                           "  - alignment_error: {at_most: 0.1}\n"
                           "  - weight: {sentence: cat chase, peaks: [2, 1], above: 0.6}\n"
                           "  - translation:\n"
                           "      sentence: cat\n"
                           "      expect: 猫\n"
                           "---\n"
                           "\n"
                           "# One #\n"
                           "First.\n"
                           "```attend\n"
                           "step: 3\n"
                           "moment: softmax\n"
                           "highlight: [alpha_32, context, encoder, s_0]\n"
                           "dim: [\"e_3,12\"]\n"
                           "sentence: dog\n"
                           "```\n"
                           "```quiz\n"
                           "kind: choice\n"
                           "question: What is {h_1}?\n"
                           "choices: [3, 1, 2]\n"
                           "answer: 1\n"
                           "wrong: [not 3, not 2]\n"
                           "hint: a\n"
                           "```\n"
                           "Second.\n"
                           "~~~quiz\n"
                           "kind: number\n"
                           "question: b\n"
                           "answer: alpha_21\n"
                           "~~~\n"
                           "# Two\n"
                           "```attend\n"
                           "step: 2\n"
                           "```\n"
                           "```quiz\n"
                           "kind: weight\n"
                           "step: 2\n"
                           "question: c\n"
                           "why: d\n"
                           "```\n"
                           "# Three\n"
                           "Text.\n";
static const char FULL_ZH[] =
    "---\ntitle: 猫\n---\n"
    "# 一\n"
    "```quiz\nquestion: 什么是 {h_1}？\nchoices: [三, 一, 二]\nwrong: [非三, 非二]\nhint: 甲\n```\n"
    "```quiz\nquestion: 乙\n```\n"
    "字\n"
    "# 二\n"
    "```quiz\nquestion: 丙\nwhy: 丁\n```\n"
    "# 三\n字";

static void expect_front(const Lesson *lesson)
{
    assert_string_equal(lesson->title[0], "Cat: chase");
    assert_string_equal(lesson->title[1], "猫");
    assert_string_equal(lesson->path, "L/lesson.md");
    assert_string_equal(lesson->data, "L/data.tsv");
    assert_string_equal(lesson->heldout, "L/heldout.tsv");
    assert_int_equal(lesson->order, 12);
    assert_in_range(lesson->minutes, 1, 3); /* not said: it has few words */
    assert_int_equal(lesson->suggestion_count, 2);
    assert_string_equal(lesson->suggestions[0], "no");
    assert_int_equal(lesson->model_count, 2);
    const LessonModel *model = &lesson->models[0], *second = &lesson->models[1];
    assert_string_equal(model->name, "model");
    assert_string_equal(model->path, "L/model.safetensors");
    assert_int_equal(model->config.hidden, 8);
    assert_int_equal(model->config.attention_size, 8);
    assert_false(model->config.bidirectional);
    assert_true(model->train.learning_rate == 0.01);
    assert_int_equal(model->train.seed, 9);
    assert_string_equal(second->path, "L/plain_2.safetensors");
    assert_int_equal(second->config.attention, ATTENTION_UNIFORM);
    assert_int_equal(second->train.epochs, 3);
}

static void expect_gates(const Lesson *lesson)
{
    assert_int_equal(lesson->gate_count, 4);
    const Gate *gates = lesson->gates;
    assert_int_equal(gates[0].kind, GATE_EXACT_MATCH);
    assert_true(gates[0].least == 0.99);
    assert_int_equal(gates[0].line, 13);
    assert_int_equal(gates[1].kind, GATE_AER);
    assert_int_equal(gates[2].kind, GATE_WEIGHT);
    assert_int_equal(gates[2].peak_count, 2);
    assert_int_equal(gates[2].peaks[0], 2);
    assert_true(gates[2].least == 0.6);
    assert_string_equal(gates[3].sentence, "cat");
    assert_string_equal(gates[3].expected, "猫");
}

static void expect_stage(const StageSetting *stage)
{
    assert_true(stage->present);
    assert_int_equal(stage->step, 3);
    assert_int_equal(stage->moment, MOMENT_SOFTMAX);
    assert_string_equal(stage->sentence, "dog");
    assert_int_equal(stage->line, 24);
    assert_int_equal(stage->highlight_count, 4);
    static const Live lights[] = {{LIVE_WEIGHT, 3, 2},
                                  {LIVE_CONTEXT, LIVE_ALL, 0},
                                  {LIVE_ANNOTATION, 0, LIVE_ALL},
                                  {LIVE_STATE, 0, 0},
                                  {LIVE_SCORE, 3, 12}};
    for (int i = 0; i < 5; i++) {
        const Live *live = i < 4 ? &stage->highlight[i] : &stage->dim[0];
        assert_true(live->kind == lights[i].kind && live->t == lights[i].t && live->j == lights[i].j);
        assert_int_equal(live->gate, 0);
    }
}

static void expect_cards(const Lesson *lesson)
{
    assert_int_equal(lesson->card_count, 3);
    const Card *card = &lesson->cards[0];
    assert_string_equal(card->title[0], "One");
    assert_string_equal(card->title[1], "一");
    assert_int_equal(card->line, 21);
    assert_int_equal(card->block_count[0], 4);
    assert_int_equal(card->blocks[0][1].kind, BLOCK_QUIZ);
    assert_int_equal(card->blocks[0][3].quiz, 1);
    assert_int_equal(card->block_count[1], 3);
    assert_int_equal(card->blocks[1][0].kind, BLOCK_QUIZ);
    const Quiz *quiz = &card->quizzes[0];
    static const char *const english[] = {"1", "2", "3"}, *const chinese[] = {"一", "二", "三"};
    static const char *const wrong[2][3] = {{NULL, "not 2", "not 3"}, {NULL, "非二", "非三"}};
    assert_string_equal(quiz->choices[0][quiz->answer], "1"); /* the text goes before the number */
    for (int i = 0, k = 0; i < 3; i++, k = 0) {               /* shuffled, both languages alike */
        while (strcmp(quiz->choices[0][i], english[k]) != 0)
            assert_in_range(++k, 0, 2);
        assert_string_equal(quiz->choices[1][i], chinese[k]);
        for (int language = 0; language < LESSON_LANGUAGES; language++)
            if (wrong[language][k])
                assert_string_equal(quiz->wrong[language][i], wrong[language][k]);
            else
                assert_null(quiz->wrong[language][i]);
    }
    assert_string_equal(quiz->hint[1], "甲");
    assert_int_equal(quiz->line, 31);
    assert_int_equal(quiz->translated_line, 6);
    assert_int_equal(card->quizzes[1].live.kind, LIVE_WEIGHT);
    assert_true(card->quizzes[1].tolerance == 0.01);
    assert_int_equal(lesson->cards[1].stage.moment, MOMENT_WORD);
    assert_string_equal(lesson->cards[1].quizzes[0].why[1], "丁");
    assert_false(lesson->cards[2].stage.present);
}

static void expect_full(const Lesson *lesson)
{
    expect_front(lesson);
    expect_gates(lesson);
    expect_stage(&lesson->cards[0].stage);
    expect_cards(lesson);
}

static void whole_lessons(void **state)
{
    (void)state;
    Error error = {0};
    Lesson *lesson = parse(FULL, FULL_ZH, &error);
    expect_ok(lesson != NULL, &error);
    expect_full(lesson);
    lesson_destroy(lesson);
    lesson_destroy(NULL);
}

/* The same lesson as Windows and as very old Macintoshes write it, with a byte order mark, without a last line end. */
static void line_ends(void **state)
{
    (void)state;
    static const char *const ends[] = {"\r\n", "\r"};
    for (size_t e = 0; e < LENGTH(ends); e++) {
        Bytes text = {0};
        Error error = {0};
        bytes_add_text(&text, "\xEF\xBB\xBF");
        for (const char *c = FULL; *c; c++)
            if (*c != '\n')
                bytes_add(&text, c, 1);
            else if (c[1])
                bytes_add_text(&text, ends[e]);
        Lesson *lesson = parse(text.data, FULL_ZH, &error);
        expect_ok(lesson != NULL, &error);
        expect_full(lesson);
        lesson_destroy(lesson);
        bytes_finish(&text);
    }
}

static void live_spans_know_their_line(void **state)
{
    (void)state;
    Lesson *lesson;
    const Card *card = first_card("One\ntwo {h_1}\n\n- a\n- {c_2} and\n  {alpha_12}\n", &lesson);
    assert_int_equal(card->blocks[0][0].spans[1].line, 10);
    assert_int_equal(card->blocks[0][2].spans[0].line, 13);
    assert_int_equal(card->blocks[0][2].spans[2].line, 14);
    lesson_destroy(lesson);
}

/* A lesson says in which language it is; one text alone stands in both. */
static void languages(void **state)
{
    (void)state;
    static const struct {
        const char *line, *language;
        Language of_labels;
    } cases[] = {{"", NULL, LANGUAGE_ENGLISH},
                 {"language: fr\n", "fr", LANGUAGE_ENGLISH},
                 {"language: zh\n", "zh", LANGUAGE_CHINESE},
                 {"language: zh-Hant\n", "zh-Hant", LANGUAGE_CHINESE},
                 {"language: zha\n", "zha", LANGUAGE_ENGLISH}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Bytes text = {0};
        Error error = {0};
        bytes_printf(&text, "---\n%s%s%s", cases[i].line, &FRONT[4], CARD);
        Lesson *lesson = lesson_parse(bytes_slice(&text), (Slice){0}, "L", &error);
        expect_ok(lesson != NULL, &error);
        assert_true(cases[i].language ? strcmp(lesson->language, cases[i].language) == 0 : !lesson->language);
        assert_int_equal(lesson_language(lesson, LANGUAGE_ENGLISH), cases[i].of_labels);
        assert_false(lesson->translated);
        assert_string_equal(lesson->cards[0].title[LANGUAGE_CHINESE], "One");
        lesson_destroy(lesson);
        bytes_finish(&text);
    }
}

/* A question's words, as people write them, and as libyaml has them. */
static void colons_need_no_quotes(void **state)
{
    (void)state;
    static const char text[] =
        "---\ntitle: Attention: a start\norder: 3\nsentence: cat: mouse # not: this\n"
        "models:\n  - hidden: 8\n    name: model\ngates:\n"
        "  - weight: {sentence: cat, peaks: [1], above: 0.5}\n---\n"
        "# One\n```quiz\nkind: choice\nquestion: What's it: a or b?\n  and then: why? # a: note\n"
        "choices:\n- one: 1\n- \"two\": 2\n- \"three: 3\"\nanswer: \"two\": 2\n"
        "wrong: [no: 'never', \"no: not\"] # in: order\n"
        "hint: |\n  plain: text\nwhy: {h_1} and [2]: both\n```\n"
        "```quiz\nkind: choice\nquestion: >-\n  q\nchoices: [a: 1, b]\nanswer: 1\n```\n";
    Error error = {0};
    Lesson *lesson = lesson_parse(slice_of(text), (Slice){0}, "L", &error);
    expect_ok(lesson != NULL, &error);
    assert_string_equal(lesson->title[0], "Attention: a start");
    assert_string_equal(lesson->sentence, "cat: mouse");
    assert_int_equal(lesson->gate_count, 1);
    const Quiz *quiz = &lesson->cards[0].quizzes[0];
    assert_string_equal(quiz->question[0], "What's it: a or b? and then: why?");
    assert_string_equal(quiz->hint[0], "plain: text");
    assert_string_equal(quiz->why[0], "{h_1} and [2]: both");
    assert_string_equal(quiz->choices[0][quiz->answer], "\"two\": 2");
    for (int i = 0; i < 3; i++) {
        const char *choice = quiz->choices[0][i], *wrong = quiz->wrong[0][i];
        assert_true(i == quiz->answer || strcmp(choice, "one: 1") == 0 || strcmp(choice, "three: 3") == 0);
        assert_true(i == quiz->answer ? !wrong : strcmp(wrong, choice[0] == 'o' ? "no: 'never'" : "no: not") == 0);
    }
    assert_int_equal(quiz[1].choice_count, 2);
    assert_string_equal(quiz[1].choices[0][quiz[1].answer], "a: 1");
    lesson_destroy(lesson);
}

static void programs(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    Reader reader = {&arena, "L/model.py", &error};
    Listing listing;
    expect_ok(listing_read(&reader, slice_of("import torch\n\n        h = gru(x)  # moment: forward, backward -> h\n"),
                           &listing),
              &error);
    assert_int_equal(listing.count, 3);
    assert_string_equal(listing.lines[1].text, "");
    assert_string_equal(listing.lines[2].text, "h = gru(x)");
    assert_int_equal(listing.lines[2].indent, 2);
    assert_int_equal(listing.lines[2].moments, 1u << MOMENT_FORWARD | 1u << MOMENT_BACKWARD);
    assert_int_equal(listing.lines[2].value, LISTING_ANNOTATIONS);
    assert_int_equal(listing.lines[0].value, LISTING_NONE);
    static const struct {
        const char *text, *message;
        int line;
    } wrong[] = {{"a\nb  # moment: sofmax\n", "unknown name \"sofmax\"", 2},
                 {"b  # moment: query -> w\n", "unknown name \"w\"", 1},
                 {"\tb\n", "the line has a character that is not ASCII", 1}};
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        error = (Error){0};
        assert_false(listing_read(&reader, slice_of(wrong[i].text), &listing));
        assert_non_null(strstr(error.message, wrong[i].message));
        assert_int_equal(error.line, wrong[i].line);
    }
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prose),
        cmocka_unit_test(whole_lessons),
        cmocka_unit_test(line_ends),
        cmocka_unit_test(languages),
        cmocka_unit_test(colons_need_no_quotes),
        cmocka_unit_test(programs),
        cmocka_unit_test(live_spans_know_their_line),
    };
    return cmocka_run_group_tests_name("lesson parse", tests, NULL, NULL);
}
