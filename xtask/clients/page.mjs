// What runs in the browser: three.js and three-vrm look at files.

import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { VRMLoaderPlugin } from '@pixiv/three-vrm';
import { VRMSpringBoneLoaderPlugin } from '@pixiv/three-vrm-springbone';
import { length, open, pose, vertices, worlds } from './gltf.mjs';

/** A mixer that plays a clip of a file once. */
function player({ scene, animations }, name) {
  const mixer = new THREE.AnimationMixer(scene);
  const action = mixer.clipAction(animations.find((c) => c.name === name));
  action.setLoop(THREE.LoopOnce);
  action.clampWhenFinished = true;
  action.play();
  return mixer;
}

/** How far vertices are from where they should be in each clip, and how far they move, in heights of it all. */
async function skinning(url, clips, count) {
  const loaded = await new GLTFLoader().loadAsync(url);
  const bytes = async (address) =>
    new Uint8Array(await (await fetch(new URL(address, new URL(url, location)))).arrayBuffer());
  const ours = await open(await bytes(''), bytes);
  const of = loaded.parser.associations;
  const shown = [];
  loaded.scene.traverse((mesh) => {
    const place = mesh.isMesh && of.get(mesh);
    if (!place) return;
    const primitive = ours.json.meshes[place.meshes].primitives[place.primitives];
    shown.push({ mesh, primitive, node: place.nodes ?? of.get(mesh.parent).nodes });
  });
  const vertexCount = ({ mesh }) => mesh.geometry.attributes.position.count;
  const answer = { clips: [], vertices: shown.reduce((sum, one) => sum + vertexCount(one), 0) };
  for (const name of clips) {
    const animation = ours.json.animations.find((a) => a.name === name);
    const mixer = player(loaded, name);
    const box = new THREE.Box3();
    const place = new THREE.Vector3();
    const first = [];
    let [off, move] = [0, 0];
    for (let k = 0; k < count; k++) {
      const time = (length(ours, animation) * k) / (count - 1);
      mixer.setTime(time);
      loaded.scene.updateMatrixWorld(true);
      const locals = pose(ours, animation, time);
      const world = worlds(ours, locals);
      for (const [m, { mesh, node, primitive }] of shown.entries()) {
        const wanted = vertices(ours, locals, world, node, primitive);
        first[m] ??= wanted;
        wanted.forEach((p, v) => {
          mesh.localToWorld(mesh.getVertexPosition(v, place));
          off = Math.max(off, Math.hypot(place.x - p[0], place.y - p[1], place.z - p[2]));
          move = Math.max(move, Math.hypot(...p.map((x, c) => x - first[m][v][c])));
          if (k === 0) box.expandByPoint(place);
        });
      }
    }
    mixer.stopAllAction();
    const height = box.max.y - box.min.y;
    answer.clips.push({ name, off: off / height, move: move / height });
  }
  return answer;
}

/** Whether a file loads at all. */
async function load(url) {
  const { scene, animations } = await new GLTFLoader().loadAsync(url);
  return { nodes: scene.children.length, animations: animations.length };
}

/** What three-vrm makes of a file; nothing, if it cannot read it. */
async function vrm(url) {
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMLoaderPlugin(parser));
  const loaded = await loader.loadAsync(url).catch((error) => console.error(String(error)));
  const vrm = loaded?.userData.vrm;
  const said = (j) => `${j.bone.name} ${j.child?.name} ${j.settings.stiffness} ${j.colliderGroups.length}`;
  return (
    vrm && {
      version: vrm.meta.metaVersion,
      bones: Object.keys(vrm.humanoid.humanBones).length,
      joints: [...(vrm.springBoneManager?.joints ?? [])].map(said),
      colliders: vrm.springBoneManager?.colliders.length ?? 0,
    }
  );
}

/** Where nodes are, frame by frame, with three-vrm's springs. */
async function springs(url, clip, nodes, frames, rate) {
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMSpringBoneLoaderPlugin(parser));
  const loaded = await loader.loadAsync(url);
  const manager = loaded.userData.vrmSpringBoneManager;
  const found = await Promise.all(nodes.map((n) => loaded.parser.getDependency('node', n)));
  const mixer = player(loaded, clip);
  loaded.scene.updateMatrixWorld(true);
  manager.setInitState();
  const place = new THREE.Vector3();
  const path = [];
  for (let k = 0; k < frames; k++) {
    // In the order of any program: the clip, the springs, the picture.
    mixer.setTime(k / rate);
    if (k > 0) manager.update(1 / rate);
    loaded.scene.updateMatrixWorld(true);
    path.push(found.map((n) => n.getWorldPosition(place).toArray()));
  }
  return path;
}

window.checks = { load, skinning, springs, vrm };
