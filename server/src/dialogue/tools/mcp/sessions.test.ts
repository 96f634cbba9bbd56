import { randomUUID } from 'node:crypto';
import type { McpConnection } from './connection.ts';
import { type SessionLimits, type SessionOwner, McpSessions } from './sessions.ts';

type Fake = { isOpen: boolean; closed: number };

let opened: Fake[];
let entitled: (owner: SessionOwner) => boolean;
let sessions: McpSessions;
beforeEach(() => {
  opened = [];
  entitled = () => true;
});
afterEach(() => sessions.close());

const make = (limits: Partial<SessionLimits>) => {
  sessions = new McpSessions({
    findEntitled: async (_, owners) => new Set(owners.filter(entitled)),
    report: (error) => console.error(error),
    limits,
  });
};
const owner = (dialogueId: string, more: Partial<SessionOwner> = {}): SessionOwner => ({
  organizationId: 'o',
  memberId: 'm',
  toolId: 't',
  toolRevision: 1,
  accountId: null,
  dialogueId,
  ...more,
});
const open = async (): Promise<McpConnection> => {
  const fake: Fake & { close(): Promise<void>; retire(): void } = {
    isOpen: true,
    closed: 0,
    async close() {
      this.closed += 1;
      this.isOpen = false;
    },
    retire() {
      void this.close();
    },
  };
  opened.push(fake);
  return fake as unknown as McpConnection; // nothing else of it is used here
};
const signal = new AbortController().signal;
const use = (of: SessionOwner, work: (connection: McpConnection) => Promise<unknown> = async () => null, key = 'k') =>
  sessions.use(of, { fingerprint: key, open, signal }, work);
/** Work that ends when it is told to. */
function lasting() {
  const end = Promise.withResolvers<null>();
  return { work: () => end.promise, end: () => end.resolve(null) };
}
const openNow = () => opened.map(({ isOpen }, at) => (isOpen ? at : -1)).filter((at) => at >= 0);

test('nobody gets the session of another organisation, person, dialogue or tool, nor one of other secrets', async () => {
  make({});
  const others: Partial<SessionOwner>[] = [
    {},
    { organizationId: 'p' },
    { memberId: 'n' },
    { toolId: 'u' },
    { dialogueId: 'e' },
  ];
  for (const other of others) await use(owner('d', other));
  await use(owner('d'), undefined, 'another');
  expect(opened).toHaveLength(6);
  for (const other of others) await use(owner('d', other));
  await use(owner('d'), undefined, 'another');
  expect(opened).toHaveLength(6);
});

test('an organisation has so many sessions; the one that was idle for longest makes room', async () => {
  make({ ofOrganization: 2 });
  await use(owner('a'));
  await use(owner('b'));
  await use(owner('a'));
  await use(owner('c'));
  expect(openNow()).toEqual([0, 2]);
  await use(owner('x', { organizationId: 'p' }));
  expect(openNow()).toEqual([0, 2, 3]);
});

test('a process has so many sessions, whosever they are', async () => {
  make({ ofProcess: 2 });
  for (const organizationId of ['o', 'p', 'q']) await use(owner('d', { organizationId }));
  expect(openNow()).toEqual([1, 2]);
});

test('sessions that work, or whose answers are under way, are not closed for room; then none is opened', async () => {
  make({ ofOrganization: 2 });
  const { work, end } = lasting();
  const working = use(owner('a'), work);
  await sessions.during('b', async () => {
    await use(owner('b'));
    await expect(use(owner('c'))).rejects.toThrow('Too many sessions');
  });
  await use(owner('c'));
  expect(openNow()).toEqual([0, 2]);
  end();
  await working;
});

test('an idle session is closed at the review, one that works or is held is not', async () => {
  make({ idleMs: 0 });
  const { work, end } = lasting();
  const working = use(owner('a'), work);
  await sessions.during('b', async () => {
    await sessions.during('b', () => use(owner('b')));
    await use(owner('c'));
    await sessions.review();
    expect(openNow()).toEqual([0, 1]);
  });
  end();
  await working;
  await sessions.review();
  expect(openNow()).toEqual([]);
});

test('whoever is not entitled any more loses a session at work, too', async () => {
  make({});
  const { work, end } = lasting();
  const working = use(owner('a'), work);
  await use(owner('b'));
  entitled = ({ dialogueId }) => dialogueId === 'b';
  await sessions.review();
  expect(openNow()).toEqual([1]);
  end();
  await working;
});

test('one whose connection has ended is opened anew, once for all who wait', async () => {
  make({});
  await use(owner('a'));
  const [first] = opened;
  if (first !== undefined) first.isOpen = false;
  await Promise.all([use(owner('a')), use(owner('a')), use(owner('a'))]);
  expect(opened).toHaveLength(2);
  expect(sessions.size).toBe(1);
});

test('one that could not be opened is not kept, and whoever gives up does not keep the others from it', async () => {
  make({});
  const failing = () => Promise.reject(new Error('down'));
  await expect(sessions.use(owner('a'), { fingerprint: 'k', open: failing, signal }, async () => null)).rejects.toThrow(
    'down',
  );
  expect(sessions.size).toBe(0);
  const given = new AbortController();
  const opening = Promise.withResolvers<McpConnection>();
  const slow = { fingerprint: 'k', open: () => opening.promise };
  const gaveUp = sessions.use(owner('a'), { ...slow, signal: given.signal }, async () => null);
  const waits = sessions.use(owner('a'), { ...slow, signal }, async () => 'there');
  given.abort(new Error('enough'));
  await expect(gaveUp).rejects.toThrow('enough');
  opening.resolve(await open());
  expect(await waits).toBe('there');
});

test('all are closed with the process, and none is opened afterwards', async () => {
  make({});
  for (let count = 0; count < 5; count++) await use(owner(randomUUID()));
  await sessions.close();
  expect(opened.map(({ closed }) => closed)).toEqual([1, 1, 1, 1, 1]);
  await expect(use(owner('late'))).rejects.toThrow('being stopped');
});
