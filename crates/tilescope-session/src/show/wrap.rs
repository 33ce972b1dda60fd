//! Lines of text.

/// `body` after `first`, wrapped at `width` columns, indented as far as `first`.
pub fn wrapped(first: &str, body: &str, width: usize) -> String {
    let indent = first.chars().count();
    let mut text = String::from(first);
    let mut column = indent;
    for word in body.split_whitespace() {
        let len = word.chars().count();
        if column > indent && column + 1 + len > width {
            text.push('\n');
            text.push_str(&" ".repeat(indent));
            column = indent;
        } else if column > indent {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += len;
    }
    text.push('\n');
    text
}
