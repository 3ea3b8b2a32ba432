// The page's address: what Back and Forward do, what a link opens, what the browser wishes.
//   usage: node address.js FOLDER NATIVE
'use strict';
const {open, soon, test} = require('./browser.js');

// All is drawn, and the address says the place.
async function rest(page) {
  await page.rest();
  await page.until('here.place && !here.timer', 20);
}
const shown = async page => { await page.until('clock.first > 0 && here.place'); await rest(page); };
const place = page => page.evaluate('here.place');
const address = page => page.evaluate('decodeURIComponent(location.hash)');

async function history(where, check) {
  const page = await open(where + '#at=lesson=5;card=1;sentence=cat%20chase%20mouse');
  await shown(page);
  await page.evaluate('window.same = true');
  const first = await place(page), pages = await page.evaluate('history.length');
  await page.key('KeyN');
  await rest(page);
  const second = await place(page);
  check('the next card is no other place', second.includes(';card=2;') && await address(page) === '#at=' + second, second);
  check('another card is not one page more', await page.evaluate('history.length') === pages + 1);
  await page.key('End');
  await rest(page);
  const later = await place(page);
  check('the address does not follow a step', later !== second && await address(page) === '#at=' + later, later);
  check('a step is a page of its own', await page.evaluate('history.length') === pages + 1);
  await page.evaluate('history.back()');
  await page.until(`here.place === ${JSON.stringify(first)}`, 10).catch(error => check('Back: ' + error.message, false));
  await page.evaluate('history.forward()');
  await page.until(`here.place === ${JSON.stringify(later)}`, 10).catch(error => check('Forward: ' + error.message, false));
  await page.evaluate(`location.hash = '#at=lesson=10;card=3'`);
  await page.until(`here.place.startsWith('lesson=10-luong') && here.place.includes('card=3;')`, 30).catch(error => check('a link: ' + error.message, false));
  check('the page was loaded again', await page.evaluate('window.same === true'));
  check('theme or language are in the address', !/theme|language/.test(await address(page)), await address(page));
  await page.close();
}

// A lesson has another number than in the link, which has its old one.
async function renumbered(where, check) {
  const page = await open(where + '#at=lesson=14-self-attention;card=2');
  await shown(page);
  const old = await place(page);
  check('an old name', old.startsWith('lesson=20-self-attention;') && old.includes(';card=2;'), old);
  await page.evaluate(`location.hash = '#at=lesson=15-many-heads;card=3'`);
  await page.until(`here.place.startsWith('lesson=21-many-heads') && here.place.includes('card=3;')`, 30)
    .catch(error => check('a link with an old name: ' + error.message, false));
  await page.close();
}

async function changed(where, check) {
  const weights = ';weights=3:0.9,0.05,0.05;', page = await open(where + '#at=lesson=5;card=1' + weights + 'step=3;moment=word');
  await shown(page);
  check('a link does not keep a changed weight', (await place(page)).includes(weights), await place(page));
  const with_it = await page.pixels();
  await page.evaluate(`location.hash = '#at=lesson=5;card=1;step=3;moment=word'`);
  await page.until(`!here.place.includes('weights')`, 10).catch(error => check('a link without weights: ' + error.message, false));
  await rest(page);
  check('a changed weight changes no picture', !with_it.equals(await page.pixels()));
  await page.evaluate('history.back()');
  await page.until(`here.place.includes(${JSON.stringify(weights)})`, 10).catch(error => check('back to the weights: ' + error.message, false));
  await page.close();
}

// One sentence in the window, and all goes on.
async function broken(where, check) {
  for (const wrong of ['lesson=99', 'lesson=5;moment=none', '%E0%A4%A', 'lesson=5;weights=1:x', 'sentence=cat%00dog', 'sentence=a%ff']) {
    const page = await open(where + '#at=' + wrong);
    await shown(page).catch(error => check(`${wrong}: ${error.message}`, false));
    check(`${wrong}: the page stops`, await page.evaluate(`part('stopped').hidden && clock.running`));
    const before = await place(page);
    check(`${wrong}: it is taken for another sentence`, !/sentence=(cat;|a%|a�)/.test(before), before);
    check(`${wrong}: the address keeps it`, await address(page) === '#at=' + before, await address(page));
    await page.key('ArrowRight');
    await rest(page);
    check(`${wrong}: no key moves it`, await place(page) !== before);
    await page.close();
  }
}

async function wishes(where, check) {
  const page = await open('about:blank');
  const wish = (on, contrast) => page.send('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value: on ? 'dark' : 'light'},
    {name: 'prefers-contrast', value: contrast ? 'more' : 'no-preference'}]});
  const dark = on => wish(on, false);
  const corner = async () => (await page.pixels())[3 * 20];
  await page.send('Emulation.setUserAgentOverride', {userAgent: await page.tab.browser().userAgent(), acceptLanguage: 'zh-CN,en'});
  await dark(true);
  await page.go(where + '#at=lesson=5');
  await shown(page);
  const title = await page.evaluate('document.title');
  check('a Chinese browser gets another language', /\p{Script=Han}/u.test(title), title);
  check('a dark browser gets a light page', await corner() < 100);
  const place = await page.evaluate('location.hash');
  await wish(true, true);
  check('high contrast does not follow the browser', await soon(async () => await corner() < 20), await corner());
  await rest(page);
  check('high contrast is in the address', await page.evaluate('location.hash') === place);
  await dark(true);
  check('high contrast does not go with the browser\'s wish', await soon(async () => await corner() > 20), await corner());
  await dark(false);
  check('the theme does not follow the browser', await soon(async () => await corner() > 150));
  await page.key('KeyT');
  check('T gives no other theme', await soon(async () => await corner() < 100));
  await dark(true);
  await rest(page);
  await dark(false);
  await rest(page);
  check('the theme that was chosen does not stay', await corner() < 100);
  await page.close();
}

test('the address says the place: back and forward, links with weights, broken ones; language and theme are the browser\'s', async ({address, check}) => {
  await history(address, check);
  await changed(address, check);
  await renumbered(address, check);
  await broken(address, check);
  await wishes(address, check);
});
