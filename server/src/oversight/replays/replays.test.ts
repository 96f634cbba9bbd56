import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { hideNames, showNames } from '@parlance/shared/contract/api/dialogue-log';
import { type RuleDraft, maskText } from '@parlance/shared/contract/api/governance/rule';
import { createRule, deleteRule, listRules, switchRule } from '@parlance/shared/contract/api/governance/rules';
import * as api from '@parlance/shared/contract/api/replays';
import { createTeam, deleteTeam, putTeamMember } from '@parlance/shared/contract/api/teams';
import { startJobs } from '../../platform/jobs/engine.ts';
import { deleteDue } from '../../platform/upkeep/due.ts';
import { codeOf, dataOf } from '../../testing/agents.ts';
import { start } from '../../testing/asking.ts';
import { noJobs } from '../../testing/jobs.ts';
import { type AskingModel, ended, startAskingModel } from '../../testing/start-asking.ts';
import type { Client } from '../../testing/test-app.ts';
import { replaying } from './replay-job.ts';
import { oldReplays } from './replays.ts';

let asking: AskingModel;
let admin: Client;
/** So many dialogues, of which each answer and some prompts name the bird. */
const asked = 6;
const today = new Date().toISOString().slice(0, 10);
beforeAll(async () => {
  asking = await startAskingModel('Blank Sheet', { answer: () => ['A kestrel, ', 'seen by mia.secret@pro.example.'] });
  admin = await asking.server.as('admin@pro.example');
  // What is on beside the rule that is tried is said by each test.
  await asking.server.db.asSystem((trx) => trx.deleteFrom('governance_rules').execute());
  for (let at = 0; at < asked; at++)
    await ended(
      asking.member,
      await start(asking.member, asking.bot, at % 2 === 0 ? `Kestrel number ${at}, and a kestrel` : 'Nothing of it'),
    );
});
afterAll(() => asking.close());

const draft = (more: Partial<RuleDraft> = {}): RuleDraft => ({
  name: 'Birds',
  message: 'Not for a bot.',
  target: 'both',
  action: 'block',
  conditions: [{ kind: 'words', terms: ['kestrel'] }],
  ...more,
});
const wanted = (more: object = {}) => ({
  idempotency_key: randomUUID(),
  definition: draft(),
  from: today,
  to: today,
  bot_ids: [],
  team_ids: [],
  ...more,
});
const begin = (more: object = {}, client = admin) => client.call(api.startReplay, { body: wanted(more) });
const begun = async (more: object = {}) => dataOf(await begin(more));
const handler = (messagesEach = 2) => replaying({ db: asking.server.db }, messagesEach);
const run = ({ id }: api.Replay) => handler().run({ replay: id }, new AbortController().signal);
const look = async ({ id }: api.Replay) => dataOf(await admin.call(api.getReplayResult, { params: { replay_id: id } }));
const remove = ({ id }: api.Replay) => admin.call(api.deleteReplay, { params: { replay_id: id } });
const done = async (more: object = {}) => {
  const replay = await begun(more);
  await run(replay);
  return look(replay);
};
const messages = 2 * asked;
const found = asked + asked / 2;

test('a draft is tried on what was asked and answered, as a job, and changes nothing', async () => {
  const { server } = asking;
  const replay = await begun();
  expect(replay).toMatchObject({
    name: 'Birds',
    action: 'block',
    version: null,
    status: 'waiting',
    asked_by: { name: expect.any(String) },
  });
  await server.pool.query(`delete from job_requests where kind <> 'replay_rule'`);
  const jobs = await startJobs(
    {
      db: server.db,
      pool: server.pool,
      events: server.dependencies.events,
      log: server.dependencies.log,
      isEmbedded: server.isEmbedded,
    },
    { ...noJobs, replay_rule: handler() },
    0.5,
  );
  while (dataOf(await admin.call(api.listReplays, {})).items[0]?.status !== 'complete') await setTimeout(20);
  await jobs.close();
  const { replay: over, rules, days, samples } = await look(replay);
  expect(over).toMatchObject({ status: 'complete', done: messages, of: messages, found });
  expect(rules).toEqual([{ name: 'Birds', action: 'block', is_tried: true, messages: found, hits: asked + asked }]);
  expect(days).toEqual([{ day: today, prompts: asked / 2, answers: asked }]);
  expect(samples).toHaveLength(found);
  expect(JSON.stringify(samples)).not.toMatch(/kestrel/i);
  expect(samples[0]).toMatchObject({ bot_name: 'Blank Sheet', context: expect.stringContaining(maskText) });
  expect(await server.db.asSystem((trx) => trx.selectFrom('governance_hits').selectAll().execute())).toEqual([]);
});

test('rules that are on are counted beside it, and mask the examples as well', async () => {
  const { id } = dataOf(
    await admin.call(createRule, {
      body: {
        definition: draft({ name: 'Mail', action: 'mask', conditions: [{ kind: 'personal', detectors: ['email'] }] }),
      },
    }),
  );
  await admin.call(switchRule, { params: { rule_id: id }, body: { is_enabled: true } });
  const { rules, samples } = await done();
  expect(rules.map(({ name, action, is_tried, messages: count }) => [name, action, is_tried, count])).toEqual([
    ['Birds', 'block', true, found],
    ['Mail', 'mask', false, asked],
  ]);
  expect(JSON.stringify(samples)).not.toContain('mia.secret');
  const saved = dataOf(await admin.call(listRules, {})).items[0];
  const again = await begun({ rule_id: id, definition: saved?.definition });
  expect(again.version).toBe(saved?.version);
  await run(again);
  expect((await look(again)).rules).toMatchObject([{ name: 'Mail', is_tried: true, messages: asked }]);
  expect(dataOf(await admin.call(api.listReplays, { query: { rule_id: id } })).items.map((it) => it.id)).toEqual([
    again.id,
  ]);
  await admin.call(deleteRule, { params: { rule_id: id } });
  expect(codeOf(await admin.call(api.getReplayResult, { params: { replay_id: again.id } }))).toBe('404 not_found');
});

test('it is narrowed by day, bot, team and the rule’s own scope', async () => {
  const team = dataOf(await admin.call(createTeam, { body: { name: 'Replayed' } }));
  const { id: memberId } = await asking.server.db.asSystem((trx) =>
    trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('users.email', '=', 'otp@pro.example')
      .select('memberships.id')
      .executeTakeFirstOrThrow(),
  );
  await admin.call(putTeamMember, { params: { team_id: team.id, member_id: memberId }, body: { is_owner: false } });
  expect(codeOf(await begin({ team_ids: [team.id] }))).toBe('403 names_hidden');
  expect(codeOf(await begin({ definition: draft({ scope: { team_ids: [team.id], bot_ids: [] } }) }))).toBe(
    '403 names_hidden',
  );
  // What was tried while names were shown is read while they are.
  dataOf(await admin.call(showNames, { body: { reason: 'A complaint about a rule' } }));
  const ofOne = await done({ team_ids: [team.id] });
  dataOf(await admin.call(hideNames, {}));
  expect(codeOf(await admin.call(api.getReplayResult, { params: { replay_id: ofOne.replay.id } }))).toBe(
    '403 names_hidden',
  );
  await remove(ofOne.replay);
  const otherBot = await asking.server.db.asSystem((trx) =>
    trx
      .selectFrom('bots')
      .innerJoin('organizations', 'organizations.id', 'bots.organization_id')
      .where('organizations.plan_name', '=', 'Pro')
      .where('bots.id', '<>', asking.bot)
      .where('bots.deleted_at', 'is', null)
      .select('bots.id')
      .executeTakeFirstOrThrow(),
  );
  const counted = async (more: object) => (await done(more)).replay;
  expect(await counted({ bot_ids: [otherBot.id] })).toMatchObject({ of: 0, found: 0, status: 'complete' });
  expect(await counted({ bot_ids: [asking.bot] })).toMatchObject({ of: messages, found });
  expect(await counted({ from: '2020-01-01', to: '2020-12-31' })).toMatchObject({ of: 0 });
  expect(await counted({ definition: draft({ scope: { team_ids: [], bot_ids: [otherBot.id] } }) })).toMatchObject({
    of: messages,
    found: 0,
  });
  expect(await counted({ definition: draft({ target: 'prompt' }) })).toMatchObject({ of: messages, found: asked / 2 });
  expect(dataOf(await admin.call(api.getReplayChoices, {}))).toEqual({
    bots: [{ id: asking.bot, name: 'Blank Sheet' }],
    teams: [],
  });
  await admin.call(deleteTeam, { params: { team_id: team.id } });
});

test('a process that is killed in the middle loses nothing and counts nothing twice', async () => {
  const replay = await begun();
  let looks = 0;
  const killed = Object.assign(new AbortController().signal, {
    throwIfAborted: () => {
      if (++looks > 3) throw new Error('killed');
    },
  });
  await expect(handler().run({ replay: replay.id }, killed)).rejects.toThrow('killed');
  const half = dataOf(await admin.call(api.listReplays, {})).items[0];
  expect(half).toMatchObject({ id: replay.id, status: 'running', done: 6, of: messages });
  // Two go on at once, as where the first one was only believed to be dead.
  await Promise.all([run(replay), run(replay)]);
  const { replay: over, rules } = await look(replay);
  expect(over).toMatchObject({ status: 'complete', done: messages, found });
  expect(rules).toMatchObject([{ messages: found, hits: asked + asked }]);
});

test('one at a time: another is refused while it is under way, the same request is the same one, and a cancelled one ends', async () => {
  const body = wanted();
  const replay = dataOf(await admin.call(api.startReplay, { body }));
  expect(dataOf(await admin.call(api.startReplay, { body })).id).toBe(replay.id);
  for (const other of [{ definition: draft({ name: 'Fish' }) }, { from: '2026-01-01' }, { bot_ids: [asking.bot] }])
    expect(codeOf(await admin.call(api.startReplay, { body: { ...body, ...other } }))).toBe(
      '409 idempotency_key_reused',
    );
  expect(codeOf(await begin())).toBe('409 replay_running');
  await remove(replay);
  await run(replay);
  expect(codeOf(await remove(replay))).toBe('404 not_found');
  const next = await begun();
  await handler().giveUp({ replay: next.id }, 'no further try');
  expect((await look(next)).replay.status).toBe('failed');
});

test('what nobody can try is refused', async () => {
  const refused = async (more: object) => codeOf(await begin(more));
  expect(await refused({ from: today, to: '2020-01-01' })).toBe('400 validation_failed');
  expect(await refused({ from: '2020-01-01', to: today })).toBe('400 validation_failed');
  expect(await refused({ definition: draft({ conditions: [{ kind: 'pattern', pattern: '(a)\\1' }] }) })).toBe(
    '422 pattern_unusable',
  );
  for (const more of [{ rule_id: randomUUID() }, { bot_ids: [randomUUID()] }, { team_ids: [randomUUID()] }])
    expect(await refused(more)).toBe('404 not_found');
});

test('who asked, who looked and who took it away stand in the audit log', async () => {
  const { replay } = await done();
  await remove(replay);
  const entries = await asking.server.db.asSystem((trx) =>
    trx
      .selectFrom('audit_log')
      .where('action', 'in', ['rule.replayed', 'rule.replay_looked_into', 'rule.replay_deleted'])
      .select(['action', 'actor_name', 'target_name'])
      .orderBy('seq', 'desc')
      .limit(3)
      .execute(),
  );
  expect(entries).toEqual(
    ['rule.replay_deleted', 'rule.replay_looked_into', 'rule.replayed'].map((action) => ({
      action,
      actor_name: 'admin@pro.example',
      target_name: 'Birds',
    })),
  );
});

test('another organisation sees none of it, and results go after thirty days (TEN-01)', async () => {
  const { replay } = await done();
  const stranger = await asking.server.as('owner@free.example');
  await asking.server.pool.query(
    `update plans set features = array_append(features, 'governance') where name = 'Free!'`,
  );
  const params = { replay_id: replay.id };
  const answers = [
    await stranger.call(api.getReplayResult, { params }),
    await stranger.call(api.deleteReplay, { params }),
    await begin({ bot_ids: [asking.bot] }, stranger),
  ];
  expect(answers.map(codeOf)).toEqual(answers.map(() => '404 not_found'));
  expect(dataOf(await stranger.call(api.listReplays, {})).items).toEqual([]);
  console.info(
    `TEN-01: ${answers.length} of ${answers.length} requests for another organisation’s replay answered “not found”`,
  );
  await asking.server.db.asSystem((trx) => deleteDue(trx, oldReplays));
  expect((await look(replay)).replay.id).toBe(replay.id);
  await asking.server.pool.query(`update replays set created_at = now() - interval '31 days' where id = $1`, [
    replay.id,
  ]);
  await asking.server.db.asSystem((trx) => deleteDue(trx, oldReplays));
  expect(codeOf(await admin.call(api.getReplayResult, { params }))).toBe('404 not_found');
});
