import { randomUUID } from 'node:crypto';
import {
  type Message,
  type Turn,
  chooseBranch,
  deleteDialogue,
  listMessages,
  regenerateAnswer,
  restoreDialogue,
  sendPrompt,
  startDialogue,
  updateDialogue,
} from '@parlance/shared/contract/api/dialogues';
import { readFileText } from '@parlance/shared/contract/api/files';
import { stopRun } from '@parlance/shared/contract/api/runs/runs';
import {
  type Share,
  copySharedDialogue,
  endShare,
  getSharedDialogue,
  listColleagues,
  listShares,
  listSharedMessages,
  listSharedWithMe,
  shareDialogue,
} from '@parlance/shared/contract/api/shares';
import { sql } from 'kysely';
import { writeCursor } from '../../platform/http/cursor.ts';
import { botNamed, messages, prompt, start } from '../../testing/asking.ts';
import { attach } from '../../testing/attaching.ts';
import { ended, runOf } from '../../testing/start-asking.ts';
import { inTeams, teamNamed } from '../../testing/teams.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
let mei: Client;
let adrian: Client;
let oscar: Client;
let fiona: Client;
let bot: string;
beforeAll(async () => {
  server = await startTestServer();
  [mei, adrian, oscar, fiona] = [
    await server.as('member@pro.example'),
    await server.as('admin@pro.example'),
    await server.as('otp@pro.example'),
    await server.as('owner@free.example'),
  ];
  bot = await botNamed(mei, 'House Guide');
});
afterAll(() => server.close());
beforeEach(() => server.db.asSystem(async (trx) => void (await trx.deleteFrom('shares').execute())));

const begin = async (text = 'When is the building open?') => ended(mei, await start(mei, bot, text));
const dataOf = <T>({ body }: { body: { success: true; data: T } | { success: false; code: string } }): T => {
  if (!body.success) throw new Error(body.code);
  return body.data;
};
type ShareOptions = {
  scope?: 'people' | 'organization' | 'link';
  member_ids?: string[];
  team_ids?: string[];
  expires_at?: string | null;
};
const tryToShare = (turn: Turn, { scope = 'link', ...more }: ShareOptions = {}) =>
  mei.call(shareDialogue, { params: { dialogue_id: turn.dialogue_id }, body: { scope, ...more } });
const share = async (turn: Turn, wanted: ShareOptions = {}): Promise<Share> => dataOf(await tryToShare(turn, wanted));
const read = async (client: Client, { id }: Share) =>
  dataOf(await client.call(listSharedMessages, { params: { share_id: id } })).items;
const statusFor = async (client: Client, { id }: Share) =>
  (await client.call(getSharedDialogue, { params: { share_id: id } })).status;
const idOf = async (name: string) => {
  const found = dataOf(await mei.call(listColleagues, { query: { q: name } })).items[0];
  if (found === undefined) throw new Error(`nobody is called ${name}`);
  return found.id;
};
const sharedWith = async (client: Client) => dataOf(await client.call(listSharedWithMe, {})).items.map(({ id }) => id);
const texts = (items: readonly Message[]) => items.map(({ content }) => content);

test('colleagues are found by the beginning of a word of their name, without oneself, and nobody of another organisation', async () => {
  const names = async (q: string) =>
    dataOf(await mei.call(listColleagues, { query: { q } })).items.map(({ name }) => name);
  expect(await names('')).toEqual(['Adrian Keller', 'Olivia Bennett', 'Oscar Ruiz']);
  expect(await names('o')).toEqual(['Olivia Bennett', 'Oscar Ruiz']);
  expect(await names('KELL')).toEqual(['Adrian Keller']);
  expect([await names('eller'), await names('%'), await names('Fiona'), await names('mei')]).toEqual([[], [], [], []]);
  // By an id one learns a name, also one's own, and nothing of another organisation.
  const own = dataOf(await adrian.call(listColleagues, { query: { q: 'Mei' } })).items[0]?.id;
  expect(dataOf(await mei.call(listColleagues, { query: { id: own } })).items).toEqual([
    { id: own, name: 'Mei Tanaka' },
  ]);
  expect(dataOf(await fiona.call(listColleagues, { query: { id: own } })).items).toEqual([]);
  const first = dataOf(await mei.call(listColleagues, { query: { limit: 2 } }));
  const second = dataOf(await mei.call(listColleagues, { query: { limit: 2, cursor: first.next_cursor ?? '' } }));
  expect([...first.items, ...second.items]).toHaveLength(3);
});

describe('who reads a shared dialogue', () => {
  test('is whoever is named, and finds it', async () => {
    const made = await share(await begin(), { scope: 'people', member_ids: [await idOf('Adrian')] });
    expect(made.people).toEqual([{ id: await idOf('Adrian'), name: 'Adrian Keller' }]);
    expect(await read(adrian, made)).toHaveLength(2);
    expect(await sharedWith(adrian)).toEqual([made.id]);
    expect([await statusFor(oscar, made), await statusFor(fiona, made), await statusFor(mei, made)]).toEqual([
      404, 404, 200,
    ]);
    expect(await sharedWith(oscar)).toEqual([]);
  });

  test('is whoever is in a team that is named, for as long as they are (TEN-05)', async () => {
    const team = await teamNamed(mei, 'Knowledge');
    const made = await share(await begin(), { scope: 'people', team_ids: [team] });
    expect(made).toMatchObject({ people: [], teams: [{ id: team, name: 'Knowledge' }] });
    const seen = async (client: Client) => [
      await statusFor(client, made),
      (await sharedWith(client)).includes(made.id),
    ];
    expect([await seen(adrian), await seen(oscar), await seen(fiona)]).toEqual([
      [200, true],
      [404, false],
      [404, false],
    ]);
    await inTeams(server, adrian, 'otp@pro.example', [team]);
    expect(await seen(oscar)).toEqual([200, true]);
    expect(await read(oscar, made)).toHaveLength(2);
    await inTeams(server, adrian, 'otp@pro.example', []);
    expect(await seen(oscar)).toEqual([404, false]);
    expect((await oscar.call(listSharedMessages, { params: { share_id: made.id } })).status).toBe(404);
    expect(
      (await oscar.call(copySharedDialogue, { params: { share_id: made.id }, body: { idempotency_key: randomUUID() } }))
        .status,
    ).toBe(404);
    // Named in both ways, it is listed once.
    const both = await share(await begin(), { scope: 'people', team_ids: [team], member_ids: [await idOf('Adrian')] });
    expect((await sharedWith(adrian)).filter((id) => id === both.id)).toHaveLength(1);
    await mei.call(endShare, { params: { share_id: made.id } });
    expect(await seen(adrian)).toEqual([404, false]);
  });

  test('is everybody of the organisation who looks, or everybody who has the link', async () => {
    const open = await share(await begin(), { scope: 'organization' });
    const linked = await share(await begin(), { scope: 'link' });
    for (const made of [open, linked])
      expect([
        await statusFor(oscar, made),
        await statusFor(fiona, made),
        await statusFor(server.anonymous(), made),
      ]).toEqual([200, 404, 401]);
    expect(await sharedWith(oscar)).toEqual([open.id]);
    expect(await sharedWith(mei)).toEqual([]);
    expect(dataOf(await oscar.call(getSharedDialogue, { params: { share_id: open.id } }))).toMatchObject({
      title: 'When is the building open?',
      bot: { name: 'House Guide' },
      shared_by: { name: 'Mei Tanaka' },
      is_own: false,
    });
  });

  test('reads nothing any more when it has ended or expired, or the dialogue is deleted, restored or not', async () => {
    const turn = await begin();
    const [one, two, three] = [
      await share(turn),
      await share(turn, { expires_at: new Date(Date.now() + 60_000).toISOString() }),
      await share(turn),
    ];
    expect(
      dataOf(await mei.call(listShares, { params: { dialogue_id: turn.dialogue_id } })).items.map(({ id }) => id),
    ).toEqual([three.id, two.id, one.id]);
    await mei.call(endShare, { params: { share_id: one.id } });
    await server.db.asSystem((trx) =>
      sql`update shares set expires_at = now() - interval '1 second' where id = ${two.id}`.execute(trx),
    );
    expect([
      await statusFor(oscar, one),
      await statusFor(oscar, two),
      await statusFor(mei, two),
      await statusFor(oscar, three),
    ]).toEqual([404, 404, 404, 200]);
    expect(
      dataOf(await mei.call(listShares, { params: { dialogue_id: turn.dialogue_id } })).items.map(({ id }) => id),
    ).toEqual([three.id]);
    await mei.call(deleteDialogue, { params: { dialogue_id: turn.dialogue_id } });
    expect(await statusFor(oscar, three)).toBe(404);
    await mei.call(restoreDialogue, { params: { dialogue_id: turn.dialogue_id } });
    expect(await statusFor(oscar, three)).toBe(404);
  });

  test('ends nobody else’s share, and writes into nobody else’s dialogue', async () => {
    const turn = await begin();
    const made = await share(turn, { scope: 'organization' });
    expect((await oscar.call(endShare, { params: { share_id: made.id } })).status).toBe(404);
    expect((await oscar.call(listShares, { params: { dialogue_id: turn.dialogue_id } })).status).toBe(404);
    expect((await oscar.call(listMessages, { params: { dialogue_id: turn.dialogue_id } })).status).toBe(404);
    expect(await statusFor(oscar, made)).toBe(200);
  });
});

describe('what is shared', () => {
  test('is the branch as it was: nothing later, no other version, no rating, whatever cursor is tried', async () => {
    const turn = await begin();
    const made = await share(turn, { scope: 'organization' });
    const later = await ended(mei, await prompt(mei, turn.dialogue_id, 'And who may know this?'));
    const again = await ended(
      mei,
      dataOf(
        await mei.call(regenerateAnswer, {
          params: { message_id: turn.answer.id },
          body: { idempotency_key: randomUUID() },
        }),
      ),
    );
    await mei.call(updateDialogue, { params: { dialogue_id: turn.dialogue_id }, body: { title: 'Secret plans' } });
    const items = await read(oscar, made);
    expect(items.map(({ id }) => id)).toEqual([turn.answer.id, turn.prompt.id]);
    expect(items[0]).toMatchObject({ versions: [turn.answer.id], rating: null });
    expect(dataOf(await oscar.call(getSharedDialogue, { params: { share_id: made.id } })).title).toBe(
      'When is the building open?',
    );
    for (const id of [later.answer.id, later.prompt.id, again.answer.id, randomUUID()]) {
      const answer = await oscar.call(listSharedMessages, {
        params: { share_id: made.id },
        query: { cursor: writeCursor([id]) },
      });
      expect({ status: answer.status, leaks: answer.text.includes('know this') }).toEqual({
        status: 400,
        leaks: false,
      });
    }
    const page = dataOf(await oscar.call(listSharedMessages, { params: { share_id: made.id }, query: { limit: 1 } }));
    expect(
      texts(
        dataOf(
          await oscar.call(listSharedMessages, {
            params: { share_id: made.id },
            query: { cursor: page.next_cursor ?? '' },
          }),
        ).items,
      ),
    ).toEqual(['When is the building open?']);
  });

  test('has no answer that is still written: what was whole before it is shared, and nothing where there is nothing', async () => {
    const turn = await start(mei, bot, 'When is the building open?');
    expect((await tryToShare(turn)).body).toMatchObject({ code: 'run_active' });
    await ended(mei, turn);
    const second = await prompt(mei, turn.dialogue_id, 'How do I register visitors?');
    const made = await share(turn);
    await mei.call(stopRun, { params: { run_id: runOf(second) } });
    expect((await read(oscar, made)).map(({ id }) => id)).toEqual([turn.answer.id, turn.prompt.id]);
  });

  test('has the files that were sent with it, for its readers and for as long as they read it', async () => {
    const turn = await begin();
    const seen = await attach(server, mei, 'plan.txt', Buffer.from('The plan of the house.'));
    const send = (attachmentId: string) =>
      mei.call(sendPrompt, {
        params: { dialogue_id: turn.dialogue_id },
        body: { prompt: 'And this?', idempotency_key: randomUUID(), attachment_ids: [attachmentId] },
      });
    await ended(mei, dataOf(await send(seen.id)));
    const named = await share(turn, { scope: 'people', member_ids: [await idOf('Oscar')] });
    const later = await attach(server, mei, 'later.txt', Buffer.from('What came after it was shared.'));
    await ended(mei, dataOf(await send(later.id)));
    const statusOf = async (client: Client, { file_id }: typeof seen) =>
      (await client.call(readFileText, { params: { file_id } })).status;
    expect([
      await statusOf(oscar, seen),
      await statusOf(oscar, later),
      await statusOf(adrian, seen),
      await statusOf(fiona, seen),
    ]).toEqual([200, 404, 404, 404]);
    await mei.call(endShare, { params: { share_id: named.id } });
    expect(await statusOf(oscar, seen)).toBe(404);
  });

  test('is gone on with in a dialogue of one’s own, made once of twenty requests with one key', async () => {
    const turn = await begin();
    await ended(mei, await prompt(mei, turn.dialogue_id, 'How do I register visitors?'));
    const made = await share(turn, { scope: 'organization' });
    const body = { idempotency_key: randomUUID() };
    const copies = await Promise.all(
      Array.from({ length: 20 }, () => oscar.call(copySharedDialogue, { params: { share_id: made.id }, body })),
    );
    expect(new Set(copies.map((answer) => dataOf(answer).id)).size).toBe(1);
    console.info('one key 20 times at once: 0 of 20 requests made a second copy');
    const [copy] = copies.map(dataOf);
    const own = await messages(oscar, copy?.id ?? '');
    const originals = await messages(mei, turn.dialogue_id);
    expect(texts(own)).toEqual(texts(originals));
    expect(own[0]?.citations).toEqual(originals[0]?.citations);
    expect(own.filter(({ id }) => originals.some((original) => original.id === id))).toEqual([]);
    const next = dataOf(
      await oscar.call(sendPrompt, {
        params: { dialogue_id: copy?.id ?? '' },
        body: { prompt: 'What if there is a fire?', idempotency_key: randomUUID() },
      }),
    );
    expect(next.prompt.parent_id).toBe(own[0]?.id);
    expect(await messages(mei, turn.dialogue_id)).toHaveLength(4);
    await mei.call(endShare, { params: { share_id: made.id } });
    expect(dataOf(await oscar.call(copySharedDialogue, { params: { share_id: made.id }, body })).id).toBe(copy?.id);
    expect(
      (await oscar.call(copySharedDialogue, { params: { share_id: made.id }, body: { idempotency_key: randomUUID() } }))
        .status,
    ).toBe(404);
  });
});

test.each<[string, ShareOptions]>([
  ['with nobody', { scope: 'people' }],
  ['with oneself alone', { scope: 'people', member_ids: ['own'] }],
  ['as a link that names people', { scope: 'link', member_ids: ['adrian'] }],
  ['as a link that names a team', { scope: 'link', team_ids: [randomUUID()] }],
  ['until a moment that is over', { expires_at: '2020-01-01T00:00:00Z' }],
  ['until no moment', { expires_at: 'tomorrow' }],
])('a dialogue is not shared %s', async (_, wanted) => {
  const own = await server.db.asSystem((trx) =>
    trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('users.email', '=', 'member@pro.example')
      .select('memberships.id')
      .executeTakeFirstOrThrow(),
  );
  const ids: Record<string, string> = { own: own.id, adrian: await idOf('Adrian') };
  const turn = await begin();
  expect(
    (
      await tryToShare(turn, {
        ...wanted,
        ...(wanted.member_ids === undefined ? {} : { member_ids: wanted.member_ids.map((name) => ids[name] ?? name) }),
      })
    ).status,
  ).toBe(400);
  expect(dataOf(await mei.call(listShares, { params: { dialogue_id: turn.dialogue_id } })).items).toEqual([]);
});

test('a dialogue is not shared with somebody of another organisation, who is nobody here', async () => {
  const stranger = await server.db.asSystem((trx) =>
    trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('users.email', '=', 'owner@free.example')
      .select('memberships.id')
      .executeTakeFirstOrThrow(),
  );
  const turn = await begin();
  for (const id of [stranger.id, randomUUID()])
    expect((await tryToShare(turn, { scope: 'people', member_ids: [await idOf('Adrian'), id] })).status).toBe(404);
  expect(
    (await mei.call(chooseBranch, { params: { dialogue_id: turn.dialogue_id }, body: { message_id: randomUUID() } }))
      .status,
  ).toBe(404);
  expect(
    (await fiona.call(startDialogue, { body: { bot_id: bot, prompt: 'Hello', idempotency_key: randomUUID() } })).status,
  ).toBe(404);
});
