import { toolContentsAtMost } from '@parlance/shared/contract/api/tools/contents';
import { makePng } from '../../../testing/make-files.ts';
import { referenceProgram } from '../../../testing/mcp-server.ts';
import { type McpTool, mcpTool } from '../../../testing/mcp-tool.ts';
import type { ResultContent } from '../kinds/tool-source.ts';
import { decodeBase64 } from './base64.ts';
import { type CallResult, readResult } from './read-result.ts';

const png = Buffer.from(makePng(2, 3));
const wav = Buffer.concat([Buffer.from('RIFF$\0\0\0WAVEfmt '), Buffer.alloc(28)]);
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const in64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const picture = (data: unknown, mimeType: unknown = 'image/png') => ({ type: 'image', data, mimeType });
const read = (...content: unknown[]) => readResult({ content });
const shown = (contents: readonly ResultContent[] = []) =>
  contents.map((content) => [
    content.type,
    content.mediaType,
    content.name,
    'bytes' in content ? content.bytes.length : content.address,
  ]);

describe('the examples of the specification (MCP 2025-11-25, Tools, “Tool Result”)', () => {
  const embedded = {
    type: 'resource',
    resource: {
      uri: 'file:///project/src/main.rs',
      mimeType: 'text/x-rust',
      text: 'fn main() {\n    println!("Hello world!");\n}',
      annotations: { audience: ['user', 'assistant'], priority: 0.7, lastModified: '2025-05-03T14:30:00Z' },
    },
  };
  const weather = { temperature: 22.5, conditions: 'Partly cloudy', humidity: 65 };
  test.each<[string, CallResult, object]>([
    ['text', { content: [{ type: 'text', text: 'Tool result text' }] }, { text: 'Tool result text' }],
    [
      // Its data is the word for what belongs there, and no picture.
      'an image',
      {
        content: [
          { ...picture('base64-encoded-data'), annotations: { audience: ['user'], priority: 0.9 } },
          { type: 'text', text: 'a chart' },
        ],
      },
      { text: '[image: cannot be read]\na chart', told: 'a chart' },
    ],
    [
      'audio',
      { content: [{ type: 'audio', data: 'base64-encoded-audio-data', mimeType: 'audio/wav' }] },
      { text: '[audio: cannot be read]' },
    ],
    [
      'a resource link',
      {
        content: [
          {
            type: 'resource_link',
            uri: 'file:///project/src/main.rs',
            name: 'main.rs',
            description: 'Primary application entry point',
            mimeType: 'text/x-rust',
          },
        ],
      },
      {
        text: '[link: main.rs] file:///project/src/main.rs Primary application entry point',
        contents: [{ type: 'link', mediaType: 'text/x-rust', name: 'main.rs', address: 'file:///project/src/main.rs' }],
      },
    ],
    ['an embedded resource', { content: [embedded] }, { text: embedded.resource.text }],
    [
      'structured content, which a text repeats',
      {
        content: [{ type: 'text', text: '{"temperature": 22.5, "conditions": "Partly cloudy", "humidity": 65}' }],
        structuredContent: weather,
      },
      { text: '{"temperature": 22.5, "conditions": "Partly cloudy", "humidity": 65}' },
    ],
  ])('%s', async (_, result, expected) => {
    expect(await readResult(result)).toEqual(expected);
  });
});

describe('bytes', () => {
  const url = 'data:image/png;base64,';
  const wrapped = in64(png).replace(/.{20}/g, '$&\r\n');
  test.each([
    ['in lines', wrapped],
    ['in the alphabet of addresses, without padding', png.toString('base64url')],
    ['as a data: address', url + in64(png)],
    ['in lines behind the head of a data: address', `${url}\n${wrapped}`],
    ['between spaces', `  ${in64(png)}\n`],
  ])('are read %s', async (_, data) => {
    const { text, contents } = await read(picture(data));
    expect(text).toBe('[image]');
    expect(contents).toEqual([{ type: 'image', mediaType: 'image/png', name: '', bytes: png }]);
  });

  test.each(['', '  ', 'AAAAA', '%%%%', 'AAAA=AAAA', url, 'data:,Hello'])('are none in %j', (text) => {
    expect(decodeBase64(text)).toBeNull();
  });

  test('of every length come back as they were', () => {
    for (let length = 1; length < 200; length++) {
      const bytes = Buffer.from(Array.from({ length }, (_, at) => (at * 73 + length) % 256));
      for (const text of [in64(bytes), bytes.toString('base64url'), in64(bytes).replace(/=+$/, '')])
        expect(decodeBase64(text)?.bytes).toEqual(bytes);
    }
  });

  test.each([
    ['no base64', '%%%%'],
    ['nothing', ''],
    ['a head alone', url],
    ['a letter too many', 'AAAAA'],
    ['a text', in64(Buffer.from('It is no picture at all.'))],
    ['a sound', in64(wav).slice(0, 20)],
    ['the beginning of a picture', in64(png.subarray(0, 8))],
    ['a picture that claims to be larger than any screen', in64(makePng(60_000, 60_000).subarray(0, 100))],
  ])('that are %s are named as a picture that cannot be read', async (_, data) => {
    expect(await read(picture(data), { type: 'text', text: 'and more' })).toEqual({
      text: '[image: cannot be read]\nand more',
    });
  });

  test.each<[string, object, [string, string]]>([
    ['a picture of another type is what it is', picture(in64(gif)), ['image', 'image/gif']],
    ['a picture of which nothing is said', picture(in64(png), undefined), ['image', 'image/png']],
    ['the type in the data: address', picture(url + in64(png), ''), ['image', 'image/png']],
    ['a type with parameters in capitals', picture(in64(png), 'Image/PNG; charset=binary'), ['image', 'image/png']],
    ['a drawing that can run is a file', picture(in64(drawing), 'image/svg+xml'), ['file', 'image/svg+xml']],
    ['a drawing that is said to be a PNG', picture(in64(drawing)), ['file', 'image/svg+xml']],
    ['a sound', { type: 'audio', data: in64(wav), mimeType: 'audio/wav' }, ['audio', 'audio/wav']],
    ['a sound of which nothing is said', { type: 'audio', data: in64(wav) }, ['audio', 'audio/wav']],
    [
      'the block of the Messages API',
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: in64(png) } },
      ['image', 'image/png'],
    ],
    [
      'the part of Chat Completions',
      { type: 'image_url', image_url: { url: url + in64(png) } },
      ['image', 'image/png'],
    ],
    ['the same under another name', { type: 'image', image_url: url + in64(png) }, ['image', 'image/png']],
    [
      'the field in the words of Python',
      { type: 'image', data: in64(png), mime_type: 'image/png' },
      ['image', 'image/png'],
    ],
    [
      'a resource that is a picture',
      { type: 'resource', resource: { uri: 'a://b', mimeType: 'image/png', blob: in64(png) } },
      ['image', 'image/png'],
    ],
    [
      'a resource that is a sound',
      { type: 'resource', resource: { uri: 'a://b', mimeType: 'audio/x-wav', blob: in64(wav) } },
      ['audio', 'audio/wav'],
    ],
    [
      'a resource of which nothing is said',
      { type: 'resource', resource: { uri: 'a://b', blob: in64(png) } },
      ['image', 'image/png'],
    ],
    [
      'a text that begins like a picture',
      { type: 'resource', resource: { uri: 'a://b', blob: in64(Buffer.from('GIFT CARDS')) } },
      ['file', ''],
    ],
    [
      'a file whose type is no type',
      { type: 'resource', resource: { uri: 'a://b', mimeType: 'what\n<b>', blob: in64(Buffer.from('text')) } },
      ['file', ''],
    ],
  ])('%s', async (_, block, [type, mediaType]) => {
    const { contents } = await read(block);
    expect(contents).toMatchObject([{ type, mediaType }]);
  });

  test('a sound that is a picture is named', async () => {
    expect(await read({ type: 'audio', data: in64(png), mimeType: 'audio/wav' })).toEqual({
      text: '[audio: cannot be read]',
    });
  });

  test('a file is what it is said to be, whatever it looks like', async () => {
    const resource = { uri: 'a://b', mimeType: 'application/x-sample', blob: in64(png) };
    expect((await read({ type: 'resource', resource })).contents).toMatchObject([
      { type: 'file', mediaType: 'application/x-sample' },
    ]);
  });

  test('a resource that is no picture though it says so is named', async () => {
    const resource = { uri: 'a://b/chart.png', mimeType: 'image/png', blob: in64(Buffer.from('no picture')) };
    expect(await read({ type: 'resource', resource })).toEqual({ text: '[file: chart.png, cannot be read]' });
  });
});

describe('files', () => {
  test.each([
    ['https://example.com/a/report%20of%20May.pdf?x=1#y', 'report of May.pdf'],
    ['file:///C:/a/b.csv', 'b.csv'],
    ['demo://resource/blob/7', '7'],
    ['urn:isbn:123', '123'],
    ['a://b/%E0%A4%A', '%E0%A4%A'],
    ['https://example.com/', 'example.com'],
  ])('of %s are called %s', async (uri, name) => {
    const { text, contents } = await read({
      type: 'resource',
      resource: { uri, mimeType: 'application/pdf', blob: in64(Buffer.from('%PDF-1.7')) },
    });
    expect(shown(contents)).toEqual([['file', 'application/pdf', name, 8]]);
    expect(text).toBe(`[file: ${name}, application/pdf, 8 bytes]`);
  });

  test('have names of one line, without what is not seen, of at most 200 characters', async () => {
    const hostile = `a\0b\u202Egpj.exe\r\n]\u200B\ud800${'\u{1F600}'.repeat(300)}`;
    const { text, contents } = await read({ type: 'resource_link', uri: 'https://example.com/', name: hostile });
    const [, , name] = shown(contents)[0] ?? [];
    expect(name).toMatch(/^a b gpj\.exe \]/);
    expect(String(name).length).toBeLessThanOrEqual(200);
    expect(String(name).isWellFormed()).toBe(true);
    expect(text).not.toMatch(/[\0\u202E\u200B]/);
  });
});

describe('what nobody knows, and what is broken', () => {
  test.each<[string, unknown, string]>([
    ['a new kind', { type: 'video', data: 'AAAA' }, '[unknown content: video]'],
    ['no kind', { data: 'AAAA' }, '[unknown content]'],
    ['a kind that is no text', { type: 7 }, '[unknown content]'],
    ['a kind of many lines', { type: `a\n]${'x'.repeat(500)}` }, `[unknown content: a ]${'x'.repeat(47)}]`],
    ['no object', 7, '[unknown content]'],
    ['null', null, '[unknown content]'],
    ['a list', [[]], '[unknown content]'],
    ['text without text', { type: 'text', text: { a: 1 } }, '[unknown content: text]'],
    [
      'a picture elsewhere',
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      '[unknown content: image_url]',
    ],
    ['a picture without data', { type: 'image', url: 'https://example.com/a.png' }, '[unknown content: image]'],
    ['a resource without anything', { type: 'resource', resource: {} }, '[unknown content: resource]'],
    ['a resource that is null', { type: 'resource', resource: null }, '[unknown content: resource]'],
    ['a link to nowhere', { type: 'resource_link', name: 'a' }, '[unknown content: resource_link]'],
  ])('%s is named, and the rest is taken', async (_, block, words) => {
    expect(await read({ type: 'text', text: 'before' }, block, { type: 'text', text: 'behind' })).toEqual({
      text: `before\n${words}\nbehind`,
    });
  });

  test.each<[string, CallResult, string]>([
    ['nothing', {}, ''],
    ['null', { content: null }, ''],
    ['a text instead of a list', { content: 'sunny' }, 'sunny'],
    ['a block instead of a list', { content: { type: 'text', text: 'sunny' } }, 'sunny'],
    ['texts instead of blocks', { content: ['sunny', 'warm'] }, 'sunny\nwarm'],
    ['the result of 2024-10-07', { toolResult: { weather: 'sunny' } }, '{"weather":"sunny"}'],
    ['the same as a text', { toolResult: 'sunny' }, 'sunny'],
    ['a value without any envelope', { success: true, isError: false, _meta: {} }, '{"success":true}'],
    ['a failure without a word', { isError: true, content: [] }, ''],
    ['structured content in the words of Python', { structured_content: { a: 1 } }, '{"a":1}'],
    ['structured content that is a list', { structuredContent: [{ a: 1 }] }, '[{"a":1}]'],
    [
      'a resource that is an address alone',
      { content: [{ type: 'resource', resource: { uri: 'a://b' } }] },
      '[link] a://b',
    ],
    ['a resource that stands in its block', { content: [{ type: 'resource', uri: 'a://b', text: 'sunny' }] }, 'sunny'],
  ])('%s', async (_, result, text) => {
    expect((await readResult(result)).text).toBe(text);
  });

  test('of more blocks than are read, the number is told', async () => {
    const { text } = await read(...Array.from({ length: 1_003 }, () => ({ type: 'text', text: 'x' })));
    expect(text.split('\n')).toHaveLength(1_001);
    expect(text.split('\n').slice(-2)).toEqual(['x', '[3 more contents, left out]']);
  });

  test('of more pictures than are taken, the others are named', async () => {
    const { text, contents } = await read(...Array.from({ length: toolContentsAtMost + 2 }, () => picture(in64(png))));
    expect(contents).toHaveLength(toolContentsAtMost);
    expect(text.split('\n').slice(-3)).toEqual(['[image]', '[image: left out]', '[image: left out]']);
  });

  test('of more links than are taken, the others are told', async () => {
    const { text, contents } = await read(
      ...Array.from({ length: toolContentsAtMost + 2 }, () => ({ type: 'resource_link', uri: 'a://b' })),
    );
    expect(contents).toHaveLength(toolContentsAtMost);
    expect(text.split('\n')).toHaveLength(toolContentsAtMost + 2);
  });

  test('a link that is longer than an address is told, and is no content', async () => {
    const { text, contents } = await read({ type: 'resource_link', uri: `https://example.com/${'x'.repeat(4_000)}` });
    expect(text).toMatch(/^\[link\] https:/);
    expect(contents).toBeUndefined();
  });
});

describe('structured content', () => {
  const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) as unknown;
  test.each<[string, unknown[], unknown, string]>([
    ['is told where there is no text', [], { a: 1 }, '{"a":1}'],
    ['is told beside a text that says something else', ['Found.'], { a: 1 }, 'Found.\n{"a":1}'],
    [
      'is not told twice, however it is written',
      ['{\n  "b": [1, 2],\n  "a": 1\n}'],
      { a: 1, b: [1, 2] },
      '{\n  "b": [1, 2],\n  "a": 1\n}',
    ],
    ['is not told twice where a value is wrapped', ['42'], { result: 42 }, '42'],
    ['is not told twice where a text is wrapped', ['sunny'], { content: 'sunny' }, 'sunny'],
    ['is not told twice where each item is a text', ['{"a":1}', 'b'], { result: [{ a: 1 }, 'b'] }, '{"a":1}\nb'],
    ['is told where an item is missing', ['{"a":1}'], { result: [{ a: 1 }, 'b'] }, '{"a":1}\n{"result":[{"a":1},"b"]}'],
    [
      'is told where a text is more',
      ['{"a":1}', 'b', 'c'],
      { result: [{ a: 1 }, 'b'] },
      '{"a":1}\nb\nc\n{"result":[{"a":1},"b"]}',
    ],
    ['is told where the list is empty', [], { result: [] }, '{"result":[]}'],
    ['is told where a further field is there', ['42'], { result: 42, unit: 'm' }, '42\n{"result":42,"unit":"m"}'],
  ])('%s', async (_, texts, structuredContent, text) => {
    const content = texts.map((it) => ({ type: 'text', text: it }));
    expect(await readResult({ content, structuredContent })).toEqual({ text });
  });

  test('of any depth fails nothing', async () => {
    const { text } = await readResult({
      content: [{ type: 'text', text: JSON.stringify('x') }],
      structuredContent: { deep },
    });
    expect(text.split('\n')[0]).toBe('"x"');
  });
});

describe('for whom it is', () => {
  const text = (words: string, audience?: unknown) => ({ type: 'text', text: words, annotations: { audience } });

  test.each<[string, unknown, boolean]>([
    ['the person', ['user'], false],
    ['the person, in a word', 'user', false],
    ['the model', ['assistant'], true],
    ['both', ['user', 'assistant'], true],
    ['nobody', [], true],
    ['somebody else', ['admin'], true],
    ['nothing that can be read', { user: true }, true],
  ])('what is for %s', async (_, audience, isTold) => {
    const result = await read(text('A', audience), text('B'));
    expect(result).toEqual(isTold ? { text: 'A\nB' } : { text: 'A\nB', told: 'B' });
  });

  test('a picture for the person is not told', async () => {
    const forPerson = { annotations: { audience: ['user'] } };
    expect(await read(text('B'), { ...picture(in64(png)), ...forPerson })).toMatchObject({
      text: 'B\n[image]',
      told: 'B',
      contents: [{ type: 'image', isUntold: true }],
    });
  });

  test('a resource says it in its block, or itself', async () => {
    const resource = { uri: 'a://b', text: 'A' };
    const annotations = { audience: ['user'] };
    for (const block of [
      { type: 'resource', resource, annotations },
      { type: 'resource', resource: { ...resource, annotations } },
    ])
      expect(await read(block, text('B'))).toEqual({ text: 'A\nB', told: 'B' });
  });

  test('a model that is told nothing is told that', async () => {
    expect((await read(text('A', ['user']))).told).toMatch(/shown to the person/);
  });

  test('structured content that only the person has read is told', async () => {
    const result = await readResult({ content: [text('{"a":1}', ['user'])], structuredContent: { a: 1 } });
    expect(result.told).toBe('{"a":1}');
  });
});

describe('the official reference server', () => {
  let tool: McpTool;
  beforeAll(() => {
    tool = mcpTool([process.execPath, referenceProgram]);
  });
  afterAll(() => tool.close());

  test.each<[string, object, object]>([
    [
      'get-tiny-image',
      {},
      {
        result: "Here's the image you requested:\n[image]\nThe image above is the MCP logo.",
        contents: [{ type: 'image', mediaType: 'image/png', name: '' }],
      },
    ],
    [
      'get-annotated-message',
      { messageType: 'debug', includeImage: true },
      {
        result: 'Debug: Cache hit ratio 0.95, latency 150ms\n[image]',
        told: 'Debug: Cache hit ratio 0.95, latency 150ms',
        contents: [{ type: 'image', isUntold: true }],
      },
    ],
    [
      'get-annotated-message',
      { messageType: 'success' },
      { result: 'Operation completed successfully', told: expect.stringMatching(/shown to the person/) },
    ],
    [
      'get-structured-content',
      { location: 'New York' },
      { result: '{"temperature":33,"conditions":"Cloudy","humidity":82}' },
    ],
    [
      'get-resource-links',
      { count: 2 },
      {
        contents: [
          { type: 'link', name: 'Blob Resource 1', address: 'demo://resource/dynamic/blob/1', mediaType: 'text/plain' },
          { type: 'link', name: 'Text Resource 2', address: 'demo://resource/dynamic/text/2' },
        ],
      },
    ],
    [
      'get-resource-reference',
      { resourceType: 'Blob', resourceId: 1 },
      { contents: [{ type: 'file', mediaType: 'text/plain', name: '1' }] },
    ],
    [
      'get-resource-reference',
      { resourceType: 'Text', resourceId: 1 },
      { result: expect.stringMatching(/Resource 1: This is a plaintext resource/) },
    ],
  ])('%s %j', async (name, values, expected) => {
    expect(await tool.call(name, values)).toMatchObject({ state: 'done', isCut: false, ...expected });
  });
});
