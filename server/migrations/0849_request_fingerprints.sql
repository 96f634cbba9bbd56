-- What the request with an idempotency key asked for. Null of what was made before, and of what no request of a person has made.
alter table runs add column request_fingerprint bytea;
alter table invitations add column request_fingerprint bytea;
alter table enterprise_enquiries add column request_fingerprint bytea;
alter table dialogue_copies add column request_fingerprint bytea;
alter table prompt_template_requests add column request_fingerprint bytea;
alter table agent_creations add column request_fingerprint bytea;
alter table member_imports add column request_fingerprint bytea;
alter table replays add column request_fingerprint bytea;
alter table legal_holds add column request_fingerprint bytea;
alter table dialogue_log_exports add column request_fingerprint bytea;
alter table subscription_orders add column request_fingerprint bytea;
alter table schedules add column request_fingerprint bytea;
alter table executions add column request_fingerprint bytea;
alter table automations add column request_fingerprint bytea;
alter table automation_events add column request_fingerprint bytea;
grant select (request_fingerprint) on invitations to parlance_app;
