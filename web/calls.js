// What the program asks of the page around it. The page's own thread does it, whichever asks.
mergeInto(LibraryManager.library, {
  web_arrival__proxy: 'sync',
  web_arrival__sig: 'ii',
  web_arrival: function(path) {
    return Module.arrival ? Module.arrival(UTF8ToString(path)) : 0;
  },

  web_ask__proxy: 'sync',
  web_ask__sig: 'vi',
  web_ask: function(path) {
    if (Module.ask)
      Module.ask(UTF8ToString(path));
  },

  // SDL makes a canvas of so many pixels a unit: instead of emscripten's own.
  emscripten_get_device_pixel_ratio__proxy: 'sync',
  emscripten_get_device_pixel_ratio__sig: 'd',
  emscripten_get_device_pixel_ratio: function() {
    return Module.density();
  },

  web_wake__proxy: 'async',
  web_wake__sig: 'v',
  web_wake: function() {
    Module.woken();
  },

  // A worker that has not come yet becomes no thread: who then waited for the thread would stop the page, and with it the worker's
  // coming. It is asked before, since emscripten keeps the stack of a thread that it refuses.
  web_spares_worker__proxy: 'sync',
  web_spares_worker__sig: 'i',
  web_spares_worker: function() {
#if USE_PTHREADS
    return PThread.unusedWorkers.some(worker => worker.loaded);
#else
    return false;
#endif
  },

#if USE_PTHREADS
  // A training takes a thread a processor, and what measures its model as many again.
  emscripten_num_logical_cores: function() {
    return Module.workers / 2;
  },

  // emscripten's own warns of waiting for another thread: here none takes longer than the slice at hand (base/beside.h).
  emscripten_check_blocking_allowed: function() {},
#endif
});

#if USE_PTHREADS
LibraryManager.library.$PThread.getNewWorker = function() {
  const at = PThread.unusedWorkers.findIndex(worker => worker.loaded);
  return at < 0 ? undefined : PThread.unusedWorkers.splice(at, 1)[0];
};
#endif
