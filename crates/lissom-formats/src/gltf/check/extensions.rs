//! Extensions that are known here: where they may stand, and what they hold. Those of VRM are checked where they are
//! read.

use super::schema::{Kind, Kind::*, Member, Object, may, must};
use super::tables::{NORMAL_TEXTURE, SIZE, TEXTURE_INFO};

pub struct Extension {
    /// The object it may stand on.
    pub on: &'static str,
    pub object: Object,
}

const fn on(on: &'static str, name: &'static str, members: &'static [Member]) -> Extension {
    Extension { on, object: Object { name, members } }
}

const MAP: Kind = Object(&TEXTURE_INFO);
const SHARE: Kind = Number(0.0, 1.0);
const FINITE: Kind = Number(f64::MIN, f64::MAX);
const COLOUR: Kind = List(&SHARE, 3, 3);
const VARIANTS: &str = "KHR_materials_variants";
const LIGHTS: &str = "KHR_lights_punctual";

pub const EXTENSIONS: [Extension; 20] = [
    on("channel target", "KHR_animation_pointer", &[must("pointer", Text)]),
    on("document", LIGHTS, &[must("lights", List(&Object(&LIGHT), 1, usize::MAX))]),
    on("node", LIGHTS, &[must("light", Index("/extensions/KHR_lights_punctual/lights"))]),
    on("node", "KHR_node_visibility", &[may("visible", Flag)]),
    on("document", VARIANTS, &[must("variants", List(&Object(&VARIANT), 1, usize::MAX))]),
    on("primitive", VARIANTS, &[must("mappings", List(&Object(&MAPPING), 1, usize::MAX))]),
    on("texture", "EXT_texture_webp", &[may("source", Index("/images"))]),
    on(
        "texture reference",
        "KHR_texture_transform",
        &[
            may("offset", List(&FINITE, 2, 2)),
            may("rotation", FINITE),
            may("scale", List(&FINITE, 2, 2)),
            may("texCoord", Whole(0, u64::MAX)),
        ],
    ),
    on(
        "material",
        "KHR_materials_anisotropy",
        &[may("anisotropyStrength", SHARE), may("anisotropyRotation", FINITE), may("anisotropyTexture", MAP)],
    ),
    on(
        "material",
        "KHR_materials_clearcoat",
        &[
            may("clearcoatFactor", SHARE),
            may("clearcoatTexture", MAP),
            may("clearcoatRoughnessFactor", SHARE),
            may("clearcoatRoughnessTexture", MAP),
            may("clearcoatNormalTexture", Object(&NORMAL_TEXTURE)),
        ],
    ),
    on("material", "KHR_materials_dispersion", &[may("dispersion", SIZE)]),
    on("material", "KHR_materials_emissive_strength", &[may("emissiveStrength", SIZE)]),
    // 0 stands for an index without end.
    on("material", "KHR_materials_ior", &[may("ior", SIZE)]),
    on(
        "material",
        "KHR_materials_iridescence",
        &[
            may("iridescenceFactor", SHARE),
            may("iridescenceTexture", MAP),
            may("iridescenceIor", Number(1.0, f64::MAX)),
            may("iridescenceThicknessMinimum", SIZE),
            may("iridescenceThicknessMaximum", SIZE),
            may("iridescenceThicknessTexture", MAP),
        ],
    ),
    on(
        "material",
        "KHR_materials_pbrSpecularGlossiness",
        &[
            may("diffuseFactor", List(&SHARE, 4, 4)),
            may("diffuseTexture", MAP),
            may("specularFactor", COLOUR),
            may("glossinessFactor", SHARE),
            may("specularGlossinessTexture", MAP),
        ],
    ),
    on(
        "material",
        "KHR_materials_sheen",
        &[
            may("sheenColorFactor", COLOUR),
            may("sheenColorTexture", MAP),
            may("sheenRoughnessFactor", SHARE),
            may("sheenRoughnessTexture", MAP),
        ],
    ),
    on(
        "material",
        "KHR_materials_specular",
        &[
            may("specularFactor", SHARE),
            may("specularTexture", MAP),
            may("specularColorFactor", List(&SIZE, 3, 3)),
            may("specularColorTexture", MAP),
        ],
    ),
    on("material", "KHR_materials_transmission", &[may("transmissionFactor", SHARE), may("transmissionTexture", MAP)]),
    on("material", "KHR_materials_unlit", &[]),
    on(
        "material",
        "KHR_materials_volume",
        &[
            may("thicknessFactor", SIZE),
            may("thicknessTexture", MAP),
            may("attenuationDistance", Above(0.0)),
            may("attenuationColor", COLOUR),
        ],
    ),
];

const LIGHT: Object = Object {
    name: "light",
    members: &[
        may("color", COLOUR),
        may("intensity", SIZE),
        may("spot", Object(&SPOT)),
        must("type", Word(&["directional", "point", "spot"])),
        may("range", Above(0.0)),
        may("name", Text),
    ],
};

const SPOT: Object = Object {
    name: "spot",
    members: &[
        may("innerConeAngle", Number(0.0, std::f64::consts::FRAC_PI_2)),
        may("outerConeAngle", Number(0.0, std::f64::consts::FRAC_PI_2)),
    ],
};

const VARIANT: Object = Object { name: "variant", members: &[must("name", Text)] };

const MAPPING: Object = Object {
    name: "variant mapping",
    members: &[
        must("variants", Set(&Index("/extensions/KHR_materials_variants/variants"))),
        must("material", Index("/materials")),
        may("name", Text),
    ],
};
