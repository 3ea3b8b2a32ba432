// Serves a folder, packed where FILE.br or FILE.gz lies beside FILE: to this machine alone, or with --share to its networks.
// usage: node serve.js FOLDER [PORT] [--share]
'use strict';
const fs = require('fs'), http = require('http'), path = require('path'), {pipeline} = require('stream');
const {addressesOf, sharePage, shareText} = require('./share.js');

const TYPES = {'.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm', '.bin': 'application/octet-stream', '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json'};

// Without them a page has no threads.
const ISOLATES = {'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp'};

// What is asked for; null: the address is none.
function nameOf(address) {
  try {
    const name = decodeURIComponent(address.replace(/[?#].*/s, ''));
    return name.includes('\0') || !name.startsWith('/') ? null : name.endsWith('/') ? name + 'index.html' : name;
  } catch {
    return null;
  }
}

// What a page asks for behind what it needs (Attend-Behind, web/page/data.js) waits while anybody's needs are being sent; not for long,
// since somebody may read slowly.
const BEHIND_WAITS = 2000;
let needed = 0;

async function awaitTurn(response) {
  for (const end = Date.now() + BEHIND_WAITS; needed > 0 && Date.now() < end && !response.destroyed;)
    await new Promise(done => setTimeout(done, 50));
}

function countNeeded(response) {
  needed++;
  response.on('close', () => { needed--; });
}

// Where it lies, and its size and time; null: it is not there, or a folder, or a link leads out of the folder that is served.
async function find(folder, name) {
  const file = name === path.posix.normalize(name) ? await fs.promises.realpath(folder + name).catch(() => '') : '';
  const stat = file.startsWith(folder + path.sep) ? await fs.promises.stat(file) : null;
  return stat?.isFile() ? {file, size: stat.size, tag: `"${stat.size}-${stat.mtimeMs}"`} : null;
}

async function findPacked(folder, name, accepted) {
  for (const [ending, coding] of [['.br', 'br'], ['.gz', 'gzip']]) {
    const found = accepted.includes(coding) ? await find(folder, name + ending) : null;
    if (found)
      return {...found, packed: {'Content-Encoding': coding, Vary: 'Accept-Encoding'}};
  }
  return find(folder, name);
}

// A page says itself what it may load. Its workers hear of it only by what comes with them: that of the page at the top.
async function policyOf(folder, name) {
  const page = await find(folder, name.endsWith('.html') ? name : '/index.html');
  const text = page ? await fs.promises.readFile(page.file, 'utf8') : '';
  const policy = text.match(/<meta http-equiv="Content-Security-Policy" content="([^"]*)">/)?.[1];
  return policy && {'Content-Security-Policy': policy};
}

async function answer(folder, isolates, request, response) {
  const refuse = (status, headers) => response.writeHead(status, headers).end();
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(405, {Allow: 'GET, HEAD'});
  const name = nameOf(request.url);
  if (name === null)
    return refuse(400);
  const found = await findPacked(folder, name, request.headers['accept-encoding'] ?? '');
  if (!found)
    return refuse(404);
  const {file, size, tag, packed} = found;
  if (request.headers['if-none-match'] === tag)
    return refuse(304, {ETag: tag});
  const policy = await policyOf(folder, name);
  if (request.headers['attend-behind'])
    await awaitTurn(response);
  if (response.destroyed)
    return;
  if (!request.headers['attend-behind'])
    countNeeded(response);
  const opened = request.method === 'GET' ? await fs.promises.open(file) : null;
  response.writeHead(200, {ETag: tag, 'Content-Type': TYPES[path.extname(name)] ?? 'application/octet-stream', 'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-cache', 'Content-Length': size, ...policy, ...(isolates && ISOLATES), ...packed});
  // A file that shrinks meanwhile ends the connection; of one that grows the first bytes are sent.
  opened ? pipeline(opened.createReadStream({end: Math.max(size - 1, 0)}), response, () => {}) : response.end();
}

// Who sends no request, or takes no byte, for so long is let go.
const PATIENCE = 30000, CONNECTIONS_MOST = 500;

// Whatever becomes of a request, the next one is answered. `host`: the loopback, or '0.0.0.0' for all networks of this machine.
function serve(folder, port, ready, {isolates = true, host = '127.0.0.1'} = {}) {
  const whole = fs.realpathSync(folder);
  const server = http.createServer({headersTimeout: PATIENCE, requestTimeout: PATIENCE}, (request, response) => {
    if (host !== '127.0.0.1' && request.url === '/share' && request.method === 'GET') {
      const {headers, text} = sharePage(addressesOf(server.address().port)[0] ?? '');
      response.writeHead(200, headers).end(text);
      return;
    }
    answer(whole, isolates, request, response).catch(error => {
      if (response.destroyed) // nobody waits for it any more
        return;
      console.error(`serve: ${JSON.stringify(request.url)}: ${error.message}`);
      response.headersSent ? response.destroy() : response.writeHead(500).end();
    });
  });
  server.maxConnections = CONNECTIONS_MOST;
  server.setTimeout(PATIENCE);
  return server.listen(port, host, () => ready?.(`http://127.0.0.1:${server.address().port}/`));
}

function fail(why) {
  console.error(`serve: ${why}`);
  process.exit(1);
}

module.exports = {serve};
if (require.main === module) {
  const shares = process.argv.includes('--share'), [folder = '', port = '8080'] = process.argv.slice(2).filter(argument => argument !== '--share');
  if (!fs.statSync(folder, {throwIfNoEntry: false})?.isDirectory() || !/^\d{1,5}$/.test(port) || port > 65535)
    fail('expected a folder, and a port up to 65535: node serve.js FOLDER [PORT] [--share]');
  const server = serve(folder, Number(port), address => console.log(shares ? shareText(addressesOf(server.address().port), address)
    : `the page is at ${address} (Ctrl+C ends it)`), {host: shares ? '0.0.0.0' : '127.0.0.1'});
  server.on('error', error => fail(error.code === 'EADDRINUSE' ? `port ${port} is taken; another: node serve.js ${folder} PORT` : error.message));
}
