//! A doctor's own profile, week and leave. They live here because each change says what it means for bookings.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use jiff::Span;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::service::{self, Met};
use crate::app::App;
use crate::booking::http::parse_day;
use crate::booking::practice::http::DoctorBooking;
use crate::booking::texts;
use crate::directory::doctors::http::{ProfileView, change_place, parse_fee};
use crate::directory::facilities::Category;
use crate::directory::schedule::http::check_both;
use crate::directory::{self, DayTime, DaysOff, Leave, NamedHospital, Profile, Schedule};
use crate::identity::Email;
use crate::identity::callers::Doctor;
use crate::identity::person::{Mobile, parse_pincode};
use crate::identity::profiles::http::{Sent, own, save};
use crate::platform::db::Tx;
use crate::platform::http::{
    Answer, Body, ClientAddress, Code, Done, Field, FieldErrors, Params, Photo, PhotoForm, Problem, Result, Rows,
    optional,
};
use crate::platform::input::{TEXT_LONG, parse_line};
use crate::platform::lang::Lang;

/// A doctor's own profile.
#[utoipa::path(get, path = "/user/api/doctor/profile/{docId}")]
pub async fn doctor_profile(caller: Doctor, app: App) -> Result<Answer<ProfileView>> {
    let profile: Profile = own(&app, &caller).await?;
    Ok(Answer::of(profile))
}

/// What a profile can change; what is left out stays.
#[derive(Clone, Deserialize, ToSchema)]
pub struct ProfileForm {
    email: Option<Field>,
    phone_Number: Option<Field>,
    consultation_Fee: Option<Field>,
    consultation_Address: Option<Field>,
    district: Option<Field>,
    state: Option<Field>,
    pincode: Option<Field>,
    startTime: Option<Field>,
    endTime: Option<Field>,
    /// The id of an approved hospital; empty for none
    hospital: Option<Field>,
    image: Option<Photo>,
    /// Asked for when the address or the number changes
    current_password: Option<Field>,
}

impl ProfileForm {
    fn apply(self, profile: &mut Profile) -> Result<()> {
        let (mut errors, doctor) = (FieldErrors::default(), &mut profile.doctor);
        errors.change(self.email, &mut profile.email, Email::parse);
        errors.change(self.phone_Number, &mut profile.phone, Mobile::parse);
        errors.change(self.consultation_Fee, &mut doctor.fee, parse_fee);
        let address = |text: &str| parse_line(text, directory::texts::ADDRESS_MISSING);
        errors.change(self.consultation_Address, &mut doctor.address, address);
        errors.change(self.pincode, &mut doctor.pincode, parse_pincode);
        let place = (&mut doctor.state, &mut doctor.district);
        change_place(&mut errors, (self.state, self.district), place, "district");
        let hours = (doctor.schedule.start, doctor.schedule.end);
        errors.change(self.startTime, &mut doctor.schedule.start, DayTime::parse);
        errors.change(self.endTime, &mut doctor.schedule.end, DayTime::parse);
        let (start, end) = (doctor.schedule.start, doctor.schedule.end);
        if (start, end) != hours
            && let Err(text) = directory::check_hours(start, end)
        {
            errors.add("endTime", text);
        }
        errors.or(())
    }
}

/// The hospital that the form names instead of the one before: one that is approved, or none.
async fn other_hospital(app: &App, before: &Profile, hospital: Option<Field>) -> Result<Option<Option<NamedHospital>>> {
    let (mut errors, mut named) = (FieldErrors::default(), None);
    errors.change(hospital, &mut named, |text| Ok(Some(text.trim().to_owned())));
    let Some(id) = errors.or(named)? else { return Ok(None) };
    if before.doctor.hospital.as_ref().is_some_and(|hospital| hospital.id == id) {
        return Ok(None);
    }
    if id.is_empty() {
        return Ok(Some(None));
    }
    let found = app.db.read(async |tx| directory::facilities::find_listed(tx, Category::Hospital, &id).await).await?;
    let found = found.ok_or_else(|| Problem::field("hospital", directory::texts::HOSPITAL_UNKNOWN))?;
    Ok(Some(Some(NamedHospital { id, name: found.name.as_str().into(), confirmed: false, listed: true })))
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SavedProfile {
    profile: ProfileView,
    /// How many coming bookings lie outside the new hours; they stay as they are
    outside: usize,
}

/// Change a doctor's own profile, photo and hours. Existing bookings are never touched. Another address or number needs the
/// password; the address counts once it is confirmed.
#[utoipa::path(put, path = "/user/api/doctor/profile/{docId}", responses((status = 409), (status = 429)))]
pub async fn update_doctor_profile(
    caller: Doctor,
    app: App,
    address: ClientAddress,
    lang: Lang,
    PhotoForm(mut form, _place): PhotoForm<ProfileForm>,
) -> Result<Answer<SavedProfile>> {
    let before: Profile = own(&app, &caller).await?;
    let (password, photo) = (form.current_password.take(), form.image.take());
    let hospital = form.hospital.take();
    form.clone().apply(&mut before.clone())?;
    let hospital = other_hospital(&app, &before, hospital).await?;
    let sent = Sent { password, photo, email: "email", address, lang };
    let change = move |profile: &mut Profile| {
        profile.doctor.hospital = hospital.clone().unwrap_or(profile.doctor.hospital.take());
        form.clone().apply(profile)
    };
    let now = app.clock.now();
    let conclude = async move |tx: &mut Tx<'_>, profile: Profile| {
        let outside = service::count_outside(tx, &profile.doctor.id, &profile.doctor.schedule, now).await?;
        Ok(SavedProfile { profile: profile.into(), outside })
    };
    save(&app, &caller, &before, sent, change, conclude).await
}

#[derive(Debug, Serialize, ToSchema)]
pub struct LeaveView {
    _id: String,
    /// As in `2024-01-05`
    from: String,
    to: String,
    note: String,
}

impl From<Leave> for LeaveView {
    fn from(leave: Leave) -> Self {
        Self { _id: leave.id, from: leave.first.to_string(), to: leave.last.to_string(), note: leave.note }
    }
}

/// When a doctor works.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleView {
    start_time: String,
    end_time: String,
    /// English names of days, from Monday on
    days_off: Vec<&'static str>,
    break_start: Option<String>,
    break_end: Option<String>,
    /// What has not ended, the first first
    leave: Vec<LeaveView>,
}

impl ScheduleView {
    fn new(schedule: Schedule, today: Date) -> Self {
        let (break_start, break_end) = schedule.rest.map(|(from, to)| (from.to_string(), to.to_string())).unzip();
        Self {
            start_time: schedule.start.to_string(),
            end_time: schedule.end.to_string(),
            days_off: schedule.days_off.names(),
            break_start,
            break_end,
            leave: schedule.leave.into_iter().filter(|leave| leave.last >= today).map(LeaveView::from).collect(),
        }
    }
}

/// A doctor's own week and leave.
#[utoipa::path(get, path = "/user/api/doctor/schedule/{docId}")]
pub async fn schedule(caller: Doctor, app: App) -> Result<Answer<ScheduleView>> {
    let profile: Profile = own(&app, &caller).await?;
    let data = ScheduleView::new(profile.doctor.schedule, app.clock.india().date());
    Ok(Answer::of(data))
}

/// What is left out stays; empty times take the break away.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleRequest {
    /// English names of days
    #[schema(value_type = Option<Vec<String>>)]
    days_off: Option<Field>,
    break_start: Option<Field>,
    break_end: Option<Field>,
}

impl ScheduleRequest {
    /// The change that it asks for.
    fn parse(self) -> Result<impl FnOnce(&mut Schedule) + Send + 'static> {
        let mut errors = FieldErrors::default();
        let days = errors.list(self.days_off).map(|names| Field::new("daysOff", names.join(",")));
        let mut days_off = None;
        errors.change(days, &mut days_off, |text| DaysOff::parse(text).map(Some));
        let is_given = self.break_start.is_some() || self.break_end.is_some();
        let (mut start, mut end) = (None, None);
        errors.change(self.break_start, &mut start, optional(DayTime::parse));
        errors.change(self.break_end, &mut end, optional(DayTime::parse));
        let rest = check_both(&mut errors, (start, end), ("breakEnd", texts::BREAK_INCOMPLETE));
        errors.or(move |schedule: &mut Schedule| {
            schedule.days_off = days_off.unwrap_or(schedule.days_off);
            schedule.rest = if is_given { rest } else { schedule.rest };
        })
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SavedSchedule {
    schedule: ScheduleView,
    /// How many coming bookings the new week leaves outside; they stay as they are
    outside: usize,
}

/// Change the days off and the break. Existing bookings are never touched.
#[utoipa::path(put, path = "/user/api/doctor/schedule/{docId}")]
pub async fn update_schedule(
    caller: Doctor,
    app: App,
    lang: Lang,
    Body(request): Body<ScheduleRequest>,
) -> Result<Answer<SavedSchedule>> {
    let (schedule, outside) = service::save_week(&app, &caller, request.parse()?).await?;
    let data = SavedSchedule { schedule: ScheduleView::new(schedule, app.clock.india().date()), outside };
    Ok(Answer::saying(texts::SCHEDULE_SAVED, lang, data))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DaysQuery {
    /// As in `2024-01-05`
    from: Field,
    /// The last day, included; the first without it
    to: Option<Field>,
}

/// Days, both included, that are not over and not more than a year.
fn parse_days(errors: &mut FieldErrors, from: Field, to: Option<Field>, today: Date) -> Option<(Date, Date)> {
    let (first, last) = (errors.check(from, parse_day), errors.optional(to, parse_day));
    let first = first?;
    let last = last?.unwrap_or(first);
    let latest = first.checked_add(Span::new().years(1)).unwrap_or(first);
    let wrong =
        [(last < first, texts::LEAVE_ORDER), (last < today, texts::LEAVE_PAST), (last > latest, texts::LEAVE_LONG)];
    if let Some((_, text)) = wrong.into_iter().find(|(is_wrong, _)| *is_wrong) {
        errors.add("to", text);
    }
    Some((first, last))
}

/// The coming bookings that leave on these days would meet.
#[utoipa::path(get, path = "/user/api/doctor/leave/{docId}/bookings")]
pub async fn leave_bookings(caller: Doctor, app: App, Params(query): Params<DaysQuery>) -> Result<Rows<DoctorBooking>> {
    let mut errors = FieldErrors::default();
    let days = parse_days(&mut errors, query.from, query.to, app.clock.india().date());
    let (first, last) = errors.all(|| days)?;
    let met = service::list_during(&app, &caller.id, first, last).await?;
    Ok(Rows::of(met))
}

#[derive(Deserialize, ToSchema)]
pub struct LeaveRequest {
    /// The first day, as in `2024-01-05`
    from: Field,
    /// The last day, included; the first without it
    to: Option<Field>,
    /// For the patients who are told
    note: Option<Field>,
    /// What happens to bookings on these days: keep (the default), notify or cancel
    bookings: Option<Field>,
}

/// Add leave. By default the bookings that it meets are kept.
#[utoipa::path(post, path = "/user/api/doctor/leave/{docId}")]
pub async fn add_leave(
    caller: Doctor,
    app: App,
    lang: Lang,
    Body(request): Body<LeaveRequest>,
) -> Result<Answer<LeaveView>> {
    let mut errors = FieldErrors::default();
    let days = parse_days(&mut errors, request.from, request.to, app.clock.india().date());
    let note = errors.optional(request.note, |text| parse_line(text, TEXT_LONG));
    let met = errors.optional(request.bookings, |text| match text.trim() {
        "keep" => Ok(Met::Keep),
        "notify" => Ok(Met::Notify),
        "cancel" => Ok(Met::Cancel),
        _ => Err(texts::MET_WRONG),
    });
    let (days, note, met) = errors.all(|| Some((days?, note?.unwrap_or_default(), met?.unwrap_or(Met::Keep))))?;
    let leave = service::add_leave(&app, &caller, days, note, met).await?;
    Ok(Answer::saying(texts::LEAVE_SAVED, lang, leave))
}

/// Take leave back: its slots are free again.
#[utoipa::path(delete, path = "/user/api/doctor/leave/{docId}/{leaveId}")]
pub async fn remove_leave(
    caller: Doctor,
    app: App,
    lang: Lang,
    Path((_own, leave_id)): Path<(String, String)>,
) -> Result<Done> {
    if !service::remove_leave(&app, &caller, leave_id).await? {
        return Err(Code::NotFound.into());
    }
    Ok(Done::saying(texts::LEAVE_REMOVED, lang))
}
