/* A number for each of many pairs of numbers: what stands side by side.
 *
 *   BigramTable table = {0};
 *   bigrams_add(&table, 7, 9, 1);
 *   int at = bigrams_find(&table, 7, 9);      // 1, and -1 of a pair that is not there
 *   bigrams_finish(&table);
 */
#ifndef TEXT_BIGRAMS_H
#define TEXT_BIGRAMS_H

typedef struct Bigram {
    int left, right;
    int number; /* + 1; 0: the slot is empty */
} Bigram;

typedef struct BigramTable {
    Bigram *slots; /* hash table, a power of two long */
    int count, room;
} BigramTable;

void bigrams_add(BigramTable *table, int left, int right, int number); /* one that is not there; number >= 0 */
int bigrams_find(const BigramTable *table, int left, int right);
void bigrams_finish(BigramTable *table);

#endif
