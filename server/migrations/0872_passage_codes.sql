-- What passages mean, in a form that any PostgreSQL compares fast and that an index of no extension has to be built for: a
-- code of 1,024 signs, in how many of which two differ. The nearest by their codes are put in order by their vectors.
--
-- A released server that does not know of these tables goes on with passages.embedding and files.embedding_model, which the
-- next release drops. What it wrote there is taken over file by file, without asking a provider again.

create table passage_codes (
  passage_id uuid primary key references passages on delete cascade,
  organization_id uuid not null,
  file_id uuid not null,
  -- Codes of different models are not compared.
  model text not null,
  code bit(1024) not null
);
create index passage_codes_by_file on passage_codes (file_id);
alter table passage_codes enable row level security;
-- In a subquery the setting is read once, not for each of a hundred thousand rows.
create policy passage_codes_of_tenant on passage_codes to parlance_app
  using (organization_id = (select current_setting('app.organization_id', true)::uuid));
grant select on passage_codes to parlance_app;

-- In a table of their own: codes are read by the hundred thousand, vectors by the hundred.
create table passage_vectors (
  passage_id uuid primary key references passages on delete cascade,
  organization_id uuid not null,
  -- The scale as float32 in little-endian order, then a signed byte for each value.
  vector bytea not null
);
alter table passage_vectors alter column vector set storage external;
alter table passage_vectors enable row level security;
create policy passage_vectors_of_tenant on passage_vectors to parlance_app
  using (organization_id = (select current_setting('app.organization_id', true)::uuid));
grant select on passage_vectors to parlance_app;

-- The model with whose codes every passage of a file was stored: what is missing is found without looking at passages.
alter table files add column indexed_model text;
create index files_by_indexed_model on files (indexed_model) where state = 'ready';
