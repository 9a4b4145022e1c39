//! The command line where the camera has a say.

mod program;

use program::{lissom, stderr, stdout};
use serde_json::Value;

fn ghost(args: &[&str]) -> Value {
    let args = [&["simulate", "rod-ghost", "--seconds", "2", "--json"], args].concat();
    let output = lissom(&args);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    report["ghost"].clone()
}

fn integral(args: &[&str]) -> f64 {
    ghost(args)["integral_js"].as_f64().expect("a number")
}

#[test]
fn ghosts_are_reported_and_suppressed() {
    for gravity in ["0", "1"] {
        let by = |kind: &str| integral(&["--gravity", gravity, "--suppression", kind]);
        let (none, damping, transport) = (by("none"), by("damping"), by("transport"));
        assert!(transport < 0.03 * none && damping < 0.5 * none, "{none} {damping} {transport}");
    }
    let still = ghost(&["--suppression", "none"]);
    assert!(still["settle_s"].is_null() && still["residual_m"].as_f64() > Some(0.0), "{still}");
    let carried = ghost(&["--gravity", "0"]);
    assert_eq!(carried["settle_s"].as_f64(), Some(0.0), "{carried}");
    assert!(carried["peak_j"].as_f64() < Some(1e-6), "{carried}");
    assert!(integral(&["--sag-bake", "on"]) < integral(&["--sag-bake", "off"]));
    assert!(integral(&["--suppression", "none", "--camera", "still"]) < 1e-6);
}

#[test]
fn only_what_depends_on_the_view_has_ghosts() {
    let report = |args: &[&str]| -> Value {
        serde_json::from_slice(&lissom(&[&["simulate", "--seconds", "0.1", "--json"], args].concat()).stdout)
            .expect("JSON")
    };
    assert!(report(&["rod-ghost", "--variant", "without"])["ghost"].is_null());
    assert!(report(&["hair"])["ghost"].is_null());
}

#[test]
fn a_trace_has_weights_and_energies() {
    let folder = std::env::temp_dir().join(format!("lissom-trace-{}", std::process::id()));
    let (trace, path) = (folder.join("trace.csv"), folder.join("camera.csv"));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(&path, "time,x,y,z\n0, 4,1,0\n1, 0,1,-4\n").expect("written");
    let [trace, path] = [&trace, &path].map(|p| p.to_str().expect("a plain path"));
    let output = lissom(&["simulate", "rod-ghost", "--seconds", "1", "--camera", path, "--trace", trace]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = std::fs::read_to_string(trace).expect("was written");
    std::fs::remove_dir_all(folder).expect("was made");
    let mut lines = text.lines();
    let names = "time_s,rod/base,rod/east,rod/north,rod/west,rod/south,rod/above,ghost_j,kinetic_j";
    assert_eq!(lines.next(), Some(names));
    let rows: Vec<Vec<f64>> = lines.map(|l| l.split(',').map(|n| n.parse().expect("a number")).collect()).collect();
    assert_eq!(rows.len(), 60);
    for row in &rows {
        assert!((row[1..7].iter().sum::<f64>() - 1.0).abs() < 1e-5, "{row:?}");
    }
    assert!(rows[0][2] > 0.8 && rows[59][3] > 0.8, "from east to north");
}

#[test]
fn inspect_says_what_is_there_and_what_is_missing() {
    let output = lissom(&["inspect", "rod-ghost", "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let rod: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (rod["bones"].as_u64(), rod["particles"].as_u64(), rod["simulated"].as_u64()),
        (Some(9), Some(8), Some(7))
    );
    let view = &rod["joints"][0]["view"];
    assert_eq!(view["examples"][1]["name"], "north");
    assert_eq!(view["examples"][1]["azimuth_deg"].as_f64(), Some(180.0));
    let gaps = view["coverage"]["gaps"].as_f64().expect("a share");
    assert!((0.1..0.3).contains(&gaps), "nothing is drawn for below: {gaps}");
    assert!(view["coverage"]["worst_gap"]["toward"][1].as_f64() < Some(-0.9));
    assert_eq!(view["coverage"]["overlaps"].as_array().map(Vec::len), Some(0));

    let bunny = stdout(&lissom(&["inspect", "bunny"]));
    for text in
        ["11968 triangles", "collider head: sphere on head", "joints ear.L: 8 bones", "`behind left` counts only"]
    {
        assert!(bunny.contains(text), "`{text}` is missing in {bunny}");
    }
    let girl = stdout(&lissom(&["inspect", "cape-girl"]));
    assert!(girl.contains("region cape: cloth"), "{girl}");
}

#[test]
fn all_variants_make_rows() {
    let path = std::env::temp_dir().join(format!("lissom-rows-{}.png", std::process::id()));
    let name = path.to_str().expect("a plain path");
    let size = ["--sheet", "2", "--at", "0.1", "--size", "32x32"];
    let output = lissom(&[&["render", "rod-ghost", "--all-variants", "-o", name], &size[..]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let png = std::fs::read(&path).expect("was written");
    std::fs::remove_file(path).expect("was made");
    let number = |at: usize| u32::from_be_bytes(std::array::from_fn(|k| png[at + k]));
    assert_eq!((number(16), number(20)), (4 + 2 * 36, 4 + 3 * (36 + 17)), "two times, three variants, each named");
}

#[test]
fn errors_say_what_to_do() {
    let bad = std::env::temp_dir().join(format!("lissom-bad-{}.csv", std::process::id()));
    std::fs::write(&bad, "0,1,2,3\n1,2\n").expect("written");
    let bad = bad.to_str().expect("a plain path");
    for (args, says) in [
        (vec!["rod-ghost", "--suppression", "magic"], "give none, damping, projection or transport"),
        (vec!["rod-ghost", "--camera", "sideways"], "give own, still, quarter, orbit:SECONDS"),
        (vec!["rod-ghost", "--camera", "orbit:0"], "a number of seconds above 0"),
        (vec!["rod-ghost", "--camera", "nothing.csv"], "cannot read nothing.csv"),
        (vec!["rod-ghost", "--camera", bad], "line 2: `1,2`"),
        (vec!["rod-ghost", "--gravity", "11"], "from 0 to 10"),
        (vec!["rod-ghost", "--sag-bake", "maybe"], "off, on, any-tilt"),
        (vec!["hair", "--gravity", "0"], "`hair` has none"),
        (vec!["hair", "--suppression", "none"], "`hair` has none"),
        (vec!["hair", "--sag-bake", "on"], "`hair` has none"),
        (vec!["hair", "--trace", "x.csv"], "`hair` (usual) has none"),
    ] {
        let output = lissom(&[vec!["simulate"], args.clone()].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(says), "{args:?} said: {}", stderr(&output));
        assert!(stdout(&output).is_empty(), "{args:?} wrote to stdout");
    }
    std::fs::remove_file(bad).expect("was made");
}
