/* Programs beside a lesson's text, for the view code. A line may end in a remark that is not shown: at which moments of
 * the stage it is lit, and which value of the trace it makes.
 *
 *   Arena arena = {0};
 *   Error error = {0};
 *   Reader reader = {&arena, "model.py", &error};
 *   Listing listing;
 *   if (!listing_read(&reader, slice_of("h = gru(x)  # moment: forward, backward -> h"), &listing)) return false;
 *   return listing.lines[0].moments == (1u << MOMENT_FORWARD | 1u << MOMENT_BACKWARD);
 */
#ifndef LESSON_LISTING_H
#define LESSON_LISTING_H

#include "lesson/reader.h"
#include "trace/trace.h"

typedef enum ListingKind { LISTING_PYTORCH, LISTING_TENSORFLOW, LISTING_KINDS } ListingKind;
extern const char *const LISTING_FILES[LISTING_KINDS]; /* in the lesson's folder */

typedef enum ListingValue {
    LISTING_EMBEDDINGS, /* of all source words; so are the next two */
    LISTING_ANNOTATIONS,
    LISTING_KEYS,
    LISTING_QUERY,
    LISTING_SCORES,
    LISTING_WEIGHTS,
    LISTING_CONTEXT,
    LISTING_PREVIOUS,
    LISTING_STATE,
    LISTING_PROBABILITIES,
    LISTING_NONE
} ListingValue;

typedef struct ListingLine {
    const char *text; /* without what it is indented by, and without the remark */
    int indent;       /* steps of four spaces */
    unsigned moments; /* a bit for each MomentKind */
    ListingValue value;
} ListingLine;

typedef struct Listing {
    ListingLine *lines;
    int count; /* 0: the lesson has none */
} Listing;

/* All is the reader's arena's. */
MUST_USE bool listing_read(const Reader *reader, Slice text, Listing *out);

#endif
