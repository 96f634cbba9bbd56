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

/** Loads the explanation of a privilege, with the names of the things in its reasons. */
export async function loadExplanation({ memberId, kind, action, id }: WhyQuestion): Promise<Answer> {
  const explanation = await call(explainPrivilege, {
    query: { member_id: memberId, kind, action, ...(id === null ? {} : { id }) },
  });
  return { explanation, names: await namesIn(explanation.because.flatMap(({ statement }) => statement ?? [])) };
}
