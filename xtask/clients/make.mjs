// Rigs and bakes every character that has chains: node make.mjs LISSOM ASSETS OUT
//
// OUT/made.json says what became of each: {name, input, rig, baked, walks, clips}, the clips being those that
// got keys.

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';

const [LISSOM, ASSETS, OUT] = process.argv.slice(2);
/** What humans do that have no animation of their own. */
const MOTION = 'bvh/cmu_02_01.bvh';
const FPS = 30;
/** How far keys may be from what was simulated. */
const MOST_DEG = 0.1;

const run = promisify(execFile);
const lissom = async (...words) => (await run(LISSOM, words, { maxBuffer: 1 << 28 })).stdout;

async function make(input) {
  const { rig, animations, humanoid } = JSON.parse(await lissom('inspect', '--json', join(ASSETS, input)));
  if (rig.chains.length === 0) return undefined;
  const stem = input.slice(0, -extname(input).length);
  // In the form of the input, so that they can be compared; but a .vrm carries no animation.
  const files = {
    rig: `${stem}.rig${extname(input)}`,
    baked: `${stem}.baked${extname(input).replace('.vrm', '.glb')}`,
  };
  await lissom('rig', join(ASSETS, input), '-o', join(OUT, files.rig));
  const walks = animations.length === 0 && humanoid;
  const act = walks ? ['--motion', join(ASSETS, MOTION)] : animations.length > 0 ? ['--animation', 'all'] : [];
  const how = [...act, '--fps', `${FPS}`, '--json', '-o', join(OUT, files.baked)];
  const baked = JSON.parse(await lissom('bake', join(ASSETS, input), ...how)).animations;
  const bad = baked.find((a) => !a.finite || !(a.turn_error_deg <= MOST_DEG));
  if (bad) throw new Error(`${input}: keys of ${bad.name} are ${bad.turn_error_deg}° from what was simulated`);
  const sum = (key) => baked.reduce((total, a) => total + a[key], 0);
  const all = `${baked.length} clips of ${sum('frames')} frames, ${sum('keys')} keys`;
  console.log(`${input}: ${rig.chains.length} chains, ${all}`);
  return { name: basename(stem), input, ...files, walks, clips: baked.filter((a) => a.keys > 0).map((a) => a.name) };
}

rmSync(OUT, { recursive: true, force: true });
const inputs = ['gltf', 'vrm'].flatMap((folder) =>
  readdirSync(join(ASSETS, folder), { recursive: true }).map((file) => join(folder, file)),
);
for (const file of inputs.filter((f) => extname(f) !== '')) {
  mkdirSync(join(OUT, dirname(file)), { recursive: true });
  if (['.png', '.bin'].includes(extname(file))) cpSync(join(ASSETS, file), join(OUT, file));
}
const waiting = inputs.filter((f) => ['.glb', '.gltf', '.vrm'].includes(extname(f))).sort();
const made = [];
const worker = async () => {
  for (let input; (input = waiting.shift());) made.push(await make(input));
};
await Promise.all(Array.from({ length: availableParallelism() }, worker));
const kept = made.filter(Boolean).sort((a, b) => (a.input < b.input ? -1 : 1));
if (kept.length === 0) throw new Error(`no character with chains in ${ASSETS}`);
writeFileSync(join(OUT, 'made.json'), JSON.stringify({ fps: FPS, assets: ASSETS, made: kept }, null, 1));
console.log(`${kept.length} characters`);
