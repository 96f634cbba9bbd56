import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Lookup, Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { requireSameRequest } from '../../platform/http/idempotency.ts';
import { type Limit, countAct } from '../../platform/limits/limits.ts';
import { actingAsSystem } from '../../platform/principal/acting.ts';
import { loadSecrets } from '../../platform/secrets/secrets.ts';
import { eventOfBytes } from './event-text.ts';
import type { AutomationRow } from './repository.ts';
import { type SealedRow, keepSecrets, receivingSecrets, verifiedId } from './secrets.ts';
import { setOff } from './set-off.ts';

/** Of one automation: more is a sender that has lost its way. */
const perMinute: Limit = { name: 'webhook', most: 60, windowSeconds: 60 };
/** Says how many executions lie before a message that one of them has sent. */
export const depthHeader = 'x-parlance-depth';
/** So many refusals are remembered. */
const refusalsAtMost = 10_000;

type Message = { readonly automationId: string; readonly headers: IncomingHttpHeaders; readonly bytes: Buffer };

/** Takes messages to webhooks. One that is unknown, paused or not signed answers the same, after the same work. */
export function webhookReceiver(app: FastifyInstance): (message: Message) => Promise<void> {
  const { db } = app;
  const nobody = decoy();
  // Until when the database has refused: nothing becomes free before, and ten thousand messages of a minute need not
  // ask it again.
  const refused = new Map<string, number>();

  return async ({ automationId, headers, bytes }) => {
    const found = await db.lookUp((trx) => findReceiving(trx, automationId, 'webhook'));
    const signed = {
      id: headers['webhook-id'],
      timestamp: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
      bytes,
    };
    const messageId = verifiedId(
      found === undefined ? nobody() : receivingSecrets(app.toolReach.secrets(), found),
      signed,
    );
    const given = messageId === null ? undefined : eventOfBytes(bytes);
    if (found === undefined || messageId === null || given === undefined) throw new ApiError('not_found');
    if ((await db.lookUp((trx) => findTaken(trx, automationId, messageId))) !== undefined) return;
    const until = refused.get(automationId) ?? 0;
    if (until > Date.now()) throw limited(until);
    try {
      await actingAsSystem(() =>
        db.asSystem((trx) =>
          takeMessage(trx, { automationId, kind: 'webhook', messageId, event: given.event, depth: depthOf(headers) }, [
            [perMinute, automationId],
          ]),
        ),
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.details.retryAfterSeconds === undefined) throw error;
      if (refused.size >= refusalsAtMost) refused.clear();
      refused.set(automationId, Date.now() + (error.details.retryAfterSeconds - 1) * 1_000);
      throw error;
    }
  };
}

/** Opens the secrets of nobody, so that an address that there is not takes as long as one that there is. */
function decoy(): () => string[] {
  const secrets = loadSecrets({ TOOL_SECRETS_KEY: randomBytes(32), DATA_DIR: '' });
  const id = randomUUID();
  const row: SealedRow = {
    id,
    secrets: keepSecrets(() => secrets, { id, secrets: null }, { webhook: true, actions: false, form: false }).sealed,
    both_secrets_until: null,
    both_action_secrets_until: null,
  };
  return () => receivingSecrets(secrets, row);
}

const limited = (until: number) =>
  new ApiError('rate_limited', { retryAfterSeconds: Math.ceil((until - Date.now()) / 1_000) + 1 });

/**
 * A message that one of our own executions has sent. What anybody else writes there only brings their message nearer to
 * the end.
 */
function depthOf({ [depthHeader]: said }: IncomingHttpHeaders): number {
  return typeof said === 'string' && /^\d{1,4}$/.test(said) ? Number(said) : 0;
}

/** Where events are taken at this moment; undefined of one that is unknown, paused, of nobody or held. */
export function findReceiving(trx: Lookup, id: string, kind: 'webhook' | 'form'): Promise<AutomationRow | undefined> {
  return trx
    .selectFrom('automations')
    .where('id', '=', id)
    .where('trigger_kind', '=', kind)
    .where('state', '=', 'active')
    .where('owner_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('automation_holds')
            .whereRef('automation_holds.organization_id', '=', 'automations.organization_id')
            .select('organization_id'),
        ),
      ),
    )
    .selectAll()
    .executeTakeFirst();
}

const findTaken = (trx: Lookup, automationId: string, messageId: string) =>
  trx
    .selectFrom('automation_events')
    .where('automation_id', '=', automationId)
    .where('message_id', '=', messageId)
    .select('request_fingerprint')
    .executeTakeFirst();

type ReceivedMessage = {
  readonly automationId: string;
  readonly kind: 'webhook' | 'form';
  readonly messageId: string;
  readonly event: unknown;
  readonly depth: number;
  /** Of a form: whoever sends a webhook twice sends the same. */ readonly fingerprint?: Buffer;
};

/**
 * Keeps an event and makes its execution, once for a message. Throws idempotency_key_reused for a form sent with the
 * key of another, rate_limited, and not_found where it was paused meanwhile.
 */
export async function takeMessage(
  trx: Trx,
  { automationId, kind, messageId, event, depth, fingerprint }: ReceivedMessage,
  limits: readonly (readonly [Limit, string])[],
): Promise<void> {
  const isTaken = async () => {
    const taken = await findTaken(trx, automationId, messageId);
    if (taken !== undefined && fingerprint !== undefined) requireSameRequest(taken.request_fingerprint, fingerprint);
    return taken !== undefined;
  };
  if (await isTaken()) return;
  for (const [limit, subject] of limits) await countAct(trx, limit, subject);
  const automation = await findReceiving(trx, automationId, kind);
  if (automation === undefined) throw new ApiError('not_found');
  const made = await trx
    .insertInto('automation_events')
    .values({
      organization_id: automation.organization_id,
      kind,
      automation_id: automationId,
      message_id: messageId,
      request_fingerprint: fingerprint ?? null,
      event: jsonOf(event),
      depth,
    })
    .onConflict((found) => found.columns(['automation_id', 'message_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made !== undefined) await setOff(trx, automation, { id: made.id, event, depth });
  // Taken at the same moment.
  else await isTaken();
}
