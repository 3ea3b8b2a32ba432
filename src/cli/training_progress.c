#include "cli/training_progress.h"

#include "base/system.h"
#include "base/thread.h"
#include "cli/cli.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define DRAW_EVERY  0.1 /* seconds */
#define BAR_COLUMNS 24
#define COLOR_BAR   "\033[38;5;172m" /* the orange of the weights */
#define COLOR_REST  "\033[38;5;250m"
#define COLOR_OFF   "\033[0m"
#define CLEAR_LINE  "\r\033[K"

static atomic_bool stopped;
_Static_assert(ATOMIC_BOOL_LOCK_FREE == 2, "a signal handler may only touch what needs no lock");

static void stop(int signal_number)
{
    (void)signal_number;
    stopped = true;
}

void stop_watch(void)
{
    system_on_stop(stop);
}

bool stop_asked(void)
{
    return stopped;
}

void duration_text(double seconds, char *out)
{
    long whole = isfinite(seconds) && seconds > 0 && seconds < 1e8 ? lround(seconds) : 0;
    if (whole >= 3600)
        snprintf(out, 32, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
    else
        snprintf(out, 32, "%ld:%02ld", whole / 60, whole % 60);
}

/* https://no-color.org: any value but the empty one turns colours off. */
static bool wants_color(void)
{
    const char *off = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return !(off && *off) && terminal && strcmp(terminal, "dumb") != 0;
}

void progress_start(TrainingProgress *progress, const char *title)
{
    int width = system_terminal_width();
    *progress =
        (TrainingProgress){.terminal = width > 0, .color = wants_color(), .width = width, .drawn = -1, .title = title};
    progress->started = clock_seconds();
}

static void add_bar(const TrainingProgress *progress, double share, Bytes *line)
{
    int full = (int)(share * BAR_COLUMNS + 0.5);
    bytes_add_text(line, progress->color ? COLOR_BAR : "");
    for (int i = 0; i < BAR_COLUMNS; i++) {
        if (i == full)
            bytes_add_text(line, progress->color ? COLOR_REST : "");
        bytes_add_text(line, i < full ? "█" : "░");
    }
    bytes_add_text(line, progress->color ? COLOR_OFF : "");
}

static double elapsed(const TrainingProgress *progress)
{
    return clock_seconds() - progress->started;
}

/* Time to draw again? */
static bool is_due(TrainingProgress *progress)
{
    double now = progress->terminal ? elapsed(progress) : 0;
    if (!progress->terminal || (progress->drawn >= 0 && now - progress->drawn < DRAW_EVERY))
        return false;
    progress->drawn = now;
    return true;
}

/* How long the rest takes when so much of it took the time until now. */
static void add_left(const TrainingProgress *progress, double done, double rest, Bytes *figures)
{
    char left[32];
    duration_text(done > 0 ? elapsed(progress) * rest / done : 0, left);
    bytes_printf(figures, "  %s left", left);
}

/* `figures` go as far as the terminal is wide; a bar that would not fit beside them stays away. Takes over `figures`.
 */
static void draw(const TrainingProgress *progress, double share, Bytes figures)
{
    Bytes line = {0};
    int title = (int)utf8_count(slice_of(progress->title));
    bool bar = title + 1 + BAR_COLUMNS + (int)figures.length < progress->width;
    bytes_add_text(&line, CLEAR_LINE);
    if (bar) {
        size_t before = line.length;
        bytes_printf(&line, "%s ", progress->title);
        line.length = before + utf8_make_printable(line.data + before, line.length - before, false);
        add_bar(progress, share, &line);
    }
    int room = bar ? progress->width : progress->width - 1;
    bytes_printf(&line, "%.*s", room > 0 ? room : 1, figures.data + (bar ? 0 : 2));
    fwrite(line.data, 1, line.length, stderr);
    fflush(stderr);
    bytes_finish(&figures);
    bytes_finish(&line);
}

bool progress_part(TrainingProgress *progress, const char *unit, long done, long all)
{
    if (is_due(progress)) {
        Bytes figures = {0};
        bytes_printf(&figures, "  %s %ld/%ld", unit, done, all);
        add_left(progress, (double)done, (double)(all - done), &figures);
        draw(progress, all > 0 ? (double)done / (double)all : 1, figures);
    }
    return !stopped;
}

/* "  epoch 3/30  loss 0.4312  held-out 0.5127  12000 tokens/s" */
static Bytes epoch_figures(const TrainProgress *now)
{
    Bytes figures = {0};
    bytes_printf(&figures, "  epoch %d/%d  loss %.4f", now->epoch, now->epochs, now->loss);
    if (isfinite(now->heldout))
        bytes_printf(&figures, "  held-out %.4f", now->heldout);
    bytes_printf(&figures, "  %.0f tokens/s", now->tokens_per_second);
    return figures;
}

static double epochs_done(const TrainProgress *now)
{
    return now->epoch - 1 + now->batch / (now->batches > 0 ? (double)now->batches : 1);
}

bool progress_batch(const TrainProgress *now, void *context)
{
    TrainingProgress *progress = context;
    if (is_due(progress)) {
        double done = epochs_done(now);
        Bytes figures = epoch_figures(now);
        add_left(progress, done - now->begun, now->epochs - done, &figures);
        draw(progress, done / now->epochs, figures);
    }
    return !stopped;
}

void progress_epoch(const TrainingProgress *progress, const TrainProgress *now)
{
    if (progress->terminal)
        return;
    char time[32];
    Bytes figures = epoch_figures(now);
    duration_text(elapsed(progress), time);
    bytes_printf(&figures, "  %s elapsed", time);
    add_left(progress, now->epoch - now->begun, now->done ? 0 : now->epochs - now->epoch, &figures);
    output_note("%s:%s", progress->title, figures.data + 1);
    bytes_finish(&figures);
}

void progress_end(TrainingProgress *progress)
{
    if (progress->terminal)
        fputs(CLEAR_LINE, stderr);
}
