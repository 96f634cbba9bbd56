import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { listLoggedMessages } from '@parlance/shared/contract/api/dialogue-log';
import {
  continueAnswer,
  exportDialogue,
  getDialogue,
  searchDialogues,
  startDialogue,
} from '@parlance/shared/contract/api/dialogues';
import { type RuleDraft, maskText, rulesAtMost } from '@parlance/shared/contract/api/governance/rule';
import {
  createRule,
  deleteRule,
  getRule,
  listHits,
  listRuleVersions,
  listRules,
  orderRules,
  saveRule,
  switchRule,
  tryRule,
} from '@parlance/shared/contract/api/governance/rules';
import { stopRun } from '@parlance/shared/contract/api/runs/runs';
import { createTeam, deleteTeam, getTeamUses, putTeamMember } from '@parlance/shared/contract/api/teams';
import { sql } from 'kysely';
import { codeOf, memberId, publishedAgent } from '../../testing/agents.ts';
import { hear, messages, prompt, start, until } from '../../testing/asking.ts';
import type { ModelServer } from '../../testing/model-server.ts';
import { dataOf } from '../../testing/registering.ts';
import { ended, runOf, startAskingModel } from '../../testing/start-asking.ts';
import type { Client, TestServer } from '../../testing/test-app.ts';
import { purgeRules } from './upkeep.ts';

let model: ModelServer;
let server: TestServer;
let member: Client;
let admin: Client;
let bot: string;
let base: string;
let close: () => Promise<void>;
let said: readonly string[] = ['Hello.'];
beforeAll(async () => {
  ({ model, server, member, bot, base, close } = await startAskingModel('Blank Sheet', { answer: () => said }));
  admin = await server.as('admin@pro.example');
  await deleteRules();
});
afterAll(() => close());
afterEach(() => deleteRules());

async function deleteRules(): Promise<void> {
  const { body } = await admin.call(listRules, {});
  for (const { id } of body.success ? body.data.items : []) await admin.call(deleteRule, { params: { rule_id: id } });
}

const draft = (more: Partial<RuleDraft> = {}): RuleDraft => ({
  name: randomUUID(),
  message: 'This is not for a bot.',
  target: 'both',
  action: 'mask',
  conditions: [{ kind: 'words', terms: ['kestrel'] }],
  ...more,
});

async function made(definition: RuleDraft, { isEnabled = true } = {}) {
  const { body } = await admin.call(createRule, { body: { definition } });
  if (!body.success) throw new Error(JSON.stringify(body));
  if (isEnabled) await admin.call(switchRule, { params: { rule_id: body.data.id }, body: { is_enabled: true } });
  return body.data;
}
const asked = (text: string, more = {}) =>
  member.call(startDialogue, { body: { bot_id: bot, prompt: text, idempotency_key: randomUUID(), ...more } });
const toldTo = () => JSON.stringify(model.requests.at(-1)?.body.messages);
async function hitsOf(id: string) {
  const { body } = await admin.call(listHits, { params: { rule_id: id } });
  return body.success ? body.data.items : [];
}
/** Returns every text column of the tables as one text. */
async function stored(
  table:
    | 'messages'
    | 'dialogues'
    | 'run_deltas'
    | 'search_entries'
    | 'governance_hits'
    | 'runs'
    | 'model_usage'
    | 'audit_log'
    | 'audit_pending',
): Promise<string> {
  return JSON.stringify(await server.db.asSystem((trx) => trx.selectFrom(table).selectAll().execute()));
}

test('what is masked in a prompt is masked for the model, in storage, in the title and for who wrote it', async () => {
  const rule = await made(draft({ target: 'prompt', conditions: [{ kind: 'personal', detectors: ['email'] }] }));
  const turn = await start(member, bot, 'Write to mia.secret@pro.example today');
  expect(turn.prompt.content).toBe(`Write to ${maskText} today`);
  await ended(member, turn);
  expect(toldTo()).toContain(maskText);
  expect(toldTo()).not.toContain('mia.secret');
  const { body } = await member.call(getDialogue, { params: { dialogue_id: turn.dialogue_id } });
  expect(body).toMatchObject({ data: { title: `Write to ${maskText} today` } });
  for (const table of [
    'messages',
    'dialogues',
    'search_entries',
    'governance_hits',
    'runs',
    'model_usage',
    'audit_log',
    'audit_pending',
  ] as const)
    expect(await stored(table)).not.toContain('mia.secret');
  expect(await hitsOf(rule.id)).toMatchObject([
    { kind: 'prompt', action: 'mask', count: 1, version: 1, bot_name: 'Blank Sheet', context: `Write to ${maskText} ` },
  ]);
});

test('a word that is masked in an answer never leaves the server, in no delta, message, export, search or later turn', async () => {
  await made(draft({ target: 'answer' }));
  const leaked: string[] = [];
  const word = 'kestrel';
  let splits = 0;
  for (let at = 1; at < word.length; at++) {
    said = ['The ', word.slice(0, at), word.slice(at), ' flies. ', 'KES', 'TREL'];
    const turn = await start(member, bot, 'Which bird?');
    const heard = await hear(base, member, runOf(turn));
    splits++;
    const out = [
      ...heard.events.map(({ data }) => JSON.stringify(data)),
      JSON.stringify(await messages(member, turn.dialogue_id)),
    ].join('\n');
    if (/kes|trel/i.test(out) || heard.text !== `The ${maskText} flies. ${maskText}`) leaked.push(out);
    if (at > 1) continue;
    const exported = await member.call(exportDialogue, {
      params: { dialogue_id: turn.dialogue_id },
      query: { format: 'json' },
    });
    expect(JSON.stringify(exported.body)).not.toMatch(/kestrel/i);
    await ended(member, await prompt(member, turn.dialogue_id, 'Again?'));
    expect(toldTo()).not.toMatch(/kestrel/i);
    const found = await member.call(searchDialogues, { query: { q: word } });
    expect(found.body).toMatchObject({ data: { items: [] } });
  }
  for (const table of [
    'messages',
    'dialogues',
    'run_deltas',
    'search_entries',
    'governance_hits',
    'model_usage',
  ] as const)
    expect(await stored(table)).not.toMatch(/kestrel/i);
  process.stdout.write(`governance: ${splits} splits of an answer over the network, ${leaked.length} leaked\n`);
  expect(leaked).toEqual([]);
});

test('an answer that is blocked ends before what was found, with the words of the rule, and its model is stopped', async () => {
  const rule = await made(draft({ target: 'answer', action: 'block' }));
  said = ['Fine so far. ', 'The kes', 'trel ', 'and more'];
  // The model stalls and keeps the connection: whoever waits for it waits for ever.
  model.setFault({ kind: 'stall', afterTokens: 3 }, 1);
  const turn = await start(member, bot, 'Which bird?');
  const heard = await hear(base, member, runOf(turn));
  expect(heard.text).toBe('Fine so far. The \n\nThis is not for a bot.');
  expect(heard.ended).toMatchObject({ status: 'complete' });
  expect(await messages(member, turn.dialogue_id)).toMatchObject([
    { content: heard.text, applied_rules: [{ name: rule.definition.name, action: 'block' }] },
    {},
  ]);
  expect(model.requests.at(-1)).toMatchObject({ aborted: true, finished: false });
  expect(await hitsOf(rule.id)).toMatchObject([{ kind: 'answer', action: 'block' }]);
  expect(await stored('model_usage')).toContain(runOf(turn));
  said = ['Hello.'];
});

test('who reads a message is told which rule did what to it: as it comes, after a reload, and in the dialogue log; and nothing of what was found', async () => {
  await made(draft({ name: 'Kestrel papers', target: 'answer' }));
  await made(draft({ name: 'Watching', action: 'monitor' }));
  await made(draft({ name: 'Names of people', target: 'prompt', conditions: [{ kind: 'words', terms: ['mia'] }] }));
  await made(
    draft({ name: 'Careful', target: 'prompt', action: 'warn', conditions: [{ kind: 'words', terms: ['today'] }] }),
  );
  said = ['It is ', 'a kestrel', '.'];
  const { body } = await asked('Does Mia fly today?', { accepts_warning: true });
  if (!body.success) throw new Error(JSON.stringify(body));
  const turn = body.data;
  const ofPrompt = [
    { name: 'Names of people', action: 'mask' },
    { name: 'Careful', action: 'warn' },
  ];
  const ofAnswer = [{ name: `${maskText} papers`, action: 'mask' }];
  expect(turn.prompt.applied_rules).toEqual(ofPrompt);
  const heard = await hear(base, member, runOf(turn));
  const told = heard.events.map(({ data }) => data);
  expect(told).toContainEqual({ type: 'rules', rules: ofAnswer });
  expect(told.findIndex(({ type }) => type === 'rules')).toBeLessThan(
    told.findIndex((it) => it.type === 'delta' && it.text.includes(maskText)),
  );
  await server.app.runs.ended(runOf(turn));
  // A finished run is read from the database.
  expect((await hear(base, member, runOf(turn))).events.map(({ data }) => data)).toContainEqual({
    type: 'rules',
    rules: ofAnswer,
  });
  expect(await messages(member, turn.dialogue_id)).toMatchObject([
    { applied_rules: ofAnswer },
    { applied_rules: ofPrompt },
  ]);
  const logged = await admin.call(listLoggedMessages, { params: { dialogue_id: turn.dialogue_id } });
  expect(logged.body).toMatchObject({ data: { items: [{ applied_rules: ofPrompt }, { applied_rules: ofAnswer }] } });
  expect(JSON.stringify([heard.events, logged.body])).not.toMatch(/kestrel|mia\b/i);
  said = ['Hello.'];
});

test('what a rule did to an answer is kept while it is written: a process that dies leaves it said', async () => {
  await made(draft({ name: 'Birds of prey', target: 'answer' }));
  said = ['A kestrel, ', 'and ', 'so on'];
  model.hold(2);
  const turn = await start(member, bot, 'Which bird?');
  const rulesOf = () =>
    server.db.asSystem((trx) =>
      trx.selectFrom('messages').where('id', '=', turn.answer.id).select('applied_rules').executeTakeFirstOrThrow(),
    );
  while ((await rulesOf()).applied_rules.length === 0) await pause(20);
  expect(await rulesOf()).toEqual({ applied_rules: [{ name: 'Birds of prey', action: 'mask' }] });
  const isRunning = await server.db.asSystem((trx) =>
    trx.selectFrom('runs').where('id', '=', runOf(turn)).select('status').executeTakeFirstOrThrow(),
  );
  expect(isRunning).toEqual({ status: 'running' });
  await member.call(stopRun, { params: { run_id: runOf(turn) } });
  await server.app.runs.ended(runOf(turn));
  model.goOn();
  // The continued answer still shows the rule.
  said = [' in the sky.'];
  const { body } = await member.call(continueAnswer, {
    params: { message_id: turn.answer.id },
    body: { idempotency_key: randomUUID() },
  });
  if (!body.success) throw new Error(JSON.stringify(body));
  await server.app.runs.ended(runOf(body.data));
  const [last] = await messages(member, turn.dialogue_id);
  expect(last).toMatchObject({ id: body.data.answer.id, applied_rules: [{ name: 'Birds of prey', action: 'mask' }] });
  said = ['Hello.'];
});

test('a prompt that is blocked reaches neither the model nor the database, and the person is told why', async () => {
  const rule = await made(draft({ action: 'block' }));
  const before = model.requests.length;
  const { status, body } = await asked('Is a Kestrel a bird of prey? unheard-of');
  expect(status).toBe(422);
  expect(body).toMatchObject({
    code: 'prompt_blocked',
    issues: [
      { path: 'message', message: 'This is not for a bot.' },
      { path: 'rule', message: rule.definition.name },
    ],
  });
  expect(model.requests).toHaveLength(before);
  expect(await stored('messages')).not.toContain('unheard-of');
  expect(await hitsOf(rule.id)).toHaveLength(1);
});

test('who is warned may go on, and goes on', async () => {
  const rule = await made(draft({ action: 'warn', target: 'prompt' }));
  expect(await asked('A kestrel?')).toMatchObject({
    status: 409,
    body: {
      code: 'prompt_warned',
      issues: [{ message: 'This is not for a bot.' }, { path: 'rule', message: rule.definition.name }],
    },
  });
  expect(await asked('A kestrel?', { accepts_warning: true })).toMatchObject({
    status: 200,
    body: { data: { prompt: { content: 'A kestrel?' } } },
  });
  expect(await hitsOf(rule.id)).toHaveLength(2);
});

test('a rule holds from the next request on, and not where it is switched off, for others, or for another bot', async () => {
  const rule = await made(draft({ action: 'block' }), { isEnabled: false });
  const isBlocked = async () => (await asked('A kestrel?')).status === 422;
  expect(await isBlocked()).toBe(false);
  const set = (is_enabled: boolean) => admin.call(switchRule, { params: { rule_id: rule.id }, body: { is_enabled } });
  await set(true);
  expect(await isBlocked()).toBe(true);
  const teams = await server.db.asSystem((trx) =>
    trx
      .selectFrom('team_members')
      .innerJoin('teams', 'teams.id', 'team_members.team_id')
      .innerJoin('memberships', 'memberships.id', 'team_members.member_id')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['teams.id', 'users.email', 'teams.organization_id'])
      .execute(),
  );
  const own = teams.filter(({ email }) => email === 'member@pro.example').map(({ id }) => id);
  const [others] = await server.db.asSystem((trx) =>
    trx
      .insertInto('teams')
      .values({ organization_id: teams.find(({ id }) => id === own[0])?.organization_id ?? '', name: randomUUID() })
      .returning('id')
      .execute(),
  );
  // The team has a member who does not ask.
  await admin.call(putTeamMember, {
    params: { team_id: others?.id ?? '', member_id: await memberId(server, 'admin@pro.example') },
    body: { is_owner: false },
  });
  let version = 1;
  const scoped = async (scope: RuleDraft['scope']) => {
    const saved = await admin.call(saveRule, {
      params: { rule_id: rule.id },
      body: { definition: { ...draft({ action: 'block' }), name: rule.definition.name, scope }, version: version++ },
    });
    expect(saved.status).toBe(200);
    return isBlocked();
  };
  expect(await scoped({ team_ids: own, bot_ids: [] })).toBe(own.length > 0);
  expect(await scoped({ team_ids: [others?.id ?? ''], bot_ids: [] })).toBe(false);
  expect(await scoped({ team_ids: [], bot_ids: [bot] })).toBe(true);
  await set(false);
  expect(await isBlocked()).toBe(false);
});

test('a rule for a team that is gone is said to hold for nobody, and the team’s uses say so before', async () => {
  const rule = await made(draft({ action: 'block' }));
  const makeTeam = async () => dataOf(await admin.call(createTeam, { body: { name: randomUUID() } })).id;
  const [first, second] = [await makeTeam(), await makeTeam()];
  const uses = async (team_id: string) => dataOf(await admin.call(getTeamUses, { params: { team_id } })).rules;
  const { name } = rule.definition;
  await admin.call(saveRule, {
    params: { rule_id: rule.id },
    body: {
      definition: { ...draft({ action: 'block' }), name, scope: { team_ids: [first, second], bot_ids: [] } },
      version: 1,
    },
  });
  expect(await uses(first)).toEqual([{ name, is_for_it_alone: false }]);
  await admin.call(deleteTeam, { params: { team_id: first } });
  expect(dataOf(await admin.call(getRule, { params: { rule_id: rule.id } })).is_of_nobody).toBe(false);
  expect(await uses(second)).toEqual([{ name, is_for_it_alone: true }]);
  await admin.call(deleteTeam, { params: { team_id: second } });
  expect(dataOf(await admin.call(listRules)).items.find(({ id }) => id === rule.id)).toMatchObject({
    is_enabled: true,
    is_of_nobody: true,
  });
  const entries = await server.db.asSystem((trx) =>
    trx
      .selectFrom('audit_log')
      .where('action', '=', 'team.deleted')
      .where('target_id', '=', second)
      .select('changes')
      .execute(),
  );
  expect(JSON.stringify(entries)).toContain(name);
});

test('the rules are ready before the first prompt after a change', async () => {
  const rule = await made(draft({ action: 'monitor' }));
  const { organization_id: organizationId, governance_version: governanceVersion } = await server.db.asSystem((trx) =>
    trx
      .selectFrom('governance_rules')
      .innerJoin('organizations', 'organizations.id', 'governance_rules.organization_id')
      .where('governance_rules.id', '=', rule.id)
      .select(['organization_id', 'governance_version'])
      .executeTakeFirstOrThrow(),
  );
  const known = () =>
    server.app.ruleBook.known({ organizationId, memberId: '', governanceVersion }, { kind: 'prompt', botId: bot });
  await until(() => known() !== undefined);
  expect(known()?.rules).toMatchObject([{ id: rule.id }]);
});

test('without the flag in the plan no rule is followed', async () => {
  await made(draft({ action: 'block' }));
  const setFeatures = (without: boolean) =>
    server.db.asSystem(async (trx) => {
      const { features } = await trx
        .selectFrom('plans')
        .where('name', '=', 'Pro')
        .select('features')
        .executeTakeFirstOrThrow();
      await trx
        .updateTable('plans')
        .set({ features: without ? features.filter((it) => it !== 'governance') : [...features, 'governance'] })
        .where('name', '=', 'Pro')
        .execute();
    });
  await setFeatures(true);
  expect((await asked('A kestrel?')).status).toBe(200);
  await setFeatures(false);
  expect((await asked('A kestrel?')).status).toBe(422);
});

test('a rule has versions, a place in the order, and one name', async () => {
  const [first, second] = [await made(draft(), { isEnabled: false }), await made(draft(), { isEnabled: false })];
  expect(
    await admin.call(createRule, { body: { definition: draft({ name: first.definition.name.toUpperCase() }) } }),
  ).toMatchObject({ status: 409, body: { code: 'name_taken' } });
  const changed = { ...draft({ action: 'monitor' }), name: 'Birds' };
  const save = () => admin.call(saveRule, { params: { rule_id: first.id }, body: { definition: changed, version: 1 } });
  expect(await save()).toMatchObject({ status: 200, body: { data: { version: 2, definition: { name: 'Birds' } } } });
  expect(await save()).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const refused: readonly (readonly [RuleDraft, string])[] = [
    [draft({ name: second.definition.name.toUpperCase() }), '409 name_taken'],
    [draft({ action: 'block', conditions: [{ kind: 'pattern', pattern: '\\w' }] }), '409 rule_too_broad'],
    [draft({ scope: { team_ids: [], bot_ids: [randomUUID()] } }), '404 not_found'],
    [draft({ scope: { team_ids: [], bot_ids: [await deletedBot()] } }), '404 not_found'],
  ];
  for (const [definition, code] of refused)
    expect(
      codeOf(await admin.call(saveRule, { params: { rule_id: first.id }, body: { definition, version: 2 } })),
    ).toBe(code);
  const versions = await admin.call(listRuleVersions, { params: { rule_id: first.id } });
  expect(versions.body).toMatchObject({
    data: { items: [{ version: 2, definition: { name: 'Birds' }, saved_by: {} }, { version: 1 }] },
  });
  const ordered = await admin.call(orderRules, { body: { rule_ids: [second.id, first.id] } });
  expect(ordered.body).toMatchObject({ data: { items: [{ id: second.id }, { id: first.id }] } });
  for (const rule_ids of [[second.id, second.id], [second.id], [second.id, randomUUID()]])
    expect(codeOf(await admin.call(orderRules, { body: { rule_ids } }))).toBe('409 conflict');
  // Switching to the present state is no change.
  expect((await admin.call(switchRule, { params: { rule_id: first.id }, body: { is_enabled: false } })).status).toBe(
    200,
  );
  const page = await admin.call(listRuleVersions, { params: { rule_id: first.id }, query: { limit: 1 } });
  const rest = await admin.call(listRuleVersions, {
    params: { rule_id: first.id },
    query: { limit: 1, cursor: (page.body.success ? page.body.data.next_cursor : null) ?? '' },
  });
  expect([page, rest]).toMatchObject([
    { body: { data: { items: [{ version: 2 }] } } },
    { body: { data: { items: [{ version: 1 }], next_cursor: null } } },
  ]);
  const actions = await server.db.asSystem((trx) =>
    trx.selectFrom('audit_log').where('target_id', '=', first.id).select('action').execute(),
  );
  expect(actions.map(({ action }) => action).sort()).toEqual(['rule.changed', 'rule.created', 'rule.moved']);
});

async function deletedBot(): Promise<string> {
  const { id } = await publishedAgent(admin, { name: { en: 'Deleted' } });
  await server.db.asSystem((trx) =>
    trx.updateTable('bots').set({ deleted_at: new Date() }).where('id', '=', id).execute(),
  );
  return id;
}

test('hits are listed from the last to the first, page by page, and counted for 30 days', async () => {
  const rule = await made(draft({ target: 'prompt', action: 'monitor' }));
  for (const number of [1, 2, 3]) await ended(member, await start(member, bot, `Kestrel ${number}`));
  const read = async () => {
    const { body } = await admin.call(getRule, { params: { rule_id: rule.id } });
    return body.success ? body.data : null;
  };
  const whole = (await hitsOf(rule.id)).map(({ id }) => id);
  const paged: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { body } = await admin.call(listHits, {
      params: { rule_id: rule.id },
      query: { limit: 1, ...(cursor === undefined ? {} : { cursor }) },
    });
    if (!body.success) throw new Error(body.code);
    paged.push(...body.data.items.map(({ id }) => id));
    cursor = body.data.next_cursor;
  }
  const { rows } = await server.pool.query<{ id: string }>(
    'select id from governance_hits where rule_id = $1 order by created_at desc, id desc',
    [rule.id],
  );
  expect([whole, paged]).toEqual([rows.map(({ id }) => id), whole]);
  expect(whole).toHaveLength(3);
  expect(await read()).toMatchObject({ hits: 3, last_hit_at: expect.any(String) });
  await server.pool.query(`update governance_hits set created_at = now() - interval '31 days' where id = $1`, [
    whole[0],
  ]);
  expect(await read()).toMatchObject({ hits: 2, last_hit_at: expect.any(String) });
  await server.pool.query('delete from governance_hits');
  expect(await read()).toMatchObject({ hits: 0, last_hit_at: null });
});

test('a rule that is about everything has to be confirmed, and a pattern that cannot be followed is refused', async () => {
  const everything = draft({ action: 'block', conditions: [{ kind: 'pattern', pattern: '\\w' }] });
  expect(await admin.call(createRule, { body: { definition: everything } })).toMatchObject({
    status: 409,
    body: { code: 'rule_too_broad' },
  });
  expect(await admin.call(createRule, { body: { definition: everything, confirms_reach: true } })).toMatchObject({
    status: 200,
    body: { data: { is_enabled: false } },
  });
  for (const [pattern, fault, found] of [
    ['(', 'syntax', 'missing closing )'],
    ['(?=a)', 'syntax', '(?='],
    ['a*', 'matches_nothing', ''],
    ['(a)\\1', 'syntax', '\\1'],
    ['a\\Qb\\E', 'unsupported', '\\Qb\\E'],
    ['(?:abcde){900}', 'repeats', ''],
  ] as const) {
    expect(
      await admin.call(createRule, { body: { definition: draft({ conditions: [{ kind: 'pattern', pattern }] }) } }),
    ).toMatchObject({
      status: 422,
      body: {
        code: 'pattern_unusable',
        issues: [{ path: `pattern.${fault}`, message: expect.stringContaining(found) as string }],
      },
    });
  }
  expect(
    await admin.call(createRule, { body: { definition: draft({ scope: { team_ids: [randomUUID()], bot_ids: [] } }) } }),
  ).toMatchObject({ status: 404 });
});

test.each<[string, Partial<RuleDraft>]>([
  [
    'masks a length',
    {
      action: 'mask',
      conditions: [
        { kind: 'words', terms: ['kestrel'] },
        { kind: 'length', more_than: 10 },
      ],
    },
  ],
  ['masks a language', { action: 'mask', conditions: [{ kind: 'language', allowed: ['en'] }] }],
  ['warns of answers', { action: 'warn', target: 'both' }],
  ['has an answer wait', { action: 'approve', target: 'answer' }],
])('a rule that %s is refused, new or saved, and does nothing weaker instead', async (_, more) => {
  const refused = { status: 400, body: { code: 'validation_failed', issues: [{ path: 'body.definition.action' }] } };
  expect(await admin.call(createRule, { body: { definition: draft(more) } })).toMatchObject(refused);
  const { id, version, definition } = await made(draft());
  expect(
    await admin.call(saveRule, { params: { rule_id: id }, body: { definition: draft(more), version } }),
  ).toMatchObject(refused);
  expect(await admin.call(getRule, { params: { rule_id: id } })).toMatchObject({
    body: { data: { version, definition: { action: definition.action } } },
  });
});

test('an organisation has so many rules and no more', async () => {
  const { definition, id } = await made(draft(), { isEnabled: false });
  await server.db.asSystem(async (trx) => {
    const { organization_id } = await trx
      .selectFrom('governance_rules')
      .where('id', '=', id)
      .select('organization_id')
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: rulesAtMost - 1 }, (_, at) => ({
      organization_id,
      position: at + 2,
      definition: JSON.stringify({ ...definition, name: `Rule ${at}` }),
    }));
    await trx.insertInto('governance_rules').values(rows).execute();
  });
  expect(await admin.call(createRule, { body: { definition: draft() } })).toMatchObject({
    status: 409,
    body: { code: 'rules_full' },
  });
  await server.db.asSystem((trx) => trx.deleteFrom('governance_rules').execute());
});

test('the bench says what a rule would do, and stores nothing', async () => {
  const tried = (definition: RuleDraft, kind: 'prompt' | 'answer', text: string) =>
    admin.call(tryRule, { body: { definition, kind, text } }).then(({ body }) => (body.success ? body.data : null));
  expect(await tried(draft(), 'answer', 'A kestrel.')).toEqual({
    seen: `A ${maskText}.`,
    outcome: 'masked',
    message: '',
    hits: [{ start: 2, end: 9, condition: 0 }],
    is_too_broad: false,
  });
  expect(await tried(draft({ action: 'block' }), 'answer', 'A kestrel.')).toMatchObject({
    seen: 'A \n\nThis is not for a bot.',
    outcome: 'blocked',
  });
  expect(await tried(draft({ action: 'block' }), 'prompt', 'A kestrel.')).toMatchObject({
    seen: '',
    outcome: 'blocked',
  });
  expect(await tried(draft({ action: 'warn', target: 'prompt' }), 'prompt', 'A kestrel.')).toMatchObject({
    seen: 'A kestrel.',
    outcome: 'warned',
  });
  expect(await tried(draft(), 'prompt', 'A sparrow.')).toMatchObject({ outcome: 'passes', hits: [] });
});

test('the rules of another organisation are not found', async () => {
  const rule = await made(draft(), { isEnabled: false });
  await server.db.asSystem((trx) =>
    trx
      .updateTable('plans')
      .set({ features: ['governance'] })
      .where('name', '=', 'Free!')
      .execute(),
  );
  const stranger = await server.as('owner@free.example');
  const params = { rule_id: rule.id };
  const answers = [
    await stranger.call(getRule, { params }),
    await stranger.call(saveRule, { params, body: { definition: draft(), version: 1 } }),
    await stranger.call(switchRule, { params, body: { is_enabled: true } }),
    await stranger.call(deleteRule, { params }),
    await stranger.call(listRuleVersions, { params }),
    await stranger.call(listHits, { params }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  expect(await stranger.call(listRules, {})).toMatchObject({ body: { data: { items: [] } } });
});

test('a rule that is deleted is gone at once, and what it has found page by page after it, however much that is', async () => {
  const rule = await made(draft());
  dataOf(await asked('A kestrel.'));
  const of = await server.db.asSystem((trx) =>
    trx
      .selectFrom('dialogues')
      .where('organization_id', '=', sql<string>`(select organization_id from governance_rules where id = ${rule.id})`)
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
  await server.db.asSystem(async (trx) => {
    await sql`insert into governance_hits (organization_id, rule_id, version, kind, action, count, context) select organization_id, id, 1, 'prompt', 'mask', 1, 'a' from governance_rules, generate_series(1, 2500) where id = ${rule.id}`.execute(
      trx,
    );
    await sql`insert into dialogue_rule_hits (organization_id, rule_id, dialogue_id) select organization_id, id, ${of.id} from governance_rules where id = ${rule.id} on conflict do nothing`.execute(
      trx,
    );
  });
  const before = dataOf(await admin.call(listRules)).items.length;
  dataOf(await admin.call(deleteRule, { params: { rule_id: rule.id } }));
  expect(dataOf(await admin.call(listRules)).items).toHaveLength(before - 1);
  for (const answer of [
    await admin.call(getRule, { params: { rule_id: rule.id } }),
    await admin.call(listHits, { params: { rule_id: rule.id } }),
    await admin.call(deleteRule, { params: { rule_id: rule.id } }),
  ])
    expect(answer.status).toBe(404);
  // The deleted rule's name is free, and it applies no more.
  await made(draft({ name: rule.definition.name }), { isEnabled: false });
  const turn = dataOf(await asked('Another kestrel.'));
  expect(turn.prompt.content).toBe('Another kestrel.');
  const left = () =>
    server.db.asSystem(
      async (trx) =>
        (
          await sql<{
            left: number;
          }>`select (select count(*) from governance_hits where rule_id = ${rule.id})::integer + (select count(*) from dialogue_rule_hits where rule_id = ${rule.id})::integer + (select count(*) from governance_rules where id = ${rule.id})::integer as left`.execute(
            trx,
          )
        ).rows[0]?.left,
    );
  const all = (await left()) ?? 0;
  const pages: number[] = [];
  for (let rows = -1; rows !== 0 && pages.length < 500;)
    pages.push((rows = await server.db.asSystem((trx) => purgeRules(trx, { limit: 1_000, skip: 0 }))));
  expect(await left()).toBe(0);
  expect(pages.reduce((sum, rows) => sum + rows, 0)).toBeGreaterThanOrEqual(all);
  expect(Math.max(...pages)).toBeLessThanOrEqual(3_000);
});
