import type { FormField, Trigger } from '@parlance/shared/contract/agents/automation';
import type { EventSample } from '@parlance/shared/contract/api/automations/automations';
import type { Trx } from '../../platform/db/database.ts';
import { type EventReader, findFileEvents, findRatingEvents, findRuleEvents } from './events.ts';

const samplesAtMost = 10;

/** Events that a trigger would bring, the latest first: those that the caller may read, else one that is made up. */
export async function findSamples(
  trx: Trx,
  who: EventReader,
  trigger: Trigger,
  automationId: string | null,
): Promise<EventSample[]> {
  const found = await findReal(trx, who, trigger, automationId);
  if (found.length === 0) return [{ id: null, at: null, event: textOf(madeUp(trigger)) }];
  return found.map(({ id, at, event }) => ({ id, at: at.toISOString(), event: textOf(event) }));
}

const textOf = (event: unknown) => JSON.stringify(event, null, 2);

function findReal(
  trx: Trx,
  who: EventReader,
  trigger: Trigger,
  automationId: string | null,
): Promise<{ id: string; at: Date; event: unknown }[]> {
  switch (trigger.kind) {
    case 'file':
      return findFileEvents(trx, who, trigger.knowledge_ids, samplesAtMost);
    case 'rating':
      return findRatingEvents(trx, who, { rating: trigger.rating, botIds: trigger.bot_ids }, samplesAtMost);
    case 'rule':
      return findRuleEvents(trx, who, trigger.rule_ids, samplesAtMost);
    case 'webhook':
    case 'form':
      return automationId === null ? Promise.resolve([]) : findReceived(trx, automationId, trigger.kind);
  }
}

const findReceived = (trx: Trx, automationId: string, kind: 'webhook' | 'form') =>
  trx
    .selectFrom('automation_events')
    .where('automation_id', '=', automationId)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(samplesAtMost)
    .select(['id', 'created_at as at', 'event'])
    .execute();

const someId = '00000000-0000-4000-8000-000000000000';
const someTime = '2026-01-15T09:30:00.000Z';
const someBot = { id: someId, name: 'Assistant' };

/** What such an event looks like, where none has come yet. */
function madeUp(trigger: Trigger): unknown {
  switch (trigger.kind) {
    case 'webhook':
      return {
        type: 'order.created',
        order: { id: 'A-1042', total: 129.5, customer: 'Ada Example', items: [{ name: 'Notebook', quantity: 2 }] },
      };
    case 'file':
      return {
        file: {
          id: someId,
          name: 'Travel policy.pdf',
          kind: 'file',
          url: null,
          media_type: 'application/pdf',
          size: 48_120,
        },
        folder: { id: someId, name: 'Policies' },
        at: someTime,
      };
    case 'rating':
      return {
        rating: { value: trigger.rating === 'up' ? 'up' : 'down', reasons: [], comment: '', is_first: true },
        bot: someBot,
        message: { id: someId, prompt: 'How many days of leave do I have?', answer: 'You have 30 days.' },
        at: someTime,
      };
    case 'rule':
      return {
        rule: { id: someId, name: 'Card numbers' },
        hit: { kind: 'prompt', action: 'mask', count: 1 },
        bot: someBot,
        at: someTime,
      };
    case 'form':
      return Object.fromEntries(trigger.fields.map((field) => [field.name, valueOf(field)]));
  }
}

const values = {
  text: 'Ada Example',
  paragraph: 'A few sentences.',
  number: 42,
  email: 'ada@example.org',
  date: '2026-01-15',
  checkbox: true,
} as const;
const valueOf = ({ kind, options }: FormField) => (kind === 'select' ? (options[0] ?? '') : values[kind]);
