/* Links of a card: the web's are opened by the person's own browser, without a shell; others are only named. */
#include "app/errands.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Nothing but an address: it becomes one argument of another program. */
static bool is_address(const char *link)
{
    if (strncmp(link, "https://", 8) != 0 && strncmp(link, "http://", 7) != 0)
        return false;
    for (const char *c = link; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == 0x7F)
            return false;
    return true;
}

/* In the child's child, whose parent is gone at once: nobody has to wait for it. */
static void become_browser(const char *address, int report)
{
    int nothing = open("/dev/null", O_RDWR);
    if (nothing >= 0)
        for (int stream = 0; stream < 3; stream++)
            dup2(nothing, stream);
    execlp("xdg-open", "xdg-open", address, (char *)NULL);
    int why = errno;
    ssize_t put = write(report, &why, sizeof why);
    _exit(put == (ssize_t)sizeof why ? 127 : 126);
}

/* 0, or errno of what failed. */
static int open_address(const char *address)
{
    int pipes[2], why = 0;
    if (pipe2(pipes, O_CLOEXEC) != 0)
        return errno;
    pid_t child = fork();
    if (child == 0) {
        setsid();
        pid_t grandchild = fork();
        if (grandchild == 0)
            become_browser(address, pipes[1]);
        _exit(grandchild < 0);
    }
    int failed = child < 0 ? errno : 0;
    close(pipes[1]);
    if (child > 0) {
        ssize_t got = read(pipes[0], &why, sizeof why); /* its end: the program has begun */
        if (got != (ssize_t)sizeof why)
            why = 0;
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    close(pipes[0]);
    return failed ? failed : why;
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
    int why = open_address(link);
    if (why == 0)
        app_say(app, W_OPENED_IN_THE_BROWSER, link);
    else
        app_warn(app, W_XDG_OPEN_CANNOT_BE_STARTED, strerror(why), link);
}
