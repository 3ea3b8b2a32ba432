/* Glossaries: what is read is sorted, in bounds and found, and printed it is read as the same. And the tables of
 * terms and of tickets. */
#include "fuzz.h"

#include "lesson/glossary.h"
#include "lesson/terms.h"
#include "lesson/tickets.h"

#include <string.h>

int fuzz_one(const uint8_t *data, size_t size)
{
    Arena arena = {0};
    Error error = {0};
    Reader reader = {&arena, "glossary.tsv", &error};
    Glossary read, again;
    if (glossary_read(&reader, (Slice){(const char *)data, size}, true, &read)) {
        for (int i = 0; i < read.count; i++) {
            assert(i == 0 || strcmp(read.glosses[i - 1].word, read.glosses[i].word) < 0);
            assert(glossary_find(&read, read.glosses[i].word) == &read.glosses[i]);
        }
        Bytes out = {0};
        glossary_print(&read, &out);
        bool well = glossary_read(&reader, bytes_slice(&out), true, &again);
        assert(well && again.count == read.count);
        bytes_finish(&out);
    } else
        assert(error.code != ERROR_NONE && error.line > 0);
    Terms terms;
    Error wrong = {0};
    reader.error = &wrong;
    if (terms_read(&reader, (Slice){(const char *)data, size}, &terms))
        for (int i = 0; i < terms.count; i++)
            assert(terms.items[i].name[0][0] && terms.items[i].card > 0);
    else
        assert(wrong.code != ERROR_NONE && wrong.line > 0);
    Tickets tickets;
    Error refused = {0};
    reader.error = &refused;
    if (tickets_read(&reader, (Slice){(const char *)data, size}, &tickets))
        for (int i = 0; i < tickets.count; i++)
            assert(tickets.items[i].question[0][0] && tickets.items[i].points > 0);
    else
        assert(refused.code != ERROR_NONE && refused.line > 0);
    arena_finish(&arena);
    return 0;
}
