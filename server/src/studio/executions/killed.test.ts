import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { signedHeaders } from '../../testing/automations.ts';
import { howOften } from '../../testing/how-often.ts';
import { endPauses, endTimeLimits } from '../../testing/jobs.ts';
import { type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { type Program, endPrograms, signIn, startProgram, temporaryFolder } from '../../testing/program.ts';
import { type TestDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { type HttpSite, startSite } from '../../testing/tools.ts';

// PostgreSQL only: the embedded database has a single process, which studio/automations/killed.test.ts kills.
const ticks = howOften({ decides: 60, proves: 1_000 });
const events = howOften({ decides: 12, proves: 1_000 });
const kills = howOften({ decides: 2, proves: 20 });
/** An automation takes 60 events of a minute. */
const eventsOfOne = 50;
const automations = Math.ceil(events / eventsOfOne);
/** A worker is killed at some moment within this, once it has begun to ask. */
const killedWithinMs = 200;
const lookEveryMs = 20;

// Starts of programs and hundreds of answers, on a machine that may be busy with other tests.
jest.setTimeout(1_800_000);

let database: TestDatabase;
let model: ModelServer;
let site: HttpSite;
/** Kills the process that waits for a message: it has arrived, and nobody notes that. */
let killsWithMessage: (() => unknown) | null = null;
beforeAll(async () => {
  [database, model, site] = await Promise.all([
    openTestDatabase(),
    startModelServer({ answer: () => ['It is so.'] }),
    startSite((_, response) => {
      if (killsWithMessage === null) return void response.writeHead(204).end();
      killsWithMessage();
      response.destroy();
    }),
  ]);
});
afterAll(async () => {
  await endPrograms();
  await Promise.all([database.close(), model.close(), site.close()]);
});

/** Schedules that are due now and not again for long, each with a prompt of its own. */
const schedule = (pool: pg.Pool, { from, to }: Part) =>
  pool.query(
    `insert into schedules (organization_id, owner_id, bot_id, name, definition, next_at, idempotency_key)
     select memberships.organization_id, memberships.id, bots.id, 'Tick ' || number, $1::jsonb || jsonb_build_object('prompt', 'Tick ' || number, 'bot_id', bots.id), date_trunc('minute', now()), gen_random_uuid()
     from generate_series($2::integer, $3::integer) as number, memberships join users on users.id = user_id join bots on bots.organization_id = memberships.organization_id
     where email = 'member@pro.example' and bots.name ->> 'en' = 'Blank Sheet'`,
    [
      JSON.stringify({
        name: 'Tick',
        cron: '0 0 1 1 *',
        time_zone: 'UTC',
        starts_at: null,
        ends_at: null,
        maximum_a_day: null,
        overlap: 'skip',
        misfire: 'once',
        continues_dialogue: false,
        notifies_of_failure: true,
      }),
      from,
      to,
    ],
  );

type Part = { readonly from: number; readonly to: number };
/** Returns the share of the things that belongs to a round, counted from 1. */
const partOf = (all: number, round: number): Part => ({
  from: Math.floor((all * (round - 1)) / kills) + 1,
  to: Math.floor((all * round) / kills),
});

type Sender = (event: number) => Promise<void>;

/** Automations of a webhook that do all there is to be done, and a sender that signs for them. */
async function startAutomations(api: string): Promise<Sender> {
  const request = await signIn(api, 'owner@pro.example');
  const { items: bots } = await request('/bots/v1/bots');
  const { id: botId } = bots.find(({ name }: { name: string }) => name === 'Blank Sheet');
  const folder = await request('/knowledge/v1/folders', { name: 'Answers' });
  const { member_id: memberId } = await request('/auth/v1/whoami');
  const actions = [
    { kind: 'http', url: `${site.origin}/in` },
    { kind: 'mail', member_ids: [memberId], subject: 'Event {{id}}', text: '{{answer}}' },
    { kind: 'file', knowledge_id: folder.id, name: 'Event {{id}}' },
    { kind: 'dialogue', bot_id: botId, prompt: 'Go on with event {{id}}: {{answer}}' },
  ];
  const made: { id: string; secret: string }[] = [];
  while (made.length < automations) {
    const definition = {
      name: `Events ${made.length}`,
      trigger: { kind: 'webhook' },
      bot_id: botId,
      prompt: 'Event {{id}}',
      actions,
    };
    const { automation, webhook_secret: secret } = await request('/studio/v1/automations', {
      idempotency_key: crypto.randomUUID(),
      definition,
    });
    await request(`/studio/v1/automations/${automation.id}/state`, { state: 'active' }, 'PUT');
    made.push({ id: automation.id, secret });
  }
  return async (event) => {
    const { id, secret } = made[event % automations] ?? { id: '', secret: '' };
    const body = JSON.stringify({ id: event });
    const { status } = await fetch(`${api}/hooks/v1/${id}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...signedHeaders(secret, body, { id: `event-${event}` }) },
    });
    expect({ event, status }).toEqual({ event, status: 200 });
  };
}

type Effects = Readonly<
  Record<
    'executions' | 'prompts' | 'answers' | 'mails' | 'files' | 'actions',
    { readonly all: number; readonly different: number }
  >
>;

/** Counts the effects, and those of different ticks, events or actions. */
async function counted(pool: pg.Pool): Promise<Effects> {
  const { rows } = await pool.query<{ effect: keyof Effects; all: string; different: string }>(`
    select 'executions' as effect, count(*) as all, count(distinct coalesce(schedule_id, event_id)) filter (where status = 'done' and output = 'It is so.') as different from executions
    union all select 'prompts', count(*), count(distinct content) from messages where author = 'member' and content ~ '^(Tick|Event|Go on with event) '
    union all select 'answers', count(*), count(distinct parent_id) from messages where author = 'bot' and content = 'It is so.'
    -- What was sent holds no text any more; each is queued with the note that its action is done.
    union all select 'mails', count(*), (select count(*) from execution_actions where action ->> 'kind' = 'mail' and status = 'done') from outgoing_mail where template = 'automation_message'
    union all select 'files', count(*), count(distinct name) from knowledge_sources where name ~ '^Event '
    union all select 'actions', count(*), count(*) filter (where status = 'done') from execution_actions`);
  return Object.fromEntries(
    rows.map(({ effect, all, different }) => [effect, { all: Number(all), different: Number(different) }]),
  ) as Effects; // a row for each
}

/** Resolves to true if some of it is still under way. */
async function isUnderWay(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is: boolean }>(
    `select (select count(*) from executions where ended_at is not null) < $1 or exists (select from runs where status in ('queued', 'running')) as is`,
    [ticks + events],
  );
  return rows[0]?.is !== false;
}

const ended = async (program: Program, signal: 'SIGKILL' | 'SIGTERM') => {
  program.child.kill(signal);
  return program.ended;
};

/** Kills it with a message that has just arrived, or at some moment after it has begun to ask. */
async function kill(worker: Program, with_: 'message' | 'prompt'): Promise<void> {
  if (with_ === 'message') killsWithMessage = () => worker.child.kill('SIGKILL');
  else {
    const asked = model.requests.length;
    while (model.requests.length === asked) await pause(lookEveryMs);
    await pause(Math.random() * killedWithinMs);
    worker.child.kill('SIGKILL');
  }
  await worker.ended;
  killsWithMessage = null;
}

test(`of ${ticks} ticks and ${events} events each has its effects once though the worker is killed ${kills} times`, async () => {
  const { pool, url } = database;
  await pool.query(`update plans set schedules = null`);
  const settings = {
    DATABASE_URL: url ?? '',
    DATA_DIR: temporaryFolder(),
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'stand-in',
    MODEL_TITLES: 'false',
    OUTGOING_ALLOWED_HOSTS: site.host,
    TOOL_SECRETS_KEY: 'ab'.repeat(32),
  };
  const api = startProgram(settings, 'api');
  const send = await startAutomations((await api.ready)['api'] ?? '');
  const cut: Record<string, number> = {};
  for (let round = 1; round <= kills; round += 1) {
    await schedule(pool, partOf(ticks, round));
    const { from, to } = partOf(events, round);
    for (let event = from; event <= to; event += 1) await send(event);
    const worker = startProgram(settings, 'worker');
    // First with prompts, so that there are answers to act on.
    await kill(worker, round % 2 === 0 ? 'message' : 'prompt');
    const { rows } = await pool.query<{ name: string; jobs: number }>(
      `select name, count(*)::integer as jobs from pgboss.job where state = 'active' group by name`,
    );
    for (const { name, jobs } of rows) cut[name] = (cut[name] ?? 0) + jobs;
    // Simulates the passing of time: jobs of a dead process go to another one.
    await endTimeLimits(pool);
  }
  const last = startProgram(settings, 'worker');
  while (await isUnderWay(pool)) {
    await pause(lookEveryMs * 10);
    await endPauses(pool);
  }
  for (const program of [last, api]) expect(await ended(program, 'SIGTERM')).toMatchObject({ code: 0 });
  const effects = await counted(pool);
  const messages = new Map(site.requests.map(({ headers, body }) => [String(headers['webhook-id']), body]));
  const all = ticks + events;
  const wanted = {
    executions: all,
    prompts: all + events,
    answers: all + events,
    mails: events,
    files: events,
    actions: 4 * events,
    messages: events,
  };
  const found = { ...effects, messages: { all: messages.size, different: messages.size } };
  const sum = (of: (name: keyof typeof wanted) => number) =>
    (Object.keys(wanted) as (keyof typeof wanted)[]).reduce((total, name) => total + of(name), 0);
  console.info(
    `${ticks} ticks and ${events} events, the worker killed ${kills} times, jobs under way then: ${JSON.stringify(cut)}. ${JSON.stringify(found)}: ` +
      `${sum((name) => Math.max(0, wanted[name] - found[name].different))} lost, ${sum((name) => Math.max(0, found[name].all - wanted[name]))} twice; ${site.requests.length - messages.size} messages came again under their id.`,
  );
  expect(found).toEqual(
    Object.fromEntries(Object.entries(wanted).map(([name, count]) => [name, { all: count, different: count }])),
  );
  // The same message with each try: the receiver knows it by its id.
  for (const { headers, body } of site.requests) expect(body).toBe(messages.get(String(headers['webhook-id'])));
});
