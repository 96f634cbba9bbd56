import { type MemberDetails, type MemberRole, type MemberState } from '@parlance/shared/contract/api/members';
import {
  changeMembers,
  getBelongings,
  getMember,
  offboardMember,
  setMemberRole,
  setMemberState,
  setMemberTeams,
  type Belongings,
} from '@parlance/shared/contract/api/offboarding';
import type { Input } from '@parlance/shared/contract/endpoint';
import { call } from '@parlance/shared/http';
import { useEditedEndpoint, useEndpoint, type Loaded } from '@parlance/shared/loading';

type Reloadable<T> = Loaded<T> & { readonly retry: () => void };
const of = (id: string) => ({ params: { member_id: id } });

export const useMember = (id: string): Reloadable<MemberDetails> => useEditedEndpoint(getMember, of(id));
/** Loads the counts of a member's belongings. */
export const useBelongings = (id: string): Reloadable<Belongings> => useEndpoint(getBelongings, of(id));

export const giveRole = (id: string, role: MemberRole) => call(setMemberRole, { ...of(id), body: { role } });
export const putIntoTeams = (id: string, teamIds: readonly string[]) =>
  call(setMemberTeams, { ...of(id), body: { team_ids: [...teamIds] } });
export const giveState = (id: string, state: MemberState) => call(setMemberState, { ...of(id), body: { state } });

/** The receivers of a member's belongings. */
export type Receivers = Input<typeof offboardMember>['body'];
export const handOver = (id: string, receivers: Receivers) => call(offboardMember, { ...of(id), body: receivers });

export type BulkChange = Input<typeof changeMembers>['body']['change'];
export const changeMany = (ids: readonly string[], change: BulkChange) =>
  call(changeMembers, { body: { member_ids: [...ids], change } });
