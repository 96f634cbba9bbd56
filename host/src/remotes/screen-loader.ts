import { i18n } from '@parlance/shared/i18n';
import type { RemoteApp } from '@parlance/shared/remote/create-remote-app';
import type { ComponentType } from 'react';
import { loadRemoteApp } from './federation.ts';
import type { Screen } from './registry.ts';
import { warmTiers } from './shared-tiers.ts';

export type ScreenLoader = {
  /** The component where it is there already: the screen shows without a spinner. */
  readonly ready: (screen: Screen) => ComponentType | undefined;
  /** Fetches code and texts of a screen; a call after a failure, or while what may fail goes on, is a new attempt. */
  readonly load: (screen: Screen) => Promise<ComponentType>;
};

type Sources = {
  readonly loadApp: (remote: Screen['remote']) => Promise<RemoteApp>;
  readonly loadTexts: (namespace: string) => Promise<void>;
  /** Asks for shared modules before the remote does: one round trip less. */
  readonly warm: (shared: readonly string[]) => void;
};

/**
 * A preload that failed with the page is given once to whoever asks for that file first. Entry, app, what the app
 * shares, styles and screen are asked for one after the other, so only the sixth failure is surely one of now.
 */
export const attemptsPerLoad = 6;

type UnderWay = { readonly end: Promise<ComponentType>; /** What those wait for who asked in the meantime. */ after: Promise<ComponentType> | null };

const keyOf = (screen: Screen) => `${screen.remote.remote.name}/${screen.id}`;

/** Loads screens, each once, however many ask; keeps successes and forgets failures. */
export function createScreenLoader({ loadApp, loadTexts, warm }: Sources): ScreenLoader {
  const ready = new Map<string, ComponentType>();
  const underWay = new Map<string, UnderWay>();

  function begin(screen: Screen): Promise<ComponentType> {
    const key = keyOf(screen);
    const begun: UnderWay = { end: load(screen).finally(() => underWay.get(key) === begun && underWay.delete(key)), after: null };
    underWay.set(key, begun);
    return begun.end;
  }

  async function load(screen: Screen): Promise<ComponentType> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await loadOnce(screen);
      } catch (error) {
        if (attempt === attemptsPerLoad) throw error;
      }
    }
  }

  async function loadOnce(screen: Screen): Promise<ComponentType> {
    const { name } = screen.remote.remote;
    warm(screen.shared);
    const [app] = await Promise.all([loadApp(screen.remote), loadTexts(name)]);
    const loadScreen = app.screens[screen.id];
    if (loadScreen === undefined) throw new Error(`The remote “${name}” declares the screen “${screen.id}” and does not bind it.`);
    const component = (await loadScreen()).default;
    ready.set(keyOf(screen), component);
    return component;
  }

  return {
    ready: (screen) => ready.get(keyOf(screen)),
    load(screen) {
      const running = underWay.get(keyOf(screen));
      if (running === undefined) return begin(screen);
      // It may have failed already without having said so: who asks now has an attempt that begins after it.
      running.after ??= running.end.catch(() => begin(screen));
      return running.after;
    },
  };
}

/**
 * Fails where there are none, in the language of the page or in English, which stands in: a person must not read keys.
 * i18next itself neither throws nor asks again for what failed.
 */
export async function loadTexts(namespace: string): Promise<void> {
  await i18n.loadNamespaces(namespace);
  if (i18n.hasResourceBundle(i18n.language, namespace)) return;
  await i18n.reloadResources(i18n.language, namespace);
  if (!i18n.languages.some((tag) => i18n.hasResourceBundle(tag, namespace))) throw new Error(`The texts of “${namespace}” in ${i18n.language} could not be fetched.`);
}

/** The loader of the page: code by federation, texts by i18next from where the remote's build is. */
export const screenLoader = createScreenLoader({ loadApp: loadRemoteApp, loadTexts, warm: warmTiers });
