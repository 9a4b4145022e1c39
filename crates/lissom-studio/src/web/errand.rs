//! Long work beside the page, in a worker: another copy of this program that shares no memory with it.
//!
//! Both sides send arrays: a JSON text, and then files as pairs of a name and bytes. A number from the worker is the share
//! that is done.

use js_sys::{Array, Uint8Array};
use lissom_formats::{read_tets, write_mesh};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Worker, WorkerOptions, WorkerType};

use super::words;
use crate::Command;
use crate::job::{Outcome, Progress, Task};
use crate::page::{self, File};
use crate::work::Source;

/// Of the page's folder.
const SCRIPT: &str = "worker.js";
const BODY: &str = "body.mesh";

/// A worker that is busy; it ends with this.
#[derive(Debug)]
pub struct Errand {
    worker: Worker,
    _heard: [Closure<dyn FnMut(MessageEvent)>; 2],
}

impl Errand {
    /// What comes of it is sent; none if the browser does not want to.
    pub fn start(
        task: Task,
        progress: Progress,
        send: impl Fn(Result<Outcome, String>) + Clone + 'static,
    ) -> Option<Errand> {
        begin(task, progress, send.clone()).map_err(|error| send(Err(error))).ok()
    }
}

impl Drop for Errand {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

fn begin(
    task: Task,
    progress: Progress,
    send: impl Fn(Result<Outcome, String>) + Clone + 'static,
) -> Result<Errand, String> {
    let message = asked(task)?;
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(SCRIPT, &options).map_err(|e| words(&e))?;
    let over = send.clone();
    let heard = Closure::new(move |event: MessageEvent| match event.data().as_f64() {
        Some(share) => _ = progress.tell(share),
        None => over(made(event.data().unchecked_into())),
    });
    let failed = Closure::new(move |event: MessageEvent| {
        send(Err(format!("the page's worker failed: {}", words(&event))));
    });
    worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
    worker.post_message(&message).map_err(|e| words(&e))?;
    Ok(Errand { worker, _heard: [heard, failed] })
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
        Ok(Outcome::Held(held)) => packed(json!({ "held": held }), &[]),
        Ok(Outcome::Command(command)) => match *command {
            Command::SaveFile { name, bytes, words } => {
                packed(json!({ "save": name, "words": words }), &[(name, bytes)])
            }
            Command::OpenBody { name, body, words, .. } => {
                packed(json!({ "body": name, "words": words }), &[(BODY.to_owned(), write_mesh(&body).into_bytes())])
            }
            _ => packed(json!({ "fail": "the worker made something else" }), &[]),
        },
        Err(error) => packed(json!({ "fail": error }), &[]),
    }
}

/// What the page sends.
fn asked(task: Task) -> Result<Array, String> {
    let (mut json, source, rig) = match task {
        Task::Fill { name, bytes, .. } => return Ok(packed(json!({ "fill": name }), &[(name, bytes)])),
        Task::Bake { source, rig, settings } => (json!({ "settings": settings }), source, rig),
        Task::Hold { source, rig } => (json!({}), source, rig),
    };
    let (asks, files) = page::contents(&source, &rig)?;
    json["name"] = source.name().into();
    json["asks"] = json!(asks);
    Ok(packed(json, &files))
}

/// What the worker reads in it.
fn understood(message: Array) -> Result<Task, String> {
    let (mut json, mut files) = unpacked(message)?;
    if let Some(name) = json["fill"].as_str() {
        let (_, bytes) = files.pop().ok_or("no surface came")?;
        return Ok(Task::Fill { name: name.to_owned(), path: None, bytes });
    }
    let asks = serde_json::from_value(json["asks"].take()).map_err(|e| e.to_string())?;
    let (work, troubles) = page::opened(&asks, &files)?;
    if let Some(trouble) = troubles.into_iter().next() {
        return Err(trouble);
    }
    let (mut source, rig) = (work.source, work.history.rig().clone());
    if let (Source::File { name, .. }, Some(given)) = (&mut source, json["name"].as_str()) {
        given.clone_into(name);
    }
    match json["settings"].take() {
        Value::Null => Ok(Task::Hold { source, rig }),
        settings => {
            let settings = serde_json::from_value(settings).map_err(|e| e.to_string())?;
            Ok(Task::Bake { source, rig, settings })
        }
    }
}

/// What the page reads in the answer.
fn made(answer: Array) -> Result<Outcome, String> {
    let (mut json, mut files) = unpacked(answer)?;
    if json["held"].is_object() {
        return serde_json::from_value(json["held"].take()).map(Outcome::Held).map_err(|e| e.to_string());
    }
    let text = |key: &str| json[key].as_str().map(str::to_owned);
    let (words, file) = (text("words").unwrap_or_default(), files.pop());
    let command = match (text("save"), text("body"), file) {
        (Some(name), _, Some((_, bytes))) => Command::SaveFile { name, bytes, words },
        (_, Some(name), Some((_, bytes))) => {
            let body = Box::new(read_tets(BODY, &bytes, &|_| None).map_err(|e| e.to_string())?);
            Command::OpenBody { name, path: None, body, words }
        }
        _ => return Err(text("fail").unwrap_or_default()),
    };
    Ok(Outcome::Command(Box::new(command)))
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
