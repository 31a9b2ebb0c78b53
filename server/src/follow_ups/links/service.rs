//! The pages that links in messages open, without signing in: of a visit, of an offer of the waitlist, of a proposed time when a session
//! moves, of the choice after missed calls, and of a follow-up, which can be taken there.

use crate::app::App;
use crate::appointments;
use crate::appointments::booking::{Booked, BookingContext, book_within, publish_booked};
use crate::appointments::missed_calls;
use crate::appointments::proposals::{State, state_of};
use crate::appointments::service::{book_again_url, visit_page_of, visit_page_url};
use crate::appointments::session_moves;
use crate::appointments::store as visits;
use crate::directory;
use crate::follow_ups::model::{Marked, Proposal};
use crate::follow_ups::service::{Error, booking_of, list_open};
use crate::follow_ups::store;
use crate::identity::{self, Role, lock_of};
use crate::platform::db::{self, Tx};
use crate::platform::ids::Secret;
use crate::platform::phone_messages::{self, MessageKind};
use crate::scheduling::Slot;
use crate::waitlist;

/// What the key encrypts here: the id of the visit after which a follow-up is proposed.
const FOLLOW_UP_LINK: &str = "takes a follow-up";
const DOCTORS_PAGE: &str = "/viewdoctors";

/// The page of the site that the link in a message leads to, with the private link of what the message is about; `None` if there is no such
/// message any more. That link ends by itself: with the visit's day, the offer or the follow-up.
pub async fn page_of_message(app: &App, code: &Secret) -> db::Result<Option<String>> {
    let linked = app.db.read(async |tx| phone_messages::find_linked(tx, code).await).await?;
    let Some((kind, about)) = linked else { return Ok(None) };
    Ok(Some(match kind {
        MessageKind::OfferLink => waitlist::offer_page_url("", &app.keys, &about),
        MessageKind::ProposedMoveLink => session_moves::move_page_url("", &app.keys, &about),
        MessageKind::MissedCall => missed_calls::choice_page_url("", &app.keys, &about),
        MessageKind::ProposalLink => format!("/followup#{}", app.keys.link_token(FOLLOW_UP_LINK, &about)),
        MessageKind::Missed => app.db.read(async |tx| page_to_book_again(tx, &about).await).await?,
        _ => visit_page_url("", &app.keys, &about),
    }))
}

/// The page on which the patient of a missed visit books again: the doctor's, or the list of doctors if that one is not listed any more. Both
/// are public.
async fn page_to_book_again(tx: &mut Tx<'_>, visit_id: &str) -> db::Result<String> {
    let doctor_id = visits::find_place(tx, visit_id).await?.map(|(doctor_id, _)| doctor_id).unwrap_or_default();
    let doctor = directory::find_listed(tx, &doctor_id).await?;
    Ok(doctor.map_or_else(|| DOCTORS_PAGE.to_owned(), |doctor| book_again_url("", &doctor.id)))
}

fn visit_of(app: &App, token: &Secret) -> Result<String, Error> {
    app.keys.id_of_link(FOLLOW_UP_LINK, token).ok_or(Error::LinkEnded)
}

/// A follow-up as its link shows it.
pub struct LinkedFollowUp {
    pub marked: Marked,
    pub state: State,
    /// The slots to choose from, while it is proposed and its doctor is listed.
    pub proposal: Option<Proposal>,
    /// The page of the visit that was booked of it, once that is approved.
    pub visit_page: Option<String>,
}

/// The follow-up of a link. The link ends with the account, and when the follow-up is taken back or erased.
pub async fn find(app: &App, token: &Secret) -> Result<LinkedFollowUp, Error> {
    let (id, today) = (visit_of(app, token)?, app.clock.india().date());
    let found = app.db.read(async |tx| {
        let Some(marked) = find_of_active(tx, &id).await? else { return Ok(None) };
        let booked = match &marked.follow_up.booked_id {
            Some(booked) => visits::find(tx, booked).await?,
            None => None,
        };
        Ok::<_, db::Error>(Some((marked, booked)))
    });
    let (marked, booked) = found.await?.ok_or(Error::LinkEnded)?;
    let state = state_of(&marked.follow_up, today);
    let open = if state == State::Proposed { list_open(app, vec![marked.clone()]).await? } else { Vec::new() };
    let visit_page = booked.and_then(|visit| visit_page_of(app, &visit));
    Ok(LinkedFollowUp { marked, state, proposal: open.into_iter().next(), visit_page })
}

async fn find_of_active(tx: &mut Tx<'_>, id: &str) -> db::Result<Option<Marked>> {
    let Some(marked) = store::find(tx, id).await? else { return Ok(None) };
    let is_active = identity::is_active_user(tx, &marked.visit.appointment.user_id).await?;
    Ok(Some(marked).filter(|_| is_active))
}

/// Books a slot for the patient of the earlier visit, as [`crate::follow_ups::service::take`] does. Taken again it answers with the same
/// booking.
pub async fn take(app: &App, token: &Secret, slot: Slot) -> Result<Booked, Error> {
    let (id, context) = (visit_of(app, token)?, BookingContext::new(app));
    let seen = app.db.read(async |tx| find_of_active(tx, &id).await).await?.ok_or(Error::LinkEnded)?;
    let owner = seen.visit.appointment.user_id;
    let user_id = owner.clone();
    let booked = app.db.write_for_account(&owner, async move |tx| {
        tx.lock(lock_of(Role::User, &user_id)).await?;
        find_of_active(tx, &id).await?.ok_or(Error::LinkEnded)?;
        let new = booking_of(tx, &user_id, &id, slot).await?.ok_or(appointments::Error::NoAppointment)?;
        Ok::<_, Error>(book_within(tx, user_id, new, &context).await?)
    });
    let booked = booked.await?;
    publish_booked(app, &booked);
    Ok(booked)
}
