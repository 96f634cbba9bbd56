-- The mails of one transaction have the same moment, and two quick ones may: this tells which came first.
alter table outgoing_mail add column number bigint generated always as identity;
