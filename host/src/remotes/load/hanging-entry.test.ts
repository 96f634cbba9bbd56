/* The entry of a remote as a script of the page: it hangs, is abandoned, and may arrive late all the same. */
import { init } from '@module-federation/enhanced/runtime';
import { addTexts, startI18n } from '@parlance/shared/i18n';
import { fakeServer } from '@parlance/shared/testing';
import { waitFor } from '@testing-library/react';
import { registryLine } from '../../testing/registry-lines.ts';
import { registerFederation } from './federation.ts';
import { FileError } from './file-error.ts';
import { readRegistry, type Screen } from '../known/registry.ts';
import { screenLoader } from './screen-loader.ts';

const server = fakeServer();
const names = ['replaced', 'late', 'between', 'part', 'never'];
const registry = readRegistry(
  names.map((name) =>
    registryLine(name, [
      { id: 'home', path: `/${name}` },
      { id: 'other', path: `/${name}/other` },
    ]),
  ),
);

/** The scripts that the page has requested, in order. They arrive on demand of the test. */
let scripts: HTMLScriptElement[];
const sources = () => scripts.map((it) => it.getAttribute('src'));

beforeAll(async () => {
  init({ name: 'parlance_host', remotes: [], shareStrategy: 'loaded-first' });
  registerFederation(registry.remotes);
  await startI18n({ resources: { en: { shared: {}, host: {} } }, language: 'en' });
});
beforeEach(() => {
  scripts = [];
  jest.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement)) continue;
      scripts.push(node);
      // jsdom does not fetch a script of an unknown type.
      node.type = 'text/held';
      document.head.appendChild(node);
    }
  });
  for (const name of names) {
    const address = `http://localhost:3000/remotes/${name}/1.0.0-abc/locales/en.json`;
    addTexts(name, { en: address });
    server.answerAddress(address, () => ({ json: {} }));
  }
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function screenOf(name: string, id: string): Screen {
  const found = registry.screens.find((it) => it.remote.remote.name === name && it.id === id);
  if (found === undefined) throw new Error(`no screen ${id} of ${name} was read`);
  return found;
}

/** Returns the result of one script of a remote: a container, and screens that differ between builds. */
function build() {
  const screens = { home: () => null, other: () => null };
  const started = jest.fn();
  const app = {
    screens: { home: async () => ({ default: screens.home }), other: async () => ({ default: screens.other }) },
  };
  return { ...screens, started, container: { init: started, get: async () => () => ({ default: app }) } };
}
function arrive(name: string, script: HTMLScriptElement | undefined, { container }: ReturnType<typeof build>): void {
  Object.assign(globalThis, { [`parlance_${name}_0f`]: container });
  script?.dispatchEvent(new Event('load'));
}

test('a retry gives up a script that hangs and asks for another at once, which brings the screen to all who wait', async () => {
  const screen = screenOf('replaced', 'home');
  const first = screenLoader.load(screen);
  await waitFor(() => expect(sources()).toEqual(['/remotes/replaced/1.0.0-abc/entry.js']));
  const again = screenLoader.loadAnew(screen);
  await waitFor(() =>
    expect(sources()).toEqual([
      '/remotes/replaced/1.0.0-abc/entry.js',
      '/remotes/replaced/1.0.0-abc/entry.js?attempt=2',
    ]),
  );
  const built = build();
  arrive('replaced', scripts[1], built);
  expect(await again).toBe(built.home);
  expect(await first).toBe(built.home);
});

test('where the script that was given up arrives first, it heals the screen; of the other nothing is used', async () => {
  const screen = screenOf('late', 'home');
  void screenLoader.load(screen);
  await waitFor(() => expect(scripts).toHaveLength(1));
  const again = screenLoader.loadAnew(screen);
  await waitFor(() => expect(scripts).toHaveLength(2));
  const [one, two] = [build(), build()];
  arrive('late', scripts[0], one);
  expect(await again).toBe(one.home);
  arrive('late', scripts[1], two);
  expect(await screenLoader.load(screenOf('late', 'other'))).toBe(one.other);
  expect(one.started).toHaveBeenCalledTimes(1);
  expect(two.started).not.toHaveBeenCalled();
});

test('where it has arrived before anybody asks again, no other script is asked for', async () => {
  const screen = screenOf('between', 'home');
  void screenLoader.load(screen).catch(() => undefined);
  await waitFor(() => expect(scripts).toHaveLength(1));
  const built = build();
  Object.assign(globalThis, { ['parlance_between_0f']: built.container });
  expect(await screenLoader.loadAnew(screen)).toBe(built.home);
  expect(scripts).toHaveLength(1);
});

test('a part that the code of the remote waits for is given up as well', async () => {
  const screen = screenOf('part', 'home');
  const asked: HTMLScriptElement[] = [];
  const Home = () => null;
  /** Loads a chunk like webpack: by a script of its own, with an error listener. */
  const chunk = () =>
    new Promise<{ default: typeof Home }>((resolve, reject) => {
      const script = document.createElement('script');
      script.type = 'text/held';
      script.src = '/remotes/part/1.0.0-abc/home.js';
      script.onload = () => resolve({ default: Home });
      script.onerror = () => reject(Object.assign(new Error('Loading chunk failed.'), { request: script.src }));
      document.head.appendChild(script);
      asked.push(script);
    });
  const container = { init: () => undefined, get: async () => () => ({ default: { screens: { home: chunk } } }) };
  const first = screenLoader.load(screen);
  await waitFor(() => expect(scripts).toHaveLength(1));
  Object.assign(globalThis, { ['parlance_part_0f']: container });
  scripts[0]?.dispatchEvent(new Event('load'));
  await waitFor(() => expect(asked).toHaveLength(1));
  const again = screenLoader.loadAnew(screen);
  await waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.dispatchEvent(new Event('load'));
  expect(await again).toBe(Home);
  expect(await first).toBe(Home);
});

test('a script that never arrives has failed in the end, when each attempt has had its time', async () => {
  jest.useFakeTimers();
  const seen: unknown[] = [];
  screenLoader.load(screenOf('never', 'home')).catch((error: unknown) => seen.push(error));
  // Three times ten seconds, and the longest pauses between them.
  await jest.advanceTimersByTimeAsync(29_000);
  expect(seen).toEqual([]);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(seen).toEqual([expect.any(FileError)]);
  expect(scripts).toHaveLength(3);
});
