/* The names of every word, for those who go through all of them. */
#ifndef WORDS_EVERY_H
#define WORDS_EVERY_H

#include "scene/views/beam/beam_words.h"
#include "scene/views/compare/compare_words.h"
#include "scene/views/exhibit/exhibit_words.h"
#include "scene/views/heatmap/heatmap_words.h"
#include "scene/views/patches/patches_words.h"
#include "scene/views/self/self_words.h"
#include "scene/views/train/train_words.h"
#include "scene/views/unrolled/unrolled_words.h"
#include "words/app_words.h"
#include "words/common_words.h"
#include "words/course_words.h"
#include "words/derive_words.h"
#include "words/explain_words.h"
#include "words/figures_words.h"
#include "words/keys_words.h"
#include "words/moments_words.h"
#include "words/norm_words.h"
#include "words/opening_words.h"
#include "words/stage_words.h"
#include "words/study_words.h"
#include "words/window_words.h"

#endif
