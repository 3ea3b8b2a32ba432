#include "app/edit.h"

#include <string.h>

Slice edit_selected(const Field *field)
{
    int from = field->caret < field->anchor ? field->caret : field->anchor;
    int to = field->caret < field->anchor ? field->anchor : field->caret;
    return (Slice){field->text + from, (size_t)(to - from)};
}

static void step_finish(EditStep *step)
{
    bytes_finish(&step->removed);
    bytes_finish(&step->added);
}

void edit_forget(EditHistory *history)
{
    for (int i = 0; i < history->count; i++)
        step_finish(&history->steps[i]);
    *history = (EditHistory){0};
}

static void splice(char *text, size_t at, size_t length, Slice with)
{
    memmove(text + at + with.length, text + at + length, strlen(text + at + length) + 1);
    memcpy(text + at, with.text, with.length);
}

/* A word ends before `next`, when `last` is a space and it is none; Chinese is typed word by word already. */
static bool ends_word(uint32_t last, uint32_t next)
{
    return utf8_is_cjk(next) || (utf8_is_space(last) && !utf8_is_space(next));
}

/* The letter is the next of the word that is typed, or of the one that is erased from either side. */
static bool joins(EditHistory *history, int at, Slice removed, Slice added)
{
    if (!history->open)
        return false;
    EditStep *last = &history->steps[history->done - 1];
    Slice typed = bytes_slice(&last->added), erased = bytes_slice(&last->removed);
    if (added.length && !removed.length && typed.length && at == last->at + (int)typed.length
        && !ends_word(utf8_last(typed), utf8_first(added))) {
        bytes_add(&last->added, added.text, added.length);
        return true;
    }
    if (added.length || typed.length)
        return false;
    if (at == last->at && !ends_word(utf8_last(erased), utf8_first(removed))) {
        bytes_add(&last->removed, removed.text, removed.length);
        return true;
    }
    if (at + (int)removed.length != last->at || ends_word(utf8_first(erased), utf8_first(removed)))
        return false;
    Bytes whole = {0};
    bytes_add(&whole, removed.text, removed.length);
    bytes_add(&whole, erased.text, erased.length);
    bytes_finish(&last->removed);
    last->removed = whole;
    last->at = at;
    return true;
}

static void record(EditHistory *history, int at, Slice removed, Slice added)
{
    bool letter = utf8_count(removed) + utf8_count(added) == 1;
    while (history->count > history->done)
        step_finish(&history->steps[--history->count]);
    if (letter && joins(history, at, removed, added))
        return;
    if (history->count == EDIT_STEPS) {
        step_finish(history->steps);
        memmove(history->steps, history->steps + 1, (EDIT_STEPS - 1) * sizeof *history->steps);
        history->count--;
    }
    EditStep *step = &history->steps[history->count++];
    *step = (EditStep){.at = at};
    bytes_add(&step->removed, removed.text, removed.length);
    bytes_add(&step->added, added.text, added.length);
    history->done = history->count;
    history->open = letter || utf8_count(added) == 1; /* typed over what was selected, too */
}

size_t edit_replace(EditHistory *history, char *text, size_t size, Field *field, Slice with)
{
    Slice removed = edit_selected(field);
    size_t at = (size_t)(removed.text - text), room = size - 1 - (strlen(text) - removed.length);
    Slice added = {with.text, with.length <= room ? with.length : utf8_whole((Slice){with.text, room})};
    if (removed.length || added.length)
        record(history, (int)at, removed, added);
    splice(text, at, removed.length, added);
    field->caret = field->anchor = (int)(at + added.length);
    return added.length;
}

bool edit_undo(EditHistory *history, char *text, Field *field, bool again)
{
    if (history->done == (again ? history->count : 0))
        return false;
    const EditStep *step = &history->steps[again ? history->done++ : --history->done];
    Slice removed = bytes_slice(&step->removed), added = bytes_slice(&step->added);
    Slice gone = again ? removed : added, back = again ? added : removed;
    splice(text, (size_t)step->at, gone.length, back);
    field->caret = field->anchor = step->at + (int)back.length;
    history->open = false;
    return true;
}
