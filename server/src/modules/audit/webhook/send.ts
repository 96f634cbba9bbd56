import type { ErrorCode } from '@parlance/shared/contract/errors';
import { OutgoingFailure } from '../../../outgoing/outgoing-failure.ts';
import type { Outgoing } from '../../../outgoing/outgoing.ts';
import { type Message, signedHeaders } from './sign.ts';

/** What a receiver says is not read; it need not be long. */
const answerMaxBytes = 1_000_000;
const defaultTimeoutMs = 15_000;

export type Outcome = { readonly status: number | null; readonly error_code: ErrorCode | null };
export type Receiver = { readonly url: string; readonly secrets: readonly string[] };

export const hasArrived = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

/** Sends a signed message. A receiver that leads elsewhere has not taken it: the way there would lose it. */
export async function sendMessage(outgoing: Outgoing, { url, secrets }: Receiver, message: Message, { timeoutMs = defaultTimeoutMs, signal, headers: more = {} }: { timeoutMs?: number; signal?: AbortSignal; headers?: Readonly<Record<string, string>> } = {}): Promise<Outcome> {
  const headers = { ...more, 'content-type': 'application/json', ...signedHeaders(message, secrets) };
  try {
    const answer = await outgoing.get(url, { method: 'POST', headers, body: message.body, timeoutMs, maxBytes: answerMaxBytes, ...(signal === undefined ? {} : { signal }) });
    return answer.url === new URL(url).href ? { status: answer.status, error_code: null } : { status: null, error_code: 'address_unreachable' };
  } catch (error) {
    if (error instanceof OutgoingFailure) return { status: null, error_code: error.apiCode };
    throw error;
  }
}
