// Words whose letters run to the left, join, or do not stand in order are set as the browser sets them: in PNG, and in SVG, which
// the browser draws itself, but from the places that the program gives it.
//   usage: node letters.js FOLDER NATIVE
'use strict';
const fs = require('fs'), os = require('os'), path = require('path'), {execFileSync} = require('child_process');
const {open, test} = require('./browser.js');

const WORDS = ['שלום', 'שָׁלוֹם', 'مرحبا', 'العالم', 'لا', 'می‌خواهم', 'नमस्ते', 'क्षत्रिय', 'हिन्दी'];
const SCALE = 3, LEAST = 0.8, BINS = 20; // pixels a px; a correlation

// In the browser: how alike the picture and the word as the browser sets it at its place are, and the word in a mirror; by how much
// ink each has in a few columns from its first to its last that has some. And how wide both are, in px.
async function compare(url, word, scale, bins) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const {text, x, y, end, size, family, align} = word, above = 1.2 * size, below = 0.6 * size, side = 80;
  const canvas = Object.assign(document.createElement('canvas'), {width: (side + 2) * scale, height: (above + below) * scale});
  const paint = canvas.getContext('2d', {willReadFrequently: true});
  const columns = draw => {
    paint.resetTransform();
    paint.fillStyle = '#fff';
    paint.fillRect(0, 0, canvas.width, canvas.height);
    paint.scale(scale, scale);
    paint.translate(side - end, above - y);
    paint.fillStyle = '#1f2430';
    draw();
    const {data} = paint.getImageData(0, 0, canvas.width, canvas.height), ground = data[1], ink = [];
    for (let i = 0; i < canvas.width; i++) {
      ink[i] = 0;
      for (let j = 0; j < canvas.height; j++)
        ink[i] += Math.max(0, ground - data[4 * (j * canvas.width + i) + 1] - 8);
    }
    const first = ink.findIndex(sum => sum > 0), last = ink.findLastIndex(sum => sum > 0), out = new Array(bins).fill(0);
    for (let i = first; i <= last; i++)
      out[Math.floor((i - first) * bins / (last - first + 1))] += ink[i];
    return {out, wide: (last - first + 1) / scale};
  };
  const alike = (a, b) => {
    const mean = list => list.reduce((sum, v) => sum + v, 0) / list.length, m = mean(a), n = mean(b);
    const product = (s, k, t, l) => s.reduce((sum, v, i) => sum + (v - k) * (t[i] - l), 0);
    return product(a, m, b, n) / Math.sqrt(product(a, m, a, m) * product(b, n, b, n));
  };
  const theirs = columns(() => {
    paint.font = `${size}px ${family}`;
    paint.textAlign = align;
    paint.fillText(text, x, y);
  });
  const pixels = url.startsWith('data:image/png') ? scale : 1;
  const ours = columns(() => paint.drawImage(image, 0, 0, image.width / pixels, image.height / pixels));
  return {alike: alike(ours.out, theirs.out), mirrored: alike(ours.out, theirs.out.slice().reverse()), ours: ours.wide, theirs: theirs.wide};
}

test('words of every script are set as the browser sets them', async ({native, check}) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'attend-letters-')), from = path.join(folder, 'w.json');
  const made = (name, ...options) => {
    execFileSync(native, ['heatmap', '--from', from, '-o', path.join(folder, name), ...options]);
    return fs.readFileSync(path.join(folder, name));
  };
  fs.writeFileSync(from, JSON.stringify({source: ['a'], target: WORDS, weights: WORDS.map(() => [1])}));
  const svg = made('w.svg').toString(), png = made('w.png', '--scale', String(SCALE));
  const urls = {SVG: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, PNG: `data:image/png;base64,${png.toString('base64')}`};
  const page = await open('about:blank');
  for (const text of WORDS) {
    const [, family, size, , where, y] = svg.match(new RegExp(`<text font-family="([^"]*)" font-size="([^"]*)"([^>]*) x="([^"]*)" y="([^"]*)">${text}<`)) ?? [];
    check(`${text} is not one run`, family);
    if (!family)
      continue;
    const places = where.split(' ').map(Number); // one of a word that is whole, which ends there
    const word = {text, x: places[0], y: Number(y), size: Number(size), family};
    Object.assign(word, places.length > 1 ? {align: 'left', end: places.at(-1) + 0.5 * word.size} : {align: 'right', end: word.x});
    for (const [name, url] of Object.entries(urls)) {
      const found = await page.tab.evaluate(compare, url, word, SCALE, BINS), told = JSON.stringify(found);
      check(`${name}: ${text} has another width`, Math.abs(found.ours - found.theirs) < 1.5, told);
      check(`${name}: ${text} has other letters`, found.alike > LEAST && found.alike > found.mirrored, told);
    }
  }
  await page.close();
  fs.rmSync(folder, {recursive: true});
});
