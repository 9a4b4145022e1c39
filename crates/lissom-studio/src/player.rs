//! Time: a show that is played, and the moments it went through.

use glam::Vec3;
use lissom_show::{Moment, Show};

/// Frames of a fixed length, whatever the screen does.
pub const FRAME_SECS: f64 = 1.0 / 60.0;
/// More than so many frames are never made up for: then it is slower.
const MOST_FRAMES: usize = 4;
/// What moments may hold, in bytes.
const CACHE_BYTES: usize = 256 << 20;

#[derive(Debug)]
pub struct Player {
    pub show: Show,
    pub playing: bool,
    pub speed: f32,
    /// Begins again at the end.
    pub looped: bool,
    /// Frame by frame, as far as it was played.
    cache: Vec<Moment>,
    /// Of the frame that is shown.
    frame: usize,
    /// Time that has passed on the screen but not here.
    left_secs: f64,
}

impl Player {
    pub fn new(show: Show) -> Player {
        let mut player =
            Player { show, playing: true, speed: 1.0, looped: true, cache: Vec::new(), frame: 0, left_secs: 0.0 };
        player.begin();
        player
    }

    /// At the very beginning everything is as the camera wants it.
    fn begin(&mut self) {
        self.show.step(0.0, &mut |_| {});
        self.cache = vec![self.show.moment()];
        self.frame = 0;
        self.show.actor_mut().skin();
    }

    pub fn length_secs(&self) -> f64 {
        self.show.length_secs()
    }

    pub fn time_secs(&self) -> f64 {
        self.frame as f64 * FRAME_SECS
    }

    /// As far as it was played.
    pub fn cached_secs(&self) -> f64 {
        (self.cache.len() - 1) as f64 * FRAME_SECS
    }

    /// Lets time pass. Whether the picture changed.
    pub fn pass(&mut self, dt_secs: f64, eye: Vec3) -> bool {
        if !self.playing {
            return false;
        }
        self.left_secs = (self.left_secs + dt_secs * f64::from(self.speed)).min(MOST_FRAMES as f64 * FRAME_SECS);
        let frames = (self.left_secs / FRAME_SECS + 1e-6) as usize;
        self.left_secs -= frames as f64 * FRAME_SECS;
        for _ in 0..frames {
            self.advance(eye);
        }
        if frames > 0 {
            self.show.actor_mut().skin();
        }
        frames > 0
    }

    /// One frame, seen from a place.
    pub fn step(&mut self, eye: Vec3) {
        self.advance(eye);
        self.show.actor_mut().skin();
    }

    fn advance(&mut self, eye: Vec3) {
        if self.looped && self.time_secs() >= self.length_secs() {
            let start = self.cache[0].clone();
            self.show.go_to(&start);
            self.cache.truncate(1);
            self.frame = 0;
        }
        self.show.look_from(eye);
        self.show.step(FRAME_SECS, &mut |_| {});
        self.cache.truncate(self.frame + 1);
        let moment = self.show.moment();
        if (self.cache.len() + 1) * moment.bytes() <= CACHE_BYTES {
            self.cache.push(moment);
            self.frame += 1;
        } else {
            // No room: the past goes, and only from here on can be looked at again.
            self.cache = vec![moment];
            self.frame = 0;
        }
    }

    /// To a moment that was played; the last one if it was not.
    pub fn seek(&mut self, secs: f64) {
        let frame = (secs / FRAME_SECS).round().clamp(0.0, (self.cache.len() - 1) as f64) as usize;
        self.frame = frame;
        self.left_secs = 0.0;
        let moment = self.cache[frame].clone();
        self.show.go_to(&moment);
        self.show.actor_mut().skin();
    }

    /// To where another one is in time, as seen from a place.
    pub fn follow(&mut self, other: &Player, eye: Vec3) {
        if self.frame == other.frame {
            return;
        }
        // While it plays, going back is beginning again.
        let is_cached = other.frame < self.cache.len() && !other.playing;
        if other.frame < self.frame || is_cached {
            self.seek(if other.playing { 0.0 } else { other.time_secs() });
        }
        for _ in self.frame..other.frame {
            self.advance(eye);
        }
        self.show.actor_mut().skin();
    }

    /// The same moment without physics: everything at rest, as it should look from a place.
    pub fn rest(&mut self, eye: Vec3) {
        self.show.look_from(eye);
        self.show.rest();
        self.show.actor_mut().skin();
    }

    pub fn restart(&mut self) {
        self.seek(0.0);
    }
}
