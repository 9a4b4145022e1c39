//! The command line as people use it.

mod program;

use std::process::Command;

use program::{lissom, stderr, stdout};
use serde_json::Value;

#[test]
fn scenes_are_listed() {
    let plain = stdout(&lissom(&["scenes"]));
    let json: Value = serde_json::from_slice(&lissom(&["scenes", "--json"]).stdout).expect("JSON");
    let names: Vec<&str> = json.as_array().expect("a list").iter().filter_map(|s| s["name"].as_str()).collect();
    assert_eq!(names, lissom_scenes::scenes::ALL.map(|s| s.name));
    assert!(names.iter().all(|n| plain.contains(n)));
}

#[test]
fn simulate_prints_one_object_with_everything_in_it() {
    let args = ["simulate", "hair", "--seconds", "0.5", "--fps", "30", "--threads", "2", "--lanes", "4", "--json"];
    let output = lissom(&args);
    assert!(output.status.success(), "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((report["threads"].as_u64(), report["lanes"].as_u64()), (Some(1), Some(4)));
    assert_eq!(report["finite"], true);
    assert_eq!(report["hash"].as_str().map(str::len), Some(16));
    for path in [
        "/scene",
        "/seconds",
        "/fps",
        "/particles",
        "/groups",
        "/max_length_error/chain",
        "/max_length_error/mesh",
        "/max_penetration_m",
        "/contacts",
        "/kinetic_energy/peak_j",
        "/kinetic_energy/integral_js",
        "/momentum/linear",
        "/momentum/angular",
        "/com_displacement_m",
        "/frame_us/min",
        "/frame_us/median",
    ] {
        assert!(report.pointer(path).is_some(), "{path} is missing: {report}");
    }
}

#[test]
fn the_hash_does_not_depend_on_threads_and_lanes() {
    let hash = |lanes: &str, threads: &str| {
        let output =
            lissom(&["simulate", "worms", "--seconds", "0.3", "--lanes", lanes, "--threads", threads, "--json"]);
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        report["hash"].as_str().expect("a hash").to_owned()
    };
    let first = hash("1", "1");
    assert_eq!(hash("8", "1"), first);
    assert_eq!(hash("16", "2"), first);
}

#[test]
fn errors_say_what_to_do_and_exit_with_2() {
    for (args, says) in [
        (vec!["simulate", "nothing"], "there is no scene `nothing`; there are bunny"),
        (vec!["simulate", "hair", "--seconds=-1"], "give a time"),
        (vec!["simulate", "hair", "--seconds", "nan"], "give a time"),
        (vec!["simulate", "hair", "--fps", "0"], "frames a second"),
        (vec!["simulate", "hair", "--lanes", "3"], "give 1, 4, 8 or 16"),
        (vec!["simulate", "monster", "--variant", "pink"], "it has momentum-conserving, direct"),
        (vec!["render", "hair", "-o", "picture.bmp"], "must end in .png, .gif or .mp4"),
        (vec!["render", "hair", "-o", "x.png", "--size", "0x5"], "like 1280x720"),
        (vec!["render", "hair", "-o", "x.png", "--at=-3"], "from 0 to 3600"),
        (vec!["render", "hair", "-o", "x.gif", "--from", "3", "--at", "2"], "not before"),
        (vec!["render", "hair", "-o", "x.gif", "--at", "3000"], "3000 at most"),
        (vec!["render", "hair", "-o", "x.png", "--sheet", "1000"], "1 to 32"),
        (vec!["render", "hair", "-o", "x.mp4", "--sheet", "4"], "--sheet is one picture"),
        (vec!["render", "hair", "-o", "x.png", "--sheet", "32", "--size", "8192x8192"], "134 million at most"),
        (vec!["render", "hair", "-o", "x.gif", "--at", "9", "--size", "8192x8192"], "a film of 15100 million pixels"),
        (vec!["demo", "nothing"], "there is no scene `nothing`"),
    ] {
        let output = lissom(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(says), "{args:?} said: {}", stderr(&output));
        assert!(stdout(&output).is_empty(), "{args:?} wrote to stdout");
    }
}

#[test]
fn without_a_driver_it_says_what_to_install() {
    let folder = std::env::temp_dir().join(format!("lissom-cli-driverless-{}", std::process::id()));
    let out = folder.to_str().expect("a plain path");
    for (args, code) in [(vec!["demo", "hair", "-o", out], 0), (vec!["render", "hair", "-o", "x.png", "--at", "0"], 2)]
    {
        // Of all the ways to a graphics driver, none.
        let mut command = Command::new(env!("CARGO_BIN_EXE_lissom"));
        let output = command.args(&args).env("WGPU_BACKEND", "none").output().expect("runs");
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        let said = stderr(&output);
        assert!(said.contains("`sudo apt-get install mesa-vulkan-drivers`"), "{said}");
        assert!(said.contains("then run this again"), "{said}");
    }
    assert!(folder.join("hair.glb").exists(), "keyframes need no driver");
    std::fs::remove_dir_all(folder).expect("was made");
}

#[test]
fn bench_tells_times_threads_and_shares() {
    let output = lissom(&["bench", "chains-11x20", "--lanes", "4", "--threads", "2", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let rows = report["rows"].as_array().expect("a list");
    assert_eq!((rows.len(), &rows[0]["name"], &rows[0]["unit"]), (1, &"chains-11x20".into(), &"joint".into()));
    for path in [
        "/ceilings/l2_gb_per_sec",
        "/ceilings/arithmetic/0/gflops",
        "/ceilings/arithmetic/3/gflops",
        "/rows/0/lanes",
        "/rows/0/ns_per_unit",
        "/rows/0/ms_per_frame",
        "/rows/0/steps_per_sec",
        "/rows/0/many/threads",
        "/rows/0/many/steps_per_sec",
        "/rows/0/many/time_ratio",
        "/rows/0/rate/operations_per_step",
        "/rows/0/rate/bytes_per_step",
        "/rows/0/rate/gflops",
        "/rows/0/rate/gflops_share",
        "/rows/0/rate/gb_per_sec",
        "/rows/0/rate/l2_share",
    ] {
        let number = report.pointer(path).and_then(Value::as_f64);
        assert!(number.is_some_and(|n| n.is_finite() && n > 0.0), "{path} is {number:?}: {report}");
    }
    let output = lissom(&["bench", "rod-ghost", "--lanes", "8"]);
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(table.lines().any(|l| l.starts_with("rod-ghost")), "{table}");
    assert!(table.lines().all(|l| l.chars().count() <= 120), "{table}");
}

#[test]
fn bench_says_what_there_is() {
    let wrong = [
        (&["bench", "hare"][..], "no benchmark has `hare` in its name; there are: "),
        (&["bench", "chains-11x20", "--pictures"], "no scene has `chains-11x20` in its name; there are: "),
        // Part of a name will not do where instructions are counted.
        (&["bench", "bunn", "--frames", "1"], "no benchmark is `bunn`; there are: "),
        (&["bench", "--frames", "1"], "FILTER"),
    ];
    for (args, expected) in wrong {
        let output = lissom(args);
        let why = stderr(&output);
        assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{args:?}: {why}");
        assert!(why.contains(expected) && (why.contains("cape-girl") || expected == "FILTER"), "{why}");
    }
    assert!(stderr(&lissom(&["bench", "--threads", "0"])).contains("--threads"));
}

#[test]
fn render_makes_pictures() {
    let folder = std::env::temp_dir().join(format!("lissom-cli-{}", std::process::id()));
    for (file, magic) in [("still.PNG", &b"\x89PNG"[..]), ("film.gif", &b"GIF89a"[..])] {
        let path = folder.join(file);
        let name = path.to_str().expect("a plain path");
        let output =
            lissom(&["render", "hair", "-o", name, "--at", "0.2", "--size", "96x64", "--overlay", "particles"]);
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(!stderr(&output).contains("note:"), "{}", stderr(&output));
        assert!(std::fs::read(&path).expect("was written").starts_with(magic));
    }
    std::fs::remove_dir_all(folder).expect("was made");
}

#[test]
fn an_overlay_with_nothing_to_show_is_told() {
    let path = std::env::temp_dir().join(format!("lissom-overlay-{}.png", std::process::id()));
    let name = path.to_str().expect("a plain path");
    let output = lissom(&["render", "hair", "-o", name, "--at", "0", "--size", "32x32", "--overlay", "excitation"]);
    std::fs::remove_file(path).expect("was made");
    assert!(output.status.success() && stderr(&output).contains("note: --overlay excitation"), "{}", stderr(&output));
}

#[test]
fn boneless_bodies_show_what_excites_them_and_their_inside() {
    let folder = std::env::temp_dir().join(format!("lissom-cli-inside-{}", std::process::id()));
    let looks: [&[&str]; 3] =
        [&[], &["--overlay", "excitation"], &["--overlay", "excitation,directions", "--cut", "z"]];
    let pictures = looks.map(|look| {
        let path = folder.join("bar.png");
        let name = path.to_str().expect("a plain path");
        let args = ["render", "bar-bend", "-o", name, "--at", "1", "--size", "96x64"];
        let output = lissom(&[&args, look].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        std::fs::read(&path).expect("was written")
    });
    assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2]);
    std::fs::remove_dir_all(folder).expect("was made");
}
