import { SseError } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode as McpErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { ErrorCode } from '@parlance/shared/contract/errors';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { asJson, messageIn, shown } from '../../../platform/language-models/provider-words.ts';
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts';
import { ToolSaysNo } from '../kinds/tool-source.ts';
import { SignInNeeded } from '../sign-in/access-tokens.ts';
import { OlderTransport } from './older-transport.ts';

type ServerCode = Extract<
  ErrorCode,
  'tool_sign_in_refused' | 'tool_server_missing' | 'tool_server_error' | 'tool_answer_unusable'
>;

/**
 * Thrown if a server's response is useless: `issues` has its own words, without secrets, for the editor of the tool.
 */
class ServerFailure extends ApiError {
  constructor(code: ServerCode, said: string, cause: unknown) {
    super(code, { cause, issues: said === '' ? [] : [{ path: 'said', message: said }] });
    this.name = 'ServerFailure';
  }
}

/** Returns the failure of an exchange with an MCP server. `secrets` are those it was sent. */
export function serverFailureOf(error: unknown, secrets: readonly string[]): unknown {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof ApiError || at instanceof ToolSaysNo || at instanceof SignInNeeded) return at;
  }
  if (error instanceof McpError) return protocolFailureOf(error, secrets);
  if (error instanceof StreamableHTTPError)
    return new ServerFailure(codeOf(error.code ?? -1), shown(wordsOf(error), secrets), error);
  if (error instanceof SseError) return new ServerFailure(codeOf(error.code ?? -1), `${error.code ?? ''}`, error);
  const posted = postedToOlder(error);
  if (posted !== null)
    return new ServerFailure(
      codeOf(posted.status),
      shown(`${posted.status} ${messageIn(posted.said)}`.trim(), secrets),
      error,
    );
  // The SDK parses responses strictly, and describes faults at length.
  if (error instanceof SyntaxError || (error instanceof Error && isAboutAnswer(error)))
    return new ServerFailure('tool_answer_unusable', shown(messageOfCheck(error), secrets), error);
  return new OutgoingFailure('address_unreachable', 'The MCP server could not be used.', error);
}

/** The answer of the older transport to a POST: the SDK has it in a message alone. Null for another error. */
function postedToOlder(error: unknown): { status: number; said: string } | null {
  const [, status, said = ''] =
    /^Error POSTing to endpoint \(HTTP (\d{3})\): (.*)$/s.exec(error instanceof Error ? error.message : '') ?? [];
  return status === undefined ? null : { status: Number(status), said };
}

/**
 * True if the server does not know the session. It says so with 404 (Streamable HTTP, session management); servers made
 * from the SDK's example say 400, and that it is about the session.
 */
export function isSessionGone(error: unknown, transport: unknown): boolean {
  const isGone = (status: number | undefined, said: string) =>
    status === 404 || (status === 400 && /\bsession\b/i.test(said));
  if (error instanceof StreamableHTTPError)
    return (
      transport instanceof StreamableHTTPClientTransport &&
      transport.sessionId !== undefined &&
      isGone(error.code, error.message)
    );
  const posted = transport instanceof OlderTransport ? postedToOlder(error) : null;
  // Closed before anything was sent.
  return posted === null
    ? error instanceof Error && error.message === 'Not connected'
    : isGone(posted.status, posted.said);
}

/** True if a server takes no POST at its address, as one of the older transport does not. */
export const refusesPost = (error: unknown): boolean =>
  error instanceof StreamableHTTPError && [400, 404, 405].includes(error.code ?? -1);

/** True if a server of the older transport asks for a sign-in. */
export const refusesSignIn = (error: unknown): boolean =>
  error instanceof SseError && [401, 403].includes(error.code ?? -1);

// The SDK's own codes, of errors that no server has sent.
const requestTimeout: number = McpErrorCode.RequestTimeout;
const connectionClosed: number = McpErrorCode.ConnectionClosed;

/** Converts an error of the protocol: it is a response of the server, and its words are for the model. */
function protocolFailureOf(error: McpError, secrets: readonly string[]): Error {
  if (error.code === requestTimeout)
    return new OutgoingFailure('address_timeout', 'The MCP server did not answer in time.', error);
  if (error.code === connectionClosed)
    return new ServerFailure('tool_server_error', shown(error.message, secrets), error);
  return new ToolSaysNo(shown(error.message, secrets));
}

function codeOf(status: number): ServerCode {
  if (status === 401 || status === 403 || status === 407) return 'tool_sign_in_refused';
  // Servers of the older transport answer a POST so, and so does a web server without MCP.
  if (status === 404 || status === 405 || status === 410 || status === 501 || (status >= 300 && status < 400))
    return 'tool_server_missing';
  return status >= 400 ? 'tool_server_error' : 'tool_answer_unusable';
}

function wordsOf({ code = -1, message }: StreamableHTTPError): string {
  const said = messageIn(message.replace(/^Streamable HTTP error: /, '').replace(/^Error POSTing to endpoint: /, ''));
  return code < 0 ? said : `${code} ${said}`.trim();
}

const isAboutAnswer = (error: Error) =>
  error.name === 'ZodError' || error.name === '$ZodError' || /^Server('s| sent| does not support)/.test(error.message);

/** Returns the first entry of zod's message, a list in JSON. */
function messageOfCheck(error: Error): string {
  const issues = asJson(error.message);
  const [first] = Array.isArray(issues) ? (issues as { path?: unknown; message?: unknown }[]) : []; // zod's own
  if (first === undefined) return error.message;
  return `${Array.isArray(first.path) ? first.path.join('.') : ''}: ${String(first.message)}`;
}

/** Returns the values of headers that a response may echo, with and without the scheme before them. */
export const secretsIn = (headers: Readonly<Record<string, string>>): string[] =>
  Object.values(headers).flatMap((value) => [value, value.slice(value.lastIndexOf(' ') + 1)]);
