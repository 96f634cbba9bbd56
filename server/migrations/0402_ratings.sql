-- What members think of the answers they got.
create table ratings (
  organization_id uuid not null,
  -- One for an answer: a dialogue has one member.
  message_id uuid primary key,
  value text not null check (value in ('up', 'down')),
  reasons text[] not null,
  comment text not null,
  updated_at timestamptz(3) not null default now(),
  foreign key (organization_id, message_id) references messages (organization_id, id) on delete cascade
);
alter table ratings enable row level security;
create policy ratings_of_tenant on ratings to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on ratings to parlance_app;
