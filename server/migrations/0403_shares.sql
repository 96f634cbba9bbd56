-- What members let others of their organisation read: the branch of a dialogue as it was when it was shared.
create table shares (
  -- The whole secret of a link, beside the session of the reader.
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  dialogue_id uuid not null,
  member_id uuid not null,
  -- Where the shared branch ends. What is above a message never changes.
  leaf_id uuid not null,
  title text not null,
  scope text not null check (scope in ('people', 'organization', 'link')),
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, dialogue_id) references dialogues (organization_id, id) on delete cascade,
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade,
  foreign key (dialogue_id, leaf_id) references messages (dialogue_id, id) on delete cascade
);
create index shares_of_dialogue on shares (dialogue_id, created_at desc);
create index shares_of_organization on shares (organization_id, created_at desc, id desc) where scope = 'organization';
create index shares_by_member on shares (member_id);
create index shares_by_leaf on shares (leaf_id);
alter table shares enable row level security;
create policy shares_of_tenant on shares to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, delete on shares to parlance_app;

create table share_people (
  organization_id uuid not null,
  share_id uuid not null,
  member_id uuid not null,
  primary key (share_id, member_id),
  foreign key (organization_id, share_id) references shares (organization_id, id) on delete cascade,
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
create index share_people_by_member on share_people (member_id, share_id);
alter table share_people enable row level security;
create policy share_people_of_tenant on share_people to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, delete on share_people to parlance_app;

-- What was made of a shared dialogue, by the key of the request: asked twice, it is made once.
create table dialogue_copies (
  organization_id uuid not null,
  member_id uuid not null,
  idempotency_key uuid not null,
  share_id uuid,
  dialogue_id uuid not null,
  primary key (member_id, idempotency_key),
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade,
  foreign key (organization_id, share_id) references shares (organization_id, id) on delete set null (share_id),
  foreign key (organization_id, dialogue_id) references dialogues (organization_id, id) on delete cascade
);
create index dialogue_copies_by_share on dialogue_copies (share_id);
create index dialogue_copies_by_dialogue on dialogue_copies (dialogue_id);
alter table dialogue_copies enable row level security;
create policy dialogue_copies_of_tenant on dialogue_copies to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert on dialogue_copies to parlance_app;
