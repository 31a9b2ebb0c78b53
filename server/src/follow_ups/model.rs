//! Follow-ups with their visits.

use crate::appointments::model::WithDoctor;
use crate::appointments::proposals::FollowUp;
use crate::directory::Workplace;
use crate::scheduling::OfferedSlot;

/// A follow-up, and the visit after which the patient should come again.
#[derive(Debug, Clone)]
pub struct Marked {
    pub follow_up: FollowUp,
    pub visit: WithDoctor,
}

/// A visit that a doctor may mark, or has marked.
#[derive(Debug, Clone)]
pub struct Markable {
    pub visit: WithDoctor,
    pub follow_up: Option<FollowUp>,
}

/// A proposal that a patient can answer now.
#[derive(Debug, Clone)]
pub struct Proposal {
    pub marked: Marked,
    /// The fee of the first slot.
    pub fee: i64,
    pub slots: Vec<OfferedSlot>,
    /// The hospital of those slots that are not at the doctor's own clinic.
    pub hospital: Option<Workplace>,
}
