import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAgent, publishAgent, saveAgentDraft, setAgentAccess } from '@parlance/shared/contract/api/agents/agents';
import { createTool, type ToolSettings } from '@parlance/shared/contract/api/tools';
import type { Page } from 'playwright';
import {
  filesystemProgram,
  memoryProgram,
  type ReferenceServer,
  startReferenceServer,
} from '../../server/src/testing/mcp-server.ts';
import { type ChatRequest, type ModelServer, startModelServer } from '../../server/src/testing/model-server.ts';
import { type HttpSite, startSite } from '../../server/src/testing/tools.ts';
import { findings } from '../harness/axe.ts';
import { chromiumPath } from '../harness/browser.ts';
import { callAs } from '../harness/call-as.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { ask, finishedAnswer, messages, openBot } from '../harness/screens.ts';
import { step } from '../harness/step.ts';

/** The program of `playwright mcp`: a browser that an agent works with. */
const browserProgram = fileURLToPath(new URL('../node_modules/playwright/cli.js', import.meta.url));

let folder: string;
let site: HttpSite;
let everything: ReferenceServer;
let model: ModelServer;

/** The calls that each question leads to, one after the other. */
const wishes = (): Record<string, readonly (readonly [name: string, values: object])[]> => ({
  'Whom shall I write to?': [['Every_trigger-elicitation-request', {}]],
  'Show me the page https://shop.example/terms first.': [
    ['Every_trigger-url-elicitation', { url: 'https://shop.example/terms' }],
  ],
  [`Draw ${site.origin}/chart`]: [
    ['Browser_browser_navigate', { url: `${site.origin}/chart` }],
    ['Browser_browser_take_screenshot', {}],
  ],
  'What does the note say?': [['Files_read_text_file', { path: path.join(folder, 'note.txt') }]],
  'Remember that Ada likes tea.': [
    ['Memory_create_entities', { entities: [{ name: 'Ada', entityType: 'person', observations: ['likes tea'] }] }],
  ],
  'What does Ada like?': [['Memory_search_nodes', { query: 'tea' }]],
});

const questionOf = ({ messages: said }: ChatRequest): string => {
  const content = said.findLast(({ role, content: it }) => role === 'user' && typeof it === 'string')?.content;
  return typeof content === 'string' ? content : '';
};
function nextCall(request: ChatRequest) {
  const asked = questionOf(request);
  const calls = Object.entries(wishes()).find(([question]) => asked.endsWith(question))?.[1] ?? [];
  const since = request.messages.findLastIndex(({ role, content }) => role === 'user' && content === asked);
  return calls[request.messages.slice(since).filter(({ role }) => role === 'tool').length];
}

const stage = prepareStage(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tool-servers-'));
  await writeFile(path.join(folder, 'note.txt'), 'The bakery opens at seven.');
  site = await startSite((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1 style="color:teal">Rising sales</h1>'),
  );
  everything = await startReferenceServer();
  model = await startModelServer({
    calls: (request) => {
      const call = nextCall(request);
      return call === undefined ? [] : [{ name: call[0], arguments: JSON.stringify(call[1]) }];
    },
    answer: (request) => {
      if (nextCall(request) !== undefined) return [];
      const result = request.messages.findLast(({ role }) => role === 'tool')?.content;
      return ['The tool said: ', typeof result === 'string' ? result : ''];
    },
  });
  const browser = [process.execPath, browserProgram, 'mcp', '--headless', '--isolated', '--no-sandbox'];
  browser.push('--output-dir', folder);
  const programs = {
    browser: [...browser, '--executable-path', chromiumPath()],
    files: [process.execPath, filesystemProgram, folder],
    memory: ['env', `MEMORY_FILE_PATH=${path.join(folder, 'memory.json')}`, process.execPath, memoryProgram],
  };
  return {
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'stand-in',
    MODEL_TITLES: 'false',
    MODEL_SEES_IMAGES: 'true',
    OUTGOING_ALLOWED_HOSTS: everything.host,
    MCP_STDIO_SERVERS: JSON.stringify(programs),
  };
});
afterAll(async () => {
  await model.close();
  everything.end();
  await site.close();
  await rm(folder, { recursive: true });
});

async function expectNoFindings(page: Page): Promise<void> {
  const found = await findings(page);
  expect(found).toEqual([]);
}

/** Publishes an agent for everybody, with all functions of four servers. */
async function publishHelper(admin: Awaited<ReturnType<typeof stage.visit>>): Promise<void> {
  const server = (settings: Extract<ToolSettings, { kind: 'mcp' }>['server']) => ({
    kind: 'mcp' as const,
    server: settings,
  });
  const drafts = {
    Every: server({ transport: 'http', url: everything.url, headers: {} }),
    Browser: server({ transport: 'stdio', name: 'browser' }),
    Files: server({ transport: 'stdio', name: 'files' }),
    Memory: server({ transport: 'stdio', name: 'memory' }),
  };
  const tools: { tool_id: string; permission: 'always' }[] = [];
  for (const [name, settings] of Object.entries(drafts)) {
    const { id } = await callAs<{ id: string }>(stage, admin, createTool, { data: { name, settings } });
    tools.push({ tool_id: id, permission: 'always' });
  }
  const { agent } = await callAs<{ agent: { id: string; revision: number } }>(stage, admin, createAgent, {
    data: { idempotency_key: crypto.randomUUID(), from: { kind: 'blank' } },
  });
  const params = { agent_id: agent.id };
  const definition = { name: { en: 'Helper' }, avatar: '🧰', instructions: 'Help.', tools };
  const { revision } = await callAs<{ revision: number }>(stage, admin, saveAgentDraft, {
    params,
    data: { revision: agent.revision, definition },
  });
  await callAs(stage, admin, publishAgent, { params, data: { revision } });
  await callAs(stage, admin, setAgentAccess, { params, data: { scope: 'organization' } });
}

test('an agent works with servers that others wrote: they ask the person, show pictures, and keep what they are told', async () => {
  const admin = await stage.visit();
  await admin.signIn('admin@pro.example');
  await publishHelper(admin);
  const member = await stage.visit();
  await member.signIn('member@pro.example');
  const { page } = member;
  const answer = (place: number) => messages(page).nth(2 * place - 1);
  const form = page.getByRole('group', { name: /trigger-elicitation-request.* asks you for information$/ });

  await step('The reference server asks with a form of all kinds of fields', async () => {
    await member.open('/');
    await openBot(page, 'Helper');
    await ask(page, 'Whom shall I write to?');
    await form.getByText('Please provide inputs for the following fields:').waitFor();
    await expectNoFindings(page);
    await form.getByRole('button', { name: 'Send' }).click();
    await eventually(form.getByRole('textbox', { name: /^String$|^String \(/ }).first()).toBeFocused();
    await expectNoFindings(page);
  });
  await step('The person fills it in, and the server hears it', async () => {
    await form.getByRole('textbox').first().fill('Ada Lovelace');
    await form.getByRole('button', { name: 'Send' }).click();
    await answer(1).getByRole('listitem').getByText('Name: Ada Lovelace', { exact: true }).waitFor();
    await eventually(form).toHaveCount(0);
  });
  await step('Another question leads to a page, which the person declines', async () => {
    await ask(page, 'Show me the page https://shop.example/terms first.');
    const question = page.getByRole('group', { name: /asks you to open a page$/ });
    await question.getByText('https://shop.example/terms').waitFor();
    await expectNoFindings(page);
    await question.getByRole('button', { name: 'Decline' }).click();
    await answer(2)
      .getByText(/^The tool said: .*User declined to open the URL/)
      .waitFor();
  });
  await step('A browser shows a page as a picture, which the model sees as well', async () => {
    await ask(page, `Draw ${site.origin}/chart`);
    await finishedAnswer(page, 6);
    const picture = answer(3).getByRole('img').first();
    await picture.waitFor();
    await eventually(picture).toHaveJSProperty('complete', true);
    await eventually.poll(() => picture.evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBeGreaterThan(100);
    const parts = model.requests
      .at(-1)
      ?.body.messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
    expect(parts?.some(({ image_url: it }) => it?.url.startsWith('data:image/') === true)).toBe(true);
    await expectNoFindings(page);
  });
  await step('A file is read, and what a server was told is found in the next turn', async () => {
    await ask(page, 'What does the note say?');
    await answer(4).getByText('The tool said: The bakery opens at seven.').waitFor();
    await ask(page, 'Remember that Ada likes tea.');
    await finishedAnswer(page, 10);
    await ask(page, 'What does Ada like?');
    await answer(6)
      .getByText(/The tool said: .*likes tea/s)
      .waitFor();
  });
});
