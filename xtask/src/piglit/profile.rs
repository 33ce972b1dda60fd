//! Piglit's profiles: the tests and their commands.

use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;

use super::board::Board;

/// One test of a profile.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Its complete name, such as `spec@!opengl 1.1@polygon-mode`.
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
    /// The reason why piglit's own runner would skip it here.
    pub skip: Option<&'static str>,
}

/// The platform for the tests, the same as for `quick_shader` on the board. It
/// has windows, which are not displayed; without any (`surfaceless_egl`),
/// piglit itself aborts in tests that need one.
pub const PLATFORM: &str = "gbm";

/// The tests of a profile of the piglit installed at `home`, in its order, as `board`
/// would run them.
///
/// # Errors
/// One line with the file that cannot be read.
pub fn read(home: &Path, profile: &str, board: &Board) -> Result<Vec<Test>, String> {
    let path = home.join(format!("tests/{profile}.xml.gz"));
    let cannot = |e: std::io::Error| format!("{}: {e}", path.display());
    let file = std::fs::File::open(&path).map_err(cannot)?;
    let mut text = String::new();
    GzDecoder::new(file)
        .read_to_string(&mut text)
        .map_err(cannot)?;
    parse(&text, home, board, Path::exists).map_err(|e| format!("{}: {e}", path.display()))
}

fn parse(
    text: &str,
    home: &Path,
    board: &Board,
    installed: impl Fn(&Path) -> bool,
) -> Result<Vec<Test>, String> {
    let document = roxmltree::Document::parse(text).map_err(|e| e.to_string())?;
    document
        .descendants()
        .filter(|n| n.has_tag_name("Test"))
        .map(|node| test(node, home, board, &installed))
        .collect()
}

fn test(
    node: roxmltree::Node<'_, '_>,
    home: &Path,
    board: &Board,
    installed: impl Fn(&Path) -> bool,
) -> Result<Test, String> {
    let name = node.attribute("name").unwrap_or_default().to_owned();
    let kind = node.attribute("type").unwrap_or_default();
    let option = |key: &str| {
        node.children()
            .find(|o| o.has_tag_name("option") && o.attribute("name") == Some(key))
            .and_then(|o| o.attribute("value"))
    };
    let number = |key| option(key).and_then(|v| v.parse::<f64>().ok());
    let mut command = strings(option("command").unwrap_or_default());
    if name.is_empty() || command.is_empty() {
        return Err(format!("a test without a name or a command: {name:?}"));
    }
    let below = |folder: &str, word: &str| home.join(folder).join(word).display().to_string();
    command[0] = below("bin", &command[0]);
    // Arguments that piglit's runner adds for each kind of test.
    let more: &[&str] = match kind {
        "gl" if option("run_concurrent") == Some("True") => &["-auto", "-fbo"],
        "gl" => &["-auto"],
        "gl_builtin" | "shader" if command.len() > 1 => {
            let folder = if kind == "shader" { "" } else { "tests" };
            command[1] = below(folder, &command[1]);
            match kind {
                "shader" => &["-auto", "-fbo"],
                _ => &[],
            }
        }
        _ => return Err(format!("{name} is of an unknown kind: {kind}")),
    };
    command.retain(|word| word != "-auto" && word != "-fbo");
    command.extend(more.iter().map(|&w| w.to_owned()));
    let (api, language) = match option("api") {
        Some("'gles2'") => board.es,
        _ => board.desktop,
    };
    let here = |key| option(key).is_some_and(|v| strings(v).iter().any(|p| p == PLATFORM));
    let skip = if !installed(Path::new(&command[0])) {
        Some("its program is not installed")
    } else if option("require_platforms").is_some() && !here("require_platforms") {
        Some("needs X windows")
    } else if here("exclude_platforms") {
        Some("not for this platform")
    } else if option("api") == Some("'core'")
        || number("api_version").is_some_and(|v| v > api)
        || number("shader_version").is_some_and(|v| v > language)
    {
        Some("needs a newer version of GL")
    } else {
        None
    };
    Ok(Test {
        name,
        command,
        skip,
    })
}

/// The strings of a Python list or set.
fn strings(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut letters = text.chars();
    while let Some(quote) = letters.find(|c| matches!(c, '\'' | '"')) {
        let mut word = String::new();
        while let Some(c) = letters.next() {
            match c {
                '\\' => word.extend(letters.next()),
                c if c == quote => break,
                c => word.push(c),
            }
        }
        found.push(word);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::board::BOARDS;
    use super::*;

    const TEXT: &str = r#"<?xml version='1.0' encoding='utf-8'?>
<PiglitTestList count="4" name="p">
<Test type="gl" name="a"><option name="command" value="['x', &quot;it's&quot;, '-auto']" /><option name="run_concurrent" value="True" /></Test>
<Test type="shader" name="b"><option name="shader_version" value="1.2" /><option name="api" value="'compat'" /><option name="command" value="['shader_runner', 'tests/b.shader_test']" /><option name="run_concurrent" value="True" /></Test>
<Test type="shader" name="c"><option name="shader_version" value="1.2" /><option name="api" value="'gles2'" /><option name="command" value="['shader_runner', 'c']" /></Test>
<Test type="gl" name="d"><option name="command" value="['d']" /><option name="require_platforms" value="['glx', 'mixed_glx_egl']" /><option name="run_concurrent" value="False" /></Test>
<Test type="gl" name="e"><option name="command" value="['e']" /></Test>
</PiglitTestList>"#;

    #[test]
    fn commands_are_those_of_piglits_runner() {
        let tests = parse(TEXT, Path::new("/p"), &BOARDS[0], |p| {
            p != Path::new("/p/bin/e")
        })
        .unwrap();
        let words: Vec<_> = tests.iter().map(|t| t.command.join(" ")).collect();
        assert_eq!(
            words,
            [
                "/p/bin/x it's -auto -fbo",
                "/p/bin/shader_runner /p/tests/b.shader_test -auto -fbo",
                "/p/bin/shader_runner /p/c -auto -fbo",
                "/p/bin/d -auto",
                "/p/bin/e -auto"
            ]
        );
    }

    #[test]
    fn what_piglit_would_not_run_is_not_run() {
        let tests = parse(TEXT, Path::new("/p"), &BOARDS[0], |p| {
            p != Path::new("/p/bin/e")
        })
        .unwrap();
        let skips: Vec<_> = tests.iter().map(|t| t.skip).collect();
        assert_eq!(
            skips,
            [
                None,
                None,
                Some("needs a newer version of GL"),
                Some("needs X windows"),
                Some("its program is not installed")
            ]
        );
    }

    #[test]
    fn unknown_kinds_and_broken_files_are_errors() {
        let kind = TEXT.replace("type=\"gl\"", "type=\"cl\"");
        assert_eq!(
            parse(&kind, Path::new("/p"), &BOARDS[0], Path::exists).unwrap_err(),
            "a is of an unknown kind: cl"
        );
        assert!(parse("<Test", Path::new("/p"), &BOARDS[0], Path::exists).is_err());
    }
}
