//! The engine gives the same bits on every machine: nothing that rounds differently there may be in it.

use super::File;

const ENGINE: &str = "crates/lissom-core/src/";

/// One rounding where other machines have two.
const FUSED: [&str; 5] = ["mul_add(", "fmadd", "fmsub", "_rsqrt", "_rcp"];

/// Left to the platform's library by std; `libm` has them all. `sqrt`, `abs` and `powi` are exact or ours.
const METHODS: [&str; 23] = [
    "sin",
    "cos",
    "tan",
    "sin_cos",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "exp",
    "exp2",
    "exp_m1",
    "ln",
    "ln_1p",
    "log",
    "log2",
    "log10",
    "powf",
    "cbrt",
    "hypot",
    "rem_euclid",
];

/// Functions of glam that call those.
const OF_GLAM: [&str; 10] = [
    "from_axis_angle(",
    "from_rotation_x(",
    "from_rotation_y(",
    "from_rotation_z(",
    "from_scaled_axis(",
    "from_euler(",
    "to_axis_angle(",
    "to_scaled_axis(",
    "to_euler(",
    ".slerp(",
];

pub fn check(file: &File, problems: &mut Vec<String>) {
    if !file.path.starts_with(ENGINE) || !file.is_rust() {
        return;
    }
    // Unit tests stand at the end of a file and may use what they like.
    let lines = file.text.lines().take_while(|l| !l.contains("#[cfg(test)]"));
    for (number, line) in lines.enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        if let Some(word) = FUSED.iter().find(|w| code.contains(**w)) {
            problems.push(format!("{}: `{word}` does not give the same bits on every machine", file.at(number)));
        }
        let method = METHODS.iter().find(|m| calls(code, m)).or(OF_GLAM.iter().find(|w| code.contains(**w)));
        if let Some(method) = method {
            problems.push(format!("{}: `{method}` is the platform's; use libm", file.at(number)));
        }
    }
}

/// `x.name(…)` or `f32::name(…)`, but neither `libm::name(…)` nor a name that only ends so.
fn calls(code: &str, name: &str) -> bool {
    [format!(".{name}("), format!("f32::{name}("), format!("f64::{name}(")].iter().any(|call| code.contains(call))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(path: &str, text: &str) -> usize {
        let mut problems = Vec::new();
        check(&File::new(path, text), &mut problems);
        problems.len()
    }

    #[test]
    fn only_portable_mathematics_in_the_engine() {
        let engine = "crates/lissom-core/src/a.rs";
        for code in ["x.sin()", "f32::cos(x)", "(a + b).powf(2.0)", "a.mul_add(b, c)", "Quat::from_axis_angle(a, t)"] {
            assert_eq!(count(engine, code), 1, "{code}");
            assert_eq!(count("crates/lissom-scenes/src/a.rs", code), 0, "{code}");
        }
        for code in ["libm::sinf(x)", "x.sqrt()", "x.powi(2)", "// x.sin()", "self.cosine()", "list.first()"] {
            assert_eq!(count(engine, code), 0, "{code}");
        }
        assert_eq!(count(engine, "#[cfg(test)]\nmod tests { x.sin() }"), 0);
    }
}
