// Serves a folder on the loopback, packed where FILE.br or FILE.gz lies beside FILE.   usage: node serve.js FOLDER [PORT]
'use strict';
const fs = require('fs'), http = require('http'), path = require('path');

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
  const body = request.method === 'GET' ? await fs.promises.readFile(file) : null;
  response.writeHead(200, {ETag: tag, 'Content-Type': TYPES[path.extname(name)] ?? 'application/octet-stream', 'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-cache', 'Content-Length': body ? body.length : size, ...await policyOf(folder, name), ...(isolates && ISOLATES), ...packed});
  response.end(body);
}

// Whatever becomes of a request, the next one is answered.
function serve(folder, port, ready, isolates = true) {
  const whole = fs.realpathSync(folder);
  const server = http.createServer((request, response) => answer(whole, isolates, request, response).catch(error => {
    if (response.destroyed) // nobody waits for it any more
      return;
    console.error(`serve: ${JSON.stringify(request.url)}: ${error.message}`);
    response.headersSent ? response.destroy() : response.writeHead(500).end();
  }));
  return server.listen(port, '127.0.0.1', () => ready?.(`http://127.0.0.1:${server.address().port}/`));
}

function fail(why) {
  console.error(`serve: ${why}`);
  process.exit(1);
}

module.exports = {serve};
if (require.main === module) {
  const [folder = '', port = '8080'] = process.argv.slice(2);
  if (!fs.statSync(folder, {throwIfNoEntry: false})?.isDirectory() || !/^\d{1,5}$/.test(port) || port > 65535)
    fail('expected a folder, and a port up to 65535: node serve.js FOLDER [PORT]');
  serve(folder, Number(port), address => console.log(`the page is at ${address} (Ctrl+C ends it)`))
    .on('error', error => fail(error.code === 'EADDRINUSE' ? `port ${port} is taken; another: node serve.js ${folder} PORT` : error.message));
}
