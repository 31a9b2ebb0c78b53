//! A caller, which chooses its next call at random.

use std::sync::atomic::Ordering;

use reqwest::multipart::Form;
use serde_json::{Value, json};

use super::super::history::{DAY, Deed, Id, Minute, Outcome};
use super::super::model::{CLOSES, OPENS};
use super::{Person, Storm, Told, time};
use crate::harness::Answer;
use crate::harness::people::{PASSWORD, booking_form, booking_path};
use crate::proofs;
use crate::proofs::dice::Dice;

/// Visits are on these days, counted from tomorrow.
const DAYS: [i64; 2] = [0, 1];
/// How many minutes after ten the doctors begin.
const SHIFTS: [Minute; 4] = [0, 0, 5, 10];
/// How many recent bookings doctors choose from.
const REMEMBERED: usize = 60;

/// When a visit may begin: mostly on the grid of ten o'clock, otherwise on one that the hours are sometimes moved to.
fn any_slot(dice: &mut Dice) -> Minute {
    let quarters: Vec<Minute> = (OPENS..CLOSES).step_by(15).collect();
    dice.one_of(&DAYS) * DAY + dice.one_of(&quarters) + dice.one_of(&SHIFTS)
}

/// A caller, one call after the other: mostly a patient, sometimes a doctor or the administrator.
pub struct Caller {
    number: usize,
    dice: Dice,
    patient: Person,
    /// The latest bookings of the caller, with their doctors.
    own: Vec<(Id, usize)>,
    /// A form whose answer was lost: it is sent again.
    again: Option<(usize, Minute)>,
}

impl proofs::storm::Caller<Storm> for Caller {
    async fn step(&mut self, storm: &Storm) {
        let doctor = self.dice.below(storm.doctors.len());
        let person = &storm.doctors[doctor].id;
        if let Some((doctor, at)) = self.again.take() {
            return self.book(storm, doctor, at).await;
        }
        match self.dice.below(1000) {
            0..150 => self.list(storm, doctor).await,
            150..280 => self.cancel(storm).await,
            280..420 => self.reschedule(storm).await,
            420..510 => self.decide(storm, "approve", |booking| Deed::Approve { booking }).await,
            510..550 => self.decide(storm, "reject", |booking| Deed::Reject { booking }).await,
            550..590 => self.decide(storm, "cancel", |booking| Deed::CancelVisit { booking }).await,
            590..610 => {
                let minute = OPENS + self.dice.one_of(&SHIFTS);
                let form = Form::new().text("startTime", time(minute));
                let path = format!("/user/api/doctor/profile/{person}");
                let request = |person: &Person| storm.request("PUT", &path, person).multipart(form);
                storm.as_doctor(doctor, request, |_| Deed::BeginAt { minute }).await;
            }
            610..630 => self.go_on_leave(storm, doctor).await,
            630..646 => self.block(storm).await,
            646..654 => {
                let cancel = self.dice.coin();
                let form = json!({"bookings": if cancel { "cancel" } else { "keep" }});
                let request = storm.request("POST", &format!("/admin/api/doctors/{person}/suspend"), &storm.admin);
                storm.call(Some(doctor), request.json(&form), |_| Deed::Suspend { cancel }).await;
                storm.restore(doctor).await;
            }
            654..657 => self.delete_account(storm).await,
            657..707 if storm.moves_sessions.load(Ordering::SeqCst) => self.move_session(storm, doctor).await,
            707..847 if storm.moves_sessions.load(Ordering::SeqCst) => self.answer_proposal(storm).await,
            847..853 if storm.moves_sessions.load(Ordering::SeqCst) => self.withdraw_move(storm).await,
            _ => {
                let at = any_slot(&mut self.dice);
                self.book(storm, doctor, at).await;
            }
        }
    }
}

impl Caller {
    /// The number decides which calls are made: it is the seed of the dice.
    pub(super) fn new(number: usize, patient: Person) -> Self {
        Self { number, dice: Dice(number as u64), patient, own: Vec::new(), again: None }
    }

    async fn book(&mut self, storm: &Storm, doctor: usize, at: Minute) {
        let path = booking_path(&storm.doctors[doctor].id, &self.patient.id);
        let form = booking_form(&storm.date(at / DAY), &time(at % DAY));
        let user: Id = self.patient.id.as_str().into();
        let request = storm.request("POST", &path, &self.patient).json(&form);
        let told = storm
            .call(Some(doctor), request, |body| Deed::Book {
                user,
                at,
                booking: body["data"]["_id"].as_str().map(Id::from),
            })
            .await;
        if told.outcome == Outcome::Unknown {
            self.again = Some((doctor, at));
        }
        if let (Outcome::Done, Some(booking)) = (told.outcome, told.body["data"]["_id"].as_str()) {
            let booking: Id = booking.into();
            self.own.insert(0, (booking.clone(), doctor));
            self.own.truncate(8);
            let mut latest = storm.latest.lock().unwrap();
            latest.push_front((booking, doctor));
            latest.truncate(REMEMBERED);
        }
        self.stay(storm, &told).await;
    }

    /// A blocked caller logs in again, or another account does.
    async fn stay(&mut self, storm: &Storm, told: &Told) {
        if told.is_signed_out && storm.sign_in(&self.patient).await.is_none() {
            self.leave_to_another(storm).await;
        }
    }

    async fn leave_to_another(&mut self, storm: &Storm) {
        if let Some(patient) = storm.new_patient().await {
            storm.patients.lock().unwrap()[self.number] = patient.id.as_str().into();
            self.patient = patient;
            self.own.clear();
        }
    }

    async fn list(&mut self, storm: &Storm, doctor: usize) {
        let day = self.dice.one_of(&DAYS);
        let path = format!("/user/api/doctor/{}/slots?date={}", storm.doctors[doctor].id, storm.date(day));
        let minutes = |slot: &Value| {
            let (hours, minutes) = slot["time"].as_str()?.split_once(':')?;
            Some(day * DAY + hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?)
        };
        let free = |body: &Value| body["data"].as_array().into_iter().flatten().filter_map(minutes).collect();
        let request = storm.request("GET", &path, &self.patient);
        storm.call(Some(doctor), request, |body| Deed::List { day, free: free(body) }).await;
    }

    fn any_own(&mut self) -> Option<(Id, usize)> {
        let number = self.dice.below(self.own.len());
        self.own.get(number).cloned()
    }

    async fn cancel(&mut self, storm: &Storm) {
        let Some((booking, doctor)) = self.any_own() else { return };
        let request = storm.request("PATCH", &format!("/user/api/appointment/cancel/{booking}"), &self.patient);
        let told = storm.call(Some(doctor), request, |_| Deed::Cancel { booking }).await;
        self.stay(storm, &told).await;
    }

    async fn reschedule(&mut self, storm: &Storm) {
        let Some((booking, doctor)) = self.any_own() else { return };
        let to = any_slot(&mut self.dice);
        let request = storm.request("PATCH", &format!("/user/api/appointment/reschedule/{booking}"), &self.patient);
        let told = storm.call(Some(doctor), request.json(&storm.slot(to)), |_| Deed::Move { booking, to }).await;
        self.stay(storm, &told).await;
    }

    /// As the doctor of one of the latest bookings.
    async fn decide(&mut self, storm: &Storm, verb: &str, deed: impl FnOnce(Id) -> Deed) {
        let latest: Vec<(Id, usize)> = storm.latest.lock().unwrap().iter().cloned().collect();
        let Some((booking, doctor)) = latest.get(self.dice.below(latest.len())).cloned() else { return };
        let path = format!("/user/api/doctor/appointment/{verb}/{booking}");
        storm.as_doctor(doctor, |person| storm.request("PATCH", &path, person), |_| deed(booking)).await;
    }

    async fn go_on_leave(&mut self, storm: &Storm, doctor: usize) {
        let (day, cancel) = (self.dice.one_of(&DAYS), self.dice.coin());
        let leave: Id = format!("leave {}", storm.name()).into();
        let bookings = if cancel { "cancel" } else { "keep" };
        let form = json!({"from": storm.date(day), "note": &*leave, "bookings": bookings});
        let path = format!("/user/api/doctor/leave/{}", storm.doctors[doctor].id);
        let request = |person: &Person| storm.request("POST", &path, person).json(&form);
        let deed = |_: &Value| Deed::AddLeave { leave: leave.clone(), day, cancel };
        let told = storm.as_doctor(doctor, request, deed).await;
        if let Some(id) = told.body["data"]["_id"].as_str() {
            storm.leave.lock().unwrap().insert(leave.clone(), id.to_owned());
            storm.remove_leave(doctor, leave).await;
        }
    }

    async fn move_session(&mut self, storm: &Storm, doctor: usize) {
        // The first hour of a day: the more free slots follow, the more visits find one.
        let (day, target) =
            (self.dice.one_of(&DAYS), self.dice.one_of(&DAYS) * DAY + OPENS + self.dice.one_of(&[0, 15, 30]));
        let mut form = storm.slot(target);
        form["sessionDate"] = json!(storm.date(day));
        form["sessionTime"] = json!(time(OPENS + self.dice.one_of(&SHIFTS)));
        // Each is another move: the same form answers with the first one.
        form["reason"] = json!(format!("move {}", storm.name()));
        let path = format!("/user/api/doctor/sessionmoves/{}", storm.doctors[doctor].id);
        let visit = |row: &Value| {
            let id: Id = row["_id"].as_str()?.into();
            Some((id, storm.minute_of(&row["startsAt"])?, storm.minute_of(&row["newStartsAt"])))
        };
        let deed = |body: &Value| Deed::MoveSession {
            id: body["data"]["_id"].as_str().unwrap_or_default().into(),
            day,
            visits: body["data"]["visits"].as_array().into_iter().flatten().filter_map(visit).collect(),
        };
        let request = |person: &Person| storm.request("POST", &path, person).json(&form);
        let told = storm.as_doctor(doctor, request, deed).await;
        if let Some(id) = told.body["data"]["_id"].as_str() {
            let mut moves = storm.moves.lock().unwrap();
            moves.push_front((id.into(), doctor));
            moves.truncate(REMEMBERED);
        }
        // One patient is called at once, and agrees.
        let mut visits = told.body["data"]["visits"].as_array().into_iter().flatten();
        let placed = visits.find(|row| row["newStartsAt"].is_string()).and_then(|row| row["_id"].as_str());
        if let Some(booking) = placed.filter(|_| self.dice.below(2) == 0) {
            accept_for_patient(storm, booking.into(), doctor).await;
        }
    }

    async fn withdraw_move(&mut self, storm: &Storm) {
        let moves: Vec<(Id, usize)> = storm.moves.lock().unwrap().iter().cloned().collect();
        let Some((id, doctor)) = moves.get(self.dice.below(moves.len())).cloned() else { return };
        let path = format!("/user/api/doctor/sessionmoves/{}/{id}", storm.doctors[doctor].id);
        storm.as_doctor(doctor, |person| storm.request("DELETE", &path, person), |_| Deed::WithdrawMove { id }).await;
    }

    /// Answers what is proposed to the patient; or the doctor accepts for one of the latest bookings, as after a call.
    async fn answer_proposal(&mut self, storm: &Storm) {
        if self.dice.below(4) == 0 {
            let latest: Vec<(Id, usize)> = storm.latest.lock().unwrap().iter().cloned().collect();
            let Some((booking, doctor)) = latest.get(self.dice.below(latest.len())).cloned() else { return };
            accept_for_patient(storm, booking, doctor).await;
            return;
        }
        let path = format!("/user/api/user/moves/{}", self.patient.id);
        let Ok(listed) = Answer::heard(storm.request("GET", &path, &self.patient)).await else { return };
        let rows = listed.body["data"].as_array().cloned().unwrap_or_default();
        let Some(row) = rows.get(self.dice.below(rows.len())) else { return };
        let booking: Id = row["_id"].as_str().unwrap_or_default().into();
        let of_doctor = |person: &Person| row["doctorId"]["_id"] == person.id.as_str();
        let Some(doctor) = storm.doctors.iter().position(of_doctor) else { return };
        let is_yes = self.dice.below(3) > 0;
        let request =
            storm.request(if is_yes { "POST" } else { "DELETE" }, &format!("{path}/{booking}"), &self.patient);
        let deed = |_: &Value| match is_yes {
            true => Deed::AcceptMove { booking, by_doctor: false },
            false => Deed::DeclineMove { booking },
        };
        let told = storm.call(Some(doctor), request, deed).await;
        self.stay(storm, &told).await;
    }

    async fn block(&mut self, storm: &Storm) {
        let patients = storm.patients.lock().unwrap().clone();
        let (user, cancel) = (patients[self.dice.below(patients.len())].clone(), self.dice.coin());
        let form = json!({"isDeleted": true, "bookings": if cancel { "cancel" } else { "keep" }});
        let request = storm.request("PATCH", &format!("/admin/api/blockandunblock/{user}"), &storm.admin);
        storm.call(None, request.json(&form), |_| Deed::Block { user: user.clone(), cancel }).await;
        storm.unblock(user).await;
    }

    async fn delete_account(&mut self, storm: &Storm) {
        let request = storm.request("DELETE", &format!("/user/api/user/profile/{}", self.patient.id), &self.patient);
        let user: Id = self.patient.id.as_str().into();
        let told =
            storm.call(None, request.json(&json!({"password": PASSWORD})), |_| Deed::DeleteAccount { user }).await;
        match told.outcome {
            Outcome::Refused(_) => self.stay(storm, &told).await,
            _ => self.leave_to_another(storm).await,
        }
    }
}

/// The doctor accepts a proposal for the patient, as after a call.
async fn accept_for_patient(storm: &Storm, booking: Id, doctor: usize) {
    let path = format!("/user/api/doctor/appointment/proposal/{booking}");
    let deed = |_: &Value| Deed::AcceptMove { booking, by_doctor: true };
    storm.as_doctor(doctor, |person| storm.request("POST", &path, person), deed).await;
}
