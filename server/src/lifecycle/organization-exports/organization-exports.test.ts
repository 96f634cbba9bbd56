import { randomUUID } from 'node:crypto';
import {
  downloadOrganizationExport,
  exportOrganization,
  listOrganizationExports,
} from '@parlance/shared/contract/api/organization-exports';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { unzipSync } from 'fflate';
import { botNamed, start } from '../../testing/asking.ts';
import { bring } from '../../testing/knowledge.ts';
import { dataOf } from '../../testing/registering.ts';
import { ended } from '../../testing/start-asking.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { organizationExporting } from './write.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('owner@free.example');
});
afterAll(() => server.close());

const ask = (client: Client, key = randomUUID()) => client.call(exportOrganization, { body: { idempotency_key: key } });
const write = (id: string) =>
  organizationExporting({ db: server.db, storage: server.dependencies.storage }).run(
    { export: id },
    new AbortController().signal,
  );
const setStatus = async (workspace_status: 'ACTIVE' | 'EXPIRED') => {
  const { organization_id: id } = dataOf(await owner.call(getWhoami));
  await server.db.asSystem((trx) =>
    trx.updateTable('organizations').set({ workspace_status }).where('id', '=', id).execute(),
  );
};
const download = (client: Client, id: string) =>
  server.app.inject({ url: `/organization-exports/v1/exports/${id}/content`, headers: client.headers() });

test('the owner of an expired workspace takes everything along: people, dialogues, agents, knowledge with its bytes, the log', async () => {
  await ended(owner, await start(owner, await botNamed(owner, 'House Guide'), 'When is the building open, please?'));
  await bring(server, owner, 'rules.txt', 'Trains before planes.');
  await setStatus('EXPIRED');
  const asked = dataOf(await ask(owner));
  expect(asked).toMatchObject({ status: 'waiting', size: null, expires_at: null });
  expect(dataOf(await ask(owner)).id).toBe(asked.id);
  await write(asked.id);
  const [made] = dataOf(await owner.call(listOrganizationExports)).items;
  expect(made).toMatchObject({ id: asked.id, status: 'complete', expires_at: expect.any(String) });
  expect((await server.mailTo('owner@free.example')).map(({ template }) => template)).toEqual([
    'organization_export_ready',
  ]);
  const answer = await download(owner, asked.id);
  expect(answer.headers['content-disposition']).toContain('attachment');
  expect(answer.rawPayload.length).toBe(made?.size);
  const files = Object.fromEntries(
    Object.entries(unzipSync(answer.rawPayload)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  );
  const lines = (name: string) =>
    (files[name] ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>); // what was written as lines of JSON
  expect(
    lines('members.jsonl')
      .map(({ email }) => email)
      .sort(),
  ).toEqual(['member@free.example', 'owner@free.example']);
  expect(JSON.stringify(lines('dialogues.jsonl'))).toContain('When is the building open, please?');
  for (const name of [
    'teams',
    'agents',
    'prompt-templates',
    'tools',
    'knowledge',
    'files',
    'schedules',
    'automations',
    'invoices',
    'audit-log',
  ])
    expect(files).toHaveProperty([`${name}.jsonl`]);
  const source = lines('knowledge.jsonl').find(({ name }) => name === 'rules.txt');
  expect(files[`files/${String(source?.['file_id'])}.txt`]).toBe('Trains before planes.');
  expect(lines('audit-log.jsonl').map(({ action }) => action)).toContain('knowledge_source.created');
  const everything = Object.values(files).join('');
  for (const foreign of ['pro.example', 'Northwind', 'password_hash', 'storage_key'])
    expect(everything).not.toContain(foreign);
  await setStatus('ACTIVE');
});

test('nobody else has it: a member is refused, and for another owner it is not there', async () => {
  const [made] = dataOf(await owner.call(listOrganizationExports)).items;
  expect((await ask(await server.as('admin@pro.example'))).status).toBe(403);
  expect((await ask(server.anonymous())).status).toBe(401);
  const stranger = await server.as('owner@pro.example');
  expect((await download(stranger, made?.id ?? '')).statusCode).toBe(404);
  expect(dataOf(await stranger.call(listOrganizationExports)).items).toEqual([]);
});

test('a file that is a week old is gone', async () => {
  const [made] = dataOf(await owner.call(listOrganizationExports)).items;
  await server.db.asSystem((trx) =>
    trx
      .updateTable('organization_exports')
      .set({ completed_at: new Date(Date.now() - 8 * 86_400_000) })
      .where('id', '=', made?.id ?? '')
      .execute(),
  );
  expect(dataOf(await owner.call(listOrganizationExports)).items).toEqual([]);
  expect((await download(owner, made?.id ?? '')).statusCode).toBe(404);
});

test('asked for by many at once it is made once, and written twice it is one file', async () => {
  const asked = await Promise.all(Array.from({ length: 8 }, async () => dataOf(await ask(owner)).id));
  expect(new Set(asked).size).toBe(1);
  await Promise.all([write(asked[0] ?? ''), write(asked[0] ?? '')]);
  expect(dataOf(await owner.call(listOrganizationExports)).items).toMatchObject([{ status: 'complete' }]);
  expect(downloadOrganizationExport.requires).toMatchObject({ role: 'owner', workspace: 'owner-when-expired' });
});
