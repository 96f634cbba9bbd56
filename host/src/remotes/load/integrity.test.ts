import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RegistryEntry } from '@parlance/shared/remote/registry';
import { registryLine } from '../../testing/registry-lines.ts';
import { fileOf } from './file-error.ts';
import { giveUpPins, loadPins, pinOf, publishPins } from './integrity.ts';

const chat = registryLine('chat', [{ id: 'home', path: '/' }]);

test('a file of the registry has its pin', () => {
  expect(pinOf(chat, 'entry.js')).toBe('sha384-entry');
});

test('a file without a pin, or with an empty one, is refused', () => {
  expect(() => pinOf(chat, 'other.js')).toThrow('gives no integrity');
  const emptied = { ...chat, remote: { ...chat.remote, integrity: { 'entry.js': '' } } };
  expect(() => pinOf(emptied, 'entry.js')).toThrow('gives no integrity');
});

test('a remote’s own loading gets pins for its files and for no other address; nobody can replace it', () => {
  publishPins([chat]);
  const key = Symbol.for('parlance.integrity');
  const find = Reflect.get(globalThis, key) as (url: string) => string; // just defined by publishPins
  expect(find('http://localhost:3000/remotes/chat/1.0.0-abc/screen.js')).toBe('sha384-screen');
  expect(() => find('http://localhost:3000/assets/shell.js')).toThrow('belongs to no remote');
  expect(() => find('https://evil.example/remotes/chat/1.0.0-abc/screen.js')).toThrow('belongs to no remote');
  expect(Reflect.set(globalThis, key, () => '')).toBe(false);
});

describe('the pins of a remote that the page does not show', () => {
  const table = JSON.stringify({ 'entry.js': 'sha384-entry', 'far.js': 'sha384-far' });
  const asked: string[] = [];
  let answer: RequestListener;
  let server: Server;
  let line: RegistryEntry;

  beforeEach(async () => {
    asked.length = 0;
    answer = (_, response) => response.end(table);
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
    const whole = registryLine('admin', [{ id: 'users', path: '/users' }]);
    const integrity = `sha384-${createHash('sha384').update(table).digest('base64')}`;
    line = {
      base: `http://127.0.0.1:${port}/remotes/admin/1/`,
      remote: { ...whole.remote, integrity: { 'entry.js': 'sha384-entry' } },
      pins: { file: 'pins.0f.json', integrity },
    };
  });
  afterEach(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  test('are fetched once, however many ask, and count then', async () => {
    expect(() => pinOf(line, 'far.js')).toThrow('gives no integrity');
    await Promise.all([loadPins(line), loadPins(line)]);
    await loadPins(line);
    expect(pinOf(line, 'far.js')).toBe('sha384-far');
    expect(asked).toEqual(['/remotes/admin/1/pins.0f.json']);
  });

  test('are not taken with other bytes, nor from an error; the next to ask makes a new attempt', async () => {
    answer = (_, response) => response.end(table.replace('far', 'evil'));
    const url = `${line.base}pins.0f.json`;
    expect(await loadPins(line).catch(fileOf)).toBe(url);
    answer = (_, response) => response.writeHead(503).end(table);
    expect(await loadPins(line).catch(fileOf)).toBe(url);
    expect(() => pinOf(line, 'far.js')).toThrow('gives no integrity');
    answer = (_, response) => response.end(table);
    await loadPins(line);
    expect(pinOf(line, 'far.js')).toBe('sha384-far');
  });

  test('fail at once when the remote is given up, and are asked for anew', async () => {
    const arrived = new Promise<void>((resolve) => (answer = () => resolve())); // and stays silent
    const first = loadPins(line).catch(fileOf);
    await arrived;
    giveUpPins(line);
    expect(await first).toBe(`${line.base}pins.0f.json`);
    answer = (_, response) => response.end(table);
    await loadPins(line);
    expect(pinOf(line, 'far.js')).toBe('sha384-far');
  });

  test('are not asked for where the page says them all', async () => {
    await loadPins(chat);
    expect(asked).toEqual([]);
  });
});
