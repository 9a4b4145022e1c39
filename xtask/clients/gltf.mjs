// Reads and plays glTF by the letter of its specification, as plainly as that. What our files should look like is
// computed with this, and compared with what other programs show. Runs in Node and in browsers.

const ARRAYS = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
};
const WIDTHS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/** The JSON text of a file and its binary chunk, if it has one. */
export function parts(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (data) => new TextDecoder().decode(data);
  if (view.getUint32(0, true) !== 0x46546c67) return { text: text(bytes) };
  const length = view.getUint32(12, true);
  const rest = 20 + length;
  const bin = rest + 8 <= bytes.length ? bytes.subarray(rest + 8, rest + 8 + view.getUint32(rest, true)) : undefined;
  return { text: text(bytes.subarray(20, rest)), bin };
}

/** A file with its buffers; `beside` gets the bytes of an address in it. */
export async function open(bytes, beside) {
  const { text, bin } = parts(bytes);
  const json = JSON.parse(text);
  const buffers = await Promise.all((json.buffers ?? []).map((b) => (b.uri === undefined ? bin : beside(b.uri))));
  const parents = [];
  json.nodes.forEach((node, k) => (node.children ?? []).forEach((child) => (parents[child] = k)));
  return { json, buffers, parents };
}

/** The numbers of an accessor, one after the other. */
export function numbers({ json, buffers }, index) {
  const accessor = json.accessors[index];
  const width = WIDTHS[accessor.type];
  const dense = (viewIndex, offset, component, count, columns) => {
    const view = json.bufferViews[viewIndex];
    const Kind = ARRAYS[component];
    const stride = view.byteStride ?? columns * Kind.BYTES_PER_ELEMENT;
    const buffer = buffers[view.buffer];
    const out = new Float64Array(count * columns);
    for (let row = 0; row < count; row++) {
      const at = buffer.byteOffset + (view.byteOffset ?? 0) + offset + row * stride;
      out.set(new Kind(buffer.buffer.slice(at, at + columns * Kind.BYTES_PER_ELEMENT)), row * columns);
    }
    return out;
  };
  const { componentType, count } = accessor;
  const values =
    accessor.bufferView === undefined
      ? new Float64Array(count * width)
      : dense(accessor.bufferView, accessor.byteOffset ?? 0, componentType, count, width);
  if (accessor.sparse) {
    const { indices, values: few, count: some } = accessor.sparse;
    const rows = dense(indices.bufferView, indices.byteOffset ?? 0, indices.componentType, some, 1);
    const given = dense(few.bufferView, few.byteOffset ?? 0, componentType, some, width);
    rows.forEach((row, k) => values.set(given.subarray(k * width, (k + 1) * width), row * width));
  }
  const most = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535 }[componentType];
  return accessor.normalized && most ? values.map((v) => Math.max(v / most, -1)) : values;
}

/** How long an animation is, in seconds. */
export function length(gltf, animation) {
  return Math.max(...animation.samplers.map((s) => gltf.json.accessors[s.input].max[0]));
}

/** Place, turn and size of all nodes and the weights of their morph targets, at a time of an animation. */
export function pose(gltf, animation, time) {
  const { json } = gltf;
  const locals = json.nodes.map((node) => ({
    matrix: node.matrix,
    translation: node.translation ?? [0, 0, 0],
    rotation: node.rotation ?? [0, 0, 0, 1],
    scale: node.scale ?? [1, 1, 1],
    weights: node.weights ?? json.meshes?.[node.mesh]?.weights,
  }));
  for (const { sampler, target } of animation.channels) {
    if (target.node === undefined) continue;
    locals[target.node][target.path] = value(gltf, animation.samplers[sampler], time, target.path === 'rotation');
  }
  return locals;
}

/** What a sampler says at a time. */
function value(gltf, sampler, time, isTurn) {
  sampler.times ??= numbers(gltf, sampler.input);
  sampler.values ??= numbers(gltf, sampler.output);
  const { times, values } = sampler;
  const cubic = sampler.interpolation === 'CUBICSPLINE';
  const width = values.length / times.length / (cubic ? 3 : 1);
  const row = (k, part) => [...values.subarray((cubic ? 3 * k + part : k) * width).subarray(0, width)];
  const next = times.findIndex((t) => t > time);
  if (next === 0 || next < 0) return row(next < 0 ? times.length - 1 : 0, 1);
  const [a, b, span] = [row(next - 1, 1), row(next, 1), times[next] - times[next - 1]];
  const t = (time - times[next - 1]) / span;
  if (sampler.interpolation === 'STEP') return a;
  if (cubic) {
    const [out, into] = [row(next - 1, 2), row(next, 0)];
    const mixed = a.map(
      (_, k) =>
        (2 * t ** 3 - 3 * t ** 2 + 1) * a[k] +
        span * (t ** 3 - 2 * t ** 2 + t) * out[k] +
        (-2 * t ** 3 + 3 * t ** 2) * b[k] +
        span * (t ** 3 - t ** 2) * into[k],
    );
    return isTurn ? unit(mixed) : mixed;
  }
  return isTurn ? slerp(unit(a), unit(b), t) : a.map((v, k) => v + (b[k] - v) * t);
}

const unit = (v) => v.map((x) => x / Math.hypot(...v));

function slerp(a, b, t) {
  const dot = a.reduce((sum, x, k) => sum + x * b[k], 0);
  const near = dot < 0 ? b.map((x) => -x) : b;
  const angle = Math.acos(Math.min(Math.abs(dot), 1));
  if (angle < 1e-6) return unit(a.map((x, k) => x + (near[k] - x) * t));
  return a.map((x, k) => (x * Math.sin((1 - t) * angle) + near[k] * Math.sin(t * angle)) / Math.sin(angle));
}

/** world_from_node of all nodes, column by column. */
export function worlds({ parents }, locals) {
  const done = [];
  const world = (k) =>
    (done[k] ??= parents[k] === undefined ? matrix(locals[k]) : times(world(parents[k]), matrix(locals[k])));
  return locals.map((_, k) => world(k));
}

function matrix({ matrix, translation: [a, b, c], rotation: [x, y, z, w], scale: [p, q, r] }) {
  return (
    matrix ?? [
      p * (1 - 2 * (y * y + z * z)),
      p * 2 * (x * y + z * w),
      p * 2 * (x * z - y * w),
      0,
      q * 2 * (x * y - z * w),
      q * (1 - 2 * (x * x + z * z)),
      q * 2 * (y * z + x * w),
      0,
      r * 2 * (x * z + y * w),
      r * 2 * (y * z - x * w),
      r * (1 - 2 * (x * x + y * y)),
      0,
      a,
      b,
      c,
      1,
    ]
  );
}

function times(a, b) {
  return b.map((_, k) => [0, 4, 8, 12].reduce((sum, s) => sum + a[(k % 4) + s] * b[k - (k % 4) + s / 4], 0));
}

/** Where the vertices of a primitive are in the world, on one of the nodes that show it. */
export function vertices(gltf, locals, worlds, node, primitive) {
  const { json } = gltf;
  const { attributes, targets = [] } = primitive;
  const places = (primitive.places ??= numbers(gltf, attributes.POSITION)).slice();
  primitive.moves ??= targets.map((t) => (t.POSITION === undefined ? [] : numbers(gltf, t.POSITION)));
  primitive.moves.forEach((move, m) => move.forEach((d, k) => (places[k] += (locals[node].weights?.[m] ?? 0) * d)));
  const skin = json.skins?.[json.nodes[node].skin];
  const shown = (m, p) => [0, 1, 2].map((r) => m[r] * p[0] + m[r + 4] * p[1] + m[r + 8] * p[2] + m[r + 12]);
  let moved = () => (p) => shown(worlds[node], p);
  if (skin) {
    const still = Array.from({ length: 16 }, (_, k) => (k % 5 ? 0 : 1));
    const binds = skin.inverseBindMatrices === undefined ? undefined : numbers(gltf, skin.inverseBindMatrices);
    const bones = skin.joints.map((j, k) => times(worlds[j], binds ? [...binds.subarray(16 * k, 16 * k + 16)] : still));
    primitive.sets ??= [0, 1, 2]
      .filter((s) => attributes[`JOINTS_${s}`] !== undefined)
      .map((s) => [numbers(gltf, attributes[`JOINTS_${s}`]), numbers(gltf, attributes[`WEIGHTS_${s}`])]);
    moved = (v) => (p) => {
      const sum = [0, 0, 0];
      let total = 0;
      for (const [joints, weights] of primitive.sets) {
        for (let k = 4 * v; k < 4 * v + 4; k++) {
          if (weights[k] === 0) continue;
          total += weights[k];
          shown(bones[joints[k]], p).forEach((x, c) => (sum[c] += weights[k] * x));
        }
      }
      // Weights that do not add up to one are made to.
      return sum.map((x) => x / (total || 1));
    };
  }
  return Array.from({ length: places.length / 3 }, (_, v) => moved(v)(places.subarray(3 * v, 3 * v + 3)));
}
