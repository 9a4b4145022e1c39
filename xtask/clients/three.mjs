// Our files in three.js: they load without a complaint that the input does not cause, and baked clips put every vertex
// where glTF's rules do: node three.mjs OUT

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withPage } from './browser.mjs';
import { finish, table } from './report.mjs';

const OUT = process.argv[2];
const { assets, made } = JSON.parse(readFileSync(join(OUT, 'made.json')));
/** How far vertices may be off, as a share of the height. */
const MOST = 1e-3;
const TIMES = 10;
/** How far somebody walks at least, in heights. */
const WALK = 0.5;

const rows = [];
await withPage({ assets, out: OUT }, async (check) => {
  for (const { input, rig, baked, clips, walks } of made) {
    const before = (await check('load', `/assets/${input}`)).complaints;
    const fresh = (complaints) => complaints.filter((c) => !before.includes(c)).map((c) => `complains: ${c}`);
    const wrong = fresh((await check('load', `/out/${rig}`)).complaints);
    const { answer, complaints } = await check('skinning', `/out/${baked}`, clips, TIMES);
    wrong.push(...fresh(complaints));
    const [off, move] = ['off', 'move'].map((key) => Math.max(0, ...answer.clips.map((c) => c[key])));
    if (!(answer.vertices > 0 && off <= MOST)) wrong.push(`vertices are off by ${off} of the height`);
    if (walks && !(move >= WALK)) wrong.push(`somebody who walks moves by ${move} of the height only`);
    rows.push({
      file: baked,
      clips: clips.length,
      vertices: answer.vertices,
      'move / height': move,
      'off / height': off,
      wrong,
    });
  }
});
table(rows);
finish(
  'baked clips play the same in three.js',
  rows.map((r) => [r.file, r.wrong]),
);
