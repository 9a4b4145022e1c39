//! What numbers can be.

/// As far as the engine lets anything be.
const FAR: f32 = lissom_core::build::REACH;

/// Numbers of one place, with those that are wrong.
#[derive(Default)]
pub struct Numbers {
    wrong: Vec<(&'static str, f32, &'static str)>,
}

impl Numbers {
    pub fn new() -> Numbers {
        Numbers::default()
    }

    fn add(mut self, fine: bool, name: &'static str, value: f32, may_be: &'static str) -> Numbers {
        if !fine {
            self.wrong.push((name, value, may_be));
        }
        self
    }

    pub fn any(self, name: &'static str, value: f32) -> Numbers {
        self.add(value.abs() <= FAR, name, value, "a finite number, not too large")
    }

    pub fn positive(self, name: &'static str, value: f32) -> Numbers {
        self.add(value > 0.0 && value <= FAR, name, value, "more than 0")
    }

    pub fn at_least_0(self, name: &'static str, value: f32) -> Numbers {
        self.add((0.0..=FAR).contains(&value), name, value, "0 or more")
    }

    /// Of all particles together; the engine has limits for one.
    pub fn weight(self, name: &'static str, value: f32) -> Numbers {
        self.add((1e-6..=1e6).contains(&value), name, value, "0.000001 to 1000000 kg")
    }

    pub fn degrees(self, name: &'static str, value: f32) -> Numbers {
        self.add((0.0..=360.0).contains(&value), name, value, "0 to 180 degrees")
    }

    pub fn share(self, name: &'static str, value: f32) -> Numbers {
        self.add((0.0..=1.0).contains(&value), name, value, "0 to 1")
    }

    pub fn wrong(self) -> Vec<(&'static str, f32, &'static str)> {
        self.wrong
    }
}
