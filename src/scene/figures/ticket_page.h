/* The exit ticket of a path on a page, with room to write, and its answers on one of their own.
 *
 *   TicketPage page = {.language = LANGUAGE_ENGLISH};
 *   if (!tickets_open("45", &arena, &page.tickets, &error)) return false;
 *   ticket_draw(&page, type, &list);
 *   ticket_answers_draw(&page, type, &list);
 */
#ifndef SCENE_TICKET_PAGE_H
#define SCENE_TICKET_PAGE_H

#include "lesson/tickets.h"
#include "scene/scene.h"

typedef struct TicketPage {
    Tickets tickets; /* of one path, at least one */
    Language language;
} TicketPage;

void ticket_draw(const TicketPage *page, const Type *type, DrawList *list);
void ticket_answers_draw(const TicketPage *page, const Type *type, DrawList *list);

#endif
