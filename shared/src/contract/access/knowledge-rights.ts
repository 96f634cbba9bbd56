import { type Holder, can } from './evaluate.ts';
import type { PrivilegeAction } from './privileges.ts';

/** The caller, as the session describes them. */
type Who = Holder & { readonly memberId: string };
/** The properties of a source that the rights depend on; `id` is that of its folder if it lies in one. */
type Source = { readonly id: string; readonly ownerId: string | null; readonly isVisible: boolean };

/**
 * The rights of a person to one source of knowledge. They travel with the source as `can`; the server calls the same
 * function.
 */
export type KnowledgeRights = {
  /** See its text, search it, and give it to an agent. */
  readonly read: boolean;
  /** Rename, move, refresh, replace its content, delete. */
  readonly edit: boolean;
  /** Let single people read it. */
  readonly share: boolean;
  /** Let the whole organisation read it. */
  readonly share_with_organization: boolean;
};

/**
 * Returns the verdict of `evaluate` on one source. Administrators see all, private ones included: somebody has to when
 * a person leaves.
 */
export function knowledgeRights(who: Who, source: Source): KnowledgeRights {
  const reach = source.ownerId === who.memberId ? 'own' : source.isVisible ? 'visible' : 'none';
  const may = (action: PrivilegeAction) => can(who, { kind: 'knowledge', action, id: source.id, reach });
  return {
    read: may('use'),
    edit: may('edit'),
    share: may('share'),
    share_with_organization: may('share_with_organization'),
  };
}
