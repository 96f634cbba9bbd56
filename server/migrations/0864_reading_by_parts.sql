-- Long files that are read in parts before an answer is written. A released server that does not know of it leaves both as
-- they are.
alter table runs
  -- Its person has asked for the files to be read whole.
  add column reads_whole boolean not null default false,
  -- Notes of the parts, while the answer is under way: it may wait for its person, and goes on with what was read.
  add column part_notes jsonb;
