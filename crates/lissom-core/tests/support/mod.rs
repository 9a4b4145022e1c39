//! Small worlds for tests.
#![allow(dead_code)]

pub mod random;
pub mod rod;
pub mod tets;

use glam::{Quat, Vec3};
use lissom_core::*;

pub const IDENTITY: PoseArray = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];

pub fn bone(position: Vec3, rotation: Quat) -> PoseArray {
    let (p, r) = (position, rotation);
    [p.x, p.y, p.z, r.x, r.y, r.z, r.w]
}

/// A straight chain from the origin along `direction`, its first joint held by bone 0.
pub fn chain(joints: usize, length: f32, direction: Vec3, params: BodyParams) -> BodyDesc {
    let particles = (0..joints)
        .map(|k| ParticleDesc {
            position: (direction * (length * k as f32)).to_array(),
            rotation: Quat::from_rotation_arc(Vec3::Z, direction).to_array(),
            radii: [0.3 * length; 3],
            mass_kg: 0.05,
            animated: k == 0,
            surface: false,
            binding: Binding::rigid(0),
        })
        .collect();
    BodyDesc { part: "chain".into(), particles, structure: Structure::Chain, anchor: 0, params }
}

/// A square cloth in the plane y = 0, `side` particles a side, held along its first row.
pub fn cloth(side: usize, spacing: f32, params: BodyParams) -> BodyDesc {
    let mut particles = Vec::new();
    let mut edges = Vec::new();
    for row in 0..side {
        for column in 0..side {
            let index = (row * side + column) as u32;
            particles.push(ParticleDesc {
                position: [spacing * column as f32, 0.0, spacing * row as f32],
                rotation: [0.0, 0.0, 0.0, 1.0],
                radii: [0.5 * spacing, 0.25 * spacing, 0.5 * spacing],
                mass_kg: 0.01,
                animated: row == 0,
                surface: false,
                binding: Binding::rigid(0),
            });
            if column > 0 {
                edges.push([index - 1, index]);
            }
            if row > 0 {
                edges.push([index - side as u32, index]);
            }
        }
    }
    BodyDesc { part: "cloth".into(), particles, structure: Structure::Mesh { edges }, anchor: 0, params }
}

pub fn world(bodies: Vec<BodyDesc>, gravity: Vec3) -> World {
    let settings = Settings { gravity: gravity.to_array(), ..Settings::default() };
    World::new(WorldDesc { bones: vec![IDENTITY], bodies, colliders: Vec::new(), settings }).expect("a valid world")
}

pub fn run(world: &mut World, frames: usize) -> StepReport {
    let mut report = StepReport::default();
    for _ in 0..frames {
        report = world.step(&StepInput::new(1.0 / 60.0, &[IDENTITY]));
    }
    report
}

pub fn position(world: &World, body: usize, particle: usize) -> Vec3 {
    let range = world.poses().body(body);
    Vec3::from_array(world.poses().positions()[range.start + particle])
}

/// The slot of a particle, by its place in the description.
pub fn slot(world: &World, body: usize, particle: usize) -> usize {
    let bodies = &world.template().bodies;
    bodies.iter().find(|b| b.source == body).expect("a body").slot(particle)
}

pub fn set_velocity(world: &mut World, body: usize, particle: usize, velocity: Vec3) {
    let slot = slot(world, body, particle);
    let v = world.state_mut().v;
    for c in 0..3 {
        v[c][slot] = velocity[c];
    }
}

/// The same body with nothing held.
pub fn free(mut body: BodyDesc) -> BodyDesc {
    for p in &mut body.particles {
        p.animated = false;
    }
    body
}

pub fn undamped() -> BodyParams {
    BodyParams { damping: 0.0, spin_damping: 0.0, may_sleep: false, ..BodyParams::default() }
}

/// Random numbers that are the same every time.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
    /// From 0 to 1.
    pub fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
    /// Normal with variance 1.
    pub fn normal(&mut self) -> f64 {
        (-2.0 * self.unit().max(1e-300).ln()).sqrt() * (std::f64::consts::TAU * self.unit()).cos()
    }
    pub fn vector(&mut self) -> glam::DVec3 {
        glam::DVec3::new(self.normal(), self.normal(), self.normal())
    }
    pub fn direction(&mut self) -> glam::DVec3 {
        self.vector().normalize()
    }
    pub fn rotation(&mut self) -> glam::DQuat {
        glam::DQuat::from_xyzw(self.normal(), self.normal(), self.normal(), self.normal()).normalize()
    }
}

/// The prototype's `bent`: a chain that starts along z and bends by `total` radians towards an azimuth.
pub fn bent(joints: usize, length: f64, total: f64, azimuth: f64, curl: f64) -> Vec<glam::DVec3> {
    let last = (joints - 1) as f64;
    let mut x = vec![glam::DVec3::ZERO];
    for k in 0..joints - 1 {
        let (angle, side) = (total * (k + 1) as f64 / last, azimuth + curl * k as f64 / last);
        let d = glam::DVec3::new(angle.sin() * side.cos(), angle.sin() * side.sin(), angle.cos());
        x.push(x[k] + d * length);
    }
    x
}

/// Rotations from each segment's frame to the next that take z along the chain.
pub fn joint_turns(x: &[glam::DVec3]) -> Vec<glam::DQuat> {
    let mut frame = glam::DQuat::IDENTITY;
    x.windows(2)
        .map(|pair| {
            let along = frame.conjugate() * (pair[1] - pair[0]).normalize();
            let turn = quat::minrot(glam::DVec3::Z, along, glam::DVec3::X);
            frame = (frame * turn).normalize();
            turn
        })
        .collect()
}

/// Positions and orientations of a chain with these joint turns.
pub fn unroll(turns: &[glam::DQuat], length: f64) -> (Vec<glam::DVec3>, Vec<glam::DQuat>) {
    let (mut x, mut q) = (vec![glam::DVec3::ZERO], Vec::new());
    let mut frame = glam::DQuat::IDENTITY;
    for (k, turn) in turns.iter().enumerate() {
        frame = (frame * *turn).normalize();
        q.push(frame);
        x.push(x[k] + frame * glam::DVec3::Z * length);
    }
    q.push(frame);
    (x, q)
}

/// A chain in the given pose, particles of 0.3 segment radii and 50 g, its first joint held by bone 0.
pub fn posed_chain(x: &[glam::DVec3], q: &[glam::DQuat], params: BodyParams) -> BodyDesc {
    let length = (x[1] - x[0]).length() as f32;
    let mut body = chain(x.len(), length, Vec3::Z, params);
    for (k, p) in body.particles.iter_mut().enumerate() {
        p.position = x[k].as_vec3().to_array();
        p.rotation = q[k].as_quat().to_array();
    }
    body
}

/// The bent chain of the prototype's checks on oriented particles.
pub fn bent_chain(params: BodyParams) -> BodyDesc {
    let (x, q) = unroll(&joint_turns(&bent(8, 0.1, 1.2, 0.3, 0.0)), 0.1);
    posed_chain(&x, &q, params)
}
