-- An agent that came with the organisation takes no place of its plan: nobody chose to make it.
alter table bots add column is_given boolean not null default false;
