import { randomUUID } from 'node:crypto';
import type { PauseReason } from '@parlance/shared/contract/agents/executions';
import { sql } from 'kysely';
import type { TestServer } from './test-app.ts';

type ThingOptions = {
  readonly organizationId: string;
  readonly ownerId: string | null;
  readonly botId: string;
  readonly name?: string;
  readonly pausedBecause?: PauseReason | null;
  /** Of a schedule; in an hour unless said. Null: no tick is left. */
  readonly nextAt?: Date | null;
};

const inAnHour = () => new Date(Date.now() + 3_600_000);

/** A schedule as it stands in its table, of anybody; its id. */
export async function keptSchedule(
  { db }: TestServer,
  { organizationId, ownerId, botId, name = 'Morning summary', pausedBecause = null, nextAt = inAnHour() }: ThingOptions,
): Promise<string> {
  const definition = JSON.stringify({
    name,
    bot_id: botId,
    prompt: 'What is new?',
    cron: '0 8 * * *',
    time_zone: 'Asia/Taipei',
    starts_at: null,
    ends_at: null,
    maximum_a_day: null,
    overlap: 'skip',
    misfire: 'once',
    continues_dialogue: false,
    notifies_of_failure: true,
  });
  const {
    rows: [row],
  } = await db.asSystem((trx) =>
    sql<{ id: string }>`
      insert into schedules (organization_id, owner_id, bot_id, name, definition, state, paused_because, next_at, idempotency_key)
      values (${organizationId}, ${ownerId}, ${botId}, ${name}, ${definition}, ${pausedBecause === null ? 'active' : 'paused'}, ${pausedBecause}, ${pausedBecause === null ? nextAt : null}, ${randomUUID()}) returning id`.execute(
      trx,
    ),
  );
  return row?.id ?? '';
}

/** The same of an automation, with a trigger of this kind. */
export async function keptAutomation(
  { db }: TestServer,
  {
    organizationId,
    ownerId,
    botId,
    name = 'Complaints',
    pausedBecause = null,
    trigger = 'rating',
  }: Omit<ThingOptions, 'nextAt'> & { trigger?: 'rating' | 'rule' },
): Promise<string> {
  const kinds = { rating: { kind: 'rating', rating: 'down', bot_ids: [] }, rule: { kind: 'rule', rule_ids: [] } };
  const definition = JSON.stringify({
    name,
    trigger: kinds[trigger],
    conditions: [],
    bot_id: botId,
    prompt: 'Why?',
    actions: [],
    notifies_of_failure: true,
  });
  const {
    rows: [row],
  } = await db.asSystem((trx) =>
    sql<{ id: string }>`
      insert into automations (organization_id, owner_id, bot_id, name, definition, trigger_kind, state, paused_because, idempotency_key)
      values (${organizationId}, ${ownerId}, ${botId}, ${name}, ${definition}, ${trigger}, ${pausedBecause === null ? 'active' : 'paused'}, ${pausedBecause}, ${randomUUID()}) returning id`.execute(
      trx,
    ),
  );
  return row?.id ?? '';
}

type Ran = {
  readonly organizationId: string;
  readonly memberId: string;
  readonly of: { readonly schedule: string } | { readonly automation: string };
  readonly status?: 'waiting' | 'approval' | 'done' | 'failed' | 'skipped';
  readonly daysAgo?: number;
  readonly cost?: { readonly micros: number; readonly currency: string };
};

/** An execution as it stands in its table, of 100 tokens. */
export async function keptExecution(
  { db }: TestServer,
  { organizationId, memberId, of, status = 'done', daysAgo = 0, cost }: Ran,
): Promise<string> {
  const at = new Date(Date.now() - daysAgo * 86_400_000);
  const [schedule, automation] = 'schedule' in of ? [of.schedule, null] : [null, of.automation];
  const isOver = status !== 'waiting' && status !== 'approval';
  const {
    rows: [row],
  } = await db.asSystem((trx) =>
    sql<{ id: string }>`
      insert into executions (organization_id, schedule_id, automation_id, member_id, cause, status, reason, due_at, prompt, ask_key, tokens, cost_micros, currency, created_at, ended_at)
      values (${organizationId}, ${schedule}, ${automation}, ${memberId}, 'person', ${status}, ${status === 'skipped' ? 'overlap' : null}, ${at}, 'What is new?', ${randomUUID()}, 100, ${cost?.micros ?? null}, ${cost?.currency ?? null}, ${at}, ${isOver ? at : null}) returning id`.execute(
      trx,
    ),
  );
  return row?.id ?? '';
}
