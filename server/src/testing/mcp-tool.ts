import { randomUUID } from 'node:crypto';
import type { ToolSettings } from '@parlance/shared/contract/api/tools';
import { sourceOf } from '../dialogue/tools/kinds/source-of.ts';
import type { DescribedTool, ToolSource } from '../dialogue/tools/kinds/tool-source.ts';
import { type SessionLimits, McpSessions } from '../dialogue/tools/mcp/sessions.ts';
import { type Performance, type Performing, performCall } from '../dialogue/tools/perform.ts';
import type { AccessTokens } from '../dialogue/tools/sign-in/access-tokens.ts';
import { createOutgoing } from '../platform/outgoing/outgoing.ts';

/** The tool of an MCP server, called as for a dialogue, without a database. */
export type McpTool = {
  readonly sessions: McpSessions;
  functions(): Promise<DescribedTool>;
  /** Returns the tool as a call of a dialogue reaches it. */
  source(dialogueId?: string): ToolSource;
  /** Calls a function in the session of a dialogue. */
  call(
    name: string,
    values?: object,
    more?: Partial<Pick<Performing, 'signal' | 'timeoutMs' | 'timeoutMsInAll' | 'ask'>> & { dialogueId?: string },
  ): Promise<Performance>;
  close(): Promise<void>;
};

type McpToolOptions = Partial<SessionLimits> & {
  readonly headers?: Record<string, string>;
  readonly accessTokens?: AccessTokens;
};

/** `server`: the address of one, or the command of a program. */
export function mcpTool(
  server: string | readonly string[],
  { headers = {}, accessTokens, ...limits }: McpToolOptions = {},
): McpTool {
  const organizationId = randomUUID();
  const outgoing = createOutgoing({ allowedHosts: typeof server === 'string' ? [new URL(server).host] : [] });
  const sessions = new McpSessions({
    findEntitled: async (_, owners) => new Set(owners),
    report: (error) => console.error(error),
    limits,
  });
  const settings: ToolSettings = {
    kind: 'mcp',
    server:
      typeof server === 'string'
        ? { transport: 'http', url: server, headers }
        : { transport: 'stdio', name: 'program' },
  };
  const reach = {
    organizationId,
    outgoing,
    stdioServers: { program: typeof server === 'string' ? [] : server },
    secretHeaders: {},
    ...(accessTokens === undefined ? {} : { accessTokens }),
  };
  const [memberId, toolId, usualDialogue] = [randomUUID(), randomUUID(), randomUUID()];
  const parts = { settings, description: '', functions: [] };
  const source = (dialogueId: string = usualDialogue) => {
    const owner = { organizationId, memberId, dialogueId, toolId, toolRevision: 1, accountId: null };
    return sourceOf(parts, { ...reach, session: { sessions, owner } });
  };
  return {
    sessions,
    source,
    functions: () => sourceOf(parts, reach).functions(AbortSignal.timeout(30_000)),
    call(name, values = {}, { dialogueId = usualDialogue, signal = AbortSignal.timeout(60_000), ...times } = {}) {
      return performCall({
        organizationId,
        source: () => source(dialogueId),
        name,
        parameters: { type: 'object' },
        arguments: JSON.stringify(values),
        signal,
        ...times,
      });
    },
    async close() {
      await sessions.close();
      await outgoing.close();
    },
  };
}
