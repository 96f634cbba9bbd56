import { type AuditWebhook, bothSecretsHours } from '@parlance/shared/contract/api/audit/audit-webhook';
import type { Selectable } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import { lastNumber } from '../entries.ts';
import { record } from '../record.ts';
import type { AuditTables } from '../tables.ts';
import type { Receiver } from './send.ts';
import { newSecret } from './sign.ts';

export type WebhookRow = Selectable<AuditTables['audit_webhooks']>;
/** The key is read with the first secret. */
type Sealing = { readonly secrets: () => Secrets; readonly organizationId: string };

const whole = { id: null, name: '' } as const;
/** What was sealed for the webhook of one organisation opens for nothing else. */
const ownerOf = (organizationId: string) => `audit_webhook ${organizationId}`;

export const findWebhook = (trx: Trx, organizationId: string): Promise<WebhookRow | undefined> =>
  trx.selectFrom('audit_webhooks').where('organization_id', '=', organizationId).selectAll().executeTakeFirst();

/** Throws not_found where the log is sent nowhere. The row is held, so that two changes come one after the other. */
export async function holdWebhook(trx: Trx, organizationId: string): Promise<WebhookRow> {
  const row = await trx
    .selectFrom('audit_webhooks')
    .where('organization_id', '=', organizationId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return row;
}

export async function describeWebhook(
  trx: Trx,
  { organization_id, url, through, both_secrets_until: until }: WebhookRow,
): Promise<AuditWebhook> {
  const { count } = await trx
    .selectFrom('audit_deliveries')
    .where('organization_id', '=', organization_id)
    .where('state', '=', 'given_up')
    .select((is) => is.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const isOver = until === null || until.getTime() <= Date.now();
  return {
    url,
    through: Number(through),
    both_secrets_until: isOver ? null : until.toISOString(),
    given_up: Number(count),
  };
}

/** The first address comes with a secret; a further one keeps it. */
export async function putWebhook(
  trx: Trx,
  { secrets, organizationId }: Sealing,
  url: string,
): Promise<{ row: WebhookRow; secret: string | null }> {
  const secret = newSecret();
  const made = await trx
    .insertInto('audit_webhooks')
    .values({
      organization_id: organizationId,
      url,
      secrets: secrets().seal({ current: secret }, ownerOf(organizationId)),
      through: String(await lastNumber(trx, organizationId)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  const before = made ?? (await holdWebhook(trx, organizationId));
  if (made === undefined)
    await trx.updateTable('audit_webhooks').set({ url }).where('organization_id', '=', organizationId).execute();
  await record(trx, {
    action: 'audit_webhook.changed',
    target: whole,
    before: { leads_to: made === undefined ? originOf(before.url) : null },
    after: { leads_to: originOf(url) },
  });
  return { row: { ...before, url }, secret: made === undefined ? null : secret };
}

export async function rotateSecret(
  trx: Trx,
  { secrets, organizationId }: Sealing,
): Promise<{ row: WebhookRow; secret: string }> {
  const before = await holdWebhook(trx, organizationId);
  const secret = newSecret();
  const { current = '' } = secrets().open(before.secrets, ownerOf(organizationId));
  const row = {
    ...before,
    secrets: secrets().seal({ current: secret, previous: current }, ownerOf(organizationId)),
    both_secrets_until: new Date(Date.now() + bothSecretsHours * 3_600_000),
  };
  await trx
    .updateTable('audit_webhooks')
    .set({ secrets: row.secrets, both_secrets_until: row.both_secrets_until })
    .where('organization_id', '=', organizationId)
    .execute();
  await record(trx, { action: 'audit_webhook.secret_rotated', target: whole });
  return { row, secret };
}

export async function removeWebhook(trx: Trx, organizationId: string): Promise<void> {
  const before = await holdWebhook(trx, organizationId);
  await trx.deleteFrom('audit_webhooks').where('organization_id', '=', organizationId).execute();
  await record(trx, { action: 'audit_webhook.removed', target: whole, before: { leads_to: originOf(before.url) } });
}

/** Who takes the messages, and what they are signed with at this moment. */
export function receiverOf(
  secrets: Secrets,
  { organization_id, url, secrets: sealed, both_secrets_until: until }: WebhookRow,
): Receiver {
  const { current = '', previous = '' } = secrets.open(sealed, ownerOf(organization_id));
  return {
    url,
    secrets: previous !== '' && until !== null && until.getTime() > Date.now() ? [current, previous] : [current],
  };
}

/** The path and the question may hold what is secret. */
const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : '');
