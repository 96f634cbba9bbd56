-- The pages of a file that show something to read and have no text of it, as ranges with the reason, and the number of its
-- pages; null for a format that does not know its pages, and for what was read before they were found.
alter table files add column unread_pages jsonb;
