import { type Holder, can } from '@parlance/shared/contract/access/evaluate';
import type { TemplateCan } from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import type { Caller } from '../../platform/principal/caller.ts';

type Who = Holder & Pick<Caller, 'memberId'>;
export type TemplateRights = {
  readonly owner_id: string | null;
  readonly is_enabled: boolean;
  readonly archived_at: Date | null;
  readonly version_in_use: number | null;
  /** It is the caller's own, or shared with them. */
  readonly is_shared: boolean;
  readonly review_state: 'pending' | 'refused' | null;
  readonly review_asked_by: string | null;
  /** Who wrote the version that is reviewed. */
  readonly review_author: string | null;
};

/** Who owns a template or administers the organisation keeps it, unless their privileges deny it. */
export const mayKeep = (who: Who, { owner_id }: Pick<TemplateRights, 'owner_id'>): boolean =>
  (who.isAdmin || owner_id === who.memberId) && mayAny(who, 'edit');

const mayAny = (who: Who, action: 'edit' | 'share' | 'export') => can(who, { kind: 'template', action, id: null });

/**
 * What the caller may do with a template that is not deleted. Nobody decides about what they wrote or asked for
 * themselves.
 */
export function rightsTo(who: Who, template: TemplateRights): TemplateCan {
  const holds = mayKeep(who, template);
  const isUsable =
    template.is_shared && template.is_enabled && template.archived_at === null && template.version_in_use !== null;
  const isInvolved = [template.review_asked_by, template.review_author].includes(who.memberId);
  return {
    use: isUsable,
    edit: holds,
    share: holds && mayAny(who, 'share'),
    review: who.isAdmin && template.review_state === 'pending' && !isInvolved,
    copy: (holds || isUsable) && mayAny(who, 'export'),
  };
}
