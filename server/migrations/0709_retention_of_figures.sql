-- Figures of use may be kept for a time only: the oldest are found without reading the others.
create index chart_days_by_day on chart_days (organization_id, day);
create index chart_presence_by_day on chart_presence (organization_id, day);
