// What the key light sees: a depth map for characters, a coverage mask for the ground.
struct Material {
    base: vec4f,
    shade: vec4f,
    line: vec4f,
    edge: vec4f,
}

@group(1) @binding(0) var<uniform> material: Material;

@vertex
fn depth_vertex(@location(0) position: vec3f) -> @builtin(position) vec4f {
    return globals.shadow_from_world * vec4f(position, 1.0);
}

struct Cast {
    @builtin(position) clip: vec4f,
    @location(0) height: f32,
}

@vertex
fn mask_vertex(@location(0) position: vec3f) -> Cast {
    return Cast(globals.mask_from_world * vec4f(position, 1.0), position.y);
}

// Red: the cast shadow, paler from high up. Green: contact, only from close to the ground.
@fragment
fn mask_fragment(in: Cast) -> @location(0) vec4f {
    let above = step(-0.05, in.height) * material.base.w;
    let h = max(in.height, 0.0);
    return vec4f(above * (0.5 + 0.5 * exp(-h / 1.2)), above * exp(-h / 0.07), 0.0, 1.0);
}
