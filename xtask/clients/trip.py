"""A rig keeps through Blender: trip.py LISSOM RIGGED.glb

Blender drops extensions that it does not know and keeps extras, where the essentials of a rig stand too.
"""

import json
import subprocess
import sys
from pathlib import Path

import bpy

LISSOM, RIGGED = sys.argv[1], Path(sys.argv[2])


def rig(path):
    """Where the rig is from, and its chains by their bones."""
    found = json.loads(subprocess.check_output([LISSOM, "inspect", str(path), "--json"]))["rig"]
    return found["from"], sorted((c["name"], c["bones"]) for c in found["chains"]), len(found["colliders"])


bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=str(RIGGED))
back = RIGGED.with_suffix(".back.glb")
bpy.ops.export_scene.gltf(filepath=str(back), export_extras=True, export_animations=False)
before, after = rig(RIGGED), rig(back)
if before != after or after[0] != "the file":
    sys.exit(f"the rig went into Blender as {before}, and came back as {after}")
print(f"rigs come back from Blender: {len(after[1])} chains, {after[2]} colliders")
