import {
  getControlOwners,
  getControlSummary,
  holdAll,
  listControlEntries,
  reassignEntries,
  switchEntries,
  type ControlEntry,
  type ControlSummary,
} from '@parlance/shared/contract/api/automation-control';
import type { Colleague } from '@parlance/shared/contract/values/colleague';
import { call, failureKey } from '@parlance/shared/http';
import { i18n } from '@parlance/shared/i18n';
import { useEndpoint, useEndpointPages, type Loaded, type Pages } from '@parlance/shared/loading';
import { useSearchParams } from '@parlance/shared/router';
import { snackbar } from '@parlance/shared/ui/toasts';
import { askedOf, readQuery, writeQuery, type ControlQuery } from './control-query.ts';

/** Milliseconds after which what is under way is looked at again. */
const every = 10_000;

/** What the address asks for, and how to ask for something else. */
export function useControlQuery(): [ControlQuery, (change: Partial<ControlQuery>) => void] {
  const [params, setParams] = useSearchParams();
  const query = readQuery(params);
  return [query, (change) => setParams(writeQuery({ ...query, ...change }), { replace: true })];
}

/** Where it stands, looked at again while something is under way. */
export const useSummary = (): Loaded<ControlSummary> & { readonly retry: () => void } =>
  useEndpoint(getControlSummary, {}, { lookAgain: { every, while: ({ under_way: underWay }) => underWay > 0 } });

/** The owners by name; empty until they are loaded. */
export function useOwners(): { readonly owners: readonly Colleague[]; readonly retry: () => void } {
  const loaded = useEndpoint(getControlOwners, {});
  return { owners: loaded.status === 'ready' ? loaded.data.owners : [], retry: loaded.retry };
}

/** Everybody’s, as the address narrows them. Those of the question before stay meanwhile. */
export function useEntries(narrowed: ControlQuery): Pages<ControlEntry> {
  const query = askedOf(narrowed);
  return useEndpointPages(
    listControlEntries,
    { query },
    {
      keepsRows: true,
      lookAgain: { every, while: (entries) => entries.some(({ last }) => last !== null && last.ended_at === null) },
    },
  );
}

const idsOf = (entries: readonly ControlEntry[], kind: ControlEntry['kind']) =>
  entries.filter((entry) => entry.kind === kind).map(({ id }) => id);
const thingsOf = (entries: readonly ControlEntry[]) => ({
  schedule_ids: idsOf(entries, 'schedule'),
  automation_ids: idsOf(entries, 'automation'),
});

/** Pauses or resumes some, and says what has become of it. */
export async function switchThem(
  entries: readonly ControlEntry[],
  state: 'active' | 'paused',
  changed: () => void,
): Promise<void> {
  try {
    tell(
      state === 'active' ? 'resumed' : 'paused',
      await call(switchEntries, { body: { ...thingsOf(entries), state } }),
    );
  } catch (failure) {
    snackbar(i18n.t(failureKey(failure)), { tone: 'bad' });
  }
  changed();
}

/** Gives some to a member, and lets those go on that are to. */
export async function giveEntries(
  entries: readonly ControlEntry[],
  memberId: string,
  resumed: readonly ControlEntry[],
): Promise<void> {
  tell('reassigned', await call(reassignEntries, { body: { ...thingsOf(entries), member_id: memberId } }));
  if (resumed.length > 0) await switchThem(resumed, 'active', () => undefined);
}

type Outcome = { readonly changed: number; readonly refused: readonly { readonly code: string }[] };

/** How many it was done to; and of those that refused, why each kind of them did. */
function tell(done: 'paused' | 'resumed' | 'reassigned', { changed, refused }: Outcome): void {
  if (changed > 0) snackbar(i18n.t(`automation-control:done.${done}`, { number: changed }), { tone: 'good' });
  for (const code of new Set(refused.map((one) => one.code))) {
    const reason = i18n.t([`shared:errors.${code}`, 'shared:errors.internal']);
    snackbar(
      i18n.t('automation-control:done.refused', { number: refused.filter((one) => one.code === code).length, reason }),
      { tone: 'warn' },
    );
  }
}

export const setHeld = (held: boolean, cancels: boolean): Promise<ControlSummary> =>
  call(holdAll, { body: { held, cancels } });
