import { createOutgoing } from '../../../platform/outgoing/outgoing.ts';
import { makePng } from '../../../testing/make-files.ts';
import { type HttpSite, startSite } from '../../../testing/tools.ts';
import { httpAction } from './http-action.ts';
import { openApi } from './openapi.ts';
import { type ToolResult, type ToolSource, ToolSaysNo } from './tool-source.ts';
import { webPage } from './web-page.ts';

const png = Buffer.from(makePng(2, 2));
const wav = Buffer.concat([Buffer.from('RIFF$\0\0\0WAVEfmt '), Buffer.alloc(28)]);
const answers: Record<string, readonly [type: string, body: Buffer, status?: number]> = {
  '/chart%20of%20May.png': ['image/png', png],
  '/speech.wav': ['Audio/X-WAV; rate=8000', wav],
  '/drawing.svg': ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  '/broken.png': ['image/png', Buffer.from('<h1>Not found</h1>')],
  '/report.pdf': ['application/pdf', Buffer.from('%PDF-1.7 and nothing else')],
  '/gone.png': ['image/png', png, 404],
};
let site: HttpSite;
let outgoing: ReturnType<typeof createOutgoing>;
beforeAll(async () => {
  site = await startSite(({ path }, response) => {
    const [type, body, status = 200] = answers[path] ?? ['text/plain', Buffer.from('sunny')];
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  outgoing = createOutgoing({ allowedHosts: [site.host] });
});
afterAll(async () => {
  await outgoing.close();
  await site.close();
});

const reach = () => ({ organizationId: 'one', outgoing, stdioServers: {}, secretHeaders: {} });
const terms = () => ({ signal: AbortSignal.timeout(30_000) });
const parameters = { type: 'object' };
const action = (path: string) =>
  httpAction(
    { kind: 'http', method: 'GET', url: site.origin + path, body: '', headers: {}, parameters },
    'Gives something.',
    reach(),
  ).call('request', {}, terms());
const operation = (path: string) => {
  const known = {
    name: 'get',
    description: '',
    parameters,
    effect: 'reads' as const,
    route: { method: 'get', address: site.origin + path, query: [], hasBody: false },
  };
  const source = { from: 'text' as const, text: '' };
  return (
    openApi({ kind: 'openapi', source, base_url: null, headers: {} }, [known], reach()) satisfies ToolSource
  ).call('get', {}, terms());
};
const page = (path: string) => webPage(reach()).call('read_page', { url: site.origin + path }, terms());

const ways: readonly [string, (path: string) => Promise<ToolResult>][] = [
  ['an HTTP action', action],
  ['an operation', operation],
  ['a web page', page],
];

describe.each(ways)('%s', (name, call) => {
  test.each([
    ['/chart%20of%20May.png', 'image', 'image/png', 'chart of May.png', png],
    ['/speech.wav', 'audio', 'audio/wav', 'speech.wav', wav],
    ['/drawing.svg', 'file', 'image/svg+xml', 'drawing.svg', answers['/drawing.svg']?.[1]],
  ])('gives %s as %s', async (path, type, mediaType, called, bytes) => {
    const { text, contents } = await call(path);
    expect(contents).toEqual([{ type, mediaType, name: called, bytes }]);
    expect(text).toContain(`[${type}: ${called}`);
  });

  test('gives text as before', async () => {
    const { text, contents } = await call('/text');
    expect(text).toMatch(/sunny$/);
    expect(contents).toBeUndefined();
  });

  test('says that it failed, whatever comes with that', async () => {
    await expect(call('/gone.png')).rejects.toThrow(/^The server answered 404\./);
    await expect(call('/gone.png')).rejects.toMatchObject({ name: 'ToolSaysNo', result: { text: expect.anything() } });
  });

  test('gives no picture that is none', async () => {
    const result = await call('/broken.png').catch((error: unknown) => {
      if (error instanceof ToolSaysNo) return error.result;
      throw error;
    });
    expect(result.contents).toBeUndefined();
    expect(result.text).toMatch(
      name === 'a web page' ? /no text but “image\/png”/ : /^\[image: broken\.png, cannot be read\]$/,
    );
  });
});
