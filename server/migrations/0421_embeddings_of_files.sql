-- The model whose vectors every passage of a file has: what is missing is found without looking at passages.
alter table files add column embedding_model text;
create index files_by_embedding on files (embedding_model) where state = 'ready';
