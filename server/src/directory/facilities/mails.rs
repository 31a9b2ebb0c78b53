//! Mails between hospitals and doctors about their connection.

use super::model::EmploymentDecision;
use crate::directory::doctors::Doctor;
use crate::directory::workplaces::Workplace;
use crate::identity::Contact;
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::lang::Text;
use crate::platform::mail::Mail;

/// To a hospital: a doctor names it and needs its confirmation.
pub fn doctor_named(to: &Contact, doctor: &Doctor, site: &str) -> Mail {
    let doctor = doctor.title(to.lang);
    let (title, text, hint) = match to.lang {
        En => (
            "A doctor named your hospital",
            format!("{doctor} says that they work at your hospital."),
            "Once you confirm this, patients see your hospital on the doctor's page. If the doctor does not work with \
             you, please remove them.",
        ),
        Ml => (
            "ഒരു ഡോക്ടർ നിങ്ങളുടെ ആശുപത്രിയുടെ പേര് ചേർത്തു",
            format!("{doctor} നിങ്ങളുടെ ആശുപത്രിയിൽ ജോലി ചെയ്യുന്നതായി പ്രൊഫൈലിൽ ചേർത്തു."),
            "നിങ്ങൾ സ്ഥിരീകരിച്ചാൽ ഡോക്ടറുടെ പേജിൽ രോഗികൾക്ക് നിങ്ങളുടെ ആശുപത്രി കാണാം. ഈ ഡോക്ടർ നിങ്ങളോടൊപ്പമില്ലെങ്കിൽ ഒഴിവാക്കുക.",
        ),
    };
    to.letter(title, [text, hint.into()], Some(hospital_page(to.lang, site)), FOOTER.in_lang(to.lang))
}

/// To a hospital: a doctor who named it no longer does.
pub fn doctor_left(to: &Contact, doctor: &Doctor, site: &str) -> Mail {
    let doctor = doctor.title(to.lang);
    let (title, text, hint) = match to.lang {
        En => (
            "A doctor no longer names your hospital",
            format!("{doctor} has taken your hospital out of their profile."),
            "Patients no longer see your hospital on the doctor's page. Visits that are already booked stay as they are.",
        ),
        Ml => (
            "ഒരു ഡോക്ടർ നിങ്ങളുടെ ആശുപത്രിയുടെ പേര് നീക്കി",
            format!("{doctor} പ്രൊഫൈലിൽ നിന്ന് നിങ്ങളുടെ ആശുപത്രിയുടെ പേര് നീക്കി."),
            "ഇനി ഡോക്ടറുടെ പേജിൽ രോഗികൾക്ക് നിങ്ങളുടെ ആശുപത്രി കാണില്ല. ഇതിനകം ബുക്ക് ചെയ്തവയ്ക്ക് മാറ്റമില്ല.",
        ),
    };
    to.letter(title, [text, hint.into()], Some(hospital_page(to.lang, site)), FOOTER.in_lang(to.lang))
}

/// To a doctor: the decision of the named hospital.
pub fn employment_decided(to: &Contact, hospital: &Workplace, decision: EmploymentDecision, site: &str) -> Mail {
    let name = hospital.name_in(to.lang);
    let (title, text, hint) = match (decision, to.lang) {
        (EmploymentDecision::Confirmed, En) => (
            "Your hospital has confirmed you",
            format!("{name} has confirmed that you work there."),
            "Patients now see the hospital on your page, and you can plan sessions there.",
        ),
        (EmploymentDecision::Confirmed, Ml) => (
            "ആശുപത്രി നിങ്ങളെ സ്ഥിരീകരിച്ചു",
            format!("നിങ്ങൾ അവിടെ ജോലി ചെയ്യുന്നതായി {name} സ്ഥിരീകരിച്ചു."),
            "ഇനി നിങ്ങളുടെ പേജിൽ രോഗികൾക്ക് ആശുപത്രി കാണാം; അവിടെ സെഷനുകൾ ചേർക്കുകയും ചെയ്യാം.",
        ),
        (EmploymentDecision::Denied, En) => (
            "A hospital has removed you",
            format!("{name} says that you do not work there."),
            "Patients no longer see the hospital on your page, and sessions that you planned there cannot be booked. \
             Visits that are already booked stay as they are.",
        ),
        (EmploymentDecision::Denied, Ml) => (
            "ആശുപത്രി നിങ്ങളെ ഒഴിവാക്കി",
            format!("നിങ്ങൾ അവിടെ ജോലി ചെയ്യുന്നില്ലെന്ന് {name} അറിയിച്ചു."),
            "ഇനി നിങ്ങളുടെ പേജിൽ രോഗികൾക്ക് ആ ആശുപത്രി കാണില്ല; അവിടെ ചേർത്ത സെഷനുകളിൽ ബുക്ക് ചെയ്യാനും കഴിയില്ല. ഇതിനകം ബുക്ക് ചെയ്തവയ്ക്ക് മാറ്റമില്ല.",
        ),
    };
    let button = match to.lang {
        En => "My profile",
        Ml => "എന്റെ പ്രൊഫൈൽ",
    };
    to.letter(title, [text, hint.into()], Some((button, format!("{site}/doctor/profile"))), FOOTER.in_lang(to.lang))
}

fn hospital_page(lang: Lang, site: &str) -> (&'static str, String) {
    let button = match lang {
        En => "See your doctors",
        Ml => "ഡോക്ടർമാരെ കാണുക",
    };
    (button, format!("{site}/business/doctors"))
}

const FOOTER: Text = Text::new(
    "You receive this email because the connection between a doctor and a hospital on Doc Care has changed.",
    "Doc Care-ൽ ഒരു ഡോക്ടറും ആശുപത്രിയും തമ്മിലുള്ള ബന്ധം മാറിയതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
);
