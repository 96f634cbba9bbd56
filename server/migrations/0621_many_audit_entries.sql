-- As before, and each further call for a transaction ends at once.
create or replace function chain_audit_entries() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  pending audit_pending;
  head audit_heads;
  entry audit_log;
begin
  -- The first call for the transaction has moved all of its entries: looked up by the key, so that many cost no more than they must.
  if not exists (select from audit_pending where id = new.id) then
    return null;
  end if;
  for pending in select * from audit_pending order by organization_id, position loop
    if head.organization_id is distinct from pending.organization_id then
      insert into audit_heads (organization_id) values (pending.organization_id) on conflict do nothing;
      select * into strict head from audit_heads where organization_id = pending.organization_id for update;
    end if;
    entry := null;
    entry.organization_id := pending.organization_id;
    entry.seq := head.seq + 1;
    entry.at := greatest(clock_timestamp()::timestamptz(3), head.at);
    entry.actor_kind := pending.actor_kind;
    entry.actor_id := pending.actor_id;
    entry.actor_name := pending.actor_name;
    entry.address := pending.address;
    entry.request_id := pending.request_id;
    entry.thing := split_part(pending.action, '.', 1);
    entry.action := pending.action;
    entry.target_kind := pending.target_kind;
    entry.target_id := pending.target_id;
    entry.target_name := pending.target_name;
    entry.changes := pending.changes;
    entry.tokens := array_to_tsvector(array(select left(pending.organization_id::text, 8) || word from unnest(pending.words) as word));
    entry.previous_hash := head.hash;
    entry.hash := audit_hash(entry);
    insert into audit_log select entry.*;
    delete from audit_pending where id = pending.id;
    head.seq := entry.seq;
    head.at := entry.at;
    head.hash := entry.hash;
    update audit_heads set seq = head.seq, at = head.at, hash = head.hash where organization_id = head.organization_id;
  end loop;
  return null;
end $$;
