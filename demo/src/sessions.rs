//! Some demo doctors work at a hospital in the morning and at their own clinic in the evening; they and the hospitals have Malayalam names.

use jiff::Timestamp;
use jiff::civil::Weekday;

use super::AT_HOSPITAL;
use doccare::directory::facilities::{self, Facility};
use doccare::directory::{DayTime, DaysOff, Profile, SessionDay, SessionPlan, VisitMode};
use doccare::identity::profiles::alter;
use doccare::platform::db::{self, Tx};
use doccare::platform::ids::new_id;

/// The doctors' indexes, with names of them and their clinics.
const DOCTORS: [(usize, &str, &str); 5] = [
    (7, "തോമസ് ചാക്കോ", "ഗ്രേസ് ക്ലിനിക്, എം.ജി. റോഡ്"),
    (19, "മാത്യു കുട്ടി", "സിറ്റി പോളിക്ലിനിക്, റെയിൽവേ സ്റ്റേഷൻ റോഡ്"),
    (31, "നിഖിൽ ചെറിയാൻ", "ഗ്രേസ് ക്ലിനിക്, ബീച്ച് റോഡ്"),
    (43, "ജോസഫ് കുര്യൻ", "സിറ്റി പോളിക്ലിനിക്, ബൈപാസ് ജംഗ്ഷൻ"),
    (55, "അബ്ദുൾ റഹ്മാൻ നമ്പൂതിരി", "ഗ്രേസ് ക്ലിനിക്, മാർക്കറ്റ് റോഡ്"),
];

const WORKDAYS: [Weekday; 5] =
    [Weekday::Monday, Weekday::Tuesday, Weekday::Wednesday, Weekday::Thursday, Weekday::Friday];
/// Minutes of the day.
const MORNING: (i64, i64) = (9 * 60, 12 * 60);
const EVENING: (i64, i64) = (16 * 60, 19 * 60);
/// One of them has sessions by phone too, on every day after the evening at the clinic.
const BY_PHONE: usize = 43;
const PHONE_HOUR: (i64, i64) = (19 * 60, 20 * 60);
const PHONE_FEE: i64 = 199;
/// The additional fee of a visit at the hospital, in rupees.
const MORE: i64 = 100;

/// Gives a doctor sessions at two places, if it is one of those; the hospital has confirmed them.
pub async fn arrange(tx: &mut Tx<'_>, number: usize, id: &str, now: Timestamp) -> db::Result<()> {
    let Some((_, name, address)) = DOCTORS.iter().find(|(own, ..)| *own == number) else { return Ok(()) };
    let arranged = alter(tx, id, |profile: &mut Profile| {
        let doctor = &mut profile.doctor;
        (doctor.name_ml, doctor.address_ml) = (Some((*name).into()), Some((*address).into()));
        if let Some(hospital) = doctor.workplace().map(|place| place.id.clone()) {
            let more = doctor.fee + MORE;
            // Sessions at the demo's hospital on every day, so that its desk always has visits.
            let sunday = (number == AT_HOSPITAL).then_some(Weekday::Sunday);
            let mornings = WORKDAYS.into_iter().chain([Weekday::Saturday]).chain(sunday);
            let mornings = mornings.filter_map(|day| session(day, MORNING, Some((hospital.clone(), more)), now));
            let evenings = WORKDAYS.into_iter().filter_map(|day| session(day, EVENING, None, now));
            let by_phone = DaysOff::NAMES.into_iter().filter(|_| number == BY_PHONE);
            let by_phone = by_phone
                .filter_map(|(day, _)| session(day, PHONE_HOUR, None, now))
                .map(|session| SessionPlan { fee: Some(PHONE_FEE), mode: VisitMode::Phone, ..session });
            doctor.schedule.set_weekly(mornings.chain(evenings).chain(by_phone).collect());
        }
        Ok::<_, db::Error>(())
    });
    arranged.await.map(drop)
}

fn session(
    day: Weekday,
    (from, to): (i64, i64),
    hospital: Option<(String, i64)>,
    now: Timestamp,
) -> Option<SessionPlan> {
    let (hospital_id, fee) = hospital.unzip();
    let (from, to) = DayTime::from_minutes(from).zip(DayTime::from_minutes(to))?;
    let (on, mode) = (SessionDay::Weekday(day), VisitMode::Clinic);
    Some(SessionPlan { id: new_id(now), on, from, to, hospital_id, fee, mode, is_offered: true })
}

/// A demo hospital's Malayalam name.
pub async fn name_hospital(tx: &mut Tx<'_>, id: &str) -> db::Result<()> {
    let Some(hospital) = facilities::find(tx, id).await? else { return Ok(()) };
    let name = match hospital.name.as_str() {
        "Sanjeevani Hospital" => "സഞ്ജീവനി ആശുപത്രി",
        "City Care Hospital" => "സിറ്റി കെയർ ആശുപത്രി",
        "Lotus Mission Hospital" => "ലോട്ടസ് മിഷൻ ആശുപത്രി",
        "Santhi Multispeciality Hospital" => "ശാന്തി മൾട്ടിസ്പെഷ്യാലിറ്റി ആശുപത്രി",
        "Grace Memorial Hospital" => "ഗ്രേസ് മെമ്മോറിയൽ ആശുപത്രി",
        "Arogya Medical Centre" => "ആരോഗ്യ മെഡിക്കൽ സെന്റർ",
        "Malabar Lakeside Hospital" => "മലബാർ ലേക്‌സൈഡ് ആശുപത്രി",
        _ => return Ok(()),
    };
    facilities::update(tx, &Facility { name_ml: Some(name.into()), ..hospital }).await
}
