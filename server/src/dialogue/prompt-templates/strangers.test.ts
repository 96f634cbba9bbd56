import { randomUUID } from 'node:crypto';
import * as lists from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import * as api from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import type { Endpoint } from '@parlance/shared/contract/endpoint';
import { fillPath } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { teamNamed } from '../../testing/teams.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
let caller: Client;
let own: string;
let colleagues: string;
let strangers: string;
let ownTeam: string;
let strangersTeam: string;
beforeAll(async () => {
  server = await startTestServer();
  caller = await server.as('member@pro.example');
  [own, colleagues, strangers] = [
    await make(caller),
    await make(await server.as('otp@pro.example')),
    await make(await server.as('owner@team.example')),
  ];
  [ownTeam, strangersTeam] = [
    await teamNamed(caller, 'Support'),
    await teamNamed(await server.as('owner@team.example'), 'Dispatch'),
  ];
});
afterAll(() => server.close());

const definition = { title: { en: 'A secret' }, body: { en: 'Hidden' } };
const settings = { command: null, category: '', tags: [] };

async function make(client: Client): Promise<string> {
  const { body } = await client.call(api.createPromptTemplate, {
    body: { idempotency_key: randomUUID(), from: { kind: 'new', definition, ...settings } },
  });
  if (!body.success) throw new Error(body.code);
  return body.data.id;
}

type Request = { endpoint: Endpoint; params?: Record<string, string>; body?: object };

/** Every place in which an endpoint of prompt templates takes the id of one. */
const places: readonly (readonly [string, (id: string) => Request])[] = [
  ['read', (id) => ({ endpoint: api.getPromptTemplate, params: { template_id: id } })],
  [
    'copy',
    (id) => ({
      endpoint: api.createPromptTemplate,
      body: { idempotency_key: randomUUID(), from: { kind: 'copy', template_id: id } },
    }),
  ],
  [
    'save',
    (id) => ({
      endpoint: api.savePromptTemplate,
      params: { template_id: id },
      body: { revision: 1, definition, ...settings },
    }),
  ],
  ['list versions', (id) => ({ endpoint: api.listTemplateVersions, params: { template_id: id } })],
  ['read a version', (id) => ({ endpoint: api.getTemplateVersion, params: { template_id: id, number: '1' } })],
  [
    'put a version in use',
    (id) => ({ endpoint: api.chooseTemplateVersion, params: { template_id: id }, body: { revision: 1, number: 1 } }),
  ],
  [
    'share',
    (id) => ({ endpoint: api.setTemplateAccess, params: { template_id: id }, body: { scope: 'organization' } }),
  ],
  [
    'share with',
    (id) => ({
      endpoint: api.setTemplateAccess,
      params: { template_id: own },
      body: { scope: 'people', member_ids: [id] },
    }),
  ],
  [
    'share with a team of somebody',
    (id) => ({
      endpoint: api.setTemplateAccess,
      params: { template_id: own },
      body: { scope: 'people', team_ids: [ownTeam, id] },
    }),
  ],
  [
    'share with a team',
    (id) => ({
      endpoint: api.setTemplateAccess,
      params: { template_id: id },
      body: { scope: 'people', team_ids: [ownTeam] },
    }),
  ],
  ['mark', (id) => ({ endpoint: lists.markPromptTemplate, params: { template_id: id }, body: { rating: 'up' } })],
  ['export', (id) => ({ endpoint: api.exportPromptTemplate, params: { template_id: id } })],
  ['read the form', (id) => ({ endpoint: api.getUsableTemplate, params: { template_id: id } })],
  [
    'fill in',
    (id) => ({
      endpoint: api.fillPromptTemplate,
      params: { template_id: id },
      body: { idempotency_key: randomUUID(), version: 1, language: 'en', date: '2026-11-21', values: {} },
    }),
  ],
];

async function send({ endpoint, params, body }: Request): Promise<string> {
  const answer = await server.app.inject({
    method: endpoint.method,
    url: fillPath(endpoint.path, params),
    headers: caller.headers(),
    ...(body === undefined ? {} : { payload: body }),
  });
  return `${answer.statusCode} ${JSON.stringify({ ...answer.json<object>(), request_id: '' })}`;
}

const state = () =>
  server.db.asSystem(async (trx) => {
    const rows = [];
    for (const table of [
      'prompt_templates',
      'prompt_template_versions',
      'prompt_template_people',
      'prompt_template_teams',
      'prompt_template_marks',
      'prompt_template_requests',
    ]) {
      rows.push(
        await sql`select * from ${sql.table(table)} order by 1, 2, 3`.execute(trx).then(({ rows: all }) => all),
      );
    }
    return JSON.stringify(rows);
  });

test('private templates of a colleague and of another organisation are answered as ids of nothing, and stay as they are (TEN-01)', async () => {
  await caller.call(lists.listPromptTemplates, {});
  const before = await state();
  const differing: string[] = [];
  let tried = 0;
  for (const [what, request] of places) {
    const nothing = await send(request(randomUUID()));
    for (const id of [colleagues, strangers, strangersTeam]) {
      tried += 1;
      const answer = await send(request(id));
      if (answer !== nothing) differing.push(`${what}: ${answer} instead of ${nothing}`);
    }
  }
  const { body } = await caller.call(lists.changePromptTemplates, {
    body: { template_ids: [colleagues, strangers], action: 'delete' },
  });
  expect(body).toMatchObject({ data: { changed: [] } });
  expect(differing).toEqual([]);
  expect(await state()).toBe(before);
  console.info(
    `TEN-01: ${differing.length} of ${tried} requests with prompt templates of others were answered otherwise than with the id of nothing`,
  );
});

test('an administrator of another organisation is nobody here', async () => {
  const stranger = await server.as('owner@team.example');
  expect((await stranger.call(api.getPromptTemplate, { params: { template_id: own } })).status).toBe(404);
  expect(
    (
      await stranger.call(api.reviewPromptTemplate, {
        params: { template_id: own },
        body: { decision: 'approve', version: 1 },
      })
    ).status,
  ).toBe(404);
});

test('what a body says beside the contract sets nothing (TEN-04)', async () => {
  const extra = {
    id: randomUUID(),
    organization_id: randomUUID(),
    owner_id: randomUUID(),
    scope: 'organization',
    version_in_use: 9,
    uses: 1000,
    review_state: null,
    deleted_at: '2020-01-01T00:00:00Z',
    is_enabled: false,
  };
  const answers = await Promise.all([
    send({
      endpoint: api.savePromptTemplate,
      params: { template_id: own },
      body: { revision: 1, definition, ...settings, ...extra },
    }),
    send({ endpoint: api.setTemplateAccess, params: { template_id: own }, body: { ...extra, scope: 'private' } }),
    send({ endpoint: lists.markPromptTemplate, params: { template_id: own }, body: { rating: 'up', ...extra } }),
    send({ endpoint: lists.changePromptTemplates, body: { template_ids: [own], action: 'enable', ...extra } }),
  ]);
  expect(answers.filter((answer) => !answer.startsWith('400'))).toEqual([]);
  const { body } = await caller.call(api.createPromptTemplate, {
    body: { idempotency_key: randomUUID(), from: { kind: 'new', definition, ...settings, ...extra } },
  });
  expect(body).toMatchObject({
    data: { scope: 'private', version: 1, uses: 0, is_enabled: true, owner: { name: 'Mei Tanaka' } },
  });
});
