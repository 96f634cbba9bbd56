-- Secrets that were replaced when somebody else received an automation: nobody has been told the present ones.
alter table automations add column untold_secrets text[] not null default '{}' check (untold_secrets <@ array['webhook', 'actions']);
