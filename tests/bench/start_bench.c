/* From the start of the process to the first frame of the window, and how much memory is then resident.
 * Needs a display.
 *
 *   start_bench ROOT        runs itself several times and prints the median */
#include "app/app.h"
#include "base/arena.h"
#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 9 };

static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static long resident_kilobytes(void)
{
    char line[128];
    long kilobytes = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "VmRSS: %ld", &kilobytes) == 1)
            break;
    if (status)
        fclose(status);
    return kilobytes;
}

/* The child: opens the lesson, draws one frame, tells when that was done. */
static int first_frame(const char *root)
{
    Arena arena = {0};
    AppOptions options = {.fonts = path_join(&arena, root, "assets/fonts"),
                          .lessons = path_join(&arena, root, "lessons"),
                          .lesson = path_join(&arena, root, "lessons/05-cat-chase-mouse")};
    Error error = {0};
    App *app = app_create(&options, &error);
    if (!app) {
        fprintf(stderr, "start_bench: %s\n", error_text(&error));
        return 1;
    }
    double sleep;
    app_frame(app, &sleep);
    printf("%.6f %ld\n", seconds(), resident_kilobytes());
    app_destroy(app);
    arena_finish(&arena);
    return 0;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    const char *root = argc > 1 ? argv[1] : ".";
    if (argc > 2)
        return first_frame(root);
    double times[RUNS];
    long kilobytes = 0;
    char command[4096];
    snprintf(command, sizeof command, "'%s' '%s' child", argv[0], root);
    for (int i = 0; i < RUNS; i++) {
        double start = seconds(), end = 0;
        FILE *child = popen(command, "r");
        if (!child || fscanf(child, "%lf %ld", &end, &kilobytes) != 2 || pclose(child) != 0)
            return 1;
        times[i] = end - start;
    }
    qsort(times, RUNS, sizeof *times, ascending);
    printf("first frame: median %.0f ms, slowest %.0f ms of %d starts; resident %.0f MB\n", times[RUNS / 2] * 1e3,
           times[RUNS - 1] * 1e3, RUNS, (double)kilobytes / 1024);
    return 0;
}
