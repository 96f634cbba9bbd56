import type { Profile } from '@parlance/shared/contract/api/users/profile';
import { sessionStore } from '@parlance/shared/session';
import { tellTabs } from '@parlance/shared/session/tab-news';

/** Shows the saved profile everywhere: on this page and in the other tabs. */
export function showSavedProfile(profile: Profile): void {
  sessionStore.setState({ profile });
  tellTabs('changed');
}
