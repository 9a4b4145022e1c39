// Characters: two tones, rim light, outline hull, clear bodies.
@group(3) @binding(0) var shadow_map: texture_depth_2d;
@group(3) @binding(1) var shadow_sampler: sampler_comparison;

const WARM = vec3f(1.03, 1.0, 0.955);
const COOL = vec3f(0.97, 0.985, 1.04);
const TINT_SHADE = 0.5;
const RIM = vec3f(0.50, 0.68, 1.0);

struct Varying {
    @builtin(position) clip: vec4f,
    @location(0) world: vec3f,
    @location(1) normal: vec3f,
    @location(2) uv: vec2f,
    @location(3) tint: vec4f, // linear colour times weight; w: weight
    @location(4) value: f32,
}

@vertex
fn surface_vertex(in: Vertex) -> Varying {
    let tint = vec4f(linear(in.tint.rgb) * in.tint.w, in.tint.w);
    let at = placed(in);
    return Varying(globals.clip_from_world * vec4f(at.position, 1.0), at.position, at.normal, in.uv, tint, in.value);
}

struct Hull {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec2f,
    @location(1) height: f32, // above the ground; 0 where there is none
}

// How far a hull reaches into the ground, as a share of the distance to what is looked at.
const SUNK = 0.002;

// Two hulls: the first is wide and pushed far back, so that it only shows at the silhouette;
// the second is thin and stays close, for lines inside the figure.
@vertex
fn hull_vertex(in: Vertex, @builtin(instance_index) instance: u32) -> Hull {
    let at = placed(in);
    let wide = instance == 0u;
    var clip = globals.clip_from_world * vec4f(at.position, 1.0);
    let normal = globals.clip_from_world * vec4f(at.normal, 0.0);
    let slope = (normal.xy * clip.w - clip.xy * normal.w) * globals.viewport.xy;
    let nearness = clamp(globals.eye.w / max(clip.w, 1e-4), 0.5, 1.25);
    let scale = material.edge.w * nearness * select(0.6, 1.0, wide);
    let step = slope / max(length(slope), 1e-12) * globals.viewport.z * scale;

    let away = at.position - globals.eye.xyz;
    let pushed = globals.clip_from_world * vec4f(at.position + away * select(0.001, 0.03, wide), 1.0);
    clip.z = pushed.z / pushed.w * clip.w;
    clip.x += step.x * 2.0 / globals.viewport.x * clip.w;
    clip.y += step.y * 2.0 / globals.viewport.y * clip.w;
    return Hull(clip, in.uv, (at.position.y - globals.ground.y) * globals.ground_color.w);
}

// If the material does not say, darker and more saturated than the shade, never black. It lies over the ground, so that it is whole where a foot
// stands, and ends right below.
fn line(paint: vec3f, height: f32) -> vec4f {
    let shade = material.shade.rgb * paint;
    let grey = vec3f(dot(shade, vec3f(0.2126, 0.7152, 0.0722)));
    let vivid = max(mix(grey, shade, 1.3), vec3f(0.0));
    let cover = clamp(1.0 + height / (SUNK * globals.eye.w), 0.0, 1.0);
    let usual = vivid * 0.22 + vec3f(0.012, 0.006, 0.014);
    let own = material.ink.rgb * mix(vec3f(1.0), material.base.rgb * paint, material.ink.w);
    return vec4f(select(own, usual, material.ink.w < 0.0), 1.0) * cover;
}

@fragment
fn hull_fragment(in: Hull) -> @location(0) vec4f {
    return line(textureSample(paint, paint_sampler, in.uv).rgb, in.height);
}

// Apart from the other, because what may be discarded is hidden late, which is slow.
@fragment
fn hull_cutout_fragment(in: Hull) -> @location(0) vec4f {
    let texel = textureSample(paint, paint_sampler, in.uv);
    if texel.a < material.alpha.x {
        discard;
    }
    return line(texel.rgb, in.height);
}

// How far a surface is kept off its own shadow, as a share of the size of what casts shadows.
const LIFT = 0.0012;

// 1 where the key light reaches. The four taps span a few pixels, so that the edge of a cast
// shadow is as smooth as the edge between the tones.
fn key_light(world: vec3f, normal: vec3f) -> f32 {
    let texel = globals.key.w;
    let pixel = globals.rim.w * distance(globals.eye.xyz, world);
    let spread = clamp(1.25 * pixel, texel, 2.0 * texel);
    let lift = LIFT * globals.sky_top.w;
    let lifted = world + normal * (2.0 * spread + 1.5 * lift) + globals.key.xyz * (spread + lift);
    let at = globals.shadow_from_world * vec4f(lifted, 1.0);
    let uv = at.xy * vec2f(0.5, -0.5) + 0.5;
    let reach = 0.6 * spread / texel / vec2f(textureDimensions(shadow_map));
    var sum = textureSampleCompareLevel(shadow_map, shadow_sampler, uv + reach, at.z);
    sum += textureSampleCompareLevel(shadow_map, shadow_sampler, uv - reach, at.z);
    sum += textureSampleCompareLevel(shadow_map, shadow_sampler, uv + reach * vec2f(1.0, -1.0), at.z);
    sum += textureSampleCompareLevel(shadow_map, shadow_sampler, uv + reach * vec2f(-1.0, 1.0), at.z);
    return 0.25 * sum;
}

const BANDS = 9.0;
// How dark lines between bands are, and how wide, in strokes.
const BAND_LINE = 0.3;
const BAND_LINE_WIDTH = 1.0;

// The field in bands, a thin darker line between them, and the tint over it: linear colour times weight; w: weight.
fn covered(in: Varying) -> vec4f {
    let at = in.value * BANDS;
    let slope = max(fwidth(at), 1e-6);
    let border = clamp(round(at), 0.0, BANDS);
    let beyond = (at - border) / slope; // pixels
    let below = material.bands[u32(max(border - 1.0, 0.0))];
    let above = material.bands[u32(min(border, BANDS - 1.0))];
    let band = mix(below, above, clamp(beyond + 0.5, 0.0, 1.0));
    // Where bands are only a few pixels wide, lines would be all there is.
    let between = step(0.5, border) * step(border, BANDS - 0.5) * (1.0 - smoothstep(0.15, 0.4, slope));
    let line = clamp(0.5 * BAND_LINE_WIDTH * globals.viewport.w + 0.5 - abs(beyond), 0.0, 1.0) * between;
    let field = vec4f(band.rgb * mix(1.0, BAND_LINE, line), 1.0) * band.w;
    return in.tint + field * (1.0 - in.tint.w);
}

// A colour with the tint over it, which is darker in the shade.
fn tinted(color: vec3f, tint: vec4f, brightness: f32) -> vec3f {
    return color * (1.0 - tint.w) + tint.rgb * brightness;
}

// How much of a pixel is not hidden under the ground.
fn above_ground(y: f32) -> f32 {
    let height = y - globals.ground.y;
    let cover = clamp(height / max(fwidth(height), 1e-6) + 0.5, 0.0, 1.0);
    return select(1.0, cover, globals.ground_color.w > 0.5);
}

// 1 for flat surfaces. Where there is a field, it covers what is printed on a body like the body itself.
fn printed() -> f32 {
    return material.shade.w * (1.0 - material.bands[0].w);
}

// Two tones and a rim, painted.
fn toon(in: Varying, paint: vec3f, front: bool) -> vec3f {
    let n = normalize(in.normal) * select(-1.0, 1.0, front);
    let v = normalize(globals.eye.xyz - in.world);
    let facing = dot(n, globals.key.xyz);
    let soft = max(0.03, fwidth(facing) * 0.75);
    var lit = smoothstep(0.1 - soft, 0.1 + soft, facing);
    if lit > 0.0 {
        lit = min(lit, smoothstep(0.1, 0.9, key_light(in.world, n)));
    }
    let glow = 0.97 + 0.06 * smoothstep(0.0, 1.0, facing);
    let sky = 0.95 + 0.07 * (n.y * 0.5 + 0.5);
    let cover = covered(in);
    let base = tinted(material.base.rgb * paint, cover, 1.0);
    let shade = tinted(material.shade.rgb * paint, cover, TINT_SHADE);
    let color = mix(shade * COOL * sky, base * WARM * glow, lit);

    let graze = 1.0 - max(dot(n, v), 0.0);
    let rim = smoothstep(0.46, 0.58, graze * (0.5 + 0.5 * dot(n, globals.rim.xyz)));
    let toned = mix(color, color * 1.15 + RIM * (0.10 + 0.15 * base), rim * 0.8);
    return mix(toned, material.base.rgb * paint, printed());
}

@fragment
fn opaque_fragment(in: Varying, @builtin(front_facing) front: bool) -> @location(0) vec4f {
    let texel = textureSample(paint, paint_sampler, in.uv);
    return vec4f(toon(in, texel.rgb, front), 1.0) * above_ground(in.world.y);
}

@fragment
fn cutout_fragment(in: Varying, @builtin(front_facing) front: bool) -> @location(0) vec4f {
    let texel = textureSample(paint, paint_sampler, in.uv);
    // The edge of a mask is as soft as a pixel.
    let masked = clamp((texel.a - material.alpha.x) / max(fwidth(texel.a), 1e-4) + 0.5, 0.0, 1.0);
    let alpha = select(masked, texel.a, material.alpha.y > 0.5);
    let color = vec4f(toon(in, texel.rgb, front), 1.0) * alpha * above_ground(in.world.y);
    if alpha < 0.05 {
        discard;
    }
    return color;
}

@fragment
fn clear_fragment(in: Varying, @builtin(front_facing) front: bool) -> @location(0) vec4f {
    let texel = textureSample(paint, paint_sampler, in.uv);
    let solid = select(step(material.alpha.x, texel.a), texel.a, material.alpha.y > 0.5) * above_ground(in.world.y);
    let n = normalize(in.normal) * select(-1.0, 1.0, front);
    let v = normalize(globals.eye.xyz - in.world);
    let lit = smoothstep(-0.25, 0.45, dot(n, globals.key.xyz));
    let edge = smoothstep(0.35, 0.95, 1.0 - abs(dot(n, v)));
    let cover = covered(in);
    // Tints let one look in; fields are there to be read.
    let closed = max(0.5 * cover.w, 0.9 * material.bands[0].w);
    let opacity = mix(material.base.w, 1.0, closed) * select(0.45, 1.0, front);
    let base = tinted(material.base.rgb * texel.rgb, cover, 1.0);
    let shade = tinted(material.shade.rgb * texel.rgb, cover, TINT_SHADE);
    let body = mix(mix(shade, base, 0.35), base, lit);
    let color = mix(body, tinted(material.edge.rgb, cover, 1.0), edge * 0.8);
    let alpha = mix(opacity, 1.0, edge * 0.6 * select(0.5, 1.0, front));
    let flat_color = vec4f(material.base.rgb * texel.rgb, 1.0) * material.base.w;
    return mix(vec4f(color, 1.0) * alpha, flat_color, printed()) * solid;
}
