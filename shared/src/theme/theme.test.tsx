import { act, render, screen } from '@testing-library/react';
import type { chooseTheme as choose, useTheme as use } from '@parlance/shared/theme';

/** The device's preference, and its change event. */
const device = Object.assign(new EventTarget(), { matches: false });
const prefer = (scheme: 'light' | 'dark') =>
  act(() => {
    device.matches = scheme === 'dark';
    device.dispatchEvent(new Event('change'));
  });

let chooseTheme: typeof choose;
let useTheme: typeof use;
beforeAll(async () => {
  document.documentElement.dataset.theme = 'dark';
  window.matchMedia = () => device as unknown as MediaQueryList;
  ({ chooseTheme, useTheme } = await import('@parlance/shared/theme'));
  // The code may be loaded before the page that it serves, behind the login page.
  document.documentElement.dataset.theme = 'light';
});

function Shown() {
  const { choice, scheme } = useTheme();
  return <p>{`${choice} is ${scheme}`}</p>;
}

test('begins as the page was served', () => {
  render(<Shown />);
  expect(screen.getByText('light is light')).toBeInTheDocument();
});

test('a choice applies at once, in the page and to whoever asks, and is kept in a cookie for the next page', () => {
  render(<Shown />);
  act(() => chooseTheme('dark'));
  expect(screen.getByText('dark is dark')).toBeInTheDocument();
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(document.cookie).toContain('theme=dark');
  expect(localStorage.length).toBe(0);
});

test('“system” follows the device, also while the page is open; another choice does not', () => {
  render(<Shown />);
  act(() => chooseTheme('system'));
  expect(screen.getByText('system is light')).toBeInTheDocument();
  prefer('dark');
  expect(screen.getByText('system is dark')).toBeInTheDocument();
  act(() => chooseTheme('light'));
  expect(screen.getByText('light is light')).toBeInTheDocument();
  prefer('light');
  prefer('dark');
  expect(screen.getByText('light is light')).toBeInTheDocument();
});
