// How baked clips turn bones in the world, by glTF's rules, for blender.py: node poses.mjs OUT NAME…

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { length, open, parts, pose } from './gltf.mjs';

const [OUT, ...WANTED] = process.argv.slice(2);
const { fps, made } = JSON.parse(readFileSync(join(OUT, 'made.json')));

const product = ([a, b, c, d], [x, y, z, w]) => [
  d * x + a * w + b * z - c * y,
  d * y - a * z + b * w + c * x,
  d * z + a * y - b * x + c * w,
  d * w - a * x - b * y - c * z,
];

const list = [];
for (const name of WANTED) {
  const found = made.find((m) => m.name === name);
  if (!found) throw new Error(`${name} was not baked`);
  const bytes = new Uint8Array(readFileSync(join(OUT, found.baked)));
  const gltf = await open(bytes);
  const { json, parents } = gltf;
  const { text, bin } = parts(bytes);
  const joints = [...new Set(json.skins.flatMap((s) => s.joints))];
  const clips = found.clips.map((clip, k) => {
    const index = json.animations.findIndex((a) => a.name === clip);
    // A copy with this clip alone: in Blender, what a clip says nothing of stays as another left it. Nor does it read
    // files that require VRM's extensions, which are nothing to a clip.
    const file = found.baked.replace('.glb', `.${k}.glb`);
    const plain = JSON.parse(text);
    writeFileSync(
      join(OUT, file),
      glb({ ...plain, animations: [plain.animations[index]], extensionsRequired: undefined }, bin),
    );
    const animation = json.animations[index];
    const count = Math.floor(length(gltf, animation) * fps + 1e-3) + 1;
    const frames = Array.from({ length: count }, (_, k) => {
      const locals = pose(gltf, animation, k / fps);
      const turn = (n) =>
        parents[n] === undefined ? locals[n].rotation : product(turn(parents[n]), locals[n].rotation);
      return joints.map(turn);
    });
    return { name: clip, file, frames };
  });
  list.push({ name, bones: joints.map((j) => json.nodes[j].name), clips });
}
writeFileSync(join(OUT, 'poses.json'), JSON.stringify({ fps, characters: list }));

function glb(json, bin) {
  const pad = (bytes, fill) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3, fill)]);
  const chunks = [
    [0x4e4f534a, pad(Buffer.from(JSON.stringify(json)), ' ')],
    [0x004e4942, pad(Buffer.from(bin), 0)],
  ];
  const words = (...list) => Buffer.from(new Uint32Array(list).buffer);
  const body = Buffer.concat(chunks.flatMap(([kind, data]) => [words(data.length, kind), data]));
  return Buffer.concat([words(0x46546c67, 2, 12 + body.length), body]);
}
