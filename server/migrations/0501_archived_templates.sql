-- Out of every list but the archive's, and in nobody's “/”, until somebody takes it out again.
alter table prompt_templates add column archived_at timestamptz(3);
