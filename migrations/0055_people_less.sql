-- Nothing used the year of birth and the gender of the people whom a user books for, so they are no longer asked for (decision 0051). What
-- was told is deleted here; a later version drops the columns, which instances of the version before still read.
UPDATE people SET birth_year = NULL, gender = NULL WHERE birth_year IS NOT NULL OR gender IS NOT NULL;
