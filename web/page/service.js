// Keeps the page, so that it opens without a network after the first visit. pack.js writes VERSION, which is of all files'
// contents, CORE, what every page needs at once, and LATER, its other files, which are kept as they come; behind the ? of its address
// is the program that this browser runs. Whatever else lies below it is none of its business. When the page says that the program
// with threads is kept, its next visit is isolated, which threads ask for.
// A new version is fetched beside the one that is open and takes its place when no page of the old one is left.
'use strict';

const VERSION = '@VERSION@', CORE = ['@CORE@', ...location.search.slice(1).split(',')], LATER = ['@LATER@'];
const OWN = new Set([...CORE, ...LATER].map(addressOf));
const PREFIX = `attend ${registration.scope} `, NAME = PREFIX + VERSION, ISOLATES = 'isolates'; // a note among the files
const HEADERS = {'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp'};

function addressOf(file) {
  return new URL(file, location).href;
}

addEventListener('install', event => event.waitUntil(
  caches.open(NAME).then(cache => cache.addAll(CORE.map(file => new Request(file, {cache: 'no-cache'}))))));

addEventListener('activate', event => event.waitUntil(
  caches.keys().then(names => Promise.all(names.filter(name => name.startsWith(PREFIX) && name !== NAME).map(name => caches.delete(name))))
    .then(() => clients.claim())));

addEventListener('message', event => {
  if (event.data === 'now')
    skipWaiting();
  else if (event.data === 'threads')
    event.waitUntil(caches.open(NAME).then(cache => cache.put(ISOLATES, new Response())));
});

// A page and its workers, with what isolates them.
async function isolated(cache, plain) {
  if (!await cache.match(ISOLATES))
    return plain;
  const headers = new Headers(plain.headers);
  Object.entries(HEADERS).forEach(header => headers.set(...header));
  return new Response(plain.body, {status: plain.status, statusText: plain.statusText, headers});
}

// The page itself is called by either name, and with any question and place behind it.
function fileOf({url, mode}) {
  const file = mode === 'navigate' ? url.replace(/[?#].*/s, '') : url;
  return file === addressOf('index.html') ? addressOf('./') : file;
}

async function answer(request, file) {
  const cache = await caches.open(NAME), plain = await keptOrFetched(cache, request, file);
  return request.mode === 'navigate' || request.destination === 'worker' ? isolated(cache, plain) : plain;
}

async function keptOrFetched(cache, request, file) {
  const kept = await cache.match(file);
  if (kept)
    return kept;
  const fresh = await fetch(request);
  if (fresh.ok)
    await cache.put(file, fresh.clone());
  return fresh;
}

addEventListener('fetch', event => {
  const {request} = event, file = fileOf(request);
  if (request.method === 'GET' && OWN.has(file))
    event.respondWith(answer(request, file));
});
