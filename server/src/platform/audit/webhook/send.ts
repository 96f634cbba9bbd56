import type { ErrorCode } from '@parlance/shared/contract/errors';
import type { Breakers } from '../../outgoing/breakers.ts';
import { OutgoingFailure } from '../../outgoing/outgoing-failure.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { type Message, signedHeaders } from './sign.ts';

/** The response body of a receiver is not read; it may be short. */
const answerMaxBytes = 1_000_000;
const defaultTimeoutMs = 15_000;

export type Outcome = { readonly status: number | null; readonly error_code: ErrorCode | null };
export type Receiver = { readonly url: string; readonly secrets: readonly string[] };

export const hasArrived = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

export type Sending = {
  /** The organisation that sends the message. */
  readonly organizationId: string;
  /**
   * Circuit breakers; if absent, the message is sent even to a receiver that has been silent, because a person wants to
   * know.
   */
  readonly breakers?: Breakers;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Sends a signed message. A redirect counts as a refusal: following it would lose the message. A receiver that has been
 * silent for long is not called each time; its message times out like the earlier ones.
 */
export async function sendMessage(
  outgoing: Outgoing,
  receiver: Receiver,
  message: Message,
  { organizationId, breakers, ...sending }: Sending,
): Promise<Outcome> {
  const send = () => sendNow(outgoing, receiver, message, { organizationId, ...sending });
  if (breakers === undefined) return send();
  const outcome = await breakers.through(
    `${organizationId} ${new URL(receiver.url).origin}`,
    send,
    ({ error_code: code }) => code === 'address_timeout',
  );
  return outcome ?? { status: null, error_code: 'address_timeout' };
}

async function sendNow(
  outgoing: Outgoing,
  { url, secrets }: Receiver,
  message: Message,
  { organizationId, timeoutMs = defaultTimeoutMs, signal, headers: more = {} }: Omit<Sending, 'breakers'>,
): Promise<Outcome> {
  const headers = { ...more, 'content-type': 'application/json', ...signedHeaders(message, secrets) };
  try {
    const answer = await outgoing.get(url, {
      method: 'POST',
      headers,
      body: message.body,
      timeoutMs,
      maxBytes: answerMaxBytes,
      organizationId,
      ...(signal === undefined ? {} : { signal }),
    });
    return answer.url === new URL(url).href
      ? { status: answer.status, error_code: null }
      : { status: null, error_code: 'address_unreachable' };
  } catch (error) {
    if (error instanceof OutgoingFailure) return { status: null, error_code: error.apiCode };
    throw error;
  }
}
