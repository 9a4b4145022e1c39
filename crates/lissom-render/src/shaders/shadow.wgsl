// What the key light sees: a depth map for characters, a coverage mask for the ground.
@vertex
fn depth_vertex(in: Vertex) -> @builtin(position) vec4f {
    return globals.shadow_from_world * vec4f(placed(in).position, 1.0);
}

struct Cutout {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec2f,
}

@vertex
fn cutout_vertex(in: Vertex) -> Cutout {
    return Cutout(globals.shadow_from_world * vec4f(placed(in).position, 1.0), in.uv);
}

@fragment
fn cutout_fragment(in: Cutout) {
    if textureSample(paint, paint_sampler, in.uv).a < material.alpha.x {
        discard;
    }
}

// Heights as such shares: what is deeper casts no shadow, from where on one is pale, and where contact ends.
const SUNK = 0.03;
const HIGH = 0.7;
const CLOSE = 0.04;

struct Cast {
    @builtin(position) clip: vec4f,
    @location(0) height: f32, // above the ground, as a share of the size of all that casts shadows
    @location(1) uv: vec2f,
}

@vertex
fn mask_vertex(in: Vertex) -> Cast {
    let position = placed(in).position;
    return Cast(globals.mask_from_world * vec4f(position, 1.0), (position.y - globals.ground.y) / globals.sky_top.w, in.uv);
}

// Red: the cast shadow, paler from high up. Green: contact, only from close to the ground.
@fragment
fn mask_fragment(in: Cast) -> @location(0) vec4f {
    let solid = step(material.alpha.x, textureSample(paint, paint_sampler, in.uv).a);
    let above = step(-SUNK, in.height) * material.base.w * solid;
    let h = max(in.height, 0.0);
    return vec4f(above * (0.5 + 0.5 * exp(-h / HIGH)), above * exp(-h / CLOSE), 0.0, 1.0);
}
