-- A rule that is deleted applies no more at once; what it has found, which has no bound, goes page by page after it.
alter table governance_rules add column deleted_at timestamptz(3) check (deleted_at is null or not is_enabled);
create index governance_rules_deleted on governance_rules (deleted_at) where deleted_at is not null;
-- The name of one that is deleted is free.
drop index governance_rules_by_name;
create unique index governance_rules_by_name on governance_rules (organization_id, lower(definition ->> 'name')) where deleted_at is null;
