-- Rules about what people ask and what is answered, their versions, and where they have applied.

-- Counts the changes of an organisation's rules. It is read with the session, so that no process goes by rules that are
-- older than the request.
alter table organizations add column governance_version integer not null default 0;

create table governance_rules (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  position integer not null,
  is_enabled boolean not null default false,
  version integer not null default 1,
  definition jsonb not null,
  updated_at timestamptz(3) not null default now(),
  unique (organization_id, id)
);
create unique index governance_rules_by_name on governance_rules (organization_id, lower(definition ->> 'name'));
create index governance_rules_in_order on governance_rules (organization_id, position);
alter table governance_rules enable row level security;
create policy governance_rules_of_tenant on governance_rules to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on governance_rules to parlance_app;

create table governance_rule_versions (
  organization_id uuid not null,
  rule_id uuid not null,
  version integer not null,
  definition jsonb not null,
  saved_by uuid,
  saved_at timestamptz(3) not null default now(),
  primary key (rule_id, version),
  foreign key (organization_id, rule_id) references governance_rules (organization_id, id) on delete cascade,
  foreign key (organization_id, saved_by) references memberships (organization_id, id) on delete set null (saved_by)
);
create index governance_rule_versions_by_member on governance_rule_versions (saved_by);
alter table governance_rule_versions enable row level security;
create policy governance_rule_versions_of_tenant on governance_rule_versions to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on governance_rule_versions to parlance_app;

-- Whose text it was is not kept here: a dialogue is opened in the dialogue log, for a reason.
create table governance_hits (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  rule_id uuid not null,
  version integer not null,
  kind text not null check (kind in ('prompt', 'answer')),
  action text not null check (action in ('monitor', 'mask', 'warn', 'block')),
  count integer not null,
  -- With masks in place of everything that any rule found.
  context text not null,
  bot_id uuid,
  created_at timestamptz(3) not null default now(),
  foreign key (organization_id, rule_id) references governance_rules (organization_id, id) on delete cascade,
  foreign key (organization_id, bot_id) references bots (organization_id, id) on delete set null (bot_id)
);
create index governance_hits_by_rule on governance_hits (rule_id, created_at desc, id desc);
create index governance_hits_by_bot on governance_hits (bot_id);
alter table governance_hits enable row level security;
create policy governance_hits_of_tenant on governance_hits to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, delete on governance_hits to parlance_app;

-- Whoever changes a rule cannot forget it.
create function count_governance_change() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update organizations set governance_version = governance_version + 1 where id = coalesce(new.organization_id, old.organization_id);
  return null;
end $$;
create trigger governance_rules_changed after insert or update or delete on governance_rules for each row execute function count_governance_change();
