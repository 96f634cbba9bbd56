import { registryLine } from '../../testing/registry-lines.ts';
import { readRegistry, titleOf } from './registry.ts';

const chat = registryLine('chat', [{ id: 'home', path: '/' }]);
const admin = registryLine('admin', [
  { id: 'dashboard', path: '/dashboard', requires: { role: 'admin', feature: 'dashboard' } },
]);

test('every screen of every remote is known', () => {
  const { screens, faults } = readRegistry([chat, admin]);
  expect(screens.map(({ path }) => path)).toEqual(['/', '/dashboard']);
  expect(faults).toEqual([]);
});

test('a line that cannot be read costs that one remote', () => {
  const { remotes, faults } = readRegistry([{ base: 7 }, admin]);
  expect(remotes.map(({ remote }) => remote.name)).toEqual(['admin']);
  expect(faults).toHaveLength(1);
});

test('fields of a newer declaration are ignored', () => {
  const newer = {
    ...chat,
    remote: { ...chat.remote, screens: [{ ...chat.remote.screens[0], shortcut: 'g h' }], shelf: [] },
  };
  expect(readRegistry([newer]).screens).toHaveLength(1);
});

test('a screen that requires nothing asks for an active member; one with an unknown feature is closed to everyone', () => {
  const future = registryLine('future', [
    { id: 'agents', path: '/agents', requires: { feature: 'time_travel' } },
    { id: 'odd', path: '/odd', requires: { moon: 'full' } },
  ]);
  expect(readRegistry([chat, future]).screens.map(({ requires }) => requires)).toEqual([{}, null, null]);
});

test.each([
  'https://evil.example/remotes/chat/1/',
  '//evil.example/remotes/chat/1/',
  '/remotes/../assets/',
  '/remotes/chat/',
])('a base outside /remotes/<name>/<version>/ is refused: %s', (base) => {
  const { remotes, faults } = readRegistry([{ ...chat, base }]);
  expect(remotes).toEqual([]);
  expect(faults).toHaveLength(1);
});

test('of two screens with one path, and two remotes of one name, the first stands', () => {
  const { screens, faults } = readRegistry([chat, registryLine('other', [{ id: 'start', path: '/' }]), chat]);
  expect(screens.map(({ id }) => id)).toEqual(['home']);
  expect(faults).toHaveLength(2);
});

test('a title falls back to English, then to the id', () => {
  const [screen] = readRegistry([
    registryLine('chat', [{ id: 'home', path: '/', titles: { en: 'Home', 'de-DE': 'Start' } }]),
  ]).screens;
  if (screen === undefined) throw new Error('no screen was read');
  expect([titleOf(screen, 'de-DE'), titleOf(screen, 'fr-FR'), titleOf({ ...screen, titles: {} }, 'en')]).toEqual([
    'Start',
    'Home',
    'home',
  ]);
});
