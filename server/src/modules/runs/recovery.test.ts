import { demoPassword } from '../../demo/organizations.ts';
import { startModelServer } from '../../testing/model-server.ts';
import { removeFolders, startProgram, temporaryFolder } from '../../testing/program.ts';

jest.setTimeout(120_000);
afterAll(removeFolders);

const tokens = Array.from({ length: 400 }, (_, at) => ` word${at}`);
const answer = tokens.join('');

/** A browser on a program in another process. */
async function signIn(api: string) {
  const cookies = new Map<string, string>();
  const request = async (path: string, body?: object) => {
    const response = await fetch(`${api}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrftoken': cookies.get('csrftoken') ?? '',
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    return (await response.json()).data;
  };
  await request('/auth/v1/sign_in', { email: 'member@pro.example', password: demoPassword });
  await request('/auth/v1/whoami');
  return request;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('an answer whose process is killed is interrupted at the next start, with what it had, and the dialogue goes on', async () => {
  const model = await startModelServer({ answer: () => tokens, tokenPauseMs: 10 });
  const settings = { DATA_DIR: temporaryFolder(), MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'stand-in' };
  const rounds = 3;
  for (let round = 0; round < rounds; round++) {
    const first = startProgram(settings, 'api');
    const request = await signIn((await first.ready)['api'] ?? '');
    const bot = (await request('/bots/v1/bots')).items[0].id;
    const turn = await request('/dialogues/v1/dialogues', { bot_id: bot, prompt: 'Write.', idempotency_key: crypto.randomUUID() });
    const messages = `/dialogues/v1/dialogues/${turn.dialogue_id}/messages`;
    let seen = '';
    while (seen.length < 200) {
      await pause(20);
      seen = (await request(messages)).items[0].content;
    }
    await pause(100);
    first.child.kill('SIGKILL');
    await first.ended;

    const second = startProgram(settings, 'api');
    const again = await signIn((await second.ready)['api'] ?? '');
    const [stored] = (await again(messages)).items;
    expect(stored.run.status).toBe('interrupted');
    expect(stored.content.length).toBeGreaterThanOrEqual(seen.length);
    expect(answer.startsWith(stored.content)).toBe(true);
    const next = await again(messages, { prompt: 'Go on.', idempotency_key: crypto.randomUUID() });
    expect(next.answer.run.status).toMatch(/queued|running/);

    // and a stop in order says the same
    await pause(300);
    second.child.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
    const third = startProgram(settings, 'api');
    const [after] = (await (await signIn((await third.ready)['api'] ?? ''))(messages)).items;
    expect(after.run.status).toBe('interrupted');
    expect(after.content.length).toBeGreaterThan(0);
    third.child.kill('SIGTERM');
    await third.ended;
  }
  await model.close();
  console.info(`killed in the middle of an answer: 0 of ${rounds} lost it, 0 of ${rounds} stops lost it`);
});
