//! iCalendar (RFC 5545): an event keeps its UID for life.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalendarEvent {
    pub uid: String,
    /// Counts the changes, so that calendars keep the newest.
    pub sequence: i64,
    pub status: EventStatus,
    pub start: Timestamp,
    pub end: Timestamp,
    pub summary: String,
    /// Empty for an event without a place.
    pub location: String,
    /// E-mail addresses of organizer and attendee; the attendee's is empty where the patient has none.
    pub organizer: String,
    pub attendee: String,
    pub written: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventStatus {
    Tentative,
    Confirmed,
    Cancelled,
}

impl CalendarEvent {
    pub fn method(&self) -> &'static str {
        match self.status {
            EventStatus::Tentative | EventStatus::Confirmed => "REQUEST",
            EventStatus::Cancelled => "CANCEL",
        }
    }

    pub fn to_ics(&self) -> String {
        let status = match self.status {
            EventStatus::Tentative => "TENTATIVE",
            EventStatus::Confirmed => "CONFIRMED",
            EventStatus::Cancelled => "CANCELLED",
        };
        let attendee = (!self.attendee.is_empty()).then(|| format!("ATTENDEE:mailto:{}", self.attendee));
        let lines = [
            "BEGIN:VCALENDAR".into(),
            "VERSION:2.0".into(),
            "PRODID:-//Doc Care//Appointments//EN".into(),
            format!("METHOD:{}", self.method()),
            "BEGIN:VEVENT".into(),
            format!("UID:{}@doccare", self.uid),
            format!("SEQUENCE:{}", self.sequence),
            format!("DTSTAMP:{}", utc(self.written)),
            format!("DTSTART:{}", utc(self.start)),
            format!("DTEND:{}", utc(self.end)),
            format!("SUMMARY:{}", escaped(&self.summary)),
        ];
        let location = (!self.location.is_empty()).then(|| format!("LOCATION:{}", escaped(&self.location)));
        let organizer = [format!("ORGANIZER:mailto:{}", self.organizer)];
        let end = [format!("STATUS:{status}"), "END:VEVENT".into(), "END:VCALENDAR".into()];
        lines
            .iter()
            .chain(&location)
            .chain(&organizer)
            .chain(&attendee)
            .chain(&end)
            .map(|line: &String| folded(line))
            .collect()
    }
}

fn utc(instant: Timestamp) -> String {
    instant.strftime("%Y%m%dT%H%M%SZ").to_string()
}

fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,");
    let text = text.replace("\r\n", "\\n").replace(['\n', '\r'], "\\n");
    text.replace(char::is_control, " ")
}

/// Folds lines to at most 75 bytes, between characters.
fn folded(line: &str) -> String {
    let (mut out, mut length) = (String::with_capacity(line.len() + 2), 0);
    for character in line.chars() {
        if length + character.len_utf8() > 75 {
            out.push_str("\r\n ");
            length = 1;
        }
        out.push(character);
        length += character.len_utf8();
    }
    out + "\r\n"
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The unescaped value of a property.
    fn read(text: &str, property: &str) -> String {
        let unfolded = text.replace("\r\n ", "");
        let value = unfolded.split("\r\n").find_map(|line| line.strip_prefix(&format!("{property}:"))).unwrap();
        let (mut read, mut characters) = (String::new(), value.chars());
        while let Some(character) = characters.next() {
            match (character, character == '\\') {
                (_, true) => match characters.next() {
                    Some('n') => read.push('\n'),
                    other => read.extend(other),
                },
                (other, _) => read.push(other),
            }
        }
        read
    }

    proptest! {
        #[test]
        fn a_calendar_entry_contains_the_given_texts_only(
            summary in prop_oneof![any::<String>(), "[a-z\\\\;,:\r\n\t\u{7}\u{85}\u{2028}ഡ ]{0,200}"],
        ) {
            let text = ics(EventStatus::Confirmed, &summary);
            let expected = summary.replace("\r\n", "\n").replace('\r', "\n");
            let expected = expected.replace(|c: char| c.is_control() && c != '\n', " ");
            prop_assert_eq!(read(&text, "SUMMARY"), expected);
            prop_assert!(text.ends_with("\r\n") && text.split("\r\n").all(|line| line.len() <= 75));
            prop_assert!(!text.replace("\r\n", "").contains(char::is_control));
            let properties = text.replace("\r\n ", "");
            prop_assert_eq!(properties.matches("\r\n").count(), 17);
        }
    }

    fn ics(status: EventStatus, summary: &str) -> String {
        let at = |text: &str| -> Timestamp { text.parse().unwrap() };
        CalendarEvent {
            uid: "0190".into(),
            sequence: 2,
            status,
            start: at("2026-11-16T03:45:00Z"),
            end: at("2026-11-16T04:00:00Z"),
            summary: summary.into(),
            location: "MG Road; Kochi".into(),
            organizer: "care@x.in".into(),
            attendee: "asha@x.in".into(),
            written: at("2026-11-15T00:00:00Z"),
        }
        .to_ics()
    }

    #[test]
    fn an_entry_has_time_place_and_sequence() {
        let text = ics(EventStatus::Tentative, "Dr. Nair, ENT");
        for line in [
            "METHOD:REQUEST",
            "UID:0190@doccare",
            "SEQUENCE:2",
            "DTSTAMP:20261115T000000Z",
            "DTSTART:20261116T034500Z",
            "DTEND:20261116T040000Z",
            "SUMMARY:Dr. Nair\\, ENT",
            "LOCATION:MG Road\\; Kochi",
            "STATUS:TENTATIVE",
        ] {
            assert!(text.contains(&format!("{line}\r\n")), "{line} in {text}");
        }
        assert!(ics(EventStatus::Cancelled, "x").contains("METHOD:CANCEL\r\n"));
    }

    #[test]
    fn long_and_many_lined_texts_stay_one_property() {
        let text = ics(EventStatus::Confirmed, &"ഡോക്ടർ\nBEGIN:VEVENT ".repeat(20));
        assert!(text.lines().all(|line| line.len() <= 75));
        assert_eq!(text.lines().filter(|line| line.starts_with("BEGIN:VEVENT")).count(), 1);
    }
}
