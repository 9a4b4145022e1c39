//! Characters from files, as people use them.

mod program;

use std::path::{Path, PathBuf};

use lissom_formats::gltf::clip::{Between, Target, Track};
use lissom_formats::gltf::{Document, Import, animate, export};
use lissom_scenes::scenes;
use program::{lissom, stderr, stdout};
use serde_json::{Value, json};

/// A folder of its own for each test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("lissom-files-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }

    /// A bunny that nods, as a program that knows nothing of us would write it.
    fn bunny(&self) -> String {
        let character = (scenes::find("bunny").expect("a scene").character)();
        let head = character.skeleton.find("head").expect("a bone");
        let mut document = export::document(&character);
        let rest = character.skeleton.bones[head].parent_from_bone.rotation;
        let turn = |x: f32| (rest * glam::Quat::from_rotation_x(x)).to_array();
        let track = Track {
            node: head,
            target: Target::Rotation,
            between: Between::Linear,
            times: vec![0.0, 0.3, 0.6],
            values: [turn(0.0), turn(0.5), turn(0.0)].concat(),
            width: 4,
        };
        animate::write(&mut document, "nod", None, false, &[track]);
        let path = self.path("bunny.glb");
        std::fs::write(&path, document.to_glb().expect("small")).expect("written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn report(args: &[&str]) -> Value {
    let output = lissom(args);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{args:?}: {e}"))
}

#[test]
fn two_commands_from_a_file_to_keyframes() {
    let folder = Folder::new("two");
    let (bunny, rig, out) = (folder.bunny(), folder.path("bunny.lissom.json"), folder.path("sub/baked.glb"));
    let found = report(&["rig", &bunny, "-o", &rig, "--json"]);
    let ears = found["chains"].as_array().expect("a list");
    assert_eq!(ears.iter().map(|c| c["bones"].as_u64()).collect::<Vec<_>>(), [Some(8), Some(8)], "{found}");
    assert!(lissom(&["check", &rig, "--character", &bunny]).status.success());
    let baked = report(&["bake", &bunny, "--rig", &rig, "-o", &out, "--fps", "30", "--json"]);
    let animation = &baked["animations"][0];
    assert_eq!((animation["name"].as_str(), animation["bones"].as_u64()), (Some("nod (Lissom)"), Some(16)), "{baked}");
    assert_eq!(animation["frames"], 19);
    let inside = report(&["inspect", &out, "--json"]);
    assert_eq!(inside["animations"].as_array().map(Vec::len), Some(2));
    assert_eq!(inside["rig"]["from"], "the file");
    assert!(lissom(&["check", &out]).status.success());
    let report = report(&["simulate", &bunny, "--rig", &rig, "--json"]);
    assert_eq!((report["finite"].as_bool(), report["variant"].as_str()), (Some(true), Some("nod")));
}

#[test]
fn a_rig_goes_into_a_copy_of_the_character() {
    let folder = Folder::new("into");
    let (bunny, rigged) = (folder.bunny(), folder.path("rigged.glb"));
    let before = std::fs::read(&bunny).expect("there");
    assert!(lissom(&["rig", &bunny, "-o", &rigged]).status.success());
    assert_eq!(std::fs::read(&bunny).expect("there"), before);
    let output = lissom(&["bake", &rigged, "-o", &rigged, "--chains", "*.L*", "--on", "twos", "--merge", "--loop"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stderr(&output).contains("the one in the file"), "{}", stderr(&output));
    let inside = report(&["inspect", &rigged, "--json"]);
    assert_eq!(inside["animations"].as_array().map(Vec::len), Some(1), "merged");
    assert_eq!(inside["rig"]["chains"].as_array().map(Vec::len), Some(2), "what was not baked stays in the rig");
}

#[test]
fn errors_of_files_say_what_to_do() {
    let folder = Folder::new("errors");
    let bunny = folder.bunny();
    let write = |name: &str, text: &str| {
        let path = folder.path(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    let (cut, text) = (folder.path("cut.glb"), write("text.gltf", "hello"));
    let whole = std::fs::read(&bunny).expect("there");
    std::fs::write(&cut, &whole[..whole.len() / 2]).expect("written");
    let typo = write("typo.lissom.json", r#"{ "version": 1, "joint": [] }"#);
    let newer = write("newer.lissom.json", r#"{ "version": 99 }"#);
    let out = folder.path("out.glb");
    let cases: [(&[&str], &str); 15] = [
        (&["bake", &bunny, "-o", "x.vrm"], "carries no animation"),
        (&["bake", &bunny, "-o", "x.fbx"], "must end in .glb or .gltf"),
        (&["bake", &bunny, "-o", &out, "--animation", "run"], "the file has nod"),
        (&["bake", &bunny, "-o", &out, "--chains", "wing*"], "none is called so; there are"),
        (&["bake", &bunny, "-o", &out, "--range", "2..1"], "the first before the second"),
        (&["bake", &bunny, "-o", &out, "--range", "5..6"], "there are only 0.60 s"),
        (&["bake", &bunny, "-o", &out, "--merge", "--motion", "walk.bvh"], "cannot be used with"),
        (&["bake", &bunny, "-o", &out, "--camera", "Main"], "the file has none"),
        (&["bake", &bunny, "-o", &out, "--camera", "own"], "the file has none"),
        (&["simulate", "bunny", "--look-at-camera"], "`bunny` is a scene"),
        (&["bake", &bunny, "-o", &out, "--rig", &typo], "joint"),
        (&["bake", &bunny, "-o", &out, "--rig", &newer], "99"),
        (&["bake", &cut, "-o", &out], "cut off"),
        (&["inspect", &text], "JSON"),
        (&["simulate", &bunny, "--variant", "pink"], "--variant is for scenes"),
    ];
    for (args, says) in cases {
        let output = lissom(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(says), "{args:?} said: {}", stderr(&output));
        assert!(stdout(&output).is_empty(), "{args:?} wrote to stdout");
    }
    assert!(!Path::new(&out).exists());
    for file in [&cut, &text, &typo] {
        let output = lissom(&["check", file, "--json"]);
        assert_eq!(output.status.code(), Some(1), "{file}");
        let problems: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(problems[0]["severity"], "error", "{problems}");
    }
}

/// A camera of the file, on a node that an animation moves: what depends on the view follows it.
#[test]
fn a_camera_of_the_file_is_looked_through() {
    let folder = Folder::new("camera");
    let scene = scenes::find("bunny").expect("a scene");
    let character = (scene.character)();
    let rig = folder.path("views.lissom.json");
    std::fs::write(&rig, (scene.rig)(&character, scene.variants[0]).to_json()).expect("written");
    let shot = |name: &str, way: [[f32; 3]; 2]| {
        let mut document = export::document(&character);
        document.push("cameras", json!({ "type": "perspective", "perspective": { "yfov": 0.7, "znear": 0.1 } }));
        let node = document.push("nodes", json!({ "name": "Shot", "camera": 0, "translation": way[0] }));
        let track = Track {
            node,
            target: Target::Translation,
            between: Between::Linear,
            times: vec![0.0, 1.0],
            values: way.concat(),
            width: 3,
        };
        animate::write(&mut document, "dolly", None, false, &[track]);
        let (from, to) = (folder.path(&format!("{name}.glb")), folder.path(&format!("{name}-baked.glb")));
        std::fs::write(&from, document.to_glb().expect("small")).expect("written");
        report(&["bake", &from, "--rig", &rig, "--camera", "Shot", "--fps", "30", "-o", &to, "--json"]);
        let document = Document::read(&std::fs::read(&to).expect("there"), &|_| None).expect("ours");
        let import = Import::read(&document).expect("ours");
        let clip = import.clips.last().expect("baked");
        [0.0, 1.0].map(|time| {
            let mut local = import.nodes.rest();
            clip.sample(time, &mut local);
            local.iter().map(|l| l.rotation).collect::<Vec<_>>()
        })
    };
    let off =
        |a: &[glam::Quat], b: &[glam::Quat]| a.iter().zip(b).map(|(a, b)| a.angle_between(*b)).fold(0.0, f32::max);
    let (front, side) = ([0.0, 1.0, 4.0], [4.0, 1.0, 0.0]);
    let (still, moving) = (shot("still", [front, front]), shot("moving", [front, side]));
    assert!(off(&still[0], &moving[0]) < 0.02, "the same place at first");
    assert!(off(&still[1], &moving[1]) > 0.1, "another one in the end");
}

#[test]
fn bodies_without_bones_become_morph_targets() {
    let folder = Folder::new("boneless");
    let character = (scenes::find("bar-bend").expect("a scene").character)();
    let path = folder.path("bar.mesh");
    let text = lissom_formats::write_mesh(&character.tets[0].mesh);
    std::fs::write(&path, text).expect("written");
    let baked = report(&["bake", &path, "-o", &folder.path("bar.glb"), "--range", "0..1", "--fps", "20", "--json"]);
    let shape = &baked["animations"][0]["shapes"][0];
    assert!(shape["targets"].as_u64() > Some(0) && shape["error_m"].as_f64() > Some(0.0), "{baked}");
}

#[test]
fn shells_and_people_are_told_how() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(stdout(&lissom(&["completions", shell])).contains("bake"), "{shell}");
    }
    let folder = Folder::new("man");
    assert!(stdout(&lissom(&["man"])).contains(".TH lissom"));
    assert!(lissom(&["man", "-o", &folder.path("man")]).status.success());
    assert!(folder.0.join("man/lissom-bake.1").exists());
}
