import { getAllowance, type Allowance } from '@parlance/shared/contract/api/ledger/allowance';
import { getOwnUsage, type OwnUsage } from '@parlance/shared/contract/api/charts/own-usage';
import type { FakeServer } from '@parlance/shared/testing';

export const noLimit: Allowance = {
  member_tokens: { used: 0, limit: null },
  organization_answers: { used: 0, limit: null },
  member_cost: null,
  resets_at: '2026-12-01T00:00:00.000Z',
};

/** Returns the usage of somebody who has asked nothing on so many days up to the 25th of November. */
export function usageOf(days: number, changes: Partial<OwnUsage> = {}): OwnUsage {
  const to = '2026-11-25';
  const zeros = new Array<number>(days).fill(0);
  const from = new Date(Date.parse(to) - (days - 1) * 86_400_000).toISOString().slice(0, 10);
  return {
    from,
    to,
    figures: { dialogues: zeros, answers: zeros, input_tokens: zeros, output_tokens: zeros },
    costs: [],
    bots: [],
    ...changes,
  };
}

/** Answers the profile's usage requests: no questions and no limits. */
export function answerNoUsage(server: FakeServer): void {
  server.answer(getOwnUsage, ({ query }) => usageOf(Number(query.days)));
  server.answer(getAllowance, noLimit);
}
