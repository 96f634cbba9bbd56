import type { ComponentType } from 'react';
import { createScreenLoader, type ScreenLoader } from '../remotes/load/screen-loader.ts';

type LoadScreen = () => Promise<{ default: ComponentType }>;

/** A loader from given parts, for which every attempt is like the first. */
export const plainLoader = (parts: Pick<ScreenLoader, 'ready' | 'load'>): ScreenLoader => ({
  ...parts,
  loadAnew: parts.load,
});

/** A loader of the page, over screens and texts from functions of the test, and without pauses. */
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
