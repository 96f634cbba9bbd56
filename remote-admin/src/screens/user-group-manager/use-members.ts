import {
  listMembers,
  memberRole,
  memberSearchMaxLength,
  memberSort,
  memberState,
  type MemberRole,
  type MemberSort,
  type MemberState,
  type MemberSummary,
} from '@parlance/shared/contract/api/members';
import { call } from '@parlance/shared/http';
import { loadAll, longestPage } from '@parlance/shared/list-menu/load-all';
import { useEndpointPages, type Pages } from '@parlance/shared/loading';
import { useSearchParams } from '@parlance/shared/router';

/** The query of the list, filters and order, as in the address. */
export type MemberQuery = {
  readonly q: string;
  readonly sort: MemberSort;
  readonly role: MemberRole | null;
  readonly state: MemberState | null;
  /** The id of a team. */
  readonly team: string | null;
};

const everyone: MemberQuery = { q: '', sort: 'name', role: null, state: null, team: null };
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the query in the address, and its setter. A search replaces its history entry. */
export function useMemberQuery(): { query: MemberQuery; change: (change: Partial<MemberQuery>) => void } {
  const [params, setParams] = useSearchParams();
  const [sort, role, state] = [
    memberSort.safeParse(params.get('sort')),
    memberRole.safeParse(params.get('role')),
    memberState.safeParse(params.get('state')),
  ];
  const team = params.get('team');
  const query: MemberQuery = {
    q: (params.get('q') ?? '').slice(0, memberSearchMaxLength),
    sort: sort.success ? sort.data : everyone.sort,
    role: role.success ? role.data : null,
    state: state.success ? state.data : null,
    team: team !== null && uuid.test(team) ? team : null,
  };

  function change(changed: Partial<MemberQuery>): void {
    const written = Object.entries({ ...query, ...changed }).filter(
      ([name, value]) => value !== everyone[name as keyof MemberQuery],
    ); // its own names
    setParams(Object.fromEntries(written.map(([name, value]) => [name, value ?? ''])), { replace: true });
  }
  return { query, change };
}

/** Says whether the list is filtered. */
export const isNarrowed = ({ q, role, state, team }: MemberQuery): boolean =>
  q !== '' || role !== null || state !== null || team !== null;

const asked = ({ q, sort, role, state, team }: MemberQuery) => ({
  q,
  sort,
  ...(role === null ? {} : { role }),
  ...(state === null ? {} : { state }),
  ...(team === null ? {} : { team_id: team }),
});

/** Loads the members of a query, page by page. */
export function useMembers(query: MemberQuery): Pages<MemberSummary> {
  return useEndpointPages(listMembers, { query: asked(query) }, { keepsRows: true });
}

/** Loads all members of a query. `onProgress` is called with the count so far. */
export const loadAllMembers = (
  query: MemberQuery,
  signal: AbortSignal,
  onProgress: (loaded: number) => void,
): Promise<readonly MemberSummary[]> =>
  loadAll(
    (cursor) => call(listMembers, { query: { ...asked(query), cursor, limit: longestPage } }, { signal }),
    onProgress,
  );
