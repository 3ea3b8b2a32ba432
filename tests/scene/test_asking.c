/* Open questions of cards keep their answers out of the picture: every card with a question that the trace decides is
 * drawn with two traces that agree in what the card may show and differ in the answer and all that follows from it. */
#include "ink.h"
#include "moving_course.h"

#include "derive/explain.h"
#include "scene/card/card_show.h"
#include "scene/figures/handout.h"
#include "scene/view/window_layout.h"

enum { CARDS_MOST = 32 };

/* What a check of one card is about. */
typedef struct Asked {
    View view; /* with asking set */
    const Card *card;
    const Quiz *quiz;
    QuizMask mask;
    const Trace *own;
    Trace *other;
} Asked;

/* The numbers in another order, the largest elsewhere. */
static Real *turned(const Real *from, int count)
{
    if (!from)
        return NULL;
    Real *to = ARENA_ARRAY(&moving.arena, Real, (size_t)count);
    for (int i = 0; i < count; i++)
        to[i] = from[(i + 1) % count];
    return to;
}

static bool from_gate(const Trace *trace, int step, MomentKind kind, int gate)
{
    return moment_find(trace, kind, step, -1) >= gate;
}

/* Changes of one step what its gate hides. The candidates stay who they are: a question offers them. */
static void change_step(const Asked *asked, TraceStep *step, int t)
{
    const Trace *own = asked->own;
    const Config *config = &own->config;
    int gate = asked->mask.gate, hidden = config->hidden, words = asked->view.model->target.count;
    bool of_quiz = t == asked->quiz->step - 1;
    if (from_gate(own, t, MOMENT_SCORES, gate))
        step->step.scores = turned(step->step.scores, own->n);
    if (from_gate(own, t, config_scores(config) ? MOMENT_SOFTMAX : MOMENT_CONTEXT, gate))
        step->step.weights = turned(step->step.weights, own->n);
    if (from_gate(own, t, MOMENT_CONTEXT, gate))
        step->step.context = turned(step->step.context, config_annotation(config));
    if (from_gate(own, t, MOMENT_STATE, gate)) {
        step->step.state = turned(step->step.state, hidden);
        for (int i = 0; i < MODEL_GATES; i++)
            step->step.gates[i] = turned(step->step.gates[i], hidden);
    }
    if (from_gate(own, t, MOMENT_COMBINE, gate))
        step->step.attentional = turned(step->step.attentional, hidden);
    step->step.logits = turned(step->step.logits, words);
    step->step.probabilities = turned(step->step.probabilities, words);
    for (int i = 0; i + 1 < step->top_count; i += 2) {
        float p = step->top[i].p;
        step->top[i].p = step->top[i + 1].p;
        step->top[i + 1].p = p;
    }
    if (of_quiz && asked->quiz->kind == QUIZ_WEIGHT && strstr(asked->quiz->question[0], "{y_"))
        return; /* the question itself names the word */
    Candidate written = step->top[step->top[0].id == step->id ? 1 : 0];
    step->id = written.id;
    step->token = written.token;
    step->p = written.p;
}

static void change(Asked *asked)
{
    const Trace *own = asked->own;
    int gate = asked->mask.gate, first = moment_at(own, gate).step;
    asked->other = ARENA_NEW(&moving.arena, Trace);
    *asked->other = *own;
    asked->other->steps = ARENA_ARRAY(&moving.arena, TraceStep, (size_t)own->step_count);
    for (int t = 0; t < own->step_count; t++) {
        asked->other->steps[t] = own->steps[t];
        if (t >= first)
            change_step(asked, &asked->other->steps[t], t);
    }
    if (first + 1 < own->step_count) /* how long the translation is tells something, too */
        asked->other->step_count = asked->other->word_count = own->step_count - 1;
}

static Bytes picture(const Asked *asked, const Trace *trace, double cursor, Language language, Target hover)
{
    View view = asked->view;
    view.trace = trace;
    view.cursor = cursor;
    view.language = language;
    view.hover = hover;
    return moving_text(&moving, &view);
}

static void expect_same(const Asked *asked, double cursor, Language language, Target hover)
{
    Bytes one = picture(asked, asked->own, cursor, language, hover);
    Bytes other = picture(asked, asked->other, cursor, language, hover);
    if (strcmp(one.data, other.data) != 0) {
        size_t at = 0;
        while (one.data[at] == other.data[at])
            at++;
        while (at > 0 && one.data[at - 1] != '\n')
            at--;
        fail_msg("%s, card %d, view %d, at %.1f, pointer on %d %d %d: %.*s | %.*s", asked->view.lesson->folder,
                 asked->view.card + 1, asked->view.kind, cursor, hover.kind, hover.a, hover.b,
                 (int)strcspn(one.data + at, "\n"), one.data + at, (int)strcspn(other.data + at, "\n"),
                 other.data + at);
    }
    bytes_finish(&one);
    bytes_finish(&other);
}

/* Whatever can be pointed at says nothing of it either. */
static void expect_silent_marks(const Asked *asked, double cursor)
{
    View view = asked->view;
    view.cursor = cursor;
    moving_draw(&moving, &view);
    int count = moving.list.count, marks = 0;
    Target *targets = ARENA_ARRAY(&moving.arena, Target, (size_t)count);
    for (int i = 0; i < count; i++)
        if (moving.list.commands[i].kind == DRAW_MARK)
            targets[marks++] = moving.list.commands[i].mark.target;
    for (int i = 0; i < marks; i += 1 + marks / 60)
        expect_same(asked, cursor, LANGUAGE_ENGLISH, targets[i]);
}

static void expect_silent_captions(const Asked *asked)
{
    View one = asked->view, other = asked->view;
    other.trace = asked->other;
    const Trace *seen = scene_seen_trace(&one, &moving.arena), *also = scene_seen_trace(&other, &moving.arena);
    for (int i = 0; i < asked->mask.gate; i++)
        for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
            assert_string_equal(explain_moment(&(Maths){seen, one.model, language, &moving.arena}, i),
                                explain_moment(&(Maths){also, one.model, language, &moving.arena}, i));
}

static void check_views(Asked *asked)
{
    static const Link gold[] = {{0, 0}, {1, 1}, {0, 5}};
    ViewKind own_kind = asked->view.kind,
             kinds[] = {own_kind, VIEW_DECODE, VIEW_HEATMAP, VIEW_HEATMAP, VIEW_DECODE, VIEW_HEATMAP};
    double last = moment_count(asked->own) - 1, gate = asked->mask.gate;
    const double cursors[] = {0, gate - 1.5, gate - 1, gate, last};
    for (size_t k = 0; k < LENGTH(kinds); k++) {
        asked->view.kind = kinds[k];
        asked->view.heat = (HeatLook){.arcs = k == 4 || k == 5, .columns = k == 3, .path = k == 3};
        if (k == 3) {
            asked->view.heat.gold = gold;
            asked->view.heat.gold_count = LENGTH(gold);
        }
        for (size_t i = 0; i < LENGTH(cursors); i++)
            for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
                expect_same(asked, cursors[i] < 0 ? 0 : cursors[i], language, (Target){0});
    }
    asked->view.kind = own_kind;
    asked->view.heat = (HeatLook){0};
    expect_silent_marks(asked, gate - 1);
}

/* A page of the handout and the site's figure, in words. */
static Bytes paper(const Asked *asked, const Trace *trace, Language language, bool page)
{
    View views[CARDS_MOST];
    View *view = &views[asked->view.card];
    Arena arena = {0};
    Bytes text = {0};
    assert_true(asked->view.lesson->card_count <= CARDS_MOST);
    *view = asked->view;
    view->trace = trace;
    Handout handout = {view->lesson, views, language};
    View shown = handout_view(&handout, view->card, false, &arena);
    if (page)
        handout_draw(&handout, view->card, moving.type, &moving.list);
    else
        handout_figure(&shown, 960, 540, moving.type, &moving.list);
    drawlist_print(&moving.list, &text);
    arena_finish(&arena);
    return text;
}

static void check_paper(const Asked *asked)
{
    for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
        for (int page = 0; page < 2; page++) {
            Bytes one = paper(asked, asked->own, language, page), other = paper(asked, asked->other, language, page);
            if (strcmp(one.data, other.data) != 0)
                fail_msg("%s, card %d: %s tells the answer", asked->view.lesson->folder, asked->view.card + 1,
                         page ? "the handout" : "the figure");
            bytes_finish(&one);
            bytes_finish(&other);
        }
}

/* Answered or given up, the question hides nothing any more. */
static void check_answered(Asked *asked, int quiz)
{
    asked->view.panel.quizzes[quiz].shown = true;
    assert_ptr_equal(scene_seen_trace(&asked->view, &moving.arena), asked->own);
    assert_int_equal(scene_gate(&asked->view), -1);
    asked->view.panel.quizzes[quiz].shown = false;
}

/* With the question open, and given up. */
static void check_ink(const Asked *asked, int quiz)
{
    static const float sizes[][2] = {{1138, 711}, {1440, 900}};
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
            for (int shown = 0; shown < 2; shown++) {
                View view = asked->view;
                view.width = sizes[s][0];
                view.height = sizes[s][1];
                view.language = language;
                view.panel.quizzes[quiz].shown = shown;
                ink_check(&moving, &view);
            }
}

static void check_quiz(Asked *asked, int quiz)
{
    asked->quiz = &asked->card->quizzes[quiz];
    asked->mask = quiz_mask(asked->quiz, &asked->card->stage, asked->own);
    bool decided =
        asked->quiz->kind == QUIZ_WEIGHT || asked->quiz->kind == QUIZ_NEXT || asked->quiz->live.kind != LIVE_NONE;
    if (decided && asked->quiz->hide == HIDE_ANSWER)
        assert_true(asked->mask.gate > 0 && asked->mask.reveal >= asked->mask.gate);
    if (asked->mask.gate >= 0 || asked->quiz->ask == ASK_FIRST)
        check_ink(asked, quiz);
    if (asked->mask.gate < 0)
        return;
    assert_int_equal(scene_gate(&asked->view), asked->mask.gate);
    change(asked);
    check_views(asked);
    check_paper(asked);
    expect_silent_captions(asked);
    check_answered(asked, quiz);
    arena_reset(&moving.list.arena);
}

static int check_lesson(const Lesson *lesson)
{
    Error error = {0};
    int checked = 0;
    Model *models = heap_alloc((size_t)lesson->model_count, sizeof *models);
    for (int i = 0; i < lesson->model_count; i++)
        expect_ok(model_load(lesson->models[i].path, &models[i], &error), &error);
    ShownLesson *shown = shown_open(lesson, models, 0);
    for (int i = 0; i < lesson->card_count; i++) {
        if (lesson->cards[i].quiz_count == 0)
            continue;
        Asked asked = {.view = moving_view(&moving, SENTENCE_SHORT, 1440, 900), .card = &lesson->cards[i]};
        ShownCard card;
        expect_ok(shown_card(shown, i, &asked.view, &card, &error), &error);
        asked.view.panel.asking = true;
        asked.own = asked.view.trace;
        for (int q = 0; q < lesson->cards[i].quiz_count; q++, checked += asked.mask.gate >= 0)
            check_quiz(&asked, q);
        shown_card_finish(&card);
    }
    shown_close(shown);
    for (int i = 0; i < lesson->model_count; i++)
        model_finish(&models[i]);
    free(models);
    return checked;
}

static void no_card_tells_its_answer(void **state)
{
    (void)state;
    int checked = 0;
    for (int i = 0; i < lessons.count; i++) {
        Error error = {0};
        Lesson *lesson = lesson_load(lessons.folders[i], &error);
        expect_ok(lesson != NULL, &error);
        checked += check_lesson(lesson);
        lesson_destroy(lesson);
    }
    assert_true(checked >= 12);
    assert_int_equal(ink_findings, 0);
}

/* `ask: first`: what is written behind the question is not there, and the card's own moment neither;
 * `hide` says otherwise. */
static void the_rest_of_a_card_waits(void **state)
{
    (void)state;
    static const char text[] = "---\ntitle: t\norder: 1\nsentence: cat chase mouse\nmodels:\n  - seed: 1\n---\n"
                               "# One\nBefore.\n```attend\nstep: 2\nmoment: softmax\n```\n"
                               "```quiz\nkind: choice\nask: first\nquestion: Q?\nchoices: [a, b]\nanswer: a\n```\n"
                               "Behind.\n";
    Error error = {0};
    Lesson *lesson = lesson_parse(slice_of(text), (Slice){0}, "L", &error);
    expect_ok(lesson != NULL, &error);
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    view.lesson = lesson;
    view.card = 0;
    view.panel.asking = true;
    int softmax = moment_find(view.trace, MOMENT_SOFTMAX, 1, -1);
    moving_draw(&moving, &view);
    assert_true(moving_says(&moving, "Before.") && moving_says(&moving, "Q?") && !moving_says(&moving, "Behind."));
    assert_int_equal(scene_gate(&view), softmax);
    Quiz *quiz = lesson->cards[0].quizzes;
    quiz->hide = HIDE_TEXT;
    assert_int_equal(scene_gate(&view), -1);
    quiz->hide = HIDE_FROM + MOMENT_SCORES - MOMENT_PREVIOUS;
    assert_int_equal(scene_gate(&view), moment_find(view.trace, MOMENT_SCORES, 1, -1));
    quiz->hide = HIDE_STAGE;
    moving_draw(&moving, &view);
    assert_true(scene_mask(&view).covered && !scene_shows(&moving.list, (Target){TARGET_STAGE, 0, 0, 0}));
    view.panel.quizzes[0].shown = true;
    moving_draw(&moving, &view);
    assert_true(moving_says(&moving, "Behind.") && scene_shows(&moving.list, (Target){TARGET_STAGE, 0, 0, 0}));
    view.panel.quizzes[0].shown = false;
    view.width = 870, view.height = 560; /* the card is folded to its tab, from where it can be answered */
    assert_true(window_layout(&view).card.w == 0 && window_layout(&view).tab.w > 0);
    moving_draw(&moving, &view);
    assert_true(scene_mask(&view).covered && !scene_shows(&moving.list, (Target){TARGET_STAGE, 0, 0, 0}));
    quiz->hide = HIDE_ANSWER;
    assert_int_equal(scene_gate(&view), softmax);
    view.cursor = moment_count(view.trace) - 1;
    moving_draw(&moving, &view);
    assert_false(scene_shows(&moving.list, target_at(TARGET_HEAT, 1, 0, 0)));
    view.window.present = true; /* where the card is away nobody can answer; K shows it */
    assert_int_equal(scene_gate(&view), -1);
    view.panel.open = true;
    assert_true(window_layout(&view).card.w > 0 && window_layout(&view).stage.x == window_layout(&view).card.w);
    assert_int_equal(scene_gate(&view), softmax);
    lesson_destroy(lesson);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_card_tells_its_answer),
                                       cmocka_unit_test(the_rest_of_a_card_waits)};
    return cmocka_run_group_tests_name("scene asking", tests, course_set_up, moving_tear_down);
}
