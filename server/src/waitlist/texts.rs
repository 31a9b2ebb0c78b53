//! What the waitlist says to people.

use crate::platform::lang::Text;

pub const WAITLIST_JOINED: Text = Text::new(
    "You are on the list. We will tell you when a time is free.",
    "നിങ്ങൾ പട്ടികയിലുണ്ട്. സമയം ഒഴിവായാൽ ഞങ്ങൾ അറിയിക്കാം.",
);
pub const WAITLIST_LEFT: Text = Text::new("You are no longer on the list.", "നിങ്ങൾ ഇനി പട്ടികയിലില്ല.");
pub const WAITLIST_LINK_ENDED: Text = Text::new(
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
pub const SOMETHING_IS_FREE: Text =
    Text::new("There are free times in these hours. Please book one.", "ഈ സമയത്തിനിടയിൽ ഒഴിവുണ്ട്. ദയവായി ബുക്ക് ചെയ്യുക.");
pub const TOO_MANY_WAITLISTS: Text = Text::new(
    "You are already waiting for 5 days. Please leave one list first.",
    "നിങ്ങൾ ഇപ്പോൾത്തന്നെ 5 ദിവസങ്ങൾക്കായി കാത്തിരിക്കുന്നുണ്ട്. ആദ്യം ഒരു പട്ടികയിൽ നിന്ന് മാറുക.",
);
pub const WAITLIST_FULL: Text = Text::new(
    "Too many people are waiting for this day. Please choose another day or another doctor.",
    "ഈ ദിവസത്തിനായി വളരെയധികം പേർ കാത്തിരിക്കുന്നു. മറ്റൊരു ദിവസമോ ഡോക്ടറെയോ തിരഞ്ഞെടുക്കുക.",
);
