import { randomUUID } from 'node:crypto';
import { deleteAccount } from '@parlance/shared/contract/api/account-deletion';
import { checkAuditLog } from '@parlance/shared/contract/api/audit/audit-log';
import { sendPrompt, type Turn } from '@parlance/shared/contract/api/dialogues';
import * as api from '@parlance/shared/contract/api/retention';
import { createTeam, deleteTeam, putTeamMember, removeTeamMember } from '@parlance/shared/contract/api/teams';
import { demoPassword } from '../../demo/organizations.ts';
import { deleteUnsentAttachments } from '../../library/attachments/repository.ts';
import { purgeKnowledge } from '../../library/knowledge/upkeep.ts';
import type { Trx } from '../../platform/db/database.ts';
import { deleteDue } from '../../platform/upkeep/due.ts';
import { dues } from '../../services/upkeep/dues.ts';
import { upkeepSteps } from '../../services/upkeep/steps.ts';
import { purgeAgents } from '../../studio/agents/changes.ts';
import { codeOf, dataOf } from '../../testing/agents.ts';
import { start } from '../../testing/asking.ts';
import { attach } from '../../testing/attaching.ts';
import { bring } from '../../testing/knowledge.ts';
import { type AskingModel, ended, startAskingModel } from '../../testing/start-asking.ts';
import type { Client } from '../../testing/test-app.ts';
import { requestRetention, retentionApplying } from './retention-job.ts';

let asking: AskingModel;
let admin: Client;
let memberId: string;
let pro: string;
beforeAll(async () => {
  asking = await startAskingModel('Blank Sheet', { answer: () => ['Yes.'] });
  admin = await asking.server.as('admin@pro.example');
  [{ id: memberId, organization_id: pro }] = await rows<{ id: string; organization_id: string }>(
    `select memberships.id, organization_id from memberships join users on users.id = user_id where email = 'member@pro.example'`,
  );
});
afterAll(() => asking.close());
afterEach(async () => {
  await rows(`delete from legal_holds`);
  await rows(`delete from retention_policies`);
});

/** The rows of a statement; at least one where one is taken out. */
async function rows<T extends object = { id: string }>(
  text: string,
  values: readonly unknown[] = [],
): Promise<[T, ...T[]]> {
  // a test that asks for a row that is not there fails at its field
  return (await asking.server.pool.query<T>(text, [...values])).rows as [T, ...T[]];
}
const reason = 'Proceedings of the labour court';
const place = (subject: api.HoldSubject, more: object = {}) =>
  admin.call(api.placeHold, { body: { idempotency_key: randomUUID(), subject, reason, until: null, ...more } });
const held = async (subject: api.HoldSubject, more: object = {}) => dataOf(await place(subject, more));
const ofMember: api.HoldSubject = { kind: 'member', email: 'member@pro.example' };
const end = ({ id }: api.Hold) => admin.call(api.endHold, { params: { hold_id: id } });
const asked = async (client = asking.member): Promise<Turn> =>
  ended(client, await start(client, asking.bot, 'How many days?'));
const save = async (days: api.RetentionDays) =>
  dataOf(
    await admin.call(api.saveRetention, {
      body: { days, version: dataOf(await admin.call(api.getRetention, {})).version },
    }),
  );
const tried = async (days: api.RetentionDays) => dataOf(await admin.call(api.tryRetention, { body: { days } })).kinds;
const apply = (signal = new AbortController().signal) =>
  retentionApplying({ db: asking.server.db }).run({ organization: pro }, signal);
const aged = (turns: readonly Turn[], days = 100) =>
  rows(`update dialogue_log_entries set asked_at = now() - make_interval(days => $2) where dialogue_id = any ($1)`, [
    turns.map(({ dialogue_id }) => dialogue_id),
    days,
  ]);
const count = async (table: string, ids: readonly string[]) =>
  Number((await rows<{ count: string }>(`select count(*) from ${table} where id = any ($1)`, [ids]))[0].count);

/** A step of upkeep and a row that it would delete now. `run` if it does more than delete. */
type Purge = {
  readonly run?: (trx: Trx) => Promise<unknown>;
  readonly table: string;
  readonly make: () => Promise<string>;
};
const first = async (text: string, values: readonly unknown[] = [memberId]) => (await rows(text, values))[0].id;
const old = `now() - interval '40 days'`;
const veryOld = `now() - interval '100 days'`;
const deletedSchedule = `insert into schedules (organization_id, owner_id, name, definition, idempotency_key, deleted_at) select organization_id, id, 'Morning', '{}', gen_random_uuid(), ${veryOld} from memberships where id = $1 returning id`;
const purges: Record<string, Purge> = {
  dialogues: {
    table: 'dialogues',
    make: async () =>
      first(`update dialogues set deleted_at = ${old} where id = $1 returning id`, [(await asked()).dialogue_id]),
  },
  dialogues_unlisted: {
    table: 'dialogues',
    make: async () =>
      first(`update dialogues set is_listed = false, created_at = ${veryOld} where id = $1 returning id`, [
        (await asked()).dialogue_id,
      ]),
  },
  dialogues_tried: {
    table: 'dialogues',
    make: async () =>
      first(`update dialogues set kind = 'test', created_at = ${old} where id = $1 returning id`, [
        (await asked()).dialogue_id,
      ]),
  },
  attachments: {
    run: deleteUnsentAttachments,
    table: 'attachments',
    make: async () =>
      first(`update attachments set created_at = ${old} where id = $1 returning id`, [
        (await attach(asking.server, asking.member, 'note.txt', Buffer.from('A note.'))).id,
      ]),
  },
  dialogue_log_exports: {
    table: 'dialogue_log_exports',
    make: () =>
      first(
        `insert into dialogue_log_exports (organization_id, member_id, idempotency_key, format, filter, has_names, language, created_at) select organization_id, id, gen_random_uuid(), 'csv', '{}', false, 'en', ${old} from memberships where id = $1 returning id`,
      ),
  },
  replays: {
    table: 'replays',
    make: () =>
      first(
        `insert into replays (organization_id, member_id, idempotency_key, rules, from_day, to_day, bot_ids, team_ids, status, created_at) select organization_id, id, gen_random_uuid(), '[]', now(), now(), '{}', '{}', 'complete', ${old} from memberships where id = $1 returning id`,
      ),
  },
  member_imports: {
    table: 'member_imports',
    make: () =>
      first(
        `insert into member_imports (organization_id, member_id, idempotency_key, role, language, valid_days, status, created_at) select organization_id, id, gen_random_uuid(), 'member', 'en', 7, 'complete', ${old} from memberships where id = $1 returning id`,
      ),
  },
  organization_exports: {
    table: 'organization_exports',
    make: () =>
      first(
        `insert into organization_exports (organization_id, idempotency_key, asked_by, status, created_at) select organization_id, gen_random_uuid(), id, 'failed', ${old} from memberships where id = $1 returning id`,
      ),
  },
  uploads: {
    table: 'uploads',
    make: () =>
      first(
        `insert into uploads (organization_id, member_id, name, size, modified_at, target, key, touched_at) select organization_id, id, 'half.txt', 9, now(), '{"kind": "attachment"}', 'half', ${old} from memberships where id = $1 returning id`,
      ),
  },
  automations: {
    table: 'automations',
    make: () =>
      first(
        `insert into automations (organization_id, owner_id, name, definition, trigger_kind, idempotency_key, deleted_at) select organization_id, id, 'Orders', '{}', 'webhook', gen_random_uuid(), ${veryOld} from memberships where id = $1 returning id`,
      ),
  },
  executions: {
    table: 'executions',
    make: async () =>
      first(
        `insert into executions (organization_id, schedule_id, member_id, cause, status, due_at, prompt, ask_key, created_at, ended_at) select organization_id, $2, id, 'tick', 'done', ${veryOld}, 'What is new?', gen_random_uuid(), ${veryOld}, ${veryOld} from memberships where id = $1 returning id`,
        [memberId, await first(deletedSchedule)],
      ),
  },
  schedules: { table: 'schedules', make: () => first(deletedSchedule) },
  agents: {
    run: purgeAgents,
    table: 'bots',
    make: () =>
      first(
        `insert into bots (organization_id, name, avatar, owner_id, deleted_at) select organization_id, '{"en": "Gone"}', 'a', id, ${old} from memberships where id = $1 returning id`,
      ),
  },
  templates: {
    table: 'prompt_templates',
    make: () =>
      first(
        `update prompt_templates set deleted_at = ${old}, owner_id = $1 where id = (select id from prompt_templates where deleted_at is null and organization_id = (select organization_id from memberships where id = $1) limit 1) returning id`,
      ),
  },
  knowledge: {
    run: purgeKnowledge,
    table: 'knowledge_sources',
    make: async () =>
      first(`update knowledge_sources set deleted_at = ${old}, owner_id = $1 where id = $2 returning id`, [
        memberId,
        (await bring(asking.server, admin, `${randomUUID()}.txt`, 'What is known.')).id,
      ]),
  },
};
/**
 * Steps beside, which remove nobody's data of an organisation; that of events goes where nothing of the organisation is
 * held, and what a rule has found says of nobody whose it was.
 */
const nobodys = [
  'sessions',
  'sessions_idle',
  'codes',
  'password_resets',
  'email_reversals',
  'known_devices',
  'tool_sign_ins',
  'limited_acts',
  'limited_acts_ahead',
  'storage_reservations',
  'mail',
  'mail_unsent',
  'release_visits',
  'release_vitals',
  'release_reporters',
  'vital_reporters',
  'job_traces',
  'job_requests',
  'operator_sessions',
  'payment_events',
  'payment_reversals',
  'agent_presence',
  'template_requests',
  'automation_events',
  'automation_effects',
  'registrations',
  'storage_leftovers',
  'storage_swept',
  'rules',
];
/**
 * Steps that delete nothing themselves: their rows are purged by `apply_retention`, or read, or counted; accounts are
 * removed by `remove_account`, which checks for holds.
 */
const asks = ['page_refreshes', 'retention', 'dialogue_log', 'vectors', 'account_removals'];
// the names are those of the steps, which the first test says
const runOf = (name: string, { run }: Purge) => run ?? ((trx: Trx) => deleteDue(trx, dues[name as keyof typeof dues]));

describe('a legal hold', () => {
  test('keeps what any purge of the product would remove, and is known to all of them', async () => {
    const steps = upkeepSteps({
      storage: asking.server.dependencies.storage,
      log: asking.server.dependencies.log,
      embedder: null,
      languages: null,
    }).map(({ name }) => name);
    expect(Object.keys(purges).filter((name) => !steps.includes(name))).toEqual([]);
    expect(steps.filter((name) => !(name in purges) && !nobodys.includes(name) && !asks.includes(name))).toEqual([]);
    const hold = await held(ofMember);
    const made: { name: string; purge: Purge; id: string }[] = [];
    for (const [name, purge] of Object.entries(purges)) made.push({ name, purge, id: await purge.make() });
    const left = async () => {
      const there: number[] = [];
      for (const { name, purge, id } of made) {
        await asking.server.db.asSystem(runOf(name, purge));
        there.push(await count(purge.table, [id]));
      }
      return there;
    };
    const whileHeld = await left();
    expect(whileHeld).toEqual(made.map(() => 1));
    await end(hold);
    const afterwards = await left();
    console.info(
      `legal hold: ${whileHeld.length} of ${made.length} purges kept what was held, and ${afterwards.filter((it) => it === 0).length} removed it when the hold had ended`,
    );
    expect(afterwards).toEqual(made.map(() => 0));
  });

  test('of a team holds who is in it, who comes, and who leaves; the team may go', async () => {
    const team = dataOf(await admin.call(createTeam, { body: { name: 'Held' } }));
    const [{ id: other }] = await rows(
      `select memberships.id from memberships join users on users.id = user_id where email = 'otp@pro.example'`,
    );
    await admin.call(putTeamMember, { params: { team_id: team.id, member_id: memberId }, body: { is_owner: false } });
    const hold = await held({ kind: 'team', id: team.id });
    expect(hold).toMatchObject({
      kind: 'team',
      name: 'Held',
      people: 1,
      reason,
      until: null,
      placed_by: { name: expect.any(String) },
    });
    await admin.call(putTeamMember, { params: { team_id: team.id, member_id: other }, body: { is_owner: false } });
    await admin.call(removeTeamMember, { params: { team_id: team.id, member_id: memberId } });
    await admin.call(deleteTeam, { params: { team_id: team.id } });
    expect(dataOf(await admin.call(api.listHolds, {})).items).toMatchObject([{ id: hold.id, name: 'Held', people: 2 }]);
    const turn = await asked();
    await rows(`update dialogues set deleted_at = ${old} where id = $1`, [turn.dialogue_id]);
    await asking.server.db.asSystem((trx) => deleteDue(trx, dues.dialogues));
    expect(await count('dialogues', [turn.dialogue_id])).toBe(1);
    // The database itself refuses any other deletion.
    await expect(rows(`delete from dialogues where id = $1`, [turn.dialogue_id])).rejects.toThrow('legal hold');
    await rows(`update legal_holds set until = current_date - 2`);
    expect(dataOf(await admin.call(api.listHolds, {})).items).toEqual([]);
    await asking.server.db.asSystem((trx) => deleteDue(trx, dues.dialogues));
    expect(await count('dialogues', [turn.dialogue_id])).toBe(0);
  });

  test('keeps a person from deleting their account with what is held', async () => {
    await held(ofMember);
    const answer = await asking.member.call(deleteAccount, {
      body: { password: demoPassword, delete_organization: false },
    });
    expect(codeOf(answer)).toBe('409 legal_hold');
  });

  test('is placed once for a key, for somebody there, with a reason and a day to come', async () => {
    const body = { idempotency_key: randomUUID(), subject: { kind: 'organization' as const }, reason, until: null };
    const { id } = dataOf(await admin.call(api.placeHold, { body }));
    expect(dataOf(await admin.call(api.placeHold, { body })).id).toBe(id);
    for (const other of [
      { subject: { kind: 'member' as const, email: 'member@pro.example' } },
      { reason: `${reason} And another one.` },
      { until: '2999-01-01' },
    ]) {
      expect(codeOf(await admin.call(api.placeHold, { body: { ...body, ...other } }))).toBe(
        '409 idempotency_key_reused',
      );
    }
    const ofMember = {
      ...body,
      idempotency_key: randomUUID(),
      subject: { kind: 'member' as const, email: 'member@pro.example' },
    };
    dataOf(await admin.call(api.placeHold, { body: ofMember }));
    dataOf(await admin.call(api.placeHold, { body: ofMember }));
    expect(
      codeOf(
        await admin.call(api.placeHold, {
          body: { ...ofMember, subject: { kind: 'member', email: 'admin@pro.example' } },
        }),
      ),
    ).toBe('409 idempotency_key_reused');
    expect(codeOf(await place({ kind: 'member', email: 'nobody@pro.example' }))).toBe('404 not_found');
    expect(codeOf(await place({ kind: 'member', email: 'owner@free.example' }))).toBe('404 not_found');
    expect(codeOf(await place({ kind: 'team', id: randomUUID() }))).toBe('404 not_found');
    expect(codeOf(await place({ kind: 'organization' }, { reason: 'because' }))).toBe('400 validation_failed');
    expect(codeOf(await place({ kind: 'organization' }, { until: '2020-01-01' }))).toBe('400 validation_failed');
  });
});

describe('retention', () => {
  test('keeps everything unless somebody says otherwise, and nothing for less than the least', async () => {
    expect(dataOf(await admin.call(api.getRetention, {}))).toEqual({ days: {}, version: 0, applied: null });
    for (const days of [{ audit_log: 364 }, { dialogues: 0 }, { dialogues: 1.5 }, { usage: api.keptAtMost + 1 }])
      expect(codeOf(await admin.call(api.saveRetention, { body: { days, version: 0 } }))).toBe('400 validation_failed');
    await save({ dialogues: 30 });
    expect(codeOf(await admin.call(api.saveRetention, { body: { days: {}, version: 0 } }))).toBe('409 conflict');
  });

  test('what ten say at once of the same version is what one of them said', async () => {
    const { version } = dataOf(await admin.call(api.getRetention, {}));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        admin.call(api.saveRetention, { body: { days: { dialogues: 31 + at }, version } }),
      ),
    );
    expect(answers.map(codeOf).sort()).toEqual(['200', ...Array<string>(9).fill('409 conflict')]);
    expect(dataOf(await admin.call(api.getRetention, {})).version).toBe(version + 1);
  });

  test('says before what would go, removes that and no more, and says so', async () => {
    const [gone, kept, fresh] = [await asked(), await asked(await asking.server.as('otp@pro.example')), await asked()];
    await tried({});
    await aged([gone, kept]);
    await held({ kind: 'member', email: 'otp@pro.example' });
    const before = await tried({ dialogues: 90, hits: 30 });
    expect(before).toEqual([
      { kind: 'dialogues', count: 1, oldest: expect.any(String), held: 1 },
      { kind: 'hits', count: 0, oldest: null, held: 0 },
    ]);
    expect(await count('dialogues', [gone.dialogue_id])).toBe(1);
    await save({ dialogues: 90 });
    await asking.server.db.asSystem(requestRetention);
    expect(await rows<{ data: object }>(`select data from job_requests where kind = 'apply_retention'`)).toEqual([
      { data: { organization: pro } },
    ]);
    await apply();
    expect(await count('dialogues', [gone.dialogue_id])).toBe(0);
    expect(await count('dialogues', [kept.dialogue_id, fresh.dialogue_id])).toBe(2);
    expect(dataOf(await admin.call(api.getRetention, {})).applied).toMatchObject({
      removed: [{ kind: 'dialogues', count: 1 }],
    });
    await rows(`delete from job_requests`);
    await asking.server.db.asSystem(requestRetention);
    expect(await asking.server.pool.query(`select from job_requests where kind = 'apply_retention'`)).toMatchObject({
      rowCount: 0,
    });
    const entries = await rows<{ action: string; changes: object }>(
      `select action, changes from audit_log where action like 'retention.%' or action like 'legal_hold.placed' order by seq desc limit 3`,
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'retention.applied',
      'retention.changed',
      'legal_hold.placed',
    ]);
    expect(entries[0].changes).toEqual({ dialogues: [null, 1] });
  });

  test('removes each kind by its age, in pages, and goes on where a killed process was', async () => {
    const answering = await asked();
    await rows(
      `insert into usage_sessions (organization_id, member_id, session_id, typing, reading, interacting, idling, received_at) select $1, $2, gen_random_uuid(), 1, 1, 1, 1, now() - interval '50 days' from generate_series(1, 450)`,
      [pro, memberId],
    );
    await rows(`update model_usage set created_at = now() - interval '200 days' where organization_id = $1`, [pro]);
    const attachment = await attach(asking.server, asking.member, 'old.txt', Buffer.from('An old note.'));
    const prompt = dataOf(
      await asking.member.call(sendPrompt, {
        params: { dialogue_id: answering.dialogue_id },
        body: { prompt: 'Read it', attachment_ids: [attachment.id], idempotency_key: randomUUID() },
      }),
    );
    await ended(asking.member, prompt);
    await rows(`update attachments set created_at = ${old} where id = $1`, [attachment.id]);
    await rows(`insert into governance_rules (organization_id, position, definition) values ($1, 1, '{"name": "R"}')`, [
      pro,
    ]);
    await rows(
      `insert into governance_hits (organization_id, rule_id, version, kind, action, count, context, created_at) select organization_id, id, 1, 'prompt', 'monitor', 1, '', ${old} from governance_rules where organization_id = $1 and definition ->> 'name' = 'R'`,
      [pro],
    );
    await rows(
      `insert into chart_days (organization_id, team_id, bot_id, figure, day, value) select $1, gen_random_uuid(), gen_random_uuid(), 'answers', current_date - days, 3 from unnest('{80, 120, 130}'::int[]) as days`,
      [pro],
    );
    await rows(
      `insert into chart_presence (organization_id, team_id, bot_id, member_id, day) select $1, gen_random_uuid(), gen_random_uuid(), $2, current_date - days from unnest('{80, 120}'::int[]) as days`,
      [pro, memberId],
    );
    await rows(
      `insert into chart_member_days (organization_id, member_id, day, bot_id, figures) select $1, $2, current_date - days, gen_random_uuid(), '{"answers": 1}' from unnest('{80, 120}'::int[]) as days`,
      [pro, memberId],
    );
    const days = { files: 30, usage: 30, figures: 90, model_calls: 90, hits: 30, exports: 3 };
    const would = await tried(days);
    const { usage, ...rest } = Object.fromEntries(would.map((it) => [it.kind, it.count]));
    expect(usage).toBeGreaterThanOrEqual(450);
    expect(rest).toEqual({ files: 1, figures: 4, model_calls: expect.any(Number), hits: 1, exports: 0 });
    await save(days);
    let looks = 0;
    const killed = Object.assign(new AbortController().signal, {
      throwIfAborted: () => {
        if (++looks > 2) throw new Error('killed');
      },
    });
    await expect(apply(killed)).rejects.toThrow('killed');
    await asking.server.db.asSystem(requestRetention);
    await apply();
    const { applied } = dataOf(await admin.call(api.getRetention, {}));
    expect(Object.fromEntries(applied?.removed.map((it) => [it.kind, it.count]) ?? [])).toEqual(
      Object.fromEntries(would.filter((it) => it.count > 0).map((it) => [it.kind, it.count])),
    );
    expect((await tried(days)).map((it) => it.count)).toEqual(would.map(() => 0));
    expect(await count('attachments', [attachment.id])).toBe(0);
    expect(
      await rows(
        `select (select count(*)::int from chart_days where day < current_date - 90) as sums, (select count(*)::int from chart_presence where day < current_date - 90) as people, (select count(*)::int from chart_presence where day = current_date - 80) as kept`,
      ),
    ).toEqual([{ sums: 0, people: 0, kept: 1 }]);
    expect(await rows(`select current_date - day as age from chart_member_days`)).toEqual([{ age: 80 }]);
    await rows(`delete from chart_member_days`);
    expect(await count('messages', [prompt.prompt.id])).toBe(1);
    await rows(`delete from governance_rules`);
  });

  test('of figures keeps who was there while they are held, and the sums while anybody is', async () => {
    await rows(
      `insert into chart_days (organization_id, team_id, bot_id, figure, day, value) select $1, gen_random_uuid(), gen_random_uuid(), 'answers', current_date - 120, 3`,
      [pro],
    );
    await rows(
      `insert into chart_presence (organization_id, team_id, bot_id, member_id, day) select $1, gen_random_uuid(), gen_random_uuid(), memberships.id, current_date - 120 from memberships join users on users.id = user_id where email in ('member@pro.example', 'otp@pro.example')`,
      [pro],
    );
    await rows(
      `insert into chart_member_days (organization_id, member_id, day, bot_id, figures) select organization_id, member_id, day, bot_id, '{"answers": 1}' from chart_presence where organization_id = $1 and day = current_date - 120`,
      [pro],
    );
    const hold = await held(ofMember);
    expect(await tried({ figures: 90 })).toEqual([{ kind: 'figures', count: 2, oldest: expect.any(String), held: 3 }]);
    await save({ figures: 90 });
    await apply();
    expect(await rows(`select member_id as id from chart_presence where day < current_date - 90`)).toEqual([
      { id: memberId },
    ]);
    expect(await rows(`select member_id as id from chart_member_days where day < current_date - 90`)).toEqual([
      { id: memberId },
    ]);
    await end(hold);
    expect(await tried({ figures: 90 })).toMatchObject([{ count: 3, held: 0 }]);
    await rows(`delete from chart_presence where day < current_date - 90`);
    await rows(`delete from chart_member_days where day < current_date - 90`);
    await rows(`delete from chart_days where day < current_date - 90`);
  });

  test('shortens the audit log up to whom a hold is about, and its chain still holds', async () => {
    await rows(
      `update audit_log set at = now() - interval '500 days' + seq * interval '1 second' where organization_id = $1 and seq <= 6`,
      [pro],
    );
    const [{ before }] = await rows<{ before: string }>(
      `select count(*)::text as before from audit_log where organization_id = $1`,
      [pro],
    );
    await rows(`update audit_log set actor_id = $2 where organization_id = $1 and seq = 4`, [pro, memberId]);
    // The rows were changed behind the log's back to be old: the chain is made anew, as the log would have.
    for (let seq = 1; seq <= Number(before); seq++) {
      await rows(
        `update audit_log set previous_hash = coalesce((select hash from audit_log as last where last.organization_id = audit_log.organization_id and last.seq = audit_log.seq - 1), '') where organization_id = $1 and seq = $2`,
        [pro, seq],
      );
      await rows(`update audit_log set hash = audit_hash(audit_log) where organization_id = $1 and seq = $2`, [
        pro,
        seq,
      ]);
    }
    await rows(
      `update audit_heads set hash = (select hash from audit_log where audit_log.organization_id = audit_heads.organization_id order by seq desc limit 1) where organization_id = $1`,
      [pro],
    );
    const hold = await held(ofMember);
    expect(await tried({ audit_log: 365 })).toEqual([
      { kind: 'audit_log', count: 3, oldest: expect.any(String), held: 3 },
    ]);
    await save({ audit_log: 365 });
    await apply();
    expect(
      await rows(`select seq::int as id from audit_log where organization_id = $1 order by seq limit 1`, [pro]),
    ).toEqual([{ id: 4 }]);
    expect(dataOf(await admin.call(checkAuditLog, { body: { cursor: null } }))).toMatchObject({ fault: null });
    await end(hold);
    expect(await tried({ audit_log: 365 })).toMatchObject([{ count: 3, held: 0 }]);
  });
});

test('another organisation sees none of it, and nothing of it goes (TEN-01)', async () => {
  const hold = await held({ kind: 'organization' });
  await save({ usage: 30 });
  await rows(`update plans set features = array_append(features, 'governance') where name = 'Free!'`);
  const stranger = await asking.server.as('owner@free.example');
  const team = dataOf(await admin.call(createTeam, { body: { name: 'Foreign' } }));
  const answers = [
    await stranger.call(api.endHold, { params: { hold_id: hold.id } }),
    await stranger.call(api.placeHold, {
      body: { idempotency_key: randomUUID(), subject: { kind: 'team', id: team.id }, reason, until: null },
    }),
    await stranger.call(api.placeHold, {
      body: { idempotency_key: randomUUID(), subject: ofMember, reason, until: null },
    }),
  ];
  expect(answers.map(codeOf)).toEqual(answers.map(() => '404 not_found'));
  expect(dataOf(await stranger.call(api.listHolds, {})).items).toEqual([]);
  expect(dataOf(await stranger.call(api.getRetention, {}))).toEqual({ days: {}, version: 0, applied: null });
  expect(dataOf(await stranger.call(api.listHoldTeams, {})).items.map(({ name }) => name)).not.toContain('Foreign');
  console.info(
    `TEN-01: ${answers.length} of ${answers.length} requests for another organisation’s holds and people answered “not found”`,
  );
});
