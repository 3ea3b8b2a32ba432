/* Whether a file has come yet. On a disk all files are there. In a page those of the first lesson are, and the others
 * are promised: they have their names and sizes, and come over the network when somebody asks for them.
 *
 *   const char *path = "lessons/05-cat-chase-mouse/model.safetensors";
 *   if (file_arrival(path) != FILE_IS_THERE)
 *       file_ask(path); // and look again in a later frame
 */
#ifndef BASE_ARRIVAL_H
#define BASE_ARRIVAL_H

typedef enum Arrival {
    FILE_IS_THERE,   /* or nobody has promised it */
    FILE_IS_COMING,  /* it may be opened later: ERROR_LATER till then */
    FILE_IS_LOST,    /* the network did not bring it; it may when it is asked for again */
    FILE_IS_REFUSED, /* the server does not have it, or has another than was promised */
} Arrival;

Arrival file_arrival(const char *path);
void file_ask(const char *path); /* of one that is there: nothing happens. After it a lost one is coming again */

#endif
