import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';

/** What a person may choose; `system` follows the device. */
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

/** The choice as the page was served with it: the `data-theme` of the root element, else the system's. */
function servedChoice(): ThemeChoice {
  const served = document.documentElement.dataset.theme;
  return isThemeChoice(served) ? served : 'system';
}

const store = createStore(() => {
  const choice = servedChoice();
  return { choice, scheme: schemeOf(choice) };
});
devicePrefersDark().addEventListener('change', () => {
  const { choice } = store.getState();
  store.setState({ scheme: schemeOf(choice) });
});

/** Applies a choice at once, on every part of the page, and keeps it for a year on this device. */
export function chooseTheme(choice: ThemeChoice): void {
  document.documentElement.dataset.theme = choice;
  document.cookie = `${themeCookie}=${choice}; path=/; max-age=${oneYearInSeconds}; samesite=lax`;
  store.setState({ choice, scheme: schemeOf(choice) });
}

/** The person's choice, and whether the page is light or dark because of it. */
export function useTheme(): { readonly choice: ThemeChoice; readonly scheme: Scheme } {
  return useSyncExternalStore(store.subscribe, store.getState);
}
