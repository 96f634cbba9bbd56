import type { ComponentType } from 'react';
import { createScreenLoader, type ScreenLoader } from '../remotes/load/screen-loader.ts';

type LoadScreen = () => Promise<{ default: ComponentType }>;

/** A loader by hand, for which every attempt is like the first. */
export const plainLoader = (parts: Pick<ScreenLoader, 'ready' | 'load'>): ScreenLoader => ({
  ...parts,
  loadAnew: parts.load,
});

/** The loader of the page, over screens and texts that come by functions of the test, and without its pauses. */
export const loaderOver = (
  screens: Readonly<Record<string, LoadScreen>>,
  loadTexts: () => Promise<void> = () => Promise.resolve(),
): ScreenLoader =>
  createScreenLoader({
    loadApp: () => Promise.resolve({ screens }),
    loadTexts,
    warm: () => undefined,
    giveUp: () => Promise.resolve(),
    wasPreloaded: () => false,
    wait: () => Promise.resolve(),
  });
