-- An account that is deleted is gone for everybody at once, and is removed in the background, a page of rows at a time:
-- neither it nor the organisations that end with it have a bound.
-- `removal_requested_at`: when its job was last asked for by upkeep.
alter table users add column going_at timestamptz(3);
alter table users add column removal_requested_at timestamptz(3);
alter table memberships add column is_going boolean not null default false;
-- Which person it ends with. No reference: it is removed before that person is.
alter table organizations add column going_with uuid;
create index users_going on users (going_at) where going_at is not null;
create index organizations_going on organizations (going_with) where going_with is not null;

-- Whoever is going is nobody's colleague any more.
alter policy memberships_of_tenant on memberships
  using (organization_id = current_setting('app.organization_id', true)::uuid and not is_going);
