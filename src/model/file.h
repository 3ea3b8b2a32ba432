/* What the two halves of the model file agree on (DESIGN section 5); everybody else includes model.h. */
#ifndef MODEL_FILE_H
#define MODEL_FILE_H

#define MODEL_FILE_VERSION "1" /* of the form of the file, not of the program: a new release must not change models */

#define MODEL_KEY_VERSION  "attend.version"
#define MODEL_KEY_CONFIG   "attend.config"
#define MODEL_KEY_SOURCE   "attend.source_vocab"
#define MODEL_KEY_TARGET   "attend.target_vocab"
#define MODEL_KEY_TRAINING "attend.training"

#define MODEL_HEADER_LIMIT ((size_t)64 << 20) /* bytes */
#define MODEL_WORD_LIMIT   1000000            /* of one vocabulary */
#define MODEL_VALUE_LIMIT  4096               /* JSON values in the header: 64 tensors need a tenth */

#endif
