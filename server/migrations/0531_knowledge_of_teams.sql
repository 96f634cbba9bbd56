-- The teams that a source of the access “people” is for, beside the people: whoever is in one of them may read it, for as
-- long as they are.
create table knowledge_teams (
  organization_id uuid not null,
  source_id uuid not null,
  team_id uuid not null,
  primary key (source_id, team_id),
  foreign key (organization_id, source_id) references knowledge_sources (organization_id, id) on delete cascade,
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade
);
create index knowledge_teams_by_team on knowledge_teams (team_id, source_id);
alter table knowledge_teams enable row level security;
create policy knowledge_teams_of_tenant on knowledge_teams to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on knowledge_teams to parlance_app;
