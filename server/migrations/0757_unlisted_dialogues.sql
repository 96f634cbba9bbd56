-- What an automation is tried in is a dialogue like any other, with the rights, the log and the figures of all, but in no list
-- of its member: until they go on in it.

alter table dialogues add column is_listed boolean not null default true;
create index dialogues_unlisted on dialogues (created_at) where not is_listed;
