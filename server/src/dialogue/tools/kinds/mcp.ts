import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { callResult, readResult } from '../contents/read-result.ts';
import { readDescription } from '../described/read-description.ts';
import type { McpConnection } from '../mcp/connection.ts';
import { exchangeMaxBytes } from '../mcp/exchange.ts';
import { type ConnectionReach, type McpSettings, openConnection } from '../mcp/open-connection.ts';
import { SessionGone } from '../mcp/session-gone.ts';
import { unusableReason } from '../unusable.ts';
import { type CallTerms, type Reach, type ToolResult, type ToolSource, ToolSaysNo } from './tool-source.ts';

const pagesAtMost = 20;

/**
 * Creates a tool for an MCP server. A call is made in the session of the dialogue it is for. What belongs to none, such
 * as reading the functions, has a connection of its own.
 */
export const mcp = (settings: McpSettings, reach: Reach): ToolSource => ({
  async functions(signal) {
    // Some servers have further functions for those who can ask people.
    const within = { ...reach, asksPeople: true };
    const pages = await alone(settings, within, signal, (connection) => listed(connection, signal));
    return readDescription({ kind: 'mcp', pages }, { organizationId: reach.organizationId, signal });
  },
  async call(name, values, terms) {
    const { signal } = terms;
    const call = (connection: McpConnection) => called(connection, { name, arguments: { ...values } }, terms);
    const within = { ...reach, asksPeople: terms.ask !== undefined };
    if (reach.session === undefined) return alone(settings, within, signal, call);
    const { sessions, owner } = reach.session;
    const open = (until: AbortSignal) => openConnection(settings, within, until);
    return sessions.use(owner, { fingerprint: fingerprintOf(settings, reach), open, signal }, call);
  },
});

async function called(
  connection: McpConnection,
  params: { name: string; arguments: Record<string, unknown> },
  terms: CallTerms,
): Promise<ToolResult> {
  const answer = await connection.request({ method: 'tools/call', params }, callResult, terms);
  const { text, ...more } = await readResult(answer);
  if (answer.isError === true) throw new ToolSaysNo(text, more);
  return { text, ...more };
}

/** The account is a part of it, but not its token: a session outlives that. */
const fingerprintOf = (settings: McpSettings, { secretHeaders, accessTokens }: Reach): string =>
  createHash('sha256')
    .update(JSON.stringify([settings, secretHeaders, accessTokens?.accountId ?? null]))
    .digest('hex');

/** Does the work on a connection of its own. */
async function alone<T>(
  settings: McpSettings,
  reach: ConnectionReach,
  signal: AbortSignal,
  work: (connection: McpConnection) => Promise<T>,
): Promise<T> {
  const connection = await openConnection(settings, reach, signal);
  try {
    return await work(connection);
  } catch (error) {
    throw error instanceof SessionGone ? error.failure : error;
  } finally {
    await connection.close();
  }
}

/** The raw list of a server: each function is checked by itself, so that an odd one does not spoil the others. */
const toolList = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.optional(z.string()) });

async function listed(connection: McpConnection, signal: AbortSignal): Promise<string[]> {
  const pages: string[] = [];
  let cursor: string | undefined;
  let characters = 0;
  for (let page = 0; page < pagesAtMost; page++) {
    const { tools, nextCursor } = await connection.request(
      { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
      toolList,
      { signal },
    );
    const text = textOfList(tools);
    characters += text.length;
    if (characters > exchangeMaxBytes)
      throw unusableReason('too-large', 'settings.server', `It lists more than ${exchangeMaxBytes} characters.`);
    pages.push(text);
    if (nextCursor === undefined || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return pages;
}

function textOfList(tools: readonly unknown[]): string {
  try {
    return JSON.stringify(tools);
  } catch (error) {
    throw error instanceof RangeError
      ? unusableReason('too-large', 'settings.server', 'It lists what is too deep.', error)
      : error;
  }
}
