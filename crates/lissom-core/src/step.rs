//! The loop: rest → predict → (match, constrain) × n → update, a fixed number of times a second.

use crate::build::{self, BuildError};
use crate::collide;
use crate::debug_lines;
use crate::desc::WorldDesc;
use crate::input::StepInput;
use crate::lanes::LaneWidth;
use crate::measure::{self, Measures};
use crate::output::Poses;
use crate::report::{PairCount, Stage, StepReport};
use crate::rest::view_blend::projection::Aside;
use crate::rest::view_blend::{Held, Hold};
use crate::rest::{RestPose, bones, procedural, view_blend};
use crate::scratch::Scratch;
use crate::state::{State, StateMut};
use crate::template::Template;
use constrain::Which;
use parallel::{Crew, Threads};
use predict::Gusts;
use shape_match::Strength;

pub mod alone;
pub mod anchor;
pub mod constrain;
pub mod damp;
pub mod follow;
pub mod frame;
pub mod grab;
pub mod guard;
pub mod parallel;
pub mod pose;
pub mod predict;
pub mod settle;
pub mod shape_match;
mod shown;
pub mod springs;
pub mod update;
pub mod view;

/// Rounds of lengths and contacts after the last pass, where something is touched that does not take its place at once.
const TOUCHED_ROUNDS: usize = 3;
/// The same for springs, whatever else is touched: in these, what leads is followed at once.
const SPRING_ROUNDS: usize = 1;
/// Further rounds for chains, while a contact with a collider does not hold.
const SETTLE_ROUNDS: usize = 12;

/// Everything that is simulated together: one scene, one clock, one set of colliders.
#[derive(Debug)]
pub struct World {
    template: Template,
    rest: RestPose,
    /// A second solve, where velocities are projected.
    aside: Option<Aside>,
    state: State,
    scratch: Scratch,
    poses: Poses,
    width: LaneWidth,
    pool: Option<rayon::ThreadPool>,
    notes: Vec<String>,
}

/// The state of a world at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot(State);

impl World {
    pub fn new(desc: WorldDesc) -> Result<World, BuildError> {
        World::prepared(desc, Hold::Found(&Held::default()))
    }

    /// Like [`World::new`]. Poses that should hold against gravity take long to find; `hold` says how far that is, or
    /// knows them.
    pub fn prepared(desc: WorldDesc, hold: Hold<'_>) -> Result<World, BuildError> {
        let bones = desc.bones.len();
        let counts: Vec<usize> = desc.bodies.iter().map(|b| b.particles.len()).collect();
        let (template, rest, notes) = build::build(desc, hold)?;
        let mut world = World {
            state: State::new(&template, bones),
            notes,
            scratch: Scratch::new(&template),
            poses: Poses::new(&template, &counts),
            width: template.settings.lanes,
            pool: None,
            aside: Aside::new(&template, &rest),
            template,
            rest,
        };
        guard::to_bind_pose(&world.template, &mut world.state);
        view_blend::start(&world.template, &mut world.state);
        view_blend::load(&world.template, &mut world.state, &mut world.rest, world.width);
        frame::bones_to_bind_pose(&world.template, &mut world.state);
        frame::load_bones(&mut world.state, &mut world.scratch);
        frame::place_colliders(&world.template, &mut world.scratch);
        world.poses.write(&world.template, &world.state, &world.scratch);
        Ok(world)
    }

    /// Advances by the given time. Cannot fail: what goes wrong is put right and reported.
    pub fn step(&mut self, input: &StepInput<'_>) -> StepReport {
        self.step_with(input, &mut |_| {})
    }

    /// Like [`World::step`], and calls `begin` as each stage begins, for a caller that has a clock.
    pub fn step_with(&mut self, input: &StepInput<'_>, begin: &mut (dyn FnMut(Stage) + Send)) -> StepReport {
        match self.pool.take() {
            // Lent out for the call, because it runs a method of the world it belongs to.
            Some(pool) => {
                let report = pool.install(|| self.advance(input, Threads::Pool, begin));
                self.pool = Some(pool);
                report
            }
            None => self.advance(input, Threads::One, begin),
        }
    }

    fn advance(
        &mut self,
        input: &StepInput<'_>,
        threads: Threads,
        begin: &mut (dyn FnMut(Stage) + Send),
    ) -> StepReport {
        let World { template, rest, aside, state, scratch, poses, width, .. } = self;
        let t = &*template;
        let mut report = StepReport::default();
        begin(Stage::Rest);
        let frame = frame::begin(t, state, scratch, input, &mut report);
        grab::begin(t, state, scratch, input);
        bones::begin(t, scratch);
        let crew = Crew { width: *width, threads, units: alone::together(t, scratch) };
        view_blend::advance(t, state, rest, scratch, input, &frame, crew.width);
        bones::lay(t, rest, scratch, frame.share(0), crew.width);
        procedural::ends::begin(t, state, scratch, input);
        settle::run(t, rest, state, scratch, crew);
        for substep in 1..=frame.substeps {
            begin(Stage::Rest);
            pose::advance(t, scratch, frame.share(substep));
            bones::advance(t, rest, scratch, frame.share(substep), crew.width);
            anchor::carry(t, state, scratch);
            procedural::advance::advance(t, state, scratch, &frame, substep, crew, &mut report);
            let gusts = Gusts::look_up(t, &mut state.clock, &input.wind);
            if crew.units < t.alone.end {
                begin(Stage::Alone);
                alone::run(t, rest, state, scratch, gusts, substep == frame.substeps, crew, &mut report);
            }
            if crew.units > 0 || !t.creatures.list.is_empty() {
                begin(Stage::Predict);
                predict::run(t, state, scratch, gusts, crew);
                springs::run(t, rest, state, scratch, crew);
                grab::aim(t, rest, state, scratch, crew.width);
                procedural::ends::follow(t, state, scratch);
                begin(Stage::Collide);
                follow::run(t, rest, state, scratch, crew);
                collide::find(t, state, scratch, crew);
                frame::wake_touched(t, state, scratch);
                let twice = aside.as_mut().is_some_and(|a| a.begin(t, state, scratch, &input.wind, crew.width));
                if let Some(aside) = aside.as_mut().filter(|_| twice) {
                    solve(t, &aside.rest, state, scratch, frame.passes, crew, begin);
                    aside.end(t, state, scratch);
                    collide::find(t, state, scratch, crew);
                }
                solve(t, rest, state, scratch, frame.passes, crew, begin);
                begin(Stage::Update);
                update::run(t, state, scratch, crew);
                procedural::ends::arrive(t, state, scratch);
                if let Some(aside) = aside.as_ref().filter(|_| twice) {
                    aside.give_speeds(t, state);
                }
                collide::calm(t, state, scratch);
                procedural::ends::take(t, state, scratch);
                damp::run(t, state, scratch, crew);
                guard::after_substep(t, rest, state, scratch, crew, &mut report);
            }
            state.clock.substeps += 1;
        }
        begin(Stage::Output);
        frame::end(t, state, scratch, &frame, &mut report);
        poses.write(t, state, scratch);
        report
    }

    /// How many threads to use at most; the result is the same for any number. A small world uses fewer, because more
    /// would make it slower: how many depends on [`World::set_lanes`] before. Returns how many there are: where no more
    /// can be had, one.
    pub fn set_threads(&mut self, threads: usize) -> usize {
        let threads = parallel::worthwhile(threads, &self.template, self.width);
        let build = || rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
        self.pool = if threads > 1 { build() } else { None };
        self.pool.as_ref().map_or(1, rayon::ThreadPool::current_num_threads)
    }

    /// How many lanes to use, and no more than chains were laid out for that nothing touches, see
    /// [`crate::Settings::lanes`]. The result is the same for any number.
    pub fn set_lanes(&mut self, width: LaneWidth) {
        self.width = width;
    }

    pub fn snapshot(&self) -> Snapshot {
        Snapshot(self.state.clone())
    }

    /// Back to a snapshot of this world. Contacts go on being counted from where they are.
    ///
    /// # Panics
    /// If the snapshot is of a world of another shape.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        assert!(self.state.has_shape_of(&snapshot.0), "the snapshot is of another world");
        self.state.clone_from(&snapshot.0);
        view_blend::load(&self.template, &mut self.state, &mut self.rest, self.width);
        frame::load_bones(&mut self.state, &mut self.scratch);
        bones::load(&self.template, &mut self.rest, &mut self.scratch, self.width);
        frame::place_colliders(&self.template, &mut self.scratch);
        self.poses.write(&self.template, &self.state, &self.scratch);
    }

    /// A number that stands for the state: equal states have equal hashes.
    pub fn hash(&self) -> u64 {
        self.state.hash(self.template.bodies.iter().flat_map(|b| b.slots()))
    }

    /// Where everything is.
    pub fn poses(&self) -> &Poses {
        &self.poses
    }

    /// What could not be built as asked, and what was built instead.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Contacts by pair of parts since the world was made.
    pub fn contacts(&self) -> impl Iterator<Item = PairCount<'_>> {
        let parts = &self.template.parts;
        let counts = self.scratch.contacts.counts.iter().enumerate();
        counts.filter(|(_, c)| c.0 > 0).map(move |(k, &(contacts, impulse))| PairCount {
            a: &parts[k / parts.len()],
            b: &parts[k % parts.len()],
            contacts,
            impulse,
        })
    }

    /// Where a body's rest pose has its particles, relative to the one it is taken from and along the axes of the
    /// bind pose. The body is numbered as in the description.
    pub fn rest_positions(&self, body: usize) -> Vec<glam::Vec3> {
        let at = |s: usize| glam::Vec3::new(self.rest.x[0][s], self.rest.x[1][s], self.rest.x[2][s]);
        self.template.bodies[self.template.by_source[body]].slots().map(at).collect()
    }

    /// How the bone under a body's first joint is turned: as in the rest pose, where the joint is now. The body is
    /// numbered as in the description.
    pub fn first_turn(&self, body: usize) -> [f32; 4] {
        let t = &self.template;
        let now = self.poses.rotations()[self.poses.body(body).start];
        let found = &t.bodies[t.by_source[body]];
        let Some(index) = t.view_of(t.by_source[body]) else { return now };
        let (views, laid) = (&t.views[index], &self.rest.posed[index].now);
        let rest = views.turn(laid, found.first - t.units[views.unit].slots.start, found.track.stride, 0);
        (glam::Quat::from_array(now) * t.bind_q[found.first].conjugate() * rest).to_array()
    }

    /// How much each of a body's poses counts, the bind pose first; none if it does not depend on the view. The
    /// body is numbered as in the description.
    pub fn view_weights(&self, body: usize) -> Option<Vec<f32>> {
        let places = self.view_places(body)?;
        Some(places.map(|at| self.state.views()[at]).collect())
    }

    /// Sets them, until a step has a camera; the first step starts from the bind pose. Nothing else moves. Weights
    /// that are not finite are left out.
    pub fn set_view_weights(&mut self, body: usize, weights: &[f32]) {
        if let Some(places) = self.view_places(body) {
            let StateMut { views, still, .. } = self.state.split();
            for (at, &weight) in places.zip(weights).filter(|(_, w)| w.is_finite()) {
                views[at] = weight;
            }
            still.fill(0.0);
            view_blend::weights_have_changed(&self.template, views);
            view_blend::load(&self.template, &mut self.state, &mut self.rest, self.width);
            bones::load(&self.template, &mut self.rest, &mut self.scratch, self.width);
            self.poses.write(&self.template, &self.state, &self.scratch);
        }
    }

    /// Where the state keeps a body's weights.
    fn view_places(&self, body: usize) -> Option<impl Iterator<Item = usize> + use<>> {
        let index = *self.template.by_source.get(body)?;
        let views = &self.template.views[self.template.view_of(index)?];
        let first = views.start + index - self.template.units[views.unit].bodies.start;
        let columns = views.columns;
        Some((0..=views.kind.examples).map(move |j| first + (view_blend::row::WEIGHTS + j) * columns))
    }

    /// Calls `line` for every line of a drawing of the colliders, where they are now.
    pub fn draw_colliders(&self, line: &mut dyn FnMut([f32; 3], [f32; 3])) {
        for placed in &self.scratch.colliders {
            debug_lines::collider(&placed[1], self.template.size, &mut |a, b| line(a.to_array(), b.to_array()));
        }
    }

    /// How many groups are matched.
    pub fn group_count(&self) -> usize {
        let matched = self.template.units.iter().filter(|u| u.passes > 0);
        matched.flat_map(|u| &self.template.bodies[u.bodies.clone()]).map(|b| b.count).sum()
    }

    pub fn template(&self) -> &Template {
        &self.template
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    /// To give a world a motion, or a fault: the next step goes on from there.
    pub fn state_mut(&mut self) -> StateMut<'_> {
        self.state.split()
    }

    /// The same, with the collision shapes of another world of the same particles.
    ///
    /// # Panics
    /// If the other world is of another shape.
    pub fn measure_against(&self, shapes: &World) -> Measures {
        assert!(self.state.has_shape_of(&shapes.state), "the other world has other particles");
        Measures::of(&shapes.template, &shapes.rest, &self.state, &self.scratch)
    }

    /// Of the simulated particles of a body, J. The body is numbered as in the description.
    pub fn kinetic_energy(&self, body: usize) -> f64 {
        let Some(&index) = self.template.by_source.get(body) else { return 0.0 };
        let slots = self.template.bodies[index].slots();
        slots.map(|slot| measure::kinetic_energy(&self.template, &self.state, slot)).sum()
    }

    /// Energies, momenta, lengths and depths, measured anew.
    pub fn measure(&self) -> Measures {
        Measures::of(&self.template, &self.rest, &self.state, &self.scratch)
    }
}

/// Brings what was predicted to where the rest pose, lengths and contacts want it.
fn solve(
    t: &Template,
    rest: &RestPose,
    state: &mut State,
    scratch: &mut Scratch,
    passes: u32,
    crew: Crew,
    begin: &mut (dyn FnMut(Stage) + Send),
) {
    for pass in 0..passes {
        begin(Stage::Match);
        shape_match::run(t, rest, state, scratch, pass, Strength::Usual, crew);
        begin(Stage::Constrain);
        grab::pull(t, scratch, pass);
        constrain::run(t, rest, state, scratch, Which::InPass(pass), crew);
        constrain::keep_momentum(t, scratch);
        collide::solve(t, state, scratch);
    }
    if scratch.touched.contains(&true) {
        collide::turn(t, scratch);
        let rounds = if constrain::is_any_touched(t, scratch) { TOUCHED_ROUNDS } else { SPRING_ROUNDS };
        for round in 0..rounds {
            constrain::run(t, rest, state, scratch, Which::Touched, crew);
            if round < SPRING_ROUNDS {
                springs::hold_touched(t, rest, scratch, crew);
            }
            collide::solve(t, state, scratch);
        }
        collide::round_off(t, scratch);
        for _ in 0..SETTLE_ROUNDS {
            constrain::run(t, rest, state, scratch, Which::TouchedChains, crew);
            if collide::is_settled(t, state, scratch, crew) {
                break;
            }
            collide::solve(t, state, scratch);
        }
        springs::hold_touched(t, rest, scratch, crew);
    }
    constrain::run(t, rest, state, scratch, Which::LastResort, crew);
}
