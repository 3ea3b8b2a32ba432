/* The foot of the train view: run and pause, what is measured, what can be chosen. */
#include "scene/kit/widget.h"
#include "scene/view/window_layout.h"
#include "scene/views/train/train_words.h"
#include "scene/views/train/view_train.h"
#include "words/common_words.h"

#include <math.h>

#define BUTTON_H 42.0f

/* ---- buttons ---- */

static void draw_sign(const Painter *painter, Point at, bool pause)
{
    DrawList *list = painter->list;
    Paint paint = paint_fill(painter->theme->button_text);
    if (pause) {
        drawlist_box(list, (Box){at.x - 5, at.y - 6.5f, 3.5f, 13}, 1, paint);
        drawlist_box(list, (Box){at.x + 1.5f, at.y - 6.5f, 3.5f, 13}, 1, paint);
        return;
    }
    kit_triangle(painter, (Point){at.x - 5, at.y - 7}, (Point){at.x + 7, at.y}, (Point){at.x - 5, at.y + 7},
                 paint.fill);
}

static const Word PLAY_NAMES[] = {
    [TRAINING_LOADING] = W_TRAIN,   [TRAINING_READY] = W_TRAIN, [TRAINING_RUNNING] = W_PAUSE_TRAINING,
    [TRAINING_PAUSED] = W_CONTINUE, [TRAINING_DONE] = W_AGAIN,  [TRAINING_FAILED] = W_AGAIN};

/* A dark button with a sign before its word. */
static void draw_play(const Painter *painter, const Training *training, Box box)
{
    const Theme *theme = painter->theme;
    const char *name = kit_said(painter, PLAY_NAMES[training->state]);
    Target target = {TARGET_CONTROL, TRAIN_PLAY, 0, 0};
    TextStyle style = style_bold(theme, TYPE_BODY + 0.5f, ROLE_INK);
    style.color = theme->button_text;
    float width = kit_width(painter, style, name), left = box.x + (box.w - width - 24) / 2;
    drawlist_box(painter->list, box, 8, paint_fill(kit_button_fill(painter, target)));
    draw_sign(painter, (Point){left + 6, box.y + box.h / 2}, training->state == TRAINING_RUNNING);
    kit_text(painter, style, (Box){left + 24, box.y, width + 2, box.h}, ALIGN_LEFT, name);
    kit_press(painter, box, 8, target, name);
}

/* Returns where they end. */
static float draw_buttons(const Painter *painter, const Training *training, float x, float y)
{
    bool begun = training->state == TRAINING_RUNNING || training->state == TRAINING_PAUSED;
    draw_play(painter, training, (Box){x, y, 118, BUTTON_H});
    kit_button(painter, (Box){x + 130, y, 104, BUTTON_H},
               begun ? kit_said(painter, W_RESTART) : kit_said(painter, W_OTHER_SEED),
               (Target){TARGET_CONTROL, begun ? TRAIN_RESTART : TRAIN_RESEED, 0, 0}, false);
    return x + 234;
}

/* ---- measures ---- */

static void draw_measure(const Painter *painter, Box box, const char *name, const char *brief, const char *value)
{
    const Theme *theme = painter->theme;
    TextStyle small = style_plain(theme, TYPE_SMALL - 0.5f, ROLE_MUTED);
    bool long_one = kit_width(painter, small, name) <= box.w - 10;
    TextStyle bold = style_bold(theme, TYPE_LARGE - 1, ROLE_INK);
    if (window_upright(painter->view) || window_lying(painter->view)) {
        small = kit_shrunk(painter, small, box.w - 6, brief);
        bold = kit_shrunk(painter, bold, box.w - 6, value);
    }
    kit_text(painter, small, (Box){box.x, box.y, box.w - 6, 16}, ALIGN_LEFT, long_one ? name : brief);
    kit_text(painter, bold, (Box){box.x, box.y + 21, box.w - 6, 20}, ALIGN_LEFT, value);
}

static const char *share(const Painter *painter, double value)
{
    return isfinite(value)
               ? arena_printf(&painter->list->arena, "%s %%", kit_number(painter->list, 100 * value, 1, false))
               : "–";
}

static const char *number(const Painter *painter, double value, int decimals)
{
    return isfinite(value) ? kit_number(painter->list, value, decimals, false) : "–";
}

static const char *speed_text(const Painter *painter, double speed)
{
    Arena *arena = &painter->list->arena;
    Language language = painter->view->language;
    if (!isfinite(speed))
        return "–";
    if (speed < 1000) /* with four digits the unit has no room */
        return arena_printf(arena, said(language, W_TOKENS_S), speed);
    return arena_printf(arena, said(language, W_TEN_THOUSAND_TOKENS_S),
                        speed / (language == LANGUAGE_CHINESE ? 1e4 : 1e3));
}

/* Of the newest epoch that is complete. */
static void draw_measures(const Painter *painter, const Training *training, Box box)
{
    const TrainingLook *newest = training->count > 0 ? &training->list[training->count - 1] : NULL;
    double loss = newest ? newest->loss : NAN, exact = newest ? newest->exact_match : NAN;
    double aer = newest ? newest->aer : NAN;
    int epoch = newest ? (int)newest->at : 0;
    const struct {
        const char *name, *brief, *value;
        float share;
    } measures[] = {
        {kit_said(painter, W_EPOCH), kit_said(painter, W_EPOCH),
         arena_printf(&painter->list->arena, "%d / %d", epoch, training->epochs), 0.8f},
        {kit_said(painter, W_TRAINING_LOSS), kit_said(painter, W_LOSS), number(painter, loss, 3), 0.95f},
        {kit_said(painter, W_HELD_OUT_EXACT_MATCH), kit_said(painter, W_EXACT_MATCH), share(painter, exact), 1.22f},
        {kit_said(painter, W_ALIGNMENT_ERROR), kit_said(painter, W_ALIGN_ERROR), number(painter, aer, 3), 0.98f},
        {kit_said(painter, W_SPEED), kit_said(painter, W_SPEED), speed_text(painter, training->tokens_per_second),
         1.05f},
    };
    float x = box.x;
    for (int i = 0; i < 5; i++) {
        float w = box.w * measures[i].share / 5;
        draw_measure(painter, (Box){x, box.y, w, box.h}, measures[i].name, measures[i].brief, measures[i].value);
        x += w;
    }
}

/* ---- settings ---- */

static const Word SETTING_NAMES[TRAINING_SETTINGS] = {W_SCORE, W_HIDDEN_SIZE, W_LEARNING_RATE, W_SEED};

static const char *setting_text(const Painter *painter, TrainingSetting setting, double value)
{
    if (setting == TRAINING_SCORE)
        return score_title(painter->view->language, (ScoreKind)value);
    return arena_printf(&painter->list->arena, "%g", value);
}

static float setting_width(const Painter *painter, const Training *training, TrainingSetting setting)
{
    const char *value = setting_text(painter, setting, training->settings[setting]);
    return kit_width(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED),
                     kit_said(painter, SETTING_NAMES[setting]))
           + kit_width(painter, style_bold(painter->theme, TYPE_SMALL, ROLE_INK), value) + 42;
}

/* "hidden size 64 v". Returns its box. */
static Box draw_setting(const Painter *painter, const Training *training, TrainingSetting setting, float x, float y)
{
    const Theme *theme = painter->theme;
    const Type *type = painter->list->type;
    const char *name = kit_said(painter, SETTING_NAMES[setting]);
    const char *value = setting_text(painter, setting, training->settings[setting]);
    Target target = target_at(TARGET_CONTROL, TRAIN_SETTING, setting, 0);
    TextStyle plain = style_plain(theme, TYPE_SMALL, ROLE_MUTED), bold = style_bold(theme, TYPE_SMALL, ROLE_INK);
    float name_w = text_width(type, plain, slice_of(name)), value_w = text_width(type, bold, slice_of(value));
    Box box = {x, y, name_w + value_w + 42, 28};
    bool lit = kit_pointed(painter, target) || training->menu == (int)setting;
    drawlist_box(painter->list, box, 7, paint_fill_stroke(lit ? theme->faint : theme->panel, theme->hairline, 1.5f));
    kit_text(painter, plain, (Box){x + 10, y, name_w + 2, box.h}, ALIGN_LEFT, name);
    kit_text(painter, bold, (Box){x + 16 + name_w, y, value_w + 2, box.h}, ALIGN_LEFT, value);
    Point at = {x + box.w - 14, y + box.h / 2};
    kit_triangle(painter, (Point){at.x - 4, at.y - 2}, (Point){at.x + 4, at.y - 2}, (Point){at.x, at.y + 3},
                 theme->text[ROLE_MUTED]);
    kit_press(painter, box, 7, target, name);
    return box;
}

/* The choices, above the setting; the lesson's own says so. */
static void draw_menu(const Painter *painter, const Training *training, TrainingSetting setting, Box below)
{
    const Theme *theme = painter->theme;
    double choices[TRAINING_CHOICES];
    MenuOption options[TRAINING_CHOICES];
    int count = training_choices(training, setting, choices);
    for (int i = 0; i < count; i++)
        options[i] = (MenuOption){
            setting_text(painter, setting, choices[i]), target_at(TARGET_CONTROL, TRAIN_CHOICE, setting, i),
            fabs(choices[i] - training->settings[setting]) <= 1e-9 * choices[i],
            fabs(choices[i] - training->lessons[setting]) <= 1e-9 * choices[i] ? kit_said(painter, W_LESSON_SETTING)
                                                                               : NULL};
    Box sheet = {below.x, below.y - 10 - 30 * (float)count - 6, fmaxf(below.w, 178), 30 * (float)count + 10};
    sheet.x = fminf(sheet.x, painter->view->width - sheet.w - 8);
    drawlist_box(painter->list, sheet, 8, paint_fill_stroke(theme->panel, theme->hairline, 1.5f));
    kit_area(painter, sheet, (Target){TARGET_STAGE, 0, 0, 0}, NULL);
    kit_choice(painter, box_inset(sheet, 5, 5), &(Choice){CHOICE_LIST, 0, options, count});
}

/* ---- what there is to say ---- */

static const char *done_text(const Painter *painter, const Training *training)
{
    if (training->kept >= 0 && training->match == MATCH_UNKNOWN)
        return arena_printf(&painter->list->arena, kit_said(painter, W_DONE_THE_MODEL_OF_EPOCH), training->kept);
    static const Word matches[] = {[MATCH_BYTES] = W_THE_SAME_MODEL_AS_THE_LESSON,
                                   [MATCH_NUMBERS] = W_THE_SAME_NUMBERS_AS_THE_LESSON,
                                   [MATCH_ROUNDED] = W_THE_LESSON_SETTINGS_ROUNDED,
                                   [MATCH_NONE] = W_THE_LESSON_SETTINGS_BUT_NOT};
    if (training->match != MATCH_UNKNOWN)
        return kit_said(painter, matches[training->match]);
    return kit_said(painter, training_as_lesson(training) ? W_TRAINING_DONE : W_DONE_WITH_SETTINGS_THAT);
}

static const char *status_text(const Painter *painter, const Training *training)
{
    Arena *arena = &painter->list->arena;
    const TrainingLook *newest = training->count > 0 ? &training->list[training->count - 1] : NULL;
    switch (training->state) {
    case TRAINING_FAILED:
        return training->error ? training->error : "";
    case TRAINING_DONE:
        return done_text(painter, training);
    case TRAINING_READY:
        return kit_said(painter, W_RANDOM_NUMBERS_NOTHING);
    default:
        if (!newest || newest->measured == 0)
            return "";
        return newest->measured < training->heldout_pairs
                   ? arena_printf(arena, kit_said(painter, W_MEASURED_ON_OF_HELD_OUT), newest->measured,
                                  training->heldout_pairs)
                   : arena_printf(arena, kit_said(painter, W_MEASURED_ON_HELD_OUT_SENTENCES), newest->measured);
    }
}

static void draw_status(const Painter *painter, const Training *training, Box box)
{
    bool same = training->state == TRAINING_DONE && training->match == MATCH_BYTES;
    Role role = training->state == TRAINING_FAILED ? ROLE_OUTPUT : same ? ROLE_ENCODER : ROLE_MUTED;
    TextStyle style =
        same ? style_bold(painter->theme, TYPE_SMALL, role) : style_plain(painter->theme, TYPE_SMALL, role);
    const char *text = status_text(painter, training);
    style = kit_shrunk(painter, style, box.w, text);
    kit_text(painter, style, box, ALIGN_RIGHT, text);
}

static void draw_bar(const Painter *painter, const Training *training, Box box)
{
    const Theme *theme = painter->theme;
    double done = training->count > 0 ? floor(training->list[training->count - 1].at) + training->part : 0;
    float along = training->epochs > 0 ? (float)(done / training->epochs) : 0;
    if (training->state == TRAINING_DONE)
        along = 1;
    drawlist_box(painter->list, box, 3, paint_fill(theme->hairline));
    if (along > 0)
        drawlist_box(painter->list, (Box){box.x, box.y, fmaxf(6, box.w * along), box.h}, 3,
                     paint_fill(theme->fill[ROLE_CONTEXT]));
}

/* All that can be chosen, in lines that end before `right`; where the menu opens: w = 0: it does not. */
static Box draw_settings(const Painter *painter, const Training *training, Point *at, float right)
{
    Box menu = {0};
    float left = at->x;
    for (int i = training->scores ? 0 : 1; i < TRAINING_SETTINGS; i++) {
        if (at->x > left && at->x + setting_width(painter, training, (TrainingSetting)i) > right) {
            at->x = left;
            at->y += 34;
        }
        Box setting = draw_setting(painter, training, (TrainingSetting)i, at->x, at->y);
        at->x += setting.w + 10;
        if (i == training->menu)
            menu = setting;
    }
    return menu;
}

/* Buttons, measures, settings and state, one below the other. */
static Box draw_upright(const Painter *painter, const Training *training, Box in)
{
    draw_buttons(painter, training, in.x, in.y + 10);
    draw_measures(painter, training, (Box){in.x, in.y + 61, in.w, BUTTON_H});
    Point at = {in.x, in.y + 110};
    Box menu = draw_settings(painter, training, &at, in.x + in.w);
    draw_status(painter, training, (Box){in.x, in.y + 176, in.w, 20});
    draw_bar(painter, training, (Box){in.x, in.y + in.h - 14, in.w, 6});
    return menu;
}

/* In a foot as narrow as a small window's: buttons and settings; what is measured is told by captions. */
static Box draw_small(const Painter *painter, const Training *training, Box in)
{
    draw_buttons(painter, training, in.x, in.y + 8);
    Point at = {in.x, in.y + 12 + BUTTON_H};
    Box menu = draw_settings(painter, training, &at, in.x + in.w);
    draw_bar(painter, training, (Box){in.x, in.y + in.h - 8, in.w, 5});
    return menu;
}

void train_foot_draw(const Painter *painter, const Training *training, Box box)
{
    float pad = box.w < WINDOW_LYING_W ? 8 : box.w < 1000 ? 20 : 26, x = box.x + pad, right = box.x + box.w - pad;
    kit_panel(painter, box, EDGE_TOP);
    kit_area(painter, box, (Target){TARGET_STAGE, 0, 0, 0}, NULL);
    Box menu;
    if (window_upright(painter->view))
        menu = draw_upright(painter, training, (Box){x, box.y, right - x, box.h});
    else if (box.w < WINDOW_LYING_W)
        menu = draw_small(painter, training, (Box){x, box.y, right - x, box.h});
    else {
        float end = draw_buttons(painter, training, x, box.y + 15) + (box.w < 1000 ? 22 : 40);
        draw_measures(painter, training, (Box){end, box.y + 15, right - end, BUTTON_H});
        Point at = {x, box.y + 72};
        menu = draw_settings(painter, training, &at, INFINITY);
        draw_status(painter, training, (Box){at.x + 8, at.y, right - at.x - 8, 28});
        draw_bar(painter, training, (Box){x, box.y + 112, right - x, 6});
    }
    if (menu.w > 0)
        draw_menu(painter, training, (TrainingSetting)training->menu, menu);
}
