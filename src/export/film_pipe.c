/* Videos: raw frames through a pipe to the program ffmpeg, which writes beside the file's place. */
#include "export/film_parts.h"

#include "base/arena.h"
#include "base/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct VideoPipe {
    char path[FILE_NAME_SIZE];
    Temporary temporary;
    size_t frame; /* bytes */
    Program program;
};

bool pipe_available(void)
{
    return system_finds("ffmpeg");
}

static bool is_webm(const VideoPipe *video)
{
    return strcasecmp(path_ending(video->path), ".webm") == 0;
}

static bool start(VideoPipe *video, int width, int height, int fps, Error *error)
{
    char size[32], rate[16];
    snprintf(size, sizeof size, "%dx%d", width, height);
    snprintf(rate, sizeof rate, "%d", fps);
    const uint32_t probe = 0x00010203;
    const char *pixels = *(const unsigned char *)&probe == 3 ? "bgr0" : "0rgb";
    bool webm = is_webm(video);
    const char *input[] = {"ffmpeg", "-nostdin", "-y", "-loglevel", "error", "-xerror", "-f", "rawvideo",
                           "-pixel_format", pixels, "-video_size", size, "-framerate", rate, "-i", "pipe:0", "-an",
                           /* the colours of screens, and said to be so: players guess otherwise */
                           "-vf", "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int",
                           "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
                           /* the same film is the same file: no number of its own, no version of ffmpeg */
                           "-fflags", "+bitexact"};
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
    arguments[count++] = video->temporary.path;
    arguments[count] = NULL;
    bool ok = program_start(arguments, &video->program);
    video->temporary.writer = video->program.id;
    return ok || error_at(error, ERROR_SYSTEM, video->path, 0, "is not written: %s", strerror(errno));
}

VideoPipe *pipe_create(const char *path, int width, int height, int fps, Error *error)
{
    VideoPipe *video = heap_alloc(1, sizeof *video);
    video->program = (Program){.to = -1, .from = -1};
    video->frame = 4 * (size_t)width * (size_t)height;
    snprintf(video->path, sizeof video->path, "%s", path);
    if (file_temporary(path, &video->temporary, error) && start(video, width, height, fps, error))
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
    if (video->program.to >= 0)
        close(video->program.to);
    video->program.to = -1;
    while ((got = read(video->program.from, text + length, sizeof text - 1 - length)) > 0
           || (got < 0 && errno == EINTR)) {
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
    video->temporary.writer = 0;
    return program_wait(&video->program);
}

static bool refuse(const VideoPipe *video, int code, const char *said, Error *error)
{
    if (code == 127 && !*said)
        return error_at(error, ERROR_SYSTEM, video->path, 0, "is not written: ffmpeg could not be started");
    return error_at(error, ERROR_SYSTEM, video->path, 0, "is not written: ffmpeg ended with code %d%s%s", code,
                    *said ? ": " : "", said);
}

bool pipe_frame(VideoPipe *video, const uint32_t *pixels, Error *error)
{
    char said[256];
    if (file_write_all(video->program.to, pixels, video->frame))
        return true;
    int code = wait_for_end(video, said, sizeof said);
    return refuse(video, code, said, error);
}

/* ---- is the film complete? ---- */

/* A row of parts that each say how long they are: boxes of an mp4 (ISO 14496-12), elements of a webm (RFC 8794). The
 * length of the part with this head, 0 where it says none. */
static uint64_t part_length(const unsigned char head[16], bool webm)
{
    int first = webm ? 4 : 0, count = 4;
    uint64_t value = 0;
    if (webm) { /* the zeros in front of its first bit say how many bytes follow */
        for (count = 1; count < 8 && !(head[first] >> (8 - count)); count++)
            ;
        value = head[first++] & (0xFFu >> count);
        for (int i = 1; i < count; i++)
            value = value << 8 | head[first++];
        return value == (UINT64_C(1) << 7 * count) - 1 ? 0 : value + (uint64_t)first;
    }
    if (memcmp(head, "\0\0\0\1", 4) == 0)
        first = count = 8;
    for (int i = 0; i < count; i++)
        value = value << 8 | head[first + i];
    return value;
}

/* On a full disk ffmpeg may end with code 0. The parts of a complete film fill the file to its last byte, and those
 * without which nothing plays are among them. */
static bool is_complete(const char *path, bool webm)
{
    static const char *const needed[2][2] = {{"moov", "mdat"}, {"\x1A\x45\xDF\xA3", "\x18\x53\x80\x67"}};
    int fd = system_open(path, OPEN_READ);
    off_t end = fd >= 0 ? lseek(fd, 0, SEEK_END) : 0, at = 0;
    bool found[2] = {false, false};
    Bytes bytes = {0};
    while (at < end) {
        unsigned char head[16] = {0};
        bytes.length = 0;
        bool there = lseek(fd, at, SEEK_SET) == at && file_read_more(fd, path, sizeof head, &bytes, NULL);
        memcpy(head, bytes_slice(&bytes).text, bytes.length);
        uint64_t length = there && bytes.length >= 8 ? part_length(head, webm) : 0;
        if (length < 8 || length > (uint64_t)(end - at))
            break;
        for (int i = 0; i < 2; i++)
            found[i] |= memcmp(head + (webm ? 0 : 4), needed[webm][i], 4) == 0;
        at += (off_t)length;
    }
    bytes_finish(&bytes);
    if (fd >= 0)
        close(fd);
    return at == end && found[0] && found[1];
}

bool pipe_end(VideoPipe *video, Error *error)
{
    char said[256];
    if (video->program.id == 0 || video->program.to < 0)
        return false; /* it has failed already, and said why */
    int code = wait_for_end(video, said, sizeof said);
    if (code != 0 || *said) /* at its level "error" it says nothing that does no harm */
        return refuse(video, code, said, error);
    if (!is_complete(video->temporary.path, is_webm(video)))
        return error_at(error, ERROR_SYSTEM, video->path, 0, "is not written: ffmpeg has not completed it");
    return file_commit(&video->temporary, video->path, error);
}

void pipe_abandon(VideoPipe *video)
{
    if (!video)
        return;
    if (video->program.id > 0)
        program_kill(video->program.id);
    if (video->program.to >= 0)
        close(video->program.to);
    if (video->program.from >= 0)
        close(video->program.from);
    file_discard(&video->temporary);
    free(video);
}
