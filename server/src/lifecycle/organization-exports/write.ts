import { noteKey, noteBytes } from '../../library/files/noted-bytes.ts';
import { findOwners } from '../../money/billing/account.ts';
import { subscriptionPath } from '../../money/billing/issue.ts';
import { readDialogueMask } from '../../platform/audit/masked-dialogues.ts';
import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/handlers.ts';
import type { JobData } from '../../platform/jobs/kinds.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import { type Storage, newStorageKey } from '../../platform/storage/storage.ts';
import { keptUntil } from './exports.ts';
import { type Part, parts, readPart } from './parts.ts';
import { type ZipEntry, zipOf } from './zip.ts';

type Dependencies = { db: Database; storage: Storage };
type Job = { readonly organizationId: string; readonly hasNames: boolean };
const filesAtOnce = 100;
/** Of a ZIP that every program opens, with room for the lines. */
const room = { bytes: 3_000_000_000, files: 60_000 };
const firstId = '00000000-0000-0000-0000-000000000000';

/** Writes everything of an organisation to the storage. Done again it begins anew. */
export const organizationExporting = ({ db, storage }: Dependencies): JobHandler<JobData['export_organization']> => ({
  async run({ export: id }, signal) {
    const job = await db.asSystem((trx) =>
      trx
        .updateTable('organization_exports')
        .set({ status: 'running' })
        .where('id', '=', id)
        .where('status', 'in', ['waiting', 'running'])
        .returning(['organization_id', 'has_names'])
        .executeTakeFirst(),
    );
    if (job === undefined) return;
    const { organization_id: organizationId, has_names: hasNames } = job;
    const key = newStorageKey();
    await db.asTenant(organizationId, (trx) => noteKey(trx, key));
    let size = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const piece of zipOf(entriesOf({ db, storage }, { organizationId, hasNames }, signal))) {
        size += piece.length;
        yield piece;
      }
    }
    await storage.put(key, noteBytes({ db, organizationId, key }, counted()));
    await finish(db, { id, organizationId, key, size });
  },
  async giveUp({ export: id }) {
    await db.asSystem((trx) =>
      trx
        .updateTable('organization_exports')
        .set({ status: 'failed' })
        .where('id', '=', id)
        .where('status', 'in', ['waiting', 'running'])
        .execute(),
    );
  },
});

/** Whoever is done first: the other one's file is named by no row, and goes. */
async function finish(
  db: Database,
  { id, organizationId, key, size }: { id: string; organizationId: string; key: string; size: number },
): Promise<void> {
  await db.asSystem(async (trx) => {
    const now = new Date();
    const done = await trx
      .updateTable('organization_exports')
      .set({ status: 'complete', storage_key: key, size: String(size), completed_at: now })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .returning('id')
      .executeTakeFirst();
    if (done === undefined) return;
    const { name: organization } = await trx
      .selectFrom('organizations')
      .where('id', '=', organizationId)
      .select('name')
      .executeTakeFirstOrThrow();
    const owners = await findOwners(trx, organizationId);
    const values = { organization, day: keptUntil(now).toISOString(), link: subscriptionPath };
    await queueMails(
      trx,
      owners.map(({ email, language }) => ({ to: email, language, template: 'organization_export_ready', values })),
    );
  });
}

/**
 * First the lines, then the bytes of files as far as a ZIP without its 64-bit extension holds them; what does not fit
 * is named.
 */
async function* entriesOf(deps: Dependencies, job: Job, signal: AbortSignal): AsyncGenerator<ZipEntry> {
  const { organizationId } = job;
  for (const part of parts) yield { name: part.name, content: linesOf(deps.db, job, part, signal) };
  const left = { ...room };
  const leftOut: { id: string; name: string; size: number }[] = [];
  for await (const { storage_key: key, content, ...file } of filesOf(deps.db, organizationId)) {
    signal.throwIfAborted();
    if (left.bytes < file.size || left.files === 0) {
      leftOut.push(file);
      continue;
    }
    const bytes = key === null ? textOf(content) : await deps.storage.get(key);
    if (bytes === null) continue;
    left.bytes -= file.size;
    left.files -= 1;
    yield { name: `files/${file.id}${endingOf(file.name)}`, content: bytes };
  }
  if (leftOut.length > 0)
    yield {
      name: 'files-left-out.jsonl',
      content: textOf(leftOut.map((file) => `${JSON.stringify(file)}\n`).join('')),
    };
}

async function* filesOf(db: Database, organizationId: string) {
  for (let last = firstId; ;) {
    const files = await db.asTenant(organizationId, (trx) =>
      trx
        .selectFrom('files')
        .where('id', '>', last)
        .orderBy('id')
        .limit(filesAtOnce)
        .select(['id', 'name', 'size', 'storage_key', 'content'])
        .execute(),
    );
    yield* files;
    const next = files.at(-1);
    if (next === undefined) return;
    last = next.id;
  }
}

/** Never the name itself, which somebody typed: it stands in files.jsonl. */
const endingOf = (name: string) => /\.[a-z0-9]{1,10}$/i.exec(name)?.[0].toLowerCase() ?? '';

async function* textOf(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}

async function* linesOf(
  db: Database,
  { organizationId, hasNames }: Job,
  part: Part,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const mask = await db.asTenant(organizationId, (trx) => readDialogueMask(trx, organizationId));
  let last: string | null = null;
  for (;;) {
    signal.throwIfAborted();
    const page: Awaited<ReturnType<typeof readPart>> = await db.asTenant(organizationId, (trx) =>
      readPart(trx, part, last, { mask, hasNames }),
    );
    if (page === null) return;
    yield Buffer.from(page.text);
    last = page.last;
  }
}
