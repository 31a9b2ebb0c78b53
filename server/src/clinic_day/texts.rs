//! Texts of the clinic's day.

use crate::directory::DayTime;
use crate::platform::format;
use crate::platform::lang::{Lang, Text};

pub const MARKED: Text = Text::new("Saved.", "സേവ് ചെയ്തു.");
pub const ATTENDANCE_WRONG: Text =
    Text::new("Please choose arrived, called, done or absent.", "എത്തി, വിളിച്ചു, കഴിഞ്ഞു, വന്നില്ല എന്നിവയിൽ ഒന്ന് തിരഞ്ഞെടുക്കുക.");
pub const FIGURES_DAYS_WRONG: Text =
    Text::new("Please choose the last 30 or the last 90 days.", "കഴിഞ്ഞ 30 ദിവസമോ 90 ദിവസമോ തിരഞ്ഞെടുക്കുക.");
pub const MARKED_SINCE: Text = Text::new(
    "Somebody else has marked this patient meanwhile. Please look again.",
    "ഈ രോഗിയുടെ കാര്യം ഇതിനിടെ മറ്റൊരാൾ രേഖപ്പെടുത്തി. ദയവായി വീണ്ടും നോക്കുക.",
);

/// The slot has not begun, so its patient cannot be marked as absent yet.
pub fn not_absent_yet(time: DayTime) -> (String, String) {
    let at = |lang| format::time(time.time(), lang);
    (
        format!("This can be marked from {} on: until then the patient may still come.", at(Lang::En)),
        format!("വരേണ്ട സമയം {} ആണ്. അതിനുശേഷം മാത്രമേ വന്നില്ലെന്ന് രേഖപ്പെടുത്താനാകൂ.", at(Lang::Ml)),
    )
}

pub fn last_call_too_early(time: DayTime) -> (String, String) {
    let at = |lang| format::time(time.time(), lang);
    (
        format!("The last call counts from {} on, the time of the visit. Please call once more then.", at(Lang::En)),
        format!("സന്ദർശനസമയം {} ആണ്. അവസാനത്തെ വിളി അതിനുശേഷം മാത്രമേ കണക്കാക്കൂ; അപ്പോൾ ഒരിക്കൽ കൂടി വിളിക്കുക.", at(Lang::Ml)),
    )
}

pub fn walk_in_added(token: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("The patient has token {token}."),
        Lang::Ml => format!("രോഗിയുടെ ടോക്കൺ: {token}."),
    }
}

pub const CALL_OUTCOME_WRONG: Text =
    Text::new("Please choose reached or not_reached.", "reached അല്ലെങ്കിൽ not_reached തിരഞ്ഞെടുക്കുക.");
pub const CALL_TRIES_WRONG: Text = Text::new("Please give a whole number.", "ഒരു പൂർണ്ണസംഖ്യ നൽകുക.");
pub const NOT_REACHED_NOTED: Text = Text::new("Saved. We are telling the patient.", "സേവ് ചെയ്തു. രോഗിയെ അറിയിക്കുന്നു.");
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
pub const DOOR_CODE_SHAPE: Text =
    Text::new("Please enter the four digits of the door code.", "പ്രവേശന കോഡിന്റെ നാല് അക്കങ്ങൾ നൽകുക.");
pub const QUEUE_LINK_ENDED: Text = Text::new(
    "This link is no longer valid or is incomplete. Patients find their visits under Bookings; a screen can be connected again with a new code.",
    "ഈ ലിങ്ക് കാലഹരണപ്പെട്ടു, അല്ലെങ്കിൽ പൂർണ്ണമല്ല. രോഗികൾക്ക് സന്ദർശനങ്ങൾ ബുക്കിങ്ങുകളിൽ കാണാം; സ്ക്രീൻ പുതിയ കോഡ് ഉപയോഗിച്ച് വീണ്ടും ബന്ധിപ്പിക്കാം.",
);
pub const TOO_MANY_WATCH: Text = Text::new(
    "Too many of these pages are open at the same time. Please close those that you do not need.",
    "ഇത്തരം വളരെയധികം പേജുകൾ ഒരേസമയം തുറന്നിരിക്കുന്നു. ആവശ്യമില്ലാത്തവ അടയ്ക്കുക.",
);
pub const TURN_NEAR: Text = Text::new("Your turn is near", "നിങ്ങളുടെ ഊഴം അടുത്തു");

pub fn patients_before(count: usize, lang: Lang) -> String {
    match (count, lang) {
        (0, Lang::En) => "You are next.".into(),
        (0, Lang::Ml) => "അടുത്തത് നിങ്ങളാണ്.".into(),
        (1, Lang::En) => "One patient is before you.".into(),
        (1, Lang::Ml) => "നിങ്ങൾക്ക് മുമ്പ് ഒരാൾ കൂടിയുണ്ട്.".into(),
        (_, Lang::En) => format!("{count} patients are before you."),
        (_, Lang::Ml) => format!("നിങ്ങൾക്ക് മുമ്പ് {count} പേർ കൂടിയുണ്ട്."),
    }
}
