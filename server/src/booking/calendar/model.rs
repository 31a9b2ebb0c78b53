//! iCalendar (RFC 5545): one event per appointment, the same UID for its whole life.

use jiff::{SignedDuration, Timestamp};

use crate::booking::model::{Appointment, Slot, Status};
use crate::directory::Doctor;
use crate::platform::mail::CalendarMethod;

pub struct Event<'a> {
    appointment: &'a Appointment,
    summary: String,
    location: String,
    /// Addresses of the one who invites and the one who is invited.
    organizer: &'a str,
    attendee: &'a str,
}

impl<'a> Event<'a> {
    pub fn new(appointment: &'a Appointment, doctor: &Doctor, organizer: &'a str, attendee: &'a str) -> Self {
        Self { appointment, summary: doctor.title(), location: doctor.full_address(), organizer, attendee }
    }

    pub fn method(&self) -> CalendarMethod {
        if self.appointment.status.is_active() { CalendarMethod::Request } else { CalendarMethod::Cancel }
    }

    pub fn to_ics(&self, now: Timestamp) -> String {
        let start = self.appointment.slot.starts_at();
        let end = start.checked_add(SignedDuration::from_mins(Slot::MINUTES)).unwrap_or(start);
        let status = match self.appointment.status {
            Status::Pending => "TENTATIVE",
            Status::Checked => "CONFIRMED",
            Status::Rejected | Status::Cancelled => "CANCELLED",
        };
        let lines = [
            "BEGIN:VCALENDAR".into(),
            "VERSION:2.0".into(),
            "PRODID:-//Doc Care//Appointments//EN".into(),
            format!("METHOD:{}", self.method().as_str()),
            "BEGIN:VEVENT".into(),
            format!("UID:{}@doccare", self.appointment.id),
            format!("SEQUENCE:{}", self.appointment.sequence),
            format!("DTSTAMP:{}", utc(now)),
            format!("DTSTART:{}", utc(start)),
            format!("DTEND:{}", utc(end)),
            format!("SUMMARY:{}", escaped(&self.summary)),
            format!("LOCATION:{}", escaped(&self.location)),
            format!("ORGANIZER:mailto:{}", self.organizer),
            format!("ATTENDEE:mailto:{}", self.attendee),
            format!("STATUS:{status}"),
            "END:VEVENT".into(),
            "END:VCALENDAR".into(),
        ];
        lines.iter().map(|line: &String| folded(line)).collect()
    }
}

fn utc(instant: Timestamp) -> String {
    instant.strftime("%Y%m%dT%H%M%SZ").to_string()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace(';', "\\;")
        .replace(',', "\\,")
        .replace("\r\n", "\\n")
        .replace(['\n', '\r'], "\\n")
}

/// Lines of at most 75 bytes, broken between characters, each continuation behind a space.
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
    use super::*;

    fn ics(status: Status, summary: &str) -> String {
        let appointment = Appointment::example("2026-11-16T03:45:00Z", status);
        let (organizer, attendee) = ("care@x.in", "asha@x.in");
        let (summary, location) = (summary.into(), "MG Road; Kochi".into());
        let event = Event { appointment: &appointment, summary, location, organizer, attendee };
        event.to_ics("2026-11-15T00:00:00Z".parse().unwrap())
    }

    #[test]
    fn an_event_says_when_where_and_which_version_it_is() {
        let text = ics(Status::Pending, "Dr. Nair, ENT");
        for line in [
            "METHOD:REQUEST",
            "UID:0190@doccare",
            "SEQUENCE:2",
            "DTSTART:20261116T034500Z",
            "DTEND:20261116T040000Z",
            "SUMMARY:Dr. Nair\\, ENT",
            "LOCATION:MG Road\\; Kochi",
            "STATUS:TENTATIVE",
        ] {
            assert!(text.contains(&format!("{line}\r\n")), "{line} in {text}");
        }
        assert!(ics(Status::Cancelled, "x").contains("METHOD:CANCEL\r\n"));
    }

    #[test]
    fn long_and_many_lined_texts_stay_one_property() {
        let text = ics(Status::Checked, &"ഡോക്ടർ\nBEGIN:VEVENT ".repeat(20));
        assert!(text.lines().all(|line| line.len() <= 75));
        assert_eq!(text.lines().filter(|line| line.starts_with("BEGIN:VEVENT")).count(), 1);
    }
}
