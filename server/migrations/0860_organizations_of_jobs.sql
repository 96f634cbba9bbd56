-- Whose a job is: organisations share the lanes of a kind. What a tenant asks for is its own; who asks across organisations
-- says whose it is, or that it is nobody's.
alter table job_requests add column organization_id uuid default nullif(current_setting('app.organization_id', true), '')::uuid;
grant insert (organization_id) on job_requests to parlance_app;
drop policy job_requests_of_tenant on job_requests;
create policy job_requests_of_tenant on job_requests for insert to parlance_app
  with check (organization_id = current_setting('app.organization_id', true)::uuid);

-- As before; the request says whose it is, because an answer may end in a transaction across organisations.
create or replace function request_execution_of_run() returns trigger language plpgsql as $$
declare
  key uuid := case when tg_op = 'DELETE' then old.idempotency_key else new.idempotency_key end;
  member uuid := case when tg_op = 'DELETE' then old.member_id else new.member_id end;
begin
  insert into job_requests (kind, data, organization_id)
  select 'execute', jsonb_build_object('execution', id), organization_id from executions where ask_key = key and member_id = member;
  return null;
end $$;
