import torch
from torch import nn

class Encoder(nn.Module):
    def __init__(self, words, E, H):
        super().__init__()
        self.embedding = nn.Embedding(words, E)
        self.gru = nn.GRU(E, H, bidirectional=True)

    def forward(self, source):
        x = self.embedding(source)  # moment: embedding -> x
        h, last = self.gru(x)  # moment: forward, backward -> h
        return h

class Attention(nn.Module):
    def __init__(self, H, A):
        super().__init__()
        self.query = nn.Linear(H, A, bias=False)
        self.key = nn.Linear(2 * H, A, bias=False)
        self.v = nn.Linear(A, 1, bias=False)

    def forward(self, s, h):
        q = self.query(s)  # moment: query -> q
        k = self.key(h)  # moment: scores -> k
        e = self.v(torch.tanh(q + k)).squeeze(1)  # moment: scores -> e
        alpha = e.softmax(0)  # moment: softmax -> alpha
        c = alpha @ h  # moment: context -> c
        return c, alpha

class Decoder(nn.Module):
    def __init__(self, words, E, H, A):
        super().__init__()
        self.embedding = nn.Embedding(words, E)
        self.attention = Attention(H, A)
        self.gru = nn.GRUCell(E + 2 * H, H)
        self.output = nn.Linear(H, words)

    def forward(self, word, s, h):
        y = self.embedding(word)  # moment: previous -> y
        c, alpha = self.attention(s, h)
        s = self.gru(torch.cat([y, c]), s)  # moment: state -> s
        p = self.output(s).softmax(0)  # moment: output -> p
        return p, s, alpha

def translate(encoder, decoder, source, start, end, limit):
    h = encoder(source)
    s = torch.zeros(decoder.gru.hidden_size)  # moment: bridge -> s
    words = [start]
    while words[-1] != end and len(words) <= limit:
        p, s, alpha = decoder(torch.tensor(words[-1]), s, h)
        words.append(int(p.argmax()))  # moment: word
    return words[1:]
