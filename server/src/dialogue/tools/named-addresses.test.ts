import { chosenAddresses } from './chosen-addresses.ts';
import { type Naming, howNamed, sentAddress } from './named-addresses.ts';

const nothing: Naming = { texts: [], results: [], instructions: '', pages: [] };
const page = 'https://example.com/page';

test.each([
  // Marks around an address in prose.
  ['Read https://example.com/page.', page],
  ['(see https://example.com/page)', page],
  ['[the page](https://example.com/page)', page],
  ['**https://example.com/page**, please', page],
  ['<a href="https://example.com/page">', page],
  ['| https://example.com/page|', page],
  ['{"url":"https:\\/\\/example.com\\/page"}', page],
  ['Is it https://example.com/page?', page],
  ['https://en.wikipedia.org/wiki/Foo_(bar)', 'https://en.wikipedia.org/wiki/Foo_(bar)'],
  ['(https://en.wikipedia.org/wiki/Foo_(bar))', 'https://en.wikipedia.org/wiki/Foo_(bar)'],
  ['請讀「https://example.com/page」。', page],
  ['請讀https://example.com/page的內容', page],
  ['請看example.com/page的內容', page],
  ['อ่านhttps://example.com/pageหน่อย', page],
  ['https://zh.wikipedia.org/wiki/頁面', 'https://zh.wikipedia.org/wiki/%E9%A0%81%E9%9D%A2'],
  ['<a href="https://example.com/?a=1&amp;b=2">', 'https://example.com/?a=1&b=2'],
  ['{"url":"https://example.com/?a=1\\u0026b=2"}', 'https://example.com/?a=1&b=2'],
  // Spellings that are sent as the same request.
  ['HTTPS://Example.COM:443/page#part', page],
  [page, 'https://EXAMPLE.com/page#elsewhere'],
  [page, 'https://example.com/a/../page'],
  ['https://müller.example/', 'https://xn--mller-kva.example/'],
  ['https://example.com/Müller', 'https://example.com/M%C3%BCller'],
  // A host that a person names is its first page.
  ['What is on example.com?', 'https://example.com/'],
  ['What is on example.com?', 'http://example.com/'],
  ['Look at www.example.com/a?b=c.', 'https://www.example.com/a?b=c'],
])('“%s” names %s', (text, address) => expect(howNamed(address, { ...nothing, texts: [text] })).toBe('exactly'));

test.each([
  [page, 'https://example.com/page?d=SECRET'],
  [page, 'https://example.com/page/SECRET'],
  [page, 'https://example.com/other'],
  [page, 'https://example.com/'],
  [page, 'https://SECRET.example.com/page'],
  [page, 'https://example.com.evil.example/page'],
  [page, 'https://example.com:8443/page'],
  [page, 'http://example.com/page'],
  // The choice between two ways to write it is sent, and could carry something.
  [page, 'https://example.com/%70age'],
  ['https://example.com/%c3%bc', 'https://example.com/%C3%BC'],
  // A name or a password reaches the host.
  ['https://SECRET@example.com/page', 'https://SECRET@example.com/page'],
  [page, 'https://SECRET:x@example.com/page'],
  ['https://example.com@evil.example/', 'https://example.com@evil.example/'],
  ['Write to someone@example.com.', 'https://example.com/'],
  ['In handbook.md, and in notes.py', 'https://handbook.md/'],
  ['What is on example.com?', 'https://example.com/?d=SECRET'],
  ['ftp://example.com/page', 'ftp://example.com/page'],
  ['file:///etc/passwd', 'file:///etc/passwd'],
  ['nothing', 'no address'],
])('“%s” does not name %s', (text, address) => expect(howNamed(address, { ...nothing, texts: [text] })).toBeNull());

test.each<[string, string, ReturnType<typeof howNamed>]>([
  ['Look things up on docs.example.com, and nowhere else.', 'https://docs.example.com/any/page?q=1', 'host'],
  ['Look things up on docs.example.com.', 'http://docs.example.com/', 'exactly'],
  ['只讀docs.example.com的頁面', 'https://docs.example.com/any', 'host'],
  ['Our port is docs.example.com:8443.', 'https://docs.example.com:8443/any', 'host'],
  ['Our port is docs.example.com:8443.', 'https://docs.example.com/any', null],
  ['Read https://docs.example.com/start.', 'https://docs.example.com/start', 'exactly'],
  ['Read https://docs.example.com/start.', 'https://docs.example.com/other', null],
  ['Read docs.example.com/start.', 'https://docs.example.com/other', null],
  ['Look things up on docs.example.com.', 'https://example.com/', null],
  ['Look things up on example.com.', 'https://docs.example.com/', null],
  ['Write to help@docs.example.com.', 'https://docs.example.com/any', null],
])('the instructions “%s” name %s: %s', (instructions, address, named) =>
  expect(howNamed(address, { ...nothing, instructions })).toBe(named),
);

test('a page that the agent knows is named, and no other of its host', () => {
  const naming = { ...nothing, pages: ['https://example.com/hours#today'] };
  expect(howNamed('https://example.com/hours', naming)).toBe('exactly');
  expect(howNamed('https://example.com/hours?d=SECRET', naming)).toBeNull();
});

test.each([
  ['', page, 'exactly'],
  ['{"q":"opening hours"}', page, 'exactly'],
  // An echo: the model sent it there itself.
  ['{"q":"https://example.com/page"}', page, null],
  ['{"q":"example.com/page"}', page, null],
  ['{"q":"EXAMPLE.com"}', page, null],
  ['{"q":"example%2Ecom"}', page, null],
  ['{"q":"müller.example"}', 'https://xn--mller-kva.example/', null],
])('what a tool that was sent %s gives back names %s: %s', (sent, address, named) => {
  expect(howNamed(address, { ...nothing, results: [{ text: `Found: ${address}`, sent }] })).toBe(named);
});

test('an address is sent without its fragment', () => {
  expect(sentAddress('https://example.com/a b?c d#e')).toBe('https://example.com/a%20b?c%20d');
  expect(sentAddress('javascript:alert(1)')).toBeNull();
});

test('an address that is longer than any that is sent is none', () => {
  const long = `https://example.com/${'x'.repeat(5_000)}`;
  expect(howNamed(long, { ...nothing, texts: [long] })).toBeNull();
});

test('a text of many brackets and dots is read in linear time', () => {
  const text = `https://example.com/${'('.repeat(2_000)}${')'.repeat(1_900)} ${'a.'.repeat(200_000)} ${'https://'.repeat(20_000)} ${'a-'.repeat(200_000)}`;
  expect(howNamed('https://example.com/x', { ...nothing, texts: [text], instructions: text })).toBeNull();
});

const mcp = (properties: Record<string, unknown>) =>
  ({ kind: 'mcp', described: { parameters: { type: 'object', properties } } }) as const;
test.each<[Record<string, unknown>, Record<string, unknown>, string[]]>([
  [{}, { q: 'opening hours' }, []],
  [{}, { q: 'Where is https://example.com/?' }, []],
  [{}, { q: 'https://example.com/?d=1' }, ['https://example.com/?d=1']],
  [{}, { q: ' \thttps:\n//example.com/' }, ['https://example.com/']],
  [{}, { q: 'https:example.com' }, ['https:example.com']],
  [{}, { q: '//example.com/x' }, ['https://example.com/x']],
  [{}, { q: 'ftp://example.com/x' }, ['ftp://example.com/x']],
  [{}, { deep: [{ er: ['https://example.com/'] }] }, ['https://example.com/']],
  [{}, { 'https://example.com/': 1 }, ['https://example.com/']],
  [{}, { targetUrl: 'example.com/x' }, ['https://example.com/x']],
  [{}, { page_urls: ['example.com/x', 'example.org'] }, ['https://example.org', 'https://example.com/x']],
  [{}, { host: '10.0.0.1' }, ['https://10.0.0.1']],
  [{ to: { format: 'hostname' } }, { to: 'example.com' }, ['https://example.com']],
  [{}, { curl: 'example.com', country: 'fr' }, []],
])('a function of %j that is called with %j is to go to %j', (properties, values, addresses) =>
  expect(chosenAddresses(mcp(properties), JSON.stringify(values))).toEqual(addresses),
);

test('the page reader goes where it is told, whatever that looks like', () => {
  const reader = { kind: 'web-page', described: { parameters: {} } } as const;
  expect(chosenAddresses(reader, '{"url":"example.com"}')).toEqual(['example.com']);
  expect(chosenAddresses(reader, '{}')).toEqual(['undefined']);
  expect(chosenAddresses(reader, 'no JSON')).toEqual([]);
});
