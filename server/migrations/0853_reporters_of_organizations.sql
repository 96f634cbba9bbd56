-- Of how many organisations those are who say how a release does. A hash, kept as long as the one of the person; null of who
-- was counted by the release of the program before this one.
alter table release_reporters add column organization bytea;
alter table vital_reporters add column organization bytea;
