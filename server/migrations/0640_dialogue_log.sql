-- What administrators see of the organisation's dialogues. A row of figures for each dialogue, brought up to date from a
-- list of those that changed, so that no list counts messages and no answer waits for its figures.

-- Members are called by a piece of a hash of their id under this key while names are hidden.
alter table organizations add column alias_key uuid not null default gen_random_uuid();

create table dialogue_log_entries (
  dialogue_id uuid primary key,
  organization_id uuid not null,
  member_id uuid not null,
  bot_id uuid not null,
  language text not null,
  prompts integer not null,
  tokens bigint not null,
  ups integer not null,
  downs integer not null,
  started_at timestamptz(3) not null,
  -- When the last prompt was sent.
  asked_at timestamptz(3) not null,
  foreign key (organization_id, dialogue_id) references dialogues (organization_id, id) on delete cascade
);
create index dialogue_log_entries_by_time on dialogue_log_entries (organization_id, asked_at desc, dialogue_id desc);
create index dialogue_log_entries_by_bot on dialogue_log_entries (organization_id, bot_id, asked_at desc, dialogue_id desc);
create index dialogue_log_entries_by_member on dialogue_log_entries (organization_id, member_id, asked_at desc, dialogue_id desc);
create index dialogue_log_entries_by_language on dialogue_log_entries (organization_id, language, asked_at desc, dialogue_id desc);
create index dialogue_log_entries_rated_up on dialogue_log_entries (organization_id, asked_at desc, dialogue_id desc) where ups > 0;
create index dialogue_log_entries_rated_down on dialogue_log_entries (organization_id, asked_at desc, dialogue_id desc) where downs > 0;
alter table dialogue_log_entries enable row level security;
create policy dialogue_log_entries_of_tenant on dialogue_log_entries to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on dialogue_log_entries to parlance_app;

-- Dialogues whose figures are of before. No foreign key: a dialogue that is gone has no figures to bring up to date.
create table dialogue_log_changes (
  dialogue_id uuid primary key,
  organization_id uuid not null
);
create index dialogue_log_changes_by_organization on dialogue_log_changes (organization_id);
alter table dialogue_log_changes enable row level security;
create policy dialogue_log_changes_of_tenant on dialogue_log_changes to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on dialogue_log_changes to parlance_app;

create function note_changed_run() returns trigger language plpgsql as $$
begin
  insert into dialogue_log_changes (dialogue_id, organization_id) values (new.dialogue_id, new.organization_id) on conflict do nothing;
  return null;
end $$;
create trigger runs_change_the_log after insert or update of status on runs for each row execute function note_changed_run();

create function note_changed_rating() returns trigger language plpgsql as $$
begin
  insert into dialogue_log_changes (dialogue_id, organization_id)
  select dialogue_id, organization_id from messages where id = coalesce(new.message_id, old.message_id)
  on conflict do nothing;
  return null;
end $$;
create trigger ratings_change_the_log after insert or update or delete on ratings for each row execute function note_changed_rating();

insert into dialogue_log_changes (dialogue_id, organization_id) select id, organization_id from dialogues where kind = 'member';

-- Why an administrator sees names, and until when.
create table shown_names (
  organization_id uuid not null,
  member_id uuid primary key,
  reason text not null,
  until timestamptz(3) not null,
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
alter table shown_names enable row level security;
create policy shown_names_of_tenant on shown_names to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on shown_names to parlance_app;

create table dialogue_log_exports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  -- Who asked for it, and who alone may fetch it.
  member_id uuid not null,
  idempotency_key uuid not null,
  format text not null check (format in ('csv', 'jsonl')),
  filter jsonb not null,
  has_names boolean not null,
  language text not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'complete', 'failed')),
  done integer not null default 0,
  "of" integer not null default 0,
  storage_key text,
  size bigint,
  created_at timestamptz(3) not null default now(),
  unique (member_id, idempotency_key),
  unique (organization_id, id),
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
create index dialogue_log_exports_of_member on dialogue_log_exports (member_id, created_at desc, id desc);
create index dialogue_log_exports_by_age on dialogue_log_exports (created_at);
alter table dialogue_log_exports enable row level security;
create policy dialogue_log_exports_of_tenant on dialogue_log_exports to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on dialogue_log_exports to parlance_app;
create trigger export_left_over after delete on dialogue_log_exports for each row when (old.storage_key is not null) execute function note_leftover_of_file();
