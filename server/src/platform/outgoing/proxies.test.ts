import { readConfig } from '../config/config.ts';
import { proxyFor, useProxies } from './proxies.ts';
import { openWayOut } from './way-out.ts';

afterEach(() => useProxies({}));
const nameFor = (address: string) => proxyFor(new URL(address))?.name ?? null;

test('each protocol has a proxy of its own, and without a setting none', () => {
  useProxies(readConfig({ HTTPS_PROXY: 'http://a:b@secure.example:3128', NO_PROXY: 'direct.example, 10.0.0.0/8' }));
  expect(nameFor('https://api.example/')).toBe('secure.example:3128');
  expect(nameFor('http://api.example/')).toBeNull();
  expect(nameFor('https://direct.example/')).toBeNull();
  expect(nameFor('https://10.2.3.4/')).toBeNull();
  expect(nameFor('https://[::ffff:10.2.3.4]/')).toBeNull();
  useProxies(readConfig({ HTTP_PROXY: 'plain.example:3128' }));
  expect(nameFor('https://api.example/')).toBeNull();
  expect(nameFor('http://api.example/')).toBe('plain.example:3128');
  useProxies(readConfig({}));
  expect(nameFor('http://api.example/')).toBeNull();
});

test('this machine is always reached directly: for the proxy it would be another', () => {
  useProxies(readConfig({ HTTP_PROXY: 'plain.example:3128', HTTPS_PROXY: 'plain.example:3128' }));
  for (const host of ['localhost', 'localhost.', 'app.localhost', '127.0.0.1', '127.9.9.9', '[::1]'])
    expect([host, nameFor(`http://${host}:11434/`), nameFor(`https://${host}/`)]).toEqual([host, null, null]);
});

test('the settings of the program are those of the process', () => {
  openWayOut(readConfig({ HTTPS_PROXY: 'proxy.example:3128' }));
  expect(nameFor('https://api.example/')).toBe('proxy.example:3128');
});
