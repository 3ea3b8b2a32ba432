#!/bin/sh
# Remakes the small models of this folder: tests/data/remake.sh BUILD/src/cli/attend. They are committed so that tests
# do not depend on training; after remaking them run tests/reference/make_reference.py too.
set -e
attend=$(realpath "${1:?usage: remake.sh ATTEND}")
cd "$(dirname "$0")"

make() { # NAME OPTIONS...
    name=$1
    shift
    "$attend" train tiny.tsv -o "$name.safetensors" --heldout tiny-heldout.tsv --epochs 200 --batch 4 --lr 0.01 \
        --unk 0.02 --seed 1 "$@"
}

make tiny --bridge none --embed 8 --hidden 10
make tiny-tanh --bidirectional=false --source-end --embed 5 --hidden 8 --attention-size 7
make tiny-uniform --attention uniform --embed 4 --hidden 6
make tiny-fixed --attention fixed --layers 2 --embed 4 --hidden 6
make tiny-none --attention none --bidirectional=false --embed 4 --hidden 6
