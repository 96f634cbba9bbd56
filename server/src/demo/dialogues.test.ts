import { listBots } from '@parlance/shared/contract/api/bots';
import { listLoggedMessages, listDialogueLog } from '@parlance/shared/contract/api/dialogue-log';
import { listDialogues } from '@parlance/shared/contract/api/dialogues';
import { type ModelServer, startModelServer } from '../testing/model-server.ts';
import { type Client, type TestServer, startTestServer } from '../testing/test-app.ts';
import { addDemoDialogues } from './dialogues.ts';

const hourMs = 60 * 60 * 1000;

async function logOf(admin: Client) {
  const { body } = await admin.call(listDialogueLog, {});
  return body.success ? body.data.items : [];
}

describe('with the embedded model', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    await addDemoDialogues(server.app);
  });
  afterAll(() => server.close());

  test('the dialogue log holds what people asked in the last days, each answered from a file', async () => {
    const owner = await server.as('owner@pro.example');
    const logged = await logOf(owner);
    expect(logged.length).toBeGreaterThanOrEqual(8);
    const ages = logged.map(({ asked_at: at }) => (Date.now() - Date.parse(at)) / hourMs);
    expect(Math.min(...ages)).toBeGreaterThan(1);
    expect(ages).toEqual(ages.toSorted((one, other) => one - other));
    expect(new Set(logged.map(({ bot }) => bot.name)).size).toBe(3);
    expect(logged.map(({ ratings }) => ratings.up + ratings.down).filter((count) => count > 0)).toHaveLength(4);
    for (const { id } of logged) {
      const { body } = await owner.call(listLoggedMessages, { params: { dialogue_id: id } });
      const answers = body.success ? body.data.items.filter(({ author }) => author === 'bot') : [];
      expect(answers.length).toBeGreaterThan(0);
      for (const { citations } of answers) expect(citations.length).toBeGreaterThan(0);
    }
  });

  test('each bot was used last when it was asked last', async () => {
    const member = await server.as('member@pro.example');
    const { body } = await member.call(listBots, {});
    const used = body.success
      ? body.data.items.map(({ name, last_used_at: at }) => [
          name,
          at === null ? null : Math.round((Date.now() - Date.parse(at)) / hourMs),
        ])
      : [];
    expect(Object.fromEntries(used)).toEqual({
      'Blank Sheet': null,
      'House Guide': 29,
      'IT Security Guide': 98,
      'People Desk': 3,
    });
  });

  test('who signs in finds dialogues of their own', async () => {
    for (const email of ['owner@pro.example', 'member@pro.example', 'admin@pro.example', 'owner@team.example']) {
      const { body } = await (await server.as(email)).call(listDialogues, {});
      expect([email, body.success && body.data.items.length > 0]).toEqual([email, true]);
    }
  });
});

test('a language model that is set is asked nothing', async () => {
  const model: ModelServer = await startModelServer();
  const server = await startTestServer({ MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'stand-in' });
  await addDemoDialogues(server.app);
  expect([model.requests, await logOf(await server.as('owner@pro.example'))]).toEqual([[], []]);
  await server.close();
  await model.close();
});
