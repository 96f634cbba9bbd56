import { text } from 'node:stream/consumers';
import { unsupportedCode } from '@parlance/shared/contract/api/attachments';
import * as contract from '@parlance/shared/contract/api/knowledge/knowledge';
import type { FastifyInstance } from 'fastify';
import { record } from '../../platform/audit/record.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route, routeUpload } from '../../platform/http/route.ts';
import { type Limit, countAct, countLargeAct, hourSeconds, minuteSeconds } from '../../platform/limits/limits.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { cleanFileName } from '../attachments/file-name.ts';
import type { HandedOver } from '../attachments/take-in.ts';
import { type FileKind, fileKinds, kindOfName } from '../extraction/file-kinds.ts';
import { keepFile } from '../files/keep-file.ts';
import { type Pending, addBytes, addFolder, addPage, columnsOf, requestReading } from './add.ts';
import { readerOf } from './reader.ts';
import { lockFolder, lockSource, readSource } from './repository.ts';

/** The limit of a member's uploads an hour: more than a person gathers, and far less than fills a disk. */
const brought: Limit = { name: 'knowledge', most: 500, windowSeconds: hourSeconds };
/** The limit of refreshes. */
const readAnew: Limit = { name: 'knowledge-refresh', most: 30, windowSeconds: minuteSeconds };
const readAnewByOrganization: Limit = {
  name: 'knowledge-refresh-organization',
  most: 120,
  windowSeconds: minuteSeconds,
};
/** Pages that are fetched for it: each time another server is asked. */
const fetched: Limit = { name: 'knowledge-fetch', most: 500, windowSeconds: hourSeconds };
const fetchedByOrganization: Limit = { name: 'knowledge-fetch-organization', most: 2_000, windowSeconds: hourSeconds };
const nameMaxLength = 100;

/** Counts a refresh, and the pages fetched for it. Throws rate_limited. */
export async function countRefresh(db: Database, { memberId, organizationId }: Caller, pages: number): Promise<void> {
  await db.asSystem(async (trx) => {
    await countAct(trx, readAnew, memberId);
    await countAct(trx, readAnewByOrganization, organizationId);
    await countLargeAct(trx, fetched, memberId, pages);
    await countLargeAct(trx, fetchedByOrganization, organizationId, pages);
  });
}

/** Registers the routes that add content to sources. */
export function contentRoutes(app: FastifyInstance): void {
  fileRoutes(app);
  textRoutes(app);

  route(app, contract.createKnowledgeFolder, ({ body, caller }) =>
    adding(app, caller, (trx) => addFolder(trx, caller, body.name.toWellFormed())),
  );

  route(app, contract.addWebPage, ({ body, caller }) => {
    const { url, refresh, folder_id: folderId } = body;
    return adding(app, caller, (trx) =>
      addPage(trx, caller, {
        name: body.name?.toWellFormed() ?? shownAddress(url),
        isNamed: body.name !== undefined,
        url: url.toWellFormed(),
        refresh,
        folderId,
      }),
    );
  });
}

/** Counts what is brought, makes the source, and answers with it. */
async function adding(app: FastifyInstance, caller: Caller, add: (trx: Trx) => Promise<string>) {
  await app.db.asSystem((trx) => countAct(trx, brought, caller.memberId));
  return app.db.asTenant(caller.organizationId, async (trx) => {
    const made = await readSource(trx, readerOf(app, caller), await add(trx));
    await record(trx, {
      action: 'knowledge_source.created',
      target: { id: made.id, name: made.name },
      after: { kind: made.kind },
    });
    return made;
  });
}

/** Returns the name of a page until its title is known. */
const shownAddress = (url: string) =>
  url
    .toWellFormed()
    .replace(/^https?:\/\//i, '')
    .slice(0, nameMaxLength) || url.slice(0, nameMaxLength);

function documentKind(name: string): FileKind {
  const kind = kindOfName(name);
  if (kind?.kind !== 'document') throw new ApiError(unsupportedCode(name));
  return kind;
}

type Incoming = { name: string; content: AsyncIterable<Uint8Array>; size: number | null } & HandedOver;

/** Takes a file in as a source. */
export async function addKnowledgeFile(
  app: FastifyInstance,
  caller: Caller,
  folderId: string | undefined,
  { name: said, content, size, roomAt, made }: Incoming,
) {
  const name = cleanFileName(said);
  const kind = documentKind(name);
  return keepFile(app, { organizationId: caller.organizationId, kind, content, size, roomAt }, (kept) =>
    adding(app, caller, async (trx) => {
      const id = await addBytes(trx, caller, {
        name: name.slice(-nameMaxLength),
        folderId,
        kind: 'file',
        pending: { ...kept, mediaType: kind.mediaType },
      });
      await made?.(trx, id);
      return id;
    }),
  );
}

/** Takes a file in place of what a source has. */
export async function replaceKnowledge(
  app: FastifyInstance,
  caller: Caller,
  id: string,
  { name: said, content, size, roomAt, made }: Incoming,
) {
  const name = cleanFileName(said);
  const kind = documentKind(name);
  await app.db.asTenant(caller.organizationId, (trx) => lockContent(trx, caller, id, 'file'));
  return keepFile(app, { organizationId: caller.organizationId, kind, content, size, roomAt }, (kept) =>
    replacing(app, caller, id, {
      kind: 'file',
      pending: { ...kept, mediaType: kind.mediaType },
      name: name.slice(-nameMaxLength),
      made,
    }),
  );
}

/** Checks, before a byte of a large file is read, that it can be taken in here, and from this member. */
export async function checkKnowledgeFile(
  trx: Trx,
  caller: Caller,
  name: string,
  to: { folderId?: string | undefined; replaces?: string },
): Promise<void> {
  documentKind(name);
  if (to.folderId !== undefined) await lockFolder(trx, caller, to.folderId);
  if (to.replaces !== undefined) await lockContent(trx, caller, to.replaces, 'file');
}

function fileRoutes(app: FastifyInstance): void {
  routeUpload(app, contract.uploadKnowledge, contract.knowledgeMaxBytes, ({ query, caller, content, size }) =>
    addKnowledgeFile(app, caller, query.folder_id, { name: query.name, content, size }),
  );
  routeUpload(
    app,
    contract.replaceKnowledgeFile,
    contract.knowledgeMaxBytes,
    ({ params, query, caller, content, size }) =>
      replaceKnowledge(app, caller, params.source_id, { name: query.name, content, size }),
  );
}

/** Throws conflict if somebody has replaced the content since. */
const requireSeen = ({ content_revision: revision }: { content_revision: number }, seen: number | undefined): void => {
  if (seen !== undefined && seen !== revision) throw new ApiError('conflict');
};

/** A source of one's own of a kind that is replaced so; anything else is a conflict. */
async function lockContent(trx: Trx, caller: Caller, id: string, kind: 'file' | 'text') {
  const source = await lockSource(trx, caller, id);
  if (source.kind !== kind) throw new ApiError('conflict');
  return source;
}

type Replacing = {
  readonly kind: 'file' | 'text';
  readonly pending: Pending;
  readonly name: string | null;
  /** The revision that it replaces, if somebody has read that. */
  readonly seen?: number;
  readonly made?: HandedOver['made'];
};

async function replacing(
  app: FastifyInstance,
  caller: Caller,
  id: string,
  { kind, pending, name, seen, made }: Replacing,
) {
  await app.db.asSystem((trx) => countAct(trx, brought, caller.memberId));
  return app.db.asTenant(caller.organizationId, async (trx) => {
    const source = await lockContent(trx, caller, id, kind);
    requireSeen(source, seen);
    await record(trx, {
      action: 'knowledge_source.content_replaced',
      target: { id, name: source.name },
      after: { bytes: pending.size, checksum: pending.sha256 },
    });
    await trx
      .updateTable('knowledge_sources')
      .set({
        ...columnsOf(pending),
        pending_name: name,
        pending_by: caller.memberId,
        content_revision: source.content_revision + 1,
      })
      .where('id', '=', id)
      .execute();
    await requestReading(trx, id);
    await made?.(trx, id);
    return readSource(trx, readerOf(app, caller), id);
  });
}

const markdown = fileKinds.md;

function textRoutes(app: FastifyInstance): void {
  const keeping = <T>(caller: Caller, content: string, insert: (pending: Pending) => Promise<T>) => {
    const bytes = Buffer.from(content.toWellFormed().replaceAll('\0', ''), 'utf8');
    return keepFile(
      app,
      { organizationId: caller.organizationId, kind: markdown, content: [bytes], size: bytes.length },
      (kept) => insert({ ...kept, mediaType: markdown.mediaType }),
    );
  };

  route(app, contract.writeKnowledgeText, ({ body, caller }) =>
    keeping(caller, body.content, (pending) =>
      adding(app, caller, (trx) =>
        addBytes(trx, caller, { name: body.name.toWellFormed(), folderId: body.folder_id, kind: 'text', pending }),
      ),
    ),
  );

  route(app, contract.getKnowledgeText, async ({ params, caller }) => {
    const found = await app.db.asTenant(caller.organizationId, async (trx) => {
      const { kind } = await readSource(trx, readerOf(app, caller), params.source_id);
      if (kind !== 'text') throw new ApiError('conflict');
      return trx
        .selectFrom('knowledge_sources')
        .innerJoin('files', 'files.id', 'knowledge_sources.file_id')
        .where('knowledge_sources.id', '=', params.source_id)
        .select(['pending_key', 'storage_key', 'content', 'content_revision'])
        .executeTakeFirstOrThrow();
    });
    const key = found.pending_key ?? found.storage_key;
    const stored = key === null ? null : await app.storage.get(key);
    return { content: stored === null ? found.content : await text(stored), revision: found.content_revision };
  });

  route(app, contract.saveKnowledgeText, async ({ params, body, caller }) => {
    const seen = body.revision;
    // Asked before a byte is kept, and again under the lock that puts it in its place.
    await app.db.asTenant(caller.organizationId, async (trx) =>
      requireSeen(await lockContent(trx, caller, params.source_id, 'text'), seen),
    );
    return keeping(caller, body.content, (pending) =>
      replacing(app, caller, params.source_id, { kind: 'text', pending, name: null, seen }),
    );
  });
}
