//! Parses mails as a mail program does: MIME parts, encoded headers, base64 and quoted-printable.

use std::fs;
use std::path::{Path, PathBuf};

/// One mail, or one part of it.
pub struct Eml {
    headers: Vec<(String, String)>,
    body: String,
}

impl Eml {
    /// The mails in the folder of a data dir, the oldest first: ids ascend. The folder contains nothing else.
    pub fn all_in(data_dir: &Path) -> Vec<Self> {
        let paths = files_in(data_dir);
        assert!(paths.iter().all(|path| is_mail(path)), "{paths:?}");
        Self::arrived_in(data_dir)
    }

    /// The same for a running program, which may be writing the next one.
    pub fn arrived_in(data_dir: &Path) -> Vec<Self> {
        let paths = files_in(data_dir).into_iter().filter(|path| is_mail(path));
        paths.map(|path| Self::parse(&fs::read_to_string(path).unwrap())).collect()
    }

    pub fn parse(text: &str) -> Self {
        let text = text.replace("\r\n", "\n");
        let (head, body) = text.split_once("\n\n").unwrap();
        let unfolded = head.replace("\n ", " ").replace("\n\t", " ");
        let header = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), decoded(value)));
        Self { headers: unfolded.lines().map(|line| header(line).unwrap()).collect(), body: body.to_owned() }
    }

    /// A header's value; empty if missing.
    pub fn header(&self, name: &str) -> &str {
        let mut named = self.headers.iter().filter(|(known, _)| known == name);
        let value = named.next().map_or("", |(_, value)| value);
        assert!(named.next().is_none(), "{name} twice");
        value
    }

    /// The parts that are not empty, in order.
    pub fn parts(&self) -> Vec<Self> {
        let kind = self.header("content-type");
        let Some(boundary) = kind.split_once("boundary=").map(|(_, rest)| rest.trim_matches('"')) else {
            return vec![Self { headers: self.headers.clone(), body: self.body.clone() }];
        };
        let (parts, _) = self.body.split_once(&format!("--{boundary}--")).unwrap();
        parts.split(&format!("--{boundary}\n")).skip(1).flat_map(|part| Self::parse(part).parts()).collect()
    }

    /// The text of the first part of a kind such as `text/plain`.
    pub fn text(&self, kind: &str) -> Option<String> {
        let part = self.parts().into_iter().find(|part| part.header("content-type").starts_with(kind))?;
        let bytes = match part.header("content-transfer-encoding") {
            "base64" => base64(&part.body),
            "quoted-printable" => quoted_printable(&part.body.replace("=\n", "")),
            _ => part.body.into_bytes(),
        };
        Some(String::from_utf8(bytes).unwrap().replace("\r\n", "\n").trim_end().to_owned())
    }
}

fn files_in(data_dir: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(data_dir.join("mails")).unwrap();
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    paths
}

fn is_mail(path: &Path) -> bool {
    path.extension().is_some_and(|kind| kind == "eml")
}

/// `=?utf-8?b?…?=` words of a header, joined.
fn decoded(value: &str) -> String {
    let (mut bytes, mut was_encoded) = (Vec::new(), false);
    for word in value.split(' ') {
        let inner = word.strip_prefix("=?utf-8?").and_then(|word| word.strip_suffix("?="));
        if !(bytes.is_empty() || was_encoded && inner.is_some()) {
            bytes.push(b' ');
        }
        was_encoded = inner.is_some();
        match inner.and_then(|inner| inner.split_once('?')) {
            Some(("b", text)) => bytes.extend(base64(text)),
            Some((_, text)) => bytes.extend(quoted_printable(&text.replace('_', " "))),
            None => bytes.extend(word.as_bytes()),
        }
    }
    String::from_utf8(bytes).unwrap()
}

fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let values = text.bytes().filter_map(|c| DIGITS.iter().position(|digit| *digit == c));
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0_usize, 0);
    for value in values {
        (held, bits) = (held << 6 | value, bits + 6);
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from(held >> bits & 0xff).unwrap());
        }
    }
    bytes
}

fn quoted_printable(text: &str) -> Vec<u8> {
    let mut pieces = text.split('=');
    let mut bytes = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        let (code, rest) = piece.split_at(2);
        bytes.push(u8::from_str_radix(code, 16).unwrap());
        bytes.extend(rest.as_bytes());
    }
    bytes
}
