import { updateProfile, type Profile } from '@parlance/shared/contract/api/users/profile';
import { call } from '@parlance/shared/http';
import { sessionStore, useSession } from '@parlance/shared/session';
import { showSavedProfile } from '../../session/saved-profile.ts';

/** The caller’s profile; null until it is known. */
export const useProfile = (): Profile | null => useSession((session) => session.profile);

/** Shows the name at once, and the one before again where it could not be saved. */
export async function saveName(username: string): Promise<void> {
  const before = sessionStore.getState().profile;
  if (before !== null) sessionStore.setState({ profile: { ...before, username } });
  try {
    showSavedProfile(await call(updateProfile, { body: { username } }));
  } catch (error) {
    if (before !== null) sessionStore.setState({ profile: before });
    throw error;
  }
}
