import { matchPath } from '@parlance/shared/router';
import type { Screen } from './registry.ts';

/** The screen that serves a path, or undefined. */
export function screenAt(screens: readonly Screen[], path: string): Screen | undefined {
  return screens.find((screen) => [screen.path, ...screen.children.map((child) => `${screen.path}/${child}`)].some((pattern) => matchPath(pattern, path) !== null));
}
