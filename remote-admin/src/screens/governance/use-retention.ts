import {
  endHold,
  getRetention,
  listHolds,
  listHoldTeams,
  placeHold,
  saveRetention,
  tryRetention,
  type DryRun,
  type Hold,
  type HoldSubject,
  type Retention,
  type RetentionDays,
} from '@parlance/shared/contract/api/retention';
import { call } from '@parlance/shared/http';
import { useEditedEndpoint, useEndpoint, useEndpointPages, type Kept, type Pages } from '@parlance/shared/loading';
import { randomUuid } from '@parlance/shared/random-uuid';

export const useRetention = (): Kept<Retention> => useEditedEndpoint(getRetention, {});

export const readRetention = (): Promise<Retention> => call(getRetention, {});
export const wouldGo = (days: RetentionDays): Promise<DryRun> => call(tryRetention, { body: { days } });
export const storeRetention = (days: RetentionDays, version: number): Promise<Retention> =>
  call(saveRetention, { body: { days, version } });

export const useHolds = (): Pages<Hold> => useEndpointPages(listHolds, {});
export const addHold = (subject: HoldSubject, reason: string, until: string | null): Promise<Hold> =>
  call(placeHold, { body: { idempotency_key: randomUuid(), subject, reason, until } });
export const liftHold = ({ id }: Hold): Promise<unknown> => call(endHold, { params: { hold_id: id } });

export type Team = { readonly id: string; readonly name: string };
export function useHoldTeams(): readonly Team[] {
  const teams = useEndpoint(listHoldTeams, {});
  return teams.status === 'ready' ? teams.data.items : [];
}
