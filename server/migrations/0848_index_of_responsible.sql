-- Whoever goes is looked for among those who answer for an assistant, as they are among its owners.
create index bots_by_responsible on bots (responsible_id);
