import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { botNamed } from '../../testing/asking.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import { searchedFiles } from '../files/passage-search.ts';
import { insertFile } from '../files/repository.ts';
import { areAllCompared, comparing, findNearest, nearestCodes, storeMeanings } from './nearest-passages.ts';
import { packVector } from './stored-vector.ts';

const model = 'three-values';
/** The vector of the many passages of the files here, which is near to none of the questions. */
const elsewhere = [-1, -1, -1];
const manyPassages = 4_000;

let server: TestServer;
let bot: string;
let organizationId: string;
let otherId: string;
beforeAll(async () => {
  server = await startTestServer();
  bot = await botNamed(await server.as('member@pro.example'), 'House Guide');
  ({ organization_id: organizationId } = await server.db.asSystem((trx) =>
    trx.selectFrom('bots').where('id', '=', bot).select('organization_id').executeTakeFirstOrThrow(),
  ));
  ({ id: otherId } = await server.db.asSystem((trx) =>
    trx.selectFrom('organizations').where('id', '<>', organizationId).select('id').executeTakeFirstOrThrow(),
  ));
});
afterAll(() => server.close());

/** A file whose first passage means `vector`, with many others behind it. */
function addFile(vector: readonly number[], { organization = organizationId, others = 0 } = {}): Promise<string> {
  return server.db.asSystem(async (trx) => {
    const id = await insertFile(trx, {
      organizationId: organization,
      name: 'Large.md',
      mediaType: 'text/markdown',
      language: null,
      content: 'First.',
    });
    const first = await trx.selectFrom('passages').where('file_id', '=', id).select('id').executeTakeFirstOrThrow();
    await storeMeanings(trx, model, [{ id: first.id, vector: elsewhere }]);
    await sql`
      insert into passages (organization_id, file_id, position, heading, content, tokens, token_count, tokenizer_version)
      select organization_id, file_id, at, '', 'x', '', 0, tokenizer_version from passages, generate_series(1, ${others}) as at
      where file_id = ${id}`.execute(trx);
    await sql`
      insert into passage_codes select passages.id, passages.organization_id, passages.file_id, model, code
      from passages, passage_codes where passages.file_id = ${id} and passage_codes.passage_id = ${first.id}
      on conflict do nothing`.execute(trx);
    await sql`
      insert into passage_vectors select id, organization_id, ${packVector(elsewhere)} from passages where file_id = ${id}
      on conflict do nothing`.execute(trx);
    await storeMeanings(trx, model, [{ id: first.id, vector }]);
    return id;
  });
}

const near = (fileIds: readonly string[], vector: readonly number[], botId: string | null = null, atMost = 8) =>
  server.db.asTenant(organizationId, async (trx) => {
    const nearest = await findNearest(trx, searchedFiles(botId, fileIds), { model, vector }, atMost);
    const files = await trx
      .selectFrom('passages')
      .where(sql<boolean>`id = any(${nearest.map(({ id }) => id)}::uuid[])`)
      .select(['id', 'file_id'])
      .execute();
    return nearest
      .filter(({ nearness }) => nearness > 0)
      .map(({ id, nearness }) => [files.find((file) => file.id === id)?.file_id, nearness]);
  });

test('among many thousands of passages the nearest is found, of named files and those of the bot, of one organisation', async () => {
  const own = await addFile([1, 2, 3], { others: manyPassages });
  const ofBot = await addFile([1, 2, 2]);
  const foreign = await addFile([1, 2, 3], { organization: otherId });
  // As in an installation, most files are those of others: a plan that reads them all is no good one.
  for (let file = 0; file < 60; file++) await addFile([1, 2, 3], { organization: otherId, others: 150 });
  await addFile([1, 2, 3]);
  await server.db.asSystem(async (trx) => {
    await trx
      .insertInto('bot_files')
      .values({ organization_id: organizationId, bot_id: bot, file_id: ofBot })
      .execute();
    await sql`analyze passage_codes`.execute(trx);
  });
  expect(await near([own, foreign], [1, 2, 3], bot)).toEqual([
    [own, expect.closeTo(1, 2)],
    [ofBot, expect.closeTo(0.98, 2)],
  ]);
  expect(await near([own, foreign], [1, 2, 3], bot, 1)).toHaveLength(1);
  expect(await near([foreign], [1, 2, 3])).toEqual([]);

  const plan = await planOf(nearestCodes(searchedFiles(bot, [own]), { model, vector: [1, 2, 3] }));
  expect(plan).toMatch(/Index Scan (?:on|using) passage_codes_by_file/);
  expect(plan).not.toContain('Seq Scan on passage_codes');
  // The setting is read once, not for every row.
  expect(plan).not.toMatch(/on passage_codes\b[^>]*current_setting/);

  const searched = searchedFiles(null, [own]);
  const isAll = () => server.db.asTenant(organizationId, (trx) => areAllCompared(trx, searched, model));
  expect(await isAll()).toBe(true);
  const replaced = jest.replaceProperty(comparing, 'atMost', manyPassages + 1);
  expect(await isAll()).toBe(true);
  replaced.replaceValue(manyPassages);
  expect(await isAll()).toBe(false);
  replaced.replaceValue(3);
  const compared = await server.db.asTenant(organizationId, (trx) =>
    nearestCodes(searched, { model, vector: [1, 2, 3] }).execute(trx),
  );
  expect(compared.rows).toHaveLength(3);
  replaced.restore();
});

test('a vector of another length or of nothing is near to none, and does no harm', async () => {
  const file = await addFile([1, 0, 0]);
  expect(await near([file], [1, 0, 0])).toEqual([[file, expect.closeTo(1, 2)]]);
  expect(await near([file], [1, 0])).toEqual([]);
  expect(await near([file], [])).toEqual([]);
  expect(await near([file], [0, 0, 0])).toEqual([]);
  const passage = await server.db.asSystem((trx) =>
    trx.selectFrom('passages').where('file_id', '=', file).select('id').executeTakeFirstOrThrow(),
  );
  await server.db.asSystem((trx) => storeMeanings(trx, model, [{ id: passage.id, vector: [] }]));
  expect(await near([file], [1, 0, 0])).toEqual([]);
});

test('passages that have gone meanwhile are left out, and take their meanings along', async () => {
  const file = await addFile([0, 1, 0]);
  const id = randomUUID();
  await server.db.asSystem((trx) => storeMeanings(trx, model, [{ id, vector: [0, 1, 0] }]));
  expect(await near([file], [0, 1, 0])).toHaveLength(1);
  await server.db.asSystem((trx) => trx.deleteFrom('files').where('id', '=', file).execute());
  const left = await server.db.asSystem((trx) =>
    sql<{ count: number }>`
      select ((select count(*) from passage_codes left join passages on id = passage_id where id is null)
        + (select count(*) from passage_vectors left join passages on id = passage_id where id is null))::integer as count`.execute(
      trx,
    ),
  );
  expect(left.rows).toEqual([{ count: 0 }]);
});

async function planOf(query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await server.db.asTenant(organizationId, (trx) =>
    sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx),
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
