// Our files against Khronos's validator, and against what they were made from: node validate.mjs OUT
//
// No error that the input has not, and nothing of the input's JSON gone or changed; numbers are compared by spelling.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errors as found } from './errors.mjs';
import { parts } from './gltf.mjs';
import { finish, table } from './report.mjs';

const OUT = process.argv[2];
const { assets, made } = JSON.parse(readFileSync(join(OUT, 'made.json')));

/** Code and place of every error. */
async function errors(path) {
  const externalResourceFunction = async (uri) =>
    new Uint8Array(readFileSync(join(dirname(path), decodeURIComponent(uri))));
  return await found(readFileSync(path), { externalResourceFunction });
}

/**
 * The JSON of a file with numbers as they are spelled; 1E3 is as good as 1e3. Buffers and images are told by what is in
 * them: what goes to another folder takes those along that were in files of their own.
 */
function spelled(path) {
  const { text, bin } = parts(new Uint8Array(readFileSync(path)));
  const numbers = /("(?:[^"\\]|\\.)*")|-?\d[\d.eE+-]*/g;
  const json = JSON.parse(text.replace(numbers, (token, string) => string ?? `"number ${token.toLowerCase()}"`));
  const named = [...(json.buffers ?? []), ...(json.images ?? [])].filter((it) => it.uri);
  for (const it of named) it.uri = digest(bytesOf(it.uri, dirname(path)));
  const plain = JSON.parse(text);
  for (const [k, image] of (plain.images ?? []).entries()) {
    const view = plain.bufferViews?.[image.bufferView];
    if (bin && view?.buffer === 0) json.images[k].uri = digest(bin.subarray(view.byteOffset ?? 0, (view.byteOffset ?? 0) + view.byteLength));
  }
  return json;
}

function bytesOf(uri, folder) {
  if (uri.startsWith('data:')) return Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64');
  return readFileSync(join(folder, decodeURIComponent(uri)));
}

function digest(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Places where something of `old` is not in `now`. Lists may have become longer, objects fuller, the buffer larger. */
function lost(old, now, place = '') {
  if (old === null || typeof old !== 'object') return old === now || place === '/buffers/0/byteLength' ? [] : [place];
  if (now === null || typeof now !== 'object' || Array.isArray(old) !== Array.isArray(now)) return [place];
  return Object.keys(old).flatMap((key) => lost(old[key], now[key], `${place}/${key}`));
}

const rows = [];
for (const { input, rig, baked } of made) {
  const [before, json] = [await errors(join(assets, input)), spelled(join(assets, input))];
  for (const file of [rig, baked]) {
    const after = await errors(join(OUT, file));
    const fresh = after.filter((e) => !before.includes(e));
    const gone = lost(json, spelled(join(OUT, file)));
    rows.push({
      file,
      'errors before': before.length,
      after: after.length,
      lost: gone.length,
      wrong: [...fresh, ...gone.map((p) => `lost ${p}`)],
    });
  }
}
table(rows);
finish(
  'files are valid and keep what was in them',
  rows.map((r) => [r.file, r.wrong]),
);
