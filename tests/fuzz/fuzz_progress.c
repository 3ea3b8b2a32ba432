/* What a person has done, and the exam that stands in it or is handed in: what is read prints, and comes back. */
#include "fuzz.h"

#include "lesson/exam.h"
#include "lesson/progress.h"

#include <string.h>

static void comes_back(const Progress *progress)
{
    Bytes once = {0}, twice = {0};
    Error error = {0};
    Progress again = {0};
    progress_print(progress, &once);
    bool ok = progress_parse(bytes_slice(&once), "printed", &again, &error);
    assert(ok);
    progress_print(&again, &twice);
    assert(once.length == twice.length && memcmp(once.data, twice.data, once.length) == 0);
    progress_merge(&again, progress);
    bytes_finish(&once);
    bytes_finish(&twice);
    progress_finish(&again);
}

static void hand_in(Slice text)
{
    enum { VALUES = 1000 };
    Error error = {0};
    ExamFile file;
    cJSON *root = json_parse(text, VALUES, &error);
    if (root && exam_parse(root, "file", &file, &error))
        assert(file.count > 0 && file.count <= EXAM_CARDS && strlen(file.lesson) > 0);
    else
        assert(error.message[0]);
    cJSON_Delete(root);
}

int fuzz_one(const uint8_t *data, size_t size)
{
    Error error = {0};
    Progress progress = {0};
    Slice text = {(const char *)data, size};
    if (progress_parse(text, "file", &progress, &error)) {
        comes_back(&progress);
        progress_finish(&progress);
    } else
        assert(error.code == ERROR_FORMAT && error.message[0] && utf8_valid(slice_of(error.message)));
    hand_in(text);
    return 0;
}
