// The server of ./dev web answers whatever is sent to it, and goes on: each request that is none, files that are none, links out of its
// folder, connections that break off. Needs no browser.   usage: node server.js
'use strict';
const fs = require('fs'), http = require('http'), net = require('net'), os = require('os'), path = require('path'), zlib = require('zlib');
const {fork} = require('child_process');

const POLICY = "default-src 'none'; script-src 'self'", OWN = "default-src 'none'";
const page = policy => `<meta http-equiv="Content-Security-Policy" content="${policy}"><p>page`;
const LONG = 'x'.repeat(1 << 20);

// Beside the folder that is served lies what nobody shall get.
function makeFolder() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'attend-serve-')), folder = path.join(root, 'www');
  for (const name of ['www/empty', 'www/site', 'www2'])
    fs.mkdirSync(path.join(root, name), {recursive: true});
  for (const name of ['secret', 'www2/secret', 'secret.gz'])
    fs.writeFileSync(path.join(root, name), 'secret');
  for (const [name, text] of Object.entries({'index.html': page(POLICY), 'a.js': 'script', '%': 'percent', '猫.txt': 'cat', 'site/index.html': page(OWN)}))
    fs.writeFileSync(path.join(folder, name), text);
  fs.writeFileSync(path.join(folder, 'a.js.gz'), zlib.gzipSync('script'));
  for (const [name, megabytes] of Object.entries({large: 32, core: 3, behind: 1}))
    fs.writeFileSync(path.join(folder, name + '.bin'), Buffer.alloc(megabytes << 20));
  fs.writeFileSync(path.join(folder, 'closed'), 'closed', {mode: 0});
  for (const [name, to] of Object.entries({out: '../secret', 'out-folder': '..', 'a.txt.gz': '../secret.gz', within: 'a.js', circle: 'circle', broken: 'nowhere', device: '/dev/zero'}))
    fs.symlinkSync(to, path.join(folder, name));
  fs.writeFileSync(path.join(folder, 'a.txt'), 'text');
  return {root, folder};
}

// The bytes as they are, on a connection of their own; what comes back until it is closed, or for so long as `patience` milliseconds are.
const send = (port, bytes, patience = 20000) => new Promise(done => {
  const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
  let text = '';
  const over = () => { socket.destroy(); done(text); };
  socket.on('data', data => { text += data.toString('latin1'); }).on('error', over).on('close', over).setTimeout(patience, over);
});
const raw = (port, target, {method = 'GET', headers = ''} = {}) => send(port, `${method} ${target} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`);
const statusOf = text => Number(text.match(/^HTTP\/1\.1 (\d+)/)?.[1] ?? 0);

// What is asked for, and the status of the answer.
const REQUESTS = [['/', 200], ['/a.js', 200], ['/within', 200], ['/%E7%8C%AB.txt', 200], ['/%25', 200], ['/site/', 200], ['/?a=b', 200], ['/a.js?%', 200],
  ['/%', 400], ['/%E0%A4', 400], ['/%00', 400], ['/a.js%00.html', 400], ['http://x/a.js', 400], ['*', 400], ['a.js', 400],
  ['//', 404], ['///', 404], ['//a.js', 404], ['/./a.js', 404], ['/empty', 404], ['/empty/', 404], ['/site', 404], ['/a.js/', 404], ['/none', 404],
  ['/..', 404], ['/../secret', 404], ['/%2e%2e/secret', 404], ['/..%2fsecret', 404], ['/../www2/secret', 404], ['/%2e%2e%2fwww2%2fsecret', 404], ['/..%5csecret', 404],
  ['/out', 404], ['/out-folder/secret', 404], ['/circle', 404], ['/broken', 404], ['/device', 404], ['/' + 'x'.repeat(300), 404], ['/' + '../'.repeat(2000), 404],
  ['/' + LONG, 431]];

const METHODS = [['HEAD', 200], ['POST', 405], ['PUT', 405], ['DELETE', 405], ['OPTIONS', 405], ['TRACE', 405], ['PATCH', 405], ['BREW', 400]];

const RANGES = ['bytes=0-1', 'bytes=5-1', 'bytes=-', 'bytes=99999999999999999999-', 'bytes=0-0,1-1,2-2', 'x', '', 'bytes=' + '0-1,'.repeat(3000)];

const BROKEN = ['\r\n\r\n', '\0\0\0\0', 'GET', 'GET / HTTP/9.9\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n', 'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n', 'GET / HTTP/1.1\r\nHost: x\r\nA\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 'GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: x\r\nX: ${LONG}\r\n\r\n`, 'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n', LONG, '\x16\x03\x01\x02\0\x01\0'];

async function requests(port, check) {
  for (const [target, status] of REQUESTS) {
    const text = await raw(port, target), got = statusOf(text);
    check(`GET ${target.slice(0, 40)}: ${got}, not ${status}`, got === status);
    check(`GET ${target.slice(0, 40)}: it gives what does not lie in its folder`, !text.includes('secret'));
  }
  for (const [method, status] of METHODS)
    check(`${method}: not ${status}`, statusOf(await raw(port, '/a.js', {method})) === status);
  check('HEAD has a body', (await raw(port, '/a.js', {method: 'HEAD'})).endsWith('\r\n\r\n'));
  for (const range of RANGES) {
    const text = await raw(port, '/a.js', {headers: `Range: ${range}\r\n`});
    check(`Range: ${range.slice(0, 30)}: ${statusOf(text)}`, statusOf(text) === 200 && text.endsWith('\r\n\r\nscript'));
  }
  check('an address that nobody may read is answered otherwise than by an error', process.getuid() === 0 || statusOf(await raw(port, '/closed')) === 500);
  const packed = await raw(port, '/a.txt', {headers: 'Accept-Encoding: gzip\r\n'});
  check('a packed file is taken from elsewhere', statusOf(packed) === 200 && packed.endsWith('\r\n\r\ntext'));
}

async function connections(port, check) {
  for (const bytes of BROKEN)
    await send(port, bytes, 300);
  for (let i = 0; i < 50; i++) { // in the middle of the file
    const socket = net.connect(port, '127.0.0.1', () => socket.write('GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n'));
    await new Promise(done => socket.once('data', done).on('error', done));
    i % 2 ? socket.destroy() : socket.resetAndDestroy();
  }
  const whole = await new Promise((done, failed) => http.get({port, path: '/large.bin'}, answer => {
    let length = 0;
    answer.on('data', data => { length += data.length; }).on('end', () => done(length));
  }).on('error', failed));
  check('a large file does not come whole', whole === 32 << 20, whole);
}

async function policies(port, check) {
  for (const [target, policy] of [['/', POLICY], ['/a.js', POLICY], ['/site/', OWN]])
    check(`${target} comes with another policy than its page has`, (await raw(port, target)).includes(`Content-Security-Policy: ${policy}\r\n`));
}

// A class: forty pages at once beside ten that take nothing. Each page asks for what it needs, and behind it for what nobody waits for.
const CLASS = 40, STALLED = 10;

const take = (port, target, headers = {}) => new Promise((done, failed) => http.get({port, path: target, headers, agent: false}, answer => {
  let length = 0;
  answer.on('data', data => { length += data.length; }).on('end', () => done({status: answer.statusCode, length, at: Date.now()})).on('error', failed);
}).on('error', failed));

async function classroom(port, check) {
  const stalled = Array.from({length: STALLED}, () => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write('GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n'));
    return socket.pause().on('error', () => {});
  });
  const begun = Date.now();
  const pages = await Promise.all(Array.from({length: CLASS}, async () => {
    const [behind, ...needed] = await Promise.all([take(port, '/behind.bin', {'Attend-Behind': '1'}), take(port, '/'), take(port, '/a.js'), take(port, '/core.bin')]);
    return {behind, needed};
  }));
  const all = pages.flatMap(({behind, needed}) => [behind, ...needed]);
  check('a page of a class is not answered', all.every(({status}) => status === 200));
  check('a page of a class does not come whole', pages.every(({behind, needed}) => behind.length === 1 << 20 && needed[2].length === 3 << 20));
  const first = Math.min(...pages.map(({behind}) => behind.at)), last = Math.max(...pages.flatMap(({needed}) => needed.map(({at}) => at)));
  check('what is not needed comes before what is', first >= last || first - begun >= 1900, `${first - begun} and ${last - begun} ms`); // it waits for 2 s at most
  stalled.forEach(socket => socket.destroy());
}

// Requests of any bytes, half of them begun like one.
async function anything(port, check) {
  const pieces = ['GET ', '/', 'a.js', ' HTTP/1.1', '\r\n', 'Host: x', 'Range: bytes=', '%', '..', '\0', 'Content-Length: 9', 'Attend-Behind: 1', ' ', ':', 'Expect: 100-continue', '\xff', 'HEAD '];
  let state = 20;
  const random = most => (state = (state * 1103515245 + 12345) % 2147483648) % most;
  for (const end = Date.now() + (process.env.ATTEND_LONG ? 60000 : 1000); Date.now() < end;)
    await Promise.all(Array.from({length: 20}, () => send(port, Buffer.from((random(2) ? 'GET /a.js HTTP/1.1\r\n' : '') +
      Array.from({length: random(30)}, () => pieces[random(pieces.length)]).join('') + '\r\n\r\n', 'latin1'), 100)));
  check('after requests of any bytes it does not answer', (await take(port, '/a.js')).status === 200);
}

async function shared(port, check) {
  const text = await raw(port, '/share');
  check('there is no page for the projector', statusOf(text) === 200 && /<h1>http:\/\/[\d.]+:\d+\/<\/h1>|<h1><\/h1>/.test(text), text.slice(0, 200));
}

const PARTS = {'': [requests, connections, policies], '--share': [requests, classroom, shared, anything]};

async function main() {
  let bad = 0;
  const check = (what, ok, more = '') => ok || (bad++, console.error(`web: server: ${what} ${more}`));
  for (const option of Object.keys(PARTS))
    await serves(option, check);
  console.log(bad ? `web: server.js: ${bad} things are wrong` : 'web: the server answers whatever is sent to it, from its folder alone, and a class of 40 at once');
  process.exit(bad ? 1 : 0);
}

async function serves(option, check) {
  const {root, folder} = makeFolder(), server = fork(path.join(__dirname, '../../web/serve.js'), [folder, '0', ...(option ? [option] : [])], {silent: true});
  let said = '', ended = false;
  server.on('exit', () => { ended = true; });
  server.stderr.on('data', data => { said += data; });
  const port = await new Promise(done => {
    server.stdout.on('data', data => done(Number(String(data).match(/127\.0\.0\.1:(\d+)/)?.[1])));
    server.on('exit', () => done(0));
  });
  for (const part of PARTS[option])
    await part(port, check).catch(error => check(`${part.name}: ${error.stack}`, false));
  check('it has ended', !ended, said);
  check('it complains', process.getuid() !== 0 || said === '', said);
  server.kill();
  fs.rmSync(root, {recursive: true});
}

main();
