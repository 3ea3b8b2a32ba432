// What comes when it is needed: lessons that are still to come or do not come, rare hanzi, a core that breaks off; browsers that
// lack something; a newer version.   usage: node loading.js FOLDER NATIVE
'use strict';
const fs = require('fs'), http = require('http'), os = require('os'), path = require('path');
const {linkTo, open, soon, test} = require('./browser.js'), {serve} = require('../../web/serve.js'), {nativeFrame, WIDTH, HEIGHT} = require('./native.js');

const RUNS = 'typeof clock === "object" && clock.first > 0';
const CORNERS = 'language=en;theme=light';

// A page whose requests are its own, none a service worker's. Those that match `page.hold` wait until they are let go.
async function opened(address, {hold = null, before = null} = {}) {
  const page = await open('about:blank', {width: WIDTH, height: HEIGHT, still: true}), held = [];
  await page.tab.setBypassServiceWorker(true);
  if (before)
    await page.tab.evaluateOnNewDocument(before);
  Object.assign(page, {hold, held, letGo(how) { page.hold = null; held.splice(0).forEach(how ?? (request => request.continue())); }});
  await page.tab.setRequestInterception(true);
  page.tab.on('request', request => page.hold?.test(request.url()) ? held.push(request) : request.continue());
  await page.go(address);
  return page;
}

const fail = request => request.abort('internetdisconnected'), refuse = request => request.respond({status: 404});

async function still(page) {
  await page.rest();
  return page.pixels();
}

const isOther = (page, before) => soon(async () => !before.equals(await page.pixels()));

// The middle of a dark button on the stage.
async function press(page) {
  await page.tab.mouse.move(5, HEIGHT / 2); // the one under the pointer is paler
  await page.rest();
  const pixels = await page.pixels(), dark = (x, y) => pixels[(y * WIDTH + x) * 3] < 60;
  for (let y = HEIGHT * 0.3 | 0; y < HEIGHT * 0.8; y++)
    for (let x = WIDTH * 0.3 | 0, run = 0; x < WIDTH; x++) {
      run = dark(x, y) ? run + 1 : 0;
      if (run === 60) {
        await page.tap(x - 30, y + 10);
        return true;
      }
    }
  return false;
}

// What a screen reader hears of it, and the control that asks again.
async function says(page, check, line) {
  const said = () => page.evaluate(`part('said-waiting').textContent`);
  check(`it is not said that ${line}`, await soon(async () => line.test(await said())), await said());
}

const tryAgain = page => page.evaluate(`(() => {
  const button = [...document.querySelectorAll('#said-controls [data-press]')].find(control => control.textContent === 'Try again');
  button?.click();
  return Boolean(button);
})()`);

async function lessons({address, check}) {
  const page = await opened(linkTo(address, `lesson=5;card=8;${CORNERS}`), {hold: /lessons\/0[67]/});
  await page.until(RUNS);
  const before = await still(page);
  await page.key('n');
  await says(page, check, /^Lesson 6 is still loading$/);
  const loading = await still(page), title = () => page.evaluate('document.title');
  check('nothing says that a lesson is loading', !before.equals(loading) && (await title()).includes('Cat'));
  check('what is loading can be tried again', !await tryAgain(page));
  await page.key('m');
  check('the course cannot be read while a lesson is loading', !loading.equals(await still(page)));
  await page.key('Escape');
  check('the course does not close over a lesson that is loading', loading.equals(await still(page)));
  page.letGo(fail);
  page.hold = /lessons\/06/;
  check('nothing says that a lesson did not come', await isOther(page, loading));
  await says(page, check, /could not be fetched: there is no connection$/);
  check('what did not come cannot be tried again', await press(page));
  await says(page, check, /^Lesson 6 is still loading$/);
  check('what did not come is not asked for again', await soon(async () => page.held.length > 0 && page.held.length === await page.evaluate('going.size')));
  page.letGo(refuse);
  check('nothing says that the server has not got a lesson', await isOther(page, loading));
  await says(page, check, /could not be fetched: the server does not have it/);
  check('what did not come cannot be tried again beside the canvas', await tryAgain(page));
  await page.until('document.title.includes("Tom chase")').catch(error => check('a lesson does not open by itself: ' + error.message, false));
  await says(page, check, /^It is loaded$/);
  await page.close();
}

// A server that has given half of a model goes on as soon as the page has drawn frames and heard a key: one that waits for it stands still.
async function slowly({address, check}) {
  let goOn = null;
  const relay = async (request, response) => {
    const answer = await fetch(address + request.url.slice(1)), bytes = Buffer.from(await answer.arrayBuffer()), half = bytes.length >> 1;
    response.writeHead(answer.status, {...Object.fromEntries(answer.headers), 'content-length': bytes.length, 'content-encoding': 'identity'});
    if (!/lessons\/05[^/]*\/model/.test(request.url))
      return response.end(bytes);
    response.write(bytes.subarray(0, half));
    let at = half;
    const trickle = setInterval(() => response.write(bytes.subarray(at, ++at)), 1000); // as a slow network does
    goOn = () => { clearInterval(trickle); response.end(bytes.subarray(at)); };
  };
  const server = http.createServer((request, response) => relay(request, response).catch(() => response.destroy())); // by then the page may be left
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const page = await opened(linkTo(`http://127.0.0.1:${server.address().port}/`, `lesson=1;card=1;${CORNERS}`));
  await page.until(RUNS);
  await page.evaluate(`go('lesson=5;card=2')`);
  check('half of a model never comes', await soon(() => goOn !== null));
  await says(page, check, /^Lesson 5 is still loading$/);
  const loading = await still(page);
  await page.key('m');
  check('the page stands still while a lesson comes', !loading.equals(await still(page)));
  await page.key('Escape');
  goOn?.();
  await page.until('document.title.includes("Cat chase")', 120).catch(error => check(error.message, false));
  await page.close();
  server.close();
  server.closeAllConnections();
}

async function hanzi({address, native, check}) {
  const place = `lesson=5;sentence=cat 龘 chase 饕;step=1;moment=softmax;${CORNERS}`;
  const page = await opened(linkTo(address, place), {hold: /fonts\/more/});
  await page.until(RUNS);
  const boxes = await still(page), fonts = () => page.asked.filter(url => /fonts\/more/.test(url)).length;
  check('no font is asked for a rare hanzi', page.held.length > 0);
  check('all fonts are asked for two rare hanzi', fonts() <= 4, `(${fonts()})`);
  page.letGo();
  await page.until('going.size === 0');
  const shapes = await still(page);
  check('rare hanzi stay boxes', !boxes.equals(shapes));
  const want = await nativeFrame(native, place);
  check('rare hanzi look otherwise than in the native window', shapes.equals(want));
  await page.close();
  const course = await opened(linkTo(address, `lesson=12;card=3;language=zh;theme=dark`));
  await course.until(RUNS + ' && behind.size === 0', 120);
  check('the course itself needs a further font', !course.asked.some(url => /fonts\/more/.test(url)), course.asked.filter(url => /more/.test(url)).join(' '));
  await course.close();
}

// A network that brings nothing any more is told of: before the program begins with a clock that runs ahead, and behind it by the program.
async function silence({address, check}) {
  const fast = `{ const now = Date.now, began = now(); Date.now = () => began + 10 * (now() - began); }`, shown = '!part("silent").hidden';
  const page = await opened(linkTo(address, CORNERS), {hold: /core\.bin/, before: fast});
  await page.until('document.getElementById("silent") && ' + shown).catch(error => check('nothing says that the network is silent: ' + error.message, false));
  await soon(() => page.held.length === 1);
  await page.tab.click('#anew').catch(error => check(error.message, false));
  check('what is silent is not asked for again', await soon(() => page.held.length === 2));
  await page.until(shown).catch(error => check('the second time: ' + error.message, false));
  page.held.shift();
  page.letGo();
  await page.until(RUNS).catch(error => check('it does not go on when something comes: ' + error.message, false));
  check('the line stays', await soon(() => page.evaluate('part("silent").hidden')));
  await page.close();
  const lesson = await opened(linkTo(address, `lesson=5;card=1;${CORNERS}`), {hold: /lessons\/06/});
  await lesson.until(RUNS);
  await lesson.evaluate('go("lesson=6")');
  await says(lesson, check, /^Lesson 6 is still loading$/);
  await lesson.until(`/could not be fetched/.test(part('said-waiting').textContent)`, 60).catch(() => check('a lesson that does not come is waited for without end', false));
  lesson.held.length = 0;
  lesson.letGo();
  check('it cannot be tried again', await tryAgain(lesson));
  await lesson.until('document.title.includes("Tom chase")').catch(error => check('a lesson does not open the second time: ' + error.message, false));
  await lesson.close();
}

// Without https there is no service and there are no threads, which is said once.
async function insecure({address, check}) {
  const page = await open(address.replace('127.0.0.1', 'insecure.test') + '#at=lesson=5'), hidden = () => page.evaluate('part("insecure").hidden');
  await page.until(RUNS);
  check('the address is a secure one', !await page.evaluate('isSecureContext'));
  check('nothing says what is lost without https', !await hidden());
  await page.tab.click('#understood');
  check('the line stays though it was understood', await hidden());
  await page.go('about:blank');
  await page.go(address.replace('127.0.0.1', 'insecure.test') + '#at=lesson=5');
  await page.until(RUNS);
  check('it is told again', await hidden());
  await page.close();
  const secure = await open(address + '#at=lesson=5');
  await secure.until(RUNS);
  check('it is told where nothing is lost', await secure.evaluate('part("insecure").hidden'));
  await secure.close();
}

// Each of the files that come before the program, broken off once.
async function core({address, check}) {
  for (const file of ['attend.js', 'page.threads.js', 'core.bin', 'wasm', 'lessons/05-cat-chase-mouse/model']) {
    const page = await opened(linkTo(address, `lesson=5;${CORNERS}`), {hold: new RegExp(file.replace('.', '\\.'))});
    await soon(() => page.held.length > 0, 60);
    page.letGo(fail);
    await page.until('!document.getElementById("failed").hidden').catch(() => check(`nothing says that ${file} did not come`, false));
    await page.tab.click('#retry');
    await page.until(RUNS).catch(error => check(`it does not go on after ${file}: ${error.message}`, false));
    check(`the bar is not at its end after ${file}`, await page.evaluate('part("bar").value') > 0.999);
    await page.close();
  }
}

// The program comes first; the lesson that is opened is asked for as soon as the core says its files, before there is a program to read them.
async function order({address, check}) {
  const page = await opened(linkTo(address, `lesson=5;${CORNERS}`), {hold: /\.wasm|threads\.js/}), asked = name => page.asked.some(url => name.test(url));
  await soon(() => page.held.length === 2, 60);
  check('the program shares the network with what it reads', !asked(/core\.bin/));
  page.held.splice(page.held.findIndex(request => /wasm/.test(request.url())), 1)[0].continue();
  check('the lesson waits for the program', await soon(() => asked(/lessons\/05-cat-chase-mouse\/model/)));
  page.letGo();
  await page.until(RUNS);
  check('what came before the program is not taken', await page.evaluate('ahead.size === 0'));
  await page.close();
}

// Workers that do not come are done without.
async function workers({address, check}) {
  const page = await opened(address + '#at=lesson=5;view=train', {hold: /worker\.js/});
  await soon(() => page.held.length > 0, 60);
  page.held.splice(0).forEach(fail);
  await page.until(RUNS).catch(error => check('without workers: ' + error.message, false));
  await page.key('Space');
  await page.until('clock.slices.some(slice => slice > 1)', 20).catch(() => check('without workers nothing is trained', false));
  await page.close();
}

const LACKS = {
  'delete WebAssembly.instantiateStreaming': /WebAssembly/,
  'WebAssembly.validate = () => false': /SIMD/,
  'delete window.TransformStream': /TransformStream/,
  'delete String.prototype.replaceAll': /JavaScript/,
};

async function browsers({address, folder, check}) {
  for (const [lack, named] of Object.entries(LACKS)) {
    const page = await opened(address, {before: lack}), shown = id => page.evaluate(`document.getElementById('${id}').textContent`);
    await page.until('!document.getElementById("problem").hidden').catch(() => {});
    check(`${lack}: what is missing is not named`, named.test(await shown('why')) && named.test(await shown('why-zh')));
    check(`${lack}: the program is loaded in vain`, !page.asked.some(url => /core\.bin|wasm/.test(url)));
    await page.close();
  }
  const first = fs.readFileSync(path.join(folder, 'check.js'), 'utf8').replace(/\/\/.*|'[^'\n]*'/g, '');
  check('check.js has a syntax that old browsers do not read', !/=>|`|\?\.|\?\?|\|\|=|\b(let|const|class|async)\b|\.\.\./.test(first));
}

// No database, no small store, no clipboard, no service worker: it runs, says that it keeps nothing, and copies.
async function bare({address, check}) {
  const refuse = name => `Object.defineProperty(window, '${name}', {get() { throw new DOMException('denied', 'SecurityError'); }});`;
  const page = await opened(address + '#at=lesson=5', {before: refuse('indexedDB') + refuse('localStorage') +
    `for (const name of ['clipboard', 'serviceWorker']) Object.defineProperty(Navigator.prototype, name, {get() {}});
     Document.prototype.execCommand = what => { window.copied = [what, document.activeElement.value]; };`});
  await page.until(RUNS).catch(error => check('without a database: ' + error.message, false));
  check('a window that keeps nothing does not say so', await page.evaluate('!part("kept").hidden'));
  await page.key('Control+KeyL');
  await page.until('window.copied').catch(() => {});
  const copied = await page.evaluate('window.copied');
  check('without a clipboard nothing is copied', copied?.[0] === 'copy' && copied[1].includes('#at=lesson=05'), copied);
  await page.close();
}

function change(folder, file, how) {
  const whole = path.join(folder, file);
  fs.writeFileSync(whole, how(fs.readFileSync(whole, 'utf8')));
  ['.gz', '.br'].forEach(ending => fs.rmSync(whole + ending));
}

async function newer({folder, check}) {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'attend-versions-'));
  fs.cpSync(folder, copy, {recursive: true});
  const {server, address} = await new Promise(done => { const own = serve(copy, 0, where => done({server: own, address: where})); });
  const page = await open(address + '#at=lesson=5;card=2', {width: WIDTH, height: HEIGHT});
  await page.until(RUNS + ' && navigator.serviceWorker.controller && registration && behind.size === 0', 120);
  check('a first visit is told of a newer version', await page.evaluate('part("newer").hidden'));
  change(copy, 'service.js', text => text.replace(/VERSION = './, "VERSION = 'next"));
  change(copy, 'index.html', text => text.replace('<html', '<html data-version="next"'));
  await page.key('n');
  await page.evaluate('registration.update()');
  await page.until('!part("newer").hidden').catch(() => check('nothing says that a newer version is ready', false));
  const version = () => page.evaluate('document.documentElement.dataset.version ?? "old"');
  check('the newer version takes the place of the open one', await version() === 'old');
  await page.tab.click('#now');
  await page.until('document.documentElement.dataset.version === "next" && ' + RUNS).catch(error => check('the newer version does not open: ' + error.message, false));
  await page.until('location.hash.includes("card=3")', 5).catch(async () => check('the place is lost with the old version', false, await page.evaluate('location.hash')));
  check('the newer version is told of itself', await page.evaluate('part("newer").hidden'));
  await page.close();
  change(copy, 'lessons/06-tom-chase-jerry/data.tsv', text => text.replace(/a/g, 'e'));
  const old = await opened(address + '#at=lesson=5');
  await old.until(RUNS);
  await old.evaluate('go("lesson=6")');
  await old.until('!part("newer").hidden').catch(() => check("another version's sentences are taken", false));
  check('a lesson opens with sentences of another version', (await old.evaluate('document.title')).includes('Cat'));
  await old.close();
  server.close();
  server.closeAllConnections();
  fs.rmSync(copy, {recursive: true, force: true});
}

test('lessons, rare hanzi and what broke off come when they can; old browsers and newer versions are told', async all => {
  for (const part of [lessons, silence, insecure, slowly, hanzi, core, order, workers, browsers, bare, newer]) {
    await part(all).catch(error => all.check(`${part.name}: ${error.message}`, false));
  }
});
