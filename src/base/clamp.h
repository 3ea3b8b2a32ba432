/* The smaller, the larger, and what lies between: one instruction each, unlike fminf and fmaxf, which are calls. */
#ifndef BASE_CLAMP_H
#define BASE_CLAMP_H

/* b where one of them is NaN */
static inline float least(float a, float b)
{
    return a < b ? a : b;
}

static inline float most(float a, float b)
{
    return a > b ? a : b;
}

static inline int int_least(int a, int b)
{
    return a < b ? a : b;
}

static inline int int_most(int a, int b)
{
    return a > b ? a : b;
}

/* 0 to 1; NaN becomes 0. */
static inline float clamp_unit(float value)
{
    return least(most(value, 0.0f), 1.0f);
}

#endif
