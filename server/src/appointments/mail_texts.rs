//! What the mails about appointments say, by what happened.

use super::change_kind::ChangeKind;
use super::phone_consultations::MAX_MISSED_CALLS;
use crate::platform::lang::Text;

pub const FOOTER: Text = Text::new(
    "You receive this email because of an appointment on Doc Care.",
    "Doc Care-ലെ ഒരു അപ്പോയിന്റ്മെന്റുമായി ബന്ധപ്പെട്ടാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
);
pub const BOOK_OFFERED: Text = Text::new("Book the offered time", "ഈ സമയം ബുക്ക് ചെയ്യുക");
pub const NEXT_FREE_TIMES: Text = Text::new("The doctor's next free times:", "ഡോക്ടറുടെ അടുത്ത ഒഴിവുള്ള സമയങ്ങൾ:");
pub const BOOK_ONE_OF_THESE: Text = Text::new("Book one of these times", "ഇതിലൊന്ന് ബുക്ക് ചെയ്യുക");
pub const MOVE_OR_CANCEL: Text = Text::new("Move or cancel it", "സമയം മാറ്റുക / റദ്ദാക്കുക");
pub const ANSWER_REQUEST: Text = Text::new("Answer the request", "അഭ്യർത്ഥനയ്ക്ക് മറുപടി നൽകുക");
pub const BEFORE: Text = Text::new("Before", "മുമ്പ്");
pub const OLD_ADDRESS: Text = Text::new("Old address", "പഴയ വിലാസം");

const WAITING_FOR_DOCTOR: Text = Text::new(
    "Waiting for the doctor: we will tell you as soon as the doctor answers.",
    "ഡോക്ടറുടെ മറുപടി കാത്തിരിക്കുന്നു; കിട്ടിയാലുടൻ അറിയിക്കാം.",
);
const CONFIRMED_MOVE: Text =
    Text::new("The new time is confirmed: the doctor expects you.", "പുതിയ സമയം സ്ഥിരീകരിച്ചു: ഡോക്ടർ നിങ്ങളെ പ്രതീക്ഷിക്കുന്നു.");
const MOVED_BY_DOCTOR: Text = Text::new(
    "The new time is confirmed. If you cannot come then, please move or cancel it under Bookings on Doc Care, or call the clinic.",
    "പുതിയ സമയം സ്ഥിരീകരിച്ചു. ആ സമയത്ത് വരാൻ കഴിയില്ലെങ്കിൽ Doc Care-ലെ ബുക്കിങ്ങുകളിൽ സമയം മാറ്റുകയോ റദ്ദാക്കുകയോ ചെയ്യുക, അല്ലെങ്കിൽ ക്ലിനിക്കിൽ വിളിക്കുക.",
);
const CONFIRMED: Text = Text::new("The doctor expects you.", "ഡോക്ടർ നിങ്ങളെ പ്രതീക്ഷിക്കുന്നു.");
const CONFIRMED_BY_PHONE: Text = Text::new(
    "The doctor calls you then, on the number that you gave. Please be where you can talk, and keep your earlier prescriptions with you.",
    "നിങ്ങൾ നൽകിയ നമ്പറിൽ ആ സമയത്ത് ഡോക്ടർ വിളിക്കും. സംസാരിക്കാൻ പറ്റുന്ന സ്ഥലത്തായിരിക്കുക; മുമ്പത്തെ കുറിപ്പടികൾ കൈയിൽ കരുതുക.",
);
const MOVED_BY_DOCTOR_BY_PHONE: Text = Text::new(
    "The new time is confirmed: the doctor calls you then. If that does not suit you, please move or cancel it under Bookings on Doc Care.",
    "പുതിയ സമയം സ്ഥിരീകരിച്ചു: അപ്പോൾ ഡോക്ടർ വിളിക്കും. ആ സമയം പറ്റില്ലെങ്കിൽ Doc Care-ലെ ബുക്കിങ്ങുകളിൽ സമയം മാറ്റുകയോ റദ്ദാക്കുകയോ ചെയ്യുക.",
);
const APPOINTMENT_MOVED: Text = Text::new("An appointment was moved", "ഒരു അപ്പോയിന്റ്മെന്റ് സമയം മാറ്റി");
const APPOINTMENT_CANCELLED: Text = Text::new("An appointment was cancelled", "ഒരു അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി");

/// Title and text of the mail to the patient.
pub fn to_patient(kind: ChangeKind<'_>, is_by_phone: bool) -> (Text, Text) {
    match kind {
        ChangeKind::Booked => {
            (Text::new("Your appointment is requested", "നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് അഭ്യർത്ഥിച്ചു"), WAITING_FOR_DOCTOR)
        }
        ChangeKind::Moved(_) => (Text::new("Your new time is requested", "പുതിയ സമയം അഭ്യർത്ഥിച്ചു"), WAITING_FOR_DOCTOR),
        ChangeKind::Cancelled => (
            Text::new("Your appointment is cancelled", "നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി"),
            Text::new(
                "The time is free for others now. You can book again whenever you like.",
                "ആ സമയം ഇനി മറ്റുള്ളവർക്ക് ലഭ്യമാണ്. എപ്പോൾ വേണമെങ്കിലും വീണ്ടും ബുക്ക് ചെയ്യാം.",
            ),
        ),
        ChangeKind::MovedAtOnce(_) | ChangeKind::MoveAccepted(_) => (
            Text::new("Your appointment is moved", "നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് സമയം മാറ്റി"),
            if is_by_phone { CONFIRMED_BY_PHONE } else { CONFIRMED_MOVE },
        ),
        ChangeKind::MovedByDoctor(_) => (
            Text::new("The doctor moved your appointment", "ഡോക്ടർ നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് സമയം മാറ്റി"),
            if is_by_phone { MOVED_BY_DOCTOR_BY_PHONE } else { MOVED_BY_DOCTOR },
        ),
        ChangeKind::Approved | ChangeKind::ApprovedAtOnce | ChangeKind::BookedAtDesk => (
            Text::new("Your appointment is confirmed", "നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് സ്ഥിരീകരിച്ചു"),
            if is_by_phone { CONFIRMED_BY_PHONE } else { CONFIRMED },
        ),
        ChangeKind::Rejected => (
            Text::new("Your request is declined", "നിങ്ങളുടെ അഭ്യർത്ഥന നിരസിച്ചു"),
            Text::new(
                "The doctor cannot see you at this time. Please choose another time or another doctor.",
                "ഈ സമയത്ത് ഡോക്ടർക്ക് നിങ്ങളെ കാണാനാകില്ല. മറ്റൊരു സമയമോ ഡോക്ടറെയോ തിരഞ്ഞെടുക്കുക.",
            ),
        ),
        ChangeKind::Unanswered { .. } => (
            Text::new("Your request was not answered in time", "നിങ്ങളുടെ അഭ്യർത്ഥനയ്ക്ക് സമയത്ത് മറുപടി ലഭിച്ചില്ല"),
            Text::new(
                "The doctor did not answer in time, so your request has ended. We are sorry. Please choose another time or another doctor.",
                "ഡോക്ടർ സമയത്ത് മറുപടി നൽകാത്തതിനാൽ അഭ്യർത്ഥന അവസാനിച്ചു. ഖേദിക്കുന്നു. മറ്റൊരു സമയമോ ഡോക്ടറെയോ തിരഞ്ഞെടുക്കുക.",
            ),
        ),
        ChangeKind::CancelledByDoctor => (
            Text::new("The doctor cancelled your appointment", "ഡോക്ടർ നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി"),
            Text::new(
                "We are sorry. Please choose another time or another doctor.",
                "ഖേദിക്കുന്നു. മറ്റൊരു സമയമോ ഡോക്ടറെയോ തിരഞ്ഞെടുക്കുക.",
            ),
        ),
        ChangeKind::CancelledByUs => (
            Text::new("Your appointment is cancelled", "നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി"),
            Text::new(
                "Doc Care had to cancel it. We are sorry. If you have a question, please write to us.",
                "Doc Care-ന് ഇത് റദ്ദാക്കേണ്ടിവന്നു. ഖേദിക്കുന്നു. സംശയങ്ങളുണ്ടെങ്കിൽ ഞങ്ങൾക്ക് എഴുതുക.",
            ),
        ),
        ChangeKind::DoctorAway(_) => (
            Text::new(
                "The doctor will be away on the day of your appointment",
                "നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് ദിവസം ഡോക്ടർ ഉണ്ടാകില്ല",
            ),
            Text::new(
                "Please move your appointment to another day, or cancel it, under Bookings on Doc Care.",
                "Doc Care-ലെ ബുക്കിങ്ങുകളിൽ അപ്പോയിന്റ്മെന്റ് മറ്റൊരു ദിവസത്തേക്ക് മാറ്റുകയോ റദ്ദാക്കുകയോ ചെയ്യുക.",
            ),
        ),
        ChangeKind::ClinicMoved(_) => (
            Text::new("Your appointment has a new address", "നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റിന് പുതിയ വിലാസം"),
            Text::new(
                "The doctor will see you at another address. The time stays as it is: please come to the address below.",
                "ഡോക്ടർ മറ്റൊരു വിലാസത്തിലാണ് നിങ്ങളെ കാണുക. സമയത്തിന് മാറ്റമില്ല; താഴെയുള്ള വിലാസത്തിൽ എത്തുക.",
            ),
        ),
        ChangeKind::NotReached { calls, .. } => not_reached(calls),
    }
}

/// The doctor called for a visit by phone and did not reach the patient; after the last call the patient chooses.
fn not_reached(calls: i64) -> (Text, Text) {
    if calls < MAX_MISSED_CALLS {
        (
            Text::new("The doctor called and did not reach you", "ഡോക്ടർ വിളിച്ചു, പക്ഷേ നിങ്ങളെ കിട്ടിയില്ല"),
            Text::new(
                "The doctor will try again. Please keep your phone with you, and switched on.",
                "ഡോക്ടർ വീണ്ടും വിളിക്കും. ഫോൺ ഓണാക്കി കൈയിൽ കരുതുക.",
            ),
        )
    } else {
        (
            Text::new("The doctor could not reach you", "ഡോക്ടർക്ക് നിങ്ങളെ ഫോണിൽ കിട്ടിയില്ല"),
            Text::new(
                "The doctor called three times. You can move the consultation to another time free of charge, or cancel it, within seven days.",
                "ഡോക്ടർ മൂന്നു തവണ വിളിച്ചു. ഏഴു ദിവസത്തിനകം മറ്റൊരു സമയത്തേക്ക് സൗജന്യമായി മാറ്റുകയോ റദ്ദാക്കുകയോ ചെയ്യാം.",
            ),
        )
    }
}

/// Title and text of the mail to the doctor; `None` about what doctors or their desks did themselves.
pub fn to_doctor(kind: ChangeKind<'_>) -> Option<(Text, Text)> {
    Some(match kind {
        ChangeKind::Booked => (
            Text::new("New appointment request", "പുതിയ അപ്പോയിന്റ്മെന്റ് അഭ്യർത്ഥന"),
            Text::new(
                "Please approve or reject it in your Doc Care area.",
                "നിങ്ങളുടെ Doc Care പേജിൽ അംഗീകരിക്കുകയോ നിരസിക്കുകയോ ചെയ്യുക.",
            ),
        ),
        ChangeKind::Moved(_) => (
            APPOINTMENT_MOVED,
            Text::new(
                "The patient chose another time. Please approve or reject it.",
                "രോഗി മറ്റൊരു സമയം തിരഞ്ഞെടുത്തു. അംഗീകരിക്കുകയോ നിരസിക്കുകയോ ചെയ്യുക.",
            ),
        ),
        ChangeKind::Cancelled => (
            APPOINTMENT_CANCELLED,
            Text::new("The patient cancelled it. The time is free again.", "രോഗി റദ്ദാക്കി. ആ സമയം വീണ്ടും ഒഴിവായി."),
        ),
        ChangeKind::CancelledByUs => (
            APPOINTMENT_CANCELLED,
            Text::new(
                "Doc Care cancelled it. The patient is told, and the time is free again.",
                "Doc Care റദ്ദാക്കി. രോഗിയെ അറിയിച്ചു; ആ സമയം വീണ്ടും ഒഴിവായി.",
            ),
        ),
        ChangeKind::ApprovedAtOnce => (
            Text::new("An appointment was approved at once", "ഒരു അപ്പോയിന്റ്മെന്റ് ഉടൻ അംഗീകരിച്ചു"),
            Text::new(
                "Doc Care approved it, as you have set it. If you cannot see the patient, please cancel it in your Doc Care area.",
                "നിങ്ങളുടെ ക്രമീകരണം അനുസരിച്ച് Doc Care അംഗീകരിച്ചു. രോഗിയെ കാണാനാകില്ലെങ്കിൽ Doc Care പേജിൽ റദ്ദാക്കുക.",
            ),
        ),
        ChangeKind::MovedAtOnce(_) => (
            APPOINTMENT_MOVED,
            Text::new(
                "The patient chose another time, and Doc Care approved it, as you have set it.",
                "രോഗി മറ്റൊരു സമയം തിരഞ്ഞെടുത്തു; നിങ്ങളുടെ ക്രമീകരണം അനുസരിച്ച് Doc Care അംഗീകരിച്ചു.",
            ),
        ),
        ChangeKind::Unanswered { .. } => (
            Text::new("A request was not answered in time", "ഒരു അഭ്യർത്ഥനയ്ക്ക് സമയത്ത് മറുപടി നൽകിയില്ല"),
            Text::new(
                "You did not approve or reject it in time, so it has ended as rejected. The patient is told.",
                "നിങ്ങൾ സമയത്ത് അംഗീകരിക്കുകയോ നിരസിക്കുകയോ ചെയ്തില്ല; അതിനാൽ അത് നിരസിച്ചതായി അവസാനിച്ചു. രോഗിയെ അറിയിച്ചു.",
            ),
        ),
        ChangeKind::Approved
        | ChangeKind::BookedAtDesk
        | ChangeKind::MovedByDoctor(_)
        | ChangeKind::MoveAccepted(_)
        | ChangeKind::Rejected
        | ChangeKind::CancelledByDoctor
        | ChangeKind::DoctorAway(_)
        | ChangeKind::ClinicMoved(_)
        | ChangeKind::NotReached { .. } => return None,
    })
}
