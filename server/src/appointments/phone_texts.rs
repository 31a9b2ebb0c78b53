//! What mails and messages about visits by phone say in another way, in both languages.

use crate::appointments::phone_consultations::MAX_MISSED_CALLS;
use crate::appointments::texts;
use crate::directory::Doctor;
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::phone_messages::{self, MessageKind};

/// What a confirmed visit by phone is told with.
pub fn confirmed(lang: Lang) -> &'static str {
    match lang {
        En => {
            "The doctor calls you then, on the number that you gave. Please be where you can talk, and keep your earlier \
             prescriptions with you."
        }
        Ml => {
            "നിങ്ങൾ നൽകിയ നമ്പറിൽ ആ സമയത്ത് ഡോക്ടർ വിളിക്കും. സംസാരിക്കാൻ പറ്റുന്ന സ്ഥലത്തായിരിക്കുക; മുമ്പത്തെ കുറിപ്പടികൾ കൈയിൽ \
             കരുതുക."
        }
    }
}

/// What a visit by phone is told with that the doctor moved.
pub fn moved_by_doctor(lang: Lang) -> &'static str {
    match lang {
        En => {
            "The new time is confirmed: the doctor calls you then. If that does not suit you, please move or cancel it \
             under Bookings on Doc Care."
        }
        Ml => {
            "പുതിയ സമയം സ്ഥിരീകരിച്ചു: അപ്പോൾ ഡോക്ടർ വിളിക്കും. ആ സമയം പറ്റില്ലെങ്കിൽ Doc Care-ലെ ബുക്കിങ്ങുകളിൽ സമയം മാറ്റുകയോ \
             റദ്ദാക്കുകയോ ചെയ്യുക."
        }
    }
}

/// The title that proposes another time for a visit by phone, because its session moves.
pub fn another_time(lang: Lang) -> &'static str {
    match lang {
        En => "May the doctor call you at another time?",
        Ml => "ഡോക്ടർ മറ്റൊരു സമയത്ത് വിളിച്ചാൽ മതിയോ?",
    }
}

/// That a visit by phone stays at its time, because its session does not move after all.
pub fn stays(lang: Lang) -> &'static str {
    match lang {
        En => {
            "The session does not move after all. The doctor calls you at the time below; you do not need to do anything."
        }
        Ml => "സെഷന്റെ സമയം മാറ്റുന്നില്ല. താഴെ പറയുന്ന സമയത്ത് ഡോക്ടർ വിളിക്കും; നിങ്ങൾ ഒന്നും ചെയ്യേണ്ടതില്ല.",
    }
}

pub struct NotReachedText {
    pub title: &'static str,
    pub text: &'static str,
    /// Of the link to the page on which the patient chooses, after the last call.
    pub label: Option<&'static str>,
}

/// That the doctor called and did not reach the patient.
pub fn not_reached(calls: i64, lang: Lang) -> NotReachedText {
    let (title, text, label) = match (calls < MAX_MISSED_CALLS, lang) {
        (true, En) => (
            "The doctor called and did not reach you",
            "The doctor will try again. Please keep your phone with you, and switched on.",
            None,
        ),
        (true, Ml) => ("ഡോക്ടർ വിളിച്ചു, പക്ഷേ നിങ്ങളെ കിട്ടിയില്ല", "ഡോക്ടർ വീണ്ടും വിളിക്കും. ഫോൺ ഓണാക്കി കൈയിൽ കരുതുക.", None),
        (false, En) => (
            "The doctor could not reach you",
            "The doctor called three times. You can move the consultation to another time free of charge, or cancel it, \
             within seven days.",
            Some("Move or cancel it"),
        ),
        (false, Ml) => (
            "ഡോക്ടർക്ക് നിങ്ങളെ ഫോണിൽ കിട്ടിയില്ല",
            "ഡോക്ടർ മൂന്നു തവണ വിളിച്ചു. ഏഴു ദിവസത്തിനകം മറ്റൊരു സമയത്തേക്ക് സൗജന്യമായി മാറ്റുകയോ റദ്ദാക്കുകയോ ചെയ്യാം.",
            Some("സമയം മാറ്റുക / റദ്ദാക്കുക"),
        ),
    };
    NotReachedText { title, text, label }
}

/// What stands for the place in a message: with a confirmation the doctor's registration number, otherwise that the doctor calls.
pub fn place(kind: MessageKind, doctor: &Doctor, lang: Lang) -> String {
    match kind {
        MessageKind::Approved | MessageKind::ApprovedLink | MessageKind::MovedLink | MessageKind::Rescheduled => {
            let number = &doctor.doctor_id;
            let (by_phone, short) = match lang {
                En => (format!("phone, Reg. {number}"), format!("Reg. {number}")),
                Ml => (format!("ഫോൺ, രജി. {number}"), format!("രജി. {number}")),
            };
            // A variable that is too long would end before the number.
            if phone_messages::fit(&by_phone) == by_phone { by_phone } else { short }
        }
        _ => texts::doctor_calls(lang).to_owned(),
    }
}
