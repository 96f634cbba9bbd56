import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Execution } from '@parlance/shared/contract/api/executions';
import type pg from 'pg';
import { Database } from '../../platform/db/database.ts';
import { startEmbeddedDatabase } from '../../platform/db/embedded.ts';
import { signedHeaders } from '../../testing/automations.ts';
import { endPauses, endTimeLimits } from '../../testing/jobs.ts';
import { startModelServer } from '../../testing/model-server.ts';
import { endPrograms, filledFolder, signIn, startProgram, temporaryFolder } from '../../testing/program.ts';
import { type TestDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { startSite } from '../../testing/tools.ts';

const events = 8;
const kills = 3;
const key = 'ab'.repeat(32);

// Five starts of the program, on a machine that may be busy with other tests.
jest.setTimeout(900_000);

let onPostgres: TestDatabase | null = null;
afterAll(async () => {
  await endPrograms();
  await onPostgres?.close();
});

/** Returns the settings of a data folder or database, and a way to look at the data while the program is stopped. */
async function someData(): Promise<{
  settings: Record<string, string>;
  look<T>(at: (pool: pg.Pool) => Promise<T>): Promise<T>;
}> {
  if (process.env['TEST_DATABASE'] === 'postgres') {
    const { url, pool } = (onPostgres = await openTestDatabase());
    return { settings: { DATABASE_URL: url ?? '', DATA_DIR: temporaryFolder() }, look: (at) => at(pool) };
  }
  const folder = filledFolder();
  const look = async <T>(at: (pool: pg.Pool) => Promise<T>) => {
    const embedded = await startEmbeddedDatabase({ folder: join(folder, 'database'), durable: false }, (error) => {
      throw error;
    });
    const db = new Database(embedded.pool);
    try {
      return await at(embedded.pool);
    } finally {
      await db.close();
      await embedded.close();
    }
  };
  return { settings: { DATA_DIR: folder }, look };
}

/** Simulates the passing of time for the work of a dead process. */
async function letTimePass(pool: pg.Pool): Promise<void> {
  await pool.query(`update runs set lease_until = now() where status = 'running'`);
  await endTimeLimits(pool);
  await endPauses(pool);
}

test(`${events} events with four actions each, while the process is killed ${kills} times between an action and its note: each effect once`, async () => {
  const { settings: place, look } = await someData();
  let kill: () => unknown = () => undefined;
  let receiver: 'kills' | 'is down' | 'takes it' = 'kills';
  const site = await startSite((_, response) => {
    if (receiver === 'takes it') return void response.writeHead(204).end();
    if (receiver === 'is down') return void response.writeHead(503).end();
    // The message has arrived, but the process dies while it waits for the response.
    receiver = 'is down';
    kill();
    response.destroy();
  });
  const model = await startModelServer({ answer: () => ['Noted.'] });
  const settings = {
    ...place,
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'stand-in',
    MODEL_TITLES: 'false',
    OUTGOING_ALLOWED_HOSTS: site.host,
    TOOL_SECRETS_KEY: key,
  };
  let request: Awaited<ReturnType<typeof signIn>>;
  let program = startProgram(settings, 'api,worker');
  kill = () => program.child.kill('SIGKILL');
  let { api = '' } = await program.ready;
  /** Waits for the end of the process, and starts another one later, which finds the receiver in this state. */
  const revive = async (found: typeof receiver) => {
    await program.ended;
    receiver = found;
    await look(letTimePass);
    program = startProgram(settings, 'api,worker');
    // The process may be killed before it reports that it is ready.
    ({ api = '' } = await program.ready.catch(() => ({ api: '' })));
  };
  request = await signIn(api, 'owner@pro.example');
  const { items: bots } = await request('/bots/v1/bots');
  const folder = await request('/knowledge/v1/folders', { name: 'Answers' });
  const { organization_id: organizationId, member_id: memberId } = await request('/auth/v1/whoami');
  const actions = [
    { kind: 'http', url: `${site.origin}/in` },
    { kind: 'mail', member_ids: [memberId], subject: 'Order {{id}}', text: '{{answer}}' },
    { kind: 'file', knowledge_id: folder.id, name: 'Order {{id}}' },
    { kind: 'dialogue', bot_id: bots[0].id, prompt: 'Go on with order {{id}}: {{answer}}' },
  ];
  const definition = {
    name: 'Orders',
    trigger: { kind: 'webhook' },
    bot_id: bots[0].id,
    prompt: 'Order {{id}}',
    actions,
  };
  const { automation, webhook_secret: secret } = await request('/studio/v1/automations', {
    idempotency_key: crypto.randomUUID(),
    definition,
  });
  await request(`/studio/v1/automations/${automation.id}/state`, { state: 'active' }, 'PUT');

  const list = async (): Promise<Execution[]> =>
    (await request(`/studio/v1/executions?automation_id=${automation.id}&limit=100`)).items;
  // The first one dies with the first message, and with answers and the other actions half-way.
  const revived = revive('is down');
  for (let id = 1; id <= events; id++) {
    const body = JSON.stringify({ id });
    const headers = { 'content-type': 'application/json', ...signedHeaders(secret, body, { id: `order-${id}` }) };
    // Sent until somebody has taken it, as a sender does.
    while (
      !(await fetch(`${api}/hooks/v1/${automation.id}`, { method: 'POST', body, headers }).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      await pause(50);
  }
  await revived;
  request = await signIn(api, 'owner@pro.example');
  // Tokens are counted once the agent has answered.
  while ((await list()).some(({ tokens }) => tokens === null)) await pause(50);
  kill();
  for (let killed = 2; killed <= kills; killed++) await revive('kills');
  await revive('takes it');
  request = await signIn(api, 'owner@pro.example');
  while ((await list()).some(({ ended_at: at }) => at === null)) await pause(100);
  const executions = await list();
  program.child.kill('SIGTERM');
  await program.ended;

  const { mails, files, asked } = await look(async (pool) => ({
    mails: (
      await pool.query<{ count: string }>(`select count(*) from outgoing_mail where template = 'automation_message'`)
    ).rows[0]?.count,
    files: (
      await pool.query<{ name: string }>(
        `select name from knowledge_sources where folder_id = $1 and organization_id = $2`,
        [folder.id, organizationId],
      )
    ).rows.map(({ name }) => name),
    asked: (
      await pool.query<{ content: string }>(
        `select content from messages where author = 'member' and content like '%rder %'`,
      )
    ).rows.map(({ content }) => content),
  }));
  const arrived = new Set(site.requests.map(({ headers }) => headers['webhook-id']));
  const numbers = Array.from({ length: events }, (_, at) => at + 1);
  console.info(
    `${events} events, ${kills} times SIGKILL between an action and its note: ${site.requests.length} messages of ${arrived.size} ids, ${mails} mails, ${files.length} files, ${asked.length} prompts`,
  );
  expect(executions.map(({ status }) => status)).toEqual(numbers.map(() => 'done'));
  expect(arrived.size).toBe(events);
  expect(site.requests.length).toBeGreaterThan(events);
  expect(mails).toBe(String(events));
  expect(files.sort()).toEqual(numbers.map((id) => `Order ${id}`).sort());
  expect(asked.sort()).toEqual(numbers.flatMap((id) => [`Order ${id}`, `Go on with order ${id}: Noted.`]).sort());
  await Promise.all([model.close(), site.close()]);
});
