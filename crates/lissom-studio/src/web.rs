//! The studio in a browser: a static page, with files by drop and download. Nothing is sent anywhere.

use std::cell::OnceCell;
use std::path::Path;
use std::sync::mpsc::Sender;

use eframe::WebRunner;
use eframe::egui::{self, DroppedFileHandle};
use js_sys::futures::spawn_local;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{Blob, CustomEvent, CustomEventInit, Document, HtmlAnchorElement, HtmlInputElement, Url, Window};

use crate::files::to_open;
use crate::page;
use crate::platform::{Platform, Saved};
use crate::save::ToSave;
use crate::{Command, Studio};

mod errand;
mod start;
mod state;

pub use errand::{Errand, tell_share};

/// The canvas of the page.
const CANVAS: &str = "picture";
/// Before every key: other pages of the same origin share the browser's memory.
const PREFIX: &str = "lissom-studio:";
/// The browser has read a download by then.
const DOWNLOAD_MILLIS: i32 = 60_000;

/// Files by drop, dialog and download; settings in the browser's memory.
struct Web {
    ctx: egui::Context,
}

impl Platform for Web {
    fn ask_open(&self, to: Sender<Command>) {
        if let Err(error) = ask(self.ctx.clone(), to.clone()) {
            _ = to.send(Command::Fail(format!("no file can be asked for: {}", words(&error))));
        }
    }

    fn take(&self, files: Vec<DroppedFileHandle>, to: Sender<Command>) {
        let ctx = self.ctx.clone();
        spawn_local(async move {
            let mut read = Vec::new();
            for file in files {
                let name = file.path().to_string_lossy().into_owned();
                read.push((name, file.bytes_async().await));
            }
            arrive(read, &to, &ctx);
        });
    }

    fn asks(&self) -> bool {
        false
    }

    fn ask_save(&self, name: &str, _: &ToSave, to: Sender<Command>) {
        _ = to.send(Command::SaveTo(Some(name.into())));
    }

    fn save(&self, path: &Path, bytes: &[u8]) -> Result<Saved, String> {
        let name = path.display().to_string();
        download(&name, bytes).map_err(|error| format!("{name} cannot be downloaded: {}", words(&error)))?;
        Ok(Saved::Downloaded)
    }

    fn page(&self, to: Sender<Command>) {
        let ctx = self.ctx.clone();
        spawn_local(async move {
            let mut files = Ok(Vec::new());
            for name in page::FILES {
                let bytes = fetch(name).await;
                files = files.and_then(|mut all: Vec<page::File>| {
                    all.push((name.to_owned(), bytes?));
                    Ok(all)
                });
            }
            _ = to.send(files.map_or_else(Command::Fail, Command::Page));
            ctx.request_repaint();
        });
    }

    fn save_folder(&self, path: &Path, files: &[page::File]) -> Result<Saved, String> {
        let zip = page::zip::zip(files).ok_or_else(|| format!("{} would be over 4 GiB", path.display()))?;
        self.save(format!("{}.zip", path.display()).as_ref(), &zip)
    }

    fn read(&self, _: &Path) -> Result<Vec<u8>, String> {
        Err("a browser does not open files by their name; drop it on the page".to_owned())
    }

    fn keep(&self, key: &str, text: &str) -> Result<(), String> {
        let storage = window().local_storage().ok().flatten().ok_or("this browser keeps nothing for later")?;
        storage.set_item(&format!("{PREFIX}{key}"), text).map_err(|e| format!("cannot be kept: {}", words(&e)))
    }

    fn kept(&self, key: &str) -> Option<String> {
        window().local_storage().ok()??.get_item(&format!("{PREFIX}{key}")).ok()?
    }
}

/// Files that came together, or why they did not.
fn arrive(files: Vec<(String, Result<Vec<u8>, String>)>, to: &Sender<Command>, ctx: &egui::Context) {
    let mut here: Vec<page::File> = Vec::new();
    for (name, bytes) in files {
        match bytes {
            Ok(bytes) => here.push((name, bytes)),
            Err(error) => _ = to.send(Command::Fail(format!("{name}: {error}"))),
        }
    }
    let names: Vec<String> = here.iter().map(|(name, _)| name.clone()).collect();
    for k in to_open(&names) {
        let mut others = here.clone();
        let (name, bytes) = others.remove(k);
        _ = to.send(Command::OpenFile { name, path: None, bytes, others });
    }
    ctx.request_repaint();
}

/// Opens the browser's own dialog.
fn ask(ctx: egui::Context, to: Sender<Command>) -> Result<(), JsValue> {
    let input: HtmlInputElement = document().create_element("input")?.unchecked_into();
    input.set_type("file");
    input.set_multiple(true);
    let chosen = input.clone();
    let listener = Closure::once_into_js(move || {
        let Some(list) = chosen.files() else { return };
        spawn_local(async move {
            let mut read = Vec::new();
            for file in (0..list.length()).filter_map(|k| list.get(k)) {
                let bytes = file.array_buffer().await;
                read.push((file.name(), bytes.map(|b| Uint8Array::new(&b).to_vec()).map_err(|e| words(&e))));
            }
            arrive(read, &to, &ctx);
        });
    });
    input.set_onchange(Some(listener.unchecked_ref()));
    input.click();
    Ok(())
}

/// Hands bytes to the browser's downloads.
fn download(name: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let blob = Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes)))?;
    let url = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    let forget = Closure::once_into_js(move || _ = Url::revoke_object_url(&url));
    window().set_timeout_with_callback_and_timeout_and_arguments_0(forget.unchecked_ref(), DOWNLOAD_MILLIS)?;
    Ok(())
}

/// A file of the page's own folder; its Content-Security-Policy lets nothing else through.
async fn fetch(name: &str) -> Result<Vec<u8>, String> {
    let get = async {
        let response = window().fetch_with_str(name).await?;
        let response: web_sys::Response = response.unchecked_into();
        if !response.ok() {
            return Err(JsValue::from(format!("the server answers {}", response.status())));
        }
        let bytes = response.array_buffer()?.await?;
        Ok(Uint8Array::new(&bytes).to_vec())
    };
    get.await.map_err(|error: JsValue| format!("{name}: {}", words(&error)))
}

thread_local! {
    static RUNNER: WebRunner = WebRunner::new();
    static CONTEXT: OnceCell<egui::Context> = const { OnceCell::new() };
}

/// Starts the studio on the page's canvas.
pub fn run() {
    // A worker has none: it waits to be asked.
    if web_sys::window().is_none() {
        return;
    }
    eframe::WebLogger::init(log::LevelFilter::Warn).ok();
    spawn_local(async {
        let Some(canvas) = document().get_element_by_id(CANVAS) else { return };
        let start = |cc: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
            CONTEXT.with(|ctx| _ = ctx.set(cc.egui_ctx.clone()));
            let studio = Studio::new(cc, Box::new(Web { ctx: cc.egui_ctx.clone() }));
            Ok(Box::new(start::prepare(studio, cc)))
        };
        let runner = RUNNER.with(WebRunner::clone);
        let started = runner.start(canvas.unchecked_into(), eframe::WebOptions::default(), Box::new(start)).await;
        if let Err(error) = started {
            tell("lissom-trouble", &format!("The studio cannot draw here: {}", words(&error)));
        }
    });
}

/// What tests may know of the page, as JSON.
#[wasm_bindgen]
pub fn state() -> String {
    let (runner, ctx) = (RUNNER.with(WebRunner::clone), CONTEXT.with(|ctx| ctx.get().cloned()));
    let known = ctx.and_then(|ctx| Some(state::state(&*runner.app_mut::<Studio>()?, &ctx)));
    known.unwrap_or_default().to_string()
}

/// Tells the page what happened, by an event.
fn tell(event: &str, detail: &str) {
    let about = CustomEventInit::new();
    about.set_detail(&detail.into());
    if let Ok(event) = CustomEvent::new_with_event_init_dict(event, &about) {
        _ = window().dispatch_event(&event);
    }
}

fn window() -> Window {
    web_sys::window().expect("a page has a window")
}

fn document() -> Document {
    window().document().expect("a page has a document")
}

/// An error of the browser in words.
fn words(error: &JsValue) -> String {
    let text = js_sys::Reflect::get(error, &"message".into()).ok().and_then(|m| m.as_string());
    text.or(error.as_string()).unwrap_or_else(|| format!("{error:?}"))
}
