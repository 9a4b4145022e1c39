//! A server of static files for this machine only.

use anyhow::{Context, Result};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The same policy as in the page itself; here it also keeps others from framing it.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// No request of a browser is longer.
const MOST_HEAD: u64 = 64 << 10;
const PATIENCE: Duration = Duration::from_secs(10);

pub struct Server {
    listener: TcpListener,
    folder: PathBuf,
}

impl Server {
    /// Port 0 is any that is free.
    pub fn bind(folder: &Path, port: u16) -> Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .with_context(|| format!("cannot serve on port {port}; try another with --port"))?;
        Ok(Server { listener, folder: folder.to_owned() })
    }

    pub fn address(&self) -> String {
        let port = self.listener.local_addr().map_or(0, |a| a.port());
        format!("http://127.0.0.1:{port}/")
    }

    /// Until the program ends. A browser asks for several files at once.
    pub fn run(self) {
        for stream in self.listener.incoming().flatten() {
            let folder = self.folder.clone();
            std::thread::spawn(move || answer(stream, &folder));
        }
    }
}

/// One request, one answer. What goes wrong is the browser's to tell.
fn answer(mut stream: TcpStream, folder: &Path) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut head = BufReader::new(stream.try_clone()?.take(MOST_HEAD));
    let mut request = String::new();
    head.read_line(&mut request)?;
    let mut line = String::from(" ");
    while !line.trim().is_empty() {
        line.clear();
        head.read_line(&mut line)?;
    }
    let found = path(&request).and_then(|p| std::fs::read(folder.join(&p)).ok().map(|bytes| (p, bytes)));
    let (status, kind, body) = match found {
        Some((path, bytes)) => ("200 OK", kind(&path), bytes),
        None => ("404 Not Found", "text/plain; charset=utf-8", b"There is no such file.\n".to_vec()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nContent-Security-Policy: {POLICY}\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    if !request.starts_with("HEAD ") {
        stream.write_all(&body)?;
    }
    stream.flush()
}

/// Which file is asked for: below the folder, or none.
fn path(request: &str) -> Option<String> {
    let mut words = request.split_whitespace();
    let (method, target) = (words.next()?, words.next()?);
    let path = decoded(target.split(['?', '#']).next()?.strip_prefix('/')?)?;
    let plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '\0']);
    let path = if path.is_empty() || path.ends_with('/') { path + "index.html" } else { path };
    (matches!(method, "GET" | "HEAD") && path.split('/').all(plain)).then_some(path)
}

/// Percent-encoding undone.
fn decoded(text: &str) -> Option<String> {
    let mut pieces = text.split('%');
    let mut bytes = pieces.next()?.as_bytes().to_vec();
    for piece in pieces {
        bytes.push(u8::from_str_radix(piece.get(..2)?, 16).ok()?);
        bytes.extend_from_slice(&piece.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("glb") => "model/gltf-binary",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_below_are_served() {
        assert_eq!(path("GET /a%20b/c.js?x=1 HTTP/1.1").as_deref(), Some("a b/c.js"));
        assert_eq!(path("HEAD / HTTP/1.1").as_deref(), Some("index.html"));
        assert_eq!(path("GET /a/?x=1 HTTP/1.1").as_deref(), Some("a/index.html"));
        for outside in [
            "GET /../x",
            "GET /%2e%2e/x",
            "GET /a/..%2f..%2fx",
            "GET //etc/x",
            "GET /%5cx",
            "POST /x",
            "GET x",
            "",
            "GET /%zz",
        ] {
            assert_eq!(path(outside), None, "{outside}");
        }
    }

    #[test]
    fn the_policy_is_the_page_s_own() {
        let page = include_str!("../../../crates/lissom-studio/web/index.html");
        let own = page.split("content=\"").nth(1).and_then(|t| t.split('"').next()).unwrap();
        assert_eq!(POLICY.strip_suffix("; frame-ancestors 'none'"), Some(own));
    }

    #[test]
    fn files_come_with_their_kind_and_the_policy() {
        let folder = crate::repo::Repo::find().path("crates/lissom-studio/web");
        let server = Server::bind(&folder, 0).unwrap();
        let address = server.listener.local_addr().unwrap();
        std::thread::spawn(move || server.run());
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(b"GET /start.js HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        assert!(text.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/javascript"), "{text}");
        assert!(text.contains(POLICY) && text.contains("import init"));
    }
}
