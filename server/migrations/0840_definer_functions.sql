-- A function that runs as its owner looks for what it names in temporary tables last: anybody may make one of any name.
alter function count_governance_change() set search_path = public, pg_temp;
