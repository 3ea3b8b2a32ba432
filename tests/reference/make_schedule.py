#!/usr/bin/env python3
"""Makes tests/gradient/oracle/schedule/: steps of Adam with a warm-up, a schedule and another beta2 (`attend train
--schedule --warmup --adam-beta2`), by PyTorch's own optimizer and schedulers in double precision.

    PYTHONPATH=python /usr/bin/python3 tests/reference/make_schedule.py    # Debian: apt-get install python3-torch

The model, the batch and the names are those of optim_gru_bi_bahdanau_additive.json. A file has the loss before each step
and the weights behind the last one.
"""
import json
import os

import torch
from torch.optim import lr_scheduler

import attend.torch as twin
from make_entropy import ORACLE, loaded, parameters

NAME, STEPS, CLIP, RATE = "optim_gru_bi_bahdanau_additive", 6, 0.5, 0.01
KINDS = {"linear": {"schedule": "linear", "warmup": 3, "decay": 0.02, "adam_beta2": 0.98},
         "constant": {"schedule": "constant", "warmup": 2, "decay": 0.02, "adam_beta2": 0.9},
         "cold": {"schedule": "linear", "warmup": 0, "decay": 0.3, "adam_beta2": 0.999}}


def scheduler(adam, kind):
    """Step k of the warm-up has k / warmup of the rate; then it falls to `decay` at the end of all steps, or stays."""
    warmup = kind["warmup"]
    linear = kind["schedule"] == "linear"
    behind = lr_scheduler.LinearLR(adam, 1.0, kind["decay"] if linear else 1.0, STEPS - warmup)
    if not warmup:
        return behind
    rising = lr_scheduler.LinearLR(adam, 1 / warmup, 1.0, warmup - 1)
    return lr_scheduler.SequentialLR(adam, [rising, behind], [warmup])


def steps(oracle, kind):
    model, pairs, ours = loaded(oracle)
    adam = torch.optim.Adam(model.parameters(), lr=RATE, betas=(0.9, kind["adam_beta2"]))
    rates, found = scheduler(adam, kind), []
    for _ in range(STEPS):
        adam.zero_grad()
        loss = twin.batch_loss(model, pairs)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
        adam.step()
        rates.step()
        found.append({"loss": loss.item()})
    found[-1]["weights"] = {key: values.tolist() for key, values in
                            parameters(model, ours, lambda parameter: parameter.detach()).items()}
    return found


def main():
    with open(os.path.join(ORACLE, NAME + ".json"), encoding="utf-8") as file:
        oracle = json.load(file)
    for name, kind in KINDS.items():
        path = os.path.join(ORACLE, "schedule", name + ".json")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"lr": RATE, "clip": CLIP, **kind, "steps": steps(oracle, kind)}, file, allow_nan=False)
            file.write("\n")


if __name__ == "__main__":
    main()
