import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { getTestSet, saveTestSet, testQuestionsAtMost } from '@parlance/shared/contract/api/agents/agent-test-sets';
import { startAgentTest } from '@parlance/shared/contract/api/agents/agents';
import * as log from '@parlance/shared/contract/api/dialogue-log';
import { deleteDialogue, rateAnswer, type Turn } from '@parlance/shared/contract/api/dialogues';
import { createRule, deleteRule, switchRule } from '@parlance/shared/contract/api/governance/rules';
import { createTeam, deleteTeam, putTeamMember } from '@parlance/shared/contract/api/teams';
import type { Endpoint } from '@parlance/shared/contract/endpoint';
import { fillPath } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { startJobs } from '../../platform/jobs/engine.ts';
import { deleteDue } from '../../platform/upkeep/due.ts';
import { blankAgent, codeOf, dataOf } from '../../testing/agents.ts';
import { messages, prompt, start } from '../../testing/asking.ts';
import { noJobs } from '../../testing/jobs.ts';
import { type AskingModel, ended, startAskingModel } from '../../testing/start-asking.ts';
import type { Client } from '../../testing/test-app.ts';
import { oldExports } from './exports.ts';
import { pageOfIds } from './list.ts';
import { dialogueLogExporting } from './write-export.ts';

let asking: AskingModel;
let admin: Client;
let leave: Turn;
let formula: Turn;
beforeAll(async () => {
  asking = await startAskingModel('House Guide', { answer: () => ['A ', 'plain ', 'answer.'] });
  const { server, member } = asking;
  admin = await server.as('admin@pro.example');
  leave = await ask(member, 'How many days of leave do I have?');
  formula = await ask(await server.as('otp@pro.example'), '=HYPERLINK("http://evil.example")');
});
afterAll(() => asking.close());
afterEach(() => admin.call(log.hideNames, {}));

async function ask(client: Client, text: string): Promise<Turn> {
  const turn = await start(client, asking.bot, text);
  await ended(client, turn);
  return turn;
}
const list = async (query: Partial<log.DialogueLogFilter> & { cursor?: string; limit?: number } = {}) =>
  dataOf(await admin.call(log.listDialogueLog, { query: { limit: 100, ...query } }));
const idsOf = async (query: Partial<log.DialogueLogFilter>) => (await list(query)).items.map(({ id }) => id);
const one = async (id: string) => (await list()).items.find((dialogue) => dialogue.id === id);
const reason = 'A complaint about a wrong answer';
const showNames = () => admin.call(log.showNames, { body: { reason } });
const memberIdOf = async (email: string) => {
  const row = await asking.server.db.asSystem((trx) =>
    trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('users.email', '=', email)
      .select('memberships.id')
      .executeTakeFirstOrThrow(),
  );
  return row.id;
};

describe('the log', () => {
  test('has every dialogue that was asked something, the last asked first, with its figures at once', async () => {
    const [newest, before] = (await list()).items;
    expect(newest).toMatchObject({
      id: formula.dialogue_id,
      prompts: 1,
      ratings: { up: 0, down: 0 },
      language: 'en',
      bot: { name: 'House Guide' },
      deleted_at: null,
    });
    expect(before?.id).toBe(leave.dialogue_id);
    expect(newest?.tokens).toBeGreaterThan(0);
    const next = await prompt(asking.member, leave.dialogue_id, 'And in December?');
    await ended(asking.member, next);
    await asking.member.call(rateAnswer, {
      params: { message_id: next.answer.id },
      body: { value: 'down', reasons: ['inaccurate'], comment: 'No.' },
    });
    expect((await list()).items[0]).toMatchObject({ id: leave.dialogue_id, prompts: 2, ratings: { up: 0, down: 1 } });
  });

  test('goes on where a page ended, and takes no cursor of another list', async () => {
    const first = await list({ limit: 1 });
    const second = await list({ limit: 1, cursor: first.next_cursor ?? '' });
    expect(second.items[0]?.id).not.toBe(first.items[0]?.id);
    expect(codeOf(await admin.call(log.listDialogueLog, { query: { cursor: 'W10' } }))).toBe('400 validation_failed');
  });

  test('is filtered by bot, day, language, rating, tokens and large teams', async () => {
    const [day, tomorrow] = [new Date(), new Date(Date.now() + 86_400_000)].map((date) =>
      date.toISOString().slice(0, 10),
    );
    const both = [leave.dialogue_id, formula.dialogue_id];
    expect(await idsOf({ bot_id: asking.bot })).toEqual(expect.arrayContaining(both));
    expect(await idsOf({ bot_id: randomUUID() })).toEqual([]);
    expect(await idsOf({ from: day, to: day })).toEqual(expect.arrayContaining(both));
    expect(await idsOf({ from: tomorrow })).toEqual([]);
    expect(await idsOf({ to: '2020-01-01' })).toEqual([]);
    expect(await idsOf({ language: 'en' })).toEqual(expect.arrayContaining(both));
    expect(await idsOf({ language: 'th-TH' })).toEqual([]);
    expect(await idsOf({ rating: 'down' })).toContain(leave.dialogue_id);
    expect(await idsOf({ rating: 'down' })).not.toContain(formula.dialogue_id);
    expect(await idsOf({ tokens: 1 })).toEqual(expect.arrayContaining(both));
    expect(await idsOf({ tokens: 1_000_000 })).toEqual([]);
    await showNames();
    const { id: team_id } = dataOf(await admin.call(createTeam, { body: { name: 'Askers' } }));
    dataOf(
      await admin.call(putTeamMember, {
        params: { team_id, member_id: await memberIdOf('otp@pro.example') },
        body: { is_owner: false },
      }),
    );
    expect(await idsOf({ team_id })).toEqual([formula.dialogue_id]);
    expect(await idsOf({ member_id: await memberIdOf('otp@pro.example') })).toEqual([formula.dialogue_id]);
    dataOf(await admin.call(deleteTeam, { params: { team_id } }));
  });

  test('is filtered by the rules that have applied in a prompt or an answer', async () => {
    const rule = async (name: string, word: string, target: 'prompt' | 'answer') => {
      const { id } = dataOf(
        await admin.call(createRule, {
          body: { definition: { name, target, action: 'monitor', conditions: [{ kind: 'words', terms: [word] }] } },
        }),
      );
      await admin.call(switchRule, { params: { rule_id: id }, body: { is_enabled: true } });
      return id;
    };
    const [ofPrompts, ofAnswers] = [await rule('Asked', 'heron', 'prompt'), await rule('Answered', 'plain', 'answer')];
    const [both, answered] = [await ask(asking.member, 'A heron'), await ask(asking.member, 'No bird')];
    expect(await idsOf({ rule_id: ofPrompts })).toEqual([both.dialogue_id]);
    expect(await idsOf({ rule_id: ofAnswers })).toEqual([answered.dialogue_id, both.dialogue_id]);
    expect(await idsOf({ rule_id: randomUUID() })).toEqual([]);
    expect(dataOf(await admin.call(log.getDialogueLogChoices, {})).rules).toEqual([
      { id: ofPrompts, name: 'Asked' },
      { id: ofAnswers, name: 'Answered' },
    ]);
    for (const rule_id of [ofPrompts, ofAnswers]) await admin.call(deleteRule, { params: { rule_id } });
    expect(await idsOf({ rule_id: ofPrompts })).toEqual([]);
  });

  test('offers the bots that were asked, and teams that show nobody', async () => {
    expect(dataOf(await admin.call(log.getDialogueLogChoices, {}))).toEqual({
      bots: [{ id: asking.bot, name: 'House Guide' }],
      teams: [],
      rules: [],
    });
    await showNames();
    expect(dataOf(await admin.call(log.getDialogueLogChoices, {})).teams.length).toBeGreaterThan(0);
  });

  test('keeps a deleted dialogue until it goes for good, and says that it is deleted', async () => {
    const turn = await ask(asking.member, 'Forget this');
    await asking.member.call(deleteDialogue, { params: { dialogue_id: turn.dialogue_id } });
    expect((await one(turn.dialogue_id))?.deleted_at).not.toBeNull();
    await asking.server.db.asSystem((trx) => trx.deleteFrom('dialogues').where('id', '=', turn.dialogue_id).execute());
    expect(await one(turn.dialogue_id)).toBeUndefined();
  });

  test('shows every message of every branch in order, with what its member thought of it', async () => {
    const { items } = dataOf(
      await admin.call(log.listLoggedMessages, { params: { dialogue_id: leave.dialogue_id }, query: { limit: 3 } }),
    );
    expect(items.map(({ author, content }) => [author, content])).toEqual([
      ['member', 'How many days of leave do I have?'],
      ['bot', 'A plain answer.'],
      ['member', 'And in December?'],
    ]);
    const all = dataOf(await admin.call(log.listLoggedMessages, { params: { dialogue_id: leave.dialogue_id } })).items;
    expect(all.at(-1)?.rating).toEqual({ value: 'down', reasons: ['inaccurate'], comment: 'No.' });
  });
});

test('what is tried with a draft stands in no log, and is looked into by nobody', async () => {
  const owner = await asking.server.as('owner@pro.example');
  const agent = await blankAgent(owner, { name: { en: 'Draft' } });
  const { dialogue_id } = dataOf(
    await owner.call(startAgentTest, {
      params: { agent_id: agent.id },
      body: { idempotency_key: randomUUID(), prompt: 'Greet me', definition: agent.definition },
    }),
  );
  for (const endpoint of [log.getLoggedDialogue, log.listLoggedMessages])
    expect(codeOf(await admin.call(endpoint, { params: { dialogue_id } }))).toBe('404 not_found');
  expect(await one(dialogue_id)).toBeUndefined();
});

describe('names', () => {
  test('are hidden: one alias for a member, which is not found elsewhere', async () => {
    const { items } = await list();
    const aliases = new Map(items.map(({ id, member }) => [id, member]));
    expect(aliases.get(leave.dialogue_id)).toEqual({
      id: null,
      alias: expect.stringMatching(/^[0-9A-F]{6}$/),
      name: null,
    });
    expect(aliases.get(formula.dialogue_id)?.alias).not.toBe(aliases.get(leave.dialogue_id)?.alias);
    expect(await memberIdOf('member@pro.example')).not.toContain(
      aliases.get(leave.dialogue_id)?.alias.toLowerCase() ?? '',
    );
  });

  test('are shown for a reason, to who gave it alone, and hidden again when the hour is over', async () => {
    expect(codeOf(await admin.call(log.showNames, { body: { reason: 'because' } }))).toBe('400 validation_failed');
    expect(dataOf(await showNames())).toEqual({ until: expect.any(String), reason });
    const alias = (await one(leave.dialogue_id))?.member;
    expect(alias).toMatchObject({ id: await memberIdOf('member@pro.example'), name: 'Mei Tanaka' });
    const owner = await asking.server.as('owner@pro.example');
    expect(
      dataOf(await owner.call(log.getLoggedDialogue, { params: { dialogue_id: leave.dialogue_id } })).member,
    ).toEqual({ id: null, alias: alias?.alias, name: null });
    await asking.server.db.asSystem((trx) =>
      trx
        .updateTable('shown_names')
        .set({ until: new Date(Date.now() - 1) })
        .execute(),
    );
    expect((await one(leave.dialogue_id))?.member.name).toBeNull();
    expect(dataOf(await admin.call(log.getShownNames, {}))).toEqual({ until: null, reason: null });
  });

  test('are hidden by who no longer wants them for nobody else, and nothing is recorded of who saw none', async () => {
    const owner = await asking.server.as('owner@pro.example');
    const hidden = () =>
      asking.server.db.asSystem((trx) =>
        trx.selectFrom('audit_log').where('action', '=', 'dialogue_log.names_hidden').select('seq').execute(),
      );
    await showNames();
    dataOf(await owner.call(log.showNames, { body: { reason } }));
    const before = await hidden();
    dataOf(await admin.call(log.hideNames, {}));
    expect(dataOf(await owner.call(log.getShownNames, {}))).toMatchObject({ reason });
    expect(await hidden()).toHaveLength(before.length + 1);
    await asking.server.db.asSystem((trx) =>
      trx
        .updateTable('shown_names')
        .set({ until: new Date(Date.now() - 1) })
        .execute(),
    );
    for (const client of [admin, owner]) dataOf(await client.call(log.hideNames, {}));
    expect(await hidden()).toHaveLength(before.length + 1);
  });

  test('and every look into a dialogue are in the audit log, with who looked and why', async () => {
    await showNames();
    await admin.call(log.getLoggedDialogue, { params: { dialogue_id: leave.dialogue_id } });
    await admin.call(log.hideNames, {});
    const entries = await asking.server.db.asSystem((trx) =>
      trx
        .selectFrom('audit_log')
        .where('actor_name', '=', 'admin@pro.example')
        .select(['action', 'target_id', 'changes'])
        .orderBy('seq', 'desc')
        .limit(3)
        .execute(),
    );
    expect(entries).toEqual([
      { action: 'dialogue_log.names_hidden', target_id: null, changes: {} },
      { action: 'dialogue.looked_into', target_id: leave.dialogue_id, changes: {} },
      { action: 'dialogue_log.names_shown', target_id: null, changes: { reason: [null, reason] } },
    ]);
  });

  test('are not found out by people who sleep: a team counts who asked and is there still, apart from every other team', async () => {
    const { db } = asking.server;
    const organization_id = await db.asSystem(
      async (trx) =>
        (
          await trx
            .selectFrom('dialogues')
            .where('id', '=', leave.dialogue_id)
            .select('organization_id')
            .executeTakeFirstOrThrow()
        ).organization_id,
    );
    const people = await db.asSystem(async (trx) => {
      const users = await trx
        .insertInto('users')
        .values(
          Array.from({ length: 10 }, (_, at) => ({
            email: `sleeper-${at}@pro.example`,
            username: null,
            password_hash: '-',
          })),
        )
        .returning('id')
        .execute();
      const rows = await trx
        .insertInto('memberships')
        .values(
          users.map(({ id }) => ({
            organization_id,
            user_id: id,
            role_title: '',
            is_admin: false,
            is_owner: false,
            deactivated_at: null,
          })),
        )
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    });
    const team = async (name: string, ids: readonly string[]) =>
      db.asSystem(async (trx) => {
        const { id } = await trx
          .insertInto('teams')
          .values({ organization_id, name })
          .returning('id')
          .executeTakeFirstOrThrow();
        await trx
          .insertInto('team_members')
          .values(ids.map((member_id) => ({ organization_id, team_id: id, member_id })))
          .execute();
        return id;
      });
    const deactivate = (ids: readonly string[], deactivated_at: Date | null) =>
      db.asSystem((trx) => trx.updateTable('memberships').set({ deactivated_at }).where('id', 'in', ids).execute());
    const askAs = (ids: readonly string[]) =>
      db.asSystem(async (trx) => {
        for (const member_id of ids) {
          const { id } = await trx
            .insertInto('dialogues')
            .values({ organization_id, member_id, bot_id: asking.bot, title: 'Asked' })
            .returning('id')
            .executeTakeFirstOrThrow();
          const [columns] = (
            await sql<{
              names: string;
            }>`select string_agg(quote_ident(column_name), ',') as names from information_schema.columns where table_name = 'dialogue_log_entries' and is_generated = 'NEVER' and column_name not in ('dialogue_id', 'member_id')`.execute(
              trx,
            )
          ).rows;
          await sql`insert into dialogue_log_entries (dialogue_id, member_id, ${sql.raw(columns?.names ?? '')}) select ${id}::uuid, ${member_id}::uuid, ${sql.raw(columns?.names ?? '')} from dialogue_log_entries where dialogue_id = ${leave.dialogue_id}`.execute(
            trx,
          );
        }
      });
    const mei = await memberIdOf('member@pro.example');
    const sleeping = await team('One and sleepers', [mei, ...people.slice(0, 4)]);
    const offered = async () => dataOf(await admin.call(log.getDialogueLogChoices, {})).teams.map(({ id }) => id);
    const refused = async (team_id: string) => codeOf(await admin.call(log.listDialogueLog, { query: { team_id } }));
    // Four who never asked, and four who are gone.
    expect([await offered(), await refused(sleeping)]).toEqual([[], '403 names_hidden']);
    await askAs(people);
    await deactivate(people.slice(0, 4), new Date());
    expect([await offered(), await refused(sleeping)]).toEqual([[], '403 names_hidden']);
    await deactivate(people.slice(0, 4), null);
    expect([await offered(), await refused(sleeping)]).toEqual([[sleeping], '200']);
    // Two teams that one person tells apart: the older one is offered.
    const nearly = await team('The same less one', people.slice(0, 4).concat(people.slice(4, 9)));
    expect([await offered(), await refused(nearly)]).toEqual([[sleeping], '403 names_hidden']);
    await db.asSystem(async (trx) => {
      await trx.deleteFrom('teams').where('id', 'in', [sleeping, nearly]).execute();
      await trx.deleteFrom('memberships').where('id', 'in', people).execute();
    });
  });

  test('are not found out by an agent that one person alone may ask, nor by a rule for it', async () => {
    const { db } = asking.server;
    const rule = dataOf(
      await admin.call(createRule, {
        body: {
          definition: {
            name: 'Of one',
            target: 'prompt',
            action: 'monitor',
            conditions: [{ kind: 'words', terms: ['heron'] }],
            scope: { team_ids: [], bot_ids: [asking.bot] },
          },
        },
      }),
    );
    const setAccess = (access: 'organization' | 'private') =>
      db.asSystem((trx) => trx.updateTable('bots').set({ access }).where('id', '=', asking.bot).execute());
    await setAccess('private');
    for (const filter of [{ bot_id: asking.bot }, { rule_id: rule.id }])
      expect(codeOf(await admin.call(log.listDialogueLog, { query: filter }))).toBe('403 names_hidden');
    expect(dataOf(await admin.call(log.getDialogueLogChoices, {})).bots).toEqual([]);
    await showNames();
    expect(codeOf(await admin.call(log.listDialogueLog, { query: { bot_id: asking.bot } }))).toBe('200');
    await setAccess('organization');
    await admin.call(deleteRule, { params: { rule_id: rule.id } });
  });

  test('are not found out by a filter: not by a member, not by a small team, not in an export', async () => {
    const member_id = await memberIdOf('member@pro.example');
    const { id: team_id } = await asking.server.db.asSystem(async (trx) =>
      trx
        .selectFrom('teams')
        .innerJoin('organizations', 'organizations.id', 'teams.organization_id')
        .where('organizations.plan_name', '=', 'Pro')
        .select('teams.id')
        .executeTakeFirstOrThrow(),
    );
    for (const filter of [{ member_id }, { team_id }]) {
      expect(codeOf(await admin.call(log.listDialogueLog, { query: filter }))).toBe('403 names_hidden');
      expect(
        codeOf(
          await admin.call(log.exportDialogueLog, { body: { idempotency_key: randomUUID(), format: 'csv', filter } }),
        ),
      ).toBe('403 names_hidden');
    }
    await showNames();
    expect(await idsOf({ member_id })).toContain(leave.dialogue_id);
    expect(await idsOf({ member_id })).not.toContain(formula.dialogue_id);
    expect(codeOf(await admin.call(log.listDialogueLog, { query: { team_id } }))).toBe('200');
  });
});

test('an answer becomes a question of the test set of its agent, once', async () => {
  const add = (id: string, message_id = leave.answer.id) =>
    admin.call(log.addTestQuestion, {
      params: { message_id },
      body: { id, points: [{ text: '30 days', must: 'contain' }] },
    });
  const id = randomUUID();
  expect(dataOf(await add(id))).toEqual({ agent_id: asking.bot, questions: 1 });
  expect(dataOf(await add(id))).toEqual({ agent_id: asking.bot, questions: 1 });
  expect(dataOf(await admin.call(getTestSet, { params: { agent_id: asking.bot } })).questions).toEqual([
    {
      id,
      question: 'How many days of leave do I have?',
      language: 'en',
      points: [{ text: '30 days', must: 'contain' }],
    },
  ]);
  expect(codeOf(await add(randomUUID(), leave.prompt.id))).toBe('404 not_found');
  const long = await ask(asking.member, 'long '.repeat(1_000));
  expect(codeOf(await add(randomUUID(), long.answer.id))).toBe('400 validation_failed');
  const { revision } = dataOf(await admin.call(getTestSet, { params: { agent_id: asking.bot } }));
  const questions = Array.from({ length: testQuestionsAtMost }, (_, at) => ({
    id: randomUUID(),
    question: `Question ${at}`,
    language: 'en' as const,
    points: [{ text: 'x', must: 'contain' as const }],
  }));
  dataOf(await admin.call(saveTestSet, { params: { agent_id: asking.bot }, body: { revision, questions } }));
  expect(codeOf(await add(randomUUID()))).toBe('409 test_set_full');
});

describe('an export', () => {
  const request = (
    format: log.ExportFormat,
    filter: log.DialogueLogFilter = {},
    idempotency_key: string = randomUUID(),
  ) => admin.call(log.exportDialogueLog, { body: { idempotency_key, format, filter } });
  const found = async (id: string) =>
    dataOf(await admin.call(log.listDialogueLogExports, {})).items.find((it) => it.id === id);
  const fetched = async (client: Client, id: string) =>
    client.call(log.downloadDialogueLogExport, { params: { export_id: id } });

  /** Makes what waits, until the export has this status. */
  async function make(id: string, status = 'complete'): Promise<void> {
    const { server } = asking;
    await server.pool.query(`delete from job_requests where kind <> 'export_dialogue_log'`);
    const jobs = await startJobs(
      {
        db: server.db,
        pool: server.pool,
        events: server.dependencies.events,
        log: server.dependencies.log,
        isEmbedded: server.isEmbedded,
      },
      { ...noJobs, export_dialogue_log: dialogueLogExporting({ db: server.db, storage: server.app.storage }) },
      0.5,
    );
    while (((await found(id))?.status ?? 'gone') !== status) await wait(50);
    await jobs.close();
  }

  test('as CSV has a line for each message, and no cell that a spreadsheet would run (INP-07)', async () => {
    const { id } = dataOf(await request('csv'));
    await make(id);
    const { text, headers } = await fetched(admin, id);
    expect(headers['content-disposition']).toMatch(/dialogues-\d{4}-\d\d-\d\d\.csv/);
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(text).not.toContain('Mei Tanaka');
    const cells = text
      .split('\r\n')
      .slice(1, -1)
      .flatMap((line) => line.slice(1, -1).split('","'));
    const run = cells.filter((cell) => /^[=+\-@\t\r]/.test(cell));
    console.info(`INP-07: ${run.length} of ${cells.length} cells of an export of dialogues would be run`);
    expect(run).toEqual([]);
    expect(await found(id)).toMatchObject({ status: 'complete', has_names: false, size: Buffer.byteLength(text) });
  });

  test('stands in the audit log with all that narrowed it', async () => {
    const { id } = dataOf(await request('csv', { tokens: 1_000, rating: 'up' }));
    const { changes } = await asking.server.db.asSystem((trx) =>
      trx.selectFrom('audit_log').where('target_id', '=', id).select('changes').executeTakeFirstOrThrow(),
    );
    expect(changes).toEqual({
      length_from: [null, 1_000],
      rating: [null, 'up'],
      format: [null, 'csv'],
      has_names: [null, false],
    });
    await make(id);
  });

  test('as JSONL has a dialogue on each line, its filter and what was shown', async () => {
    await showNames();
    const { id } = dataOf(await request('jsonl', { rating: 'down' }));
    await admin.call(log.hideNames, {});
    const late = await ask(asking.member, 'Asked after the export');
    await asking.member.call(rateAnswer, { params: { message_id: late.answer.id }, body: { value: 'down' } });
    await make(id);
    const lines = (await fetched(admin, id)).text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as log.LoggedDialogue & { messages: object[] }); // what linesOf wrote
    expect(lines.map((line) => [line.id, line.member.name])).toEqual([[leave.dialogue_id, 'Mei Tanaka']]);
    expect(lines[0]?.messages).toHaveLength((await messages(asking.member, leave.dialogue_id)).length);
  });

  test('is made once for a key, is its asker’s alone, and its file goes with it', async () => {
    const key = randomUUID();
    const made = await Promise.all(Array.from({ length: 10 }, () => request('jsonl', {}, key)));
    expect(new Set(made.map((answer) => dataOf(answer).id)).size).toBe(1);
    const id = made.map(dataOf).at(0)?.id ?? '';
    expect(codeOf(await request('csv', {}, key))).toBe('409 idempotency_key_reused');
    expect(codeOf(await request('jsonl', { rating: 'down' }, key))).toBe('409 idempotency_key_reused');
    await make(id);
    const owner = await asking.server.as('owner@pro.example');
    expect(codeOf(await fetched(owner, id))).toBe('404 not_found');
    expect(codeOf(await owner.call(log.deleteDialogueLogExport, { params: { export_id: id } }))).toBe('404 not_found');
    await admin.call(log.deleteDialogueLogExport, { params: { export_id: id } });
    expect(codeOf(await fetched(admin, id))).toBe('404 not_found');
    const noted = await asking.server.db.asSystem((trx) => trx.selectFrom('storage_leftovers').select('key').execute());
    expect(noted.length).toBeGreaterThan(0);
  });

  test('has no file before it is made, nor where the storage has lost it', async () => {
    const { id } = dataOf(await request('csv'));
    expect(codeOf(await fetched(admin, id))).toBe('404 not_found');
    await make(id);
    expect((await fetched(admin, id)).status).toBe(200);
    const { storage_key } = await asking.server.db.asSystem((trx) =>
      trx.selectFrom('dialogue_log_exports').where('id', '=', id).select('storage_key').executeTakeFirstOrThrow(),
    );
    await asking.server.dependencies.storage.delete(storage_key ?? '');
    expect(codeOf(await fetched(admin, id))).toBe('404 not_found');
  });

  test('that is cancelled before it is made is not made, and an old one goes', async () => {
    const { id } = dataOf(await request('csv'));
    await admin.call(log.deleteDialogueLogExport, { params: { export_id: id } });
    await make(id, 'gone');
    const kept = dataOf(await request('csv'));
    await asking.server.db.asSystem(async (trx) => {
      await trx
        .updateTable('dialogue_log_exports')
        .set({ created_at: new Date(Date.now() - 8 * 86_400_000) })
        .where('id', '=', kept.id)
        .execute();
      await deleteDue(trx, oldExports);
    });
    expect(await found(kept.id)).toBeUndefined();
  });
});

test('nothing of another organisation is there, and it differs in nothing from what does not exist (TEN-01)', async () => {
  const stranger = await asking.server.as('owner@team.example');
  await asking.server.db.asSystem((trx) =>
    trx.updateTable('organizations').set({ workspace_status: 'ACTIVE' }).where('plan_name', '=', 'Team').execute(),
  );
  expect(dataOf(await stranger.call(log.listDialogueLog, {})).items).toEqual([]);
  const { id: exportId } = dataOf(
    await admin.call(log.exportDialogueLog, { body: { idempotency_key: randomUUID(), format: 'csv', filter: {} } }),
  );
  const places: [Endpoint, (id: string) => Record<string, string>, string, object?][] = [
    [log.getLoggedDialogue, (dialogue_id) => ({ dialogue_id }), leave.dialogue_id],
    [log.listLoggedMessages, (dialogue_id) => ({ dialogue_id }), leave.dialogue_id],
    [
      log.addTestQuestion,
      (message_id) => ({ message_id }),
      leave.answer.id,
      { id: randomUUID(), points: [{ text: 'x', must: 'contain' }] },
    ],
    [log.downloadDialogueLogExport, (export_id) => ({ export_id }), exportId],
    [log.deleteDialogueLogExport, (export_id) => ({ export_id }), exportId],
  ];
  let differing = 0;
  for (const [endpoint, params, id, payload] of places) {
    const answers = await Promise.all(
      [id, randomUUID()].map(async (it) => {
        const answer = await asking.server.app.inject({
          method: endpoint.method,
          url: fillPath(endpoint.path, params(it)),
          headers: stranger.headers(),
          ...(payload === undefined ? {} : { payload }),
        });
        return `${answer.statusCode} ${JSON.stringify({ ...answer.json<object>(), request_id: '' })}`;
      }),
    );
    if (answers[0] !== answers[1] || !answers[0]?.startsWith('404')) differing += 1;
  }
  console.info(`TEN-01: ${differing} of ${places.length} places of the dialogue log answer differently`);
  expect(differing).toBe(0);
});

test('the list reads as much as it shows: each filter has its index', async () => {
  const { server } = asking;
  const mei = await memberIdOf('member@pro.example');
  const { organization_id } = await server.db.asSystem((trx) =>
    trx.selectFrom('memberships').where('id', '=', mei).select('organization_id').executeTakeFirstOrThrow(),
  );
  await server.db.asSystem(async (trx) => {
    // Figures without their dialogues, which the list asks for when its page is cut.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into dialogue_log_entries (dialogue_id, organization_id, member_id, bot_id, language, prompts, tokens, ups, downs, started_at, asked_at)
      select gen_random_uuid(), ${organization_id}, case when n % 300 = 0 then ${mei}::uuid else md5((n % 300)::text)::uuid end, md5((n % 299)::text)::uuid, case when n % 200 = 0 then 'th-TH' else 'en' end,
        1, n % 1999, (n % 211 = 0)::int, (n % 223 = 0)::int, now(), now() - n * interval '1 min' from generate_series(1, 40000) as n`.execute(
      trx,
    );
  });
  // So that the planner knows what is there, and that an index may answer by itself.
  await server.pool.query('vacuum analyze dialogue_log_entries');
  const planOf = (filter: log.DialogueLogFilter) =>
    server.db.asTenant(organization_id, async (trx) => {
      const query = pageOfIds(trx, { organizationId: organization_id, filter, after: null, limit: 30 }).compile();
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>({ ...query, sql: `explain ${query.sql}` });
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  const day = new Date().toISOString().slice(0, 10);
  const filters: readonly (readonly [string, log.DialogueLogFilter])[] = [
    ['by_time', {}],
    ['by_time', { from: day, to: day }],
    ['by_member', { member_id: mei }],
    ['by_bot', { bot_id: randomUUID() }],
    ['by_language', { language: 'th-TH' }],
    ['rated_up', { rating: 'up' }],
    ['rated_down', { rating: 'down' }],
    ['by_time', { tokens: 100 }],
    ['by_tokens', { tokens: 1_998 }],
  ];
  for (const [index, filter] of filters) {
    const plan = await planOf(filter);
    expect([filter, plan]).toEqual([
      filter,
      expect.stringMatching(new RegExp(`Index (Only )?Scan using dialogue_log_entries_${index} `)),
    ]);
    expect(plan).not.toContain('Seq Scan');
  }
  // What is asked for beside many tokens is passed by in the index.
  expect(await planOf({ tokens: 1_990, language: 'en' })).toContain(
    'Index Only Scan using dialogue_log_entries_by_tokens ',
  );
});
