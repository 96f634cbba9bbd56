import { matchPath } from '@parlance/shared/router';

/** What of a screen says which paths it serves: its own, and those of its children below. */
type Served = { readonly path: string; readonly children: readonly string[] };

/** The screen that serves a path, or undefined. */
export function screenAt<Screen extends Served>(screens: readonly Screen[], path: string): Screen | undefined {
  return screens.find((screen) =>
    [screen.path, ...screen.children.map((child) => `${screen.path}/${child}`)].some(
      (pattern) => matchPath(pattern, path) !== null,
    ),
  );
}

/** The part of a path that names the place. What a screen's children add is a detail of the same place. */
export function placeAt(screens: readonly Served[], path: string): string {
  const screen = screenAt(screens, path);
  return (screen && matchPath({ path: screen.path, end: false }, path)?.pathname) ?? path;
}
