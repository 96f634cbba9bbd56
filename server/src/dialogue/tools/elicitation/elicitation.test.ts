import type { ElicitationAnswer } from '@parlance/shared/contract/api/tools/elicitations';
import { type AskingMcpServer, startAskingMcpServer } from '../../../testing/asking-mcp-server.ts';
import { until } from '../../../testing/asking.ts';
import { type ReferenceServer, referenceProgram, startReferenceServer } from '../../../testing/mcp-server.ts';
import { type McpTool, mcpTool } from '../../../testing/mcp-tool.ts';
import { endJudges } from '../schema/wrong-arguments.ts';
import type { AskPerson, AskedQuestion } from './ask-person.ts';
import { PageDone } from './page-done.ts';

jest.setTimeout(60_000);

let tool: McpTool;
/** What a person was asked, and the answer that is given to each question. */
let asked: AskedQuestion[];
let answer: (question: AskedQuestion, signal: AbortSignal) => Promise<ElicitationAnswer>;
const ask: AskPerson = (question, signal) => {
  asked.push(question);
  return answer(question, signal);
};
beforeEach(() => {
  asked = [];
  answer = async () => ({ action: 'decline' });
});
afterEach(() => tool.close());
afterAll(() => endJudges());

describe('the official reference server', () => {
  let everything: ReferenceServer;
  beforeAll(async () => {
    everything = await startReferenceServer();
  });
  afterAll(() => everything.end());

  const ways = {
    'over HTTP': () => everything.url,
    'as a program': () => [process.execPath, referenceProgram, 'stdio'],
  };
  describe.each(Object.entries(ways))('%s', (_, server) => {
    beforeEach(() => {
      tool = mcpTool(server());
    });

    test('lists the functions that ask people', async () =>
      expect((await tool.functions()).functions.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['trigger-elicitation-request', 'trigger-url-elicitation']),
      ));

    test('asks with a form of all kinds of fields, and hears what was entered', async () => {
      const content = { name: 'Ada', integer: 7, check: true, titledMultipleSelectEnum: ['fish-1', 'fish-2'] };
      answer = async () => ({ action: 'accept', content });
      const { state, result } = await tool.call('trigger-elicitation-request', {}, { ask });
      expect(state).toBe('done');
      expect(result).toContain(JSON.stringify({ action: 'accept', content }, null, 2));
      expect(asked).toEqual([
        {
          message: 'Please provide inputs for the following fields:',
          asked: { type: 'form', fields: expect.any(Array) },
        },
      ]);
      const fields = asked.flatMap(({ asked: it }) => (it.type === 'form' ? it.fields : []));
      expect(fields.map(({ name, type }) => `${name} ${type}`)).toEqual([
        'name text',
        'check boolean',
        'firstLine text',
        'email text',
        'homepage text',
        'birthdate text',
        'integer number',
        'number number',
        'untitledSingleSelectEnum choice',
        'untitledMultipleSelectEnum choices',
        'titledSingleSelectEnum choice',
        'titledMultipleSelectEnum choices',
        'legacyTitledEnum choice',
      ]);
      expect(fields[0]).toEqual({
        type: 'text',
        name: 'name',
        title: 'String',
        description: 'Your full, legal name',
        is_required: true,
      });
      expect(fields.at(-1)).toMatchObject({
        options: expect.arrayContaining([{ value: 'pet-1', title: 'Cats' }]),
        default: 'pet-1',
      });
    });

    test.each(['decline', 'cancel'] as const)('hears that a person did %s', async (action) => {
      answer = async () => ({ action });
      expect((await tool.call('trigger-elicitation-request', {}, { ask })).result).toContain(
        JSON.stringify({ action }, null, 2),
      );
    });

    test('leads to a page', async () => {
      answer = async () => ({ action: 'accept', content: {} });
      const { result } = await tool.call('trigger-url-elicitation', { url: 'https://shop.example/pay?n=1' }, { ask });
      expect(result).toContain('User completed the URL elicitation flow.');
      expect(asked).toEqual([
        {
          message: 'Please open the link to complete this action.',
          asked: { type: 'page', address: 'https://shop.example/pay?n=1', isAwaited: false },
        },
      ]);
    });

    test('demands a page first: it is visited, and the call made again', async () => {
      answer = async () => ({ action: 'accept', content: {} });
      const values = { url: 'https://shop.example/pay', errorPath: true };
      const { result } = await tool.call('trigger-url-elicitation', values, { ask });
      expect(result).toContain('User completed the URL elicitation flow.');
      expect(asked.map(({ asked: it }) => it)).toEqual([
        { type: 'page', address: 'https://modelcontextprotocol.io/', isAwaited: true },
        { type: 'page', address: 'https://shop.example/pay', isAwaited: false },
      ]);
    });

    test('demands a page that the person does not visit: the call fails with its words', async () => {
      const values = { url: 'https://shop.example/pay', errorPath: true };
      expect(await tool.call('trigger-url-elicitation', values, { ask, dialogueId: 'another' })).toMatchObject({
        state: 'failed',
        result: expect.stringContaining('This request requires browser-based authorization.'),
      });
      expect(asked).toHaveLength(1);
    });

    test('is told of nobody to ask where nobody is there', async () =>
      expect(await tool.call('trigger-elicitation-request')).toMatchObject({
        state: 'failed',
        result: expect.stringContaining('Tool trigger-elicitation-request'),
      }));
  });
});

describe('a server made with the SDK', () => {
  let server: AskingMcpServer;
  beforeEach(async () => {
    server = await startAskingMcpServer();
    tool = mcpTool(server.url);
  });
  afterEach(() => server.close());

  const form = { message: 'Which one?', requestedSchema: { type: 'object', properties: { n: { type: 'integer' } } } };

  test('waits for a person longer than a server may be silent, and than a call may take', async () => {
    const { promise: isAsked, resolve } = Promise.withResolvers<undefined>();
    let release = () => {};
    answer = async () => {
      resolve(undefined);
      await new Promise<void>((done) => (release = done));
      return { action: 'accept', content: { n: 1 } };
    };
    const called = tool.call('ask', { params: form }, { ask, timeoutMs: 300, timeoutMsInAll: 400 });
    await isAsked;
    const begun = performance.now();
    // Past both limits on any clock.
    await until(() => performance.now() - begun > 800);
    release();
    const { state, durationMs } = await called;
    expect([state, durationMs < 400]).toEqual(['done', true]);
  });

  test('that withdraws its question ends it for the person', async () => {
    const ended = Promise.withResolvers<undefined>();
    answer = (_, signal) =>
      new Promise((__, reject) =>
        signal.addEventListener('abort', () => {
          ended.resolve(undefined);
          reject(signal.reason as Error);
        }),
      );
    // The call goes on only when the person is no longer asked.
    server.withdrawn = () => ended.promise;
    expect(await tool.call('withdraw', { params: form }, { ask })).toMatchObject({ result: '"withdrawn"' });
  });

  test('that is stopped ends the question', async () => {
    const stop = new AbortController();
    const ended = Promise.withResolvers<undefined>();
    answer = (_, signal) =>
      new Promise((__, reject) => {
        signal.addEventListener('abort', () => {
          ended.resolve(undefined);
          reject(signal.reason as Error);
        });
        stop.abort(new Error('stopped'));
      });
    await expect(tool.call('ask', { params: form }, { ask, signal: stop.signal })).rejects.toThrow('stopped');
    await ended.promise;
  });

  test('can be answered though more people are asked than an organisation has places at a host', async () => {
    const waiting: (() => void)[] = [];
    answer = async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return { action: 'accept', content: { n: waiting.length } };
    };
    const calls = Array.from({ length: 10 }, (_, at) =>
      tool.call('ask', { params: form }, { ask, dialogueId: String(at), timeoutMs: 20_000 }),
    );
    await until(() => waiting.length === 10);
    for (const release of waiting) release();
    for (const { state, result } of await Promise.all(calls))
      expect([state, result]).toEqual(['done', '{"action":"accept","content":{"n":10}}']);
  });

  test('that asks when no call is made hears that nobody answers', async () => {
    answer = async () => ({ action: 'accept', content: {} });
    await tool.call('ask', { params: form }, { ask });
    expect(await server.askBetweenCalls()).toEqual({ action: 'cancel' });
    expect(asked).toHaveLength(1);
  });

  test('says itself that the person is done on its page, and the call is made', async () => {
    answer = (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          expect(signal.reason).toBeInstanceOf(PageDone);
          resolve({ action: 'accept', content: {} });
        });
        server.hasVisited = true;
        void server.finish('another').then(() => server.finish('page-1'));
      });
    expect(await tool.call('sign_up', { page: 'page-1' }, { ask })).toMatchObject({ result: '"signed up"' });
  });

  test('that demands its page again and again is not followed for ever', async () => {
    answer = async () => ({ action: 'accept', content: {} });
    expect(await tool.call('sign_up', { page: 'page-1' }, { ask })).toMatchObject({
      state: 'failed',
      result: expect.stringContaining('URL elicitation required'),
    });
    expect(asked).toHaveLength(2);
  });

  test.each([
    ['no schema', { message: 'x' }, 'There is no schema of a form.'],
    ['no object', { message: 'x', requestedSchema: [] }, 'There is no schema of a form.'],
    ['another mode', { ...form, mode: 'voice' }, 'There is no mode “voice”.'],
    [
      'a page of a script',
      { mode: 'url', message: 'x', url: 'javascript:alert(1)', elicitationId: 'a' },
      'none of a page',
    ],
    [
      'a page with a password',
      { mode: 'url', message: 'x', url: 'https://a:b@c.example', elicitationId: 'a' },
      'none of a page',
    ],
    [
      'a field that is none',
      { requestedSchema: { type: 'object', properties: { a: { type: 'object' } }, required: ['a'] } },
      '“a”',
    ],
    ['a message that is no text', { ...form, message: 5 }, 'none of a question'],
  ])('is told why it cannot ask: %s', async (_, params, words) => {
    expect((await tool.call('ask', { params }, { ask })).result).toContain(words);
    expect(asked).toEqual([]);
  });
});
