// Lesson 5 as a person takes it: by a finger alone on a telephone, and by keys alone on a laptop. All cards are completed, a weight
// is dragged, a model trained; files are pasted, dropped and downloaded; and the page comes back, without a network, to where
// one was.   usage: node use.js FOLDER NATIVE
'use strict';
const fs = require('fs'), os = require('os'), path = require('path'), {execFileSync} = require('child_process');
const {MARKED, linkTo, open, test, wait} = require('./browser.js'), {serve} = require('../../web/serve.js');
const {marks, meant, rest, touch, keys} = require('./hands.js');

const LESSON = '05-cat-chase-mouse', LESSONS = path.join(__dirname, '../../lessons');
const TEXT = fs.readFileSync(path.join(LESSONS, LESSON, 'lesson.md'), 'utf8'), CARDS = TEXT.split('\n---\n')[1].match(/^# /gm).length;
const kept = (page, file) => page.evaluate(`FS.readFile('/home/web_user/${file}', {encoding: 'utf8'})`).catch(() => '');

// What is right, of every question of the lesson that has choices of its own.
const right = new Set([...TEXT.matchAll(/^answer: (.*)$/gm)].map(([, text]) => text));

// Choices are tried until no hint is offered any more: the question is answered.
async function answer(page, hand) {
  await rest(page);
  const choices = (await marks(page)).filter(({kind}) => kind === 'TARGET_CHOICE');
  for (const choice of choices.sort((a, b) => right.has(b.name) - right.has(a.name)))
    if (await hand.sees('TARGET_HINT'))
      await hand.choose(choice.b);
  return !await hand.sees('TARGET_HINT');
}

async function completed(page) {
  const text = await kept(page, '.local/share/attend/progress.json');
  return Object.keys((text && JSON.parse(text).lessons[LESSON.replace(/^\d+-/, '')]) ?? {}).length;
}

async function train(page, hand) {
  const runs = all => all.some(mark => meant('TARGET_CONTROL', 'TRAIN_PLAY')(mark) && mark.name === 'Pause');
  await hand.press('TARGET_CONTROL', 'TRAIN_PLAY', 60);
  await hand.until('a later look at what is trained', all => all.some(({name}) => /^epoch [\d.]*[1-9]/.test(name)), 180);
  if (runs(await marks(page)))
    await hand.press('TARGET_CONTROL', 'TRAIN_PLAY');
  await hand.until('the training rests', all => !runs(all));
}

// What one sees of where one is: the card, the words, and how high the bars of the weights are.
const seen = async page => JSON.stringify((await marks(page)).filter(({kind}) => /_(CARD|WORD|WEIGHT|CHOICE)$/.test(kind))
  .map(({id, name, y, h}) => [id, name, Math.round(y), Math.round(h)]));

// No picture that was made larger: pixels that stand two by two would be alike, or close to it.
function isCrisp(pixels) {
  let edges = 0;
  for (let i = 0; i + 6 <= pixels.length; i += 6)
    edges += Math.abs(pixels[i] - pixels[i + 3]) > 100;
  return edges > 1000;
}

const PHONE = {width: 390, height: 844, scale: 2, touch: true}, FIRST = 'lesson=1;card=1;language=en;theme=light';

async function start(folder, size, place = FIRST) {
  const {server, address} = await new Promise(done => { const own = serve(folder, 0, where => done({server: own, address: where})); });
  const page = await open(linkTo(address, place), size);
  await page.until('clock.first > 0');
  return {page, address, stop: () => { server.close(); server.closeAllConnections(); }};
}

// Without a network the page is where one was.
async function comeBack({page, address, stop}, check, who) {
  await page.until('navigator.serviceWorker.controller && behind.size === 0 && keeping === 0 && syncing === 0', 120);
  await rest(page);
  const before = await seen(page);
  stop();
  await page.go('about:blank');
  await page.go(address);
  await page.until('clock.first > 0');
  await rest(page);
  const after = await seen(page);
  check(`${who}: without a server one is not where one was`, before === after, `\n${before}\n${after}`);
  check(`${who}: what was completed is lost`, await completed(page) === CARDS);
  check(`${who}: the page asked somewhere else`, page.asked.every(url => /^(about:|blob:|data:)/.test(url) || url.startsWith(address)), page.asked.join(' '));
  await page.close();
}

// A link to a card opens with it; nothing names a key; and a screen of very many pixels gets two a unit.
async function byLink({folder, check}) {
  const place = 'lesson=1;card=3;language=en;theme=light', pixels = page => page.evaluate('`${Module.canvas.width}x${Module.canvas.height}`');
  const key = /  [A-Z⇧]|Esc|Ctrl|Shift|↑|↓/, named = async page => (await marks(page)).map(({name}) => name).filter(name => key.test(name)).join();
  for (const scale of [2, 3.5]) {
    const {page, stop} = await start(folder, {...PHONE, scale}, place), hand = touch(page);
    await rest(page);
    check('link: the card is not seen', (await marks(page)).some(mark => mark.hit && meant('TARGET_CARD_NEXT')(mark)));
    await hand.press('TARGET_TAB');
    await hand.until('the card is put away', all => !all.some(meant('TARGET_CARD_NEXT')));
    check('link: keys are named where there are none', await named(page) === '', await named(page));
    check(`link: at ${scale} pixels a unit the canvas has not two`, await pixels(page) === '780x1688', await pixels(page));
    await page.close();
    stop();
  }
  const {page, stop} = await start(folder, {width: 1024, height: 640, scale: 3}, place);
  await rest(page);
  check('link: keys are not named where there are some', await named(page) !== '');
  check('link: with a mouse the canvas has not the pixels of the machine', await pixels(page) === '3072x1920', await pixels(page));
  await page.close();
  stop();
}

async function byTouch({folder, check}) {
  const all = await start(folder, PHONE), {page} = all, hand = touch(page);
  check('touch: the picture is blurred', isCrisp(await page.pixels()));
  const onStage = async act => { // the card lies over it
    await hand.press('TARGET_TAB');
    await act();
    await hand.press('TARGET_TAB');
  };
  await hand.press('TARGET_COURSE');
  await hand.press('TARGET_LESSON', ({name}) => name.startsWith('5 ·'));
  await hand.until('lesson 5 is open', all => all.some(({kind, name}) => kind === 'TARGET_SOURCE' && name === 'mouse'));
  for (let card = 1; card <= CARDS; card++) {
    check(`touch: the question of card ${card} is not answered`, await answer(page, hand));
    if (card === 1 || card === 7)
      await onStage(() => hand.press('TARGET_SUGGESTION', card === 1 ? 1 : 0));
    if (card === 5)
      await onStage(() => hand.drag('TARGET_WEIGHT', ({a, b}) => a === 2 && b === 0, 0, -60));
    if (card === 6)
      await onStage(() => hand.press('TARGET_OUTPUT', ({b}) => b === 1));
    if (card < CARDS)
      await hand.press('TARGET_CARD_NEXT');
  }
  check('touch: not all cards of the lesson are completed', await completed(page) === CARDS, `but ${await completed(page)}`);
  await hand.press('TARGET_TAB');
  await hand.press('TARGET_VIEW', 2);
  await train(page, hand);
  await hand.press('TARGET_VIEW', 0);
  await hand.press('TARGET_EXPORT');
  await hand.press('TARGET_FORMAT', 0);
  check('touch: nothing is downloaded', fs.statSync(await page.download(/\.png$/)).size > 10000);
  await comeBack(all, check, 'touch');
}

// The telephone is turned: the same place, laid out anew, and all of it at hand.
async function byTouchLying({folder, check}) {
  const {page, stop} = await start(folder, PHONE), hand = touch(page);
  await page.tab.setViewport({width: 844, height: 390, deviceScaleFactor: 2, hasTouch: true, isMobile: true});
  await hand.until('the views stand at the left', all => all.filter(meant('TARGET_VIEW')).every(({x}) => x < 80));
  if (!await hand.sees('TARGET_CARD_NEXT'))
    await hand.press('TARGET_TAB');
  check('lying: the question of the first card is not answered', await answer(page, hand));
  await hand.press('TARGET_CARD_NEXT');
  await hand.press('TARGET_TAB');
  for (const view of [1, 3, 4, 0])
    await hand.press('TARGET_VIEW', view);
  const help = (await marks(page)).find(meant('TARGET_HELP'));
  check('lying: the sign of the keys is large', help.h < 40);
  await page.tap(help.x, help.y - help.h / 2 - 3); // a little over it
  await hand.until('the page of keys is open', all => all.some(meant('TARGET_CLOSE')));
  await page.close();
  stop();
}

// A file comes as from the desktop: with an event that has it.
const drop = (page, name, bytes) => page.evaluate(`(() => {
  const data = new DataTransfer();
  data.items.add(new File([Uint8Array.from(atob('${bytes.toString('base64')}'), letter => letter.charCodeAt(0))], '${name}'));
  Module.canvas.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
})()`);

// A float32 array [2][2] as numpy writes it.
function numpy(values) {
  const header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }".padEnd(117) + '\n';
  return Buffer.concat([Buffer.from('\x93NUMPY\x01\x00', 'latin1'), Buffer.from([header.length, 0]), Buffer.from(header), Buffer.from(Float32Array.from(values).buffer)]);
}

// What attend opens natively opens here too: weights over the lesson, figures at their place.
async function opened(page, hand, native) {
  const cells = count => all => all.filter(({kind}) => kind === 'TARGET_HEAT').length === count && !all.some(({kind}) => kind === 'TARGET_SOURCE');
  const tabs = all => all.filter(({kind, name}) => kind === 'TARGET_CONTROL' && / ?[Ss]elf-attention$|^Cross-attention$/.test(name));
  await drop(page, 'w.npy', numpy([0.9, 0.1, 0.2, 0.8]));
  await hand.until('the .npy that was dropped is seen', cells(4));
  await drop(page, 'heads.json', Buffer.from('[[[0.9,0.1],[0.2,0.8]],[[0.5,0.5],[0.3,0.7]],[[1,0],[0,1]]]'));
  await hand.until('the heads that were dropped are seen', cells(3));
  await drop(page, 'w.csv', Buffer.from(',the,cat\nle,0.8,0.2\nchat,0.1,0.9\n'));
  await hand.until('the table that was dropped is seen', cells(4));
  await page.until('/w\\.csv.*0\\.8/s.test(document.getElementById("said-card").textContent)'); // what is read beside them is theirs
  await drop(page, 'trace.json', fs.readFileSync(path.join(__dirname, '../fuzz/seeds/weights/attentions.json')));
  await hand.until('each attention of the trace has its tab', all => tabs(all).length === 3);
  await page.key('Digit2');
  await hand.until('the encoder\'s is opened', cells(9));
  await page.key('Escape');
  await hand.until('the lesson is seen again', all => all.some(({kind}) => kind === 'TARGET_SOURCE'));
  await page.until('document.querySelector("#said-card h2")');
  const figure = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'attend-figure-')), 'f.svg');
  execFileSync(native, ['figure', path.join(LESSONS, '09-bahdanau'), '--step', '2', '--moment', 'softmax', '-o', figure]);
  await drop(page, 'f.svg', fs.readFileSync(figure));
  await page.until('decodeURIComponent(location.hash).includes("lesson=09-bahdanau")');
}

async function files(page, hand, native, check) {
  await hand.open('Control+KeyE', 'TARGET_FORMAT');
  await hand.press('TARGET_FORMAT', 0);
  const png = fs.readFileSync(await page.download(/\.png$/));
  check('keys: what is downloaded is no PNG', png.subarray(1, 4).toString() === 'PNG' && png.length > 10000);
  await page.key('Escape');
  await page.key('Slash');
  await page.evaluate(`(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'Tom chase Jerry');
    (document.activeElement ?? document.body).dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
  })()`);
  await rest(page);
  await page.key('Enter');
  await hand.until('the sentence that was pasted is decoded', all => all.some(({kind, name}) => kind === 'TARGET_SOURCE' && name === 'Jerry'));
  await opened(page, hand, native);
  await drop(page, 'mine.tsv', Buffer.from('cat chase mouse\t猫 捉 老鼠\nTom chase Jerry\t汤姆 追逐 杰瑞\n'));
  await hand.until('the pairs that were dropped are there', all => all.some(({kind}) => kind === 'TARGET_PAIRS'));
  await page.key('Escape');
  await page.key('Escape');
  await drop(page, 'other.safetensors', fs.readFileSync(path.join(LESSONS, '06-tom-chase-jerry/model.safetensors')));
  await hand.until('the model that was dropped is alone', all => !all.some(({kind}) => kind === 'TARGET_CARD'));
  const packed = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'attend-pack-')), 'own.attend');
  execFileSync(native, ['pack', path.join(LESSONS, '02-one-recurrent-step'), '-o', packed]);
  await drop(page, 'own.attend', fs.readFileSync(packed));
  await hand.until('the lesson that was dropped is open', all => all.some(({kind, name}) => kind === 'TARGET_SOURCE' && name === 'soup'));
}

async function byKeys({folder, native, check}) {
  const all = await start(folder, {width: 1440, height: 900}), {page} = all, hand = keys(page);
  await hand.open('KeyM', 'TARGET_LESSON', ({name}) => name.startsWith('1 ·'));
  await hand.press('TARGET_LESSON', ({name}) => name.startsWith('5 ·'));
  await hand.until('lesson 5 is open', all => all.some(({kind, name}) => kind === 'TARGET_SOURCE' && name === 'mouse'));
  for (let card = 1; card <= CARDS; card++) {
    check(`keys: the question of card ${card} is not answered`, await answer(page, hand));
    if (card === 1 || card === 7)
      await hand.press('TARGET_SUGGESTION', card === 1 ? 1 : 0);
    if (card === 5)
      await hand.turn('TARGET_WEIGHT', ({a, b}) => a === 2 && b === 0, 'ArrowUp', 12);
    if (card === 6)
      await hand.press('TARGET_OUTPUT', ({b}) => b === 1);
    if (card < CARDS)
      await page.key('KeyN');
  }
  check('keys: not all cards of the lesson are completed', await completed(page) === CARDS, `but ${await completed(page)}`);
  await page.key('Digit3');
  await train(page, hand);
  await page.key('Digit1');
  await files(page, hand, native, check);
  await comeBack(all, check, 'keys');
}

test('lesson 5 is taken by touch alone and by keys alone, with a training, files that come and go, and a reload without a network', async all => {
  await byLink(all);
  await byTouchLying(all);
  await byTouch(all);
  await byKeys(all);
}, MARKED);
