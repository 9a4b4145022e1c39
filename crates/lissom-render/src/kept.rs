use std::collections::HashMap;

/// Frames after which what was not seen is forgotten.
const FRAMES: u64 = 600;

/// Something with an identity, of which the device has a copy.
pub(crate) trait Keep {
    fn id(&self) -> u64;
}

/// Copies on the device of what was drawn lately.
pub(crate) struct Kept<T> {
    copies: HashMap<u64, (T, u64)>,
    frame: u64,
}

impl<T: Clone> Kept<T> {
    pub(crate) fn new() -> Kept<T> {
        Kept { copies: HashMap::new(), frame: 0 }
    }

    /// Begins a frame: forgets what was not seen for long.
    pub(crate) fn begin(&mut self) {
        self.frame += 1;
        let oldest = self.frame.saturating_sub(FRAMES);
        self.copies.retain(|_, (_, seen)| *seen >= oldest);
    }

    /// The copy, made now if there is none.
    pub(crate) fn get(&mut self, of: &impl Keep, upload: impl FnOnce() -> T) -> T {
        let (copy, seen) = self.copies.entry(of.id()).or_insert_with(|| (upload(), 0));
        *seen = self.frame;
        copy.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Keep for u64 {
        fn id(&self) -> u64 {
            *self
        }
    }

    #[test]
    fn what_is_drawn_is_uploaded_once_and_forgotten_later() {
        let (mut kept, mut uploads) = (Kept::new(), 0);
        let mut see = |kept: &mut Kept<()>, id: u64| kept.get(&id, || uploads += 1);
        for _ in 0..2 * FRAMES {
            kept.begin();
            see(&mut kept, 1);
        }
        see(&mut kept, 2);
        (0..=FRAMES).for_each(|_| kept.begin());
        assert!(kept.copies.is_empty());
        assert_eq!(uploads, 2);
    }
}
