// A page of Chromium in which three.js and three-vrm are loaded, without a network.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const HERE = dirname(fileURLToPath(import.meta.url));
const TYPES = { '.mjs': 'text/javascript', '.js': 'text/javascript', '.html': 'text/html', '.png': 'image/png' };
const MODULES = {
  three: '/here/node_modules/three/build/three.module.js',
  'three/addons/': '/here/node_modules/three/examples/jsm/',
  '@pixiv/three-vrm': '/here/node_modules/@pixiv/three-vrm/lib/three-vrm.module.js',
  '@pixiv/three-vrm-springbone': '/here/node_modules/@pixiv/three-vrm-springbone/lib/three-vrm-springbone.module.js',
};
const PAGE = `<!doctype html><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports: MODULES })}</script>
<script type="module" src="/here/page.mjs"></script>`;

/** Calls `work` with a function that runs one of page.mjs's: its answer, and what was complained of meanwhile. */
export async function withPage(folders, work) {
  const roots = { ...folders, here: HERE };
  const server = createServer(async (request, response) => {
    const [, root, ...path] = decodeURIComponent(new URL(request.url, 'http://x').pathname).split('/');
    try {
      const file = root === '' ? 'page.html' : join(roots[root], normalize('/' + path.join('/')));
      const body = root === '' ? PAGE : await readFile(file);
      response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    let complaints = [];
    page.on('console', (m) => ['warning', 'error'].includes(m.type()) && complaints.push(m.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page
      .waitForFunction(() => window.checks)
      .catch(() => {
        throw new Error(`the page does not start: ${complaints.join('; ')}`);
      });
    await work(async (check, ...given) => {
      complaints = [];
      const answer = await page.evaluate(([name, list]) => window.checks[name](...list), [check, given]);
      return { answer, complaints };
    });
  } finally {
    await browser.close();
    server.close();
  }
}
