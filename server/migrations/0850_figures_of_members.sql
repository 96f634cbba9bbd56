-- What each member has used, by day and bot: their own figures are read by their key, whatever they come from.
create table chart_member_days (
  organization_id uuid not null,
  member_id uuid not null,
  day date not null,
  -- The id of zeros: of no bot, such as a file that was read in.
  bot_id uuid not null,
  -- Sums, by the names of chart_changes.
  figures jsonb not null,
  primary key (organization_id, member_id, day, bot_id),
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
-- As of other figures, the oldest are found without reading the others.
create index chart_member_days_by_day on chart_member_days (organization_id, day);
alter table chart_member_days enable row level security;
create policy chart_member_days_of_tenant on chart_member_days to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update on chart_member_days to parlance_app;

-- What of somebody's waits to be counted is added when they look.
create index chart_changes_by_member on chart_changes (organization_id, member_id) where member_id is not null;

create function add_figures(jsonb, jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(figure, value), '{}') from (
    select figure, sum(amount::bigint) as value from (select * from jsonb_each_text($1) union all select * from jsonb_each_text($2)) as each_figure (figure, amount)
    group by figure) as sums
$$;

-- What is counted is taken away in the same statement. A trigger sees it whoever counts: the release before does not know of
-- this table.
create function count_for_members() returns trigger language plpgsql as $$
begin
  insert into chart_member_days as kept (organization_id, member_id, day, bot_id, figures)
  select organization_id, member_id, day, bot_id, jsonb_object_agg(figure, value) from (
    select taken.organization_id, taken.member_id, (taken.at at time zone organizations.time_zone)::date as day,
      coalesce(taken.bot_id, '00000000-0000-0000-0000-000000000000') as bot_id, figure, sum(amount::bigint) as value
    from taken join organizations on organizations.id = taken.organization_id
    join memberships on memberships.organization_id = taken.organization_id and memberships.id = taken.member_id
    cross join lateral jsonb_each_text(taken.figures) as each_figure (figure, amount)
    where figure in ('dialogues', 'answers', 'input_tokens', 'output_tokens') or figure like 'cost:%'
    group by 1, 2, 3, 4, 5) as sums
  group by organization_id, member_id, day, bot_id
  order by organization_id, member_id, day, bot_id
  on conflict (organization_id, member_id, day, bot_id) do update set figures = add_figures(kept.figures, excluded.figures);
  return null;
end $$;
create trigger changes_are_counted_for_members after delete on chart_changes referencing old table as taken for each statement execute function count_for_members();

-- The days that are shown, before this migration. Less what waits to be counted: that is added when it is.
insert into chart_member_days (organization_id, member_id, day, bot_id, figures)
select organization_id, member_id, day, bot_id, jsonb_object_agg(figure, value) from (
  select used.organization_id, used.member_id, (used.at at time zone organizations.time_zone)::date as day,
    coalesce(used.bot_id, '00000000-0000-0000-0000-000000000000') as bot_id, figure, sum(amount::bigint * times) as value
  from (
    select organization_id, member_id, bot_id, created_at as at, '{"dialogues": 1}'::jsonb as figures, 1 as times
    from dialogues where kind = 'member' and created_at > now() - interval '91 days'
    union all
    select runs.organization_id, runs.member_id, dialogues.bot_id, runs.created_at, '{"answers": 1}', 1
    from runs join dialogues on dialogues.id = runs.dialogue_id
    where kind = 'member' and status in ('complete', 'stopped') and runs.created_at > now() - interval '91 days'
    union all
    select model_usage.organization_id, model_usage.member_id, dialogues.bot_id, model_usage.created_at,
      jsonb_build_object('input_tokens', model_usage.input_tokens, 'output_tokens', model_usage.output_tokens)
      || case when cost_micros > 0 then jsonb_build_object('cost:' || currency, cost_micros) else '{}' end, 1
    from model_usage left join runs on runs.id = model_usage.run_id left join dialogues on dialogues.id = runs.dialogue_id
    where model_usage.created_at > now() - interval '91 days'
    union all
    select organization_id, member_id, bot_id, at, figures, -1 from chart_changes) as used
  join organizations on organizations.id = used.organization_id
  join memberships on memberships.organization_id = used.organization_id and memberships.id = used.member_id
  cross join lateral jsonb_each_text(used.figures) as each_figure (figure, amount)
  where figure in ('dialogues', 'answers', 'input_tokens', 'output_tokens') or figure like 'cost:%'
  group by 1, 2, 3, 4, 5 having sum(amount::bigint * times) <> 0) as sums
group by organization_id, member_id, day, bot_id;
