/** Examples to begin with, and their times. */
export const examples = [
  {
    id: 'morning',
    cron: '0 8 * * 1-5',
    drawing: 'M5 14h14M8 14a4 4 0 0 1 8 0M12 5v2M5.6 8.6 7 10M18.4 8.6 17 10M8 18h8',
  },
  { id: 'week', cron: '0 16 * * 5', drawing: 'M5 19V9M10 19V5M15 19v-7M20 19V8' },
  { id: 'month', cron: '0 9 1 * *', drawing: 'M6 4h9l4 4v12H6zM15 4v4h4M9 13l2 2 4-4' },
] as const;
export type ExampleId = (typeof examples)[number]['id'];
