import { setImmediate as pause } from 'node:timers/promises';
import type { CheckedKind } from '@parlance/shared/contract/api/governance/rule';
import { replaySamplesAtMost } from '@parlance/shared/contract/api/replays';
import { type SqlBool, sql } from 'kysely';
import { Guard } from '../../dialogue/governance/engine/guard.ts';
import { RuleSet } from '../../dialogue/governance/engine/rule-set.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import type { JobHandler } from '../../platform/jobs/handlers.ts';
import type { JobData } from '../../platform/jobs/kinds.ts';
import { requestJob } from '../../platform/jobs/request-job.ts';
import { refreshEntries, refreshedAtOnce } from '../dialogue-log/entries.ts';
import type { Sample } from './tables.ts';

/** Messages between two notes of how far it has come: what a killed process has done in vain. */
const messagesAtOnce = 100;
/** Then the job asks for itself again, well before its time limit. */
const turnMs = 60_000;

/**
 * Tries a rule on what was asked and answered, some of it at a time. Done again, it goes on where it was, and counts
 * nothing twice.
 */
export const replaying = (
  { db }: { db: Database },
  messagesEach = messagesAtOnce,
): JobHandler<JobData['replay_rule']> => ({
  async run({ replay: id }, signal) {
    const organizationId = await begin(db, id);
    if (organizationId === null) return;
    const until = performance.now() + turnMs;
    let rules: RuleSet | null = null;
    for (;;) {
      signal.throwIfAborted();
      const page = await db.asTenant(organizationId, (trx) => readNext(trx, id, messagesEach));
      if (page === null) return;
      rules ??= watching(page.rules);
      const tally = await check(rules, page);
      await db.asTenant(organizationId, (trx) => keep(trx, id, page, tally));
      if (performance.now() > until)
        return db.asTenant(organizationId, (trx) => requestJob(trx, 'replay_rule', { replay: id }, organizationId));
    }
  },
  async giveUp({ replay: id }) {
    await db.asSystem((trx) =>
      trx
        .updateTable('replays')
        .set({ status: 'failed' })
        .where('id', '=', id)
        .where('status', 'in', ['waiting', 'running'])
        .execute(),
    );
  },
});

/** Whose it is; null where it is gone or over. */
async function begin(db: Database, id: string): Promise<string | null> {
  const row = await db.asSystem((trx) =>
    trx
      .selectFrom('replays')
      .where('id', '=', id)
      .where('status', 'in', ['waiting', 'running'])
      .select(['organization_id', 'status'])
      .executeTakeFirst(),
  );
  if (row === undefined) return null;
  if (row.status === 'running') return row.organization_id;
  while ((await db.asTenant(row.organization_id, refreshEntries)) === refreshedAtOnce);
  await db.asTenant(row.organization_id, async (trx) => {
    const { of } = await messagesOf(trx, id)
      .select(sql<number>`count(*)::int`.as('of'))
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('replays')
      .set({ of, status: 'running' })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .execute();
  });
  return row.organization_id;
}

/** What was there when the replay was asked for: nothing that comes meanwhile is in it. */
const messagesOf = (trx: Trx, id: string) =>
  trx
    .selectFrom('replays')
    .innerJoin('dialogue_log_entries as entries', 'entries.organization_id', 'replays.organization_id')
    .innerJoin('messages', 'messages.dialogue_id', 'entries.dialogue_id')
    .where('replays.id', '=', id)
    .where(sql<SqlBool>`messages.content <> ''`)
    .where(sql<SqlBool>`messages.created_at >= replays.from_day::timestamp at time zone 'UTC'`)
    .where(
      sql<SqlBool>`messages.created_at < least((replays.to_day + 1)::timestamp at time zone 'UTC', replays.created_at)`,
    )
    // Dialogues that ended before, or began after: none of their messages is read.
    .where(sql<SqlBool>`entries.asked_at >= replays.from_day::timestamp at time zone 'UTC'`)
    .where(sql<SqlBool>`entries.started_at < (replays.to_day + 1)::timestamp at time zone 'UTC'`)
    .where(sql<SqlBool>`(cardinality(replays.bot_ids) = 0 or entries.bot_id = any (replays.bot_ids))`)
    .where(
      sql<SqlBool>`(cardinality(replays.team_ids) = 0 or entries.member_id in (select member_id from team_members where team_id = any (replays.team_ids)))`,
    );

type Page = NonNullable<Awaited<ReturnType<typeof readNext>>>;

/** The next messages in an order that no later prompt changes; null where nobody wants them any more. */
async function readNext(trx: Trx, id: string, limit: number) {
  const replay = await trx
    .selectFrom('replays')
    .where('id', '=', id)
    .where('status', '=', 'running')
    .select(['rules', 'last_dialogue_id', 'last_position', 'samples'])
    .executeTakeFirst();
  if (replay === undefined) return null;
  const messages = await messagesOf(trx, id)
    .where(
      sql<SqlBool>`(messages.dialogue_id, messages.position) > (${replay.last_dialogue_id}::uuid, ${replay.last_position}::integer)`,
    )
    .select([
      'messages.dialogue_id',
      'messages.position',
      'messages.author',
      'messages.content',
      'messages.created_at',
      'entries.bot_id',
      'entries.member_id',
    ])
    .orderBy('messages.dialogue_id')
    .orderBy('messages.position')
    .limit(limit)
    .execute();
  const teams =
    messages.length === 0
      ? []
      : await trx
          .selectFrom('team_members')
          .where(
            'member_id',
            'in',
            messages.map(({ member_id }) => member_id),
          )
          .select(['member_id', 'team_id'])
          .execute();
  return { ...replay, messages, teams: Map.groupBy(teams, ({ member_id }) => member_id) };
}

/** The same rules, which only watch: one that stops a text would hide what the others find behind it. */
const watching = (rules: Page['rules']) =>
  new RuleSet(
    rules.map((rule, place) => ({ ...rule, id: String(place), definition: { ...rule.definition, action: 'monitor' } })),
  );

type Count = {
  readonly place: number;
  readonly day: string;
  readonly kind: CheckedKind;
  messages: number;
  hits: number;
};
type Tally = {
  readonly counts: ReadonlyMap<string, Count>;
  readonly samples: readonly Sample[];
  readonly found: number;
};

/** Outside of any transaction, and with a pause after each message: others wait for neither. */
async function check(rules: RuleSet, { messages, teams }: Page): Promise<Tally> {
  const counts = new Map<string, Count>();
  const samples: Sample[] = [];
  let found = 0;
  for (const { author, content, bot_id, member_id, created_at } of messages) {
    const kind = author === 'member' ? 'prompt' : 'answer';
    const checker = rules.checker({
      kind,
      botId: bot_id,
      teamIds: new Set(teams.get(member_id)?.map(({ team_id }) => team_id)),
    });
    if (checker === null) continue;
    const guard = new Guard(checker);
    guard.push(content);
    guard.settle();
    const at = created_at.toISOString();
    for (const { rule, count, context } of guard.found) {
      const place = Number(rule.id);
      add(counts, { place, day: at.slice(0, 10), kind, messages: 1, hits: count });
      if (place > 0) continue;
      found += 1;
      if (samples.length < replaySamplesAtMost)
        samples.push({ kind, context: context.replaceAll('\0', ''), count, bot_id, at });
    }
    await pause();
  }
  return { counts, samples, found };
}

function add(counts: Map<string, Count>, count: Count): void {
  const key = `${count.place} ${count.day} ${count.kind}`;
  const known = counts.get(key);
  if (known === undefined) counts.set(key, count);
  else Object.assign(known, { messages: known.messages + count.messages, hits: known.hits + count.hits });
}

/** Notes what was found together with how far it is. A page that another process has noted meanwhile counts once. */
async function keep(
  trx: Trx,
  id: string,
  { messages, last_dialogue_id, last_position, samples }: Page,
  tally: Tally,
): Promise<void> {
  const last = messages.at(-1);
  const moved = await trx
    .updateTable('replays')
    .set(
      last === undefined
        ? { status: 'complete' }
        : {
            last_dialogue_id: last.dialogue_id,
            last_position: last.position,
            done: sql<number>`done + ${messages.length}`,
            found: sql<number>`found + ${tally.found}`,
            samples: jsonOf([...samples, ...tally.samples].slice(0, replaySamplesAtMost)),
          },
    )
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('last_dialogue_id', '=', last_dialogue_id)
    .where('last_position', '=', last_position)
    .returning('organization_id')
    .executeTakeFirst();
  if (moved === undefined || tally.counts.size === 0) return;
  await trx
    .insertInto('replay_counts')
    .values(
      [...tally.counts.values()].map((count) => ({ ...count, replay_id: id, organization_id: moved.organization_id })),
    )
    .onConflict((on) =>
      on.columns(['replay_id', 'place', 'day', 'kind']).doUpdateSet({
        messages: sql<number>`replay_counts.messages + excluded.messages`,
        hits: sql<number>`replay_counts.hits + excluded.hits`,
      }),
    )
    .execute();
}
