-- An answer that was copied from a shared dialogue keeps the calls it was made with. Nobody ran it here: they have no run,
-- and count nowhere.
alter table tool_calls alter column run_id drop not null;
alter table tool_calls add column answer_id uuid;
alter table tool_calls add check (num_nonnulls(run_id, answer_id) = 1);
alter table tool_calls add foreign key (organization_id, answer_id) references messages (organization_id, id) on delete cascade;
create unique index tool_calls_of_copies on tool_calls (answer_id, step, position) where answer_id is not null;
