/* attend align: how well the alignments of any program agree with gold links. */
#include "cli/cli.h"

#include "matrix/matrix_stack.h"
#include "model/train.h"

#include <math.h>

/* Sentences by their source words: 1 to 10, 11 to 20, and so on; the last are longer. */
enum { CLASS_WORDS = 10, CLASSES = 5 };

typedef struct AlignClass {
    LinkCounts counts;
    int sentences;
} AlignClass;

typedef struct Aligned {
    const LinkFile *gold;
    bool *seen; /* [gold->count] by the first link of each sentence */
    AlignClass all, classes[CLASSES];
    int without; /* sentences that have no gold links: they are left out */
} Aligned;

/* ---- one sentence ---- */

/* Its first gold link; those of a sentence stand together. */
static int first_link(const LinkFile *gold, int sentence)
{
    int from = 0, to = gold->count;
    while (from < to) {
        int middle = from + (to - from) / 2;
        if (gold->links[middle].sentence < sentence)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

static bool is_end(const MatrixStack *stack, bool target, int i)
{
    const char **words = target ? stack->target : stack->source;
    int last = (target ? stack->rows : stack->columns) - 1;
    return words ? stack_is_end(words[i]) : stack->ended && i == last;
}

/* Weights become links: for each target word the source word of the largest one. The end marks have none. */
static void keep_largest(MatrixStack *stack)
{
    for (int t = 0; t < stack->rows; t++) {
        float *row = stack->values + (size_t)t * (size_t)stack->columns;
        int best = 0;
        for (int j = 1; j < stack->columns; j++)
            best = row[j] > row[best] ? j : best;
        bool linked = !is_end(stack, true, t) && !is_end(stack, false, best) && row[best] > 0;
        for (int j = 0; j < stack->columns; j++)
            row[j] = linked && j == best;
    }
}

static bool is_linked(const MatrixStack *stack, const Link *link)
{
    return link->target < stack->rows && link->source < stack->columns
           && stack->values[(size_t)link->target * (size_t)stack->columns + (size_t)link->source] > 0;
}

static LinkCounts count_links(const MatrixStack *stack, const SentenceLink *gold, int count)
{
    LinkCounts counts = {0};
    for (size_t i = 0; i < stack_count(stack); i++)
        counts.chosen += stack->values[i] > 0;
    for (int i = 0; i < count; i++) {
        bool sure = !gold[i].link.possible, found = is_linked(stack, &gold[i].link);
        counts.links += sure;
        counts.sure += sure && found;
        counts.possible += found;
    }
    return counts;
}

/* As many source words as anybody knows of. */
static int source_words(const MatrixStack *stack, const SentenceLink *gold, int count)
{
    int words = stack->columns - is_end(stack, false, stack->columns - 1);
    for (int i = 0; i < count; i++)
        words = gold[i].link.source >= words ? gold[i].link.source + 1 : words;
    return words;
}

static void add(AlignClass *to, const LinkCounts *counts)
{
    links_add(&to->counts, counts);
    to->sentences++;
}

static bool take_sentence(void *owner, int number, MatrixStack *stack, Error *error)
{
    Aligned *aligned = owner;
    const LinkFile *gold = aligned->gold;
    int first = first_link(gold, number), last = first;
    while (last < gold->count && gold->links[last].sentence == number)
        last++;
    if (first == last) {
        aligned->without++;
        return true;
    }
    if (!stack_reduce(stack, REDUCE_MEAN, error))
        return false;
    if (!stack->linked)
        keep_largest(stack);
    LinkCounts counts = count_links(stack, gold->links + first, last - first);
    int class = (source_words(stack, gold->links + first, last - first) - 1) / CLASS_WORDS;
    add(&aligned->all, &counts);
    add(&aligned->classes[class < CLASSES ? class : CLASSES - 1], &counts);
    aligned->seen[first] = true;
    return true;
}

static bool check_seen(const Aligned *aligned, const char *name, Error *error)
{
    const LinkFile *gold = aligned->gold;
    for (int i = 0; i < gold->count; i++)
        if ((i == 0 || gold->links[i].sentence != gold->links[i - 1].sentence) && !aligned->seen[i])
            return error_at(error, ERROR_FORMAT, name, 0, "has no sentence %d, of which %s has links in line %d",
                            gold->links[i].sentence, gold->path, gold->links[i].line);
    return true;
}

/* ---- what is printed ---- */

typedef struct Figures {
    double precision, recall, error; /* NAN: of nothing */
} Figures;

static Figures figures_of(const LinkCounts *counts)
{
    return (Figures){counts->chosen ? (double)counts->possible / counts->chosen : NAN,
                     counts->links ? (double)counts->sure / counts->links : NAN, alignment_error(counts)};
}

static void class_name(int class, char name[32])
{
    int from = class * CLASS_WORDS + 1;
    if (class < CLASSES - 1)
        snprintf(name, 32, "%d to %d", from, from + CLASS_WORDS - 1);
    else
        snprintf(name, 32, "%d and more", from);
}

static void put(Bytes *out, double figure)
{
    if (isnan(figure))
        bytes_add_text(out, "       -");
    else
        bytes_printf(out, "  %6.4f", figure);
}

static void print_plain(const Aligned *aligned, const char *name, Bytes *out)
{
    const LinkCounts *counts = &aligned->all.counts;
    Figures all = figures_of(counts);
    output_line(out, "alignments   %s", name);
    output_line(out, "gold links   %s", aligned->gold->path);
    bytes_printf(out,
                 "sentences    %d\nlinks        %d, of which %d are gold\nsure links   %d, of which %d are found\n",
                 aligned->all.sentences, counts->chosen, counts->possible, counts->links, counts->sure);
    bytes_add_text(out, "\nsource words  sentences  precision  recall     AER\n");
    for (int i = 0; i < CLASSES; i++) {
        const AlignClass *class = &aligned->classes[i];
        Figures figures = figures_of(&class->counts);
        char text[32];
        class_name(i, text);
        if (!class->sentences)
            continue;
        bytes_printf(out, "%-12s  %9d   ", text, class->sentences);
        put(out, figures.precision);
        put(out, figures.recall);
        put(out, figures.error);
        bytes_add_text(out, "\n");
    }
    bytes_printf(out, "%-12s  %9d   ", "all", aligned->all.sentences);
    put(out, all.precision);
    put(out, all.recall);
    put(out, all.error);
    bytes_add_text(out, "\n");
}

static void put_json(Bytes *out, const char *name, double figure)
{
    if (isnan(figure))
        bytes_printf(out, ",\"%s\":null", name);
    else
        bytes_printf(out, ",\"%s\":%.9g", name, figure);
}

static void print_class(const AlignClass *class, Bytes *out)
{
    Figures figures = figures_of(&class->counts);
    bytes_printf(out, "\"sentences\":%d,\"links\":%d,\"gold\":%d,\"sure\":%d,\"found\":%d", class->sentences,
                 class->counts.chosen, class->counts.possible, class->counts.links, class->counts.sure);
    put_json(out, "precision", figures.precision);
    put_json(out, "recall", figures.recall);
    put_json(out, "aer", figures.error);
}

static void print_json(const Aligned *aligned, Bytes *out)
{
    bytes_add_text(out, "{");
    print_class(&aligned->all, out);
    bytes_add_text(out, ",\"lengths\":[");
    for (int i = 0, printed = 0; i < CLASSES; i++) {
        char text[32];
        class_name(i, text);
        if (!aligned->classes[i].sentences)
            continue;
        bytes_printf(out, "%s{\"source_words\":\"%s\",", printed++ ? "," : "", text);
        print_class(&aligned->classes[i], out);
        bytes_add_text(out, "}");
    }
    bytes_add_text(out, "]}\n");
}

/* ---- the command ---- */

static bool read_gold(const Call *call, LinkFile *out, Error *error)
{
    const char *path = call->request.gold;
    Bytes bytes = {0};
    if (!path)
        return error_set(error, ERROR_USAGE, "attend align needs --gold F, a file of gold links");
    bool ok = file_read_kind(path, FILE_INPUT, FILE_LIMIT_DATA, &bytes, error)
              && links_parse(bytes_slice(&bytes), path, (LinkFormat)call->request.gold_format, call->arena, out, error);
    bytes_finish(&bytes);
    return ok;
}

bool align_run(const Call *call, Error *error)
{
    const Request *request = &call->request;
    LinkFile gold;
    StackInput input;
    if (!read_gold(call, &gold, error) || !stack_load(call->arguments[0], call->arena, &input, error))
        return false;
    if (input.picks) {
        stack_unload(&input);
        return error_at(error, ERROR_USAGE, call->arguments[0], 0, "is one sentence; expected a file of several");
    }
    Aligned aligned = {.gold = &gold, .seen = ARENA_ARRAY(call->arena, bool, (size_t)gold.count)};
    const char *name = input.name;
    if (!stack_each_sentence(&input, links_of_weights((LinkFormat)request->gold_format), take_sentence, &aligned, error)
        || !check_seen(&aligned, name, error))
        return false;
    if (aligned.without)
        output_note("%s: %d sentence(s) without gold links (is|are) left out", name, aligned.without);
    Bytes text = {0};
    if (request->json)
        print_json(&aligned, &text);
    else
        print_plain(&aligned, name, &text);
    return output_write(&text, error);
}
