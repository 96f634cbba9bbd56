-- What of its dialogue and files an answer does not rest on, because the model's context does not hold it.
alter table runs add column reading jsonb;
