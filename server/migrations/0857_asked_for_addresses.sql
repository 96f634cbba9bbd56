-- Why a call waits for its person although its function is always allowed: 'address', one that nobody has named. Null of calls
-- that waited because their function asks, and of those that did not wait.
alter table tool_calls add column asks_because text check (asks_because in ('address'));
