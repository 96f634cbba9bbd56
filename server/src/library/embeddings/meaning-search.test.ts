import { randomUUID } from 'node:crypto';
import { startDialogue } from '@parlance/shared/contract/api/dialogues';
import { sql } from 'kysely';
import { createEmbedder } from '../../platform/language-models/embedder.ts';
import type { Source } from '../../platform/language-models/language-model.ts';
import { botNamed } from '../../testing/asking.ts';
import { type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { insertFile } from '../files/repository.ts';
import { fileEmbedding, requestMissingVectors } from './embed-file.ts';
import { fuseRankings } from './meaning-search.ts';
import { normalizeVector, similarityOf } from './stored-vector.ts';

/**
 * The stand-in makes a vector of how often letters stand in a text: an anagram shares no word with a text and is
 * nearest to it.
 */
let model: ModelServer;
let server: TestServer;
let member: Client;
let bot: string;
let tenant: string;
beforeAll(async () => {
  model = await startModelServer();
  server = await startTestServer({
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'stand-in',
    EMBEDDING_MODEL_NAME: 'letters',
  });
  member = await server.as('member@pro.example');
  bot = await botNamed(member, 'House Guide');
  ({ organization_id: tenant } = await server.db.asSystem((trx) =>
    trx.selectFrom('bots').where('id', '=', bot).select('organization_id').executeTakeFirstOrThrow(),
  ));
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const embedder = () => createEmbedder({ baseUrl: model.baseUrl, modelName: 'letters', provider: 'house' });
const giveVectors = (file: string) =>
  fileEmbedding({ db: server.db, embedder: embedder() }).run({ file }, new AbortController().signal);

function addFile(content: string, whose = bot, organizationId = tenant): Promise<string> {
  return server.db.asSystem(async (trx) => {
    const file = await insertFile(trx, {
      organizationId,
      name: 'Added.md',
      mediaType: 'text/markdown',
      language: null,
      content,
    });
    await trx
      .insertInto('bot_files')
      .values({ organization_id: organizationId, bot_id: whose, file_id: file })
      .execute();
    return file;
  });
}

async function promptFor(prompt: string): Promise<string> {
  const { body } = await member.call(startDialogue, { body: { bot_id: bot, idempotency_key: randomUUID(), prompt } });
  if (!body.success) throw new Error(body.code);
  await server.app.runs.ended(body.data.answer.run?.id ?? '');
  return JSON.stringify(model.requests.at(-1)?.body.messages[0]);
}

test('what is near in meaning is found without a word in common, and only where it may be', async () => {
  const otherBot = await botNamed(member, 'People Desk');
  const files = [
    await addFile('Dormitory.'),
    await addFile('Dirty room, elsewhere.', otherBot),
    // None of the letters in which vectors differ.
    await addFile('Bmw vw.'),
  ];
  expect(await promptFor('Dirty room')).not.toContain('Dormitory');
  for (const file of files) await giveVectors(file);
  const sent = await promptFor('Dirty room');
  expect(sent).toContain('Dormitory');
  expect(sent).not.toContain('elsewhere');
  expect(sent).not.toContain('Bmw');
});

test('the model is told which pages of a file could not be read, where passages of it are found', async () => {
  const file = await addFile('Listen, the elegant man.');
  await server.db.asSystem((trx) =>
    trx
      .updateTable('files')
      .set({
        name: 'Scan.pdf',
        unread_pages: JSON.stringify({
          pages: 9,
          unread: 2,
          ranges: [{ first: 3, last: 4, reason: 'picture' }],
          recognized: 5,
        }),
      })
      .where('id', '=', file)
      .execute(),
  );
  const told = (sent: string) => sent.replaceAll('\\"', '"').match(/<file name="Scan.pdf"[^>]*>/g);
  const known = '<file name="Scan.pdf" given="the passages of it that were found for the question"';
  expect(told(await promptFor('Bmw'))).toEqual([`${known} />`]);
  const unread = [
    expect.stringMatching(/unread="pages 3–4 of 9: .*" recognised="The text of 5 of its pages was recognised/),
  ];
  expect(told(await promptFor('Who is elegant?'))).toEqual(unread);
  await giveVectors(file);
  const byMeaning = await promptFor('Silent, teh gentlea nam');
  expect(byMeaning).toContain('the elegant man');
  expect(told(byMeaning)).toEqual(unread);
});

test('vectors of another model are not compared', async () => {
  const file = await addFile('Astronomer.');
  await giveVectors(file);
  expect(await promptFor('Moon starer')).toContain('Astronomer');
  const ofModel = (model: string) =>
    server.db.asSystem((trx) => trx.updateTable('passage_codes').set({ model }).where('file_id', '=', file).execute());
  await ofModel('older');
  expect(await promptFor('Moon starer')).not.toContain('Astronomer');
  // The new model’s take their place.
  await giveVectors(file);
  expect(await promptFor('Moon starer')).toContain('Astronomer');
});

test('what a former release indexed is taken over without asking the provider, of the same model only', async () => {
  const file = await addFile('Astronomer.\n\n# Second\n\nThe eyes.');
  await server.db.asSystem((trx) =>
    sql`update passages set embedding = case when position = 0 then '{1,2,1}'::real[] else '{3,4}'::real[] end,
      embedding_model = case when position = 0 then 'letters' else 'older' end where file_id = ${file}`.execute(trx),
  );
  const asked: string[] = [];
  const embed = (texts: readonly string[], signal: AbortSignal) => {
    asked.push(...texts);
    return embedder().embed(texts, signal);
  };
  await fileEmbedding({ db: server.db, embedder: { ...embedder(), embed } }).run(
    { file },
    new AbortController().signal,
  );
  expect(asked).toEqual(['Second\nThe eyes.']);
  const stored = await server.db.asSystem((trx) =>
    trx
      .selectFrom('passage_vectors')
      .innerJoin('passages', 'passages.id', 'passage_id')
      .where('file_id', '=', file)
      .orderBy('position')
      .select('vector')
      .execute(),
  );
  expect(stored.map(({ vector }) => similarityOf(vector, normalizeVector([1, 2, 1])))).toEqual([
    expect.closeTo(1, 2),
    0,
  ]);
});

test('without the provider’s vectors the words find what they find', async () => {
  await addFile('Wombats sleep underground.');
  const asked: string[] = [];
  const away = {
    ...embedder(),
    embed: (texts: readonly string[]) => Promise.reject(new Error(`no vectors of ${asked.push(...texts)} texts`)),
  };
  const replaced = jest.replaceProperty(server.app.models, 'embedder', away);
  expect(await promptFor('Where do wombats sleep?')).toContain('Wombats sleep underground.');
  expect(asked).toEqual(['Where do wombats sleep?']);
  replaced.restore();
});

test('every file without vectors of this model is asked for, once it is ready', async () => {
  const reading = await addFile('Not yet.');
  await server.db.asSystem((trx) =>
    trx.updateTable('files').set({ state: 'reading' }).where('id', '=', reading).execute(),
  );
  const done = await addFile('Done.');
  await giveVectors(done);
  const open = await addFile('Open.');
  await server.db.asSystem((trx) => trx.deleteFrom('job_requests').execute());
  const ask = () => server.db.asSystem((trx) => requestMissingVectors(trx, embedder()));
  expect(await ask()).toBeGreaterThan(0);
  const asked = await server.db.asSystem((trx) =>
    trx.selectFrom('job_requests').where('kind', '=', 'embed_file').select('data').execute(),
  );
  const ids = asked.map(({ data }) => (data as { file: string }).file); // requestJob checked it
  expect(ids).toContain(open);
  expect(ids).not.toContain(done);
  expect(ids).not.toContain(reading);
  // Requests under way are not repeated; abandoned ones are, after some days.
  expect(await ask()).toBe(0);
  await server.db.asSystem((trx) =>
    sql`update files set vectors_requested_at = now() - interval '3 days' where id = ${open}`.execute(trx),
  );
  expect(await ask()).toBe(1);
});

test('what stands well in both lists comes before the first of one', () => {
  const source = (position: number): Source => ({
    citation: { number: 0, file_id: 'f', file_name: '', position, page: null, heading: '', passage: '' },
    score: 9,
    coverage: 0,
    words: 0,
  });
  const fused = fuseRankings([1, 2, 3].map(source), [4, 2, 5].map(source));
  expect(fused.map(({ citation }) => citation.position)).toEqual([2, 1, 4, 3, 5]);
});
