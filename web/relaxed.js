// Before the program: does the machine know relaxed SIMD? Then it can load PROGRAM.relaxed.wasm, which has the fast kernels.
// What is tried is a module of one function: f32x4.relaxed_madd of zeros.
Module.relaxed = WebAssembly.validate(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0,
  10, 19, 1, 17, 0, 65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 133, 2, 11));
