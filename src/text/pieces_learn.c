/* Learns merges. How often two pieces stand side by side is counted once and then kept: a merge changes what stands
 * beside it, in the words that have it, and nothing else. */
#include "base/file.h"
#include "text/pieces.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Word {
    int *pieces; /* [count] by their ids */
    int count, times;
} Word;

typedef struct Neighbours { /* two pieces side by side */
    int left, right;
    long long times; /* in all words */
    int *words;      /* that have them, or had once; the same may come twice */
    int word_count, capacity;
} Neighbours;

typedef struct Teacher {
    Vocab *vocab;
    Word *words;
    int word_count;
    Neighbours *pairs;
    int pair_count, capacity;
    BigramTable places; /* in `pairs` */
    bool *still;        /* [vocab] never merged: <unk>, and "@" */
    int still_count;
} Teacher;

/* ---- letters ---- */

typedef struct LetterCount {
    int id; /* in order of appearance */
    long long times;
} LetterCount;

static int compare_letters(const void *a, const void *b)
{
    const LetterCount *x = a, *y = b;
    int by_times = (y->times > x->times) - (y->times < x->times);
    return by_times ? by_times : (x->id > y->id) - (x->id < y->id);
}

static Slice next_letter(Slice *rest)
{
    Slice letter = *rest;
    utf8_next(rest);
    letter.length -= rest->length;
    return letter;
}

/* "e@@" and "e" of each letter that is seen often enough. */
static void add_letters(const char *const *words, const int *times, int count, int least, Vocab *out)
{
    Vocab seen = {0};
    LetterCount *letters = NULL;
    int letter_count = 0, capacity = 0;
    for (int i = 0; i < count; i++)
        for (Slice rest = slice_of(words[i]); rest.length;) {
            int id = vocab_add(&seen, next_letter(&rest)) - VOCAB_SPECIAL;
            for (; letter_count <= id; letter_count++) {
                letters = heap_room(letters, letter_count, &capacity, sizeof *letters);
                letters[letter_count] = (LetterCount){.id = letter_count};
            }
            letters[id].times += times[i];
        }
    if (letter_count)
        qsort(letters, (size_t)letter_count, sizeof *letters, compare_letters);
    for (int i = 0; i < letter_count && letters[i].times >= least; i++) {
        char text[4 + sizeof PIECES_MARK];
        snprintf(text, sizeof text, "%s" PIECES_MARK, vocab_word(&seen, VOCAB_SPECIAL + letters[i].id));
        vocab_add(out, slice_of(text));
        vocab_add(out, slice_of(vocab_word(&seen, VOCAB_SPECIAL + letters[i].id)));
    }
    free(letters);
    vocab_finish(&seen);
}

/* ---- what stands side by side ---- */

static bool merges(const Teacher *teacher, int piece)
{
    return piece >= teacher->still_count || !teacher->still[piece];
}

static void count_beside(Teacher *teacher, int left, int right, int word, long long times)
{
    if (!merges(teacher, left) || !merges(teacher, right))
        return;
    int at = bigrams_find(&teacher->places, left, right);
    if (at < 0) {
        at = teacher->pair_count++;
        teacher->pairs = heap_room(teacher->pairs, at, &teacher->capacity, sizeof *teacher->pairs);
        teacher->pairs[at] = (Neighbours){.left = left, .right = right};
        bigrams_add(&teacher->places, left, right, at);
    }
    Neighbours *pair = &teacher->pairs[at];
    pair->times += times;
    if (times < 0 || (pair->word_count && pair->words[pair->word_count - 1] == word))
        return;
    pair->words = heap_room(pair->words, pair->word_count, &pair->capacity, sizeof *pair->words);
    pair->words[pair->word_count++] = word;
}

static void read_word(Teacher *teacher, int index, const char *text, int times)
{
    Word *word = &teacher->words[index];
    word->times = times;
    word->pieces = heap_alloc(strlen(text) + 1, sizeof *word->pieces);
    for (Slice rest = slice_of(text); rest.length;) {
        char piece[4 + sizeof PIECES_MARK];
        Slice letter = next_letter(&rest);
        snprintf(piece, sizeof piece, "%.*s%s", (int)letter.length, letter.text, rest.length ? PIECES_MARK : "");
        word->pieces[word->count++] = vocab_find(teacher->vocab, slice_of(piece), false);
    }
    for (int i = 0; i + 1 < word->count; i++)
        count_beside(teacher, word->pieces[i], word->pieces[i + 1], index, times);
}

static void begin(Teacher *teacher, const char *const *words, const int *times, int count)
{
    teacher->still_count = teacher->vocab->count;
    teacher->still = heap_alloc((size_t)teacher->still_count, sizeof *teacher->still);
    for (int id = 0; id < teacher->still_count; id++)
        teacher->still[id] = id < VOCAB_SPECIAL || vocab_word(teacher->vocab, id)[0] == '@';
    teacher->words = heap_alloc((size_t)count, sizeof *teacher->words);
    teacher->word_count = count;
    for (int i = 0; i < count; i++)
        read_word(teacher, i, words[i], times[i]);
}

/* ---- merges ---- */

static bool comes_first(const Teacher *teacher, const Neighbours *a, const Neighbours *b)
{
    if (a->times != b->times)
        return a->times > b->times;
    int left = strcmp(vocab_word(teacher->vocab, a->left), vocab_word(teacher->vocab, b->left));
    return left ? left < 0 : strcmp(vocab_word(teacher->vocab, a->right), vocab_word(teacher->vocab, b->right)) < 0;
}

static Neighbours *most_frequent(const Teacher *teacher)
{
    Neighbours *best = NULL;
    for (int i = 0; i < teacher->pair_count; i++)
        if (!best || comes_first(teacher, &teacher->pairs[i], best))
            best = &teacher->pairs[i];
    return best;
}

static void merge_in(Teacher *teacher, int index, Merge merge)
{
    Word *word = &teacher->words[index];
    int *pieces = word->pieces;
    for (int i = 0; i + 1 < word->count; i++) {
        if (pieces[i] != merge.left || pieces[i + 1] != merge.right)
            continue;
        if (i > 0)
            count_beside(teacher, pieces[i - 1], merge.left, index, -word->times);
        count_beside(teacher, merge.left, merge.right, index, -word->times);
        if (i + 2 < word->count)
            count_beside(teacher, merge.right, pieces[i + 2], index, -word->times);
        pieces[i] = merge.made;
        memmove(pieces + i + 1, pieces + i + 2, sizeof *pieces * (size_t)(word->count - i - 2));
        word->count--;
        if (i > 0)
            count_beside(teacher, pieces[i - 1], merge.made, index, word->times);
        if (i + 1 < word->count)
            count_beside(teacher, merge.made, pieces[i + 1], index, word->times);
    }
}

/* A pair that was merged before stands there again where a later merge has made its left piece of other parts: it is
 * made one again, and nothing is learned. */
static void merge_everywhere(Teacher *teacher, Neighbours *pair)
{
    Vocab *vocab = teacher->vocab;
    Bytes both = {0};
    Slice left = slice_of(vocab_word(vocab, pair->left)), right = slice_of(vocab_word(vocab, pair->right));
    bytes_add(&both, left.text, left.length - strlen(PIECES_MARK));
    bytes_add(&both, right.text, right.length);
    vocab_add(vocab, bytes_slice(&both));
    bytes_finish(&both);
    bool known = bigrams_find(&vocab->merges.places, pair->left, pair->right) >= 0;
    bool added = known || pieces_add_merge(vocab, left, right);
    assert(added);
    (void)added;
    Merge merge = vocab->merges.made[bigrams_find(&vocab->merges.places, pair->left, pair->right)];
    int *words = pair->words, count = pair->word_count;
    *pair = (Neighbours){.left = pair->left, .right = pair->right, .times = pair->times};
    for (int i = 0; i < count; i++)
        merge_in(teacher, words[i], merge);
    free(words);
}

static void finish(Teacher *teacher)
{
    for (int i = 0; i < teacher->word_count; i++)
        free(teacher->words[i].pieces);
    for (int i = 0; i < teacher->pair_count; i++)
        free(teacher->pairs[i].words);
    bigrams_finish(&teacher->places);
    free(teacher->words);
    free(teacher->pairs);
    free(teacher->still);
}

void pieces_learn(const char *const *words, const int *times, int count, int merges, int least, Vocab *out)
{
    Teacher teacher = {.vocab = out};
    vocab_add(out, slice_of(VOCAB_MARKS[0])); /* the special words are there even where no other is */
    out->pieces = true;
    add_letters(words, times, count, least, out);
    begin(&teacher, words, times, count);
    while (out->merges.count < merges) {
        Neighbours *pair = most_frequent(&teacher);
        if (!pair || pair->times < 2 || pair->times < least)
            break;
        merge_everywhere(&teacher, pair);
    }
    finish(&teacher);
}
