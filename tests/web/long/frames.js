// Every lesson's first card and every view's first picture, in the page and in the native window (tests/app/frames.c): byte for byte.
//   usage: node frames.js FOLDER NATIVE
'use strict';
const fs = require('fs'), os = require('os'), path = require('path'), {execFileSync} = require('child_process');
const {PATIENCE, linkTo, open, test, wait} = require('../browser.js');

const ROOT = path.join(__dirname, '../../..');
const lessons = fs.readdirSync(path.join(ROOT, 'lessons')).filter(name => /^\d/.test(name)).sort();
const views = [...fs.readFileSync(path.join(ROOT, 'src/lesson/views.def'), 'utf8').matchAll(/^VIEW\(\w+, \w+, "([\w-]+)"/gm)].map(([, name]) => name);
const LOOK = ['language=en;theme=light', 'language=zh;theme=dark'];
const shows = {unrolled: 2, 'self-attention': 14, patches: 17, code: 19, exhibit: 22}; // which lesson has a view of its own; others are in each

const places = [...lessons.map((name, i) => `lesson=${parseInt(name)};card=1;${LOOK[i % 2]}`),
  ...views.map((view, i) => `lesson=${shows[view] ?? 5};view=${view};${LOOK[i % 2]}`)];

const differing = (a, b) => {
  let count = a.length === b.length ? 0 : Infinity;
  for (let at = 0; count < Infinity && at < a.length; at += 3)
    count += a.compare(b, at, at + 3, at, at + 3) !== 0;
  return count;
};

// What is measured beside the picture takes longer in the page: its last picture counts.
async function differs(address, place, want) {
  const page = await open(linkTo(address, place), {still: true});
  await page.until('clock.first > 0');
  await page.rest();
  let count = Infinity;
  for (const end = Date.now() + 120000 * PATIENCE; (count = differing(want, await page.pixels())) > 0 && Date.now() < end;)
    await wait(500);
  await page.close();
  return count;
}

test(`${places.length} pictures, of every lesson and of every view, are the native ones`, async ({address, native, check}) => {
  const out = fs.mkdtempSync(path.join(os.tmpdir(), 'attend-frames-'));
  execFileSync(path.join(path.dirname(native), '../../tests/app/frames'), [out], {input: places.map(place => `${lessons[parseInt(place.slice(7)) - 1]} ${place}\n`).join(''), stdio: ['pipe', 'ignore', 'inherit'],
    env: {...process.env, ATTEND_DATA: ROOT, SDL_VIDEODRIVER: 'dummy', LANG: 'C'}});
  for (const [i, place] of places.entries()) {
    const count = await differs(address, place, fs.readFileSync(path.join(out, `${i}.rgb`)));
    check(`${place}: another picture than natively`, count === 0, `(${count} pixels)`);
  }
  fs.rmSync(out, {recursive: true});
});
