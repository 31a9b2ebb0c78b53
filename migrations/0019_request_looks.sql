-- Requests for blood that somebody should look at before they go on, and by what their requesters are limited.
--
-- A request that reaches beyond its district, or that is one of many, waits for a look by the administrator or by the
-- hospital that it names. It goes on by itself when held_until has passed, because blood is needed at night too; that
-- nobody looked (looked_at) stays to be seen. Decision 0037.
ALTER TABLE blood_requests ADD COLUMN held_for {text};
ALTER TABLE blood_requests ADD COLUMN held_until BIGINT;
ALTER TABLE blood_requests ADD COLUMN looked_at BIGINT;
CREATE INDEX blood_requests_held ON blood_requests (held_until) WHERE held_until IS NOT NULL AND looked_at IS NULL;

-- The hospital of the directory that the request names, if it is one.
ALTER TABLE blood_requests ADD COLUMN hospital_id {text};
CREATE INDEX blood_requests_hospital ON blood_requests (hospital_id, id) WHERE hospital_id IS NOT NULL;

-- The network that it was confirmed from, for as long as that is counted.
ALTER TABLE blood_requests ADD COLUMN network {text};
CREATE INDEX blood_requests_network ON blood_requests (network, confirmed_at) WHERE network IS NOT NULL;
CREATE INDEX blood_requests_place ON blood_requests (state, district, confirmed_at);
