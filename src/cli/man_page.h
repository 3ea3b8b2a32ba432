/* Manual pages, made of the same tables as --help: attend(1) of the window and all commands, attend-decode(1) and so
 * on.
 *
 *   Bytes page = {0};
 *   man_print(&COMMANDS[0], &page);    // troff with the macros of man(7): attend.1
 *   bytes_finish(&page);
 *   return true;
 */
#ifndef CLI_MAN_PAGE_H
#define CLI_MAN_PAGE_H

#include "cli/options.h"

void man_print(const Command *command, Bytes *out);

#endif
