-- How many answers somebody has under way is asked with every prompt. What waits for a person's decision takes nothing meanwhile.
create index runs_under_way on runs (organization_id, member_id) where status in ('queued', 'running') and waiting_since is null;

-- Volatile, so that it sees what was stored while the statement that calls it waited for others to end: two that ask at once
-- cannot both have the last place.
create function answers_under_way(of_organization uuid, of_member uuid) returns integer language plpgsql volatile as $$
begin
  if of_member is null then
    return (select count(*) from runs where organization_id = of_organization and status in ('queued', 'running') and waiting_since is null);
  end if;
  return (select count(*) from runs where organization_id = of_organization and member_id = of_member and status in ('queued', 'running') and waiting_since is null);
end $$;
