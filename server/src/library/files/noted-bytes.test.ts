import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';
import { exportDialogueLog } from '@parlance/shared/contract/api/dialogue-log';
import { exportOrganization } from '@parlance/shared/contract/api/organization-exports';
import { sql } from 'kysely';
import { organizationExporting } from '../../lifecycle/organization-exports/write.ts';
import { dialogueLogExporting } from '../../oversight/dialogue-log/write-export.ts';
import { newStorageKey } from '../../platform/storage/storage.ts';
import { botNamed, start } from '../../testing/asking.ts';
import { dataOf } from '../../testing/knowledge.ts';
import { ended } from '../../testing/start-asking.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { fileKinds } from '../extraction/file-kinds.ts';
import { keepFile } from './keep-file.ts';
import { deleteLeftovers } from './leftovers.ts';

let server: TestServer;
let owner: Client;
let organizationId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('owner@pro.example');
  ({ id: organizationId } = await server.db.asSystem((trx) =>
    trx.selectFrom('organizations').where('plan_name', '=', 'Pro').select('id').executeTakeFirstOrThrow(),
  ));
  await ended(owner, await start(owner, await botNamed(owner, 'House Guide'), 'When is the building open?'));
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => server.close());

type Storage = TestServer['dependencies']['storage'];
const anHourPasses = () =>
  server.db.asSystem((trx) =>
    trx
      .updateTable('storage_leftovers')
      .set({ noted_at: sql<Date>`noted_at - interval '61 minutes'` })
      .execute(),
  );
const sweep = () => deleteLeftovers(server.dependencies);
const bytesUnder = async (key: string) => {
  const stored = await server.dependencies.storage.get(key);
  return stored === null ? null : (await buffer(stored)).length;
};

/**
 * A storage whose writing takes longer than an hour: between its first two pieces a sweep would delete an object whose
 * note nobody has renewed.
 */
function slowStorage(): Storage & { written: { key: string; size: number }[] } {
  const { storage } = server.dependencies;
  const written: { key: string; size: number }[] = [];
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 11 * 60_000));
  return {
    ...storage,
    written,
    async put(key, content) {
      let pieces = 0;
      let size = 0;
      async function* slowly() {
        for await (const piece of content) {
          if (pieces === 1) await sweep();
          size += piece.length;
          yield piece;
          if (pieces === 0) await anHourPasses();
          pieces += 1;
        }
      }
      await storage.put(key, slowly());
      expect(pieces).toBeGreaterThan(1);
      written.push({ key, size });
    },
  };
}

async function expectWhole({ written: [bytes] }: ReturnType<typeof slowStorage>): Promise<void> {
  expect(await bytesUnder(bytes?.key ?? '')).toBe(bytes?.size);
}

describe('what is written for longer than an hour is whole:', () => {
  test('an export of the dialogue log', async () => {
    const { id } = dataOf(
      await (
        await server.as('admin@pro.example')
      ).call(exportDialogueLog, { body: { idempotency_key: randomUUID(), format: 'csv', filter: {} } }),
    );
    const storage = slowStorage();
    await dialogueLogExporting({ db: server.db, storage }).run({ export: id }, new AbortController().signal);
    await expectWhole(storage);
    expect(
      await server.db.asSystem((trx) =>
        trx.selectFrom('dialogue_log_exports').where('id', '=', id).select('status').executeTakeFirst(),
      ),
    ).toEqual({ status: 'complete' });
  });

  test('an export of the organisation', async () => {
    const { id } = dataOf(await owner.call(exportOrganization, { body: { idempotency_key: randomUUID() } }));
    const storage = slowStorage();
    await organizationExporting({ db: server.db, storage }).run({ export: id }, new AbortController().signal);
    await expectWhole(storage);
  });

  test('a file that somebody sends', async () => {
    const storage = slowStorage();
    async function* pieces() {
      yield* [Buffer.from('One. '), Buffer.from('Two. '), Buffer.from('Three.')];
    }
    await keepFile(
      { db: server.db, storage },
      { organizationId, kind: fileKinds.md, content: pieces(), size: null },
      () => Promise.resolve(),
    );
    await expectWhole(storage);
  });
});

test('what a row has named after the sweep looked, and before it came to it, stays', async () => {
  await anHourPasses();
  await sweep();
  const [gone, named] = [newStorageKey(), newStorageKey()];
  for (const key of [gone, named]) {
    await server.db.asTenant(organizationId, (trx) => trx.insertInto('storage_leftovers').values({ key }).execute());
    await server.dependencies.storage.put(key, [Buffer.from('Bytes.')]);
    await anHourPasses();
  }
  const name = () =>
    server.db.asTenant(organizationId, (trx) =>
      trx
        .insertInto('files')
        .values({
          organization_id: organizationId,
          name: 'Named.txt',
          media_type: 'text/plain',
          size: 6,
          sha256: '',
          storage_key: named,
        })
        .execute(),
    );
  const { storage } = server.dependencies;
  let deleted = 0;
  await deleteLeftovers({
    ...server.dependencies,
    storage: {
      ...storage,
      delete: async (key) => {
        if ((deleted += 1) === 1) await name();
        await storage.delete(key);
      },
    },
  });
  expect([await bytesUnder(gone), await bytesUnder(named)]).toEqual([null, 6]);
});

test('no row names what the sweep has taken: whoever was silent for that long writes it anew', async () => {
  const key = newStorageKey();
  await server.db.asTenant(organizationId, (trx) => trx.insertInto('storage_leftovers').values({ key }).execute());
  await anHourPasses();
  await sweep();
  const naming = server.db.asTenant(organizationId, (trx) =>
    trx
      .insertInto('files')
      .values({
        organization_id: organizationId,
        name: 'Late.txt',
        media_type: 'text/plain',
        size: 6,
        sha256: '',
        storage_key: key,
      })
      .execute(),
  );
  await expect(naming).rejects.toThrow('were taken out of the storage before a row named them');
});
