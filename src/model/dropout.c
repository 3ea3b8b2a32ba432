#include "model/dropout.h"

#include "base/random.h"

Dropout dropout_of_part(Dropout dropout, int part)
{
    dropout.seed ^= ((uint64_t)part + 1) * 0x9E3779B97F4A7C15u;
    return dropout;
}

void dropout_row(Dropout dropout, int kind, int place, int width, const Real *from, Real *to)
{
    uint64_t key = (uint64_t)place * DROPOUT_KINDS + (uint64_t)kind;
    Random random = random_seeded(dropout.seed ^ key * 0xD1342543DE82EF95u);
    uint32_t dropped = (uint32_t)(dropout.rate * 4294967295.0);
    Real scale = (Real)(1 / (1 - dropout.rate));
    uint64_t bits = 0;
    for (int i = 0; i < width; i++) {
        bits = i % 2 ? bits >> 32 : random_bits(&random);
        to[i] = (uint32_t)bits < dropped ? 0 : from[i] * scale;
    }
}
