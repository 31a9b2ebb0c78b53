//! A doctor's own profile and week. They live here because each change says what it means for bookings.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use std::sync::{Arc, Mutex, PoisonError};

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::service::{self, Outside, Settling, Week};
use crate::app::App;
use crate::booking::absence::http::LeaveView;
use crate::booking::practice::http::DoctorBooking;
use crate::booking::service::{Error, topic};
use crate::booking::texts;
use crate::directory::doctors::http::{
    ProfileView, change_malayalam_name, change_place, parse_fee, parse_malayalam, parse_malayalam_doctor_name,
};
use crate::directory::facilities::{self, Category, Facility};
use crate::directory::places::http::VisitPlace;
use crate::directory::schedule::http::check_both;
use crate::directory::schedule::weekday_name;
use crate::directory::{self, DayTime, DaysOff, NamedHospital, Notice, On, Place, Planned, Profile, Schedule};
use crate::identity::Email;
use crate::identity::callers::Doctor;
use crate::identity::person::{Mobile, parse_pincode};
use crate::identity::profiles::http::{Sent, own, save};
use crate::platform::db::Tx;
use crate::platform::http::{
    Answer, Body, ClientAddress, Code, Field, FieldErrors, Params, Photo, PhotoForm, Problem, Result, filter, optional,
};
use crate::platform::input::parse_line;
use crate::platform::lang::Lang;
use crate::platform::live::ADMINISTRATION;
use crate::platform::tries::Limit;

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
    /// The name in Malayalam, which waits for approval; empty for none
    nameMl: Option<Field>,
    /// The address in Malayalam; empty for none
    addressMl: Option<Field>,
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
    /// Of the own second factor, where one is set up
    code: Option<Field>,
}

impl ProfileForm {
    fn apply(self, profile: &mut Profile, now: Timestamp, today: Date) -> Result<()> {
        let (mut errors, doctor) = (FieldErrors::default(), &mut profile.doctor);
        errors.change(self.email, &mut profile.email, Email::parse);
        errors.change(self.phone_Number, &mut profile.phone, Mobile::parse);
        errors.change(self.consultation_Fee, &mut doctor.fee, parse_fee);
        let address = |text: &str| parse_line(text, directory::texts::ADDRESS_MISSING);
        errors.change(self.consultation_Address, &mut doctor.address, address);
        let name_ml = change_malayalam_name(&mut errors, self.nameMl, &mut doctor.name_ml, parse_malayalam_doctor_name);
        errors.change(self.addressMl, &mut doctor.address_ml, parse_malayalam);
        errors.change(self.pincode, &mut doctor.pincode, parse_pincode);
        let place = (&mut doctor.state, &mut doctor.district);
        change_place(&mut errors, (self.state, self.district), place, "district");
        let (mut start, mut end) = (doctor.schedule.start, doctor.schedule.end);
        errors.change(self.startTime, &mut start, DayTime::parse);
        errors.change(self.endTime, &mut end, DayTime::parse);
        change_hours(&mut errors, &mut doctor.schedule, (start, end), today)?;
        profile.ask_for(name_ml, now);
        errors.or(())
    }
}

/// Hours that are as they were change nothing. Where the week has several sessions there are none to change.
fn change_hours(
    errors: &mut FieldErrors,
    schedule: &mut Schedule,
    (start, end): (DayTime, DayTime),
    today: Date,
) -> Result<()> {
    if (start, end) == (schedule.start, schedule.end) {
        return Ok(());
    }
    if schedule.has_several() {
        return Err(Code::SeveralSessions.into());
    }
    // A session is never empty, as the hours of the simple form may be.
    let is_empty = schedule.has_weekly() && start == end;
    match directory::check_hours(start, end) {
        Err(text) => errors.add("endTime", text),
        Ok(()) if is_empty => errors.add("endTime", directory::texts::END_BEFORE_START),
        Ok(()) => schedule.set_hours(start, end),
    }
    if let Some(day) = schedule.first_misfit(today) {
        errors.add("endTime", texts::meets_extra(day));
    }
    Ok(())
}

/// The hospital that the form names instead of the one before: one that is approved, or none.
async fn other_hospital(app: &App, before: &Profile, hospital: Option<Field>) -> Result<Option<Option<NamedHospital>>> {
    let (mut errors, mut named) = (FieldErrors::default(), None);
    errors.change(hospital, &mut named, |text| Ok(Some(text.trim().to_owned())));
    let Some(id) = errors.or(named)? else { return Ok(None) };
    if hospital_of(before).unwrap_or_default() == id {
        return Ok(None);
    }
    if id.is_empty() {
        return Ok(Some(None));
    }
    let found = app.db.read(async |tx| facilities::find_listed(tx, Category::Hospital, &id).await).await?;
    let found = found.ok_or_else(|| Problem::field("hospital", directory::texts::HOSPITAL_UNKNOWN))?;
    let Facility { name, name_ml, address, address_ml, city, district, state, pincode, .. } = found;
    let name = name.as_str().into();
    let place = Place { id, name, name_ml, address, address_ml, city, district, state, pincode };
    Ok(Some(Some(NamedHospital { place, confirmed: false, listed: true })))
}

/// Each change mails one or two hospitals, so a doctor cannot flood them.
const HOSPITAL_CHANGE_LIMIT: Limit = Limit::new("hospitals named by a doctor", 10, SignedDuration::from_hours(24));

/// The id of the hospital that a doctor names.
fn hospital_of(profile: &Profile) -> Option<String> {
    profile.doctor.hospital.as_ref().map(|hospital| hospital.place.id.clone())
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SavedProfile {
    profile: ProfileView,
    /// How many coming bookings lie outside the new hours; they stay as they are
    outside: usize,
    /// Those of them that lay inside before
    bookings: Vec<DoctorBooking>,
}

impl SavedProfile {
    fn new(profile: Profile, outside: Outside) -> Self {
        let bookings = outside.stranded.into_iter().map(DoctorBooking::from).collect();
        Self { profile: profile.into(), outside: outside.all, bookings }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PreviewQuery {
    /// `true`: nothing is saved, and the answer says what would be
    preview: Option<Field>,
}

impl PreviewQuery {
    /// Nothing else will do: whoever wants to look first must not save by a slip.
    pub fn is_preview(self) -> Result<bool> {
        let flag = |text: &str| match text.trim() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(texts::PREVIEW_WRONG),
        };
        Ok(filter(self.preview, flag)?.unwrap_or(false))
    }
}

/// Change a doctor's own profile, photo and hours. Existing bookings are never touched. Another name in Malayalam counts once the
/// administrator has approved it. Another address or number needs the password; the address counts once it is confirmed. Hours of a week of several sessions are theirs to change.
#[utoipa::path(put, path = "/user/api/doctor/profile/{docId}", responses((status = 409), (status = 429)))]
pub async fn update_doctor_profile(
    caller: Doctor,
    app: App,
    address: ClientAddress,
    lang: Lang,
    Params(query): Params<PreviewQuery>,
    PhotoForm(mut form, _place): PhotoForm<ProfileForm>,
) -> Result<Answer<SavedProfile>> {
    let (before, today): (Profile, Date) = (own(&app, &caller).await?, app.clock.india().date());
    let now = app.clock.now();
    let (password, code, photo) = (form.current_password.take(), form.code.take(), form.image.take());
    let hospital = form.hospital.take();
    let mut wanted = before.clone();
    form.clone().apply(&mut wanted, now, today)?;
    let hospital = other_hospital(&app, &before, hospital).await?;
    if query.is_preview()? {
        wanted.doctor.hospital = hospital.unwrap_or(wanted.doctor.hospital);
        let sessions = std::mem::take(&mut wanted.doctor.schedule.sessions);
        wanted.doctor.plan(sessions);
        let schedule = wanted.doctor.schedule.clone();
        let become_so = move |profile: &mut Profile| {
            profile.doctor.schedule = schedule;
            Ok(())
        };
        let Week { outside, .. } = service::preview(&app, &caller, become_so).await?;
        return Ok(Answer::of(SavedProfile::new(wanted, outside)));
    }
    let mut hospitals_changed: Vec<String> = Vec::new();
    if let Some(other) = &hospital {
        app.tries.take(&[(&caller.id, HOSPITAL_CHANGE_LIMIT)], now.as_millisecond()).await?;
        hospitals_changed.extend(hospital_of(&before));
        hospitals_changed.extend(other.as_ref().map(|hospital| hospital.place.id.clone()));
    }
    let sent = Sent { password, code, photo, email: "email", address, lang };
    // Read again inside the transaction: the hospital may have removed the doctor since `before` was read.
    let hospital_before = Arc::new(Mutex::new(None));
    let noted = hospital_before.clone();
    let change = move |profile: &mut Profile| {
        *noted.lock().unwrap_or_else(PoisonError::into_inner) = hospital_of(profile);
        profile.doctor.hospital = hospital.clone().unwrap_or(profile.doctor.hospital.take());
        form.clone().apply(profile, now, today)
    };
    let (settling, seen, site) = (Settling::new(&app), before.doctor.schedule.clone(), app.config.public_url.clone());
    let conclude = async move |tx: &mut Tx<'_>, mut profile: Profile| {
        let named_before = hospital_before.lock().unwrap_or_else(PoisonError::into_inner).take();
        facilities::notify_hospitals(tx, &profile.doctor, named_before.as_deref(), (&site, now)).await?;
        let Week { doctor, outside } = settling.settle(tx, profile.doctor, &seen).await?;
        profile.doctor = doctor;
        Ok(SavedProfile::new(profile, outside))
    };
    let is_asked = wanted.waiting.is_some_and(|waiting| waiting.is_new(before.waiting.as_ref()));
    let mut saved = Box::pin(save(&app, &caller, &before, sent, change, conclude)).await?;
    if is_asked {
        saved.message = format!("{} {}", saved.message, directory::texts::CHANGE_WAITS.in_lang(lang));
        app.live.publish(ADMINISTRATION);
    }
    app.live.publish(&topic(&caller.id));
    for hospital_id in hospitals_changed {
        app.live.publish(&facilities::topic(&hospital_id));
    }
    Ok(saved)
}

/// A session as its doctor planned it.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlannedSession {
    _id: String,
    /// As in `Monday`, of a weekly one
    #[serde(skip_serializing_if = "Option::is_none")]
    weekday: Option<&'static str>,
    /// As in `2024-01-05`, of an extra one
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[schema(value_type = String)]
    from: DayTime,
    #[schema(value_type = String)]
    to: DayTime,
    /// The id of a hospital; `null` is the own clinic
    place: Option<String>,
    /// `null` is the doctor's own fee
    fee: Option<i64>,
    /// Not while the hospital does not confirm the doctor: then it has no slots
    offered: bool,
}

impl From<&Planned> for PlannedSession {
    fn from(planned: &Planned) -> Self {
        let (weekday, date) = match planned.on {
            On::Weekday(weekday) => (Some(weekday_name(weekday)), None),
            On::Day(day) => (None, Some(day.to_string())),
        };
        Self {
            _id: planned.id.clone(),
            weekday,
            date,
            from: planned.from,
            to: planned.to,
            place: planned.hospital_id.clone(),
            fee: planned.fee,
            offered: planned.is_offered,
        }
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
    /// How many minutes before a visit patients must have booked it; 0 is no such limit
    notice_minutes: i64,
    /// What has not ended, the first first
    leave: Vec<LeaveView>,
    /// The week, from Monday on; empty where every day that is not off is from `startTime` to `endTime` at the own clinic
    sessions: Vec<PlannedSession>,
    /// Of today and the days to come, the first first
    extra_sessions: Vec<PlannedSession>,
    /// The hospital where sessions can be: one that has confirmed the doctor
    place: Option<VisitPlace>,
    /// Whether the week has sessions that differ: then the times change with them alone
    several_sessions: bool,
    /// Whether some session is at a hospital that does not confirm the doctor
    needs_attention: bool,
}

impl ScheduleView {
    pub fn new(doctor: directory::Doctor, today: Date) -> Self {
        let (place, schedule) = (doctor.workplace().cloned(), doctor.schedule);
        let (break_start, break_end) = schedule.rest.map(|(from, to)| (from.to_string(), to.to_string())).unzip();
        Self {
            start_time: schedule.start.to_string(),
            end_time: schedule.end.to_string(),
            days_off: schedule.days_off.names(),
            break_start,
            break_end,
            notice_minutes: schedule.notice.minutes(),
            sessions: schedule.weekly().into_iter().map(|(_, planned)| planned.into()).collect(),
            extra_sessions: schedule.extra(today).into_iter().map(|(_, planned)| planned.into()).collect(),
            place: place.map(VisitPlace::from),
            several_sessions: schedule.has_several(),
            needs_attention: schedule.needs_attention(today),
            leave: schedule.leave.into_iter().filter(|leave| leave.last >= today).map(LeaveView::from).collect(),
        }
    }
}

/// A doctor's own week and leave.
#[utoipa::path(get, path = "/user/api/doctor/schedule/{docId}")]
pub async fn schedule(caller: Doctor, app: App) -> Result<Answer<ScheduleView>> {
    let profile: Profile = own(&app, &caller).await?;
    let data = ScheduleView::new(profile.doctor, app.clock.india().date());
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
    /// 0, 30, 60, 120, 240, 720, 1440 or 2880: how many minutes before a visit patients must have booked it
    notice_minutes: Option<Field>,
}

impl ScheduleRequest {
    /// The change that it asks for.
    fn parse(self, today: Date) -> Result<impl FnOnce(&mut Profile) -> Result<(), Error> + Send + 'static> {
        let mut errors = FieldErrors::default();
        let days = errors.list(self.days_off).map(|names| Field::new("daysOff", names.join(",")));
        let mut days_off = None;
        errors.change(days, &mut days_off, |text| DaysOff::parse(text).map(Some));
        let is_given = self.break_start.is_some() || self.break_end.is_some();
        let (mut start, mut end) = (None, None);
        errors.change(self.break_start, &mut start, optional(DayTime::parse));
        errors.change(self.break_end, &mut end, optional(DayTime::parse));
        let rest = check_both(&mut errors, (start, end), ("breakEnd", texts::BREAK_INCOMPLETE));
        let mut notice = None;
        errors.change(self.notice_minutes, &mut notice, |text| Notice::parse(text).map(Some));
        errors.or(move |profile: &mut Profile| {
            let schedule = &mut profile.doctor.schedule;
            schedule.notice = notice.unwrap_or(schedule.notice);
            let days_off = days_off.unwrap_or(schedule.days_off);
            let rest = if is_given { rest } else { schedule.rest };
            if (days_off, rest) == (schedule.days_off, schedule.rest) {
                return Ok(());
            }
            if schedule.has_weekly() {
                return Err(Error::SeveralSessions);
            }
            (schedule.days_off, schedule.rest) = (days_off, rest);
            match schedule.first_misfit(today) {
                Some(day) => Err(Error::Fields(Problem::field("daysOff", texts::meets_extra(day)))),
                None => Ok(()),
            }
        })
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SavedSchedule {
    schedule: ScheduleView,
    /// How many coming bookings the new week leaves outside, or at another place; they stay as they are
    outside: usize,
    /// Those of them that lay inside before, the soonest first
    bookings: Vec<DoctorBooking>,
}

impl SavedSchedule {
    pub fn new(Week { doctor, outside }: Week, app: &App) -> Self {
        Self {
            schedule: ScheduleView::new(doctor, app.clock.india().date()),
            outside: outside.all,
            bookings: outside.stranded.into_iter().map(DoctorBooking::from).collect(),
        }
    }
}

/// Change the days off, the break and the minimum notice. Existing bookings are never touched. A week of sessions has neither days off nor a break.
#[utoipa::path(put, path = "/user/api/doctor/schedule/{docId}", responses((status = 409)))]
pub async fn update_schedule(
    caller: Doctor,
    app: App,
    lang: Lang,
    Params(query): Params<PreviewQuery>,
    Body(request): Body<ScheduleRequest>,
) -> Result<Answer<SavedSchedule>> {
    let (change, is_preview) = (request.parse(app.clock.india().date())?, query.is_preview()?);
    let week = service::save_week(&app, &caller, change, is_preview).await?;
    let data = SavedSchedule::new(week, &app);
    Ok(if is_preview { Answer::of(data) } else { Answer::saying(texts::SCHEDULE_SAVED, lang, data) })
}
