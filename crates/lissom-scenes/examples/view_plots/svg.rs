//! Just enough SVG for a plot: thin axes, lines, words.

use std::fmt::Write;

pub const ACCENT: &str = "#2F7FB8";
pub const DARK: &str = "#4A525A";
pub const GREY: &str = "#8E979F";
pub const PALE: &str = "#D5D9DC";

/// How a line is drawn: colour, width, dashes.
#[derive(Clone, Copy)]
pub struct Pen(pub &'static str, pub f64, pub &'static str);

pub const AXIS: Pen = Pen(GREY, 0.8, "none");
pub const GRID: Pen = Pen(PALE, 0.6, "none");

pub struct Svg {
    width: f64,
    height: f64,
    body: String,
}

impl Svg {
    pub fn new(width: f64, height: f64) -> Svg {
        Svg { width, height, body: String::new() }
    }

    pub fn push(&mut self, element: std::fmt::Arguments<'_>) {
        self.body += "  ";
        // A string takes everything.
        let _ = self.body.write_fmt(element);
        self.body.push('\n');
    }

    pub fn line(&mut self, points: &[(f64, f64)], Pen(colour, width, dashes): Pen) {
        let path: String = points.iter().enumerate().fold(String::new(), |mut path, (k, (x, y))| {
            let _ = write!(path, "{}{x:.1} {y:.1}", if k == 0 { "M" } else { " L" });
            path
        });
        self.push(format_args!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
             stroke-dasharray=\"{dashes}\" stroke-linejoin=\"round\"/>"
        ));
    }

    /// Words that begin, centre or end at a place.
    pub fn text(&mut self, (x, y): (f64, f64), anchor: &str, colour: &str, words: &str) {
        let words = words.replace('&', "&amp;").replace('<', "&lt;");
        self.push(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{words}</text>"
        ));
    }

    /// What each line stands for, in a row.
    pub fn legend(&mut self, (mut x, y): (f64, f64), entries: &[(&str, Pen)]) {
        for (name, pen) in entries {
            self.line(&[(x, y - 4.0), (x + 24.0, y - 4.0)], *pen);
            self.text((x + 30.0, y), "start", DARK, name);
            x += 52.0 + 6.6 * name.len() as f64;
        }
    }

    pub fn finish(self) -> String {
        let Svg { width, height, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n  \
             <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#FCFBF9\"/>\n{body}</svg>\n"
        )
    }
}

/// Where numbers are on the page.
#[derive(Clone, Copy)]
pub struct Panel {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
    pub x: (f64, f64),
    pub y: (f64, f64),
}

impl Panel {
    pub fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let share = |v: f64, (low, high): (f64, f64)| (v - low) / (high - low);
        (self.left + self.width * share(x, self.x), self.top + self.height * (1.0 - share(y, self.y)))
    }

    /// A title above, lines across at marked heights, and marks below.
    pub fn frame(&self, svg: &mut Svg, title: &str, across: &[(f64, &str)], below: &[(f64, &str)]) {
        svg.text((self.left, self.top - 10.0), "start", DARK, title);
        for (y, words) in across {
            let (left, y) = self.at(self.x.0, *y);
            svg.line(&[(left, y), (left + self.width, y)], GRID);
            svg.text((left - 6.0, y + 4.0), "end", GREY, words);
        }
        let bottom = self.top + self.height;
        svg.line(&[(self.left, self.top), (self.left, bottom), (self.left + self.width, bottom)], AXIS);
        for (x, words) in below {
            let (x, _) = self.at(*x, self.y.0);
            svg.line(&[(x, bottom), (x, bottom + 4.0)], AXIS);
            svg.text((x, bottom + 17.0), "middle", GREY, words);
        }
    }

    /// A line, as far as it is within the panel.
    pub fn plot(&self, svg: &mut Svg, points: impl Iterator<Item = (f64, f64)>, pen: Pen) {
        let Panel { left, top, width, height, .. } = self;
        let place = format!("{left} {top} {width} {height}");
        svg.push(format_args!(
            "<svg x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" viewBox=\"{place}\">"
        ));
        let points: Vec<(f64, f64)> = points.map(|(x, y)| self.at(x, y)).collect();
        svg.line(&points, pen);
        svg.push(format_args!("</svg>"));
    }
}
