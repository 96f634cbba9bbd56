-- Figures of use by day. What happens is noted once, in the transaction in which it happens; the worker adds what is noted
-- to the days, so that a year costs no more to read than its days.

-- What a day is. Days that are counted stay as they are when it changes.
alter table organizations add column time_zone text not null default 'UTC';
grant update (time_zone) on organizations to parlance_app;

-- What happened and is not counted yet. No foreign keys: who is gone before it is counted is counted without a name.
create table chart_changes (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  -- Null: it is not known who, or it was nobody.
  member_id uuid,
  bot_id uuid,
  at timestamptz(3) not null,
  -- Figure and amount; `active` says that a person was there.
  figures jsonb not null
);
create index chart_changes_by_organization on chart_changes (organization_id, id);
alter table chart_changes enable row level security;
create policy chart_changes_of_tenant on chart_changes to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, delete on chart_changes to parlance_app;

-- The sums. The id of zeros: everybody, or every bot. Days to come may hold members who were active before them.
create table chart_days (
  organization_id uuid not null references organizations (id) on delete cascade,
  team_id uuid not null,
  bot_id uuid not null,
  figure text not null,
  day date not null,
  value bigint not null,
  primary key (organization_id, team_id, bot_id, figure, day)
);
-- For lists of bots and of rules, which read one figure of all of them.
create index chart_days_by_figure on chart_days (organization_id, figure, day);
alter table chart_days enable row level security;
create policy chart_days_of_tenant on chart_days to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update on chart_days to parlance_app;

-- On which days who was there: a person counts once in a day, a week, a month.
create table chart_presence (
  organization_id uuid not null,
  team_id uuid not null,
  bot_id uuid not null,
  member_id uuid not null,
  day date not null,
  primary key (organization_id, member_id, team_id, bot_id, day),
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
alter table chart_presence enable row level security;
create policy chart_presence_of_tenant on chart_presence to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert on chart_presence to parlance_app;

-- Who has ever asked a bot; the id of zeros stands for all bots that not everybody could ask.
create table chart_askers (
  organization_id uuid not null,
  bot_id uuid not null,
  member_id uuid not null,
  primary key (organization_id, bot_id, member_id),
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
create index chart_askers_by_member on chart_askers (organization_id, member_id);
alter table chart_askers enable row level security;
create policy chart_askers_of_tenant on chart_askers to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert on chart_askers to parlance_app;

-- How far each member has come, and how much of a day their sessions have filled.
create table chart_members (
  organization_id uuid not null,
  member_id uuid not null,
  last_active date,
  -- Days on which they asked, one after the other.
  asked_days integer not null default 0,
  last_asked date,
  last_day date,
  -- Of sessions on last_day: a day has no more than its seconds, whatever they say.
  seconds integer not null default 0,
  primary key (organization_id, member_id),
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
alter table chart_members enable row level security;
create policy chart_members_of_tenant on chart_members to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update on chart_members to parlance_app;

create function chart_usage_sessions() returns trigger language plpgsql as $$
begin
  insert into chart_changes (organization_id, member_id, at, figures)
  select organization_id, member_id, received_at, jsonb_build_object('typing', typing, 'reading', reading, 'interacting', interacting, 'idling', idling)
    || case when typing + reading + interacting > 0 then '{"active": 1}' else '{}' end::jsonb
  from added;
  return null;
end $$;
create trigger usage_sessions_are_charted after insert on usage_sessions referencing new table as added for each statement execute function chart_usage_sessions();

create function chart_dialogue() returns trigger language plpgsql as $$
begin
  insert into chart_changes (organization_id, member_id, bot_id, at, figures) values (new.organization_id, new.member_id, new.bot_id, new.created_at, '{"dialogues": 1}');
  return null;
end $$;
create trigger dialogues_are_charted after insert on dialogues for each row when (new.kind = 'member') execute function chart_dialogue();

-- An answer counts on the day it was asked for. Trials of agents are no answers to anybody.
create function chart_answer() returns trigger language plpgsql as $$
begin
  insert into chart_changes (organization_id, member_id, bot_id, at, figures)
  select new.organization_id, new.member_id, bot_id, new.created_at, '{"answers": 1, "active": 1}' from dialogues where id = new.dialogue_id and kind = 'member';
  return null;
end $$;
create trigger new_answers_are_charted after insert on runs for each row when (new.status in ('complete', 'stopped')) execute function chart_answer();
create trigger answers_are_charted after update of status on runs for each row
  when (old.status not in ('complete', 'stopped') and new.status in ('complete', 'stopped')) execute function chart_answer();

create function chart_model_usage() returns trigger language plpgsql as $$
begin
  insert into chart_changes (organization_id, member_id, bot_id, at, figures)
  select added.organization_id, added.member_id, dialogues.bot_id, added.created_at,
    jsonb_build_object('input_tokens', added.input_tokens, 'output_tokens', added.output_tokens)
    || case when added.cost_micros > 0 then jsonb_build_object('cost:' || added.currency, added.cost_micros) else '{}' end
  from added left join runs on runs.id = added.run_id left join dialogues on dialogues.id = runs.dialogue_id;
  return null;
end $$;
create trigger model_usage_is_charted after insert on model_usage referencing new table as added for each statement execute function chart_model_usage();

-- A rating counts on the day of its answer: who changes it changes that day. Of an answer that is gone it stays counted.
create function chart_rating() returns trigger language plpgsql as $$
declare
  of_message uuid := case when tg_op = 'DELETE' then old.message_id else new.message_id end;
  counts jsonb := '{}';
begin
  if tg_op <> 'INSERT' then counts := counts || jsonb_build_object(old.value || 's', -1); end if;
  if tg_op <> 'DELETE' then counts := counts || jsonb_build_object(new.value || 's', 1); end if;
  insert into chart_changes (organization_id, member_id, bot_id, at, figures)
  select messages.organization_id, dialogues.member_id, dialogues.bot_id, messages.created_at, counts
  from messages join dialogues on dialogues.id = messages.dialogue_id where messages.id = of_message and dialogues.kind = 'member';
  return null;
end $$;
create trigger ratings_are_charted after insert or delete on ratings for each row execute function chart_rating();
create trigger changed_ratings_are_charted after update of value on ratings for each row when (old.value <> new.value) execute function chart_rating();

create function chart_rule_hit() returns trigger language plpgsql as $$
begin
  insert into chart_changes (organization_id, bot_id, at, figures)
  values (new.organization_id, new.bot_id, new.created_at, jsonb_build_object('hits', 1, 'rule:' || new.rule_id, 1));
  return null;
end $$;
create trigger governance_hits_are_charted after insert on governance_hits for each row execute function chart_rule_hit();

-- What happened before this migration.
insert into chart_changes (organization_id, member_id, at, figures)
select organization_id, member_id, received_at, jsonb_build_object('typing', typing, 'reading', reading, 'interacting', interacting, 'idling', idling)
  || case when typing + reading + interacting > 0 then '{"active": 1}' else '{}' end::jsonb
from usage_sessions order by received_at;
insert into chart_changes (organization_id, member_id, bot_id, at, figures)
select organization_id, member_id, bot_id, created_at, '{"dialogues": 1}' from dialogues where kind = 'member';
insert into chart_changes (organization_id, member_id, bot_id, at, figures)
select runs.organization_id, runs.member_id, bot_id, runs.created_at, '{"answers": 1, "active": 1}'
from runs join dialogues on dialogues.id = runs.dialogue_id where kind = 'member' and status in ('complete', 'stopped');
insert into chart_changes (organization_id, member_id, bot_id, at, figures)
select model_usage.organization_id, model_usage.member_id, dialogues.bot_id, model_usage.created_at,
  jsonb_build_object('input_tokens', model_usage.input_tokens, 'output_tokens', model_usage.output_tokens)
  || case when cost_micros > 0 then jsonb_build_object('cost:' || currency, cost_micros) else '{}' end
from model_usage left join runs on runs.id = model_usage.run_id left join dialogues on dialogues.id = runs.dialogue_id;
insert into chart_changes (organization_id, member_id, bot_id, at, figures)
select messages.organization_id, dialogues.member_id, dialogues.bot_id, messages.created_at, jsonb_build_object(ratings.value || 's', 1)
from ratings join messages on messages.id = ratings.message_id join dialogues on dialogues.id = messages.dialogue_id where dialogues.kind = 'member';
insert into chart_changes (organization_id, bot_id, at, figures)
select organization_id, bot_id, created_at, jsonb_build_object('hits', 1, 'rule:' || rule_id, 1) from governance_hits;
