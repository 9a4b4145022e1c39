// Does for the page what takes long, beside it.

import init, { errand } from './studio.js';

const ready = init({ module_or_path: new URL('studio_bg.wasm', import.meta.url) });
addEventListener('message', async ({ data }) => {
  await ready;
  postMessage(errand(data));
});
