#include "export/open_as.h"

#include "base/names.h"
#include "export/carry.h"
#include "export/export.h"
#include "export/weights_file.h"
#include "lesson/pack.h"
#include "matrix/matrix_stack.h"
#include "model/model_file.h"
#include "trace/trace.h"

#include <string.h>
#include <unistd.h>

enum { FRONT = 1 << 16 }; /* bytes that tell a text */

static bool holds(Slice text, const char *part)
{
    size_t length = strlen(part);
    for (const char *at = text.text, *end = text.text + text.length;
         (at = memchr(at, *part, (size_t)(end - at))) && (size_t)(end - at) >= length; at++)
        if (memcmp(at, part, length) == 0)
            return true;
    return false;
}

/* Tensors: 8 bytes that say how long the header is, and a JSON object. */
static bool is_tensors(Slice file)
{
    return file.length > 8 && file.text[8] == '{' && memchr(file.text, '\0', 8);
}

/* Its first bytes: of tensors the whole header. Empty where it cannot be read, which is said by whoever opens it. */
static Bytes read_front(const char *path)
{
    Bytes front = {0};
    Error unread = {0};
    int fd = file_open(path, FILE_REGULAR, &unread);
    if (fd < 0)
        return front;
    if (file_read_more(fd, path, FRONT, &front, &unread) && is_tensors(bytes_slice(&front))) {
        uint64_t length = 0;
        for (int i = 7; i >= 0; i--)
            length = length << 8 | (unsigned char)front.data[i];
        if (length > FRONT && length <= MODEL_HEADER_LIMIT
            && !file_read_more(fd, path, (size_t)length + 8 - FRONT, &front, &unread))
            front.length = 0;
    }
    close(fd);
    return front;
}

/* As NumPy and PyTorch write arrays: those of them that could run programs are refused by whoever reads them. */
static bool starts_as_weights(Slice front)
{
    static const char *const magics[] = {"\x93NUMPY", "PK\3\4", "PK\5\6", "\x80"};
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
        if (front.length > strlen(magics[i]) && memcmp(front.text, magics[i], strlen(magics[i])) == 0)
            return true;
    return false;
}

static OpenAs by_front(const char *path, Slice front, Error *lacks)
{
    if (carry_is_picture(front) || path_check_ending(path, PICTURE_ENDINGS, NULL))
        return OPEN_FIGURE;
    if (is_tensors(front))
        return holds(front, "\"" MODEL_KEYS) ? OPEN_MODEL : OPEN_WEIGHTS;
    if (path_check_ending(path, TABLE_ENDINGS, NULL))
        return stack_is_pairs(front) ? OPEN_PAIRS : OPEN_WEIGHTS;
    if (!starts_as_weights(front) && !path_check_ending(path, WEIGHTS_ENDINGS, NULL))
        return OPEN_MODEL;
    return trace_is_whole(path, lacks) ? OPEN_TRACE : OPEN_WEIGHTS;
}

OpenAs open_as(const char *path, Error *lacks)
{
    if (file_is_folder(path) || pack_is(path))
        return OPEN_LESSON;
    Bytes front = read_front(path);
    OpenAs as = by_front(path, bytes_slice(&front), lacks);
    bytes_finish(&front);
    return as;
}
