// The page in Firefox, over WebDriver BiDi: it opens at a link, hears keys, downloads, and asks nobody else.
//   usage: node firefox.js FOLDER NATIVE
'use strict';
const fs = require('fs');
const {MARKED, linkTo, open, test} = require('../browser.js'), {keys} = require('../hands.js');

const PLACE = 'lesson=5;step=3;moment=softmax;language=en;theme=light';

test('Firefox opens the page, hears keys and downloads', async ({address, check}) => {
  const page = await open(linkTo(address, PLACE), {browser: 'firefox'});
  await page.until('clock.first > 0', 120);
  const before = await page.evaluate('here.place');
  check('Firefox: the page is not where the link says', before.includes('moment=softmax'), before);
  await page.key('ArrowRight');
  await page.until(`here.place !== ${JSON.stringify(before)}`, 20).catch(error => check('Firefox: the right arrow key moves nothing', false));
  const hand = keys(page);
  await hand.open('Control+KeyE', 'TARGET_FORMAT');
  await hand.press('TARGET_FORMAT', 0);
  const file = await page.download(/\.png$/).catch(error => check('Firefox: ' + error.message, false));
  check('Firefox: what is downloaded is no PNG', file && fs.readFileSync(file).subarray(1, 4).toString() === 'PNG');
  check('Firefox: the page asked somewhere else', page.asked.every(url => /^(about:|blob:|data:)/.test(url) || url.startsWith(address)), page.asked.join(' '));
  await page.close();
}, MARKED);
