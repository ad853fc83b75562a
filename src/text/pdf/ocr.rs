//! A user's own character recognition for documents without a text layer.

use crate::text::{Media, Text, decode, plain, quality};
use std::io::{Read, Write};
use std::process::{Command, Stdio};

/// Why no text came from the command.
#[derive(Debug, thiserror::Error)]
pub enum OcrError {
    /// The setting names no program, or a quote is not closed.
    #[error("the ocr command `{0}` names no program or leaves a quote open")]
    Command(String),
    /// The program did not run or the temporary file could not be written.
    #[error("the ocr command `{0}`: {1}")]
    Run(String, std::io::Error),
    /// The program said that it failed.
    #[error("the ocr command `{0}` ended with {1}")]
    Failed(String, std::process::ExitStatus),
}

/// Most text taken from the command, in bytes.
const MOST_TEXT: u64 = 64 << 20;

/// Runs the command with the path of the PDF as its last argument and reads the text that it prints. The text
/// is flagged `ocr`.
///
/// # Errors
/// When the command cannot be run or fails; the message names it.
pub fn ocr(bytes: &[u8], command: &str) -> Result<Text, OcrError> {
    let words = words(command).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| OcrError::Command(command.to_owned()))?;
    let run = |error| OcrError::Run(command.to_owned(), error);
    let mut file = tempfile::Builder::new().prefix("afb-").suffix(".pdf").tempfile().map_err(run)?;
    file.write_all(bytes).and_then(|()| file.flush()).map_err(run)?;
    let (program, arguments) = words.split_first().ok_or_else(|| OcrError::Command(command.to_owned()))?;
    let mut child = Command::new(program)
        .args(arguments)
        .arg(file.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(run)?;
    let mut printed = Vec::new();
    let read = match child.stdout.take() {
        Some(output) => output.take(MOST_TEXT).read_to_end(&mut printed),
        None => Ok(0),
    };
    if read.is_err() || printed.len() as u64 == MOST_TEXT {
        // What still prints would wait for a reader for ever.
        let _ = child.kill();
    }
    let status = child.wait().map_err(run)?;
    read.map_err(run)?;
    if !status.success() {
        return Err(OcrError::Failed(command.to_owned(), status));
    }
    let decoded = decode::decode(&printed);
    let mut text = plain::read(&decoded.text);
    text.media = Media::Pdf;
    // The text's places are those of what the command printed, not of the file.
    text.source = crate::text::SourceMap::default();
    text.quality.push("ocr".to_owned());
    quality::judge(&mut text, &quality::Thresholds::default());
    Ok(text)
}

/// Splits a command as a shell does, without a shell: blanks part words, quotes and backslashes keep them.
/// `None` where a quote is not closed.
fn words(command: &str) -> Option<Vec<String>> {
    let mut out = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            (c, Some(q)) if c == q => quote = None,
            ('\\', None | Some('"')) => word.get_or_insert_default().push(chars.next()?),
            (c, Some(_)) => word.get_or_insert_default().push(c),
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => out.extend(word.take()),
            (c, None) => word.get_or_insert_default().push(c),
        }
    }
    out.extend(word);
    quote.is_none().then_some(out)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn commands_are_split_without_a_shell() {
        let split = |s: &str| words(s).map(|w| w.join("|"));
        assert_eq!(split("tool -l eng"), Some("tool|-l|eng".to_owned()));
        assert_eq!(split(r#"'my tool' "a \" b" c\ d '' "#), Some(r#"my tool|a " b|c d|"#.to_owned()));
        assert_eq!(split("a $(rm x); b"), Some("a|$(rm|x);|b".to_owned()));
        assert_eq!(split("open 'quote"), None);
        assert_eq!(split("  "), Some(String::new()));
    }
}
