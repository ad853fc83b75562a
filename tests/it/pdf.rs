//! PDF files that can kill the process which reads them, through the command: the worker dies, the command not.

use afb_build::text::{self, Media, pdf};
use lopdf::{Dictionary, Document, Object, Stream};
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn name(text: &str) -> Object {
    Object::Name(text.as_bytes().to_vec())
}

/// A page with this content stream.
fn page(content: Stream) -> Vec<u8> {
    let mut file = Document::with_version("1.4");
    let tree = file.new_object_id();
    let mut font = Dictionary::new();
    font.set("Type", name("Font"));
    font.set("Subtype", name("Type1"));
    font.set("BaseFont", name("Times-Roman"));
    let mut fonts = Dictionary::new();
    fonts.set("F", Object::Dictionary(font));
    let mut resources = Dictionary::new();
    resources.set("Font", Object::Dictionary(fonts));
    let content = file.add_object(content);
    let mut page = Dictionary::new();
    page.set("Type", name("Page"));
    page.set("Parent", tree);
    page.set("Resources", Object::Dictionary(resources));
    page.set("MediaBox", Object::Array([0, 0, 612, 792].map(Object::Integer).to_vec()));
    page.set("Contents", content);
    let page = file.add_object(page);
    let mut pages = Dictionary::new();
    pages.set("Type", name("Pages"));
    pages.set("Kids", Object::Array(vec![Object::Reference(page)]));
    pages.set("Count", Object::Integer(1));
    file.objects.insert(tree, Object::Dictionary(pages));
    let mut catalog = Dictionary::new();
    catalog.set("Type", name("Catalog"));
    catalog.set("Pages", tree);
    let catalog = file.add_object(catalog);
    file.trailer.set("Root", catalog);
    let mut out = Vec::new();
    file.save_to(&mut out).unwrap();
    out
}

fn good() -> Vec<u8> {
    page(Stream::new(Dictionary::new(), b"BT /F 11 Tf 72 700 Td (A good document.) Tj ET".to_vec()))
}

/// Zeros that unpack to many times their size, packed twice.
fn bomb(filters: usize) -> Vec<u8> {
    let mut packed = vec![b' '; 200 << 20];
    for _ in 0..filters {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(&packed).unwrap();
        packed = encoder.finish().unwrap();
    }
    let mut dict = Dictionary::new();
    dict.set("Filter", Object::Array(vec![name("FlateDecode"); filters]));
    page(Stream::new(dict, packed))
}

/// The answers of `inspect text` for these files, in order.
fn inspect(files: &[Vec<u8>]) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let mut list = String::new();
    for (n, bytes) in files.iter().enumerate() {
        let path = folder.path().join(format!("{n}.pdf"));
        std::fs::write(&path, bytes).unwrap();
        list += &format!("{}\n", serde_json::json!({"file": path}));
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_afb-build"))
        .args(["inspect", "text", "--batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(list.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn flags(answer: &Value) -> Vec<&str> {
    answer["quality"].as_array().unwrap().iter().filter_map(Value::as_str).collect()
}

/// PDF P21 and its siblings: bombs and endless nesting end in a flag, and the documents around them are read.
#[test]
fn hostile_files_stop_nothing() {
    let nested = [b"%PDF-1.4\n1 0 obj\n".as_slice(), &b"[".repeat(500_000)].concat();
    let mut deep = good();
    deep.extend(b"<<".repeat(200_000));
    let files = vec![good(), bomb(1), bomb(2), nested, deep, b"%PDF-1.7\n".to_vec(), good()];
    let answers = inspect(&files);
    assert_eq!(answers.len(), files.len());
    for n in [0, 6] {
        assert_eq!(answers[n]["text"], "A good document.\n", "{}", answers[n]);
    }
    for answer in &answers {
        assert!(answer["text"] == "A good document.\n" || !flags(answer).is_empty(), "{answer}");
    }
    for n in [1, 2, 3, 5] {
        assert!(flags(&answers[n]).contains(&"malformed"), "{}", answers[n]);
    }
}

/// A form that draws itself is drawn once; a thousand forms in one another end somewhere.
#[test]
fn forms_inside_forms_end() {
    let file = |count: usize, target: fn(usize) -> usize| {
        let mut out = String::from(
            "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
             3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F<</Type/Font\
             /Subtype/Type1/BaseFont/Times-Roman>>>>/XObject<</X 5 0 R>>>>>>endobj\n4 0 obj<</Length 47>>stream\n\
             BT /F 11 Tf 72 700 Td (Drawn once.) Tj ET /X Do\nendstream endobj\n",
        );
        for n in 0..count {
            out += &format!(
                "{} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X {} 0 R>>>>/Length 17>>\
                 stream\n/X Do /X Do /X Do\nendstream endobj\n",
                5 + n,
                5 + target(n)
            );
        }
        (out + "trailer<</Root 1 0 R>>\n%%EOF\n").into_bytes()
    };
    for answer in inspect(&[file(1, |_| 0), file(2, |n| 1 - n), file(1_000, |n| n + 1)]) {
        assert_eq!(answer["text"], "Drawn once.\n", "{answer}");
    }
}

/// Media are told by content: HTML under the name of a PDF, and a PDF behind other bytes.
#[test]
fn names_do_not_tell_the_media() {
    let html = b"<html><body><p>The Commission found fault.</p></body></html>".to_vec();
    let answers = inspect(&[html, [b"junk before\r\n".as_slice(), &good()].concat()]);
    assert_eq!(answers[0]["media_type"], "text/html");
    let words = |at: usize| answers[at]["text"].as_str().unwrap().trim().to_owned();
    assert_eq!(words(0), "The Commission found fault.");
    assert_eq!(words(1), "A good document.");
}

fn samples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/pdf/files");
    let Ok(entries) = std::fs::read_dir(folder) else {
        eprintln!("skipped: no ../shared/pdf/files");
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// Damaged files: no crash of the command, each ends in text or a flag.
#[test]
fn damaged_files_end_in_text_or_a_flag() {
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(21);
    let seeds: Vec<Vec<u8>> =
        samples().iter().map(|path| std::fs::read(path).unwrap()).chain([good()]).collect();
    // `AFB_MUTATIONS=1000` for more of them.
    let count = std::env::var("AFB_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(56);
    let files: Vec<Vec<u8>> = (0..count)
        .map(|n| {
            let mut bytes = seeds[n % seeds.len()].clone();
            if bytes.len() < 64 {
                return bytes;
            }
            for _ in 0..random.random_range(1..40) {
                let at = random.random_range(0..bytes.len());
                match random.random_range(0..4) {
                    0 => bytes[at] = random.random(),
                    1 => bytes[at] ^= 1 << random.random_range(0..8),
                    2 => drop(bytes.drain(at..(at + random.random_range(1..200)).min(bytes.len()))),
                    _ => {
                        let from = random.random_range(0..bytes.len());
                        let piece = bytes[from..(from + 100).min(bytes.len())].to_vec();
                        bytes.splice(at..at, piece);
                    }
                }
                if bytes.len() < 64 {
                    break;
                }
            }
            bytes
        })
        .collect();
    for answer in inspect(&files) {
        assert!(!answer["text"].as_str().unwrap().is_empty() || !flags(&answer).is_empty(), "{answer}");
    }
}

/// A user's program reads what has no text layer; its failure is told.
#[test]
fn a_command_reads_scans() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("read scan.sh");
    std::fs::write(
        &script,
        "test \"$1\" = -l && head -c 5 \"$2\" | grep -q %PDF- && echo 'Words of the scan.'\n",
    )
    .unwrap();
    let command = format!("sh '{}' -l", script.display());
    let text = pdf::ocr(&good(), &command).unwrap();
    assert_eq!((text.content.trim_end(), text.media), ("Words of the scan.", Media::Pdf));
    assert!(text.quality.contains(&"ocr".to_owned()));
    assert!(pdf::ocr(b"no pdf", &command).is_err());
    assert!(pdf::ocr(&good(), "no-such-program-anywhere").is_err());
    assert!(pdf::ocr(&good(), "'open").is_err());
    let scan = page(Stream::new(Dictionary::new(), b"q Q".to_vec()));
    assert!(text::read(&scan, None).quality.contains(&"no-text-layer".to_owned()));
}
