import type { BuiltScreen } from '@parlance/shared/remote/registry';
import { attemptsPerLoad, createScreenLoader } from './screen-loader.ts';
import type { Screen } from './registry.ts';

const Home = () => null;
const screen = { id: 'home', shared: [] as BuiltScreen['shared'], remote: { base: '/remotes/chat/1/', remote: { name: 'chat' } } } as unknown as Screen; // the loader reads no more of it
const app = { screens: { home: async () => ({ default: Home }) } };

function loaderThatFails(times: number) {
  let asked = 0;
  const loader = createScreenLoader({
    loadApp: async () => {
      asked += 1;
      if (asked <= times) throw new Error(`failure ${asked}`);
      return app;
    },
    loadTexts: async () => undefined,
    warm: () => undefined,
  });
  return { loader, asked: () => asked };
}

test('a screen heals in one attempt where each of its files fails once, as failed preloads do', async () => {
  const { loader } = loaderThatFails(attemptsPerLoad - 1);
  expect(await loader.load(screen)).toBe(Home);
  expect(loader.ready(screen)).toBe(Home);
});

test('what goes on failing is said, and a later attempt is a new one', async () => {
  const { loader, asked } = loaderThatFails(attemptsPerLoad);
  await expect(loader.load(screen)).rejects.toThrow(`failure ${attemptsPerLoad}`);
  expect(asked()).toBe(attemptsPerLoad);
  expect(await loader.load(screen)).toBe(Home);
});

test('whoever asks while a screen is under way waits for the same', async () => {
  const { loader, asked } = loaderThatFails(0);
  await Promise.all([loader.load(screen), loader.load(screen)]);
  expect(asked()).toBe(1);
});

test('whoever asks while an attempt goes on that fails has one after it, together with all others', async () => {
  const { loader, asked } = loaderThatFails(attemptsPerLoad);
  const first = loader.load(screen);
  const later = [loader.load(screen), loader.load(screen)];
  await expect(first).rejects.toThrow(`failure ${attemptsPerLoad}`);
  expect(await Promise.all(later)).toEqual([Home, Home]);
  expect(asked()).toBe(attemptsPerLoad + 1);
});
