import { randomUUID } from 'node:crypto';
import { getBot, setFavorite } from '@parlance/shared/contract/api/bots';
import * as api from '@parlance/shared/contract/api/dialogues';
import * as folders from '@parlance/shared/contract/api/folders';
import * as shares from '@parlance/shared/contract/api/shares';
import type { Endpoint } from '@parlance/shared/contract/endpoint';
import { fillPath } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { writeCursor } from '../../platform/http/cursor.ts';
import { botNamed, start } from '../../testing/asking.ts';
import { ended, runOf } from '../../testing/start-asking.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
let caller: Client;
/** Ids of the caller's things, and of others': a colleague's, and those of another organisation. */
let own: Ids;
let colleague: Ids;
let stranger: Ids;
beforeAll(async () => {
  server = await startTestServer();
  caller = await server.as('member@pro.example');
  own = await idsOf(caller, 'member@pro.example');
  colleague = await idsOf(await server.as('admin@pro.example'), 'admin@pro.example');
  stranger = await idsOf(await server.as('owner@free.example'), 'owner@free.example');
});
afterAll(() => server.close());

type Ids = {
  dialogue: string;
  prompt: string;
  answer: string;
  folder: string;
  share: string;
  run: string;
  bot: string;
  member: string;
  team: string;
};
/** Kinds that belong to the organisation rather than to a person: a colleague's is the caller's own. */
const ofAll: readonly (keyof Ids)[] = ['bot', 'team'];

/** Creates a dialogue with an answer, in a folder, not shared with any caller here. */
async function idsOf(client: Client, email: string): Promise<Ids> {
  const bot = await botNamed(client, 'House Guide');
  const turn = await start(client, bot, 'A secret question');
  await ended(client, turn);
  const folder = await client.call(folders.createFolder, { body: { name: 'A secret folder' } });
  const { member_id, other_id, team } = await server.db.asSystem(async (trx) => {
    const member = await trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('users.email', '=', email)
      .select(['memberships.id', 'memberships.organization_id'])
      .executeTakeFirstOrThrow();
    const other = await trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('organization_id', '=', member.organization_id)
      .where('users.email', 'not in', [email, 'member@pro.example'])
      .select('memberships.id')
      .executeTakeFirstOrThrow();
    const { id: team } = await trx
      .insertInto('teams')
      .values({ organization_id: member.organization_id, name: `A secret team of ${email}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { member_id: member.id, other_id: other.id, team };
  });
  const share = await client.call(shares.shareDialogue, {
    params: { dialogue_id: turn.dialogue_id },
    body: { scope: 'people', member_ids: [other_id], team_ids: [team] },
  });
  if (!folder.body.success || !share.body.success) throw new Error('The test’s own things could not be made.');
  return {
    dialogue: turn.dialogue_id,
    prompt: turn.prompt.id,
    answer: turn.answer.id,
    folder: folder.body.data.id,
    share: share.body.data.id,
    run: runOf(turn),
    bot,
    member: member_id,
    team,
  };
}

type Request = { endpoint: Endpoint; params?: Record<string, string>; query?: Record<string, string>; body?: object };
const key = () => ({ idempotency_key: randomUUID() });

/** Every place where an endpoint of dialogues, folders, shares and bots takes an id, with the kind of id. */
const places: readonly (readonly [string, keyof Ids, (id: string) => Request])[] = [
  ['start with a bot', 'bot', (id) => ({ endpoint: api.startDialogue, body: { bot_id: id, prompt: 'x', ...key() } })],
  [
    'start with an attachment',
    'answer',
    (id) => ({ endpoint: api.startDialogue, body: { bot_id: own.bot, prompt: 'x', attachment_ids: [id], ...key() } }),
  ],
  ['read', 'dialogue', (id) => ({ endpoint: api.getDialogue, params: { dialogue_id: id } })],
  [
    'change',
    'dialogue',
    (id) => ({ endpoint: api.updateDialogue, params: { dialogue_id: id }, body: { title: 'Mine' } }),
  ],
  [
    'file into a folder',
    'folder',
    (id) => ({ endpoint: api.updateDialogue, params: { dialogue_id: own.dialogue }, body: { folder_id: id } }),
  ],
  ['delete', 'dialogue', (id) => ({ endpoint: api.deleteDialogue, params: { dialogue_id: id } })],
  ['restore', 'dialogue', (id) => ({ endpoint: api.restoreDialogue, params: { dialogue_id: id } })],
  ['read messages', 'dialogue', (id) => ({ endpoint: api.listMessages, params: { dialogue_id: id } })],
  [
    'read messages from a cursor',
    'answer',
    (id) => ({
      endpoint: api.listMessages,
      params: { dialogue_id: own.dialogue },
      query: { cursor: writeCursor([id]) },
    }),
  ],
  [
    'look at a branch',
    'answer',
    (id) => ({ endpoint: api.listMessages, params: { dialogue_id: own.dialogue }, query: { branch_of: id } }),
  ],
  [
    'ask',
    'dialogue',
    (id) => ({ endpoint: api.sendPrompt, params: { dialogue_id: id }, body: { prompt: 'x', ...key() } }),
  ],
  [
    'ask below',
    'answer',
    (id) => ({
      endpoint: api.sendPrompt,
      params: { dialogue_id: own.dialogue },
      body: { prompt: 'x', parent_id: id, ...key() },
    }),
  ],
  [
    'ask with an attachment',
    'run',
    (id) => ({
      endpoint: api.sendPrompt,
      params: { dialogue_id: own.dialogue },
      body: { prompt: 'x', attachment_ids: [id], ...key() },
    }),
  ],
  [
    'switch in a dialogue',
    'dialogue',
    (id) => ({ endpoint: api.chooseBranch, params: { dialogue_id: id }, body: { message_id: own.answer } }),
  ],
  [
    'switch to a message',
    'answer',
    (id) => ({ endpoint: api.chooseBranch, params: { dialogue_id: own.dialogue }, body: { message_id: id } }),
  ],
  ['ask once more', 'answer', (id) => ({ endpoint: api.regenerateAnswer, params: { message_id: id }, body: key() })],
  ['go on', 'answer', (id) => ({ endpoint: api.continueAnswer, params: { message_id: id }, body: key() })],
  ['rate', 'answer', (id) => ({ endpoint: api.rateAnswer, params: { message_id: id }, body: { value: 'up' } })],
  ['take a rating back', 'answer', (id) => ({ endpoint: api.removeRating, params: { message_id: id } })],
  [
    'export',
    'dialogue',
    (id) => ({ endpoint: api.exportDialogue, params: { dialogue_id: id }, query: { format: 'json' } }),
  ],
  ['list of a bot', 'bot', (id) => ({ endpoint: api.listDialogues, query: { bot_id: id } })],
  ['list of a folder', 'folder', (id) => ({ endpoint: api.listDialogues, query: { folder_id: id } })],
  [
    'rename a folder',
    'folder',
    (id) => ({ endpoint: folders.renameFolder, params: { folder_id: id }, body: { name: 'Mine' } }),
  ],
  ['delete a folder', 'folder', (id) => ({ endpoint: folders.deleteFolder, params: { folder_id: id } })],
  ['list shares', 'dialogue', (id) => ({ endpoint: shares.listShares, params: { dialogue_id: id } })],
  [
    'share',
    'dialogue',
    (id) => ({ endpoint: shares.shareDialogue, params: { dialogue_id: id }, body: { scope: 'link' } }),
  ],
  [
    'share with a team of somebody',
    'team',
    (id) => ({
      endpoint: shares.shareDialogue,
      params: { dialogue_id: own.dialogue },
      body: { scope: 'people', team_ids: [own.team, id] },
    }),
  ],
  [
    'share with a team',
    'dialogue',
    (id) => ({
      endpoint: shares.shareDialogue,
      params: { dialogue_id: id },
      body: { scope: 'people', team_ids: [own.team] },
    }),
  ],
  ['end a share', 'share', (id) => ({ endpoint: shares.endShare, params: { share_id: id } })],
  ['read a share', 'share', (id) => ({ endpoint: shares.getSharedDialogue, params: { share_id: id } })],
  ['read its messages', 'share', (id) => ({ endpoint: shares.listSharedMessages, params: { share_id: id } })],
  ['copy a share', 'share', (id) => ({ endpoint: shares.copySharedDialogue, params: { share_id: id }, body: key() })],
  ['read a bot', 'bot', (id) => ({ endpoint: getBot, params: { bot_id: id } })],
  ['keep a bot', 'bot', (id) => ({ endpoint: setFavorite, params: { bot_id: id }, body: { is_favorite: true } })],
];

async function send(client: Client, { endpoint, params, query, body }: Request): Promise<string> {
  const answer = await server.app.inject({
    method: endpoint.method,
    url: fillPath(endpoint.path, params),
    headers: client.headers(),
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { payload: body }),
  });
  return `${answer.statusCode} ${JSON.stringify({ ...answer.json<object>(), request_id: '' })}`;
}

/** Reads everything of other people from the database. */
const state = () =>
  server.db.asSystem(async (trx) => {
    const tables = [
      'dialogues',
      'messages',
      'runs',
      'folders',
      'shares',
      'share_people',
      'share_teams',
      'ratings',
      'bot_uses',
      'search_entries',
      'dialogue_copies',
    ];
    const rows = [];
    for (const table of tables)
      rows.push(
        await sql`select * from ${sql.table(table)} order by 1, 2, 3`.execute(trx).then(({ rows: all }) => all),
      );
    return JSON.stringify(rows);
  });

test('ids of another organisation and of a colleague are answered in every place as ids of nothing, and change nothing (TEN-01)', async () => {
  await caller.call(api.listDialogues, {});
  const before = await state();
  const differing: string[] = [];
  let tried = 0;
  for (const [what, kind, request] of places) {
    const nothing = await send(caller, request(randomUUID()));
    for (const theirs of ofAll.includes(kind) ? [stranger] : [colleague, stranger]) {
      // The id that belongs there, and every other one they have.
      for (const id of new Set([
        theirs[kind],
        ...Object.entries(theirs).flatMap(([of, value]) =>
          ofAll.some((it) => it === of) && theirs === colleague ? [] : [value],
        ),
      ])) {
        tried += 1;
        const answer = await send(caller, request(id));
        if (answer !== nothing) differing.push(`${what} with ${id}: ${answer} instead of ${nothing}`);
      }
    }
  }
  expect(differing).toEqual([]);
  expect(await state()).toBe(before);
  console.info(
    `TEN-01: ${differing.length} of ${tried} requests with the ids of others were answered otherwise than with the id of nothing`,
  );
});

test('what a body says beside the contract sets nothing (TEN-04)', async () => {
  const extra = {
    id: randomUUID(),
    organization_id: stranger.dialogue,
    member_id: colleague.member,
    owner_id: colleague.member,
    dialogue_id: colleague.dialogue,
    leaf_id: colleague.answer,
    title_source: 'member',
    created_at: '2020-01-01T00:00:00Z',
    deleted_at: null,
    is_own: true,
    author: 'bot',
    status: 'complete',
    content: 'x',
    citations: [],
  };
  const requests: Request[] = [
    { endpoint: api.startDialogue, body: { bot_id: own.bot, prompt: 'mass', ...key(), ...extra } },
    { endpoint: api.sendPrompt, params: { dialogue_id: own.dialogue }, body: { prompt: 'mass', ...key(), ...extra } },
    { endpoint: api.updateDialogue, params: { dialogue_id: own.dialogue }, body: { is_pinned: true, ...extra } },
    { endpoint: api.chooseBranch, params: { dialogue_id: own.dialogue }, body: { message_id: own.answer, ...extra } },
    { endpoint: api.rateAnswer, params: { message_id: own.answer }, body: { value: 'up', ...extra } },
    { endpoint: folders.createFolder, body: { name: 'mass', ...extra } },
    { endpoint: folders.renameFolder, params: { folder_id: own.folder }, body: { name: 'mass', ...extra } },
    { endpoint: shares.shareDialogue, params: { dialogue_id: own.dialogue }, body: { scope: 'link', ...extra } },
    { endpoint: setFavorite, params: { bot_id: own.bot }, body: { is_favorite: true, ...extra } },
  ];
  const theirs = () =>
    server.db.asSystem(async (trx) => {
      const mine = (table: 'dialogues' | 'folders' | 'shares' | 'bot_uses') =>
        trx.selectFrom(table).where('member_id', '<>', own.member).selectAll().execute();
      return JSON.stringify([
        await mine('dialogues'),
        await mine('folders'),
        await mine('shares'),
        await mine('bot_uses'),
        await trx
          .selectFrom('messages')
          .where('dialogue_id', '<>', own.dialogue)
          .where('content', '=', 'x')
          .selectAll()
          .execute(),
      ]);
    });
  const before = await theirs();
  const statuses: number[] = [];
  for (const request of requests) statuses.push(Number((await send(caller, request)).slice(0, 3)));
  expect(statuses.every((status) => status === 200 || status === 400)).toBe(true);
  expect(await theirs()).toBe(before);
  const made = await server.db.asSystem((trx) =>
    trx
      .selectFrom('dialogues')
      .where('member_id', '=', own.member)
      .select(['id', 'created_at', 'title_source'])
      .execute(),
  );
  expect(made.some(({ id, created_at }) => id === extra.id || created_at.getFullYear() === 2020)).toBe(false);
  console.info(
    `TEN-04: 0 of ${requests.length * Object.keys(extra).length} fields beside the contract were taken (${statuses.filter((status) => status === 400).length} of ${requests.length} bodies refused)`,
  );
});

test('every new table of a tenant shows its rows to nobody else, even where a query forgets to ask (TEN-03)', async () => {
  const tables = [
    'dialogues',
    'messages',
    'runs',
    'folders',
    'shares',
    'share_people',
    'share_teams',
    'ratings',
    'bot_uses',
    'search_entries',
    'searched_entries',
    'dialogue_copies',
  ];
  await caller.call(api.rateAnswer, { params: { message_id: own.answer }, body: { value: 'up' } });
  const organization = async (email: string) =>
    (
      await server.db.asSystem((trx) =>
        trx
          .selectFrom('memberships')
          .innerJoin('users', 'users.id', 'memberships.user_id')
          .where('users.email', '=', email)
          .select('organization_id')
          .executeTakeFirstOrThrow(),
      )
    ).organization_id;
  const [mine, other] = [await organization('member@pro.example'), await organization('owner@team.example')];
  const count = (organizationId: string, table: string) =>
    server.db.asTenant(organizationId, async (trx) =>
      Number(
        (await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(trx)).rows[0]?.rows,
      ),
    );
  for (const table of tables) {
    if (table !== 'dialogue_copies') expect({ table, rows: await count(mine, table) }).not.toEqual({ table, rows: 0 });
    expect({ table, rows: await count(other, table) }).toEqual({ table, rows: 0 });
  }
});

test('nobody is served who is not signed in, whose workspace is expired or whose registration is not complete', async () => {
  const refused: Record<string, string> = {};
  for (const [email, code] of [
    [null, '401 unauthenticated'],
    ['member@expired.example', '403 workspace_expired'],
    ['owner@expired.example', '403 workspace_expired'],
    ['pending@new.example', '403 registration_incomplete'],
  ] as const) {
    const client = email === null ? server.anonymous() : await server.as(email);
    if (email !== null) await client.call(api.listDialogues, {});
    for (const [what, kind, request] of places) {
      const answer = await send(client, request(own[kind]));
      if (!answer.startsWith(code.slice(0, 3)) || !answer.includes(code.slice(4))) refused[`${email} ${what}`] = answer;
    }
  }
  expect(refused).toEqual({});
});

test('an id that is none, in every place, is refused with 400', async () => {
  const wrong: string[] = [];
  for (const [what, , request] of places) {
    for (const id of ['1', '../../etc/passwd', "' or 1=1 --", `${randomUUID()}x`]) {
      const answer = await send(caller, request(id));
      if (!answer.startsWith('400')) wrong.push(`${what} with ${id}: ${answer}`);
    }
  }
  expect(wrong).toEqual([]);
});
