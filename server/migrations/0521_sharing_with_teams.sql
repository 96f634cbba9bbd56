-- The teams that something of the scope “people” is for, beside the people: whoever is in one of them may have it, for as
-- long as they are.
create table share_teams (
  organization_id uuid not null,
  share_id uuid not null,
  team_id uuid not null,
  primary key (share_id, team_id),
  foreign key (organization_id, share_id) references shares (organization_id, id) on delete cascade,
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade
);
create index share_teams_by_team on share_teams (team_id, share_id);
alter table share_teams enable row level security;
create policy share_teams_of_tenant on share_teams to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, delete on share_teams to parlance_app;

create table agent_teams (
  organization_id uuid not null,
  bot_id uuid not null,
  team_id uuid not null,
  primary key (bot_id, team_id),
  foreign key (organization_id, bot_id) references bots (organization_id, id) on delete cascade,
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade
);
create index agent_teams_by_team on agent_teams (team_id, bot_id);
alter table agent_teams enable row level security;
create policy agent_teams_of_tenant on agent_teams to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, delete on agent_teams to parlance_app;

create table prompt_template_teams (
  organization_id uuid not null,
  template_id uuid not null,
  team_id uuid not null,
  primary key (template_id, team_id),
  foreign key (organization_id, template_id) references prompt_templates (organization_id, id) on delete cascade,
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade
);
create index prompt_template_teams_by_team on prompt_template_teams (team_id, template_id);
alter table prompt_template_teams enable row level security;
create policy prompt_template_teams_of_tenant on prompt_template_teams to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, delete on prompt_template_teams to parlance_app;
