"""attend and PyTorch side by side on the same data, model, batches and threads, in one run, and beside what the processor
can do at most: fused multiply-adds out of registers, and OpenBLAS's product of two matrices.

    compare.py BUILD [SECONDS [ROUNDS]]

Rounds alternate between the two, so that a busy machine is unfair to both; the best round of each counts. Without PyTorch
its columns are left out. What attend is to reach is printed beside what it does; nothing fails for it.
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "..", "lessons", "05-cat-chase-mouse", "data.tsv")
SIZES, THREADS = (64, 128, 256), (1, 2)
# Two threads of PyTorch: its own (OpenMP), or those of the matrix products (OpenBLAS); waiting threads may not spin.
WAYS = {1: [(1, 1)], 2: [(2, 1), (1, 2)]}


def run(command, **environment):
    done = subprocess.run([str(part) for part in command], env={**os.environ, **environment}, check=True,
                          capture_output=True, text=True)
    return done.stdout


def torch(openmp, openblas, *arguments):
    return float(run([sys.executable, os.path.join(HERE, "torch_train.py"), *arguments], OMP_NUM_THREADS=str(openmp),
                     OPENBLAS_NUM_THREADS=str(openblas), OMP_WAIT_POLICY="passive", GOMP_SPINCOUNT="0"))


def attend(build, hidden, threads, seconds):
    """Tokens/s, GFLOP/s and the GFLOP/s that one thread could do at most."""
    text = run([os.path.join(build, "tests/bench/train_bench"), DATA, seconds, hidden, threads])
    peak = re.search(r"at its peak: ([0-9.]+) GFLOP/s", text)
    found = re.search(r"threads \d: +(\d+) tokens/s, +([0-9.]+) GFLOP/s", text)
    return float(found.group(1)), float(found.group(2)), float(peak.group(1))


def decode(build, hidden, seconds):
    return float(run([os.path.join(build, "tests/bench/decode_bench"), hidden, seconds, vocabulary(0), vocabulary(1)]))


def vocabulary(column):
    with open(DATA, encoding="utf-8") as lines:
        return len({word for line in lines for word in line.split("\t")[column].split()})


def measure(build, hidden, threads, seconds, rounds, ways):
    ours, theirs = (0, 0, 1), (0, "-")
    for _ in range(rounds):
        ours = max(ours, attend(build, hidden, threads, seconds))
        for openmp, openblas in ways[threads]:
            for how in ("packed", "masked"):
                rate = torch(openmp, openblas, "train", DATA, hidden, seconds, how)
                theirs = max(theirs, (rate, f"{how}, {openmp} OpenMP x {openblas} OpenBLAS"))
    return ours, theirs


def torch_version():
    """None: there is no PyTorch."""
    done = subprocess.run([sys.executable, "-c", "import torch; print(torch.__version__)"], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def number(value, digits=0):
    return f"{value:.{digits}f}" if value else "-"


def main():
    build = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 2
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 2
    version = torch_version()
    ways = WAYS if version else {1: [], 2: []}
    sgemm = torch(1, 1, "sgemm") if version else 0
    beside = f"PyTorch {version} with OpenBLAS, sgemm {sgemm:.0f} GFLOP/s on one thread" if version else \
        "left out: PyTorch and OpenBLAS, which are not installed (./dev bench train does it)"
    print(f"== training: source + target words a second, no padding; {beside}")
    print("bidirectional GRU, Bahdanau additive, batch 32; GFLOP/s counts the multiply-adds of this model's unpadded matrix "
          "products alone, forward and back")
    print("hidden threads    attend  PyTorch   times  GFLOP/s  of peak  of sgemm  PyTorch's best way")
    best = {}
    for hidden in SIZES:
        for threads in THREADS:
            ours, theirs = measure(build, hidden, threads, seconds, rounds, ways)
            best[hidden, threads] = ours, theirs[0]
            ratio, of_sgemm = (ours[0] / theirs[0], 100 * ours[1] / sgemm / threads) if version else (0, 0)
            print(f"{hidden:6} {threads:7} {ours[0]:9.0f} {number(theirs[0]):>8} {number(ratio, 1):>7} {ours[1]:8.1f} "
                  f"{100 * ours[1] / ours[2] / threads:6.0f} % {number(of_sgemm):>7} %  {theirs[1]}", flush=True)
    for hidden in SIZES:
        theirs = max(best[hidden, threads][1] for threads in THREADS)
        ours = [best[hidden, threads][0][0] for threads in THREADS]
        print(f"hidden {hidden}: two threads {number(version and ours[1] / theirs, 1)} times PyTorch at its best, "
              f"{ours[1] / ours[0]:.2f} times one thread")
    one = best[256, 1][0]
    print(f"one thread at its peak: {one[2]:.0f} GFLOP/s of fused multiply-add; hidden 256 is to reach 65 % of it: "
          f"{100 * one[1] / one[2]:.0f} %")
    ours, theirs = 0, 0
    for _ in range(rounds):
        ours = max(ours, decode(build, 64, seconds))
        theirs = max(theirs, torch(1, 1, "decode", DATA, 64, seconds) if version else 0)
    print(f"== greedy decode of one sentence, hidden 64, 7 words to 8, one thread: {ours:.0f} a second with the whole trace, "
          f"of 25000 that are to be reached; PyTorch eager {number(theirs)}: {number(version and ours / theirs)} times")


main()
