import { startModelServer } from '../../testing/model-server.ts';
import { endPrograms, filledFolder, signIn, startProgram } from '../../testing/program.ts';
import { startSite } from '../../testing/tools.ts';

jest.setTimeout(120_000);
afterAll(endPrograms);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a call that waits for its person outlives its process: allowed or refused at the next one, it is made once or never', async () => {
  const site = await startSite((_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('It was ordered.'),
  );
  const model = await startModelServer({
    calls: ({ messages }) =>
      messages.at(-1)?.role === 'tool' ? [] : [{ name: 'Orders_request', arguments: '{"what":"tea"}' }],
    answer: ({ messages }) =>
      messages.at(-1)?.role === 'tool' ? ['I was told: ', String(messages.at(-1)?.content)] : ['Let me ', 'see.'],
  });
  const settings = {
    DATA_DIR: filledFolder(),
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'stand-in',
    MODEL_TITLES: 'false',
    OUTGOING_ALLOWED_HOSTS: site.host,
    TOOL_SECRETS_KEY: 'ab'.repeat(32),
  };
  let program = startProgram(settings, 'api');
  let request = await signIn((await program.ready)['api'] ?? '', 'owner@pro.example');
  const tool = await request('/tools/v1/tools', {
    name: 'Orders',
    settings: {
      kind: 'http',
      method: 'POST',
      url: `${site.origin}/orders`,
      parameters: { type: 'object', properties: { what: { type: 'string' } } },
    },
    secret_headers: { Authorization: 'Bearer kept' },
  });
  const { agent } = await request('/studio/v1/agents', {
    idempotency_key: crypto.randomUUID(),
    from: { kind: 'blank' },
  });
  const definition = { ...agent.definition, tools: [{ tool_id: tool.id, permission: 'ask', functions: {} }] };
  for (const allow of [true, false]) {
    const { dialogue_id, answer } = await request(`/studio/v1/agents/${agent.id}/test-dialogues`, {
      idempotency_key: crypto.randomUUID(),
      prompt: 'Order tea.',
      definition,
    });
    const calls = async () => (await request(`/tools/v1/dialogues/${dialogue_id}/calls`)).items;
    while ((await calls())[0]?.state !== 'waiting') await pause(20);
    program.child.kill('SIGKILL');
    await program.ended;
    program = startProgram(settings, 'api');
    request = await signIn((await program.ready)['api'] ?? '', 'owner@pro.example');
    const [waiting] = await calls();
    expect(waiting).toMatchObject({ state: 'waiting', arguments: '{"what":"tea"}' });
    site.requests.length = 0;
    const say = () => request(`/tools/v1/calls/${waiting.id}/answer`, { allow, arguments: waiting.arguments });
    // Twice at once, as from two windows: one of them is heard.
    expect((await Promise.allSettled([say(), say()])).map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
    ]);
    const stored = async () =>
      (await request(`/dialogues/v1/dialogues/${dialogue_id}/messages`)).items.find(
        ({ id }: { id: string }) => id === answer.id,
      );
    while ((await stored()).run.status !== 'complete') await pause(20);
    expect((await stored()).content).toMatch(
      allow ? /^Let me see\.\n\nI was told: It was ordered\.$/ : /^Let me see\.\n\nI was told: The person refused/,
    );
    expect(site.requests).toMatchObject(
      allow ? [{ method: 'POST', body: '{"what":"tea"}', headers: { authorization: 'Bearer kept' } }] : [],
    );
    expect((await calls()).map(({ state }: { state: string }) => state)).toEqual([allow ? 'done' : 'refused']);
  }
  program.child.kill('SIGTERM');
  expect((await program.ended).code).toBe(0);
  await Promise.all([model.close(), site.close()]);
  console.info('SIGKILL while a call waits, then allowed and refused: made 1 of 1 and 0 of 1 times');
});
