-- Bots, the files behind them, and the passages that retrieval searches.

create table bots (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Texts by language: {"en": "…", "de-DE": "…"}; starters by language are lists of texts.
  name jsonb not null check (jsonb_typeof(name) = 'object' and name <> '{}'),
  description jsonb not null default '{}' check (jsonb_typeof(description) = 'object'),
  greeting jsonb not null default '{}' check (jsonb_typeof(greeting) = 'object'),
  starters jsonb not null default '{}' check (jsonb_typeof(starters) = 'object'),
  avatar text not null,
  instructions text not null default '',
  -- Milliseconds, because a cursor carries them and must meet the same row again.
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (organization_id, id)
);
alter table bots enable row level security;
create policy bots_of_tenant on bots to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on bots to parlance_app;

create table files (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null,
  media_type text not null,
  size integer not null check (size >= 0),
  sha256 text not null,
  -- The language it is written in, where that is known.
  language text,
  -- What could be read of it. Passages are made from it again when the tokenizer changes.
  content text not null,
  created_at timestamptz(3) not null default now(),
  unique (organization_id, id)
);
create index files_by_organization on files (organization_id, name);
alter table files enable row level security;
create policy files_of_tenant on files to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on files to parlance_app;

create table bot_files (
  organization_id uuid not null,
  bot_id uuid not null,
  file_id uuid not null,
  primary key (bot_id, file_id),
  foreign key (organization_id, bot_id) references bots (organization_id, id) on delete cascade,
  foreign key (organization_id, file_id) references files (organization_id, id) on delete cascade
);
create index bot_files_by_file on bot_files (file_id);
alter table bot_files enable row level security;
create policy bot_files_of_tenant on bot_files to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on bot_files to parlance_app;

create table passages (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  file_id uuid not null,
  position integer not null,
  heading text not null,
  content text not null,
  -- array_to_tsvector of our own tokens: to_tsvector keeps a Chinese or Thai sentence as one word.
  tokens tsvector not null,
  token_count integer not null,
  tokenizer_version integer not null,
  unique (file_id, position),
  foreign key (organization_id, file_id) references files (organization_id, id) on delete cascade
);
create index passages_by_token on passages using gin (tokens);
create index passages_by_version on passages (tokenizer_version);
alter table passages enable row level security;
create policy passages_of_tenant on passages to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on passages to parlance_app;
