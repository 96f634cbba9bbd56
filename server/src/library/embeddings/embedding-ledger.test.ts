import { getAllowance } from '@parlance/shared/contract/api/ledger/allowance';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { createEmbedder } from '../../platform/language-models/embedder.ts';
import { start } from '../../testing/asking.ts';
import { attach } from '../../testing/attaching.ts';
import type { ModelServer } from '../../testing/model-server.ts';
import { dataOf } from '../../testing/registering.ts';
import { ended, startAskingModel } from '../../testing/start-asking.ts';
import type { Client, TestServer } from '../../testing/test-app.ts';
import { insertFile } from '../files/repository.ts';
import { fileEmbedding } from './embed-file.ts';

/** The stand-in counts a token a text: a file takes as many as it has passages. */
let model: ModelServer;
let server: TestServer;
let member: Client;
let bot: string;
let organization: string;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ model, server, member, bot, close } = await startAskingModel(
    'House Guide',
    {},
    { EMBEDDING_MODEL_NAME: 'letters' },
  ));
  ({ organization_id: organization } = dataOf(await member.call(getWhoami)));
});
afterAll(() => close());
beforeEach(() =>
  server.db.asSystem(async (trx) => {
    await trx.deleteFrom('model_usage').execute();
    await trx.deleteFrom('allowance_use').execute();
  }),
);

/** The price in millionths of a euro per million tokens. */
const price = { input: 3_000_000, output: 0, currency: 'EUR' };
const giveVectors = (file: string) =>
  fileEmbedding({
    db: server.db,
    embedder: createEmbedder({ baseUrl: model.baseUrl, modelName: 'letters', provider: 'house', price }),
  }).run({ file }, new AbortController().signal);
const calls = () =>
  server.db.asSystem((trx) => trx.selectFrom('model_usage').where('purpose', '=', 'embeddings').selectAll().execute());
const used = () =>
  server.db.asSystem((trx) =>
    trx.selectFrom('allowance_use').select(['subject', 'answers', 'tokens', 'cost_micros']).execute(),
  );

test('the vectors of a file are a call of who brought it, as the provider counted it, and cost the organisation alone', async () => {
  const before = dataOf(await member.call(getAllowance));
  const { file_id } = await attach(
    server,
    member,
    'long.txt',
    new TextEncoder().encode(
      Array.from({ length: 400 }, (_, at) => `Sentence ${at} of a long file, which has some words in it.`).join('\n\n'),
    ),
  );
  const passages = await server.db.asSystem((trx) =>
    trx.selectFrom('passages').where('file_id', '=', file_id).select('id').execute(),
  );
  await giveVectors(file_id);
  const { member_id } = dataOf(await member.call(getWhoami));
  const entered = await calls();
  expect(entered.reduce((sum, { input_tokens }) => sum + input_tokens, 0)).toBe(passages.length);
  expect(entered[0]).toMatchObject({
    organization_id: organization,
    member_id,
    run_id: null,
    model_name: 'letters',
    output_tokens: 0,
    is_estimated: false,
    currency: 'EUR',
    model_id: expect.any(String),
  });
  expect(await used()).toEqual([
    { subject: 'organization', answers: 0, tokens: '0', cost_micros: String(passages.length * 3) },
  ]);
  expect(dataOf(await member.call(getAllowance))).toMatchObject({
    member_tokens: before.member_tokens,
    organization_answers: before.organization_answers,
  });
  // Existing vectors are neither requested nor paid for again.
  await giveVectors(file_id);
  expect(await calls()).toHaveLength(entered.length);
});

test('the vectors of a file that nobody brought are nobody’s', async () => {
  const file = await server.db.asSystem((trx) =>
    insertFile(trx, {
      organizationId: organization,
      name: 'Added.md',
      mediaType: 'text/markdown',
      language: null,
      content: 'One passage.',
    }),
  );
  await giveVectors(file);
  expect(await calls()).toMatchObject([{ organization_id: organization, member_id: null, input_tokens: 1 }]);
});

test('the vector of a question is a call of its own beside that of the answer, of the member who asked', async () => {
  const { member_id } = dataOf(await member.call(getWhoami));
  await ended(member, await start(member, bot, 'When is the building open?'));
  expect(await calls()).toMatchObject([
    { organization_id: organization, member_id, purpose: 'embeddings', input_tokens: 1, cost_micros: null },
  ]);
});
