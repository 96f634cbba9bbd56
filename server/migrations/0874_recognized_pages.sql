-- The pages of a file whose text is recognised from a picture of them, while the file is being read. What was recognised
-- becomes passages when all of them are done, and the rows go.

create table recognized_pages (
  file_id uuid not null references files on delete cascade,
  page integer not null,
  organization_id uuid not null,
  -- The storage key of the bytes that it is a page of, which the file names: one that is replaced has others.
  bytes_key text not null,
  -- Null until it has been recognised; empty if there is nothing to read on it.
  text text,
  primary key (file_id, page)
);
alter table recognized_pages enable row level security;
create policy recognized_pages_of_tenant on recognized_pages to parlance_app
  using (organization_id = (select current_setting('app.organization_id', true)::uuid));
grant select, insert, update, delete on recognized_pages to parlance_app;

-- The languages with which the text of its pages was recognised, as deu+eng: with others, what has none is tried again.
alter table files add column recognized_with text;
create index files_with_unread_pages on files (id) where (unread_pages->>'unread')::integer > 0;
