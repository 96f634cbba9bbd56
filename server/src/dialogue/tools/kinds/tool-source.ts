import type { LeftOutFunction, ToolFunction } from '@parlance/shared/contract/api/tools';
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';
import type { McpSessions, SessionOwner } from '../mcp/sessions.ts';
import type { AccessTokens } from '../sign-in/access-tokens.ts';

/** A function as its tool describes it; whether it is enabled is the organisation's choice. */
export type DescribedFunction = Omit<ToolFunction, 'is_enabled'>;

/** The functions of a tool, and those of them that cannot be used. */
export type DescribedTool = {
  readonly functions: readonly DescribedFunction[];
  readonly leftOut: readonly LeftOutFunction[];
};

export type Reach = {
  /** The organisation that owns the tool: its descriptions are read when its turn comes. */
  readonly organizationId: string;
  readonly outgoing: Outgoing;
  /** Commands allowed by the operator, by name. */
  readonly stdioServers: Readonly<Record<string, readonly string[]>>;
  readonly secretHeaders: Readonly<Record<string, string>>;
  /** The tokens of the person whose calls are made; absent for a server that nobody signs in to. */
  readonly accessTokens?: AccessTokens;
  /** The sessions that its calls are made in, and whose; absent for calls that belong to no dialogue. */
  readonly session?: { readonly sessions: McpSessions; readonly owner: SessionOwner };
};

/** The limits of a call. `host`: no further than the host of its address, whatever redirects follow. */
export type Bounds = 'host' | null;

/** The implementation of a tool. Both methods throw an ApiError, a SignInNeeded, or the signal’s reason. */
export type ToolSource = {
  functions(signal: AbortSignal): Promise<DescribedTool>;
  /**
   * Calls a function with arguments checked against its schema. The result is text, of any length. `heard` is called
   * for each sign of a server that it is at work.
   */
  call(
    name: string,
    values: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    bounds?: Bounds,
    heard?: () => void,
  ): Promise<string>;
};

/** Thrown if a tool's result itself reports a failure: the model gets its words. */
export class ToolSaysNo extends Error {
  override name = 'ToolSaysNo';
}
