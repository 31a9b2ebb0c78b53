//! What the directory says to people.

use crate::platform::lang::Lang::{self, En, Ml};

pub fn time_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter a time such as 09:15.",
        Ml => "09:15 പോലെ ഒരു സമയം നൽകുക.",
    }
}

pub fn end_before_start(lang: Lang) -> &'static str {
    match lang {
        En => "End time must be after start time.",
        Ml => "അവസാന സമയം തുടക്ക സമയത്തിന് ശേഷമായിരിക്കണം.",
    }
}

pub fn weekday_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose days of the week.",
        Ml => "ആഴ്ചയിലെ ദിവസങ്ങൾ തിരഞ്ഞെടുക്കുക.",
    }
}

pub fn number_missing(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter the registration number.",
        Ml => "രജിസ്ട്രേഷൻ നമ്പർ നൽകുക.",
    }
}

pub fn license_missing(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter the licence number.",
        Ml => "ലൈസൻസ് നമ്പർ നൽകുക.",
    }
}

pub fn specialization_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose a speciality from the list.",
        Ml => "പട്ടികയിൽ നിന്ന് ഒരു ചികിത്സാവിഭാഗം തിരഞ്ഞെടുക്കുക.",
    }
}

pub fn experience_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter the years of experience, 0 to 80.",
        Ml => "പ്രവൃത്തിപരിചയം വർഷത്തിൽ നൽകുക (0 മുതൽ 80 വരെ).",
    }
}

pub fn fee_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter whole rupees, 0 to 1,00,000.",
        Ml => "0 മുതൽ 1,00,000 വരെ രൂപ നൽകുക.",
    }
}

pub fn address_missing(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter the address.",
        Ml => "വിലാസം നൽകുക.",
    }
}

pub fn city_missing(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter the city or town.",
        Ml => "നഗരത്തിന്റെ പേര് നൽകുക.",
    }
}

pub fn text_long(lang: Lang) -> &'static str {
    match lang {
        En => "This is too long.",
        Ml => "ഇത് വളരെ നീളമുള്ളതാണ്.",
    }
}

pub fn photo_missing(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose a photo.",
        Ml => "ഒരു ഫോട്ടോ തിരഞ്ഞെടുക്കുക.",
    }
}

pub fn category_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose Hospital or Pharmacy.",
        Ml => "ആശുപത്രി അല്ലെങ്കിൽ ഫാർമസി തിരഞ്ഞെടുക്കുക.",
    }
}

pub fn number_taken(lang: Lang) -> &'static str {
    match lang {
        En => "This registration number is registered already.",
        Ml => "ഈ രജിസ്ട്രേഷൻ നമ്പർ ഇതിനകം രജിസ്റ്റർ ചെയ്തിട്ടുണ്ട്.",
    }
}

pub fn license_taken(lang: Lang) -> &'static str {
    match lang {
        En => "This licence number is registered already.",
        Ml => "ഈ ലൈസൻസ് നമ്പർ ഇതിനകം രജിസ്റ്റർ ചെയ്തിട്ടുണ്ട്.",
    }
}

pub fn email_taken(lang: Lang) -> &'static str {
    match lang {
        En => "This e-mail address is registered already.",
        Ml => "ഈ ഇ-മെയിൽ വിലാസം ഇതിനകം രജിസ്റ്റർ ചെയ്തിട്ടുണ്ട്.",
    }
}

pub fn applied(lang: Lang) -> &'static str {
    match lang {
        En => "Thank you. We will write to you when your application is approved.",
        Ml => "നന്ദി. അപേക്ഷ അംഗീകരിക്കുമ്പോൾ ഞങ്ങൾ അറിയിക്കാം.",
    }
}

pub fn approved(lang: Lang) -> &'static str {
    match lang {
        En => "Approved.",
        Ml => "അംഗീകരിച്ചു.",
    }
}

pub fn decided(lang: Lang) -> &'static str {
    match lang {
        En => "This application has already been decided.",
        Ml => "ഈ അപേക്ഷയിൽ തീരുമാനം എടുത്തുകഴിഞ്ഞു.",
    }
}

pub fn rejected(lang: Lang) -> &'static str {
    match lang {
        En => "Rejected.",
        Ml => "നിരസിച്ചു.",
    }
}

pub fn saved(lang: Lang) -> &'static str {
    match lang {
        En => "Your profile is saved.",
        Ml => "നിങ്ങളുടെ പ്രൊഫൈൽ സേവ് ചെയ്തു.",
    }
}

pub fn doctor_confirmed(lang: Lang) -> &'static str {
    match lang {
        En => "The doctor is confirmed.",
        Ml => "ഡോക്ടറെ സ്ഥിരീകരിച്ചു.",
    }
}

pub fn doctor_removed(lang: Lang) -> &'static str {
    match lang {
        En => "The doctor is removed from your hospital.",
        Ml => "ഡോക്ടറെ നിങ്ങളുടെ ആശുപത്രിയിൽ നിന്ന് ഒഴിവാക്കി.",
    }
}

pub fn hospital_unknown(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose a hospital from the list.",
        Ml => "പട്ടികയിൽ നിന്ന് ഒരു ആശുപത്രി തിരഞ്ഞെടുക്കുക.",
    }
}

pub fn hours_incomplete(lang: Lang) -> &'static str {
    match lang {
        En => "Please give both times, or neither.",
        Ml => "രണ്ട് സമയവും നൽകുക, അല്ലെങ്കിൽ രണ്ടും ഒഴിവാക്കുക.",
    }
}
