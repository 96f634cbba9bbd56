-- A second release of a remote for some organisations, and who does not get the remote at all.
alter table remote_pointers
  add column canary_id uuid references remote_releases (id),
  -- { percent, organizations, plans }: whoever one of them names gets the canary.
  add column canary_audience jsonb,
  add column is_off boolean not null default false,
  -- The feature of the plan that the remote asks for; null asks for none.
  add column feature text,
  add check ((canary_id is null) = (canary_audience is null));
