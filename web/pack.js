// Makes the folder that is served: what is in page, the program, core.bin with what it reads at once, and the files of all further lessons
// as they are; each also packed by gzip and brotli. Prints what a visitor loads.   usage: node pack.js SOURCE PROGRAM_FOLDER OUT
'use strict';
const crypto = require('crypto'), fs = require('fs'), path = require('path'), zlib = require('zlib'), {execFileSync} = require('child_process');
const {HANZI_GROUPS, hanziGroup} = require('./page/hanzi.js'), {sumOf} = require('./page/sum.js');
const [source, program, out] = process.argv.slice(2);

function list(folder) {
  return fs.readdirSync(path.join(source, folder), {withFileTypes: true}).sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(entry => entry.isDirectory() ? list(path.join(folder, entry.name)) : [path.join(folder, entry.name)]);
}

const FONTS = 'assets/fonts', MORE = FONTS + '/more/';
const LARGE = {'attend-cjk-regular.otf': 'hanzi-%.otf', 'attend-cjk-bold.otf': 'hanzi-%-bold.otf', 'attend-fallback.ttf': 'fallback.ttf'};

// Formulas are the program's and the lessons': these have what stands there, Latin and Greek. A lesson of one's own with another letter
// in a formula has it in the font that comes for letters.
const FORMULAS = ['attend-math-regular.otf', 'attend-math-italic.otf'];
const range = (first, last) => Array.from({length: last - first + 1}, (_, i) => first + i);

// An INDEX of CFF: its offsets lie behind each other, and are counted from the byte before its data.
function readIndex(bytes, at) {
  const count = bytes.readUInt16BE(at), size = bytes[at + 2], list = at + 3, data = list + (count + 1) * size - 1;
  const offset = i => data + bytes.readUIntBE(list + i * size, size);
  return {count, offset, point: (i, to) => bytes.writeUIntBE(to - data, list + i * size, size), end: offset(count)};
}

// Where the glyphs of a CFF lie: operator 17 of its one dictionary, behind a number of five bytes as hb-subset writes it.
function findGlyphs(bytes, cff) {
  const dictionary = readIndex(bytes, readIndex(bytes, cff + bytes[cff + 2]).end);
  for (let at = dictionary.offset(0); at < dictionary.end - 5; at++)
    if (bytes[at] === 29 && bytes[at + 5] === 17)
      return readIndex(bytes, cff + bytes.readInt32BE(at + 1));
  throw new Error('the glyphs of a font are not where hb-subset writes them');
}

// A glyph that is left out has one byte, which draws nothing and is as wide as nothing; without it the places of thousands are the same.
function emptyLeftOut(font) {
  const records = Array.from({length: font.readUInt16BE(4)}, (_, i) => 12 + 16 * i);
  const record = name => records.find(at => font.toString('latin1', at, at + 4) === name), table = name => font.readUInt32BE(record(name) + 8);
  if (!record('CFF '))
    return font;
  const cff = table('CFF '), glyphs = findGlyphs(font, cff), metrics = table('hmtx'), widths = font.readUInt16BE(table('hhea') + 34);
  let to = glyphs.offset(0);
  for (let i = 0; i < glyphs.count; i++) {
    const from = glyphs.offset(i), end = glyphs.offset(i + 1), wide = font.readUInt16BE(metrics + 4 * Math.min(i, widths - 1)) > 0;
    glyphs.point(i, to);
    if (wide || end - from > 1) {
      font.copyWithin(to, from, end);
      to += end - from;
    }
  }
  glyphs.point(glyphs.count, to);
  font.fill(0, to, glyphs.end);
  let sum = 0;
  for (let at = cff; at < cff + font.readUInt32BE(record('CFF ') + 12); at += 4)
    sum = sum + font.readUInt32BE(at) >>> 0;
  font.writeUInt32BE(sum, record('CFF ') + 4);
  return font;
}

// Glyphs keep their numbers: SDL2_ttf's cache goes by them, and two that share a place in it lie a fraction of a pixel elsewhere.
// The hinting of a hanzi depends on no other glyph: the font's own program does it, not one that measures the font.
function subset(font, codes) {
  const wanted = path.join(out, 'codes'), made = path.join(out, 'font');
  fs.writeFileSync(wanted, codes.map(code => code.toString(16)).join(','));
  execFileSync('hb-subset', [path.join(source, FONTS, font), '--retain-gids', '--desubroutinize', '--unicodes-file=' + wanted, '--output-file=' + made]);
  const bytes = fs.readFileSync(made);
  [wanted, made].forEach(file => fs.unlinkSync(file));
  return emptyLeftOut(bytes);
}

// Of the large fonts, what the course and the program have; and the rest, in the pieces of hanzi.js.
function cutFonts(texts) {
  const letters = new Set(texts.flatMap(text => [...fs.readFileSync(path.join(source, text), 'utf8')]));
  const core = new Set([...letters, '\uFFFD'].map(letter => letter.codePointAt(0)).filter(code => code >= 0x20)); // \uFFFD: the box
  const cut = new Map(), more = new Map();
  for (const [font, pieces] of Object.entries(LARGE)) {
    cut.set(path.join(FONTS, font), subset(font, [...core]));
    // Each piece has the space, which stands in the font of the letter before it.
    const rest = Array.from({length: 0x20000}, (_, code) => code).filter(code => code > 0x20 && !core.has(code));
    for (let group = 0; group < (pieces.includes('%') ? HANZI_GROUPS : 1); group++)
      more.set(MORE + pieces.replace('%', group), subset(font, [0x20, ...(pieces.includes('%') ? rest.filter(code => hanziGroup(code) === group) : rest)]));
  }
  for (const font of FORMULAS)
    cut.set(path.join(FONTS, font), subset(font, [...new Set([...core, ...range(0x20, 0x24F), ...range(0x370, 0x3FF)])]));
  return {cut, more};
}

function pack(index, contents) {
  const head = Buffer.from(JSON.stringify(index)), length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...contents]);
}

const sizes = new Map(), contentHash = crypto.createHash('sha256');

// What a visitor waits for is packed as small as it can be, which takes half a minute; the rest in a second.
function put(name, bytes, {waitedFor = false} = {}) {
  const gzip = zlib.gzipSync(bytes, {level: 9});
  fs.mkdirSync(path.dirname(path.join(out, name)), {recursive: true});
  fs.writeFileSync(path.join(out, name), bytes);
  fs.writeFileSync(path.join(out, name + '.gz'), gzip);
  fs.writeFileSync(path.join(out, name + '.br'), zlib.brotliCompressSync(bytes, {params: {
    [zlib.constants.BROTLI_PARAM_QUALITY]: waitedFor ? 11 : 9, [zlib.constants.BROTLI_PARAM_LGWIN]: 24, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length}}));
  sizes.set(name, [bytes.length, gzip.length]);
  contentHash.update(name).update(bytes);
}

fs.rmSync(out, {recursive: true, force: true});
fs.mkdirSync(out, {recursive: true});

const lessons = list('lessons'), folder = file => file.split('/')[1];
const opens = file => /(\.tsv|\/model\.safetensors)$/.test(file); // what a lesson needs to be opened, before its other models
const isText = file => /\.md$|\/glossary(\.zh)?\.tsv$/.test(file); // what a lesson is read from
const isCore = file => isText(file) || file === 'lessons/paths.tsv';
const texts = [...lessons.filter(file => /\.(md|tsv)$/.test(file)), ...list('src'), ...list('assets').filter(file => file.endsWith('.md'))];
const {cut, more} = cutFonts(texts);
// Gates are measured by `attend check` alone: the page has the lessons without them.
const withoutGates = text => text.replace(/^gates:\n(?:[ #].*\n)*/m, '').replace(/^```gates\n[^]*?^```\n/gm, '').replace(/^because: .*\n/gm, '');
const isLesson = file => /^lessons\/.*\/lesson\.md$/.test(file);
const bytesOf = file => fs.readFileSync(path.join(source, file));
const read = file => cut.get(file) ?? (isLesson(file) ? Buffer.from(withoutGates(String(bytesOf(file)))) : bytesOf(file));
// `files: 05-cat-chase-mouse` or `files: [one, two]` in a lesson.md: whose files the lesson takes.
const takes = text => text.match(/^files: *\[?([^\]\n]*)/m)?.[1].split(/, */) ?? [];
const neighbours = Object.fromEntries(lessons.filter(file => file.endsWith('/lesson.md'))
  .map(file => [folder(file), takes(String(fs.readFileSync(path.join(source, file))))]).filter(([, names]) => names.length));
const behind = lessons.filter(file => !isCore(file)), later = [...behind.filter(opens), ...behind.filter(file => !opens(file))];
for (const file of later)
  put(file, read(file));
for (const [file, bytes] of more)
  put(file, bytes);
const assets = list('assets').filter(file => !/LICENSE|README|make|attend-roman/.test(file)); // attend heatmap --font is no part of the page
const inside = [...assets, ...lessons.filter(isCore)], contents = inside.map(read);
const promised = file => [file, sizes.get(file)[0], sumOf(more.get(file) ?? read(file))];
const SINGLE = ['page.js', 'page.wasm', 'page.relaxed.wasm'], THREADS = ['page.threads.js', 'page.threads.worker.js', 'page.threads.wasm', 'page.threads.relaxed.wasm'];
for (const name of [...SINGLE, ...THREADS]) // of either a visitor loads one module; the two are of one size
  put(name, fs.readFileSync(path.join(program, name)), {waitedFor: true});
const index = {files: inside.map((file, i) => [file, contents[i].length]), later: later.map(promised), wanted: [...more.keys()].map(promised), neighbours,
  threads: Object.fromEntries(THREADS.map(name => [name, sumOf(fs.readFileSync(path.join(program, name)))]))};
put('core.bin', pack(index, contents), {waitedFor: true});
const page = path.join(__dirname, 'page'), readPage = name => fs.readFileSync(path.join(page, name), 'utf8');
const SCRIPTS = ['loading', 'sum', 'hanzi', 'links', 'embed', 'wishes', 'frames', 'input', 'typing', 'said', 'kept', 'data', 'versions', 'start'].map(name => name + '.js');
put('attend.js', Buffer.from(['program.js', '../relaxed.js', ...SCRIPTS].map(readPage).join('\n')));
const filled = new Set(['index.html', 'service.js', 'program.js', ...SCRIPTS]);
for (const name of fs.readdirSync(page).sort().filter(file => !filled.has(file)))
  put(name, fs.readFileSync(path.join(page, name)));
const loaded = JSON.stringify(Object.fromEntries(['core.bin', 'page.wasm', 'page.threads.wasm'].map(name => [name, sizes.get(name)[0]])));
put('index.html', Buffer.from(readPage('index.html').replace('@FILES@', loaded.replaceAll('"', '&quot;'))));

const onDemand = [...later, ...more.keys(), ...SINGLE, ...THREADS];
const atOnce = ['./', ...[...sizes.keys()].filter(name => !onDemand.includes(name) && name !== 'index.html')];
put('service.js', Buffer.from(readPage('service.js')
  .replace('@VERSION@', contentHash.copy().digest('hex').slice(0, 16))
  .replace("'@CORE@'", JSON.stringify(atOnce).slice(1, -1)).replace("'@LATER@'", JSON.stringify(onDemand).slice(1, -1))));

const CORE_MOST = 2.6e6; // what a visitor waits for
const megabytes = bytes => (bytes / 1e6).toFixed(2) + ' MB';
const gzipped = names => names.reduce((sum, name) => sum + sizes.get(name)[1], 0);
const lesson = name => gzipped(later.filter(file => folder(file) === name && opens(file)));
const largest = [...new Set(later.map(folder))].reduce((a, b) => (lesson(a) > lesson(b) ? a : b));
const core = program => gzipped([...atOnce.filter(name => name !== './'), 'index.html', 'service.js', ...program.filter(name => !name.includes('relaxed'))]);
console.log(`the core: ${megabytes(core(SINGLE))} with gzip, with threads ${megabytes(core(THREADS))}: ` +
  ['page.wasm', 'page.threads.wasm', 'core.bin', 'page.js', 'page.threads.js'].map(name => `${name} ${megabytes(sizes.get(name)[1])}`).join(', '));
if (core(THREADS) > CORE_MOST) {
  console.error(`web: the core has ${megabytes(core(THREADS))} with gzip; expected at most ${megabytes(CORE_MOST)}`);
  process.exit(1);
}
console.log(`another lesson, its first model and its sentences: ${megabytes(lesson(largest))} at most (${largest}); all that comes later: ` +
  megabytes(gzipped(later)));
console.log('fonts that come when a letter of theirs is wanted: ' +
  [...more.keys()].map(name => `${path.basename(name)} ${megabytes(sizes.get(name)[1])}`).join(', '));
