//! Functions of the host's mathematics library, which may round differently on every host; crates
//! below the command use those of `tilescope_exec`.
//!
//! Functions that IEEE 754 defines exactly and every host has are allowed: `sqrt`, rounding. `mul_add`
//! is not: without an instruction for it the library computes it, slowly and on some hosts wrongly;
//! `tilescope_exec::float::fma` is exact everywhere. Tests, benches and test modules may use them all,
//! as they compare with a tolerance.

/// Files that may use them.
const ALLOWED: &[&str] = &["crates/tilescope-cli/", "xtask/"];

/// Methods of `f32` and `f64` whose results depend on the host's library.
const FUNCTIONS: &[&str] = &[
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "exp",
    "exp2", "exp_m1", "gamma", "hypot", "ln", "ln_1p", "ln_gamma", "log", "log10", "log2",
    "mul_add", "powf", "powi", "sin", "sin_cos", "sinh", "tan", "tanh",
];

/// Functions that share their name with methods of other types: those of floats have a numeric
/// argument.
const NAMESAKES: &[&str] = &["log"];

/// Reports uses of host mathematics in the file at `path`.
pub(super) fn check(path: &str, text: &str, problems: &mut Vec<String>) {
    let source = path.starts_with("crates/") && path.contains("/src/");
    if !source || ALLOWED.iter().any(|p| path.starts_with(p)) {
        return;
    }
    // Test modules are at the end of a file.
    let product = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or(text);
    for (number, line) in (1..).zip(product.lines()) {
        let code = line.split("//").next().unwrap_or(line);
        for name in FUNCTIONS.iter().filter(|name| calls(code, name)) {
            problems.push(format!(
                "{path}:{number} calls {name} of the host's mathematics library, which differs \
                 between hosts: use tilescope_exec"
            ));
        }
    }
}

/// Whether a line calls a function as a method, or by the path of its type.
fn calls(code: &str, name: &str) -> bool {
    let method = code.match_indices(&format!(".{name}(")).any(|(at, found)| {
        // Logs of findings are `log(place, ...)`; the float function has a
        // base.
        !NAMESAKES.contains(&name) || is_number(&code[at + found.len()..])
    });
    let path = ["f32::", "f64::"].iter().any(|ty| {
        code.match_indices(&format!("{ty}{name}"))
            .any(|(at, found)| {
                let next = code[at + found.len()..].chars().next();
                !next.is_some_and(|c| c.is_alphanumeric() || c == '_')
            })
    });
    method || path
}

/// Whether an argument looks like a number.
fn is_number(argument: &str) -> bool {
    argument.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        let mut problems = Vec::new();
        check(path, text, &mut problems);
        problems.len()
    }

    #[test]
    fn every_function_is_found_below_the_command() {
        for name in FUNCTIONS {
            let argument = if NAMESAKES.contains(name) { "10.0" } else { "" };
            let method = format!("let y = x.{name}({argument});\n");
            let path = format!("let y = f32::{name}(x);\n");
            let mapped = format!("let y = x.map(f64::{name});\n");
            for text in [&method, &path, &mapped] {
                assert_eq!(
                    found("crates/tilescope-vivante/src/te/fetch.rs", text),
                    1,
                    "{text}"
                );
                assert_eq!(found("crates/tilescope-cli/src/main.rs", text), 0, "{text}");
                assert_eq!(
                    found("crates/tilescope-texture/tests/a.rs", text),
                    0,
                    "{text}"
                );
                let test = format!("//! A.\n#[cfg(test)]\nmod tests {{ {text} }}");
                assert_eq!(
                    found("crates/tilescope-texture/src/a.rs", &test),
                    0,
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn exact_functions_and_namesakes_are_allowed() {
        for text in [
            "x.sqrt().floor()",
            "transcendental::exp2(x)",
            "n.ilog2()",
            "self.log(\"CTnEA\", ctx)",
            "// as x.powf(2.4)",
            "f64::exp2_table()",
        ] {
            assert_eq!(found("crates/tilescope-exec/src/a.rs", text), 0, "{text}");
        }
    }
}
