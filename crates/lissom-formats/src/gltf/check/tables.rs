//! The objects of glTF 2.0, as the JSON schema of its specification has them.

use super::schema::{Kind, Kind::*, Member, Object, may, must};

const MANY: usize = usize::MAX;
const FINITE: Kind = Number(f64::MIN, f64::MAX);
const SHARE: Kind = Number(0.0, 1.0);
pub const SIZE: Kind = Number(0.0, f64::MAX);
const COUNT: Kind = Whole(1, u64::MAX);
const OFFSET: Kind = Whole(0, u64::MAX);
const ACCESSOR: Kind = Index("/accessors");
const NODE: Kind = Index("/nodes");
const VIEW: Kind = Index("/bufferViews");
const NAME: Member = may("name", Text);

/// A list at the top.
const fn all(name: &'static str, of: &'static Kind) -> Member {
    may(name, List(of, 1, MANY))
}

pub const ROOT: Object = Object {
    name: "document",
    members: &[
        may("extensionsUsed", Set(&Text)),
        may("extensionsRequired", Set(&Text)),
        must("asset", Object(&ASSET)),
        all("accessors", &Object(&ACCESSORS)),
        all("animations", &Object(&ANIMATION)),
        all("buffers", &Object(&BUFFER)),
        all("bufferViews", &Object(&BUFFER_VIEW)),
        all("cameras", &Object(&CAMERA)),
        all("images", &Object(&IMAGE)),
        all("materials", &Object(&MATERIAL)),
        all("meshes", &Object(&MESH)),
        all("nodes", &Object(&NODES)),
        all("samplers", &Object(&SAMPLER)),
        may("scene", Index("/scenes")),
        all("scenes", &Object(&SCENE)),
        all("skins", &Object(&SKIN)),
        all("textures", &Object(&TEXTURE)),
    ],
};

const ASSET: Object = Object {
    name: "asset",
    members: &[may("copyright", Text), may("generator", Text), must("version", Text), may("minVersion", Text)],
};

const ACCESSORS: Object = Object {
    name: "accessor",
    members: &[
        may("bufferView", VIEW),
        may("byteOffset", OFFSET),
        must("componentType", Code(&[5120, 5121, 5122, 5123, 5125, 5126])),
        may("normalized", Flag),
        must("count", COUNT),
        must("type", Word(&["SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"])),
        may("max", List(&FINITE, 1, 16)),
        may("min", List(&FINITE, 1, 16)),
        may("sparse", Object(&SPARSE)),
        NAME,
    ],
};

const SPARSE: Object = Object {
    name: "sparse",
    members: &[must("count", COUNT), must("indices", Object(&SPARSE_INDICES)), must("values", Object(&SPARSE_VALUES))],
};

const SPARSE_INDICES: Object = Object {
    name: "sparse indices",
    members: &[must("bufferView", VIEW), may("byteOffset", OFFSET), must("componentType", Code(&[5121, 5123, 5125]))],
};

const SPARSE_VALUES: Object =
    Object { name: "sparse values", members: &[must("bufferView", VIEW), may("byteOffset", OFFSET)] };

const ANIMATION: Object = Object {
    name: "animation",
    members: &[
        must("channels", List(&Object(&CHANNEL), 1, MANY)),
        must("samplers", List(&Object(&ANIMATION_SAMPLER), 1, MANY)),
        NAME,
    ],
};

// The sampler is one of the animation's own; `animations.rs` looks for it.
const CHANNEL: Object =
    Object { name: "channel", members: &[must("sampler", OFFSET), must("target", Object(&TARGET))] };

const TARGET: Object = Object {
    name: "channel target",
    members: &[may("node", NODE), must("path", Word(&["translation", "rotation", "scale", "weights", "pointer"]))],
};

const ANIMATION_SAMPLER: Object = Object {
    name: "animation sampler",
    members: &[
        must("input", ACCESSOR),
        may("interpolation", Word(&["LINEAR", "STEP", "CUBICSPLINE"])),
        must("output", ACCESSOR),
    ],
};

const BUFFER: Object = Object { name: "buffer", members: &[may("uri", Text), must("byteLength", COUNT), NAME] };

const BUFFER_VIEW: Object = Object {
    name: "buffer view",
    members: &[
        must("buffer", Index("/buffers")),
        may("byteOffset", OFFSET),
        must("byteLength", COUNT),
        may("byteStride", Whole(4, 252)),
        may("target", Code(&[34962, 34963])),
        NAME,
    ],
};

const CAMERA: Object = Object {
    name: "camera",
    members: &[
        may("orthographic", Object(&ORTHOGRAPHIC)),
        may("perspective", Object(&PERSPECTIVE)),
        must("type", Word(&["perspective", "orthographic"])),
        NAME,
    ],
};

const ORTHOGRAPHIC: Object = Object {
    name: "orthographic camera",
    members: &[must("xmag", FINITE), must("ymag", FINITE), must("zfar", Above(0.0)), must("znear", SIZE)],
};

const PERSPECTIVE: Object = Object {
    name: "perspective camera",
    members: &[
        may("aspectRatio", Above(0.0)),
        must("yfov", Above(0.0)),
        may("zfar", Above(0.0)),
        must("znear", Above(0.0)),
    ],
};

const IMAGE: Object = Object {
    name: "image",
    members: &[
        may("uri", Text),
        may("mimeType", Word(&["image/jpeg", "image/png", "image/webp", "image/ktx2"])),
        may("bufferView", VIEW),
        NAME,
    ],
};

const INDEX: Member = must("index", Index("/textures"));
const TEX_COORD: Member = may("texCoord", OFFSET);
pub const TEXTURE_INFO: Object = Object { name: "texture reference", members: &[INDEX, TEX_COORD] };
pub const NORMAL_TEXTURE: Object =
    Object { name: "texture reference", members: &[INDEX, TEX_COORD, may("scale", FINITE)] };
const OCCLUSION: Object = Object { name: "texture reference", members: &[INDEX, TEX_COORD, may("strength", SHARE)] };

const MATERIAL: Object = Object {
    name: "material",
    members: &[
        may("pbrMetallicRoughness", Object(&METALLIC_ROUGHNESS)),
        may("normalTexture", Object(&NORMAL_TEXTURE)),
        may("occlusionTexture", Object(&OCCLUSION)),
        may("emissiveTexture", Object(&TEXTURE_INFO)),
        may("emissiveFactor", List(&SHARE, 3, 3)),
        may("alphaMode", Word(&["OPAQUE", "MASK", "BLEND"])),
        may("alphaCutoff", SIZE),
        may("doubleSided", Flag),
        NAME,
    ],
};

const METALLIC_ROUGHNESS: Object = Object {
    name: "metallic-roughness",
    members: &[
        may("baseColorFactor", List(&SHARE, 4, 4)),
        may("baseColorTexture", Object(&TEXTURE_INFO)),
        may("metallicFactor", SHARE),
        may("roughnessFactor", SHARE),
        may("metallicRoughnessTexture", Object(&TEXTURE_INFO)),
    ],
};

const MESH: Object = Object {
    name: "mesh",
    members: &[must("primitives", List(&Object(&PRIMITIVE), 1, MANY)), may("weights", List(&FINITE, 1, MANY)), NAME],
};

const PRIMITIVE: Object = Object {
    name: "primitive",
    members: &[
        must("attributes", Map(&ACCESSOR)),
        may("indices", ACCESSOR),
        may("material", Index("/materials")),
        may("mode", Code(&[0, 1, 2, 3, 4, 5, 6])),
        may("targets", List(&Map(&ACCESSOR), 1, MANY)),
    ],
};

const NODES: Object = Object {
    name: "node",
    members: &[
        may("camera", Index("/cameras")),
        may("children", Set(&NODE)),
        may("skin", Index("/skins")),
        may("matrix", List(&FINITE, 16, 16)),
        may("mesh", Index("/meshes")),
        may("rotation", List(&Number(-1.0, 1.0), 4, 4)),
        may("scale", List(&FINITE, 3, 3)),
        may("translation", List(&FINITE, 3, 3)),
        may("weights", List(&FINITE, 1, MANY)),
        NAME,
    ],
};

const SAMPLER: Object = Object {
    name: "sampler",
    members: &[
        may("magFilter", Code(&[9728, 9729])),
        may("minFilter", Code(&[9728, 9729, 9984, 9985, 9986, 9987])),
        may("wrapS", Code(&[33071, 33648, 10497])),
        may("wrapT", Code(&[33071, 33648, 10497])),
        NAME,
    ],
};

const SCENE: Object = Object { name: "scene", members: &[may("nodes", Set(&NODE)), NAME] };

const SKIN: Object = Object {
    name: "skin",
    members: &[may("inverseBindMatrices", ACCESSOR), may("skeleton", NODE), must("joints", Set(&NODE)), NAME],
};

const TEXTURE: Object =
    Object { name: "texture", members: &[may("sampler", Index("/samplers")), may("source", Index("/images")), NAME] };
