import { type RetentionKind, retentionKinds } from '@parlance/shared/contract/api/retention';
import { sql } from 'kysely';
import { refreshEntries, refreshedAtOnce } from '../../oversight/dialogue-log/entries.ts';
import { findHeld, lockRetention } from '../../people/organizations/held.ts';
import { record } from '../../platform/audit/record.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/handlers.ts';
import type { JobData } from '../../platform/jobs/kinds.ts';
import { requestJob, requestJobs } from '../../platform/jobs/request-job.ts';
import { type Page, onePage } from '../../platform/upkeep/due.ts';
import { removeSome } from './kinds.ts';
import { limitOf } from './policy.ts';

/** A night begins at two o'clock UTC; where no worker runs then, with the first look of the day. */
const night = sql<string>`(now() at time zone 'UTC' - interval '2 hours')::date`;
/** The length of a turn: then the job requests itself again, well before its time limit. */
const turnMs = 60_000;

/** The time after which an unfinished purge counts as given up, or its job as lost. */
const askedAgainAfter = sql`interval '55 minutes'`;

/**
 * Asks for the purge of organisations that have limits and have not been purged this night, and says how many that
 * were. Without governance in the plan nothing goes.
 */
export async function requestRetention(trx: Trx, { limit, skip }: Page = onePage): Promise<number> {
  const due = trx
    .selectFrom('retention_policies')
    .innerJoin('organizations', 'organizations.id', 'retention_policies.organization_id')
    .innerJoin('plans', 'plans.name', 'organizations.plan_name')
    .where(sql<boolean>`days <> '{}'`)
    .where(sql<boolean>`(applied_day is distinct from ${night} or not is_applied)`)
    .where(sql<boolean>`(requested_at is null or requested_at < now() - ${askedAgainAfter})`)
    .where(sql<boolean>`'governance' = any (plans.features)`)
    .select('organization_id')
    .orderBy('organization_id')
    .limit(limit)
    .offset(skip)
    .forUpdate('retention_policies')
    .skipLocked();
  const asked = await trx
    .updateTable('retention_policies')
    .set({ requested_at: sql<Date>`now()` })
    .where('organization_id', 'in', due)
    .returning('organization_id')
    .execute();
  await requestJobs(
    trx,
    'apply_retention',
    asked.map(({ organization_id: organization }) => ({ data: { organization }, organizationId: organization })),
  );
  return asked.length;
}

/** Purges expired data, some with each transaction. A repeated run resumes. */
export const retentionApplying = ({ db }: { db: Database }): JobHandler<JobData['apply_retention']> => ({
  async run({ organization: id }, signal) {
    const until = performance.now() + turnMs;
    await db.asSystem((trx) => begin(trx, id));
    while ((await db.asTenant(id, refreshEntries)) === refreshedAtOnce);
    for (const kind of retentionKinds) {
      while ((await db.asSystem((trx) => step(trx, id, kind))) > 0) {
        signal.throwIfAborted();
        if (performance.now() > until) return db.asSystem((trx) => askAgain(trx, id));
      }
    }
    await db.asSystem((trx) => end(trx, id));
  },
  // The next look of the worker asks for it again.
  giveUp: () => Promise.resolve(),
});

/** Requests the job again: more is left than one turn has time for. */
async function askAgain(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('retention_policies')
    .set({ requested_at: sql<Date>`now()` })
    .where('organization_id', '=', id)
    .execute();
  await requestJob(trx, 'apply_retention', { organization: id }, id);
}

async function begin(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('retention_policies')
    .set({ applied_day: night, applied_removed: '{}', is_applied: false })
    .where('organization_id', '=', id)
    .where(sql<boolean>`applied_day is distinct from ${night}`)
    .execute();
}

/** Purges one piece. Policy and holds are read for each, so that a change applies from the next one on. */
async function step(trx: Trx, id: string, kind: RetentionKind): Promise<number> {
  await lockRetention(trx, id);
  const policy = await trx
    .selectFrom('retention_policies')
    .where('organization_id', '=', id)
    .where('is_applied', '=', false)
    .select('days')
    .executeTakeFirst();
  const days = policy?.days[kind];
  if (days === undefined) return 0;
  const removed = await removeSome(trx, {
    organizationId: id,
    kind,
    before: limitOf(days),
    held: await findHeld(trx, id),
  });
  if (removed === 0) return 0;
  await trx
    .updateTable('retention_policies')
    .set({
      applied_removed: sql<string>`applied_removed || jsonb_build_object(${kind}::text, coalesce((applied_removed ->> ${kind})::int, 0) + ${removed})`,
    })
    .where('organization_id', '=', id)
    .execute();
  return removed;
}

/** Ends the purge; of concurrent jobs, the first one records it. */
async function end(trx: Trx, id: string): Promise<void> {
  const done = await trx
    .updateTable('retention_policies')
    .set({ is_applied: true, requested_at: null })
    .where('organization_id', '=', id)
    .where('is_applied', '=', false)
    .returning('applied_removed')
    .executeTakeFirst();
  if (done === undefined || Object.keys(done.applied_removed).length === 0) return;
  await record(trx, {
    action: 'retention.applied',
    organizationId: id,
    target: { id: null, name: '' },
    after: { ...done.applied_removed },
  });
}
