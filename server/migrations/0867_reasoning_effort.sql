-- How much the model of a bot is to reason before it answers; null is the model's own.
alter table bots add column reasoning_effort text;
