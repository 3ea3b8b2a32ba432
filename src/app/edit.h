/* A text that is typed, its selection, and the way back: the sentence and the lines of your class's model. Internal to
 * app/. A step of undo is a word that is typed with the spaces behind it, a word that is erased letter by letter, or
 * one change of more than a letter: what is pasted, dropped, committed by an input method, cut. */
#ifndef APP_EDIT_H
#define APP_EDIT_H

#include "base/file.h"
#include "scene/view/view.h"

#define EDIT_STEPS 200 /* back at most */

typedef struct EditStep {
    int at;
    Bytes removed, added;
} EditStep;

typedef struct EditHistory {
    EditStep steps[EDIT_STEPS];
    int count, done; /* of them; those that are not undone */
    bool open;       /* a letter may join the last one */
} EditHistory;

Slice edit_selected(const Field *field); /* a part of field->text, which is the `text` below */

/* Puts `with` in place of the selection, as far as a text of `size` bytes with its NUL has room. Returns how
 * many bytes had. */
size_t edit_replace(EditHistory *history, char *text, size_t size, Field *field, Slice with);
bool edit_undo(EditHistory *history, char *text, Field *field, bool again); /* or redo; false: there is nothing */
void edit_forget(EditHistory *history);                                     /* the text is another one */

#endif
