import { sql } from 'kysely';
import type { Trx } from '../../plugins/db/database.ts';
import { isFree } from '../retention/held.ts';
import { requestReading } from './add.ts';
import { keptSince } from './deleted.ts';

/** A little less than its name says: what is looked for once an hour would otherwise come later every day. */
const isDue = sql<boolean>`tried_at < now() - case refresh when 'daily' then interval '23 hours' else interval '6 days 23 hours' end`;
const refreshedAtOnce = 200;
const purgedAtOnce = 200;

/** Asks for the web pages that are to be fetched again. Those of a workspace that is not active wait. */
export async function requestRefreshes(trx: Trx): Promise<void> {
  const due = await trx
    .selectFrom('knowledge_sources')
    .innerJoin('organizations', 'organizations.id', 'knowledge_sources.organization_id')
    .where('workspace_status', '=', 'ACTIVE')
    .where('refresh', 'in', ['daily', 'weekly'])
    .where('deleted_at', 'is', null)
    .where('requested_at', 'is', null)
    .where(isDue)
    .select('knowledge_sources.id')
    .orderBy('tried_at')
    .limit(refreshedAtOnce)
    .forUpdate('knowledge_sources')
    .skipLocked()
    .execute();
  for (const { id } of due) await requestReading(trx, id);
}

/** Deletes for good what was deleted a month ago, with its files; a folder with what lies in it. */
export async function purgeKnowledge(trx: Trx): Promise<void> {
  const holdsHeld = sql<boolean>`exists (select from knowledge_sources as within where within.folder_id = knowledge_sources.id and is_held(within.organization_id, within.owner_id))`;
  const old = await trx
    .selectFrom('knowledge_sources')
    .where('deleted_at', '<', keptSince)
    .where(isFree('organization_id', 'owner_id'))
    .where(sql<boolean>`not ${holdsHeld}`)
    .select('id')
    .orderBy('deleted_at')
    .limit(purgedAtOnce)
    .forUpdate()
    .skipLocked()
    .execute();
  if (old.length === 0) return;
  const ids = old.map(({ id }) => id);
  const of = trx.selectFrom('knowledge_sources').where((is) => is.or([is('id', 'in', ids), is('folder_id', 'in', ids)]));
  // A source goes with its file.
  await trx.deleteFrom('files').where('id', 'in', of.where('file_id', 'is not', null).select('file_id')).execute();
  await trx.deleteFrom('knowledge_sources').where('id', 'in', ids).execute();
}
