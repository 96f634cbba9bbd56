import type { BuiltScreen } from '@parlance/shared/remote/registry';
import { FileError } from './file-error.ts';
import { createScreenLoader, pauses } from './screen-loader.ts';
import type { Screen } from '../known/registry.ts';

const Home = () => null;
const screen = {
  id: 'home',
  shared: [] as BuiltScreen['shared'],
  remote: { base: '/remotes/chat/1/', remote: { name: 'chat' } },
} as unknown as Screen; // the parts that the loader reads
const app = { screens: { home: async () => ({ default: Home }) } };
const entry = '/remotes/chat/1/entry.js';
const lost = (file: string) => new FileError(`${file} did not arrive.`, file);

type Options = {
  /** The errors of the attempts at the code, in order; later attempts succeed. */
  readonly code?: readonly Error[];
  readonly texts?: readonly Error[];
  readonly preloaded?: readonly string[];
};

/** Creates a loader whose files fail as the test says, without pauses. */
function loaderWith({ code = [], texts = [], preloaded = [] }: Options) {
  const asked = { code: 0, texts: 0 };
  const waited: number[] = [];
  const fail = (failures: readonly Error[], kind: keyof typeof asked) => {
    const failure = failures[asked[kind]++];
    if (failure !== undefined) throw failure;
  };
  const loader = createScreenLoader({
    loadApp: async () => {
      fail(code, 'code');
      return app;
    },
    loadTexts: async () => fail(texts, 'texts'),
    warm: () => undefined,
    giveUp: async () => undefined,
    wasPreloaded: (file) => preloaded.includes(file),
    wait: async (milliseconds) => void waited.push(milliseconds),
  });
  return { loader, asked, waited };
}

test('what fails is asked for again after a pause, and a longer one, that are not the same for everybody', async () => {
  const { loader, asked, waited } = loaderWith({ code: pauses.map(() => lost(entry)) });
  expect(await loader.load(screen)).toBe(Home);
  expect(loader.ready(screen)).toBe(Home);
  expect(asked.code).toBe(pauses.length + 1);
  expect(waited).toHaveLength(pauses.length);
  pauses.forEach((pause, index) => {
    expect(waited[index]).toBeGreaterThanOrEqual(pause / 2);
    expect(waited[index]).toBeLessThanOrEqual(pause * 1.5);
  });
  const { loader: other, waited: otherwise } = loaderWith({ code: pauses.map(() => lost(entry)) });
  await other.load(screen);
  expect(otherwise).not.toEqual(waited);
});

test('what goes on failing is said after as many attempts, and a later call is a new one', async () => {
  const { loader, asked } = loaderWith({ code: [...pauses, 0].map(() => lost(entry)) });
  await expect(loader.load(screen)).rejects.toThrow('did not arrive');
  expect(asked.code).toBe(pauses.length + 1);
  expect(await loader.load(screen)).toBe(Home);
});

test('a preload that failed with the page is no failure: each of these files is asked for again at once, and once', async () => {
  const files = ['entry', 'app', 'core', 'style', 'screen'].map((it) => `/remotes/chat/1/${it}.js`);
  const { loader, waited } = loaderWith({ code: files.map(lost), preloaded: files });
  expect(await loader.load(screen)).toBe(Home);
  expect(waited).toEqual([]);
  const down = loaderWith({ code: Array.from({ length: 20 }, () => lost(entry)), preloaded: [entry] });
  await expect(down.loader.load(screen)).rejects.toThrow('did not arrive');
  expect(down.asked.code).toBe(pauses.length + 2);
});

test('what is no failure of the network is not asked for again', async () => {
  const { loader, asked, waited } = loaderWith({ code: [new Error('binds nothing')] });
  await expect(loader.load(screen)).rejects.toThrow('binds nothing');
  expect([asked.code, waited]).toEqual([1, []]);
});

test('texts are asked for again on their own, and code on its own', async () => {
  const withoutTexts = loaderWith({ texts: [lost('texts')] });
  expect(await withoutTexts.loader.load(screen)).toBe(Home);
  expect(withoutTexts.asked).toEqual({ code: 1, texts: 2 });
  const withoutCode = loaderWith({ code: [lost(entry)] });
  expect(await withoutCode.loader.load(screen)).toBe(Home);
  expect(withoutCode.asked).toEqual({ code: 2, texts: 1 });
});

test('whoever asks while a screen is under way waits for the same, also where it fails', async () => {
  const { loader, asked } = loaderWith({ code: [...pauses, 0].map(() => lost(entry)) });
  const all = await Promise.allSettled([loader.load(screen), loader.load(screen)]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked.code).toBe(pauses.length + 1);
});

test('a new attempt gives up what hangs, begins at once, and brings the screen to everybody who waits', async () => {
  const hanging = Promise.withResolvers<typeof app>();
  const attempts = [hanging.promise, Promise.resolve(app)];
  const givenUp: string[] = [];
  const waited: number[] = [];
  const loader = createScreenLoader({
    loadApp: () => attempts.shift() ?? Promise.reject(new Error('asked once too often')),
    loadTexts: async () => undefined,
    warm: () => undefined,
    giveUp: async ({ base }) => {
      givenUp.push(base);
      hanging.reject(lost(entry));
    },
    wasPreloaded: () => false,
    wait: async (milliseconds) => void waited.push(milliseconds),
  });
  const first = loader.load(screen);
  expect(await loader.loadAnew(screen)).toBe(Home);
  expect(await first).toBe(Home);
  expect([givenUp, attempts, waited]).toEqual([['/remotes/chat/1/'], [], []]);
});

test('a new attempt where nothing is under way is one as any other', async () => {
  const { loader, asked } = loaderWith({});
  expect(await loader.loadAnew(screen)).toBe(Home);
  expect(asked.code).toBe(1);
});
