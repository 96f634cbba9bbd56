import { matchPath } from '@parlance/shared/router';
import type { Screen } from '../../remotes/known/registry.ts';
import { profileScreen, toolSignInScreen } from '../../frame/own-screens.ts';

/** The shell's own pages. */
const ownPaths = [profileScreen.path, toolSignInScreen.path, '/error', '/redirect', '/auth/login'];

/** Returns the pattern of a path, such as `/dialogue/:dialogueId`: an address would reveal the dialogue. */
export function routePattern(screens: readonly Screen[], path: string): string {
  const patterns = [
    ...screens.flatMap((screen) => [screen.path, ...screen.children.map((child) => `${screen.path}/${child}`)]),
    ...ownPaths,
  ];
  return patterns.find((pattern) => matchPath(pattern, path) !== null) ?? 'unknown';
}
