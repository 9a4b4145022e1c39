// VRM files with our rig are still VRM files to three-vrm, with the springs they had: node vrm.mjs OUT

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withPage } from './browser.mjs';
import { finish, table } from './report.mjs';

const OUT = process.argv[2];
const { assets, made } = JSON.parse(readFileSync(join(OUT, 'made.json')));
const WANTED = ['vrm0_Godette_v4', 'vrm1_Seed-san_converted', 'smoke_spring'];

const rows = [];
await withPage({ assets, out: OUT }, async (check) => {
  for (const { name, input, rig } of made.filter((m) => m.rig.endsWith('.vrm'))) {
    const [before, after] = [await check('vrm', `/assets/${input}`), await check('vrm', `/out/${rig}`)];
    const wrong = after.complaints.filter((c) => !before.complaints.includes(c));
    const [had, has] = [before.answer, after.answer];
    if (WANTED.includes(name) && !had) wrong.push('the input is no VRM to three-vrm');
    if (had && !has) wrong.push('it is no VRM any more');
    if (had && has) {
      had.joints.filter((j) => !has.joints.includes(j)).forEach((j) => wrong.push(`a joint is gone: ${j}`));
      if (has.joints.length < had.joints.length) wrong.push('there are fewer joints');
      if (has.colliders < had.colliders) wrong.push('there are fewer colliders');
      if (has.version !== had.version || has.bones !== had.bones) wrong.push('it is another VRM');
    }
    rows.push({
      file: rig,
      version: has?.version ?? '-',
      bones: has?.bones ?? 0,
      'joints before': had?.joints.length ?? 0,
      after: has?.joints.length ?? 0,
      wrong,
    });
  }
});
table(rows);
const missing = WANTED.filter((name) => !made.some((m) => m.name === name));
finish('VRM files with a rig load in three-vrm', [
  ...rows.map((r) => [r.file, r.wrong]),
  ...missing.map((m) => [m, ['is not there']]),
]);
