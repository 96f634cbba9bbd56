/**
 * The surface is what the host alone gives to remotes: react, the router, the session, i18n, the theme, and the parts
 * of the ui that it lends. Its names are listed in `shared/surface.json` with the version that introduced them. A
 * version is `major.minor`: an addition makes a minor one; a removal or change a major one, which runs no earlier
 * remote.
 */
export { surfaceVersion } from './surface-version.ts';

const pattern = /^(\d+)\.(\d+)$/;

/** Parses major and minor; null for no version of a surface. */
function read(version: string): readonly [major: number, minor: number] | null {
  const [, major, minor] = pattern.exec(version) ?? [];
  return major === undefined || minor === undefined ? null : [Number(major), Number(minor)];
}

/** Says whether a host of the surface `offered` has all of the surface `claimed`. A malformed version fits no host. */
export function isWithin(claimed: string, offered: string): boolean {
  const [claim, offer] = [read(claimed), read(offered)];
  return claim !== null && offer !== null && claim[0] === offer[0] && claim[1] <= offer[1];
}

/**
 * Returns the reason a remote cannot run in a host of the surface `offered`, in a sentence for developers, or null if
 * it can.
 */
export function surfaceFault(
  { name, surface }: { readonly name: string; readonly surface: string },
  offered: string,
): string | null {
  if (isWithin(surface, offered)) return null;
  return `The remote “${name}” needs the surface ${surface} and the host gives ${offered}: it is not loaded. Ship a host of that surface first, or a build of the remote for this one.`;
}

/** Returns the newest of some versions. */
export function newest(versions: readonly string[]): string {
  const [first = '0.0', ...others] = versions;
  return others.reduce((best, version) => {
    const [major, minor] = read(version) ?? [0, 0];
    const [bestMajor, bestMinor] = read(best) ?? [0, 0];
    return major > bestMajor || (major === bestMajor && minor > bestMinor) ? version : best;
  }, first);
}
