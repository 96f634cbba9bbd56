import { randomUUID } from 'node:crypto';
import { type AgentTool } from '@parlance/shared/contract/agents/agent-definition';
import { deleteDialogue, startDialogue } from '@parlance/shared/contract/api/dialogues';
import { createRule, switchRule } from '@parlance/shared/contract/api/governance/rules';
import { getOwnData } from '@parlance/shared/contract/api/own-data';
import { answerToolCall } from '@parlance/shared/contract/api/runs/tool-calls';
import { copySharedDialogue, listSharedToolCalls, shareDialogue } from '@parlance/shared/contract/api/shares';
import { type SavedTool, type ToolCall, listToolCalls } from '@parlance/shared/contract/api/tools';
import { type ToolContent, getToolContent } from '@parlance/shared/contract/api/tools/contents';
import { fillPath } from '@parlance/shared/contract/endpoint';
import { deleteLeftovers } from '../../library/files/leftovers.ts';
import { readStorage } from '../../platform/limits/storage.ts';
import { dataOf } from '../../testing/agents.ts';
import { botNamed, hear, listen, prompt, start } from '../../testing/asking.ts';
import { attach } from '../../testing/attaching.ts';
import { makePng } from '../../testing/make-files.ts';
import { referenceProgram } from '../../testing/mcp-server.ts';
import { type ChatRequest, type ModelCall, type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { type HttpSite, builtIn, giveTools, makeTool, startSite } from '../../testing/tools.ts';
import { findCallsOfRun } from '../tools/calls.ts';
import { keepContents } from '../tools/contents/keep.ts';
import { withEarlierCalls } from './earlier-calls.ts';
import { readNaming } from './naming.ts';

jest.setTimeout(60_000);

const png = Buffer.from(makePng(4, 3));
const card = '4111 1111 1111 1111';

/** The calls the model requests in each step of an answer. */
let script: readonly (readonly ModelCall[])[];
let model: ModelServer;
let site: HttpSite;
let server: TestServer;
let base: string;
let owner: Client;
let member: Client;
let bot: string;
let everything: SavedTool;
let chart: SavedTool;
let organizationId: string;

const stepsDone = ({ messages }: ChatRequest) =>
  messages
    .slice(messages.findLastIndex(({ role, content }) => role === 'user' && !isPictures(content)))
    .filter(({ role }) => role === 'assistant').length;
const isPictures = (content: unknown) => JSON.stringify(content).includes('Pictures that a tool gave back');

const settings = () => ({
  MODEL_BASE_URL: model.baseUrl,
  MODEL_NAME: 'stand-in',
  MODEL_SEES_IMAGES: 'true',
  OUTGOING_ALLOWED_HOSTS: site.host,
  TOOL_SECRETS_KEY: 'ab'.repeat(32),
  MCP_STDIO_SERVERS: JSON.stringify({ everything: [process.execPath, referenceProgram, 'stdio'] }),
});

beforeAll(async () => {
  model = await startModelServer({
    calls: (request) => (request.tool_choice === 'none' ? [] : (script[stepsDone(request)] ?? [])),
    answer: () => ['Under', 'stood.'],
  });
  site = await startSite(({ path }, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(path.includes('broken') ? 'x' : png);
  });
  server = await startTestServer(settings());
  base = await listen(server.app);
  owner = await server.as('owner@pro.example');
  member = await server.as('member@pro.example');
  bot = await botNamed(member, 'House Guide');
  everything = await makeTool(owner, {
    name: 'Every',
    settings: { kind: 'mcp', server: { transport: 'stdio', name: 'everything' } },
  });
  const http = (url: string, properties = {}) => ({
    kind: 'http' as const,
    method: 'GET' as const,
    url: site.origin + url,
    parameters: { type: 'object', properties },
  });
  chart = await makeTool(owner, { name: 'Chart', description: 'Draws.', settings: http('/chart.png') });
  ({ organization_id: organizationId } = await server.db.asSystem((trx) =>
    trx.selectFrom('tools').where('id', '=', chart.id).select('organization_id').executeTakeFirstOrThrow(),
  ));
});
afterAll(async () => {
  await server.close();
  await Promise.all([site.close(), model.close()]);
});
beforeEach(async () => {
  script = [];
  model.requests.length = 0;
  await giveTools(server, bot, [always(everything), always(chart)], 10);
});

const always = ({ id }: SavedTool): AgentTool => ({ tool_id: id, permission: 'always', functions: {} });
const tinyImage: ModelCall = { name: 'Every_get-tiny-image', arguments: '{}' };
const drawChart: ModelCall = { name: 'Chart_request', arguments: '{}' };

async function answered(...calls: readonly (readonly ModelCall[])[]) {
  script = calls;
  const turn = await start(member, bot, 'What is it?');
  const heard = await hear(base, member, turn.answer.run?.id ?? '');
  return { turn, heard, calls: await callsIn(turn.dialogue_id) };
}
const callsIn = async (dialogue_id: string, client = member): Promise<ToolCall[]> =>
  dataOf(await client.call(listToolCalls, { params: { dialogue_id } })).items;
const contentsOf = (calls: readonly ToolCall[]): ToolContent[] => calls.flatMap(({ contents = [] }) => contents);
const get = (client: Client | null, content_id = '') =>
  server.app.inject({
    url: fillPath(getToolContent.path, { content_id }),
    ...(client === null ? {} : { headers: client.headers() }),
  });

/** The pictures in each message of a request, in order. */
const seenIn = ({ messages }: ChatRequest): Buffer[] =>
  messages.flatMap(({ content }) =>
    Array.isArray(content)
      ? content.flatMap(({ image_url: image }) =>
          image === undefined ? [] : [Buffer.from(image.url.split(',')[1] ?? '', 'base64')],
        )
      : [],
  );
const lastRequest = (): ChatRequest => {
  const request = model.requests.at(-1)?.body;
  if (request === undefined) throw new Error('The model was not asked.');
  return request;
};
const toldIn = ({ messages }: ChatRequest) =>
  messages.filter(({ role }) => role === 'tool').map(({ content }) => content);

test('a picture of the official server is shown to the model and to the person, in this answer and the next', async () => {
  const { turn, heard, calls } = await answered([tinyImage]);
  const [content] = contentsOf(calls);
  expect(content).toEqual({
    id: expect.any(String),
    type: 'image',
    media_type: 'image/png',
    name: '',
    size: 4_033,
    address: null,
  });
  expect(heard.events.flatMap(({ data }) => (data.type === 'tool' ? [data.call.contents] : [])).at(-1)).toEqual([
    content,
  ]);
  expect(toldIn(lastRequest())).toEqual([expect.stringContaining('[image]\nThe image above is the MCP logo.')]);
  const [seen] = seenIn(lastRequest());
  expect(seenIn(lastRequest())).toHaveLength(1);
  const given = await get(member, content?.id);
  expect(given.statusCode).toBe(200);
  expect(given.rawPayload).toEqual(seen);
  expect(given.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': '4033',
    'x-content-type-options': 'nosniff',
    'content-disposition': expect.stringMatching(/^attachment; filename="image"/),
    'content-security-policy': expect.stringContaining("sandbox; frame-ancestors 'none'"),
  });
  script = [];
  const next = await prompt(member, turn.dialogue_id, 'And what colour?');
  await hear(base, member, next.answer.run?.id ?? '');
  expect(seenIn(lastRequest())).toEqual([seen]);
});

test('what is for the person alone is not told, and links lead where a browser can go', async () => {
  const annotated = {
    name: 'Every_get-annotated-message',
    arguments: JSON.stringify({ messageType: 'debug', includeImage: true }),
  };
  const links = { name: 'Every_get-resource-links', arguments: JSON.stringify({ count: 1 }) };
  const { turn, calls } = await answered([annotated, links]);
  expect(seenIn(lastRequest())).toEqual([]);
  expect(toldIn(lastRequest())[0]).toBe('Debug: Cache hit ratio 0.95, latency 150ms');
  expect(calls[0]).toMatchObject({ result: expect.stringMatching(/150ms\n\[image\]$/), contents: [{ type: 'image' }] });
  expect((await get(member, calls[0]?.contents?.[0]?.id)).statusCode).toBe(200);
  expect(calls[1]?.contents).toMatchObject([{ type: 'link', name: 'Blob Resource 1', address: null, size: 0 }]);
  expect((await get(member, calls[1]?.contents?.[0]?.id)).statusCode).toBe(404);
  script = [];
  const next = await prompt(member, turn.dialogue_id, 'And now?');
  await hear(base, member, next.answer.run?.id ?? '');
  expect(seenIn(lastRequest())).toEqual([]);
});

test('only who may read the answer gets its picture', async () => {
  const { turn, calls } = await answered([drawChart]);
  const [content] = contentsOf(calls);
  expect(content).toMatchObject({ name: 'chart.png', size: png.length });
  const [admin, other, stranger] = [
    await server.as('admin@pro.example'),
    await server.as('otp@pro.example'),
    await server.as('owner@free.example'),
  ];
  const codes = async () =>
    Promise.all([member, admin, other, stranger].map(async (client) => (await get(client, content?.id)).statusCode));
  expect(await codes()).toEqual([200, 404, 404, 404]);
  expect((await get(null, content?.id)).statusCode).toBe(401);
  const share = dataOf(
    await member.call(shareDialogue, { params: { dialogue_id: turn.dialogue_id }, body: { scope: 'organization' } }),
  );
  expect(dataOf(await admin.call(listSharedToolCalls, { params: { share_id: share.id } })).items[0]?.contents).toEqual([
    content,
  ]);
  expect(await codes()).toEqual([200, 200, 200, 404]);
  const copy = dataOf(
    await admin.call(copySharedDialogue, {
      params: { share_id: share.id },
      body: { idempotency_key: randomUUID() },
    }),
  );
  const used = (await server.db.asTenant(organizationId, (trx) => readStorage(trx, organizationId))).used;
  await member.call(deleteDialogue, { params: { dialogue_id: turn.dialogue_id } });
  expect(await codes()).toEqual([404, 404, 404, 404]);
  await server.db.asSystem((trx) => trx.deleteFrom('dialogues').where('id', '=', turn.dialogue_id).execute());
  // The copy has the same bytes, which counted once.
  expect((await server.db.asTenant(organizationId, (trx) => readStorage(trx, organizationId))).used).toBe(used);
  await sweep();
  const [copied] = contentsOf(await callsIn(copy.id, admin));
  expect(copied).toEqual({ ...content, id: expect.any(String) });
  expect((await get(admin, copied?.id)).rawPayload).toEqual(png);
  expect((await get(member, copied?.id)).statusCode).toBe(404);
});

async function sweep(): Promise<void> {
  await server.pool.query("update storage_leftovers set noted_at = now() - interval '2 hours'");
  await deleteLeftovers(server.dependencies);
}
const keysOf = async (id: string) =>
  (
    await server.pool.query<{ storage_key: string }>('select storage_key from tool_contents where id = $1', [id])
  ).rows.map(({ storage_key: key }) => key);

test('the bytes go with the dialogue', async () => {
  const { turn, calls } = await answered([drawChart]);
  const [key = ''] = await keysOf(contentsOf(calls)[0]?.id ?? '');
  await sweep();
  expect(await server.dependencies.storage.get(key)).not.toBeNull();
  await server.db.asSystem((trx) => trx.deleteFrom('dialogues').where('id', '=', turn.dialogue_id).execute());
  await sweep();
  expect(await server.dependencies.storage.get(key)).toBeNull();
  expect((await server.pool.query('select from storage_reservations')).rows).toEqual([]);
});

test('bytes whose row never came are swept', async () => {
  const { kept } = await keepContents({ ...server.dependencies, log: server.app.log }, organizationId, [
    { type: 'image', mediaType: 'image/png', name: '', bytes: png },
  ]);
  const key = kept[0]?.key ?? '';
  expect(await server.dependencies.storage.get(key)).not.toBeNull();
  await sweep();
  expect(await server.dependencies.storage.get(key)).toBeNull();
  await server.pool.query('delete from storage_reservations');
});

test('the download of own data names them', async () => {
  const { calls } = await answered([drawChart]);
  const [content] = contentsOf(calls);
  const { tool_calls: own } = dataOf(await member.call(getOwnData)).memberships[0] ?? { tool_calls: [] };
  expect(own.at(-1)).toMatchObject({
    contents: [{ type: 'image', name: 'chart.png', size: png.length, address: `/tools/v1/contents/${content?.id}` }],
  });
});

test('what there is no room for is seen by the model, is not kept, and is named', async () => {
  await server.db.asSystem((trx) =>
    trx
      .insertInto('storage_reservations')
      .values({
        key: 'filler',
        organization_id: organizationId,
        bytes: String(10 ** 15),
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute(),
  );
  const { calls } = await answered([drawChart]);
  await server.db.asSystem((trx) => trx.deleteFrom('storage_reservations').execute());
  expect(calls).toMatchObject([
    { state: 'done', result: '[image: chart.png]\n[not kept, as there is no room for it: chart.png]' },
  ]);
  expect(contentsOf(calls)).toEqual([]);
  expect(seenIn(lastRequest())).toEqual([png]);
});

test('what cannot be written is not kept, and the call is done', async () => {
  const { storage } = server.dependencies;
  const put = jest.spyOn(storage, 'put').mockRejectedValue(new Error('The bucket is gone.'));
  const { calls, heard } = await answered([drawChart]);
  put.mockRestore();
  expect(calls).toMatchObject([{ state: 'done', result: expect.stringContaining('[not kept') }]);
  expect(contentsOf(calls)).toEqual([]);
  expect(heard.ended).toMatchObject({ type: 'ended' });
});

test('names and addresses pass the rules as the text of a result does', async () => {
  const admin = await server.as('admin@pro.example');
  const definition = {
    name: randomUUID(),
    message: 'Not here.',
    target: 'both' as const,
    action: 'mask' as const,
    conditions: [{ kind: 'personal' as const, detectors: ['card' as const] }],
  };
  const { id } = dataOf(await admin.call(createRule, { body: { definition } }));
  dataOf(await admin.call(switchRule, { params: { rule_id: id }, body: { is_enabled: true } }));
  // The arguments are masked too: the name comes out of the address that the site leads to.
  await giveTools(server, bot, [always(chart)]);
  site.requests.length = 0;
  const original = chart;
  const tool = await makeTool(owner, {
    name: 'Card',
    description: 'Draws.',
    settings: {
      kind: 'http',
      method: 'GET',
      url: `${site.origin}/${encodeURIComponent(`of ${card}`)}.png`,
      parameters: {},
    },
  });
  await giveTools(server, bot, [always(original), always(tool)]);
  const { calls } = await answered([{ name: 'Card_request', arguments: '{}' }]);
  await server.db.asSystem((trx) => trx.deleteFrom('governance_rules').execute());
  expect(JSON.stringify(calls)).not.toContain('4111');
  expect(contentsOf(calls)).toMatchObject([{ type: 'image', size: png.length }]);
  expect(contentsOf(calls)[0]?.name).toMatch(/^of .+\.png$/);
});

test('an answer that waited for its person shows its model the pictures of before', async () => {
  await giveTools(server, bot, [always(chart), builtIn('calculator', 'ask')]);
  script = [[drawChart], [{ name: 'calculator_calculate', arguments: '{"expression":"1+1"}' }]];
  const turn = await start(member, bot, 'What is it?');
  const runId = turn.answer.run?.id ?? '';
  await hear(base, member, runId, {
    until: ({ events }) => events.some(({ data }) => data.type === 'tool' && data.call.state === 'waiting'),
  });
  const waiting = (await callsIn(turn.dialogue_id)).find(({ state }) => state === 'waiting');
  dataOf(
    await member.call(answerToolCall, {
      params: { call_id: waiting?.id ?? '' },
      body: { allow: true, arguments: waiting?.arguments ?? '' },
    }),
  );
  await hear(base, member, runId);
  expect(toldIn(lastRequest())).toEqual(['[image: chart.png]', '2']);
  expect(seenIn(lastRequest())).toEqual([png]);
});

test('of earlier answers, only the pictures of results that are still told are shown', async () => {
  const { turn } = await answered(...Array.from({ length: 9 }, () => [drawChart]));
  // Seven of these have room, and so has the short one before them.
  await server.pool.query("update tool_calls set result = repeat('x', 4000) where run_id = $1 and step > 1", [
    turn.answer.run?.id,
  ]);
  script = [];
  const next = await prompt(member, turn.dialogue_id, 'And now?');
  await hear(base, member, next.answer.run?.id ?? '');
  expect(toldIn(lastRequest()).filter((told) => String(told).startsWith('[no longer here'))).toHaveLength(1);
  expect(seenIn(lastRequest())).toHaveLength(8);
  const [earlier] = await server.db.asTenant(organizationId, (trx) =>
    withEarlierCalls(trx, [{ id: turn.answer.id, author: 'bot', content: '' }], 3),
  );
  expect(earlier?.pictures.map(({ exchange }) => exchange)).toEqual([8, 7, 6]);
});

test('what is for the person alone names no address to the model', async () => {
  const { turn } = await answered([drawChart]);
  const runId = turn.answer.run?.id ?? '';
  await server.pool.query(
    "update tool_calls set result = 'https://a.example/x', told_result = 'told' where run_id = $1",
    [runId],
  );
  const { results } = await server.db.asTenant(organizationId, async (trx) =>
    readNaming(trx, { runId, sources: [], rows: await findCallsOfRun(trx, runId) }),
  );
  expect(results.map(({ text }) => text)).toEqual(['told']);
});

test('the newest pictures are shown, up to the limit, and that of the prompt in any case', async () => {
  const attached = await attach(server, member, 'own.png', makePng(9, 9));
  script = Array.from({ length: 10 }, () => [drawChart]);
  await server.db.asSystem((trx) => trx.updateTable('bots').set({ tool_steps: 10 }).where('id', '=', bot).execute());
  const turn = dataOf(
    await member.call(startDialogue, {
      body: { bot_id: bot, prompt: 'What is it?', attachment_ids: [attached.id], idempotency_key: randomUUID() },
    }),
  );
  await hear(base, member, turn.answer.run?.id ?? '');
  const counts = model.requests.map(({ body }) => seenIn(body).length);
  // A quarter of the 32,768 tokens that are assumed is seven pictures of results.
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8]);
  expect(seenIn(lastRequest())[0]).toEqual(Buffer.from(makePng(9, 9)));
  expect(toldIn(lastRequest())).toHaveLength(10);
});
