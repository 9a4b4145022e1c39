//! What a world is made of, in plain arrays: the border of the engine.

use crate::lanes::LaneWidth;
use crate::rest::Rest;
use crate::rest::procedural::water::Water;

/// A rigid transform: translation x, y, z, then rotation x, y, z, w.
pub type PoseArray = [f32; 7];

/// Up to four bones and how much each counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Binding {
    pub bones: [u16; 4],
    pub weights: [f32; 4],
}

impl Binding {
    pub fn rigid(bone: u16) -> Binding {
        Binding { bones: [bone, 0, 0, 0], weights: [1.0, 0.0, 0.0, 0.0] }
    }

    /// Whether the first bone is all that counts.
    #[inline]
    pub fn is_rigid(&self) -> bool {
        self.weights[0] >= 1.0
    }
}

/// An oriented particle in the bind pose.
#[derive(Clone, Copy, Debug)]
pub struct ParticleDesc {
    pub position: [f32; 3],
    pub rotation: [f32; 4],
    /// Half axes of its ellipsoid.
    pub radii: [f32; 3],
    pub mass_kg: f32,
    /// Follows the bones; otherwise it is simulated.
    pub animated: bool,
    /// \[MC11c\] 5.2: body-x points out of the surface, and others are pushed out that way.
    pub surface: bool,
    pub binding: Binding,
}

/// How the particles of a body hang together.
#[derive(Clone, Debug, PartialEq)]
pub enum Structure {
    /// Each particle follows the one before.
    Chain,
    Mesh {
        edges: Vec<[u32; 2]>,
    },
    /// Rods between particles, a tree or with loops: a fork of hair, a bow. Lengths hold as they do in a chain.
    Rods {
        edges: Vec<[u32; 2]>,
    },
    /// Tetrahedra between particles, with a procedural rest shape: a boneless body.
    Tets {
        tets: Vec<[u32; 4]>,
    },
    /// No connections: shapes to collide with, or a free particle.
    Loose,
}

/// How far a chain's joints may bend away from the rest shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// Within this angle of the rest direction.
    Cone { angle_rad: f32 },
    /// About one axis of the parent particle only, between two angles.
    Hinge { axis: [f32; 3], min_rad: f32, max_rad: f32 },
    /// Within this angle of the y axis of a frame that is turned so against the parent particle.
    ConeIn { frame: [f32; 4], angle_rad: f32 },
    /// So far from that axis about the frame's x axis, and then so far to the sides.
    SphericalIn { frame: [f32; 4], pitch_rad: f32, yaw_rad: f32 },
}

/// How a particle is pulled where a bone springs back as in VRM: what it gains and loses in every 1/60 s. Steps of any
/// length come to the same.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpringDesc {
    /// m/s towards its place at rest, as the particle before it is turned.
    pub stiffness: f32,
    /// Share of its velocity that is lost, 0 to 1.
    pub drag: f32,
    /// m/s along world axes.
    pub gravity: [f32; 3],
}

/// How a body behaves. Stiffness is in hertz, so it depends neither on the step nor on iterations.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyParams {
    pub rest: Rest,
    /// The rest shape follows the bones that the particles are bound to: chains and rods.
    pub follow_bones: bool,
    pub bend_hz: f32,
    pub twist_hz: f32,
    /// How many steps along the connections a group reaches.
    pub ring: u32,
    /// Velocity lost per second, as the rate of an exponential.
    pub damping: f32,
    pub spin_damping: f32,
    /// Like `damping`, but of the motion within the body only: momentum stays.
    pub shape_damping: f32,
    pub gravity_scale: f32,
    /// How quickly the wind takes the body along, 1/s.
    pub wind: f32,
    /// Share of the anchor's own motion that the body feels, 0 to 1.
    pub inertia: f32,
    /// Anchor motion faster than this, in character sizes a second, is not felt.
    pub max_anchor_speed: f32,
    /// Anchor turns faster than this are not felt, rad/s.
    pub max_anchor_turn: f32,
    pub friction: f32,
    /// Of all joints.
    pub limit: Option<Limit>,
    /// One for each particle, of the segment that ends there; `limit` if empty.
    pub limits: Vec<Option<Limit>>,
    /// One for each particle of a chain or of rods without loops, or none. They take the place of stiffness, damping
    /// and gravity, and what is farther out does not pull back. Segments then do not collide, particles do.
    pub springs: Vec<SpringDesc>,
    /// Sweeps over the edges of a mesh each pass.
    pub length_sweeps: u32,
    /// Edges of a mesh are never off by more than this share, whatever pushes: at the limit lengths have the
    /// last word over contacts.
    pub max_stretch: f32,
    /// Its own particles collide with each other.
    pub self_collision: bool,
    /// Parts whose particles and colliders it passes through.
    pub passes_through: Vec<String>,
    /// \[MC11c\] 4.1: its animated particles keep their momentum and only their shape is animated.
    pub conserve_momentum: bool,
    pub may_sleep: bool,
}

impl Default for BodyParams {
    fn default() -> Self {
        BodyParams {
            rest: Rest::Fixed,
            follow_bones: false,
            bend_hz: 12.0,
            twist_hz: 12.0,
            ring: 2,
            damping: 0.6,
            spin_damping: 0.6,
            shape_damping: 0.0,
            gravity_scale: 1.0,
            wind: 1.0,
            inertia: 1.0,
            max_anchor_speed: f32::INFINITY,
            max_anchor_turn: f32::INFINITY,
            friction: 0.3,
            limit: None,
            limits: Vec::new(),
            springs: Vec::new(),
            length_sweeps: 4,
            max_stretch: f32::INFINITY,
            self_collision: false,
            passes_through: Vec::new(),
            conserve_momentum: false,
            may_sleep: true,
        }
    }
}

impl BodyParams {
    /// The limit of the segment that ends at a particle.
    pub fn limit_of(&self, particle: usize) -> Option<Limit> {
        if self.limits.is_empty() { self.limit } else { self.limits.get(particle).copied().flatten() }
    }
}

#[derive(Clone, Debug)]
pub struct BodyDesc {
    /// What it is called in contacts and reports: `hair`, `cape`, `body`…
    pub part: String,
    pub particles: Vec<ParticleDesc>,
    pub structure: Structure,
    /// The bone whose motion counts as the body's own.
    pub anchor: u16,
    pub params: BodyParams,
}

/// The shape of a collider, in the frame of its bone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    Sphere {
        center: [f32; 3],
        radius: f32,
    },
    Capsule {
        ends: [[f32; 3]; 2],
        radii: [f32; 2],
    },
    /// Everything on the other side of the normal is solid.
    Plane {
        point: [f32; 3],
        normal: [f32; 3],
    },
    Box {
        center: [f32; 3],
        rotation: [f32; 4],
        half: [f32; 3],
    },
    /// Keeps particles inside.
    InsideSphere {
        center: [f32; 3],
        radius: f32,
    },
    InsideCapsule {
        ends: [[f32; 3]; 2],
        radii: [f32; 2],
    },
}

#[derive(Clone, Debug)]
pub struct ColliderDesc {
    pub part: String,
    /// `None` stands still in the world.
    pub bone: Option<u16>,
    pub shape: Shape,
    pub friction: f32,
}

/// What to do when the character is somewhere else from one frame to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Teleport {
    /// Start from the rest pose, at rest.
    Reset,
    /// Carry shape and motion along.
    Keep,
}

#[derive(Clone, Debug)]
pub struct Settings {
    pub gravity: [f32; 3],
    pub substep_secs: f64,
    /// Longer frames than this are shortened.
    pub max_frame_secs: f64,
    /// An anchor that moves more than this many character sizes in a frame has teleported.
    pub teleport_sizes: f32,
    /// The same for a turn.
    pub teleport_rad: f32,
    pub teleport: Teleport,
    /// \[MC11c\] 5.1: undo flips of particle pairs before contacts are found.
    pub continuous: bool,
    /// \[MC11c\] 5.2: treat surface particles as such.
    pub surface_particles: bool,
    /// What boneless bodies swim in.
    pub water: Option<Water>,
    /// What the world is made for: chains that nothing touches stand so many side by side, four at least. The
    /// result is the same for any.
    pub lanes: LaneWidth,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            gravity: [0.0, -9.81, 0.0],
            substep_secs: 1.0 / 240.0,
            max_frame_secs: 1.0 / 15.0,
            teleport_sizes: 3.0,
            teleport_rad: 2.6,
            teleport: Teleport::Reset,
            continuous: true,
            surface_particles: true,
            water: None,
            lanes: LaneWidth::best(),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct WorldDesc {
    /// Bind poses, world_from_bone.
    pub bones: Vec<PoseArray>,
    pub bodies: Vec<BodyDesc>,
    pub colliders: Vec<ColliderDesc>,
    pub settings: Settings,
}
