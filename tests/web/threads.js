// Threads: where the server isolates the page, and where it does not, from the second visit on by the service worker.
//   usage: node threads.js FOLDER NATIVE
'use strict';
const {open, soon, test, wait} = require('./browser.js'), {serve} = require('../../web/serve.js');

const PLACE = '#at=lesson=5', RUNS = 'typeof clock === "object" && clock.first > 0';
const PROCESSORS = 4; // the window's, and three for the training

async function visit(page, address) {
  await page.go('about:blank');
  page.asked.length = 0;
  await page.go(address);
  await page.until(RUNS);
}

const loaded = page => [...new Set(page.asked.map(url => url.match(/page\.(threads\.)?(relaxed\.)?(wasm|js)$/)?.[0]).filter(Boolean))].sort();
const moduleOf = async (page, program) => program + (await page.evaluate('Module.relaxed') ? '.relaxed.wasm' : '.wasm');

// Who runs where: with threads as many workers run as shall train, and no frame has done any of it; without threads frames have done it.
// How long a frame takes is not asked here, but by ./dev bench web.
async function trains(page, threads, check) {
  if (threads > 0) // a busy machine makes them late
    await page.until(`PThread.unusedWorkers.length > ${threads} && PThread.unusedWorkers.every(worker => worker.loaded)`);
  await page.evaluate('go("lesson=5;view=train")');
  await page.until('here.place.includes("view=train")');
  await page.evaluate('clock.slices.length = 0');
  await page.key('Space');
  await page.until(threads > 0 ? `PThread.runningWorkers.length >= ${threads}` : 'clock.slices.some(slice => slice > 0)');
  const before = await page.pixels();
  check('nothing is seen of a training', await soon(async () => !before.equals(await page.pixels()), 60));
  const slices = await page.evaluate('clock.slices'), own = slices.filter(slice => slice > 0).length;
  if (threads > 0) {
    const running = await page.evaluate('PThread.runningWorkers.length');
    check(`${running} threads train, not ${threads}`, running >= threads);
    check('a training with threads is done by the frames\' thread too', slices.length > 0 && own === 0, `(in ${own} of ${slices.length} frames)`);
  } else
    check('a training without threads is not done between the frames', own > 0);
}

const isIsolated = page => page.evaluate('crossOriginIsolated');

async function byServer({address, check}) {
  const page = await open('about:blank');
  await page.tab.evaluateOnNewDocument(`Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', {get: () => ${PROCESSORS}})`);
  await visit(page, address + PLACE);
  check('a page that its server isolates is not isolated', await isIsolated(page));
  check('another program is loaded than the one with threads', loaded(page).length === 2 && loaded(page).includes(await moduleOf(page, 'page.threads')), loaded(page));
  await trains(page, PROCESSORS - 1, check);
  await page.evaluate('go("lesson=1;card=1")');
  await page.until('PThread.runningWorkers.length === 0', 20).catch(() => check('threads go on when the training is left', false));
  await page.until('navigator.serviceWorker.controller && behind.size === 0', 120);
  check('a program without threads is kept', !await page.evaluate(`caches.match('page.js').then(Boolean)`));
  check('something went wrong', (await page.evaluate('told.length')) === 0, page.told.join('\n'));
  await page.close();
}

async function byService({folder, check}) {
  const {server, address} = await new Promise(done => { const own = serve(folder, 0, where => done({server: own, address: where}), {isolates: false}); });
  const page = await open('about:blank');
  await visit(page, address + PLACE);
  check('the first visit is isolated', !await isIsolated(page));
  check('another program is loaded than the one without threads', loaded(page).length === 2 && loaded(page).includes(await moduleOf(page, 'page')), loaded(page));
  await trains(page, 0, check);
  await page.until(`caches.match('isolates').then(Boolean)`, 120).catch(error => check(error.message, false));
  check('a newer version is told of', await page.evaluate(`part('newer').hidden`));
  server.close();
  server.closeAllConnections();
  await visit(page, address + PLACE).catch(error => check('the second visit: ' + error.message, false));
  check('the second visit is not isolated', await isIsolated(page));
  check('another program is loaded the second time than the one with threads', loaded(page).includes(await moduleOf(page, 'page.threads')), loaded(page));
  await trains(page, 1, check);
  await wait(500);
  check('the second visit is told of a newer version', await page.evaluate(`part('newer').hidden`));
  await page.close();
}

test('isolated by its server, or from the second visit on by the service worker, the page trains with threads', async all => {
  for (const part of [byServer, byService])
    await part(all).catch(error => all.check(`${part.name}: ${error.message}`, false));
});
