import { randomUUID } from 'node:crypto';
import * as api from '@parlance/shared/contract/api/retention';
import { newStorageKey } from '../../platform/storage/storage.ts';
import { dataOf } from '../../testing/agents.ts';
import { start } from '../../testing/asking.ts';
import { type AskingModel, ended, runOf, startAskingModel } from '../../testing/start-asking.ts';
import type { Client } from '../../testing/test-app.ts';
import { retentionApplying } from './retention-job.ts';

let asking: AskingModel;
let admin: Client;
let otp: Client;
let organizationId: string;
beforeAll(async () => {
  asking = await startAskingModel('Blank Sheet', { answer: () => ['Yes, ', 'thirty.'] });
  [admin, otp] = [await asking.server.as('admin@pro.example'), await asking.server.as('otp@pro.example')];
});
afterAll(() => asking.close());
afterEach(async () => {
  for (const table of ['legal_holds', 'retention_policies', 'tool_calls'])
    await asking.server.pool.query(`delete from ${table}`);
});

/** Writes a call of a run with a picture, an old link and the like, as old as this. */
async function give(runId: string, days: number): Promise<void> {
  const { rows } = await asking.server.pool.query<{ organization_id: string }>(
    `with run as (select id, organization_id from runs where id = $1),
    call as (
      insert into tool_calls (organization_id, run_id, step, position, provider_call_id, told_name, kind, tool_name, function, arguments, state, result, "offset")
        select organization_id, id, 1, 1, 'c', 'draw', 'mcp', 'Charts', 'draw', '{}', 'done', '[image]', 0 from run
        returning id, organization_id)
    insert into tool_contents (organization_id, call_id, position, type, media_type, name, size, address, storage_key, created_at)
      select organization_id, call.id, position, type, '', '', 10, address, key, now() - make_interval(days => $2)
      from call cross join (values (0, 'image', null, $3), (1, 'link', 'https://example.com/', null)) as given (position, type, address, key)
      returning organization_id`,
    [runId, days, newStorageKey()],
  );
  organizationId = rows[0]?.organization_id ?? '';
}
const answered = async (client = asking.member) =>
  runOf(await ended(client, await start(client, asking.bot, 'How many days?')));
const tried = async (files: number) => dataOf(await admin.call(api.tryRetention, { body: { days: { files } } })).kinds;
async function purge(files: number): Promise<number> {
  const { version } = dataOf(await admin.call(api.getRetention, {}));
  dataOf(await admin.call(api.saveRetention, { body: { days: { files }, version } }));
  await retentionApplying({ db: asking.server.db }).run({ organization: organizationId }, new AbortController().signal);
  const { applied } = dataOf(await admin.call(api.getRetention, {}));
  await asking.server.pool.query('delete from retention_policies');
  return applied?.removed.find(({ kind }) => kind === 'files')?.count ?? 0;
}
const left = async () =>
  (
    await asking.server.pool.query<{ type: string }>('select type from tool_contents order by created_at, position')
  ).rows.map(({ type }) => type);

test('pictures in results go with the files of dialogues, by their own age; calls and links stay', async () => {
  await give(await answered(), 40);
  await give(await answered(), 1);
  expect(await tried(30)).toEqual([{ kind: 'files', count: 1, oldest: expect.any(String), held: 0 }]);
  expect(await purge(30)).toBe(1);
  expect(await left()).toEqual(['link', 'image', 'link']);
  const { rows } = await asking.server.pool.query('select result from tool_calls');
  expect(rows).toHaveLength(2);
});

test('a hold on the member of the dialogue keeps them', async () => {
  await give(await answered(), 40);
  await give(await answered(otp), 40);
  dataOf(
    await admin.call(api.placeHold, {
      body: {
        idempotency_key: randomUUID(),
        subject: { kind: 'member', email: 'otp@pro.example' },
        reason: 'Proceedings of the labour court',
        until: null,
      },
    }),
  );
  expect(await tried(30)).toMatchObject([{ count: 1, held: 1 }]);
  expect(await purge(30)).toBe(1);
  expect(await left()).toEqual(expect.arrayContaining(['image']));
});

test('those of an answer under way stay, and those of a copied one go', async () => {
  asking.model.hold(1);
  const turn = await start(asking.member, asking.bot, 'How many days?');
  await give(runOf(turn), 40);
  expect(await purge(30)).toBe(0);
  asking.model.goOn();
  await ended(asking.member, turn);
  await asking.server.pool.query('delete from tool_calls');
  await give(runOf(turn), 40);
  await asking.server.pool.query('update tool_calls set run_id = null, answer_id = $1', [turn.answer.id]);
  expect(await purge(30)).toBe(1);
});
