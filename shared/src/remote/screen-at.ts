import {
  matchBeginning,
  matchScreenPath,
  patternsOf,
  type ScreenPaths,
} from '@parlance/shared/contract/page/screen-path';

/** Returns the screen that serves a path, or undefined. */
export function screenAt<Screen extends ScreenPaths>(screens: readonly Screen[], path: string): Screen | undefined {
  return screens.find((screen) => patternsOf(screen).some((pattern) => matchScreenPath(pattern, path) !== null));
}

/** Returns the part of a path that names the place. The rest, a child of the screen, is a detail of the same place. */
export function placeAt(screens: readonly ScreenPaths[], path: string): string {
  const screen = screenAt(screens, path);
  return (screen && matchBeginning(screen.path, path)) ?? path;
}
