//! Replaces values that differ from run to run (ids, tokens, the seconds of a time) by stable names.

use serde_json::Value;

/// Fields whose value is random, or derived from a random value.
const DRAWN: [&str; 6] = ["challenge", "code", "codes", "path", "secret", "version"];

/// Values that depend on the machine, the engine and the time.
const MEASURED: [&str; 5] = ["engine", "freeBytes", "since", "totalBytes", "waiting"];

/// JSON for the page: of a list only its first row.
pub fn told_json(value: &Value) -> String {
    serde_json::to_string_pretty(&plain(value)).unwrap()
}

fn plain(value: &Value) -> Value {
    match value {
        Value::String(text) => told(text).into(),
        Value::Array(items) => items.iter().take(1).map(plain).collect(),
        Value::Object(map) => {
            let field = |(name, value): (&String, &Value)| {
                let is_drawn = DRAWN.contains(&name.as_str()) && value.is_string() && !is_a_problem(map);
                let is_list = name == "codes" && value.is_array();
                let is_state = ["disk", "waiting", "freeBytes"].iter().any(|known| map.contains_key(*known));
                let is_measured = is_state && MEASURED.contains(&name.as_str()) && !value.is_null();
                let value = if is_drawn || is_list || is_measured { format!("<{name}>").into() } else { plain(value) };
                (name.clone(), value)
            };
            map.iter().map(field).collect()
        }
        other => other.clone(),
    }
}

/// The `code` of a refusal is not a secret.
fn is_a_problem(map: &serde_json::Map<String, Value>) -> bool {
    map.contains_key("title") && map.contains_key("status")
}

/// A text with each of its words replaced by itself.
pub fn told(text: &str) -> String {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || "-.:".contains(c);
    let (mut out, mut rest, mut before) = (String::new(), text, "");
    while !rest.is_empty() {
        let end = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let is_digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        // The order of rows of the same moment is random.
        if before == "Patient" && is_digits {
            out += "1";
        } else if is_digits && word.len() == 10 && word.starts_with("980000") {
            out += "9800000001";
        } else {
            out += &told_word(word, after.starts_with('@'));
        }
        before = word;
        let next = after.find(is_of_word).unwrap_or(after.len());
        out += &after[..next];
        rest = &after[next..];
    }
    out
}

fn told_word(word: &str, is_address: bool) -> String {
    let is_hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_id(word) {
        return "<id>".into();
    }
    if word.len() == 32 && word.bytes().all(|byte| byte.is_ascii_uppercase() || (b'2'..=b'7').contains(&byte)) {
        return "<secret>".into();
    }
    // Of a calendar.
    if let Some(id) = word.strip_prefix("UID:")
        && is_id(id)
    {
        return "UID:<id>".into();
    }
    if word.len() == 64 && is_hex(word) {
        return "<token>".into();
    }
    if let Some((key, closed)) = word.split_once('.')
        && key.len() == 16
        && closed.len() > 40
        && is_hex(key)
        && is_hex(closed)
    {
        return "<link>".into();
    }
    if is_instant(word) {
        return format!("{}:00Z", &word[..16]);
    }
    if is_address { word.trim_end_matches(|c: char| c.is_ascii_digit()).into() } else { word.into() }
}

fn is_id(word: &str) -> bool {
    word.len() == 36
        && word.split('-').map(str::len).eq([8, 4, 4, 4, 12])
        && !word.contains(|c: char| !c.is_ascii_hexdigit() && c != '-')
}

/// `2026-11-15T03:30:00.123Z`.
fn is_instant(word: &str) -> bool {
    word.len() >= 20 && word.ends_with('Z') && word.as_bytes()[10] == b'T' && word.as_bytes()[13] == b':'
}

#[test]
fn random_values_are_replaced_by_names() {
    for (text, expected) in [
        ("/user/api/x/01900000-0000-7000-8000-000000000001/y", "/user/api/x/<id>/y"),
        ("at 2026-11-15T03:30:12.345Z", "at 2026-11-15T03:30:00Z"),
        ("anu103@example.org, 9876543210", "anu@example.org, 9876543210"),
        (
            "https://care.example/x#0123456789abcdef.00112233445566778899aabbccddeeff0011223344556677",
            "https://care.example/x#<link>",
        ),
        ("Dr. Devi: 10:30", "Dr. Devi: 10:30"),
    ] {
        assert_eq!(told(text), expected);
    }
}
