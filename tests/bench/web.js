// The page of a build beside its bounds: what is loaded, the first frame, frames while it plays, memory, and a page at rest.
// usage: node web.js FOLDER
'use strict';
const {open, wait, closeBrowsers} = require('../web/browser.js'), {serve} = require('../../web/serve.js');

const SIZE = {width: 1440, height: 900}, PLACE = 'lesson=5;step=1;moment=query;language=en;theme=light';

function tell(what, value, unit, bound) {
  console.log(`${what}: ${value.toFixed(unit === 'MB' ? 0 : 2)} ${unit} (at most ${bound})${value > bound ? '  TOO MUCH' : ''}`);
}

async function firstFrame(address, megabits) {
  const page = await open('about:blank', SIZE);
  if (megabits)
    await page.send('Network.emulateNetworkConditions', {offline: false, latency: 20, uploadThroughput: -1, downloadThroughput: megabits * 125000});
  await page.go(address);
  await page.until('clock.first > 0');
  const seconds = await page.evaluate('clock.first / 1000');
  await page.close();
  return seconds;
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
  const times = (await page.evaluate('clock.frames')).sort((a, b) => a - b), part = share => times[Math.floor(share * (times.length - 1))];
  tell(`frames of lesson 5 playing, ${times.length} of them: median`, part(0.5), 'ms', 3);
  tell('  99 % are below', part(0.99), 'ms', 8);
  tell('memory of the program', await page.evaluate('wasmMemory.buffer.byteLength / 1e6'), 'MB', 96);
  tell('a page at rest, of one processor', 100 * rest / 5, '%', 1);
  await page.close();
}

const server = serve(process.argv[2], 0, async address => {
  await firstFrame(address); // the server has read the files
  tell('first frame, from this machine', await firstFrame(address), 's', 1);
  tell('first frame, at 10 Mbit/s', await firstFrame(address, 10), 's', 3);
  await frames(address);
  await closeBrowsers();
  server.close();
});
