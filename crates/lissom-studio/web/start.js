// Loads the studio. What goes wrong on the way is told in words.

import init, { state } from './studio.js';

const words = document.getElementById('words');

/** Says why there is no studio to be seen. */
function trouble(text) {
  words.hidden = false;
  words.className = 'trouble';
  document.getElementById('say').textContent = text;
}

function canDraw() {
  return 'gpu' in navigator || document.createElement('canvas').getContext('webgl2') !== null;
}

// Work is kept every now and then, and offered again at the next start.
const LOST = 'Reload the page; what you made is kept.';
addEventListener('error', () => trouble(`Something went wrong that should not have. ${LOST}`));
addEventListener('unhandledrejection', () => trouble(`Something went wrong that should not have. ${LOST}`));
addEventListener('lissom-trouble', (event) => trouble(event.detail));
addEventListener('lissom-lost', () => trouble(`The graphics driver took the picture away. ${LOST}`));
document.getElementById('picture').addEventListener('webglcontextlost', () => dispatchEvent(new Event('lissom-lost')));
addEventListener('lissom-drawn', () => {
  words.hidden = true;
  performance.mark('lissom-drawn');
});

if (canDraw()) {
  // For tests: what is open, when it is, and where things are on the screen. Nothing can be changed with it.
  window.lissom_state = () => JSON.parse(state());
  init({ module_or_path: new URL('studio_bg.wasm', import.meta.url) }).catch((error) => trouble(`The studio could not be loaded: ${error}`));
} else {
  trouble('This browser draws neither with WebGPU nor with WebGL 2. Try another one, or switch on its graphics driver.');
}
