import { listMembers, memberSearchMaxLength, memberSort, type MemberSort, type MemberSummary } from '@parlance/shared/contract/api/members';
import { call } from '@parlance/shared/http';
import { usePages, type Pages } from '@parlance/shared/loading';
import { useSearchParams } from '@parlance/shared/router';

/** Which members are listed, and in which order: what the address says. */
export type MemberQuery = { readonly q: string; readonly sort: MemberSort };

/** The question that stands in the address, and how to change it. A search replaces its entry in the history. */
export function useMemberQuery(): { query: MemberQuery; change: (change: Partial<MemberQuery>) => void } {
  const [params, setParams] = useSearchParams();
  const sort = memberSort.safeParse(params.get('sort'));
  const query: MemberQuery = { q: (params.get('q') ?? '').slice(0, memberSearchMaxLength), sort: sort.success ? sort.data : 'name' };

  function change(changed: Partial<MemberQuery>): void {
    const next = { ...query, ...changed };
    const written = new URLSearchParams();
    if (next.q !== '') written.set('q', next.q);
    if (next.sort !== 'name') written.set('sort', next.sort);
    setParams(written, { replace: true });
  }
  return { query, change };
}

/** The members that a question finds, page by page. */
export function useMembers({ q, sort }: MemberQuery): Pages<MemberSummary> {
  return usePages(JSON.stringify([q, sort]), (cursor, signal) => call(listMembers, { query: { q, sort, cursor } }, { signal }), { keepsRows: true });
}

/** The most rows a page may have: an export needs all of them. */
const exportPage = 100;

/** All members that a question finds. `onProgress` hears how many are there. */
export async function loadAllMembers({ q, sort }: MemberQuery, signal: AbortSignal, onProgress: (loaded: number) => void): Promise<MemberSummary[]> {
  const all: MemberSummary[] = [];
  let cursor: string | undefined;
  do {
    const page = await call(listMembers, { query: { q, sort, cursor, limit: exportPage } }, { signal });
    all.push(...page.items);
    cursor = page.next_cursor ?? undefined;
    onProgress(all.length);
  } while (cursor !== undefined);
  return all;
}
