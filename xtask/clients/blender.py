"""Baked clips in Blender: every bone turns in the world as glTF's rules say. blender.py OUT, after poses.mjs

Bones have other axes in Blender, so turns since the first frame are compared.
"""

import json
import math
import sys
from pathlib import Path

import bpy
from mathutils import Quaternion

# Degrees that a bone may be turned otherwise.
MOST_DEG = 0.1


def open_glb(path, fps):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    # Seconds become frames while reading.
    bpy.context.scene.render.fps = fps
    bpy.context.scene.render.fps_base = 1.0
    bpy.ops.import_scene.gltf(filepath=str(path))


def z_up(turn):
    """A turn of glTF, which has y up, in Blender's axes."""
    x, y, z, w = turn
    return Quaternion((w, x, -z, y))


def angle_deg(a, b):
    """Between two turns; by the sine, for the cosine of small angles is all rounding."""
    w, *axis = a.inverted() @ b
    return math.degrees(2 * math.atan2(math.hypot(*axis), abs(w)))


def pose_bones(names):
    armatures = [o for o in bpy.data.objects if o.type == "ARMATURE"]
    bones = {b.name: (a, b) for a in armatures for b in a.pose.bones}
    missing = [n for n in names if n not in bones]
    if missing:
        raise SystemExit(f"Blender has no bones {missing}")
    return [bones[n] for n in names]


def worst_turn(names, bones, frames):
    """The largest difference over all bones and frames, with its place, and the largest turn there is."""
    first, worst, most = {}, (0.0, "", 0), 0.0
    for frame, turns in enumerate(frames):
        bpy.context.scene.frame_set(frame)
        for name, (armature, bone), turn in zip(names, bones, turns):
            seen = (armature.matrix_world @ bone.matrix).to_quaternion()
            wanted = z_up(turn).normalized()
            start = first.setdefault(name, (seen.inverted(), wanted.inverted()))
            seen, wanted = seen @ start[0], wanted @ start[1]
            worst = max(worst, (angle_deg(seen, wanted), name, frame))
            most = max(most, angle_deg(wanted, Quaternion()))
    return worst, most


def main():
    out = Path(sys.argv[1]).resolve()
    poses = json.loads((out / "poses.json").read_text())
    failed = False
    for character in poses["characters"]:
        for clip in character["clips"]:
            open_glb(out / clip["file"], poses["fps"])
            bones = pose_bones(character["bones"])
            (off, bone, frame), most = worst_turn(character["bones"], bones, clip["frames"])
            failed |= off > MOST_DEG
            print(
                f"{character['name']:<30} {clip['name']:<44} {len(clip['frames']):4} frames, turned by {most:5.1f}°, "
                f"off by {off:.4f}° ({bone}, frame {frame}){'  WRONG' if off > MOST_DEG else ''}"
            )
    if failed:
        raise SystemExit(f"bones turn otherwise in Blender by more than {MOST_DEG}°")


main()
