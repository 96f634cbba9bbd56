import { toolResultMaxLength } from '@parlance/shared/contract/api/tools';
import { makePng } from '../../../testing/make-files.ts';
import { type McpTool, mcpTool } from '../../../testing/mcp-tool.ts';
import { type HttpSite, startSite } from '../../../testing/tools.ts';
import { cutOffNote } from '../perform.ts';
import { endJudges } from '../schema/wrong-arguments.ts';

/** What the server answers to each call. */
let result: unknown;
let site: HttpSite;
let tool: McpTool;
beforeAll(async () => {
  site = await startSite(({ method, body }, response) => {
    const { id, method: asked } = JSON.parse(body === '' ? '{}' : body) as { id?: number; method?: string }; // the SDK's
    if (method !== 'POST') return void response.writeHead(405).end();
    if (id === undefined) return void response.writeHead(202).end();
    const initialized = {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'stub', version: '1' },
    };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, result: asked === 'initialize' ? initialized : result }));
  });
  tool = mcpTool(`${site.origin}/mcp`);
});
afterAll(async () => {
  await tool.close();
  await site.close();
  await endJudges();
});

const data = Buffer.from(makePng(2, 2)).toString('base64');
const forPerson = { annotations: { audience: ['user'] } };
const called = (answer: unknown) => {
  result = answer;
  return tool.call('draw');
};

test('what the SDK would refuse is read all the same', async () => {
  expect(
    await called({ content: [{ type: 'text', text: 'one' }, { type: 'widget' }, { type: 'image', data: 7 }, null] }),
  ).toMatchObject({
    state: 'done',
    result: 'one\n[unknown content: widget]\n[unknown content: image]\n[unknown content]',
  });
  expect(await called({ success: true })).toMatchObject({ state: 'done', result: '{"success":true}' });
  expect(await called({ structuredContent: [1] })).toMatchObject({ state: 'done', result: '[1]' });
});

test('a failure has its words, its picture, and what is for the person alone', async () => {
  const content = [
    { type: 'text', text: 'No such page.' },
    { type: 'image', data },
    { type: 'text', text: 'Ask Ada.', ...forPerson },
  ];
  expect(await called({ isError: true, content })).toMatchObject({
    state: 'failed',
    result: 'No such page.\n[image]\nAsk Ada.',
    told: 'No such page.\n[image]',
    contents: [{ type: 'image' }],
  });
});

test('what the model is told is cut as the result is, with the notice in it', async () => {
  const long = 'x'.repeat(toolResultMaxLength + 1);
  const performed = await called({
    content: [
      { type: 'text', text: long },
      { type: 'text', text: 'A', ...forPerson },
    ],
  });
  expect(performed).toMatchObject({ isCut: true, result: long.slice(1) });
  expect(performed.told).toHaveLength(toolResultMaxLength);
  expect(performed.told?.endsWith(`x${cutOffNote}`)).toBe(true);
});
