import type { ErrorCode } from '@parlance/shared/contract/errors';
import { sql } from 'kysely';
import { enterEmbedding } from '../../money/ledger/ledger.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/handlers.ts';
import type { JobData } from '../../platform/jobs/kinds.ts';
import type { Embedder } from '../../platform/language-models/embedder.ts';
import { type Page, onePage } from '../../platform/upkeep/due.ts';
import { requestVectors } from '../files/request-vectors.ts';
import { storeMeanings } from './nearest-passages.ts';

/** The number of passages per request: vectors that were paid for are stored before the next. */
const passagesAtOnce = 96;
const indexFailed: ErrorCode = 'index_failed';

type Dependencies = { db: Database; embedder: Embedder | null };

/** Creates the job that embeds the passages of a file. Idempotent: a passage with a code of this model is skipped. */
export function fileEmbedding({ db, embedder }: Dependencies): JobHandler<JobData['embed_file']> {
  return {
    async run({ file }, signal) {
      if (embedder === null) return;
      const account = await db.asSystem((trx) => accountOf(trx, file));
      if (account === null) return;
      for (let from = 0; ;) {
        const passages = await db.asSystem((trx) => withoutCode(trx, file, embedder.name, from));
        const last = passages.at(-1);
        if (last === undefined) break;
        from = last.position + 1;
        const former = passages.filter(({ embedding }) => embedding !== null);
        const unread = passages.filter(({ embedding }) => embedding === null);
        const { vectors, ...took } = await embedder.embed(
          unread.map(({ heading, content }) => `${heading}\n${content}`.trim()),
          signal,
        );
        await db.asSystem(async (trx) => {
          await storeMeanings(trx, embedder.name, [
            ...former.map(({ id, embedding }) => ({ id, vector: embedding ?? [] })),
            ...unread.map(({ id }, at) => ({ id, vector: vectors[at] ?? [] })),
          ]);
          if (unread.length > 0) await enterEmbedding(trx, account, embedder, took);
        });
      }
      await db.asSystem(async (trx) => {
        // Passages reread since the last look have a job of their own, which reports when they are indexed.
        await trx.selectFrom('files').where('id', '=', file).select('id').forUpdate().execute();
        if ((await withoutCode(trx, file, embedder.name)).length > 0) return;
        await trx
          .updateTable('files')
          .set({ indexed_model: embedder.name, vectors_requested_at: null })
          .where('id', '=', file)
          .execute();
        await trx
          .updateTable('knowledge_sources')
          .set({ error_code: null })
          .where('file_id', '=', file)
          .where('error_code', '=', indexFailed)
          .execute();
      });
    },
    // Upkeep retries in some days. Until then the source is marked as found by its words alone.
    async giveUp({ file }) {
      if (embedder === null) return;
      await db.asSystem((trx) =>
        trx
          .updateTable('knowledge_sources')
          .set({ error_code: indexFailed })
          .where('file_id', '=', file)
          .where('error_code', 'is', null)
          .where((is) => is.exists(passagesWithoutCode(trx, file, embedder.name).select('passages.id')))
          .execute(),
      );
    },
  };
}

/**
 * Returns the account for the calls: the member who brought the file, or the owner of the source. Null if they are
 * gone.
 */
async function accountOf(
  trx: Trx,
  fileId: string,
): Promise<{ organizationId: string; memberId: string | null } | null> {
  const found = await trx
    .selectFrom('files')
    .leftJoin('attachments', 'attachments.file_id', 'files.id')
    .leftJoin('knowledge_sources', 'knowledge_sources.file_id', 'files.id')
    .where('files.id', '=', fileId)
    .select((is) => [
      'files.organization_id',
      is.fn.coalesce('attachments.member_id', 'knowledge_sources.owner_id').as('member_id'),
    ])
    .executeTakeFirst();
  return found === undefined ? null : { organizationId: found.organization_id, memberId: found.member_id };
}

const passagesWithoutCode = (trx: Trx, fileId: string, model: string, from = 0) =>
  trx
    .selectFrom('passages')
    .leftJoin('passage_codes', (join) =>
      join.onRef('passage_codes.passage_id', '=', 'passages.id').on('passage_codes.model', '=', model),
    )
    .where('passages.file_id', '=', fileId)
    .where('passages.position', '>=', from)
    .where('passage_codes.passage_id', 'is', null);

/** Reads passages to be indexed, from a position on; with the vector of a former release, if it is of this model. */
const withoutCode = (trx: Trx, fileId: string, model: string, from = 0) =>
  passagesWithoutCode(trx, fileId, model, from)
    .select((is) => [
      'passages.id',
      'passages.position',
      'passages.heading',
      'passages.content',
      is.case().when('passages.embedding_model', '=', model).then(is.ref('passages.embedding')).end().as('embedding'),
    ])
    .orderBy('passages.position')
    .limit(passagesAtOnce)
    .execute();

/** The pause before another request: longer than the last try of the job. */
const askedAgainAfter = sql`interval '2 days'`;

/** Requests vectors for files that have none of this model; returns their number. */
export async function requestMissingVectors(
  trx: Trx,
  embedder: Embedder,
  { limit, skip }: Page = onePage,
): Promise<number> {
  const files = await trx
    .selectFrom('files')
    .where('state', '=', 'ready')
    .where('indexed_model', 'is distinct from', embedder.name)
    .where(sql<boolean>`(vectors_requested_at is null or vectors_requested_at < now() - ${askedAgainAfter})`)
    .select('id')
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked()
    .execute();
  await requestVectors(
    trx,
    files.map(({ id }) => id),
  );
  return files.length;
}
