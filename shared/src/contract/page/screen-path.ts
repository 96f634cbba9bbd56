/** The paths that a screen serves: its own, and those of its children below. */
export type ScreenPaths = { readonly path: string; readonly children: readonly string[] };

/** Every pattern of a screen, such as `/governance/:ruleId`. */
export const patternsOf = ({ path, children }: ScreenPaths): readonly string[] => [
  path,
  ...children.map((child) => `${path}/${child}`),
];

const partsOf = (path: string) => path.replace(/(.)\/+$/, '$1').split('/');

/**
 * Returns the parameters of a path that matches a pattern, decoded; null if it does not. Matches as the router does:
 * ignoring the case of everything but parameters, with or without a trailing slash.
 */
export function matchScreenPath(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const wanted = partsOf(pattern);
  const given = partsOf(path);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (!part.startsWith(':')) {
      if (part.toLowerCase() !== value.toLowerCase()) return null;
    } else if (value === '') return null;
    else params[part.slice(1)] = decoded(value);
  }
  return params;
}

/** Returns the beginning of a path that a pattern matches; null if it matches none. */
export function matchBeginning(pattern: string, path: string): string | null {
  const beginning = partsOf(path).slice(0, partsOf(pattern).length).join('/');
  return matchScreenPath(pattern, beginning) === null ? null : beginning;
}

/** Decodes a value; an undecodable one is taken as it is. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
