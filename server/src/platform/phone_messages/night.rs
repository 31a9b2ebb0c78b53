//! Quiet hours: no messages at night. Pure.

use jiff::civil::{Date, Time, time};
use jiff::{SignedDuration, Timestamp};

use super::{MessageContent, MessageKind};
use crate::platform::clock::{self, india};

/// Local time in India.
const NIGHT_START: Time = time(21, 0, 0, 0);
const NIGHT_END: Time = time(6, 30, 0, 0);

/// Until when a message must wait because it is night. Codes are not deferred, nor messages that would come too late in the morning.
pub fn deferred_until(content: &MessageContent, now: Timestamp) -> Option<Timestamp> {
    morning_after(now, content.needed_by()).filter(|_| content.kind != MessageKind::Code)
}

/// The end of the night, if it is night and the morning is early enough for what is needed by then, in UTC milliseconds.
pub fn morning_after(now: Timestamp, needed_by: i64) -> Option<Timestamp> {
    end_of_night(now).filter(|morning| morning.as_millisecond() <= needed_by)
}

/// The end of the night before a day.
pub fn morning_of(day: Date) -> Timestamp {
    clock::instant(day.to_datetime(NIGHT_END))
}

fn end_of_night(at: Timestamp) -> Option<Timestamp> {
    let local = at.to_zoned(india());
    let day = if local.time() >= NIGHT_START {
        local.date().tomorrow().ok()?
    } else if local.time() < NIGHT_END {
        local.date()
    } else {
        return None;
    };
    Some(morning_of(day))
}

/// How long before a visit its patient must know of a change; later they may be on their way.
pub const ON_THE_WAY: SignedDuration = SignedDuration::from_hours(2);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::lang::Lang;
    use crate::platform::phone_messages::Channel;

    fn content(kind: MessageKind, until: &str, needed_by: Option<&str>) -> MessageContent {
        let millis = |at: &str| at.parse::<Timestamp>().unwrap().as_millisecond();
        MessageContent {
            channel: Channel::Sms,
            kind,
            lang: Lang::En,
            variables: Vec::new(),
            until: millis(until),
            needed_by: needed_by.map(millis),
            link: None,
            sealed_for: None,
        }
    }

    #[test]
    fn a_message_of_the_night_waits_for_half_past_six() {
        let message = content(MessageKind::Cancelled, "2026-11-18T06:30:00+05:30", None);
        for (now, deferred) in [
            ("2026-11-16T20:59:59+05:30", None),
            ("2026-11-16T21:00:00+05:30", Some("2026-11-17T06:30:00+05:30")),
            ("2026-11-17T00:00:00+05:30", Some("2026-11-17T06:30:00+05:30")),
            ("2026-11-17T06:29:59+05:30", Some("2026-11-17T06:30:00+05:30")),
            ("2026-11-17T06:30:00+05:30", None),
        ] {
            let deferred = deferred.map(|at| at.parse::<Timestamp>().unwrap());
            assert_eq!(deferred_until(&message, now.parse().unwrap()), deferred, "{now}");
        }
    }

    #[test]
    fn urgent_messages_are_sent_at_night() {
        let now = "2026-11-16T22:00:00+05:30".parse().unwrap();
        for (message, waits) in [
            (content(MessageKind::Code, "2026-11-18T06:30:00+05:30", None), false),
            (content(MessageKind::Late, "2026-11-16T23:00:00+05:30", None), false),
            (content(MessageKind::Cancelled, "2026-11-18T06:30:00+05:30", Some("2026-11-17T06:29:00+05:30")), false),
            (content(MessageKind::Cancelled, "2026-11-18T06:30:00+05:30", Some("2026-11-17T06:30:00+05:30")), true),
        ] {
            assert_eq!(deferred_until(&message, now).is_some(), waits, "{message:?}");
        }
    }
}
