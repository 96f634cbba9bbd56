import {
  deleteReplay,
  getReplayChoices,
  getReplayResult,
  listReplays,
  startReplay,
  type Replay,
  type ReplayResult,
} from '@parlance/shared/contract/api/replays';
import type { RuleDefinition } from '@parlance/shared/contract/api/governance/rule';
import { call } from '@parlance/shared/http';
import { useEndpoint, useEndpointPages, type Loaded, type Pages } from '@parlance/shared/loading';
import { randomUuid } from '@parlance/shared/random-uuid';

const lookEveryMs = 1_500;
export const isUnderWay = ({ status }: Replay): boolean => status === 'waiting' || status === 'running';

/** The range of a replay; days are UTC. */
export type Over = {
  readonly from: string;
  readonly to: string;
  readonly bot_ids: readonly string[];
  readonly team_ids: readonly string[];
};

const dayMs = 86_400_000;
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
/** Returns the last thirty days, with everybody and every bot. */
export const lately = (): Over => ({
  from: dayOf(Date.now() - 29 * dayMs),
  to: dayOf(Date.now()),
  bot_ids: [],
  team_ids: [],
});

export type Replays = Pages<Replay> & {
  readonly begin: (definition: RuleDefinition, over: Over) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
};

/** Loads the replays of a rule, or of unsaved rules. Polls while one is under way. */
export function useReplays(ruleId: string | null): Replays {
  const of = ruleId === null ? {} : { rule_id: ruleId };
  const pages = useEndpointPages(
    listReplays,
    { query: of },
    { lookAgain: { every: lookEveryMs, while: (rows) => rows.some(isUnderWay) } },
  );
  const { reload } = pages;
  return {
    ...pages,
    async begin(definition, { bot_ids, team_ids, ...days }) {
      await call(startReplay, {
        body: {
          idempotency_key: randomUuid(),
          ...of,
          definition,
          ...days,
          bot_ids: [...bot_ids],
          team_ids: [...team_ids],
        },
      });
      reload();
    },
    async remove(id) {
      await call(deleteReplay, { params: { replay_id: id } });
      reload();
    },
  };
}

export type Choice = { readonly id: string; readonly name: string };

export function useReplayChoices(): { readonly bots: readonly Choice[]; readonly teams: readonly Choice[] } {
  const choices = useEndpoint(getReplayChoices, {});
  return choices.status === 'ready' ? choices.data : { bots: [], teams: [] };
}

/** Loads the findings of a replay. The audit log records each load. */
export const useResult = (id: string): Loaded<ReplayResult> & { readonly retry: () => void } =>
  useEndpoint(getReplayResult, { params: { replay_id: id } });
