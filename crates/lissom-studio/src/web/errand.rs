//! Long work beside the page, in a worker: another copy of this program that shares no memory with it.
//!
//! Both sides send arrays: a JSON text, and then files as pairs of a name and bytes. A number from the worker is the share
//! that is done.

use std::sync::mpsc::Sender;

use js_sys::{Array, Uint8Array};
use lissom_formats::{read_tets, write_mesh};
use lissom_rig::Rig;
use lissom_scenes::scenes;
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Worker, WorkerOptions, WorkerType};

use super::words;
use crate::Command;
use crate::job::{Progress, Task};
use crate::page::{self, File};
use crate::work::Work;

/// Of the page's folder.
const SCRIPT: &str = "worker.js";
const BODY: &str = "body.mesh";

/// A worker that is busy.
#[derive(Debug)]
pub struct Errand {
    worker: Worker,
    /// Says that it is over.
    done: Sender<Command>,
    number: u64,
    _heard: [Closure<dyn FnMut(MessageEvent)>; 2],
}

impl Errand {
    /// What comes of it is sent, and then that it is over; none if the browser does not want to.
    pub fn start(task: Task, number: u64, progress: Progress, to: Sender<Command>) -> Option<Errand> {
        let begun = begin(task, number, progress, to.clone());
        begun.map_err(|error| send(Command::Fail(error), number, &to)).ok()
    }

    pub fn stop(&self) {
        self.worker.terminate();
        _ = self.done.send(Command::JobDone(self.number));
    }
}

/// What came of it, and that it is over.
fn send(command: Command, number: u64, to: &Sender<Command>) {
    for command in [command, Command::JobDone(number)] {
        _ = to.send(command);
    }
}

fn begin(task: Task, number: u64, progress: Progress, to: Sender<Command>) -> Result<Errand, String> {
    let message = asked(task)?;
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(SCRIPT, &options).map_err(|e| words(&e))?;
    let end = {
        let (to, worker) = (to.clone(), worker.clone());
        move |command: Command| {
            worker.terminate();
            send(command, number, &to);
        }
    };
    let over = end.clone();
    let heard = Closure::new(move |event: MessageEvent| match event.data().as_f64() {
        Some(share) => _ = progress.tell(share),
        None => over(made(event.data().unchecked_into()).unwrap_or_else(Command::Fail)),
    });
    let failed = Closure::new(move |event: MessageEvent| {
        end(Command::Fail(format!("the page's worker failed: {}", words(&event))));
    });
    worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
    worker.post_message(&message).map_err(|e| words(&e))?;
    Ok(Errand { worker, done: to, number, _heard: [heard, failed] })
}

/// To the page, from its worker.
pub fn tell_share(share: f64) {
    if let Ok(worker) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() {
        _ = worker.post_message(&share.into());
    }
}

/// Does in the worker what the page asks for.
#[wasm_bindgen]
pub fn errand(message: Array) -> Array {
    match understood(message).and_then(|task| task.run(&Progress::default())) {
        Ok(Command::SaveFile { name, bytes, words }) => {
            packed(json!({ "save": name, "words": words }), &[(name, bytes)])
        }
        Ok(Command::OpenBody { name, body, words, .. }) => {
            packed(json!({ "body": name, "words": words }), &[(BODY.to_owned(), write_mesh(&body).into_bytes())])
        }
        Ok(_) => packed(json!({ "fail": "the worker made something else" }), &[]),
        Err(error) => packed(json!({ "fail": error }), &[]),
    }
}

/// What the page sends.
fn asked(task: Task) -> Result<Array, String> {
    match task {
        Task::Fill { name, bytes, .. } => Ok(packed(json!({ "fill": name }), &[(name, bytes)])),
        Task::Bake { source, rig, settings } => {
            let (asks, files) = page::contents(&source, &rig)?;
            let asks: serde_json::Map<String, Value> =
                asks.into_iter().map(|(k, v)| (k.to_owned(), v.into())).collect();
            Ok(packed(json!({ "bake": source.name(), "asks": asks, "settings": settings }), &files))
        }
    }
}

/// What the worker reads in it.
fn understood(message: Array) -> Result<Task, String> {
    let (json, mut files) = unpacked(message)?;
    if let Some(name) = json["fill"].as_str() {
        let (_, bytes) = files.pop().ok_or("no surface came")?;
        return Ok(Task::Fill { name: name.to_owned(), path: None, bytes });
    }
    let settings = serde_json::from_value(json["settings"].clone()).map_err(|e| e.to_string())?;
    let asked = |key: &str| json["asks"][key].as_str();
    let file = |name: &str| files.iter().find(|(file, _)| file == name).map(|(_, bytes)| bytes.as_slice());
    let (view, name) = (asked("view").unwrap_or_default(), json["bake"].as_str().unwrap_or_default());
    let mut work = match scenes::find(view) {
        Ok(scene) => Work::scene(scene, scene.variant(asked("variant")).map_err(|e| e.to_string())?),
        Err(_) => {
            let name = format!("{}.{}", crate::work::stem(name), if view.ends_with(".mesh") { "mesh" } else { "glb" });
            Work::file(&name, None, file(view).ok_or("no character came")?, &[], &|_| None)?.0
        }
    };
    if let Some(motion) = asked("motion").and_then(|name| Some((name, file(name)?))) {
        work.perform(motion.0, motion.1)?;
    } else if let Some(animation) = asked("animation") {
        work.animate(animation.parse().ok());
    }
    let rig = match asked("rig").and_then(file) {
        Some(bytes) => Rig::from_json(bytes).map_err(|e| e.to_string())?.into(),
        None => work.history.rig().clone(),
    };
    Ok(Task::Bake { source: work.source, rig, settings })
}

/// What the page reads in the answer.
fn made(answer: Array) -> Result<Command, String> {
    let (json, mut files) = unpacked(answer)?;
    let text = |key: &str| json[key].as_str().map(str::to_owned);
    let (words, file) = (text("words").unwrap_or_default(), files.pop());
    match (text("save"), text("body"), file) {
        (Some(name), _, Some((_, bytes))) => Ok(Command::SaveFile { name, bytes, words }),
        (_, Some(name), Some((_, bytes))) => {
            let body = Box::new(read_tets(BODY, &bytes, &|_| None).map_err(|e| e.to_string())?);
            Ok(Command::OpenBody { name, path: None, body, words })
        }
        _ => Err(text("fail").unwrap_or_default()),
    }
}

fn packed(json: Value, files: &[File]) -> Array {
    let message = Array::of1(&json.to_string().into());
    for (name, bytes) in files {
        message.push(&Array::of2(&name.as_str().into(), &Uint8Array::from(bytes.as_slice())));
    }
    message
}

fn unpacked(message: Array) -> Result<(Value, Vec<File>), String> {
    let json = message.get(0).as_string().unwrap_or_default();
    let file = |pair: JsValue| -> File {
        let pair: Array = pair.unchecked_into();
        (pair.get(0).as_string().unwrap_or_default(), Uint8Array::new(&pair.get(1)).to_vec())
    };
    Ok((serde_json::from_str(&json).map_err(|e| e.to_string())?, message.iter().skip(1).map(file).collect()))
}
