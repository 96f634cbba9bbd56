-- How long an organisation keeps which data, and what must not go whatever else says so.

create table retention_policies (
  organization_id uuid primary key references organizations (id) on delete cascade,
  -- Days by kind; a kind that is not there is kept.
  days jsonb not null,
  version integer not null default 1,
  -- The night whose purge has begun, what it has removed by kind, and whether it is done.
  applied_day date,
  applied_removed jsonb not null default '{}',
  is_applied boolean not null default true
);
alter table retention_policies enable row level security;
create policy retention_policies_of_tenant on retention_policies to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on retention_policies to parlance_app;

create table legal_holds (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  idempotency_key uuid not null,
  kind text not null check (kind in ('organization', 'team', 'member')),
  -- A team may be deleted; whom it held stays held.
  team_id uuid,
  name text not null,
  reason text not null,
  -- The last day; none where somebody has to end it.
  until date,
  placed_by uuid,
  placed_at timestamptz(3) not null default now(),
  unique (organization_id, id),
  unique (organization_id, idempotency_key),
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete set null (team_id),
  foreign key (organization_id, placed_by) references memberships (organization_id, id) on delete set null (placed_by)
);
create index legal_holds_by_time on legal_holds (organization_id, placed_at desc, id desc);
create index legal_holds_by_team on legal_holds (team_id);
create index legal_holds_by_placer on legal_holds (placed_by);
alter table legal_holds enable row level security;
create policy legal_holds_of_tenant on legal_holds to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on legal_holds to parlance_app;

create table legal_hold_members (
  organization_id uuid not null,
  hold_id uuid not null,
  member_id uuid not null,
  primary key (hold_id, member_id),
  foreign key (organization_id, hold_id) references legal_holds (organization_id, id) on delete cascade,
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
create index legal_hold_members_by_member on legal_hold_members (member_id);
alter table legal_hold_members enable row level security;
create policy legal_hold_members_of_tenant on legal_hold_members to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on legal_hold_members to parlance_app;

-- Who comes into a team that is held is held with it.
create function hold_new_team_member() returns trigger language plpgsql as $$
begin
  insert into legal_hold_members (organization_id, hold_id, member_id)
  select new.organization_id, id, new.member_id from legal_holds where team_id = new.team_id
  on conflict do nothing;
  return null;
end $$;
create trigger team_members_held after insert on team_members for each row execute function hold_new_team_member();

create function is_in_force(hold legal_holds) returns boolean language sql stable as $$
  select hold.until is null or hold.until >= (now() at time zone 'UTC')::date
$$;
-- Whether anything of an organisation is held: what is made of the texts of many people is kept then.
create function is_any_held(organization uuid) returns boolean language sql stable as $$
  select exists (select from legal_holds as hold where hold.organization_id = organization and is_in_force(hold))
$$;
-- Whether what belongs to a member is held; of nobody's, only the hold of the whole organisation counts.
create function is_held(organization uuid, member uuid) returns boolean language sql stable as $$
  select exists (
    select from legal_holds as hold where hold.organization_id = organization and is_in_force(hold)
    and (hold.kind = 'organization' or exists (select from legal_hold_members where hold_id = hold.id and member_id = member)))
$$;

-- The last line of defence, for whatever deletes a dialogue: a person, a bot or an organisation that takes it along.
create function refuse_deleting_held() returns trigger language plpgsql as $$
begin
  if is_held(old.organization_id, old.member_id) then
    raise exception 'This dialogue is under a legal hold.' using errcode = 'PL001';
  end if;
  return old;
end $$;
create trigger dialogues_held before delete on dialogues for each row execute function refuse_deleting_held();

create index attachments_of_organization on attachments (organization_id, created_at);
create index governance_hits_of_organization on governance_hits (organization_id, created_at);
create index analytics_events_by_time on analytics_events (organization_id, received_at);
