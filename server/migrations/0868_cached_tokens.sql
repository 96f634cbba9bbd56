-- Parts of the input of a call: what its provider had kept of an earlier one, and what it keeps for later ones.
alter table model_usage
  add column cache_read_tokens integer not null default 0,
  add column cache_write_tokens integer not null default 0;
