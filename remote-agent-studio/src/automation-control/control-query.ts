import type { listControlEntries } from '@parlance/shared/contract/api/automation-control';
import type { Input } from '@parlance/shared/contract/endpoint';
import type { Order } from '@parlance/shared/ui/data';

/** The most characters of a search text. */
export const searchMaxLength = 100;
export const kinds = ['schedule', 'automation'] as const;
export const states = ['active', 'paused', 'ended'] as const;
/** The sort orders of the list, each in the one useful direction. */
const orders = ['next', 'last', 'executions', 'failed', 'name'] as const;
type OrderedBy = (typeof orders)[number];
const sorts = {
  next: 'next',
  last: '-last',
  executions: '-executions',
  failed: '-failed',
  name: 'name',
} as const satisfies Record<OrderedBy, string>;

/** The query of the list: all of it is in the address, so that a reload, Back and a link lead to the same list. */
export type ControlQuery = {
  readonly q: string;
  readonly kind: (typeof kinds)[number] | null;
  readonly state: (typeof states)[number] | null;
  /** The id of a member, or `none` for those left without an owner. */
  readonly owner: string | null;
  readonly hasFailed: boolean;
  readonly by: OrderedBy;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ownerIn = (written: string | null) =>
  written !== null && (written === 'none' || uuid.test(written)) ? written : null;

/** Parses the query of an address. Unknown parameters are ignored. */
export const readQuery = (params: URLSearchParams): ControlQuery => ({
  q: (params.get('q') ?? '').trim().slice(0, searchMaxLength),
  kind: kinds.find((it) => it === params.get('kind')) ?? null,
  state: states.find((it) => it === params.get('state')) ?? null,
  owner: ownerIn(params.get('owner')),
  hasFailed: params.get('failed') === 'true',
  by: orders.find((it) => it === params.get('sort')) ?? 'next',
});

/** Returns the address of a list, without default values. */
export const writeQuery = ({ q, kind, state, owner, hasFailed, by }: ControlQuery): Record<string, string> => ({
  view: 'control',
  ...(q === '' ? {} : { q }),
  ...(kind === null ? {} : { kind }),
  ...(state === null ? {} : { state }),
  ...(owner === null ? {} : { owner }),
  ...(hasFailed ? { failed: 'true' } : {}),
  ...(by === 'next' ? {} : { sort: by }),
});

/** Returns the query for the server. */
export const askedOf = ({
  q,
  kind,
  state,
  owner,
  hasFailed,
  by,
}: ControlQuery): NonNullable<Input<typeof listControlEntries>['query']> => ({
  q,
  sort: sorts[by],
  ...(kind === null ? {} : { kind }),
  ...(state === null ? {} : { state }),
  ...(owner === null ? {} : { owner_id: owner }),
  ...(hasFailed ? { failed: 'true' as const } : {}),
});

/** Returns the order for the head of the table. */
export const orderOf = ({ by }: ControlQuery): Order => ({ by, isDescending: sorts[by].startsWith('-') });
export const orderedBy = ({ by }: Order): OrderedBy => orders.find((it) => it === by) ?? 'next';

export const nothingAsked = { q: '', kind: null, state: null, owner: null, hasFailed: false } as const;
/** Says whether the list is filtered. */
export const isNarrowed = ({ q, kind, state, owner, hasFailed }: ControlQuery): boolean =>
  q !== '' || kind !== null || state !== null || owner !== null || hasFailed;
