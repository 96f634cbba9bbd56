import type { Requirement } from '@parlance/shared/contract/access/access';

/**
 * The shell's own screen of the person: open to everybody who is signed in (specification §6), where any page is (§4).
 */
export const profileScreen: { readonly path: string; readonly title: string; readonly requires: Requirement } = {
  path: '/profile',
  title: 'profile.title',
  requires: {},
};
