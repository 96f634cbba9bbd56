import type { LeftOutFunction, ToolCall, ToolFunction } from '@parlance/shared/contract/api/tools';
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';
import type { AskPerson } from '../elicitation/ask-person.ts';
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

/** What a call is made with, beside its arguments. */
export type CallTerms = {
  readonly signal: AbortSignal;
  readonly bounds?: Bounds;
  /** Called for each sign of a server that it is at work, and with how far it says that it is. */
  readonly heard?: (progress?: NonNullable<ToolCall['progress']>) => void;
  /** Asks the person for whom it is made; absent if nobody is there. */
  readonly ask?: AskPerson;
};

/** A picture, a sound, a file or a link in a result. */
export type ResultContent = {
  readonly mediaType: string;
  readonly name: string;
  /** True if its server means it for the person alone. */
  readonly isUntold?: true;
} & (
  | { readonly type: 'image' | 'audio' | 'file'; readonly bytes: Buffer }
  | { readonly type: 'link'; readonly address: string }
);

/** The result of a call. */
export type ToolResult = {
  /** Text of any length. */
  readonly text: string;
  /** What the model is told of it; without it, all. */
  readonly told?: string;
  /** What comes with it. */
  readonly contents?: readonly ResultContent[];
};

/** The implementation of a tool. Both methods throw an ApiError, a SignInNeeded, or the signal’s reason. */
export type ToolSource = {
  functions(signal: AbortSignal): Promise<DescribedTool>;
  /** Calls a function with arguments checked against its schema. */
  call(name: string, values: Readonly<Record<string, unknown>>, terms: CallTerms): Promise<ToolResult>;
};

/** Thrown if a tool's result itself reports a failure: the model gets its words, and what comes with them. */
export class ToolSaysNo extends Error {
  override name = 'ToolSaysNo';
  readonly result: ToolResult;

  constructor(text: string, result: Omit<ToolResult, 'text'> = {}) {
    super(text);
    this.result = { ...result, text };
  }
}
