import { Places, PlacesFull } from './places.ts';

const never = new AbortController().signal;
const places = (atOnce: number, more: Partial<ConstructorParameters<typeof Places>[0]> = {}) =>
  new Places<'uploads' | 'pages'>({
    atOnce,
    waitingAtMost: 1_000,
    waitingOfOneAtMost: 1_000,
    waitingBytesAtMost: 1_000,
    ...more,
  });

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Creates work that lasts until it is ended, and lists what has begun. */
function workshop(of: Places<'uploads' | 'pages'>) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (
    name: string,
    organizationId: string,
    more: { lane?: 'uploads' | 'pages'; signal?: AbortSignal; bytes?: number } = {},
  ) =>
    of.within({ lane: 'uploads', organizationId, signal: never, ...more }, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    });
  /** Ends the earliest work, and lets the next begin. */
  const end = async () => {
    await settled();
    ends.shift()?.();
    await settled();
  };
  return { begun, ask, end };
}

test('so much is done at once, and the rest in the order in which it was asked for', async () => {
  const { begun, ask, end } = workshop(places(1));
  const asked = ['a', 'b', 'c'].map((name) => ask(name, 'one'));
  await end();
  await end();
  await end();
  expect(await Promise.all(asked)).toEqual(['a', 'b', 'c']);
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('an organisation that asks for one thing does not wait behind twenty of another', async () => {
  const { begun, ask, end } = workshop(places(1));
  const asked = [...Array.from({ length: 20 }, (_, at) => ask(`A${at}`, 'A')), ask('B', 'B'), ask('C', 'C')];
  for (let at = 0; at < asked.length; at++) await end();
  await Promise.all(asked);
  expect(begun.slice(0, 5)).toEqual(['A0', 'A1', 'B', 'C', 'A2']);
});

test('no lane takes the last place, and lanes take turns', async () => {
  const of = places(2);
  const { begun, ask, end } = workshop(of);
  const asked = [...Array.from({ length: 4 }, (_, at) => ask(`page${at}`, 'A', { lane: 'pages' })), ask('upload', 'A')];
  await settled();
  expect([of.underWay('pages'), of.waiting('pages'), of.underWay('uploads')]).toEqual([1, 3, 1]);
  for (let at = 0; at < asked.length; at++) await end();
  await Promise.all(asked);
  expect(begun).toEqual(['page0', 'upload', 'page1', 'page2', 'page3']);
});

test('where there is one lane alone it has every place', async () => {
  const of = places(2, { hasOneLane: true });
  const { ask, end } = workshop(of);
  const asked = Array.from({ length: 3 }, (_, at) => ask(`question${at}`, 'A'));
  await settled();
  expect([of.underWay('uploads'), of.waiting('uploads')]).toEqual([2, 1]);
  for (let at = 0; at < asked.length; at++) await end();
  await Promise.all(asked);
});

test('where there is one place alone lanes take turns at it', async () => {
  const { begun, ask, end } = workshop(places(1));
  const asked = [...Array.from({ length: 3 }, (_, at) => ask(`page${at}`, 'A', { lane: 'pages' })), ask('upload', 'B')];
  for (let at = 0; at < asked.length; at++) await end();
  await Promise.all(asked);
  expect(begun).toEqual(['page0', 'page1', 'upload', 'page2']);
});

test('who is told that it is no longer wanted waits no longer, and takes no place', async () => {
  const of = places(1);
  const { begun, ask, end } = workshop(of);
  const gone = new AbortController();
  const asked = [ask('a', 'one'), ask('b', 'one', { signal: gone.signal }), ask('c', 'one')];
  gone.abort(new Error('no longer wanted'));
  await expect(asked[1]).rejects.toThrow('no longer wanted');
  await expect(ask('d', 'one', { signal: gone.signal })).rejects.toThrow('no longer wanted');
  await end();
  await end();
  expect(begun).toEqual(['a', 'c']);
  expect([of.underWay('uploads'), of.waiting('uploads')]).toEqual([0, 0]);
});

test('work that fails leaves its place', async () => {
  const of = places(1);
  await expect(
    of.within({ lane: 'uploads', organizationId: 'one', signal: never }, () => Promise.reject(new Error('broken'))),
  ).rejects.toThrow('broken');
  expect(
    await of.within({ lane: 'uploads', organizationId: 'one', signal: never }, () => Promise.resolve('next')),
  ).toBe('next');
});

test.each([
  ['all together', { waitingAtMost: 2 }, 'C'],
  ['of one organisation', { waitingOfOneAtMost: 2 }, 'A'],
  ['in bytes', { waitingBytesAtMost: 20 }, 'C'],
])('as many wait as may, %s; the next is refused', async (_, limits, organizationId) => {
  const { ask, end } = workshop(places(1, limits));
  const asked = [ask('a', 'A'), ask('b', 'A', { bytes: 10 }), ask('c', 'A', { bytes: 10 })];
  await expect(ask('d', organizationId, { bytes: 10 })).rejects.toThrow(PlacesFull);
  await end();
  asked.push(ask('e', organizationId, { bytes: 10 }));
  for (const _ of asked) await end();
  await Promise.all(asked);
});
