-- How the releases of remotes do, told by the pages that run them: how many people had a screen of one, and of how many it
-- failed, by the hour. It holds no content and nobody's name, and belongs to the installation: the role of tenants may not
-- even read it.

create table release_visits (
  remote text not null,
  version text not null,
  hour timestamptz(0) not null,
  -- The first screen of that hour, of each person; where it failed the one that failed.
  screen text not null,
  visits integer not null default 0,
  load_failures integer not null default 0,
  draw_failures integer not null default 0,
  primary key (remote, version, hour, screen)
);
create index release_visits_by_hour on release_visits (hour);
alter table release_visits enable row level security;

-- Who counts already, by a hash, until the hour is over: a person counts once, however often their pages say something.
create table release_reporters (
  remote text not null,
  version text not null,
  hour timestamptz(0) not null,
  reporter bytea not null,
  has_failed boolean not null default false,
  primary key (remote, version, hour, reporter)
);
create index release_reporters_by_hour on release_reporters (hour);
alter table release_reporters enable row level security;
