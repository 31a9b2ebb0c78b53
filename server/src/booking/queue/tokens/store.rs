//! The SQL of tokens.

use crate::booking::model::Appointment;
use crate::platform::db::{Param, Result, Tx};

/// Gives an approved visit its token: the number, and where others from `from` up to `to` have it since the hours were changed, one more
/// behind it than the last of them has. So no two of them are the same, whoever of them has gone. `None` if it is not approved.
pub async fn fix(tx: &mut Tx<'_>, visit: &Appointment, number: &str, (from, to): (i64, i64)) -> Result<Option<String>> {
    let sql = "UPDATE appointments SET token = CAST($2 AS TEXT) || (
                 SELECT CASE count(*) WHEN 0 THEN '' ELSE '-' || CAST(max(CASE
                     WHEN o.token = CAST($2 AS TEXT) THEN 1
                     ELSE CAST(substr(o.token, length(CAST($2 AS TEXT)) + 2) AS BIGINT) END) + 1 AS TEXT) END
                 FROM appointments o
                 WHERE o.doctor_id = $3 AND o.status = 'Checked' AND o.starts_at >= $4 AND o.starts_at < $5 AND o.id <> $1
                   AND (o.token = CAST($2 AS TEXT)
                        OR substr(o.token, 1, length(CAST($2 AS TEXT)) + 1) = CAST($2 AS TEXT) || '-'))
               WHERE id = $1 AND status = 'Checked' RETURNING token";
    let params: [&dyn Param; 5] = [&visit.id, &number, &visit.doctor_id, &from, &to];
    Ok(tx.first::<Option<String>>(sql, &params).await?.flatten())
}
