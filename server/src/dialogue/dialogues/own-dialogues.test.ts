import { randomUUID } from 'node:crypto';
import {
  type DialogueSummary,
  type Turn,
  deleteDialogue,
  getDialogue,
  listDialogues,
  rateAnswer,
  ratingReason,
  removeRating,
  restoreDialogue,
  titleMaxLength,
  updateDialogue,
} from '@parlance/shared/contract/api/dialogues';
import {
  createFolder,
  deleteFolder,
  folderNameMaxLength,
  foldersAtMost,
  listFolders,
  renameFolder,
} from '@parlance/shared/contract/api/folders';
import type { Input } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { deleteDue } from '../../platform/upkeep/due.ts';
import { messages, start } from '../../testing/asking.ts';
import { ended, startAsking } from '../../testing/start-asking.ts';
import type { Client, TestServer } from '../../testing/test-app.ts';
import { deletedDialogues } from './deletion.ts';

let server: TestServer;
let member: Client;
let bot: string;
beforeAll(async () => {
  ({ server, member, bot } = await startAsking('Blank Sheet'));
});
afterAll(() => server.close());
beforeEach(() =>
  server.db.asSystem(async (trx) => {
    await trx.deleteFrom('dialogues').execute();
    await trx.deleteFrom('folders').execute();
  }),
);

const begin = async (title: string): Promise<Turn> => ended(member, await start(member, bot, title));
type Query = NonNullable<Input<typeof listDialogues>['query']>;
async function list(query: Query = {}): Promise<DialogueSummary[]> {
  const { body } = await member.call(listDialogues, { query });
  if (!body.success) throw new Error(body.code);
  return body.data.items;
}
const titles = async (query: Query = {}) => (await list(query)).map(({ title }) => title);
const change = (turn: Turn, body: object) =>
  member.call(updateDialogue, { params: { dialogue_id: turn.dialogue_id }, body });
const folder = async (name: string) => {
  const { body } = await member.call(createFolder, { body: { name } });
  if (!body.success) throw new Error(body.code);
  return body.data;
};

describe('the list of dialogues', () => {
  test('has the pinned ones first, leaves archived ones out, and goes on in pages that meet each once', async () => {
    const turns: Turn[] = [];
    for (const title of ['a', 'b', 'c', 'd', 'e']) turns.push(await begin(title));
    const [a, b, , d] = turns;
    if (a === undefined || b === undefined || d === undefined) throw new Error('five were made');
    await change(a, { is_pinned: true });
    await change(b, { is_pinned: true });
    await change(d, { is_archived: true });
    expect(await titles()).toEqual(['b', 'a', 'e', 'c']);
    expect(await titles({ archived: 'true' })).toEqual(['d']);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: Query = { limit: 1, ...(cursor === '' ? {} : { cursor }) };
      const { body } = await member.call(listDialogues, { query });
      if (!body.success) throw new Error(body.code);
      seen.push(...body.data.items.map(({ title }) => title));
      cursor = body.data.next_cursor;
    }
    expect(seen).toEqual(['b', 'a', 'e', 'c']);
  });

  test('is of a folder, of none, or of all', async () => {
    const [a, , c] = [await begin('a'), await begin('b'), await begin('c')];
    const { id } = await folder('Work');
    await change(a, { folder_id: id });
    await change(c, { folder_id: id, is_archived: true });
    expect(await titles({ folder_id: id })).toEqual(['a']);
    expect(await titles({ folder_id: 'none' })).toEqual(['b']);
    expect(await titles()).toEqual(['b', 'a']);
    expect((await member.call(listFolders, {})).body).toMatchObject({
      data: { items: [{ id, name: 'Work', dialogues: 1 }] },
    });
    await change(a, { folder_id: null });
    expect(await titles({ folder_id: 'none' })).toEqual(['b', 'a']);
  });
});

describe('a dialogue', () => {
  test('is renamed by its member, changes what is given and nothing else, and keeps its place', async () => {
    const turn = await begin('a');
    await begin('b');
    expect((await change(turn, { title: '  Annual leave \u{1F334} ' })).body).toMatchObject({
      data: { title: 'Annual leave \u{1F334}', is_pinned: false, folder_id: null },
    });
    expect((await change(turn, {})).body).toMatchObject({ data: { title: 'Annual leave \u{1F334}' } });
    expect(await titles()).toEqual(['b', 'Annual leave \u{1F334}']);
  });

  test.each([
    ['an empty title', { title: ' ' }],
    ['a title too long', { title: 'x'.repeat(titleMaxLength + 1) }],
    ['a member of somebody else', { member_id: randomUUID() }],
    ['the time of its deletion', { deleted_at: null }],
    ['who gave the title', { title_source: 'prompt' }],
    ['another bot', { bot_id: randomUUID() }],
    ['a folder that is no id', { folder_id: 'none' }],
  ])('does not take %s', async (_, body) => {
    const turn = await begin('a');
    expect((await change(turn, body)).status).toBe(400);
    expect(await titles()).toEqual(['a']);
  });

  test('is deleted, and restored as it was for 30 days; afterwards it is gone with all that belongs to it', async () => {
    const turn = await begin('a');
    await change(turn, { is_pinned: true });
    const params = { dialogue_id: turn.dialogue_id };
    expect((await member.call(deleteDialogue, { params })).status).toBe(200);
    expect((await member.call(deleteDialogue, { params })).status).toBe(404);
    expect((await change(turn, { title: 'b' })).status).toBe(404);
    expect(await titles()).toEqual([]);
    expect((await member.call(restoreDialogue, { params })).body).toMatchObject({
      data: { title: 'a', is_pinned: true },
    });
    expect(await messages(member, turn.dialogue_id)).toHaveLength(2);
    const age = (days: number) =>
      server.db.asSystem((trx) =>
        sql`update dialogues set deleted_at = now() - make_interval(days => ${days}) where id = ${turn.dialogue_id}`.execute(
          trx,
        ),
      );
    await age(29);
    expect(await server.db.asSystem((trx) => deleteDue(trx, deletedDialogues))).toBe(0);
    await age(31);
    expect((await member.call(restoreDialogue, { params })).status).toBe(404);
    expect(await server.db.asSystem((trx) => deleteDue(trx, deletedDialogues))).toBe(1);
    const left = await server.db.asSystem((trx) =>
      trx.selectFrom('messages').where('dialogue_id', '=', turn.dialogue_id).select('id').execute(),
    );
    expect(left).toEqual([]);
  });
});

describe('folders', () => {
  test('are listed by name, renamed, and leave their dialogues behind', async () => {
    const work = await folder('work');
    await folder('Archive');
    const turn = await begin('a');
    await change(turn, { folder_id: work.id });
    expect(
      (await member.call(renameFolder, { params: { folder_id: work.id }, body: { name: 'Work 2' } })).body,
    ).toMatchObject({ data: { name: 'Work 2', dialogues: 1 } });
    expect((await member.call(listFolders, {})).body).toMatchObject({
      data: { items: [{ name: 'Archive' }, { name: 'Work 2' }] },
    });
    expect((await member.call(deleteFolder, { params: { folder_id: work.id } })).status).toBe(200);
    expect(await list()).toMatchObject([{ title: 'a', folder_id: null }]);
  });

  test('of one name are not two, whatever the letter case, and not with twenty requests at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        member.call(createFolder, { body: { name: at % 2 === 0 ? 'Travel' : 'travel' } }),
      ),
    );
    expect(made.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(made.filter(({ status }) => status !== 200).map(({ body }) => !body.success && body.code))).toEqual(
      new Set(['name_taken']),
    );
    const other = await folder('Other');
    expect(
      (await member.call(renameFolder, { params: { folder_id: other.id }, body: { name: 'TRAVEL' } })).body,
    ).toMatchObject({ code: 'name_taken' });
    expect((await member.call(renameFolder, { params: { folder_id: other.id }, body: { name: 'OTHER' } })).status).toBe(
      200,
    );
  });

  test('are 200 at most', async () => {
    const owner = await server.db.asSystem((trx) =>
      trx
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .where('users.email', '=', 'member@pro.example')
        .select(['memberships.id as member_id', 'memberships.organization_id'])
        .executeTakeFirstOrThrow(),
    );
    await server.db.asSystem((trx) =>
      trx
        .insertInto('folders')
        .values(Array.from({ length: foldersAtMost }, (_, at) => ({ ...owner, name: `Folder ${at}` })))
        .execute(),
    );
    expect((await member.call(createFolder, { body: { name: 'One more' } })).body).toMatchObject({
      code: 'folders_full',
    });
  });

  test.each([
    ['empty', { name: ' ' }],
    ['too long', { name: 'x'.repeat(folderNameMaxLength + 1) }],
    ['with an owner', { name: 'a', member_id: randomUUID() }],
  ])('that are %s are refused', async (_, body) => {
    expect((await member.call(createFolder, { body })).status).toBe(400);
  });
});

describe('a rating', () => {
  const rate = ({ answer }: Turn, body: object) =>
    // a body that a program could send
    member.call(rateAnswer, { params: { message_id: answer.id }, body: body as { value: 'up' } });

  test('is shown with its answer, replaced by the next one, and taken back', async () => {
    const turn = await begin('a');
    expect(
      (await rate(turn, { value: 'down', reasons: ['incomplete', 'incomplete', 'other'], comment: ' No dates. ' }))
        .body,
    ).toMatchObject({ data: { value: 'down', reasons: ['incomplete', 'other'], comment: 'No dates.' } });
    expect((await messages(member, turn.dialogue_id))[0]?.rating).toEqual({
      value: 'down',
      reasons: ['incomplete', 'other'],
      comment: 'No dates.',
    });
    await rate(turn, { value: 'up' });
    expect((await messages(member, turn.dialogue_id))[0]?.rating).toEqual({ value: 'up', reasons: [], comment: '' });
    expect((await member.call(removeRating, { params: { message_id: turn.answer.id } })).status).toBe(200);
    expect((await messages(member, turn.dialogue_id))[0]?.rating).toBeNull();
  });

  test('has reasons that go with it, and is of an answer', async () => {
    const turn = await begin('a');
    const statuses = ['up', 'down'].flatMap((value) =>
      [...ratingReason.options, 'because'].map((reason) => ({ value, reason })),
    );
    const taken: string[] = [];
    for (const { value, reason } of statuses) {
      const { status } = await rate(turn, { value, reasons: [reason] });
      expect([200, 400]).toContain(status);
      if (status === 200) taken.push(`${value} ${reason}`);
    }
    expect(taken).toEqual([
      'up accurate',
      'up helpful',
      'up well_written',
      'up other',
      'down inaccurate',
      'down incomplete',
      'down source_wrong',
      'down instructions_ignored',
      'down unsafe',
      'down other',
    ]);
    expect((await messages(member, turn.dialogue_id))[0]?.rating).toMatchObject({ value: 'down', reasons: ['other'] });
    expect(
      (await member.call(rateAnswer, { params: { message_id: turn.prompt.id }, body: { value: 'up' } })).status,
    ).toBe(404);
    expect((await member.call(getDialogue, { params: { dialogue_id: turn.dialogue_id } })).status).toBe(200);
  });
});
