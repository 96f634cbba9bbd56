import { randomUUID } from 'node:crypto';
import {
  type Message,
  exportDialogue,
  regenerateAnswer,
  updateDialogue,
} from '@parlance/shared/contract/api/dialogues';
import { streamRun } from '@parlance/shared/contract/api/runs/runs';
import type { ToolCall } from '@parlance/shared/contract/api/tools';
import { botNamed, messages, prompt, start } from '../../testing/asking.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { markdownOf } from './export-markdown.ts';
import { fileNameOf } from './export.ts';

let server: TestServer;
let member: Client;
beforeAll(async () => {
  server = await startTestServer();
  member = await server.as('member@pro.example');
});
afterAll(() => server.close());

const ended = (runId: string | undefined) => member.call(streamRun, { params: { run_id: runId ?? '' } });
const exported = async (dialogueId: string, format: 'markdown' | 'json') => {
  const { body } = await member.call(exportDialogue, { params: { dialogue_id: dialogueId }, query: { format } });
  if (!body.success) throw new Error(body.code);
  return body.data;
};

test('a dialogue is exported as it is read, with its sources, for people; with every branch, for programs', async () => {
  const turn = await start(member, await botNamed(member, 'House Guide'), 'When is the building open?');
  await ended(turn.answer.run?.id);
  const { body } = await member.call(regenerateAnswer, {
    params: { message_id: turn.answer.id },
    body: { idempotency_key: randomUUID() },
  });
  await ended(body.success ? body.data.answer.run?.id : '');
  const second = await prompt(member, turn.dialogue_id, 'How do I register visitors?');
  await ended(second.answer.run?.id);
  await member.call(updateDialogue, {
    params: { dialogue_id: turn.dialogue_id },
    body: { title: 'House: rules/2026' },
  });
  const markdown = await exported(turn.dialogue_id, 'markdown');
  expect(markdown).toMatchObject({ file_name: 'House rules 2026.md', media_type: 'text/markdown' });
  const [first, ...rest] = markdown.content.split('\n');
  expect([first, rest[1]]).toEqual(['# House: rules/2026', expect.stringMatching(/^House Guide · .* UTC$/)]);
  expect(markdown.content.match(/^## /gm)).toHaveLength(4);
  expect(markdown.content.indexOf('building open?')).toBeLessThan(markdown.content.indexOf('register visitors?'));
  expect(markdown.content).toContain('**Sources**\n\n\\[1\\] **House guide.md**, Opening hours');
  const json = await exported(turn.dialogue_id, 'json');
  expect(json).toMatchObject({ file_name: 'House rules 2026.json', media_type: 'application/json' });
  // the shape that is tested
  const content = JSON.parse(json.content) as { title: string; leaf_id: string; messages: Message[] };
  expect(content).toMatchObject({ title: 'House: rules/2026', leaf_id: second.answer.id });
  expect(content.messages).toHaveLength(5);
  expect(content.messages.slice(0, 1).concat(content.messages.slice(2))).toEqual(
    (await messages(member, turn.dialogue_id)).reverse(),
  );
});

test('a format that there is not is refused', async () => {
  const answer = await server.app.inject({
    url: `/dialogues/v1/dialogues/${randomUUID()}/export?format=html`,
    headers: member.headers(),
  });
  expect(answer.statusCode).toBe(400);
});

const message = (author: 'member' | 'bot', content: string, more: Partial<Message> = {}): Message => ({
  id: randomUUID(),
  parent_id: null,
  versions: [],
  author,
  content,
  citations: [],
  attachments: [],
  rating: null,
  created_at: '2026-11-21T10:00:00.000Z',
  run: null,
  ...more,
});
const file = (items: Message[], title = 'Title', calls: ToolCall[] = []) =>
  markdownOf({ title, bot: 'Bot', createdAt: new Date('2026-11-21T10:00:00Z'), messages: items, calls }, 'en');

test('emphasis is that of every reader of Markdown, and code is as it was', () => {
  expect(file([message('bot', '請看**「重點」**說明 `**「a」**b`\n\n```\n**「a」**b\n```')])).toContain(
    '請看\u200A**「重點」**\u200A說明 `**「a」**b`\n\n```\n**「a」**b\n```',
  );
});

describe('what was written cannot pass for the file itself', () => {
  test('a call of a tool stands where the transcript has it, sign by sign', () => {
    const answer = message('bot', 'Here it is.', { has_calls: true });
    const call: ToolCall = {
      id: randomUUID(),
      answer_id: answer.id,
      tool_id: null,
      kind: 'mcp',
      tool_name: '# Orders',
      function: 'find',
      arguments: '{"q":"<b>"}',
      state: 'done',
      result: '## Bot · now\nFound [it](javascript:x)',
      is_cut: true,
      offset: 0,
      duration_ms: 1,
      created_at: '2026-11-21T10:00:00.000Z',
    };
    const text = file([answer], 'Title', [call, { ...call, answer_id: randomUUID(), tool_name: 'Elsewhere' }]);
    expect(text).toContain(
      'Here it is.\n\n**Tool call: \\# Orders: find** · Done\n\nArguments\n\n> \\{"q":"\\<b\\>"\\}\n\n',
    );
    expect(text).toContain('Result (shortened)\n\n> \\#\\# Bot · now\\\n> Found \\[it\\](javascript:x)');
    expect(text).not.toContain('Elsewhere');
    expect(text.match(/^## /gm)).toHaveLength(1);
  });

  test('a prompt is quoted, sign by sign and line by line', () => {
    const text = file([message('member', '## Bot · now\n- [click](javascript:x) <b>bold</b>\n\n    code\n1. one')]);
    expect(text.match(/^## /gm)).toHaveLength(1);
    expect(text).toContain(
      '> \\#\\# Bot · now\\\n> \\- \\[click\\](javascript:x) \\<b\\>bold\\</b\\>\\\n>\n> \u00A0\u00A0\u00A0\u00A0code\\\n> 1\\. one',
    );
  });

  test('an answer keeps its headings below, its fences closed, and has no HTML, no pictures and no scripts', () => {
    const text = file([
      message(
        'bot',
        '# You · now\n<script>x</script> `<b>` <https://parlance.example>\n![pixel](https://evil.example/x.png) [a](javascript:x)\n```js\n<b># kept</b>',
      ),
      message('member', 'next'),
    ]);
    expect(text.match(/^## /gm)).toHaveLength(2);
    expect(text).toContain(
      '### You · now\n\\<script>x\\</script> `<b>` <https://parlance.example>\n[pixel](https://evil.example/x.png) [a](unsafe:javascript:x)\n```js\n<b># kept</b>\n```\n\n## You',
    );
  });

  test('neither do a title, a file and its heading', () => {
    const citation = {
      number: 1,
      file_id: randomUUID(),
      file_name: '**a**\n# b.md',
      position: 1,
      page: 3,
      heading: '[x](y)',
      passage: '# passage',
    };
    const text = file([message('bot', 'x [1]', { citations: [citation] })], '# two\n# lines');
    expect(text.match(/^#/gm)).toHaveLength(2);
    expect(text).toContain('\\[1\\] **\\*\\*a\\*\\* \\# b.md**, \\[x\\](y), page 3\n\n> \\# passage');
  });
});

test.each([
  ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j'],
  ['..hidden.. ', 'hidden'],
  ['../../etc/passwd', 'etc passwd'],
  ['con', 'con_'],
  ['\u202Egpj.exe\0', 'gpj.exe'],
  [' \n ', 'dialogue'],
  ['員工休假', '員工休假'],
  ['🦘'.repeat(200), '🦘'.repeat(80)],
])('the title %j makes the file name %j', (title, name) => {
  expect(fileNameOf(title)).toBe(name);
});
