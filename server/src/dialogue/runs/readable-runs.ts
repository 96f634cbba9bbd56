import { can } from '@parlance/shared/contract/access/evaluate';
import { sql } from 'kysely';
import { type BotUser, mayBeUsedBy, answersWithModelOf } from '../../library/bots/visibility.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import { modelId } from './repository.ts';

/** A run of a dialogue of this member that is not deleted; nobody else's is found. */
export function findOwnRun(trx: Trx, memberId: string, id: string) {
  return trx
    .selectFrom('runs')
    .innerJoin('dialogues', 'dialogues.id', 'runs.dialogue_id')
    .where('runs.id', '=', id)
    .where('runs.member_id', '=', memberId)
    .where('dialogues.deleted_at', 'is', null)
    .select(['runs.id', 'runs.status', 'runs.dialogue_id', 'runs.waiting_since'])
    .executeTakeFirst();
}

/** What a run took; only of a dialogue of this member. Cost is that of all its calls. */
export function findRunDetails(trx: Trx, memberId: string, id: string) {
  return trx
    .selectFrom('runs')
    .innerJoin('dialogues', 'dialogues.id', 'runs.dialogue_id')
    .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
    .leftJoin('models', 'models.id', 'runs.model_id')
    .where('runs.id', '=', id)
    .where('runs.member_id', '=', memberId)
    .where('dialogues.deleted_at', 'is', null)
    .select([
      'runs.id',
      'runs.status',
      'runs.model_name',
      'runs.instead_of',
      'runs.created_at',
      'runs.begun_at',
      'runs.ended_at',
      'runs.first_ms',
      'runs.failure',
    ])
    .select(['runs.input_tokens', 'runs.output_tokens', 'models.kind', modelId.as('bot_model_id')])
    .select((of) => [
      of
        .selectFrom('model_usage')
        .whereRef('model_usage.run_id', '=', 'runs.id')
        .select(sql<number | null>`sum(cost_micros)::float8`.as('cost'))
        .as('cost'),
      of
        .selectFrom('model_usage')
        .whereRef('model_usage.run_id', '=', 'runs.id')
        .select((usage) => usage.fn.max('currency').as('currency'))
        .as('currency'),
    ])
    .executeTakeFirst();
}

/**
 * Whether the person for whom an answer is written may still use its bot, and its model. Whether somebody may try an
 * agent is asked before each try; what has ended stands in their dialogue.
 */
export async function mayReadOn(trx: Trx, who: BotUser, models: Catalog, runId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('runs')
    .innerJoin('dialogues', 'dialogues.id', 'runs.dialogue_id')
    .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
    .where('runs.id', '=', runId)
    .where(
      sql<boolean>`(dialogues.kind <> 'member' or ${isOver} or (${mayBeUsedBy(who)} and ${answersWithModelOf(who, models)}))`,
    )
    .select(['dialogues.kind', isOver.as('is_over'), modelId.as('model_id')])
    .executeTakeFirst();
  // What is tried is answered by the model of its own definition.
  return (
    found !== undefined &&
    (found.kind === 'member' ||
      found.is_over ||
      can(who, { kind: 'model', action: 'use', id: models.of(found.model_id).id }))
  );
}

const isOver = sql<boolean>`runs.status not in ('queued', 'running')`;
