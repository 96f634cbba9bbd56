import { until } from '../../testing/asking.ts';
import { howOften } from '../../testing/how-often.ts';
import { type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { endPrograms, filledFolder, signIn, startProgram } from '../../testing/program.ts';

jest.setTimeout(120_000);
const models: ModelServer[] = [];
afterAll(async () => {
  await endPrograms();
  await Promise.all(models.map((model) => model.close()));
});

const tokens = Array.from({ length: 60 }, (_, at) => ` word${at}`);
/** The tokens after which each answer is held: it is never complete, however long the way to its end takes. */
const held = 40;
const said = tokens.slice(0, held).join('');
/** What the model reasons before. */
const thought = 'What is there to write?';

/** Starts a model that holds each answer in its middle. */
async function holdingModel(): Promise<ModelServer> {
  const model = await startModelServer({ answer: () => [{ reasoning: thought }, ...tokens], tokenPauseMs: 10 });
  models.push(model);
  model.hold(held + 1);
  return model;
}

/** The log of what answers grow by rests no longer; a busy machine writes for a while as well. */
const storedWithinMs = 500;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('an answer whose process is killed or stopped is interrupted at the next start, with what it had, and the dialogue goes on', async () => {
  const model = await holdingModel();
  const settings = { DATA_DIR: filledFolder(), MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'stand-in' };
  const signals = (['SIGKILL', 'SIGTERM', 'SIGKILL'] as const).slice(0, howOften({ decides: 2, proves: 3 }));
  let program = startProgram(settings, 'api');
  let request = await signIn((await program.ready)['api'] ?? '');
  const bot = (await request('/bots/v1/bots')).items[0].id;
  const { dialogue_id } = await request('/dialogues/v1/dialogues', {
    bot_id: bot,
    prompt: 'Write.',
    idempotency_key: crypto.randomUUID(),
  });
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
    expect(stored).toMatchObject({
      ...{ content: said, run: { status: 'interrupted' } },
      reasoning_ms: expect.any(Number),
    });
    expect(await request(`/dialogues/v1/messages/${stored.id}/reasoning`)).toEqual({ text: thought });
    const next = await request(messages, { prompt: 'Go on.', idempotency_key: crypto.randomUUID() });
    expect(next.answer.run.status).toMatch(/queued|running/);
  }
  program.child.kill('SIGTERM');
  expect((await program.ended).code).toBe(0);
  console.info(`${signals.join(', ')} in the middle of an answer: 0 of ${signals.length} lost it`);
});

test('a process that is told to stop again and again, as by a supervisor that tells its group too, waits for its answers and ends with 0', async () => {
  const model = await holdingModel();
  const settings = {
    DATA_DIR: filledFolder(),
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'stand-in',
    STOP_ANSWERS_SECONDS: '60',
  };
  const program = startProgram(settings, 'api');
  const { api = '' } = await program.ready;
  const request = await signIn(api);
  const bot = (await request('/bots/v1/bots')).items[0].id;
  const { dialogue_id } = await request('/dialogues/v1/dialogues', {
    bot_id: bot,
    prompt: 'Write.',
    idempotency_key: crypto.randomUUID(),
  });
  await until(() => model.requests[0]?.tokensSent === held + 1);
  program.child.kill('SIGTERM');
  await until(async () => (await fetch(`${api}/healthz`).catch(() => null)) === null);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) program.child.kill(signal);
  model.goOn();
  expect(await program.ended).toMatchObject({ code: 0, stderr: '' });

  const next = startProgram(settings, 'api');
  const again = await signIn((await next.ready)['api'] ?? '');
  const [stored] = (await again(`/dialogues/v1/dialogues/${dialogue_id}/messages`)).items;
  expect(stored).toMatchObject({ content: tokens.join(''), run: { status: 'complete' } });
});
