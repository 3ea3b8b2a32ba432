// Runs before all other scripts, in a syntax that every browser reads: says what the browser lacks, or loads the page.
(function () {
  'use strict';

  // A module of one function with a vector in it.
  var VECTORS = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

  function missing() {
    if (typeof WebAssembly !== 'object' || !WebAssembly.instantiateStreaming)
      return ['it has no WebAssembly that is compiled as it comes', '它没有边下载边编译的 WebAssembly'];
    if (!WebAssembly.validate(new Uint8Array(VECTORS)))
      return ['its WebAssembly has no vectors (SIMD)', '它的 WebAssembly 没有向量指令（SIMD）'];
    if (typeof TransformStream !== 'function')
      return ['it cannot read a stream in pieces (TransformStream)', '它不能分段读取数据流（TransformStream）'];
    return String.prototype.replaceAll ? null : ['its JavaScript is too old', '它的 JavaScript 太旧'];
  }

  function part(id) {
    return document.getElementById(id);
  }

  function refuse(what) {
    part('loading').hidden = true;
    part('why').textContent = what[0];
    part('why-zh').textContent = what[1];
    part('problem').hidden = false;
  }

  function load() {
    var script = document.createElement('script');
    script.src = 'attend.js';
    script.onerror = function () {
      part('failed').hidden = false;
      part('retry').onclick = function () {
        part('retry').onclick = null;
        part('failed').hidden = true;
        load();
      };
    };
    document.head.appendChild(script);
  }

  // What is loaded before the program moves the bar (loading.js); where it stands still, the network does. Loading anew fetches what has
  // not come to its end.
  function watch() {
    var SILENCE = 10000, value = -1, since = 0;
    part('anew').onclick = function () {
      location.reload();
    };
    var clock = setInterval(function () {
      var loading = !part('loading').hidden, still = part('bar').value === value && value < 1 && part('failed').hidden;
      if (!still)
        since = Date.now();
      value = part('bar').value;
      part('silent').hidden = !still || Date.now() - since < SILENCE;
      if (!loading)
        clearInterval(clock);
    }, 500);
  }

  // A syntax that the browser does not know is an error of the script, before anything in it has run.
  window.addEventListener('error', function (event) {
    if (event.error instanceof SyntaxError)
      refuse(['its JavaScript is too old', '它的 JavaScript 太旧']);
  });

  var lack = missing();
  if (lack)
    refuse(lack);
  else {
    load();
    watch();
  }
})();
