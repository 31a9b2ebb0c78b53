//! Texts of the directory.

use crate::platform::lang::Text;

pub const TIME_WRONG: Text = Text::new("Please enter a time such as 09:15.", "09:15 പോലെ ഒരു സമയം നൽകുക.");
pub const NOTICE_WRONG: Text = Text::new(
    "Please choose none, 30 minutes, or 1, 2, 4, 12, 24 or 48 hours.",
    "പരിധിയില്ല, 30 മിനിറ്റ്, അല്ലെങ്കിൽ 1, 2, 4, 12, 24, 48 മണിക്കൂർ എന്നിവയിൽ ഒന്ന് തിരഞ്ഞെടുക്കുക.",
);
pub const END_BEFORE_START: Text =
    Text::new("End time must be after start time.", "അവസാന സമയം തുടക്ക സമയത്തിന് ശേഷമായിരിക്കണം.");
pub const WEEKDAY_WRONG: Text = Text::new("Please choose days of the week.", "ആഴ്ചയിലെ ദിവസങ്ങൾ തിരഞ്ഞെടുക്കുക.");
pub const SESSIONS_MEET: Text =
    Text::new("This session overlaps another one on that day.", "ഈ സെഷൻ അതേ ദിവസത്തെ മറ്റൊന്നുമായി കൂട്ടിമുട്ടുന്നു.");
pub const SESSIONS_OFF_RASTER: Text = Text::new(
    "Sessions on one day must start a multiple of 15 minutes apart.",
    "ഒരേ ദിവസത്തെ സെഷനുകൾ 15 മിനിറ്റിന്റെ ഗുണിതങ്ങളുടെ ഇടവേളയിൽ തുടങ്ങണം.",
);
pub const SESSION_PLACE_WRONG: Text = Text::new(
    "Please choose your own clinic, or the hospital that has confirmed you.",
    "നിങ്ങളുടെ ക്ലിനിക്കോ നിങ്ങളെ സ്ഥിരീകരിച്ച ആശുപത്രിയോ തിരഞ്ഞെടുക്കുക.",
);
pub const SESSION_PHONE_PLACE: Text =
    Text::new("A session by phone has no place. Please leave it out.", "ഫോൺ വഴിയുള്ള സെഷന് സ്ഥലമില്ല. അത് ഒഴിവാക്കുക.");
pub const VISIT_MODE_WRONG: Text = Text::new("Please choose clinic or phone.", "ക്ലിനിക്ക് അല്ലെങ്കിൽ ഫോൺ തിരഞ്ഞെടുക്കുക.");
pub const MALAYALAM_WRONG: Text = Text::new("Please write this in Malayalam.", "ഇത് മലയാളത്തിൽ എഴുതുക.");
pub const NUMBER_MISSING: Text = Text::new("Please enter the registration number.", "രജിസ്ട്രേഷൻ നമ്പർ നൽകുക.");
pub const LICENSE_MISSING: Text = Text::new("Please enter the licence number.", "ലൈസൻസ് നമ്പർ നൽകുക.");
pub const SPECIALIZATION_WRONG: Text =
    Text::new("Please choose a speciality from the list.", "പട്ടികയിൽ നിന്ന് ഒരു ചികിത്സാവിഭാഗം തിരഞ്ഞെടുക്കുക.");
pub const EXPERIENCE_WRONG: Text =
    Text::new("Please enter the years of experience, 0 to 80.", "പ്രവൃത്തിപരിചയം വർഷത്തിൽ നൽകുക (0 മുതൽ 80 വരെ).");
pub const FEE_WRONG: Text = Text::new("Please enter whole rupees, 0 to 1,00,000.", "0 മുതൽ 1,00,000 വരെ രൂപ നൽകുക.");
pub const ADDRESS_MISSING: Text = Text::new("Please enter the address.", "വിലാസം നൽകുക.");
pub const CITY_MISSING: Text = Text::new("Please enter the city or town.", "നഗരത്തിന്റെ പേര് നൽകുക.");
pub const PHOTO_MISSING: Text = Text::new("Please choose a photo.", "ഒരു ഫോട്ടോ തിരഞ്ഞെടുക്കുക.");
pub const CATEGORY_WRONG: Text = Text::new("Please choose Hospital or Pharmacy.", "ആശുപത്രി അല്ലെങ്കിൽ ഫാർമസി തിരഞ്ഞെടുക്കുക.");
pub const NUMBER_TAKEN: Text =
    Text::new("This registration number is already registered.", "ഈ രജിസ്ട്രേഷൻ നമ്പർ ഇതിനകം രജിസ്റ്റർ ചെയ്തിട്ടുണ്ട്.");
pub const LICENSE_TAKEN: Text =
    Text::new("This licence number is already registered.", "ഈ ലൈസൻസ് നമ്പർ ഇതിനകം രജിസ്റ്റർ ചെയ്തിട്ടുണ്ട്.");
pub const EMAIL_TAKEN: Text =
    Text::new("This email address is already registered.", "ഈ ഇമെയിൽ വിലാസം ഇതിനകം രജിസ്റ്റർ ചെയ്തിട്ടുണ്ട്.");
pub const APPLIED: Text = Text::new(
    "Thank you. We will email you when your application is decided.",
    "നന്ദി. അപേക്ഷയിൽ തീരുമാനമായാൽ ഇമെയിലിൽ അറിയിക്കാം.",
);
pub const APPROVED: Text = Text::new("Approved.", "അംഗീകരിച്ചു.");
pub const DECIDED: Text = Text::new("This application has already been decided.", "ഈ അപേക്ഷയിൽ തീരുമാനം എടുത്തുകഴിഞ്ഞു.");
pub const REJECTED: Text = Text::new("Rejected.", "നിരസിച്ചു.");
pub const DOCTOR_CONFIRMED: Text = Text::new("The doctor is confirmed.", "ഡോക്ടറെ സ്ഥിരീകരിച്ചു.");
pub const DOCTOR_REMOVED: Text =
    Text::new("The doctor is removed from your hospital.", "ഡോക്ടറെ നിങ്ങളുടെ ആശുപത്രിയിൽ നിന്ന് ഒഴിവാക്കി.");
pub const HOSPITAL_UNKNOWN: Text =
    Text::new("Please choose a hospital from the list.", "പട്ടികയിൽ നിന്ന് ഒരു ആശുപത്രി തിരഞ്ഞെടുക്കുക.");
pub const HOURS_INCOMPLETE: Text =
    Text::new("Please give both times, or neither.", "രണ്ട് സമയവും നൽകുക, അല്ലെങ്കിൽ രണ്ടും ഒഴിവാക്കുക.");
pub const OPENS_AS_IT_CLOSES: Text = Text::new(
    "Opening and closing time are the same. If you never close, give 00:00 for both.",
    "തുറക്കുന്ന സമയവും അടയ്ക്കുന്ന സമയവും ഒന്നാണ്. 24 മണിക്കൂറും തുറന്നിരിക്കുന്നെങ്കിൽ രണ്ടിലും 00:00 നൽകുക.",
);
pub const CHANGE_GONE: Text = Text::new(
    "This change no longer needs a decision: it was decided, replaced or withdrawn.",
    "ഈ മാറ്റത്തിൽ ഇനി തീരുമാനം വേണ്ട: തീരുമാനമെടുത്തു, മറ്റൊന്ന് ആവശ്യപ്പെട്ടു, അല്ലെങ്കിൽ പിൻവലിച്ചു.",
);
pub const LICENSE_TAKEN_MEANWHILE: Text = Text::new(
    "Another hospital or pharmacy now has this licence number. Please reject the change.",
    "ഈ ലൈസൻസ് നമ്പർ ഇതിനിടെ മറ്റൊരു ആശുപത്രിയുടെയോ ഫാർമസിയുടെയോ പേരിലായി. ദയവായി ഈ മാറ്റം നിരസിക്കുക.",
);
pub const CHANGE_WAITS: Text = Text::new(
    "The new name, licence number or district needs approval; until then the old one is shown.",
    "പുതിയ പേരോ ലൈസൻസ് നമ്പറോ ജില്ലയോ അംഗീകരിക്കേണ്ടതുണ്ട്; അതുവരെ പഴയതു തന്നെ കാണിക്കും.",
);
pub const NO_CHANGE_WAITS: Text = Text::new("No change is waiting for approval.", "ഒരു മാറ്റവും അംഗീകാരം കാത്തിരിക്കുന്നില്ല.");
pub const CHANGE_WITHDRAWN: Text = Text::new("Everything stays as it was.", "എല്ലാം പഴയതുപോലെ തുടരും.");
