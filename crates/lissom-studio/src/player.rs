//! Time: a show that is played, and the moments it went through.

use glam::Vec3;
use lissom_core::StepReport;
use lissom_render::Camera;
use lissom_rig::{Hands, Mesh, Pose};
use lissom_scenes::camera::Shot;
use lissom_show::{Moment, Show, View};

/// Frames of a fixed length, whatever the screen does.
pub const FRAME_SECS: f64 = 1.0 / 60.0;
/// More than so many frames are never made up for: then it is slower.
const MOST_FRAMES: usize = 4;
/// Scenes are composed for pictures of this shape, width over height.
const COMPOSED: f32 = 16.0 / 9.0;
/// What moments may hold, in bytes.
const CACHE_BYTES: usize = 256 << 20;

#[derive(Debug)]
pub struct Player {
    pub show: Show,
    pub playing: bool,
    pub speed: f32,
    /// Begins again at the end.
    pub looped: bool,
    /// From when to when, if not all of it.
    pub range_secs: Option<(f64, f64)>,
    /// What became of the last frame.
    pub report: StepReport,
    /// How far to the sides a scene reaches at its start, in halves of the picture's height.
    reach: f32,
    /// The very beginning.
    start: Moment,
    /// Frame by frame, as far as it was played. Never empty.
    cache: Vec<Moment>,
    /// The one that is shown.
    frame: usize,
    /// Time that has passed on the screen but not here.
    left_secs: f64,
}

/// What happens to a character from outside, frame by frame.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    pub eye: Vec3,
    pub hands: Hands<'a>,
    /// Moves all of it.
    pub stance: Option<Pose>,
}

/// Of what can be seen in the shape that the scene was composed for.
fn reach(show: &Show) -> f32 {
    if matches!(show, Show::File(_)) {
        return 0.0;
    }
    let shot = show.shot();
    let ahead = (shot.target - shot.eye).normalize_or(Vec3::NEG_Z);
    let right = ahead.cross(Vec3::Y).normalize_or(Vec3::X);
    let up = (0.5 * Camera::default().fov_y_rad).tan();
    let side = |place: Vec3| (place - shot.eye).dot(right).abs() / ((place - shot.eye).dot(ahead) * up);
    let sides = show.positions().into_iter().flatten().map(side);
    1.1 * sides.filter(|side| (0.0..COMPOSED).contains(side)).fold(0.0, f32::max)
}

impl Player {
    /// At the very beginning everything is as the camera wants it.
    pub fn new(mut show: Show, eye: Vec3) -> Player {
        let report = show.step_seen(0.0, eye, true, &Hands::default());
        let start = show.moment(eye);
        Player {
            reach: reach(&show),
            show,
            playing: true,
            speed: 1.0,
            looped: true,
            range_secs: None,
            report,
            cache: vec![start.clone()],
            start,
            frame: 0,
            left_secs: 0.0,
        }
    }

    /// Goes on as another one did, and where it was: after the rig was changed.
    pub fn like(mut self, before: &Player, eye: Vec3) -> Player {
        (self.playing, self.speed) = (before.playing, before.speed);
        (self.looped, self.range_secs) = (before.looped, before.range_secs);
        if let (Show::File(now), Show::File(then)) = (&mut self.show, &before.show) {
            now.view = then.view.clone();
        }
        if before.time_secs() > self.time_secs() {
            self.show.go_on_at(before.time_secs(), eye);
            self.cache = vec![self.show.moment(eye)];
        }
        self
    }

    pub fn length_secs(&self) -> f64 {
        self.show.length_secs()
    }

    pub fn time_secs(&self) -> f64 {
        self.cache[self.frame].time_secs
    }

    /// How long it was simulated, before the start too: what charts go by.
    pub fn clock_secs(&self) -> f64 {
        let world = &self.show.actor().world;
        let clock = &world.state().clock;
        clock.substeps as f64 * world.template().settings.substep_secs + clock.leftover_secs
    }

    /// From when to when moments can be looked at again.
    pub fn cached_secs(&self) -> (f64, f64) {
        (self.cache[0].time_secs, self.cache.last().map_or(0.0, |m| m.time_secs))
    }

    /// Where the show's own camera is: that of a scene, or one of a file. In a picture too narrow for a scene it stands
    /// farther back.
    pub fn own_shot(&self, aspect: f32) -> Shot {
        let shot = self.show.shot();
        Shot { eye: shot.target + (shot.eye - shot.target) * (self.reach / aspect).max(1.0), ..shot }
    }

    /// Where the vertices of some meshes are drawn.
    pub fn places(&self, wanted: impl Fn(&Mesh) -> bool) -> Vec<Vec3> {
        let meshes = self.show.actor().character.meshes.iter().zip(self.show.positions());
        meshes.filter(|(mesh, _)| wanted(mesh)).flat_map(|(_, places)| places).collect()
    }

    /// Lets a camera of the file look.
    pub fn look_by(&mut self, camera: usize) {
        if let Show::File(file) = &mut self.show
            && let Some(camera) = file.take.import.cameras.get(camera)
        {
            file.view = View::OfFile(camera.clone());
        }
    }

    /// Lets time pass; `around` says what happens in each frame. How many frames went by.
    pub fn pass<'a>(&mut self, dt_secs: f64, mut around: impl FnMut(&Show) -> Around<'a>) -> usize {
        self.left_secs = (self.left_secs + dt_secs * f64::from(self.speed)).min(MOST_FRAMES as f64 * FRAME_SECS);
        let frames = (self.left_secs / FRAME_SECS + 1e-6) as usize;
        self.left_secs -= frames as f64 * FRAME_SECS;
        for _ in 0..frames {
            let around = around(&self.show);
            self.advance(&around);
        }
        frames
    }

    /// One frame.
    pub fn step(&mut self, around: &Around<'_>) {
        self.advance(around);
    }

    fn advance(&mut self, around: &Around<'_>) {
        self.cache.truncate(self.frame + 1);
        if self.looped {
            self.begin_again();
        }
        self.show.stand(around.stance);
        self.report = self.show.step_seen(FRAME_SECS, around.eye, false, &around.hands);
        let moment = self.show.moment(around.eye);
        if (self.cache.len() + 1) * moment.bytes() > CACHE_BYTES {
            // No room: the earlier half goes.
            self.cache.drain(..self.cache.len() / 2);
        }
        self.cache.push(moment);
        self.frame = self.cache.len() - 1;
    }

    /// At the end: a scene starts anew, a file goes on with what is soft as it is.
    fn begin_again(&mut self) {
        let end = self.range_secs.map_or(self.length_secs(), |(_, end)| end);
        if self.time_secs() < end - 0.5 * FRAME_SECS {
            return;
        }
        match &mut self.show {
            Show::File(file) if self.range_secs.is_none() => {
                file.take.rewind((file.take.time_secs() - end).max(0.0));
                self.cache = vec![self.show.moment(self.cache[self.frame].eye)];
                self.frame = 0;
            }
            _ => {
                self.restart();
                self.cache.truncate(self.frame + 1);
            }
        }
    }

    /// To a moment that was played; the nearest one if it was not.
    pub fn seek(&mut self, secs: f64) {
        let after = self.cache.partition_point(|m| m.time_secs < secs - 0.5 * FRAME_SECS);
        self.frame = after.min(self.cache.len() - 1);
        self.left_secs = 0.0;
        self.show.go_to(&self.cache[self.frame]);
    }

    /// To where another one is in time. How many frames went by.
    pub fn follow(&mut self, other: &Player, around: &Around<'_>) -> usize {
        let there = other.time_secs();
        let is_there = |now: f64| (now - there).abs() < 0.5 * FRAME_SECS;
        if is_there(self.time_secs()) {
            return 0;
        }
        let jumped = self.time_secs() < other.cached_secs().0 - 0.5 * FRAME_SECS;
        // While it plays, going back is beginning again.
        if jumped || there < self.time_secs() || (!other.playing && there <= self.cached_secs().1) {
            self.go_back(if other.playing { other.start_secs() } else { there });
        }
        let mut frames = 0;
        while self.time_secs() < there && !is_there(self.time_secs()) {
            // A touch is a moment, and so is a key.
            let (touches, keys) =
                if frames == 0 { (around.hands.touches, around.hands.keys) } else { Default::default() };
            self.advance(&Around { hands: Hands { touches, keys, ..around.hands }, ..*around });
            frames += 1;
        }
        frames
    }

    /// The same moment without physics: everything at rest, as it should look from a place.
    pub fn rest(&mut self, eye: Vec3) {
        self.show.rest(eye);
    }

    pub fn restart(&mut self) {
        self.go_back(self.start_secs());
    }

    /// Where it begins again.
    fn start_secs(&self) -> f64 {
        self.range_secs.map_or(0.0, |(start, _)| start)
    }

    /// Like [`Player::seek`]; to what is not known, from the very beginning at once, hanging as it does there.
    fn go_back(&mut self, secs: f64) {
        let ((first, last), near) = (self.cached_secs(), 0.5 * FRAME_SECS);
        if secs < first - near || secs > last + near {
            let eye = self.cache[self.frame].eye;
            self.show.go_to(&self.start);
            self.cache = vec![self.start.clone()];
            if secs > self.start.time_secs + near {
                self.show.go_on_at(secs, eye);
                self.cache = vec![self.show.moment(eye)];
            }
        }
        self.seek(secs);
    }
}
