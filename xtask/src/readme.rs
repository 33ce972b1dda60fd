//! The commands of README.md, run as a test.

use std::path::Path;
use std::process::Command;

/// The lines of every ```` ```sh ```` block.
fn commands(text: &str) -> Vec<&str> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in text.lines() {
        match line.trim() {
            "```sh" => inside = true,
            "```" => inside = false,
            "" => {}
            command if inside && !command.starts_with('#') => found.push(command),
            _ => {}
        }
    }
    found
}

fn read(root: &Path) -> Result<String, Vec<String>> {
    std::fs::read_to_string(root.join("README.md")).map_err(|e| vec![format!("README.md: {e}")])
}

/// Checks that the commands are those that `.ci/run` relies on, and that all
/// files they and the text name exist.
pub fn check(root: &Path) -> Vec<String> {
    let text = match read(root) {
        Ok(text) => text,
        Err(problems) => return problems,
    };
    let mut problems = Vec::new();
    let commands = commands(&text);
    if !commands.contains(&"cargo test --workspace") {
        problems.push("README.md does not have `cargo test --workspace`".to_owned());
    }
    for command in &commands {
        for word in command.split_whitespace() {
            if word.starts_with("examples/") && !root.join(word).exists() {
                problems.push(format!(
                    "README.md: `{command}` names {word}, which does not exist"
                ));
            }
        }
    }
    for link in text.split("](").skip(1) {
        let target = link.split([')', '#']).next().unwrap_or("");
        let local = !target.is_empty() && !target.contains("://");
        if local && !root.join(target).exists() {
            problems.push(format!("README.md links to {target}, which does not exist"));
        }
    }
    problems
}

/// Prints the commands, one per line.
pub fn print(root: &Path) -> Vec<String> {
    match read(root) {
        Ok(text) => {
            for c in commands(&text) {
                crate::print(&format!("{c}\n"));
            }
            Vec::new()
        }
        Err(problems) => problems,
    }
}

/// Runs the commands.
pub fn run(root: &Path) -> Vec<String> {
    let text = match read(root) {
        Ok(text) => text,
        Err(problems) => return problems,
    };
    for command in commands(&text) {
        crate::print(&format!("$ {command}\n"));
        let problems = shell(root, &["-euo", "pipefail", "-c", command], command);
        if !problems.is_empty() {
            return problems;
        }
    }
    Vec::new()
}

/// Runs a script of the workspace.
pub fn script(root: &Path, path: &str) -> Vec<String> {
    shell(root, &[path], path)
}

fn shell(root: &Path, args: &[&str], what: &str) -> Vec<String> {
    match Command::new("bash").args(args).current_dir(root).status() {
        Ok(status) if status.success() => Vec::new(),
        Ok(status) => vec![format!("`{what}` failed: {status}")],
        Err(e) => vec![format!("cannot run bash for `{what}`: {e}")],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_the_lines_of_shell_blocks() {
        let text = "a\n```sh\n# why\ncargo test\n\nls -l\n```\nb\n```text\nc\n```\n";
        assert_eq!(commands(text), ["cargo test", "ls -l"]);
    }
}
