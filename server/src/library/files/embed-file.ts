import type { ErrorCode } from '@parlance/shared/contract/errors';
import { sql } from 'kysely';
import { enterEmbedding } from '../../money/ledger/ledger.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/handlers.ts';
import type { JobData } from '../../platform/jobs/kinds.ts';
import { requestJobs } from '../../platform/jobs/request-job.ts';
import type { Embedder } from '../../platform/language-models/embedder.ts';
import { type Page, onePage } from '../../platform/upkeep/due.ts';

/** Passages of one request to the provider: what it is paid for is stored before the next. */
const passagesAtOnce = 96;
const indexFailed: ErrorCode = 'index_failed';

type Dependencies = { db: Database; embedder: Embedder | null };

/** Gives the passages of a file their vectors. Safe to do twice: what has one of this model is left alone. */
export function fileEmbedding({ db, embedder }: Dependencies): JobHandler<JobData['embed_file']> {
  return {
    async run({ file }, signal) {
      if (embedder === null) return;
      const account = await db.asSystem((trx) => accountOf(trx, file));
      if (account === null) return;
      for (;;) {
        const passages = await db.asSystem((trx) => withoutVector(trx, file, embedder.name));
        if (passages.length === 0) break;
        const { vectors, ...took } = await embedder.embed(
          passages.map(({ heading, content }) => `${heading}\n${content}`.trim()),
          signal,
        );
        await db.asSystem(async (trx) => {
          for (const [at, { id }] of passages.entries()) {
            await trx
              .updateTable('passages')
              .set({ embedding: normalizeVector(vectors[at] ?? []), embedding_model: embedder.name })
              .where('id', '=', id)
              .execute();
          }
          await enterEmbedding(trx, account, embedder, took);
        });
      }
      await db.asSystem(async (trx) => {
        // What was read anew since the last look has a job of its own, which says when that is indexed.
        await trx.selectFrom('files').where('id', '=', file).select('id').forUpdate().execute();
        if ((await withoutVector(trx, file, embedder.name)).length > 0) return;
        await trx
          .updateTable('files')
          .set({ embedding_model: embedder.name, vectors_requested_at: null })
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
    // Upkeep asks again in some days. Until then the source says that its words alone find it.
    async giveUp({ file }) {
      if (embedder === null) return;
      await db.asSystem((trx) =>
        trx
          .updateTable('knowledge_sources')
          .set({ error_code: indexFailed })
          .where('file_id', '=', file)
          .where('error_code', 'is', null)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('passages')
                .where('file_id', '=', file)
                .where('embedding_model', 'is distinct from', embedder.name)
                .select('id'),
            ),
          )
          .execute(),
      );
    },
  };
}

/** Whose calls they are: of who brought the file, of what agents know of its owner. Null where it is gone. */
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

const withoutVector = (trx: Trx, fileId: string, model: string) =>
  trx
    .selectFrom('passages')
    .where('file_id', '=', fileId)
    .where((is) => is.or([is('embedding_model', 'is', null), is('embedding_model', '<>', model)]))
    .select(['id', 'heading', 'content'])
    .orderBy('position')
    .limit(passagesAtOnce)
    .execute();

/** Longer than the last try of the job: what was asked for before is not asked for again. */
const askedAgainAfter = sql`interval '2 days'`;

/** Asks for the vectors of files in the caller's transaction. */
export async function requestVectors(trx: Trx, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const files = await trx
    .updateTable('files')
    .set({ vectors_requested_at: sql<Date>`now()` })
    .where('id', 'in', fileIds)
    .returning(['id', 'organization_id'])
    .execute();
  await requestJobs(
    trx,
    'embed_file',
    files.map(({ id: file, organization_id: organizationId }) => ({ data: { file }, organizationId })),
  );
}

/** Asks for the vectors of files that have none of this model, and says how many that were. */
export async function requestMissingVectors(
  trx: Trx,
  embedder: Embedder,
  { limit, skip }: Page = onePage,
): Promise<number> {
  const files = await trx
    .selectFrom('files')
    .where('state', '=', 'ready')
    .where(sql<boolean>`embedding_model is distinct from ${embedder.name}`)
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

/** Of length one: then the sum of the products of two says how near they are. */
export function normalizeVector(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? [...vector] : vector.map((part) => part / length);
}
