import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { RegistryEntry } from '@parlance/shared/remote/registry';
import { surfaceFault, surfaceVersion } from '@parlance/shared/remote/surface';
import type { RemoteApp } from '@parlance/shared/remote/create-remote-app';
import { hostInstance } from './federation-runtime.ts';
import { pinOf, publishPins } from './integrity.ts';

type Container = NonNullable<Awaited<ReturnType<NonNullable<ModuleFederationRuntimePlugin['loadEntry']>>>>;

/**
 * Milliseconds for one script. A server that accepts and never answers must not hold a screen; the outlet gives up
 * earlier on its own, and a script that still arrives heals it.
 */
const scriptDeadline = 30_000;

/** The remote needs more of the host than there is in this one. */
export class TooNewError extends Error {
  override readonly name = 'TooNewError';
}

let federation: ReturnType<typeof hostInstance> | null = null;

/** Makes the remotes of the registry known. Nothing of them is fetched. */
export function registerFederation(remotes: readonly RegistryEntry[]): void {
  publishPins(remotes);
  federation = hostInstance();
  federation.registerPlugins([{ name: 'pinned-entries', loadEntry: ({ remoteInfo }) => loadEntry(remotes, remoteInfo.name) }]);
  federation.registerRemotes(
    remotes.map(({ base, remote }) => ({
      name: remote.container,
      entry: new URL(`${base}${remote.entry}`, window.location.origin).href,
      type: 'var',
    })),
  );
}

/**
 * Gives the app of a remote. Of one that needs a newer surface nothing is fetched: a TooNewError. Every call is a new
 * attempt where the last one failed: the federation runtime forgets a rejected entry, and the browser asks the network
 * again.
 */
export async function loadRemoteApp({ remote }: RegistryEntry): Promise<RemoteApp> {
  if (federation === null) throw new Error('registerFederation() has not been called: no remote is known.');
  const fault = surfaceFault(remote, surfaceVersion);
  if (fault !== null) throw new TooNewError(fault);
  const loaded = await federation.loadRemote<{ default?: RemoteApp }>(`${remote.container}/app`);
  if (typeof loaded?.default?.screens !== 'object') throw new Error(`The remote “${remote.name}” has no app: its src/app.tsx must export createRemoteApp(…) as default.`);
  return loaded.default;
}

/** Loads a remote's entry with the integrity that the registry gives: another type or other bytes do not run. */
async function loadEntry(remotes: readonly RegistryEntry[], container: string): Promise<Container> {
  const entry = remotes.find(({ remote }) => remote.container === container);
  if (entry === undefined) throw new Error(`No remote of the registry has the container ${container}.`);
  await runScript(`${entry.base}${entry.remote.entry}`, pinOf(entry, entry.remote.entry));
  const found: unknown = Reflect.get(globalThis, container);
  if (typeof found !== 'object' || found === null || !('init' in found)) {
    throw new Error(`${entry.base}${entry.remote.entry} ran and left no federation container named ${container}.`);
  }
  return found as Container; // it has `init`; the runtime checks the rest when it calls it
}

/** How often each script has been asked for. */
const asked = new Map<string, number>();

/**
 * Runs a script with its integrity. One that is asked for again has another address: until a page has loaded, a browser
 * fetches no address twice for it and gives what came first, however wrong that was.
 */
function runScript(url: string, integrity: string): Promise<void> {
  const attempt = (asked.get(url) ?? 0) + 1;
  asked.set(url, attempt);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const settle = (act: () => void) => {
      clearTimeout(timer);
      script.onload = script.onerror = null;
      script.remove();
      act();
    };
    const timer = setTimeout(() => settle(() => reject(new Error(`${url} did not arrive within ${scriptDeadline / 1000} s.`))), scriptDeadline);
    script.onload = () => settle(resolve);
    script.onerror = () => settle(() => reject(new Error(`${url} could not be loaded, or its bytes are not the ones of the registry.`)));
    script.integrity = integrity;
    script.src = attempt === 1 ? url : `${url}?attempt=${attempt}`;
    document.head.append(script);
  });
}
