import { type RawBuilder, sql } from 'kysely';
import { botNamed } from '../../testing/asking.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import { TOKENIZER_VERSION } from '../text-search/tokens.ts';
import {
  frequencyOf,
  lookedAtOneByOneAtMost,
  searchedFiles,
  searchPassages,
  sizesOf,
  throughIndex,
} from './passage-search.ts';
import { insertFile } from './repository.ts';

let server: TestServer;
let bot: string;
let organizationId: string;
beforeAll(async () => {
  server = await startTestServer();
  bot = await botNamed(await server.as('member@pro.example'), 'House Guide');
  ({ organization_id: organizationId } = await server.db.asSystem((trx) =>
    trx.selectFrom('bots').where('id', '=', bot).select('organization_id').executeTakeFirstOrThrow(),
  ));
});
afterAll(() => server.close());

/** A file with a passage about kangaroos and as many others as make a collection big. */
function addBigFile(organization: string, content: string): Promise<string> {
  return server.db.asSystem(async (trx) => {
    const id = await insertFile(trx, {
      organizationId: organization,
      name: 'Big.md',
      mediaType: 'text/markdown',
      language: null,
      content,
    });
    await sql`
      insert into passages (organization_id, file_id, position, heading, content, tokens, token_count, tokenizer_version)
      select ${organization}, ${id}, at, '', 'filled', array_to_tsvector(array['common', 'word' || at % 500] || filler), 62, ${TOKENIZER_VERSION}
      from generate_series(1, ${lookedAtOneByOneAtMost}) as at, (select array_agg('filler' || n) as filler from generate_series(1, 60) as n) as fillers`.execute(
      trx,
    );
    return id;
  });
}

test('among very many passages the words find through their index, in these files alone', async () => {
  const other = await server.db.asSystem((trx) =>
    trx.selectFrom('organizations').where('id', '<>', organizationId).select('id').executeTakeFirstOrThrow(),
  );
  const own = await addBigFile(organizationId, 'The kangaroo sleeps under the tree.');
  const foreign = await addBigFile(other.id, 'A foreign kangaroo sleeps elsewhere.');
  await addBigFile(organizationId, 'A kangaroo of another bot.');
  await server.db.asSystem((trx) =>
    trx.insertInto('bot_files').values({ organization_id: organizationId, bot_id: bot, file_id: own }).execute(),
  );
  await server.db.asSystem((trx) => sql`analyze passages`.execute(trx));
  // Named by somebody or not, the file of another organisation is not seen.
  const found = await server.db.asTenant(organizationId, (trx) =>
    searchPassages(trx, { botId: bot, fileIds: [foreign], question: 'Where does the kangaroo sleep?', language: 'en' }),
  );
  expect(found.map(({ citation }) => citation.passage)).toEqual(['The kangaroo sleeps under the tree.']);
  const words = await planOf(
    frequencyOf(
      throughIndex([own]),
      ['word7', 'word8'].map((term) => ({ term, tokens: [term] })),
    ),
  );
  expect(words).toContain('Bitmap Index Scan on passages_by_token');
  expect(words).not.toContain('Seq Scan on passages');
  const sizes = await planOf(sizesOf(searchedFiles(bot, [])));
  expect(sizes).toMatch(/Index Scan (?:on|using) passages_file_id_position_key/);
  expect(sizes).not.toContain('Seq Scan on passages');
});

async function planOf(query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await server.db.asTenant(organizationId, (trx) =>
    sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx),
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
