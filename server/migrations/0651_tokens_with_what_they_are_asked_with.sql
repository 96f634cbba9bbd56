-- As before, and with what dialogues of many tokens are asked for together with: those of another bot, say, are passed by
-- in the index, without a look at each.
create index dialogue_log_entries_by_tokens_and_more on dialogue_log_entries (organization_id, tokens, asked_at desc, dialogue_id desc) include (bot_id, member_id, language, ups, downs);
drop index dialogue_log_entries_by_tokens;
alter index dialogue_log_entries_by_tokens_and_more rename to dialogue_log_entries_by_tokens;
