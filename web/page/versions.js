// From the first visit on the page opens without a network: service.js keeps what passes through it. A newer version waits
// until no page of this one is left, or somebody asks for it.
'use strict';

let registration = null;

function tellNewer() {
  part('newer').hidden = false;
}

function watchNewer() {
  const service = navigator.serviceWorker;
  if (registration.waiting && service.controller)
    tellNewer();
  registration.addEventListener('updatefound', () => {
    const fresh = registration.installing;
    fresh?.addEventListener('statechange', () => {
      if (fresh.state === 'installed' && service.controller)
        tellNewer();
    });
  });
  addEventListener('visibilitychange', () => {
    if (!document.hidden)
      registration.update().catch(() => {});
  });
}

const programFiles = program => [program + '.js', moduleOf(program), ...(program === 'page.threads' ? [program + '.worker.js'] : [])];

// Resolves when what is fetched from now on is kept. Behind the ? of the service's address is the program that the first visit
// had; with another address it would be another service, and a newer version.
async function beKept() {
  const service = navigator.serviceWorker, address = service?.controller?.scriptURL ?? 'service.js?' + programFiles(PROGRAM).join();
  registration = await service?.register(address).catch(error => console.warn(String(error)));
  if (!registration)
    return;
  watchNewer();
  if (!service.controller)
    await new Promise(done => {
      service.addEventListener('controllerchange', done, {once: true});
      setTimeout(done, 10000);
    });
  service.addEventListener('controllerchange', tellNewer); // another page has asked for it
}

// Where the server does not isolate the page, the service can, from the next visit on, as soon as the program with threads is kept, that
// of this very version.
async function keepThreads() {
  const service = navigator.serviceWorker?.controller;
  if (!service || !('crossOriginIsolated' in window) || PROGRAM === 'page.threads')
    return;
  for (const file of programFiles('page.threads')) {
    const answer = await fetch(file);
    if (!answer.ok || sumOf(new Uint8Array(await answer.arrayBuffer())) !== core.threads[file])
      return;
  }
  service.postMessage('threads');
}

// What an address without https costs is told once: no service worker, no threads.
const INSECURE = 'insecure-told';
if (!isSecureContext && !EMBEDDED)
  try {
    part('insecure').hidden = localStorage.getItem(INSECURE) !== null;
    localStorage.setItem(INSECURE, '1');
  } catch { /* a window that keeps nothing has a line of its own */ }
part('understood').addEventListener('click', () => { part('insecure').hidden = true; });

// What is written down as the page goes is there again in the new one.
part('now').addEventListener('click', () => {
  const waits = registration?.waiting;
  if (!waits)
    return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {once: true});
  waits.postMessage('now');
});
