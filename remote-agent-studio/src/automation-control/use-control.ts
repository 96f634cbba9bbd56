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

/** The poll interval of running entries in milliseconds. */
const every = 10_000;

/** Returns the query in the address, and its setter. */
export function useControlQuery(): [ControlQuery, (change: Partial<ControlQuery>) => void] {
  const [params, setParams] = useSearchParams();
  const query = readQuery(params);
  return [query, (change) => setParams(writeQuery({ ...query, ...change }), { replace: true })];
}

/** Loads the summary, polled while something is running. */
export const useSummary = (): Loaded<ControlSummary> & { readonly retry: () => void } =>
  useEndpoint(getControlSummary, {}, { lookAgain: { every, while: ({ under_way: underWay }) => underWay > 0 } });

/** Loads the owners by name; empty until then. */
export function useOwners(): { readonly owners: readonly Colleague[]; readonly retry: () => void } {
  const loaded = useEndpoint(getControlOwners, {});
  return { owners: loaded.status === 'ready' ? loaded.data.owners : [], retry: loaded.retry };
}

/** Loads everybody’s entries, filtered by the address. The previous ones stay until then. */
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

/** Pauses or resumes some, and reports the outcome. */
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

/** Hands some over to a member, and resumes those that are to continue. */
export async function giveEntries(
  entries: readonly ControlEntry[],
  memberId: string,
  resumed: readonly ControlEntry[],
): Promise<void> {
  tell('reassigned', await call(reassignEntries, { body: { ...thingsOf(entries), member_id: memberId } }));
  if (resumed.length > 0) await switchThem(resumed, 'active', () => undefined);
}

type Outcome = { readonly changed: number; readonly refused: readonly { readonly code: string }[] };

/** Reports the number of changed entries; and each reason among the refused ones. */
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
