//! Notifications to browsers about visits: a title, a sentence and the page that a click opens. They name nobody and give no reasons, because
//! a locked phone shows them to anyone. Decision 0092.

use jiff::{SignedDuration, Timestamp};

use super::change_kind::ChangeKind;
use super::mail_texts;
use super::mails::{AppointmentEvent, NOTIFICATION_TTL, when};
use super::model::Status;
use crate::identity::Contact;
use crate::platform::lang::Lang;
use crate::platform::phone_messages::night;
use crate::platform::push::{NextChannel, Push, PushContent};

/// The page of the patient's bookings, and those on which requests are answered.
const BOOKINGS_PAGE: &str = "/user/bookings";
const DESK_REQUESTS_PAGE: &str = "/desk/requests";
/// How long before its deadline a request must be seen.
const TIME_TO_ANSWER: SignedDuration = SignedDuration::from_hours(2);

/// A notification, as a feature writes it.
pub struct PushNotice<'a> {
    pub account_id: &'a str,
    /// The id by which it is withdrawn.
    pub about: &'a str,
    pub title: String,
    pub body: String,
    /// A path of the site.
    pub page: String,
    /// From then on it is of no use.
    pub until: Timestamp,
    /// The reader cannot act on it later; at night it waits for the morning if that is before.
    pub needed_by: Timestamp,
}

impl PushNotice<'_> {
    /// `next` is what goes if no device takes it.
    pub fn in_lang(self, lang: Lang, next: NextChannel, now: Timestamp) -> Push {
        let Self { account_id, about, title, body, page, until, needed_by } = self;
        Push {
            account_id: account_id.into(),
            about: about.into(),
            content: PushContent {
                lang,
                title,
                body,
                page,
                made_at: now.as_millisecond(),
                until: until.as_millisecond(),
                needed_by: needed_by.as_millisecond(),
                next,
            },
        }
    }
}

impl AppointmentEvent<'_> {
    /// The notification of the doctor's answer, to a patient who has devices for it.
    pub fn push_to_patient(&self, to: &Contact) -> Option<PushNotice<'_>> {
        if !to.has_push || !self.kind.is_pushed() {
            return None;
        }
        let page = match self.kind {
            ChangeKind::Unanswered { next_slots: [_, ..], .. } => {
                format!("{BOOKINGS_PAGE}?instead={}", self.appointment.id)
            }
            _ => BOOKINGS_PAGE.to_owned(),
        };
        let (title, text) = mail_texts::to_patient(self.kind, self.appointment.phone.is_some());
        let starts_at = self.appointment.slot.starts_at();
        Some(PushNotice {
            account_id: &self.appointment.user_id,
            about: &self.appointment.id,
            title: title.in_lang(to.lang).into(),
            body: format!("{}. {}", when(self.appointment.slot, to.lang), text.in_lang(to.lang)),
            page,
            until: self.now.checked_add(NOTIFICATION_TTL).unwrap_or(self.now).max(starts_at),
            needed_by: starts_at.checked_sub(night::ON_THE_WAY).unwrap_or(starts_at),
        })
    }

    /// Whether the mail to the patient goes beside the notification: it takes the visit out of a calendar, where it would still be read.
    pub fn clears_calendar(&self) -> bool {
        self.appointment.status == Status::Rejected
    }

    /// Whether it is a request that waits for an answer.
    pub fn is_request(&self) -> bool {
        matches!(self.kind, ChangeKind::Booked | ChangeKind::Moved(_)) && self.appointment.status == Status::Pending
    }

    /// The notification of a request to the doctor; the mail goes only if no device takes it.
    pub fn push_to_doctor(&self, to: &Contact) -> Option<Push> {
        if !self.is_request() || !to.has_push {
            return None;
        }
        let page = format!("/doctor/appointments?request={}", self.appointment.id);
        let next = NextChannel { mail: self.to_doctor(to), message: None };
        Some(self.request_notice(&self.appointment.doctor_id, to.lang, page)?.in_lang(to.lang, next, self.now))
    }

    /// The same to somebody at the doctor's desk who answers requests. They get no mails.
    pub fn push_to_desk(&self, account_id: &str, lang: Lang) -> Option<Push> {
        let notice = self.request_notice(account_id, lang, DESK_REQUESTS_PAGE.to_owned())?;
        Some(notice.in_lang(lang, NextChannel::default(), self.now))
    }

    fn request_notice<'a>(&'a self, account_id: &'a str, lang: Lang, page: String) -> Option<PushNotice<'a>> {
        let (title, text) = mail_texts::to_doctor(self.kind)?;
        let until = Timestamp::from_millisecond(self.appointment.answer_by).unwrap_or(self.now);
        Some(PushNotice {
            account_id,
            about: &self.appointment.id,
            title: title.in_lang(lang).into(),
            body: format!("{}. {}", when(self.appointment.slot, lang), text.in_lang(lang)),
            page,
            until,
            needed_by: until.checked_sub(TIME_TO_ANSWER).unwrap_or(until),
        })
    }
}
