import { agentSorts, agentState } from '@parlance/shared/contract/api/agents/agent-list';
import { botCategory, type BotCategory } from '@parlance/shared/contract/agents/bot-summary';
import type { Order } from '@parlance/shared/ui/data';
import type { AgentState } from '../../agents/agent-names.ts';

/** The most characters of a search text. */
export const searchMaxLength = 100;
export const states = agentState.options;
type Sort = (typeof agentSorts)[number];

/** The query of the list: all of it is in the address, so that a reload, Back and a link lead to the same list. */
export type AgentQuery = {
  readonly q: string;
  readonly state: AgentState | null;
  readonly isOwn: boolean;
  readonly category: BotCategory | null;
  readonly order: Order;
};

const lastChangedFirst: Sort = '-updated';

/** Parses the query of an address. Unknown parameters are ignored. */
export function readQuery(params: URLSearchParams): AgentQuery {
  const sort = agentSorts.find((it) => it === params.get('sort')) ?? lastChangedFirst;
  return {
    q: (params.get('q') ?? '').trim().slice(0, searchMaxLength),
    state: states.find((it) => it === params.get('state')) ?? null,
    isOwn: params.get('owner') === 'me',
    category: botCategory.options.find((it) => it === params.get('category')) ?? null,
    order: { by: sort.replace('-', ''), isDescending: sort.startsWith('-') },
  };
}

/** Returns the order as the address and the server name it. */
// The cast holds: sortable columns have the ids above.
export const sortOf = ({ by, isDescending }: Order): Sort => `${isDescending ? '-' : ''}${by}` as Sort;

/** Returns the query for the server. */
export const askedOf = ({ q, state, isOwn, category, order }: AgentQuery) => ({
  q,
  owner: isOwn ? ('me' as const) : ('all' as const),
  sort: sortOf(order),
  ...(state === null ? {} : { state }),
  ...(category === null ? {} : { category }),
});

/** Returns the address of a list, without default values. */
export function writeQuery({ q, state, isOwn, category, order }: AgentQuery): Record<string, string> {
  const sort = sortOf(order);
  return {
    ...(q === '' ? {} : { q }),
    ...(state === null ? {} : { state }),
    ...(isOwn ? { owner: 'me' } : {}),
    ...(category === null ? {} : { category }),
    ...(sort === lastChangedFirst ? {} : { sort }),
  };
}

/** Says whether the list is filtered. */
export const isNarrowed = ({ q, state, isOwn, category }: AgentQuery): boolean =>
  q !== '' || state !== null || isOwn || category !== null;
