-- Where values of an event stand in a prompt, [{"path", "from", "to"}] in UTF-16 code units: somebody else wrote them, and
-- a model is given them apart from what the prompt's author says.
alter table messages add column event_places jsonb not null default '[]';
alter table executions add column event_places jsonb not null default '[]';
