#include "scene/figures/page.h"

#include <math.h>

bool page_of_training(const View *view)
{
    const Card *card = &view->lesson->cards[view->card];
    return card_view(view->lesson, card) == VIEW_TRAIN && card->stage.look != LOOK_STEP;
}

bool page_prints(const TextBlock *block)
{
    return block->kind != BLOCK_NOTE || !block->label;
}

View handout_view(const Handout *handout, int card, bool answered, Arena *arena)
{
    const Card *about = &handout->lesson->cards[card];
    View view = handout->views[card];
    view.theme = theme_get(THEME_LIGHT);
    view.width = PAGE_W;
    view.height = PAGE_H;
    view.language = handout->language;
    view.look = about->stage.look;
    if (!about->stage.present || page_of_training(&view))
        view.cursor = moment_count(view.trace) - 1;
    if (page_of_training(&view))
        view.kind = config_weighs(&view.trace->config) ? VIEW_HEATMAP : VIEW_DECODE;
    view.panel.asking = !answered;
    for (int i = 0; answered && i < about->quiz_count; i++) {
        view.panel.quizzes[i].shown = true;
        view.cursor = fmax(view.cursor, quiz_reveals(&about->quizzes[i], &about->stage, view.trace));
    }
    return answered ? view : scene_seen(&view, arena);
}

/* The question behind which the rest of the card waits; -1: nothing does. */
static int waits_at(const View *view)
{
    const Card *card = &view->lesson->cards[view->card];
    for (int i = 0; i < card->block_count[view->language]; i++) {
        const TextBlock *block = &card->blocks[view->language][i];
        if (block->kind == BLOCK_QUIZ && scene_quiz_waits(view, block->quiz))
            return i;
    }
    return -1;
}

static bool stands_behind(const View *asked, int block)
{
    int waits = waits_at(asked);
    return waits >= 0 && block > waits;
}

static const TextBlock *block_at(const View *asked, int block)
{
    return &asked->lesson->cards[asked->card].blocks[asked->language][block];
}

bool handout_text(const View *asked, int block, Arena *arena)
{
    const TextBlock *about = block_at(asked, block);
    (void)arena;
    return page_prints(about) && about->kind != BLOCK_QUIZ && !stands_behind(asked, block);
}

bool handout_answers(const View *asked, int block, Arena *arena)
{
    const TextBlock *about = block_at(asked, block);
    return page_prints(about)
           && (about->kind == BLOCK_QUIZ || stands_behind(asked, block) || scene_text_waits(asked, block, arena));
}
