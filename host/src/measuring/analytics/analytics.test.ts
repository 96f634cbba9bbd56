import { analyticsEvent, postEvents, type AnalyticsEvent } from '@parlance/shared/contract/api/usage';
import * as z from '@parlance/shared/contract/schema';
import { startAnalytics, type Analytics } from './analytics.ts';
import { carryOver } from './carried.ts';
import type { Sink } from './sink.ts';
import { countVisit, visitsKey } from './visits.ts';

const person = { plan: 'Pro', isAdmin: false, isOwner: false };
const batchSchema = postEvents.body;
let batches: { at: 'exit' | 'send'; events: readonly AnalyticsEvent[] }[];
let allowed: boolean;
let consentListener: () => void;
let visibility: DocumentVisibilityState;
let running: Analytics[];

beforeEach(() => {
  jest.useFakeTimers();
  jest.setSystemTime(new Date('2026-01-01T10:00:00Z'));
  localStorage.clear();
  sessionStorage.clear();
  batches = [];
  allowed = true;
  visibility = 'visible';
  running = [];
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  for (const it of running) it.stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const taking: Sink = {
  send: async (events) => void batches.push({ at: 'send', events: z.parse(batchSchema, { events }).events }),
  sendAtExit: (events) => void batches.push({ at: 'exit', events: z.parse(batchSchema, { events }).events }),
};
function start({ sink = taking, route = '/dialogue/:dialogueId' }: { sink?: Sink; route?: string } = {}): Analytics {
  const analytics = startAnalytics({
    sink,
    consent: {
      isAllowed: () => allowed,
      onChange(listener) {
        consentListener = listener;
        return () => undefined;
      },
    },
    wall: () => Date.now(),
    openedAt: Date.now(),
    newId: () => crypto.randomUUID(),
    route: () => route,
    visits: () => localStorage,
    carried: () => sessionStorage,
  });
  running.push(analytics);
  return analytics;
}
const choose = (choice: boolean) => {
  allowed = choice;
  consentListener();
};
const pass = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1000);
const leave = () => window.dispatchEvent(new PageTransitionEvent('pagehide'));
const events = () => batches.flatMap((batch) => batch.events);
const names = () => events().map(({ name }) => name);

test('§7: a page tells of its view, its navigations and its exit, by the names of the specification', async () => {
  const analytics = start();
  analytics.setPerson(person);
  analytics.navigated('/');
  await pass(10);
  leave();
  expect(names()).toEqual(['page_view', 'visit_milestone', 'user_identified', 'route_change', 'page_exit']);
  expect(batches.map(({ at }) => at)).toEqual(['send', 'exit']);
  expect(events().find(({ name }) => name === 'route_change')).toMatchObject({
    route: '/dialogue/:dialogueId',
    detail: { from: '/' },
  });
  expect(events().find(({ name }) => name === 'user_identified')?.detail).toEqual({
    plan: 'Pro',
    is_admin: false,
    is_owner: false,
  });
});

test('§7, §9: page_active every 60 seconds, while the page is seen', async () => {
  start().setPerson(person);
  await pass(59);
  expect(names()).not.toContain('page_active');
  await pass(121);
  visibility = 'hidden';
  await pass(600);
  visibility = 'visible';
  await pass(70);
  expect(names().filter((name) => name === 'page_active')).toHaveLength(4);
});

test('events go in batches of at most fifty, every ten seconds, and at once when fifty wait', async () => {
  const analytics = start();
  analytics.setPerson(person);
  await pass(9);
  expect(batches).toEqual([]);
  await pass(1);
  expect(batches).toHaveLength(1);
  for (let index = 0; index < 120; index += 1) analytics.record('clicked');
  await pass(1);
  expect(batches).toHaveLength(2);
  leave();
  expect(batches.map((batch) => batch.events.length)).toEqual([3, 50, 50, 21]);
  expect(new Set(events().map(({ event_id: id }) => id)).size).toBe(124);
});

describe('the consent', () => {
  test('before it, nothing is sent, kept or counted, and nothing of that time is ever sent', async () => {
    allowed = false;
    const analytics = start();
    analytics.setPerson(person);
    analytics.record('before_consent');
    await pass(300);
    leave();
    expect(batches).toEqual([]);
    expect(localStorage).toHaveLength(0);
    choose(true);
    await pass(10);
    expect(names()).toEqual(['page_view', 'visit_milestone', 'user_identified']);
  });

  test('withdrawing it forgets at once what was not sent', async () => {
    const analytics = start();
    analytics.setPerson(person);
    analytics.record('waiting');
    carryOver(() => sessionStorage, { name: 'authentication_error', at: 1, detail: {} });
    choose(false);
    choose(true);
    leave();
    expect(names()).not.toContain('waiting');
    expect(names()).not.toContain('authentication_error');
    expect(sessionStorage).toHaveLength(0);
    choose(false);
    await pass(100);
    const before = batches.length;
    analytics.record('after');
    leave();
    expect(batches).toHaveLength(before);
  });

  test('withdrawing it forgets how often this browser was here, also where that was done on a page that counts nothing', async () => {
    start().setPerson(person);
    expect(localStorage.getItem(visitsKey)).not.toBeNull();
    choose(false);
    expect(localStorage.getItem(visitsKey)).toBeNull();
    localStorage.setItem(visitsKey, JSON.stringify({ count: 4, last: 0 }));
    carryOver(() => sessionStorage, { name: 'consent_given', at: 1, detail: {} });
    start();
    expect(localStorage.getItem(visitsKey)).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('a sink that fails never disturbs the page', () => {
  test.each<[string, Sink]>([
    ['rejects', { send: () => Promise.reject(new Error('down')), sendAtExit: () => undefined }],
    [
      'throws',
      {
        send: () => {
          throw new Error('broken');
        },
        sendAtExit: () => {
          throw new Error('broken');
        },
      },
    ],
    ['never answers', { send: () => new Promise(() => undefined), sendAtExit: () => undefined }],
  ])('one that %s', async (_, sink) => {
    const analytics = start({ sink });
    analytics.setPerson(person);
    for (let index = 0; index < 2000; index += 1) analytics.record('clicked');
    await pass(120);
    expect(() => leave()).not.toThrow();
  });

  test('what it did not take is sent again under the same id', async () => {
    let isDown = true;
    const seen: string[][] = [];
    start({
      sink: {
        send: async (batch) => {
          seen.push(batch.map(({ event_id: id }) => id));
          if (isDown) throw new Error('down');
        },
        sendAtExit: () => undefined,
      },
    }).setPerson(person);
    await pass(10);
    isDown = false;
    await pass(10);
    expect(seen).toHaveLength(2);
    expect(seen[1]).toEqual(seen[0]);
    await pass(30);
    expect(seen).toHaveLength(2);
  });
});

test('until the server would take them, events wait', async () => {
  const analytics = start();
  await pass(60);
  expect(batches).toEqual([]);
  analytics.setPerson(person);
  await pass(10);
  expect(names()).toContain('page_view');
});

test('nothing leaves by which somebody or something could be found', async () => {
  const analytics = start();
  analytics.setPerson(person);
  analytics.record('odd', {
    email: 'mia@pro.example',
    dialogue: crypto.randomUUID(),
    nested: { prompt: 'secret' },
    list: ['secret'],
    count: Number.NaN,
    'Not a key': 'x',
    long: 'x'.repeat(500),
    kept: 'yes',
  });
  await pass(10);
  const odd = events().find(({ name }) => name === 'odd');
  expect(odd?.detail).toEqual({ long: 'x'.repeat(200), kept: 'yes' });
  expect(z.safeParse(analyticsEvent, odd).success).toBe(true);
});

test('§8: an authentication_error waits in its tab for the page after signing in', async () => {
  carryOver(() => sessionStorage, {
    name: 'authentication_error',
    at: Date.now() - 5000.4,
    detail: { code: 'unauthenticated' },
  });
  start().setPerson(person);
  await pass(10);
  expect(events().find(({ name }) => name === 'authentication_error')).toMatchObject({
    at: Date.now() - 15_000,
    detail: { code: 'unauthenticated' },
  });
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  ['x'],
  ['{}'],
  ['[1]'],
  ['[{"name":"a","at":"1","detail":{}}]'],
  ['[{"name":"a","at":1,"detail":[]}]'],
  ['[{"name":"a","at":1,"detail":null}]'],
])('what is carried and reads %s is no event', async (found) => {
  sessionStorage.setItem('analytics.carried', found);
  start().setPerson(person);
  await pass(10);
  expect(names()).toEqual(['page_view', 'visit_milestone', 'user_identified']);
});

describe('§9 visit milestones', () => {
  const hour = 3600 * 1000;
  test('are reached at 1, 5, 10, 50 and 100 visits, and at no other', () => {
    const reached = Array.from({ length: 120 }, (_, index) => countVisit(() => localStorage, (index + 1) * hour));
    expect(reached.flatMap((it) => (it === null ? [] : [it]))).toEqual([1, 5, 10, 50, 100]);
    expect(reached.findIndex((it) => it === 5)).toBe(4);
  });

  test('a reload belongs to the visit it is part of', () => {
    for (let minute = 0; minute < 300; minute += 20) countVisit(() => localStorage, hour + minute * 60_000);
    expect(JSON.parse(localStorage.getItem(visitsKey) ?? '')).toMatchObject({ count: 1 });
  });

  test.each([['x'], ['{"count":-1,"last":0}'], ['{"count":"5","last":0}'], ['null']])(
    'a record that reads %s is counted anew',
    (found) => {
      localStorage.setItem(visitsKey, found);
      expect(countVisit(() => localStorage, hour)).toBe(1);
    },
  );

  test('a storage that is denied reaches none', () => {
    expect(
      countVisit(() => {
        throw new DOMException('denied', 'SecurityError');
      }, hour),
    ).toBeNull();
  });
});
