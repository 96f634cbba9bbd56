import type { Requirement } from '@parlance/shared/contract/access/access';

/**
 * The shell's own screen of the person: open to every signed-in person (specification §6), in any workspace status that
 * allows a page (§4).
 */
export const profileScreen: { readonly path: string; readonly title: string; readonly requires: Requirement } = {
  path: '/profile',
  title: 'profile.title',
  requires: {},
};
