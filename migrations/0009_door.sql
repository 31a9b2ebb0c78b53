-- The door's code (decision 0085): walk-ins take a token with their own phone, where the doctor's setting allows it.

-- How many tokens a session gives at the door; 0, the default, is none.
ALTER TABLE doctors ADD COLUMN door_tokens BIGINT NOT NULL DEFAULT 0;

-- Of a walk-in who took the token at the door: a keyed digest of the phone and the day. NULL: the desk added the walk-in.
ALTER TABLE walk_ins ADD COLUMN door_device {text};
-- For counting the tokens of a phone and of a number on a day.
CREATE INDEX walk_ins_of_door_device ON walk_ins (day, door_device) WHERE door_device IS NOT NULL;
CREATE INDEX walk_ins_of_door_number ON walk_ins (day, phone) WHERE door_device IS NOT NULL;
