import * as z from '@parlance/shared/contract/schema';

/** The first GET of a screen (`FirstCall`). */
const firstCall = z.object({
  service: z._default(z.string(), 'main'),
  path: z.string().check(z.startsWith('/')),
  query: z._default(z.record(z.string(), z.union([z.string(), z.number()])), {}),
});
export type BuiltFirstCall = z.infer<typeof firstCall>;

/** The skeleton of a screen (`Outline`); a part unknown to this version takes no room. */
const outline = z.object({ parts: z.array(z.string()), width: z.optional(z.number()) });
export type BuiltOutline = z.infer<typeof outline>;

/**
 * Strict when written, lenient when read: unknown fields are ignored, so that an older host runs a newer remote.
 * `requires` stays unparsed here; `readRequirement` denies what it does not understand.
 */
export const builtScreen = z.object({
  id: z.string(),
  path: z.string().check(z.startsWith('/')),
  children: z._default(z.array(z.string()), []),
  /** Language tag → text. */
  titles: z.record(z.string(), z.string()),
  menu: z.optional(z.object({ section: z.string(), icon: z.string(), order: z.number() })),
  requires: z.optional(z.unknown()),
  frame: z._default(z.string(), 'shell'),
  first: z._default(z.array(firstCall), []),
  outline: z._default(outline, { parts: ['title'] }),
  /** Files, relative to the base, that this screen needs beside the entry: for preload hints. */
  files: z._default(z.array(z.string()), []),
  /** Shared modules it takes from the page (`@parlance/shared/ui/core` …): for preload hints as well. */
  shared: z._default(z.array(z.string()), []),
});
export type BuiltScreen = z.infer<typeof builtScreen>;

/** An address with a guard and without a screen; `requires` is unparsed here for the same reason. */
const builtReserved = z.object({ path: z.string().check(z.startsWith('/')), requires: z.optional(z.unknown()) });

/** A remote's part in the rail; `requires` is unparsed here for the same reason. */
const builtRail = z.object({
  requires: z.optional(z.unknown()),
  action: z.optional(
    z.object({ titles: z.record(z.string(), z.string()), to: z.string().check(z.startsWith('/')), icon: z.string() }),
  ),
});
export type BuiltRail = z.infer<typeof builtRail>;

/** `remote.json`, which the build of a remote emits. Paths are relative to its location. */
export const builtRemote = z.object({
  name: z.string(),
  version: z.string(),
  /** The oldest surface of a host that it runs in (`surface.ts`); a build from before versions needs the first. */
  surface: z._default(z.string(), '1.0'),
  /** The federation entry, content-hashed. */
  entry: z.string(),
  /** The global name of the federation container: unguessable, so that no id in user content can shadow it. */
  container: z.string(),
  screens: z.array(builtScreen),
  reserved: z._default(z.array(builtReserved), []),
  rail: z.optional(builtRail),
  palette: z.optional(z.object({ requires: z.optional(z.unknown()) })),
  /** Language tag → file. */
  locales: z.record(z.string(), z.string()),
  /** File → subresource integrity (sha384) of every file of the build. */
  integrity: z.record(z.string(), z.string()),
});
export type BuiltRemote = z.infer<typeof builtRemote>;

/**
 * One line of the registry: a remote and the base URL of its files, version included, with a final slash. In a page
 * `remote.integrity` may hold the entry alone; the rest is then in the file `pins`, which has this integrity itself.
 */
export const registryEntry = z.object({
  base: z.string(),
  remote: builtRemote,
  pins: z.optional(z.object({ file: z.string(), integrity: z.string() })),
});
export type RegistryEntry = z.infer<typeof registryEntry>;

/** The response of `/registry.json`: the release of the host, and the present location of each remote's files. */
export const servedReleases = z.object({ host: z.string(), remotes: z.record(z.string(), z.string()) });
export type ServedReleases = z.infer<typeof servedReleases>;
