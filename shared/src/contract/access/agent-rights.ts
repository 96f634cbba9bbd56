import { type Holder, can } from './evaluate.ts';
import type { PrivilegeAction } from './privileges.ts';

/** The caller, as the session describes them. */
type Who = Holder & { readonly memberId: string };
/** The properties of an agent that the rights depend on. */
type Agent = {
  readonly id: string;
  readonly ownerId: string | null;
  readonly state: AgentState;
  readonly isVisible: boolean;
};
export type AgentState = 'draft' | 'published' | 'disabled' | 'archived';

/** The rights of a person to one agent. They travel with the agent as `can`; the server calls the same function. */
export type AgentRights = {
  /** See definition, versions and test set. */
  readonly read: boolean;
  readonly edit: boolean;
  readonly publish: boolean;
  /** Enable, disable, archive, bring back, delete. */
  readonly switch: boolean;
  readonly transfer: boolean;
  /** Let single people use it. */
  readonly share: boolean;
  /** Let the whole organisation use it. */
  readonly share_with_organization: boolean;
  /** Make a copy of one's own; export. */
  readonly copy: boolean;
};

/**
 * Returns the verdict of `evaluate` on one agent in its present state. Owners see their own agents, whatever they are
 * denied to do with them; administrators see all, private ones included: somebody has to when a person leaves.
 */
export function agentRights(who: Who, agent: Agent): AgentRights {
  const isOwner = agent.ownerId === who.memberId;
  const reach = isOwner ? 'own' : agent.isVisible ? 'visible' : 'none';
  const may = (action: PrivilegeAction) => can(who, { kind: 'bot', action, id: agent.id, reach });
  const isAlive = agent.state !== 'archived';
  const [edit, publish, share] = [may('edit'), may('publish'), may('share')];
  const read = isOwner || who.isAdmin || edit || publish;
  return {
    read,
    edit: edit && isAlive,
    publish: publish && isAlive,
    switch: edit,
    transfer: share && (isOwner || who.isAdmin),
    share: share && isAlive,
    share_with_organization: may('share_with_organization') && isAlive,
    copy: may('export') && (read || agent.state === 'published'),
  };
}
