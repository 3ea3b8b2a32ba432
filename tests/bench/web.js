// The page of a build beside its bounds: what is loaded, the first frame, frames while it plays and while it trains, memory, and
// a page at rest. Then a training under node beside the native one.   usage: node web.js FOLDER NATIVE PROGRAM.js PROGRAM.threads.js
'use strict';
const fs = require('fs'), os = require('os'), path = require('path'), {execFileSync} = require('child_process');
const {open, wait, closeBrowsers} = require('../web/browser.js'), {serve} = require('../../web/serve.js');

const SIZE = {width: 1440, height: 900}, PLACE = 'lesson=5;step=1;moment=query;language=en;theme=light', EPOCHS = 4;

function tell(what, value, unit, bound) {
  console.log(`${what}: ${value.toFixed(unit === 'MB' ? 0 : 2)} ${unit} (at most ${bound})${value > bound ? '  TOO MUCH' : ''}`);
}

const PHONE = {width: 412, height: 823, scale: 2.625, touch: true}, PHONE_SLOWER = 4; // of the middle, as Chromium's own tools have it

async function firstFrame(address, {megabits, latency = 20, slower, size = SIZE} = {}) {
  const page = await open('about:blank', size);
  if (megabits)
    await page.send('Network.emulateNetworkConditions', {offline: false, latency, uploadThroughput: -1, downloadThroughput: megabits * 125000});
  if (slower)
    await page.send('Emulation.setCPUThrottlingRate', {rate: slower});
  await page.go(address);
  await page.until('clock.first > 0');
  const seconds = await page.evaluate('clock.first / 1000');
  await page.close();
  return seconds;
}

// Processor time of what the page has drawn since `clock.frames` was emptied.
async function tellFrames(page, what) {
  const times = (await page.evaluate('clock.frames')).sort((a, b) => a - b), part = share => times[Math.floor(share * (times.length - 1))];
  tell(`${what}, ${times.length} of them: median`, part(0.5), 'ms', 3);
  tell('  99 % are below', part(0.99), 'ms', 8);
}

async function frames(address) {
  const page = await open(`${address}#at=${encodeURIComponent(PLACE)}`, SIZE);
  await page.until('clock.first > 0');
  await wait(4000); // the rest has come
  const busy = async () => (await page.send('Performance.getMetrics')).metrics.find(metric => metric.name === 'TaskDuration').value;
  await page.send('Performance.enable');
  const before = await busy();
  await wait(5000);
  const rest = (await busy()) - before;
  await page.evaluate('clock.frames.length = 0');
  await page.key('Space');
  await wait(8000);
  await tellFrames(page, 'frames of lesson 5 playing');
  tell('memory of the program', await page.evaluate('wasmMemory.buffer.byteLength / 1e6'), 'MB', 96);
  tell('a page at rest, of one processor', 100 * rest / 5, '%', 1);
  await page.close();
}

// Without threads a frame is drawing and then a slice of the training, which takes what is left of 12 ms.
async function training(address, how) {
  const page = await open(`${address}#at=${encodeURIComponent(PLACE.replace('step=1;moment=query', 'view=train'))}`, SIZE);
  await page.until('clock.first > 0');
  await wait(4000);
  await page.key('Space');
  await wait(2000);
  await page.evaluate('clock.frames.length = clock.slices.length = 0');
  await wait(8000);
  const slices = (await page.evaluate('clock.slices')).sort((a, b) => a - b);
  await tellFrames(page, `frames of lesson 5 being trained ${how}, their drawing`);
  tell('  and a slice of the training: median', slices[slices.length >> 1], 'ms', 12);
  tell('memory of the program', await page.evaluate('wasmMemory.buffer.byteLength / 1e6'), 'MB', 96);
  await page.close();
}

function trainingTimes(program, threads = 1, epochs = ['--epochs', EPOCHS]) {
  const out = fs.mkdtempSync(path.join(os.tmpdir(), 'attend-train-'));
  const script = 'TIMEFORMAT="%R %U %S"; { time "$@" >/dev/null 2>&1; } 2>&1';
  const train = ['train', '5', ...epochs, '--threads', threads, '-o', path.join(out, 'model.safetensors')];
  const times = execFileSync('bash', ['-ec', script, 'time', ...program, ...train], {encoding: 'utf8'}).trim().split(' ').map(Number);
  fs.rmSync(out, {recursive: true});
  return {passed: times[0], worked: times[1] + times[2]}; // seconds; of one processor
}

// With the module for relaxed SIMD, and the one for machines without; then to the end, with a thread a processor, by the clock.
function trainings(native, program, threaded) {
  const option = '--experimental-wasm-relaxed-simd'; // of a node that has it not without
  const relaxed = execFileSync('node', ['--v8-options'], {encoding: 'utf8'}).includes(option) ? [option] : [];
  const once = trainingTimes([native]), what = `train 5 under node, ${EPOCHS} epochs, of native ${once.worked.toFixed(2)} s on one thread`;
  tell(`${what}: relaxed SIMD`, trainingTimes(['node', ...relaxed, program]).worked / once.worked, 'times', 4);
  if (relaxed.length > 0)
    tell('  without it, rounded twice', trainingTimes(['node', program]).worked / once.worked, 'times', 4);
  const threads = os.cpus().length, whole = trainingTimes([native], 1, []).passed, shared = trainingTimes(['node', ...relaxed, threaded], threads, []).passed;
  tell(`train 5 under node, all epochs, by ${threads} threads, of native ${whole.toFixed(2)} s on one: relaxed SIMD`, shared / whole, 'times', 2);
}

const server = serve(process.argv[2], 0, async address => {
  await firstFrame(address); // the server has read the files
  tell('first frame, from this machine', await firstFrame(address), 's', 1);
  tell('first frame, at 10 Mbit/s', await firstFrame(address, {megabits: 10}), 's', 3);
  const phone = {megabits: 10, latency: 40, slower: PHONE_SLOWER, size: PHONE};
  tell(`first frame of lesson 5 on a telephone, ${PHONE_SLOWER} times as slow`, await firstFrame(`${address}#at=${encodeURIComponent(PLACE)}`, phone), 's', 4);
  await frames(address);
  await training(address, 'by threads');
  server.close();
  await new Promise(done => {
    const plain = serve(process.argv[2], 0, async unisolated => {
      await training(unisolated, 'without threads');
      plain.close();
      done();
    }, false);
  });
  await closeBrowsers();
  trainings(...process.argv.slice(3));
});
