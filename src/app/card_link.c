/* Links of a card: the web's are opened by the person's own browser, without a shell; others are only named. */
#include "app/input.h"

#include "words/app_words.h"

#include <string.h>

/* Accepts nothing but an address, as it becomes an argument of another program. */
static bool is_address(const char *link)
{
    if (strncmp(link, "https://", 8) != 0 && strncmp(link, "http://", 7) != 0)
        return false;
    for (const char *c = link; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == 0x7F)
            return false;
    return true;
}

void app_open_link(App *app, Target target)
{
    int block = target.a, span = target.b;
    Language language = app->view.language;
    const Card *card = app_card(app);
    if (block < 0 || block >= card->block_count[language] || span < 0
        || span >= card->blocks[language][block].span_count)
        return;
    const char *link = card->blocks[language][block].spans[span].link;
    if (!link)
        return;
    if (!is_address(link)) {
        app_say(app, W_A_FILE_OF_THIS_LESSON_FOLDER, link);
        return;
    }
    Error error = {0};
    if (window_open_address(link, &error))
        app_say(app, W_OPENED_IN_THE_BROWSER, link);
    else
        app_warn(app, W_NO_BROWSER_OPENS, error_text(&error), link);
}
