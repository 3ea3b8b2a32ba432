import tensorflow as tf
from tensorflow.keras import layers

class Encoder(tf.keras.Model):
    def __init__(self, words, E, H):
        super().__init__()
        self.embedding = layers.Embedding(words, E)
        self.gru = layers.Bidirectional(layers.GRU(H, return_sequences=True))

    def call(self, source):
        x = self.embedding(source)  # moment: embedding -> x
        h = self.gru(x[tf.newaxis])[0]  # moment: forward, backward -> h
        return h

class Attention(layers.Layer):
    def __init__(self, A):
        super().__init__()
        self.query = layers.Dense(A, use_bias=False)
        self.key = layers.Dense(A, use_bias=False)
        self.v = layers.Dense(1, use_bias=False)

    def call(self, s, h):
        q = self.query(s)  # moment: query -> q
        k = self.key(h)  # moment: scores -> k
        e = tf.squeeze(self.v(tf.tanh(q + k)), 1)  # moment: scores -> e
        alpha = tf.nn.softmax(e)  # moment: softmax -> alpha
        c = tf.linalg.matvec(h, alpha, transpose_a=True)  # moment: context -> c
        return c, alpha

class Decoder(tf.keras.Model):
    def __init__(self, words, E, H, A):
        super().__init__()
        self.embedding = layers.Embedding(words, E)
        self.attention = Attention(A)
        self.gru = layers.GRUCell(H)
        self.words = layers.Dense(words)

    def call(self, word, s, h):
        y = self.embedding(word)  # moment: previous -> y
        c, alpha = self.attention(s, h)
        s, _ = self.gru(tf.concat([y, c[tf.newaxis]], 1), [s])  # moment: state -> s
        p = tf.nn.softmax(self.words(s))[0]  # moment: output -> p
        return p, s, alpha

def translate(encoder, decoder, source, start, end, limit):
    h = encoder(source)
    s = tf.zeros([1, decoder.gru.units])  # moment: bridge -> s
    words = [start]
    while words[-1] != end and len(words) <= limit:
        p, s, alpha = decoder(tf.constant([words[-1]]), s, h)
        words.append(int(tf.argmax(p)))  # moment: word
    return words[1:]
