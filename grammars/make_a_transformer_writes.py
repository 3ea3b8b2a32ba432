#!/usr/bin/python3
"""Make the Chinese sentences of lesson 23, which a decoder learns to write with nothing to translate.

    make_a_transformer_writes.py             write sentences.tsv
    make_a_transformer_writes.py --check     make them again and compare; 1 if a file differs
    --out DIR                                another folder

A line is `write TAB sentence`: the source is the same word for all of them, so it tells nothing. The sentences are the
translations of lesson 5, each once.

    write    猫 捉 老鼠
    write    汤姆 昨天 买 了 一 本 书
"""
import tables

SHORTEST, LONGEST = 3, 7  # words
TRAIN = 1500


def rows():
    pairs = (tables.LESSONS / "05-cat-chase-mouse" / "data.tsv").read_text(encoding="utf-8").splitlines()
    said = dict.fromkeys(pair.split("\t")[1] for pair in pairs)
    return [("write", sentence) for sentence in said if SHORTEST <= len(sentence.split()) <= LONGEST][:TRAIN]


if __name__ == "__main__":
    tables.put(tables.options(__doc__, "23-a-transformer-writes"), "sentences.tsv", rows())
