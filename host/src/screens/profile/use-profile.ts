import { updateProfile, type Profile } from '@parlance/shared/contract/api/profile';
import { call } from '@parlance/shared/http';
import { sessionStore, useSession } from '@parlance/shared/session';

/** Everything that shows the person shows the change: the session is one for the page. */
export const showProfile = (profile: Profile): void => sessionStore.setState({ profile });

/** The caller’s profile; null until it is known. */
export const useProfile = (): Profile | null => useSession((session) => session.profile);

/** Shows the name at once, and the one before again where it could not be saved. */
export async function saveName(username: string): Promise<void> {
  const before = sessionStore.getState().profile;
  if (before !== null) showProfile({ ...before, username });
  try {
    showProfile(await call(updateProfile, { body: { username } }));
  } catch (error) {
    if (before !== null) showProfile(before);
    throw error;
  }
}
