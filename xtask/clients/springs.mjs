// Our springs against three-vrm's, while what they hang on swings and turns: node springs.mjs LISSOM ASSETS OUT
//
// Both start at rest and go 60 times a second. The difference of the tips, RMS over all frames, is a share of the
// chain's length.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { withPage } from './browser.mjs';
import { open, pose, worlds } from './gltf.mjs';
import { finish, table } from './report.mjs';

const [LISSOM, ASSETS, OUT] = process.argv.slice(2);
const FIXTURES = [
  ['vrm/threevrm', /^springbone_.*\.gltf$/],
  ['vrm/arkavo', /\.vrm$/],
];
const CLIP = 'swing';
const [SECS, RATE, HZ] = [5, 60, 1];
/** To each side: as a share of the chain's length, and in radians. */
const [SWAY, TURN] = [0.2, Math.PI / 6];
const MOST = 0.15;

const data = (bytes) => `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
const loadFrom = (path) => {
  const bytes = (uri) =>
    uri.startsWith('data:') ? Buffer.from(uri.split(',')[1], 'base64') : readFileSync(join(dirname(path), uri));
  return open(new Uint8Array(readFileSync(path)), (uri) => new Uint8Array(bytes(uri)));
};

/** Joints of every spring, by node, and the chain's length at rest. */
function chains(gltf) {
  const world = worlds(gltf, pose(gltf, { channels: [] }, 0));
  const place = (n) => world[n].slice(12, 15);
  return gltf.json.extensions.VRMC_springBone.springs.map(({ joints }) => {
    const nodes = joints.map((j) => j.node);
    const length = nodes
      .slice(1)
      .reduce((sum, n, k) => sum + Math.hypot(...place(n).map((x, c) => x - place(nodes[k])[c])), 0);
    return { nodes, length };
  });
}

/** A copy in which the parent of every chain swings along x and turns about z; a root gets one. */
function swinging(gltf) {
  const json = structuredClone(gltf.json);
  // Some fixtures leave out the version of their colliders, without which three-vrm does not read them.
  for (const { extensions } of json.extensions.VRMC_springBone.colliders ?? []) {
    Object.values(extensions ?? {}).forEach((e) => (e.specVersion ??= '1.0'));
  }
  json.buffers = gltf.buffers.map((b) => ({ byteLength: b.byteLength, uri: data(b) }));
  const add = (numbers, type, bounds) => {
    const bytes = new Uint8Array(new Float32Array(numbers).buffer);
    json.bufferViews.push({
      buffer: json.buffers.push({ byteLength: bytes.length, uri: data(bytes) }) - 1,
      byteLength: bytes.length,
    });
    const count = numbers.length / { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
    const bufferView = json.bufferViews.length - 1;
    return json.accessors.push({ bufferView, componentType: 5126, type, count, ...bounds }) - 1;
  };
  const times = Array.from({ length: SECS * RATE + 1 }, (_, k) => k / RATE);
  const phase = times.map((t) => Math.sin(2 * Math.PI * HZ * t));
  const input = add(times, 'SCALAR', { min: [0], max: [Math.fround(SECS)] });
  const animation = { name: CLIP, channels: [], samplers: [] };
  for (const { nodes, length } of chains(gltf)) {
    const root = nodes[0];
    let mover = gltf.parents[root];
    if (mover === undefined) {
      mover = json.nodes.push({ name: `over ${root}`, children: [root] }) - 1;
      json.scenes.forEach((s) => (s.nodes = s.nodes.map((n) => (n === root ? mover : n))));
    }
    const [x, y, z] = json.nodes[mover].translation ?? [0, 0, 0];
    const places = phase.flatMap((p) => [x + SWAY * length * p, y, z]);
    const turns = phase.flatMap((p) => [0, 0, Math.sin((TURN * p) / 2), Math.cos((TURN * p) / 2)]);
    const samplers = [
      { input, output: add(places, 'VEC3') },
      { input, output: add(turns, 'VEC4') },
    ];
    ['translation', 'rotation'].forEach((path, k) => {
      animation.channels.push({ sampler: animation.samplers.push(samplers[k]) - 1, target: { node: mover, path } });
    });
  }
  json.animations = [animation];
  return json;
}

/** Where nodes are in our bake, frame by frame. */
async function ours(path, nodes) {
  const gltf = await loadFrom(path);
  const animation = gltf.json.animations.find((a) => a.name === `${CLIP} (Lissom)`);
  return Array.from({ length: SECS * RATE + 1 }, (_, k) => {
    const world = worlds(gltf, pose(gltf, animation, k / RATE));
    return nodes.map((n) => world[n].slice(12, 15));
  });
}

mkdirSync(OUT, { recursive: true });
const files = FIXTURES.flatMap(([folder, wanted]) =>
  readdirSync(join(ASSETS, folder))
    .filter((f) => wanted.test(f))
    .sort()
    .map((f) => join(folder, f)),
);
const rows = [];
await withPage({ out: OUT }, async (check) => {
  for (const file of files) {
    const gltf = await loadFrom(join(ASSETS, file));
    const found = chains(gltf);
    const name = basename(file, extname(file));
    const copy = join(OUT, `${name}.swinging.gltf`);
    const baked = join(OUT, `${name}.baked.gltf`);
    writeFileSync(copy, JSON.stringify(swinging(gltf)));
    execFileSync(LISSOM, ['bake', copy, '--fps', `${RATE}`, '--preroll', '0', '--tolerance', '0', '-o', baked], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const tips = found.map((c) => c.nodes.at(-1));
    const mine = await ours(baked, tips);
    const { answer: theirs } = await check('springs', `/out/${basename(copy)}`, CLIP, tips, mine.length, RATE);
    found.forEach(({ length }, c) => {
      const off = mine.map((places, k) => Math.hypot(...places[c].map((x, a) => x - theirs[k][c][a])) / length);
      const rms = Math.sqrt(off.reduce((sum, d) => sum + d * d, 0) / off.length);
      const wrong = rms <= MOST ? [] : [`tips are ${(100 * rms).toFixed(1)} % of the chain's length apart, RMS`];
      rows.push({ file, 'length m': length, 'RMS %': 100 * rms, 'most %': 100 * Math.max(...off), wrong });
    });
  }
});
table(rows);
finish(
  'springs move as in three-vrm',
  rows.map((r) => [r.file, r.wrong]),
);
