-- Which content of a source somebody has seen: a text is saved on the one that it was written over, and nothing over a
-- colleague's unseen.
alter table knowledge_sources add column content_revision integer not null default 1;
