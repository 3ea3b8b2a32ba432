// A figure as a page of one file: what is pointed at says its number, by mouse, finger, Tab and arrows, and no server is asked.
//   usage: node figures.js FOLDER NATIVE
'use strict';
const fs = require('fs'), os = require('os'), path = require('path'), {execFileSync} = require('child_process');
const {open, test} = require('./browser.js');

const LESSONS = path.join(__dirname, '../../lessons');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'attend-figure-'));
fs.writeFileSync(path.join(folder, 'heads.json'), JSON.stringify({source: ['cat', 'chase'], target: ['猫', '捉'],
  weights: [[[0.9, 0.1], [0.2, 0.8]], [[0.5, 0.5], [0.75, 0.25]]]}));
const said = page => page.evaluate('document.getElementById("said").textContent');
const middle = (page, name) => page.evaluate(`(() => {
  const box = [...document.querySelectorAll('.told rect')].find(part => part.getAttribute('aria-label').startsWith('${name}')).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})()`);

// What is drawn, and what one of its cells says; `from`: what Tab comes to in front of it, where a way of arrows begins.
const figure = (lesson, ...options) => ['figure', path.join(LESSONS, lesson), ...options];
const PICTURES = [
  {made: ['heatmap', path.join(LESSONS, '05-cat-chase-mouse'), 'cat chase mouse'], cell: 'chase → 捉: 0.70', from: 'cat → 猫: 0.8'},
  {made: ['heatmap', '--from', path.join(folder, 'heads.json')], cell: 'head 1 · cat → 捉: 0.75', from: 'head 1'},
  {made: ['heatmap', '--from', path.join(folder, 'heads.json'), '--heads', '1', '--as', 'arcs'], cell: 'cat → 捉: 0.75, chase → 捉: 0.25', from: 'cat → 猫'},
  {made: figure('02-one-recurrent-step', '--view', 'unrolled', '--look', 'one-step'), cell: 'Wₕₕˢ[3, 5] = −0.', from: 'weights of the state before'},
  {made: figure('20-self-attention', '--view', 'self-attention', '--look', 'whole'), cell: 'A₂₃ = 0.9', from: 'A: weights'},
  {made: figure('21-many-heads', '--view', 'self-attention', '--look', 'heads'), cell: 'A₇₃ = 0.0', from: 'A₁₃'},
  {made: figure('05-cat-chase-mouse', '--step', '3', '--moment', 'softmax'), cell: 'h₂→[9] = ', from: 'h₂'},
  {made: figure('18-in-code', '--view', 'code'), cell: 'alpha = e.softmax(0)  ·  α₄ [3] = (0.', from: 'x = self.embedding'},
];

async function checkPicture(native, {made, cell, from}, check) {
  const file = path.join(folder, 'p.html'), name = made.slice(1).map(word => path.basename(word)).join(' ');
  execFileSync(native, [...made, '-o', file]);
  check(`${name}: it is large`, fs.statSync(file).size < 200000);
  const page = await open(`file://${file}`, {width: 1100, height: 800});
  await page.tab.mouse.move(...await middle(page, cell));
  check(`${name}: a cell under the mouse says`, (await said(page)).startsWith(cell), await said(page));
  await page.tab.mouse.move(1, 799);
  let stops = 0;
  do
    await page.key('Tab');
  while (!(await said(page)).startsWith(from) && ++stops < 40);
  check(`${name}: Tab does not come to ${from}`, stops < 40, await said(page));
  const before = await said(page);
  await page.key('ArrowDown');
  await page.key('ArrowRight');
  check(`${name}: arrows say`, /[0-9]/.test(await said(page)) && await said(page) !== before, await said(page));
  const letters = await page.evaluate(`document.fonts.ready.then(() => [...document.fonts].map(font => font.status).join(' '))`);
  check(`${name}: letters of its own`, /^loaded( loaded)*$/.test(letters), letters);
  const parts = await page.evaluate(`[...document.querySelectorAll('.told rect')].filter(part => part.getAttribute('role') !== 'img'
    || !part.getAttribute('aria-label')).length`);
  check(`${name}: a screen reader finds no name of`, parts === 0, parts);
  await page.close();
}

test('a figure as a page says its numbers by mouse, finger, Tab and arrows, and asks no server', async ({native, check}) => {
  const file = path.join(folder, 'f.html');
  execFileSync(native, ['figure', path.join(LESSONS, '05-cat-chase-mouse'), '--view', 'heatmap', '-o', file]);
  const page = await open(`file://${file}`, {width: 1100, height: 800});
  await page.tab.mouse.move(...await middle(page, 'α₂₂'));
  check('the mouse hears nothing', (await said(page)).startsWith('α₂₂ = 0.7'), await said(page));
  await page.tab.mouse.move(1, 790);
  check('what is left is still said', await said(page) === '', await said(page));
  await page.key('Tab');
  const first = await said(page);
  check('Tab hears nothing', first !== '');
  await page.key('ArrowDown');
  check('an arrow hears the same again', await said(page) !== first);
  await page.evaluate(`[...document.querySelectorAll('.told rect')].find(part => part.getAttribute('aria-label').startsWith('α₂₂')).focus()`);
  for (const [key, name] of [['ArrowRight', 'α₂₃'], ['ArrowDown', 'α₃₃'], ['ArrowLeft', 'α₃₂'], ['ArrowUp', 'α₂₂']]) {
    await page.key(key);
    check(`${key} goes elsewhere`, (await said(page)).startsWith(name), await said(page));
  }
  await page.key('Escape');
  check('Escape leaves it there', await said(page) === '');
  check('a server is asked', page.asked.every(url => /^(file|data):/.test(url)), page.asked.join(' ').slice(0, 200));
  await page.close();
  const finger = await open(`file://${file}`, {width: 390, height: 844, scale: 2, touch: true});
  await finger.tap(...await middle(finger, 'α₃₁'));
  check('the finger hears nothing', (await said(finger)).startsWith('α₃₁'), await said(finger));
  await finger.close();
  for (const picture of PICTURES)
    await checkPicture(native, picture, check);
});
