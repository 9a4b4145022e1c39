//! Texts to begin fuzzing with: the extensions of both versions of VRM, a rig, and a motion.

pub const VRM_1: &str = r#"{
"VRMC_vrm": { "specVersion": "1.0", "humanoid": { "humanBones": { "hips": { "node": 0 }, "spine": { "node": 1 },
    "head": { "node": 3 }, "leftEye": { "node": 4 } } },
  "lookAt": { "type": "bone", "offsetFromHeadBone": [0, 0.1, 0],
    "rangeMapHorizontalInner": { "inputMaxValue": 90, "outputScale": 10 } },
  "expressions": { "preset": { "happy": { "morphTargetBinds": [{ "node": 0, "index": 0, "weight": 1 }] } } } },
"VRMC_springBone": { "specVersion": "1.0",
  "colliders": [{ "node": 1, "shape": { "sphere": { "offset": [0, 0, 0], "radius": 0.1 } } },
    { "node": 2, "shape": { "capsule": { "offset": [0, 0, 0], "radius": 0.1, "tail": [0, 0.2, 0] } },
      "extensions": { "VRMC_springBone_extended_collider": { "specVersion": "1.0",
        "shape": { "plane": { "offset": [0, 0, 0], "normal": [0, 1, 0] } } } } }],
  "colliderGroups": [{ "name": "body", "colliders": [0, 1] }],
  "springs": [{ "name": "hair", "center": 0, "colliderGroups": [0], "joints": [
    { "node": 5, "hitRadius": 0.02, "stiffness": 1, "gravityPower": 0.1, "gravityDir": [0, -1, 0], "dragForce": 0.4,
      "extensions": { "VRMC_springBone_limit": { "limit": { "cone": { "angle": 0.5 } } } } },
    { "node": 6 }, { "node": 7 }] }] },
"node": { "VRMC_node_constraint": { "specVersion": "1.0",
  "constraint": { "roll": { "source": 2, "rollAxis": "X", "weight": 0.5 } } } } }"#;

pub const VRM_0: &str = r#"{ "VRM": { "specVersion": "0.0",
  "humanoid": { "humanBones": [{ "bone": "hips", "node": 0 }, { "bone": "head", "node": 3 },
    { "bone": "leftThumbProximal", "node": 4 }] },
  "firstPerson": { "firstPersonBone": 3, "firstPersonBoneOffset": { "x": 0, "y": 0.1, "z": 0 },
    "lookAtTypeName": "Bone", "lookAtHorizontalInner": { "xRange": 90, "yRange": 10 } },
  "secondaryAnimation": {
    "boneGroups": [{ "comment": "hair", "stiffiness": 1, "gravityPower": 0.1, "gravityDir": { "x": 0, "y": -1, "z": 0 },
      "dragForce": 0.4, "center": -1, "hitRadius": 0.02, "bones": [5], "colliderGroups": [0] }],
    "colliderGroups": [{ "node": 1, "colliders": [{ "offset": { "x": 0, "y": 0, "z": 0 }, "radius": 0.1 }] }] } } }"#;

pub const RIG: &str = r#"{ "version": 1, "gravity": [0, -9.81, 0],
  "joints": [{ "name": "tail", "preset": "tail", "bones": ["bone 1", "bone 2", "bone 3"], "tail": 0.1 }],
  "colliders": [{ "part": "body", "bone": "bone 0", "shape": { "sphere": { "centre": [0, 0, 0], "radius": 0.1 } } }] }"#;

pub const BVH: &str = "HIERARCHY\nROOT Hips\n{\n  OFFSET 0 0 0\n  CHANNELS 6 Xposition Yposition Zposition Zrotation \
    Xrotation Yrotation\n  JOINT Spine\n  {\n    OFFSET 0 1 0\n    CHANNELS 3 Zrotation Xrotation Yrotation\n    End Site\n\
    {\n      OFFSET 0 1 0\n    }\n  }\n  JOINT LeftUpLeg\n  {\n    OFFSET 0.5 0 0\n    CHANNELS 1 Xrotation\n  JOINT \
    LeftLeg\n{\nOFFSET 0 -1 0\nCHANNELS 0\n JOINT LeftFoot\n{\nOFFSET 0 -1 0\nCHANNELS 0\n}\n}\n  }\n}\nMOTION\nFrames: 2\n\
    Frame Time: 0.008\n0 1 0 0 0 0 10 20 30 5\n0 1 0.1 0 0 90 -10 20 30 6\n";
