//! The actions of a month.

use doccare::identity::Role;
use doccare::platform::db;
use serde_json::json;

use super::{
    AWAY, BY_DOCTOR, CANCELLED, CONFIRMED, MOVED, Month, REJECTED, REQUESTED, TO_DOCTORS, Visit, everybody, is_active,
};
use crate::harness::TestServer;
use crate::harness::people::Patient;

impl Month {
    /// A free slot of the list, if the doctor has one on the chosen day.
    pub(super) async fn listed_slot(&mut self, doctor: usize) -> Option<(String, String)> {
        let id = self.doctors[doctor].clone();
        let days = self.must("GET", &format!("/user/api/doctor/{id}/availability"), "", None).await;
        let days = days.body["data"].as_array().unwrap().clone();
        let day = days[self.dice.below(days.len())]["day"].as_str().unwrap().to_owned();
        let slots = self.must("GET", &format!("/user/api/doctor/{id}/slots?date={day}"), "", None).await;
        let slots = slots.body["data"].as_array().unwrap().clone();
        let slot = slots.get(self.dice.below(slots.len()))?;
        Some((day, slot["time"].as_str().unwrap().to_owned()))
    }

    /// A user books a listed slot: it must succeed.
    pub(super) async fn book(&mut self) {
        let (doctor, patient) = (self.dice.below(self.doctors.len()), self.dice.below(self.patients.len()));
        if self.suspended == Some(doctor) || self.blocked.contains(&patient) {
            return;
        }
        let Some((day, time)) = self.listed_slot(doctor).await else { return };
        let with_doctor = |visit: &&Visit| visit.patient == patient && is_active(visit);
        let held: Vec<&Visit> = self.visits.values().filter(with_doctor).collect();
        if held.iter().filter(|visit| visit.doctor == doctor && visit.day == day).count() >= 4 || held.len() >= 20 {
            return;
        }
        let id = self.patients[patient].clone();
        let token = self.server.sign_in(&id, Role::User).await;
        let somebody = Patient { id, token, email: String::new() };
        self.calls += 1;
        let answer = self.server.book(&somebody, &self.doctors[doctor], &day, &time).await;
        assert_eq!(answer.status, 200, "a listed slot: {day} {time} {}", answer.text);
        let id = answer.id();
        let (starts_at, answer_by) = self.times_of(&id).await;
        let made_at = self.server.clock.now_millis();
        self.visits
            .insert(id, Visit { doctor, patient, day, starts_at, answer_by, made_at, status: "Pending", reminded: 0 });
        self.expect(&[REQUESTED, TO_DOCTORS]);
    }

    /// One in twelve patients cancels, one in twelve moves their visit.
    pub(super) async fn change_minds(&mut self) {
        for (id, visit) in self.coming() {
            if self.blocked.contains(&visit.patient) {
                continue;
            }
            match self.dice.below(48) {
                0 => {
                    let token = self.server.sign_in(&self.patients[visit.patient], Role::User).await;
                    self.must("PATCH", &format!("/user/api/appointment/cancel/{id}"), &token, None).await;
                    self.set(&id, "Cancelled");
                    self.expect(&[CANCELLED, TO_DOCTORS]);
                }
                1 if self.suspended != Some(visit.doctor) => {
                    let Some((date, time)) = self.listed_slot(visit.doctor).await else { continue };
                    let token = self.server.sign_in(&self.patients[visit.patient], Role::User).await;
                    let body = json!({"date": date, "time": time});
                    let path = format!("/user/api/appointment/reschedule/{id}");
                    let moved = self.ask("PATCH", &path, &token, Some(body)).await;
                    if moved.status == 409 {
                        continue; // a fifth visit to one doctor in a day
                    }
                    assert_eq!(moved.status, 200, "{}", moved.text);
                    let (starts_at, answer_by) = self.times_of(&id).await;
                    let visit = self.visits.get_mut(&id).unwrap();
                    (visit.day, visit.starts_at, visit.status) = (date, starts_at, "Pending");
                    (visit.answer_by, visit.reminded) = (answer_by, 0);
                    self.expect(&[MOVED, TO_DOCTORS]);
                }
                _ => {}
            }
        }
    }

    /// Doctors decide on pending requests.
    pub(super) async fn decide(&mut self) {
        for (id, visit) in self.coming() {
            if visit.status != "Pending" || self.suspended == Some(visit.doctor) || !self.dice.one_in(3) {
                continue;
            }
            let token = self.server.sign_in_doctor(&self.doctors[visit.doctor]).await;
            let is_approved = !self.dice.one_in(6);
            let word = if is_approved { "approve" } else { "reject" };
            self.must("PATCH", &format!("/user/api/doctor/appointment/{word}/{id}"), &token, None).await;
            self.set(&id, if is_approved { "Checked" } else { "Rejected" });
            self.expect(&[if is_approved { CONFIRMED } else { REJECTED }]);
        }
    }

    /// A doctor takes leave for a day; the visits of that day are cancelled, or their patients get a mail.
    pub(super) async fn go_on_leave(&mut self, doctor: usize, day: &str) {
        if self.suspended == Some(doctor) {
            return;
        }
        let is_cancelled = self.dice.one_in(2);
        let id = self.doctors[doctor].clone();
        let token = self.server.sign_in_doctor(&id).await;
        let body = json!({"from": day, "bookings": if is_cancelled { "cancel" } else { "notify" }});
        self.must("POST", &format!("/user/api/doctor/leave/{id}"), &token, Some(body)).await;
        for (id, visit) in self.coming() {
            if visit.doctor == doctor && visit.day == day {
                if is_cancelled {
                    self.set(&id, "Cancelled");
                }
                self.expect(&[if is_cancelled { BY_DOCTOR } else { AWAY }]);
            }
        }
        let slots = self.must("GET", &format!("/user/api/doctor/{id}/slots?date={day}"), "", None).await;
        assert_eq!(slots.body["data"], json!([]), "nothing is listed on a day off");
    }

    /// One patient is blocked, with their upcoming visits; one doctor is suspended until tomorrow.
    pub(super) async fn administer(&mut self) {
        let admin = everybody(&self.server, Role::Admin).await;
        let token = self.server.sign_in(&admin[0], Role::Admin).await;
        if let Some(doctor) = self.suspended.take() {
            let path = format!("/admin/api/doctors/{}/restore", self.doctors[doctor]);
            self.must("POST", &path, &token, None).await;
        }
        let doctor = self.dice.below(self.doctors.len());
        let path = format!("/admin/api/doctors/{}/suspend", self.doctors[doctor]);
        self.must("POST", &path, &token, Some(json!({"reason": "A look at the papers"}))).await;
        self.suspended = Some(doctor);
        let patient = self.dice.below(self.patients.len());
        if !self.blocked.contains(&patient) {
            let path = format!("/admin/api/blockandunblock/{}", self.patients[patient]);
            let body = json!({"reason": "Nobody ever came", "bookings": "cancel"});
            self.must("PATCH", &path, &token, Some(body)).await;
            self.blocked.push(patient);
            for (id, _) in self.coming().into_iter().filter(|(_, visit)| visit.patient == patient) {
                self.set(&id, "Cancelled");
                self.expect(&[CANCELLED, TO_DOCTORS]);
            }
        }
    }

    /// A requester asks for blood and confirms it; the job asks donors.
    pub(super) async fn ask_for_blood(&mut self, day: &str) {
        self.asked_for_blood += 1;
        let number = self.asked_for_blood;
        let groups = ["O+", "A+", "B+", "AB+", "O-"];
        let districts = ["Kozhikode", "Ernakulam", "Thrissur", "Kollam", "Kannur"];
        let mut form = TestServer::request_form(number);
        form["Needed_by"] = json!(day);
        form["Blood_group"] = json!(groups[self.dice.below(groups.len())]);
        form["District"] = json!(districts[number % districts.len()]);
        self.calls += 1;
        let answer = self.server.post("/user/api/bloodrequest", form).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
        let to = format!("requester{number}@example.org");
        let sql = "SELECT content FROM mail_queue WHERE recipient = $1";
        let content: db::Result<Option<String>> =
            self.server.app.db.read(async |tx| tx.find(sql, &[&to], |row| row.get(0)).await).await;
        let content = content.unwrap().expect("a mail with the link");
        let (_, link) = content.split_once("/bloodrequest/own#").expect("the link");
        let link: String = link.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-' || *c == '_').collect();
        self.must("POST", "/user/api/bloodrequest/confirm", &link, None).await;
    }
}
