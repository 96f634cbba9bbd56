import { randomUUID } from 'node:crypto';
import { exportAuditLog, listAuditEntries } from '@parlance/shared/contract/api/audit/audit-log';
import {
  exportDialogueLog,
  type ExportFormat,
  getLoggedDialogue,
  listDialogueLog,
  listLoggedMessages,
  showNames,
} from '@parlance/shared/contract/api/dialogue-log';
import { exportDialogue, listDialogues, listMessages, searchDialogues } from '@parlance/shared/contract/api/dialogues';
import { getExecution, listExecutions } from '@parlance/shared/contract/api/executions';
import { exportOrganization } from '@parlance/shared/contract/api/organization-exports';
import { getOwnData } from '@parlance/shared/contract/api/own-data';
import { readReasoning } from '@parlance/shared/contract/api/runs/reasoning';
import {
  copySharedDialogue,
  getSharedDialogue,
  listSharedMessages,
  listSharedToolCalls,
  shareDialogue,
} from '@parlance/shared/contract/api/shares';
import { listToolCalls } from '@parlance/shared/contract/api/tools';
import { fillPath } from '@parlance/shared/contract/endpoint';
import { unzipSync } from 'fflate';
import { organizationExporting } from '../lifecycle/organization-exports/write.ts';
import { dialogueLogExporting } from '../oversight/dialogue-log/write-export.ts';
import { dataOf, memberId } from '../testing/agents.ts';
import { prompt, start, until } from '../testing/asking.ts';
import { madeAutomation, sendSigned, startAutomationJobs } from '../testing/automations.ts';
import { requestWith } from '../testing/places.ts';
import { writeReasoning } from '../testing/reasoning.ts';
import { type AskingModel, ended, runOf, startAskingModel } from '../testing/start-asking.ts';
import type { Client } from '../testing/test-app.ts';
import { type HttpSite, startSite } from '../testing/tools.ts';

/**
 * What a model reasons is no part of its answer (ADR 64): whatever the product tells of an answer, to whom and in what
 * form ever, its reasoning is not in it. Only its member reads it, by its own endpoint and in the stream of the answer.
 */
const canary = 'kanarienvogel';
const answer = 'You have thirty days.';
let asking: AskingModel;
let site: HttpSite;
let jobs: Awaited<ReturnType<typeof startAutomationJobs>>;
let admin: Client;
let owner: Client;
let colleague: Client;
let copy: string;
/** The things that the endpoints are asked for, by their tables. */
const ids = new Map<string, string>();
const dialogue = () => ({ params: { dialogue_id: ids.get('dialogues') ?? '' } });
const execution = () => ({ params: { execution_id: ids.get('executions') ?? '' } });
const share = () => ({ params: { share_id: ids.get('shares') ?? '' } });

beforeAll(async () => {
  site = await startSite((_, response) => void response.writeHead(204).end());
  asking = await startAskingModel(
    'House Guide',
    { answer: () => [{ reasoning: `${canary} in a field. ` }, `<think>${canary} in a tag.</think>`, answer] },
    {
      ...{ LOG_LEVEL: 'trace', MODEL_TITLES: 'true' },
      ...{ TOOL_SECRETS_KEY: 'ab'.repeat(32), OUTGOING_ALLOWED_HOSTS: site.host },
    },
  );
  const { server, member, bot } = asking;
  [admin, owner, colleague] = (await Promise.all(
    ['admin@pro.example', 'owner@pro.example', 'otp@pro.example'].map((email) => server.as(email)),
  )) as [Client, Client, Client]; // one for each address
  await server.pool.query('update plans set schedules = null');
  const turn = await ended(member, await start(member, bot, 'How many days of leave do I have?'));
  ids.set('dialogues', turn.dialogue_id).set('messages', turn.answer.id).set('runs', runOf(turn));
  await writeReasoning(server.pool, runOf(turn), { text: canary });
  await ended(member, await prompt(member, turn.dialogue_id, 'And next year?'));
  const body = { scope: 'organization' as const, expires_at: null };
  ids.set('shares', dataOf(await member.call(shareDialogue, { ...dialogue(), body })).id);
  copy = dataOf(await colleague.call(copySharedDialogue, { ...share(), body: { idempotency_key: randomUUID() } })).id;
  jobs = await startAutomationJobs(server, { allowedHosts: [site.host], timeoutMs: 3_000 });
  await setOff();
}, 60_000);
afterAll(async () => {
  await jobs.close();
  await asking.close();
  await site.close();
});

/** Sets an automation off, whose answer goes to a person, to a receiver and to another agent. */
async function setOff(): Promise<void> {
  const { server, bot } = asking;
  const made = await madeAutomation(owner, {
    actions: [
      {
        kind: 'mail',
        member_ids: [await memberId(server, 'member@pro.example')],
        subject: 'Order',
        text: 'The agent says: {{answer}}',
      },
      { kind: 'http', url: `${site.origin}/in` },
      { kind: 'dialogue', bot_id: bot, prompt: 'Go on with: {{answer}}' },
    ],
  });
  ids.set('automations', made.automation.id);
  await sendSigned(server, made, { order: { id: 'A-1' } });
  const last = async () =>
    dataOf(await owner.call(listExecutions, { query: { automation_id: made.automation.id } })).items[0];
  await until(async () => (await last())?.status === 'done');
  ids.set('executions', (await last())?.id ?? '');
  // The other agent has answered, and the dialogue has the title that the model gave it.
  await until(async () => {
    const { rows } = await asking.server.pool.query(
      `select from runs where status in ('queued', 'running') union all select from dialogues where title not like 'You have thirty%' and id = $1`,
      [ids.get('dialogues')],
    );
    return rows.length === 0;
  });
}

const { signal } = new AbortController();
const told = async (...answers: unknown[]) => JSON.stringify(await Promise.all(answers));
const contentOf = async (url: string, client: Client) =>
  (await asking.server.app.inject({ url, headers: client.headers() })).rawPayload;

async function logExport(format: ExportFormat): Promise<string> {
  const { db, dependencies } = asking.server;
  const body = { idempotency_key: randomUUID(), format, filter: {} };
  const { id } = dataOf(await admin.call(exportDialogueLog, { body }));
  await dialogueLogExporting({ db, storage: dependencies.storage }).run({ export: id }, signal);
  ids.set('dialogue_log_exports', id);
  return String(await contentOf(`/dialogue-log/v1/exports/${id}/content`, admin));
}

async function organizationExport(): Promise<string> {
  const { db, dependencies } = asking.server;
  dataOf(await owner.call(showNames, { body: { reason: 'Moving to another product' } }));
  const { id } = dataOf(await owner.call(exportOrganization, { body: { idempotency_key: randomUUID() } }));
  await organizationExporting({ db, storage: dependencies.storage }).run({ export: id }, signal);
  const zip = await contentOf(fillPath('/organization-exports/v1/exports/:id/content', { id }), owner);
  return Object.entries(unzipSync(zip))
    .map(([name, bytes]) => `${name}: ${Buffer.from(bytes).toString()}`)
    .join('\n');
}

const bare = { query: {} };
const found = (q: string) => told(asking.member.call(searchDialogues, { query: { q } }));
const exported = (format: 'markdown' | 'json') =>
  told(asking.member.call(exportDialogue, { ...dialogue(), query: { format } }));
/** What is said of an answer: where, what must be in it, and how it is got. */
const outputs: readonly (readonly [where: string, holds: string, get: () => Promise<string>])[] = [
  ['a dialogue', answer, () => told(asking.member.call(listMessages, { ...dialogue(), ...bare }))],
  ['the calls of a dialogue', '15+15', () => told(asking.member.call(listToolCalls, dialogue()))],
  ['the export of a dialogue in Markdown', '15+15', () => exported('markdown')],
  ['the export of a dialogue in JSON', '15+15', () => exported('json')],
  ['the titles', 'You have thirty', () => told(asking.member.call(listDialogues, {}))],
  ['a search for what was answered', 'thirty', () => found('thirty')],
  ['a search for what was reasoned', '"items":[]', () => found(canary)],
  [
    'a share',
    answer,
    () =>
      told(
        colleague.call(getSharedDialogue, share()),
        colleague.call(listSharedMessages, { ...share(), ...bare }),
        colleague.call(listSharedToolCalls, share()),
      ),
  ],
  [
    'the copy of a shared dialogue',
    '15+15',
    () =>
      told(
        colleague.call(listMessages, { params: { dialogue_id: copy }, ...bare }),
        colleague.call(exportDialogue, { params: { dialogue_id: copy }, query: { format: 'json' } }),
      ),
  ],
  [
    'the dialogue log',
    answer,
    () =>
      told(
        admin.call(listDialogueLog, {}),
        admin.call(getLoggedDialogue, dialogue()),
        admin.call(listLoggedMessages, { ...dialogue(), ...bare }),
      ),
  ],
  ['the export of the dialogue log (csv)', answer, () => logExport('csv')],
  ['the export of the dialogue log (jsonl)', answer, () => logExport('jsonl')],
  ['the result of an automation', answer, () => told(owner.call(getExecution, execution()))],
  ['a mail of an automation', answer, () => told(asking.server.mailTo('member@pro.example'))],
  ['a request of an automation', answer, () => told(site.requests)],
  ['later requests to the model, and those for titles', 'Go on with', () => told(asking.model.requests)],
  ['the export of the organisation', answer, organizationExport],
  ['a person’s own data', answer, () => told(asking.member.call(getOwnData))],
  [
    'the audit log',
    'dialogue.share_copied',
    async () =>
      [
        await told(admin.call(listAuditEntries, { query: { limit: 100 } })),
        await contentOf(`${exportAuditLog.path}?format=csv`, admin),
        await contentOf(`${exportAuditLog.path}?format=jsonl`, admin),
      ].join('\n'),
  ],
  ['the log', 'request', () => Promise.resolve(asking.server.log.join('\n'))],
];

test.each(outputs)('reasoning is not in %s', async (_, holds, get) => {
  const text = await get();
  expect(text).toContain(holds);
  expect(text).not.toContain(canary);
});

test('the database has reasoning in its two tables alone: behind every answer that was written, and behind no copy', async () => {
  const { pool } = asking.server;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const holding: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await pool.query(`select from ${name} as it where it::text like $1 limit 1`, [`%${canary}%`]);
    if (rowCount === 1) holding.push(name);
  }
  expect(holding.sort()).toEqual(['answer_reasoning', 'tool_call_extras']);
  expect(tables.length).toBeGreaterThan(100);
  const { rows } = await pool.query<Record<string, number>>(
    `select (select count(*)::int from runs where status = 'complete') as answers, (select count(distinct answer_id)::int from answer_reasoning) as reasonings,
      (select count(*)::int from tool_calls) as calls, (select count(*)::int from tool_call_extras) as extras`,
  );
  expect(rows).toEqual([{ answers: 4, reasonings: 4, calls: 2, extras: 1 }]);
});

test('no endpoint that is read tells it, but the one that is for it', async () => {
  const { server, member } = asking;
  const params = { message_id: ids.get('messages') ?? '' };
  expect(dataOf(await member.call(readReasoning, { params })).text).toContain(canary);
  const { rows } = await server.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'id' and data_type = 'uuid'`,
  );
  for (const { name } of rows.filter((it) => !ids.has(it.name))) {
    const { rows: some } = await server.pool.query<{ id: string }>(`select id from ${name} limit 1`);
    if (some[0] !== undefined) ids.set(name, some[0].id);
  }
  const telling: string[] = [];
  let answered = 0;
  for (const app of [server.app, server.charts, server.payment])
    for (const [who, client] of Object.entries({ member, colleague, admin, owner }))
      for (const endpoint of app.endpoints.filter(({ method }) => method === 'GET')) {
        if (/sign_out|stream|events/.test(endpoint.path)) continue;
        if (client === member && endpoint.path.endsWith('/messages/:message_id/reasoning')) continue;
        const { url, query } = requestWith({ app, endpoint, part: 'params', at: [] }, '', ids);
        for (const asked of [{ url }, { url, query }]) {
          const { statusCode, payload } = await app.inject({ method: 'GET', ...asked, headers: client.headers() });
          if (statusCode === 200) answered += 1;
          if (payload.includes(canary)) telling.push(`${who}: ${endpoint.path}`);
        }
      }
  expect(telling).toEqual([]);
  expect(answered).toBeGreaterThan(200);
  console.info(`reasoning: ${telling.length} of ${answered} answers hold what a model reasoned`);
});
