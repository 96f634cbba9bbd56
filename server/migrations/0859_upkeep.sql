-- When the purge of an organisation, and the vectors of a file, were asked for: what is under way is not asked for again.
alter table retention_policies add column requested_at timestamptz;
alter table files add column vectors_requested_at timestamptz;

-- What is deleted by its age is found by it.
create index member_imports_by_creation on member_imports (created_at);
create index reversals_by_time on reversals (told_at) where invoice_id is null;
