import type { PlanFeature } from '@parlance/shared/contract/access/access';
import {
  getMemberImport,
  type LineOutcome,
  listMemberImports,
  listRefusedLines,
  type MemberImport,
  startMemberImport,
} from '@parlance/shared/contract/api/member-imports/member-imports';
import { setMemberState } from '@parlance/shared/contract/api/offboarding';
import { stopRun } from '@parlance/shared/contract/api/runs/runs';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import type { Input } from '@parlance/shared/contract/endpoint';
import { renewLeases } from '../../dialogue/runs/repository.ts';
import { deactivateMember } from '../../lifecycle/offboarding/deactivation.ts';
import type { Trx } from '../../platform/db/database.ts';
import { countAct } from '../../platform/limits/limits.ts';
import { botNamed, hear, listen, messages, prompt, start } from '../../testing/asking.ts';
import { type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { dataOf } from '../../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { mailsTo } from '../invitations/invite.ts';
import { memberImporting } from '../member-imports/import-job.ts';

let server: TestServer;
let model: ModelServer;
let admin: Client;
let base: string;
beforeAll(async () => {
  // An answer that goes on until it is stopped.
  model = await startModelServer({
    answer: () => Array.from({ length: 20_000 }, (_, at) => `word${at} `),
    tokenPauseMs: 5,
  });
  server = await startTestServer({ MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'stand-in' });
  base = await listen(server.app);
  admin = await server.as('admin@pro.example');
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const codeOf = ({ body }: { body: { success: boolean; code?: string } }) => (body.success ? 'success' : body.code);
type Wish = Input<typeof startMemberImport>['body'];
const bring = (csv: string, changes: Partial<Wish> = {}, by = admin) =>
  by.call(startMemberImport, {
    body: { csv, role: 'member', language: 'en', idempotency_key: crypto.randomUUID(), ...changes },
  });
const doIt = ({ id }: MemberImport) =>
  memberImporting({ db: server.db }).run({ import: id }, new AbortController().signal);
const now = async ({ id }: MemberImport) => dataOf(await admin.call(getMemberImport, { params: { import_id: id } }));

async function refusedIn({ id }: MemberImport): Promise<[number, LineOutcome][]> {
  const all: [number, LineOutcome][] = [];
  let cursor: string | undefined;
  do {
    const page = dataOf(
      await admin.call(listRefusedLines, { params: { import_id: id }, query: { limit: 100, cursor } }),
    );
    all.push(...page.items.map(({ line, outcome }): [number, LineOutcome] => [line, outcome]));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

describe('a file of people', () => {
  test('of 10,000 lines with 300 bad ones invites 9,700 and says of each other one why not', async () => {
    const bad = new Set(Array.from({ length: 300 }, (_, at) => 2 + at * 33));
    const faults = ['no address', 'p2@large.example,king', 'member@pro.example,member'] as const;
    const outcomes: readonly LineOutcome[] = ['email_wrong', 'role_wrong', 'already_member'];
    const lines = Array.from({ length: 10_000 }, (_, at) =>
      bad.has(at + 2) ? `${faults[at % 2]}` : `person${at}@large.example,`,
    );
    lines[bad.values().next().value ?? 0] ??= '';
    lines[0] = faults[2];
    const begun = dataOf(await bring(['email,role', ...lines].join('\n')));
    expect(begun).toMatchObject({ status: 'running', total: 10_000, invited: 0 });
    expect(codeOf(await bring('email\na@b.example'))).toBe('import_running');
    const since = performance.now();
    await doIt(begun);
    expect(await now(begun)).toMatchObject({
      status: 'complete',
      total: 10_000,
      done: 10_000,
      invited: 9_700,
      refused: 300,
    });
    const refused = await refusedIn(begun);
    expect(refused).toHaveLength(300);
    expect(new Set(refused.map(([line]) => line))).toEqual(bad);
    for (const [line, outcome] of refused) expect(outcome).toBe(line === 2 ? outcomes[2] : outcomes[(line - 2) % 2]);
    const mails = await server.db.asSystem((trx) =>
      trx
        .selectFrom('outgoing_mail')
        .where('recipient', 'like', '%@large.example')
        .select((of) => of.fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow(),
    );
    expect(Number(mails.count)).toBe(9_700);
    console.info(
      `Import: 9700 of 10000 lines invited in ${Math.round(performance.now() - since)} ms, 300 reported by line`,
    );
    await doIt(begun);
    expect((await now(begun)).invited).toBe(9_700);
  }, 120_000);

  test('says per line the role, the teams and the language; what it does not say is as the request says', async () => {
    const begun = dataOf(
      await bring(
        'E-Mail;Rolle;Teams;Sprache\none@small.example;Administrator;Support|New;de\ntwo@small.example;;;\n',
        { language: 'nl-NL', days: 3 },
      ),
    );
    await doIt(begun);
    const made = await server.db.asSystem((trx) =>
      trx
        .selectFrom('invitations')
        .where('email', 'like', '%@small.example')
        .orderBy('email')
        .select(['role', 'teams', 'language', 'valid_days'])
        .execute(),
    );
    expect(made).toEqual([
      { role: 'admin', teams: ['Support', 'New'], language: 'de-DE', valid_days: 3 },
      { role: 'member', teams: [], language: 'nl-NL', valid_days: 3 },
    ]);
  });

  test.each([
    ['no head of addresses', 'name\nAda'],
    ['no line', 'email\n'],
    ['nothing', ' '],
  ])('with %s is refused', async (_, csv) => {
    expect((await bring(csv)).status).toBe(400);
  });

  test('sent again with its key is the same import', async () => {
    const body = {
      csv: 'email\nkey@small.example',
      role: 'member',
      language: 'en',
      idempotency_key: crypto.randomUUID(),
    } as const;
    const answers = await Promise.all(Array.from({ length: 5 }, () => admin.call(startMemberImport, { body })));
    expect(new Set(answers.map((answer) => dataOf(answer).id)).size).toBe(1);
    for (const other of [
      { csv: 'email\nelse@small.example' },
      { csv: 'email,teams\nkey@small.example,Field' },
      { role: 'admin' as const },
      { days: 3 },
    ]) {
      expect(await admin.call(startMemberImport, { body: { ...body, ...other } })).toMatchObject({
        status: 409,
        body: { code: 'idempotency_key_reused' },
      });
    }
    const [first] = answers;
    if (first !== undefined) await doIt(dataOf(first));
  });

  test('leaves the one before it as it ended', async () => {
    const stopped = dataOf(await bring('email\nstopped@small.example'));
    await memberImporting({ db: server.db }).giveUp({ import: stopped.id }, 'stopped by the test');
    const later = dataOf(await bring('email\nlater@small.example'));
    await doIt(later);
    // Whoever brings a job again, or gives it up late, finds what it is about over, or gone.
    await doIt(stopped);
    await doIt({ ...later, id: crypto.randomUUID() });
    await memberImporting({ db: server.db }).giveUp({ import: later.id }, 'stopped by the test');
    expect(await now(stopped)).toMatchObject({ status: 'stopped', invited: 0 });
    expect(await now(later)).toMatchObject({ status: 'complete', invited: 1 });
  });

  test('takes the seats that are there, and says of the rest that there are none', async () => {
    const free = await server.as('owner@free.example');
    const begun = dataOf(await bring('email\na1@seats.example\na2@seats.example\na3@seats.example', {}, free));
    await doIt(begun);
    const { items } = dataOf(await free.call(listRefusedLines, { params: { import_id: begun.id } }));
    expect(items.map(({ line, outcome }) => [line, outcome])).toEqual([
      [3, 'seats_taken'],
      [4, 'seats_taken'],
    ]);
    expect((await admin.call(getMemberImport, { params: { import_id: begun.id } })).status).toBe(404);
    expect((await admin.call(listRefusedLines, { params: { import_id: begun.id } })).status).toBe(404);
  });

  test('is refused where the organisation has brought twenty in a day', async () => {
    const team = await server.as('owner@team.example');
    const body = {
      csv: 'email\nnobody-anew@team.example',
      role: 'member',
      language: 'en',
      idempotency_key: crypto.randomUUID(),
    } as const;
    for (let file = 0; file < 20; file += 1)
      expect(codeOf(await team.call(startMemberImport, { body }))).toBe('success');
    expect(await team.call(startMemberImport, { body })).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  });

  test('writes to nobody who has had all the invitations of a day, says so of the line, and counts what it sends', async () => {
    const count = (email: string, mails: number) =>
      server.db.asSystem(async (trx) => {
        for (let mail = 0; mail < mails; mail += 1) await countAct(trx, mailsTo, email);
      });
    await count('filled@bomb.example', mailsTo.most);
    await count('almost@bomb.example', mailsTo.most - 1);
    await count('member@pro.example', mailsTo.most - 1);
    await count('otp@pro.example', mailsTo.most);
    const begun = dataOf(
      await bring(
        [
          'email',
          'filled@bomb.example',
          'almost@bomb.example',
          'member@pro.example',
          'otp@pro.example',
          'fresh@bomb.example',
        ].join('\n'),
      ),
    );
    await doIt(begun);
    expect(await refusedIn(begun)).toEqual([
      [2, 'rate_limited'],
      [4, 'already_member'],
      [5, 'already_member'],
    ]);
    expect(await server.mailTo('filled@bomb.example')).toEqual([]);
    for (const email of ['almost@bomb.example', 'fresh@bomb.example'])
      expect(await server.mailTo(email)).toHaveLength(1);
    // The thirtieth mail was the import's; a line that led to no mail has used up none.
    await expect(count('almost@bomb.example', 1)).rejects.toMatchObject({ apiCode: 'rate_limited' });
    await expect(count('fresh@bomb.example', mailsTo.most)).rejects.toMatchObject({ apiCode: 'rate_limited' });
    await count('member@pro.example', 1);
  });

  type Change = { organization: string; member: string; trx: Trx };
  const setPlan = (trx: Trx, features: (all: PlanFeature[]) => PlanFeature[]) =>
    trx
      .selectFrom('plans')
      .where('name', '=', 'Pro')
      .select('features')
      .executeTakeFirstOrThrow()
      .then(({ features: all }) =>
        trx
          .updateTable('plans')
          .set({ features: features(all) })
          .where('name', '=', 'Pro')
          .execute(),
      );
  const lost: readonly [
    what: string,
    lose: (change: Change) => Promise<unknown>,
    back: (change: Change) => Promise<unknown>,
  ][] = [
    [
      'is no administrator any more',
      ({ trx, member }) => trx.updateTable('memberships').set({ is_admin: false }).where('id', '=', member).execute(),
      ({ trx, member }) => trx.updateTable('memberships').set({ is_admin: true }).where('id', '=', member).execute(),
    ],
    [
      'was deactivated',
      ({ trx, member }) =>
        trx.updateTable('memberships').set({ deactivated_at: new Date() }).where('id', '=', member).execute(),
      ({ trx, member }) =>
        trx.updateTable('memberships').set({ deactivated_at: null }).where('id', '=', member).execute(),
    ],
    [
      'has no such area in the plan',
      ({ trx }) => setPlan(trx, (all) => all.filter((it) => it !== 'user_management')),
      ({ trx }) => setPlan(trx, (all) => [...all, 'user_management']),
    ],
    [
      'is of a workspace that was disabled',
      ({ trx, organization }) =>
        trx.updateTable('organizations').set({ workspace_status: 'DISABLED' }).where('id', '=', organization).execute(),
      ({ trx, organization }) =>
        trx.updateTable('organizations').set({ workspace_status: 'ACTIVE' }).where('id', '=', organization).execute(),
    ],
  ];

  test.each(lost)('is not done on behalf of somebody who %s (TEN-05)', async (_, lose, back) => {
    const { member_id: member, organization_id: organization } = dataOf(await admin.call(getWhoami));
    const begun = dataOf(await bring('email\nlate@small.example'));
    await server.db.asSystem((trx) => lose({ organization, member, trx }));
    await doIt(begun);
    await server.db.asSystem((trx) => back({ organization, member, trx }));
    expect(await now(begun)).toMatchObject({ status: 'stopped', invited: 0, refused: 1 });
    expect(await refusedIn(begun)).toEqual([[2, 'stopped']]);
    expect(await server.mailTo('late@small.example')).toEqual([]);
    expect(dataOf(await admin.call(listMemberImports, { query: { limit: 1 } }))).toMatchObject({
      items: [{ id: begun.id }],
      next_cursor: expect.any(String),
    });
  });
});

describe('answers under way of a member who is deactivated (TEN-05)', () => {
  test('are stopped, and what waits behind them is never begun', async () => {
    const member = await server.as('member@pro.example');
    const { member_id } = dataOf(await member.call(getWhoami));
    const bot = await botNamed(member, 'House Guide');
    const turn = await start(member, bot, 'Go on and on.');
    const run = turn.answer.run?.id ?? '';
    await hear(base, member, run, { until: ({ text }) => text.includes('word3') });
    const waiting = await prompt(member, turn.dialogue_id, 'And then?');
    const connected = Promise.withResolvers<undefined>();
    const reader = hear(base, member, run, {
      until: ({ text }) => {
        if (text !== '') connected.resolve(undefined);
        return false;
      },
    });
    await connected.promise;
    const asked = model.requests.length;
    dataOf(await admin.call(setMemberState, { params: { member_id }, body: { state: 'deactivated' } }));
    // The stream of whoever reads ends with the answer; one of nothing to say ends with the next look at its session.
    expect((await reader).ended?.status).toBe('stopped');
    const statuses = await server.db.asSystem((trx) =>
      trx
        .selectFrom('runs')
        .where('member_id', '=', member_id)
        .where('id', 'in', [run, waiting.answer.run?.id ?? ''])
        .select('status')
        .execute(),
    );
    expect(statuses.map(({ status }) => status)).toEqual(['stopped', 'stopped']);
    expect(model.requests.length).toBe(asked);
    dataOf(await admin.call(setMemberState, { params: { member_id }, body: { state: 'active' } }));
    const again = await server.as('member@pro.example');
    expect((await messages(again, turn.dialogue_id)).length).toBeGreaterThan(2);
  });

  test('are stopped alone: nothing of anybody else ends', async () => {
    const [leaver, stays] = [await server.as('member@pro.example'), await server.as('otp@pro.example')];
    const [gone, there] = [dataOf(await leaver.call(getWhoami)), dataOf(await stays.call(getWhoami))];
    const bots = [await botNamed(stays, 'House Guide'), await botNamed(stays, 'People Desk')] as const;
    const turn = await start(stays, bots[0], 'Go on and on.');
    const run = turn.answer.run?.id ?? '';
    await hear(base, stays, run, { until: ({ text }) => text.includes('word3') });
    const waiting = (await prompt(stays, turn.dialogue_id, 'And then?')).answer.run?.id ?? '';
    const both = [
      { member_id: gone.member_id, bot_id: bots[0] },
      { member_id: there.member_id, bot_id: bots[1] },
    ].map((of) => ({ ...of, organization_id: there.organization_id }));
    await server.db.asSystem(async (trx) => {
      await trx.insertInto('agent_presence').values(both).execute();
      await trx
        .insertInto('agent_test_runs')
        .values(both.map((of) => ({ ...of, definition: '{}' })))
        .execute();
    });
    // Answers of theirs that are over are none that have to be broken off.
    const broken = server.db.asSystem(async (trx) => {
      await trx.updateTable('runs').set({ status: 'complete' }).where('member_id', '=', gone.member_id).execute();
      throw Object.assign(new Error('undone'), await deactivateMember(trx, gone.member_id));
    });
    await expect(broken).rejects.toMatchObject({ message: 'undone', runs: [] });
    dataOf(await admin.call(setMemberState, { params: { member_id: gone.member_id }, body: { state: 'deactivated' } }));
    const left = await server.db.asSystem(async (trx) => ({
      runs: await trx
        .selectFrom('runs')
        .where('id', 'in', [run, waiting])
        .select(['status', 'stop_requested'])
        .orderBy('status')
        .execute(),
      present: await trx.selectFrom('agent_presence').select('member_id').execute(),
      tested: await trx.selectFrom('agent_test_runs').where('status', '=', 'running').select('member_id').execute(),
    }));
    expect(left).toEqual({
      runs: [
        { status: 'queued', stop_requested: false },
        { status: 'running', stop_requested: false },
      ],
      present: [{ member_id: there.member_id }],
      tested: [{ member_id: there.member_id }],
    });
    expect((await stays.call(getWhoami)).status).toBe(200);
    for (const run_id of [waiting, run]) dataOf(await stays.call(stopRun, { params: { run_id } }));
    await server.app.runs.ended(run);
    dataOf(await admin.call(setMemberState, { params: { member_id: gone.member_id }, body: { state: 'active' } }));
  });

  test('and one that a request began just after it are stopped with the next look at its lease', async () => {
    const member = await server.as('otp@pro.example');
    const { member_id } = dataOf(await member.call(getWhoami));
    const turn = await start(member, await botNamed(member, 'House Guide'), 'Go on and on.');
    const run = turn.answer.run?.id ?? '';
    // As if the two had crossed: the member is out, and nobody has asked this answer to stop.
    await server.db.asSystem((trx) =>
      trx.updateTable('memberships').set({ deactivated_at: new Date() }).where('id', '=', member_id).execute(),
    );
    const [renewed] = await server.db.asSystem(async (trx) => {
      const { owner_process } = await trx
        .selectFrom('runs')
        .where('id', '=', run)
        .select('owner_process')
        .executeTakeFirstOrThrow();
      return renewLeases(trx, owner_process, [run]);
    });
    expect(renewed).toMatchObject({ id: run, stop_requested: true });
    await server.app.runs.ended(run);
    expect(
      await server.db.asSystem((trx) =>
        trx.selectFrom('runs').where('id', '=', run).select('status').executeTakeFirstOrThrow(),
      ),
    ).toEqual({ status: 'stopped' });
  });
});
