-- Dialogues that an organisation has begun in a calendar month (UTC). Counted where they are begun, so that of any number that
-- begin at once no more than the plan has get through, and what is deleted stays counted.
create table dialogue_counts (
  organization_id uuid not null references organizations (id) on delete cascade,
  month date not null,
  count integer not null check (count >= 0),
  primary key (organization_id, month)
);
alter table dialogue_counts enable row level security;
create policy dialogue_counts_of_tenant on dialogue_counts to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update on dialogue_counts to parlance_app;

insert into dialogue_counts (organization_id, month, count)
select organization_id, date_trunc('month', created_at at time zone 'UTC')::date, count(*) from dialogues where kind = 'member' group by 1, 2;
