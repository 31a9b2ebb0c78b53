//! Texts of the blood pages.

use crate::platform::lang::{Lang, Text};

pub const GROUP_WRONG: Text = Text::new("Please choose a blood group.", "രക്തഗ്രൂപ്പ് തിരഞ്ഞെടുക്കുക.");
pub const AGE_WRONG: Text = Text::new("Please enter the age in years.", "വയസ്സ് അക്കത്തിൽ നൽകുക.");
pub const TOO_YOUNG: Text = Text::new(
    "Thank you for wanting to help. Donors must be 18 or older. Please come back then.",
    "സഹായിക്കാൻ മുന്നോട്ടുവന്നതിന് നന്ദി. 18 വയസ്സ് തികഞ്ഞവർക്കേ രക്തം നൽകാനാകൂ; അപ്പോൾ വീണ്ടും വരൂ.",
);
pub const TOO_OLD: Text = Text::new(
    "Thank you for wanting to help. For their own safety, donors can be at most 65 years old.",
    "സഹായിക്കാൻ മുന്നോട്ടുവന്നതിന് നന്ദി. ദാതാക്കളുടെ സുരക്ഷയ്ക്കായി 65 വയസ്സ് വരെയുള്ളവർക്കേ രക്തം നൽകാനാകൂ.",
);
pub const UNITS_WRONG: Text =
    Text::new("Please enter how many units are needed, 1 to 10.", "എത്ര യൂണിറ്റ് വേണമെന്ന് നൽകുക, 1 മുതൽ 10 വരെ.");
pub const HOSPITAL_MISSING: Text = Text::new("Please enter the hospital.", "ആശുപത്രിയുടെ പേര് നൽകുക.");
pub const NEEDED_BY_WRONG: Text =
    Text::new("Please choose a day from today up to 30 days ahead.", "ഇന്നു മുതൽ 30 ദിവസത്തിനുള്ളിലെ ഒരു തീയതി തിരഞ്ഞെടുക്കുക.");
pub const CONTACT_HIDDEN: Text = Text::new(
    "Please leave out phone numbers, email and web addresses, and put a space after a full stop. Donors see your number once they say yes.",
    "ഇവിടെ ഫോൺ നമ്പറോ ഇമെയിലോ വെബ് വിലാസമോ എഴുതരുത്; പൂർണ്ണവിരാമത്തിനു ശേഷം ഒരു ഇടം വിടുക. സമ്മതിക്കുന്ന ദാതാവ് നിങ്ങളുടെ നമ്പർ കാണും.",
);
/// The same whatever we know of the donor.
pub fn donor_registered(lang: Lang, email: &str) -> String {
    match lang {
        Lang::En => {
            format!(
                "Thank you! We sent an email to {email}. Please open the link in it to confirm: only then can we ask you."
            )
        }
        Lang::Ml => format!(
            "നന്ദി! {email} എന്ന വിലാസത്തിലേക്ക് ഇമെയിൽ അയച്ചു. അതിലെ ലിങ്ക് വഴി സ്ഥിരീകരിച്ച ശേഷമേ നിങ്ങളോട് രക്തത്തിനായി ചോദിക്കൂ."
        ),
    }
}
pub const DONOR_CONFIRMED: Text = Text::new("Thank you! Your address is confirmed.", "നന്ദി! നിങ്ങളുടെ വിലാസം സ്ഥിരീകരിച്ചു.");
pub const CONFIRM_FIRST: Text = Text::new(
    "Please confirm this address first. Until then, only the links in emails to the earlier address can change anything.",
    "ആദ്യം ഈ വിലാസം സ്ഥിരീകരിക്കുക. അതുവരെ, മുമ്പത്തെ വിലാസത്തിലേക്ക് അയച്ച ഇമെയിലുകളിലെ ലിങ്ക് വഴി മാത്രമേ മാറ്റം വരുത്താനാകൂ.",
);
pub const ADDRESS_WAITS: Text = Text::new(
    "Saved. The new address is used once you open the link that we sent to it.",
    "സേവ് ചെയ്തു. പുതിയ വിലാസത്തിലേക്ക് അയച്ച ലിങ്ക് തുറന്ന ശേഷമേ ആ വിലാസം ഉപയോഗിക്കൂ.",
);
pub const OTHER_CHANGE: Text = Text::new(
    "The change has been replaced by another. Please look again before you accept it.",
    "ഇതിനു പകരം മറ്റൊരു മാറ്റം വന്നിട്ടുണ്ട്. സ്വീകരിക്കുന്നതിനു മുമ്പ് വീണ്ടും നോക്കുക.",
);
pub const OTHER_LINKS_ENDED: Text = Text::new(
    "All other links are cancelled. Only this one still works.",
    "മറ്റെല്ലാ ലിങ്കുകളും റദ്ദാക്കി. ഇനി ഈ ലിങ്ക് മാത്രമേ പ്രവർത്തിക്കൂ.",
);
pub const LINK_SENT: Text = Text::new(
    "If a donor is registered with this address, we have sent an email with the private link.",
    "ഈ വിലാസത്തിൽ ഒരു ദാതാവ് രജിസ്റ്റർ ചെയ്തിട്ടുണ്ടെങ്കിൽ സ്വകാര്യ ലിങ്കുള്ള ഇമെയിൽ അയച്ചിട്ടുണ്ട്.",
);
pub const DONOR_TAKEN: Text = Text::new(
    "A donor with this name and number is already registered with this address.",
    "ഈ പേരും നമ്പറുമുള്ള ദാതാവ് ഈ വിലാസത്തിൽ ഇതിനകം രജിസ്റ്റർ ചെയ്തിട്ടുണ്ട്.",
);
pub const TOO_MANY_DONORS: Text = Text::new(
    "Too many donors are registered with this email address. Please use another.",
    "ഈ ഇമെയിൽ വിലാസത്തിൽ പരിധിയിലധികം ദാതാക്കളെ രജിസ്റ്റർ ചെയ്തിട്ടുണ്ട്. മറ്റൊരു വിലാസം ഉപയോഗിക്കുക.",
);
pub const DONOR_SAVED: Text = Text::new("Your details are saved.", "വിവരങ്ങൾ സേവ് ചെയ്തു.");
pub const PAUSE_WRONG: Text =
    Text::new("Please choose today or a later day.", "ഇന്നോ അതിനു ശേഷമോ ഉള്ള ഒരു ദിവസം തിരഞ്ഞെടുക്കുക.");
pub const DONOR_PAUSED: Text =
    Text::new("You are taking a break. We will not ask you.", "നിങ്ങൾ ഇടവേളയിലാണ്. ഞങ്ങൾ ചോദിക്കില്ല.");
pub const DONOR_RESUMED: Text =
    Text::new("Welcome back! We can ask you again.", "തിരികെ സ്വാഗതം! ആവശ്യമുള്ളപ്പോൾ ഇനി നിങ്ങളോട് ചോദിക്കാം.");
pub const DONATION_WRONG: Text = Text::new(
    "Please choose a day within the last year, up to today.",
    "കഴിഞ്ഞ ഒരു വർഷത്തിനുള്ളിലെ, ഇന്നു വരെയുള്ള ഒരു ദിവസം തിരഞ്ഞെടുക്കുക.",
);
pub const DONATION_REPORTED: Text = Text::new(
    "Thank you for giving blood! We will not ask you while you rest.",
    "രക്തം നൽകിയതിന് നന്ദി! വിശ്രമകാലത്ത് ഞങ്ങൾ ചോദിക്കില്ല.",
);
pub const CHANGE_DISCARDED: Text = Text::new("Everything stays as it was.", "എല്ലാം മുമ്പത്തെപ്പോലെ തുടരും.");
pub const DONOR_ERASED: Text = Text::new(
    "Your registration is erased. Thank you for having been a donor.",
    "നിങ്ങളുടെ രജിസ്ട്രേഷൻ മായ്ച്ചു. ദാതാവായിരുന്നതിന് നന്ദി.",
);
pub const REQUEST_RECEIVED: Text = Text::new(
    "Please open the link in the email that we have just sent you. We ask no donors before that.",
    "ഞങ്ങൾ ഇപ്പോൾ അയച്ച ഇമെയിലിലെ ലിങ്ക് തുറക്കുക. അതിനു മുമ്പ് ഒരു ദാതാവിനോടും ചോദിക്കില്ല.",
);
pub const REQUEST_KNOWN: Text = Text::new(
    "This request is already open. Its private link is in the email that we sent.",
    "ഈ അഭ്യർത്ഥന നിലവിലുണ്ട്. സ്വകാര്യ ലിങ്ക് ഞങ്ങൾ അയച്ച ഇമെയിലിലുണ്ട്.",
);
pub const REQUEST_HELD: Text = Text::new(
    "Your request is open. It is being reviewed first; we ask donors within half an hour at the latest.",
    "നിങ്ങളുടെ അഭ്യർത്ഥന ലഭിച്ചു. ആദ്യം പരിശോധിക്കും; അര മണിക്കൂറിനുള്ളിൽ ദാതാക്കളോട് ചോദിക്കും.",
);
pub const REQUEST_WAITS_FOR_ADMIN: Text = Text::new(
    "We have your request. An administrator reviews it before we ask donors, and we will tell you. Please also ask the hospital's blood centre.",
    "നിങ്ങളുടെ അഭ്യർത്ഥന ലഭിച്ചു. അഡ്മിനിസ്ട്രേറ്റർ പരിശോധിച്ച ശേഷമേ ദാതാക്കളോട് ചോദിക്കൂ; ഞങ്ങൾ അറിയിക്കാം. ആശുപത്രിയിലെ ബ്ലഡ് സെന്ററിലും ചോദിക്കുക.",
);
pub const REQUEST_LOOKED_AT: Text =
    Text::new("Thank you. We are asking more donors now.", "നന്ദി. കൂടുതൽ ദാതാക്കളോട് ഇപ്പോൾ ചോദിക്കുന്നു.");
pub const REQUEST_CONFIRMED: Text = Text::new(
    "Your request is open. We are asking donors nearby.",
    "നിങ്ങളുടെ അഭ്യർത്ഥന ലഭിച്ചു. സമീപത്തുള്ള ദാതാക്കളോട് ചോദിക്കുന്നു.",
);
pub const REQUEST_CLOSED: Text = Text::new("The request is closed.", "അഭ്യർത്ഥന അവസാനിപ്പിച്ചു.");
pub const REQUEST_EXTENDED: Text = Text::new("The request is extended.", "അഭ്യർത്ഥനയുടെ സമയം നീട്ടി.");
pub const LINK_ENDED: Text = Text::new(
    "This link no longer works. Please use the one in our newest email.",
    "ഈ ലിങ്ക് ഇനി പ്രവർത്തിക്കില്ല. ഞങ്ങളുടെ ഏറ്റവും പുതിയ ഇമെയിലിലെ ലിങ്ക് ഉപയോഗിക്കുക.",
);
pub const REQUEST_ENDED: Text = Text::new("This request has already ended.", "ഈ അഭ്യർത്ഥന ഇതിനകം അവസാനിച്ചു.");
pub const BLOCKED_NOW: Text = Text::new(
    "The address is blocked, and its requests are closed.",
    "ഈ വിലാസം ബ്ലോക്ക് ചെയ്തു; ഇതിൽ നിന്നുള്ള അഭ്യർത്ഥനകൾ അവസാനിപ്പിച്ചു.",
);
pub const UNBLOCKED_NOW: Text = Text::new("The address is no longer blocked.", "ഈ വിലാസം അൺബ്ലോക്ക് ചെയ്തു.");
pub const REPORT_MISSING: Text =
    Text::new("Please tell us in a sentence what happened.", "എന്താണുണ്ടായതെന്ന് ഒരു വാചകത്തിൽ എഴുതുക.");
pub const REPORTED: Text = Text::new(
    "Thank you for telling us. The administrator will look into it.",
    "അറിയിച്ചതിന് നന്ദി. അഡ്മിനിസ്ട്രേറ്റർ ഇത് പരിശോധിക്കും.",
);
pub const ACCEPTED: Text = Text::new("Thank you! You can now reach each other.", "നന്ദി! ഇനി നിങ്ങൾക്ക് പരസ്പരം ബന്ധപ്പെടാം.");
pub const DECLINED: Text = Text::new("Thank you for answering.", "മറുപടി നൽകിയതിന് നന്ദി.");
pub const NO_LONGER_NEEDED: Text = Text::new(
    "Thank you! Enough donors have already said yes, so you are not needed this time.",
    "നന്ദി! ആവശ്യമായത്ര ദാതാക്കൾ ഇതിനകം സമ്മതിച്ചു; ഇത്തവണ നിങ്ങൾ വരേണ്ടതില്ല.",
);
/// The heads of the export's columns.
pub const DONOR_COLUMNS: [Text; 10] = [
    Text { en: "Name", ml: "പേര്" },
    Text { en: "Blood Group", ml: "രക്തഗ്രൂപ്പ്" },
    Text { en: "Gender", ml: "ലിംഗം" },
    Text { en: "Age", ml: "വയസ്സ്" },
    Text { en: "Phone Number", ml: "ഫോൺ നമ്പർ" },
    Text { en: "Email", ml: "ഇമെയിൽ" },
    Text { en: "District", ml: "ജില്ല" },
    Text { en: "State", ml: "സംസ്ഥാനം" },
    Text { en: "Status", ml: "നില" },
    Text { en: "Last donation", ml: "അവസാന രക്തദാനം" },
];
