import { setTimeout as pause } from 'node:timers/promises';
import { type ToolCall, toolCallSeconds, toolResultMaxLength } from '@parlance/shared/contract/api/tools';
import { ApiError } from '../../platform/errors/api-error.ts';
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts';
import { CallClock } from './call-clock.ts';
import type { AskPerson } from './elicitation/ask-person.ts';
import {
  type Bounds,
  type CallTerms,
  type ResultContent,
  type ToolResult,
  type ToolSource,
  ToolSaysNo,
} from './kinds/tool-source.ts';
import { wrongArguments } from './schema/wrong-arguments.ts';
import { SignInNeeded } from './sign-in/access-tokens.ts';
import { storableText } from './storable.ts';

/** The notice at the end of a result that was cut. */
export const cutOffNote = '\n[cut off here]';

export type Performance = {
  state: 'done' | 'failed' | 'timed-out';
  result: string;
  isCut: boolean;
  /** What the model is told of it, if that is not the same. */
  told?: string;
  /** What came beside text. */
  contents?: readonly ResultContent[];
  durationMs: number;
  /** True if it was not made, since its person has to sign in to the server first. */
  needsSignIn?: true;
};
export type Performing = {
  organizationId: string;
  source: () => ToolSource;
  name: string;
  parameters: Record<string, unknown>;
  arguments: string;
  signal: AbortSignal;
  /** The time in which its server may be silent. */
  timeoutMs?: number;
  /** The time for the call, whatever its server says meanwhile; by default the same. */
  timeoutMsInAll?: number;
  bounds?: Bounds;
  /** Asks the person for whom it is made; absent if nobody is there. */
  ask?: AskPerson;
  /** Called with how far the server says that it is. */
  progressed?: (progress: NonNullable<ToolCall['progress']>) => void;
};

/** Calls a function once. A failure is returned in words for a model; only the signal’s own reason is thrown. */
export async function performCall({
  timeoutMs = toolCallSeconds * 1_000,
  timeoutMsInAll = timeoutMs,
  signal,
  bounds = null,
  ...call
}: Performing): Promise<Performance> {
  const late = new AbortController();
  let passedMs = timeoutMs;
  const clock = new CallClock(timeoutMs, timeoutMsInAll, (ms) => {
    passedMs = ms;
    late.abort(new Error('late'));
  });
  const settled = (state: Performance['state'], returned: string | ToolResult): Performance => {
    const { text, told, contents } = typeof returned === 'string' ? { text: returned } : returned;
    return {
      state,
      ...cut(text),
      ...(told === undefined ? {} : { told: toldWords(told) }),
      ...(contents === undefined ? {} : { contents }),
      durationMs: Math.round(clock.activeMs),
    };
  };
  try {
    const values = valuesOf(call.arguments);
    if (values === null) return settled('failed', 'The arguments are no JSON object.');
    const until = AbortSignal.any([signal, late.signal]);
    const wrong = await wrongArguments({
      parameters: call.parameters,
      values,
      organizationId: call.organizationId,
      signal: until,
    });
    if (wrong !== null) return settled('failed', wrong);
    // A source that ignores its signal is abandoned all the same.
    const heard: CallTerms['heard'] = (progress) => {
      clock.heard();
      if (progress !== undefined) call.progressed?.(progress);
    };
    const terms = { signal: until, bounds, heard, ...askingOn(clock, call.ask) };
    const called = call.source().call(call.name, values, terms);
    return settled('done', await Promise.race([called, rejected(until)]));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SignInNeeded) return { ...settled('failed', signInFirst), needsSignIn: true };
    if (late.signal.aborted)
      return settled('timed-out', `There was no answer within ${Math.round(passedMs / 1_000)} s.`);
    return settled(
      error instanceof OutgoingFailure && error.apiCode === 'address_timeout' ? 'timed-out' : 'failed',
      wordsOf(error),
    );
  } finally {
    clock.stop();
    late.abort();
  }
}

/** Asks while the clock stands still. */
const askingOn = (clock: CallClock, ask: AskPerson | undefined): { ask?: AskPerson } =>
  ask === undefined ? {} : { ask: (question, until) => clock.paused(() => ask(question, until)) };

function cut(text: string, most = toolResultMaxLength): Pick<Performance, 'result' | 'isCut'> {
  const whole = storableText(text);
  const result = whole.length <= most ? whole : whole.slice(0, most).toWellFormed();
  return { result, isCut: result.length < whole.length };
}

function toldWords(told: string): string {
  const { result, isCut } = cut(told, toolResultMaxLength - cutOffNote.length);
  return isCut ? result + cutOffNote : result;
}

/** Parses the arguments; null if they are invalid, or no object. */
function valuesOf(text: string): Record<string, unknown> | null {
  try {
    const values: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof values === 'object' && values !== null && !Array.isArray(values)
      ? (values as Record<string, unknown>)
      : null; // just looked at
  } catch {
    return null;
  }
}

async function rejected(signal: AbortSignal): Promise<never> {
  // Longer than any call: the signal ends it.
  await pause(2 ** 30, undefined, { signal, ref: false });
  throw new Error('A call outlived its time limit.');
}

const signInFirst = 'The person has to sign in to the server of this tool first.';

const reasons: Partial<Record<string, string>> = {
  address_refused: 'This address may not be reached.',
  address_unreachable: 'The server cannot be reached, or its answer cannot be used.',
  address_timeout: 'The server did not answer in time.',
  answer_too_large: 'The answer is too large.',
  tool_sign_in_refused: 'The server asks for a sign-in, or does not accept the key.',
  tool_sign_in_unusable: 'The server offers no sign-in that can be used.',
  tool_server_missing: 'There is no such server at its address.',
  tool_server_error: 'The server answered with an error.',
  tool_answer_unusable: 'The answer of the server cannot be used.',
};

/** Returns the words of a failure; internals of this installation are not revealed. */
function wordsOf(error: unknown): string | ToolResult {
  if (error instanceof ToolSaysNo) return error.result;
  return (error instanceof ApiError ? reasons[error.apiCode] : undefined) ?? 'The tool failed.';
}
