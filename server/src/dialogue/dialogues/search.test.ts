import { randomUUID } from 'node:crypto';
import {
  type SearchHit,
  type Turn,
  deleteDialogue,
  restoreDialogue,
  searchDialogues,
  sendPrompt,
  updateDialogue,
} from '@parlance/shared/contract/api/dialogues';
import { sql } from 'kysely';
import { start } from '../../testing/asking.ts';
import { ended, startAsking } from '../../testing/start-asking.ts';
import type { Client, TestServer } from '../../testing/test-app.ts';
import { searchTermsOf, tsqueryOf } from '../messages/search-terms.ts';
import { makeAllSearchable } from './search-upkeep.ts';
import { amongAll, amongRecent } from './search.ts';
import { snippetOf } from './snippet.ts';

let server: TestServer;
let member: Client;
let bot: string;
beforeAll(async () => {
  ({ server, member, bot } = await startAsking('Blank Sheet'));
});
afterAll(() => server.close());
beforeEach(() => server.db.asSystem(async (trx) => void (await trx.deleteFrom('dialogues').execute())));

const ask = async (text: string, client = member): Promise<Turn> => ended(client, await start(client, bot, text));
async function search(q: string, client = member): Promise<SearchHit[]> {
  const { body } = await client.call(searchDialogues, { query: { q } });
  if (!body.success) throw new Error(body.code);
  return body.data.items;
}
const found = async (q: string) =>
  (await search(q)).filter(({ message_id }) => message_id !== null).map(({ message_id }) => message_id);
const marked = (hit: SearchHit | undefined) =>
  (hit?.snippet ?? []).map(({ text, is_hit }) => (is_hit ? `[${text}]` : text)).join('');

describe('a search', () => {
  test.each([
    ['en', 'How many days of annual leave do I have?', 'leaves', 'How many days of annual [leave] do I have?'],
    [
      'de-DE',
      'Wie viele Urlaubstage habe ich im Übrigen?',
      'URLAUBSTAGE ubrigen',
      'Wie viele [Urlaubstage] habe ich im [Übrigen]?',
    ],
    [
      'fr-FR',
      'Combien coûte l’abonnement de l’organisation ?',
      'organisation',
      'Combien coûte l’abonnement de [l’organisation] ?',
    ],
    ['es-ES', '¿Cuántas vacaciones tengo?', 'vacaciónes', '¿Cuántas [vacaciones] tengo?'],
    ['it-IT', 'Dove trovo i rimborsi spese?', 'rimborso', 'Dove trovo i [rimborsi] spese?'],
    ['nl-NL', 'Hoe meld ik bezoekers aan?', 'bezoeker', 'Hoe meld ik [bezoekers] aan?'],
    [
      'en, a plural in -ies',
      'Is there a policy for the regulations of a company?',
      'policies regulation companies',
      'Is there a [policy] for the [regulations] of a [company]?',
    ],
    [
      'fr, a plural in -aux',
      'Où sont les journaux de l’hôpital ?',
      'journal hôpitaux',
      'Où sont les [journaux] de [l’hôpital] ?',
    ],
    [
      'pt-PT, a plural in -ões',
      'Onde estão as reuniões e os hospitais?',
      'reunião hospital',
      'Onde estão as [reuniões] e os [hospitais]?',
    ],
    ['pt-PT', 'Onde está a impressora?', 'impressoras', 'Onde está a [impressora]?'],
    ['zh-TW', '員工每年可以享有多少天的特別休假？', '特別休假', '員工每年可以享有多少天的[特別休假]？'],
    ['zh-TW, one character', '大樓什麼時候開門？', '樓', '大[樓]什麼時候開門？'],
    ['emoji', 'A party 🎉 for everybody', '🎉', 'A party [🎉] for everybody'],
    ['emoji, with a skin tone and without', 'Well done 👍🏽 and 👋', '👍 👋🏿', 'Well done [👍🏽] and [👋]'],
    ['emoji, beside a word', 'It is done✅today', '✅ done', 'It is [done✅]today'],
    ['emoji, several in a row', 'Weekend: 🇩🇪🇫🇷🎉🎉', '🇫🇷🎉', 'Weekend: 🇩🇪[🇫🇷🎉🎉]'],
    ['emoji, joined', 'My family 👨‍👩‍👧 at home', '👨‍👩‍👧', 'My family [👨‍👩‍👧] at home'],
    ['emoji, a keycap', 'Step 1️⃣ of 12', '1️⃣', 'Step [1️⃣] of 12'],
    ['emoji, behind a word', 'Room ab1️⃣ is free', 'ab', 'Room [ab]1️⃣ is free'],
    ['emoji, the flag of Wales', 'Rugby 🏴󠁧󠁢󠁷󠁬󠁳󠁿 tonight', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', 'Rugby [🏴󠁧󠁢󠁷󠁬󠁳󠁿] tonight'],
    ['emoji, a sign of text', 'Call us ☎ at Parlance™', '☎️ parlance ™', 'Call us [☎] at [Parlance™]'],
    ['th-TH', 'พนักงานมีสิทธิลาพักร้อนปีละกี่วัน', 'ลาพักร้อน', 'พนักงานมีสิทธิ[ลาพักร้อน]ปีละกี่วัน'],
  ])('finds words in %s and marks them', async (_, prompt, q, snippet) => {
    const turn = await ask(prompt);
    await ask('Something else entirely');
    const hits = await search(q);
    expect(hits.map(({ message_id }) => message_id)).toEqual(expect.arrayContaining([turn.prompt.id, null]));
    expect(hits.every(({ dialogue }) => dialogue.id === turn.dialogue_id)).toBe(true);
    expect(marked(hits.find(({ message_id }) => message_id !== null))).toBe(snippet);
  });

  test('finds an emoji by itself, and by no other', async () => {
    await ask('My family 👨‍👩‍👧 likes 🏳️‍🌈 and 1️⃣ of 🇩🇪🇫🇷');
    for (const q of ['👧', '👨‍👩‍👦', '🌈', '🏳️', '2️⃣', '🇪🇫', 'family 🎉']) expect([q, await search(q)]).toEqual([q, []]);
  });

  test('wants every word in one message, or in the title', async () => {
    const turn = await ask('Where is the red bicycle?');
    const other = await ask('Where is the blue bicycle?');
    expect(await found('red bicycle')).toEqual([turn.prompt.id]);
    expect(await found('red blue')).toEqual([]);
    await member.call(updateDialogue, { params: { dialogue_id: other.dialogue_id }, body: { title: 'Zeppelin' } });
    expect(await search('zeppelin')).toMatchObject([
      {
        message_id: null,
        dialogue: { id: other.dialogue_id, title: 'Zeppelin' },
        snippet: [{ text: 'Zeppelin', is_hit: true }],
      },
    ]);
    // The first title is no longer found; the prompt still is.
    expect((await search('blue bicycle')).map(({ message_id }) => message_id)).toEqual([other.prompt.id]);
  });

  test('finds answers as well, archived dialogues too, the newest first, in pages that meet each once', async () => {
    const turns = [];
    for (let at = 0; at < 4; at++) turns.push(await ask(`Number ${at} about kangaroos`));
    const [first] = turns;
    await member.call(updateDialogue, {
      params: { dialogue_id: first?.dialogue_id ?? '' },
      body: { is_archived: true },
    });
    expect(await found('kangaroos')).toEqual(turns.map(({ prompt }) => prompt.id).reverse());
    // The embedded model says so if it has no files.
    expect(await found('make up answers')).toHaveLength(4);
    const seen: (string | null)[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: { q: string; limit: number; cursor?: string } = {
        q: 'kangaroos',
        limit: 3,
        ...(cursor === '' ? {} : { cursor }),
      };
      const { body } = await member.call(searchDialogues, { query });
      if (!body.success) throw new Error(body.code);
      seen.push(...body.data.items.map(({ message_id, dialogue }) => `${dialogue.id} ${message_id}`));
      cursor = body.data.next_cursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([8, 8]);
  });

  test('finds nothing of anybody else, nothing deleted, and what is restored', async () => {
    const turn = await ask('A secret about kangaroos');
    for (const email of ['admin@pro.example', 'owner@pro.example', 'owner@free.example'])
      expect(await search('kangaroos', await server.as(email))).toEqual([]);
    await member.call(deleteDialogue, { params: { dialogue_id: turn.dialogue_id } });
    expect(await search('kangaroos')).toEqual([]);
    await member.call(restoreDialogue, { params: { dialogue_id: turn.dialogue_id } });
    expect(await search('kangaroos')).toHaveLength(2);
  });

  test.each(["'", '\\', "wombats' | 'kangaroos", '& | !', '<->', ':*', '%', '(', '"', 'the', '🦘', 'x'.repeat(200)])(
    'takes %j as text and not as an operator',
    async (q) => {
      await ask('About kangaroos');
      expect(await search(q)).toEqual([]);
    },
  );

  test('refuses what it cannot look for', async () => {
    for (const q of ['', '  ', 'x'.repeat(201), '\0'])
      expect((await member.call(searchDialogues, { query: { q } })).status).toBe(400);
    for (const cursor of ['x', Buffer.from('["a"]').toString('base64url')])
      expect((await member.call(searchDialogues, { query: { q: 'a', cursor } })).status).toBe(400);
  });

  test('takes a prompt with a word of 30,000 characters', async () => {
    const turn = await ask(`The key is ${'k'.repeat(30_000)} and no other`);
    await makeAllSearchable(server.db);
    expect(await found('k'.repeat(150))).toEqual([turn.prompt.id]);
  });
});

test('a text of more tokens than are stored is found by its beginning, and holds up none behind it', async () => {
  const [long, next] = [await ask('About kangaroos'), await ask('About wombats')];
  // Pairs of ideographs, of which no two are the same.
  const ideographs = Array.from({ length: 80_000 }, (_, at) =>
    String.fromCodePoint(0x4e_00 + ((((at * (at + 1)) / 2) * Math.ceil((at + 1) / 20_011)) % 20_011)),
  );
  const content = `kangaroos 特休 ${'🎉'.repeat(30_000)} ${ideographs.join('')}`;
  await server.db.asSystem(async (trx) => {
    await trx.updateTable('messages').set({ content }).where('id', '=', long.prompt.id).execute();
    // Long texts are read in pieces of 8,000 characters.
    const pieces = `${'wombats '.padEnd(7_996, '. ')}👨‍👩‍👧 and more`;
    await trx.updateTable('messages').set({ content: pieces }).where('id', '=', next.prompt.id).execute();
    await trx.updateTable('messages').set({ is_searchable: false }).execute();
    await trx.deleteFrom('search_entries').execute();
  });
  await makeAllSearchable(server.db);
  for (const q of ['kangaroos', '特休', '🎉']) expect([q, await found(q)]).toEqual([q, [long.prompt.id]]);
  expect(await found('wombats 👨‍👩‍👧')).toEqual([next.prompt.id]);
});

test('what nobody made searchable is made so in the background: broken off, of an earlier release, of an older tokenizer', async () => {
  const turn = await ask('About kangaroos');
  await server.db.asSystem((trx) => trx.deleteFrom('search_entries').execute());
  await server.db.asSystem((trx) => trx.updateTable('messages').set({ is_searchable: false }).execute());
  await server.db.asSystem((trx) => trx.updateTable('dialogues').set({ is_searchable: false }).execute());
  expect(await search('kangaroos')).toEqual([]);
  await makeAllSearchable(server.db);
  expect(await search('kangaroos')).toHaveLength(2);
  await server.db.asSystem((trx) =>
    sql`update search_entries set tokens = array_to_tsvector(array['old']), tokenizer_version = 0`.execute(trx),
  );
  expect(await search('kangaroos')).toEqual([]);
  await makeAllSearchable(server.db);
  expect(await found('kangaroos')).toEqual([turn.prompt.id]);
  expect(
    (
      await member.call(sendPrompt, {
        params: { dialogue_id: turn.dialogue_id },
        body: { prompt: 'And wombats?', idempotency_key: randomUUID() },
      })
    ).status,
  ).toBe(200);
});

test('a search goes through the indexes of its member and of the words, and not through everybody’s messages', async () => {
  const { dialogue_id } = await ask('About kangaroos');
  const { member_id, organization_id, id } = await server.db.asSystem((trx) =>
    trx
      .selectFrom('dialogues')
      .where('id', '=', dialogue_id)
      .select(['member_id', 'organization_id', 'id'])
      .executeTakeFirstOrThrow(),
  );
  await server.db.asSystem(async (trx) => {
    await sql`insert into messages (organization_id, dialogue_id, position, author, content, is_searchable) select ${organization_id}, ${id}, at + 2, 'member', 'filled', true from generate_series(1, 4000) as at`.execute(
      trx,
    );
    await sql`
      insert into search_entries (organization_id, member_id, dialogue_id, message_id, written_at, tokens, tokenizer_version)
      select ${organization_id}, case when position % 4 = 0 then ${member_id}::uuid else gen_random_uuid() end, ${id}, messages.id, now() - make_interval(secs => position),
        array_to_tsvector(array[left(${member_id}, 8) || ':word' || position % 500] || filler), 2
      from messages, (select array_agg('filler' || at) as filler from generate_series(1, 60) as at) as fillers where content = 'filled'`.execute(
      trx,
    );
    await sql`analyze search_entries`.execute(trx);
  });
  const asked = { memberId: member_id, query: tsqueryOf(member_id, searchTermsOf('word7')), after: null, limit: 31 };
  const planOf = (statement: ReturnType<typeof amongAll>) =>
    server.db.asTenant(organization_id, async (trx) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  const all = await planOf(amongAll(asked));
  expect(all).toContain('Bitmap Index Scan on search_entries_by_token');
  const recent = await planOf(amongRecent(asked));
  expect(recent).toContain('search_entries_of_member');
  for (const plan of [all, recent]) expect(plan).not.toContain('Seq Scan on search_entries');
});

test('a snippet shows the first hit in its surroundings, on one line, and never half a character', () => {
  const filler = 'lorem ipsum dolor sit amet '.repeat(400);
  const snippet = snippetOf(`${filler}\n\nhere is the\tkangaroo 🦘🦘 ${filler}`, searchTermsOf('kangaroo'));
  const text = snippet.map((piece) => piece.text).join('');
  expect(snippet.filter(({ is_hit }) => is_hit)).toEqual([{ text: 'kangaroo', is_hit: true }]);
  expect(text).toMatch(/^…/);
  expect(text).toMatch(/…$/);
  expect(text).toContain('here is the kangaroo 🦘🦘 lorem');
  expect(text.length).toBeLessThan(210);
  for (let at = 0; at < 80; at++)
    expect(
      snippetOf(`${'x'.repeat(at)}${'🦘'.repeat(400)}`, searchTermsOf('nothing'))
        .map((piece) => piece.text)
        .join('')
        .isWellFormed(),
    ).toBe(true);
  // Wherever the text is cut, an emoji that is found is shown whole.
  const terms = searchTermsOf('👨‍👩‍👧');
  for (let at = 3_980; at < 4_010; at++) {
    const one = snippetOf(`${'x'.repeat(at)}👨‍👩‍👧${'y'.repeat(400)}`, terms);
    expect(one.filter(({ is_hit }) => is_hit)).toEqual([{ text: '👨‍👩‍👧', is_hit: true }]);
    const many = snippetOf(`${'x'.repeat(at)}${'👨‍👩‍👧'.repeat(60)}`, terms);
    expect(many.map((piece) => piece.text).join('')).toMatch(/^…x+(?:👨‍👩‍👧)+…$/u);
  }
});
