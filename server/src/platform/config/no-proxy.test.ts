import { readConfig } from './config.ts';
import { readNoProxy } from './no-proxy.ts';

test.each([
  ['example.org', 'example.org', '443', true],
  ['example.org', 'api.example.org', '443', true],
  ['example.org', 'notexample.org', '443', false],
  ['example.org', 'example.org.evil.test', '443', false],
  ['.example.org', 'example.org', '443', true],
  ['.example.org', 'api.example.org', '443', true],
  ['*.example.org', 'api.example.org', '443', true],
  ['*.example.org', 'example.org', '443', false],
  ['EXAMPLE.org', 'example.org', '443', true],
  ['example.org.', 'example.org', '443', true],
  ['example.org', 'example.org.', '443', true],
  ['*', 'anything.example', '80', true],
  ['*', '192.0.2.1', '80', true],
  ['*:8443', 'anything.example', '80', false],
  ['example.org:8443', 'example.org', '8443', true],
  ['example.org:8443', 'example.org', '443', false],
  ['intranet', 'intranet', '80', true],
  ['_srv.example.org', '_srv.example.org', '80', true],
  ['192.0.2.1', '192.0.2.1', '80', true],
  ['192.0.2.1', '192.0.2.10', '80', false],
  ['192.0.2.1:8080', '192.0.2.1', '8080', true],
  ['192.0.2.1:8080', '192.0.2.1', '80', false],
  ['10.0.0.0/8', '10.200.3.4', '80', true],
  ['10.0.0.0/8', '11.0.0.1', '80', false],
  ['10.0.0.0/8', '10.example.org', '80', false],
  ['10.0.0.0/8', '::ffff:10.1.2.3', '80', true],
  ['0.0.0.0/0', '203.0.113.9', '80', true],
  ['0.0.0.0/0', '2001:db8::1', '80', false],
  ['2001:db8::1', '2001:db8:0:0::1', '443', true],
  ['[2001:db8::1]', '2001:db8::1', '443', true],
  ['[2001:db8::1]:8443', '2001:db8::1', '8443', true],
  ['[2001:db8::1]:8443', '2001:db8::1', '443', false],
  ['fd00::/8', 'fd12:3456::1', '443', true],
  ['fd00::/8', '2001:db8::1', '443', false],
  ['localhost, 127.0.0.1 ,.internal', 'wiki.internal', '80', true],
  ['localhost 127.0.0.1  .internal', 'wiki.internal', '80', true],
  ['a.example,,b.example,', 'b.example', '80', true],
])('NO_PROXY=%s for %s on port %s: %s', (text, host, port, isExcepted) => {
  expect(readNoProxy(text)?.(host, port)).toBe(isExcepted);
});

test.each([
  '10.0.0.0/33',
  'fd00::/129',
  'http://example.org',
  'exa mple/x',
  'a..b/8',
  '192.168.*',
  '<local>',
  'x:y',
  '[nonsense]',
])('NO_PROXY=%s is refused', (text) => {
  expect(() => readConfig({ NO_PROXY: text })).toThrow(/^The setting NO_PROXY is .*, and must be names, addresses/);
});

test('a list of any length is read in time', () => {
  const long = Array.from({ length: 1_500 }, (_, at) => `h${at}.example`).join(',');
  expect(readNoProxy(long)?.('x.h1499.example', '443')).toBe(true);
  expect(readNoProxy('x'.repeat(100_000))).toBeNull();
});

test.each([
  ['proxy.example:3128', 'http://proxy.example:3128/'],
  ['http://proxy.example:3128', 'http://proxy.example:3128/'],
  ['https://proxy.example', 'https://proxy.example/'],
  ['http://us%40er:p%3Ass@proxy.example:3128/', 'http://us%40er:p%3Ass@proxy.example:3128/'],
  ['us:er@[fd00::1]:3128', 'http://us:er@[fd00::1]:3128/'],
])('HTTPS_PROXY=%s', (text, href) => {
  expect(readConfig({ HTTPS_PROXY: text }).HTTPS_PROXY?.href).toBe(href);
});

test.each([
  'socks5://proxy.example',
  'http://',
  'http://hunter2:%zz@proxy.example',
  'http://a:hunter2%0d%0a@proxy.example',
  'http://hunter2@proxy.example/path',
  'proxy example',
])('HTTPS_PROXY=%s is refused without telling its password', (text) => {
  expect(() => readConfig({ HTTPS_PROXY: text })).toThrow(
    /^The setting HTTPS_PROXY is not readable, and must be the http or https address of a proxy/,
  );
});

test('settings of the proxy are read in lower case too, which goes first', () => {
  const config = readConfig({
    https_proxy: 'lower.example:1',
    HTTPS_PROXY: 'upper.example:1',
    HTTP_PROXY: 'upper.example:2',
    no_proxy: 'x.example',
  });
  expect(config.HTTPS_PROXY?.host).toBe('lower.example:1');
  expect(config.HTTP_PROXY?.host).toBe('upper.example:2');
  expect(config.NO_PROXY?.('x.example', '1')).toBe(true);
});

test('an empty one in lower case takes away the other', () => {
  expect(readConfig({ https_proxy: '', HTTPS_PROXY: 'upper.example:1' }).HTTPS_PROXY).toBeUndefined();
});
