-- The words of an entry, each behind the beginning of its organisation's id and the block of 65,536 numbers that the entry
-- lies in: a search reads block after block until its page is full, however long the log is.
create function audit_words(seq bigint, tokens tsvector) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array(select left(token, 8) || to_hex(seq >> 16) || '.' || substr(token, 9) from unnest(tsvector_to_array(tokens)) as token))
$$;
create index audit_log_by_word_of_block on audit_log using gin (audit_words(seq, tokens)) with (fastupdate = off);
