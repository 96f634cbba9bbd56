-- Nothing runs as somebody who was given it and has not agreed: only they let it go on, and it says so while it waits.

alter table schedules drop constraint schedules_paused_because_check;
alter table schedules add constraint schedules_paused_because_check check (paused_because in ('person', 'administrator', 'owner', 'agent', 'failures', 'plan', 'loop', 'given'));
alter table schedules add column is_agreed boolean not null default true;
alter table schedules add check (is_agreed or next_at is null);

alter table automations add column is_agreed boolean not null default true;
alter table automations add check (is_agreed or state = 'paused');
