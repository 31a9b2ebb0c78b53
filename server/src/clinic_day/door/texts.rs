//! Texts of the door of a place.

use crate::platform::lang::{Lang, Text};

pub const DEVICE_WRONG: Text = Text::new(
    "Please open this page again by the QR code of the poster.",
    "പോസ്റ്ററിലെ QR കോഡ് ഉപയോഗിച്ച് ഈ പേജ് വീണ്ടും തുറക്കുക.",
);
pub const CODE_WRONG: Text = Text::new(
    "This door code is not valid, or is too old: it changes every minute. Please type the four digits that the screen or the desk shows now.",
    "ഈ പ്രവേശന കോഡ് ശരിയല്ല, അല്ലെങ്കിൽ പഴയതാണ്: കോഡ് ഓരോ മിനിറ്റിലും മാറും. സ്ക്രീനിലോ ഡെസ്കിലോ ഇപ്പോൾ കാണുന്ന നാല് അക്കങ്ങൾ നൽകുക.",
);
pub const DOCTOR_WRONG: Text = Text::new("Please choose a doctor.", "ഒരു ഡോക്ടറെ തിരഞ്ഞെടുക്കുക.");
pub const NOT_OPEN: Text = Text::new(
    "This doctor gives no tokens at the door at the moment. Please ask at the desk.",
    "ഈ ഡോക്ടറുടെ ടോക്കൺ ഇപ്പോൾ ഫോണിൽ എടുക്കാനാകില്ല. ദയവായി ഡെസ്കിൽ ചോദിക്കുക.",
);
pub const SESSION_FULL: Text = Text::new(
    "All tokens that can be taken by phone for this session are gone. Please ask at the desk.",
    "ഈ സെഷനിൽ ഫോണിൽ എടുക്കാവുന്ന ടോക്കണുകൾ കഴിഞ്ഞു. ദയവായി ഡെസ്കിൽ ചോദിക്കുക.",
);
pub const TOO_MANY_OF_DEVICE: Text = Text::new(
    "This phone has taken 3 tokens today. Please ask for more at the desk.",
    "ഈ ഫോണിൽ ഇന്ന് 3 ടോക്കൺ എടുത്തു. കൂടുതൽ വേണമെങ്കിൽ ഡെസ്കിൽ ചോദിക്കുക.",
);
pub const TOO_MANY_OF_NUMBER: Text = Text::new(
    "3 tokens were taken with this number today. Please ask for more at the desk.",
    "ഈ നമ്പറിൽ ഇന്ന് 3 ടോക്കൺ എടുത്തു. കൂടുതൽ വേണമെങ്കിൽ ഡെസ്കിൽ ചോദിക്കുക.",
);
pub const ARRIVED: Text = Text::new("You are marked as arrived.", "നിങ്ങൾ എത്തിയതായി രേഖപ്പെടുത്തി.");
pub const TOO_EARLY: Text = Text::new(
    "It is too early to mark your arrival: this can be done from two hours before the visit on.",
    "എത്തിയതായി രേഖപ്പെടുത്താൻ സമയമായിട്ടില്ല: സന്ദർശനത്തിന് രണ്ട് മണിക്കൂർ മുമ്പ് മുതൽ ഇത് ചെയ്യാം.",
);
/// The same for an unknown number, one with a visit elsewhere, and one whose visit is over.
pub const NO_VISIT: Text = Text::new(
    "No confirmed visit of today waits here under this number. Please check the number, or ask at the desk.",
    "ഈ നമ്പറിൽ ഇന്ന് ഇവിടെ സ്ഥിരീകരിച്ച സന്ദർശനമില്ല. നമ്പർ ഒന്നുകൂടി നോക്കുക, അല്ലെങ്കിൽ ഡെസ്കിൽ ചോദിക്കുക.",
);
pub const TOKENS_WRONG: Text =
    Text::new("Please give a whole number from 0 to 200.", "0 മുതൽ 200 വരെയുള്ള ഒരു പൂർണ്ണസംഖ്യ നൽകുക.");
pub const SETTING_SAVED: Text = Text::new("Saved.", "സേവ് ചെയ്തു.");

pub fn token_taken(token: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("Your token is {token}."),
        Lang::Ml => format!("നിങ്ങളുടെ ടോക്കൺ: {token}."),
    }
}
