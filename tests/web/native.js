// What the native window shows of a place, for those who hold the page against it.
'use strict';
const fs = require('fs'), os = require('os'), path = require('path'), {spawn} = require('child_process');
const {PATIENCE, wait} = require('./browser.js');

const WIDTH = 1024, HEIGHT = 700; // SDL's driver for tests has a screen of 1024 x 768

// A picture of 24 or 32 bits as SDL writes it, from the bottom up, as three bytes a pixel from the top down.
function readBitmap(file) {
  const bytes = fs.readFileSync(file), at = bytes.readUInt32LE(10), width = bytes.readInt32LE(18), height = bytes.readInt32LE(22);
  const size = bytes.readUInt16LE(28) / 8, row = Math.ceil(width * size / 4) * 4, out = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = at + (height - 1 - y) * row + x * size, to = (y * width + x) * 3;
      [out[to], out[to + 1], out[to + 2]] = [bytes[from + 2], bytes[from + 1], bytes[from]];
    }
  return out;
}

async function nativeFrame(native, place) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'attend-frame-'));
  const program = spawn(native, ['--width', WIDTH, '--height', HEIGHT, '--reduced-motion', '--at', place], {cwd: home, stdio: 'ignore', env: {
    ...process.env, HOME: home, XDG_DATA_HOME: '', XDG_STATE_HOME: '', SDL_VIDEODRIVER: 'dummy', SDL_VIDEO_DUMMY_SAVE_FRAMES: '1'}});
  const frames = () => fs.readdirSync(home).filter(name => name.endsWith('.bmp')).sort();
  const sleeps = () => / S /.test(fs.readFileSync(`/proc/${program.pid}/stat`, 'latin1')); // it does not long for a processor
  for (let end = Date.now() + 60000 * PATIENCE, count = -1; Date.now() < end && (frames().length === 0 || frames().length !== count || !sleeps()); await wait(1000))
    count = frames().length;
  program.kill();
  await new Promise(done => program.exitCode !== null ? done() : program.on('exit', done));
  const frame = readBitmap(path.join(home, frames().pop()));
  fs.rmSync(home, {recursive: true});
  return frame;
}

module.exports = {WIDTH, HEIGHT, nativeFrame};
