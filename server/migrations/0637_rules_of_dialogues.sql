-- Which rules have applied in which dialogues, for the dialogue log to be filtered by. The hits themselves still do not say
-- whose text they are of.
create table dialogue_rule_hits (
  organization_id uuid not null,
  rule_id uuid not null,
  dialogue_id uuid not null,
  primary key (rule_id, dialogue_id),
  foreign key (organization_id, rule_id) references governance_rules (organization_id, id) on delete cascade,
  foreign key (organization_id, dialogue_id) references dialogues (organization_id, id) on delete cascade
);
create index dialogue_rule_hits_by_dialogue on dialogue_rule_hits (dialogue_id);
alter table dialogue_rule_hits enable row level security;
create policy dialogue_rule_hits_of_tenant on dialogue_rule_hits to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on dialogue_rule_hits to parlance_app;
