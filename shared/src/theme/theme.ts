import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';

/** The choices of a person; `system` follows the device. */
export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];
export type Scheme = 'light' | 'dark';

/** The cookie that carries the choice, so that the server's first byte of HTML already has it and nothing flashes. */
export const themeCookie = 'theme';
const oneYearInSeconds = 365 * 24 * 60 * 60;

const isThemeChoice = (value: unknown): value is ThemeChoice => themeChoices.some((choice) => choice === value);
const devicePrefersDark = () => globalThis.matchMedia('(prefers-color-scheme: dark)');

function schemeOf(choice: ThemeChoice): Scheme {
  if (choice !== 'system') return choice;
  return devicePrefersDark().matches ? 'dark' : 'light';
}

/** Returns the choice that the page was served with: the `data-theme` of the root element, else the system's. */
function servedChoice(): ThemeChoice {
  const served = document.documentElement.dataset.theme;
  return isThemeChoice(served) ? served : 'system';
}

const createThemeStore = () => {
  const choice = servedChoice();
  const store = createStore(() => ({ choice, scheme: schemeOf(choice) }));
  devicePrefersDark().addEventListener('change', () => store.setState({ scheme: schemeOf(store.getState().choice) }));
  return store;
};

let ofPage: ReturnType<typeof createThemeStore> | null = null;
/** Created on first use: behind the login page this code is loaded before the page that it serves. */
const themeStore = () => (ofPage ??= createThemeStore());

/** Applies a choice at once, on every part of the page, and keeps it for a year on this device. */
export function chooseTheme(choice: ThemeChoice): void {
  document.documentElement.dataset.theme = choice;
  document.cookie = `${themeCookie}=${choice}; path=/; max-age=${oneYearInSeconds}; samesite=lax`;
  themeStore().setState({ choice, scheme: schemeOf(choice) });
}

/** Returns the person's choice, and the resulting scheme of the page. */
export function useTheme(): { readonly choice: ThemeChoice; readonly scheme: Scheme } {
  const { subscribe, getState } = themeStore();
  return useSyncExternalStore(subscribe, getState);
}
