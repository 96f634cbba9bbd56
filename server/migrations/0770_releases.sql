-- Releases of remotes that were shipped to this installation, and which one is served. They belong to the installation and
-- to no tenant: the role of tenants may not even read them.

create table remote_releases (
  id uuid primary key default gen_random_uuid(),
  -- In the order in which they were shipped; one that is shipped again is the newest again.
  number bigint not null generated always as identity,
  remote text not null,
  -- Named by its content.
  version text not null,
  -- The line of the registry, as the build of the remote wrote it.
  declaration jsonb not null,
  -- What it takes of the host.
  surface jsonb not null,
  -- The archive of its files.
  storage_key text not null unique,
  shipped_at timestamptz(3) not null default now(),
  -- When it was taken back: pages that have it go on with it, and nobody goes back to it.
  withdrawn_at timestamptz(3),
  unique (remote, version)
);
create index remote_releases_in_order on remote_releases (remote, number);
alter table remote_releases enable row level security;

create function note_leftover_of_release() returns trigger language plpgsql as $$
begin
  insert into storage_leftovers (key) values (old.storage_key);
  return null;
end $$;
create trigger release_left_over after delete on remote_releases for each row execute function note_leftover_of_release();

-- The pointer: one row a remote, moved in one statement. Null is the build in the folder of the host's own deployment.
create table remote_pointers (
  remote text primary key,
  release_id uuid references remote_releases (id)
);
alter table remote_pointers enable row level security;

-- What the operator did. Nothing of it is ever changed or taken out.
create table release_log (
  seq bigint primary key generated always as identity,
  at timestamptz(3) not null default now(),
  by_name text not null,
  action text not null,
  remote text not null,
  details jsonb not null
);
alter table release_log enable row level security;
create function keep_release_log() returns trigger language plpgsql as $$
begin
  raise exception 'The log of releases is only added to.';
end $$;
create trigger release_log_kept before update or delete on release_log for each row execute function keep_release_log();

-- Whatever is moved, every web process hears of it.
create function tell_of_releases() returns trigger language plpgsql as $$
begin
  perform pg_notify('parlance_events', 'releases ' || coalesce(new.remote, old.remote));
  return null;
end $$;
create trigger pointer_moved after insert or update or delete on remote_pointers for each row execute function tell_of_releases();
