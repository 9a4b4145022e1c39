// Separable blur of the ground mask: red wide, green narrow.
@group(1) @binding(0) var source: texture_2d<f32>;

const REACH = 8;
const SOFT = vec2f(0.02, 0.008);

@vertex
fn blur_vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0;
    return vec4f(corner, 0.0, 1.0);
}

fn blur(at: vec2i, along: vec2i) -> vec4f {
    let size = vec2i(textureDimensions(source));
    // The mask spans 2 / scale metres; softness is a share of the size of what casts the shadow.
    let texels_per_metre = globals.mask_from_world[0].x * 0.5 * f32(size.x);
    let sigma = clamp(SOFT * globals.sky_top.w * texels_per_metre, vec2f(0.7), vec2f(4.0));
    var sum = vec2f(0.0);
    var weights = vec2f(0.0);
    for (var i = -REACH; i <= REACH; i++) {
        let t = vec2f(f32(i)) / sigma;
        let weight = exp(-0.5 * t * t);
        let texel = clamp(at + along * i, vec2i(0), size - 1);
        sum += weight * textureLoad(source, texel, 0).rg;
        weights += weight;
    }
    return vec4f(sum / weights, 0.0, 1.0);
}

@fragment
fn blur_across(@builtin(position) at: vec4f) -> @location(0) vec4f {
    return blur(vec2i(at.xy), vec2i(1, 0));
}

@fragment
fn blur_down(@builtin(position) at: vec4f) -> @location(0) vec4f {
    return blur(vec2i(at.xy), vec2i(0, 1));
}
