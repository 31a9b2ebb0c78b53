//! Noting a call: by the doctor, or by the desk if the doctor allows it.

use std::slice;

use super::rules::{CallWindow, can_call};
use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::change_kind::ChangeKind;
use crate::appointments::changes::{
    Actor, ChangedAppointment, ChangedBy, appointment_changed, publish_appointment_changed,
};
use crate::appointments::missed_calls::choice_page_url;
use crate::appointments::phone_consultations::{PhoneCall, PhoneConsultation, insert_call, list_calls};
use crate::appointments::service::list_contacts;
use crate::appointments::{self, Attendance};
use crate::clinic_day::service::{Error, Today, read_day, today};
use crate::clinic_day::store;
use crate::scheduling;

/// A call as its caller notes it.
pub struct NewCall {
    pub was_reached: bool,
    /// How many calls of the visit the caller saw, if given: with it, the same call noted again counts once.
    pub seen: Option<usize>,
}

/// Notes a call to the patient of a visit by phone. A patient who was not reached is notified, and after the last call chooses whether to move
/// the visit or to cancel it; from then on the visit counts as missed and earns nothing.
pub async fn note_call(app: &App, desk: &ActingForDoctor, id: String, call: NewCall) -> Result<Today, Error> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    let page = choice_page_url(&app.config.public_url, &app.keys, &id);
    let noted = desk.write(app, async move |tx, desk| {
        let NewCall { was_reached, seen } = call;
        let visit = desk.find_visit(tx, &id).await?;
        let phone = visit.phone.clone().ok_or(appointments::Error::NoAppointment)?;
        let day = read_day(tx, &desk.doctor_id, visit.slot.day, &desk.sight).await?;
        let day = day.ok_or(scheduling::Error::NoDoctor)?;
        if !desk.is_doctor() && !day.doctor.desk_may_call {
            return Err(appointments::Error::NotYours.into());
        }
        let calls = list_calls(tx, slice::from_ref(&id)).await?;
        if let Some(seen) = seen.filter(|seen| *seen != calls.len()) {
            let is_repeat =
                calls.len() == seen + 1 && calls.last().is_some_and(|(_, last)| last.was_reached == was_reached);
            return if is_repeat { Ok(visit) } else { Err(Error::MarkedSince) };
        }
        let entry = day.entries.iter().find(|entry| entry.id == id);
        let is_open = entry.is_some_and(|entry| {
            let window = CallWindow::of(visit.slot, entry.session, (&day.sessions, &day.state));
            can_call(entry, window, now)
        });
        let (at, missed_calls) = (now.as_millisecond(), phone.missed_calls + i64::from(!was_reached));
        let phone = PhoneConsultation { missed_calls, reached_at: was_reached.then_some(at), ..phone };
        if is_open && phone.is_missed() && visit.slot.starts_at() > now {
            return Err(Error::LastCallTooEarly(visit.slot.time));
        }
        let call = PhoneCall { was_reached, called_at: at, caller_id: desk.account_id().to_owned() };
        // The patient may have cancelled it since it was read.
        let is_approved = !store::lock_approved(tx, slice::from_ref(&id)).await?.is_empty();
        if !is_open || !is_approved || !insert_call(tx, &id, &call).await? {
            return Err(appointments::Error::NotChangeable.into());
        }
        let (counted, contacts) = (visit.counted(), list_contacts(tx, slice::from_ref(&visit)).await?);
        let mut visit = visit;
        if phone.is_missed() {
            visit.attendance = Some(Attendance::Absent);
            if !store::mark_visit(tx, &id, visit.attendance, (None, None)).await? {
                return Err(appointments::Error::NotChangeable.into());
            }
        }
        visit.phone = Some(phone);
        let kind = (!was_reached).then_some(ChangeKind::NotReached { calls: missed_calls, page: &page });
        let changed = vec![ChangedAppointment { appointment: visit, before: Some(counted), kind }];
        let action = if was_reached { "reached" } else { "not_reached" };
        let by = ChangedBy { actor: Actor::Desk(&desk, action), organizer: &organizer, now };
        let of = (slice::from_ref(&day.doctor), &contacts);
        Ok(appointment_changed(tx, changed, of, by).await?.pop().ok_or(appointments::Error::NoAppointment)?)
    });
    let visit = noted.await?;
    publish_appointment_changed(app, slice::from_ref(&visit));
    today(app, desk).await
}
