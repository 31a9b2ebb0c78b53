//! HTTP handlers of a user's data: export and deletion.

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::service;
use crate::app::App;
use crate::appointments::booking::http::BookingCard;
use crate::appointments::claims::http::ClaimView;
use crate::appointments::move_answers::http::OwnMoveProposal;
use crate::appointments::people::Person;
use crate::follow_ups::http::OwnFollowUp;
use crate::identity;
use crate::identity::FormerNumber;
use crate::identity::callers::Patient;
use crate::identity::consents::Consent;
use crate::identity::credentials::http::FirstFactorFields;
use crate::identity::push_devices::OwnPushDevice;
use crate::identity::sessions::OwnSession;
use crate::identity::users::User;
use crate::platform::http::{Answer, Body, ClientAddress, Code, Done, Field, FieldErrors, Result};
use crate::platform::lang::{Lang, Text};
use crate::platform::phone_messages::OwnMessage;
use crate::platform::rate_limit::Limit;
use crate::reminders::ReminderSettings;
use crate::waitlist;
use crate::waitlist::http::WaitView;

const ACCOUNT_DELETED: Text = Text::new("Your account is deleted.", "നിങ്ങളുടെ അക്കൗണ്ട് ഇല്ലാതാക്കി.");

/// Everything that we hold about a user.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnData {
    profile: User,
    /// A new address that is not confirmed yet
    waiting_email: Option<String>,
    /// The number that the account had until somebody else proved it
    former_number: Option<FormerNumber>,
    /// Where the user is signed in
    sessions: Vec<OwnSession>,
    /// Devices that get notifications
    push_devices: Vec<OwnPushDevice>,
    /// The people whom the user books for
    people: Vec<Person>,
    bookings: Vec<BookingCard>,
    /// What desks booked for the user's number, from today on, that the user has not taken
    claims: Vec<ClaimView>,
    /// Other times that were proposed for visits to come, because their sessions move
    moves: Vec<OwnMoveProposal>,
    /// Which reminders the user wants
    reminders: ReminderSettings,
    /// What doctors asked the user to come again for
    follow_ups: Vec<OwnFollowUp>,
    /// What the user waits for
    waitlist: Vec<WaitView>,
    /// Messages to the user's phone
    messages: Vec<OwnMessage>,
    /// What the user agreed to
    consents: Vec<Consent>,
}

/// Each export is recorded in the audit log, which is stored for a year.
const TAKEN_AWAY: Limit = Limit::new("exports of a user", 10, SignedDuration::from_hours(1));

/// A user's whole data, to take away.
#[utoipa::path(get, path = "/user/api/user/data/{userId}", responses((status = 429)))]
pub async fn own_data(caller: Patient, app: App) -> Result<Answer<OwnData>> {
    app.rate_limiter.take(&[(&caller.id, TAKEN_AWAY)], app.clock.now_millis()).await?;
    let everything = service::everything(&app, &caller).await?.ok_or(Code::NotFound)?;
    let waits = waitlist::with_leave(&app, everything.waitlist).await?;
    let data = OwnData {
        profile: everything.user,
        waiting_email: everything.waiting_email.map(|email| email.as_str().into()),
        former_number: everything.former_number,
        sessions: everything.sessions,
        push_devices: everything.push_devices,
        people: everything.people,
        bookings: everything.bookings.into_iter().map(|row| BookingCard::new(row, &app)).collect(),
        claims: everything.claims.into_iter().map(ClaimView::from).collect(),
        moves: everything.moves.into_iter().map(|one| OwnMoveProposal::new(one, app.clock.now())).collect(),
        reminders: everything.reminders,
        follow_ups: everything.follow_ups.into_iter().map(|row| OwnFollowUp::new(row, &app)).collect(),
        waitlist: waits.into_iter().map(|wait| WaitView::new(wait, app.clock.now_millis())).collect(),
        messages: everything.messages,
        consents: everything.consents,
    };
    Ok(Answer::of(data))
}

#[derive(Deserialize, ToSchema)]
pub struct DeleteRequest {
    password: Option<Field>,
    /// What came when a code to the own number was asked for: for an account without a password or without an address
    challenge: Option<Field>,
    /// The six digits of that message
    code: Option<Field>,
}

/// Delete the own account: frees future slots, ends every session, empties personal data at once.
#[utoipa::path(delete, path = "/user/api/user/profile/{userId}", responses((status = 429)))]
pub async fn delete_account(
    caller: Patient,
    app: App,
    address: ClientAddress,
    lang: Lang,
    Body(request): Body<DeleteRequest>,
) -> Result<Done> {
    let mut errors = FieldErrors::default();
    let DeleteRequest { password, challenge, code } = request;
    let sent = FirstFactorFields { password, challenge, code }.read(&mut errors);
    let sent = errors.all(|| sent)?;
    let deleted = match identity::prove(&app, &caller, sent, address).await {
        Ok(proof) => service::delete(&app, &caller, proof).await,
        Err(error) => Err(error),
    };
    deleted.map_err(|error| error.at("password"))?;
    Ok(Done::saying(ACCOUNT_DELETED, lang))
}
