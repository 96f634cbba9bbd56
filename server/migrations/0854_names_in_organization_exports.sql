-- Whether names were shown to whoever asked for the export: without them a dialogue is not said to be anybody's.
alter table organization_exports add column has_names boolean not null default false;
