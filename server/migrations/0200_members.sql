-- An administrator sees how far the registration of each member is; the table had no door for tenants before.
alter table registrations enable row level security;
create policy registrations_of_tenant on registrations to parlance_app
  using (exists (select 1 from memberships where memberships.user_id = registrations.user_id));
grant select on registrations to parlance_app;
