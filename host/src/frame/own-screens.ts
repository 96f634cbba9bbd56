import type { Requirement } from '@parlance/shared/contract/access/access';
import type { toolSignInPath } from '@parlance/shared/contract/api/tools/connected-accounts';

type OwnScreen = { readonly path: string; readonly title: string; readonly requires: Requirement };

/**
 * The shell's own screen of the person: open to every signed-in person (specification §6), in any workspace status that
 * allows a page (§4).
 */
export const profileScreen: OwnScreen = {
  path: '/profile',
  title: 'profile.title',
  requires: {},
};

/**
 * The page to which an authorization server sends the browser back, in a window of its own and without the frame. Its
 * path is the contract’s, whose schemas the first script does not carry.
 */
export const toolSignInScreen: OwnScreen = {
  path: '/tool-sign-in/:server' satisfies `${typeof toolSignInPath}/:server`,
  title: 'toolSignIn.title',
  requires: {},
};
