import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { noteKey } from '../library/files/noted-bytes.ts';
import { addFilesToFolder } from '../library/knowledge/add.ts';
import type { Database } from '../platform/db/database.ts';
import { requestJob } from '../platform/jobs/request-job.ts';
import { type Storage, newStorageKey } from '../platform/storage/storage.ts';

/** Made by makePdf of src/testing/make-files.ts. */
const original = new URL('../../demo-files/originals/emergency-plan.pdf', import.meta.url);
const ofBot = 'House Guide';

/**
 * Gives the bot of the building, in each demonstration organisation, a PDF that is read as any other: its citations
 * have pages.
 */
export async function addDemoOriginals({ db, storage }: { db: Database; storage: Storage }): Promise<void> {
  const bytes = await readFile(original);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const bots = await db.asSystem((trx) =>
    trx
      .selectFrom('bots')
      .where((is) => is(is.ref('name', '->>').key('en'), '=', ofBot))
      .innerJoin('agent_drafts', 'agent_drafts.bot_id', 'bots.id')
      .select(['bots.id', 'bots.organization_id', 'agent_drafts.definition'])
      .execute(),
  );
  for (const { id, organization_id, definition } of bots) {
    const key = newStorageKey();
    await db.asSystem((trx) => noteKey(trx, key));
    await storage.put(key, [bytes]);
    await db.asSystem(async (trx) => {
      const file = {
        organization_id,
        name: 'Emergency plan.pdf',
        media_type: 'application/pdf',
        size: bytes.length,
        sha256,
        language: 'en' as const,
        storage_key: key,
        state: 'reading' as const,
      };
      const { id: fileId } = await trx.insertInto('files').values(file).returning('id').executeTakeFirstOrThrow();
      await trx.insertInto('bot_files').values({ organization_id, bot_id: id, file_id: fileId }).execute();
      for (const folderId of definition.knowledge_ids) await addFilesToFolder(trx, folderId, [fileId]);
      await requestJob(trx, 'read_file', { file: fileId }, organization_id);
    });
  }
}
