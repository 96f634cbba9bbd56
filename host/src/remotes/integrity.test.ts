import { registryLine } from '../testing/registry-lines.ts';
import { pinOf, publishPins } from './integrity.ts';

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
  const find = Reflect.get(globalThis, key) as (url: string) => string; // publishPins has just put it there
  expect(find('http://localhost:3000/remotes/chat/1.0.0-abc/screen.js')).toBe('sha384-screen');
  expect(() => find('http://localhost:3000/assets/shell.js')).toThrow('belongs to no remote');
  expect(() => find('https://evil.example/remotes/chat/1.0.0-abc/screen.js')).toThrow('belongs to no remote');
  expect(Reflect.set(globalThis, key, () => '')).toBe(false);
});
