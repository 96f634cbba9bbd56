-- Few dialogues have more tokens than many: found by their number where walking the newest would take longer. Holds what
-- the list is ordered by, so that it is asked alone.
create index dialogue_log_entries_by_tokens on dialogue_log_entries (organization_id, tokens, asked_at desc, dialogue_id desc);
