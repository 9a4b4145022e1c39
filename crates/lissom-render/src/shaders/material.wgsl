// What surfaces are made of; mirrors `Paint::material` in paint.rs.
struct Material {
    base: vec4f,  // linear colour; w: opacity
    shade: vec4f, // linear colour; w: 1 for flat surfaces
    edge: vec4f,  // colour of the bright edge of clear bodies; w: outline width scale
    alpha: vec4f, // x: solid from this alpha on, 0 if all is; y: 1 where alpha is opacity
    skin: vec4f,  // x: the first matrix of a figure; y: 1 for figures
    ink: vec4f,   // linear colour of the outline; w: how much it is multiplied with what it surrounds, below 0 the usual
    bands: array<vec4f, 9>, // linear colours; w: weight, 0 if there are none
}

@group(1) @binding(0) var<uniform> material: Material;
@group(2) @binding(0) var paint: texture_2d<f32>;
@group(2) @binding(1) var paint_sampler: sampler;

struct Vertex {
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) uv: vec2f,
    @location(3) tint: vec4f, // sRGB; w: weight
    @location(4) joints: vec4u,
    @location(5) more_joints: vec4u,
    @location(6) weights: vec4f,
    @location(7) more_weights: vec4f,
    @location(8) value: f32, // shown in bands
}

struct Placed {
    position: vec3f,
    normal: vec3f,
}

// Columns are the rows of a matrix. What counts comes first.
fn blended(joints: vec4u, weights: vec4f) -> mat3x4f {
    var sum = mat3x4f();
    for (var k = 0; k < 4; k++) {
        if weights[k] == 0.0 {
            break;
        }
        let index = u32(material.skin.x) + joints[k];
        let at = vec2u(3u * (index % 256u), index / 256u);
        sum += weights[k] * mat3x4f(
            textureLoad(matrices, at, 0),
            textureLoad(matrices, at + vec2u(1u, 0u), 0),
            textureLoad(matrices, at + vec2u(2u, 0u), 0),
        );
    }
    return sum;
}

// [MC11c] Eq. 1 and 2, blended: where bones and particles take a vertex.
//
// Here and elsewhere nothing branches on uniforms: software drivers make a shader anew whenever such a value changes.
fn placed(in: Vertex) -> Placed {
    let now = blended(in.joints, in.weights) + blended(in.more_joints, in.more_weights);
    // Cofactors turn normals right also where sizes differ by axis.
    let rows = mat3x3f(now[0].xyz, now[1].xyz, now[2].xyz);
    let cofactors = mat3x3f(cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1]));
    let normal = in.normal * cofactors * sign(dot(rows[0], cofactors[0]));
    let size = length(normal);
    let is_figure = material.skin.y > 0.5;
    let position = select(in.position, vec4f(in.position, 1.0) * now, is_figure);
    return Placed(position, select(in.normal, normal / max(size, 1e-30), is_figure & (size > 0.0)));
}
