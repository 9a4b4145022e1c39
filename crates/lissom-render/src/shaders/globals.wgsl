// Shared by every shader of a frame; mirrors `Globals` in globals.rs.
struct Globals {
    clip_from_world: mat4x4f,
    world_from_clip: mat4x4f,
    shadow_from_world: mat4x4f,
    mask_from_world: mat4x4f,
    eye: vec4f,      // xyz; w: distance from eye to target
    key: vec4f,      // xyz: towards the key light; w: shadow texel in metres
    rim: vec4f,      // xyz: towards the rim light; w: side of a pixel one metre away
    ground: vec4f,   // xyz: centre of the disc, y is how high the ground lies; w: radius
    viewport: vec4f, // width, height, outline width, a stroke, all in pixels
    sky_top: vec4f,  // w: the longest side of what casts shadows
    sky_bottom: vec4f,
    ground_color: vec4f, // w: 1 where there is a ground, seen from above
}

@group(0) @binding(0) var<uniform> globals: Globals;
@group(0) @binding(1) var matrices: texture_2d<f32>; // of figures: rows of 256, three texels each

fn linear(srgb: vec3f) -> vec3f {
    return select(pow((srgb + 0.055) / 1.055, vec3f(2.4)), srgb / 12.92, srgb <= vec3f(0.04045));
}
