import {
  matchBeginning,
  matchScreenPath,
  patternsOf,
  type ScreenPaths,
} from '@parlance/shared/contract/page/screen-path';

/** The screen that serves a path, or undefined. */
export function screenAt<Screen extends ScreenPaths>(screens: readonly Screen[], path: string): Screen | undefined {
  return screens.find((screen) => patternsOf(screen).some((pattern) => matchScreenPath(pattern, path) !== null));
}

/** The part of a path that names the place. What a screen's children add is a detail of the same place. */
export function placeAt(screens: readonly ScreenPaths[], path: string): string {
  const screen = screenAt(screens, path);
  return (screen && matchBeginning(screen.path, path)) ?? path;
}
