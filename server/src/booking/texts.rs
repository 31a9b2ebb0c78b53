//! What bookings say to people.

use jiff::civil::Date;

use crate::directory::{DayTime, Notice};
use crate::platform::format::{self, rupees};
use crate::platform::lang::{Lang, Text};

pub const DOCTOR: Text = Text::new("Doctor", "ഡോക്ടർ");
pub const TIME: Text = Text::new("Time", "സമയം");
pub const REASON: Text = Text::new("Reason", "കാരണം");
pub const PATIENT: Text = Text::new("Patient", "രോഗി");
pub const ADDRESS: Text = Text::new("Address", "വിലാസം");
pub const FEE: Text = Text::new("Consultation fee", "കൺസൾട്ടേഷൻ ഫീസ്");
pub const REMINDERS_SAVED: Text = Text::new("Your reminders are saved.", "നിങ്ങളുടെ ഓർമ്മപ്പെടുത്തലുകൾ സേവ് ചെയ്തു.");
pub const REMINDERS_STOPPED: Text = Text::new(
    "We will no longer remind you. You can turn reminders on again in your profile.",
    "ഇനി ഓർമ്മപ്പെടുത്തലുകൾ അയയ്ക്കില്ല. നിങ്ങളുടെ പ്രൊഫൈലിൽ എപ്പോൾ വേണമെങ്കിലും വീണ്ടും ഓണാക്കാം.",
);
pub const STOP_LINK_WRONG: Text = Text::new(
    "This link is incomplete or too old. Please open the one in your latest reminder, or change your reminders in your profile.",
    "ഈ ലിങ്ക് പൂർണ്ണമല്ല, അല്ലെങ്കിൽ കാലഹരണപ്പെട്ടു. ഏറ്റവും പുതിയ ഓർമ്മപ്പെടുത്തൽ ഇമെയിലിൽ നിന്ന് തുറക്കുക, അല്ലെങ്കിൽ പ്രൊഫൈലിൽ ഓർമ്മപ്പെടുത്തലുകൾ തിരഞ്ഞെടുക്കുക.",
);
pub const BOOKED: Text = Text::new(
    "Your appointment is requested. Waiting for the doctor.",
    "അപ്പോയിന്റ്മെന്റ് അഭ്യർത്ഥിച്ചു. ഡോക്ടറുടെ മറുപടി കാത്തിരിക്കുന്നു.",
);
pub const BOOKED_AND_APPROVED: Text =
    Text::new("Your appointment is booked and confirmed.", "അപ്പോയിന്റ്മെന്റ് ബുക്ക് ചെയ്തു, സ്ഥിരീകരിക്കുകയും ചെയ്തു.");
/// Where a booking is and what it costs.
pub fn place_and_fee(address: impl Fn(Lang) -> String, fee: i64) -> (String, String) {
    let (en, ml) = match fee {
        0 => ("no fee".to_owned(), "ഫീസില്ല".to_owned()),
        fee => (format!("fee {}", rupees(fee)), format!("ഫീസ് {}", rupees(fee))),
    };
    (format!("Place: {}; {en}.", address(Lang::En)), format!("സ്ഥലം: {}; {ml}.", address(Lang::Ml)))
}
pub const BOOKED_PERHAPS: Text = Text::new(
    "The connection was lost while you were booking. Please check your bookings, or try again: if it was booked, you get \
             that booking, not a second one.",
    "അപ്പോയിന്റ്മെന്റ് ബുക്ക് ചെയ്യുന്നതിനിടെ കണക്ഷൻ മുറിഞ്ഞു. നിങ്ങളുടെ ബുക്കിങ്ങുകൾ പരിശോധിക്കുക, അല്ലെങ്കിൽ ഇതുതന്നെ വീണ്ടും അയയ്ക്കുക: \
             ബുക്ക് ആയിട്ടുണ്ടെങ്കിൽ അതേ ബുക്കിങ് തന്നെ കിട്ടും, രണ്ടാമതൊന്ന് ഉണ്ടാകില്ല.",
);
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

/// A request that waits at another time than the one that was answered.
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
pub const WAITS: Text = Text::new(
    "You are on the list. We will tell you when a time is free.",
    "നിങ്ങൾ പട്ടികയിലുണ്ട്. സമയം ഒഴിവായാൽ ഞങ്ങൾ അറിയിക്കാം.",
);
pub const WAITS_NO_LONGER: Text = Text::new("You are no longer on the list.", "നിങ്ങൾ ഇനി പട്ടികയിലില്ല.");
pub const WAIT_LINK_ENDED: Text = Text::new(
    "You are no longer on this list, or the link is incomplete.",
    "നിങ്ങൾ ഇനി ഈ പട്ടികയിലില്ല, അല്ലെങ്കിൽ ലിങ്ക് പൂർണ്ണമല്ല.",
);
pub const OFFER_ENDED: Text = Text::new(
    "This offer has ended, or the link is incomplete.",
    "ഈ സമയം ഇനി നിങ്ങൾക്കായി കരുതിവെച്ചിട്ടില്ല, അല്ലെങ്കിൽ ലിങ്ക് പൂർണ്ണമല്ല.",
);
pub const OFFER_DETAILS_MISSING: Text = Text::new(
    "We do not have the patient's name and number. Please log in to take this time.",
    "രോഗിയുടെ പേരും ഫോൺ നമ്പറും ഞങ്ങളുടെ പക്കലില്ല. ഈ സമയം എടുക്കാൻ ലോഗിൻ ചെയ്യുക.",
);
pub const OFFER_DECLINED: Text = Text::new(
    "The time goes to the next person. You are still on the list, unless you let three times pass.",
    "ഈ സമയം അടുത്തയാൾക്ക് നൽകും. മൂന്ന് സമയങ്ങൾ എടുക്കാതെ വിട്ടിട്ടില്ലെങ്കിൽ നിങ്ങൾ പട്ടികയിൽ തുടരുന്നു.",
);
pub const HELD: Text = Text::new(
    "This time is held for someone on the waiting list. Please choose another.",
    "ഈ സമയം കാത്തിരിപ്പുപട്ടികയിലെ ഒരാൾക്കായി കരുതിവെച്ചിരിക്കുന്നു. മറ്റൊരു സമയം തിരഞ്ഞെടുക്കുക.",
);
pub const SOMETHING_IS_FREE: Text =
    Text::new("There are free times in these hours. Please book one.", "ഈ സമയത്തിനിടയിൽ ഒഴിവുണ്ട്. ദയവായി ബുക്ക് ചെയ്യുക.");
pub const TOO_MANY_WAITS: Text = Text::new(
    "You are already waiting for 5 days. Please leave one list first.",
    "നിങ്ങൾ ഇപ്പോൾത്തന്നെ 5 ദിവസങ്ങൾക്കായി കാത്തിരിക്കുന്നുണ്ട്. ആദ്യം ഒരു പട്ടികയിൽ നിന്ന് മാറുക.",
);
pub const LINE_IS_FULL: Text = Text::new(
    "Too many people are waiting for this day. Please choose another day or another doctor.",
    "ഈ ദിവസത്തിനായി വളരെയധികം പേർ കാത്തിരിക്കുന്നു. മറ്റൊരു ദിവസമോ ഡോക്ടറെയോ തിരഞ്ഞെടുക്കുക.",
);
pub const ACCOUNT_DELETED: Text = Text::new("Your account is deleted.", "നിങ്ങളുടെ അക്കൗണ്ട് ഇല്ലാതാക്കി.");
pub const DATE_WRONG: Text = Text::new("Please give a date such as Jan 5, 2024.", "Jan 5, 2024 പോലെ ഒരു തീയതി നൽകുക.");
pub const DAYS_WRONG: Text = Text::new("Please ask for 1 to 7 days.", "1 മുതൽ 7 വരെ ദിവസങ്ങൾ ആവശ്യപ്പെടുക.");
pub const SORT_WRONG: Text = Text::new("Please sort by newest or earliest.", "newest അല്ലെങ്കിൽ earliest തിരഞ്ഞെടുക്കുക.");
pub const REQUEST_SORT_WRONG: Text =
    Text::new("Please sort by newest or ending.", "newest അല്ലെങ്കിൽ ending തിരഞ്ഞെടുക്കുക.");
pub const TO_BEFORE_FROM: Text =
    Text::new("The end must be after the start.", "അവസാനിക്കുന്ന സമയം തുടങ്ങുന്ന സമയത്തിന് ശേഷമാകണം.");
pub const PAST: Text = Text::new("This time has passed.", "ഈ സമയം കഴിഞ്ഞുപോയി.");
pub const TOO_FAR_AHEAD: Text =
    Text::new("Only today and the next six days can be booked.", "ഇന്നും അടുത്ത ആറു ദിവസവും മാത്രമേ ബുക്ക് ചെയ്യാനാകൂ.");
pub const OUTSIDE_HOURS: Text =
    Text::new("The doctor does not see patients at this time.", "ഈ സമയത്ത് ഡോക്ടർ പരിശോധനയ്ക്കില്ല.");
pub const OFF_GRID: Text = Text::new(
    "Visits start every 15 minutes. Please choose one of the times shown.",
    "ഓരോ 15 മിനിറ്റിലുമാണ് സമയങ്ങൾ. കാണിച്ചിരിക്കുന്ന സമയങ്ങളിൽ ഒന്ന് തിരഞ്ഞെടുക്കുക.",
);
pub const DAY_OFF: Text =
    Text::new("The doctor does not see patients on this day of the week.", "ആഴ്ചയിലെ ഈ ദിവസം ഡോക്ടർ പരിശോധനയ്ക്കില്ല.");

/// The visit begins sooner than the doctor allows.
pub fn too_soon(notice: Notice) -> (String, String) {
    let minutes = notice.minutes();
    let (en, ml) = match (minutes / 60, minutes % 60) {
        (1, 0) => ("1 hour".to_owned(), "1 മണിക്കൂർ".to_owned()),
        (hours, 0) => (format!("{hours} hours"), format!("{hours} മണിക്കൂർ")),
        _ => (format!("{minutes} minutes"), format!("{minutes} മിനിറ്റ്")),
    };
    (
        format!("This doctor can be booked online only up to {en} before the visit. Please choose a later time."),
        format!("സന്ദർശനത്തിന് കുറഞ്ഞത് {ml} മുമ്പ് മാത്രമേ ഈ ഡോക്ടറെ ഓൺലൈനായി ബുക്ക് ചെയ്യാനാകൂ. പിന്നീടുള്ള ഒരു സമയം തിരഞ്ഞെടുക്കുക."),
    )
}

/// Up to that day, which is included.
pub fn on_leave(until: Date) -> (String, String) {
    (
        format!("The doctor is on leave until {}.", format::day(until, Lang::En)),
        format!("{} വരെ ഡോക്ടർ അവധിയിലാണ്.", format::day(until, Lang::Ml)),
    )
}

/// For these hours of the day.
pub fn on_leave_for(from: DayTime, to: DayTime) -> (String, String) {
    (
        format!("The doctor is away from {from} to {to} on this day."),
        format!("ഈ ദിവസം {from} മുതൽ {to} വരെ ഡോക്ടർ ഉണ്ടാകില്ല."),
    )
}

/// From the end of one session to the start of the next.
pub fn between_sessions(from: DayTime, to: DayTime) -> (String, String) {
    (
        format!("The doctor does not see patients between {from} and {to} on this day."),
        format!("ഈ ദിവസം {from} മുതൽ {to} വരെ ഡോക്ടർ രോഗികളെ കാണുന്നില്ല."),
    )
}

/// That day's extra session does not fit.
pub fn meets_extra(day: Date) -> (String, String) {
    (
        format!(
            "This overlaps your extra session on {}. Please remove that session first.",
            format::day(day, Lang::En)
        ),
        format!("ഇത് നിങ്ങളുടെ അധിക സെഷനുമായി കൂട്ടിമുട്ടുന്നു: {}. ആദ്യം ആ സെഷൻ നീക്കുക.", format::day(day, Lang::Ml)),
    )
}

pub const OWN_CLINIC: Text = Text::new("the doctor's clinic", "ഡോക്ടറുടെ ക്ലിനിക്ക്");
pub const TOO_MANY_WEEKLY: Text = Text::new("A week can have at most 50 sessions.", "ഒരു ആഴ്ചയിൽ പരമാവധി 50 സെഷനുകൾ മാത്രം.");
pub const TOO_MANY_SESSIONS: Text = Text::new(
    "You already have 100 extra sessions. Please remove one first.",
    "100 അധിക സെഷനുകൾ ഇപ്പോഴേയുണ്ട്. ആദ്യം ഒന്ന് നീക്കുക.",
);
pub const TOO_MANY_LEAVES: Text = Text::new(
    "You already have 100 entries of leave coming up. Please remove one first.",
    "വരുംദിവസങ്ങളിലേക്ക് 100 അവധികൾ ഇപ്പോഴേയുണ്ട്. ആദ്യം ഒന്ന് നീക്കുക.",
);
pub const PREVIEW_WRONG: Text = Text::new("Please send true or false.", "true അല്ലെങ്കിൽ false നൽകുക.");
pub const SESSION_ADDED: Text = Text::new("The session is added.", "സെഷൻ ചേർത്തു.");
pub const SESSION_REMOVED: Text = Text::new("The session is removed.", "സെഷൻ നീക്കി.");

/// How many extra sessions of a week were copied, and how many were not.
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
pub const SESSION_DAY_PAST: Text =
    Text::new("Please choose a day that is not over.", "കഴിഞ്ഞിട്ടില്ലാത്ത ഒരു ദിവസം തിരഞ്ഞെടുക്കുക.");
pub const SESSION_DAY_FAR: Text =
    Text::new("Please choose a day within a year.", "ഒരു വർഷത്തിനുള്ളിലെ ഒരു ദിവസം തിരഞ്ഞെടുക്കുക.");
pub const SAME_WEEK: Text = Text::new("Please choose another week.", "മറ്റൊരു ആഴ്ച തിരഞ്ഞെടുക്കുക.");

pub const TOKEN: Text = Text::new("Token", "ടോക്കൺ");
pub const MARKED: Text = Text::new("Saved.", "സേവ് ചെയ്തു.");
pub const ATTENDANCE_WRONG: Text =
    Text::new("Please choose arrived, called, done or absent.", "എത്തി, വിളിച്ചു, കഴിഞ്ഞു, വന്നില്ല എന്നിവയിൽ ഒന്ന് തിരഞ്ഞെടുക്കുക.");
pub const OFFER_INCOMPLETE: Text =
    Text::new("Please give the day and the time that you offer.", "നൽകുന്ന ദിവസവും സമയവും രേഖപ്പെടുത്തുക.");
pub const MARKED_SINCE: Text = Text::new(
    "Somebody else has marked this patient meanwhile. Please look again.",
    "ഈ രോഗിയുടെ കാര്യം ഇതിനിടെ മറ്റൊരാൾ രേഖപ്പെടുത്തി. ദയവായി വീണ്ടും നോക്കുക.",
);

/// The slot has not begun, so nobody can say yet that its patient did not come.
pub fn not_absent_yet(time: DayTime) -> (String, String) {
    let at = |lang| format::time(time.time(), lang);
    (
        format!("This can be marked from {} on: until then the patient may still come.", at(Lang::En)),
        format!("വരേണ്ട സമയം {} ആണ്. അതിനുശേഷം മാത്രമേ വന്നില്ലെന്ന് രേഖപ്പെടുത്താനാകൂ.", at(Lang::Ml)),
    )
}

pub fn walk_in_added(token: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("The patient has token {token}."),
        Lang::Ml => format!("രോഗിയുടെ ടോക്കൺ: {token}."),
    }
}

pub const WALK_IN_REMOVED: Text = Text::new("The walk-in is removed.", "നേരിട്ടെത്തിയ ആളെ നീക്കി.");
pub const WALK_IN_SESSION_WRONG: Text =
    Text::new("Please choose one of today's sessions that is not over.", "ഇന്നത്തെ, കഴിഞ്ഞിട്ടില്ലാത്ത ഒരു സെഷൻ തിരഞ്ഞെടുക്കുക.");
pub const TOO_MANY_WALK_INS: Text = Text::new(
    "You have added 200 walk-ins today. No more can be added.",
    "ഇന്ന് നേരിട്ടെത്തിയ 200 പേരെ ചേർത്തു. ഇനി ചേർക്കാനാകില്ല.",
);
pub const LATE_WRONG: Text =
    Text::new("Please give whole minutes from 0 to 240.", "0 മുതൽ 240 വരെയുള്ള മിനിറ്റുകൾ പൂർണ്ണസംഖ്യയായി നൽകുക.");
pub const LATE_TOLD: Text = Text::new("We are telling everyone who is waiting.", "കാത്തിരിക്കുന്ന എല്ലാവരെയും അറിയിക്കുന്നു.");
pub const LATE_TOO_OFTEN: Text = Text::new(
    "You have changed this 12 times today, and everyone got an email each time. You can change it again tomorrow.",
    "ഇന്ന് 12 തവണ ഇത് മാറ്റി; ഓരോ തവണയും എല്ലാവർക്കും ഇമെയിൽ പോയി. ഇനി നാളെ മാറ്റാം.",
);
pub const SCREEN_PAIRED: Text = Text::new("The screen now shows the tokens.", "സ്ക്രീൻ ഇനി ടോക്കണുകൾ കാണിക്കും.");
pub const SCREEN_REMOVED: Text = Text::new("The screen is removed.", "സ്ക്രീൻ നീക്കി.");
pub const SCREEN_CODE_SHAPE: Text =
    Text::new("Please enter the six digits on the screen.", "സ്ക്രീനിൽ കാണുന്ന ആറക്ക കോഡ് നൽകുക.");
pub const SCREEN_CODE_WRONG: Text = Text::new(
    "No screen shows this code now. Please check the code on the screen.",
    "ഈ കോഡ് ഇപ്പോൾ ഒരു സ്ക്രീനിലും ഇല്ല. സ്ക്രീനിലെ കോഡ് ഒന്നുകൂടി നോക്കുക.",
);
pub const SCREEN_CODE_ENDED: Text = Text::new("This code has expired.", "ഈ കോഡിന്റെ കാലാവധി കഴിഞ്ഞു.");
pub const TOO_MANY_SCREENS: Text = Text::new(
    "There are already 10 screens. Please remove one first.",
    "10 സ്ക്രീനുകൾ ഇപ്പോൾത്തന്നെ ഉണ്ട്. ആദ്യം ഒരെണ്ണം നീക്കുക.",
);
pub const QUEUE_LINK_ENDED: Text = Text::new(
    "This link is no longer valid or is incomplete. Patients find their visits under Bookings; a screen can be connected again with a new code.",
    "ഈ ലിങ്ക് കാലഹരണപ്പെട്ടു, അല്ലെങ്കിൽ പൂർണ്ണമല്ല. രോഗികൾക്ക് സന്ദർശനങ്ങൾ ബുക്കിങ്ങുകളിൽ കാണാം; സ്ക്രീൻ പുതിയ കോഡ് ഉപയോഗിച്ച് വീണ്ടും ബന്ധിപ്പിക്കാം.",
);
pub const TOO_MANY_WATCH: Text = Text::new(
    "Too many of these pages are open at the same time. Please close those that you do not need.",
    "ഇത്തരം വളരെയധികം പേജുകൾ ഒരേസമയം തുറന്നിരിക്കുന്നു. ആവശ്യമില്ലാത്തവ അടയ്ക്കുക.",
);
pub const VISIT_APPROVED: Text = Text::new("The appointment is approved.", "അപ്പോയിന്റ്മെന്റ് അംഗീകരിച്ചു.");
pub const VISIT_REJECTED: Text = Text::new("The appointment is rejected.", "അപ്പോയിന്റ്മെന്റ് നിരസിച്ചു.");
pub const VISIT_CANCELLED: Text =
    Text::new("The visit is cancelled, and we are telling the patient.", "സന്ദർശനം റദ്ദാക്കി; രോഗിയെ അറിയിക്കുന്നു.");
pub const SCHEDULE_SAVED: Text = Text::new("Your schedule is saved.", "നിങ്ങളുടെ സമയക്രമം സേവ് ചെയ്തു.");
pub const LEAVE_SAVED: Text = Text::new("Your leave is saved.", "നിങ്ങളുടെ അവധി സേവ് ചെയ്തു.");
pub const LEAVE_REMOVED: Text = Text::new("The leave is removed.", "അവധി നീക്കി.");
pub const BREAK_INCOMPLETE: Text =
    Text::new("Please give both times of the break, or neither.", "ഇടവേളയുടെ രണ്ട് സമയവും നൽകുക, അല്ലെങ്കിൽ രണ്ടും ഒഴിവാക്കുക.");
pub const LEAVE_PAST: Text = Text::new("Leave cannot be in the past.", "അവധി കഴിഞ്ഞ ദിവസങ്ങളിലാകരുത്.");
pub const LEAVE_ORDER: Text =
    Text::new("The last day must not be before the first.", "അവസാന ദിവസം ആദ്യ ദിവസത്തിന് മുമ്പാകരുത്.");
pub const LEAVE_LONG: Text = Text::new("Leave can last at most a year.", "അവധി പരമാവധി ഒരു വർഷം.");
pub const MET_WRONG: Text = Text::new(
    "Please choose what happens to the bookings: keep, notify or cancel.",
    "ബുക്കിങ്ങുകൾ എന്തു ചെയ്യണമെന്ന് തിരഞ്ഞെടുക്കുക.",
);
pub const FOLLOW_UP_SAVED: Text = Text::new(
    "Saved. We will tell the patient when that day opens for booking.",
    "സേവ് ചെയ്തു. ആ ദിവസം ബുക്ക് ചെയ്യാനാകുമ്പോൾ രോഗിയെ അറിയിക്കും.",
);
pub const FOLLOW_UP_REMOVED: Text = Text::new("The follow-up is withdrawn.", "തുടർസന്ദർശനം പിൻവലിച്ചു.");
pub const FOLLOW_UP_DAYS_WRONG: Text =
    Text::new("Please give a whole number of days from 1 to 365.", "1 മുതൽ 365 വരെയുള്ള ദിവസങ്ങളുടെ എണ്ണം നൽകുക.");
pub const FOLLOW_UP_DAY_OVER: Text =
    Text::new("That day is already over. Please enter more days.", "ആ ദിവസം കഴിഞ്ഞുപോയി. കൂടുതൽ ദിവസങ്ങൾ നൽകുക.");
pub const PROPOSAL_ENDED: Text = Text::new(
    "This suggestion has expired, or you have already answered it.",
    "ഈ നിർദ്ദേശത്തിന്റെ സമയം കഴിഞ്ഞു, അല്ലെങ്കിൽ നിങ്ങൾ മറുപടി നൽകിക്കഴിഞ്ഞു.",
);
pub const PROPOSAL_OTHER_DAY: Text = Text::new(
    "Please choose the day that the doctor asked for, or one of the two weeks after it.",
    "ഡോക്ടർ പറഞ്ഞ ദിവസമോ അതിനുശേഷമുള്ള രണ്ടാഴ്ചയിലെ ഒരു ദിവസമോ തിരഞ്ഞെടുക്കുക.",
);
pub const PROPOSAL_DECLINED: Text =
    Text::new("Thank you. We will not suggest it again.", "നന്ദി. ഇത് ഇനി നിർദ്ദേശിക്കില്ല.");
