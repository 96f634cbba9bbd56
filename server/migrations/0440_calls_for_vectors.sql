-- Calls that make vectors are in the ledger as well: of the files that members bring, and of the questions they ask. They
-- are no answer, so they have no run, and where nobody brought the file they have no member.
alter table model_usage add column purpose text not null default 'answers' check (purpose in ('answers', 'embeddings'));
alter table model_usage alter column run_id drop not null;
alter table model_usage alter column member_id drop not null;
alter table model_usage add check ((purpose = 'answers') = (run_id is not null));
alter table model_usage add check (purpose = 'embeddings' or member_id is not null);
