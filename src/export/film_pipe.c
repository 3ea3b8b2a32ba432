/* Videos: raw frames through a pipe to the program ffmpeg, which writes beside the file's place. */
#include "export/film_parts.h"

#include "base/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

struct VideoPipe {
    char path[4096], temporary[4096];
    size_t frame; /* bytes */
    pid_t child;
    int to, from; /* its standard input and error */
};

/* The command as a shell would look for it. */
bool pipe_available(void)
{
    const char *paths = getenv("PATH");
    char candidate[4096];
    while (paths && *paths) {
        size_t length = strcspn(paths, ":");
        snprintf(candidate, sizeof candidate, "%.*s/ffmpeg", (int)length, paths);
        if (length > 0 && access(candidate, X_OK) == 0 && !file_is_folder(candidate))
            return true;
        paths += length + (paths[length] == ':');
    }
    return false;
}

/* In the child. In a group of its own, so that Ctrl+C is ours to deal with. */
static void run_ffmpeg(const VideoPipe *video, int width, int height, int fps)
{
    char size[32], rate[16];
    snprintf(size, sizeof size, "%dx%d", width, height);
    snprintf(rate, sizeof rate, "%d", fps);
    const uint32_t probe = 0x00010203;
    const char *pixels = *(const unsigned char *)&probe == 3 ? "bgr0" : "0rgb";
    bool webm = strcasecmp(path_ending(video->path), ".webm") == 0;
    const char *input[] = {"ffmpeg", "-nostdin", "-y", "-loglevel", "error", "-f", "rawvideo", "-pixel_format", pixels,
                           "-video_size", size, "-framerate", rate, "-i", "pipe:0", "-an",
                           /* the colours of screens, and said to be so: players guess otherwise */
                           "-vf", "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int",
                           "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"};
    /* 4:2:0 is what every player takes; the quality is that of a screen with text on it */
    const char *mp4[] = {"-c:v",     "libx264", "-preset",   "medium",     "-crf", "18",
                         "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f",   "mp4"};
    const char *vp9[] = {"-c:v", "libvpx-vp9", "-crf", "24",       "-b:v",    "0",  "-row-mt",
                         "1",    "-cpu-used",  "5",    "-pix_fmt", "yuv420p", "-f", "webm"};
    const char *arguments[64];
    int count = 0;
    for (size_t i = 0; i < sizeof input / sizeof *input; i++)
        arguments[count++] = input[i];
    size_t most = webm ? sizeof vp9 / sizeof *vp9 : sizeof mp4 / sizeof *mp4;
    for (size_t i = 0; i < most; i++)
        arguments[count++] = webm ? vp9[i] : mp4[i];
    arguments[count++] = video->temporary;
    arguments[count] = NULL;
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    execvp("ffmpeg", (char *const *)(uintptr_t)arguments);
    _exit(127);
}

static bool start(VideoPipe *video, int width, int height, int fps, Error *error)
{
    int to[2], from[2];
    if (pipe(to) != 0)
        return error_at(error, ERROR_SYSTEM, video->path, 0, "is not written: %s", strerror(errno));
    if (pipe(from) != 0) {
        close(to[0]), close(to[1]);
        return error_at(error, ERROR_SYSTEM, video->path, 0, "is not written: %s", strerror(errno));
    }
    video->child = fork();
    if (video->child == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDERR_FILENO);
        int quiet = open("/dev/null", O_WRONLY);
        if (quiet >= 0)
            dup2(quiet, STDOUT_FILENO);
        close(to[0]), close(to[1]), close(from[0]), close(from[1]);
        run_ffmpeg(video, width, height, fps);
    }
    close(to[0]);
    close(from[1]);
    video->to = to[1];
    video->from = from[0];
    fcntl(video->to, F_SETFD, FD_CLOEXEC);
    fcntl(video->from, F_SETFD, FD_CLOEXEC);
    return video->child > 0 || error_at(error, ERROR_SYSTEM, video->path, 0, "is not written: %s", strerror(errno));
}

VideoPipe *pipe_create(const char *path, int width, int height, int fps, Error *error)
{
    VideoPipe *video = heap_alloc(1, sizeof *video);
    video->to = video->from = -1;
    video->frame = 4 * (size_t)width * (size_t)height;
    snprintf(video->path, sizeof video->path, "%s", path);
    if (file_temporary(path, video->temporary, sizeof video->temporary, error)
        && start(video, width, height, fps, error))
        return video;
    pipe_abandon(video);
    return NULL;
}

/* The last line it wrote, without what it says of itself in brackets; then it is gone. Returns its exit code. */
static int wait_for_end(VideoPipe *video, char *said, size_t size)
{
    char text[4096];
    size_t length = 0;
    ssize_t got;
    int status = 0;
    if (video->to >= 0)
        close(video->to);
    video->to = -1;
    while ((got = read(video->from, text + length, sizeof text - 1 - length)) > 0 || (got < 0 && errno == EINTR)) {
        length += got > 0 ? (size_t)got : 0;
        if (length > sizeof text / 2) { /* the end is what matters */
            memmove(text, text + length - sizeof text / 4, sizeof text / 4);
            length = sizeof text / 4;
        }
    }
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '.'))
        length--;
    text[length] = '\0';
    const char *line = strrchr(text, '\n'), *bracket = strrchr(text, ']');
    line = line ? line + 1 : text;
    line = bracket > line ? bracket + 1 : line;
    snprintf(said, size, "%s", line + strspn(line, " "));
    while (waitpid(video->child, &status, 0) < 0 && errno == EINTR)
        ;
    video->child = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

static bool failed(VideoPipe *video, Error *error)
{
    char said[256] = "";
    int code = wait_for_end(video, said, sizeof said);
    if (code == 127 && !*said)
        return error_at(error, ERROR_SYSTEM, video->path, 0, "is not written: ffmpeg could not be started");
    return error_at(error, ERROR_SYSTEM, video->path, 0, "is not written: ffmpeg ended with code %d%s%s", code,
                    *said ? ": " : "", said);
}

bool pipe_frame(VideoPipe *video, const uint32_t *pixels, Error *error)
{
    const char *from = (const char *)pixels;
    for (size_t left = video->frame; left > 0;) {
        ssize_t put = write(video->to, from, left);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return failed(video, error);
        from += put;
        left -= (size_t)put;
    }
    return true;
}

bool pipe_end(VideoPipe *video, Error *error)
{
    char said[256];
    if (video->child == 0 || video->to < 0)
        return false; /* it has failed already, and said why */
    int code = wait_for_end(video, said, sizeof said);
    if (code == 0) {
        bool ok = file_commit(video->temporary, video->path, error);
        video->temporary[0] = '\0';
        return ok;
    }
    return error_at(error, ERROR_SYSTEM, video->path, 0, "is not written: ffmpeg ended with code %d%s%s", code,
                    *said ? ": " : "", said);
}

void pipe_abandon(VideoPipe *video)
{
    if (!video)
        return;
    if (video->child > 0) {
        char said[64];
        kill(video->child, SIGKILL);
        wait_for_end(video, said, sizeof said);
    }
    if (video->to >= 0)
        close(video->to);
    if (video->from >= 0)
        close(video->from);
    if (video->temporary[0])
        file_discard(video->temporary);
    free(video);
}
