// The vertical gradient, the soft ground disc with its shadow, and the figures laid over them.
@group(1) @binding(2) var mask_map: texture_2d<f32>;
@group(1) @binding(3) var mask_sampler: sampler;
@group(2) @binding(0) var figures: texture_2d<f32>;

// Of the ground's colour, what is left in the shadow.
const SHADOW = vec3f(0.207, 0.188, 0.465);

struct Backdrop {
    @builtin(position) clip: vec4f,
    @location(0) height: f32,
    @location(1) ray: vec3f,
}

@vertex
fn backdrop_vertex(@builtin(vertex_index) index: u32) -> Backdrop {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0;
    let far = globals.world_from_clip * vec4f(corner, 1.0, 1.0);
    return Backdrop(vec4f(corner, 1.0, 1.0), corner.y * 0.5 + 0.5, far.xyz / far.w - globals.eye.xyz);
}

@fragment
fn backdrop_fragment(in: Backdrop) -> @location(0) vec4f {
    let figure = textureLoad(figures, vec2i(in.clip.xy), 0);
    var color = mix(globals.sky_bottom.rgb, globals.sky_top.rgb, in.height);
    if in.ray.y * globals.ground_color.w < 0.0 {
        let world = globals.eye.xyz - in.ray * (globals.eye.y / in.ray.y);
        color = ground(color, world);
    }
    return vec4f(srgb(clamp(figure.rgb + color * (1.0 - figure.a), vec3f(0.0), vec3f(1.0))), 1.0);
}

// The curve to a tenth of a byte, by roots, which are quicker than powers on software drivers.
fn srgb(light: vec3f) -> vec3f {
    let root = sqrt(light);
    let curve = 0.8337491 * root + 0.2981136 * sqrt(root) - 0.0553176 * light - 0.0769052;
    return select(curve, light * 12.92, light <= vec3f(0.0031308));
}

fn ground(behind: vec3f, world: vec3f) -> vec3f {
    let r = distance(world.xz, globals.ground.xz) / globals.ground.w;
    let disc = mix(behind, globals.ground_color.rgb, 1.0 - smoothstep(0.3, 1.0, r));
    let at = (globals.mask_from_world * vec4f(world, 1.0)).xy;
    let outside = max(abs(at.x), abs(at.y));
    if outside >= 1.0 || r >= 1.0 {
        return disc;
    }
    let mask = textureSampleLevel(mask_map, mask_sampler, at * vec2f(0.5, -0.5) + 0.5, 0.0).rg;
    let fade = (1.0 - smoothstep(0.96, 1.0, outside)) * (1.0 - smoothstep(0.8, 1.0, r));
    let shade = 1.0 - (1.0 - 0.48 * mask.r) * (1.0 - 0.5 * mask.g);
    return mix(disc, disc * SHADOW, shade * fade);
}
