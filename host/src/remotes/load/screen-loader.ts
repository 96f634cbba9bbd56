import { i18n } from '@parlance/shared/i18n';
import type { RemoteApp } from '@parlance/shared/remote/create-remote-app';
import type { RegistryEntry } from '@parlance/shared/remote/registry';
import type { ComponentType } from 'react';
import { giveUp, loadRemoteApp } from './federation.ts';
import { FileError, fileOf } from './file-error.ts';
import { loadPins } from './integrity.ts';
import type { Screen } from '../known/registry.ts';
import { warmTiers } from './shared-tiers.ts';

export type ScreenLoader = {
  /** Returns the component if it is loaded already: the screen shows without a spinner. */
  readonly ready: (screen: Screen) => ComponentType | undefined;
  /** Loads code and texts of a screen, or awaits the pending load; a call after a failure retries. */
  readonly load: (screen: Screen) => Promise<ComponentType>;
  /** Abandons the pending load, which may hang, and restarts at once; callers of the former get the new result. */
  readonly loadAnew: (screen: Screen) => Promise<ComponentType>;
};

type Sources = {
  readonly loadApp: (remote: Screen['remote']) => Promise<RemoteApp>;
  readonly loadTexts: (remote: Screen['remote']) => Promise<void>;
  /** Prefetches shared modules before the remote requests them: one round trip less. */
  readonly warm: (shared: readonly string[]) => void;
  /** Fails everything of a remote that is pending; resolves when all of it has been notified. */
  readonly giveUp: (remote: Screen['remote']) => Promise<void>;
  /** Says whether the page preloads a file. */
  readonly wasPreloaded: (file: string) => boolean;
  readonly wait: (milliseconds: number) => Promise<void>;
};

/**
 * Milliseconds before each retry, give or take half, so that the pages of a remote that is down do not all come back at
 * once. All of them end while a person is still waiting.
 */
export const pauses: readonly number[] = [500, 1500];

type UnderWay = {
  readonly end: Promise<ComponentType>;
  /** Its replacement. */ next: Promise<ComponentType> | null;
};

const keyOf = (screen: Screen) => `${screen.remote.remote.name}/${screen.id}`;

/** Loads screens, each once for concurrent callers; caches successes and forgets failures. */
export function createScreenLoader(sources: Sources): ScreenLoader {
  const { loadApp, loadTexts, warm } = sources;
  const ready = new Map<string, ComponentType>();
  const underWay = new Map<string, UnderWay>();

  function begin(screen: Screen, after: Promise<void>): Promise<ComponentType> {
    const key = keyOf(screen);
    const end = after
      .then(() => load(screen, () => begun.next !== null))
      .catch((error: unknown) => {
        if (begun.next === null) throw error;
        return begun.next;
      })
      .finally(() => underWay.get(key) === begun && underWay.delete(key));
    const begun: UnderWay = { end, next: null };
    underWay.set(key, begun);
    return end;
  }

  async function load(screen: Screen, isOver: () => boolean): Promise<ComponentType> {
    const [component] = await Promise.all([
      repeat(() => loadCode(screen), sources, isOver),
      repeat(() => loadTexts(screen.remote), sources, isOver),
    ]);
    ready.set(keyOf(screen), component);
    return component;
  }

  async function loadCode(screen: Screen): Promise<ComponentType> {
    warm(screen.shared);
    const app = await loadApp(screen.remote);
    const loadScreen = app.screens[screen.id];
    if (loadScreen === undefined)
      throw new Error(
        `The remote “${screen.remote.remote.name}” declares the screen “${screen.id}” and does not bind it.`,
      );
    return (await loadScreen()).default;
  }

  return {
    ready: (screen) => ready.get(keyOf(screen)),
    load: (screen) => underWay.get(keyOf(screen))?.end ?? begin(screen, Promise.resolve()),
    loadAnew(screen) {
      const running = underWay.get(keyOf(screen));
      if (running === undefined) return begin(screen, Promise.resolve());
      const next = begin(screen, sources.giveUp(screen.remote));
      running.next = next;
      return next;
    },
  };
}

/** Retries a file that did not arrive, until the retries are used up; any other failure would recur. */
async function repeat<T>(
  attempt: () => Promise<T>,
  { wasPreloaded, wait }: Sources,
  isOver: () => boolean,
): Promise<T> {
  const further = [...pauses];
  const excused = new Set<string>();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const file = fileOf(error);
      if (file === null || isOver()) throw error;
      const address = addressOf(file);
      // The first request for a file gets the failure of its preload, which says nothing about the file now.
      if (wasPreloaded(address) && !excused.has(address)) {
        excused.add(address);
        continue;
      }
      const pause = further.shift();
      if (pause === undefined) throw error;
      await wait(pause * (0.5 + Math.random()));
      if (isOver()) throw error;
    }
  }
}

/** Returns the path of a file, without the part that distinguishes attempts. */
const addressOf = (file: string) => new URL(file, window.location.href).pathname;

const wasPreloaded = (address: string) =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"]')].some(
    ({ href }) => addressOf(href) === address,
  );

/**
 * Loads the texts of a remote. Fails if there are none in the language of the page nor in English, the fallback: a
 * person must not read keys. i18next itself neither throws nor retries.
 */
export async function loadTexts(remote: RegistryEntry): Promise<void> {
  const { name: namespace } = remote.remote;
  const isThere = (tag: string) => i18n.hasResourceBundle(tag, namespace);
  if (isThere(i18n.language)) return;
  await loadPins(remote);
  const wasAsked = i18n.options.ns?.includes(namespace) === true;
  await (wasAsked ? i18n.reloadResources(i18n.language, namespace) : i18n.loadNamespaces(namespace));
  if (!i18n.languages.some(isThere))
    throw new FileError(
      `The texts of “${namespace}” in ${i18n.language} could not be fetched.`,
      `texts of ${namespace}`,
    );
}

/** The loader of the page: code by federation, texts by i18next from the location of the remote's build. */
export const screenLoader = createScreenLoader({
  loadApp: loadRemoteApp,
  loadTexts,
  warm: warmTiers,
  giveUp,
  wasPreloaded,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});
