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

-- Summed before anything is made of JSON: these are all calls of models of three months.
create function pg_temp.used_by_members(since timestamptz, until timestamptz) returns table (organization_id uuid, member_id uuid, day date, bot_id uuid, figures jsonb) language sql as $$
  with used as (
    select dialogues.organization_id, dialogues.member_id, bot_id, (dialogues.created_at at time zone time_zone)::date as day, 'dialogues' as figure, count(*) as amount
    from dialogues join organizations on organizations.id = dialogues.organization_id
    where dialogues.kind = 'member' and dialogues.created_at >= since and dialogues.created_at < until
    group by 1, 2, 3, 4
    union all
    select runs.organization_id, runs.member_id, bot_id, (runs.created_at at time zone time_zone)::date, 'answers', count(*)
    from runs join dialogues on dialogues.id = runs.dialogue_id join organizations on organizations.id = runs.organization_id
    where dialogues.kind = 'member' and runs.status in ('complete', 'stopped') and runs.created_at >= since and runs.created_at < until
    group by 1, 2, 3, 4
    union all
    select calls.organization_id, calls.member_id, bot_id, calls.day, sums.figure, sums.amount
    from (
      select model_usage.organization_id, model_usage.member_id, bot_id, (model_usage.created_at at time zone time_zone)::date as day, model_usage.currency,
        sum(model_usage.input_tokens)::bigint as input_tokens, sum(model_usage.output_tokens)::bigint as output_tokens, sum(model_usage.cost_micros)::bigint as cost
      from model_usage join organizations on organizations.id = model_usage.organization_id
      left join runs on runs.id = model_usage.run_id left join dialogues on dialogues.id = runs.dialogue_id
      where model_usage.created_at >= since and model_usage.created_at < until
      group by 1, 2, 3, 4, 5) as calls
    cross join lateral (values ('input_tokens', calls.input_tokens), ('output_tokens', calls.output_tokens), ('cost:' || currency, calls.cost)) as sums (figure, amount))
  select each_figure.organization_id, each_figure.member_id, each_figure.day, each_figure.bot_id, jsonb_object_agg(figure, amount)
  from (
    select used.organization_id, used.member_id, used.day, coalesce(used.bot_id, '00000000-0000-0000-0000-000000000000') as bot_id, figure, sum(amount) as amount
    from used join memberships on memberships.organization_id = used.organization_id and memberships.id = used.member_id
    where figure is not null
    group by 1, 2, 3, 4, 5 having sum(amount) <> 0) as each_figure
  group by 1, 2, 3, 4
$$;

-- The days that are shown, before this migration: most of them while people go on, then the last ones and what waits to be
-- counted while nothing is noted. What waits is added when it is counted.
insert into chart_member_days (organization_id, member_id, day, bot_id, figures)
select * from pg_temp.used_by_members(now() - interval '91 days', now() - interval '2 days');

lock table chart_changes in share row exclusive mode;
-- What of somebody's waits to be counted is added when they look.
create index chart_changes_by_member on chart_changes (organization_id, member_id) where member_id is not null;
create trigger changes_are_counted_for_members after delete on chart_changes referencing old table as taken for each statement execute function count_for_members();

insert into chart_member_days as kept (organization_id, member_id, day, bot_id, figures)
select * from pg_temp.used_by_members(now() - interval '2 days', 'infinity')
on conflict (organization_id, member_id, day, bot_id) do update set figures = add_figures(kept.figures, excluded.figures);

insert into chart_member_days as kept (organization_id, member_id, day, bot_id, figures)
select organization_id, member_id, day, bot_id, jsonb_object_agg(figure, -amount) from (
  select waiting.organization_id, waiting.member_id, (waiting.at at time zone time_zone)::date as day,
    coalesce(waiting.bot_id, '00000000-0000-0000-0000-000000000000') as bot_id, figure, sum(value::bigint) as amount
  from chart_changes as waiting join organizations on organizations.id = waiting.organization_id
  join memberships on memberships.organization_id = waiting.organization_id and memberships.id = waiting.member_id
  cross join lateral jsonb_each_text(waiting.figures) as each_figure (figure, value)
  where figure in ('dialogues', 'answers', 'input_tokens', 'output_tokens') or figure like 'cost:%'
  group by 1, 2, 3, 4, 5) as sums
group by 1, 2, 3, 4
on conflict (organization_id, member_id, day, bot_id) do update set figures = add_figures(kept.figures, excluded.figures);

drop function pg_temp.used_by_members(timestamptz, timestamptz);
