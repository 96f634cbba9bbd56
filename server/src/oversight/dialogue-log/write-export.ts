import type { DialogueLogFilter, ExportFormat } from '@parlance/shared/contract/api/dialogue-log';
import type { Message } from '@parlance/shared/contract/api/dialogues';
import type { Language } from '@parlance/shared/contract/values/language';
import { type SqlBool, sql } from 'kysely';
import { noteKey, noteBytes } from '../../library/files/noted-bytes.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/handlers.ts';
import type { JobData } from '../../platform/jobs/kinds.ts';
import { type Storage, newStorageKey } from '../../platform/storage/storage.ts';
import { refreshEntries, refreshedAtOnce } from './entries.ts';
import { type LoggedTranscript, beginningOf, linesOf } from './export-file.ts';
import { entriesOf, findLoggedByIds, loggedOf } from './list.ts';
import { readMessages } from './messages.ts';

/** Dialogues that are read in one transaction, so that none keeps others waiting. */
const dialoguesAtOnce = 20;
/** Messages that are read with one statement. */
const messagesAtOnce = 500;

type Dependencies = { db: Database; storage: Storage };
type Job = {
  id: string;
  organizationId: string;
  format: ExportFormat;
  filter: DialogueLogFilter;
  hasNames: boolean;
  language: Language;
  createdAt: Date;
};

/**
 * Writes an export to the storage. Done again it begins anew; one that was deleted meanwhile ends with its next piece.
 */
export const dialogueLogExporting = (deps: Dependencies): JobHandler<JobData['export_dialogue_log']> => ({
  async run({ export: id }, signal) {
    const job = await begin(deps.db, id);
    if (job === null) return;
    const key = newStorageKey();
    await deps.db.asTenant(job.organizationId, (trx) => noteKey(trx, key));
    let size = 0;
    async function* pieces(asked: Job): AsyncGenerator<Uint8Array> {
      for await (const text of textOf(deps.db, asked, signal)) {
        const piece = Buffer.from(text);
        size += piece.length;
        yield piece;
      }
    }
    try {
      await deps.storage.put(key, noteBytes({ db: deps.db, organizationId: job.organizationId, key }, pieces(job)));
    } catch (error) {
      if (error instanceof Deleted) return;
      throw error;
    }
    await deps.db.asTenant(job.organizationId, (trx) =>
      trx
        .updateTable('dialogue_log_exports')
        .set({ status: 'complete', storage_key: key, size })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .execute(),
    );
  },
  async giveUp({ export: id }) {
    await deps.db.asSystem((trx) =>
      trx
        .updateTable('dialogue_log_exports')
        .set({ status: 'failed' })
        .where('id', '=', id)
        .where('status', 'in', ['waiting', 'running'])
        .execute(),
    );
  },
});

/** Nobody wants the export any more. */
class Deleted extends Error {}

/** Null where it is gone or made. */
async function begin(db: Database, id: string): Promise<Job | null> {
  const row = await db.asSystem((trx) =>
    trx
      .updateTable('dialogue_log_exports')
      .set({ status: 'running', done: 0 })
      .where('id', '=', id)
      .where('status', 'in', ['waiting', 'running'])
      .returning(['organization_id', 'format', 'filter', 'has_names', 'language', 'created_at'])
      .executeTakeFirst(),
  );
  if (row === undefined) return null;
  const job = {
    id,
    organizationId: row.organization_id,
    format: row.format,
    filter: row.filter,
    hasNames: row.has_names,
    language: row.language,
    createdAt: row.created_at,
  };
  while ((await db.asTenant(job.organizationId, refreshEntries)) === refreshedAtOnce);
  await db.asTenant(job.organizationId, async (trx) => {
    const { of } = await wanted(trx, job)
      .select(sql<number>`count(*)::int`.as('of'))
      .executeTakeFirstOrThrow();
    await trx.updateTable('dialogue_log_exports').set({ of }).where('id', '=', id).execute();
  });
  return job;
}

/** Dialogues that had begun when the export was asked for: what comes meanwhile is not in it. */
const wanted = (trx: Trx, { organizationId, filter, createdAt }: Job) =>
  entriesOf(trx, organizationId, filter).where('started_at', '<=', createdAt);

/** In the order of their ids, which no later prompt changes: none is left out, and none written twice. */
async function* textOf(db: Database, job: Job, signal: AbortSignal): AsyncGenerator<string> {
  yield beginningOf(job.format);
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    signal.throwIfAborted();
    const transcripts = await db.asTenant(job.organizationId, (trx) => readNext(trx, job, last));
    const newest = transcripts.at(-1);
    if (newest === undefined) return;
    last = newest.dialogue.id;
    yield transcripts.map((transcript) => linesOf(job.format, transcript)).join('');
  }
}

async function readNext(trx: Trx, job: Job, after: string): Promise<LoggedTranscript[]> {
  const ids = await wanted(trx, job)
    .where(sql<SqlBool>`dialogue_id > ${after}::uuid`)
    .select('dialogue_id')
    .orderBy('dialogue_id')
    .limit(dialoguesAtOnce)
    .execute();
  const rows = await findLoggedByIds(
    trx,
    ids.map(({ dialogue_id }) => dialogue_id),
  );
  const transcripts: LoggedTranscript[] = [];
  for (const row of rows.toSorted((a, b) => (a.dialogue_id < b.dialogue_id ? -1 : 1))) {
    transcripts.push({
      dialogue: loggedOf(row, { language: job.language, hasNames: job.hasNames }),
      messages: await allMessages(trx, row.dialogue_id, job.createdAt),
    });
  }
  const progress = await trx
    .updateTable('dialogue_log_exports')
    .set({ done: sql<number>`done + ${transcripts.length}` })
    .where('id', '=', job.id)
    .returning('id')
    .executeTakeFirst();
  if (progress === undefined) throw new Deleted();
  return transcripts;
}

async function allMessages(trx: Trx, dialogueId: string, until: Date): Promise<Message[]> {
  const all: Message[] = [];
  for (let after = 0; ;) {
    const page = await readMessages(trx, dialogueId, { after, limit: messagesAtOnce }, () => null);
    all.push(...page.map(({ message }) => message));
    if (page.length < messagesAtOnce) return all.filter(({ created_at }) => new Date(created_at) <= until);
    after = page.at(-1)?.position ?? after;
  }
}
