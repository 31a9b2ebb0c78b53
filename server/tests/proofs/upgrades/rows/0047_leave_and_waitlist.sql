UPDATE waitlist_entries SET away_told_at = 1794650400000;
