// What surfaces are made of; mirrors `Paint::material` in paint.rs.
struct Material {
    base: vec4f,  // linear colour; w: opacity
    shade: vec4f, // linear colour; w: 1 for flat surfaces
    edge: vec4f,  // colour of the bright edge of clear bodies; w: outline width scale
    alpha: vec4f, // x: solid from this alpha on, 0 if all is; y: 1 where alpha is opacity
}

@group(1) @binding(0) var<uniform> material: Material;
@group(2) @binding(0) var paint: texture_2d<f32>;
@group(2) @binding(1) var paint_sampler: sampler;

struct Vertex {
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) uv: vec2f,
    @location(3) tint: vec4f, // sRGB; w: weight
}
