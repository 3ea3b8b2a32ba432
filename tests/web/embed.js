// The page in a frame of another page: Tab leaves it, the wheel is the outer page's, no panel, nothing is kept; and the frame that
// Ctrl+E gives is such a one.   usage: node embed.js FOLDER NATIVE
'use strict';
const http = require('http');
const {open, until, rest, drawn, soon, test} = require('./browser.js');

const outer = frame => `<!doctype html><title>outer</title><body style="margin:0"><button id="before">before</button>${frame}
  <button id="after">after</button><div style="height:3000px"></div></body>`;

// A page of another machine.
const serveOuter = frame => new Promise(done => {
  const server = http.createServer((request, response) => response.writeHead(200, {'Content-Type': 'text/html'}).end(outer(frame)));
  server.listen(0, '127.0.0.1', () => done({server, where: `http://127.0.0.1:${server.address().port}/`}));
});

// What the page itself gives for the place it is at.
async function copied(address, check) {
  const page = await open(address + '#at=lesson=5;card=3;step=3;moment=scores;language=en');
  await page.until('clock.first > 0 && here.place');
  await page.evaluate('navigator.clipboard.writeText = async text => { window.copied = text; }');
  await page.key('Control+KeyE');
  await page.rest();
  for (let i = 0; i < 11; i++) // close, three of the stage, four of the map, the numbers, the link, the frame
    await page.key('Tab');
  await page.key('Enter');
  await page.until('window.copied', 10).catch(error => check('nothing is copied: ' + error.message, false));
  const text = await page.evaluate('window.copied') ?? '';
  check('no frame is copied', text.startsWith(`<iframe src="${address}?embed=1#at=lesson=05-cat-chase-mouse;`) && /title="[^"]*attend"/.test(text), text);
  await page.close();
  return text;
}

const frameOf = page => page.tab.frames().find(frame => frame !== page.tab.mainFrame());
const focus = page => page.evaluate('document.activeElement.id || document.activeElement.tagName');

// Until the key leaves the frame, which it does where the frame says that it is at its end; how often it was pressed.
async function walk(page, frame, key, end) {
  for (let count = 1; count <= 80; count++) {
    const leaves = await frame.evaluate(`around.${end}`);
    await page.key(key);
    if (leaves && await soon(async () => await focus(page) !== 'IFRAME'))
      return count;
    await drawn(frame);
  }
  return 80;
}

async function keys(page, frame, check) {
  const comes = () => soon(async () => await focus(page) === 'IFRAME');
  await page.evaluate(`document.getElementById('before').focus()`);
  await page.key('Tab');
  check('Tab does not come into the frame', await comes(), await focus(page));
  const count = await walk(page, frame, 'Tab', 'last');
  check('Tab does not come to the controls of the frame', count > 5, `${count} times Tab`);
  check('Tab does not leave the frame', await focus(page) === 'after', await focus(page));
  await page.key('Shift+Tab');
  check('Shift+Tab does not come back', await comes(), await focus(page));
  await walk(page, frame, 'Shift+Tab', 'first');
  check('Shift+Tab does not leave the frame', await focus(page) === 'before', await focus(page));
}

async function wheel(page, frame, check) {
  const scrolled = () => page.evaluate('scrollY');
  const scrolls = () => page.until('scrollY > 0 && scrollY === window.was || (window.was = scrollY, false)', 20).then(() => true, () => false); // to its end
  await page.tab.mouse.move(480, 200);
  await page.tab.mouse.wheel({deltaY: 120});
  check('the wheel does not scroll the outer page', await scrolls());
  check('the hint is shown where nothing scrolls', await frame.evaluate(`part('hint').hidden`));
  await page.evaluate('scrollTo(0, 0)');
  await frame.evaluate(`go('lesson=5;view=heatmap'), wake()`); // which has something to zoom
  await until(frame, page.told, `here.place.includes('view=heatmap')`, 120);
  await rest(frame);
  await frame.evaluate(`new MutationObserver(() => { window.hinted = true; }).observe(part('hint'), {attributes: true})`); // it goes soon
  await page.tab.mouse.wheel({deltaY: 120});
  check('no hint says how the picture scrolls', await soon(() => frame.evaluate('window.hinted')));
  check('without Ctrl the wheel is not the outer page\'s', await scrolls());
  await page.evaluate('scrollTo(0, 0)');
  const still = await frame.evaluate('Module.canvas.toDataURL()');
  await page.tab.keyboard.down('Control');
  await page.tab.mouse.wheel({deltaY: -240});
  await page.tab.keyboard.up('Control');
  check('with Ctrl the wheel is not the picture\'s', await soon(async () => still !== await frame.evaluate('Module.canvas.toDataURL()')) && await scrolled() === 0);
}

test('in a frame Tab leaves, the wheel passes, and nothing is kept', async ({address, check}) => {
  const {server, where} = await serveOuter(await copied(address, check));
  const page = await open(where, {width: 1000, height: 700});
  await page.until(`document.querySelector('iframe')`);
  const frame = frameOf(page);
  await until(frame, page.told, 'clock.first > 0 && here.place', 120);
  await rest(frame);
  const place = await frame.evaluate('here.place');
  check('the frame is at another place', place.includes('card=3;') && place.includes('moment=scores'), place);
  check('the frame took the focus', await focus(page) === 'BODY', await focus(page));
  const pages = await page.evaluate('history.length');
  await keys(page, frame, check);
  await wheel(page, frame, check);
  check('the frame makes pages of its own in the history', await page.evaluate('history.length') === pages);
  const left = await frame.evaluate(`(async () => [localStorage.length, (await indexedDB.databases()).length,
    (await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length].join())()`);
  check('something is kept', left === '0,0,0,0', left);
  await page.close();
  server.close();
});
