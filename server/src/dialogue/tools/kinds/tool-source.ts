import type { LeftOutFunction, ToolFunction } from '@parlance/shared/contract/api/tools';
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';

/** A function as its tool describes it; whether it is switched on is the organisation's matter. */
export type DescribedFunction = Omit<ToolFunction, 'is_enabled'>;

/** What a tool has, and what of it cannot be used. */
export type DescribedTool = {
  readonly functions: readonly DescribedFunction[];
  readonly leftOut: readonly LeftOutFunction[];
};

export type Reach = {
  /** Whose tool it is: what it describes is read when it is their turn. */
  readonly organizationId: string;
  readonly outgoing: Outgoing;
  /** Commands that the operator lists, by their names. */
  readonly stdioServers: Readonly<Record<string, readonly string[]>>;
  readonly secretHeaders: Readonly<Record<string, string>>;
};

/** How far a call may go. `host`: nowhere but to the host of its address, whatever that leads on to. */
export type Bounds = 'host' | null;

/** What stands behind a tool. Both throw an ApiError, or the signal’s reason. */
export type ToolSource = {
  functions(signal: AbortSignal): Promise<DescribedTool>;
  /** The arguments have been checked against the function’s schema. What comes back is text, of any length. */
  call(name: string, values: Readonly<Record<string, unknown>>, signal: AbortSignal, bounds?: Bounds): Promise<string>;
};

/** What a tool gave back that says itself that it is a failure: the model gets its words. */
export class ToolSaysNo extends Error {
  override name = 'ToolSaysNo';
}
