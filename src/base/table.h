/* Rows of fields as spreadsheets read and write them: CSV (RFC 4180), or the same with tabs.
 *
 *   table_put(&bytes, slice_of("=1+1"), ',');             // '=1+1
 *   Slice field;
 *   bool last;
 *   while (table_take(&text, ',', &arena, &field, &last)) // =1+1
 *       n += last;                                        // of its row
 *
 * A spreadsheet takes a text that begins with = + - @, a tab or a carriage return for a formula and runs it. Such a
 * text gets a ' in front when it is written, which reading takes away again; no other text changes. */
#ifndef BASE_TABLE_H
#define BASE_TABLE_H

#include "base/file.h"

/* One field, in quotes where it must be; separators and line ends are the caller's, and so are numbers. */
void table_put(Bytes *out, Slice text, char separator);

/* Takes a field off the front of `rest` with what ends it: a piece of `rest`, or the arena's. False at the end; `rest`
 * is not empty then where quotes are not closed or something stands behind them. */
bool table_take(Slice *rest, char separator, Arena *arena, Slice *field, bool *last);

#endif
