import { updateProfile, type Profile } from '@parlance/shared/contract/api/users/profile';
import { call } from '@parlance/shared/http';
import { sessionStore, useSession } from '@parlance/shared/session';
import { showSavedProfile } from '../../session/saved-profile.ts';

/** Returns the caller’s profile; null until it is known. */
export const useProfile = (): Profile | null => useSession((session) => session.profile);

/** Saves the name. Shows it at once, and the previous one again if it could not be saved. */
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
