import { explainPrivilege, type Explanation } from '@parlance/shared/contract/api/privileges/privileges';
import type { PrivilegeAction, PrivilegeKind } from '@parlance/shared/contract/access/privileges';
import { call } from '@parlance/shared/http';
import { namesIn, type Names } from './use-set.ts';

export type WhyQuestion = {
  readonly memberId: string;
  readonly kind: PrivilegeKind;
  readonly action: PrivilegeAction;
  readonly id: string | null;
};
export type Answer = { readonly explanation: Explanation; readonly names: Names };

/** Why somebody may do something, or may not, with the names of what the reasons name. */
export async function loadExplanation({ memberId, kind, action, id }: WhyQuestion): Promise<Answer> {
  const explanation = await call(explainPrivilege, {
    query: { member_id: memberId, kind, action, ...(id === null ? {} : { id }) },
  });
  return { explanation, names: await namesIn(explanation.because.flatMap(({ statement }) => statement ?? [])) };
}
