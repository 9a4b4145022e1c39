// The side of @pixiv/three-vrm-springbone in `cargo xtask peers`: strands of eight joints and a tip, four spheres.

import {
  VRMSpringBoneCollider,
  VRMSpringBoneColliderShapeSphere,
  VRMSpringBoneJoint,
  VRMSpringBoneManager,
} from "@pixiv/three-vrm-springbone";
import { Object3D, Vector3 } from "three";
import { serve } from "./serve.mjs";

const places = {
  springs: (k) => [0.3 * k, 1.3, 0.1 * k],
  "springs-touched": (k) => [0.95 * Math.cos(1.5 * k + 0.5), 1.3, 0.95 * Math.sin(1.5 * k + 0.5)],
};
const place = places[process.argv[2]];
const root = new Object3D();
const sphere = (_, k) => {
  const offset = new Vector3(...place(k));
  const collider = new VRMSpringBoneCollider(new VRMSpringBoneColliderShapeSphere({ offset, radius: 0.12 }));
  root.add(collider);
  return collider;
};
const colliders = Array.from({ length: 4 }, sphere);
const settings = { hitRadius: 0.02, stiffness: 1, gravityPower: 0.3, gravityDir: new Vector3(0, -1, 0), dragForce: 0.4 };
const manager = new VRMSpringBoneManager();
const tips = [];
for (let k = 0; k < 1008; k++) {
  let bone = new Object3D();
  bone.position.set(Math.cos(k), 1.5, Math.sin(k));
  root.add(bone);
  for (let j = 0; j < 8; j++) {
    const child = new Object3D();
    child.position.set(0.01 * Math.sin(k + j + 1), -0.05, 0.005);
    bone.add(child);
    manager.addJoint(new VRMSpringBoneJoint(bone, child, settings, [{ name: "body", colliders }]));
    bone = child;
  }
  tips.push(bone);
}
root.updateMatrixWorld(true);
manager.setInitState();
const placesOfTips = () => tips.map((tip) => tip.getWorldPosition(new Vector3()));
const begun = placesOfTips();

await serve({
  units: 1008 * 9,
  steps: 1,
  step: (seconds) => manager.update(seconds),
  probe: () => {
    const ways = placesOfTips().map((place, k) => place.distanceTo(begun[k]));
    return ways.reduce((sum, way) => sum + way, 0) / ways.length;
  },
});
