-- The audit log. A transaction that changes something writes its entry into audit_pending; at its commit a trigger puts the
-- entry into audit_log, behind the last one of the organisation and with a hash over its content and that one's hash.
-- A transaction thus waits for another of its organisation only while that one commits. No tenant writes audit_log.

create table audit_pending (
  id uuid primary key default gen_random_uuid(),
  position bigint generated always as identity,
  organization_id uuid not null references organizations (id) on delete cascade,
  actor_kind text not null check (actor_kind in ('person', 'key', 'schedule', 'system', 'stranger')),
  actor_id uuid,
  actor_name text not null,
  address text,
  request_id uuid,
  action text not null,
  target_kind text not null,
  target_id text,
  target_name text not null,
  -- Field → [before, after].
  changes jsonb not null,
  -- The words of both names.
  words text[] not null
);
alter table audit_pending enable row level security;
create policy audit_pending_of_tenant on audit_pending to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert on audit_pending to parlance_app;

create table audit_log (
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Counts the entries of an organisation from 1, without a gap.
  seq bigint not null,
  -- Never before that of the entry before it: the order of the times is that of the numbers.
  at timestamptz(3) not null,
  actor_kind text not null,
  actor_id uuid,
  actor_name text not null,
  address text,
  request_id uuid,
  thing text not null,
  action text not null,
  target_kind text not null,
  target_id text,
  target_name text not null,
  changes jsonb not null,
  -- The words of both names, each behind the beginning of its organisation's id.
  tokens tsvector not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (organization_id, seq)
);
create index audit_log_by_time on audit_log (organization_id, at, seq);
create index audit_log_by_actor on audit_log (organization_id, actor_id, seq);
create index audit_log_by_thing on audit_log (organization_id, thing, seq);
create index audit_log_by_action on audit_log (organization_id, action, seq);
create index audit_log_by_target on audit_log (organization_id, target_id, seq);
create index audit_log_by_target_kind on audit_log (organization_id, target_kind, seq);
create index audit_log_by_address on audit_log (organization_id, address, seq);
create index audit_log_by_word on audit_log using gin (tokens) with (fastupdate = off);
alter table audit_log enable row level security;
create policy audit_log_of_tenant on audit_log to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select on audit_log to parlance_app;

-- The same rows for a tenant to search: under a policy no index of words can be used, since @@ is not leakproof.
create view searched_audit_log as
  select * from audit_log where organization_id = current_setting('app.organization_id', true)::uuid;
grant select on searched_audit_log to parlance_app;

-- The last entry of each organisation: where the next one goes on.
create table audit_heads (
  organization_id uuid primary key references organizations (id) on delete cascade,
  seq bigint not null default 0,
  at timestamptz(3) not null default '-infinity',
  hash bytea not null default ''
);
alter table audit_heads enable row level security;
create policy audit_heads_of_tenant on audit_heads to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select on audit_heads to parlance_app;

-- Where the log begins after its oldest entries were removed as the organisation wanted: behind the entry of this number.
create table audit_checkpoints (
  organization_id uuid not null references organizations (id) on delete cascade,
  seq bigint not null,
  hash bytea not null,
  primary key (organization_id, seq)
);
alter table audit_checkpoints enable row level security;
create policy audit_checkpoints_of_tenant on audit_checkpoints to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select on audit_checkpoints to parlance_app;

-- Moments as milliseconds: their text would follow the session's time zone.
create function audit_hash(entry audit_log) returns bytea language sql stable as $$
  select sha256(entry.previous_hash || convert_to(jsonb_build_array(
    entry.organization_id, entry.seq, (extract(epoch from entry.at) * 1000)::bigint,
    entry.actor_kind, entry.actor_id, entry.actor_name, entry.address, entry.request_id,
    entry.thing, entry.action, entry.target_kind, entry.target_id, entry.target_name,
    entry.changes, entry.tokens::text)::text, 'UTF8'))
$$;

-- Puts all entries of the transaction into the log, and finds none left when it is called for its further ones. Nobody
-- else's are seen: those of others that are not committed are invisible, and those that are have been moved. Heads are
-- locked in the order of the organisations, so that no two transactions wait for each other.
create function chain_audit_entries() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  pending audit_pending;
  head audit_heads;
  entry audit_log;
begin
  for pending in select * from audit_pending order by organization_id, position loop
    if head.organization_id is distinct from pending.organization_id then
      insert into audit_heads (organization_id) values (pending.organization_id) on conflict do nothing;
      select * into strict head from audit_heads where organization_id = pending.organization_id for update;
    end if;
    entry := null;
    entry.organization_id := pending.organization_id;
    entry.seq := head.seq + 1;
    entry.at := greatest(clock_timestamp()::timestamptz(3), head.at);
    entry.actor_kind := pending.actor_kind;
    entry.actor_id := pending.actor_id;
    entry.actor_name := pending.actor_name;
    entry.address := pending.address;
    entry.request_id := pending.request_id;
    entry.thing := split_part(pending.action, '.', 1);
    entry.action := pending.action;
    entry.target_kind := pending.target_kind;
    entry.target_id := pending.target_id;
    entry.target_name := pending.target_name;
    entry.changes := pending.changes;
    entry.tokens := array_to_tsvector(array(select left(pending.organization_id::text, 8) || word from unnest(pending.words) as word));
    entry.previous_hash := head.hash;
    entry.hash := audit_hash(entry);
    insert into audit_log select entry.*;
    delete from audit_pending where id = pending.id;
    head.seq := entry.seq;
    head.at := entry.at;
    head.hash := entry.hash;
    update audit_heads set seq = head.seq, at = head.at, hash = head.hash where organization_id = head.organization_id;
  end loop;
  return null;
end $$;
create constraint trigger audit_pending_chained after insert on audit_pending
  deferrable initially deferred for each row execute function chain_audit_entries();
