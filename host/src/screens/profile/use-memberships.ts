import { listOwnMemberships, switchMembership, type OwnMembership } from '@parlance/shared/contract/api/memberships';
import { call } from '@parlance/shared/http';
import { useLoaded, type Loaded } from '@parlance/shared/loading';
import { loadSession } from '@parlance/shared/session';
import { tellTabs } from '@parlance/shared/session/tab-news';

/** The organisations of the person, the last used first. */
export const useMemberships = (): Loaded<readonly OwnMembership[]> => useLoaded('own-memberships', async (signal) => (await call(listOwnMemberships, {}, { signal })).items);

/** Goes over to another organisation. Every tab finds somebody else in the session, and begins anew at the start page. */
export async function goOverTo(memberId: string): Promise<void> {
  await call(switchMembership, { params: { member_id: memberId } });
  tellTabs('signed-in');
  await loadSession();
}
