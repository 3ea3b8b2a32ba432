// Before the program, under node: the caller's environment is the program's. Without fetch, as node was until 18: with
// it emscripten 3.1.6 asks for its .wasm over the network.
delete globalThis.fetch;
Module.preRun = [() => typeof ENV === 'undefined' || Object.assign(ENV, process.env)]; // there is none where nobody asks
Module.locateFile = (name, folder) => folder + (Module.relaxed ? name.replace('.wasm', '.relaxed.wasm') : name);
