import type { LoggedDialogue } from '@parlance/shared/contract/api/dialogue-log';

export const exampleId = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const exampleTime = '2026-11-21T10:00:00.000Z';
/** A dialogue of the log while names are hidden. */
export const exampleLogged: LoggedDialogue = {
  id: exampleId(1),
  title: 'Days of leave',
  member: { id: null, alias: '3FA2C1', name: null },
  bot: { id: exampleId(9), name: 'People Desk' },
  language: 'en',
  prompts: 2,
  tokens: 1234,
  ratings: { up: 0, down: 1 },
  started_at: exampleTime,
  asked_at: exampleTime,
  deleted_at: null,
};
