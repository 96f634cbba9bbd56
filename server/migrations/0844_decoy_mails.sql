-- A forgotten password leaves the same work behind for an address without an account: a mail that goes nowhere.
alter table outgoing_mail add column is_decoy boolean not null default false;
