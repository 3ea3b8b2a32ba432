// Drives a browser that shows nothing: few words over puppeteer, which tests/web/modules fetches.
//   const page = await open(address, {width: 390, height: 844, scale: 2, touch: true, still: true}); // still: with reduced motion
//   await page.until('clock.first > 0');
//   await page.key('Control+KeyL');
//   await page.close();
// What the words lack, page.tab has (puppeteer's page) and page.send (Chromium's protocol). A test is a file of its own:
//   test('what is true where all went well', async ({address, folder, native, check}) => { ... });
// Behind it MARKED asks for the page with a program that says what can be pressed: hands.js.
'use strict';
const fs = require('fs'), os = require('os'), path = require('path'), {execFileSync} = require('child_process');
const {serve} = require('../../web/serve.js');

const modules = execFileSync(path.join(__dirname, 'modules'), {encoding: 'utf8'}).trim();
const puppeteer = require(path.join(modules, 'puppeteer-core'));
const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));

const BROWSERS = {
  chrome: () => ({executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', pipe: true, args: ['--disable-gpu', '--disable-dev-shm-usage', '--host-resolver-rules=MAP insecure.test 127.0.0.1',
    '--mute-audio', ...(process.getuid() === 0 ? ['--no-sandbox'] : [])]}),
  firefox: () => ({executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr'}),
};
const launched = {};
const launch = browser => launched[browser] ??= puppeteer.launch({browser, defaultViewport: null, ...BROWSERS[browser]()});

// All limits of time are for what never comes: a busy machine takes many times as long as a quiet one. No test passes or fails by them.
const PATIENCE = 5;

// Of a page or a frame in it.
async function until(where, told, expression, seconds = 60) {
  for (const end = Date.now() + 1000 * PATIENCE * seconds; Date.now() < end; await wait(50))
    if (await where.evaluate(expression).catch(() => false))
      return;
  throw new Error(`not within ${PATIENCE * seconds} s: ${expression}\n${told.slice(-5).join('\n')}`);
}

// What was done has been drawn: two of the browser's frames have gone by since.
const drawn = where => where.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');

// And nothing more comes of it: the program has let some of the browser's frames go by, however long they take here, and asks for none. A
// caret that blinks has its own by a timer.
const rest = where => where.evaluate(`new Promise(done => {
  let still = 0;
  (function look() {
    still = clock.asked ? 0 : still + 1;
    still < 10 ? requestAnimationFrame(look) : done();
  })();
})`);

// Whether it holds within that time.
async function soon(holds, seconds = 20) {
  for (const end = Date.now() + 1000 * PATIENCE * seconds; !await holds(); await wait(50))
    if (Date.now() > end)
      return false;
  return true;
}

// Each page has a profile of its own, and a folder that downloads go to.
async function open(address, {width = 1024, height = 700, scale = 1, touch = false, still = false, browser = 'chrome'} = {}) {
  const downloads = fs.mkdtempSync(path.join(os.tmpdir(), 'attend-web-')), told = [], asked = [];
  const context = await (await launch(browser)).createBrowserContext({downloadBehavior: {policy: 'allow', downloadPath: downloads}});
  const tab = await context.newPage(), client = browser === 'chrome' ? await tab.createCDPSession() : null;
  tab.on('console', message => told.push(message.text())).on('pageerror', error => told.push(String(error)))
    .on('request', request => asked.push(request.url()));
  context.on('targetcreated', async target => { // what a service worker asks for
    const worker = target.type() === 'service_worker' ? await target.createCDPSession().catch(() => null) : null;
    worker?.on('Network.requestWillBeSent', ({request}) => asked.push(request.url));
    worker?.send('Network.enable').catch(() => {});
  });
  await tab.setViewport({width, height, deviceScaleFactor: scale, hasTouch: touch, isMobile: touch});
  if (still)
    await tab.emulateMediaFeatures([{name: 'prefers-reduced-motion', value: 'reduce'}]);
  // One after the other in the browser itself, which waits for nobody: a finger that is late rests, and presses nothing.
  const touches = points => Promise.all([...points.map(([x, y], i) => ['touch' + (i ? 'Move' : 'Start'), [{x, y}]]), ['touchEnd', []]]
    .map(([type, touchPoints]) => client.send('Input.dispatchTouchEvent', {type, touchPoints})));
  const page = {
    tab, told, asked,
    send: (method, params) => client.send(method, params),
    go: url => tab.goto(url, {waitUntil: 'domcontentloaded', timeout: 0}).catch(error => told.push(error.message)),
    evaluate: expression => tab.evaluate(expression),
    until: (expression, seconds) => until(tab, told, expression, seconds),
    rest: () => rest(tab),
    async key(keys) { // 'Control+KeyL', as a keyboard calls them
      const held = keys.split('+'), last = held.pop();
      for (const key of held)
        await tab.keyboard.down(key);
      await tab.keyboard.press(last);
      for (const key of held)
        await tab.keyboard.up(key);
    },
    type: text => tab.keyboard.type(text),
    tap: (x, y) => touch ? touches([[x, y]]) : tab.mouse.click(x, y),
    async drag(points) { // [[x, y], ...] with a finger, or with the mouse
      if (touch)
        return touches(points);
      const [at, ...on] = points;
      await tab.mouse.move(...at);
      await tab.mouse.down();
      for (const point of on)
        await tab.mouse.move(...point);
      await tab.mouse.up();
    },
    async pixels() { // without alpha: three bytes a pixel
      const text = await tab.evaluate(`(() => {
        const {width, height} = Module.canvas, all = Module.canvas.getContext('2d').getImageData(0, 0, width, height).data;
        let letters = '';
        for (let i = 0; i < all.length; i += 4)
          letters += String.fromCharCode(all[i], all[i + 1], all[i + 2]);
        return btoa(letters);
      })()`);
      return Buffer.from(text, 'base64');
    },
    picture: file => tab.screenshot({path: file}),
    async download(name = /./, seconds = 20) { // the first file whose name is one such
      const found = () => fs.readdirSync(downloads).find(file => name.test(file) && !/^\.|\.(crdownload|part)$/.test(file)
        && fs.statSync(path.join(downloads, file)).size > 0 && !fs.existsSync(path.join(downloads, file + '.part')));
      for (const end = Date.now() + 1000 * PATIENCE * seconds; Date.now() < end; await wait(50))
        if (found())
          return path.join(downloads, found());
      throw new Error(`nothing was downloaded within ${PATIENCE * seconds} s`);
    },
    async close() {
      await context.close();
      fs.rmSync(downloads, {recursive: true, force: true, maxRetries: 5});
    },
  };
  await page.go(address);
  return page;
}

const closeBrowsers = () => Promise.all(Object.values(launched).map(async browser => (await browser).close()));

const linkTo = (address, place) => `${address}#at=${encodeURIComponent(place)}`;
const MARKED = '-marked'; // behind the name of the folder

// The file's own arguments: the folder that is served, and the native program.
function test(well, body, marked = '') {
  const [folder, native] = [process.argv[2] + marked, path.resolve(process.argv[3])];
  let bad = 0;
  const check = (what, ok, more = '') => ok || (bad++, console.error(`web: ${what} ${more}`));
  const server = serve(folder, 0, async address => {
    await body({address, folder, native, check}).catch(error => check(error.stack, false));
    await closeBrowsers().catch(() => {});
    server.close();
    console.log(bad ? `web: ${path.basename(process.argv[1])}: ${bad} things are wrong` : `web: ${well}`);
    process.exit(bad ? 1 : 0);
  });
}

module.exports = {MARKED, PATIENCE, linkTo, open, wait, test, closeBrowsers, modules, until, drawn, rest, soon};
