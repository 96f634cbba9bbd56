import { schedule, type Schedule } from '@parlance/shared/contract/api/schedules';

/** Characters of a search text. */
export const searchMaxLength = 200;
export const states = schedule.shape.state.options;

/** What is listed: it stands in the address, so that a reload, Back and a link lead to the same list. */
export type ScheduleQuery = { readonly q: string; readonly state: Schedule['state'] | null };

export const readQuery = (params: URLSearchParams): ScheduleQuery => ({
  q: (params.get('q') ?? '').slice(0, searchMaxLength),
  state: states.find((it) => it === params.get('state')) ?? null,
});

/** The address of a list, without what goes without saying. */
export const writeQuery = ({ q, state }: ScheduleQuery): Record<string, string> => ({
  ...(q === '' ? {} : { q }),
  ...(state === null ? {} : { state }),
});

export const isNarrowed = ({ q, state }: ScheduleQuery): boolean => q !== '' || state !== null;
