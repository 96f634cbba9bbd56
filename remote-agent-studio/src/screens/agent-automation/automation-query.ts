/** The most characters of a search text. */
export const searchMaxLength = 100;
export const states = ['active', 'paused'] as const;

/** The query of the list: all of it is in the address, so that a reload, Back and a link lead to the same list. */
export type AutomationQuery = { readonly q: string; readonly state: (typeof states)[number] | null };

/** Parses the query of an address. Unknown parameters are ignored. */
export const readQuery = (params: URLSearchParams): AutomationQuery => ({
  q: (params.get('q') ?? '').trim().slice(0, searchMaxLength),
  state: states.find((it) => it === params.get('state')) ?? null,
});

export const writeQuery = ({ q, state }: AutomationQuery): Record<string, string> => ({
  ...(q === '' ? {} : { q }),
  ...(state === null ? {} : { state }),
});

export const isNarrowed = ({ q, state }: AutomationQuery): boolean => q !== '' || state !== null;
