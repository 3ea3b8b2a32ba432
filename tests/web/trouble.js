// What could freeze or end the page: long texts, links that lead nowhere, errors that nobody catches; and that it has nothing in it for
// tests alone.   usage: node trouble.js FOLDER NATIVE
'use strict';
const {linkTo, open, test} = require('./browser.js');

const RUNS = 'clock.first > 0 && here.place', PLACE = 'lesson=5;card=1;language=en;theme=light';
const said = page => page.evaluate(`part('said-message').textContent`);

// The program hears keys and draws.
async function lives(page, check, what) {
  await page.rest();
  await page.key('Home');
  await page.rest();
  const before = await page.evaluate('here.place');
  await page.key('ArrowRight');
  await page.rest();
  check(`${what}: no key moves it`, await page.evaluate('here.place') !== before && await page.evaluate(`part('stopped').hidden`), page.told.slice(-3).join('\n').slice(0, 300));
}

// As from a clipboard, and as keyboards of phones, which give it to the field.
const paste = (page, length) => page.evaluate(`(() => {
  const data = new DataTransfer();
  data.setData('text/plain', 'the cat 猫 '.repeat(${length} / 10));
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
})()`);
const insert = (page, length) => page.evaluate(`typing.field.setRangeText('the cat 猫 '.repeat(${length} / 10));
  typing.field.dispatchEvent(new InputEvent('input', {inputType: 'insertText'}))`);

async function texts(address, check) {
  for (const [how, length] of [[paste, 3e5], [insert, 3e5], [paste, 2e6]]) {
    const page = await open(linkTo(address, PLACE)), what = `${how.name} of ${length} letters`;
    await page.until(RUNS);
    await page.key('Slash');
    await page.until('document.activeElement === typing.field');
    await how(page, length);
    await page.rest();
    check(`${what}: it is not said that not all has room`, /^The sentence is full: /.test(await said(page)), await said(page));
    check(`${what}: the bound is not said where it is passed, or elsewhere`, await page.evaluate(`part('long').hidden`) === length < 1e6);
    await page.key('Escape');
    await lives(page, check, what);
    await page.close();
  }
}

// Each opens the lesson that it names, or the first, with a line that says what is wrong.
async function links(address, check) {
  const long = letters => letters.repeat(1e6 / letters.length);
  for (const [place, lesson, line] of [['lesson=5;sentence=' + long('the cat '), 5, /sentence is \d+ bytes long/], [long('x'), 1, /^a part of the place is/],
    ['lesson=/data/lessons', 1, /lessons/], ['lesson=/', 1, /lesson/], ['lesson=/dev/stdin', 1, /is a device/], ['lesson=/nowhere', 1, /nowhere/]]) {
    const page = await open(linkTo(address, place)), what = `a link to ${place.slice(0, 24)}`;
    await page.until(RUNS).catch(error => check(`${what}: ${error.message.slice(0, 300)}`, false));
    check(`${what}: nothing says what is wrong`, line.test(await said(page)), (await said(page)).slice(0, 200));
    check(`${what}: another lesson than ${lesson}`, (await page.evaluate('here.place')).startsWith(`lesson=0${lesson}-`));
    await lives(page, check, what);
    await page.close();
  }
}

// Of a frame, an event, a promise, a thread. The loop stops, nothing is called any more, and the page says what to do.
const ERRORS = {
  'a frame': `Module._web_frame = () => { throw new WebAssembly.RuntimeError('unreachable'); }; wake()`,
  'an event': `Module._web_paste = () => { throw new WebAssembly.RuntimeError('unreachable'); };
    document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: new DataTransfer(), bubbles: true, cancelable: true}))`,
  'a promise': `void Promise.resolve().then(() => { throw new WebAssembly.RuntimeError('unreachable'); })`,
  'a thread': `setTimeout(() => { throw new ErrorEvent('error', {message: 'unreachable'}); })`,
};

async function errors(address, check) {
  for (const [of, error] of Object.entries(ERRORS)) {
    const page = await open(linkTo(address, PLACE + ';step=2'));
    await page.until(RUNS);
    await page.evaluate(error);
    await page.until(`!part('stopped').hidden`, 20).catch(() => check(`${of}: nothing says that it has stopped`, false));
    check(`${of}: the reason is not said`, /unreachable/.test(await page.evaluate(`part('reason').textContent`)));
    await page.evaluate(`window.called = 0; for (const name of Object.keys(Module).filter(name => name.startsWith('_web_'))) Module[name] = () => { window.called++; }`);
    await page.key('ArrowRight');
    await page.tab.mouse.move(300, 300);
    await paste(page, 10);
    await page.evaluate(`new Promise(done => setTimeout(done, 100)).then(() => new Promise(done => requestAnimationFrame(done)))`);
    check(`${of}: the program is called though it has stopped`, await page.evaluate('window.called === 0 && clock.asked === 0'));
    await page.tab.click('#first');
    await page.until(`${RUNS} && here.place.startsWith('lesson=01-')`).catch(() => check(`${of}: lesson 1 does not open`, false));
    await page.close();
  }
}

// What the browser denies ends nothing, nor does a script that does not come.
async function harmless(address, check) {
  const page = await open(linkTo(address, PLACE));
  await page.until(RUNS);
  await page.evaluate(`void Promise.reject(new DOMException('denied', 'NotAllowedError')); void Promise.reject('no'); setTimeout(() => { throw new Event('error'); })`);
  await page.evaluate('new Promise(done => setTimeout(done, 100))');
  await lives(page, check, 'what is denied');
  await page.close();
}

async function hooks(address, check) {
  for (const given of ['["--at","lesson=7"]', '%', 'null']) {
    const page = await open(`${address}?arguments=${encodeURIComponent(given)}`);
    await page.until(RUNS + ` || clock.running`).catch(error => check(`?arguments=${given}: ${error.message}`, false));
    check(`?arguments=${given} opens something`, !(await page.evaluate('document.title')).includes('7 · '), await page.evaluate('document.title'));
    check('what can be pressed is told to anybody', await page.evaluate('Module._web_marks === undefined'));
    await page.close();
  }
}

test('long texts have a bound, links that lead nowhere open lesson 1, an error stops the page and is told, and nothing is there for tests', async all => {
  for (const part of [texts, links, errors, harmless, hooks])
    await part(all.address, all.check).catch(error => all.check(`${part.name}: ${error.message.slice(0, 500)}`, false));
});
