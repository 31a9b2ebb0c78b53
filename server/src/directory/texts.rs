//! What the directory says to people.

use crate::platform::lang::Text;

pub const TIME_WRONG: Text =
    Text { en: "Please enter a time such as 09:15.", ml: "09:15 പോലെ ഒരു സമയം നൽകുക." };
pub const END_BEFORE_START: Text = Text {
    en: "End time must be after start time.",
    ml: "അവസാന സമയം തുടക്ക സമയത്തിന് ശേഷമായിരിക്കണം.",
};
pub const WEEKDAY_WRONG: Text = Text {
    en: "Please choose days of the week.", ml: "ആഴ്ചയിലെ ദിവസങ്ങൾ തിരഞ്ഞെടുക്കുക."
};
pub const NUMBER_MISSING: Text = Text {
    en: "Please enter the registration number.", ml: "രജിസ്ട്രേഷൻ നമ്പർ നൽകുക."
};
pub const LICENSE_MISSING: Text =
    Text { en: "Please enter the licence number.", ml: "ലൈസൻസ് നമ്പർ നൽകുക." };
pub const SPECIALIZATION_WRONG: Text = Text {
    en: "Please choose a speciality from the list.",
    ml: "പട്ടികയിൽ നിന്ന് ഒരു ചികിത്സാവിഭാഗം തിരഞ്ഞെടുക്കുക.",
};
pub const EXPERIENCE_WRONG: Text = Text {
    en: "Please enter the years of experience, 0 to 80.",
    ml: "പ്രവൃത്തിപരിചയം വർഷത്തിൽ നൽകുക (0 മുതൽ 80 വരെ).",
};
pub const FEE_WRONG: Text = Text {
    en: "Please enter whole rupees, 0 to 1,00,000.", ml: "0 മുതൽ 1,00,000 വരെ രൂപ നൽകുക."
};
pub const ADDRESS_MISSING: Text = Text { en: "Please enter the address.", ml: "വിലാസം നൽകുക." };
pub const CITY_MISSING: Text = Text {
    en: "Please enter the city or town.", ml: "നഗരത്തിന്റെ പേര് നൽകുക."
};
pub const PHOTO_MISSING: Text = Text {
    en: "Please choose a photo.", ml: "ഒരു ഫോട്ടോ തിരഞ്ഞെടുക്കുക."
};
pub const CATEGORY_WRONG: Text = Text {
    en: "Please choose Hospital or Pharmacy.",
    ml: "ആശുപത്രി അല്ലെങ്കിൽ ഫാർമസി തിരഞ്ഞെടുക്കുക.",
};
pub const NUMBER_TAKEN: Text = Text {
    en: "This registration number is registered already.",
    ml: "ഈ രജിസ്ട്രേഷൻ നമ്പർ ഇതിനകം രജിസ്റ്റർ ചെയ്തിട്ടുണ്ട്.",
};
pub const LICENSE_TAKEN: Text = Text {
    en: "This licence number is registered already.",
    ml: "ഈ ലൈസൻസ് നമ്പർ ഇതിനകം രജിസ്റ്റർ ചെയ്തിട്ടുണ്ട്.",
};
pub const EMAIL_TAKEN: Text = Text {
    en: "This e-mail address is registered already.",
    ml: "ഈ ഇ-മെയിൽ വിലാസം ഇതിനകം രജിസ്റ്റർ ചെയ്തിട്ടുണ്ട്.",
};
pub const APPLIED: Text = Text {
    en: "Thank you. We will write to you when your application is approved.",
    ml: "നന്ദി. അപേക്ഷ അംഗീകരിക്കുമ്പോൾ ഞങ്ങൾ അറിയിക്കാം.",
};
pub const APPROVED: Text = Text { en: "Approved.", ml: "അംഗീകരിച്ചു." };
pub const DECIDED: Text = Text {
    en: "This application has already been decided.", ml: "ഈ അപേക്ഷയിൽ തീരുമാനം എടുത്തുകഴിഞ്ഞു."
};
pub const REJECTED: Text = Text { en: "Rejected.", ml: "നിരസിച്ചു." };
pub const DOCTOR_CONFIRMED: Text =
    Text { en: "The doctor is confirmed.", ml: "ഡോക്ടറെ സ്ഥിരീകരിച്ചു." };
pub const DOCTOR_REMOVED: Text = Text {
    en: "The doctor is removed from your hospital.",
    ml: "ഡോക്ടറെ നിങ്ങളുടെ ആശുപത്രിയിൽ നിന്ന് ഒഴിവാക്കി.",
};
pub const HOSPITAL_UNKNOWN: Text = Text {
    en: "Please choose a hospital from the list.",
    ml: "പട്ടികയിൽ നിന്ന് ഒരു ആശുപത്രി തിരഞ്ഞെടുക്കുക.",
};
pub const HOURS_INCOMPLETE: Text = Text {
    en: "Please give both times, or neither.",
    ml: "രണ്ട് സമയവും നൽകുക, അല്ലെങ്കിൽ രണ്ടും ഒഴിവാക്കുക.",
};
