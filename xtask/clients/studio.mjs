// The studio's page in Chromium, driven as a person does: things are found by their labels.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chromium } from 'playwright-core';

/** WebGL 2 by software. */
const WEBGL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
/** ANGLE has to be SwiftShader too: on Vulkan it does not start, and the page loses its device. */
export const WEBGPU = [
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--use-vulkan=swiftshader',
  '--use-angle=swiftshader',
  '--enable-features=Vulkan',
  '--ignore-gpu-blocklist',
];
/** Small, because it is drawn without a graphics card. */
const SIZE = { width: 960, height: 600 };
const PATIENCE = 30_000;

/** Names and contents of the files in a zip that are stored as they are. */
export function unzip(bytes) {
  const files = [];
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const [size, letters] = [bytes.readUInt32LE(at + 18), bytes.readUInt16LE(at + 26)];
    const start = at + 30 + letters;
    files.push([bytes.toString('utf8', at + 30, start), bytes.subarray(start, start + size)]);
    at = start + size;
  }
  return files;
}

/** Somebody at a page. What goes wrong there is in `complaints`. */
export class Person {
  static async at(url, pictures, driver = WEBGL) {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', ...driver],
    });
    const context = await browser.newContext({ viewport: SIZE, acceptDownloads: true });
    const person = new Person();
    Object.assign(person, { browser, pictures, url, complaints: [] });
    person.page = await context.newPage();
    const { page, complaints } = person;
    page.on('console', (m) => m.type() === 'error' && complaints.push(`console: ${m.text()}`));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      const own = [new URL(url).origin, 'blob:', 'data:'].some((start) => request.url().startsWith(start));
      if (!own) complaints.push(`a request leaves the page: ${request.url()}`);
    });
    page.setDefaultTimeout(PATIENCE);
    mkdirSync(pictures, { recursive: true });
    return person;
  }

  /** Opens the page; how many seconds it takes until the first picture. */
  async opens(query = '') {
    await this.page.goto('about:blank');
    await this.page.goto(this.url + query);
    const drawn = () => performance.getEntriesByName('lissom-drawn')[0]?.startTime;
    const millis = await (await this.page.waitForFunction(drawn)).jsonValue();
    return millis / 1000;
  }

  async state() {
    return await this.page.evaluate(() => window.lissom_state());
  }

  /** Waits until something is so, and says what. */
  async sees(what, is) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const state = await this.state();
      if (state && is(state)) return state;
      if (Date.now() > end) throw new Error(`${what}: not seen. There is ${JSON.stringify(state).slice(0, 2000)}`);
      await this.waits(50);
    }
  }

  async waits(millis) {
    await this.page.waitForTimeout(millis);
  }

  /** The middle of what is labelled so; menus add their keys. */
  async place(label) {
    const named = ({ widgets }) => widgets[Object.keys(widgets).find((w) => w === label || w.startsWith(`${label} Ctrl+`))];
    const [left, top, right, bottom] = named(await this.sees(`\`${label}\``, named));
    return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top, left, top };
  }

  async clicks(label) {
    const { x, y } = await this.place(label);
    await this.page.mouse.move(x, y);
    await this.waits(100);
    await this.page.mouse.down();
    await this.waits(60);
    await this.page.mouse.up();
    await this.waits(100);
  }

  /** Presses the mouse and moves it; lets go in the end, after `meanwhile`. */
  async drags([x, y], [dx, dy], meanwhile = async () => {}) {
    const { mouse } = this.page;
    await mouse.move(x, y);
    await this.waits(150);
    await mouse.down();
    await this.waits(100);
    for (let k = 1; k <= 8; k++) {
      await mouse.move(x + (dx * k) / 8, y + (dy * k) / 8);
      await this.waits(60);
    }
    await meanwhile();
    await mouse.up();
    await this.waits(100);
  }

  /** Drops files on the page, together. */
  async drops(...paths) {
    const given = paths.map((path) => [basename(path), readFileSync(path).toString('base64')]);
    await this.page.evaluate(async (files) => {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of files) {
        const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name));
      }
      const canvas = document.getElementById('picture');
      for (const kind of ['dragover', 'drop']) {
        canvas.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
      }
    }, given);
  }

  /** What comes down when something is done: its name and bytes. */
  async downloads(what) {
    const [download] = await Promise.all([this.page.waitForEvent('download'), what()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }

  /** A picture of the whole page, kept for people to look at; the bytes of the part where the character is. */
  async photographs(name) {
    const { left, top, width, height } = await this.place('Picture');
    writeFileSync(join(this.pictures, `${name}.png`), await this.page.screenshot());
    return await this.page.screenshot({ clip: { x: left, y: top, width, height } });
  }

  async leaves() {
    await this.browser.close();
  }
}
