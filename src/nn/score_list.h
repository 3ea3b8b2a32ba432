/* Every score, one row each: SCORE(KIND, name) is defined in score_NAME.c. The order is that of the lists that people
 * read. meson.build takes the names of the files from these rows. See nn/score.h and docs/adding-a-score.md. */
SCORE(DOT, dot)
SCORE(SCALED_DOT, scaled_dot)
SCORE(COSINE, cosine)
SCORE(BILINEAR, bilinear)
SCORE(ADDITIVE, additive)
