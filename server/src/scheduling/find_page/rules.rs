//! A doctor's card: its texts as `web/src/features/directory/components/doctor-card.tsx` computes them. Pure.

use jiff::civil::{Date, Weekday};

use crate::directory::workplaces::in_language;
use crate::directory::{Doctor, SessionPlan, VisitMode};
use crate::platform::format;
use crate::platform::lang::Lang;
use crate::platform::static_site::template::Data;
use crate::reference::regions;
use crate::scheduling::OfferedSlot;
use crate::scheduling::availability_index::Found;

/// The language and the search of a list, on which its cards' texts depend.
pub struct CardContext {
    pub lang: Lang,
    pub is_at_time: bool,
    pub is_by_phone: bool,
}

pub fn card(found: &Found, context: &CardContext) -> Data {
    let lang = context.lang;
    let doctor: &Doctor = &found.doctor;
    let place = doctor.hospital_of_sessions();
    let phone_fee = doctor.lowest_fee(VisitMode::Phone, Date::MIN);
    let slot = found.next_slot.map(|slot| OfferedSlot::of(slot, doctor));
    let is_elsewhere = place.is_some() || phone_fee.is_some();
    let slot_place = slot.as_ref().filter(|_| is_elsewhere).map(|slot| {
        let hospital = place.filter(|place| slot.hospital_id.as_ref() == Some(&place.id));
        match (slot.mode, hospital) {
            (VisitMode::Phone, _) => Data::default().one_of("at", "phone"),
            (VisitMode::Clinic, Some(place)) => {
                Data::default().one_of("at", "hospital").word("hospital", place.name_in(lang))
            }
            (VisitMode::Clinic, None) => Data::default().one_of("at", "clinic"),
        }
    });
    let times = found
        .next_times
        .iter()
        .map(|time| Data::default().word("time", time.to_string()).word("label", format::time(time.time(), lang)));
    let place = place.map(|place| Data::default().word("id", place.id.clone()).word("name", place.name_in(lang)));
    let is_call = context.is_by_phone && phone_fee.is_some();
    let card = match phone_fee.filter(|_| is_call) {
        Some(fee) => fee_range(doctor_texts(doctor, lang), &[fee]),
        None => fees(doctor_texts(doctor, lang), doctor),
    };
    let card = card
        .list(
            "clinic",
            is_at_own_clinic(doctor).then(|| {
                let address = in_language(lang, &doctor.address, doctor.address_ml.as_deref());
                Data::default()
                    .word("address", address)
                    .word("districtName", regions::kerala_name(&doctor.district, lang))
            }),
        )
        .list("places", place)
        .list("phoneFee", phone_fee.filter(|_| !is_call).map(|fee| Data::default().word("fee", amount(fee))))
        .one_of("slot", if slot.is_some() { "day" } else { "none" })
        .list("slotPlace", slot_place)
        .list("times", times)
        .one_of("book", if context.is_by_phone || is_by_phone_only(doctor) { "call" } else { "visit" });
    match slot {
        Some(slot) => card.word("slotDay", format::day(slot.slot.day, lang)),
        None => card,
    }
}

/// The texts at the top of a card and of a doctor's page.
pub fn doctor_texts(doctor: &Doctor, lang: Lang) -> Data {
    let photo = doctor.image.as_deref();
    Data::default()
        .word("id", doctor.id.clone())
        .optional("photo", photo)
        .optional("initials", photo.is_none().then(|| format::initials(&doctor.full_name)))
        .word("name", doctor.name_in(lang))
        .word("speciality", doctor.speciality_in(lang))
        .count("years", doctor.experience, &[0, 1])
        .word("number", doctor.doctor_id.clone())
}

/// Without the rupee sign, which the template has.
pub fn amount(rupees: i64) -> String {
    format::rupees(rupees).replace('₹', "")
}

/// The fees of visits in person, or of those by phone if the doctor offers no others.
pub fn fees(data: Data, doctor: &Doctor) -> Data {
    let sessions = offered_sessions(doctor);
    let fees_of = |mode| {
        let offered = sessions.iter().filter(move |(_, planned)| planned.mode == mode);
        offered.map(|(_, planned)| planned.fee.unwrap_or(doctor.fee)).collect::<Vec<_>>()
    };
    let shown = [fees_of(VisitMode::Clinic), fees_of(VisitMode::Phone)].into_iter().find(|fees| !fees.is_empty());
    fee_range(data, &shown.unwrap_or_else(|| vec![doctor.fee]))
}

/// One fee, or the lowest and the highest.
pub fn fee_range(data: Data, fees: &[i64]) -> Data {
    let (low, high) = (fees.iter().min().copied().unwrap_or(0), fees.iter().max().copied().unwrap_or(0));
    let data = data.one_of("fees", if low == high { "one" } else { "range" });
    data.word("fee", amount(low)).word("highestFee", amount(high))
}

/// The sessions of the week that patients can book.
pub fn offered_sessions(doctor: &Doctor) -> Vec<(Weekday, &SessionPlan)> {
    doctor.schedule.weekly().into_iter().filter(|(_, planned)| planned.is_offered).collect()
}

fn is_at_own_clinic(doctor: &Doctor) -> bool {
    let sessions = offered_sessions(doctor);
    let is_there =
        |planned: &SessionPlan| planned.mode == VisitMode::Clinic && doctor.offer_of(planned.session()).place.is_none();
    sessions.is_empty() || sessions.iter().any(|(_, planned)| is_there(planned))
}

/// Whether all of the week's sessions are by phone.
pub fn is_by_phone_only(doctor: &Doctor) -> bool {
    let sessions = offered_sessions(doctor);
    !sessions.is_empty() && sessions.iter().all(|(_, planned)| planned.mode == VisitMode::Phone)
}
