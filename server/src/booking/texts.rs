//! What bookings say to people.

use crate::platform::lang::Lang::{self, En, Ml};

pub fn booked(lang: Lang) -> &'static str {
    match lang {
        En => "Your appointment is booked. The doctor will confirm it.",
        Ml => "അപ്പോയിന്റ്മെന്റ് ബുക്ക് ചെയ്തു. ഡോക്ടർ സ്ഥിരീകരിക്കും.",
    }
}

pub fn booked_perhaps(lang: Lang) -> &'static str {
    match lang {
        En => {
            "The connection broke while your appointment was being booked. Please look at your bookings, or send the same \
             again: if it was booked you get that booking, not a second one."
        }
        Ml => {
            "അപ്പോയിന്റ്മെന്റ് ബുക്ക് ചെയ്യുന്നതിനിടെ കണക്ഷൻ മുറിഞ്ഞു. നിങ്ങളുടെ ബുക്കിങ്ങുകൾ പരിശോധിക്കുക, അല്ലെങ്കിൽ ഇതുതന്നെ വീണ്ടും അയയ്ക്കുക: \
             ബുക്ക് ആയിട്ടുണ്ടെങ്കിൽ അതേ ബുക്കിങ് തന്നെ കിട്ടും, രണ്ടാമതൊന്ന് ഉണ്ടാകില്ല."
        }
    }
}

pub fn cancelled(lang: Lang) -> &'static str {
    match lang {
        En => "Your appointment is cancelled.",
        Ml => "അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി.",
    }
}

pub fn rescheduled(lang: Lang) -> &'static str {
    match lang {
        En => "Your appointment is moved. The doctor will confirm the new time.",
        Ml => "അപ്പോയിന്റ്മെന്റ് സമയം മാറ്റി. ഡോക്ടർ പുതിയ സമയം സ്ഥിരീകരിക്കും.",
    }
}

pub fn not_changeable(lang: Lang) -> &'static str {
    match lang {
        En => "This booking can no longer be changed.",
        Ml => "ഈ ബുക്കിങ് ഇനി മാറ്റാൻ കഴിയില്ല.",
    }
}

pub fn account_deleted(lang: Lang) -> &'static str {
    match lang {
        En => "Your account is deleted.",
        Ml => "നിങ്ങളുടെ അക്കൗണ്ട് ഇല്ലാതാക്കി.",
    }
}

pub fn date_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please give a date such as Jan 5, 2024.",
        Ml => "Jan 5, 2024 പോലെ ഒരു തീയതി നൽകുക.",
    }
}

pub fn past(lang: Lang) -> &'static str {
    match lang {
        En => "This time has passed.",
        Ml => "ഈ സമയം കഴിഞ്ഞുപോയി.",
    }
}

pub fn too_far_ahead(lang: Lang) -> &'static str {
    match lang {
        En => "Only today and the next six days can be booked.",
        Ml => "ഇന്നും അടുത്ത ആറു ദിവസവും മാത്രമേ ബുക്ക് ചെയ്യാനാകൂ.",
    }
}

pub fn outside_hours(lang: Lang) -> &'static str {
    match lang {
        En => "The doctor does not work at this time.",
        Ml => "ഈ സമയത്ത് ഡോക്ടർ ഇല്ല.",
    }
}

pub fn off_grid(lang: Lang) -> &'static str {
    match lang {
        En => "Appointments begin every 15 minutes; please choose one of the offered times.",
        Ml => "അപ്പോയിന്റ്മെന്റുകൾ ഓരോ 15 മിനിറ്റിലും തുടങ്ങുന്നു; നൽകിയ സമയങ്ങളിൽ ഒന്ന് തിരഞ്ഞെടുക്കുക.",
    }
}

pub fn away(lang: Lang) -> &'static str {
    match lang {
        En => "The doctor is not there on this day.",
        Ml => "ഈ ദിവസം ഡോക്ടർ ഇല്ല.",
    }
}

pub fn visit_approved(lang: Lang) -> &'static str {
    match lang {
        En => "The appointment is approved.",
        Ml => "അപ്പോയിന്റ്മെന്റ് അംഗീകരിച്ചു.",
    }
}

pub fn visit_rejected(lang: Lang) -> &'static str {
    match lang {
        En => "The appointment is rejected.",
        Ml => "അപ്പോയിന്റ്മെന്റ് നിരസിച്ചു.",
    }
}

pub fn visit_cancelled(lang: Lang) -> &'static str {
    match lang {
        En => "The appointment is cancelled, and the patient is told.",
        Ml => "അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കി; രോഗിയെ അറിയിച്ചു.",
    }
}

pub fn schedule_saved(lang: Lang) -> &'static str {
    match lang {
        En => "Your schedule is saved.",
        Ml => "നിങ്ങളുടെ സമയക്രമം സേവ് ചെയ്തു.",
    }
}

pub fn leave_saved(lang: Lang) -> &'static str {
    match lang {
        En => "Your leave is saved.",
        Ml => "നിങ്ങളുടെ അവധി സേവ് ചെയ്തു.",
    }
}

pub fn leave_removed(lang: Lang) -> &'static str {
    match lang {
        En => "The leave is removed.",
        Ml => "അവധി നീക്കി.",
    }
}

pub fn break_incomplete(lang: Lang) -> &'static str {
    match lang {
        En => "Please give both times of the break, or neither.",
        Ml => "ഇടവേളയുടെ രണ്ട് സമയവും നൽകുക, അല്ലെങ്കിൽ രണ്ടും ഒഴിവാക്കുക.",
    }
}

pub fn leave_past(lang: Lang) -> &'static str {
    match lang {
        En => "Leave must not have ended already.",
        Ml => "അവധി കഴിഞ്ഞ ദിവസങ്ങളിലാകരുത്.",
    }
}

pub fn leave_order(lang: Lang) -> &'static str {
    match lang {
        En => "The last day must not be before the first.",
        Ml => "അവസാന ദിവസം ആദ്യ ദിവസത്തിന് മുമ്പാകരുത്.",
    }
}

pub fn leave_long(lang: Lang) -> &'static str {
    match lang {
        En => "Leave may last a year at most.",
        Ml => "അവധി പരമാവധി ഒരു വർഷം.",
    }
}

pub fn met_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose what happens to the bookings: keep, notify or cancel.",
        Ml => "ബുക്കിംഗുകൾ എന്തു ചെയ്യണമെന്ന് തിരഞ്ഞെടുക്കുക.",
    }
}
