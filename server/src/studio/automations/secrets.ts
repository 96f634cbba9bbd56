import { createHmac } from 'node:crypto';
import { bothSecretsHours } from '@parlance/shared/contract/api/audit/audit-webhook';
import { newSecret } from '../../platform/audit/webhook/sign.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { areEqual, newToken } from '../../platform/secrets/tokens.ts';

/** What is secret of an automation: what it receives with, what it sends with, and the link of its form. */
type SealedSecrets = {
  webhook?: string;
  webhook_before?: string;
  actions?: string;
  actions_before?: string;
  form?: string;
};
export type SealedRow = {
  readonly id: string;
  readonly secrets: string | null;
  readonly both_secrets_until: Date | null;
  readonly both_action_secrets_until: Date | null;
};

/** What was sealed for one automation opens for nothing else. */
const belongsTo = (id: string) => `automation ${id}`;
export const openSecrets = (
  secrets: Secrets,
  { id, secrets: sealed }: Pick<SealedRow, 'id' | 'secrets'>,
): SealedSecrets => (sealed === null ? {} : secrets.open(sealed, belongsTo(id)));
const seal = (secrets: Secrets, id: string, held: SealedSecrets) => secrets.seal({ ...held }, belongsTo(id));

type Needs = { readonly webhook: boolean; readonly actions: boolean; readonly form: boolean };
export type KeptSecrets = {
  readonly sealed: string | null;
  readonly formToken: string | null;
  /** Those that are new, for the one time that they are told. */ readonly made: {
    webhook_secret: string | null;
    action_secret: string | null;
  };
};

/** The secrets that an automation needs from now on: those that it has stay, those that it lacks are made. */
export function keepSecrets(secrets: () => Secrets, row: Pick<SealedRow, 'id' | 'secrets'>, needs: Needs): KeptSecrets {
  if (row.secrets === null && !needs.webhook && !needs.actions && !needs.form)
    return { sealed: null, formToken: null, made: { webhook_secret: null, action_secret: null } };
  const held = openSecrets(secrets(), row);
  const made = {
    webhook_secret: needs.webhook && held.webhook === undefined ? newSecret() : null,
    action_secret: needs.actions && held.actions === undefined ? newSecret() : null,
  };
  if (made.webhook_secret !== null) held.webhook = made.webhook_secret;
  if (made.action_secret !== null) held.actions = made.action_secret;
  if (needs.form) held.form ??= newToken();
  return { sealed: seal(secrets(), row.id, held), formToken: needs.form ? (held.form ?? null) : null, made };
}

/** The one before is taken for a while as well. Undefined where there is none to be replaced. */
export function rotateSecrets(
  secrets: Secrets,
  row: SealedRow,
  of: 'webhook' | 'actions',
): { secret: string; sealed: string; until: Date } | undefined {
  const held = openSecrets(secrets, row);
  const before = held[of];
  if (before === undefined) return undefined;
  const secret = newSecret();
  return {
    secret,
    sealed: seal(secrets, row.id, { ...held, [of]: secret, [`${of}_before`]: before }),
    until: new Date(Date.now() + bothSecretsHours * 3_600_000),
  };
}

/**
 * New ones in place of all that there are, at once, and which those were. The link of a form stays: it is for
 * everybody.
 */
export function replaceSecret(
  secrets: () => Secrets,
  row: Pick<SealedRow, 'id' | 'secrets'>,
): { sealed: string | null; kinds: ('webhook' | 'actions')[] } {
  if (row.secrets === null) return { sealed: null, kinds: [] };
  const { webhook, actions, form } = openSecrets(secrets(), row);
  const held = {
    ...(webhook === undefined ? {} : { webhook: newSecret() }),
    ...(actions === undefined ? {} : { actions: newSecret() }),
    ...(form === undefined ? {} : { form }),
  };
  return {
    sealed: seal(secrets(), row.id, held),
    kinds: (['webhook', 'actions'] as const).filter((kind) => held[kind] !== undefined),
  };
}

export function renewFormToken(secrets: Secrets, row: SealedRow): { token: string; sealed: string } {
  const token = newToken();
  return { token, sealed: seal(secrets, row.id, { ...openSecrets(secrets, row), form: token }) };
}

const isOver = (until: Date | null) => until === null || until.getTime() <= Date.now();
const those = (current: string | undefined, before: string | undefined, until: Date | null) =>
  [current, isOver(until) ? undefined : before].filter((secret) => secret !== undefined);

/** What a message to this automation may be signed with at this moment. */
export function receivingSecrets(secrets: Secrets, row: SealedRow): string[] {
  const { webhook, webhook_before } = openSecrets(secrets, row);
  return those(webhook, webhook_before, row.both_secrets_until);
}

/** What its actions are signed with at this moment. */
export function sendingSecrets(secrets: Secrets, row: SealedRow): string[] {
  const { actions, actions_before } = openSecrets(secrets, row);
  return those(actions, actions_before, row.both_action_secrets_until);
}

/** A message older than this, or from so far ahead, is refused: whoever recorded one cannot send it again later. */
export const toleranceSeconds = 300;
/** A secret may be in use with so many others. */
const signaturesAtMost = 10;

export type SignedMessage = {
  readonly id: unknown;
  readonly timestamp: unknown;
  readonly signature: unknown;
  readonly bytes: Buffer;
};

/**
 * The id of a message that is signed as standardwebhooks.com describes, by one of the secrets and just now; null of
 * every other. It takes the same time for both.
 */
export function verifiedId(
  secrets: readonly string[],
  { id, timestamp, signature, bytes }: SignedMessage,
  now = Date.now(),
): string | null {
  const [at, given, known] = [String(timestamp), String(signature), String(id)];
  const isPlain = /^[\x21-\x7e]{1,200}$/.test(known) && /^\d{1,12}$/.test(at);
  const isNow = Math.abs(now / 1000 - Number(at)) <= toleranceSeconds;
  const signatures = given
    .split(' ', signaturesAtMost)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice('v1,'.length), 'base64'));
  const isSigned = secrets.map((secret) => {
    const wanted = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
      .update(`${known}.${at}.`)
      .update(bytes)
      .digest();
    return signatures.map((one) => areEqual(one, wanted)).includes(true);
  });
  return isPlain && isNow && isSigned.includes(true) ? known : null;
}
