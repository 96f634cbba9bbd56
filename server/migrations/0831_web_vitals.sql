-- How fast pages are for people, by remote, release and hour: how many pages fell between two bounds of a figure. Nobody
-- stands in it, and no address. It belongs to the installation: the role of tenants may not even read it.

create table release_vitals (
  remote text not null,
  version text not null,
  hour timestamptz(0) not null,
  vital text not null,
  -- Its place among the bounds of the vital in shared/src/contract/web-vitals.ts.
  bucket smallint not null,
  pages integer not null default 0,
  primary key (remote, version, hour, vital, bucket)
);
create index release_vitals_by_hour on release_vitals (hour);
alter table release_vitals enable row level security;

-- Who counts already, by a hash, until the hour is over.
create table vital_reporters (
  remote text not null,
  version text not null,
  hour timestamptz(0) not null,
  reporter bytea not null,
  primary key (remote, version, hour, reporter)
);
create index vital_reporters_by_hour on vital_reporters (hour);
alter table vital_reporters enable row level security;
