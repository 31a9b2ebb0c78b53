//! Texts about follow-ups.

use crate::platform::lang::Text;

pub const FOLLOW_UP_SAVED: Text = Text::new(
    "Saved. We will tell the patient when that day opens for booking.",
    "സേവ് ചെയ്തു. ആ ദിവസം ബുക്ക് ചെയ്യാനാകുമ്പോൾ രോഗിയെ അറിയിക്കും.",
);
pub const FOLLOW_UP_REMOVED: Text = Text::new("The follow-up is withdrawn.", "തുടർസന്ദർശനം പിൻവലിച്ചു.");
pub const FOLLOW_UP_DAYS_WRONG: Text =
    Text::new("Please give a whole number of days from 1 to 365.", "1 മുതൽ 365 വരെയുള്ള ദിവസങ്ങളുടെ എണ്ണം നൽകുക.");
pub const FOLLOW_UP_DAY_OVER: Text =
    Text::new("That day is already over. Please enter more days.", "ആ ദിവസം കഴിഞ്ഞുപോയി. കൂടുതൽ ദിവസങ്ങൾ നൽകുക.");
pub const PROPOSAL_DECLINED: Text =
    Text::new("Thank you. We will not suggest it again.", "നന്ദി. ഇത് ഇനി നിർദ്ദേശിക്കില്ല.");
pub const MESSAGE_LINK_ENDED: Text = Text::new(
    "This link does not work any more. Log in with your number to see your bookings.",
    "ഈ ലിങ്ക് ഇനി പ്രവർത്തിക്കില്ല. ബുക്കിങ്ങുകൾ കാണാൻ നിങ്ങളുടെ നമ്പർ ഉപയോഗിച്ച് ലോഗിൻ ചെയ്യുക.",
);
