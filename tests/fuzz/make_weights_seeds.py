#!/usr/bin/python3
"""make_weights_seeds.py FOLDER: small files of weights as NumPy and safetensors write them, for fuzz_weights and test_read."""
import json
import struct
import sys

import numpy as np

folder = sys.argv[1]
weights = np.array([[0.25, 0.75, 0], [1, 0, 0]], dtype="<f4")
heads = np.stack([weights, weights[::-1]])


def tensors(**arrays):
    header, data = {}, b""
    for name, (kind, array) in arrays.items():
        raw = array.tobytes()
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def write(name, data):
    with open(f"{folder}/{name}", "wb") as file:
        file.write(data)


np.save(f"{folder}/plain.npy", weights)
np.save(f"{folder}/half.npy", weights.astype("<f2"))
np.save(f"{folder}/double_big.npy", weights.astype(">f8"))
np.save(f"{folder}/fortran.npy", np.asfortranarray(heads))
np.save(f"{folder}/int.npy", np.array([[0, 1, 0], [1, 0, 0]], dtype="<i8"))
np.save(f"{folder}/bool.npy", np.array([[0, 1, 0], [1, 0, 0]], dtype=bool))
np.save(f"{folder}/layers.npy", np.stack([heads, heads, heads]))
np.save(f"{folder}/batch.npy", np.stack([heads, heads])[:, None])
np.save(f"{folder}/objects.npy", np.array([{"a": 1}, 2], dtype=object), allow_pickle=True)
np.save(f"{folder}/empty.npy", np.zeros((0, 5), dtype="<f4"))
np.save(f"{folder}/nan.npy", np.array([[0.5, np.nan]], dtype="<f4"))
write("header_4gb.npy", b"\x93NUMPY\x02\x00" + struct.pack("<I", 2**32 - 1) + b"{'descr'")
np.savez(f"{folder}/stored.npz", weights=heads)
np.savez_compressed(f"{folder}/deflated.npz", weights=heads)
np.savez(f"{folder}/words.npz", weights=weights, source=np.array(["a", "b, c", "d"]), target=["x", "ÿ猫"])
np.savez(f"{folder}/two.npz", a=weights, b=heads)
np.savez(f"{folder}/attentions.npz", ids=np.array(["x"]), decoder=np.eye(2, dtype="<f4"), square=np.eye(3, dtype="<f4"),
         cross_attentions=heads, encoder_attentions=np.eye(3, dtype="<f4"), source=["a", "b", "c"], target=["x", "y"])
write("one.safetensors", tensors(attention=("F32", heads)))
brain = (weights.view("<u4") >> 16).astype("<u2")
write("brain.safetensors", tensors(attention=("BF16", brain)))
write("header_4gb.safetensors", struct.pack("<Q", 2**32) + b'{"a":{}}')
write("words.json", b'{"source":["a","b","</s>"],"target":["x","y"],"weights":[[0.25,0.75,0],[1,0,0]]}')
write("heads.json", b"[[[0.25,0.75,0],[1,0,0]],[[1,0,0],[0.25,0.75,0]]]")
write("words.csv", b',a,"b, c",d\r\nx,0.25,0.75,0\r\ny,1,0,0\r\n')
write("words.tsv", b"a\tb\tc\n0.25\t0.75\t0\n1\t0\t0\n")
write("plain.txt", b"0.25 0.75 0\n1.0 0.0 0e0\n")
write("pieces.json", '{"source":["▁un","able","</s>"],"target":["▁x","y"],"weights":[[0.25,0.75,0],[1,0,0]]}'.encode())
write("links.txt", b"0-0 1-2 2?1\n")
