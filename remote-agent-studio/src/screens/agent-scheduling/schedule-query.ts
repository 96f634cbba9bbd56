import { schedule, type Schedule } from '@parlance/shared/contract/api/schedules';

/** The most characters of a search text. */
export const searchMaxLength = 200;
export const states = schedule.shape.state.options;

/** The query of the list: it is in the address, so that a reload, Back and a link lead to the same list. */
export type ScheduleQuery = { readonly q: string; readonly state: Schedule['state'] | null };

export const readQuery = (params: URLSearchParams): ScheduleQuery => ({
  q: (params.get('q') ?? '').slice(0, searchMaxLength),
  state: states.find((it) => it === params.get('state')) ?? null,
});

/** Returns the address of a list, without default values. */
export const writeQuery = ({ q, state }: ScheduleQuery): Record<string, string> => ({
  ...(q === '' ? {} : { q }),
  ...(state === null ? {} : { state }),
});

export const isNarrowed = ({ q, state }: ScheduleQuery): boolean => q !== '' || state !== null;
