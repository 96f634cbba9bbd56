import {
  listOwnMemberships,
  switchMembership,
  type OwnMembership,
} from '@parlance/shared/contract/api/session/memberships';
import { call } from '@parlance/shared/http';
import { pick, useEndpoint, type Loaded } from '@parlance/shared/loading';
import { organizationSwitched } from '@parlance/shared/session';

/** Returns the organisations of the person, last used first. */
export const useMemberships = (): Loaded<readonly OwnMembership[]> =>
  pick(useEndpoint(listOwnMemberships, {}), ({ items }) => items);

/** Switches to another organisation. Every tab reloads; drafts wait in the one that is left. */
export async function switchOrganization(memberId: string): Promise<void> {
  await call(switchMembership, { params: { member_id: memberId } });
  organizationSwitched();
}
