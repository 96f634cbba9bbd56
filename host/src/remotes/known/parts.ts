import type { PaletteSource } from '@parlance/shared/remote/palette-source';
import type { RegistryEntry } from '@parlance/shared/remote/registry';
import type { ComponentType } from 'react';
import { loadRemoteApp } from '../load/federation.ts';
import { loadTexts } from '../load/screen-loader.ts';

/** Loads the parts that remotes add to the shell. A call after a failure retries. */
export type PartLoader = {
  readonly rail: (remote: RegistryEntry) => Promise<ComponentType>;
  readonly palette: (remote: RegistryEntry) => Promise<PaletteSource>;
};

async function load<P extends 'rail' | 'palette'>(remote: RegistryEntry, part: P) {
  const [app] = await Promise.all([loadRemoteApp(remote), loadTexts(remote)]);
  const bound = app[part];
  if (bound === undefined)
    throw new Error(`The remote “${remote.remote.name}” declares the part “${part}” and does not bind it.`);
  return bound;
}

/** The loader of the page: code by federation, texts by i18next, as for a screen. */
export const partLoader: PartLoader = {
  rail: async (remote) => (await (await load(remote, 'rail'))()).default,
  palette: async (remote) => (await (await load(remote, 'palette'))()).default,
};
