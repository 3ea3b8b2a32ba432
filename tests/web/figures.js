// A figure as a page of one file: what is pointed at says its number, by mouse, finger, Tab and arrows, and no server is asked.
//   usage: node figures.js FOLDER NATIVE
'use strict';
const fs = require('fs'), os = require('os'), path = require('path'), {execFileSync} = require('child_process');
const {open, test} = require('./browser.js');

const LESSONS = path.join(__dirname, '../../lessons');
const said = page => page.evaluate('document.getElementById("said").textContent');
const middle = (page, name) => page.evaluate(`(() => {
  const box = [...document.querySelectorAll('.told')].find(part => part.getAttribute('aria-label').startsWith('${name}')).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})()`);

test('a figure as a page says its numbers by mouse, finger, Tab and arrows, and asks no server', async ({native, check}) => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'attend-figure-')), 'f.html');
  execFileSync(native, ['figure', path.join(LESSONS, '05-cat-chase-mouse'), '--view', 'heatmap', '-o', file]);
  const page = await open(`file://${file}`, {width: 1100, height: 800});
  await page.tab.mouse.move(...await middle(page, 'α₂₂'));
  check('the mouse hears nothing', (await said(page)).startsWith('α₂₂ = 0.7'), await said(page));
  await page.tab.mouse.move(1, 790);
  check('what is left is still said', await said(page) === '', await said(page));
  await page.key('Tab');
  const first = await said(page);
  check('Tab hears nothing', first !== '');
  await page.key('Tab');
  check('Tab hears the same again', await said(page) !== first);
  await page.evaluate(`[...document.querySelectorAll('.told')].find(part => part.getAttribute('aria-label').startsWith('α₂₂')).focus()`);
  for (const [key, name] of [['ArrowRight', 'α₂₃'], ['ArrowDown', 'α₃₃'], ['ArrowLeft', 'α₃₂'], ['ArrowUp', 'α₂₂']]) {
    await page.key(key);
    check(`${key} goes elsewhere`, (await said(page)).startsWith(name), await said(page));
  }
  await page.key('Escape');
  check('Escape leaves it there', await said(page) === '');
  check('a server is asked', page.asked.every(url => url.startsWith('file://')), page.asked.join(' '));
  await page.close();
  const finger = await open(`file://${file}`, {width: 390, height: 844, scale: 2, touch: true});
  await finger.tap(...await middle(finger, 'α₃₁'));
  check('the finger hears nothing', (await said(finger)).startsWith('α₃₁'), await said(finger));
  await finger.close();
});
