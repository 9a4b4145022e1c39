// Particles as ray-cast ellipsoids, edges and colliders as thick lines, handles as dots.
struct EllipsoidInstance {
    @location(0) center: vec3f,
    @location(1) axes: vec4f, // world from ellipsoid, xyzw
    @location(2) radii: vec3f,
    @location(3) color: vec3f,
}

struct Billboard {
    @builtin(position) clip: vec4f,
    @location(0) world: vec3f,
    @location(1) @interpolate(flat) center: vec3f,
    @location(2) @interpolate(flat) axes: vec4f,
    @location(3) @interpolate(flat) radii: vec3f,
    @location(4) @interpolate(flat) color: vec3f,
}

fn rotate(q: vec4f, v: vec3f) -> vec3f {
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

@vertex
fn ellipsoid_vertex(in: EllipsoidInstance, @builtin(vertex_index) index: u32) -> Billboard {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
    let reach = max(in.radii.x, max(in.radii.y, in.radii.z)) * 1.05;
    let away = in.center - globals.eye.xyz;
    let d = length(away);
    let forward = away / max(d, 1e-6);
    let other = select(vec3f(0.0, 1.0, 0.0), vec3f(1.0, 0.0, 0.0), abs(forward.y) > 0.9);
    let right = normalize(cross(forward, other));
    let up = cross(right, forward);
    let half = reach * d / sqrt(max(d * d - reach * reach, 1e-3 * d * d));
    let world = in.center + (right * corner.x + up * corner.y) * half;
    return Billboard(globals.clip_from_world * vec4f(world, 1.0), world, in.center, in.axes, in.radii, in.color);
}

@fragment
fn ellipsoid_fragment(in: Billboard) -> @location(0) vec4f {
    // In the frame where the ellipsoid is the unit sphere.
    let unturn = vec4f(-in.axes.xyz, in.axes.w);
    let origin = rotate(unturn, globals.eye.xyz - in.center) / in.radii;
    let ray = rotate(unturn, normalize(in.world - globals.eye.xyz)) / in.radii;
    let a = dot(ray, ray);
    let b = dot(origin, ray);
    // Squared distance of the ray from the centre: 1 on the outline.
    let miss = dot(origin, origin) - b * b / a;
    let cover = clamp(0.5 + (1.0 - miss) / max(fwidth(miss), 1e-6), 0.0, 1.0);
    let t = (-b - sqrt(max(1.0 - miss, 0.0) * a)) / a;
    let local = origin + ray * t;
    let n = normalize(rotate(in.axes, local / in.radii));
    let light = 0.85 + 0.3 * smoothstep(-0.2, 0.6, dot(n, globals.key.xyz));
    let edge = smoothstep(0.66, 1.0, miss);
    let alpha = cover * mix(0.12, 0.95, edge);
    let color = mix(in.color * light, vec3f(1.0), 0.25 * (1.0 - edge));
    return vec4f(color * alpha, alpha);
}

struct LineInstance {
    @location(0) a: vec3f,
    @location(1) b: vec3f,
    @location(2) color: vec3f,
    @location(3) width: f32, // strokes
}

struct Stroke {
    @builtin(position) clip: vec4f,
    @location(0) across: vec2f, // pixels from the middle, over one; both times w, for WebGL knows no linear interpolation
    @location(1) @interpolate(flat) half_width: f32, // pixels
    @location(2) @interpolate(flat) color: vec3f,
}

@vertex
fn line_vertex(in: LineInstance, @builtin(vertex_index) index: u32) -> Stroke {
    var a = globals.clip_from_world * vec4f(in.a, 1.0);
    var b = globals.clip_from_world * vec4f(in.b, 1.0);
    // Cut at the near plane.
    if a.z < 0.0 && b.z > 0.0 { a = mix(a, b, a.z / (a.z - b.z)); }
    if b.z < 0.0 && a.z > 0.0 { b = mix(b, a, b.z / (b.z - a.z)); }
    let half_size = 0.5 * globals.viewport.xy;
    let along = (b.xy / b.w - a.xy / a.w) * half_size;
    let direction = along / max(length(along), 1e-6);
    let end = f32(index & 1u);
    let side = f32(index >> 1u) * 2.0 - 1.0;
    let half_width = 0.5 * max(in.width * globals.viewport.w, 1.0);
    let reach = half_width + 1.0;
    let offset = vec2f(-direction.y, direction.x) * side + direction * (end * 2.0 - 1.0) * 0.5;
    var clip = mix(a, b, end);
    clip = vec4f(clip.xy + offset * reach / half_size * clip.w, clip.z, clip.w);
    return Stroke(clip, vec2f(side * reach, 1.0) * clip.w, half_width, in.color);
}

fn stroke(in: Stroke, strength: f32) -> vec4f {
    return vec4f(in.color, 1.0) * clamp(in.half_width + 0.5 - abs(in.across.x / in.across.y), 0.0, 1.0) * strength;
}

@fragment
fn line_fragment(in: Stroke) -> @location(0) vec4f {
    return stroke(in, 0.95);
}

@fragment
fn hidden_line_fragment(in: Stroke) -> @location(0) vec4f {
    return stroke(in, 0.4);
}

struct DotInstance {
    @location(0) at: vec3f,
    @location(1) color: vec3f,
    @location(2) radius: f32, // strokes
}

struct Disc {
    @builtin(position) clip: vec4f,
    @location(0) from_middle: vec2f, // pixels
    @location(1) @interpolate(flat) radius: f32, // pixels
    @location(2) @interpolate(flat) color: vec3f,
}

@vertex
fn dot_vertex(in: DotInstance, @builtin(vertex_index) index: u32) -> Disc {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
    let radius = max(in.radius * globals.viewport.w, 1.0);
    let offset = corner * (radius + 1.0);
    let middle = globals.clip_from_world * vec4f(in.at, 1.0);
    let clip = vec4f(middle.xy + offset / (0.5 * globals.viewport.xy) * middle.w, middle.zw);
    return Disc(clip, offset, radius, in.color);
}

// A disc with a darker rim, so that it is seen on its own colour too.
@fragment
fn dot_fragment(in: Disc) -> @location(0) vec4f {
    let r = length(in.from_middle);
    let cover = clamp(in.radius + 0.5 - r, 0.0, 1.0);
    let rim = clamp(r - (in.radius - globals.viewport.w) + 0.5, 0.0, 1.0);
    return vec4f(mix(in.color, in.color * 0.3, rim), 1.0) * cover;
}
