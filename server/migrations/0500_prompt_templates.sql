-- Prompts that members write once and fill in often. What is saved is a further version; one of them is the one in use.
create table prompt_templates (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Null when who it belonged to has left: administrators keep it.
  owner_id uuid,
  command text check (command ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  category text not null default '',
  tags text[] not null default '{}',
  is_enabled boolean not null default true,
  scope text not null default 'private' check (scope in ('private', 'people', 'organization')),
  -- Counts the changes: whoever saves says which one they saw.
  revision integer not null default 1,
  newest_version integer not null default 1,
  version_in_use integer,
  -- What the organisation is to be given, until somebody has decided; a refusal stays until it is asked for again.
  review_state text check (review_state in ('pending', 'refused')),
  review_version integer,
  review_asked_by uuid,
  review_asked_at timestamptz(3),
  review_reason text not null default '',
  uses integer not null default 0,
  changed_by uuid,
  updated_at timestamptz(3) not null default now(),
  -- In nobody's list from then on, and gone a month later.
  deleted_at timestamptz(3),
  unique (organization_id, id),
  check ((review_state is null) = (review_version is null)),
  foreign key (organization_id, owner_id) references memberships (organization_id, id) on delete set null (owner_id),
  foreign key (organization_id, review_asked_by) references memberships (organization_id, id) on delete set null (review_asked_by),
  foreign key (organization_id, changed_by) references memberships (organization_id, id) on delete set null (changed_by)
);
create unique index prompt_templates_by_command on prompt_templates (organization_id, command) where deleted_at is null;
create index prompt_templates_of_organization on prompt_templates (organization_id, updated_at desc, id desc) where deleted_at is null;
create index prompt_templates_by_owner on prompt_templates (owner_id);
create index prompt_templates_by_reviewer on prompt_templates (review_asked_by);
create index prompt_templates_by_changer on prompt_templates (changed_by);
create index prompt_templates_by_deletion on prompt_templates (deleted_at) where deleted_at is not null;
alter table prompt_templates enable row level security;
create policy prompt_templates_of_tenant on prompt_templates to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on prompt_templates to parlance_app;

create table prompt_template_versions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  template_id uuid not null,
  -- Counts up within its template, from 1, without a gap.
  number integer not null,
  definition jsonb not null,
  message text not null default '',
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  unique (template_id, number),
  foreign key (organization_id, template_id) references prompt_templates (organization_id, id) on delete cascade,
  foreign key (organization_id, created_by) references memberships (organization_id, id) on delete set null (created_by)
);
create index prompt_template_versions_by_author on prompt_template_versions (created_by);
alter table prompt_template_versions enable row level security;
create policy prompt_template_versions_of_tenant on prompt_template_versions to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
-- What was written is never changed.
grant select, insert on prompt_template_versions to parlance_app;

create table prompt_template_people (
  organization_id uuid not null,
  template_id uuid not null,
  member_id uuid not null,
  primary key (template_id, member_id),
  foreign key (organization_id, template_id) references prompt_templates (organization_id, id) on delete cascade,
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
create index prompt_template_people_by_member on prompt_template_people (member_id, template_id);
alter table prompt_template_people enable row level security;
create policy prompt_template_people_of_tenant on prompt_template_people to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, delete on prompt_template_people to parlance_app;

-- What one member thinks of a template.
create table prompt_template_marks (
  organization_id uuid not null,
  template_id uuid not null,
  member_id uuid not null,
  is_favorite boolean not null default false,
  rating text check (rating in ('up', 'down')),
  primary key (template_id, member_id),
  foreign key (organization_id, template_id) references prompt_templates (organization_id, id) on delete cascade,
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
create index prompt_template_marks_by_member on prompt_template_marks (member_id);
alter table prompt_template_marks enable row level security;
create policy prompt_template_marks_of_tenant on prompt_template_marks to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update on prompt_template_marks to parlance_app;

-- What was made and what was filled in by a request: asked twice with one key, it is done once.
create table prompt_template_requests (
  organization_id uuid not null,
  member_id uuid not null,
  idempotency_key uuid not null,
  template_id uuid not null,
  made_at timestamptz(3) not null default now(),
  primary key (member_id, idempotency_key),
  foreign key (organization_id, template_id) references prompt_templates (organization_id, id) on delete cascade,
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
create index prompt_template_requests_by_template on prompt_template_requests (template_id);
create index prompt_template_requests_by_age on prompt_template_requests (made_at);
alter table prompt_template_requests enable row level security;
create policy prompt_template_requests_of_tenant on prompt_template_requests to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert on prompt_template_requests to parlance_app;
