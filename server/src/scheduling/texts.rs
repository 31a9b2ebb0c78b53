//! Texts about free slots, sessions and leave, in both languages.

use jiff::civil::Date;

use crate::directory::{DayTime, Notice};
use crate::platform::format;
use crate::platform::lang::{Lang, Text};

pub const RESERVED: Text = Text::new(
    "This time is held for another patient. Please choose another.",
    "ഈ സമയം മറ്റൊരു രോഗിക്കായി കരുതിവെച്ചിരിക്കുന്നു. മറ്റൊരു സമയം തിരഞ്ഞെടുക്കുക.",
);
pub const TIME_BY_PHONE: Text = Text::new(
    "This time is for consultations by phone, which patients book themselves. Please choose another.",
    "ഈ സമയം ഫോൺ കൺസൾട്ടേഷനുള്ളതാണ്; അത് രോഗികൾ സ്വയം ബുക്ക് ചെയ്യുന്നതാണ്. മറ്റൊരു സമയം തിരഞ്ഞെടുക്കുക.",
);
pub const TIME_NOT_BY_PHONE: Text = Text::new(
    "This consultation is by phone. Please choose a time at which the doctor calls.",
    "ഇത് ഫോൺ കൺസൾട്ടേഷനാണ്. ഡോക്ടർ ഫോണിൽ വിളിക്കുന്ന ഒരു സമയം തിരഞ്ഞെടുക്കുക.",
);
pub const DATE_WRONG: Text = Text::new("Please give a date such as Jan 5, 2024.", "Jan 5, 2024 പോലെ ഒരു തീയതി നൽകുക.");
pub const DAYS_WRONG: Text = Text::new("Please ask for 1 to 7 days.", "1 മുതൽ 7 വരെ ദിവസങ്ങൾ ആവശ്യപ്പെടുക.");
pub const SORT_WRONG: Text = Text::new("Please sort by newest or earliest.", "newest അല്ലെങ്കിൽ earliest തിരഞ്ഞെടുക്കുക.");
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

/// The new week overlaps the extra session of that day.
pub fn meets_extra(day: Date) -> (String, String) {
    (
        format!(
            "This overlaps your extra session on {}. Please remove that session first.",
            format::day(day, Lang::En)
        ),
        format!("ഇത് നിങ്ങളുടെ അധിക സെഷനുമായി കൂട്ടിമുട്ടുന്നു: {}. ആദ്യം ആ സെഷൻ നീക്കുക.", format::day(day, Lang::Ml)),
    )
}

pub const TOO_MANY_WEEKLY: Text = Text::new("A week can have at most 50 sessions.", "ഒരു ആഴ്ചയിൽ പരമാവധി 50 സെഷനുകൾ മാത്രം.");
pub const TOO_MANY_SESSIONS: Text = Text::new(
    "You already have 100 extra sessions. Please remove one first.",
    "100 അധിക സെഷനുകൾ ഇപ്പോഴേയുണ്ട്. ആദ്യം ഒന്ന് നീക്കുക.",
);
pub const TOO_MANY_LEAVES: Text = Text::new(
    "You already have 100 entries of leave coming up. Please remove one first.",
    "വരുംദിവസങ്ങളിലേക്ക് 100 അവധികൾ ഇപ്പോഴേയുണ്ട്. ആദ്യം ഒന്ന് നീക്കുക.",
);
pub const SESSION_DAY_PAST: Text =
    Text::new("Please choose a day that is not over.", "കഴിഞ്ഞിട്ടില്ലാത്ത ഒരു ദിവസം തിരഞ്ഞെടുക്കുക.");
pub const SESSION_DAY_FAR: Text =
    Text::new("Please choose a day within a year.", "ഒരു വർഷത്തിനുള്ളിലെ ഒരു ദിവസം തിരഞ്ഞെടുക്കുക.");
pub const SAME_WEEK: Text = Text::new("Please choose another week.", "മറ്റൊരു ആഴ്ച തിരഞ്ഞെടുക്കുക.");
pub const LEAVE_REMOVED: Text = Text::new("The leave is removed.", "അവധി നീക്കി.");
pub const BREAK_INCOMPLETE: Text =
    Text::new("Please give both times of the break, or neither.", "ഇടവേളയുടെ രണ്ട് സമയവും നൽകുക, അല്ലെങ്കിൽ രണ്ടും ഒഴിവാക്കുക.");
pub const LEAVE_PAST: Text = Text::new("Leave cannot be in the past.", "അവധി കഴിഞ്ഞ ദിവസങ്ങളിലാകരുത്.");
pub const LEAVE_ORDER: Text =
    Text::new("The last day must not be before the first.", "അവസാന ദിവസം ആദ്യ ദിവസത്തിന് മുമ്പാകരുത്.");
pub const LEAVE_LONG: Text = Text::new("Leave can last at most a year.", "അവധി പരമാവധി ഒരു വർഷം.");
