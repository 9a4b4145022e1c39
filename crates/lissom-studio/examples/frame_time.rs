//! How long a frame of the studio takes without simulation and drawing: `cargo run --release --example frame_time -p
//! lissom-studio`.

#[path = "../tests/person/mod.rs"]
mod person;

use std::time::Instant;

use lissom_studio::Command;
use lissom_studio::studio::Mode;
use person::Person;

const WARM: usize = 20;
const MEASURED: usize = 200;

fn main() {
    println!("{:12} {:14} {:>9} {:>9}", "", "", "least ms", "median ms");
    for scene in ["cape-girl", "bunny", "jellyfish"] {
        let mut person = Person::sits_down();
        person.opens(scene).click("Pause");
        for (mode, name, _) in Mode::ALL {
            person.harness.state().send(Command::Mode(mode));
            person.waits(WARM);
            let mut times: Vec<f64> = (0..MEASURED)
                .map(|_| {
                    let begin = Instant::now();
                    person.waits(1);
                    begin.elapsed().as_secs_f64() * 1e3
                })
                .collect();
            times.sort_by(f64::total_cmp);
            println!("{scene:12} {name:14} {:9.3} {:9.3}", times[0], times[MEASURED / 2]);
        }
    }
}
