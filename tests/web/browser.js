// Drives a Chromium that shows nothing, over a pipe: no port is opened, and nothing but node is needed.
//   const page = await open('http://127.0.0.1:8080/', {width: 1024, height: 700});
//   await page.until('clock.frames.length > 3');
//   await page.key('ArrowRight', 39);
//   await page.close();
'use strict';
const fs = require('fs'), os = require('os'), path = require('path'), {spawn} = require('child_process');

const FLAGS = ['--headless=new', '--remote-debugging-pipe', '--no-first-run', '--disable-gpu', '--disable-dev-shm-usage',
  '--disable-background-networking', '--disable-component-update', '--disable-sync', '--mute-audio'];

class Browser {
  constructor() {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'attend-web-'));
    const flags = [...FLAGS, `--user-data-dir=${this.folder}`, ...(process.getuid() === 0 ? ['--no-sandbox'] : [])];
    this.process = spawn(process.env.CHROMIUM ?? 'chromium', flags, {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
    this.ended = new Promise(done => this.process.on('exit', done));
    this.answers = new Map();
    this.heard = () => {};
    this.last = 0;
    let rest = '';
    this.process.stdio[4].setEncoding('utf8').on('data', text => {
      const messages = (rest + text).split('\0');
      rest = messages.pop();
      for (const message of messages)
        this.take(JSON.parse(message));
    });
  }

  take(message) {
    if (!message.id)
      return this.heard(message.method, message.params);
    const {done, failed} = this.answers.get(message.id);
    this.answers.delete(message.id);
    message.error ? failed(new Error(message.error.message)) : done(message.result);
  }

  send(method, params = {}, sessionId) {
    const id = ++this.last;
    this.process.stdio[3].write(JSON.stringify({id, method, params, sessionId}) + '\0');
    return new Promise((done, failed) => this.answers.set(id, {done, failed}));
  }
}

const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));

async function open(address, {width = 1024, height = 700, scale = 1} = {}) {
  const browser = new Browser(), told = [], asked = [];
  const {targetId} = await browser.send('Target.createTarget', {url: 'about:blank'});
  const {sessionId} = await browser.send('Target.attachToTarget', {targetId, flatten: true});
  const send = (method, params) => browser.send(method, params, sessionId);
  browser.heard = (method, params) => {
    if (method === 'Runtime.consoleAPICalled')
      told.push(params.args.map(argument => argument.value ?? argument.description).join(' '));
    else if (method === 'Runtime.exceptionThrown')
      told.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    else if (method === 'Network.requestWillBeSent')
      asked.push(params.request.url);
  };
  await Promise.all(['Runtime', 'Page', 'Network'].map(domain => send(domain + '.enable')));
  await browser.send('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: browser.folder});
  await send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: scale, mobile: false});
  const page = {
    told, asked, send,
    go: url => send('Page.navigate', {url}),
    async evaluate(expression) {
      const {result, exceptionDetails} = await send('Runtime.evaluate', {expression, awaitPromise: true, returnByValue: true});
      if (exceptionDetails)
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    async until(expression, seconds = 60) {
      for (const end = Date.now() + 1000 * seconds; Date.now() < end; await wait(50))
        if (await page.evaluate(expression).catch(() => false))
          return;
      throw new Error(`not within ${seconds} s: ${expression}\n${told.slice(-5).join('\n')}`);
    },
    async key(code, number, modifiers = 0) {
      const control = {key: 'Control', code: 'ControlLeft', windowsVirtualKeyCode: 17}, key = code.replace(/^Key/, '').toLowerCase();
      const pressed = {key: code.startsWith('Key') ? key : code, code, windowsVirtualKeyCode: number, modifiers};
      if (modifiers & 2)
        await send('Input.dispatchKeyEvent', {type: 'rawKeyDown', ...control, modifiers: 2});
      await send('Input.dispatchKeyEvent', {type: 'rawKeyDown', ...pressed});
      await send('Input.dispatchKeyEvent', {type: 'keyUp', ...pressed});
      if (modifiers & 2)
        await send('Input.dispatchKeyEvent', {type: 'keyUp', ...control});
    },
    // Without alpha: three bytes a pixel.
    async pixels() {
      const text = await page.evaluate(`(() => {
        const {width, height} = Module.canvas, all = Module.canvas.getContext('2d').getImageData(0, 0, width, height).data;
        let letters = '';
        for (let i = 0; i < all.length; i += 4)
          letters += String.fromCharCode(all[i], all[i + 1], all[i + 2]);
        return btoa(letters);
      })()`);
      return Buffer.from(text, 'base64');
    },
    async picture(file) {
      fs.writeFileSync(file, Buffer.from((await send('Page.captureScreenshot', {format: 'png'})).data, 'base64'));
    },
    async download(seconds = 20) {
      const files = () => fs.readdirSync(browser.folder).filter(name => /^[^.].*\.(png|svg|pdf|csv|json)$/.test(name));
      for (const end = Date.now() + 1000 * seconds; Date.now() < end; await wait(50))
        if (files().length > 0)
          return path.join(browser.folder, files()[0]);
      throw new Error(`nothing was downloaded within ${seconds} s`);
    },
    async close() {
      browser.send('Browser.close').catch(() => {});
      await Promise.race([browser.ended, wait(3000).then(() => browser.process.kill())]);
      fs.rmSync(browser.folder, {recursive: true, force: true, maxRetries: 5});
    },
  };
  await page.go(address);
  return page;
}

module.exports = {open, wait};
