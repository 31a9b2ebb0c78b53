//! Texts about appointments.

use jiff::civil::Date;

use crate::directory::DayTime;
use crate::platform::format::{self, rupees};
use crate::platform::lang::{Lang, Text};

pub const DOCTOR: Text = Text::new("Doctor", "ഡോക്ടർ");
pub const TIME: Text = Text::new("Time", "സമയം");
pub const REASON: Text = Text::new("Reason", "കാരണം");
pub const PATIENT: Text = Text::new("Patient", "രോഗി");
pub const ADDRESS: Text = Text::new("Address", "വിലാസം");
pub const FEE: Text = Text::new("Consultation fee", "കൺസൾട്ടേഷൻ ഫീസ്");
pub const BY_PHONE: Text = Text::new("by phone", "ഫോൺ വഴി");
pub const REGISTRATION_NUMBER: Text = Text::new("Registration number", "രജിസ്ട്രേഷൻ നമ്പർ");
pub const CONSULTATION: Text = Text::new("Consultation", "കൺസൾട്ടേഷൻ");
pub const PHONE_CONSENT_MISSING: Text =
    Text::new("Please agree to be consulted by phone.", "ഫോൺ വഴിയുള്ള കൺസൾട്ടേഷന് സമ്മതം നൽകുക.");
pub const AGE_WRONG: Text =
    Text::new("Please enter the patient's age in years, 0 to 120.", "രോഗിയുടെ വയസ്സ് നൽകുക (0 മുതൽ 120 വരെ).");
pub const LOCATION_WRONG: Text = Text::new(
    "Please say where the patient will be, in 2 to 100 characters.",
    "രോഗി എവിടെയായിരിക്കുമെന്ന് 2 മുതൽ 100 വരെ അക്ഷരങ്ങളിൽ നൽകുക.",
);
pub const ADULT_MISSING: Text = Text::new(
    "For anyone under 18, please name the adult who will be there.",
    "18 വയസ്സിൽ താഴെയുള്ളവർക്കൊപ്പം ഉണ്ടാകുന്ന മുതിർന്നയാളുടെ പേര് നൽകുക.",
);

/// What a visit by phone has in the place of an address.
pub const DOCTOR_CALLS: Text = Text::new("the doctor calls you", "ഡോക്ടർ ഫോണിൽ വിളിക്കും");
pub const BOOKED: Text = Text::new(
    "Your appointment is requested. Waiting for the doctor.",
    "അപ്പോയിന്റ്മെന്റ് അഭ്യർത്ഥിച്ചു. ഡോക്ടറുടെ മറുപടി കാത്തിരിക്കുന്നു.",
);
pub const BOOKED_AND_APPROVED: Text =
    Text::new("Your appointment is booked and confirmed.", "അപ്പോയിന്റ്മെന്റ് ബുക്ക് ചെയ്തു, സ്ഥിരീകരിക്കുകയും ചെയ്തു.");

/// Place and fee of a booking.
pub fn place_and_fee(address: impl Fn(Lang) -> String, fee: i64) -> (String, String) {
    let (en, ml) = match fee {
        0 => ("no fee".to_owned(), "ഫീസില്ല".to_owned()),
        fee => (format!("fee {}", rupees(fee)), format!("ഫീസ് {}", rupees(fee))),
    };
    (format!("Place: {}; {en}.", address(Lang::En)), format!("സ്ഥലം: {}; {ml}.", address(Lang::Ml)))
}

pub const BOOKING_UNCONFIRMED: Text = Text::new(
    "The connection was lost while you were booking. Please check your bookings, or try again: if it was booked, you get \
             that booking, not a second one.",
    "അപ്പോയിന്റ്മെന്റ് ബുക്ക് ചെയ്യുന്നതിനിടെ കണക്ഷൻ മുറിഞ്ഞു. നിങ്ങളുടെ ബുക്കിങ്ങുകൾ പരിശോധിക്കുക, അല്ലെങ്കിൽ ഇതുതന്നെ വീണ്ടും അയയ്ക്കുക: \
             ബുക്ക് ആയിട്ടുണ്ടെങ്കിൽ അതേ ബുക്കിങ് തന്നെ കിട്ടും, രണ്ടാമതൊന്ന് ഉണ്ടാകില്ല.",
);
pub const VISIT_REASON_LONG: Text = Text::new("Please say it in at most 100 characters.", "പരമാവധി 100 അക്ഷരങ്ങളിൽ എഴുതുക.");
pub const VISIT_REASON_WRONG: Text = Text::new("Please write letters and signs only.", "അക്ഷരങ്ങളും ചിഹ്നങ്ങളും മാത്രം എഴുതുക.");
pub const VISIT_TYPE_WRONG: Text =
    Text::new("Please choose first visit or review.", "ആദ്യ സന്ദർശനമോ റിവ്യൂവോ എന്ന് തിരഞ്ഞെടുക്കുക.");
pub const CANCELLED: Text = Text::new("Your appointment is cancelled.", "അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി.");
pub const RESCHEDULED: Text =
    Text::new("Your new time is requested. Waiting for the doctor.", "പുതിയ സമയം അഭ്യർത്ഥിച്ചു. ഡോക്ടറുടെ മറുപടി കാത്തിരിക്കുന്നു.");
pub const RESCHEDULED_AND_APPROVED: Text = Text::new(
    "Your appointment is moved, and the new time is confirmed.",
    "അപ്പോയിന്റ്മെന്റ് സമയം മാറ്റി; പുതിയ സമയം സ്ഥിരീകരിച്ചു.",
);
pub const ANSWERING_SAVED: Text = Text::new("Your choice is saved.", "നിങ്ങളുടെ തിരഞ്ഞെടുപ്പ് സേവ് ചെയ്തു.");
pub const ANSWERED_BY_WRONG: Text = Text::new(
    "Please choose how requests are answered: each, known or all.",
    "അഭ്യർത്ഥനകൾക്ക് എങ്ങനെ മറുപടി നൽകണമെന്ന് തിരഞ്ഞെടുക്കുക.",
);
pub const AT_ONCE_WRONG: Text =
    Text::new("Please give a whole number from 1 to 96.", "1 മുതൽ 96 വരെയുള്ള ഒരു പൂർണ്ണസംഖ്യ നൽകുക.");
pub const TOO_OFTEN: Text = Text::new(
    "You have made too many bookings in the last hour. Please try again later, or contact us.",
    "കഴിഞ്ഞ ഒരു മണിക്കൂറിൽ നിങ്ങൾ വളരെയധികം തവണ ബുക്ക് ചെയ്തു. പിന്നീട് വീണ്ടും ശ്രമിക്കുക, അല്ലെങ്കിൽ ഞങ്ങളെ ബന്ധപ്പെടുക.",
);
pub const MOVED_TOO_OFTEN: Text = Text::new(
    "This booking has been moved too often. Please keep its time, or cancel it and book again.",
    "ഈ ബുക്കിങ്ങിന്റെ സമയം പല തവണ മാറ്റി. ഇപ്പോഴത്തെ സമയം നിലനിർത്തുക, അല്ലെങ്കിൽ റദ്ദാക്കി വീണ്ടും ബുക്ക് ചെയ്യുക.",
);
pub const NOT_CHANGEABLE: Text = Text::new("This booking can no longer be changed.", "ഈ ബുക്കിങ് ഇനി മാറ്റാൻ കഴിയില്ല.");

/// A pending request that is at another time than the one that was answered.
pub fn moved_to(day: Date, time: DayTime) -> (String, String) {
    let when = |lang| format!("{}, {}", format::day(day, lang), format::time(time.time(), lang));
    (
        format!("The patient has moved this request to {}. Please look at it again.", when(Lang::En)),
        format!("രോഗി ഈ അഭ്യർത്ഥനയുടെ സമയം മാറ്റി; പുതിയ സമയം: {}. ദയവായി വീണ്ടും നോക്കുക.", when(Lang::Ml)),
    )
}

pub const PERSON_SAVED: Text = Text::new("Saved.", "സേവ് ചെയ്തു.");
pub const PERSON_REMOVED: Text = Text::new("Removed.", "നീക്കി.");
pub const TOO_MANY_PEOPLE: Text =
    Text::new("You have saved 20 people. Please remove one first.", "20 പേരെ സേവ് ചെയ്തുകഴിഞ്ഞു. ആദ്യം ഒരാളെ നീക്കുക.");
pub const GUARDIAN_MISSING: Text = Text::new(
    "For anyone under 18, please confirm that you are their parent or guardian.",
    "18 വയസ്സിൽ താഴെയുള്ളയാളുടെ രക്ഷിതാവാണ് നിങ്ങളെന്ന് സ്ഥിരീകരിക്കുക.",
);
pub const REQUEST_SORT_WRONG: Text =
    Text::new("Please sort by newest or ending.", "newest അല്ലെങ്കിൽ ending തിരഞ്ഞെടുക്കുക.");
pub const OWN_CLINIC: Text = Text::new("the doctor's clinic", "ഡോക്ടറുടെ ക്ലിനിക്ക്");
pub const PREVIEW_WRONG: Text = Text::new("Please send true or false.", "true അല്ലെങ്കിൽ false നൽകുക.");
pub const SESSION_ADDED: Text = Text::new("The session is added.", "സെഷൻ ചേർത്തു.");
pub const SESSION_REMOVED: Text = Text::new("The session is removed.", "സെഷൻ നീക്കി.");

/// The numbers of copied and skipped extra sessions of a week.
pub fn sessions_copied(lang: Lang, copied: usize, skipped: usize) -> String {
    let sessions = |number: usize| if number == 1 { "extra session" } else { "extra sessions" };
    match (lang, copied, skipped) {
        (Lang::En, 0, 0) => "That week has no extra sessions, so nothing was copied.".into(),
        (Lang::Ml, 0, 0) => "ആ ആഴ്ചയിൽ അധിക സെഷനുകളില്ല; ഒന്നും പകർത്തിയില്ല.".into(),
        (Lang::En, 0, skipped) => format!("Nothing was copied. {skipped} {} left out:", sessions(skipped)),
        (Lang::Ml, 0, skipped) => format!("ഒന്നും പകർത്തിയില്ല. ഒഴിവാക്കിയ അധിക സെഷനുകൾ {skipped}:"),
        (Lang::En, copied, 0) => format!("{copied} {} copied.", sessions(copied)),
        (Lang::Ml, copied, 0) => format!("പകർത്തിയ അധിക സെഷനുകൾ {copied}."),
        (Lang::En, copied, skipped) => format!("{copied} {} copied, {skipped} left out:", sessions(copied)),
        (Lang::Ml, copied, skipped) => format!("പകർത്തിയ അധിക സെഷനുകൾ {copied}, ഒഴിവാക്കിയത് {skipped}:"),
    }
}

pub const SKIPPED_PAST: Text = Text::new("the day is over", "ദിവസം കഴിഞ്ഞു");
pub const SKIPPED_UNFIT: Text = Text::new("it overlaps other sessions that day", "ആ ദിവസത്തെ മറ്റു സെഷനുകളുമായി കൂട്ടിമുട്ടുന്നു");
pub const SKIPPED_ELSEWHERE: Text =
    Text::new("the hospital does not currently confirm you", "ആശുപത്രി ഇപ്പോൾ നിങ്ങളെ സ്ഥിരീകരിക്കുന്നില്ല");
pub const SEE_QUEUE: Text = Text::new("See the queue", "ക്യൂ കാണുക");
pub const MAIL_FOOTER: Text = Text::new(
    "You receive this email because of a booking on Doc Care.",
    "Doc Care-ലെ ഒരു ബുക്കിങ്ങുമായി ബന്ധപ്പെട്ടാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
);
pub const TOKEN: Text = Text::new("Token", "ടോക്കൺ");
pub const OFFER_INCOMPLETE: Text =
    Text::new("Please give the day and the time that you offer.", "നൽകുന്ന ദിവസവും സമയവും രേഖപ്പെടുത്തുക.");
pub const VISIT_APPROVED: Text = Text::new("The appointment is approved.", "അപ്പോയിന്റ്മെന്റ് അംഗീകരിച്ചു.");
pub const VISIT_REJECTED: Text = Text::new("The appointment is rejected.", "അപ്പോയിന്റ്മെന്റ് നിരസിച്ചു.");
pub const VISIT_CANCELLED: Text =
    Text::new("The visit is cancelled, and we are telling the patient.", "സന്ദർശനം റദ്ദാക്കി; രോഗിയെ അറിയിക്കുന്നു.");
pub const VISIT_CANCELLED_CALL_PATIENT: Text = Text::new(
    "The visit is cancelled. No message can be sent: please call the patient.",
    "സന്ദർശനം റദ്ദാക്കി. സന്ദേശം അയയ്ക്കാനാകില്ല: ദയവായി രോഗിയെ വിളിച്ച് അറിയിക്കുക.",
);
pub const VISIT_MOVED: Text =
    Text::new("The visit is moved, and we are telling the patient.", "സന്ദർശനസമയം മാറ്റി; രോഗിയെ അറിയിക്കുന്നു.");
pub const VISIT_MOVED_CALL_PATIENT: Text = Text::new(
    "The visit is moved. No message can be sent: please call the patient.",
    "സന്ദർശനസമയം മാറ്റി. സന്ദേശം അയയ്ക്കാനാകില്ല: ദയവായി രോഗിയെ വിളിച്ച് അറിയിക്കുക.",
);
pub const MOVE_REASON_MISSING: Text = Text::new("Please say why the visit is moved.", "സമയം മാറ്റുന്നതിന്റെ കാരണം നൽകുക.");
pub const SESSION_MOVES: Text = Text::new(
    "The session moves. We are telling the patients; anyone who does not answer is listed for a call.",
    "സെഷൻ മാറ്റുന്നു. രോഗികളെ അറിയിക്കുന്നു; മറുപടി നൽകാത്തവർ വിളിക്കേണ്ടവരുടെ പട്ടികയിൽ വരും.",
);
pub const SESSION_MOVE_REASON_MISSING: Text =
    Text::new("Please say why the session moves.", "സെഷൻ മാറ്റുന്നതിന്റെ കാരണം നൽകുക.");
pub const NOTHING_TO_MOVE: Text =
    Text::new("No one has an approved visit in this session.", "ഈ സെഷനിൽ അംഗീകരിച്ച സന്ദർശനങ്ങളില്ല.");
pub const SESSION_MOVES_ALREADY: Text = Text::new(
    "This session is being moved already. Please finish that move or withdraw it first.",
    "ഈ സെഷൻ ഇപ്പോൾത്തന്നെ മാറ്റുന്നുണ്ട്. ആദ്യം അത് പൂർത്തിയാക്കുകയോ പിൻവലിക്കുകയോ ചെയ്യുക.",
);
pub const SESSION_MOVE_WITHDRAWN: Text = Text::new(
    "The move is withdrawn. Visits that have not moved stay at their times.",
    "മാറ്റം പിൻവലിച്ചു. മാറാത്ത സന്ദർശനങ്ങൾ പഴയ സമയത്തുതന്നെ തുടരും.",
);
pub const MOVE_ACCEPTED: Text = Text::new("The new time is yours.", "പുതിയ സമയം ഇനി നിങ്ങളുടേതാണ്.");
pub const MOVE_DECLINED: Text =
    Text::new("Your old time stays. The clinic will call you.", "പഴയ സമയം നിലനിൽക്കും. ക്ലിനിക്കിൽ നിന്ന് നിങ്ങളെ വിളിക്കും.");
pub const MOVE_PROPOSAL_ENDED: Text = Text::new(
    "This time can no longer be answered. The old time stays.",
    "ഈ സമയത്തിന് ഇനി മറുപടി നൽകാനാകില്ല. പഴയ സമയം നിലനിൽക്കും.",
);
pub const MOVE_SLOT_GONE: Text =
    Text::new("The new time is no longer available. The old time stays.", "പുതിയ സമയം ഇനി ലഭ്യമല്ല. പഴയ സമയം നിലനിൽക്കും.");
pub const MOVE_LINK_ENDED: Text =
    Text::new("This link has ended or is incomplete.", "ഈ ലിങ്ക് അവസാനിച്ചു, അല്ലെങ്കിൽ പൂർണ്ണമല്ല.");
pub const VISIT_TIME_STAYS: Text = Text::new("The visit stays at its time.", "സന്ദർശനസമയത്തിന് മാറ്റമില്ല.");
pub const BOOKED_AT_DESK_AND_NOTIFIED: Text = Text::new(
    "The visit is booked. We are sending a message to the number.",
    "സന്ദർശനം ബുക്ക് ചെയ്തു. ആ നമ്പറിലേക്ക് സന്ദേശം അയയ്ക്കുന്നു.",
);
pub const BOOKED_AT_DESK: Text = Text::new(
    "The visit is booked. No message can be sent from here: please say day, time and token.",
    "സന്ദർശനം ബുക്ക് ചെയ്തു. ഇവിടെ നിന്ന് സന്ദേശം അയയ്ക്കാനാകില്ല: ദിവസവും സമയവും ടോക്കണും പറഞ്ഞുകൊടുക്കുക.",
);
pub const DESK_BOOKING_LANG_WRONG: Text = Text::new("Please choose en or ml.", "en അല്ലെങ്കിൽ ml തിരഞ്ഞെടുക്കുക.");
pub const TOO_MANY_OF_NUMBER: Text = Text::new(
    "Four visits of that day are booked for this number already. Please cancel one first, or choose another day.",
    "ഈ നമ്പറിൽ ആ ദിവസം നാല് സന്ദർശനങ്ങൾ ബുക്ക് ചെയ്തുകഴിഞ്ഞു. ആദ്യം ഒന്ന് റദ്ദാക്കുക, അല്ലെങ്കിൽ മറ്റൊരു ദിവസം തിരഞ്ഞെടുക്കുക.",
);
pub const VISIT_CLAIMED: Text =
    Text::new("The visit is now among your bookings.", "ഈ സന്ദർശനം ഇനി നിങ്ങളുടെ ബുക്കിങ്ങുകളിൽ കാണാം.");
pub const VISIT_DISCLAIMED: Text =
    Text::new("Thank you. We have told the clinic that it is not yours.", "നന്ദി. ഇത് നിങ്ങളുടേതല്ലെന്ന് ക്ലിനിക്കിനെ അറിയിച്ചു.");
pub const SCHEDULE_SAVED: Text = Text::new("Your schedule is saved.", "നിങ്ങളുടെ സമയക്രമം സേവ് ചെയ്തു.");
pub const LEAVE_SAVED: Text = Text::new("Your leave is saved.", "നിങ്ങളുടെ അവധി സേവ് ചെയ്തു.");
pub const LEAVE_BOOKINGS_WRONG: Text = Text::new(
    "Please choose what happens to the bookings: keep, notify or cancel.",
    "ബുക്കിങ്ങുകൾ എന്തു ചെയ്യണമെന്ന് തിരഞ്ഞെടുക്കുക.",
);
pub const PROPOSAL_ENDED: Text = Text::new(
    "This suggestion has expired, or you have already answered it.",
    "ഈ നിർദ്ദേശത്തിന്റെ സമയം കഴിഞ്ഞു, അല്ലെങ്കിൽ നിങ്ങൾ മറുപടി നൽകിക്കഴിഞ്ഞു.",
);
pub const PROPOSAL_OTHER_DAY: Text = Text::new(
    "Please choose the day that the doctor asked for, or one of the two weeks after it.",
    "ഡോക്ടർ പറഞ്ഞ ദിവസമോ അതിനുശേഷമുള്ള രണ്ടാഴ്ചയിലെ ഒരു ദിവസമോ തിരഞ്ഞെടുക്കുക.",
);
