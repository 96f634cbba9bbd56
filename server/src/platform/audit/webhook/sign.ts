import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

/** Returns a secret in the format of standardwebhooks.com. */
export const newSecret = (): string => `${prefix}${randomBytes(secretBytes).toString('base64')}`;

export type Message = { readonly id: string; readonly at: Date; readonly body: string };

/** Returns the headers that authenticate a message: signed with each secret, of which a receiver needs one. */
export function signedHeaders({ id, at, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = (secret: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')}`;
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(signature).join(' ') };
}
