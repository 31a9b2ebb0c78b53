//! The SQL of session moves and their proposals.

use super::model::{MoveProposal, ProposalState, ProposalWithVisit, SessionMove};
use crate::appointments::store::{WITH_DOCTOR, in_sight};
use crate::directory::desk::DeskScope;
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::list::List;

columns! {
    SESSION_MOVE: SessionMove in "session_moves s" {
        id: "s.id",
        doctor_id: "s.doctor_id",
        hospital_id: "s.hospital_id",
        from: "s.from_at",
        to: "s.to_at",
        target: "s.target_at",
        reason: "s.reason",
        created_at: "s.created_at",
        withdrawn_at: "s.withdrawn_at",
    }
}

columns! {
    PROPOSAL: MoveProposal in "move_proposals m" {
        visit_id: "m.visit_id",
        move_id: "m.move_id",
        doctor_id: "m.doctor_id",
        from: "m.from_at",
        slot: "m.starts_at",
        until: "m.held_until",
        state: "m.state",
    }
}

columns! {
    WITH_VISIT: ProposalWithVisit in "move_proposals m JOIN session_moves s ON s.id = m.move_id JOIN appointments a ON a.id = m.visit_id \
                                      LEFT JOIN facilities h ON h.id = a.hospital_id LEFT JOIN phone_consultations p ON p.visit_id = a.id \
                                      LEFT JOIN doctors d ON d.id = a.doctor_id" {
        proposal: PROPOSAL,
        reason: "s.reason",
        visit: WITH_DOCTOR,
    }
}

pub async fn insert(tx: &mut Tx<'_>, new: &SessionMove) -> Result<()> {
    let (from, target) = (new.from.starts_at().as_millisecond(), new.target.starts_at().as_millisecond());
    let values: [(&str, &dyn Param); 8] = [
        ("id", &new.id),
        ("doctor_id", &new.doctor_id),
        ("hospital_id", &new.hospital_id),
        ("from_at", &from),
        ("to_at", &new.to),
        ("target_at", &target),
        ("reason", &new.reason),
        ("created_at", &new.created_at),
    ];
    tx.insert("session_moves", &values).await
}

/// Adds proposals. One of an earlier move of the same visit is replaced: there is one for a visit.
pub async fn save_proposals(tx: &mut Tx<'_>, proposals: &[MoveProposal]) -> Result<()> {
    let instants: Vec<(i64, Option<i64>)> = proposals
        .iter()
        .map(|one| (one.from.starts_at().as_millisecond(), one.slot.map(|slot| slot.starts_at().as_millisecond())))
        .collect();
    let states: Vec<&str> = proposals.iter().map(|one| one.state.as_str()).collect();
    let rows: Vec<[&dyn Param; 7]> = proposals
        .iter()
        .zip(&instants)
        .zip(&states)
        .map(|((one, (from, slot)), state)| {
            [&one.visit_id as &dyn Param, &one.move_id, &one.doctor_id, from, slot, &one.until, state]
        })
        .collect();
    let columns = ["visit_id", "move_id", "doctor_id", "from_at", "starts_at", "held_until", "state"];
    let rest = "ON CONFLICT (visit_id) DO UPDATE SET move_id = excluded.move_id, from_at = excluded.from_at,
                  starts_at = excluded.starts_at, held_until = excluded.held_until, state = excluded.state, answered_at = NULL";
    tx.send_rows("move_proposals", columns, &rows, rest).await
}

/// A doctor's moves of sessions that end after an instant and are within the caller's scope, the soonest session first.
pub async fn list_of_doctor(
    tx: &mut Tx<'_>,
    doctor_id: &str,
    sight: &DeskScope,
    after: i64,
) -> Result<Vec<SessionMove>> {
    let rest = format!(
        "WHERE s.doctor_id = $1 AND s.to_at > $2 AND s.withdrawn_at IS NULL AND {} ORDER BY s.from_at, s.id",
        in_sight("s", 3)
    );
    SESSION_MOVE.list_all(tx, &rest, &[&doctor_id, &after, &sight.limit()]).await
}

/// A move of this doctor within the caller's scope.
pub async fn find_move(
    tx: &mut Tx<'_>,
    (id, doctor_id): (&str, &str),
    sight: &DeskScope,
) -> Result<Option<SessionMove>> {
    let rest = format!("WHERE s.id = $1 AND s.doctor_id = $2 AND {}", in_sight("s", 3));
    SESSION_MOVE.find(tx, &rest, &[&id, &doctor_id, &sight.limit()]).await
}

/// The proposals of these moves, in the order of the visits.
pub async fn list_of_moves(tx: &mut Tx<'_>, moves: &[String]) -> Result<Vec<ProposalWithVisit>> {
    let list = List::whole(WITH_VISIT.tables);
    let found = list.of_each(tx, ("m.move_id", moves), &WITH_VISIT, "m.from_at, m.visit_id").await?;
    Ok(found.into_iter().map(|(_, proposal)| proposal).collect())
}

/// The proposals of these visits.
pub async fn list_of_visits(tx: &mut Tx<'_>, visits: &[String]) -> Result<Vec<ProposalWithVisit>> {
    let list = List::whole(WITH_VISIT.tables);
    let found = list.of_each(tx, ("m.visit_id", visits), &WITH_VISIT, "m.from_at, m.visit_id").await?;
    Ok(found.into_iter().map(|(_, proposal)| proposal).collect())
}

pub async fn find(tx: &mut Tx<'_>, visit_id: &str) -> Result<Option<ProposalWithVisit>> {
    WITH_VISIT.find(tx, "WHERE m.visit_id = $1", &[&visit_id]).await
}

/// The proposals of a user's visits that have not begun, the soonest visit first.
pub async fn list_of_user(tx: &mut Tx<'_>, user_id: &str, now: i64) -> Result<Vec<ProposalWithVisit>> {
    let rest = "WHERE a.user_id = $1 AND a.starts_at > $2 ORDER BY m.from_at, m.visit_id";
    WITH_VISIT.list_all(tx, rest, &[&user_id, &now]).await
}

/// Doctors with proposals that are stored as open.
pub async fn list_doctors_with_open(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    tx.all("SELECT DISTINCT doctor_id FROM move_proposals WHERE state = 'open' ORDER BY doctor_id", &[]).await
}

/// A doctor's proposals that are stored as open.
pub async fn list_open(tx: &mut Tx<'_>, doctor_id: &str) -> Result<Vec<ProposalWithVisit>> {
    WITH_VISIT.list_all(tx, "WHERE m.doctor_id = $1 AND m.state = 'open' ORDER BY m.visit_id", &[&doctor_id]).await
}

/// Stores a state that the program found.
pub async fn save_state(tx: &mut Tx<'_>, visits: &[String], state: ProposalState) -> Result<()> {
    let mut list = List::whole("move_proposals");
    let set = format!("state = {}", list.value(state.as_str()));
    let _: Vec<String> = list.update(tx, ("visit_id", visits), &set, "visit_id").await?;
    Ok(())
}

/// Stores an answer, of the patient or of the desk.
pub async fn save_answer(tx: &mut Tx<'_>, visit_id: &str, state: ProposalState, now: i64) -> Result<()> {
    let sql = "UPDATE move_proposals SET state = $2, answered_at = $3 WHERE visit_id = $1";
    tx.execute(sql, &[&visit_id, &state.as_str(), &now]).await.map(drop)
}

/// Takes moves back: those whose patients have not moved stay at their old times.
pub async fn withdraw(tx: &mut Tx<'_>, moves: &[String], now: i64) -> Result<()> {
    let mut list = List::whole("session_moves");
    let set = format!("withdrawn_at = {}", list.value(now));
    let _: Vec<String> = list.update(tx, ("id", moves), &set, "id").await?;
    let waiting = List::new("move_proposals", "state IN ('open', 'declined', 'expired', 'unplaced')");
    let _: Vec<String> = waiting.update(tx, ("move_id", moves), "state = 'withdrawn'", "visit_id").await?;
    Ok(())
}

/// Deletes moves of sessions that were over at an instant, with their proposals, and returns how many.
pub async fn delete_old(tx: &mut Tx<'_>, before: i64) -> Result<u64> {
    tx.execute("DELETE FROM session_moves WHERE to_at < $1", &[&before]).await
}

pub async fn delete_of_doctor(tx: &mut Tx<'_>, doctor_id: &str) -> Result<()> {
    tx.execute("DELETE FROM session_moves WHERE doctor_id = $1", &[&doctor_id]).await.map(drop)
}

/// Deletes the proposals of these visits.
pub async fn delete_of_visits(tx: &mut Tx<'_>, visits: &[String]) -> Result<()> {
    List::whole("move_proposals").delete(tx, ("visit_id", visits)).await.map(drop)
}
