//! Tokens of content streams and character maps: operands and operators, whatever the bytes.

/// One token. Names and operators borrow from the stream.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    Number(f64),
    /// A string's bytes, escapes resolved.
    Text(Vec<u8>),
    /// A name without its slash.
    Name(&'a [u8]),
    ArrayStart,
    ArrayEnd,
    /// `<<` or `>>`: dictionaries hold nothing that is read here.
    Dictionary,
    Operator(&'a [u8]),
}

/// Reads tokens one by one.
pub(super) struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | 0x0C | 0)
}

fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}

impl<'a> Tokens<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Tokens { bytes, at: 0 }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Skips the data of an inline image: up to `EI` between blanks.
    pub(super) fn skip_image(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        let ends = memchr::memmem::find_iter(rest, b"EI").find(|at| {
            let before = at.checked_sub(1).and_then(|n| rest.get(n)).is_none_or(|b| is_blank(*b));
            before && rest.get(at + 2).is_none_or(|b| is_blank(*b))
        });
        self.at = ends.map_or(self.bytes.len(), |at| self.at + at + 2);
    }

    fn word(&mut self) -> &'a [u8] {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        let length = rest.iter().position(|b| is_blank(*b) || is_delimiter(*b)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or(&[])
    }

    fn literal(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut depth = 1_usize;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                b'\\' => {
                    self.escape(&mut out);
                    continue;
                }
                _ => {}
            }
            out.push(byte);
        }
        out
    }

    fn escape(&mut self, out: &mut Vec<u8>) {
        let Some(byte) = self.peek() else { return };
        self.at += 1;
        match byte {
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b't' => out.push(b'\t'),
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'\n' => {}
            b'\r' => {
                if self.peek() == Some(b'\n') {
                    self.at += 1;
                }
            }
            b'0'..=b'7' => {
                let mut code = u32::from(byte - b'0');
                for _ in 0..2 {
                    let Some(digit @ b'0'..=b'7') = self.peek() else { break };
                    code = code * 8 + u32::from(digit - b'0');
                    self.at += 1;
                }
                out.push(code as u8);
            }
            other => out.push(other),
        }
    }

    fn hexadecimal(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut half = None;
        while let Some(byte) = self.peek() {
            self.at += 1;
            if byte == b'>' {
                break;
            }
            let Some(digit) = (byte as char).to_digit(16) else { continue };
            match half.take() {
                None => half = Some(digit),
                Some(high) => out.push((high * 16 + digit) as u8),
            }
        }
        if let Some(high) = half {
            out.push((high * 16) as u8);
        }
        out
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let byte = self.peek()?;
            match byte {
                b if is_blank(b) => self.at += 1,
                b'%' => {
                    let rest = self.bytes.get(self.at..).unwrap_or(&[]);
                    self.at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
                }
                b'(' => {
                    self.at += 1;
                    return Some(Token::Text(self.literal()));
                }
                b'<' | b'>' => {
                    self.at += 1;
                    if self.peek() == Some(byte) {
                        self.at += 1;
                        return Some(Token::Dictionary);
                    }
                    if byte == b'<' {
                        return Some(Token::Text(self.hexadecimal()));
                    }
                }
                b'[' => {
                    self.at += 1;
                    return Some(Token::ArrayStart);
                }
                b']' => {
                    self.at += 1;
                    return Some(Token::ArrayEnd);
                }
                b'/' => {
                    self.at += 1;
                    return Some(Token::Name(self.word()));
                }
                b')' | b'{' | b'}' => self.at += 1,
                b'0'..=b'9' | b'-' | b'+' | b'.' => {
                    let word = self.word();
                    return Some(number(word).map_or(Token::Operator(word), Token::Number));
                }
                _ => return Some(Token::Operator(self.word())),
            }
        }
    }
}

/// A number as PDF writes it; a second sign or point ends it, as readers have it.
fn number(word: &[u8]) -> Option<f64> {
    let (negative, digits) = match word {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, word),
    };
    let mut value = 0.0_f64;
    let mut scale: Option<f64> = None;
    for byte in digits {
        match (byte, scale) {
            (b'0'..=b'9', None) => value = value * 10.0 + f64::from(byte - b'0'),
            (b'0'..=b'9', Some(s)) => {
                value += f64::from(byte - b'0') * s;
                scale = Some(s / 10.0);
            }
            (b'.', None) => scale = Some(0.1),
            (b'-' | b'.', _) => break,
            _ => return None,
        }
    }
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_numbers_and_operators() {
        let tokens: Vec<Token> =
            Tokens::new(b"/F1 -11.5 Tf [(a\\(b\\)\\051) -180<4142>]TJ % x\n(c)' .5").collect();
        assert_eq!(
            tokens,
            [
                Token::Name(b"F1"),
                Token::Number(-11.5),
                Token::Operator(b"Tf"),
                Token::ArrayStart,
                Token::Text(b"a(b))".to_vec()),
                Token::Number(-180.0),
                Token::Text(b"AB".to_vec()),
                Token::ArrayEnd,
                Token::Operator(b"TJ"),
                Token::Text(b"c".to_vec()),
                Token::Operator(b"'"),
                Token::Number(0.5),
            ]
        );
    }

    #[test]
    fn broken_streams_end() {
        for bytes in [&b"(((("[..], b"<41", b"<<<<>", b"\\)]]>>", b"BI ID EIEI", b"1-2-3 ..5"] {
            assert!(Tokens::new(bytes).count() < 20);
        }
    }
}
