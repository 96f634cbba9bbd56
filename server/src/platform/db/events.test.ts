import { until } from '../../testing/asking.ts';
import { type DatabaseLink, openDatabaseLink } from '../../testing/database-link.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { type Events, createPostgresEvents } from './events.ts';

let database: string;
beforeAll(async () => {
  database = await createEmptyDatabase(process.env['TEST_DATABASE_URL'] ?? '');
});

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close();
});

/** Opens a process behind a connection that can be held or cut, and one with a sound connection. */
async function twoProcesses(): Promise<{ link: DatabaseLink; far: Events; near: Events; reported: unknown[] }> {
  const link = await openDatabaseLink(database);
  const reported: unknown[] = [];
  const report = (error: unknown) => void reported.push(error);
  const far = createPostgresEvents(link.url, report, { answerTimeoutMs: 300, heartbeatMs: 50 });
  const near = createPostgresEvents(database, report);
  closing.push(link, near, far);
  return { link, far, near, reported };
}

/** Collects the payloads of the channel in order. */
function listen(events: Events): string[] {
  const heard: string[] = [];
  events.subscribe('news', (payload) => heard.push(payload));
  return heard;
}

/** Publishes until the other side hears: it may still be connecting. */
async function untilHeard(from: Events, heard: readonly string[], word: string): Promise<void> {
  await until(() => {
    if (!heard.includes(word)) from.publish('news', word);
    return heard.includes(word);
  });
}

test('a connection that breaks is made anew, and each event is heard once on the new one', async () => {
  const { link, far, near } = await twoProcesses();
  const heard = listen(far);
  await untilHeard(near, heard, 'before');
  link.cut();
  await untilHeard(near, heard, 'after');
  near.publish('news', 'last of all');
  await until(() => heard.includes('last of all'));
  expect(heard.filter((it) => it === 'last of all')).toHaveLength(1);
});

test('a connection that has gone silent is left for a new one, and what is published meanwhile is heard in this process', async () => {
  const { link, far, near, reported } = await twoProcesses();
  const heard = listen(far);
  await untilHeard(near, heard, 'before');
  const before = link.connections();
  link.hold();
  far.publish('news', 'to myself');
  await until(() => heard.includes('to myself'));
  link.goOn();
  await untilHeard(near, heard, 'after');
  expect(link.connections()).toBeGreaterThan(before);
  expect(reported.length).toBeGreaterThan(0);
  // Pending notifications of the old connection are lost: it was ended.
  near.publish('news', 'last of all');
  await until(() => heard.includes('last of all'));
  expect(heard.filter((it) => it === 'last of all')).toHaveLength(1);
});

test('a silent connection is noticed also where nothing is published', async () => {
  const { link, far, near } = await twoProcesses();
  const heard = listen(far);
  await untilHeard(near, heard, 'before');
  const before = link.connections();
  link.hold();
  await until(() => link.connections() > before);
  link.goOn();
  await untilHeard(near, heard, 'after');
});
