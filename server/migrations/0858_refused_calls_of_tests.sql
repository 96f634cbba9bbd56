-- Calls that were refused because nobody can allow them while tests run: [{"kind", "tool_name", "function", "arguments"}].
alter table agent_test_results add column refused_calls jsonb not null default '[]';
