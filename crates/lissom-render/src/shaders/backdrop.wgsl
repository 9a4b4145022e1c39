// The vertical gradient behind everything and the soft ground disc.
@group(1) @binding(2) var mask_map: texture_2d<f32>;
@group(1) @binding(3) var mask_sampler: sampler;

const SHADOW_COLOR = vec3f(0.18, 0.155, 0.36);

struct Sky {
    @builtin(position) clip: vec4f,
    @location(0) height: f32,
}

@vertex
fn sky_vertex(@builtin(vertex_index) index: u32) -> Sky {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0;
    return Sky(vec4f(corner, 1.0, 1.0), corner.y * 0.5 + 0.5);
}

@fragment
fn sky_fragment(in: Sky) -> @location(0) vec4f {
    return vec4f(mix(globals.sky_bottom.rgb, globals.sky_top.rgb, in.height), 1.0);
}

struct Ground {
    @builtin(position) clip: vec4f,
    @location(0) world: vec3f,
}

@vertex
fn ground_vertex(@builtin(vertex_index) index: u32) -> Ground {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
    let world = globals.ground.xyz + vec3f(corner.x, 0.0, corner.y) * globals.ground.w;
    return Ground(globals.clip_from_world * vec4f(world, 1.0), world);
}

@fragment
fn ground_fragment(in: Ground) -> @location(0) vec4f {
    let r = distance(in.world.xz, globals.ground.xz) / globals.ground.w;
    let disc = 1.0 - smoothstep(0.3, 1.0, r);
    let at = (globals.mask_from_world * vec4f(in.world, 1.0)).xy;
    let mask = textureSampleLevel(mask_map, mask_sampler, at * vec2f(0.5, -0.5) + 0.5, 0.0).rg;
    let inside = 1.0 - smoothstep(0.96, 1.0, max(abs(at.x), abs(at.y)));
    let shade = inside * (1.0 - (1.0 - 0.48 * mask.r) * (1.0 - 0.5 * mask.g)) * (1.0 - smoothstep(0.8, 1.0, r));
    // Premultiplied: the shadow lies over the disc.
    let color = globals.ground_color.rgb * disc * (1.0 - shade) + SHADOW_COLOR * shade;
    return vec4f(color, disc + shade * (1.0 - disc));
}
