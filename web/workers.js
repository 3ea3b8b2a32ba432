// Before the program with threads: how many workers are made ready, for as many threads of a training as there are processors, and
// as many again (web/calls.js).
Module.workers = 2 * Math.min(8, typeof process === 'object' ? require('os').cpus().length : navigator.hardwareConcurrency);
