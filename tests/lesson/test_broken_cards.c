/* Broken cards: prose, and the blocks in it; each is refused with the file, the line and what was expected. */
#include "lesson/lessons.h"

/* ---- prose: from line 9 on ---- */

static void prose(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"a\n{alpha_3}\n",
         "L/lesson.md:10: \"alpha_3\" is not a live value; expected alpha_32, e_32, h_3, x_3, c_3, s_3 or y_3"},
        {"{alpha_123}\n", "L/lesson.md:9: \"alpha_123\" is not a live value"},
        {"{alpha_0,1}\n", "L/lesson.md:9: \"alpha_0,1\" is not a live value"},
        {"{e_1,}\n", "L/lesson.md:9: \"e_1,\" is not a live value"},
        {"{h_0}\n", "L/lesson.md:9: \"h_0\" is not a live value"},
        {"{h_}\n", "L/lesson.md:9: \"h_\" is not a live value"},
        {"{h_1234}\n", "L/lesson.md:9: \"h_1234\" is not a live value"},
        {"{h_1 }\n", "L/lesson.md:9: \"h_1 \" is not a live value"},
        {"{H_1}\n", "L/lesson.md:9: \"H_1\" is not a live value"},
        {"{c_0}\n", "L/lesson.md:9: \"c_0\" is not a live value"},
        {"{}\n", "L/lesson.md:9: \"\" is not a live value"},
        {"{\n", "L/lesson.md:9: \"\" is not a live value"},
        {"a { b, a very long line of text that goes on and on and on and on\n",
         "L/lesson.md:9: \" b, a very long line of text that goes o…\" is not a live value"},
        {"a **b\n", "L/lesson.md:9: `**` is not closed here: put punctuation outside"},
        {"中**文。**字\n", "L/lesson.md:9: `**` is not closed here"},
        {"One\n===\n", "L/lesson.md:9: a card's heading is one line `# Title`"},
        {"a\n\n---\nb\n", "L/lesson.md:11: a line of dashes is not shown"},
        {"a\n\nb\n* * *\n", "L/lesson.md:12: a line of dashes is not shown"},
        {"a\n\n![b](c.gif)\n", "L/lesson.md:11: the picture is \"c.gif\"; expected a .png inside the lesson's"},
        {"![b](../c.png)\n", "L/lesson.md:9: the picture is \"../c.png\"; expected a .png inside"},
        {"![b](https://a.b/c.png)\n", "L/lesson.md:9: the picture is \"https://a.b/c.png\"; expected a .png inside"},
        {"a\n\n![b](d/gate.svg)\n", "L/lesson.md:11: the picture \"d/gate.svg\" has to be a PNG; make it with "
                                    "rsvg-convert d/gate.svg -o d/gate.png (Debian: "
                                    "librsvg2-bin)"},
        {"![b](../c.svg)\n", "L/lesson.md:9: the picture is \"../c.svg\"; expected a .png inside"},
        {"![](c.png)\n", "L/lesson.md:9: the picture \"c.png\" needs words for who cannot see it"},
        {"a ![b](c.png)\n", "L/lesson.md:9: a picture stands in a paragraph of its own, with nothing before it"},
        {"![b](c.png) a\n", "L/lesson.md:9: a picture stands in a paragraph of its own, with nothing behind it"},
        {"- ![b](c.png)\n", "L/lesson.md:9: a picture stands in a paragraph of its own"},
        {"> ![b](c.png)\n", "L/lesson.md:9: a picture stands in a paragraph of its own"},
        {"a\n[b](../c)\n", "L/lesson.md:10: the link \"../c\" leads out of the lesson; expected https:// or a file"},
        {"[b](/etc/passwd)\n", "L/lesson.md:9: the link \"/etc/passwd\" leads out"},
        {"[b](file:///etc)\n", "L/lesson.md:9: the link \"file:///etc\" leads out"},
        {"[b](javascript:x)\n", "L/lesson.md:9: the link \"javascript:x\" leads out"},
        {"[b](a/../../c)\n", "L/lesson.md:9: the link \"a/../../c\" leads out"},
        {"[b](a\\\\..\\\\c)\n", "L/lesson.md:9: the link "},
        {"[b]()\n", "L/lesson.md:9: the link \"\" leads out"},
        {"> **Only a label.**\n", "L/lesson.md:9: a note says nothing behind its bold words"},
        {"a\nb $\\frak x$\n", "L/lesson.md:10: \\frak is no mathematics that attend knows; expected frac sqrt hat"},
        {"$\\frac{a}$\n", "L/lesson.md:9: mathematics ends where something should still stand"},
        {"$x_{a$\n", "L/lesson.md:9: a { of mathematics is never closed"},
        {"$a}$\n", "L/lesson.md:9: } cannot stand in mathematics"},
        {"$\\hat{x}$\n", "L/lesson.md:9: \\hat goes with y alone, as in \\hat{y}"},
        {"$\\text{a_b}$\n", "L/lesson.md:9: a word of mathematics holds _; expected letters"},
        {"${}$\n", "L/lesson.md:9: there is no mathematics between two $"},
        {"$\\é$\n", "L/lesson.md:9: \\é is no mathematics that attend knows"},
        {"$x@y$\n", "L/lesson.md:9: @ cannot stand in mathematics"},
        {"${{{{{{{{{a}}}}}}}}}$\n", "L/lesson.md:9: mathematics is nested more than 8 deep"},
        {">\n", "L/lesson.md:9: a note says nothing behind its bold words"},
        {"> - a\n", "L/lesson.md:9: a note (`>`) holds paragraphs only"},
        {"> ```\n> a\n> ```\n", "L/lesson.md:9: a note (`>`) holds paragraphs only"},
        {"> ## a\n", "L/lesson.md:9: a heading cannot stand inside a note or a list"},
        {"> > a\n", "L/lesson.md:9: a note (`>`) cannot stand inside a note or a list"},
        {"- > a\n", "L/lesson.md:9: a note (`>`) cannot stand inside a note or a list"},
        {"- ## a\n", "L/lesson.md:9: a heading cannot stand inside a note or a list"},
        {"- a\n  - b\n    - c\n      - d\n", "L/lesson.md:11: lists are nested more than 3 deep"},
        {"> ```quiz\n> a\n> ```\n", "L/lesson.md:9: the block `quiz` must begin at the left margin"},
        {"|a|b|c|d|e|f|g|h|i|\n|---|---|---|---|---|---|---|---|---|\n",
         "L/lesson.md:9: a table has at most 8 columns"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        expect_no_lesson(parse_prose(cases[i].text, &error), &error, cases[i].message);
    }
}

/* ---- blocks: the first line inside the fence is line 10 ---- */

static void attend_blocks(void **state)
{
    (void)state;
    static const struct {
        const char *block, *message;
    } cases[] = {
        {"stpe: 1\n", "L/lesson.md:10: unknown key \"stpe\" in an attend block; expected one of: view, "},
        {"goal: win\n", "L/lesson.md:10: unknown goal \"win\"; expected one of: none, answer, play"},
        {"model: other\n", "L/lesson.md:10: the lesson has no model called \"other\""},
        {"temperature: 0\n", "L/lesson.md:10: `temperature` is \"0\"; expected a number from 0.05 to 20"},
        {"step: 0\n", "L/lesson.md:10: `step` is \"0\"; expected a whole number from 1 to 999"},
        {"step: 1\nmoment: sofmax\n", "L/lesson.md:11: unknown moment \"sofmax\"; expected one of: start, embedding"},
        {"moment: softmax\n", "L/lesson.md:10: the moment softmax belongs to a decode step; expected `step` beside it"},
        {"step: 1\nmoment: bridge\n",
         "L/lesson.md:11: the moment bridge comes before the first step; leave `step` out"},
        {"position: 2\n", "L/lesson.md:10: `position` goes with embedding, forward"},
        {"step: 1\nmoment: word\nposition: 2\n",
         "L/lesson.md:12: `position` goes with embedding, forward, backward and self-attention, not with word"},
        {"step: 1\nmoment: state\ninstant: 2\n",
         "L/lesson.md:12: `instant` is of a Transformer's sums; model model has none"},
        {"beat: 0\n", "L/lesson.md:10: `beat` is \"0\"; expected a whole number from 1 to 10"},
        {"view: train\npanel: 2\n",
         "L/lesson.md:11: `panel` is of one step of training; expected `view: train` and `look: step` beside it"},
        {"view: train\nlook: step\npanel: 5\n",
         "L/lesson.md:12: `panel` is \"5\"; expected a whole number from 1 to 4"},
        {"instant: 5\n", "L/lesson.md:10: `instant` is \"5\"; expected a whole number from 1 to 4"},
        {"view: hologram\n", "L/lesson.md:10: \"hologram\" is not a view of this version; expected one of: decode"},
        {"highlight: [contxt]\n", "L/lesson.md:10: \"contxt\" cannot be highlighted; expected source, encoder, scores"},
        {"highlight: [m_1]\n", "L/lesson.md:10: \"m_1\" cannot be highlighted; expected source, encoder, scores"},
        {"dim:\n  - weights\n  - alpha_3\n", "L/lesson.md:12: \"alpha_3\" cannot be highlighted"},
        {"dim: [h_1, h_1, h_1, h_1, h_1, h_1, h_1, h_1, h_1]\n",
         "L/lesson.md:10: `dim` has 9 entries; expected at most 8"},
        {"because: [no-cat]\n",
         "L/lesson.md:10: no gate has the id \"no-cat\"; expected one of: none, as no gate of the front matter has an"},
        {"because:\n  - a\n", "L/lesson.md:11: no gate has the id \"a\""},
        {"because: no-cat\n", "L/lesson.md:10: `because` is \"no-cat\"; expected a list"},
        {"because: [a, a, a, a, a, a, a, a, a]\n", "L/lesson.md:10: `because` has 9 entries; expected at most 8"},
        {"- step: 1\n", "L/lesson.md:10: an attend block is a list; expected `key: value` lines"},
        {"step: 1\n```\n```attend\nstep: 2\n", "L/lesson.md:13: a second attend block; a card has one"},
        {"step: 1\n  x: 2\n", "L/lesson.md:11: is not YAML here: mapping values are not allowed"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        Bytes text = {0};
        bytes_printf(&text, "```attend\n%s```\ntext\n", cases[i].block);
        expect_no_lesson(parse_prose(text.data, &error), &error, cases[i].message);
        bytes_finish(&text);
    }
}

static void quiz_blocks(void **state)
{
    (void)state;
    static const struct {
        const char *block, *message;
    } cases[] = {
        {"", "L/lesson.md:10: `kind` is missing"},
        {"kind: essay\n",
         "L/lesson.md:10: unknown kind of quiz \"essay\"; expected one of: choice, weight, next, number"},
        {"kind: choice\nanswers: 1\n", "L/lesson.md:11: unknown key \"answers\" in a quiz block"},
        {"kind: choice\nchoices: [a, b]\nanswer: a\n", "L/lesson.md:10: `question` is missing"},
        {"kind: choice\nquestion: q\nanswer: a\n", "L/lesson.md:10: `choices` is missing"},
        {"kind: choice\nquestion: q\nchoices: [a]\nanswer: a\n",
         "L/lesson.md:12: `choices` has 1 entry; expected 2 to 6"},
        {"kind: choice\nquestion: q\nchoices: [a, b, a]\nanswer: b\n",
         "L/lesson.md:12: the choice \"a\" is there twice"},
        {"kind: choice\nquestion: q\nchoices: [a, b]\n", "L/lesson.md:10: `answer` is missing"},
        {"kind: choice\nquestion: q\nchoices: [a, b]\nanswer: c\n",
         "L/lesson.md:13: `answer` is \"c\"; expected the text of one of the choices, or its number from 1 to 2"},
        {"kind: choice\nquestion: q\nchoices: [a, b]\nanswer: 0\n",
         "L/lesson.md:13: `answer` is \"0\"; expected the text"},
        {"kind: choice\nquestion: q\nchoices: [a, b]\nanswer: 3\n",
         "L/lesson.md:13: `answer` is \"3\"; expected the text"},
        {"kind: choice\nquestion: q\nchoices: [a, b]\nanswer: [a, b]\n",
         "L/lesson.md:13: `answer` is a list; expected text"},
        {"kind: choice\nquestion: q\nchoices: [a, b]\nanswer: a\nwrong: [c, d]\n",
         "L/lesson.md:14: `wrong` has 2 entries; expected 1: a reason for each wrong choice"},
        {"kind: choice\nquestion: q\nchoices: [a, b]\nanswer: a\nwrong: ['{h_x}']\n",
         "L/lesson.md:14: \"h_x\" is not a live value"},
        {"kind: weight\nquestion: q\nstep: 1\nask: last\n", "L/lesson.md:13: a question cannot be asked \"last\""},
        {"kind: weight\nquestion: q\nstep: 1\nhide: all\n", "L/lesson.md:13: \"all\" cannot be hidden"},
        {"kind: weight\nquestion: q\nstep: 1\nwrong: [c]\n", "L/lesson.md:13: unknown key \"wrong\" in a weight quiz"},
        {"kind: choice\nquestion: q\nchoices: [a, b]\nanswer: a\nstep: 1\n",
         "L/lesson.md:14: unknown key \"step\" in a choice quiz; expected one of: kind, question, choices"},
        {"kind: weight\nquestion: q\n", "L/lesson.md:10: `step` is missing"},
        {"kind: weight\nquestion: q\nstep: 1\nanswer: cat\n",
         "L/lesson.md:13: unknown key \"answer\" in a weight quiz"},
        {"kind: next\nquestion: q\nstep: -1\n", "L/lesson.md:12: `step` is \"-1\"; expected a whole number"},
        {"kind: number\nquestion: q\n", "L/lesson.md:10: `answer` is missing"},
        {"kind: number\nquestion: q\nanswer: many\n",
         "L/lesson.md:12: `answer` is \"many\"; expected a number, or a weight or score such as alpha_32"},
        {"kind: number\nquestion: q\nanswer: h_1\n",
         "L/lesson.md:12: `answer` is \"h_1\"; expected a number, or a weight"},
        {"kind: number\nquestion: q\nanswer: 1\ntolerance: -1\n",
         "L/lesson.md:13: `tolerance` is \"-1\"; expected a number"},
        {"kind: next\nquestion: q\nstep: 1\nwhy: is {h_x} good\n", "L/lesson.md:13: \"h_x\" is not a live value"},
        {"kind: next\nstep: 1\nquestion: a: b\n  why: c\n",
         "L/lesson.md:12: is not YAML here: mapping values are not allowed"},
        {"kind: next\nstep: 1\nquestion: a:\n  b: c\nhint: {h_x}: d\n", "L/lesson.md:12: is not YAML here: mapping"},
        {"kind: next\nstep: 1\nquestion: a: b\nhint: |\n  c\nwhy: {h_x}: d\n",
         "L/lesson.md:15: \"h_x\" is not a live value"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Error error = {0};
        Bytes text = {0};
        bytes_printf(&text, "```quiz\n%s```\ntext\n", cases[i].block);
        expect_no_lesson(parse_prose(text.data, &error), &error, cases[i].message);
        bytes_finish(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prose),
        cmocka_unit_test(attend_blocks),
        cmocka_unit_test(quiz_blocks),
    };
    return cmocka_run_group_tests_name("lesson broken_cards", tests, NULL, NULL);
}
