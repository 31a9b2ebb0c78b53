//! The directory: doctors, hospitals and pharmacies, how they apply, what is public, when and where they work, how booking requests
//! are approved, and the people at their desks.

mod approval_policy;
pub mod listing;
mod model;
pub mod texts;

pub use applications::{Applicant, Application, Registrant, apply, find_pending};
pub use approval_policy::{ApprovalMode, ApprovalPolicy, MAX_AUTO_APPROVALS_PER_DAY};
pub use doctors::{
    Doctor, DoctorFilter, NamedHospital, NewDoctor, Offer, Profile, count_pending, find, find_listed, find_profile,
    insert, list_listed, list_listed_ids, list_of_hospital, name_hospital, sweep_photos,
};
pub use model::{Decision, WorkerKind};
pub use schedule::{
    Away, DayTime, DaysOff, Leave, Notice, Pause, Schedule, Session, SessionDay, SessionPlan, VisitMode, check_hours,
    delete_extra, delete_leave, delete_old_extra, delete_old_leave, insert_leave, insert_sessions,
};
pub use workplaces::{ClinicMove, Workplace};

/// Applications of workers (doctors, hospitals and pharmacies), and the administrator's decisions.
pub mod applications {
    pub mod http;
    mod mails;
    mod model;
    mod service;

    pub use model::{Applicant, Registrant};
    pub use service::{
        Application, Error as ApplicationError, add, apply, find_pending, publish_applications_changed, remove,
    };
}

/// Doctors: profile, public data and search.
pub mod doctors {
    pub mod http;
    mod model;
    mod service;
    pub(super) mod store;

    pub use model::{Doctor, DoctorFilter, NamedHospital, NewDoctor, Offer, Profile, districts_begun};
    pub use service::sweep_photos;
    pub use store::{
        correct, count_pending, erase, find, find_listed, find_profile, insert, list_listed, list_listed_ids,
        list_of_hospital, name_hospital,
    };
}

/// Hospitals and pharmacies, which differ only in their category.
pub mod facilities {
    pub mod http;
    mod mails;
    mod model;
    mod service;
    pub(super) mod store;

    pub use model::{Category, Facility, NewFacility, OwnFacility};
    pub use service::{list_listed, notify_hospitals, topic};
    pub use store::{
        count_pending, erase, find, find_licensed, find_listed, find_named, find_own, insert, list_pending, remove,
        update,
    };
}

/// The public list of pharmacies as a page.
pub mod pharmacy_page {
    pub mod http;
    mod rules;
}

/// Profile changes that need approval: the name, licence number and district of a doctor, hospital or pharmacy. The old value stays
/// public until an administrator has approved the new one (`profile_change_review`). All other fields change at once.
pub mod profile_changes {
    pub mod http;
    mod model;
    pub(super) mod store;

    pub use model::{ChangedFields, ProfileChangeRequest};
    pub(super) use store::{CHANGE_REQUEST, save};
    pub use store::{ChangeRow, count, delete_of};
}

/// Review of profile changes: an administrator approves or rejects them, and who asked may withdraw them.
pub mod profile_change_review {
    pub mod http;
    mod mails;
    mod service;
}

/// When a doctor works: sessions at places or plain hours, a break, days off and leave.
pub mod schedule {
    pub mod http;
    mod model;
    mod rules;
    mod store;
    pub mod texts;
    mod visit_mode;

    pub use model::{
        Away, DayTime, DaysOff, Leave, Notice, Schedule, Session, SessionDay, SessionPlan, check_hours, minutes,
        parse_weekday, weekday_name,
    };
    pub use rules::{Pause, check_weekly, meets};
    pub use store::{
        delete_extra, delete_leave, delete_old_extra, delete_old_leave, erase, insert_leave, insert_sessions,
        list_coming_leave, list_coming_sessions, list_leave, list_sessions, replace_weekly,
    };
    pub use visit_mode::VisitMode;
}

/// Hospitals where a doctor has sessions and visits take place, and their changes of address. The doctor's own clinic is not a
/// [`Workplace`]; where there is none, it is meant.
pub mod workplaces {
    pub mod http;
    mod model;
    mod store;

    pub use model::{Workplace, in_language};
    pub use store::{
        ClinicMove, WORKPLACE, delete_move, hold_move, list_due_moves, note_clinic_move, note_hospital_move,
        notice_move, set_announced_to,
    };
}

/// Desks: assistants of doctors and desk staff of hospitals, their employment, and whom they act for. Decision 0060.
pub mod desk {
    pub mod http;
    mod model;
    mod service;
    mod store;
    mod texts;

    pub use invitations::Invitation;
    pub use model::{DeskPermission, DeskScope};
    pub use service::{
        ErasedStaff, allow, end_held, erase, erase_of_employer, find_right, forget_ended, insert, list_of, list_rights,
    };
    pub use store::{StaffMember, list_notified};

    /// Invitations to a desk: no account exists until the owner of the address accepts. Decision 0070.
    pub mod invitations {
        pub mod http;
        mod mails;
        mod service;
        mod store;

        pub use service::{end, erase, erase_of_employer};
        use store::DeskInvitation;
        pub use store::{Invitation, delete_expired, list_of};
    }
}
