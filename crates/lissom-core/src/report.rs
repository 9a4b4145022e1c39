//! What a step says about itself.

/// The stages of the loop, in order; also the names in the profiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Rest,
    /// Predict, match, constrain and update, of what nothing can touch.
    Alone,
    Predict,
    Collide,
    Match,
    Constrain,
    Update,
    Output,
}

impl Stage {
    pub const ALL: [Stage; 8] = [
        Stage::Rest,
        Stage::Alone,
        Stage::Predict,
        Stage::Collide,
        Stage::Match,
        Stage::Constrain,
        Stage::Update,
        Stage::Output,
    ];
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepReport {
    pub substeps: u32,
    /// Contacts that pushed, over all substeps.
    pub contacts: u32,
    /// Contacts left more than 5 % of a radius deep at the end.
    pub penetrations: u32,
    /// Contacts and pairs that found no room.
    pub dropped_contacts: u32,
    /// Bodies that went out of bounds and were put back to their rest pose.
    pub quarantined: u32,
    pub asleep: u32,
    pub teleported: bool,
}

/// Contacts between two parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairCount<'a> {
    pub a: &'a str,
    pub b: &'a str,
    pub contacts: u64,
    /// Sum of |momentum| that went from one to the other, kg m/s.
    pub impulse: f64,
}
