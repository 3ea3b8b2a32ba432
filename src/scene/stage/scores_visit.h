/* The query's visit to the states, on the way to the moment of the scores: where it is, and how much of each score has
 * been added up.
 *
 *   Scope scope = scope_at(trace, 12.7);
 *   Visit visit = visit_at(&scope);
 *   int cells = visit_group(trace, visit_met(&scope, &visit, 2)); // of e_33 that have been added up
 */
#ifndef SCENE_SCORES_VISIT_H
#define SCENE_SCORES_VISIT_H

#include "scene/stage/scope.h"

#define VISIT_ALL 7 /* words of a sentence that are all met cell by cell; of longer ones the largest scores */
#define VISIT_FEW 3

typedef struct Visit {
    float here;  /* 0 .. 1: what belongs to the visit alone is there; 0 before and at the moment itself */
    float asked; /* 0 .. 1: how much of the way to the first state is done, even in time */
    int word;    /* the state that the query is with, or goes to; -1: to none yet */
    float come;  /* 0 .. 1: how much of the way there is done, eased */
    int groups;  /* of that word's cells that have been added up; 0 .. visit_groups */
    float hold;  /* 0 .. 1: all of them have, and it stays a little */
} Visit;

Visit visit_at(const Scope *scope);
int visit_groups(const Trace *trace); /* the cells of query and key are met in so many groups, one behind the other */
int visit_group(const Trace *trace, int group);               /* the first cell of one */
int visit_met(const Scope *scope, const Visit *visit, int j); /* groups of score j of the step that are added up */
bool visit_full(const Scope *scope, int j);                   /* is it met cell by cell, or only passed? */
/* the column in view: `rest` outside of the visit */
float visit_column(const Scope *scope, const Visit *visit, float rest);

#endif
