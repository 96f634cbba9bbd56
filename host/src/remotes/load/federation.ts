import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { RegistryEntry } from '@parlance/shared/remote/registry';
import { surfaceFault, surfaceVersion } from '@parlance/shared/remote/surface';
import type { RemoteApp } from '@parlance/shared/remote/create-remote-app';
import { hostInstance } from './federation-runtime.ts';
import { FileError } from './file-error.ts';
import { giveUpPins, loadPins, pinOf, publishPins } from './integrity.ts';

type Container = NonNullable<Awaited<ReturnType<NonNullable<ModuleFederationRuntimePlugin['loadEntry']>>>>;

/**
 * The timeout for one script in milliseconds: a few seconds more than `patience`, after which the person is told that
 * it is slow. A script that arrives later still counts.
 */
const scriptDeadline = 10_000;

/** The error of a remote that needs a newer surface than this host's. */
export class TooNewError extends Error {
  override readonly name = 'TooNewError';
}

let federation: ReturnType<typeof hostInstance> | null = null;

/** Registers the remotes of the registry. Nothing of them is fetched. */
export function registerFederation(remotes: readonly RegistryEntry[]): void {
  publishPins(remotes);
  federation = hostInstance();
  federation.registerPlugins([
    { name: 'pinned-entries', loadEntry: ({ remoteInfo }) => loadEntry(remotes, remoteInfo.name) },
  ]);
  federation.registerRemotes(
    remotes.map(({ base, remote }) => ({
      name: remote.container,
      entry: new URL(`${base}${remote.entry}`, window.location.origin).href,
      type: 'var',
    })),
  );
}

/**
 * Loads the app of a remote. A remote that needs a newer surface is not fetched: TooNewError. Every call after a
 * failure retries: the federation runtime forgets a rejected entry.
 */
export async function loadRemoteApp(entry: RegistryEntry): Promise<RemoteApp> {
  const { remote } = entry;
  if (federation === null) throw new Error('registerFederation() has not been called: no remote is known.');
  const fault = surfaceFault(remote, surfaceVersion);
  if (fault !== null) throw new TooNewError(fault);
  await loadPins(entry);
  const loaded = await federation.loadRemote<{ default?: RemoteApp }>(`${remote.container}/app`);
  if (typeof loaded?.default?.screens !== 'object')
    throw new Error(
      `The remote “${remote.name}” has no app: its src/app.tsx must export createRemoteApp(…) as default.`,
    );
  return loaded.default;
}

/**
 * Fails every pending file of a remote, as the browser would when it gives up: its entry, and the chunks that the
 * remote's own code has requested. Resolves when the federation runtime, which keeps an entry until it has failed, has
 * forgotten it.
 */
export async function giveUp(remote: RegistryEntry): Promise<void> {
  const { base } = remote;
  giveUpPins(remote);
  const files = document.head.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
    'script[src], link[rel="stylesheet"]',
  );
  for (const file of files) {
    const { pathname } = new URL('src' in file ? file.src : file.href, window.location.href);
    // A file that has arrived no longer listens.
    if (pathname.startsWith(base)) file.dispatchEvent(new Event('error'));
  }
  // The waiting code is notified by promises, all of which settle before the next task.
  await new Promise((resolve) => setTimeout(resolve));
}

/** Loads a remote's entry with the integrity of the registry: another type or other bytes do not run. */
async function loadEntry(remotes: readonly RegistryEntry[], name: string): Promise<Container> {
  const entry = remotes.find(({ remote }) => remote.container === name);
  if (entry === undefined) throw new Error(`No remote of the registry has the container ${name}.`);
  const url = `${entry.base}${entry.remote.entry}`;
  // An abandoned script may have arrived meanwhile.
  if (containerOf(name) === null) await runScript(url, pinOf(entry, entry.remote.entry));
  const found = containerOf(name);
  if (found === null) throw new Error(`${url} ran and left no federation container named ${name}.`);
  return found;
}

function containerOf(name: string): Container | null {
  const found: unknown = Reflect.get(globalThis, name);
  // It has `init`; the runtime checks the rest when it calls it.
  return typeof found === 'object' && found !== null && 'init' in found ? (found as Container) : null;
}

/** The number of requests for each script. */
const asked = new Map<string, number>();
/** Callbacks by address for the arrival of a script. */
const arrivals = new Map<string, () => void>();

/**
 * Runs a script with its integrity. A retry has another address: until a page has loaded, a browser fetches no address
 * twice for it and returns the first response, however wrong that was. An earlier one that arrives late is as good as
 * the last.
 */
function runScript(url: string, integrity: string): Promise<void> {
  const attempt = (asked.get(url) ?? 0) + 1;
  asked.set(url, attempt);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const settle = (act: () => void) => {
      clearTimeout(timer);
      if (arrivals.get(url) === arrive) arrivals.delete(url);
      act();
    };
    const arrive = () => settle(resolve);
    arrivals.set(url, arrive);
    const timer = setTimeout(
      () => settle(() => reject(new FileError(`${url} did not arrive within ${scriptDeadline / 1000} s.`, url))),
      scriptDeadline,
    );
    script.onload = () => {
      script.remove();
      arrivals.get(url)?.();
    };
    script.onerror = () =>
      settle(() =>
        reject(new FileError(`${url} could not be loaded, or its bytes are not the ones of the registry.`, url)),
      );
    script.integrity = integrity;
    script.src = attempt === 1 ? url : `${url}?attempt=${attempt}`;
    document.head.append(script);
  });
}
