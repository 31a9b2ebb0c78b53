//! The digest: the mail to a doctor that lists the requests that wait.

use crate::appointments::mails::when;
use crate::appointments::model::Appointment;
use crate::identity::Contact;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::mail::{Letter, Mail};

/// The number of requests that a digest lists.
pub const SHOWN: i64 = 5;

/// `waiting` is the number of all waiting requests; `nearest` are those with the earliest deadlines.
pub fn digest(to: &Contact, waiting: i64, nearest: &[Appointment], page: String) -> Mail {
    let title = match (to.lang, waiting) {
        (En, 1) => "1 request is waiting for your answer".into(),
        (En, _) => format!("{waiting} requests are waiting for your answer"),
        (Ml, 1) => "1 അഭ്യർത്ഥന നിങ്ങളുടെ മറുപടിക്കായി കാത്തിരിക്കുന്നു".into(),
        (Ml, _) => format!("{waiting} അഭ്യർത്ഥനകൾ നിങ്ങളുടെ മറുപടിക്കായി കാത്തിരിക്കുന്നു"),
    };
    let (text, nearest_first, label, footer) = match to.lang {
        En => (
            "Please approve or reject each in time. A request that you do not answer ends by itself, and the patient is told.",
            "These are the next ones:",
            "Answer the requests",
            "You receive this email in the morning and in the evening when requests are waiting for you on Doc Care. You can turn it \
             off under Schedule, Answering requests.",
        ),
        Ml => (
            "ഓരോന്നും സമയത്ത് അംഗീകരിക്കുകയോ നിരസിക്കുകയോ ചെയ്യുക. മറുപടി നൽകാത്ത അഭ്യർത്ഥന തനിയെ അവസാനിക്കും; രോഗിയെ അറിയിക്കും.",
            "അടുത്തവ ഇവയാണ്:",
            "അഭ്യർത്ഥനകൾക്ക് മറുപടി നൽകുക",
            "Doc Care-ൽ അഭ്യർത്ഥനകൾ കാത്തിരിക്കുമ്പോൾ രാവിലെയും വൈകുന്നേരവും ഈ ഇമെയിൽ ലഭിക്കും. സമയക്രമം പേജിൽ അഭ്യർത്ഥനകൾക്ക് മറുപടി \
             നൽകുന്ന രീതി എന്നതിൽ ഇത് നിർത്താം.",
        ),
    };
    let mut paragraphs = vec![text.to_owned()];
    if waiting > i64::try_from(nearest.len()).unwrap_or(0) {
        paragraphs.push(nearest_first.to_owned());
    }
    let facts = nearest.iter().map(|request| (when(request.slot, to.lang), request.patient_name.clone())).collect();
    let action = Some((label.to_owned(), page));
    let letter = Letter {
        lang: to.lang,
        title: title.clone(),
        paragraphs,
        facts,
        action,
        links: Vec::new(),
        footer: footer.into(),
    };
    letter.into_mail(to.email.clone(), title)
}
