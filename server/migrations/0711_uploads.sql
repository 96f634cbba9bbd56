-- Large files that come in parts. Each part lies in the storage by itself, so that any process may take the next one in.
create table uploads (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  member_id uuid not null,
  name text not null,
  size bigint not null check (size > 0),
  -- As the browser says it: with the name and the size it tells whether a file is the same one.
  modified_at timestamptz(3) not null,
  target jsonb not null,
  -- Where the whole file will lie; the room of the plan is taken under it.
  key text not null unique,
  -- Since when the parts are being joined.
  joining_at timestamptz(3),
  -- What was made of it. Kept, so that whoever did not get the answer is told.
  made_id uuid,
  touched_at timestamptz(3) not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
create index uploads_by_member on uploads (member_id);
create index uploads_by_age on uploads (touched_at);
alter table uploads enable row level security;
create policy uploads_of_tenant on uploads to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on uploads to parlance_app;

create table upload_parts (
  upload_id uuid not null,
  organization_id uuid not null,
  -- Counts from 1.
  number integer not null,
  storage_key text not null unique,
  sha256 text not null,
  primary key (upload_id, number),
  foreign key (organization_id, upload_id) references uploads (organization_id, id) on delete cascade
);
alter table upload_parts enable row level security;
create policy upload_parts_of_tenant on upload_parts to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on upload_parts to parlance_app;
create trigger part_left_over after delete on upload_parts for each row execute function note_leftover_of_file();

-- However an upload goes, its room goes with it.
create function release_room_of_upload() returns trigger language plpgsql as $$
begin
  delete from storage_reservations where key = old.key;
  return null;
end $$;
create trigger upload_gone after delete on uploads for each row execute function release_room_of_upload();
