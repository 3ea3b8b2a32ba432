/* Every recurrent cell, one row each: CELL(KIND, name) is defined in cell_NAME.c. See nn/cell.h. */
CELL(RNN, rnn)
CELL(GRU, gru)
CELL(LSTM, lstm)
