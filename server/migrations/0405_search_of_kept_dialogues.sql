-- Whether the dialogue of an entry is there: asked of the entry itself, because a search that looked at each dialogue would
-- take longer the more dialogues there are.
alter table search_entries add column is_kept boolean not null default true;
update search_entries set is_kept = false from dialogues where dialogues.id = search_entries.dialogue_id and dialogues.deleted_at is not null;
create or replace view searched_entries as
  select * from search_entries where organization_id = current_setting('app.organization_id', true)::uuid;
