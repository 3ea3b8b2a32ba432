// Makes the folder that is served: what is in page, the program, core.bin with what it reads at once, and the files of all further lessons
// as they are; each also packed by gzip and brotli. Prints what a visitor loads.   usage: node pack.js SOURCE PROGRAM_FOLDER OUT
'use strict';
const crypto = require('crypto'), fs = require('fs'), path = require('path'), zlib = require('zlib'), {execFileSync} = require('child_process');
const [source, program, out] = process.argv.slice(2);

function list(folder) {
  return fs.readdirSync(path.join(source, folder), {withFileTypes: true}).sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(entry => entry.isDirectory() ? list(path.join(folder, entry.name)) : [path.join(folder, entry.name)]);
}

// FreeType measures a font by these before it hints any hanzi (src/autofit/afblue.dat): without them others look otherwise.
const MEASURED = '田囗他们你來們到和地对對就席我时時會来為能舰說说这這齊军同已愿既星是景民照现現理用置要軍那配里開雷露面顾' +
  '个为人以個大有主些因它想意生當看着者自著裡过还进進過道還';

// Of the large fonts, what the course and the program have; whatever else is typed has no shape in a page yet. Glyphs keep their
// numbers: SDL2_ttf's cache goes by them, and two that share a place in it lie a fraction of a pixel elsewhere.
function cutFonts(texts) {
  const letters = new Set([...MEASURED, ...texts.flatMap(text => [...fs.readFileSync(path.join(source, text), 'utf8')])]);
  const codes = [...letters].map(letter => letter.codePointAt(0)).filter(code => code >= 0x20);
  const wanted = path.join(out, 'codes'), made = path.join(out, 'font'), cut = new Map();
  fs.writeFileSync(wanted, codes.map(code => code.toString(16)).join(','));
  for (const font of list('assets/fonts').filter(name => /(cjk.*otf|fallback.*ttf)$/.test(name))) {
    execFileSync('hb-subset', [path.join(source, font), '--retain-gids', '--unicodes-file=' + wanted, '--output-file=' + made]);
    cut.set(font, fs.readFileSync(made));
  }
  [wanted, made].forEach(file => fs.unlinkSync(file));
  return cut;
}

function pack(index, contents) {
  const head = Buffer.from(JSON.stringify(index)), length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...contents]);
}

const sizes = new Map(), contentHash = crypto.createHash('sha256');

function put(name, bytes) {
  const gzip = zlib.gzipSync(bytes, {level: 9});
  fs.mkdirSync(path.dirname(path.join(out, name)), {recursive: true});
  fs.writeFileSync(path.join(out, name), bytes);
  fs.writeFileSync(path.join(out, name + '.gz'), gzip);
  fs.writeFileSync(path.join(out, name + '.br'), zlib.brotliCompressSync(bytes, {params: {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 9, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length}}));
  sizes.set(name, [bytes.length, gzip.length]);
  contentHash.update(name).update(bytes);
}

fs.rmSync(out, {recursive: true, force: true});
fs.mkdirSync(out, {recursive: true});

const lessons = list('lessons'), folder = file => file.split('/')[1], first = folder(lessons.find(file => file.endsWith('.md')));
const isCore = file => folder(file) === first || file.endsWith('.md');
const texts = [...lessons.filter(file => /\.(md|tsv)$/.test(file)), ...list('src'), ...list('assets').filter(file => file.endsWith('.md'))];
const cut = cutFonts(texts);
const read = file => cut.get(file) ?? fs.readFileSync(path.join(source, file));

const later = lessons.filter(file => !isCore(file));
for (const file of later)
  put(file, read(file));
const assets = list('assets').filter(file => !/LICENSE|README|make/.test(file));
const inside = [...assets, ...lessons.filter(isCore)], contents = inside.map(read);
const index = {files: inside.map((file, i) => [file, contents[i].length]), later: later.map(file => [file, sizes.get(file)[0]])};
put('core.bin', pack(index, contents));
for (const name of ['page.wasm', 'page.relaxed.wasm']) // one of them is loaded; they are of one size
  put(name, fs.readFileSync(path.join(program, name)));
put('page.js', fs.readFileSync(path.join(program, 'page.js')));
const page = path.join(__dirname, 'page'), filled = new Set(['index.html', 'service.js']);
for (const name of fs.readdirSync(page).sort().filter(file => !filled.has(file)))
  put(name, fs.readFileSync(path.join(page, name)));
const loaded = JSON.stringify({'core.bin': sizes.get('core.bin')[0], 'page.wasm': sizes.get('page.wasm')[0]});
put('index.html', Buffer.from(fs.readFileSync(path.join(page, 'index.html'), 'utf8').replace('@FILES@', loaded.replaceAll('"', '&quot;'))));

const atOnce = ['./', ...[...sizes.keys()].filter(name => !later.includes(name) && !/^index|wasm$/.test(name))];
put('service.js', Buffer.from(fs.readFileSync(path.join(page, 'service.js'), 'utf8')
  .replace('@VERSION@', contentHash.copy().digest('hex').slice(0, 16)).replace("'@CORE@'", JSON.stringify(atOnce).slice(1, -1))));

const megabytes = bytes => (bytes / 1e6).toFixed(2) + ' MB';
const gzipped = names => names.reduce((sum, name) => sum + sizes.get(name)[1], 0);
const lesson = name => gzipped(later.filter(file => folder(file) === name && /\/(data\.tsv|heldout\.tsv|model\.safetensors)$/.test(file)));
const largest = [...new Set(later.map(folder))].reduce((a, b) => (lesson(a) > lesson(b) ? a : b));
console.log(`the core: ${megabytes(gzipped([...sizes.keys()].filter(name => !later.includes(name) && name !== 'page.relaxed.wasm')))} with gzip: ` +
  ['page.wasm', 'core.bin', 'page.js'].map(name => `${name} ${megabytes(sizes.get(name)[1])}`).join(', '));
console.log(`another lesson, its first model and its sentences: ${megabytes(lesson(largest))} at most (${largest}); all that comes later: ` +
  megabytes(gzipped(later)));
