/* What a target of TARGET_CONTROL is, in `a`: every control of every view, in one list, so that one of them is never
 * taken for another when the view changes under the focus or the pointer. `b` and `c` are the control's own:
 * target_at(TARGET_CONTROL, BEAM_NODE, 3, 0). */
#ifndef SCENE_CONTROL_H
#define SCENE_CONTROL_H

typedef enum Control {
    /* decode */
    DECODE_TEMPERATURE,
    DECODE_RESET,  /* b: 1: all that is set by hand, 0: that of the step on the stage */
    DECODE_MUTE,   /* b: j: its encoder state, or no longer */
    DECODE_FLOOR,  /* b: Floor: it becomes the hero, or is no longer */
    DECODE_MADE,   /* where what the moment makes comes from */
    ORIGIN_NUMBER, /* b: row of the list, -1: the formula itself; c: which number of it, from 0 */
    ORIGIN_TRAIL,  /* b: how many of the trail stay */
    ORIGIN_PAGE,   /* b: -1, 1 */
    ORIGIN_NEXT,   /* b: -1, 1: the neighbouring entry of the vector */
    ORIGIN_CLOSE,
    PREDICT_SWITCH,
    PREDICT_CHOICE, /* b: which */
    PREDICT_ON,     /* the answer has been read */
    PAIR_CELL,      /* b: a cell of the two vectors */
    PAIR_ALL,       /* all cells, or groups of them */
    PAIR_ORIGIN,    /* where the score comes from */
    PAIR_CLOSE,
    PAIR_PANEL, /* none of these */
    /* compare */
    COMPARE_NAME,  /* b: side */
    COMPARE_STEP,  /* b: step from 0, -1: encode */
    COMPARE_POINT, /* b: side, c: length */
    /* train */
    TRAIN_PLAY,    /* train, pause, go on */
    TRAIN_RESTART, /* from random numbers */
    TRAIN_RESEED,  /* the same from other random numbers */
    TRAIN_PLOT,    /* the curves: b is nothing, the place says which epoch */
    TRAIN_FRAME,   /* b: the look in a frame of the film */
    TRAIN_NEWEST,  /* the handle follows again */
    TRAIN_SETTING, /* b: TrainingSetting: opens its choices */
    TRAIN_CHOICE,  /* b: TrainingSetting, c: which of its choices */
    TRAIN_REPLAY,  /* all looks in TRAINING_REPLAY seconds; while they play: stop */
    TRAIN_ROWS,    /* b: own_words */
    /* beam */
    BEAM_SIZE, /* b: 1 .. BEAM_SIZES */
    BEAM_NODE, /* b: node */
    BEAM_STEP, /* b: steps done, from 0 */
    /* heatmap */
    HEAT_ZOOM_OUT,
    HEAT_ZOOM_IN,
    HEAT_FIT,
    HEAT_VALUES,
    HEAT_COLUMNS,
    HEAT_PATH,
    HEAT_GOLD,
    HEAT_MAP, /* b: ColorMap */
    HEAT_COPY,
    /* unrolled, self-attention, patches, code */
    CONTROL_LOOK,  /* b: LookKind */
    CONTROL_HEAD,  /* b: head, or row */
    CONTROL_BRUSH, /* b: colour */
    CONTROL_LINE,  /* b: of the listing */
    /* exhibit */
    EXHIBIT_PROBE, /* b: ExhibitProbe */
    EXHIBIT_STATE, /* b: source word */
    EXHIBIT_WORD,  /* b: 1: the next word to swap in, -1: the one before */
    EXHIBIT_AGAIN, /* back to the probes, and to what was found */
    /* weights */
    WEIGHTS_ALL, /* heads */
    WEIGHTS_ARCS,
    WEIGHTS_DIFFERENCE, /* of two files */
    WEIGHTS_ARRAY,      /* b: which */
    WEIGHTS_ROW,        /* b: which, -1: all */
    /* train, one step */
    STEP_WORD,   /* b: the step of one_step.h that is looked at */
    STEP_SOURCE, /* b: source word, whose pull is told */
    STEP_CELL,   /* b: row, c: column of its matrix */
    STEP_HEAD,   /* b: of the top layer, from 0; one before or behind them is the last or the first */
    STEP_MATRIX, /* b: -1, 1: the matrix that its cell is of */
    STEP_NUMBER, /* b: which ValueKind, c: its index; of a read of the cell's matrix (ROW_ERROR, ROW_INPUT) the read */
    STEP_RATE,   /* the curve of learning rates: the place says which */
    STEP_TAKE,
    STEP_RESTORE, /* all weights as they were */
    /* decode, self-attention: what is normalized */
    NORM_OPEN,    /* b and c: norm_target */
    NORM_INSTANT, /* b: which */
    NORM_CLOSE,
    NORM_PANEL,   /* none of these */
    CONTROL_SIDE, /* self-attention; b: the decoder's own, else the encoder's */
    /* curves */
    CURVES_ROW /* b: which */
} Control;

#endif
