/* The bytes that the kernels give, as a line for each kind of call: another build of the program, for a machine of
 * another kind, gives the same lines.
 *   kernel_bytes VARIANT, which must be one that is there */
#include "kernel_uses.h"

#include "base/hash.h"

#include <stdio.h>

static Data data;

static uint64_t use_hash(const Kernels *k, Use *use)
{
    enum { COUNT = (int)(sizeof SIZES / sizeof *SIZES) };
    uint64_t hash = 0;
    for (int i = 0; i < 2 * COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            uses_fill(&data, (uint64_t)(i * 100 + j), i >= COUNT);
            use(k, &data, SIZES[i % COUNT], SIZES[j]);
            hash = hash_bytes(hash, &data, sizeof data);
        }
    return hash;
}

static uint64_t fused_hash(const Kernels *k, int kind)
{
    uint64_t hash = 0;
    for (uint64_t turn = 0; turn < 3000; turn++) {
        Real a, b[TRIPLES], c[TRIPLES], sums[TRIPLES];
        fused(k, kind, turn, &a, b, c, sums);
        hash = hash_bytes(hash, sums, sizeof sums);
    }
    return hash;
}

int main(int argc, char **argv)
{
    const Kernels *k = argc == 2 ? kernels_named(argv[1]) : NULL;
    if (!k) {
        fprintf(stderr, "kernel_bytes: the name of kernels that are there was expected\n");
        return 1;
    }
    for (size_t i = 0; i < sizeof USES / sizeof *USES; i++)
        printf("%s %016llx\n", USES[i].name, (unsigned long long)use_hash(k, USES[i].use));
    for (int kind = 0; kind < TRIPLE_KINDS; kind++)
        printf("fused %d %016llx\n", kind, (unsigned long long)fused_hash(k, kind));
    return 0;
}
