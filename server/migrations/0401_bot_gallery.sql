-- What the gallery of bots shows: what each is for, who answers for it, and what a member thinks of it and when they last asked it.
alter table bots
  add column category text not null default 'general'
    check (category in ('general', 'knowledge', 'writing', 'people', 'it', 'sales', 'finance', 'legal', 'other')),
  add column responsible_id uuid,
  add foreign key (organization_id, responsible_id) references memberships (organization_id, id) on delete set null (responsible_id);

create table bot_uses (
  organization_id uuid not null,
  member_id uuid not null,
  bot_id uuid not null,
  is_favorite boolean not null default false,
  last_used_at timestamptz(3),
  primary key (member_id, bot_id),
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade,
  foreign key (organization_id, bot_id) references bots (organization_id, id) on delete cascade
);
create index bot_uses_by_bot on bot_uses (bot_id);
alter table bot_uses enable row level security;
create policy bot_uses_of_tenant on bot_uses to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on bot_uses to parlance_app;

insert into bot_uses (organization_id, member_id, bot_id, last_used_at)
select organization_id, member_id, bot_id, max(updated_at) from dialogues group by organization_id, member_id, bot_id;
