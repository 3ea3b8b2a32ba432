// The page in Chromium beside the native window: frames byte for byte, a key, a download, a place that is kept, and no
// request to anywhere else.   usage: node page.js FOLDER NATIVE
'use strict';
const fs = require('fs'), os = require('os'), path = require('path');
const {linkTo, open, test} = require('./browser.js'), {serve} = require('../../web/serve.js'), {WIDTH, HEIGHT, nativeFrame} = require('./native.js');

const PLACES = ['lesson=1;card=1;language=en;theme=light', 'lesson=5;step=3;moment=softmax;language=en;theme=light',
  'lesson=12;card=3;language=zh;theme=dark'];

async function at(address, place) {
  const page = await open(linkTo(address, place), {width: WIDTH, height: HEIGHT, still: true});
  await page.until('clock.frames.length > 1');
  await page.rest();
  return page;
}

async function frames({address, native, check}) {
  for (const place of PLACES) {
    const page = await at(address, place), got = await page.pixels(), want = await nativeFrame(native, place);
    let differ = 0;
    for (let i = 0; i < want.length; i += 3)
      differ += want.compare(got, i, i + 3, i, i + 3) !== 0;
    check(`${place}: another picture than in the native window`, got.length === want.length && differ === 0, `(${differ} pixels)`);
    await page.close();
  }
}

async function use({address, check}) {
  const page = await at(address, PLACES[1]), before = await page.pixels();
  await page.key('ArrowRight');
  await page.rest();
  check('the right arrow key moves nothing', !before.equals(await page.pixels()));
  await page.evaluate('navigator.clipboard.writeText = async text => { window.copied = text; }');
  await page.key('Control+KeyL');
  await page.until('window.copied', 20).catch(error => check(error.message, false));
  const link = await page.evaluate('window.copied');
  check('Ctrl+L copies no link', link?.startsWith(address + '#at=lesson=05'), link);
  await page.key('Control+KeyE');
  await page.rest();
  await page.key('Tab'); // close
  await page.key('Tab'); // this view as PNG
  await page.key('Enter');
  const file = await page.download().catch(error => check(error.message, false));
  check('a download is empty', file && fs.statSync(file).size > 1000);
  await page.go('about:blank');
  await page.go(address);
  await page.until('clock.frames?.length > 1');
  const last = await page.evaluate(`FS.readFile('/home/web_user/.local/state/attend/last', {encoding: 'utf8'})`).catch(() => '');
  check('the place is not kept over a visit', last.includes('moment=context'), last);
  check('the page asked somewhere else', page.asked.every(url => /^(about:|blob:|data:)/.test(url) || url.startsWith(address)), page.asked.join(' '));
  await page.close();
}

// Once seen, the page opens without a server, by each of its names. A course that lies beside it is not its own: what is new there is seen.
async function offline({folder, check}) {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'attend-offline-')), beside = path.join(copy, 'course/index.html');
  fs.cpSync(folder, copy, {recursive: true});
  fs.mkdirSync(path.dirname(beside));
  const {server, address} = await new Promise(done => { const own = serve(copy, 0, where => done({server: own, address: where})); });
  const page = await open(address + 'index.html', {width: WIDTH, height: HEIGHT});
  await page.until('navigator.serviceWorker.controller && behind.size === 0', 120);
  for (const title of ['old', 'new one']) {
    fs.writeFileSync(beside, `<!doctype html><title>${title}</title>`);
    await page.go(address + 'course/');
    check('a page beside it is another than the server has', await page.evaluate('document.title') === title, await page.evaluate('document.title'));
    check('the page has no service', await page.evaluate('Boolean(navigator.serviceWorker.controller)'));
  }
  const kept = await page.evaluate(`caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.keys()))))
    .then(all => all.flat().map(({url}) => url).filter(url => url.includes('course')).join())`);
  check('a page beside it is kept', kept === '', kept);
  server.close();
  server.closeAllConnections();
  for (const name of ['', 'index.html', '?a=b', 'index.html?a=b']) {
    await page.go('about:blank');
    await page.go(`${address}${name}#at=lesson=12;card=3`);
    await page.until('clock.first > 0').catch(error => check(`without a server: ./${name}: ${error.message}`, false));
    const told = await page.evaluate('told.join(" ")').catch(() => '');
    check('a lesson does not open without a server', told === '', told);
  }
  await page.close();
  fs.rmSync(copy, {recursive: true});
}

test('Chromium shows the native frames, hears keys, downloads, keeps the place, and needs no server the second time', async all => {
  await frames(all);
  await use(all);
  await offline(all);
});
