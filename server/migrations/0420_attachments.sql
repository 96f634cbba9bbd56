-- Files that members bring into their dialogues. Their bytes lie outside of the database, under a key; what could be read
-- of them lies in passages, as that of the files behind a bot.

alter table files
  -- Where the bytes lie; null where the content is the whole file, as of those written here.
  add column storage_key text unique,
  add column state text not null default 'ready' check (state in ('reading', 'ready', 'failed')),
  add column error_code text,
  add check ((state = 'failed') = (error_code is not null));
alter table files alter column content set default '';

alter table passages
  -- The page of a PDF, the slide of a presentation.
  add column page integer,
  -- Made by a model that a provider offers; vectors of different models are not compared.
  add column embedding real[],
  add column embedding_model text,
  add check ((embedding is null) = (embedding_model is null));

create table attachments (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  -- Who brought it; until it is sent it is theirs alone.
  member_id uuid,
  file_id uuid not null unique,
  kind text not null check (kind in ('document', 'image')),
  created_at timestamptz(3) not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete set null (member_id),
  foreign key (organization_id, file_id) references files (organization_id, id) on delete cascade
);
create index attachments_by_age on attachments (created_at);
create index attachments_by_member on attachments (member_id);
alter table attachments enable row level security;
create policy attachments_of_tenant on attachments to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on attachments to parlance_app;

-- A prompt that is edited takes its attachments along, so one may belong to several messages.
create table message_attachments (
  organization_id uuid not null,
  message_id uuid not null,
  attachment_id uuid not null,
  -- In the order they were attached.
  position integer not null,
  primary key (message_id, attachment_id),
  foreign key (organization_id, message_id) references messages (organization_id, id) on delete cascade,
  foreign key (organization_id, attachment_id) references attachments (organization_id, id) on delete cascade
);
create index message_attachments_by_attachment on message_attachments (attachment_id);
alter table message_attachments enable row level security;
create policy message_attachments_of_tenant on message_attachments to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on message_attachments to parlance_app;

-- Keys that no row of a file may name: noted before bytes are written, and when a file's row goes, however it goes. What
-- is still named by none an hour later is taken out of the storage.
create table storage_leftovers (
  id uuid primary key default gen_random_uuid(),
  key text not null,
  noted_at timestamptz(3) not null default now()
);
create index storage_leftovers_by_age on storage_leftovers (noted_at);
alter table storage_leftovers enable row level security;
create policy storage_leftovers_of_tenant on storage_leftovers for insert to parlance_app with check (true);
grant insert (key) on storage_leftovers to parlance_app;

create function note_leftover_of_file() returns trigger language plpgsql as $$
begin
  insert into storage_leftovers (key) values (old.storage_key);
  return null;
end $$;
create trigger file_left_over after delete on files for each row when (old.storage_key is not null) execute function note_leftover_of_file();
