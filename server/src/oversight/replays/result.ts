import type { ReplayResult } from '@parlance/shared/contract/api/replays';
import { textIn } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type ReplayRow, replayOf } from './replays.ts';

/** What a replay has found so far. */
export async function resultOf(trx: Trx, { language }: Caller, row: ReplayRow): Promise<ReplayResult> {
  const sums = await trx
    .selectFrom('replay_counts')
    .where('replay_id', '=', row.id)
    .groupBy('place')
    .select(['place', sql<number>`sum(messages)::int`.as('messages'), sql<number>`sum(hits)::int`.as('hits')])
    .execute();
  const rules = row.rules.flatMap(({ definition: { name, action } }, place) => {
    const sum = sums.find((it) => it.place === place);
    return sum === undefined && place > 0
      ? []
      : [{ name, action, is_tried: place === 0, messages: sum?.messages ?? 0, hits: sum?.hits ?? 0 }];
  });
  return {
    replay: replayOf(row),
    rules,
    days: await daysOf(trx, row.id),
    samples: await samplesOf(trx, row, language),
  };
}

const messagesOf = (kind: 'prompt' | 'answer') =>
  sql<number>`coalesce(sum(messages) filter (where kind = ${kind}), 0)::int`;

const daysOf = (trx: Trx, id: string): Promise<ReplayResult['days']> =>
  trx
    .selectFrom('replay_counts')
    .where('replay_id', '=', id)
    .where('place', '=', 0)
    .groupBy('day')
    .select([sql<string>`day::text`.as('day'), messagesOf('prompt').as('prompts'), messagesOf('answer').as('answers')])
    .orderBy('day')
    .execute();

async function samplesOf(
  trx: Trx,
  { samples }: ReplayRow,
  language: Caller['language'],
): Promise<ReplayResult['samples']> {
  if (samples.length === 0) return [];
  const bots = await trx
    .selectFrom('bots')
    .where(
      'id',
      'in',
      samples.map(({ bot_id }) => bot_id),
    )
    .select(['id', 'name'])
    .execute();
  const names = new Map(bots.map(({ id, name }) => [id, textIn(name, language)]));
  return samples.map(({ bot_id, ...sample }) => ({ ...sample, bot_name: names.get(bot_id) ?? null }));
}
