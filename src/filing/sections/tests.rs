use super::*;
use crate::text::{self, Media};

fn html(body: &str) -> Text {
    text::read(format!("<html><body>{body}</body></html>").as_bytes(), None)
}

fn mdna(text: &Text, form: &str) -> (Status, String) {
    let section = read(text, &Form::parse(form)).mdna();
    let body = section.body().map(|s| s.characters(text)).unwrap_or_default();
    (section.status, body)
}
