import { startModelServer } from '../../testing/model-server.ts';
import { endPrograms, signIn, startProgram, temporaryFolder } from '../../testing/program.ts';

jest.setTimeout(120_000);
afterAll(endPrograms);

const tokens = Array.from({ length: 60 }, (_, at) => ` word${at}`);
/** Each answer is held here: it is never whole, however long the way to its end takes. */
const held = 40;
const said = tokens.slice(0, held).join('');

/** The log of what answers grow by rests no longer; a busy machine writes for a while as well. */
const storedWithinMs = 500;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('an answer whose process is killed or stopped is interrupted at the next start, with what it had, and the dialogue goes on', async () => {
  const model = await startModelServer({ answer: () => tokens, tokenPauseMs: 10 });
  model.hold(held);
  const settings = { DATA_DIR: temporaryFolder(), MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'stand-in' };
  const signals = ['SIGKILL', 'SIGKILL', 'SIGTERM'] as const;
  let program = startProgram(settings, 'api');
  let request = await signIn((await program.ready)['api'] ?? '');
  const bot = (await request('/bots/v1/bots')).items[0].id;
  const { dialogue_id } = await request('/dialogues/v1/dialogues', { bot_id: bot, prompt: 'Write.', idempotency_key: crypto.randomUUID() });
  const messages = `/dialogues/v1/dialogues/${dialogue_id}/messages`;
  for (const signal of signals) {
    let seen = '';
    while (seen !== said) {
      await pause(20);
      seen = (await request(messages)).items[0].content;
    }
    await pause(storedWithinMs);
    program.child.kill(signal);
    await program.ended;
    program = startProgram(settings, 'api');
    request = await signIn((await program.ready)['api'] ?? '');
    const [stored] = (await request(messages)).items;
    expect(stored).toMatchObject({ content: said, run: { status: 'interrupted' } });
    const next = await request(messages, { prompt: 'Go on.', idempotency_key: crypto.randomUUID() });
    expect(next.answer.run.status).toMatch(/queued|running/);
  }
  program.child.kill('SIGTERM');
  expect((await program.ended).code).toBe(0);
  await model.close();
  console.info(`${signals.join(', ')} in the middle of an answer: 0 of ${signals.length} lost it`);
});
