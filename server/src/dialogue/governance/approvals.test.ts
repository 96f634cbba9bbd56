import { randomUUID } from 'node:crypto';
import { type Turn, regenerateAnswer } from '@parlance/shared/contract/api/dialogues';
import { maskText } from '@parlance/shared/contract/api/governance/rule';
import { createRule, listApprovals, switchRule } from '@parlance/shared/contract/api/governance/rules';
import { decideApproval } from '@parlance/shared/contract/api/runs/approvals';
import { type RunEvent, stopRun } from '@parlance/shared/contract/api/runs/runs';
import { copySharedDialogue, shareDialogue } from '@parlance/shared/contract/api/shares';
import { type HeardAnswer, hear, messages, prompt, start } from '../../testing/asking.ts';
import type { ModelServer } from '../../testing/model-server.ts';
import { ended, runOf, startAskingModel } from '../../testing/start-asking.ts';
import type { Client, TestServer } from '../../testing/test-app.ts';
import { lapseApprovals } from '../runs/decide-approval.ts';
import { findUnanswered } from '../runs/unanswered.ts';

let model: ModelServer;
let server: TestServer;
let member: Client;
let admin: Client;
let bot: string;
let base: string;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ model, server, member, bot, base, close } = await startAskingModel('Blank Sheet', {
    answer: () => ['A falcon ', 'it is.'],
  }));
  admin = await server.as('admin@pro.example');
  const rules = [
    {
      name: 'Falcons',
      message: 'Somebody reads this first.',
      target: 'prompt',
      action: 'approve',
      conditions: [{ kind: 'words', terms: ['falcon'] }],
    },
    { name: 'Mail', target: 'prompt', action: 'mask', conditions: [{ kind: 'personal', detectors: ['email'] }] },
  ] as const;
  for (const definition of rules) {
    const { body } = await admin.call(createRule, {
      body: { definition: { ...definition, conditions: [...definition.conditions] } as never },
    }); // the list above is written as a rule is
    if (!body.success) throw new Error(JSON.stringify(body));
    await admin.call(switchRule, { params: { rule_id: body.data.id }, body: { is_enabled: true } });
  }
});
afterAll(() => close());

async function waiting() {
  const { body } = await admin.call(listApprovals, {});
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.data.items;
}
const approvalFor = async (text: string) => (await waiting()).find((it) => it.prompt.includes(text));
const decide = (who: Client, id: string | undefined, allow: boolean, note = '') =>
  who.call(decideApproval, { params: { approval_id: id ?? '' }, body: { allow, note } });
const statesIn = ({ events }: Pick<HeardAnswer, 'events'>) =>
  events.flatMap(({ data }: { data: RunEvent }) => (data.type === 'approval' ? [data.approval.state] : []));
const isTold = (text: string) => model.requests.some(({ body }) => JSON.stringify(body.messages).includes(text));
const answerOf = async (turn: Turn) =>
  (await messages(member, turn.dialogue_id)).find(({ id }) => id === turn.answer.id);
/** Waits until the process that took the run has put it away. */
async function putAway(turn: Turn) {
  for (;;) {
    const run = await server.db.asSystem((trx) =>
      trx
        .selectFrom('runs')
        .where('id', '=', runOf(turn))
        .select(['status', 'waiting_since', 'owner_process'])
        .executeTakeFirstOrThrow(),
    );
    if (run.waiting_since !== null) return run;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
const audited = () =>
  server.db.asSystem((trx) =>
    trx
      .selectFrom('audit_log')
      .where('action', 'in', ['rule.approval_given', 'rule.approval_lapsed'])
      .select(['action', 'actor_kind', 'actor_name', 'target_name', 'changes'])
      .orderBy('seq')
      .execute(),
  );

test('a prompt waits until an administrator allows it, and is answered then', async () => {
  const turn = await start(member, bot, 'Which falcon is mia.secret@pro.example?');
  expect(turn.answer.run?.approval).toMatchObject({
    state: 'waiting',
    message: 'Somebody reads this first.',
    note: '',
  });
  const heard = hear(base, member, runOf(turn));
  await putAway(turn);
  expect(isTold('Which falcon')).toBe(false);
  const found = await approvalFor('Which falcon');
  expect(found).toMatchObject({
    rule_name: 'Falcons',
    prompt: `Which falcon is ${maskText}?`,
    bot_name: 'Blank Sheet',
    file_names: [],
    may_decide: true,
  });
  expect(await decide(admin, found?.id, true, 'Fine by me.')).toMatchObject({ status: 200 });
  const { text, ended: end, ...rest } = await heard;
  expect({ text, status: end?.status, states: statesIn(rest) }).toEqual({
    text: 'A falcon it is.',
    status: 'complete',
    states: ['waiting', 'allowed'],
  });
  expect(await answerOf(turn)).toMatchObject({
    content: 'A falcon it is.',
    run: { status: 'complete', approval: { state: 'allowed', note: 'Fine by me.' } },
  });
  expect(await approvalFor('Which falcon')).toBeUndefined();
  expect(await decide(admin, found?.id, false)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  // A prompt once allowed may be answered again.
  expect(
    await member.call(regenerateAnswer, {
      params: { message_id: turn.answer.id },
      body: { idempotency_key: randomUUID() },
    }),
  ).toMatchObject({ status: 200 });
  expect(await audited()).toMatchObject([
    {
      action: 'rule.approval_given',
      actor_kind: 'person',
      actor_name: 'admin@pro.example',
      target_name: 'Falcons',
      changes: { asked_by: [null, 'member@pro.example'], note: [null, 'Fine by me.'] },
    },
  ]);
});

test('what is refused reaches no model, neither itself nor in a later turn, and is not answered once more', async () => {
  const used = () =>
    server.db.asSystem((trx) =>
      trx
        .selectFrom('allowance_use')
        .where('subject', '=', 'member')
        .select(({ fn }) => fn.sum('answers').as('answers'))
        .executeTakeFirstOrThrow(),
    );
  const before = await used();
  const turn = await start(member, bot, 'Sell my falcon');
  await putAway(turn);
  const heard = hear(base, member, runOf(turn));
  expect(await decide(admin, (await approvalFor('Sell my'))?.id, false, 'Not here.')).toMatchObject({ status: 200 });
  const { ended: end, ...rest } = await heard;
  expect([end?.status, statesIn(rest).at(-1)]).toEqual(['stopped', 'refused']);
  expect(await answerOf(turn)).toMatchObject({
    content: '',
    run: { status: 'stopped', approval: { state: 'refused', note: 'Not here.' } },
  });
  expect(await used()).toEqual(before);
  expect(
    await member.call(regenerateAnswer, {
      params: { message_id: turn.answer.id },
      body: { idempotency_key: randomUUID() },
    }),
  ).toMatchObject({ status: 409, body: { code: 'prompt_not_allowed' } });
  await ended(member, await prompt(member, turn.dialogue_id, 'And a sparrow?'));
  expect(isTold('And a sparrow')).toBe(true);
  expect(isTold('Sell my')).toBe(false);
  const shared = await member.call(shareDialogue, {
    params: { dialogue_id: turn.dialogue_id },
    body: { scope: 'organization' },
  });
  const copied = await admin.call(copySharedDialogue, {
    params: { share_id: shared.body.success ? shared.body.data.id : '' },
    body: { idempotency_key: randomUUID() },
  });
  const copy = await messages(admin, copied.body.success ? copied.body.data.id : '');
  expect(copy.map(({ content }) => content)).toEqual(['A falcon it is.', 'And a sparrow?']);
});

test('what waits behind another answer waits for both, and may be decided about before its turn', async () => {
  const first = await start(member, bot, 'First falcon');
  await putAway(first);
  const second = await prompt(member, first.dialogue_id, 'Second falcon');
  const third = await prompt(member, first.dialogue_id, 'Third falcon');
  expect(second.answer.run).toMatchObject({ status: 'queued', approval: { state: 'waiting' } });
  await decide(admin, (await approvalFor('Second'))?.id, true);
  // A decided prompt that has not had its turn is not submitted for approval again.
  expect(await approvalFor('Second')).toBeUndefined();
  await decide(admin, (await approvalFor('Third'))?.id, false);
  expect(isTold('Second falcon')).toBe(false);
  await decide(admin, (await approvalFor('First'))?.id, true);
  for (const turn of [first, second, third]) await hear(base, member, runOf(turn));
  expect(await messages(member, first.dialogue_id)).toMatchObject([
    { run: { status: 'stopped' } },
    {},
    { run: { status: 'complete' } },
    {},
    { run: { status: 'complete' } },
    {},
  ]);
  expect(isTold('Third falcon')).toBe(false);
});

test('no process has to live until it is decided: another one goes on with it', async () => {
  const turn = await start(member, bot, 'A falcon of a dead process');
  await putAway(turn);
  const dead = randomUUID();
  await server.db.asSystem((trx) =>
    trx
      .updateTable('runs')
      .set({ owner_process: dead, lease_until: new Date(0) })
      .where('id', '=', runOf(turn))
      .execute(),
  );
  // The next question in the dialogue looks for what dead processes left.
  await prompt(member, turn.dialogue_id, 'Behind it');
  expect(await putAway(turn)).toMatchObject({ status: 'running', owner_process: dead });
  // Nor do the hours in which a person is asked about a tool matter.
  await server.db.asSystem((trx) =>
    trx
      .updateTable('runs')
      .set({ waiting_since: new Date(0) })
      .where('id', '=', runOf(turn))
      .execute(),
  );
  expect((await server.db.asSystem(findUnanswered)).map(({ id }) => id)).not.toContain(runOf(turn));
  await decide(admin, (await approvalFor('dead process'))?.id, true);
  expect(await hear(base, member, runOf(turn))).toMatchObject({
    text: 'A falcon it is.',
    ended: { status: 'complete' },
  });
});

test('without a decision it lapses, and what its person stops waits for nobody', async () => {
  const [late, stopped] = [await start(member, bot, 'A late falcon'), await start(member, bot, 'A stopped falcon')];
  for (const turn of [late, stopped]) await putAway(turn);
  await server.db.asSystem((trx) =>
    trx
      .updateTable('governance_approvals')
      .set({ lapses_at: new Date(0) })
      .where('prompt_id', '=', late.prompt.id)
      .execute(),
  );
  await lapseApprovals(server.app);
  expect(await hear(base, member, runOf(late))).toMatchObject({ text: '', ended: { status: 'stopped' } });
  expect(await answerOf(late)).toMatchObject({ run: { status: 'stopped', approval: { state: 'lapsed' } } });
  expect((await audited()).at(-1)).toMatchObject({ action: 'rule.approval_lapsed', actor_kind: 'system' });
  const { id } = (await approvalFor('stopped')) ?? { id: '' };
  const deleted = (at: Date | null) =>
    server.db.asSystem((trx) =>
      trx.updateTable('dialogues').set({ deleted_at: at }).where('id', '=', stopped.dialogue_id).execute(),
    );
  await deleted(new Date());
  expect(await approvalFor('stopped')).toBeUndefined();
  await deleted(null);
  expect(await approvalFor('stopped')).toMatchObject({ id });
  await member.call(stopRun, { params: { run_id: runOf(stopped) } });
  expect(await answerOf(stopped)).toMatchObject({ run: { status: 'stopped', approval: { state: 'withdrawn' } } });
  expect(await approvalFor('stopped')).toBeUndefined();
  expect(await decide(admin, id, true)).toMatchObject({ status: 409 });
});

test('nobody decides about their own prompt while another administrator could, and nobody about one of another organisation', async () => {
  const turn = await start(admin, bot, 'My own falcon');
  const own = await approvalFor('My own');
  expect(own).toMatchObject({ may_decide: false });
  expect(await decide(admin, own?.id, true)).toMatchObject({ status: 409, body: { code: 'own_approval' } });
  await server.db.asSystem((trx) =>
    trx
      .updateTable('plans')
      .set({ features: ['governance'] })
      .where('name', '=', 'Free!')
      .execute(),
  );
  const stranger = await server.as('owner@free.example');
  expect(await decide(stranger, own?.id, true)).toMatchObject({ status: 404 });
  expect(await stranger.call(listApprovals, {})).toMatchObject({ body: { data: { items: [] } } });
  await server.db.asSystem((trx) =>
    trx
      .updateTable('memberships')
      .set({ is_owner: false, deactivated_at: new Date() })
      .where('user_id', 'in', trx.selectFrom('users').where('email', '=', 'owner@pro.example').select('id'))
      .execute(),
  );
  expect(await approvalFor('My own')).toMatchObject({ may_decide: true });
  expect(await decide(admin, own?.id, true)).toMatchObject({ status: 200 });
  await ended(admin, turn);
});
