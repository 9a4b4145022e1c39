// Jolt's side of `cargo xtask peers`: `simd` or `plain`, NAME, ITERATIONS. What Jolt calls an iteration is a
// substep.
//
// The package has SIMD in its threaded build only. Jolt is asked for no workers, and so the one thread does all.

import { createRequire } from "node:module";
import { serve } from "./serve.mjs";

const [build, name, iterations] = process.argv.slice(2);
const J = build === "simd" ? await threaded() : await (await import("jolt-physics/wasm")).default();
const EDGE = 0.03;
const SEGMENT = 0.1;
// How soft rods are: they sag as much as ours. Hair whose lengths are kept does so if it is stiffer.
const SOFTNESS = 0.016;
const HAIR_SOFTNESS = 0.0087;
const [COLUMNS, ROWS] = [40, 35];

// Its workers do not find out in Node that they are workers; they are started by a script that knows. They do not keep
// the process alive either while it waits for them.
async function threaded() {
  const threads = createRequire(import.meta.url)("node:worker_threads");
  const script = new URL("jolt-thread.mjs", import.meta.url);
  threads.Worker = class extends threads.Worker {
    constructor(_, options) {
      super(script, options);
    }
  };
  const wait = setInterval(() => {}, 1000);
  const jolt = await (await import("jolt-physics/wasm-multithread")).default();
  clearInterval(wait);
  return jolt;
}

function world() {
  const settings = new J.JoltSettings();
  settings.mMaxWorkerThreads = 0;
  const pairs = new J.ObjectLayerPairFilterTable(1);
  const layers = new J.BroadPhaseLayerInterfaceTable(1, 1);
  layers.MapObjectToBroadPhaseLayer(0, new J.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 1);
  return new J.JoltInterface(settings);
}

function vertex(shared, at, inverseMass) {
  const v = new J.SoftBodySharedSettingsVertex();
  v.mPosition = new J.Float3(...at);
  v.mInvMass = inverseMass;
  shared.mVertices.push_back(v);
}

// Level rods, held at one end, all in one soft body: that is faster than a body for each.
function rods(shared, count, joints, softness) {
  for (let k = 0; k < count; k++) {
    const first = k * joints;
    const firstRod = k * (joints - 1);
    for (let j = 0; j < joints; j++) {
      vertex(shared, [2.5 * (k % 36) + SEGMENT * j, 0, Math.floor(k / 36)], j === 0 ? 0 : 20);
    }
    for (let j = 0; j < joints - 1; j++) {
      const stretch = new J.SoftBodySharedSettingsRodStretchShear(first + j, first + j + 1, 0);
      shared.mRodStretchShearConstraints.push_back(stretch);
    }
    for (let j = 0; j < joints - 2; j++) {
      const bend = new J.SoftBodySharedSettingsRodBendTwist(firstRod + j, firstRod + j + 1, softness);
      shared.mRodBendTwistConstraints.push_back(bend);
    }
  }
  shared.CalculateRodProperties();
}

// Level, and held by its first row: edges, one diagonal of each square against shear, and bending over two squares.
// Tethers keep every vertex within the distance that it had from the held row.
function cloth(shared, tethers) {
  for (let k = 0; k < COLUMNS * ROWS; k++) {
    vertex(shared, [EDGE * (k % COLUMNS), 0, EDGE * Math.floor(k / COLUMNS)], k < COLUMNS ? 0 : 1000);
  }
  for (let r = 0; r + 1 < ROWS; r++) {
    for (let c = 0; c + 1 < COLUMNS; c++) {
      const k = r * COLUMNS + c;
      shared.AddFace(new J.SoftBodySharedSettingsFace(k, k + COLUMNS, k + COLUMNS + 1, 0));
      shared.AddFace(new J.SoftBodySharedSettingsFace(k, k + COLUMNS + 1, k + 1, 0));
    }
  }
  const soft = new J.SoftBodySharedSettingsVertexAttributes();
  soft.mCompliance = 0;
  soft.mShearCompliance = 1e-3;
  soft.mBendCompliance = 1e-2;
  if (tethers) {
    soft.mLRAType = J.SoftBodySharedSettings_ELRAType_EuclideanDistance;
    soft.mLRAMaxDistanceMultiplier = 1;
  }
  const all = new J.ArraySoftBodySharedSettingsVertexAttributes();
  all.push_back(soft);
  shared.CreateConstraints(all.data(), 1, J.SoftBodySharedSettings_EBendType_Distance);
}

const jolt = world();
const shared = new J.SoftBodySharedSettings();
const makes = {
  rods: () => rods(shared, 1000, 9, SOFTNESS),
  "rods-lengths": () => rods(shared, 1000, 9, SOFTNESS),
  hair: () => rods(shared, 11, 20, SOFTNESS),
  "hair-lengths": () => rods(shared, 11, 20, HAIR_SOFTNESS),
  cloth: () => cloth(shared, false),
  "cloth-tethered": () => cloth(shared, true),
};
makes[name]();
shared.Optimize();
const creation = new J.SoftBodyCreationSettings(shared, new J.RVec3(0, 0, 0), J.Quat.prototype.sIdentity(), 0);
creation.mNumIterations = Number(iterations);
creation.mLinearDamping = 0.6;
creation.mUpdatePosition = false;
creation.mAllowSleeping = false;
creation.mVertexRadius = 0;
const bodies = jolt.GetPhysicsSystem().GetBodyInterface();
const body = bodies.CreateSoftBody(creation);
bodies.AddBody(body.GetID(), J.EActivation_Activate);
const motion = J.castObject(body.GetMotionProperties(), J.SoftBodyMotionProperties);
const units = motion.GetSettings().mVertices.size();

function at(k) {
  const p = motion.GetVertex(k).mPosition;
  return [p.GetX(), p.GetY(), p.GetZ()];
}

// Neighbours of a vertex that come before it.
const inRod = (joints) => (k) => k % joints > 0 ? [k - 1] : [];
const inCloth = (k) => [k % COLUMNS > 0 ? k - 1 : -1, k - COLUMNS].filter((b) => b >= 0);

// Root mean square of how much edges are too long or too short.
function stretch(before, length) {
  const all = Array.from({ length: units }, (_, k) => at(k));
  const strain = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / length - 1;
  const strains = all.flatMap((a, k) => before(k).map((b) => strain(a, all[b])));
  return Math.sqrt(strains.reduce((sum, s) => sum + s * s, 0) / strains.length);
}

const probes = {
  rods: () => -at(8)[1],
  "rods-lengths": () => stretch(inRod(9), SEGMENT),
  hair: () => -at(19)[1],
  "hair-lengths": () => stretch(inRod(20), SEGMENT),
  cloth: () => stretch(inCloth, EDGE),
  "cloth-tethered": () => stretch(inCloth, EDGE),
};

await serve({ units, steps: Number(iterations), step: (seconds) => jolt.Step(seconds, 1), probe: probes[name] });
