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

// Resolves when what is fetched from now on is kept.
async function beKept() {
  const service = navigator.serviceWorker;
  registration = await service?.register('service.js?' + MODULE).catch(error => console.warn(String(error)));
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

// What is written down as the page goes is there again in the new one.
part('now').addEventListener('click', () => {
  const waits = registration?.waiting;
  if (!waits)
    return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {once: true});
  waits.postMessage('now');
});
