import { type Holder, can } from '@parlance/shared/contract/access/evaluate';
import type { TestQuestion, TestSet } from '@parlance/shared/contract/api/agents/agent-test-sets';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import type { Caller } from '../../platform/principal/caller.ts';

/** The revision of an agent's empty test set, before anybody saves one. */
const firstRevision = 0;

/** True if the standard model judges meaning. The embedded one does not: it only quotes. */
export const hasJudge = ({ standard }: Catalog): boolean => standard.model.kind === 'language-model';

/** Returns the judge of meaning for a person: none if they may not use the model. */
const judgeOf = (models: Catalog, holder: Holder): TestSet['judge'] =>
  hasJudge(models) && can(holder, { kind: 'model', action: 'use', id: models.standard.id }) ? 'model' : 'none';

export async function readTestSet(trx: Trx, models: Catalog, holder: Holder, botId: string): Promise<TestSet> {
  const found = await trx
    .selectFrom('agent_test_sets')
    .where('bot_id', '=', botId)
    .select(['revision', 'questions'])
    .executeTakeFirst();
  return {
    revision: found?.revision ?? firstRevision,
    questions: found?.questions ?? [],
    judge: judgeOf(models, holder),
  };
}

/** Replaces the test set of an agent. Throws conflict if it is no longer the revision the caller saw. */
export async function saveTestSet(
  trx: Trx,
  { organizationId }: Caller,
  botId: string,
  { revision, questions }: { revision: number; questions: readonly TestQuestion[] },
): Promise<void> {
  if (new Set(questions.map(({ id }) => id)).size < questions.length)
    throw new ApiError('validation_failed', {
      issues: [{ path: 'body.questions', message: 'Two questions have the same id.' }],
    });
  const saved = await trx
    .insertInto('agent_test_sets')
    .values({ organization_id: organizationId, bot_id: botId, questions: jsonOf(questions) })
    .onConflict((on) =>
      on
        .column('bot_id')
        .doUpdateSet({ questions: jsonOf(questions), revision: sql<number>`agent_test_sets.revision + 1` })
        .where('agent_test_sets.revision', '=', revision),
    )
    .returning('revision')
    .executeTakeFirst();
  // The first test set is saved by a caller who saw that there was none.
  if (saved === undefined || (saved.revision === 1 && revision !== firstRevision)) throw new ApiError('conflict');
}
