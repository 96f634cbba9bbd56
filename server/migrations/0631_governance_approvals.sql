-- Prompts that an administrator has to allow before a model gets to see them. Their answers wait meanwhile, and nobody
-- writes them.
alter table governance_hits drop constraint governance_hits_action_check;
alter table governance_hits add constraint governance_hits_action_check check (action in ('monitor', 'mask', 'warn', 'approve', 'block'));

create table governance_approvals (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  prompt_id uuid not null unique,
  -- The rule as it was then: what people were told stays what they were told.
  rule_id uuid,
  rule_name text not null,
  message text not null,
  state text not null default 'waiting' check (state in ('waiting', 'allowed', 'refused', 'lapsed')),
  note text not null default '',
  decided_by uuid,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- Without a decision until then, the prompt is not answered.
  lapses_at timestamptz(3) not null,
  foreign key (organization_id, prompt_id) references messages (organization_id, id) on delete cascade,
  foreign key (organization_id, rule_id) references governance_rules (organization_id, id) on delete set null (rule_id),
  foreign key (organization_id, decided_by) references memberships (organization_id, id) on delete set null (decided_by)
);
create index governance_approvals_waiting on governance_approvals (organization_id, created_at, id) where state = 'waiting';
create index governance_approvals_lapsing on governance_approvals (lapses_at) where state = 'waiting';
create index governance_approvals_by_rule on governance_approvals (rule_id);
create index governance_approvals_by_member on governance_approvals (decided_by);
alter table governance_approvals enable row level security;
create policy governance_approvals_of_tenant on governance_approvals to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on governance_approvals to parlance_app;
