#!/usr/bin/python3
"""The same training and decoding in PyTorch, for tests/bench/compare.py: each call measures one thing and prints a number.

    torch_train.py sgemm                              GFLOP/s of a product of 1024 x 1024
    torch_train.py train DATA.tsv HIDDEN SECONDS HOW  source + target words a second; HOW is packed or masked
    torch_train.py decode DATA.tsv HIDDEN SECONDS     greedy decodes a second of one sentence, 7 words, 8 steps

Threads are what OMP_NUM_THREADS and OPENBLAS_NUM_THREADS say. Bidirectional GRU, Bahdanau additive, batch 32, embedding
= hidden / 2 from hidden 128 on, Adam, gradients clipped to norm 1.

So that nobody can say it was handicapped: batches are of like lengths, as ours (mostly no padding at all); the encoder is
the fused nn.GRU; keys, embeddings, the embedding's part of the decoder's input gates and the whole output layer with its
loss are computed for all steps at once, outside the loop; only attention and the cell stand inside it.
"""
import os
import random
import sys
import time

import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
BATCH, START, END, SPECIAL = 32, 1, 2, 4


def read(path):
    """Pairs of ids and the sizes of both vocabularies."""
    known, pairs = ({}, {}), []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            sides = line.rstrip("\n").split("\t")[:2]
            pairs.append([[known[side].setdefault(word, SPECIAL + len(known[side])) for word in text.split()]
                          for side, text in enumerate(sides)])
    return pairs, SPECIAL + len(known[0]), SPECIAL + len(known[1])


class Model(nn.Module):
    def __init__(self, sources, targets, hidden):
        super().__init__()
        embed = hidden // 2 if hidden >= 128 else hidden
        self.hidden = hidden
        self.source_embedding, self.target_embedding = nn.Embedding(sources, embed), nn.Embedding(targets, embed)
        self.encoder = nn.GRU(embed, hidden, bidirectional=True)
        self.bridge = nn.Linear(2 * hidden, hidden)
        self.word_input = nn.Linear(embed, 3 * hidden)
        self.context_input = nn.Linear(2 * hidden, 3 * hidden, bias=False)
        self.recurrent = nn.Linear(hidden, 3 * hidden)
        self.query = nn.Linear(hidden, hidden, bias=False)
        self.key = nn.Linear(2 * hidden, hidden, bias=False)
        self.energy = nn.Parameter(torch.randn(hidden) / hidden ** 0.5)
        self.output = nn.Linear(hidden, targets)

    def encode(self, source, lengths, packed):
        x = self.source_embedding(source)
        if packed:
            states, last = self.encoder(pack_padded_sequence(x, lengths, enforce_sorted=False))
            states = pad_packed_sequence(states)[0]
        else:
            states, last = self.encoder(x)
        state = torch.tanh(self.bridge(torch.cat([last[0], last[1]], 1)))
        states = states.transpose(0, 1).contiguous()
        return states, self.key(states), state

    def step(self, word, state, states, keys, outside):
        scores = torch.tanh(self.query(state).unsqueeze(1) + keys) @ self.energy
        if outside is not None:
            scores = scores.masked_fill(outside, -1e9)
        context = torch.bmm(scores.softmax(1).unsqueeze(1), states).squeeze(1)
        r_in, z_in, n_in = (word + self.context_input(context)).chunk(3, 1)
        r_old, z_old, n_old = self.recurrent(state).chunk(3, 1)
        r, z = torch.sigmoid(r_in + r_old), torch.sigmoid(z_in + z_old)
        n = torch.tanh(n_in + r * n_old)
        return n + z * (state - n)

    def loss(self, batch, packed):
        source, lengths, target_in, target_out, even = batch
        states, keys, state = self.encode(source, lengths, packed and not even)
        outside = None if even else torch.arange(source.shape[0])[None] >= lengths[:, None]
        words, rows = self.word_input(self.target_embedding(target_in)), []
        for word in words.unbind(0):
            state = self.step(word, state, states, keys, outside)
            rows.append(state)
        logits = self.output(torch.stack(rows))
        return F.cross_entropy(logits.view(-1, logits.shape[2]), target_out.view(-1), ignore_index=0)


def columns(rows):
    width = max(map(len, rows))
    return torch.tensor([row + [0] * (width - len(row)) for row in rows]).t().contiguous()


def batches_of(pairs):
    """Shuffled, those of like lengths together, cut by 32, shuffled again: as attend's trainer."""
    random.shuffle(pairs)
    pairs.sort(key=lambda pair: (len(pair[0]), len(pair[1])))
    parts = [pairs[i:i + BATCH] for i in range(0, len(pairs), BATCH)]
    random.shuffle(parts)
    for part in parts:
        lengths = torch.tensor([len(source) for source, _ in part])
        yield ((columns([s for s, _ in part]), lengths, columns([[START] + t for _, t in part]),
                columns([t + [END] for _, t in part]), bool((lengths == lengths[0]).all())),
               sum(len(s) + len(t) for s, t in part))


def train(path, hidden, seconds, how):
    pairs, sources, targets = read(path)
    model = Model(sources, targets, hidden)
    adam = torch.optim.Adam(model.parameters(), lr=0.002)
    warm, words, started = 5, 0, time.perf_counter()
    while True:
        for batch, count in batches_of(pairs):
            adam.zero_grad(set_to_none=True)
            model.loss(batch, how == "packed").backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1)
            adam.step()
            warm -= 1
            if warm == 0:
                started = time.perf_counter()
            elif warm < 0:
                words += count
                if time.perf_counter() - started >= seconds:
                    return words / (time.perf_counter() - started)


@torch.inference_mode()
def decode(path, hidden, seconds):
    _, sources, targets = read(path)
    model = Model(sources, targets, hidden)
    source, lengths = torch.arange(SPECIAL, SPECIAL + 7)[:, None], torch.tensor([7])
    count, started = -3, time.perf_counter()
    while count < 1 or time.perf_counter() - started < seconds:
        if count == 0:
            started = time.perf_counter()
        states, keys, state = model.encode(source, lengths, False)
        word = torch.tensor([START])
        for _ in range(8):
            state = model.step(model.word_input(model.target_embedding(word)), state, states, keys, None)
            word = model.output(state).softmax(1).argmax(1)
        count += 1
    return count / (time.perf_counter() - started)


def sgemm():
    a, b, best = torch.randn(1024, 1024), torch.randn(1024, 1024), 1e9
    for _ in range(8):
        started = time.perf_counter()
        torch.mm(a, b)
        best = min(best, time.perf_counter() - started)
    return 2e-9 * 1024 ** 3 / best


def main():
    random.seed(1)
    torch.manual_seed(1)
    what, rest = sys.argv[1], sys.argv[2:]
    if what == "sgemm":
        print(sgemm())
    elif what == "train":
        print(train(rest[0], int(rest[1]), float(rest[2]), rest[3]))
    else:
        print(decode(rest[0], int(rest[1]), float(rest[2])))


main()
