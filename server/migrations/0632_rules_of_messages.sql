-- Which rules have done something to a message, as they were called then, for whoever reads it: nothing of what was found.
alter table messages add column applied_rules jsonb not null default '[]';
