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
write("arrays.json", b'{"arrays":[{"name":"base","source":["a","b"],"target":["x","y"],"weights":[[1,0],[0.5,0.5]]},\n'
      b'{"name":"ours","weights":[[[0,1]],[[1,0]]]}]}')
write("heads.json", b"[[[0.25,0.75,0],[1,0,0]],[[1,0,0],[0.25,0.75,0]]]")
write("words.csv", b',a,"b, c",d\r\nx,0.25,0.75,0\r\ny,1,0,0\r\n')
write("words.tsv", b"a\tb\tc\n0.25\t0.75\t0\n1\t0\t0\n")
write("plain.txt", b"0.25 0.75 0\n1.0 0.0 0e0\n")
write("pieces.json", '{"source":["▁un","able","</s>"],"target":["▁x","y"],"weights":[[0.25,0.75,0],[1,0,0]]}'.encode())
write("links.txt", b"0-0 1-2 2?1\n")

# What engines and aligners print, in the forms that they document: a sentence before it, or behind it, and the weights of
# "a b" and "x", each with its end mark.
soft = "0.25,0.75,0 1,0,0"
write("marian.soft", f"y z ||| 0.5,0.5 0.5,0.5 0,1\nx ||| {soft}\n".encode())
write("marian.shares", f"{soft}\n".encode())
write("marian.hard", b"y z ||| 0-0\nx w ||| 1-0 0-1\n ||| \n")
write("marian.nbest", f"0 ||| x ||| {soft} ||| F0= -1.5 ||| -0.75\n0 ||| y ||| 1,0,0 0,0,1 ||| F0= -2 ||| -1\n".encode())
write("fairseq.out", f"2026-01-01 | INFO | generate\nS-7\ty z\nH-7\t-0.5\tw\nA-7\t0-0\nS-0\ta b\nT-0\tx\nH-0\t-0.25\tx\nD-0\t-0.25\tx\n"
      f"P-0\t-0.1 -0.2\nA-0\t{soft}\nH-0\t-1\ty\nA-0\t0,0,1 0,0,1\n| Generate test\n".encode())
rows = "0.25 0.75 0\n1.0 0.0 0.0\n"
write("nematus.txt", f"0 ||| y ||| -0.5 ||| z ||| 2 ||| 2\n0.5 0.5\n0 1\n\n1 ||| x ||| -1.5 ||| a b ||| 3 ||| 2\n{rows}\n".encode())
write("sockeye.json", b'{"sentence_id": 1, "translation": "x", "source": "a b", "alignment_matrix": [[0.25, 0.75, 0.0], [1.0, 0.0, 0.0]]}\n')


def debug_table(source, target, matrix):  # the largest number of a row is filled up with stars
    lines = ["".join(f"{word:>10.10} " for word in ["", *source])]
    for word, row in zip(target, matrix):
        lines.append(f"{word:>10.10} " + "".join(f"{value:*>10.7f} " if value == max(row) else f"{value:>10.7f} " for value in row))
    return "\n".join(lines) + "\n"


write("opennmt.log", ("\nSENT 1: ['z']\nPRED 1: y\nPRED SCORE: -0.5\n\n" + debug_table(["z"], ["y", "</s>"], [[1.0], [1.0]]) + "\nSENT 2: ['a']\n"
                      + debug_table(["a", "b", "</s>"], ["x", "</s>"], weights.tolist())).encode())
write("giza.A3.final", b"# Sentence pair (1) source length 1 target length 1 alignment score : 0.5\ny\nNULL ({ }) z ({ 1 }) \n"
      b"# Sentence pair (2) source length 2 target length 3 alignment score : 0.01\nx w v\nNULL ({ 3 }) a ({ 2 }) b ({ 1 }) \n")


def attributions(source, target, matrix, **more):
    tokens = [[{"id": i, "token": token} for i, token in enumerate(side)] for side in (source, target)]
    return {"attr_pos_start": 1, "attr_pos_end": len(target), "source": tokens[0], "target": tokens[1],
            "source_attributions": matrix, "target_attributions": None, **more}


saved = [attributions(["z"], ["<pad>", "y"], [[1.0]]),
         attributions(["a", "b", "</s>"], ["<pad>", "x", "</s>"], weights.T.tolist(), target_attributions=[[0.5, float("nan")]])]
write("inseq.json", json.dumps({"info": {}, "sequence_attributions": saved, "step_attributions": None}).encode())
layers = [np.stack([heads, heads[::-1]]) for _ in range(2)]  # [layer][sentence][head][row][column]
write("transformers.json", json.dumps([layer[:1].tolist() for layer in layers]).encode())
np.save(f"{folder}/transformers.npy", np.stack(layers))
np.savez(f"{folder}/transformers.npz", *layers, src=np.array([b"a", "é".encode(), b"</s>"]), tgt=["x", "</s>"])
write("lines.jsonl", b'{"src":"y","tgt":"z","attn":[[1]]}\n{"src_tokens":["a","b","</s>"],"hypothesis":"x","attention":[[0.25,0.75,0],[1,0,0]]}\n')
write("ids.json", b'{"source":[7,8,9],"target_words":["x","</s>"],"alignment":[[0.25,0.75,0],[1,0,0]]}')
write("bytes.json", '{"source":["a","Ġcaf","Ã©"],"target":["å¤§","Ċ"],"weights":[[0.25,0.75,0],[1,0,0]]}'.encode())
